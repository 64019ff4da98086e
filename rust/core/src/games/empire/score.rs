//! Lands held, and who wins (EM-17).

use super::types::MOST_UNITS;
use super::{Empire, State};
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::outcome::Outcome;
use crate::score::{Breakdown, Parts, Scores};

impl Empire {
    /// The scores: lands, at any time.
    pub(super) fn lands_held(&self, state: &State) -> Scores {
        let mut scores = [0; MAX_SEATS];
        for (score, &held) in scores.iter_mut().zip(&state.held).take(self.common.num_players) {
            *score = i32::from(held);
        }
        scores
    }

    pub(super) fn all_parts(&self, state: &State) -> [Parts; MAX_SEATS] {
        self.lands_held(state).map(|lands| {
            let mut parts = Parts::default();
            parts[0] = lands;
            parts
        })
    }

    pub(super) fn named_parts(&self, state: &State, seat: Seat) -> Breakdown {
        let mut breakdown = Breakdown::default();
        breakdown.push("lands", i32::from(state.held.get(seat.index()).copied().unwrap_or_default()));
        breakdown
    }

    /// All units of a seat.
    fn all_units(&self, state: &State, seat: u8) -> i32 {
        const { assert!(MOST_UNITS as usize * super::types::MAX_LANDS < i32::MAX as usize) };
        state.own(seat).into_iter().map(|land| i32::from(state.units(land))).sum()
    }

    /// EM-17: the last one wins; at the end of the rounds lands rank, then units.
    pub(super) fn final_outcome(&self, state: &State) -> Outcome {
        let keys: Vec<[i32; 2]> =
            (0..self.common.num_players as u8).map(|seat| [i32::from(state.held[seat as usize]), self.all_units(state, seat)]).collect();
        let reason = if self.num_alive(state) == 1 { "conquest" } else { "rounds" };
        Outcome::from_keys(&keys, &["units"], reason)
    }

    /// EM-5: what a seat gets at the start of its turn.
    pub fn reinforcements(&self, state: &State, seat: u8) -> u32 {
        let own = state.own(seat);
        let held = u32::from(state.held.get(seat as usize).copied().unwrap_or_default());
        let whole = self.map.continents.iter().filter(|continent| (continent.lands - own).is_empty());
        (held / super::config::LANDS_PER_UNIT).max(super::config::LEAST_RESERVE) + whole.map(|continent| continent.bonus).sum::<u32>()
    }
}
