//! Empire: conquest on the world map. Rules: `docs/rules/empire.md`.
//!
//! | rule | says | function |
//! |---|---|---|
//! | EM-1 - EM-3 | lands and units at the start | `apply::deal`, `apply::put` |
//! | EM-4, EM-20 | deck and map | [`map::build`] |
//! | EM-5 | units a turn | [`Empire::reinforcements`] |
//! | EM-6, EM-7 | sets of cards | [`cards`], `apply::choose_card`, `apply::trade` |
//! | EM-8 | placing | `apply::place` |
//! | EM-9 - EM-13 | attacks | `Empire::open_borders`, [`crate::mechanics::dice`], `apply::roll`, `apply::free_land`, `apply::occupy` |
//! | EM-14 | moving units | `Empire::fortify_targets`, `apply::fortify` |
//! | EM-15 | a card | `apply::end_turn` |
//! | EM-16 | the clock | `apply::time_out` |
//! | EM-17 | end | `apply::judge`, `apply::next_turn`, [`score`] |
//! | EM-18, EM-21, EM-22 | who sees what | [`view`] |
//! | EM-19 | bounds | `Empire::with_room`, `Empire::movable` |
//! | Position | the document | [`position`], `check` |
//!
//! The neutral owner is one owner more, behind the seats, that no turn ever comes to. The timeouts of a host go around the legal actions.

mod apply;
pub mod cards;
mod check;
mod config;
pub mod data;
mod greedy;
mod legal;
pub mod map;
mod payload;
pub mod position;
pub mod score;
mod state;
mod tensor;
pub mod types;
pub mod view;

use serde_json::{Map as Object, Value};

pub use state::{Phase, State};
pub use view::View;

use crate::MAX_SEATS;
use crate::action::{Action, Actions, Seat};
use crate::chance::Outcomes;
use crate::error::Result;
use crate::game::{Common, Field, Game, Info, Node, Payload};
use crate::observation::Writer;
use crate::outcome::Outcome;
use crate::rng::Rng;
use crate::score::{Breakdown, Parts, Scores};
use types::Fortify;

/// What is fixed of the game.
pub const INFO: Info = Info {
    name: "empire",
    title: "Empire",
    summary: "conquest on the world map: units, dice, continents, cards",
    tag: 3,
    rules_version: 1,
    players: (2, 6),
    phases: &[
        "deal",
        "claim",
        "setup",
        "trade",
        "reinforce",
        "attack",
        "roll",
        "occupy",
        "fortify",
        "fortify_to",
        "fortify_units",
        "draw",
        "over",
    ],
    rollout: ("greedy", 300),
    data: &[("empire_classic", data::CLASSIC_JSON)],
};

/// The game with its parameters and tables.
#[derive(Debug)]
pub struct Empire {
    common: Common,
    ids: config::Ids,
    chance_ids: config::ChanceIds,
    map: map::Map,
    /// The seats and, where it plays, the neutral owner.
    owners: usize,
    num_lands: usize,
    claim: bool,
    random_placement: bool,
    initial_units: u16,
    fortify: Fortify,
    bonus_per_turn: bool,
    trade_on_elimination: bool,
    blitz: bool,
    /// 0 for no end but victory.
    max_rounds: u32,
}

impl Game for Empire {
    type State = State;
    type Position = position::Position;
    type View = View;
    type ViewDocument = position::Position;
    type Belief = ();

    const INFO: Info = INFO;

    fn new(params: &Object<String, Value>) -> Result<Self> {
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
        let by_chance = match state.phase {
            Phase::Deal => !self.claim || self.is_neutral(state.turn),
            Phase::Setup => self.random_placement || self.is_neutral(state.turn),
            Phase::Roll { .. } | Phase::Draw => true,
            Phase::Over => return Node::Terminal,
            Phase::Trade { .. }
            | Phase::Reinforce { .. }
            | Phase::Attack
            | Phase::Occupy { .. }
            | Phase::Fortify { .. }
            | Phase::FortifyTo { .. }
            | Phase::FortifyUnits { .. } => false,
        };
        if by_chance { Node::Chance } else { Node::Decision(Seat(state.turn)) }
    }

    fn phase(&self, state: &State) -> &'static str {
        self.word(state.phase)
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Actions) {
        self.legal_actions(state, out);
    }

    #[inline]
    fn chance(&self, state: &State, out: &mut Outcomes) {
        self.outcomes(state, out);
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        self.transition(state, action);
    }

    fn timeout(&self, state: &State) -> Result<State> {
        self.time_out(state)
    }

    fn scores(&self, state: &State) -> Scores {
        self.lands_held(state)
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

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| self.final_outcome(state))
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

    fn position(&self, state: &State) -> position::Position {
        self.describe(state)
    }

    fn from_position(&self, position: &position::Position) -> Result<State> {
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
        self.write_counts(view, out);
    }

    fn view_document(&self, view: &View) -> position::Position {
        self.describe_view(view)
    }

    fn view_from_document(&self, seat: Option<Seat>, document: &position::Position) -> Result<View> {
        self.view_of(seat, document)
    }

    fn resample(&self, view: &View, rng: &mut Rng) -> State {
        self.redraw(view, rng)
    }

    fn view_scores(&self, view: &View) -> Scores {
        self.lands_held(&view.state)
    }

    fn belief(&self, _view: &View) {}

    fn observe(&self, view: &View, out: &mut [f32]) {
        self.paint(view, &mut Writer::new(out));
    }

    fn action_seen(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        self.told(state, action, seat)
    }

    fn revealed(&self, before: &State, action: Action, after: &State, seat: Option<Seat>) -> Vec<String> {
        self.cards_revealed(before, action, after, seat)
    }

    const FIELDS: &'static [&'static str] = &["owners", "units", "cards", "hand_sizes", "initial", "reserve", "round"];

    fn field(&self, state: &State, index: usize) -> Field {
        self.typed_field(state, index)
    }
}
