//! The contract of a game. Everything in [`crate::run`], the bindings and the contract tests relies on what is said here and on nothing else.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::MAX_SEATS;
use crate::action::{Action, ActionSpace, Actions, Seat};
use crate::chance::Outcomes;
use crate::codec::own::canonical;
use crate::error::{Error, Result};
use crate::hash::{self, Fingerprint};
use crate::observation::ObservationSpec;
use crate::outcome::Outcome;
use crate::rng::Rng;
use crate::score::{Breakdown, Parts, Scores};

/// What may happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// The seat chooses.
    Decision(Seat),
    /// Chance does.
    Chance,
    /// Nothing: the game is over.
    Terminal,
}

/// A set of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).filter(move |seat| self.0 >> seat & 1 == 1).map(Seat)
    }

    /// Whether the seat is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }
}

pub use crate::codec::payload::{MAX_PAYLOAD, Payload};

/// What is fixed of a game whatever its parameters.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// The id, as in [`crate::games`].
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// One byte that stands for the game in bytes.
    pub tag: u8,
    /// Grows whenever the same actions may lead to another state, score or number.
    pub rules_version: u16,
    /// The fewest and the most players.
    pub players: (u8, u8),
    /// All words for phases.
    pub phases: &'static [&'static str],
    /// Who plays the leaves of a search out unless told otherwise, and for how many steps at most.
    pub rollout: (&'static str, u32),
    /// The shipped data files: name without `.json`, and text.
    pub data: &'static [(&'static str, &'static str)],
}

/// What every game has once its parameters are known.
#[derive(Debug)]
pub struct Common {
    /// The number of seats in play.
    pub num_players: usize,
    /// All parameters, defaults filled in, in the order of the rules page.
    pub params: Map<String, Value>,
    /// The same as JSON text.
    pub params_text: String,
    /// Tells games with other rules, parameters or data apart.
    pub fingerprint: Fingerprint,
    /// What players do.
    pub actions: ActionSpace,
    /// What chance does.
    pub chances: ActionSpace,
    /// An upper bound on the number of decisions; `None` where the rules have none.
    pub max_game_length: Option<u32>,
    /// The names of [`Game::parts`].
    pub score_parts: Vec<&'static str>,
    /// The most bytes of a payload of this game.
    pub packed_size: usize,
    /// How [`Game::observe`] lays out a view.
    pub observation: ObservationSpec,
}

impl Common {
    /// Of a game whose spaces, tables and bounds are still to be made.
    pub fn new(num_players: usize, params: Map<String, Value>) -> Self {
        Self {
            num_players,
            params_text: serde_json::to_string(&params).unwrap_or_default(),
            params,
            fingerprint: [0; 16],
            actions: ActionSpace::new("action"),
            chances: ActionSpace::new("chance outcome"),
            max_game_length: None,
            score_parts: Vec::new(),
            packed_size: 0,
            observation: ObservationSpec::default(),
        }
    }

    /// Tells the game apart by its name, rules, parameters and the facts of its tables.
    pub fn seal(&mut self, info: &Info, tables: &Value) {
        let params = canonical(&Value::Object(self.params.clone())).to_string();
        let tables = canonical(tables).to_string();
        self.fingerprint =
            hash::fingerprint(&[info.name.as_bytes(), &info.rules_version.to_le_bytes(), params.as_bytes(), tables.as_bytes()]);
    }
}

