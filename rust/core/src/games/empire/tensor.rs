//! The view as numbers ([`Game::observe`](crate::game::Game::observe)): the layout and what is written into it are one function.

use super::state::{DISCARD, NONE, Phase};
use super::types::*;
use super::view::View;
use super::{Empire, INFO};
use crate::observation::{Around, ObservationSpec, Pen, Room};

/// Grows whenever the layout changes.
const VERSION: u16 = 1;
/// What units of a land, of a reserve and moves of a turn are counted in.
const UNITS: f32 = 10.0;
/// Where the rules set no bound on the rounds, what they are counted in.
const ROUNDS: f32 = 60.0;

/// What of the turn the observation shows besides its phase.
#[derive(Default)]
struct Turn {
    from: Option<Land>,
    to: Option<Land>,
    reserve: u32,
    dice: u8,
    moves: u8,
    blitz: bool,
}

/// Flags of a set of two words.
fn flags(room: &mut Room<'_>, at: usize, [low, high]: [u64; 2]) {
    room.flags(at, low);
    room.flags(at + 64, high);
}

impl Empire {
    /// The number of a phase in [`crate::game::Info::phases`], and what else it says.
    fn turn_of(&self, phase: Phase) -> (usize, Turn) {
        let turn = Turn::default();
        match phase {
            Phase::Deal => (usize::from(self.claim), turn),
            Phase::Setup => (2, turn),
            Phase::Trade { reserve, .. } => (3, Turn { reserve, ..turn }),
            Phase::Reinforce { reserve } => (4, Turn { reserve, ..turn }),
            Phase::Attack => (5, turn),
            Phase::Roll { from, to, blitz } => (6, Turn { from: Some(from), to: Some(to), blitz, ..turn }),
            Phase::Occupy { from, to, dice, blitz } => (7, Turn { from: Some(from), to: Some(to), dice, blitz, ..turn }),
            Phase::Fortify { moves } => (8, Turn { moves, ..turn }),
            Phase::FortifyTo { from, moves } => (9, Turn { from: Some(from), moves, ..turn }),
            Phase::FortifyUnits { from, to, moves } => (10, Turn { from: Some(from), to: Some(to), moves, ..turn }),
            Phase::Draw => (11, turn),
            Phase::Over => (12, turn),
        }
    }

    /// The layout.
    pub(super) fn observation(&self) -> ObservationSpec {
        ObservationSpec::of(VERSION, |pen| self.paint(&self.seen(&self.set_up(), None), pen))
    }

    /// Lays out a view.
    pub(super) fn paint(&self, view: &View, pen: &mut impl Pen) {
        let around = Around::new(view.seat, self.common.num_players);
        self.paint_turn(view, around, pen);
        self.paint_map(view, around, pen);
        self.paint_cards(view, around, pen);
    }

    fn paint_turn(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let state = &view.state;
        let (phase, turn) = self.turn_of(state.phase);
        pen.part("phase", [INFO.phases.len()], 1.0, "by phase, in the order of the rules page: whether it is this one").flag(phase);
        pen.part("turn", [self.owners], 1.0, "by owner (seats, then neutral): whether it is its turn")
            .flag(around.place(state.turn as usize));
        pen.part("seat_zero", [self.common.num_players], 1.0, "by seat: whether it is seat 0").flag(around.place(0));
        let rounds = if self.max_rounds == 0 { ROUNDS } else { self.max_rounds as f32 };
        pen.part("round", [1], rounds, "the round, from 1").put(0, state.round);
        pen.part("reserve", [1], UNITS, "units to be placed").put(0, turn.reserve);
        let mut room = pen.part("from", [self.num_lands], 1.0, "by land: whether the attack or the move comes from there");
        turn.from.into_iter().for_each(|land| room.flag(land.index()));
        let mut room = pen.part("to", [self.num_lands], 1.0, "by land: whether the attack or the move goes there");
        turn.to.into_iter().for_each(|land| room.flag(land.index()));
        pen.part("dice", [1], 3.0, "dice of the last roll, while a freed land is occupied").put(0, turn.dice);
        pen.part("moves", [1], UNITS, "moves made this turn").put(0, turn.moves);
        let mut room = pen.part(
            "flags",
            [3],
            1.0,
            "whether the attack is a blitz, a land was freed this turn, a land had its units for a card this turn",
        );
        for (at, flag) in [turn.blitz, state.freed, state.bonus_used].into_iter().enumerate() {
            room.put(at, flag);
        }
    }

    fn paint_map(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let (state, lands, owners) = (&view.state, self.num_lands, self.owners);
        let mut room = pen.part("lands", [owners, lands], 1.0, "by owner (seats, then neutral) and land: whether the land is its");
        for (place, owner) in around.owners(owners) {
            flags(&mut room, place * lands, state.own(owner as u8).0);
        }
        pen.part("units", [lands], UNITS, "by land: units").put_all(0, state.units.get(..lands).unwrap_or_default().iter().copied());
        let full = f32::from(self.initial_units);
        let mut room = pen.part("initial", [owners], full, "by owner (seats, then neutral): units not yet on the map");
        around.owners(owners).for_each(|(place, owner)| room.put(place, state.initial[owner]));
    }

    fn paint_cards(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let (state, cards) = (&view.state, self.map.cards.len());
        let mut room = pen.part("hand", [cards], 1.0, "by card: whether the viewer has it; none for a spectator");
        if let Some(seat) = view.seat {
            flags(&mut room, 0, state.hand(seat.0).0);
        }
        flags(&mut pen.part("discard", [cards], 1.0, "by card: whether it lies in the discard pile"), 0, state.cards.of(DISCARD));
        let mut room = pen.part("hand_sizes", [self.common.num_players], 5.0, "by seat: cards in hand");
        around.seats().for_each(|(place, seat)| room.put(place, view.counts[seat]));
        let mut room = pen.part("chosen", [cards], 1.0, "by card: whether the viewer has chosen it for the set at hand");
        for card in shown_choice(state.phase) {
            room.flag(card as usize);
        }
        pen.part("num_chosen", [1], SET as f32, "cards chosen for the set at hand, whoever's").put(0, view.chosen);
    }
}

/// The cards chosen so far, as far as shown.
fn shown_choice(phase: Phase) -> impl Iterator<Item = u8> {
    let chosen = if let Phase::Trade { chosen, .. } = phase { chosen } else { [NONE; 2] };
    chosen.into_iter().filter(|&card| card != NONE)
}
