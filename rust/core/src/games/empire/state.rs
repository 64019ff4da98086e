//! The state: what stands on the map, as flat words.

use super::Empire;
use super::types::*;
use crate::game::Field;
use crate::mechanics::words::{NOBODY, Shares};

/// No card.
pub const NONE: u8 = u8::MAX;
/// In [`State::cards`] the holder that is the discard pile; the deck is nobody's.
pub const DISCARD: u8 = 6;

/// What may be done now, with all that only this phase knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The lands are given out: by chance, or by choice (EM-1).
    Deal,
    /// The other units are put on the map one at a time (EM-2).
    Setup,
    /// Cards are traded (EM-6).
    Trade {
        /// Units to be placed afterwards.
        reserve: u32,
        /// Cards chosen so far, [`NONE`] behind the last.
        chosen: [u8; 2],
    },
    /// Units are placed (EM-8).
    Reinforce {
        /// Units still to be placed; at least 1.
        reserve: u32,
    },
    /// A land may be attacked (EM-9).
    Attack,
    /// The dice roll (EM-10).
    Roll {
        /// The attacker's land.
        from: Land,
        /// The defender's.
        to: Land,
        /// Whether the roll repeats (EM-13).
        blitz: bool,
    },
    /// Units move into a freed land (EM-11).
    Occupy {
        /// The attacker's land.
        from: Land,
        /// The freed one.
        to: Land,
        /// Dice of the last roll: the least units that move.
        dice: u8,
        /// Whether the action was `blitz`.
        blitz: bool,
    },
    /// Units may be moved (EM-14).
    Fortify {
        /// Moves made this turn, with `unlimited`.
        moves: u8,
    },
    /// To where.
    FortifyTo {
        /// From where.
        from: Land,
        /// Moves made this turn, with `unlimited`.
        moves: u8,
    },
    /// How many.
    FortifyUnits {
        /// From where.
        from: Land,
        /// To where.
        to: Land,
        /// Moves made this turn, with `unlimited`.
        moves: u8,
    },
    /// A card is drawn (EM-15).
    Draw,
    /// Nothing comes any more.
    Over,
}

/// A position: a value of fixed size without heap.
///
/// `strong`, `high`, `held` and `open` follow from the rest; they are carried since every step asks for them, and held by
/// [`crate::game::Game::check`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// By land.
    pub(super) units: [u16; MAX_LANDS],
    /// Whose each land is: a seat's, the neutral owner's (the number behind the seats), nobody's.
    pub(super) owners: Shares<2>,
    /// In whose hand each card is; [`DISCARD`], or nobody's for the deck.
    pub(super) cards: Shares<2>,
    /// Lands of two units or more.
    pub(super) strong: LandSet,
    /// Lands of more than half of what a land can hold: only of them it is in question whether more units fit.
    pub(super) high: LandSet,
    /// In the phases of an attack the borders over which the seat to move can attack; else none.
    pub(super) open: EdgeSet,
    /// Units by owner that are not yet on the map (EM-2).
    pub(super) initial: [u16; MAX_OWNERS],
    /// How many lands each owner has.
    pub(super) held: [u8; MAX_OWNERS],
    /// From 1.
    pub(super) round: u32,
    pub(super) phase: Phase,
    /// The seat whose turn it is; in the set-up the owner that gets the next land or unit.
    pub(super) turn: u8,
    /// Whether a land was freed this turn.
    pub(super) freed: bool,
    /// Whether a land has had its units for a traded card this turn, with `land_bonus` `per_turn` (EM-7).
    pub(super) bonus_used: bool,
}

impl State {
    /// The lands of an owner.
    #[inline]
    pub(super) fn own(&self, owner: u8) -> LandSet {
        LandSet(self.owners.of(owner))
    }

    /// The owner of a land, or [`NOBODY`].
    #[inline]
    pub(super) fn owner(&self, land: Land) -> u8 {
        self.owners.holder(land.index())
    }

    /// The cards of a seat.
    #[inline]
    pub(super) fn hand(&self, seat: u8) -> CardSet {
        CardSet(self.cards.of(seat))
    }

    /// The units of a land.
    #[inline]
    pub(super) const fn units(&self, land: Land) -> u16 {
        self.units[land.index()]
    }

    /// Puts so many units on a land.
    #[inline]
    pub(super) const fn set_units(&mut self, land: Land, units: u16) {
        self.units[land.index()] = units;
        self.strong.put(land, units > 1);
        self.high.put(land, units > MOST_UNITS / 2);
    }

    /// Gives a land to another owner.
    #[inline]
    pub(super) fn set_owner(&mut self, land: Land, owner: u8) {
        let before = self.owner(land) as usize;
        if let Some(held) = self.held.get_mut(before) {
            *held -= 1;
        }
        if let Some(held) = self.held.get_mut(owner as usize) {
            *held += 1;
        }
        self.owners.give(land.index(), owner);
    }
}

