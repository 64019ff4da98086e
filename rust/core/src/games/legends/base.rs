//! Legends as it is: the plain case of [`super::hooks`].

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::hooks::{Never, Rules};
use super::position::Position;
use super::types::ROW;
use super::{FirstPlayer, INFO, Legends, Phase, State, View, config, state};
use crate::action::{Action, ActionSpace, Actions, Axis, Seat};
use crate::chance::Outcomes;
use crate::error::Result;
use crate::game::{Field, Info};
use crate::rng::Rng;

/// Legends without an expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base;

impl Rules for Base {
    type Extra = ();
    type Step = Never;
    type Tables = ();
    type Position = Position;
    type ViewDocument = Position;

    const INFO: Info = INFO;
    const FIELDS: &'static [&'static str] = &state::FIELDS;
    const ROW: bool = true;
    const LEADER_ARMIES: bool = false;
    const BONUS_PLACES: u32 = ROW as u32;
    const CARD_WORD: (&'static str, &'static str) = ("row", "row {}");

    fn build(params: &Map<String, Value>) -> Result<Legends> {
        config::build(params)
    }

    fn choice_actions(actions: &mut ActionSpace, _more: &mut ()) -> u16 {
        actions.add("take", "take {}", vec![Axis::numbers("place", 1, ROW as u32)])
    }

    /// The set-up's decisions, then for each card its `take` and its action, and the bonus.
    fn longest(game: &Legends) -> u32 {
        let turns = game.common.num_players as u32 * u32::from(game.cards_to_own);
        game.longest_setup() + turns * (1 + game.longest_action()) + u32::from(game.leaders_on)
    }

    fn blank(_game: &Legends) {}

    fn legal(_game: &Legends, _state: &State<Self>, step: Never, _out: &mut Actions) {
        match step {}
    }

    fn chance(_game: &Legends, _state: &State<Self>, step: Never, _out: &mut Outcomes) {
        match step {}
    }

    #[inline]
    fn bonus_places(state: &State<Self>, _seat: u8) -> u16 {
        u16::from(state.row_len)
    }

    fn apply(_game: &Legends, _state: &mut State<Self>, step: Never, _id: u16) {
        match step {}
    }

    fn after_start(_game: &Legends, state: &mut State<Self>) {
        state.phase = Phase::Row;
    }

    fn after_neutral(game: &Legends, state: &mut State<Self>) {
        state.phase = match game.first_player {
            FirstPlayer::Seat(seat) => Phase::Take(seat),
            FirstPlayer::Bid | FirstPlayer::BidDie => Phase::Bid(0),
        };
    }

    #[inline]
    fn end_action(game: &Legends, state: &mut State<Self>, seat: u8) {
        game.refill(state, seat);
    }

    fn take_bonus(game: &Legends, state: &mut State<Self>, seat: u8, place: usize) {
        game.own_from_row(state, seat, place);
    }

    fn check(game: &Legends, state: &State<Self>) -> Result<()> {
        game.check_row(state)?;
        game.check_turns(state)
    }

    fn allows(_game: &Legends, _state: &State<Self>, step: Never) -> bool {
        match step {}
    }

    fn document(_game: &Legends, _state: &State<Self>, shared: Position) -> Position {
        shared
    }

    fn shared(document: &Position) -> Cow<'_, Position> {
        Cow::Borrowed(document)
    }

    fn field(_game: &Legends, _state: &State<Self>, _index: usize) -> Field {
        Field::Number(None)
    }

    fn view(game: &Legends, state: &State<Self>, seat: Option<Seat>) -> View<Self> {
        game.seen(state, seat)
    }

    fn view_document(game: &Legends, view: &View<Self>) -> Position {
        game.describe(&view.state)
    }

    fn view_of(game: &Legends, seat: Option<Seat>, document: &Position) -> Result<View<Self>> {
        game.view_of(seat, document)
    }

    fn resample(game: &Legends, view: &View<Self>, rng: &mut Rng) -> State<Self> {
        game.redraw(view, rng)
    }

    fn told(game: &Legends, state: &State<Self>, action: Action, seat: Option<Seat>) -> Option<String> {
        game.told(state, action, seat)
    }

    fn revealed(game: &Legends, before: &State<Self>, after: &State<Self>, seat: Option<Seat>) -> Vec<String> {
        game.bids_revealed(before, after, seat)
    }
}

const _: () = assert!(size_of::<State<Base>>() <= 384, "an expansion costs Legends no byte");
