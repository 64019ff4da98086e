//! The state: what stands on the table, as flat words.

use super::Guardians;
use super::types::*;
use crate::game::Field;

/// Who may do what now, with all that only this phase knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Chance lays the next island, after so many.
    Tiles(u8),
    /// Chance deals this seat one of its first pairs.
    Pairs(u8),
    /// Chance draws the first postcards.
    Postcards,
    /// This seat chooses its active pair.
    Choose(u8),
    /// This seat gives a clue.
    Clue(u8),
    /// Chance draws who sails next.
    Next,
    /// This seat sails, or passes.
    Sail(u8),
    /// This guardian may put a fire on the island.
    Fire {
        /// Who is asked.
        seat: u8,
        /// Where.
        island: Island,
    },
    /// Chance deals this seat a new pair.
    Refill(u8),
    /// Chance draws the turn's postcard.
    Postcard,
    /// Nothing comes any more.
    Over,
}

impl Phase {
    /// The word of the rules page.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tiles(_) => "tiles",
            Self::Pairs(_) => "pairs",
            Self::Postcards => "postcards",
            Self::Choose(_) => "choose",
            Self::Clue(_) => "clue",
            Self::Next => "next",
            Self::Sail(_) => "sail",
            Self::Fire { .. } => "fire",
            Self::Refill(_) => "refill",
            Self::Postcard => "postcard",
            Self::Over => "over",
        }
    }

    /// The seat that is asked, or gets a pair.
    pub const fn seat(self) -> Option<u8> {
        match self {
            Self::Pairs(seat) | Self::Choose(seat) | Self::Clue(seat) | Self::Sail(seat) | Self::Refill(seat) | Self::Fire { seat, .. } => {
                Some(seat)
            }
            Self::Tiles(_) | Self::Postcards | Self::Next | Self::Postcard | Self::Over => None,
        }
    }

    /// Whether the first turn has not begun.
    pub const fn is_setup(self) -> bool {
        matches!(self, Self::Tiles(_) | Self::Pairs(_) | Self::Postcards)
    }

    /// Whether seats sail, so that hulls are hidden (GU-7).
    pub const fn is_sailing(self) -> bool {
        matches!(self, Self::Next | Self::Sail(_))
    }

    /// Whether the turn's boats are resolved (GU-8).
    pub const fn is_resolved(self) -> bool {
        matches!(self, Self::Fire { .. } | Self::Refill(_) | Self::Postcard | Self::Over)
    }
}

/// A seat's area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// Islands with its position fires.
    pub(super) fires: IslandSet,
    /// Islands that its active place cannot be by what all have seen.
    pub(super) ruled_out: IslandSet,
    /// Gold coins.
    pub(super) gold: u16,
    /// Legend coins.
    pub(super) legend: u16,
    /// Its clues in the order placed; [`Clue::NONE`] behind the last.
    pub(super) clues: [Clue; MAX_CLUES],
    /// Its undiscovered pairs in the order dealt; [`Pair::NONE`] behind the last.
    pub(super) pairs: [Pair; PAIRS],
    /// Which pair is active; [`NONE`] for none, [`HIDDEN`] in views for one of them.
    pub(super) active: u8,
    pub(super) num_clues: u8,
    pub(super) num_pairs: u8,
    /// How many of its pairs have been discovered.
    pub(super) num_discovered: u8,
    /// The guardians that its boats on the table seek, as bits. Carried: it follows from the boats.
    pub(super) sent: u8,
}

impl Player {
    pub(super) const NEW: Self = Self {
        fires: IslandSet::EMPTY,
        ruled_out: IslandSet::EMPTY,
        gold: 0,
        legend: 0,
        clues: [Clue::NONE; MAX_CLUES],
        pairs: [Pair::NONE; PAIRS],
        active: NONE,
        num_clues: 0,
        num_pairs: 0,
        num_discovered: 0,
        sent: 0,
    };

    /// Its pairs, in the order dealt.
    #[inline]
    pub(super) fn pairs(&self) -> &[Pair] {
        self.pairs.get(..self.num_pairs as usize).unwrap_or(&[])
    }

    /// The places of its pairs.
    #[inline]
    pub(super) fn places(&self) -> IslandSet {
        self.pairs().iter().filter(|pair| pair.is_known()).map(|pair| pair.place()).collect()
    }

    /// Whether it guards a pair, shown or hidden.
    #[inline]
    pub(super) const fn is_active(&self) -> bool {
        self.active != NONE
    }

    /// The pair that it guards, if it is shown.
    #[inline]
    pub(super) fn active_pair(&self) -> Option<Pair> {
        self.pairs.get(self.active as usize).copied().filter(|pair| pair.is_known())
    }

    /// Its clues, in the order placed.
    #[inline]
    pub(super) fn clues(&self) -> &[Clue] {
        self.clues.get(..self.num_clues as usize).unwrap_or(&[])
    }

    /// GU-6: whether others may seek its place.
    #[inline]
    pub(super) const fn can_be_sought(&self) -> bool {
        self.is_active() && self.num_clues > 0
    }