impl Empire {
    /// Lands that nobody has yet.
    #[inline]
    pub(super) fn free(&self, state: &State) -> LandSet {
        state.own(NOBODY) & self.map.all
    }

    /// The cards that can be drawn.
    #[inline]
    pub(super) fn deck(&self, state: &State) -> CardSet {
        CardSet(state.cards.of(NOBODY)) & self.map.deck
    }

    /// The neutral owner's number, if it plays (EM-3).
    pub(super) fn neutral(&self) -> Option<u8> {
        (self.owners > self.common.num_players).then_some(self.common.num_players as u8)
    }

    /// Whether an owner is no seat.
    #[inline]
    pub(super) const fn is_neutral(&self, owner: u8) -> bool {
        owner as usize >= self.common.num_players
    }

    /// The lands of the set that can take this many units more (EM-19).
    #[inline]
    pub(super) fn with_room(&self, state: &State, lands: LandSet, units: u32) -> LandSet {
        if state.high.is_empty() && units <= u32::from(MOST_UNITS / 2) {
            return lands;
        }
        lands.into_iter().filter(|&land| u32::from(state.units(land)) + units <= u32::from(MOST_UNITS)).collect()
    }

    /// EM-9: the borders over which the seat to move can attack. Cost: a few instructions a land.
    #[inline]
    pub(super) fn open_borders(&self, state: &State) -> EdgeSet {
        let own = state.own(state.turn);
        if self.map.ends.len() <= 256 { self.borders_out(state, own, 4) } else { self.borders_out(state, own, 8) }
    }

    /// The borders from strong lands to others, which lie in the first `words`.
    #[inline(always)]
    fn borders_out(&self, state: &State, own: LandSet, words: usize) -> EdgeSet {
        let mut open = EdgeSet::EMPTY;
        (own & state.strong).into_iter().for_each(|land| {
            for (open, out) in open.0.iter_mut().zip(self.map.out[land.index()].0).take(words) {
                *open |= out;
            }
        });
        own.into_iter().for_each(|land| {
            for (open, into) in open.0.iter_mut().zip(self.map.into[land.index()].0).take(words) {
                *open &= !into;
            }
        });
        open
    }

    /// How many seats still have a land.
    pub(super) fn num_alive(&self, state: &State) -> usize {
        state.held.iter().take(self.common.num_players).filter(|&&held| held > 0).count()
    }

    /// The state before anything has happened.
    pub(super) fn set_up(&self) -> State {
        let mut state = self.blank();
        for units in state.initial.iter_mut().take(self.owners) {
            *units = self.initial_units;
        }
        state
    }

    /// An empty map, to be filled by reading.
    pub(super) const fn blank(&self) -> State {
        State {
            units: [0; MAX_LANDS],
            owners: Shares::NONE,
            cards: Shares::NONE,
            strong: LandSet::EMPTY,
            high: LandSet::EMPTY,
            open: EdgeSet::EMPTY,
            initial: [0; MAX_OWNERS],
            held: [0; MAX_OWNERS],
            round: 1,
            phase: Phase::Deal,
            turn: 0,
            freed: false,
            bonus_used: false,
        }
    }

    /// Fills in what a state carries though it follows from the rest.
    pub(super) fn derive(&self, state: &mut State) {
        state.held = [0; MAX_OWNERS];
        for (owner, held) in (0..).zip(&mut state.held) {
            *held = LandSet(state.owners.of(owner)).len() as u8;
        }
        (state.strong, state.high) = (LandSet::EMPTY, LandSet::EMPTY);
        for land in self.map.all {
            state.set_units(land, state.units(land));
        }
        state.open = match state.phase {
            Phase::Attack | Phase::Roll { .. } | Phase::Occupy { .. } => self.open_borders(state),
            _ => EdgeSet::EMPTY,
        };
    }

    /// Values for typed getters.
    pub(super) fn typed_field(&self, state: &State, index: usize) -> Field {
        let line = |values: Vec<i32>| Field::Array { shape: vec![values.len()], values };
        // What is nobody's, or in the deck, is -1.
        let holder = |holder: u8| if holder == NOBODY { -1 } else { i32::from(holder) };
        match index {
            0 => line(self.map.all.into_iter().map(|land| holder(state.owner(land))).collect()),
            1 => line(self.map.all.into_iter().map(|land| i32::from(state.units(land))).collect()),
            2 => line(self.map.deck.into_iter().map(|card| holder(state.cards.holder(card.0 as usize))).collect()),
            3 => line((0..self.common.num_players as u8).map(|seat| state.hand(seat).len() as i32).collect()),
            4 => line(state.initial.iter().take(self.owners).map(|&units| i32::from(units)).collect()),
            5 => Field::Number(match state.phase {
                Phase::Trade { reserve, .. } | Phase::Reinforce { reserve } => Some(i64::from(reserve)),
                _ => Some(0),
            }),
            _ => Field::Number(Some(i64::from(state.round))),
        }
    }
}
