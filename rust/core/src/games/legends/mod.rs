//! Eight-Minute Empire: Legends. Rules: `docs/rules/legends.md`.
//!
//! | rule | says | function |
//! |---|---|---|
//! | LG-1 - LG-5, LG-33 | boards, layout, start | [`layout::build`] |
//! | LG-6, LG-32 | the deck | `cards::deck` |
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
mod base;
pub(in crate::games) mod cards;
pub(in crate::games) mod check;
pub mod config;
pub mod data;
pub mod hooks;
pub mod layout;
mod legal;
mod payload;
pub mod position;
pub mod score;
pub mod state;
mod tensor;
pub mod types;
pub mod view;

use serde_json::{Map, Value};

pub use base::Base;
pub use config::{ARMIES, CITIES, FirstPlayer, NEUTRAL_ARMIES};
use hooks::{Rules, Step as _};
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
use types::{CardSet, CardTable, Leader, MAX_CARDS, MAX_OWNERS, MAX_REGIONS, ROW, RegionSet, SUMS, TokenTable};

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

/// The game as it is in its own box.
pub type Legends = Area<Base>;

/// A game of the family with its parameters and tables: Legends, or an expansion of it ([`hooks`]).
#[derive(Debug)]
pub struct Area<R: Rules> {
    pub(in crate::games) common: Common,
    pub(in crate::games) ids: config::Ids,
    pub(in crate::games) chance_ids: config::ChanceIds,
    pub(in crate::games) layout: layout::Layout,
    /// Rows of armies: the seats and, with two players, neutral.
    pub(in crate::games) owners: usize,
    pub(in crate::games) num_regions: usize,
    pub(in crate::games) num_cards: usize,
    /// Coins at the start (LG-9).
    pub(in crate::games) coins: u8,
    /// How many cards end the game (LG-19); with `rounds` how many rounds.
    pub(in crate::games) cards_to_own: u8,
    pub(in crate::games) row_costs: [u8; ROW],
    pub(in crate::games) in_play: CardSet,
    pub(in crate::games) card_names: Vec<String>,
    pub(in crate::games) cards: [CardTable; MAX_CARDS],
    pub(in crate::games) tokens: Vec<TokenTable>,
    pub(in crate::games) has_portals: bool,
    pub(in crate::games) explore: bool,
    pub(in crate::games) citadels: bool,
    pub(in crate::games) own_tokens: bool,
    pub(in crate::games) leaders_on: bool,
    pub(in crate::games) named_leaders: Option<Vec<u8>>,
    pub(in crate::games) leader_names: Vec<String>,
    pub(in crate::games) leader_kinds: Vec<Leader>,
    pub(in crate::games) leader_family: CardSet,
    pub(in crate::games) leader_family_size: u32,
    pub(in crate::games) large_islands: Vec<RegionSet>,
    pub(in crate::games) first_player: FirstPlayer,
    /// The rank of each seat by age, 0 the youngest.
    pub(in crate::games) age: [u8; MAX_OWNERS],
    pub(in crate::games) extra_army: bool,
    pub(in crate::games) extra_regions: RegionSet,
    pub(in crate::games) rounds: bool,
    pub(in crate::games) prestige_limit: u16,
    pub(in crate::games) random_neutral: bool,
    /// The number of land borders of each region.
    pub(in crate::games) land_count: [u16; MAX_REGIONS],
    /// The regions where armies may be placed without a city (LG-14).
    pub(in crate::games) starts: RegionSet,
    /// The regions that chance puts no token on (LG-25).
    pub(in crate::games) kept_free: RegionSet,
    /// Armies of each player (LG-7).
    pub(in crate::games) armies: u8,
    /// How many of them begin on the start (LG-7).
    pub(in crate::games) start_armies: u8,
    /// The tokens that add to each sum, a bit each.
    pub(in crate::games) token_sums: [u32; SUMS],
    /// What an expansion has of its own.
    pub(in crate::games) more: R::Tables,
}

impl<R: Rules> Game for Area<R> {
    type State = State<R>;
    type Position = R::Position;
    type View = View<R>;
    type ViewDocument = R::ViewDocument;
    type Belief = ();

    const INFO: Info = R::INFO;

    fn new(params: &Map<String, Value>) -> Result<Self> {
        R::build(params)
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn initial(&self) -> State<R> {
        self.set_up()
    }

    #[inline]
    fn node(&self, state: &State<R>) -> Node {
        match state.phase {
            Phase::Token(_) | Phase::Leader(_) | Phase::Row | Phase::First | Phase::Refill(_) => Node::Chance,
            Phase::Neutral(_) if self.random_neutral => Node::Chance,
            Phase::Extra => Node::Decision(Seat(0)),
            Phase::Neutral(placed) => Node::Decision(Seat(placed % 2)),
            Phase::Bid(seat) | Phase::Take(seat) | Phase::Bonus(seat) => Node::Decision(Seat(seat)),
            Phase::Choose { seat, .. } | Phase::Part { seat, .. } => Node::Decision(Seat(seat)),
            Phase::Over => Node::Terminal,
            Phase::More(step) => step.node(),
        }
    }

    fn phase(&self, state: &State<R>) -> &'static str {
        state.phase.word()
    }

