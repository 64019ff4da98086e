//! The view as numbers ([`Game::observe`](crate::game::Game::observe)): the layout and what is written into it are one function.

use super::state::{HIDDEN_BID, Phase, Place, State, armies, cities};
use super::{ARMIES, CITIES, Legends};
use crate::action::Seat;
use crate::game::{Game as _, Info};
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

/// The number of a phase in [`Info::phases`], and what else it says.
fn turn_of(phase: Phase) -> (usize, Turn) {
    let nobody = Turn { seat: None, card: None, step: 0, left: 0 };
    let by = |seat: u8| Turn { seat: Some(seat), card: None, step: 0, left: 0 };
    match phase {
        Phase::Token(_) => (0, nobody),
        Phase::Leader(seat) => (1, by(seat)),
        Phase::Row => (2, nobody),
        Phase::Extra => (3, by(0)),
        Phase::Neutral(placed) => (4, by(placed % 2)),
        Phase::Bid(seat) => (5, by(seat)),
        Phase::First => (6, nobody),
        Phase::Take(seat) => (7, by(seat)),
        Phase::Choose { seat, card } => (8, Turn { card: Some(card), ..by(seat) }),
        Phase::Part { seat, card, part, left } => (8, Turn { card: Some(card), step: 1 + part as usize, left, ..by(seat) }),
        Phase::Refill(seat) => (9, by(seat)),
        Phase::Bonus(seat) => (10, by(seat)),
        Phase::Over => (11, nobody),
    }
}

impl Legends {
    /// The layout.
    pub(super) fn observation(&self) -> ObservationSpec {
        ObservationSpec::of(VERSION, |pen| self.paint(&super::INFO, &self.set_up(), None, pen))
    }

    /// Lays out a state in which what the viewer does not see is blanked. A game that adds to this one adds parts of its own behind these.
    pub(super) fn paint(&self, info: &Info, state: &State, viewer: Option<Seat>, pen: &mut impl Pen) {
        let players = self.common().num_players;
        let around = Around::new(viewer, players);
        self.paint_turn(info, state, around, pen);
        self.paint_cards(state, around, pen);
        self.paint_map(state, around, pen);
        self.paint_variants(state, around, pen);
    }

    fn paint_turn(&self, info: &Info, state: &State, around: Around, pen: &mut impl Pen) {
        let players = self.common().num_players;
        let (phase, turn) = turn_of(state.phase);
        pen.part("phase", [info.phases.len()], 1.0, "by phase, in the order of the rules page: whether it is this one").flag(phase);
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

    fn paint_cards(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let players = self.common().num_players;
        let cards = self.num_cards;
        let mut room =
            pen.part("row", [state.row.len(), cards], 1.0, "by place in the row, left to right, and card: whether it lies there");
        for (place, &card) in state.row.iter().enumerate().take(state.row_len as usize) {
            room.flag(place * cards + card as usize);
        }
        pen.part("pile", [cards], 1.0, "by card: whether it is in the pile").flags(0, state.pile.0);
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

    fn paint_map(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let players = self.common().num_players;
        let (owners, regions) = (self.owners, self.num_regions);
        let full = f32::from(ARMIES);
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
    fn paint_variants(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let players = self.common().num_players;
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
            let mut room = pen.part("captured", [self.owners], f32::from(ARMIES), "by owner (seats, then neutral): its captured armies");
            around.owners(self.owners).for_each(|(place, owner)| room.put(place, state.captured[owner]));
        }
        if self.rounds {
            let mut room = pen.part("prestige", [players], f32::from(self.prestige_limit), "by seat: prestige");
            around.seats().for_each(|(place, seat)| room.put(place, state.prestige[seat]));
        }
    }
}
