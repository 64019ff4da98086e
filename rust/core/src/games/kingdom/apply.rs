//! What an action changes. The one place that changes a state.

use super::types::*;
use super::{Kingdom, Phase, State};
use crate::action::Action;

impl Kingdom {
    /// See [`crate::game::Game::apply`].
    #[inline]
    pub(super) fn transition(&self, state: &mut State, action: Action) {
        let id = action.0;
        match state.phase {
            Phase::Edict => {
                let drawn = state.drawn();
                if let Some(place) = state.edicts.get_mut(drawn) {
                    *place = id.wrapping_sub(self.chance_ids.edict) as u8;
                }
                if drawn + 1 >= DRAWN {
                    state.phase = Phase::Deal(0);
                }
            }
            Phase::Deal(dealt) => {
                // KD-7: ten to seat 0, then to seat 1, and so on.
                state.hands[(dealt as usize / HAND) % SEATS].insert(Card(id.wrapping_sub(self.chance_ids.deal) as u8));
                let all = self.common.num_players * HAND;
                state.phase = if (dealt as usize) + 1 < all { Phase::Deal(dealt + 1) } else { Phase::Pick(0) };
            }
            Phase::Pick(seat) => {
                let card = id.wrapping_sub(self.ids.pick) as u8;
                state.hands[seat as usize].remove(Card(card));
                state.pending[seat as usize].card = card;
                state.phase = Phase::Place(seat);
            }
            Phase::Place(seat) => {
                state.pending[seat as usize].place = id.wrapping_sub(self.ids.place) as u8;
                if (seat as usize) + 1 < self.common.num_players {
                    state.phase = Phase::Pick(seat + 1);
                } else {
                    self.reveal(state);
                }
            }
            Phase::Over => {}
        }
    }

    /// KD-9, KD-11: all cards laid are revealed; the hands pass to the left, or the last cards are discarded.
    #[inline]
    fn reveal(&self, state: &mut State) {
        let round = state.laid();
        for (plot, pending) in state.plots.iter_mut().zip(&mut state.pending).take(self.common.num_players) {
            plot.lay(round, *pending);
            *pending = Laid::NONE;
        }
        state.round += 1;
        if round + 1 < ROUNDS {
            if let Some(hands) = state.hands.get_mut(..self.common.num_players) {
                hands.rotate_right(1);
            }
            state.phase = Phase::Pick(0);
        } else {
            state.hands = [CardSet::EMPTY; SEATS];
            state.phase = Phase::Over;
        }
    }
}
