//! Where an expansion has a rule otherwise: the seams of Legends' one set of rules.
//!
//! A game of this family is [`super::Area`] over a type that says what differs. Legends itself is the plain case: its own part of the state is
//! empty, its own phases are none, and every hook that it leaves as it stands here costs nothing once compiled.

use std::borrow::Cow;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::position::Position;
use super::types::*;
use super::{Area, State, View};
use crate::action::{Action, ActionSpace, Actions, Seat};
use crate::chance::Outcomes;
use crate::codec::payload::{Payload, Reader};
use crate::error::Result;
use crate::game::{Field, Info, Node, SeatSet};
use crate::observation::{Around, Pen};
use crate::rng::Rng;

/// How far a game has come: what must and what may not be there yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Tokens are placed.
    Tokens,
    /// Leaders are dealt.
    Leaders,
    /// The first cards are laid out; armies stand on the start.
    Cards,
    /// The extra armies' region is named.
    Extra,
    /// Neutral armies are put.
    Neutral,
    /// Bids are made.
    Bids,
    /// Turns.
    Play,
    /// The end has come.
    Over,
}

/// A phase that only an expansion has.
pub trait Step: Copy + Eq + Debug + Send + Sync + 'static {
    /// The word of the rules page.
    fn word(self) -> &'static str;
    /// How far the game has come.
    fn stage(self) -> Stage;
    /// Who acts, or chance.
    fn node(self) -> Node;
    /// The seat of the position's `turn`.
    fn turn(self) -> Option<u8>;
    /// For the payload: a tag above all of Legends', and what it knows.
    fn bytes(self) -> [u8; 2];
    /// The phase of such bytes.
    fn from_bytes(bytes: [u8; 2]) -> Option<Self>;
}

/// No phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Never {}

impl Step for Never {
    fn word(self) -> &'static str {
        match self {}
    }
    fn stage(self) -> Stage {
        match self {}
    }
    fn node(self) -> Node {
        match self {}
    }
    fn turn(self) -> Option<u8> {
        match self {}
    }
    fn bytes(self) -> [u8; 2] {
        match self {}
    }
    fn from_bytes(_: [u8; 2]) -> Option<Self> {
        None
    }
}

/// A move's budget: what is left, and what water costs.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Points left.
    pub left: u16,
    /// Points for a water connection.
    pub water: u16,
}

