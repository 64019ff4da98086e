//! Eight-Minute Empire: Legends. Rules: `docs/rules/legends.md`.
//!
//! | rule | says | function |
//! |---|---|---|
//! | LG-1 - LG-5, LG-33 | boards, layout, start | [`layout::build`] |
//! | LG-6, LG-32 | the deck | `config::deck` |
//! | LG-7 - LG-11, LG-25 - LG-27 | set-up | `apply::next_setup`, `apply::start_armies` |
//! | LG-12 | take a card | `apply::take` |
//! | LG-13 | parts of an action | `apply::begin_action`, `apply::begin_part`, `Legends::worth` |
//! | LG-14 - LG-17 | place, move, build, destroy | `Legends::place_targets`, `Legends::move_targets`, `Legends::build_targets`, `Legends::destroy_targets` |
//! | LG-18, LG-19, LG-28 | refill, round, end | `apply::end_action`, `apply::end_turn` |
//! | LG-20 - LG-24 | points, ties | [`score`] |
//! | LG-30, LG-34, LG-35 | who sees what | [`view`] |
//! | Position | the document | [`position`], [`check`] |
//!
//! Cards and tokens are data: what they add is summed by [`Legends::sum`]. Neutral armies are one owner more, in the row behind the seats; so
//! every rule about rivals is told once.

mod apply;
mod check;
mod config;
pub mod data;
pub mod layout;
mod legal;
mod payload;
pub mod position;
pub mod score;
mod state;
mod tensor;
pub mod types;
pub mod view;

use serde_json::{Map, Value};

pub use config::{ARMIES, CITIES, FirstPlayer, NEUTRAL_ARMIES};
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
use types::{CardSet, CardTable, Leader, MAX_CARDS, MAX_OWNERS, MAX_REGIONS, ROW, RegionSet, TokenTable};

/// What is fixed of the game.
pub const INFO: Info = Info {
    name: "legends",
    title: "Eight-Minute Empire: Legends",
    summary: "area control: regions, islands, card abilities",
    tag: 1,
    rules_version: 1,
    players: (2, 4),
    phases: &["token", "leader", "row", "extra", "neutral", "bid", "first", "take", "action", "refill", "bonus", "over"],
    rollout: ("random", u32::MAX),
    data: &[("legends_boards", data::BOARDS_JSON), ("legends_cards", data::CARDS_JSON), ("legends_rules", data::RULES_JSON)],
};

/// The game with its parameters and tables.
#[derive(Debug)]
pub struct Legends {
    common: Common,
    ids: config::Ids,
    chance_ids: config::ChanceIds,
    layout: layout::Layout,
    /// Rows of armies: the seats and, with two players, neutral.
    owners: usize,
    num_regions: usize,
    num_cards: usize,
    /// Coins at the start (LG-9).
    coins: u8,
    /// How many cards end the game (LG-19); with `rounds` how many rounds.
    cards_to_own: u8,
    row_costs: [u8; ROW],
    in_play: CardSet,
    card_names: Vec<String>,
    cards: [CardTable; MAX_CARDS],
    tokens: Vec<TokenTable>,
    has_portals: bool,
    explore: bool,
    citadels: bool,
    own_tokens: bool,
    leaders_on: bool,
    named_leaders: Option<Vec<u8>>,
    leader_names: Vec<String>,
    leader_kinds: Vec<Leader>,
    leader_family: CardSet,
    leader_family_size: u32,
    large_islands: Vec<RegionSet>,
    first_player: FirstPlayer,
    /// The rank of each seat by age, 0 the youngest.
    age: [u8; MAX_OWNERS],
    extra_army: bool,
    extra_regions: RegionSet,
    rounds: bool,
    prestige_limit: u16,
    random_neutral: bool,
    /// The number of land borders of each region.
    land_count: [u16; MAX_REGIONS],
}

impl Game for Legends {
    type State = State;
    type Position = position::Position;
    type View = View;
    type ViewDocument = position::Position;

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
            Phase::Token(_) | Phase::Leader(_) | Phase::Row | Phase::First | Phase::Refill(_) => Node::Chance,
            Phase::Neutral(_) if self.random_neutral => Node::Chance,
            Phase::Extra => Node::Decision(Seat(0)),
            Phase::Neutral(placed) => Node::Decision(Seat(placed % 2)),
            Phase::Bid(seat) | Phase::Take(seat) | Phase::Bonus(seat) => Node::Decision(Seat(seat)),
            Phase::Choose { seat, .. } | Phase::Part { seat, .. } => Node::Decision(Seat(seat)),
            Phase::Over => Node::Terminal,
        }
    }

    fn phase(&self, state: &State) -> &'static str {
        state.phase.word()
    }

    fn deciders(&self, state: &State) -> SeatSet {
        match (state.phase, self.node(state)) {
            // Bids are simultaneous (LG-10).
            (Phase::Bid(seat), _) => SeatSet(((1_u8 << self.common.num_players) - 1) & (u8::MAX << seat)),
            (_, Node::Decision(seat)) => SeatSet(1 << seat.0),
            _ => SeatSet(0),
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
                Phase::Bid(_) => self.bids(state, seat, out),
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

    fn view_document(&self, view: &View) -> position::Position {
        self.describe(&view.state)
    }

    fn view_from_document(&self, seat: Option<Seat>, document: &position::Position) -> Result<View> {
        self.view_of(seat, document)
    }

    fn resample(&self, view: &View, rng: &mut Rng) -> State {
        self.redraw(view, rng)
    }

    fn observe(&self, view: &View, out: &mut [f32]) {
        self.paint(&INFO, &view.state, view.seat, &mut Writer::new(out));
    }

    fn action_seen(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        self.told(state, action, seat)
    }

    fn revealed(&self, before: &State, _action: Action, after: &State, seat: Option<Seat>) -> Vec<String> {
        self.bids_revealed(before, after, seat)
    }

    const FIELDS: &'static [&'static str] = &["row", "coins", "armies", "cities", "cards", "supply", "neutral", "prestige"];

    fn field(&self, state: &State, index: usize) -> Field {
        self.typed_field(state, index)
    }
}
