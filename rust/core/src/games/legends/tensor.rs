//! The view as numbers ([`Game::observe`](crate::game::Game::observe)): the layout and what is written into it are one function.

use super::hooks::{Rules, Step};
use super::state::{HIDDEN_BID, Phase, Place, State, armies, cities};
use super::{Area, CITIES, View};
use crate::observation::{Around, ObservationSpec, Pen};

/// Grows whenever the layout changes.
const VERSION: u16 = 1;
/// What armies and points of an action still left are counted in.
const LEFT: f32 = 10.0;

/// What of the turn the observation shows besides its phase.
struct Turn {
    /// Who acts, or for whom chance does.
    seat: Option<u8>,
    /// The card whose action is at hand.
    card: Option<u8>,
    /// 0 while a branch is chosen, then 1 more than the part.
    step: usize,
    /// What is left of the part.
    left: u16,
}

/// What a phase says of the turn.
fn turn_of<S: Step>(phase: Phase<S>) -> Turn {
    let nobody = Turn { seat: None, card: None, step: 0, left: 0 };
    let by = |seat: u8| Turn { seat: Some(seat), card: None, step: 0, left: 0 };
    match phase {
        Phase::Token(_) | Phase::Row | Phase::First | Phase::Over => nobody,
        Phase::Extra => by(0),
        Phase::Neutral(placed) => by(placed % 2),
        Phase::Leader(seat) | Phase::Bid(seat) | Phase::Take(seat) | Phase::Refill(seat) | Phase::Bonus(seat) => by(seat),
        Phase::Choose { seat, card } => Turn { card: Some(card), ..by(seat) },
        Phase::Part { seat, card, part, left } => Turn { card: Some(card), step: 1 + part as usize, left, ..by(seat) },
        Phase::More(step) => step.turn().map_or(nobody, by),
    }
}

impl<R: Rules> Area<R> {
    /// The layout.
    pub(super) fn observation(&self) -> ObservationSpec {
        ObservationSpec::of(VERSION, |pen| self.paint(&View { seat: None, state: self.set_up() }, pen))
    }

    /// Lays out a view; what an expansion adds comes last.
    pub(super) fn paint(&self, view: &View<R>, pen: &mut impl Pen) {
        let (state, around) = (&view.state, Around::new(view.seat, self.common.num_players));
        self.paint_turn(state, around, pen);
        self.paint_cards(state, around, pen);
        self.paint_map(state, around, pen);
        self.paint_variants(state, around, pen);
        R::paint(self, state, around, pen);
    }

    fn paint_turn(&self, state: &State<R>, around: Around, pen: &mut impl Pen) {
        let players = self.common.num_players;
        let (phases, turn) = (R::INFO.phases, turn_of(state.phase));
        let mut room = pen.part("phase", [phases.len()], 1.0, "by phase, in the order of the rules page: whether it is this one");
        if let Some(phase) = phases.iter().position(|&word| word == state.phase.word()) {
            room.flag(phase);
        }
        let mut room = pen.part("turn", [players], 1.0, "by seat: whether it acts, or chance acts for it");
        if let Some(seat) = turn.seat {
            room.flag(around.place(seat as usize));
        }
        pen.part("seat_zero", [players], 1.0, "by seat: whether it is seat 0").flag(around.place(0));
        let mut room = pen.part("card", [self.num_cards], 1.0, "by card: whether its action is at hand");
        if let Some(card) = turn.card {
            room.flag(card as usize);
        }
        let mut room =
            pen.part("part", [3], 1.0, "of the action at hand: whether its branch is being chosen, its first part done, its second");
        if turn.card.is_some() {
            room.flag(turn.step);
        }
        pen.part("left", [1], LEFT, "armies, points, cities or destructions left of the part").put(0, turn.left);
    }