/// What a game of the family has otherwise.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// Its own part of a state.
    type Extra: Copy + Eq + Debug + Send + Sync + 'static;
    /// Its own phases.
    type Step: Step;
    /// Its own tables.
    type Tables: Debug + Send + Sync + 'static;
    /// The `position` of its documents.
    type Position: Serialize + DeserializeOwned + JsonSchema;
    /// The `view` of its documents.
    type ViewDocument: Serialize + DeserializeOwned + JsonSchema;

    /// What is fixed of the game.
    const INFO: Info;
    /// The names of its typed getters; those of [`super::state::FIELDS`] come first.
    const FIELDS: &'static [&'static str];
    /// Whether cards are taken from a row, with bids for the first turn.
    const ROW: bool;
    /// Whether leader armies can be in play.
    const LEADER_ARMIES: bool;
    /// How many places `bonus N` has.
    const BONUS_PLACES: u32;
    /// The word for a card that chance brings.
    const CARD_WORD: (&'static str, &'static str);

    // Making a game.

    /// See [`crate::game::Game::new`].
    fn build(params: &Map<String, Value>) -> Result<Area<Self>>;
    /// Whether leader armies are in play.
    #[inline]
    fn has_leader_armies(_more: &Self::Tables) -> bool {
        false
    }
    /// Actions with which a card is chosen; they come first.
    fn choice_actions(actions: &mut ActionSpace, more: &mut Self::Tables) -> u16;
    /// Further actions, behind all of Legends', given the names of regions and the number of players.
    #[inline]
    fn more_actions(_actions: &mut ActionSpace, _more: &mut Self::Tables, _regions: &[String], _players: usize) {}
    /// Further outcomes, behind all of Legends'.
    #[inline]
    fn more_chances(_chances: &mut ActionSpace, _more: &mut Self::Tables, _regions: &[String], _players: usize) {}
    /// A bound on the number of decisions.
    fn longest(game: &Area<Self>) -> u32;
    /// Its own part of a state before anything has happened.
    fn blank(game: &Area<Self>) -> Self::Extra;
    /// The most that a sum can be above what cards and tokens add.
    #[inline]
    fn most_bonus(_game: &Area<Self>, _sum: Sum) -> u32 {
        0
    }

    // What may be done.

    /// The seats that still have to choose in one of its own phases.
    #[inline]
    fn deciders(_game: &Area<Self>, _state: &State<Self>, step: Self::Step) -> SeatSet {
        match step.node() {
            Node::Decision(seat) => SeatSet(1 << seat.0),
            Node::Chance | Node::Terminal => SeatSet(0),
        }
    }
    /// Actions of its own phases.
    fn legal(game: &Area<Self>, state: &State<Self>, step: Self::Step, out: &mut Actions);
    /// Actions in its own phase of a seat that decides but is not yet asked.
    #[inline]
    fn legal_for(game: &Area<Self>, state: &State<Self>, step: Self::Step, _seat: Seat, out: &mut Actions) {
        Self::legal(game, state, step, out);
    }
    /// Outcomes of its own phases.
    fn chance(game: &Area<Self>, state: &State<Self>, step: Self::Step, out: &mut Outcomes);
    /// The places of `bonus N`.
    fn bonus_places(state: &State<Self>, seat: u8) -> u16;
    /// What is added to a sum of a seat in its action, for this turn or by its leader.
    #[inline]
    fn bonus(_game: &Area<Self>, _state: &State<Self>, _seat: u8, _sum: Sum) -> i32 {
        0
    }
    /// The region of a leader army.
    #[inline]
    fn leader_army(_state: &State<Self>, _owner: Owner) -> RegionSet {
        RegionSet::EMPTY
    }
    /// What a leader army's move may cost over water, where an army's costs `water`.
    #[inline]
    fn leader_water(_game: &Area<Self>, _state: &State<Self>, _seat: u8, water: u16) -> u16 {
        water
    }
    /// Whether land borders may be closed.
    #[inline]
    fn blocks_borders(_state: &State<Self>) -> bool {
        false
    }
    /// Where an army can go for a budget, given where land and water lead it.
    #[inline]
    fn bend_targets(_game: &Area<Self>, _state: &State<Self>, _from: Region, _budget: Budget, plain: RegionSet) -> RegionSet {
        plain
    }
    /// What a step costs that no open land border allows.
    #[inline]
    fn bend_cost(_game: &Area<Self>, _state: &State<Self>, _from: Region, _to: Region, water: u16) -> u16 {
        water
    }

    // What happens.

    /// What its own phases' actions and outcomes change.
    fn apply(game: &Area<Self>, state: &mut State<Self>, step: Self::Step, id: u16);
    /// When all tokens are placed.
    #[inline]
    fn after_tokens(game: &Area<Self>, state: &mut State<Self>) {
        game.deal_leaders(state);
    }
    /// When the armies stand on the start.
    fn after_start(game: &Area<Self>, state: &mut State<Self>);
    /// When the set-up of the map is done.
    fn after_neutral(game: &Area<Self>, state: &mut State<Self>);
    /// When a seat's action is over.
    fn end_action(game: &Area<Self>, state: &mut State<Self>, seat: u8);
    /// When the Fairy Queen takes her last card.
    fn take_bonus(game: &Area<Self>, state: &mut State<Self>, seat: u8, place: usize);
    /// Takes a leader army of a region out of the game.
    #[inline]
    fn fell_leader(_state: &mut State<Self>, _owner: Owner) {}
    /// Moves a seat's leader army.
    #[inline]
    fn march_leader(_state: &mut State<Self>, _seat: u8, _to: Region) {}

    // Points.

    /// What leader armies add to the strength of owners.
    #[inline]
    fn strengthen(_game: &Area<Self>, _state: &State<Self>, _strength: &mut [[u8; MAX_REGIONS]; MAX_OWNERS]) {}
    /// What an owner's leader army adds in a region.
    #[inline]
    fn strength(_game: &Area<Self>, _state: &State<Self>, _owner: usize, _region: Region) -> u8 {
        0
    }
    /// Cards that count besides those owned; the choice of which is the owner's best.
    #[inline]
    fn families(_game: &Area<Self>, _state: &State<Self>, _seat: usize, _owned: CardSet, _control: RegionSet) -> FamilyChoice {
        0
    }
    /// How many cards more a card's `vp_` ability counts, or with `None` the leader.
    #[inline]
    fn more_of_family(_game: &Area<Self>, _card: Option<Card>, _choice: FamilyChoice) -> u32 {
        0
    }
    /// The points of a leader that only the expansion has.
    #[inline]
    fn leader_points(_game: &Area<Self>, _state: &State<Self>, _seat: usize, _leader: Leader, _control: RegionSet) -> i32 {
        0
    }
    /// Names of further parts of the score, behind all of Legends'.
    #[inline]
    fn part_names(_game: &Area<Self>, _names: &mut Vec<&'static str>) {}
    /// Further parts of a seat's score.
    #[inline]
    fn parts(_game: &Area<Self>, _state: &State<Self>, _seat: usize, _add: &mut dyn FnMut(&'static str, i32)) {}
    /// Further parts of the observation, of a state in which what the viewer does not see is blanked.
    #[inline]
    fn paint(_game: &Area<Self>, _state: &State<Self>, _around: Around, _pen: &mut impl Pen) {}
    /// For the greedy policy: what the state after an action is to be judged by.
    #[inline]
    fn foreseen(game: &Area<Self>, state: &State<Self>, action: Action, _seat: Seat) -> State<Self> {
        let mut after = *state;
        game.transition(&mut after, action);
        after
    }

    // Documents and bytes.

    /// The most bytes that its own part has in a payload.
    #[inline]
    fn payload_size(_game: &Area<Self>) -> usize {
        0
    }
    /// Its own part, for the payload.
    #[inline]
    fn write(_game: &Area<Self>, _state: &State<Self>, _out: &mut Payload) {}
    /// Reads its own part back.
    #[inline]
    fn read(_game: &Area<Self>, _state: &mut State<Self>, _reader: &mut Reader<'_>) -> Result<()> {
        Ok(())
    }
    /// Notes every card that lies neither in the row nor with its owner, with its place as a JSON pointer.
    #[inline]
    fn cards_elsewhere(_game: &Area<Self>, _state: &State<Self>, _note: &mut Note<'_>) -> Result<()> {
        Ok(())
    }
    /// Its own invariants.
    fn check(game: &Area<Self>, state: &State<Self>) -> Result<()>;
    /// Whether the parameters and the position allow one of its own phases.
    fn allows(game: &Area<Self>, state: &State<Self>, step: Self::Step) -> bool;
    /// Its document of a state, given what it shares with Legends'.
    fn document(game: &Area<Self>, state: &State<Self>, shared: Position) -> Self::Position;
    /// What a document shares with Legends'.
    fn shared(document: &Self::Position) -> Cow<'_, Position>;
    /// Reads what a document has of its own.
    #[inline]
    fn read_document(_game: &Area<Self>, _document: &Self::Position, _state: &mut State<Self>) -> Result<()> {
        Ok(())
    }
    /// The phase of one of its own words.
    #[inline]
    fn read_step(_game: &Area<Self>, _word: &str, _turn: Option<u8>) -> Option<Result<Self::Step>> {
        None
    }
    /// The values of its own typed getters.
    fn field(game: &Area<Self>, state: &State<Self>, index: usize) -> Field;

    // Who sees what.

    /// See [`crate::game::Game::view`].
    fn view(game: &Area<Self>, state: &State<Self>, seat: Option<Seat>) -> View<Self>;
    /// See [`crate::game::Game::view_document`].
    fn view_document(game: &Area<Self>, view: &View<Self>) -> Self::ViewDocument;
    /// See [`crate::game::Game::view_from_document`].
    fn view_of(game: &Area<Self>, seat: Option<Seat>, document: &Self::ViewDocument) -> Result<View<Self>>;
    /// See [`crate::game::Game::resample`].
    fn resample(game: &Area<Self>, view: &View<Self>, rng: &mut Rng) -> State<Self>;
    /// See [`crate::game::Game::action_seen`].
    fn told(game: &Area<Self>, state: &State<Self>, action: Action, seat: Option<Seat>) -> Option<String>;
    /// See [`crate::game::Game::revealed`].
    fn revealed(game: &Area<Self>, before: &State<Self>, after: &State<Self>, seat: Option<Seat>) -> Vec<String>;
}

/// Notes a card, given its place as a JSON pointer; refuses one that lies elsewhere too.
pub type Note<'a> = dyn FnMut(u8, &dyn Fn() -> String) -> Result<()> + 'a;

/// Which families tokens count as, a bit each.
pub type FamilyChoice = u8;
