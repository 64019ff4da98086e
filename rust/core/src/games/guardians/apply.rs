//! What an action changes, and what is asked next. With [`super::resolve`] the one place that changes a state.

use super::types::*;
use super::{Guardians, Phase, State};
use crate::action::Action;

impl Guardians {
    /// See [`crate::game::Game::apply`].
    #[inline]
    pub(super) fn transition(&self, state: &mut State, action: Action) {
        let id = action.0;
        match state.phase {
            Phase::Next => state.phase = Phase::Sail(id.wrapping_sub(self.chance_ids.next) as u8),
            Phase::Sail(seat) => self.sail(state, seat, id),
            Phase::Clue(seat) => {
                let offset = id.wrapping_sub(self.ids.clue) as usize;
                self.give_clue(state, seat, offset / self.max_elements, offset % self.max_elements);
                self.next_clue(state, seat + 1);
            }
            Phase::Fire { seat, island } => {
                if id != self.ids.pass {
                    let ruled_out = self.ruled_out_by_fire(state, island);
                    let player = state.player_mut(seat);
                    player.fires.insert(island);
                    player.ruled_out |= ruled_out;
                }
                self.next_fire(state, seat, Some(island));
            }
            Phase::Choose(seat) => {
                let place = Island(id.wrapping_sub(self.ids.choose) as u8);
                let player = state.player_mut(seat);
                player.active = player.pairs().iter().position(|pair| pair.place() == place).unwrap_or_default() as u8;
                self.next_choice(state, seat + 1);
            }
            Phase::Postcard => {
                self.draw_postcard(state, id.wrapping_sub(self.chance_ids.postcard));
                state.turn = state.turn.saturating_add(1);
                self.next_choice(state, 0);
            }
            Phase::Refill(seat) => {
                self.deal(state, seat, id);
                self.next_refill(state, seat + 1);
            }
            Phase::Tiles(laid) => self.lay(state, laid, id.wrapping_sub(self.chance_ids.island)),
            Phase::Pairs(seat) => {
                self.deal(state, seat, id);
                if (state.player(seat).num_pairs as usize) >= PAIRS {
                    state.phase = if (seat as usize) + 1 < self.common.num_players { Phase::Pairs(seat + 1) } else { Phase::Postcards };
                }
            }
            Phase::Postcards => {
                self.draw_postcard(state, id.wrapping_sub(self.chance_ids.postcard));
                if state.num_postcards as usize >= FIRST_TABLE {
                    self.next_choice(state, 0);
                }
            }
            Phase::Over => {}
        }
    }

    /// GU-1: lays an island on the next cell.
    fn lay(&self, state: &mut State, laid: u8, island: u16) {
        state.cell_of[Island(island as u8).index()] = laid;
        let laid = laid.saturating_add(1);
        state.phase = if (laid as usize) < self.num_islands { Phase::Tiles(laid) } else { Phase::Pairs(0) };
    }

    /// GU-2, GU-11: a place and a reward out of the piles.
    fn deal(&self, state: &mut State, seat: u8, id: u16) {
        let number = id.wrapping_sub(self.chance_ids.pair);
        let pair = Pair::new(Island((number / 2) as u8), number % 2 == 1);
        state.place_pile.remove(pair.place());
        let left = &mut state.rewards_left[pair.reward()];
        *left = left.saturating_sub(1);
        state.player_mut(seat).gain(pair);
    }

    /// GU-3, GU-12: a postcard comes; if that makes four, the oldest leaves and its clues go back.
    fn draw_postcard(&self, state: &mut State, card: u16) {
        if let Some(place) = state.postcards.get_mut(state.num_postcards as usize) {
            *place = card as u8;
            state.num_postcards += 1;
            return;
        }
        state.removed.insert(Postcard(state.postcards[0]));
        state.postcards.rotate_left(1);
        state.postcards[TABLE - 1] = card as u8;
        for player in &mut state.players {
            let clues = std::mem::replace(&mut player.clues, [Clue::NONE; MAX_CLUES]);
            let staying = clues.iter().take(player.num_clues as usize).filter(|clue| clue.slot() > 0);
            let mut count = 0;
            for (place, clue) in player.clues.iter_mut().zip(staying) {
                *place = Clue::new(clue.slot() - 1, clue.element());
                count += 1;
            }
            player.num_clues = count;
        }
    }