/// A game: parameters and checked tables. Its rules are functions over a state of its own.
///
/// Invariants, held by the contract tests for every game in the list:
/// - A state is a flat value: no heap, no history, no generator. Two states are equal exactly when their positions are.
/// - [`Game::legal`] and [`Game::chance`] write ascending numbers inside the game's two spaces; at a decision at least one action is legal, at
///   a chance node at least one outcome has a positive weight.
/// - [`Game::apply`] is total on what those two list, deterministic, and keeps [`Game::check`] true. What it does with other
///   actions is unspecified, but it does not panic.
/// - `write`/`read` and `position`/`from_position` are inverse to each other on every state that can arise.
/// - Legal actions, phase, node and deciders of a seat follow from what that seat sees ([`Game::view`]): all that is told of a view is told
///   of a state that looks like it, so nothing hidden can come out of one.
pub trait Game: Sized + Send + Sync + fmt::Debug + 'static {
    /// A position of the game.
    type State: Copy + Eq + Send + Sync + fmt::Debug + 'static;
    /// The `position` of a document.
    type Position: Serialize + DeserializeOwned + JsonSchema;
    /// What a seat sees of a state.
    type View: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// The `view` of a document.
    type ViewDocument: Serialize + DeserializeOwned + JsonSchema;
    /// What a search makes of a view before it draws states; `()` where all that look like it are alike.
    type Belief: fmt::Debug + Send + Sync + 'static;

    /// What is fixed of the game.
    const INFO: Info;

    /// Checks parameters and data. Each parameter that is missing has its default; an unknown one is an error.
    fn new(params: &Map<String, Value>) -> Result<Self>;

    /// What every game has.
    fn common(&self) -> &Common;

    /// The state before anything has happened.
    fn initial(&self) -> Self::State;

    /// What may happen next. Cost: a few instructions.
    fn node(&self, state: &Self::State) -> Node;

    /// The rules page's word for the phase.
    fn phase(&self, state: &Self::State) -> &'static str;

    /// The seats that still have to choose at this moment: the current one and, where a choice is simultaneous, those asked after it.
    fn deciders(&self, state: &Self::State) -> SeatSet {
        match self.node(state) {
            Node::Decision(seat) => SeatSet(1 << seat.0),
            Node::Chance | Node::Terminal => SeatSet(0),
        }
    }

    /// Writes the actions of the seat to move; none at a chance node and at the end.
    fn legal(&self, state: &Self::State, out: &mut Actions);

    /// Writes the actions of a seat: of a decider that is not yet asked its first choice, of any other than the current one none.
    fn legal_for(&self, state: &Self::State, seat: Seat, out: &mut Actions) {
        out.clear();
        if self.node(state) == Node::Decision(seat) {
            self.legal(state, out);
        }
    }

    /// Writes the outcomes of a chance node; none elsewhere.
    fn chance(&self, state: &Self::State, out: &mut Outcomes);

    /// Does an action that is legal, or an outcome that may come.
    fn apply(&self, state: &mut Self::State, action: Action);

    /// The state after the running turn was ended by the clock of the host, which is no action of a seat. An error where the rules have no
    /// clock, or where it can't run out.
    fn timeout(&self, state: &Self::State) -> Result<Self::State> {
        let _ = state;
        Err(Error::illegal("no_clock", "timeout", format!("a state of {}", Self::INFO.name), "a game whose rules have a clock"))
    }

    /// The points of each seat at this moment. Cost: one full scoring.
    fn scores(&self, state: &Self::State) -> Scores;

    /// The points of each seat by the fixed parts of [`Common::score_parts`]. Cost: one full scoring.
    fn parts(&self, state: &Self::State) -> [Parts; MAX_SEATS];

    /// The points of a seat by the keys of the rules page.
    fn breakdown(&self, state: &Self::State, seat: Seat) -> Breakdown;

    /// How well a seat stands, for the greedy policy: higher is better. By default its lead over the best other seat. Cost: one scoring.
    fn standing(&self, state: &Self::State, seat: Seat) -> i32 {
        let scores = self.scores(state);
        let own = scores.get(seat.index()).copied().unwrap_or_default();
        let others = scores.iter().take(self.common().num_players).enumerate().filter(|&(other, _)| other != seat.index());
        1000 * (own - others.map(|(_, &score)| score).max().unwrap_or_default())
    }

    /// What an action is worth to the seat that moves, for the greedy policy: higher is better. By default how it stands after it; a game
    /// in which an action brings hidden things to light tells it from what the seat knows. Cost: a copy, an action and a scoring.
    fn worth(&self, state: &Self::State, action: Action, seat: Seat) -> i32 {
        let mut after = *state;
        self.apply(&mut after, action);
        self.standing(&after, seat)
    }

    /// Tells [`Self::worth`] of each legal action, in their order; a game may know a shorter way than to ask for each alone.
    #[inline]
    fn worths(&self, state: &Self::State, legal: &Actions, seat: Seat, mut tell: impl FnMut(Action, i32)) {
        for action in legal.iter() {
            tell(action, self.worth(state, action, seat));
        }
    }

    /// Who has won; `None` before the end.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// 1.0 shared by the winners at the end; all 0.0 before it. `scores` are those of the state, which a caller often has at hand.
    fn returns(&self, state: &Self::State, scores: &Scores) -> [f64; MAX_SEATS] {
        let _ = scores;
        self.outcome(state).map_or([0.0; MAX_SEATS], |outcome| outcome.returns())
    }

    /// Every invariant of a state, told in the words of its position. Slow; for tests and for reading.
    fn check(&self, state: &Self::State) -> Result<()>;

    /// Appends the canonical payload.
    fn write(&self, state: &Self::State, out: &mut Payload);

    /// Reads a payload back; what is read passes [`Game::check`].
    fn read(&self, payload: &[u8]) -> Result<Self::State>;

    /// The position as a document shows it.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// The state of a position; what is read passes [`Game::check`].
    #[expect(clippy::wrong_self_convention, reason = "the game reads it, the position becomes the state")]
    fn from_position(&self, position: &Self::Position) -> Result<Self::State>;

    /// What a seat sees, or with `None` what is open to all: the state with everything hidden blanked, the same for all states that look
    /// the same. Cost: a copy.
    fn view(&self, state: &Self::State, seat: Option<Seat>) -> Self::View;

    /// Whose view it is.
    fn viewer(&self, view: &Self::View) -> Option<Seat>;

    /// Appends the canonical bytes of a view: equal exactly when the views are.
    fn write_view(&self, view: &Self::View, out: &mut Payload);

    /// The `view` of a document.
    fn view_document(&self, view: &Self::View) -> Self::ViewDocument;

    /// The view of a document; there is a state that looks like it.
    fn view_from_document(&self, seat: Option<Seat>, document: &Self::ViewDocument) -> Result<Self::View>;

    /// Draws a state from all that look like the view, each equally likely (G-10). Total on every view.
    fn resample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// What others have done in the open tells, for [`Game::imagine`]; gathered once for many draws.
    fn belief(&self, view: &Self::View) -> Self::Belief;

    /// Draws a state that looks like the view as a search imagines it: the likelier the better it explains what others have done in the open.
    /// By default each equally likely. Total on every view.
    fn imagine(&self, view: &Self::View, belief: &Self::Belief, rng: &mut Rng) -> Self::State {
        let _ = belief;
        self.resample(view, rng)
    }

    /// The points that go with a view; where they hang on nothing hidden, those of any state that looks like it.
    fn view_scores(&self, view: &Self::View) -> Scores {
        self.scores(&self.resample(view, &mut Rng::new(0)))
    }

    /// Writes a view as numbers, all [`ObservationSpec::size`] of them as [`Common::observation`] says: from what the view shows and nothing else,
    /// so equal views give equal numbers. Seats count from the viewer, index k is seat (viewer + k) mod n; a spectator counts from seat 0.
    /// Cost: to clear the places, then a store for each number that is not 0. No heap.
    fn observe(&self, view: &Self::View, out: &mut [f32]);

    /// What a seat is told of an action before it is done: the text, the text with `?` for hidden words, or nothing.
    fn action_seen(&self, state: &Self::State, action: Action, seat: Option<Seat>) -> Option<String>;

    /// What a seat, or everyone, learns with an action besides its text: hidden actions now open, a hand now seen; seats and cards in order.
    fn revealed(&self, before: &Self::State, action: Action, after: &Self::State, seat: Option<Seat>) -> Vec<String>;

    /// Values for typed getters, by name; each has a shape and numbers in row-major order.
    const FIELDS: &'static [&'static str];

    /// The value of the getter [`Game::FIELDS`]`[index]`.
    fn field(&self, state: &Self::State, index: usize) -> Field;

    /// The space of the numbers at this node.
    fn space(&self, state: &Self::State) -> &ActionSpace {
        let common = self.common();
        if self.node(state) == Node::Chance { &common.chances } else { &common.actions }
    }

    /// Refuses an action that is not legal, or an outcome that cannot come.
    fn require_legal(&self, state: &Self::State, action: Action) -> Result<()> {
        let node = self.node(state);
        let legal = match node {
            Node::Decision(_) => {
                let mut legal = Actions::new();
                self.legal(state, &mut legal);
                legal.contains(action)
            }
            Node::Chance => {
                let mut outcomes = Outcomes::new();
                self.chance(state, &mut outcomes);
                outcomes.actions.contains(action)
            }
            Node::Terminal => false,
        };
        if legal {
            return Ok(());
        }
        let phase = self.phase(state);
        let text = self.space(state).text(action)?;
        Err(match node {
            Node::Decision(seat) => Error::illegal(
                "not_legal",
                "action",
                format!("{} (`{text}`)", action.0),
                format!("a legal action of seat {} in phase `{phase}`", seat.0),
            ),
            Node::Chance => Error::illegal(
                "not_possible",
                "action",
                format!("{} (`{text}`)", action.0),
                format!("a possible outcome in phase `{phase}`"),
            ),
            Node::Terminal => Error::illegal("game_over", "action", format!("{} (`{text}`)", action.0), "no action: the game is over"),
        })
    }
}

/// The value of a typed getter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// One number; `None` where there is none now.
    Number(Option<i64>),
    /// An array.
    Array {
        /// Its shape.
        shape: Vec<usize>,
        /// Its numbers, row-major.
        values: Vec<i32>,
    },
}
