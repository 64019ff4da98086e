//! The view as numbers ([`Game::observe`](crate::game::Game::observe)): the layout and what is written into it are one function.

use super::types::*;
use super::view::View;
use super::{INFO, Kingdom, Phase};
use crate::observation::{Around, ObservationSpec, Pen};

/// Grows whenever the layout changes.
const VERSION: u16 = 1;
/// Cells of the square that a kingdom can reach.
const CELLS: usize = REACH * REACH;

impl Kingdom {
    /// The layout.
    pub(super) fn observation(&self) -> ObservationSpec {
        ObservationSpec::of(VERSION, |pen| self.paint(&self.seen(&self.set_up(), None), pen))
    }

    /// Lays out a view. The step asked of others is no part of it (KD-21).
    pub(super) fn paint(&self, view: &View, pen: &mut impl Pen) {
        let around = Around::new(view.seat, self.common.num_players);
        self.paint_turn(view, around, pen);
        self.paint_hands(view, around, pen);
        self.paint_kingdoms(view, around, pen);
    }

    fn paint_turn(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let state = &view.state;
        let (phase, dealt) = match state.phase {
            Phase::Edict => (0, 0),
            Phase::Deal(dealt) => (1, dealt),
            Phase::Pick(_) => (2, 0),
            Phase::Place(_) => (3, 0),
            Phase::Over => (4, 0),
        };
        let meaning = "by phase, in the order of the rules page: whether the viewer is in it; `pick` also when it has laid";
        pen.part("phase", [INFO.phases.len()], 1.0, meaning).flag(phase);
        pen.part("seat_zero", [self.common.num_players], 1.0, "by seat: whether it is seat 0").flag(around.place(0));
        pen.part("round", [1], ROUNDS as f32, "the round, from 1; one more than the last when over").put(0, state.round);
        pen.part("dealt", [1], (self.common.num_players * HAND) as f32, "cards dealt so far, in the deal").put(0, dealt);
        let mut room = pen.part("edicts", [EDICTS], 1.0, "by edict, in the order of the chance outcomes: whether it is drawn");
        state.edicts.iter().for_each(|&edict| room.flag(edict as usize));
    }

    fn paint_hands(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let (state, players, cards) = (&view.state, self.common.num_players, self.deck.ids.len());
        let meaning = "by seat and card: whether the viewer knows that the seat holds it; of others as at the start of the round";
        let mut room = pen.part("hands", [players, cards], 1.0, meaning);
        for (place, seat) in around.seats() {
            room.flags(place * cards, state.hands[seat].0);
        }
        let own = view.seat.map_or(Laid::NONE, |seat| state.pending[seat.index()]);
        pen.part("picked", [cards], 1.0, "by card: whether the viewer has picked it in this round").flag(own.card as usize);
        let mut cell =
            pen.part("laid_cell", [REACH, REACH], 1.0, "by x and y from -2 to 2: whether the viewer has laid the picked card there");
        if own.place != NONE {
            cell.flag(own.cell().0 as usize);
        }
        let mut turned = pen.part("laid_turn", [SIDES], 1.0, "by quarter turns: how the viewer has turned the picked card");
        if own.place != NONE {
            turned.flag(own.turns());
        }
    }

    fn paint_kingdoms(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let (state, players, cards) = (&view.state, self.common.num_players, self.deck.ids.len());
        let laid =
            || around.seats().flat_map(|(place, seat)| state.plots[seat].laid.iter().take(state.laid()).map(move |&laid| (place, laid)));
        let mut room = pen.part("kingdoms", [players, cards], 1.0, "by seat and card: whether the card lies in its kingdom");
        laid().for_each(|(place, laid)| room.flag(place * cards + laid.card as usize));
        let mut room = pen.part("cells", [players, REACH, REACH], 1.0, "by seat, x and y from -2 to 2: whether a card lies there");
        for (place, seat) in around.seats() {
            room.flags(place * CELLS, u64::from(state.plots[seat].cells.0));
        }
        let mut room = pen.part("open", [players, REACH, REACH], 1.0, "by seat, x and y from -2 to 2: whether the next card may go there");
        for (place, seat) in around.seats() {
            room.flags(place * CELLS, u64::from(state.plots[seat].open().0));
        }
        let meaning = "by card that lies in a kingdom: x + 2 and y + 2 of its cell";
        let mut room = pen.part("card_cells", [cards, 2], (REACH - 1) as f32, meaning);
        for (_, laid) in laid() {
            room.put_all(2 * laid.card as usize, [laid.place / 4 / REACH as u8, laid.place / 4 % REACH as u8]);
        }
        let mut room = pen.part("card_turns", [cards, SIDES], 1.0, "by card that lies in a kingdom, and quarter turns: how it is turned");
        laid().for_each(|(_, laid)| room.flag(SIDES * laid.card as usize + laid.turns()));
    }
}
