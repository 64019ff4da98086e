//! The words of the game: islands, postcards, pairs, clues, boats.

use crate::mechanics::sets::bitset;

/// The most seats.
pub const MAX_PLAYERS: usize = 5;
/// The most islands and cells (GU-15).
pub const MAX_ISLANDS: usize = 64;
/// The most postcards (GU-15).
pub const MAX_POSTCARDS: usize = 64;
/// The most elements of a postcard (GU-15).
pub const MAX_ELEMENTS: usize = 8;
/// Pairs that each player is dealt (GU-2).
pub const PAIRS: usize = 3;
/// Postcards on the table at most (GU-12).
pub const TABLE: usize = 3;
/// Postcards on the table in the first turn (GU-3).
pub const FIRST_TABLE: usize = 2;
/// Places for the clues of a seat.
pub const MAX_CLUES: usize = 4;
/// Boats of a seat in a turn (GU-6).
pub const BOATS: usize = 2;
/// Places for reward cards: each pair ever dealt has one.
pub const MAX_REWARDS: usize = 32;
/// The last turn (GU-13).
pub const LAST_TURN: u8 = 100;

/// An empty place: of an island, a pair, a clue, an active pair.
pub const NONE: u8 = u8::MAX;
/// What a view does not show of these.
pub const HIDDEN: u8 = u8::MAX - 1;

/// An island, by its place in the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Island(pub u8);

impl Island {
    /// As an index of an array by island.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_ISLANDS - 1)
    }

    /// Its number in texts and documents.
    pub const fn id(self) -> u8 {
        self.0.wrapping_add(1)
    }
}

bitset! {
    /// A set of islands.
    IslandSet(u64) of Island
}

/// A postcard, by its place in the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Postcard(pub u8);

impl Postcard {
    /// As an index of an array by postcard.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_POSTCARDS - 1)
    }

    /// Its number in texts and documents.
    pub const fn id(self) -> u8 {
        self.0.wrapping_add(1)
    }
}

bitset! {
    /// A set of postcards.
    PostcardSet(u64) of Postcard
}

/// The kinds of rewards, in the order of their numbers.
pub const REWARDS: [&str; 2] = ["treasure", "legend"];

const LEGEND: u8 = 0x40;

/// A place with its reward, in a byte: the island, 64 more for a legend; or nothing, or something that is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair(pub u8);

impl Pair {
    /// No pair.
    pub const NONE: Self = Self(NONE);
    /// One whose place and reward a view does not show.
    pub const HIDDEN: Self = Self(HIDDEN);

    /// A pair.
    #[inline]
    pub const fn new(place: Island, legend: bool) -> Self {
        Self(place.index() as u8 | if legend { LEGEND } else { 0 })
    }

    /// Whether it is a place with a reward.
    #[inline]
    pub const fn is_known(self) -> bool {
        self.0 < HIDDEN
    }

    /// Its place.
    #[inline]
    pub const fn place(self) -> Island {
        Island(self.0 & (LEGEND - 1))
    }

    /// Whether its reward is a legend.
    #[inline]
    pub const fn is_legend(self) -> bool {
        self.is_known() && self.0 & LEGEND != 0
    }

    /// Its reward's number.
    #[inline]
    pub const fn reward(self) -> usize {
        self.is_legend() as usize
    }
}

/// A clue, in a byte: the place of its postcard on the table, oldest first, and the element on it; or nothing, or something hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clue(pub u8);

impl Clue {
    /// No clue.
    pub const NONE: Self = Self(NONE);
    /// One that a view does not show.
    pub const HIDDEN: Self = Self(HIDDEN);

    /// A clue.
    #[inline]
    pub const fn new(slot: usize, element: usize) -> Self {
        Self((slot * MAX_ELEMENTS + element) as u8)
    }

    /// Whether it is shown.
    pub const fn is_known(self) -> bool {
        self.0 < HIDDEN
    }

    /// The place of its postcard.
    #[inline]
    pub const fn slot(self) -> usize {
        self.0 as usize / MAX_ELEMENTS
    }

    /// The element, from 0.
    #[inline]
    pub const fn element(self) -> usize {
        self.0 as usize % MAX_ELEMENTS
    }
}

/// A boat on an island: whose, for whom, where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boat {
    /// The owner in the upper half, the guardian in the lower one.
    seats: u8,
    /// Where it lies.
    island: u8,
}

const NOBODY: u8 = 15;

impl Boat {
    /// No boat.
    pub const NONE: Self = Self { seats: NONE, island: NONE };

    /// A boat; without guardian its hull is hidden.
    #[inline]
    pub const fn new(seat: u8, guardian: Option<u8>, island: Island) -> Self {
        let guardian = match guardian {
            Some(guardian) => guardian & 15,
            None => NOBODY,
        };
        Self { seats: seat << 4 | guardian, island: island.0 }
    }

    /// Whose it is.
    #[inline]
    pub const fn seat(self) -> usize {
        (self.seats >> 4) as usize
    }

    /// Whose place it seeks, if its hull is shown.
    #[inline]
    pub const fn guardian(self) -> Option<usize> {
        let guardian = self.seats & 15;
        if guardian == NOBODY { None } else { Some(guardian as usize) }
    }

    /// Where it lies.
    #[inline]
    pub const fn island(self) -> Island {
        Island(self.island)
    }

    /// The same with its hull hidden.
    pub const fn hide(&mut self) {
        self.seats |= NOBODY;
    }

    /// As bytes.
    pub const fn bytes(self) -> [u8; 2] {
        [self.seats, self.island]
    }

    /// From [`Boat::bytes`].
    pub const fn from_bytes([seats, island]: [u8; 2]) -> Self {
        Self { seats, island }
    }
}