    /// Gold and legend coins together.
    #[inline]
    pub(super) const fn coins(&self) -> u32 {
        self.gold as u32 + self.legend as u32
    }

    /// Puts a pair behind those it has.
    #[inline]
    pub(super) fn gain(&mut self, pair: Pair) {
        if let Some(place) = self.pairs.get_mut(self.num_pairs as usize) {
            *place = pair;
            self.num_pairs += 1;
        }
    }
}

/// A position: a value of fixed size without heap.
///
/// `turned`, `place_pile`, `rewards_left` and each seat's `sent` follow from the rest; they are carried since every step asks for them, and
/// held by [`crate::game::Game::check`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub(super) players: [Player; MAX_PLAYERS],
    /// The cell of each island; [`NONE`] while it is not laid.
    pub(super) cell_of: [u8; MAX_ISLANDS],
    /// Islands turned over.
    pub(super) turned: IslandSet,
    /// Places in no pair and not discovered. In a view: those that may be in pairs which are not shown.
    pub(super) place_pile: IslandSet,
    /// Postcards that have left the table.
    pub(super) removed: PostcardSet,
    /// Discovered pairs, seat after seat, each seat's in their order; [`Pair::NONE`] behind the last.
    pub(super) discovered: [Pair; MAX_REWARDS],
    /// Boats in landing order; [`Boat::NONE`] behind the last.
    pub(super) boats: [Boat; BOATS * MAX_PLAYERS],
    /// Postcards on the table, oldest first; [`NONE`] behind the last.
    pub(super) postcards: [u8; TABLE],
    pub(super) num_postcards: u8,
    pub(super) num_boats: u8,
    /// Seats that have finished sailing, as bits.
    pub(super) finished: u8,
    /// From 1.
    pub(super) turn: u8,
    /// Treasures and legends in the piles. In a view: all together, and 0.
    pub(super) rewards_left: [u8; 2],
    pub(super) phase: Phase,
}

impl State {
    /// The boats on the table, in landing order.
    #[inline]
    pub(super) fn boats(&self) -> &[Boat] {
        self.boats.get(..self.num_boats as usize).unwrap_or(&[])
    }

    /// The postcards on the table, oldest first.
    #[inline]
    pub(super) fn postcards(&self) -> &[u8] {
        self.postcards.get(..self.num_postcards as usize).unwrap_or(&[])
    }

    /// A seat's area; a seat that is in no game gets the last one's.
    #[inline]
    pub(super) const fn player(&self, seat: u8) -> &Player {
        &self.players[if (seat as usize) < MAX_PLAYERS { seat as usize } else { MAX_PLAYERS - 1 }]
    }

    /// The same, to change it.
    #[inline]
    pub(super) const fn player_mut(&mut self, seat: u8) -> &mut Player {
        &mut self.players[if (seat as usize) < MAX_PLAYERS { seat as usize } else { MAX_PLAYERS - 1 }]
    }

    /// Where a seat's discovered pairs begin in [`State::discovered`].
    pub(super) fn discovered_start(&self, seat: usize) -> usize {
        self.players.iter().take(seat).map(|player| player.num_discovered as usize).sum()
    }

    /// A seat's discovered pairs, in their order.
    pub(super) fn discovered_of(&self, seat: usize) -> &[Pair] {
        let start = self.discovered_start(seat);
        let count = self.players.get(seat).map_or(0, |player| player.num_discovered as usize);
        self.discovered.get(start..start + count).unwrap_or(&[])
    }

    /// All discovered pairs.
    pub(super) fn all_discovered(&self) -> &[Pair] {
        let count = self.discovered_start(MAX_PLAYERS);
        self.discovered.get(..count).unwrap_or(&[])
    }

    /// GU-10: the islands of the boats that sought an undiscovered guardian, all of them wrong.
    #[inline]
    pub(super) fn wrong_islands(&self, guardian: u8) -> IslandSet {
        let sought = self.boats().iter().filter(|boat| boat.guardian() == Some(guardian as usize));
        sought.map(|boat| boat.island()).collect()
    }

    /// Takes all boats off the table.
    pub(super) fn clear_boats(&mut self) {
        self.boats = [Boat::NONE; BOATS * MAX_PLAYERS];
        self.num_boats = 0;
        for player in &mut self.players {
            player.sent = 0;
        }
    }
}

impl Guardians {
    /// All islands.
    #[inline]
    pub(super) const fn all_islands(&self) -> IslandSet {
        IslandSet::first(self.num_islands)
    }

    /// The seats in play, as bits.
    #[inline]
    pub(super) const fn all_seats(&self) -> u8 {
        (1 << self.common.num_players) - 1
    }

    /// The postcards of the pile: those neither on the table nor removed.
    #[inline]
    pub(super) fn card_pile(&self, state: &State) -> PostcardSet {
        let table: PostcardSet = state.postcards().iter().map(|&card| Postcard(card)).collect();
        PostcardSet::first(self.num_postcards) - state.removed - table
    }

