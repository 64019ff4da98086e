//! Guardians of Legends. Rules: `docs/rules/guardians.md`.
//!
//! | rule | says | function |
//! |---|---|---|
//! | GU-1, GU-15 | shape, islands, postcards | `Guardians::build`, `config::read_shape`, `Guardians::touches` |
//! | GU-2, GU-3 | set-up | `apply::lay`, `Guardians::dealt_weights`, `apply::deal`, `apply::draw_postcard` |
//! | GU-4 | choose a pair | `Guardians::choosers`, `Guardians::choices` |
//! | GU-5 | give a clue | `Guardians::clue_seats`, `Guardians::clues`, `apply::give_clue` |
//! | GU-6, GU-7 | boats | `Guardians::sought`, `Guardians::voyages`, `apply::sail` |
//! | GU-8, GU-9 | resolution, pay-outs | `resolve::resolve` |
//! | GU-10 | position fires | `apply::next_fire`, `Guardians::ruled_out_by_fire` |
//! | GU-11, GU-12 | discovery, refill, postcards | `resolve::discover`, `apply::next_refill`, `apply::draw_postcard` |
//! | GU-13 | end, ties | `resolve::end`, [`score`] |
//! | GU-14, GU-16 | who sees what | [`view`] |
//! | GU-17 | resample | `resample::arrange`, [`crate::mechanics::distinct`] |
//! | Position | the document | [`document`], `position`, `check` |
//!
//! Pictures are data, and the rules never check that a clue fits: tags tell something to the greedy policy only, `greedy`.

mod apply;
mod belief;
mod check;
mod config;
pub mod data;
pub mod document;
mod greedy;
mod legal;
mod payload;
mod position;
mod resample;
mod resolve;
pub mod score;
mod state;
mod tensor;
pub mod types;
pub mod view;

use serde_json::{Map, Value};

pub use document::Position;
pub use state::{Phase, State};
pub use view::View;

use crate::MAX_SEATS;
use crate::action::{Action, Actions, Seat};
use crate::chance::Outcomes;
use crate::error::Result;
use crate::game::{Common, Field, Game, Info, Node, Payload, SeatSet};
use crate::observation::Writer;
use crate::outcome::Outcome;
use crate::rng::Rng;
use crate::score::{Breakdown, Parts, Scores};
use types::{IslandSet, MAX_ELEMENTS, MAX_ISLANDS, MAX_POSTCARDS};

/// What is fixed of the game.
pub const INFO: Info = Info {
    name: "guardians",
    title: "Guardians of Legends",
    summary: "clues and hidden boats: find others' islands, and let yours be found",
    tag: 4,
    rules_version: 1,
    players: (3, 5),
    phases: &["tiles", "pairs", "postcards", "choose", "clue", "next", "sail", "fire", "refill", "postcard", "over"],
    rollout: ("epsilon:0.1", 40),
    data: &[("guardians", data::JSON)],
};

/// The most coins of a kind that a position may start with: far more than a game brings, and so that all that comes fits its word.
pub const MOST_COINS: u16 = 64_000;

/// The game with its parameters and tables.
#[derive(Debug)]
pub struct Guardians {
    common: Common,
    ids: config::Ids,
    chance_ids: config::ChanceIds,
    num_islands: usize,
    num_postcards: usize,
    /// Elements of the postcard with the most.
    max_elements: usize,
    /// The cells that border each cell, as bits.
    borders: [u64; MAX_ISLANDS],
    /// The coordinates of each cell, from the least of the shape.
    cells: Vec<[u16; 2]>,
    /// The largest of these coordinates.
    span: f32,
    /// The number of elements of each postcard.
    elements: [u8; MAX_POSTCARDS],
    /// The islands that show the tag of each element of each postcard.
    shown: [[IslandSet; MAX_ELEMENTS]; MAX_POSTCARDS],
    /// Coins that end the game (GU-13).
    goal: u16,
    /// Treasure and legend cards (GU-2).
    rewards: [u8; 2],
    /// Clue tokens of a seat (GU-3).
    clue_tokens: u8,
    /// Position fires of a seat (GU-3).
    fires: u32,
}

impl Game for Guardians {
    type State = State;
    type Position = Position;
    type View = View;
    type ViewDocument = Position;
    type Belief = belief::Belief;

    const INFO: Info = INFO;