    fn paint_cards(&self, state: &State<R>, around: Around, pen: &mut impl Pen) {
        let players = self.common.num_players;
        let cards = self.num_cards;
        if R::ROW {
            let mut room =
                pen.part("row", [state.row.len(), cards], 1.0, "by place in the row, left to right, and card: whether it lies there");
            for (place, &card) in state.row.iter().enumerate().take(state.row_len as usize) {
                room.flag(place * cards + card as usize);
            }
        }
        pen.part("pile", [cards], 1.0, "by card: whether it is in the pile, or where the viewer does not see it").flags(0, state.pile.0);
        let mut room = pen.part("cards", [players, cards], 1.0, "by seat and card: whether the seat owns it");
        for (place, seat) in around.seats() {
            for &card in self.cards_of(state, seat) {
                room.flag(place * cards + card as usize);
            }
        }
        let start = f32::from(self.coins.max(1));
        let mut room = pen.part("coins", [players], start, "by seat: coins");
        around.seats().for_each(|(place, seat)| room.put(place, state.coins[seat]));
        if self.has_bids() {
            let mut room = pen.part("bids", [players], start, "by seat: the coins it bid, as far as known");
            let known = |&(_, seat): &(usize, usize)| state.bids.get(seat).is_some_and(|&bid| bid < HIDDEN_BID);
            around.seats().filter(known).for_each(|(place, seat)| room.put(place, state.bids[seat]));
            let mut room = pen.part("bids_known", [players], 1.0, "by seat: whether its bid is known");
            around.seats().filter(known).for_each(|(place, _)| room.flag(place));
        }
    }

    fn paint_map(&self, state: &State<R>, around: Around, pen: &mut impl Pen) {
        let players = self.common.num_players;
        let (owners, regions) = (self.owners, self.num_regions);
        let full = f32::from(self.armies);
        let mut room = pen.part("armies", [owners, regions], full, "by owner (seats, then neutral) and region: armies");
        for (place, owner) in around.owners(owners) {
            room.put_all(place * regions, state.units[owner].get(..regions).unwrap_or_default().iter().map(|&units| armies(units)));
        }
        let mut room = pen.part("cities", [players, regions], f32::from(CITIES), "by seat and region: cities");
        for (place, seat) in around.seats() {
            room.put_all(place * regions, state.units[seat].get(..regions).unwrap_or_default().iter().map(|&units| cities(units)));
        }
        let mut room =
            pen.part("supply", [owners], full, "by owner (seats, then neutral): armies that are neither on the map nor captured");
        around.owners(owners).for_each(|(place, owner)| room.put(place, state.supply[owner]));
        let mut room = pen.part("city_supply", [players], f32::from(CITIES), "by seat: cities that are not on the map");
        around.seats().for_each(|(place, seat)| room.put(place, state.city_supply[seat]));
    }

    /// Parts that are there only where a parameter brings them into the game.
    fn paint_variants(&self, state: &State<R>, around: Around, pen: &mut impl Pen) {
        let players = self.common.num_players;
        let (tokens, regions) = (self.tokens.len(), self.num_regions);
        if tokens > 0 {
            let mut room = pen.part("tokens", [tokens, regions], 1.0, "by token and region: whether it lies there");
            for token in 0..tokens {
                if let Place::On(region) = state.place_of(token) {
                    room.flag(token * regions + region.index());
                }
            }
            let mut room = pen.part("taken", [players, tokens], 1.0, "by seat and token: whether the seat has it");
            for token in 0..tokens {
                if let Place::Of(seat, _) = state.place_of(token) {
                    room.flag(around.place(seat as usize) * tokens + token);
                }
            }
        }
        if self.leaders_on {
            let leaders = self.leader_names.len();
            let mut room = pen.part("leaders", [players, leaders], 1.0, "by seat and leader: whether the seat has it");
            for (place, seat) in around.seats() {
                if (state.leaders[seat] as usize) < leaders {
                    room.flag(place * leaders + state.leaders[seat] as usize);
                }
            }
            let mut room =
                pen.part("captured", [self.owners], f32::from(self.armies), "by owner (seats, then neutral): its captured armies");
            around.owners(self.owners).for_each(|(place, owner)| room.put(place, state.captured[owner]));
        }
        if self.rounds {
            let mut room = pen.part("prestige", [players], f32::from(self.prestige_limit), "by seat: prestige");
            around.seats().for_each(|(place, seat)| room.put(place, state.prestige[seat]));
        }
    }
}
