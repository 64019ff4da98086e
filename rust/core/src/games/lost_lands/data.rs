//! The shape of the expansion's data file, and of its layouts (LL-1, LL-4).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::legends::data::{CardData, Exits, FaceData, LayoutData};
use crate::error::{Error, Result};

/// A leader of the expansion.
#[derive(Debug, Deserialize)]
pub struct LeaderData {
    /// The id.
    pub id: String,
    /// The parameter without which it is not dealt.
    #[serde(default)]
    pub needs: Option<String>,
}

/// What a turn-order token does (LL-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEffect {
    /// An army more when placing.
    PlusArmy,
    /// A point more when moving.
    PlusMove,
    /// One flying more when moving.
    Wing,
    /// A coin when it is taken.
    Coin,
    /// A coin less when it is taken.
    LoseCoin,
}

/// A faction token (LL-17).
#[derive(Debug, Deserialize)]
pub struct FactionData {
    /// The id.
    pub id: String,
    /// What it counts as, one of the two.
    pub families: [String; 2],
}

/// The layouts of a board that are used when none is named.
#[derive(Debug, Deserialize)]
pub struct Defaults {
    /// With 2 to 4 players.
    pub small: String,
    /// With 5 or 6.
    pub large: String,
}

/// The file of the expansion.
#[derive(Debug, Deserialize)]
pub struct ExpansionFile {
    /// Coins by place in the hand.
    pub hand_costs: [u8; 4],
    /// Coins by players.
    pub coins: BTreeMap<String, u8>,
    /// Cards to own by players.
    pub cards_to_own: BTreeMap<String, u8>,
    /// Armies of each player.
    pub armies: u8,
    /// How many of them begin on the start.
    pub start_armies: u8,
    /// Crystal tokens.
    pub crystals: u8,
    /// The cards.
    pub cards: Vec<CardData>,
    /// The leaders.
    pub leaders: Vec<LeaderData>,
    /// What turn-order tokens do, by players.
    pub turn_tokens: BTreeMap<String, Vec<TurnEffect>>,
    /// Faction tokens.
    pub factions: Vec<FactionData>,
    /// The two faces of the board.
    pub faces: Map<String, Value>,
    /// The named layouts.
    pub layouts: Map<String, Value>,
    /// The layout by board.
    pub default_layout: BTreeMap<String, Defaults>,
}

/// One side of the expansion's board.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpansionFace {
    #[serde(default)]
    about: Option<Value>,
    #[serde(default)]
    name: Option<Value>,
    islands: Vec<Vec<String>>,
    land: Vec<(String, String)>,
    water: Vec<(String, String)>,
    exits: Exits,
    #[serde(default)]
    continent_vp: Option<u8>,
    /// Borders over lava (LL-13).
    #[serde(default)]
    pub lava: Vec<(String, String)>,
    /// The printed portal (LL-4).
    pub portal: String,
    /// Regions with crystals (LL-14).
    #[serde(default)]
    pub crystals: Vec<String>,
}

impl ExpansionFace {
    /// What Legends knows of a face.
    pub fn plain(&self) -> FaceData {
        FaceData {
            about: self.about.clone(),
            name: self.name.clone(),
            islands: self.islands.clone(),
            land: self.land.clone(),
            water: self.water.clone(),
            exits: self.exits.clone(),
            continent_vp: self.continent_vp,
        }
    }
}

/// Faces on cells, and where armies start and the second portal is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpansionLayout {
    #[serde(default, skip_serializing)]
    about: Option<Value>,
    #[serde(default, skip_serializing)]
    name: Option<Value>,
    #[serde(default, skip_serializing)]
    players: Option<Value>,
    /// Face, x to the east, y to the south, degrees clockwise.
    pub boards: Vec<(String, i32, i32, i32)>,
    /// The starting region.
    #[serde(default)]
    pub start: Option<String>,
    /// The region of the second portal.
    #[serde(default)]
    pub portal: Option<String>,
    /// The second starting region, for 5 or 6 players.
    #[serde(default)]
    pub second_start: Option<String>,
    /// Faces of one's own.
    #[serde(default)]
    pub faces: Option<Map<String, Value>>,
}

impl ExpansionLayout {
    /// What Legends knows of a layout.
    pub fn plain(&self) -> LayoutData {
        LayoutData {
            about: None,
            name: None,
            players: None,
            boards: self.boards.clone(),
            start: self.start.clone(),
            values: None,
            faces: self.faces.clone(),
        }
    }
}

/// The text of the file.
pub const LOST_LANDS_JSON: &str = include_str!("../../../data/lost_lands.json");

// The file is part of the crate; a test reads it, so that a broken one never ships.
static FILE: LazyLock<std::result::Result<ExpansionFile, String>> =
    LazyLock::new(|| serde_json::from_str(LOST_LANDS_JSON).map_err(|error| error.to_string()));

/// The expansion's box.
pub fn file() -> Result<&'static ExpansionFile> {
    FILE.as_ref().map_err(|error| Error::config("broken_data", "lost_lands.json", error, "the shipped file"))
}