    /// How many elements a postcard has.
    #[inline]
    pub(super) const fn elements_of(&self, card: u8) -> usize {
        self.elements[Postcard(card).index()] as usize
    }

    /// GU-1: the islands that touch an island.
    #[inline]
    pub(super) fn touching(&self, state: &State, island: Island) -> IslandSet {
        let cell = state.cell_of[island.index()] as usize;
        let borders = self.borders.get(cell).copied().unwrap_or_default();
        let mut islands = IslandSet::EMPTY;
        for (other, &cell) in state.cell_of.iter().enumerate().take(self.num_islands) {
            islands.0 |= borders.checked_shr(u32::from(cell)).map_or(0, |borders| borders & 1) << other;
        }
        islands
    }

    /// GU-1: whether two islands touch.
    #[inline]
    pub(super) fn touches(&self, state: &State, a: Island, b: Island) -> bool {
        let [a, b] = [a, b].map(|island| state.cell_of[island.index()]);
        self.borders.get(a as usize).is_some_and(|borders| borders.checked_shr(u32::from(b)).unwrap_or_default() & 1 == 1)
    }

    /// Islands that a fire on one rules out: those that do not touch it, itself too.
    #[inline]
    pub(super) fn ruled_out_by_fire(&self, state: &State, island: Island) -> IslandSet {
        self.all_islands() - self.touching(state, island) - state.turned
    }

    /// The state before anything has happened; also an empty table, to be filled by reading.
    pub(super) fn set_up(&self) -> State {
        State {
            players: [Player::NEW; MAX_PLAYERS],
            cell_of: [NONE; MAX_ISLANDS],
            turned: IslandSet::EMPTY,
            place_pile: self.all_islands(),
            removed: PostcardSet::EMPTY,
            discovered: [Pair::NONE; MAX_REWARDS],
            boats: [Boat::NONE; BOATS * MAX_PLAYERS],
            postcards: [NONE; TABLE],
            num_postcards: 0,
            num_boats: 0,
            finished: 0,
            turn: 1,
            rewards_left: self.rewards,
            phase: Phase::Tiles(0),
        }
    }

    /// The names of the typed getters.
    pub(super) const FIELD_NAMES: &'static [&'static str] =
        &["turn", "cells", "postcards", "active", "gold", "legend", "fires", "ruled_out", "turned", "clues", "boats"];

    /// Values for typed getters; islands and postcards by their ids, -1 for none.
    pub(super) fn typed_field(&self, state: &State, index: usize) -> Field {
        let players = &state.players[..self.common.num_players];
        let flags = |set: IslandSet| (0..self.num_islands).map(move |island| i32::from(set.contains(Island(island as u8))));
        let by_island = |sets: Vec<IslandSet>| Field::Array {
            shape: vec![sets.len(), self.num_islands],
            values: sets.into_iter().flat_map(flags).collect(),
        };
        let list = |values: Vec<i32>| Field::Array { shape: vec![values.len()], values };
        match index {
            0 => Field::Number(Some(i64::from(state.turn))),
            1 => list(self.cells(state).iter().map(|island| island.map_or(-1, |island| i32::from(island.id()))).collect()),
            2 => list(state.postcards().iter().map(|&card| i32::from(Postcard(card).id())).collect()),
            3 => list(players.iter().map(|player| player.active_pair().map_or(-1, |pair| i32::from(pair.place().id()))).collect()),
            4 => list(players.iter().map(|player| i32::from(player.gold)).collect()),
            5 => list(players.iter().map(|player| i32::from(player.legend)).collect()),
            6 => by_island(players.iter().map(|player| player.fires).collect()),
            7 => by_island(players.iter().map(|player| player.ruled_out).collect()),
            8 => list(flags(state.turned).collect()),
            9 => Field::Array {
                shape: vec![players.len(), MAX_CLUES, 2],
                values: players
                    .iter()
                    .flat_map(|player| player.clues)
                    .flat_map(|clue| match state.postcards.get(clue.slot()) {
                        Some(&card) if clue.is_known() => [i32::from(Postcard(card).id()), clue.element() as i32 + 1],
                        _ => [-1, -1],
                    })
                    .collect(),
            },
            _ => Field::Array {
                shape: vec![state.num_boats as usize, 3],
                values: state
                    .boats()
                    .iter()
                    .flat_map(|boat| {
                        [boat.seat() as i32, boat.guardian().map_or(-1, |guardian| guardian as i32), i32::from(boat.island().id())]
                    })
                    .collect(),
            },
        }
    }

    /// The island at each cell of the shape.
    pub(super) fn cells(&self, state: &State) -> Vec<Option<Island>> {
        let mut cells = vec![None; self.num_islands];
        for (island, &cell) in state.cell_of.iter().enumerate().take(self.num_islands) {
            if let Some(place) = cells.get_mut(cell as usize) {
                *place = Some(Island(island as u8));
            }
        }
        cells
    }
}
