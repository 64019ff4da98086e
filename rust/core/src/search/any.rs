//! Searches of whatever game, and the positions they start from.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::options::Options;
use super::rounds::{Budget, Found, Search};
use crate::action::Seat;
use crate::error::{Error, Result};
use crate::game::Node;
use crate::games::{AnyGame, AnyState, AnyView, Listed};
use crate::{with_state, with_view};

/// Where a search starts: a state, or all that one seat knows of it.
#[derive(Debug, Clone)]
pub enum Position {
    /// The seat to choose searches, and uses no more than its view.
    State(AnyState),
    /// The view's seat searches.
    View(AnyView),
}

impl Position {
    /// The position's game.
    pub fn game(&self) -> AnyGame {
        match self {
            Self::State(state) => state.game(),
            Self::View(view) => view.game(),
        }
    }
}

/// A search of whatever game.
pub trait AnySearch: Send {
    /// See [`Search::run`].
    fn run(&mut self, budget: Budget, stop: &AtomicBool, tick: &mut dyn FnMut() -> bool) -> Result<()>;
    /// See [`Search::found`].
    fn found(&mut self) -> Found;
    /// See [`Search::move_to`].
    fn move_to(&mut self, position: &Position) -> Result<()>;
    /// See [`Search::begin`].
    fn begin(&mut self);
    /// See [`Search::gather`].
    fn gather(&mut self, count: usize);
    /// Who has to choose at each leaf that waits for a value.
    fn open(&self) -> Vec<Seat>;
    /// See [`Search::observe`].
    fn observe(&mut self, observations: &mut [f32], masks: &mut [bool]);
    /// See [`Search::give`].
    fn give(&mut self, priors: &[f32], values: &[f32]);
    /// See [`Search::forget`].
    fn forget(&mut self);
    /// Simulations of this search so far.
    fn simulations(&self) -> u64;
}

/// What a search knows of a position: the view, and for studies the state.
struct Known<G: Listed> {
    game: Arc<G>,
    view: G::View,
    truth: Option<G::State>,
}

/// What is known of a position, if it is one of this game.
fn known<G: Listed>(position: &Position, true_state: bool) -> Result<Option<Known<G>>> {
    match position {
        Position::State(state) => {
            let Some(at) = G::at(state) else { return Ok(None) };
            let Node::Decision(seat) = at.node() else {
                let phase = at.game.phase(&at.state);
                return Err(Error::argument("no_decision", "position", format!("phase `{phase}`"), "a state in which a seat chooses"));
            };
            let view = at.game.view(&at.state, Some(seat));
            Ok(Some(Known { game: Arc::clone(&at.game), view, truth: true_state.then_some(at.state) }))
        }
        Position::View(_) if true_state => {
            Err(Error::argument("no_state", "true_state", "a view", "a state, where the true one is to be searched"))
        }
        Position::View(view) => Ok(G::seen(view).map(|seen| Known { game: Arc::clone(&seen.game), view: seen.view, truth: None })),
    }
}

impl<G: Listed> AnySearch for Search<G> {
    fn begin(&mut self) {
        self.begin();
    }

    fn gather(&mut self, count: usize) {
        self.gather(count);
    }

    fn open(&self) -> Vec<Seat> {
        self.open().map(|(_, seat)| seat).collect()
    }

    fn observe(&mut self, observations: &mut [f32], masks: &mut [bool]) {
        self.observe(observations, masks);
    }

    fn give(&mut self, priors: &[f32], values: &[f32]) {
        self.give(priors, values);
    }

    fn forget(&mut self) {
        self.forget();
    }

    fn simulations(&self) -> u64 {
        self.simulations()
    }

    fn run(&mut self, budget: Budget, stop: &AtomicBool, tick: &mut dyn FnMut() -> bool) -> Result<()> {
        self.run(budget, stop, tick)
    }

    fn found(&mut self) -> Found {
        self.found()
    }

    fn move_to(&mut self, position: &Position) -> Result<()> {
        let found = known::<G>(position, self.options().true_state)?;
        let same = |known: &Known<G>| known.game.common().fingerprint == self.game().common().fingerprint;
        let Known { view, truth, .. } = found.filter(same).ok_or_else(|| {
            let name = position.game().info().name;
            Error::argument(
                "other_game",
                "position",
                format!("a position of {name}"),
                format!("one of this search's game, {}", G::INFO.name),
            )
        })?;
        self.move_to(view, truth)
    }
}

/// A search of one position. `evaluated`: leaves are valued from outside.
pub fn search(position: &Position, options: Options, evaluated: bool, seed: u64, threads: usize) -> Result<Box<dyn AnySearch>> {
    fn make<G: Listed>(
        _: &Arc<G>,
        position: &Position,
        options: Options,
        evaluated: bool,
        seed: u64,
        threads: usize,
    ) -> Result<Box<dyn AnySearch>> {
        let Known { game, view, truth } = known::<G>(position, options.true_state)?
            .ok_or_else(|| Error::argument("other_game", "position", "another game's", "a position of this game"))?;
        Ok(Box::new(Search::new(game, view, truth, options, evaluated, seed, threads)?))
    }
    match position {
        Position::State(state) => with_state!(state, at => make(&at.game, position, options, evaluated, seed, threads)),
        Position::View(view) => with_view!(view, seen => make(&seen.game, position, options, evaluated, seed, threads)),
    }
}
