//! Eight-Minute Empire: Lost Lands, an expansion of Legends. Rules: `docs/rules/lost_lands.md`.
//!
//! | rule | says | function |
//! |---|---|---|
//! | LL-1, LL-4 | boards, portals, starts | [`layout::build`], [`layout::random`] |
//! | LL-2, LL-6, LL-24 | cards, coins, leaders | [`config`] |
//! | LL-5, LL-7, LL-16, LL-18 | set-up | `apply::put_sea`, `apply::put_leader_armies`, `apply::deal_from` |
//! | LL-8 | choose a card of the hand | `LostLands::choices`, `apply::select` |
//! | LL-9, LL-10, LL-15 | who acts when | `apply::order_from`, `apply::order_by_tokens`, `apply::next_actor`, `LostLands::this_turn` |
//! | LL-11, LL-12, LL-22, LL-25 | draw, pass, end | `apply::end_round`, `apply::draw_from`, `apply::finish` |
//! | LL-13, LL-16, LL-19 | lava, open sea, thorns | `LostLands::targets`, `LostLands::cost` |
//! | LL-14 | crystals | `apply::give_crystal` |
//! | LL-17 | factions | `LostLands::best_families` |
//! | LL-18, LL-20, LL-21 | leader armies, leaders | `LostLands::add_leaders`, `LostLands::bat_points`, `LostLands::swim` |
//! | LL-23, LL-26, LL-27 | who sees what | [`view`] |
//! | Position | the document | [`position`], [`check`] |
//!
//! Everything else is Legends', whose rules ask here where something differs ([`super::legends::hooks`]).

mod apply;
mod check;
mod config;
pub mod data;
pub mod layout;
mod legal;
mod payload;
pub mod position;
mod score;
mod state;
mod tensor;
pub mod view;

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::legends::hooks::{Budget, FamilyChoice, Note, Rules};
use super::legends::types::{Card, CardSet, Leader, MAX_OWNERS, MAX_REGIONS, Owner, Region, RegionSet, Sum};
use super::legends::{Area, View, position as base};
use crate::action::{Action, ActionSpace, Actions, Axis, Seat};
use crate::chance::Outcomes;
use crate::codec::payload::{Payload, Reader};
use crate::error::Result;
use crate::game::{Field, Info, SeatSet};
use crate::observation::{Around, Pen};
use crate::rng::Rng;
use position::{Position, ViewDocument};
use state::{Extra, HAND, Turn};

/// What is fixed of the game.
pub const INFO: Info = Info {
    name: "lost_lands",
    title: "Eight-Minute Empire: Lost Lands",
    summary: "an expansion of Legends: hands that pass, secret choices, leader armies",
    tag: 2,
    rules_version: 1,
    players: (2, 6),
    phases: &[
        "token",
        "sea",
        "leader",
        "deal",
        "extra",
        "neutral",
        "select",
        "first",
        "go",
        "turn_token",
        "action",
        "thorns",
        "draw",
        "bonus_deal",
        "bonus",
        "over",
    ],
    rollout: ("random", u32::MAX),
    data: &[
        ("legends_boards", super::legends::data::BOARDS_JSON),
        ("legends_cards", super::legends::data::CARDS_JSON),
        ("legends_rules", super::legends::data::RULES_JSON),
        ("lost_lands", data::LOST_LANDS_JSON),
    ],
};

/// The names of the typed getters, Legends' first.
pub const FIELDS: [&str; 20] = [
    "row",
    "coins",
    "armies",
    "cities",
    "cards",
    "supply",
    "neutral",
    "prestige",
    "round",
    "hands",
    "since",
    "selected",
    "places",
    "first",
    "order",
    "turn_tokens",
    "leader_army",
    "crystals",
    "thorns",
    "sea",
];

/// Legends with the expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost;

/// The game with its parameters and tables.
pub type LostLands = Area<Lost>;
/// A position.
pub type State = super::legends::State<Lost>;
type Phase = super::legends::Phase<Turn>;

impl Rules for Lost {
    type Extra = Extra;
    type Step = Turn;
    type Tables = config::Tables;
    type Position = Position;
    type ViewDocument = ViewDocument;

