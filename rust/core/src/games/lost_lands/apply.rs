//! What the expansion's actions change: hands, choices, the order of a round, what ends it.

use super::super::legends::state::NONE;
use super::super::legends::types::*;
use super::state::{HAND, Turn};
use super::{LostLands, Phase, State};

impl LostLands {
    /// Actions and outcomes of the expansion's own phases.
    pub(super) fn turn(&self, state: &mut State, turn: Turn, id: u16) {
        let ids = &self.more.ids;
        match turn {
            Turn::Sea => {
                state.extra.sea = (id - ids.sea) as u8;
                self.deal_leaders(state);
            }
            Turn::Deal(seat) => {
                self.receive(state, seat, id);
                self.deal_from(state, seat);
            }
            Turn::Select(seat) => self.select(state, seat, (id - self.ids.take) as u8 + 1),
            Turn::First => {
                let seat = (id - ids.first) as u8;
                state.phase = Phase::More(if self.more.frantic {
                    Turn::TakeToken(seat)
                } else {
                    state.extra.first = seat;
                    Turn::Go(seat)
                });
            }
            Turn::Go(seat) => {
                self.order_from(state, seat + u8::from(id != ids.go));
                self.next_actor(state);
            }
            Turn::TakeToken(seat) => {
                let token = (id - ids.turn_token) as u8 + 1;
                state.extra.turn_tokens[seat as usize] = token;
                self.gain(state, seat, self.more.turn_coins[token as usize]);
                if self.undeclared(state) == 0 {
                    self.order_by_tokens(state);
                    self.next_actor(state);
                } else {
                    state.phase = Phase::More(Turn::First);
                }
            }
            Turn::Thorns(_) => {
                if id != self.ids.pass {
                    state.extra.thorns = (id - ids.thorns) as u8;
                }
                self.next_actor(state);
            }
            Turn::Draw(seat) => {
                self.receive(state, seat, id);
                self.draw_from(state, seat + 1);
            }
            Turn::BonusDeal(seat) => {
                self.receive(state, seat, id);
                let full = state.extra.lens[seat as usize] as usize == HAND || state.pile.is_empty();
                state.phase = if full { Phase::Bonus(seat) } else { Phase::More(Turn::BonusDeal(seat)) };
            }
        }
    }

    /// A card of the deck comes to the back of a hand.
    #[inline]
    fn receive(&self, state: &mut State, seat: u8, id: u16) {
        let card = Card((id - self.chance_ids.row) as u8);
        state.pile.remove(card);
        state.extra.receive(seat as usize, card);
    }

    // Set-up, in the order of LL-25.

    /// LL-16: then the token of the open sea, if a region has an exit; then leaders.
    pub(super) fn put_sea(&self, state: &mut State) {
        if self.more.open_sea && !self.layout.exits.is_empty() {
            state.phase = Phase::More(Turn::Sea);
        } else {
            self.deal_leaders(state);
        }
    }

    /// LL-18: leader armies stand on the start; then hands are dealt (LL-7).
    pub(super) fn put_leader_armies(&self, state: &mut State) {
        if self.more.leader_armies {
            state.extra.leader_army[..self.common.num_players].fill(self.layout.start.0);
        }
        self.deal_from(state, 0);
    }

    /// LL-7: four cards a seat, seat by seat, as long as the deck lasts.
    fn deal_from(&self, state: &mut State, seat: u8) {
        let next = seat + u8::from(state.extra.lens[seat as usize] as usize == HAND);
        if (next as usize) < self.common.num_players && !state.pile.is_empty() {
            state.phase = Phase::More(Turn::Deal(next));
        } else {
            self.after_cards(state);
        }
    }

    // A round.

    /// The first seat from `from` on that has to choose (LL-12).
    #[inline]
    pub(super) fn chooser_from(&self, state: &State, from: usize) -> Option<u8> {
        (from..self.common.num_players).find(|&seat| self.can_choose(state, seat)).map(|seat| seat as u8)
    }

    /// LL-8, LL-12: the next round, or the end where nobody can choose.
    pub(super) fn begin_round(&self, state: &mut State) {
        match self.chooser_from(state, 0) {
            Some(seat) => {
                state.extra.round += 1;
                state.phase = Phase::More(Turn::Select(seat));
            }
            None => self.finish(state),
        }
    }

    /// LL-8: pays, and lays the card face down.
    #[inline]
    fn select(&self, state: &mut State, seat: u8, place: u8) {
        self.pay_and_choose(state, seat as usize, place);
        state.phase = Phase::More(self.chooser_from(state, seat as usize + 1).map_or(Turn::First, Turn::Select));
    }

    /// LL-8: what a choice, of a place from 1, costs and moves.
    #[inline]
    pub(super) fn pay_and_choose(&self, state: &mut State, seat: usize, place: u8) {
        state.coins[seat] -= u16::from(self.more.hand_costs[place as usize - 1]);
        state.extra.choose(seat, place);
    }

