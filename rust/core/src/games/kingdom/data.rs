//! The shape of a deck's data, the box's or one's own (KD-18), and its tables.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::score::{Face, MOST_SYMBOLS};
use super::types::*;
use crate::codec::own;
use crate::error::{Error, Result};

/// The text of the file of cards.
pub const DECK_JSON: &str = include_str!("../../../data/kingdom_deck.json");
/// The name of the box's deck.
pub const REFERENCE: &str = "reference";

/// A card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    /// The id; only a card drawn for a table (see [`super::tools`]) may have none.
    #[serde(default)]
    pub id: Option<i64>,
    /// Whether it leaves unless five play.
    #[serde(default)]
    pub fifth: bool,
    /// Terrain and symbol of the corners, clockwise from the north-west.
    pub zones: [(Terrain, Option<Symbol>); SIDES],
    /// Slot and dots of the arms, clockwise from the north.
    pub arms: [(i64, i64); SIDES],
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// A name in English.
    #[serde(default, skip_serializing)]
    pub en: Option<Value>,
    /// A name in German.
    #[serde(default, skip_serializing)]
    pub de: Option<Value>,
}

/// A deck. Points that are not said are those of KD-12 and KD-14.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckData {
    /// A free text.
    #[serde(default, skip_serializing)]
    pub about: Option<Value>,
    /// A name for people.
    #[serde(default, skip_serializing)]
    pub name: Option<Value>,
    /// A name in English.
    #[serde(default, skip_serializing)]
    pub en: Option<Value>,
    /// A name in German.
    #[serde(default, skip_serializing)]
    pub de: Option<Value>,
    /// Those of KD-2, if said.
    #[serde(default = "terrain_names", skip_serializing)]
    pub terrains: Vec<String>,
    /// Those of KD-2, if said.
    #[serde(default = "symbol_names", skip_serializing)]
    pub symbols: Vec<String>,
    /// The points of an edict.
    #[serde(default = "edict_points")]
    pub edict_points: i64,
    /// The points of a terrain by its number of symbols.
    #[serde(default = "set_points")]
    pub set_points: Vec<i64>,
    /// The cards, in the order of their numbers.
    pub cards: Vec<CardData>,
}

fn terrain_names() -> Vec<String> {
    TERRAIN_NAMES.map(str::to_owned).to_vec()
}

fn symbol_names() -> Vec<String> {
    SYMBOL_NAMES.map(str::to_owned).to_vec()
}

const fn edict_points() -> i64 {
    3
}

fn set_points() -> Vec<i64> {
    vec![0, 0, 1, 2, 4, 7]
}

/// A checked deck: its data and the tables that points are counted from.
#[derive(Debug)]
pub struct Deck {
    /// The data.
    pub data: DeckData,
    /// The id of each card.
    pub ids: Vec<u8>,
    /// Each card turned by 0, 90, 180 and 270 degrees.
    pub faces: Box<[[Face; SIDES]; MAX_CARDS]>,
    /// The points of an edict.
    pub edict_points: i32,
    /// The points of a terrain by its number of symbols.
    pub set_points: [i32; MOST_SYMBOLS + 1],
    /// The cards that leave unless five play.
    pub fifth: CardSet,
}

impl Deck {
    /// The place of a card in the data.
    pub fn find(&self, id: i64) -> Option<Card> {
        self.ids.iter().position(|&known| i64::from(known) == id).map(|place| Card(place as u8))
    }

    /// The id of a card; 0 for none.
    pub fn id(&self, card: u8) -> u8 {
        self.ids.get(card as usize).copied().unwrap_or_default()
    }

    /// The ids of a set of cards, ascending.
    pub fn sorted_ids(&self, cards: CardSet) -> Vec<i64> {
        let mut ids: Vec<i64> = cards.into_iter().map(|card| i64::from(self.id(card.0))).collect();
        ids.sort_unstable();
        ids
    }

