//! Scoring tables that did not come from a game: kingdoms of any origin, cards by id or as drawn, half-built too.
//!
//! A kingdom is a list of cards as in a position, `{"card": C, "x": X, "y": Y, "rotation": R}`. C is the id of a card of the deck, or a card
//! drawn: an object with `zones` and `arms` as in a deck's data, `id` if it has one. X and Y count from anywhere.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::data::{CardData, Deck, REFERENCE, reference};
use super::position::{edict_number, turns};
use super::road::{self, Arm, Borders};
use super::score::{Face, Grid, ROW, Table, Tally};
use super::territory;
use super::types::*;
use crate::MAX_SEATS;
use crate::action::{Bits, shorten};
use crate::codec::params::Params;
use crate::error::{Error, Result};
use crate::mechanics::trails::CELLS;
use crate::outcome::Outcome;
use crate::score::Breakdown;

/// A deck, by the name of the box's or as data.
#[derive(Debug)]
pub enum AnyDeck {
    /// The box's.
    Reference(&'static Deck),
    /// One's own.
    Own(Box<Deck>),
}

impl AnyDeck {
    /// Reads `reference`, a deck as JSON or its text.
    pub fn read(value: Value) -> Result<Self> {
        let given = Map::from_iter([("deck".to_owned(), value)]);
        match Params::new(&given).named_or_data("deck", || Ok(json!(REFERENCE)))? {
            Value::String(name) if name == REFERENCE => Ok(Self::Reference(reference()?)),
            own => Ok(Self::Own(Box::new(Deck::read(&own)?))),
        }
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        match self {
            Self::Reference(deck) => deck,
            Self::Own(deck) => deck,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    card: Value,
    x: i64,
    y: i64,
    rotation: i64,
}

/// Reads a value; an error is told by JSON pointer.
fn read<T: DeserializeOwned>(pointer: &str, value: &Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = format!("{pointer}.{}", error.path());
        let inner = error.into_inner().to_string();
        Error::position("malformed", pointed(&path), shorten(&value.to_string()), format!("a well-formed entry ({inner})"))
    })
}

/// A dotted path as a JSON pointer.
fn pointed(path: &str) -> String {
    path.replace(['.', '['], "/").replace(']', "").trim_end_matches('/').to_owned()
}

/// A kingdom on a 3x3 square, and where that lies.
#[derive(Debug)]
pub struct Built {
    grid: Grid,
    borders: Borders,
    west: i64,
    north: i64,
}

/// An arm of a trail, or a zone of a territory: the card's cell, and side or corner as it lies on the table, clockwise from 0 (KD-1).
pub type Spot = (i64, i64, usize);

impl Built {
    /// Reads and checks a kingdom. `used` holds the ids of cards at the table so far.
    fn new(deck: &Deck, pointer: &str, cards: &Value, used: &mut Vec<i64>) -> Result<Self> {
        let entries = cards.as_array().ok_or_else(|| {
            Error::position("wrong_type", pointer, shorten(&cards.to_string()), "a list of cards with card, x, y and rotation")
        })?;
        let mut laid: Vec<(Face, i64, i64)> = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            let pointer = format!("{pointer}/{place}");
            let entry: Entry = read(&pointer, entry)?;
            let turns = turns(&pointer, entry.rotation)?;
            let face = face(deck, &format!("{pointer}/card"), &entry.card, turns, used)?;
            if laid.iter().any(|&(_, x, y)| (x, y) == (entry.x, entry.y)) {
                return Err(Error::position("occupied", pointer, format!("{},{}", entry.x, entry.y), "a cell of its own"));
            }
            laid.push((face, entry.x, entry.y));
        }
        let west = laid.iter().map(|&(_, x, _)| x).min().unwrap_or_default();
        let north = laid.iter().map(|&(_, _, y)| y).min().unwrap_or_default();
        let mut grid = Grid::EMPTY;
        let mut cells = 0_u16;
        for (place, (face, x, y)) in laid.iter().enumerate() {
            let cell = match (i128::from(*x) - i128::from(west), i128::from(*y) - i128::from(north)) {
                (column @ 0..3, row @ 0..3) => (column + 3 * row) as usize,
                _ => {
                    return Err(Error::position(
                        "too_wide",
                        format!("{pointer}/{place}"),
                        format!("{x},{y}"),
                        format!("all cards within 3 by 3: this kingdom begins at {west},{north} (KD-10)"),
                    ));
                }
            };
            grid.lay(cell, face);
            cells |= 1 << cell;
        }
        if let Some(place) = apart(cells) {
            let (x, y) = (west + (place % 3) as i64, north + (place / 3) as i64);
            let index = laid.iter().position(|&(_, left, top)| (left, top) == (x, y)).unwrap_or_default();
            return Err(Error::position(
                "not_connected",
                format!("{pointer}/{index}"),
                format!("{x},{y}"),
                "cards that all hang together by their sides (KD-10)",
            ));
        }
        let borders = road::borders(&grid);
        Ok(Self { grid, borders, west, north })
    }

    /// The kingdom in its square.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// KD-13: the dots of the longest road, and its arms in the order walked.
    pub fn longest_road(&self) -> (u8, Vec<Spot>) {
        let arms = road::trail(&self.borders).into_iter().map(|Arm { cell, side }| self.spot(cell, side)).collect();
        (road::longest(&self.borders), arms)
    }

