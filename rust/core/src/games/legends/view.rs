//! Who sees what (LG-30, LG-34, LG-35): all is open but the bids not yet revealed.

use super::hooks::{Never, Rules};
use super::position::Position;
use super::state::{HIDDEN_BID, NO_BID};
use super::{Base, Legends, Phase, State};
use crate::action::{Action, Seat};
use crate::error::{Error, Result};
use crate::game::Game as _;
use crate::rng::Rng;

/// What a seat, or a spectator, sees: the state, in which hidden bids are blanked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View<R: Rules> {
    /// Whose view it is.
    pub(in crate::games) seat: Option<Seat>,
    /// The state, blanked.
    pub(in crate::games) state: State<R>,
}

/// The seats whose bids a viewer does not know yet.
fn hidden(phase: Phase<Never>, seat: Option<Seat>) -> impl Iterator<Item = usize> {
    let made = if let Phase::Bid(current) = phase { current as usize } else { 0 };
    (0..made).filter(move |&other| seat.map(Seat::index) != Some(other))
}

impl Legends {
    /// See [`crate::game::Game::view`].
    pub(in crate::games) fn seen(&self, state: &State<Base>, seat: Option<Seat>) -> View<Base> {
        let mut view = View { seat, state: *state };
        for other in hidden(state.phase, seat) {
            view.state.bids[other] = HIDDEN_BID;
        }
        view
    }

    /// See [`crate::game::Game::view_from_document`].
    pub(in crate::games) fn view_of(&self, seat: Option<Seat>, document: &Position) -> Result<View<Base>> {
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
    pub(in crate::games) fn redraw(&self, view: &View<Base>, rng: &mut Rng) -> State<Base> {
        let mut drawn = view.state;
        for other in hidden(drawn.phase, view.seat) {
            drawn.bids[other] = rng.below(u64::from(drawn.coins[other]) + 1) as u8;
        }
        drawn
    }

    /// See [`crate::game::Game::action_seen`].
    pub(in crate::games) fn told(&self, state: &State<Base>, action: Action, seat: Option<Seat>) -> Option<String> {
        match state.phase {
            Phase::Bid(bidder) if seat != Some(Seat(bidder)) => Some("bid ?".to_owned()),
            _ => self.space(state).text(action).ok(),
        }
    }

    /// See [`crate::game::Game::revealed`]: with the last bid all others' come open, `SEAT bid N`.
    pub(in crate::games) fn bids_revealed(&self, before: &State<Base>, after: &State<Base>, seat: Option<Seat>) -> Vec<String> {
        let open = matches!(before.phase, Phase::Bid(_)) && !matches!(after.phase, Phase::Bid(_));
        let bids = after.bids.iter().enumerate().filter(|&(other, &bid)| open && bid != NO_BID && seat.map(Seat::index) != Some(other));
        bids.map(|(other, bid)| format!("{other} bid {bid}")).collect()
    }
}