    fn deciders(&self, state: &State<R>) -> SeatSet {
        match (state.phase, self.node(state)) {
            // Bids are simultaneous (LG-10).
            (Phase::Bid(seat), _) => SeatSet(((1_u8 << self.common.num_players) - 1) & (u8::MAX << seat)),
            (Phase::More(step), _) => R::deciders(self, state, step),
            (_, Node::Decision(seat)) => SeatSet(1 << seat.0),
            _ => SeatSet(0),
        }
    }

    #[inline]
    fn legal(&self, state: &State<R>, out: &mut Actions) {
        self.legal_actions(state, out);
    }

    fn legal_for(&self, state: &State<R>, seat: Seat, out: &mut Actions) {
        out.clear();
        if self.deciders(state).contains(seat) {
            match state.phase {
                Phase::Bid(_) => self.bids(state, seat, out),
                Phase::More(step) => R::legal_for(self, state, step, seat, out),
                _ => self.legal_actions(state, out),
            }
        }
    }

    #[inline]
    fn chance(&self, state: &State<R>, out: &mut Outcomes) {
        self.outcomes(state, out);
    }

    #[inline]
    fn apply(&self, state: &mut State<R>, action: Action) {
        self.transition(state, action);
    }

    fn scores(&self, state: &State<R>) -> Scores {
        self.all_scores(state)
    }

    fn parts(&self, state: &State<R>) -> [Parts; MAX_SEATS] {
        self.all_parts(state)
    }

    fn breakdown(&self, state: &State<R>, seat: Seat) -> Breakdown {
        self.named_parts(state, seat)
    }

    fn worth(&self, state: &State<R>, action: Action, seat: Seat) -> i32 {
        self.standing(&R::foreseen(self, state, action, seat), seat)
    }

    fn outcome(&self, state: &State<R>) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| self.final_outcome(state))
    }

    fn returns(&self, state: &State<R>, scores: &Scores) -> [f64; MAX_SEATS] {
        if state.phase == Phase::Over { self.final_returns(state, scores) } else { [0.0; MAX_SEATS] }
    }

    fn check(&self, state: &State<R>) -> Result<()> {
        self.check_state(state)
    }

    fn write(&self, state: &State<R>, out: &mut Payload) {
        self.write_payload(state, out);
    }

    fn read(&self, payload: &[u8]) -> Result<State<R>> {
        self.read_payload(payload)
    }

    fn position(&self, state: &State<R>) -> R::Position {
        R::document(self, state, self.describe(state))
    }

    fn from_position(&self, position: &R::Position) -> Result<State<R>> {
        self.state_of(position)
    }

    fn view(&self, state: &State<R>, seat: Option<Seat>) -> View<R> {
        R::view(self, state, seat)
    }

    fn viewer(&self, view: &View<R>) -> Option<Seat> {
        view.seat
    }

    fn write_view(&self, view: &View<R>, out: &mut Payload) {
        self.write_payload(&view.state, out);
    }

    fn view_document(&self, view: &View<R>) -> R::ViewDocument {
        R::view_document(self, view)
    }

    fn view_from_document(&self, seat: Option<Seat>, document: &R::ViewDocument) -> Result<View<R>> {
        R::view_of(self, seat, document)
    }

    fn resample(&self, view: &View<R>, rng: &mut Rng) -> State<R> {
        R::resample(self, view, rng)
    }

    fn belief(&self, _view: &View<R>) {}

    fn observe(&self, view: &View<R>, out: &mut [f32]) {
        self.paint(view, &mut Writer::new(out));
    }

    fn view_scores(&self, view: &View<R>) -> Scores {
        // Points hang on nothing that is blanked.
        self.all_scores(&view.state)
    }

    fn action_seen(&self, state: &State<R>, action: Action, seat: Option<Seat>) -> Option<String> {
        R::told(self, state, action, seat)
    }

    fn revealed(&self, before: &State<R>, _action: Action, after: &State<R>, seat: Option<Seat>) -> Vec<String> {
        R::revealed(self, before, after, seat)
    }

    const FIELDS: &'static [&'static str] = R::FIELDS;

    fn field(&self, state: &State<R>, index: usize) -> Field {
        if index < state::FIELDS.len() { self.typed_field(state, index) } else { R::field(self, state, index - state::FIELDS.len()) }
    }
}
