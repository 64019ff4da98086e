//! The shape of the data files, and of decks, layouts and tokens of one's own (LG-32, LG-33, LG-26).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::types::{Effect, Join, Part, TokenKind};
pub use crate::codec::own::read;
use crate::error::{Error, Result};

/// A card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    /// The id.
    pub id: String,
    /// The printed name.
    #[serde(default)]
    pub name: Option<String>,
    /// The printed name in other languages.
    #[serde(default)]
    pub en: Option<String>,
    /// The printed name in other languages.
    #[serde(default)]
    pub de: Option<String>,
    /// The family, if it has one.
    pub family: Option<String>,
    /// It leaves the deck when fewer play.
    pub min_players: u8,
    /// How two parts are joined.
    pub join: Option<Join>,
    /// One part, or two.
    pub action: Vec<Part>,
    /// What it does for its owner.
    pub abilities: Vec<Effect>,
}

/// A deck of one's own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckData {
    /// A free text.
    #[serde(default, rename = "about")]
    pub _about: Option<Value>,
    /// A free text.
    #[serde(default, rename = "name")]
    pub _name: Option<Value>,
    /// The cards, in the order of their numbers.
    pub cards: Vec<CardData>,
}

/// One side of a board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceData {
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// A free text.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// The islands, each a list of regions.
    pub islands: Vec<Vec<String>>,
    /// Land borders.
    pub land: Vec<(String, String)>,
    /// Water connections inside the face.
    pub water: Vec<(String, String)>,
    /// The region that each side's exit leads to.
    pub exits: Exits,
    /// What each of its islands is worth; 1 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continent_vp: Option<u8>,
}

/// The exits of an unturned face.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Exits {
    /// To the north.
    #[serde(rename = "N", default)]
    pub north: Option<String>,
    /// To the east.
    #[serde(rename = "E", default)]
    pub east: Option<String>,
    /// To the south.
    #[serde(rename = "S", default)]
    pub south: Option<String>,
    /// To the west.
    #[serde(rename = "W", default)]
    pub west: Option<String>,
}

impl Exits {
    /// The exit on a side, 0 north, 1 east, 2 south, 3 west, of the face turned by quarter turns clockwise.
    pub fn side(&self, side: usize, turns: usize) -> Option<&String> {
        match (side + 4 - turns % 4) % 4 {
            0 => self.north.as_ref(),
            1 => self.east.as_ref(),
            2 => self.south.as_ref(),
            _ => self.west.as_ref(),
        }
    }
}

/// Faces on cells, and where armies start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutData {
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// A free text.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// Advice in the data file; the rules decide.
    #[serde(default, skip_serializing)]
    pub players: Option<Value>,
    /// Face, x to the east, y to the south, degrees clockwise.
    pub boards: Vec<(String, i32, i32, i32)>,
    /// The starting region.
    #[serde(default)]
    pub start: Option<String>,
    /// What regions are worth with `scoring` `rounds`.
    #[serde(default)]
    pub values: Option<BTreeMap<String, u8>>,
    /// Faces of one's own.
    #[serde(default)]
    pub faces: Option<Map<String, Value>>,
}

/// A token of one's own (LG-26).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenData {
    /// The id.
    pub name: String,
    /// Where it lies from the begin.
    #[serde(default)]
    pub region: Option<String>,
    /// When it works; not for a portal.
    #[serde(default)]
    pub on: Option<TokenKind>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// The file of boards.
#[derive(Debug, Deserialize)]
pub struct BoardFile {
    /// The two faces of each physical board.
    pub pairs: Vec<(String, String)>,
    /// The faces by name, in the order of the file.
    pub faces: Map<String, Value>,
    /// The named layouts.
    pub layouts: Map<String, Value>,
    /// The layout by players.
    pub default_layout: BTreeMap<String, String>,
}

/// A deck that changes cards of the file.
#[derive(Debug, Deserialize)]
pub struct DeckOverrides {
    /// A card's id and the abilities that replace its own.
    pub overrides: Vec<Override>,
}

/// One change.
#[derive(Debug, Deserialize)]
pub struct Override {
    /// The card.
    pub id: String,
    /// Its abilities.
    pub abilities: Vec<Effect>,
}

/// A leader's entry.
#[derive(Debug, Deserialize)]
pub struct LeaderData {
    /// The id.
    pub id: String,
}

/// A token to explore.
#[derive(Debug, Deserialize)]
pub struct ExploreToken {
    /// The id.
    pub id: String,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// The tokens of the box.
#[derive(Debug, Deserialize)]
pub struct TokenFile {
    /// Tokens to explore.
    pub explore: Vec<ExploreToken>,
    /// Citadels.
    pub citadels: Vec<String>,
}

/// The file of cards.
#[derive(Debug, Deserialize)]
pub struct CardFile {
    /// Coins by place in the row.
    pub row_costs: [u8; 6],
    /// Coins by players.
    pub coins: BTreeMap<String, u8>,
    /// Cards to own by players.
    pub cards_to_own: BTreeMap<String, u8>,
    /// Named decks.
    pub decks: BTreeMap<String, DeckOverrides>,
    /// The cards.
    pub cards: Vec<CardData>,
    /// The leaders.
    pub leaders: Vec<LeaderData>,
    /// The tokens.
    pub tokens: TokenFile,
}

/// Names that the rules themselves mention.
#[derive(Debug, Deserialize)]
pub struct RuleFile {
    /// With this face in play the start lies on it (LG-4).
    pub start_face: String,
    /// The family that scores for the Fairy Queen (LG-27).
    pub leader_family: String,
    /// How many of its cards.
    pub leader_family_size: u32,
    /// How many regions make an island large for the White Knight (LG-27).
    pub large_island: u32,
}

/// The text of the file of boards.
pub const BOARDS_JSON: &str = include_str!("../../../data/legends_boards.json");
/// The text of the file of cards.
pub const CARDS_JSON: &str = include_str!("../../../data/legends_cards.json");
/// The text of the file of names in rules.
pub const RULES_JSON: &str = include_str!("../../../data/legends_rules.json");

// The files are part of the crate; a test reads them, so that a broken one never ships.
static BOARDS: LazyLock<std::result::Result<BoardFile, String>> =
    LazyLock::new(|| serde_json::from_str(BOARDS_JSON).map_err(|error| error.to_string()));
static CARDS: LazyLock<std::result::Result<CardFile, String>> =
    LazyLock::new(|| serde_json::from_str(CARDS_JSON).map_err(|error| error.to_string()));

static RULES: LazyLock<std::result::Result<RuleFile, String>> =
    LazyLock::new(|| serde_json::from_str(RULES_JSON).map_err(|error| error.to_string()));

/// The boards of the box.
pub fn boards() -> Result<&'static BoardFile> {
    BOARDS.as_ref().map_err(|error| Error::config("broken_data", "legends_boards.json", error, "the shipped file"))
}

/// The cards, leaders and tokens of the box.
pub fn cards() -> Result<&'static CardFile> {
    CARDS.as_ref().map_err(|error| Error::config("broken_data", "legends_cards.json", error, "the shipped file"))
}

/// The names that the rules mention.
pub fn rules() -> Result<&'static RuleFile> {
    RULES.as_ref().map_err(|error| Error::config("broken_data", "legends_rules.json", error, "the shipped file"))
}
