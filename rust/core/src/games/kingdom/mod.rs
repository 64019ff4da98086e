//! Nine-minute Kingdom. Rules: `docs/rules/kingdom.md`.
//!
//! | rule | says | function |
//! |---|---|---|
//! | KD-1 - KD-3, KD-18 | cards, decks, turns | `data::Deck::new`, `data::CardData::faces` |
//! | KD-4, KD-6 | what meets across borders | [`road::borders`] |
//! | KD-5 | territories | [`territory::count`], [`territory::list`] |
//! | KD-7, KD-8, KD-19 | edicts, deal | `Kingdom::outcomes`, `Kingdom::transition` |
//! | KD-9, KD-11 | pick and lay, reveal, pass | `Kingdom::transition`, `Kingdom::reveal` |
//! | KD-10 | the floating kingdom | [`state::Plot::open`] |
//! | KD-12, KD-14, KD-16, KD-20 | points | [`score::Table`], [`score::Tally`] |
//! | KD-13 | the longest road | [`road::longest`], [`road::trail`] |
//! | KD-15 | ties | [`score::Table::outcome`] |
//! | KD-17, KD-21, KD-22 | who sees what | [`view`] |
//! | Position | the document | [`position`], `Kingdom::check_state` |
//! | | what a greedy seat looks at | `Kingdom::prospect` |
//! | | tables that did not come from a game | [`tools`] |
//!
//! Cards are data; what is known of them here are tables made once: a [`score::Face`] for each turn of each card. A kingdom is scored as a
//! [`score::Grid`], bits of zones and bytes of arms in a 3x3 square.

mod apply;
mod check;
mod config;
pub mod data;
mod legal;
mod payload;
pub mod position;
mod prospect;
pub mod road;
pub mod score;
pub mod state;
mod tensor;
pub mod territory;
pub mod tools;
pub mod types;
pub mod view;

use serde_json::{Map, Value};

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
use types::{CardSet, DRAWN};

/// What is fixed of the game.
pub const INFO: Info = Info {
    name: "kingdom",
    title: "Nine-minute Kingdom",
    summary: "draft and tile laying: territories, roads, edicts",
    tag: 5,
    rules_version: 1,
    players: (2, 5),
    phases: &["edict", "deal", "pick", "place", "over"],
    rollout: ("random", u32::MAX),
    data: &[("kingdom_deck", data::DECK_JSON)],
};

/// The game with its parameters and tables.
#[derive(Debug)]
pub struct Kingdom {
    common: Common,
    ids: config::Ids,
    chance_ids: config::ChanceIds,
    deck: data::Deck,
    /// KD-7: without the cards of the fifth player unless five play.
    in_play: CardSet,
    /// KD-8: the edicts that the parameter fixes.
    edicts: Option<[u8; DRAWN]>,
}

impl Game for Kingdom {
    type State = State;
    type Position = position::Position;
    type View = View;
    type ViewDocument = view::ViewDocument;
    type Belief = ();

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
            Phase::Edict | Phase::Deal(_) => Node::Chance,
            Phase::Pick(seat) | Phase::Place(seat) => Node::Decision(Seat(seat)),
            Phase::Over => Node::Terminal,
        }
    }

    fn phase(&self, state: &State) -> &'static str {
        state.phase.word()
    }

    fn deciders(&self, state: &State) -> SeatSet {
        match state.phase {
            // Everybody picks and lays at the same moment (KD-9).
            Phase::Pick(seat) | Phase::Place(seat) => SeatSet(((1_u8 << self.common.num_players) - 1) & (u8::MAX << seat)),
            Phase::Edict | Phase::Deal(_) | Phase::Over => SeatSet(0),
        }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Actions) {
        self.legal_actions(state, out);
    }

    fn legal_for(&self, state: &State, seat: Seat, out: &mut Actions) {
        self.legal_of(state, seat, out);
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
        self.all_parts(state).map(|parts| parts.iter().sum())
    }

    fn parts(&self, state: &State) -> [Parts; MAX_SEATS] {
        self.all_parts(state)
    }

    fn breakdown(&self, state: &State, seat: Seat) -> Breakdown {
        self.named_parts(state, seat)
    }

    fn standing(&self, state: &State, seat: Seat) -> i32 {
        self.prospect(state, seat.index())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| self.final_outcome(state))
    }

    fn returns(&self, state: &State, scores: &Scores) -> [f64; MAX_SEATS] {
        if state.phase == Phase::Over { self.final_returns(state, scores) } else { [0.0; MAX_SEATS] }
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
    }

    fn view_document(&self, view: &View) -> view::ViewDocument {
        self.describe_view(view)
    }

    fn view_from_document(&self, seat: Option<Seat>, document: &view::ViewDocument) -> Result<View> {
        self.view_of(seat, document)
    }

    fn resample(&self, view: &View, rng: &mut Rng) -> State {
        self.redraw(view, rng)
    }

    fn view_scores(&self, view: &View) -> Scores {
        // Kingdoms and edicts are open.
        self.scores(&view.state)
    }

    fn belief(&self, _view: &View) {}

    fn observe(&self, view: &View, out: &mut [f32]) {
        self.paint(view, &mut Writer::new(out));
    }

    fn action_seen(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        self.told(state, action, seat)
    }

    fn revealed(&self, before: &State, _action: Action, after: &State, seat: Option<Seat>) -> Vec<String> {
        self.told_by_reveal(before, after, seat)
    }

    const FIELDS: &'static [&'static str] = &["round", "edicts", "hands", "cards", "xs", "ys", "rotations", "pending"];

    fn field(&self, state: &State, index: usize) -> Field {
        self.typed_field(state, index)
    }
}
