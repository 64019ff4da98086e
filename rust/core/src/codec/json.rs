//! Position documents.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::Game;
use crate::action::shorten;
use crate::error::{Error, Result};
use crate::games::{AnyGame, AnyState};
use crate::run::At;
use crate::{with_game, with_state};

/// The `format` of a position.
pub const POSITION: &str = "meeple-position";
/// The version of all documents.
pub const VERSION: u64 = 1;

#[derive(Serialize)]
struct Document<'a, P> {
    format: &'static str,
    version: u64,
    game: &'static str,
    params: &'a Map<String, Value>,
    position: P,
}

/// The head of a document, and what follows it, unread.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionDocument<'a> {
    format: String,
    version: Value,
    game: String,
    params: Map<String, Value>,
    #[serde(borrow)]
    position: &'a RawValue,
}

fn position_error(code: &'static str, pointer: impl Into<String>, value: impl std::fmt::Display, expected: impl Into<String>) -> Error {
    Error::position(code, pointer, value, expected)
}

/// A state as the JSON text of a position document.
pub fn write(state: &AnyState) -> Result<String> {
    let game = state.game();
    let (info, common) = (game.info(), game.common());
    let head = |position| Document { format: POSITION, version: VERSION, game: info.name, params: &common.params, position };
    let text = with_state!(state, at => serde_json::to_string(&head(at.game.position(&at.state))));
    text.map_err(|error| position_error("not_json", "", error, "a position that JSON can hold"))
}

/// Reads a position document. Its parameters make the game, unless `like` has the same ones.
pub fn read(text: &str, like: Option<&AnyGame>) -> Result<AnyState> {
    let document: PositionDocument<'_> = serde_json::from_str(text)
        .map_err(|error| position_error("malformed", "", shorten(text), format!("a position document ({error})")))?;
    if document.format != POSITION {
        return Err(position_error("wrong_format", "/format", format!("{:?}", shorten(&document.format)), format!("{POSITION:?}")));
    }
    if document.version != VERSION {
        return Err(position_error("unknown_version", "/version", document.version, VERSION.to_string()));
    }
    let game = match like {
        Some(game) if game.info().name == document.game && game.common().params == document.params => game.clone(),
        _ => AnyGame::load(&document.game, &document.params).map_err(|error| {
            let detail = error.detail();
            let pointer =
                if detail.code == "unknown_game" { "/game".to_owned() } else { format!("/params/{}", detail.field.replace('.', "/")) };
            position_error(detail.code, pointer, &detail.value, detail.expected.clone())
        })?,
    };
    with_game!(&game, game => read_position(game, document.position.get()))
}

/// Reads a game's `position`.
pub fn read_position<G: Game>(game: &std::sync::Arc<G>, text: &str) -> Result<AnyState>
where
    AnyState: From<At<G>>,
{
    let mut reader = serde_json::Deserializer::from_str(text);
    let position: G::Position = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer = format!("/{}", error.path().to_string().replace(['.', '['], "/").replace(']', "").trim_matches('/'));
        position_error("malformed", pointer, shorten(text), format!("a well-formed position ({})", error.into_inner()))
    })?;
    Ok(At { game: std::sync::Arc::clone(game), state: game.from_position(&position)? }.into())
}