    fn new(params: &Map<String, Value>) -> Result<Self> {
        Self::build(params)
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn initial(&self) -> State {
        self.set_up()
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match state.phase {
            Phase::Choose(seat) | Phase::Clue(seat) | Phase::Sail(seat) | Phase::Fire { seat, .. } => Node::Decision(Seat(seat)),
            Phase::Tiles(_) | Phase::Pairs(_) | Phase::Postcards | Phase::Next | Phase::Refill(_) | Phase::Postcard => Node::Chance,
            Phase::Over => Node::Terminal,
        }
    }

    fn phase(&self, state: &State) -> &'static str {
        state.phase.word()
    }

    fn deciders(&self, state: &State) -> SeatSet {
        match state.phase {
            // Choices and clues are simultaneous (GU-4, GU-5).
            Phase::Choose(seat) => SeatSet(self.choosers(state, seat)),
            Phase::Clue(seat) => SeatSet(self.clue_seats(state, seat)),
            Phase::Sail(seat) | Phase::Fire { seat, .. } => SeatSet(1 << seat),
            Phase::Tiles(_) | Phase::Pairs(_) | Phase::Postcards | Phase::Next | Phase::Refill(_) | Phase::Postcard | Phase::Over => {
                SeatSet(0)
            }
        }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Actions) {
        self.legal_actions(state, out);
    }

    fn legal_for(&self, state: &State, seat: Seat, out: &mut Actions) {
        out.clear();
        if self.deciders(state).contains(seat) {
            match state.phase {
                Phase::Choose(_) => self.choices(state, seat.0, out),
                _ => self.legal_actions(state, out),
            }
        }
    }

    #[inline]
    fn chance(&self, state: &State, out: &mut Outcomes) {
        self.outcomes(state, out);
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        self.transition(state, action);
    }

    fn scores(&self, state: &State) -> Scores {
        self.all_scores(state)
    }

    fn parts(&self, state: &State) -> [Parts; MAX_SEATS] {
        self.all_parts(state)
    }

    fn breakdown(&self, state: &State, seat: Seat) -> Breakdown {
        self.named_parts(state, seat)
    }

    fn worth(&self, state: &State, action: Action, seat: Seat) -> i32 {
        self.worth_of(state, action, seat.0)
    }

    fn worths(&self, state: &State, legal: &Actions, seat: Seat, tell: impl FnMut(Action, i32)) {
        self.each_worth(state, legal, seat.0, tell);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| self.final_outcome(state))
    }

    fn returns(&self, state: &State, _scores: &Scores) -> [f64; MAX_SEATS] {
        if state.phase == Phase::Over { self.final_returns(state) } else { [0.0; MAX_SEATS] }
    }

    fn check(&self, state: &State) -> Result<()> {
        self.check_state(state)
    }

    fn write(&self, state: &State, out: &mut Payload) {
        self.write_payload(state, out);
    }

    fn read(&self, payload: &[u8]) -> Result<State> {
        self.read_payload(payload)
    }

    fn position(&self, state: &State) -> Position {
        self.describe(state, false)
    }

    fn from_position(&self, position: &Position) -> Result<State> {
        self.state_of(position)
    }

    fn view(&self, state: &State, seat: Option<Seat>) -> View {
        self.seen(state, seat)
    }

    fn viewer(&self, view: &View) -> Option<Seat> {
        view.seat
    }

    fn write_view(&self, view: &View, out: &mut Payload) {
        self.write_payload(&view.state, out);
    }

    fn view_document(&self, view: &View) -> Position {
        self.describe_view(view)
    }

    fn view_from_document(&self, seat: Option<Seat>, document: &Position) -> Result<View> {
        self.view_of(seat, document)
    }

    fn resample(&self, view: &View, rng: &mut Rng) -> State {
        self.redraw(view, rng)
    }

    fn view_scores(&self, view: &View) -> Scores {
        self.all_scores(&view.state)
    }

    fn belief(&self, view: &View) -> Self::Belief {
        self.believe(view)
    }

    fn imagine(&self, view: &View, belief: &Self::Belief, rng: &mut Rng) -> State {
        self.imagined(view, belief, rng)
    }

    fn observe(&self, view: &View, out: &mut [f32]) {
        self.paint(view, &mut Writer::new(out));
    }

    fn action_seen(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        self.told(state, action, seat)
    }

    fn revealed(&self, before: &State, action: Action, after: &State, seat: Option<Seat>) -> Vec<String> {
        self.now_open(before, action, after, seat)
    }

    const FIELDS: &'static [&'static str] = Self::FIELD_NAMES;

    fn field(&self, state: &State, index: usize) -> Field {
        self.typed_field(state, index)
    }
}
