//! What the expansion adds to the observation, behind Legends' parts.

use super::state::HAND;
use super::{LostLands, State};
use crate::observation::{Around, Pen};

impl LostLands {
    /// Lays out the expansion's part of a state in which what the viewer does not see is blanked.
    pub(super) fn paint_more(&self, state: &State, around: Around, pen: &mut impl Pen) {
        self.paint_hands(state, around, pen);
        self.paint_round(state, around, pen);
        self.paint_tokens(state, around, pen);
    }

    fn paint_hands(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let (players, cards, extra) = (self.common.num_players, self.num_cards, &state.extra);
        let known = |card: u8| Some(card as usize).filter(|&card| card < cards);
        let mut room = pen.part(
            "hands",
            [players, cards],
            HAND as f32,
            "by seat and card: its place in the seat's hand, from 1 at the front, as far as known",
        );
        for (place, seat) in around.seats() {
            for (k, card) in extra.hand(seat).iter().enumerate().filter_map(|(k, &card)| known(card).map(|card| (k, card))) {
                room.put(place * cards + card, k as u32 + 1);
            }
        }
        let mut room = pen.part("hand_sizes", [players], HAND as f32, "by seat: cards in its hand");
        around.seats().for_each(|(place, seat)| room.put(place, extra.lens[seat]));
        let mut room =
            pen.part("selected", [players, cards], 1.0, "by seat and card: whether it lies chosen before the seat, as far as known");
        for (place, seat) in around.seats() {
            if let Some(card) = known(extra.selected[seat]) {
                room.flag(place * cards + card);
            }
        }
        let mut room = pen.part(
            "places",
            [players, HAND],
            1.0,
            "by seat and place of a hand, from the front: whether it has chosen this one, as far as known",
        );
        for (place, seat) in around.seats() {
            if let Some(chosen) = (extra.places[seat] as usize).checked_sub(1) {
                room.flag(place * HAND + chosen);
            }
        }
    }

    fn paint_round(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let (players, extra) = (self.common.num_players, &state.extra);
        let mut room = pen.part("first", [players], 1.0, "by seat: whether it holds the 1st Player token");
        if (extra.first as usize) < players {
            room.flag(around.place(extra.first as usize));
        }
        let mut room = pen.part("order", [players], players as f32, "by seat: when it acts in this round, from 1; 0 where that is open");
        for (k, &seat) in extra.order.iter().enumerate().take_while(|&(_, &seat)| (seat as usize) < players) {
            room.put(around.place(seat as usize), k as u32 + 1);
        }
        if self.more.frantic {
            let mut room =
                pen.part("turn_tokens", [players, players], 1.0, "by seat and turn-order token, from 1: whether the seat has it");
            for (place, seat) in around.seats() {
                if let Some(token) = (extra.turn_tokens[seat] as usize).checked_sub(1) {
                    room.flag(place * players + token);
                }
            }
        }
    }

    fn paint_tokens(&self, state: &State, around: Around, pen: &mut impl Pen) {
        let (players, regions, extra) = (self.common.num_players, self.num_regions, &state.extra);
        let region = |byte: u8| Some(byte as usize).filter(|&region| region < regions);
        if self.more.leader_armies {
            let mut room = pen.part("leader_armies", [players, regions], 1.0, "by seat and region: whether its leader army is there");
            for (place, seat) in around.seats() {
                if let Some(region) = region(extra.leader_army[seat]) {
                    room.flag(place * regions + region);
                }
            }
            let mut room = pen.part("thorns", [regions], 1.0, "by region: whether the thorns are there");
            if let Some(region) = region(extra.thorns) {
                room.flag(region);
            }
        }
        if self.more.open_sea {
            let mut room = pen.part("sea", [regions], 1.0, "by region: whether the token of the open sea is there");
            if let Some(region) = region(extra.sea) {
                room.flag(region);
            }
        }
        if self.has_crystals() {
            let mut room = pen.part("crystals", [players], f32::from(self.more.crystals.max(1)), "by seat: crystal tokens");
            around.seats().for_each(|(place, seat)| room.put(place, extra.crystals[seat]));
        }
    }
}
