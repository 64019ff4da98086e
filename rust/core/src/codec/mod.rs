//! Documents and bytes.

pub mod bytes;
pub mod columns;
pub mod json;
pub mod own;
pub mod params;
pub mod payload;
pub mod record;
pub mod schema;
pub mod strict;

use serde_json::{Map, Value};

use crate::action::{one_of, shorten};
use crate::error::{Error, Result};
use crate::games::{AnyGame, INFOS};

/// Makes a game from a name and the JSON text of its parameters.
pub fn load(name: &str, params: &str) -> Result<AnyGame> {
    let map: Map<String, Value> = serde_json::from_str(params)
        .map_err(|error| Error::config("malformed", "params", format!("{:?}", shorten(params)), format!("a JSON object ({error})")))?;
    AnyGame::load(name, &map)
}

/// The text of a shipped data file, by its name without `.json`.
pub fn data_text(name: &str) -> Result<&'static str> {
    let mut files = INFOS.iter().flat_map(|info| info.data);
    files.clone().find(|(known, _)| *known == name).map(|&(_, text)| text).ok_or_else(|| {
        let known: Vec<&str> = files.by_ref().map(|&(known, _)| known).collect();
        Error::argument("unknown_data", "name", format!("{:?}", shorten(name)), one_of(&known))
    })
}
