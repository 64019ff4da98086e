//! Who sees what (LG-30, LG-34, LG-35): all is open but the bids not yet revealed.

use serde_json::Value;

use super::{Legends, Phase, State};
use crate::action::{Action, Seat};
use crate::game::Game as _;
use crate::rng::Rng;

impl Legends {
    /// See [`crate::game::Game::view`].
    pub(super) fn seen(&self, state: &State, seat: Option<Seat>) -> Value {
        let mut position = self.describe(state);
        if matches!(state.phase, Phase::Bid(_)) {
            position.hide_bids(seat.map(Seat::index));
        }
        serde_json::to_value(position).unwrap_or_default()
    }

    /// See [`crate::game::Game::resample`].
    pub(super) fn redraw(&self, state: &State, seat: Option<Seat>, rng: &mut Rng) -> State {
        let mut drawn = *state;
        if let Phase::Bid(current) = state.phase {
            for other in (0..current).filter(|&other| seat != Some(Seat(other))) {
                drawn.bids[other as usize] = rng.below(u64::from(state.coins[other as usize]) + 1) as u8;
            }
        }
        drawn
    }

    /// See [`crate::game::Game::action_seen`].
    pub(super) fn told(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        match state.phase {
            Phase::Bid(bidder) if seat != Some(Seat(bidder)) => Some("bid ?".to_owned()),
            _ => self.space(state).text(action).ok(),
        }
    }
}