    /// Checks data.
    pub fn new(data: DeckData) -> Result<Self> {
        require_names("deck.terrains", &data.terrains, &TERRAIN_NAMES)?;
        require_names("deck.symbols", &data.symbols, &SYMBOL_NAMES)?;
        let edict_points = require_points("deck.edict_points", data.edict_points)?;
        let (last, most) = match data.set_points.as_slice() {
            [.., last] if data.set_points.len() <= MOST_SYMBOLS + 1 => (*last, data.set_points.len()),
            other => {
                return Err(Error::config(
                    "wrong_count",
                    "deck.set_points",
                    format!("{} numbers", other.len()),
                    format!("1 to {} numbers (KD-18)", MOST_SYMBOLS + 1),
                ));
            }
        };
        let mut set_points = [0; MOST_SYMBOLS + 1];
        for (number, place) in set_points.iter_mut().enumerate() {
            let points = data.set_points.get(number).copied().unwrap_or(last);
            *place = require_points(&format!("deck.set_points[{}]", number.min(most - 1)), points)?;
        }
        if data.cards.len() > MAX_CARDS {
            return Err(Error::config(
                "too_many",
                "deck.cards",
                format!("{} cards", data.cards.len()),
                format!("at most {MAX_CARDS} cards (KD-18)"),
            ));
        }
        let mut deck = Self {
            ids: Vec::with_capacity(data.cards.len()),
            faces: Box::new([[Face::NONE; SIDES]; MAX_CARDS]),
            edict_points,
            set_points,
            fifth: CardSet::EMPTY,
            data,
        };
        for (place, card) in deck.data.cards.iter().enumerate() {
            let field = format!("deck.cards[{place}]");
            let id = card.id.ok_or_else(|| Error::config("missing", format!("{field}.id"), "nothing", "a number from 1 to 255 (KD-18)"))?;
            let id = u8::try_from(id)
                .ok()
                .filter(|&id| id > 0)
                .ok_or_else(|| Error::config("out_of_range", format!("{field}.id"), id, "a number from 1 to 255 (KD-18)"))?;
            if deck.ids.contains(&id) {
                return Err(Error::config("duplicate_id", format!("{field}.id"), format!("{id} again"), "ids that differ (KD-18)"));
            }
            deck.ids.push(id);
            if card.fifth {
                deck.fifth.insert(Card(place as u8));
            }
            if let Some(faces) = deck.faces.get_mut(place) {
                *faces = card.faces(&field)?;
            }
        }
        Ok(deck)
    }

    /// Reads a deck: the name of the box's or data.
    pub fn read(value: &Value) -> Result<Self> {
        match value {
            Value::String(name) if name == REFERENCE => Self::new(reference()?.data.clone()),
            Value::String(name) => Err(Error::config(
                "unknown_deck",
                "deck",
                format!("{:?}", crate::action::shorten(name)),
                format!("{REFERENCE:?}, or a deck as JSON (KD-18)"),
            )),
            own => Self::new(own::read("deck", own)?),
        }
    }
}

impl CardData {
    /// The card in its four turns; an error names the field below `field`.
    pub fn faces(&self, field: &str) -> Result<[Face; SIDES]> {
        let within = |rest: &str, value: i64, most: i64, least: i64| {
            if (least..=most).contains(&value) {
                Ok(value as u8)
            } else {
                Err(Error::config("out_of_range", format!("{field}.{rest}"), value, format!("a number from {least} to {most} (KD-1)")))
            }
        };
        let mut arms = [(0, 0); SIDES];
        for (side, (place, &(slot, dots))) in arms.iter_mut().zip(&self.arms).enumerate() {
            *place = (within(&format!("arms[{side}][0]"), slot, 3, 1)?, within(&format!("arms[{side}][1]"), dots, 2, 0)?);
        }
        let zones = self.zones.map(|(terrain, symbol)| (terrain as u8, symbol.map(|symbol| symbol as u8)));
        // A quarter turn moves side, zone and arm k to k + 1 (KD-3).
        Ok(std::array::from_fn(|turns| {
            let turned = |k: usize| (k + SIDES - turns) % SIDES;
            Face::new(std::array::from_fn(|k| zones[turned(k)]), std::array::from_fn(|k| arms[turned(k)]))
        }))
    }
}

fn require_names(field: &str, given: &[String], known: &[&str]) -> Result<()> {
    if given.iter().map(String::as_str).eq(known.iter().copied()) {
        return Ok(());
    }
    Err(Error::config(
        "unknown_name",
        field,
        crate::action::shorten(&given.join(", ")),
        format!("{}, in this order (KD-2)", known.join(", ")),
    ))
}

fn require_points(field: &str, points: i64) -> Result<i32> {
    if (0..=100).contains(&points) {
        return Ok(points as i32);
    }
    Err(Error::config("out_of_range", field, points, "a number from 0 to 100 (KD-18)"))
}

// The file is part of the crate; a test reads it, so that a broken one never ships.
static DECK: LazyLock<std::result::Result<Deck, String>> = LazyLock::new(|| {
    let data = serde_json::from_str(DECK_JSON).map_err(|error| error.to_string())?;
    Deck::new(data).map_err(|error| error.to_string())
});

/// The deck of the box.
pub fn reference() -> Result<&'static Deck> {
    DECK.as_ref().map_err(|error| Error::config("broken_data", "kingdom_deck.json", error, "the shipped file"))
}