    /// KD-5: terrain, zones and different symbols of each territory.
    pub fn territories(&self) -> Vec<(&'static str, Vec<Spot>, Vec<&'static str>)> {
        let named = |symbols: u8| Bits(u64::from(symbols)).filter_map(|symbol| SYMBOL_NAMES.get(symbol as usize).copied()).collect();
        let all = territory::list(&self.grid, &self.borders).into_iter();
        all.map(|(terrain, zones)| {
            let spots = Bits(zones).map(|zone| {
                let (row, column) = (zone as usize / ROW, zone as usize % ROW);
                // North-west, north-east, south-east, south-west.
                let corner = if row % 2 == 0 { column % 2 } else { 3 - column % 2 };
                self.spot(3 * (row / 2) + column / 2, corner)
            });
            (TERRAIN_NAMES[terrain & 3], spots.collect(), named(territory::symbols(&self.grid, zones)))
        })
        .collect()
    }

    fn spot(&self, cell: usize, number: usize) -> Spot {
        (self.west + (cell % 3) as i64, self.north + (cell / 3) as i64, number)
    }
}

/// A card by id or as drawn, turned; each id at the table once.
fn face(deck: &Deck, pointer: &str, card: &Value, turns: u8, used: &mut Vec<i64>) -> Result<Face> {
    let (id, face) = match card {
        Value::Number(number) => {
            let found = number.as_i64().and_then(|id| Some((id, deck.find(id)?)));
            let (id, card) = found.ok_or_else(|| Error::position("unknown_card", pointer, number, "the id of a card of the deck"))?;
            (Some(id), deck.faces[card.index()][turns as usize & 3])
        }
        Value::Object(_) => {
            let drawn: CardData = read(pointer, card)?;
            let faces = drawn.faces(pointer).map_err(|error| {
                let detail = error.detail();
                Error::position(detail.code, pointed(&detail.field), &detail.value, detail.expected.clone())
            })?;
            (drawn.id, faces[turns as usize & 3])
        }
        other => {
            return Err(Error::position(
                "wrong_type",
                pointer,
                shorten(&other.to_string()),
                "the id of a card, or a card with zones and arms",
            ));
        }
    };
    if let Some(id) = id {
        if used.contains(&id) {
            return Err(Error::position("duplicate_card", pointer, id, "each card once"));
        }
        used.push(id);
    }
    Ok(face)
}

/// A cell that does not hang together with the first one by sides.
fn apart(cells: u16) -> Option<usize> {
    let mut reached = cells & cells.wrapping_neg();
    loop {
        let beside = (0..CELLS).filter(|&cell| {
            let (row, column) = (cell / 3, cell % 3);
            let near = |row: usize, column: usize| row < 3 && column < 3 && reached >> (3 * row + column) & 1 == 1;
            near(row.wrapping_sub(1), column) || near(row + 1, column) || near(row, column.wrapping_sub(1)) || near(row, column + 1)
        });
        let next = (reached | beside.fold(0, |set, cell| set | 1 << cell)) & cells;
        if next == reached {
            break;
        }
        reached = next;
    }
    let left = cells & !reached;
    (left != 0).then(|| left.trailing_zeros() as usize)
}

/// One kingdom; errors point into `/cards`.
pub fn kingdom(deck: &Deck, cards: &Value) -> Result<Built> {
    Built::new(deck, "/cards", cards, &mut Vec::new())
}

/// What a table is worth.
#[derive(Debug)]
pub struct Scored {
    /// By seat.
    pub breakdowns: Vec<Breakdown>,
    /// The longest road of each seat.
    pub roads: Vec<u8>,
    /// Who would win if the game ended here.
    pub outcome: Outcome,
}

/// Scores a table of two to five kingdoms under the Kingsroad and up to six different edicts.
pub fn score_table(deck: &Deck, kingdoms: &Value, edicts: &Value) -> Result<Scored> {
    let list = |pointer: &str, value: &Value| {
        value.as_array().cloned().ok_or_else(|| Error::position("wrong_type", pointer, shorten(&value.to_string()), "a list"))
    };
    let (kingdoms, names) = (list("/kingdoms", kingdoms)?, list("/edicts", edicts)?);
    if !(2..=SEATS).contains(&kingdoms.len()) {
        return Err(Error::position(
            "wrong_count",
            "/kingdoms",
            format!("{} kingdoms", kingdoms.len()),
            format!("2 to {SEATS}, one a seat"),
        ));
    }
    if names.len() > DRAWN {
        return Err(Error::position("too_many", "/edicts", format!("{} names", names.len()), format!("at most {DRAWN} (KD-8)")));
    }
    let mut edicts = [NONE; DRAWN];
    for (place, name) in names.iter().enumerate() {
        let pointer = format!("/edicts/{place}");
        let name =
            name.as_str().ok_or_else(|| Error::position("wrong_type", &pointer, shorten(&name.to_string()), "the name of an edict"))?;
        let number = edict_number(&pointer, name)?;
        if edicts.contains(&number) {
            return Err(Error::position("duplicate_edict", pointer, format!("{name:?} again"), "names that differ (KD-8)"));
        }
        edicts[place] = number;
    }
    let mut used = Vec::new();
    let mut tallies = [Tally::default(); MAX_SEATS];
    for (seat, cards) in kingdoms.iter().enumerate() {
        tallies[seat] = Tally::of(&Built::new(deck, &format!("/kingdoms/{seat}"), cards, &mut used)?.grid);
    }
    let table = Table::new(tallies, kingdoms.len(), &edicts);
    let parts = table.parts(deck, &edicts);
    Ok(Scored {
        breakdowns: (0..kingdoms.len()).map(|seat| table.breakdown(deck, &edicts, seat)).collect(),
        roads: tallies.iter().take(kingdoms.len()).map(|tally| tally.road).collect(),
        outcome: table.outcome(&parts, "rounds"),
    })
}
