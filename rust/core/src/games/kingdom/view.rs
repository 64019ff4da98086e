//! Who sees what (KD-17, KD-21, KD-22): hands that a seat has not held, and what others have picked and laid until it is revealed, are hidden.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::position::Document;
use super::types::*;
use super::{Kingdom, Phase, State};
use crate::action::{Action, Seat, select};
use crate::error::{Error, Result};
use crate::game::Game as _;
use crate::rng::Rng;

/// What a seat, or a spectator, sees: the state, in which hands that it has not held and the choices of others are empty, and other hands stand
/// as they were at the start of the round.
///
/// Which step is asked is open, but no part of the page's view (KD-21): it stands beside the view, for [`Kingdom::redraw`], and views that
/// differ only in it are equal, as their documents are.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// Whose view it is.
    pub(super) seat: Option<Seat>,
    /// The state, blanked; its phase is what the rest tells of it.
    pub(super) state: State,
    /// The step asked.
    pub(super) step: Phase,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.state == other.state
    }
}

impl Eq for View {}

/// A hand in a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Hand {
    /// Its cards, ascending.
    Cards(Vec<i64>),
    /// How many cards it has.
    Count(i64),
}

/// The `view` of a document.
pub type ViewDocument = Document<Hand>;

impl Kingdom {
    /// Whether a viewer knows another seat's hand: it has held it, or nobody has yet.
    fn knows(&self, viewer: Option<Seat>, other: usize, round: u8) -> bool {
        let Some(viewer) = viewer else { return false };
        let seats = self.common.num_players;
        let left = (other + seats - viewer.index() % seats) % seats;
        left < round as usize
    }

    /// How many cards a seat's hand counts in a view: as it was at the start of the round, or so far in the deal.
    fn hand_count(&self, state: &State, seat: usize) -> u32 {
        match state.phase {
            Phase::Edict | Phase::Over => 0,
            Phase::Deal(dealt) => u32::from(dealt).saturating_sub((seat * HAND) as u32).min(HAND as u32),
            Phase::Pick(_) | Phase::Place(_) => state.hand_size(),
        }
    }

    /// The step that a view without one is taken for: the viewer's own; the next seat's if it has laid; seat 0's for a spectator.
    fn presumed_step(&self, seat: Option<Seat>, state: &State) -> Phase {
        match state.phase {
            Phase::Edict | Phase::Deal(_) | Phase::Over => state.phase,
            Phase::Pick(_) | Phase::Place(_) => match seat {
                None => Phase::Pick(0),
                Some(seat) => match state.pending.get(seat.index()).copied().unwrap_or(Laid::NONE) {
                    Laid { card: NONE, .. } => Phase::Pick(seat.0),
                    Laid { place: NONE, .. } => Phase::Place(seat.0),
                    Laid { .. } => Phase::Pick(seat.0 + 1),
                },
            },
        }
    }

    /// See [`crate::game::Game::view`].
    pub(super) fn seen(&self, state: &State, seat: Option<Seat>) -> View {
        let mut seen = *state;
        for other in (0..self.common.num_players).filter(|&other| seat.map(Seat::index) != Some(other)) {
            seen.hands[other] = if self.knows(seat, other, state.round) { state.full_hand(other) } else { CardSet::EMPTY };
            seen.pending[other] = Laid::NONE;
        }
        seen.phase = self.presumed_step(seat, &seen);
        View { seat, state: seen, step: state.phase }
    }

    /// See [`crate::game::Game::view_document`].
    pub(super) fn describe_view(&self, view: &View) -> ViewDocument {
        let state = &view.state;
        self.document(state, |seat| {
            if view.seat == Some(Seat(seat as u8)) || self.knows(view.seat, seat, state.round) {
                Hand::Cards(self.deck.sorted_ids(state.hands[seat]))
            } else {
                Hand::Count(i64::from(self.hand_count(state, seat)))
            }
        })
    }

    /// See [`crate::game::Game::view_from_document`].
    pub(super) fn view_of(&self, seat: Option<Seat>, document: &ViewDocument) -> Result<View> {
        let mut state = self.read_open(document)?;
        let mut sizes = Vec::new();
        for (other, hand) in document.hands.iter().enumerate() {
            let pointer = format!("/hands/{other}");
            let own = seat.map(Seat::index) == Some(other);
            match hand {
                Hand::Cards(ids) if own || self.knows(seat, other, state.round) => {
                    state.hands[other] = self.read_hand(&pointer, ids)?;
                    sizes.push(state.hands[other].len());
                }
                Hand::Count(count) if !own && !self.knows(seat, other, state.round) => {
                    let count = u32::try_from(*count).ok().filter(|&count| count <= HAND as u32);
                    sizes.push(count.ok_or_else(|| Error::position("out_of_range", &pointer, format!("{hand:?}"), "0 to 10 cards"))?);
                }
                Hand::Cards(_) => {
                    return Err(Error::position("not_hidden", pointer, "cards", "a count: the viewer has not held this hand (KD-21)"));
                }
                Hand::Count(_) => {
                    return Err(Error::position("hidden", pointer, "a count", "the cards of a hand that the viewer knows (KD-21)"));
                }
            }
        }
        for (other, pending) in document.pending.iter().enumerate() {
            if seat.map(Seat::index) == Some(other) {
                state.pending[other] = self.read_pending(other, pending.as_ref())?;
                if state.pending[other].card != NONE {
                    sizes[other] += 1;
                }
            } else if pending.is_some() {
                return Err(Error::position("not_hidden", format!("/pending/{other}"), "a choice", "null: not revealed yet (KD-21)"));
            }
        }
        state.phase = self.phase_of(&state, &sizes);
        for (other, &size) in sizes.iter().enumerate() {
            let expected = self.hand_count(&state, other);
            if size != expected {
                return Err(Error::position(
                    "wrong_count",
                    format!("/hands/{other}"),
                    format!("{size} cards"),
                    format!("{expected} in round {}, phase `{}`", state.round, state.phase.word()),
                ));
            }
        }
        state.phase = self.presumed_step(seat, &state);
        if let Phase::Pick(next) = state.phase
            && next as usize >= self.common.num_players
        {
            return Err(Error::position(
                "wrong_pending",
                format!("/pending/{}", self.common.num_players - 1),
                "a card laid",
                "null or a card: the last seat's is revealed at once (KD-9)",
            ));
        }
        let view = View { seat, state, step: state.phase };
        // There is a state that looks like it.
        self.check_state(&self.redraw(&view, &mut Rng::new(0)))?;
        Ok(view)
    }

