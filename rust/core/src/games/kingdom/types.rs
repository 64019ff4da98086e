//! The words of the game: cards, terrains, symbols, edicts, cells (KD-1 to KD-3, KD-8, KD-10).

use serde::{Deserialize, Serialize};

use crate::mechanics::sets::bitset;

/// The most seats.
pub const SEATS: usize = 5;
/// The most cards of a deck (KD-18).
pub const MAX_CARDS: usize = 64;
/// Cards dealt to each seat (KD-7).
pub const HAND: usize = 10;
/// Rounds, and the cards of a finished kingdom (KD-9).
pub const ROUNDS: usize = 9;
/// Edicts drawn besides the Kingsroad (KD-8).
pub const DRAWN: usize = 6;
/// Edicts they are drawn from.
pub const EDICTS: usize = 16;
/// Terrains (KD-2).
pub const TERRAINS: usize = 4;
/// Symbols (KD-2).
pub const SYMBOLS: usize = 8;
/// Sides, zones and arms of a card, and its turns (KD-1, KD-3).
pub const SIDES: usize = 4;
/// The middle of a side: two arms join where their slots add up to it (KD-6).
pub const QUARTERS: u8 = 4;

/// The terrains by number.
pub const TERRAIN_NAMES: [&str; TERRAINS] = ["mountains", "forest", "plains", "swamps"];
/// The symbols by number.
pub const SYMBOL_NAMES: [&str; SYMBOLS] = ["tavern", "knight", "town", "windmill", "sawmill", "castle", "mine", "church"];
/// The turns in degrees clockwise.
pub const DEGREES: [i64; SIDES] = [0, 90, 180, 270];

/// A terrain, as data name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Grey.
    Mountains,
    /// Dark green.
    Forest,
    /// Yellow.
    Plains,
    /// Brown.
    Swamps,
}

/// A symbol, as data name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is its own word")]
pub enum Symbol {
    Tavern,
    Knight,
    Town,
    Windmill,
    Sawmill,
    Castle,
    Mine,
    Church,
}

/// What an edict counts (KD-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edict {
    /// Copies of the symbol of this number.
    Symbol(u8),
    /// Zones in the largest territory of the terrain of this number.
    Largest(u8),
    /// Territories of the terrain of this number.
    Count(u8),
}

impl Edict {
    /// The edict of a number, in the order of KD-8.
    #[inline]
    pub const fn of(number: u8) -> Self {
        match number {
            0..=7 => Self::Symbol(number),
            8..=11 => Self::Largest(number - 8),
            _ => Self::Count((number - 12) & 3),
        }
    }

    /// Its name.
    pub fn name(self) -> String {
        let word = |names: &[&str], number: u8| names.get(number as usize).copied().unwrap_or_default().to_owned();
        match self {
            Self::Symbol(symbol) => format!("symbol-{}", word(&SYMBOL_NAMES, symbol)),
            Self::Largest(terrain) => format!("largest-{}", word(&TERRAIN_NAMES, terrain)),
            Self::Count(terrain) => format!("count-{}", word(&TERRAIN_NAMES, terrain)),
        }
    }
}

/// The names of all edicts that are drawn, by number.
pub fn edict_names() -> Vec<String> {
    (0..EDICTS as u8).map(|number| Edict::of(number).name()).collect()
}

/// A card, by its place in the deck's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// As an index of an array by card.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_CARDS - 1)
    }
}

bitset! {
    /// A set of cards.
    CardSet(u64) of Card
}

/// Cells a side of the square that a kingdom can reach from its first card: two each way.
pub const REACH: usize = 5;

/// A cell, counted from the first card (KD-10): 5 (x + 2) + y + 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Where the first card lies.
    pub const FIRST: Self = Self(12);

    /// The cell of two coordinates, each -2 to 2.
    pub fn at(x: i64, y: i64) -> Option<Self> {
        let within = |value: i64| u8::try_from(value.checked_add(2)?).ok().filter(|&value| usize::from(value) < REACH);
        Some(Self(within(x)? * REACH as u8 + within(y)?))
    }

    /// Eastwards from the first card.
    pub const fn x(self) -> i64 {
        (self.0 / REACH as u8) as i64 - 2
    }

    /// Southwards from the first card.
    pub const fn y(self) -> i64 {
        (self.0 % REACH as u8) as i64 - 2
    }
}

bitset! {
    /// A set of cells.
    CellSet(u32) of Cell
}

impl CellSet {
    /// All cells that can be reached.
    pub const ALL: Self = Self((1 << (REACH * REACH)) - 1);

    /// The cells that share a side with one of these. Cells beyond the rim come out on its other side; no kingdom that reaches
    /// the rim has room there (KD-10).
    #[inline]
    pub const fn beside(self) -> Self {
        Self((self.0 << 1 | self.0 >> 1 | self.0 << REACH | self.0 >> REACH) & Self::ALL.0)
    }

    /// The cells that fit with this one into a 3x3 square.
    #[inline]
    pub const fn window(cell: Cell) -> Self {
        Self(WINDOWS[cell.0 as usize & 31])
    }
}

const WINDOWS: [u32; 32] = {
    let mut windows = [0; 32];
    let mut cell = 0;
    while cell < REACH * REACH {
        let mut other = 0;
        while other < REACH * REACH {
            if (cell / REACH).abs_diff(other / REACH) <= 2 && (cell % REACH).abs_diff(other % REACH) <= 2 {
                windows[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    windows
};

/// A card on its cell: what `place X,Y R` said is the number 4 x cell + turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laid {
    /// The card, by its place in the deck's data; [`NONE`] for no card.
    pub card: u8,
    /// Cell and turns; [`NONE`] for a card not laid yet.
    pub place: u8,
}

/// No card, no place, no edict.
pub const NONE: u8 = u8::MAX;

impl Laid {
    /// Nothing.
    pub const NONE: Self = Self { card: NONE, place: NONE };

    /// The cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell(self.place >> 2)
    }

    /// The turns by 90 degrees clockwise.
    #[inline]
    pub const fn turns(self) -> usize {
        (self.place & 3) as usize
    }
}
