//! Who sees what (LG-30, LG-34, LG-35): all is open but the bids not yet revealed.

use super::position::Position;
use super::state::{HIDDEN_BID, NO_BID};
use super::{Legends, Phase, State};
use crate::action::{Action, Seat};
use crate::error::{Error, Result};
use crate::game::Game as _;
use crate::rng::Rng;

/// What a seat, or a spectator, sees: the state, in which hidden bids are blanked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub(super) seat: Option<Seat>,
    /// The state, blanked.
    pub(super) state: State,
}

/// The seats whose bids a viewer does not know yet.
fn hidden(phase: Phase, seat: Option<Seat>) -> impl Iterator<Item = usize> {
    let made = if let Phase::Bid(current) = phase { current as usize } else { 0 };
    (0..made).filter(move |&other| seat.map(Seat::index) != Some(other))
}

impl Legends {
    /// See [`crate::game::Game::view`].
    pub(super) fn seen(&self, state: &State, seat: Option<Seat>) -> View {
        let mut view = View { seat, state: *state };
        for other in hidden(state.phase, seat) {
            view.state.bids[other] = HIDDEN_BID;
        }
        view
    }

    /// See [`crate::game::Game::view_from_document`].
    pub(super) fn view_of(&self, seat: Option<Seat>, document: &Position) -> Result<View> {
        let mut filled = document.clone();
        if document.is_bidding() {
            let made = document.turn().unwrap_or_default() as usize;
            for other in (0..made).filter(|&other| seat.map(Seat::index) != Some(other)) {
                if filled.set_bid(other, 0).is_some() {
                    return Err(Error::position(
                        "not_hidden",
                        format!("/bids/{other}"),
                        "a bid",
                        "null: bids of others are hidden until all have bid (LG-34)",
                    ));
                }
            }
        }
        Ok(self.seen(&self.state_of(&filled)?, seat))
    }

    /// See [`crate::game::Game::resample`]: hidden bids, each 0 to the seat's coins.
    pub(super) fn redraw(&self, view: &View, rng: &mut Rng) -> State {
        let mut drawn = view.state;
        for other in hidden(drawn.phase, view.seat) {
            drawn.bids[other] = rng.below(u64::from(drawn.coins[other]) + 1) as u8;
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

    /// See [`crate::game::Game::revealed`]: with the last bid all others' come open, `SEAT bid N`.
    pub(super) fn bids_revealed(&self, before: &State, after: &State, seat: Option<Seat>) -> Vec<String> {
        let open = matches!(before.phase, Phase::Bid(_)) && !matches!(after.phase, Phase::Bid(_));
        let bids = after.bids.iter().enumerate().filter(|&(other, &bid)| open && bid != NO_BID && seat.map(Seat::index) != Some(other));
        bids.map(|(other, bid)| format!("{other} bid {bid}")).collect()
    }
}
