//! The shape of the data file, and of islands, postcards and shapes of one's own (GU-15).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, Result};

/// An island.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IslandData {
    /// Its number, from 1 in the order of the list.
    pub id: u64,
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// The printed name.
    #[serde(default, skip_serializing)]
    pub name: Option<String>,
    /// The printed name in other languages.
    #[serde(default, skip_serializing)]
    pub en: Option<String>,
    /// The printed name in other languages.
    #[serde(default, skip_serializing)]
    pub de: Option<String>,
    /// What its picture shows.
    pub tags: Vec<String>,
}

/// A postcard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostcardData {
    /// Its number, from 1 in the order of the list.
    pub id: u64,
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// The printed name.
    #[serde(default, skip_serializing)]
    pub name: Option<String>,
    /// The printed name in other languages.
    #[serde(default, skip_serializing)]
    pub en: Option<String>,
    /// The printed name in other languages.
    #[serde(default, skip_serializing)]
    pub de: Option<String>,
    /// The tag of each element.
    pub elements: Vec<String>,
}

/// The file.
#[derive(Debug, Deserialize)]
pub struct File {
    /// The islands.
    pub islands: Value,
    /// The postcards.
    pub postcards: Value,
    /// The cells of the archipelago.
    pub shape: Value,
    /// How many treasure cards there are.
    pub treasures: u8,
    /// How many legend cards there are.
    pub legends: u8,
    /// Clue tokens of each player.
    pub clue_tokens: u8,
    /// Position fires of each player.
    pub fires: u8,
    /// Coins that end the game.
    pub goal: u16,
}

/// The text of the file.
pub const JSON: &str = include_str!("../../../data/guardians.json");

// The file is part of the crate; a test reads it, so that a broken one never ships.
static FILE: LazyLock<std::result::Result<File, String>> = LazyLock::new(|| serde_json::from_str(JSON).map_err(|error| error.to_string()));

/// The file of the box.
pub fn file() -> Result<&'static File> {
    FILE.as_ref().map_err(|error| Error::config("broken_data", "guardians.json", error, "the shipped file"))
}
