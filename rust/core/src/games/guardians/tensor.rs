//! The view as numbers ([`Game::observe`](crate::game::Game::observe)): the layout and what is written into it are one function.

use super::types::*;
use super::view::{has_new_clue, keeps_from};
use super::{Guardians, INFO, Phase, State, View};
use crate::observation::{Around, ObservationSpec, Pen};

/// Grows whenever the layout changes.
const VERSION: u16 = 1;

/// The number of a phase in [`crate::game::Info::phases`].
const fn number_of(phase: Phase) -> usize {
    match phase {
        Phase::Tiles(_) => 0,
        Phase::Pairs(_) => 1,
        Phase::Postcards => 2,
        Phase::Choose(_) => 3,
        Phase::Clue(_) => 4,
        Phase::Next => 5,
        Phase::Sail(_) => 6,
        Phase::Fire { .. } => 7,
        Phase::Refill(_) => 8,
        Phase::Postcard => 9,
        Phase::Over => 10,
    }
}

impl Guardians {
    /// The layout.
    pub(super) fn observation(&self) -> ObservationSpec {
        ObservationSpec::of(VERSION, |pen| self.paint(&self.seen(&self.set_up(), None), pen))
    }

    /// Lays out a view.
    pub(super) fn paint(&self, view: &View, pen: &mut impl Pen) {
        let around = Around::new(view.seat, self.common.num_players);
        self.paint_turn(&view.state, around, pen);
        self.paint_islands(&view.state, around, pen);
        self.paint_pairs(view, around, pen);
        self.paint_clues(view, around, pen);
        self.paint_boats(&view.state, around, pen);
    }

    fn paint_turn(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let players = self.common.num_players;
        pen.part("phase", [INFO.phases.len()], 1.0, "by phase, in the order of the rules page: whether it is this one")
            .flag(number_of(state.phase));
        let mut room = pen.part("turn", [players], 1.0, "by seat: whether it is asked, or dealt a pair");
        state.phase.seat().into_iter().for_each(|seat| room.flag(around.place(seat as usize)));
        pen.part("seat_zero", [players], 1.0, "by seat: whether it is seat 0").flag(around.place(0));
        pen.part("round", [1], f32::from(LAST_TURN), "the turn of the game, from 1").put(0, state.turn);
        let mut room = pen.part("finished", [players], 1.0, "by seat: whether it has finished sailing");
        around.seats().for_each(|(place, seat)| room.put(place, state.finished >> seat & 1));
        for (name, coins) in [("gold", state.players.map(|player| player.gold)), ("legend", state.players.map(|player| player.legend))] {
            let mut room = pen.part(name, [players], f32::from(self.goal), "by seat: coins of this kind");
            around.seats().for_each(|(place, seat)| room.put(place, coins[seat]));
        }
    }

    fn paint_islands(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let (players, islands) = (self.common.num_players, self.num_islands);
        let mut room = pen.part("laid", [islands], 1.0, "by island: whether it is laid");
        for (island, &cell) in state.cell_of.iter().enumerate().take(islands) {
            room.put(island, cell != NONE);
        }
        let mut room =
            pen.part("cells", [islands, 2], self.span, "by island that is laid: q and r of its cell, from the least of the shape");
        for (island, &cell) in state.cell_of.iter().enumerate().take(islands) {
            room.put_all(2 * island, self.cells.get(cell as usize).copied().unwrap_or_default());
        }
        pen.part("turned", [islands], 1.0, "by island: whether it is turned over").flags(0, state.turned.0);
        let mut room = pen.part("fires", [players, islands], 1.0, "by guardian and island: whether its position fire is there");
        around.seats().for_each(|(place, seat)| room.flags(place * islands, state.players[seat].fires.0));
        let mut room = pen.part("ruled_out", [players, islands], 1.0, "by guardian and island: whether its active place can't be there");
        around.seats().for_each(|(place, seat)| room.flags(place * islands, state.players[seat].ruled_out.0));
        let mut room = pen.part("asked_island", [islands], 1.0, "by island: whether a fire on it is asked for");
        if let Phase::Fire { island, .. } = state.phase {
            room.flag(island.index());
        }
    }