    /// GU-5.
    #[inline]
    fn give_clue(&self, state: &mut State, seat: u8, slot: usize, element: usize) {
        let player = state.player_mut(seat);
        if let Some(place) = player.clues.get_mut(player.num_clues as usize) {
            *place = Clue::new(slot, element);
            player.num_clues += 1;
        }
    }

    /// GU-6: one boat, or nothing more.
    #[inline]
    fn sail(&self, state: &mut State, seat: u8, id: u16) {
        let mut done = id == self.ids.pass;
        if !done {
            let mut island = id.wrapping_sub(self.ids.sail);
            let mut guardian = 0;
            let islands = self.num_islands as u16;
            while island >= islands && guardian < MAX_PLAYERS as u8 {
                island -= islands;
                guardian += 1;
            }
            if let Some(place) = state.boats.get_mut(state.num_boats as usize) {
                *place = Boat::new(seat, Some(guardian), Island(island as u8));
                state.num_boats += 1;
            }
            let player = state.player_mut(seat);
            player.sent |= 1 << (guardian & 7);
            done = player.sent.count_ones() >= BOATS as u32;
        }
        state.finished |= u8::from(done) << (seat & 7);
        if state.finished == self.all_seats() {
            self.resolve(state);
        } else {
            state.phase = Phase::Next;
        }
    }

    /// GU-4: asks the next seat without an active pair; then come the clues.
    pub(super) fn next_choice(&self, state: &mut State, from: u8) {
        match self.choosers(state, from) {
            0 => self.next_clue(state, 0),
            seats => state.phase = Phase::Choose(seats.trailing_zeros() as u8),
        }
    }

    /// GU-4: the seats that have to choose, from one on, as bits.
    pub(super) fn choosers(&self, state: &State, from: u8) -> u8 {
        let mut seats = 0;
        for (seat, player) in state.players.iter().enumerate().take(self.common.num_players).skip(from as usize) {
            seats |= u8::from(player.num_pairs > 0 && !player.is_active()) << seat;
        }
        seats
    }

    /// GU-5: asks the next seat with an active pair and a token; then they sail.
    #[inline]
    fn next_clue(&self, state: &mut State, from: u8) {
        state.phase = match self.clue_seats(state, from) {
            0 => Phase::Next,
            seats => Phase::Clue(seats.trailing_zeros() as u8),
        };
    }

    /// GU-5: the seats that have to give a clue, from one on, as bits.
    #[inline]
    pub(super) fn clue_seats(&self, state: &State, from: u8) -> u8 {
        let mut seats = 0;
        for (seat, player) in state.players.iter().enumerate().take(self.common.num_players).skip(from as usize) {
            seats |= u8::from(player.is_active() && player.num_clues < self.clue_tokens) << seat;
        }
        seats
    }

    /// GU-10: asks the next guardian, from a seat on, for the next wrong island behind one; then boats go back.
    pub(super) fn next_fire(&self, state: &mut State, from: u8, behind: Option<Island>) {
        let mut behind = behind;
        for seat in from..self.common.num_players as u8 {
            let done = behind.take().map_or(IslandSet::EMPTY, |island| IslandSet::first(island.index() + 1));
            let player = state.player(seat);
            if !player.is_active() || player.fires.len() >= self.fires {
                continue;
            }
            if let Some(island) = (state.wrong_islands(seat) - player.fires - done).into_iter().next() {
                state.phase = Phase::Fire { seat, island };
                return;
            }
        }
        state.clear_boats();
        self.next_refill(state, 0);
    }

    /// GU-11: a seat without a pair gets one, if the piles last; then comes the postcard.
    fn next_refill(&self, state: &mut State, from: u8) {
        if self.can_refill(state) {
            for seat in from..self.common.num_players as u8 {
                if state.player(seat).num_pairs == 0 {
                    state.phase = Phase::Refill(seat);
                    return;
                }
            }
        }
        // GU-12: before the node, so that it draws from what it shows.
        if self.card_pile(state).is_empty() {
            state.removed = PostcardSet::EMPTY;
        }
        state.phase = Phase::Postcard;
    }

    /// GU-11: whether places and rewards last.
    pub(super) fn can_refill(&self, state: &State) -> bool {
        !state.place_pile.is_empty() && state.rewards_left != [0, 0]
    }
}
