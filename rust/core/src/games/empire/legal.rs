//! What may be done now.

use super::state::{NONE, Phase, State};
use super::types::*;
use super::{Empire, map};
use crate::Action;
use crate::action::Actions;
use crate::chance::Outcomes;
use crate::mechanics::dice;

/// Adds a set's numbers from `base` on.
#[inline]
fn extend<const N: usize>(out: &mut Actions, base: u16, words: [u64; N]) {
    for (word, start) in words.into_iter().zip((base..).step_by(64)) {
        out.extend(start, word);
    }
}

impl Empire {
    /// See [`crate::game::Game::legal`].
    #[inline]
    pub(super) fn legal_actions(&self, state: &State, out: &mut Actions) {
        out.clear();
        let ids = &self.ids;
        match state.phase {
            Phase::Attack => {
                out.push(Action(ids.pass));
                // Two words reach for the borders of most maps.
                let words = self.map.ends.len().div_ceil(64);
                for (word, start) in state.open.0.into_iter().take(words).zip((ids.attack..).step_by(64)) {
                    out.extend(start, word);
                }
                if self.blitz {
                    extend(out, ids.blitz, state.open.0);
                }
            }
            Phase::Reinforce { reserve } => {
                let own = state.own(state.turn);
                extend(out, ids.place, self.with_room(state, own, 1).0);
                if reserve > 1 {
                    extend(out, ids.place_all, self.with_room(state, own, reserve).0);
                }
            }
            Phase::Occupy { from, dice, .. } => self.named_units(u16::from(dice), state.units(from).saturating_sub(1), out),
            Phase::Fortify { .. } => {
                out.push(Action(ids.pass));
                extend(out, ids.fortify, self.fortify_sources(state).0);
            }
            Phase::FortifyTo { from, .. } => extend(out, ids.to, self.fortify_targets(state, from).0),
            Phase::FortifyUnits { from, to, .. } => self.named_units(1, movable(state, from, to), out),
            Phase::Trade { chosen, .. } => {
                let hand = state.hand(state.turn);
                if chosen == [NONE; 2] && !self.must_trade(state, hand) {
                    out.push(Action(ids.pass));
                }
                let [first, second] = chosen.map(Card);
                let prefix: &[Card] = match chosen {
                    [NONE, _] => &[],
                    [_, NONE] => &[first],
                    _ => &[first, second],
                };
                extend(out, ids.card, self.choosable(hand, prefix).0);
            }
            Phase::Setup if !self.random_placement && !self.is_neutral(state.turn) => extend(out, ids.place, state.own(state.turn).0),
            Phase::Deal if self.claim && !self.is_neutral(state.turn) => extend(out, ids.claim, self.free(state).0),
            Phase::Deal | Phase::Setup | Phase::Roll { .. } | Phase::Draw | Phase::Over => {}
        }
    }

    /// EM-6, EM-12: whether a set must be traded.
    pub(super) fn must_trade(&self, state: &State, hand: CardSet) -> bool {
        state.freed || hand.len() >= FORCED_HAND
    }

    /// EM-19: `units N` up to 127, and `units all` where more may move.
    #[inline]
    fn named_units(&self, least: u16, most: u16, out: &mut Actions) {
        let named = most.min(MOST_NAMED);
        if least <= named {
            out.extend_range(self.ids.units + least - 1, named - least + 1);
        }
        if most > MOST_NAMED {
            out.push(Action(self.ids.units_all));
        }
    }

    /// EM-14: own lands with a unit to spare and a land to go to.
    #[inline]
    fn fortify_sources(&self, state: &State) -> LandSet {
        let own = state.own(state.turn);
        let room = self.with_room(state, own, 1);
        let has_target = |&land: &Land| {
            let near = self.map.adjacent[land.index()];
            // Where all have room, who is joined to any own land is joined to a neighbour.
            !(near & room).is_empty()
                || self.fortify == Fortify::Connected
                    && room != own
                    && !(near & own).is_empty()
                    && !self.fortify_targets(state, land).is_empty()
        };
        (own & state.strong).into_iter().filter(has_target).collect()
    }

    /// EM-14: where units of a land can go.
    #[inline]
    pub(super) fn fortify_targets(&self, state: &State, from: Land) -> LandSet {
        let own = state.own(state.turn);
        let near = match self.fortify {
            Fortify::Adjacent | Fortify::Unlimited => self.map.adjacent[from.index()] & own,
            Fortify::Connected => map::reach(from, own, &self.map.adjacent) - LandSet::of(from),
        };
        self.with_room(state, near, 1)
    }

    /// See [`crate::game::Game::chance`].
    #[inline]
    pub(super) fn outcomes(&self, state: &State, out: &mut Outcomes) {
        out.clear();
        let ids = &self.chance_ids;
        match state.phase {
            Phase::Roll { from, to, .. } => {
                let (attack, defend) = dice_of(state.units(from), state.units(to));
                let throws = dice::throws(attack, defend);
                out.actions.extend(ids.losses, u64::from(throws.possible));
                out.weights.extend(throws.possible_counts().iter().copied());
            }
            Phase::Draw => extend(&mut out.actions, ids.draw, self.deck(state).0),
            Phase::Setup if self.random_placement || self.is_neutral(state.turn) => {
                extend(&mut out.actions, ids.place, state.own(state.turn).0);
            }
            Phase::Deal if !self.claim || self.is_neutral(state.turn) => extend(&mut out.actions, ids.deal, self.free(state).0),
            Phase::Deal
            | Phase::Setup
            | Phase::Trade { .. }
            | Phase::Reinforce { .. }
            | Phase::Attack
            | Phase::Occupy { .. }
            | Phase::Fortify { .. }
            | Phase::FortifyTo { .. }
            | Phase::FortifyUnits { .. }
            | Phase::Over => {}
        }
    }
}

/// With so many cards a set must be traded (EM-6).
pub const FORCED_HAND: u32 = 5;
/// With so many cards a set may be traded (EM-6).
pub const ASKED_HAND: u32 = 3;
/// After an elimination with so many (EM-12).
pub const FULL_HAND: u32 = 6;

/// EM-9: the most dice of attacker and defender.
#[inline]
pub const fn dice_of(attackers: u16, defenders: u16) -> (u8, u8) {
    let attack = attackers.saturating_sub(1);
    (if attack < 3 { attack as u8 } else { 3 }, if defenders < 2 { defenders as u8 } else { 2 })
}

/// EM-14, EM-19: as many units as may move.
#[inline]
pub const fn movable(state: &State, from: Land, to: Land) -> u16 {
    let (spare, room) = (state.units(from).saturating_sub(1), MOST_UNITS - state.units(to));
    if spare < room { spare } else { room }
}
