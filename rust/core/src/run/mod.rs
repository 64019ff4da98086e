//! What can be done with any game: states with their game, playouts, perft, the contract test.

pub mod batch;
pub mod check;
pub mod jobs;
pub mod match_;
pub mod perft;
pub mod playout;

use std::sync::Arc;

use crate::MAX_SEATS;
use crate::action::{Action, Actions, Seat};
use crate::chance::Outcomes;
use crate::error::{Error, Result};
use crate::game::{Game, Node, Payload};
use crate::hash;
use crate::rng::Rng;

/// A state with its game.
#[derive(Debug)]
pub struct At<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The state.
    pub state: G::State,
}

impl<G: Game> Clone for At<G> {
    fn clone(&self) -> Self {
        self.with(self.state)
    }
}

impl<G: Game> PartialEq for At<G> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
            && (Arc::ptr_eq(&self.game, &other.game) || self.game.common().fingerprint == other.game.common().fingerprint)
    }
}

/// A view with its game.
#[derive(Debug)]
pub struct Seen<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The view.
    pub view: G::View,
}

impl<G: Game> Clone for Seen<G> {
    fn clone(&self) -> Self {
        Self { game: Arc::clone(&self.game), view: self.view }
    }
}

impl<G: Game> PartialEq for Seen<G> {
    fn eq(&self, other: &Self) -> bool {
        self.view == other.view
            && (Arc::ptr_eq(&self.game, &other.game) || self.game.common().fingerprint == other.game.common().fingerprint)
    }
}

impl<G: Game> Seen<G> {
    /// A state that looks like it, each equally likely.
    pub fn resample(&self, rng: &mut Rng) -> At<G> {
        At { game: Arc::clone(&self.game), state: self.game.resample(&self.view, rng) }
    }

    /// Some state that looks like it: what it is asked for beyond the document is the same in all of them.
    pub fn example(&self) -> At<G> {
        self.resample(&mut Rng::new(0))
    }

    /// The 16-byte digest: equal exactly when game, viewer and view are.
    pub fn information_key(&self) -> [u8; 16] {
        let mut payload = Payload::new();
        payload.put([self.game.viewer(&self.view).map_or(u8::MAX, |seat| seat.0)]);
        self.game.write_view(&self.view, &mut payload);
        hash::hash128(&payload, &self.game.common().fingerprint)
    }
}

impl<G: Game> At<G> {
    /// What a seat, or everyone, sees.
    pub fn view(&self, seat: Option<Seat>) -> Seen<G> {
        Seen { game: Arc::clone(&self.game), view: self.game.view(&self.state, seat) }
    }

    /// Another state of the same game.
    pub fn with(&self, state: G::State) -> Self {
        Self { game: Arc::clone(&self.game), state }
    }

    /// What may happen next.
    pub fn node(&self) -> Node {
        self.game.node(&self.state)
    }

    /// The actions of the seat to move, or of another one.
    pub fn legal(&self, seat: Option<Seat>) -> Actions {
        let mut actions = Actions::new();
        self.write_legal(seat, &mut actions);
        actions
    }

    /// [`At::legal`] into a buffer: a set is some kilobytes, which cost more to hand on than to fill.
    #[inline]
    pub fn write_legal(&self, seat: Option<Seat>, out: &mut Actions) {
        match seat {
            None => self.game.legal(&self.state, out),
            Some(seat) => self.game.legal_for(&self.state, seat, out),
        }
    }

    /// The outcomes of a chance node.
    pub fn outcomes(&self) -> Outcomes {
        let mut outcomes = Outcomes::new();
        self.game.chance(&self.state, &mut outcomes);
        outcomes
    }

    /// Does an action, or an outcome, after a check that it is legal.
    pub fn apply(&self, action: Action) -> Result<Self> {
        self.game.require_legal(&self.state, action)?;
        let mut next = self.clone();
        next.game.apply(&mut next.state, action);
        Ok(next)
    }

    /// Draws an outcome of a chance node.
    pub fn sample_chance(&self, rng: &mut Rng) -> Result<Action> {
        self.outcomes()
            .sample(rng)
            .ok_or_else(|| Error::argument("no_chance", "state", format!("phase `{}`", self.game.phase(&self.state)), "a chance node"))
    }

    /// A legal action, each equally likely.
    pub fn random_action(&self, rng: &mut Rng) -> Result<Action> {
        let legal = self.legal(None);
        if legal.is_empty() {
            return Err(Error::argument(
                "no_decision",
                "state",
                format!("phase `{}`", self.game.phase(&self.state)),
                "a state in which a seat chooses",
            ));
        }
        legal
            .nth(rng.below(legal.len() as u64) as usize)
            .ok_or_else(|| Error::argument("no_decision", "state", "no action", "a legal action"))
    }

    /// Lets chance happen until a seat has to choose or the game is over; with `forced` also lets seats with one action take it.
    pub fn settle(&mut self, rng: &mut Rng, forced: bool) {
        let mut outcomes = Outcomes::new();
        loop {
            match self.node() {
                Node::Chance => {
                    self.game.chance(&self.state, &mut outcomes);
                    let Some(outcome) = outcomes.sample(rng) else { return };
                    self.game.apply(&mut self.state, outcome);
                }
                Node::Decision(_) if forced => {
                    self.game.legal(&self.state, &mut outcomes.actions);
                    match (outcomes.actions.len(), outcomes.actions.nth(0)) {
                        (1, Some(action)) => self.game.apply(&mut self.state, action),
                        _ => return,
                    }
                }
                Node::Decision(_) | Node::Terminal => return,
            }
        }
    }

    /// The canonical payload.
    pub fn payload(&self) -> Payload {
        let mut payload = Payload::new();
        self.game.write(&self.state, &mut payload);
        payload
    }

    /// The hash over payload and fingerprint.
    pub fn hash64(&self) -> u64 {
        hash::hash64(&self.payload(), &self.game.common().fingerprint)
    }

    /// Shares of the win by seat.
    pub fn returns(&self) -> [f64; MAX_SEATS] {
        self.game.returns(&self.state, &self.game.scores(&self.state))
    }
}