    /// See [`crate::game::Game::resample`] (KD-22): hands that the seat has not held from all cards it has not seen, then what others have picked
    /// and laid. All hands are of one size and a kingdom has as many open cells whatever the card, so each step is uniform alone.
    pub(super) fn redraw(&self, view: &View, rng: &mut Rng) -> State {
        let seats = self.common.num_players;
        let mut drawn = view.state;
        let own = view.seat.map(Seat::index);
        let mut unseen = self.in_play;
        for (seat, plot) in drawn.plots.iter().enumerate().take(seats) {
            unseen = unseen - drawn.full_hand(seat);
            unseen = plot.laid.iter().take(drawn.laid()).fold(unseen, |unseen, laid| unseen - CardSet::of(Card(laid.card)));
        }
        for other in (0..seats).filter(|&other| own != Some(other) && !self.knows(view.seat, other, view.state.round)) {
            for _ in 0..self.hand_count(&view.state, other) {
                let Some(card) = nth(unseen.0, rng.below(u64::from(unseen.len()))) else { break };
                unseen.remove(Card(card));
                drawn.hands[other].insert(Card(card));
            }
        }
        drawn.phase = view.step;
        let (now, placing) = match view.step {
            Phase::Pick(seat) => (seat as usize, false),
            Phase::Place(seat) => (seat as usize, true),
            Phase::Edict | Phase::Deal(_) | Phase::Over => return drawn,
        };
        for other in (0..seats).filter(|&other| own != Some(other) && (other < now || other == now && placing)) {
            let hand = drawn.hands[other];
            let Some(card) = nth(hand.0, rng.below(u64::from(hand.len()))) else { continue };
            drawn.hands[other].remove(Card(card));
            drawn.pending[other].card = card;
            if other < now {
                let open = drawn.plots[other].open();
                let number = rng.below(u64::from(open.len()) * SIDES as u64);
                if let Some(cell) = nth(u64::from(open.0), number / SIDES as u64) {
                    drawn.pending[other].place = cell << 2 | (number % SIDES as u64) as u8;
                }
            }
        }
        drawn
    }

    /// See [`crate::game::Game::action_seen`].
    pub(super) fn told(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        let (owner, hidden) = match state.phase {
            Phase::Deal(dealt) => (dealt / HAND as u8, "deal ?"),
            Phase::Pick(owner) => (owner, "pick ?"),
            Phase::Place(owner) => (owner, "place ? ?"),
            Phase::Edict | Phase::Over => return self.space(state).text(action).ok(),
        };
        if seat == Some(Seat(owner)) { self.space(state).text(action).ok() } else { Some(hidden.to_owned()) }
    }

    /// See [`crate::game::Game::revealed`]: with the last `place` of a round what the others picked and laid, `SEAT pick C` and `SEAT place X,Y R`,
    /// and to a seat the hand that it now holds for the first time, `hand C ...`.
    pub(super) fn told_by_reveal(&self, before: &State, after: &State, seat: Option<Seat>) -> Vec<String> {
        let mut texts = Vec::new();
        if after.round == before.round {
            return texts;
        }
        let round = before.laid();
        for other in (0..self.common.num_players).filter(|&other| seat.map(Seat::index) != Some(other)) {
            let Some(&laid) = after.plots[other].laid.get(round) else { continue };
            let cell = laid.cell();
            texts.push(format!("{other} pick {}", self.deck.id(laid.card)));
            texts.push(format!("{other} place {},{} {}", cell.x(), cell.y(), DEGREES[laid.turns()]));
        }
        if let Some(seat) = seat
            && after.phase != Phase::Over
            && (before.round as usize) < self.common.num_players
        {
            let ids: Vec<String> = self.deck.sorted_ids(after.hands[seat.index()]).iter().map(i64::to_string).collect();
            texts.push(format!("hand {}", ids.join(" ")));
        }
        texts
    }
}

/// The place of the k-th bit; none if there are fewer.
fn nth(bits: u64, k: u64) -> Option<u8> {
    (k < u64::from(bits.count_ones())).then(|| select(bits, k) as u8)
}