    /// LL-9, LL-15: the seats that chose a card and have no turn-order token, as bits.
    #[inline]
    pub(super) fn undeclared(&self, state: &State) -> u8 {
        let pairs = state.extra.places.iter().zip(&state.extra.turn_tokens).enumerate();
        pairs.fold(0, |seats, (seat, (&place, &token))| seats | u8::from(place != 0 && token == 0) << seat)
    }

    /// LL-10: those who chose, clockwise from a seat.
    pub(super) fn order_from(&self, state: &mut State, start: u8) {
        let players = self.common.num_players;
        let extra = &mut state.extra;
        let mut places = extra.order.iter_mut();
        for step in 0..players {
            let seat = (start as usize + step) % players;
            if extra.places[seat] != 0
                && let Some(place) = places.next()
            {
                *place = seat as u8;
            }
        }
    }

    /// LL-15: those who chose, by their tokens.
    pub(super) fn order_by_tokens(&self, state: &mut State) {
        let extra = &mut state.extra;
        let mut places = extra.order.iter_mut();
        for token in 1..=self.common.num_players as u8 {
            if let Some(seat) = extra.turn_tokens.iter().position(|&held| held == token)
                && let Some(place) = places.next()
            {
                *place = seat as u8;
            }
        }
    }

    /// LL-10: the next seat's card is revealed and owned, and its action begins; or the round ends.
    pub(super) fn next_actor(&self, state: &mut State) {
        let extra = &mut state.extra;
        let waiting = |&&seat: &&u8| extra.selected.get(seat as usize).is_some_and(|&card| card != NONE);
        let Some(&seat) = extra.order.iter().find(waiting) else {
            self.end_round(state);
            return;
        };
        let card = std::mem::replace(&mut extra.selected[seat as usize], NONE);
        extra.selected_since[seat as usize] = 0;
        self.own(state, seat, card);
        self.begin_action(state, seat, card);
    }

    /// LL-14, LL-19: what comes after an action.
    #[inline]
    pub(super) fn after_action(&self, state: &mut State, seat: u8) {
        if !self.more.crystal_regions.is_empty() {
            self.give_crystal(state, seat);
        }
        if state.extra.thorns == NONE && self.leads(state, seat as usize, Leader::BrambleWitch) {
            state.phase = Phase::More(Turn::Thorns(seat));
        } else {
            self.next_actor(state);
        }
    }

    /// LL-14.
    fn give_crystal(&self, state: &mut State, seat: u8) {
        let given: u8 = state.extra.crystals.iter().sum();
        if given >= self.more.crystals {
            return;
        }
        let mut held = [0_u8; MAX_OWNERS];
        for region in self.more.crystal_regions {
            if let Some(owner) = self.controller(state, region) {
                held[owner] += 1;
            }
        }
        let own = held[seat as usize];
        if held.iter().enumerate().all(|(other, &count)| other == seat as usize || count < own) {
            state.extra.crystals[seat as usize] += 1;
        }
    }

    /// LL-11, LL-12, LL-25: tokens go back; the end, or new cards.
    fn end_round(&self, state: &mut State) {
        let players = self.common.num_players;
        let extra = &mut state.extra;
        extra.places = [0; crate::MAX_SEATS];
        extra.turn_tokens = [0; crate::MAX_SEATS];
        extra.order = [NONE; crate::MAX_SEATS];
        extra.first = NONE;
        if state.num_owned[..players].iter().all(|&count| count >= self.cards_to_own) {
            self.finish(state);
        } else {
            self.draw_from(state, 0);
        }
    }

    /// LL-11: a card for each seat from this one on, as long as the deck lasts; then hands pass to the left.
    fn draw_from(&self, state: &mut State, seat: u8) {
        let players = self.common.num_players;
        if (seat as usize) < players && !state.pile.is_empty() {
            state.phase = Phase::More(Turn::Draw(seat));
            return;
        }
        state.extra.hands[..players].rotate_right(1);
        state.extra.lens[..players].rotate_right(1);
        self.begin_round(state);
    }

    /// LL-22: the end; with a Fairy Queen all hands go back to the deck first, for her last card.
    fn finish(&self, state: &mut State) {
        state.phase = Phase::Over;
        if let Some(queen) = self.fairy_queen(state) {
            state.pile |= state.extra.in_hands();
            state.extra.hands = super::Extra::BLANK.hands;
            state.extra.lens = [0; crate::MAX_SEATS];
            if !state.pile.is_empty() {
                state.phase = Phase::More(Turn::BonusDeal(queen as u8));
            }
        }
    }

    /// LL-22: her last card, from the hand.
    pub(super) fn take_last(&self, state: &mut State, seat: u8, place: usize) {
        let (card, _) = state.extra.hands[seat as usize].remove(place);
        state.extra.lens[seat as usize] -= 1;
        self.own(state, seat, card);
    }
}
