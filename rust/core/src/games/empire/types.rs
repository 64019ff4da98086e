//! The words of the game: lands, borders, cards, owners.

use serde::{Deserialize, Serialize};

use crate::mechanics::words::wordset;

/// The most lands of a map (EM-20).
pub const MAX_LANDS: usize = 96;
/// The most borders of a map (EM-20).
pub const MAX_BORDERS: usize = 250;
/// The most jokers of a map (EM-20).
pub const MAX_JOKERS: usize = 16;
/// The most cards: one a land, and the jokers.
pub const MAX_CARDS: usize = MAX_LANDS + MAX_JOKERS;
/// The most owners of lands: six seats; the neutral owner is there with two players only.
pub const MAX_OWNERS: usize = 6;
/// The most units of a land (EM-19).
pub const MOST_UNITS: u16 = u16::MAX;
/// The highest N of `units N` (EM-19).
pub const MOST_NAMED: u16 = 127;
/// Cards of a set.
pub const SET: usize = 3;
/// Units that come to the land of a traded card (EM-7).
pub const LAND_UNITS: u16 = 2;

/// A land, by its place in the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(pub u8);

impl Land {
    /// As an index of an array by land.
    #[inline]
    pub const fn index(self) -> usize {
        let index = self.0 as usize;
        if index < MAX_LANDS { index } else { MAX_LANDS - 1 }
    }
}

wordset! {
    /// A set of lands.
    LandSet([u64; 2]) of Land(u8)
}

/// A border in one direction, ordered by where it comes from, then by where it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub u16);

wordset! {
    /// A set of borders, each in one direction.
    EdgeSet([u64; 8]) of Edge(u16)
}

/// A card, by its place in the deck's order: one a land, then the jokers (EM-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

wordset! {
    /// A set of cards.
    CardSet([u64; 2]) of Card(u8)
}

/// The symbol of a land's card (EM-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbol {
    /// Worth the first of the three.
    Infantry,
    /// The second.
    Cavalry,
    /// The third.
    Artillery,
}

/// How units may be moved in phase 3 (EM-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fortify {
    /// Once, to a bordering own land.
    Adjacent,
    /// Once, to an own land joined by own lands.
    Connected,
    /// Again and again between bordering own lands.
    Unlimited,
}
