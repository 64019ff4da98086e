//! Drawing a state that looks like a view (GU-17).
//!
//! What is hidden falls apart into choices that do not touch each other: which places are active (each outside what is ruled out of its
//! seat, no two alike), which the other pairs have (any others), which pair of a seat is the active one, which have legends, this turn's
//! clues, the boats' guardians. The number of ways of each is the same whatever the others are, so each is drawn on its own, evenly.

use arrayvec::ArrayVec;

use super::types::*;
use super::view::{View, has_new_clue, keeps_from};
use super::{Guardians, State};
use crate::mechanics::distinct;
use crate::rng::Rng;

impl Guardians {
    /// See [`crate::game::Game::resample`].
    pub(super) fn redraw(&self, view: &View, rng: &mut Rng) -> State {
        self.arrange(view, rng).unwrap_or(view.state)
    }

    /// A state that looks like the view, each equally likely; `None` if there is none, which happens with views made by hand only. Cost:
    /// a copy, a draw for each hidden thing, and [`distinct::draw`] over the seats with a hidden active pair.
    pub(super) fn arrange(&self, view: &View, rng: &mut Rng) -> Option<State> {
        let mut state = view.state;
        let hidden = self.hidden_seats(view);
        self.draw_places(&mut state, &hidden, rng)?;
        self.draw_rewards(&mut state, &hidden, rng)?;
        self.draw_clues(&mut state, &hidden, rng)?;
        if state.phase.is_sailing() {
            self.draw_guardians(&mut state, &hidden, |_, sought| distinct::one_of(u64::from(sought), rng))?;
        }
        Some(state)
    }

    /// Places of hidden pairs, and which of them are active. Their rewards stay treasures.
    fn draw_places(&self, state: &mut State, hidden: &[usize], rng: &mut Rng) -> Option<()> {
        let mut free = state.place_pile;
        let guarding = |state: &State, seat: usize| state.players[seat].is_active();
        let possible: ArrayVec<u64, MAX_PLAYERS> =
            hidden.iter().filter(|&&seat| guarding(state, seat)).map(|&seat| (free - state.players[seat].ruled_out).0).collect();
        let active = distinct::draw(&possible, rng)?;
        for &place in &active {
            free.remove(Island(place));
        }
        let mut active = active.into_iter();
        for &seat in hidden {
            let player = &mut state.players[seat];
            let count = player.num_pairs as usize;
            if player.is_active() {
                player.active = rng.below(count as u64) as u8;
            }
            for (k, pair) in player.pairs.iter_mut().enumerate().take(count) {
                let place = if k == player.active as usize {
                    Island(active.next()?)
                } else {
                    let place = Island(distinct::one_of(free.0, rng)?);
                    free.remove(place);
                    place
                };
                *pair = Pair::new(place, false);
            }
        }
        state.place_pile = free;
        Some(())
    }

    /// GU-2, GU-11: rewards by kind. One of a seat's first three is a legend; later ones are of either kind as far as the cards go.
    fn draw_rewards(&self, state: &mut State, hidden: &[usize], rng: &mut Rng) -> Option<()> {
        let mut later: ArrayVec<usize, MAX_PLAYERS> = ArrayVec::new();
        for &seat in hidden {
            let player = &state.players[seat];
            let (count, discovered) = (player.num_pairs as usize, player.num_discovered as usize);
            if discovered >= PAIRS {
                if count > 0 {
                    later.push(seat);
                }
                continue;
            }
            if state.discovered_of(seat).iter().any(|pair| pair.is_legend()) {
                continue;
            }
            // While the first three are dealt, the legend may be still to come.
            let places = count + usize::from(count + discovered < PAIRS);
            let legend = rng.below(places as u64) as usize;
            if let Some(pair) = state.players[seat].pairs.get_mut(..count).and_then(|pairs| pairs.get_mut(legend)) {
                *pair = Pair::new(pair.place(), true);
            }
        }
        let mut left = self.rewards;
        let known = state.players.iter().enumerate().filter(|(seat, _)| !later.contains(seat)).flat_map(|(_, player)| player.pairs());
        for pair in known.chain(state.all_discovered()) {
            left[pair.reward()] = left[pair.reward()].checked_sub(1)?;
        }
        let [treasures, legends] = left.map(u32::from);
        let count = later.len() as u32;
        let fits = |set: u32| set.count_ones() <= legends && count - set.count_ones() <= treasures;
        let set = if count <= legends.min(treasures) {
            rng.below(1 << count) as u32
        } else {
            let sets = 0..1_u32 << count;
            let ways = sets.clone().filter(|&set| fits(set)).count();
            let number = rng.below(ways as u64) as usize;
            sets.filter(|&set| fits(set)).nth(number)?
        };
        for (k, &seat) in later.iter().enumerate() {
            let legend = set >> k & 1 == 1;
            for pair in state.players[seat].pairs.iter_mut().take(1) {
                *pair = Pair::new(pair.place(), legend);
            }
            left[usize::from(legend)] -= 1;
        }
        state.rewards_left = left;
        Some(())
    }

    /// GU-5: this turn's clues, each on any element of the table.
    fn draw_clues(&self, state: &mut State, hidden: &[usize], rng: &mut Rng) -> Option<()> {
        for &seat in hidden {
            if !has_new_clue(state, seat) {
                continue;
            }
            let total: usize = state.postcards().iter().map(|&card| self.elements_of(card)).sum();
            let mut number = rng.below(total as u64) as usize;
            let clue = state.postcards().iter().enumerate().find_map(|(slot, &card)| {
                let count = self.elements_of(card);
                if number < count {
                    return Some(Clue::new(slot, number));
                }
                number -= count;
                None
            })?;
            let player = &mut state.players[seat];
            if let Some(last) = player.clues.get_mut((player.num_clues as usize).checked_sub(1)?) {
                *last = clue;
            }
        }
        Some(())
    }

    /// GU-6: whom others' boats seek, each boat of a seat another guardian: `pick` chooses for a boat among the guardians that are left to it.
    pub(super) fn draw_guardians(&self, state: &mut State, hidden: &[usize], mut pick: impl FnMut(usize, u8) -> Option<u8>) -> Option<()> {
        for k in 0..state.num_boats as usize {
            let boat = *state.boats.get(k)?;
            let seat = boat.seat();
            if !hidden.contains(&seat) {
                continue;
            }
            let guardian = pick(k, self.sought(state, seat as u8))?;
            state.boats[k] = Boat::new(seat as u8, Some(guardian), boat.island());
            state.players[seat].sent |= 1 << guardian;
        }
        Some(())
    }

    /// The seats whose secrets a viewer does not know.
    pub(super) fn hidden_seats(&self, view: &View) -> ArrayVec<usize, MAX_PLAYERS> {
        (0..self.common.num_players).filter(|&seat| keeps_from(seat, view.seat)).collect()
    }
}
