//! What may be done now, and what may come.

use super::types::*;
use super::{Guardians, Phase, State};
use crate::action::{Action, Actions};
use crate::chance::Outcomes;

impl Guardians {
    /// See [`crate::game::Game::legal`].
    #[inline]
    pub(super) fn legal_actions(&self, state: &State, out: &mut Actions) {
        out.clear();
        match state.phase {
            Phase::Sail(seat) => self.voyages(state, seat, out),
            Phase::Clue(_) => self.clues(state, out),
            Phase::Choose(seat) => self.choices(state, seat, out),
            Phase::Fire { seat, island } => {
                out.push(Action(self.ids.pass));
                let place = state.player(seat).active_pair().map(Pair::place);
                if place.is_some_and(|place| self.touches(state, place, island)) {
                    out.push(Action(self.ids.fire + u16::from(island.0)));
                }
            }
            Phase::Tiles(_) | Phase::Pairs(_) | Phase::Postcards | Phase::Next | Phase::Refill(_) | Phase::Postcard | Phase::Over => {}
        }
    }

    /// GU-4: one of its pairs.
    pub(super) fn choices(&self, state: &State, seat: u8, out: &mut Actions) {
        out.extend(self.ids.choose, state.player(seat).places().0);
    }

    /// GU-5: any element on the table.
    #[inline]
    pub(super) fn clues(&self, state: &State, out: &mut Actions) {
        for (slot, &card) in state.postcards().iter().enumerate() {
            let count = self.elements_of(card) as u16;
            if count > 0 {
                out.extend_counted(self.ids.clue + (slot * self.max_elements) as u16, (1 << count) - 1, count);
            }
        }
    }

    /// GU-6: the guardians that a seat may still send a boat for, as bits.
    #[inline]
    pub(super) fn sought(&self, state: &State, seat: u8) -> u8 {
        let guardians = self.clue_givers(state);
        guardians & !(state.player(seat).sent | 1 << (seat & 7))
    }

    /// GU-6: the guardians with an active pair and a clue, as bits.
    #[inline]
    pub(super) fn clue_givers(&self, state: &State) -> u8 {
        let players = state.players.iter().take(self.common.num_players).enumerate();
        players.fold(0, |set, (guardian, player)| set | u8::from(player.can_be_sought()) << guardian)
    }

    /// GU-6.
    #[inline]
    fn voyages(&self, state: &State, seat: u8, out: &mut Actions) {
        out.push(Action(self.ids.pass));
        let islands = self.all_islands() - state.turned;
        let count = islands.len() as u16;
        if count == 0 {
            return;
        }
        let mut sought = self.sought(state, seat);
        while sought != 0 {
            let guardian = sought.trailing_zeros() as u16;
            sought &= sought - 1;
            out.extend_counted(self.ids.sail + guardian * self.num_islands as u16, islands.0, count);
        }
    }

    /// See [`crate::game::Game::chance`].
    #[inline]
    pub(super) fn outcomes(&self, state: &State, out: &mut Outcomes) {
        out.clear();
        let ids = &self.chance_ids;
        match state.phase {
            Phase::Next => out.actions.extend(ids.next, u64::from(self.all_seats() & !state.finished)),
            Phase::Postcard | Phase::Postcards => out.actions.extend(ids.postcard, self.card_pile(state).0),
            Phase::Pairs(seat) => out_of_piles(ids.pair, state.place_pile, self.dealt_weights(state, seat), out),
            Phase::Refill(_) => {
                let [treasures, legends] = state.rewards_left;
                out_of_piles(ids.pair, state.place_pile, [u32::from(treasures), u32::from(legends)], out);
            }
            Phase::Tiles(_) => out.actions.extend(ids.island, self.not_laid(state).0),
            Phase::Choose(_) | Phase::Clue(_) | Phase::Sail(_) | Phase::Fire { .. } | Phase::Over => {}
        }
    }

    /// GU-1: islands on no cell yet.
    fn not_laid(&self, state: &State) -> IslandSet {
        let islands = state.cell_of.iter().enumerate().take(self.num_islands);
        islands.filter(|&(_, &cell)| cell == NONE).map(|(island, _)| Island(island as u8)).collect()
    }

    /// GU-2: how likely a treasure and a legend are for the next of a seat's first pairs: the legend is at each place alike.
    fn dealt_weights(&self, state: &State, seat: u8) -> [u32; 2] {
        let player = state.player(seat);
        let left = (PAIRS as u32).saturating_sub(u32::from(player.num_pairs));
        if player.pairs().iter().any(|pair| pair.is_legend()) { [1, 0] } else { [left.saturating_sub(1), 1] }
    }
}

/// A place of the pile, each alike, with a reward by weight.
fn out_of_piles(base: u16, places: IslandSet, weights: [u32; 2], out: &mut Outcomes) {
    let kinds = u64::from(weights[0] > 0) | u64::from(weights[1] > 0) << 1;
    for (half, places) in [places.0 as u32, (places.0 >> 32) as u32].into_iter().enumerate() {
        let mut bits = 0_u64;
        for place in crate::action::Bits(u64::from(places)) {
            bits |= kinds << (2 * place);
        }
        out.actions.extend(base + 64 * half as u16, bits);
    }
    if weights[0] != weights[1] && kinds == 3 {
        for _ in places {
            let fits = out.weights.try_extend_from_slice(&weights).is_ok();
            debug_assert!(fits);
        }
    }
}
