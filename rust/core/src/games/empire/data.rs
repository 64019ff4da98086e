//! The shape of the map's file, and of maps of one's own (EM-20).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::types::Symbol;
use crate::error::{Error, Result};

/// A continent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContinentData {
    /// The id.
    pub id: String,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub en: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub de: Option<Value>,
    /// Units a turn for who holds it all (EM-5).
    pub bonus: i64,
}

/// A land, and its card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandData {
    /// The id.
    pub id: String,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub en: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub de: Option<Value>,
    /// The continent's id.
    pub continent: String,
    /// Of its card.
    pub symbol: Symbol,
}

/// What a set is worth (EM-6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetWorth {
    /// Three infantry.
    pub infantry: i64,
    /// Three cavalry.
    pub cavalry: i64,
    /// Three artillery.
    pub artillery: i64,
    /// One of each.
    pub mixed: i64,
}

/// A map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapData {
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub en: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub de: Option<Value>,
    /// The continents.
    pub continents: Vec<ContinentData>,
    /// The lands, in the order of their numbers.
    pub lands: Vec<LandData>,
    /// The borders, each once.
    pub borders: Vec<(String, String)>,
    /// How many jokers the deck has.
    pub jokers: i64,
    /// What sets are worth.
    pub set_worth: SetWorth,
    /// Units at the start by players.
    #[serde(default)]
    pub initial_units: BTreeMap<String, i64>,
}

/// The text of the file of the classic map.
pub const CLASSIC_JSON: &str = include_str!("../../../data/empire_classic.json");

// The file is part of the crate; a test reads it, so that a broken one never ships.
static CLASSIC: LazyLock<std::result::Result<Value, String>> =
    LazyLock::new(|| serde_json::from_str(CLASSIC_JSON).map_err(|error| error.to_string()));

/// The map of a name.
pub fn named(name: &str) -> Result<&'static Value> {
    if name != "classic" {
        return Err(Error::config("unknown_map", "map", format!("{:?}", crate::action::shorten(name)), "\"classic\", or a map as JSON"));
    }
    CLASSIC.as_ref().map_err(|error| Error::config("broken_data", "empire_classic.json", error, "the shipped file"))
}