    fn paint_pairs(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let (state, players, islands) = (&view.state, self.common.num_players, self.num_islands);
        let own = view.seat.and_then(|seat| state.players.get(seat.index()));
        let mut places = pen.part("own_places", [islands], 1.0, "by island: whether the viewer has an undiscovered pair of this place");
        own.into_iter().for_each(|own| places.flags(0, own.places().0));
        let mut legends = pen.part("own_legends", [islands], 1.0, "by island: whether that pair's reward is a legend");
        for pair in own.into_iter().flat_map(|own| own.pairs()).filter(|pair| pair.is_legend()) {
            legends.flag(pair.place().index());
        }
        let mut active = pen.part("own_active", [islands], 1.0, "by island: whether that pair is the viewer's active one");
        if let Some(pair) = own.and_then(|own| own.active_pair()) {
            active.flag(pair.place().index());
        }
        let mut room = pen.part("pairs", [players], PAIRS as f32, "by seat: undiscovered pairs");
        around.seats().for_each(|(place, seat)| room.put(place, state.players[seat].num_pairs));
        let mut room = pen.part("active", [players], 1.0, "by seat: whether it has an active pair");
        around.seats().for_each(|(place, seat)| room.put(place, state.players[seat].is_active()));
        let discovered = || around.seats().flat_map(|(place, seat)| state.discovered_of(seat).iter().map(move |&pair| (place, pair)));
        let mut room =
            pen.part("discovered", [players, islands], 1.0, "by seat and island: whether the pair of this place was its, now discovered");
        discovered().for_each(|(place, pair)| room.flag(place * islands + pair.place().index()));
        let mut room = pen.part("discovered_legends", [islands], 1.0, "by island: whether the discovered pair's reward was a legend");
        discovered().filter(|(_, pair)| pair.is_legend()).for_each(|(_, pair)| room.flag(pair.place().index()));
        let rewards = f32::from(self.rewards[0] + self.rewards[1]);
        pen.part("rewards_left", [1], rewards, "reward cards in the piles").put(0, u32::from(state.rewards_left[0]));
    }

    fn paint_clues(&self, view: &View, around: Around, pen: &mut impl Pen) {
        let (state, players, cards) = (&view.state, self.common.num_players, self.num_postcards);
        let mut room =
            pen.part("postcards", [TABLE, cards], 1.0, "by place on the table, oldest first, and postcard: whether it lies there");
        for (slot, &card) in state.postcards().iter().enumerate() {
            room.flag(slot * cards + card as usize);
        }
        pen.part("removed", [cards], 1.0, "by postcard: whether it has left the table").flags(0, state.removed.0);
        let elements = self.max_elements;
        let meaning = "by seat, place on the table and element: clues of the seat there, as far as shown";
        let mut room = pen.part("clues", [players, TABLE, elements], 1.0, meaning);
        for (place, seat) in around.seats() {
            for clue in state.players[seat].clues().iter().filter(|clue| clue.is_known()) {
                room.add((place * TABLE + clue.slot()) * elements + clue.element(), 1_u32);
            }
        }
        let mut room = pen.part("hidden_clues", [players], 1.0, "by seat: whether it has put a clue this turn that is not shown yet");
        for (place, seat) in around.seats() {
            room.put(place, keeps_from(seat, view.seat) && has_new_clue(state, seat));
        }
    }

    fn paint_boats(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let (players, islands) = (self.common.num_players, self.num_islands);
        let most = BOATS * players;
        let mut room = pen.part("boats", [most, players], 1.0, "by boat, in landing order, and seat: whether it is this seat's");
        for (k, boat) in state.boats().iter().enumerate() {
            room.flag(k * players + around.place(boat.seat()));
        }
        let meaning = "by boat, in landing order, and guardian: whether it seeks this one's place; none where the hull is hidden";
        let mut room = pen.part("hulls", [most, players], 1.0, meaning);
        for (k, boat) in state.boats().iter().enumerate() {
            boat.guardian().into_iter().for_each(|guardian| room.flag(k * players + around.place(guardian)));
        }
        let mut room = pen.part("landings", [most, islands], 1.0, "by boat, in landing order, and island: whether it lies there");
        for (k, boat) in state.boats().iter().enumerate() {
            room.flag(k * islands + boat.island().index());
        }
    }
}
