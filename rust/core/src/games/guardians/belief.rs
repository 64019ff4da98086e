//! What a search makes of clues and boats before it draws states: clues are taken to be honest, and others to read them.

use super::greedy::Layers;
use super::types::*;
use super::view::{View, keeps_from};
use super::{Guardians, State};
use crate::rng::Rng;

/// How much likelier a place is if no other clue would have told it better.
const BEST: u64 = 4;

/// What is likely of what a view hides.
#[derive(Debug)]
pub struct Belief {
    /// The weight of each island as the place of a guardian; none without a clue.
    places: [Option<[u32; MAX_ISLANDS]>; MAX_PLAYERS],
    /// For each boat whose hull is hidden the weight of each guardian.
    hulls: [[u32; MAX_PLAYERS]; BOATS * MAX_PLAYERS],
}

impl Guardians {
    /// See [`crate::game::Game::belief`]: an island weighs the more for a guardian the more of its clues it fits, and the latest still more if
    /// no other would have told it better. A boat seeks whom its island is likely for.
    pub(super) fn believe(&self, view: &View) -> Belief {
        let state = &view.state;
        let mut belief = Belief { places: [None; MAX_PLAYERS], hulls: [[0; MAX_PLAYERS]; BOATS * MAX_PLAYERS] };
        for guardian in 0..self.common.num_players {
            let Some(weights) = self.weights(state, guardian as u8) else { continue };
            if state.phase.is_sailing() {
                let open = self.possible(state, guardian as u8);
                let total: u64 = open.into_iter().map(|island| u64::from(weights[island.index()])).sum();
                for (boat, hulls) in state.boats().iter().zip(&mut belief.hulls) {
                    let weight = if open.contains(boat.island()) { weights[boat.island().index()] } else { 0 };
                    // What nobody would sail for still can be.
                    hulls[guardian] = 1 + (1000 * u64::from(weight) / total.max(1)) as u32;
                }
            }
            if keeps_from(guardian, view.seat) {
                belief.places[guardian] = Some(weights);
            }
        }
        belief
    }

    /// How each island weighs as a guardian's place; `None` if it has given no clue.
    fn weights(&self, state: &State, guardian: u8) -> Option<[u32; MAX_ISLANDS]> {
        let shown = state.player(guardian).clues().iter().copied().filter(|&clue| clue.is_known());
        let latest = shown.clone().next_back()?;
        let mut layers = Layers::of(self.all_islands());
        shown.for_each(|clue| layers.add(self.fitting(state, clue)));
        let best = if state.phase.is_sailing() { self.best_shown(state, guardian, latest) } else { IslandSet::EMPTY };
        let mut weights = [0; MAX_ISLANDS];
        for island in self.all_islands() {
            weights[island.index()] = (layers.weight(island) * if best.contains(island) { BEST } else { 1 }) as u32;
        }
        Some(weights)
    }

    /// The islands that no clue on the table would have told better than this one of a seat: by another that they fit too more islands would
    /// be left in doubt.
    fn best_shown(&self, state: &State, seat: u8, clue: Clue) -> IslandSet {
        let possible = self.possible(state, seat);
        let doubt = |clue: Clue| (self.fitting(state, clue) & possible).len();
        let own = doubt(clue);
        let better = self
            .elements_on(state)
            .filter(|&other| doubt(other) < own)
            .fold(IslandSet::EMPTY, |set, other| set | self.fitting(state, other));
        self.fitting(state, clue) - better
    }

    /// See [`crate::game::Game::imagine`]. Cost: that of a draw, and the islands for each guardian with a clue.
    pub(super) fn imagined(&self, view: &View, belief: &Belief, rng: &mut Rng) -> State {
        let mut state = self.redraw(view, rng);
        for (seat, weights) in belief.places.iter().enumerate().take(self.common.num_players) {
            let player = &state.players[seat];
            let (Some(pair), Some(weights)) = (player.active_pair(), weights) else { continue };
            let possible = (state.place_pile - player.ruled_out) | IslandSet::of(pair.place());
            let drawn = weighted(possible.into_iter().map(|island| (island, weights[island.index()])), rng);
            if let (Some(place), Some(kept)) = (drawn, state.players[seat].pairs.get_mut(state.players[seat].active as usize)) {
                *kept = Pair::new(place, pair.is_legend());
                state.place_pile.insert(pair.place());
                state.place_pile.remove(place);
            }
        }
        if state.phase.is_sailing() {
            self.draw_hulls(view, &mut state, belief, rng);
        }
        state
    }

    /// Whom the boats of others seek, anew and by weight.
    fn draw_hulls(&self, view: &View, state: &mut State, belief: &Belief, rng: &mut Rng) {
        let hidden = self.hidden_seats(view);
        for &seat in &hidden {
            state.players[seat].sent = 0;
        }
        let drawn = self.draw_guardians(state, &hidden, |boat, sought| {
            let guardians = (0..self.common.num_players as u8).filter(|guardian| sought >> guardian & 1 == 1);
            weighted(guardians.map(|guardian| (guardian, belief.hulls[boat][guardian as usize])), rng)
        });
        debug_assert!(drawn.is_some());
    }
}

/// One of some things, by weight; `None` if all weigh nothing.
fn weighted<T>(things: impl Iterator<Item = (T, u32)> + Clone, rng: &mut Rng) -> Option<T> {
    let total: u64 = things.clone().map(|(_, weight)| u64::from(weight)).sum();
    if total == 0 {
        return None;
    }
    let mut number = rng.below(total);
    for (thing, weight) in things {
        if number < u64::from(weight) {
            return Some(thing);
        }
        number -= u64::from(weight);
    }
    None
}
