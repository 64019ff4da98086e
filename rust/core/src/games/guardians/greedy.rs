//! What an action is worth to who reads clues: islands weigh by their tags against all clues that a guardian has on the table.
//!
//! Only what the seat that moves knows goes in: its own pairs, and what is open.

use super::types::*;
use super::view::{View, keeps_from};
use super::{Guardians, Phase, State};
use crate::action::Action;
use crate::rng::Rng;

/// How much likelier an island is for each clue that it fits.
const FIT: u64 = 8;

/// How much likelier it is if no other clue would have told it better.
const BEST: u64 = 4;

/// Worth of certainty.
const SURE: u64 = 1_000_000;

impl Guardians {
    /// The islands that show the tag of a clue.
    fn fitting(&self, state: &State, clue: Clue) -> IslandSet {
        let card = state.postcards.get(clue.slot()).copied().unwrap_or_default();
        self.shown.get(Postcard(card).index()).and_then(|elements| elements.get(clue.element())).copied().unwrap_or_default()
    }

    /// How likely an island is, in millionths, among `possible`, if it weighs more the more clues it fits.
    fn likelihood(&self, state: &State, clues: impl Iterator<Item = Clue> + Clone, possible: IslandSet, island: Island) -> u64 {
        if !possible.contains(island) {
            return 0;
        }
        let weights = self.weights(state, clues);
        let total: u64 = possible.into_iter().map(|island| weights[island.index()]).sum();
        SURE * weights[island.index()] / total.max(1)
    }

    /// See [`crate::game::Game::belief`]: clues are taken to be honest, so an island weighs the more for a guardian the more of its clues it
    /// fits, and the latest still more if no other would have told it better. Guardians without a clue, and the viewer, have no weights.
    pub(super) fn heed_clues(&self, view: &View) -> [[u16; MAX_ISLANDS]; MAX_PLAYERS] {
        let state = &view.state;
        let mut read = [[0; MAX_ISLANDS]; MAX_PLAYERS];
        for seat in (0..self.common.num_players).filter(|&seat| keeps_from(seat, view.seat)) {
            let mut shown = state.players[seat].clues().iter().copied().filter(|&clue| clue.is_known());
            if shown.clone().next().is_none() {
                continue;
            }
            let mut weights = self.weights(state, shown.clone());
            if state.phase.is_sailing()
                && let Some(latest) = shown.next_back()
            {
                for island in self.best_shown(state, seat as u8, latest) {
                    weights[island.index()] *= BEST;
                }
            }
            read[seat] = weights.map(|weight| u16::try_from(weight).unwrap_or(u16::MAX));
        }
        read
    }

    /// See [`crate::game::Game::imagine`]. Cost: that of a draw, and the islands for each guardian with a clue.
    pub(super) fn believed(&self, view: &View, read: &[[u16; MAX_ISLANDS]; MAX_PLAYERS], rng: &mut Rng) -> State {
        let mut state = self.redraw(view, rng);
        for (seat, weights) in read.iter().enumerate().take(self.common.num_players) {
            let player = &state.players[seat];
            let (Some(pair), true) = (player.active_pair(), weights[0] > 0) else { continue };
            let possible = (state.place_pile - player.ruled_out) | IslandSet::of(pair.place());
            let total: u64 = possible.into_iter().map(|island| u64::from(weights[island.index()])).sum();
            let mut number = rng.below(total);
            let drawn = possible.into_iter().find(|island| {
                let weight = u64::from(weights[island.index()]);
                let found = number < weight;
                number = number.saturating_sub(weight);
                found
            });
            if let (Some(place), Some(kept)) = (drawn, state.players[seat].pairs.get_mut(state.players[seat].active as usize)) {
                *kept = Pair::new(place, pair.is_legend());
                state.place_pile.insert(pair.place());
                state.place_pile.remove(place);
            }
        }
        state
    }

    /// The islands that no clue on the table would have told better than this one of a seat: by another that they fit too more islands would
    /// be left in doubt.
    fn best_shown(&self, state: &State, seat: u8, clue: Clue) -> IslandSet {
        let possible = self.possible(state, seat);
        let doubt = |clue: Clue| (self.fitting(state, clue) & possible).len();
        let clues =
            state.postcards().iter().enumerate().flat_map(|(slot, &card)| (0..self.elements_of(card)).map(move |k| Clue::new(slot, k)));
        let own = doubt(clue);
        let better = clues.filter(|&other| doubt(other) < own).fold(IslandSet::EMPTY, |set, other| set | self.fitting(state, other));
        self.fitting(state, clue) - better
    }

    /// How each island weighs: more, the more clues it fits.
    fn weights(&self, state: &State, clues: impl Iterator<Item = Clue>) -> [u64; MAX_ISLANDS] {
        let mut weights = [1_u64; MAX_ISLANDS];
        for clue in clues {
            for island in self.fitting(state, clue) {
                weights[island.index()] *= FIT;
            }
        }
        weights
    }

    /// What others hold possible for a guardian's place.
    fn possible(&self, state: &State, guardian: u8) -> IslandSet {
        self.all_islands() - state.turned - state.player(guardian).ruled_out
    }

    /// How likely a seat's clues, with one more, make a place of its own to the others.
    fn shown_by(&self, state: &State, seat: u8, place: Island, clue: Clue) -> u64 {
        let clues = state.player(seat).clues().iter().copied().chain([clue]);
        self.likelihood(state, clues, self.possible(state, seat), place)
    }

    /// See [`crate::game::Game::worth`].
    pub(super) fn worth_of(&self, state: &State, action: Action, seat: u8) -> i32 {
        let player = state.player(seat);
        let worth = match state.phase {
            Phase::Sail(_) if action.0 != self.ids.pass => {
                let number = action.0.wrapping_sub(self.ids.sail);
                let (guardian, island) = (number / self.num_islands as u16, number % self.num_islands as u16);
                let possible = self.possible(state, guardian as u8) - player.places();
                let clues = state.player(guardian as u8).clues().iter().copied();
                // Any boat is better than none.
                1 + self.likelihood(state, clues, possible, Island(island as u8))
            }
            Phase::Clue(_) => {
                let number = action.0.wrapping_sub(self.ids.clue) as usize;
                let clue = Clue::new(number / self.max_elements, number % self.max_elements);
                player.active_pair().map_or(0, |pair| self.shown_by(state, seat, pair.place(), clue))
            }
            Phase::Choose(_) => {
                let place = Island(action.0.wrapping_sub(self.ids.choose) as u8);
                let clues = state
                    .postcards()
                    .iter()
                    .enumerate()
                    .flat_map(|(slot, &card)| (0..self.elements_of(card)).map(move |element| Clue::new(slot, element)));
                clues.map(|clue| self.shown_by(state, seat, place, clue)).max().unwrap_or_default()
            }
            Phase::Fire { .. } => u64::from(action.0 != self.ids.pass),
            _ => 0,
        };
        worth as i32
    }
}
