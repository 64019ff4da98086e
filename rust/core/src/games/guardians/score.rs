//! Points and ties (GU-13): pure functions of a state.

use super::{Guardians, State};
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::outcome::Outcome;
use crate::score::{Breakdown, MAX_PARTS, Parts, Scores};

/// The parts of a score.
pub const PARTS: [&str; 2] = ["gold", "legend"];

/// What decides between equal scores.
const TIE_BREAKS: [&str; 1] = ["legend"];

impl Guardians {
    /// Gold and legend coins together.
    #[inline]
    pub(super) fn all_scores(&self, state: &State) -> Scores {
        let mut scores = [0; MAX_SEATS];
        for (score, player) in scores.iter_mut().zip(&state.players).take(self.common.num_players) {
            *score = player.coins() as i32;
        }
        scores
    }

    /// Coins by kind.
    pub(super) fn all_parts(&self, state: &State) -> [Parts; MAX_SEATS] {
        let mut parts = [[0; MAX_PARTS]; MAX_SEATS];
        for (parts, player) in parts.iter_mut().zip(&state.players).take(self.common.num_players) {
            parts[0] = i32::from(player.gold);
            parts[1] = i32::from(player.legend);
        }
        parts
    }

    /// A seat's coins by the names of the page.
    pub(super) fn named_parts(&self, state: &State, seat: Seat) -> Breakdown {
        let mut breakdown = Breakdown::default();
        let player = state.player(seat.0);
        for (name, coins) in PARTS.into_iter().zip([player.gold, player.legend]) {
            breakdown.push(name, i32::from(coins));
        }
        breakdown
    }

    /// Most coins win, then most legend coins; else the win is shared.
    pub(super) fn final_outcome(&self, state: &State) -> Outcome {
        let players = state.players.iter().take(self.common.num_players);
        let keys: Vec<[i32; 2]> = players.map(|player| [player.coins() as i32, i32::from(player.legend)]).collect();
        Outcome::from_keys(&keys, &TIE_BREAKS, self.end(state).map_or("goal", super::resolve::End::word))
    }

    /// 1.0 shared by the winners. Cost: no memory.
    pub(super) fn final_returns(&self, state: &State) -> [f64; MAX_SEATS] {
        let players = &state.players[..self.common.num_players];
        let key = |player: &super::state::Player| (player.coins(), player.legend);
        let best = players.iter().map(key).max().unwrap_or_default();
        let winners = players.iter().filter(|player| key(player) == best).count();
        let mut returns = [0.0; MAX_SEATS];
        for (share, player) in returns.iter_mut().zip(players) {
            if key(player) == best {
                *share = 1.0 / winners as f64;
            }
        }
        returns
    }
}