    const INFO: Info = INFO;
    const FIELDS: &'static [&'static str] = &FIELDS;
    const ROW: bool = false;
    const LEADER_ARMIES: bool = true;
    const BONUS_PLACES: u32 = HAND as u32;
    const CARD_WORD: (&'static str, &'static str) = ("deal", "deal {}");

    fn build(params: &Map<String, Value>) -> Result<LostLands> {
        config::build(params)
    }

    fn has_leader_armies(more: &config::Tables) -> bool {
        more.leader_armies
    }

    fn choice_actions(actions: &mut ActionSpace, _more: &mut config::Tables) -> u16 {
        actions.add("select", "select {}", vec![Axis::numbers("place", 1, HAND as u32)])
    }

    fn more_actions(actions: &mut ActionSpace, more: &mut config::Tables, regions: &[String], players: usize) {
        config::add_actions(actions, more, regions, players);
    }

    fn more_chances(chances: &mut ActionSpace, more: &mut config::Tables, regions: &[String], players: usize) {
        config::add_chances(chances, more, regions, players);
    }

    /// The set-up's decisions; for each card that can be owned its `select`, its action, a turn-order token or a `go`, and the thorns; the bonus.
    fn longest(game: &LostLands) -> u32 {
        let cards = (game.common.num_players as u32 * u32::from(game.cards_to_own)).min(game.in_play.len());
        game.longest_setup() + cards * (3 + game.longest_action()) + u32::from(game.leaders_on)
    }

    fn blank(_game: &LostLands) -> Extra {
        Extra::BLANK
    }

    fn most_bonus(game: &LostLands, sum: Sum) -> u32 {
        let flying =
            game.in_play.into_iter().map(|card| u32::from(game.cards[card.index()].sums[Sum::Flying as usize].max(0).unsigned_abs()));
        match sum {
            Sum::PlusMove if game.leaders_on => 2 + flying.sum::<u32>(),
            Sum::PlusArmy | Sum::PlusMove | Sum::Flying | Sum::Elixir | Sum::Vp => 1,
        }
    }

    fn deciders(game: &LostLands, state: &State, step: Turn) -> SeatSet {
        match step {
            // Choices are simultaneous (LL-8).
            Turn::Select(seat) => (seat as usize..game.common.num_players)
                .filter(|&seat| game.can_choose(state, seat))
                .fold(SeatSet(0), |set, seat| SeatSet(set.0 | 1 << seat)),
            Turn::Go(seat) | Turn::TakeToken(seat) | Turn::Thorns(seat) => SeatSet(1 << seat),
            Turn::Sea | Turn::Deal(_) | Turn::First | Turn::Draw(_) | Turn::BonusDeal(_) => SeatSet(0),
        }
    }

    #[inline]
    fn legal(game: &LostLands, state: &State, step: Turn, out: &mut Actions) {
        game.turn_actions(state, step, out);
    }

    fn legal_for(game: &LostLands, state: &State, step: Turn, seat: Seat, out: &mut Actions) {
        match step {
            Turn::Select(_) => game.choices(state, seat, out),
            _ => game.turn_actions(state, step, out),
        }
    }

    #[inline]
    fn chance(game: &LostLands, state: &State, step: Turn, out: &mut Outcomes) {
        game.turn_outcomes(state, step, out);
    }

    fn bonus_places(state: &State, seat: u8) -> u16 {
        u16::from(state.extra.lens[seat as usize])
    }

    #[inline]
    fn bonus(game: &LostLands, state: &State, seat: u8, sum: Sum) -> i32 {
        game.this_turn(state, seat, sum)
    }

    #[inline]
    fn leader_army(state: &State, owner: Owner) -> RegionSet {
        state.extra.leader_region(owner)
    }

    #[inline]
    fn leader_water(game: &LostLands, state: &State, seat: u8, water: u16) -> u16 {
        game.swim(state, seat, water)
    }

    #[inline]
    fn blocks_borders(state: &State) -> bool {
        state.extra.thorns().is_some()
    }

    #[inline]
    fn bend_targets(game: &LostLands, state: &State, from: Region, budget: Budget, plain: RegionSet) -> RegionSet {
        game.targets(state, from, budget, plain)
    }

    #[inline]
    fn bend_cost(game: &LostLands, state: &State, from: Region, to: Region, water: u16) -> u16 {
        game.cost(state, from, to, water)
    }

    #[inline]
    fn apply(game: &LostLands, state: &mut State, step: Turn, id: u16) {
        game.turn(state, step, id);
    }

    fn after_tokens(game: &LostLands, state: &mut State) {
        game.put_sea(state);
    }

    fn after_start(game: &LostLands, state: &mut State) {
        game.put_leader_armies(state);
    }

    fn after_neutral(game: &LostLands, state: &mut State) {
        game.begin_round(state);
    }

    #[inline]
    fn end_action(game: &LostLands, state: &mut State, seat: u8) {
        game.after_action(state, seat);
    }

    fn take_bonus(game: &LostLands, state: &mut State, seat: u8, place: usize) {
        game.take_last(state, seat, place);
    }

    fn fell_leader(state: &mut State, owner: Owner) {
        state.extra.leader_army[owner.index()] = super::legends::state::NONE;
    }

    #[inline]
    fn march_leader(state: &mut State, seat: u8, to: Region) {
        state.extra.leader_army[seat as usize] = to.0;
    }

    #[inline]
    fn strengthen(game: &LostLands, state: &State, strength: &mut [[u8; MAX_REGIONS]; MAX_OWNERS]) {
        if game.more.leader_armies {
            game.add_leaders(state, strength);
        }
    }

    #[inline]
    fn strength(game: &LostLands, state: &State, owner: usize, region: Region) -> u8 {
        if LostLands::leader_at(state, owner) == Some(region.index()) { game.leader_strength(state, owner) } else { 0 }
    }

    #[inline]
    fn families(game: &LostLands, state: &State, seat: usize, owned: CardSet, control: RegionSet) -> FamilyChoice {
        if game.more.factions.is_empty() { 0 } else { game.best_families(state, seat, owned, control) }
    }

    #[inline]
    fn more_of_family(game: &LostLands, card: Option<Card>, choice: FamilyChoice) -> u32 {
        let counted = card.map_or(game.more.queen_counts, |card| game.more.counts[card.index()]);
        (counted & choice).count_ones()
    }

    fn leader_points(game: &LostLands, state: &State, seat: usize, leader: Leader, control: RegionSet) -> i32 {
        if leader == Leader::BatRider { game.bat_points(state, seat, control) } else { 0 }
    }

    fn part_names(game: &LostLands, names: &mut Vec<&'static str>) {
        if game.has_crystals() {
            names.push("crystals");
        }
    }

    #[inline]
    fn parts(game: &LostLands, state: &State, seat: usize, add: &mut dyn FnMut(&'static str, i32)) {
        if game.has_crystals() {
            add("crystals", i32::from(state.extra.crystals[seat]));
        }
    }

    fn paint(game: &LostLands, state: &State, around: Around, pen: &mut impl Pen) {
        game.paint_more(state, around, pen);
    }

    fn foreseen(game: &LostLands, state: &State, action: Action, seat: Seat) -> State {
        game.foresee(state, action, seat)
    }

    fn payload_size(game: &LostLands) -> usize {
        payload::size(game)
    }

    fn write(game: &LostLands, state: &State, out: &mut Payload) {
        payload::write(game, &state.extra, out);
    }

    fn read(game: &LostLands, state: &mut State, reader: &mut Reader<'_>) -> Result<()> {
        payload::read(game, &mut state.extra, reader)
    }

    fn cards_elsewhere(game: &LostLands, state: &State, note: &mut Note<'_>) -> Result<()> {
        for seat in 0..game.common.num_players {
            for (place, &card) in state.extra.hand(seat).iter().enumerate() {
                note(card, &|| format!("/hands/{seat}/{place}"))?;
            }
            if state.extra.selected[seat] != super::legends::state::NONE {
                note(state.extra.selected[seat], &|| format!("/selected/{seat}"))?;
            }
        }
        Ok(())
    }

    fn check(game: &LostLands, state: &State) -> Result<()> {
        game.check_own(state)
    }

    fn allows(game: &LostLands, state: &State, step: Turn) -> bool {
        game.allows_turn(state, step)
    }

    fn document(game: &LostLands, state: &State, shared: base::Position) -> Position {
        game.write_position(state, shared)
    }

    fn shared(document: &Position) -> Cow<'_, base::Position> {
        Cow::Owned(document.shared())
    }

    fn read_document(game: &LostLands, document: &Position, state: &mut State) -> Result<()> {
        game.read_position(document, state)
    }

    fn read_step(game: &LostLands, word: &str, turn: Option<u8>) -> Option<Result<Turn>> {
        game.read_turn(word, turn)
    }

    fn field(game: &LostLands, state: &State, index: usize) -> Field {
        game.own_field(state, index)
    }

    fn view(game: &LostLands, state: &State, seat: Option<Seat>) -> View<Self> {
        game.see(state, seat)
    }

    fn view_document(game: &LostLands, view: &View<Self>) -> ViewDocument {
        game.write_view(view)
    }

    fn view_of(game: &LostLands, seat: Option<Seat>, document: &ViewDocument) -> Result<View<Self>> {
        game.read_view(seat, document)
    }

    fn resample(game: &LostLands, view: &View<Self>, rng: &mut Rng) -> State {
        game.redraw_hidden(view, rng)
    }

    fn told(game: &LostLands, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        game.tell(state, action, seat)
    }

    fn revealed(game: &LostLands, before: &State, after: &State, seat: Option<Seat>) -> Vec<String> {
        game.now_open(before, after, seat)
    }
}
