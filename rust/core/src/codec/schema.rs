//! JSON Schemas of the documents, made from the types that read and write them.

use std::sync::Arc;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::json::{POSITION, VERSION, VIEW};
use super::record::RECORD;
use crate::action::{one_of, shorten};
use crate::error::{Error, Result};
use crate::games::AnyGame;
use crate::{Game, with_game};

/// The `format` of a log.
pub const LOG: &str = "meeple-log";

const KINDS: [&str; 4] = ["position", "record", "view", "log"];

/// The schema of a kind of document of a game, as JSON text.
pub fn text(kind: &str, game: &AnyGame) -> Result<String> {
    if !KINDS.contains(&kind) {
        return Err(Error::argument("unknown_kind", "kind", format!("{:?}", shorten(kind)), one_of(&KINDS)));
    }
    let (position, view) = with_game!(game, game => parts(game));
    let seats = game.common().num_players;
    let seat = json!({"anyOf": [{"type": "integer", "minimum": 0, "maximum": seats - 1}, {"type": "null"}]});
    let by_seat =
        |item: &str| json!({"anyOf": [{"type": "array", "items": {"type": item}, "minItems": seats, "maxItems": seats}, {"type": "null"}]});
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let (format, own, optional) = match kind {
        "position" => (POSITION, json!({"position": inner(&position)}), json!({})),
        "view" => (VIEW, json!({"player": seat, "view": inner(&view)}), json!({})),
        "record" => (
            RECORD,
            json!({"start": {"anyOf": [inner(&position), {"type": "null"}]}, "actions": texts, "scores": by_seat("integer"), "returns": by_seat("number")}),
            json!({"termination": {"type": "string"}, "meta": true}),
        ),
        _ => {
            let event = json!({
                "type": "object",
                "additionalProperties": false,
                "required": ["ply", "seat", "text", "revealed"],
                "properties": {
                    "ply": {"type": "integer", "minimum": 0}, "seat": seat,
                    "text": {"type": ["string", "null"]}, "revealed": texts,
                },
            });
            (LOG, json!({"player": seat, "events": {"type": "array", "items": event}}), json!({}))
        }
    };
    let mut properties = json!({
        "format": {"const": format}, "version": {"const": VERSION}, "game": {"const": game.info().name}, "params": {"type": "object"},
    });
    let mut required: Vec<Value> = ["format", "version", "game", "params"].map(Value::from).to_vec();
    required.extend(own.as_object().into_iter().flat_map(Map::keys).map(|key| Value::from(key.as_str())));
    for more in [own, optional] {
        if let (Some(all), Value::Object(more)) = (properties.as_object_mut(), more) {
            all.extend(more);
        }
    }
    let mut document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("{format} of {}", game.info().name),
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "properties": properties,
    });
    let used = if kind == "view" { &view } else { &position };
    if let (Some(definitions), Some(document)) = (used.get("$defs"), document.as_object_mut())
        && kind != "log"
    {
        document.insert("$defs".to_owned(), definitions.clone());
    }
    serde_json::to_string(&document).map_err(|error| Error::argument("not_json", "kind", error, "a schema"))
}

fn parts<G: Game>(_game: &Arc<G>) -> (Schema, Schema) {
    (schema_of::<G::Position>(), schema_of::<G::ViewDocument>())
}

/// As it is written: every key is there.
fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// A root schema without what only a root has.
fn inner(schema: &Schema) -> Value {
    let mut value = schema.clone().to_value();
    if let Some(map) = value.as_object_mut() {
        map.remove("$schema");
        map.remove("$defs");
        map.remove("title");
    }
    value
}
