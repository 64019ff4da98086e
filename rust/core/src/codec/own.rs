//! Data of one's own: ids, objects by name, reading with errors that name the field, and the one form that fingerprints are made of.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::strict::Strict;
use crate::action::shorten;
use crate::error::{Error, Result};

/// The words that no id may be (G-5).
const RESERVED: [&str; 4] = ["all", "pass", "leader", "neutral"];

/// Whether a text is an id of one's own data (G-5).
pub fn is_id(text: &str, capitals: bool) -> bool {
    let letter = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || capitals && byte.is_ascii_uppercase();
    text.len() <= 32
        && text.bytes().next().is_some_and(letter)
        && text.bytes().all(|byte| letter(byte) || byte == b'-')
        && !RESERVED.contains(&text)
        && !text.strip_prefix("joker-").is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Refuses a text that is no id.
pub fn require_id(field: &str, text: &str, capitals: bool) -> Result<()> {
    let letters = if capitals { "[a-zA-Z0-9][a-zA-Z0-9-]*" } else { "[a-z0-9][a-z0-9-]*" };
    if is_id(text, capitals) {
        Ok(())
    } else {
        Err(Error::config(
            "bad_id",
            field,
            format!("{:?}", shorten(text)),
            format!("an id ({letters}, at most 32 characters, not a word of the texts)"),
        ))
    }
}

/// Reads data of one's own; an error names the field below `field`.
pub fn read<T: DeserializeOwned>(field: &str, value: &Value) -> Result<T> {
    serde_path_to_error::deserialize(Strict(value)).map_err(|error| {
        let path = error.path().to_string();
        let place = match path.as_str() {
            "." => field.to_owned(),
            path if path.starts_with('[') => format!("{field}{path}"),
            path => format!("{field}.{path}"),
        };
        let found = value.pointer(&pointer(error.path())).unwrap_or(value);
        Error::config("malformed", place, shorten(&found.to_string()), format!("well-formed data ({})", error.inner()))
    })
}

/// The place of an error of shape as a JSON pointer.
pub fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => pointer.push_str(&format!("/{}", escape(key))),
            Segment::Enum { variant } => pointer.push_str(&format!("/{}", escape(variant))),
            Segment::Unknown => {}
        }
    }
    pointer
}

/// `a.b[0].c` as `/a/b/0/c`; names in it are escaped already.
pub fn dotted_to_pointer(path: &str) -> String {
    let parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']')).filter(|part| !part.is_empty());
    parts.map(|part| format!("/{part}")).collect()
}

/// A name as a part of a JSON pointer (RFC 6901).
pub fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Reads a document, or a part of one; `refuse` makes the error of the pointer, what stands there, and what was expected.
pub fn read_part<'a, T: Deserialize<'a>, E>(
    text: &'a str,
    what: &str,
    refuse: fn(String, String, String) -> E,
) -> std::result::Result<T, E> {
    // To keep track of the path costs more than to read: it is done only where something is wrong.
    let mut reader = serde_json::Deserializer::from_str(text);
    if let Ok(read) = T::deserialize(Strict(&mut reader))
        && reader.end().is_ok()
    {
        return Ok(read);
    }
    let fault = |pointer: String, error: &dyn std::fmt::Display| {
        let whole: Value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
        let found = whole.pointer(&pointer).unwrap_or(&whole).to_string();
        refuse(pointer, shorten(&found), format!("{what} ({error})"))
    };
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(Strict(&mut reader)).map_err(|error| {
        // Text that is no JSON is wrong as a whole, wherever reading stopped.
        let place = if error.inner().is_data() { pointer(error.path()) } else { String::new() };
        fault(place, error.inner())
    })?;
    reader.end().map_err(|error| fault(String::new(), &error))?;
    Ok(read)
}

/// The same JSON with the keys of every object sorted, so that it does not depend on how it was written.
pub fn canonical(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_unstable();
            Value::Object(keys.into_iter().filter_map(|key| Some((key.clone(), canonical(map.get(key)?)))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(canonical).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// A JSON object by name in a fixed order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}ByName", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({"type": "object", "additionalProperties": item})
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self::Value, A::Error> {
                let mut entries: Vec<(String, T)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, T>()? {
                    if entries.iter().any(|(other, _)| *other == name) {
                        return Err(serde::de::Error::custom(format!("the key {name:?} twice")));
                    }
                    entries.push((name, value));
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}
