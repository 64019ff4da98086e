//! What may be done now (KD-9, KD-10), and what chance may do (KD-7, KD-8).

use super::types::*;
use super::{Kingdom, Phase, State};
use crate::action::{Actions, Seat};
use crate::chance::Outcomes;

impl Kingdom {
    /// See [`crate::game::Game::legal`].
    #[inline]
    pub(super) fn legal_actions(&self, state: &State, out: &mut Actions) {
        out.clear();
        match state.phase {
            Phase::Pick(seat) => self.picks(state, seat as usize, out),
            Phase::Place(seat) => self.places(state.plots[seat as usize].open(), out),
            Phase::Edict | Phase::Deal(_) | Phase::Over => {}
        }
    }

    /// See [`crate::game::Game::legal_for`]: those who still have to pick, pick from their hands.
    pub(super) fn legal_of(&self, state: &State, seat: Seat, out: &mut Actions) {
        out.clear();
        match state.phase {
            Phase::Pick(current) | Phase::Place(current) if current == seat.0 => self.legal_actions(state, out),
            Phase::Pick(current) | Phase::Place(current) if current < seat.0 && seat.index() < self.common.num_players => {
                self.picks(state, seat.index(), out);
            }
            Phase::Pick(_) | Phase::Place(_) | Phase::Edict | Phase::Deal(_) | Phase::Over => {}
        }
    }

    /// KD-9: any card of the hand.
    #[inline]
    fn picks(&self, state: &State, seat: usize, out: &mut Actions) {
        out.extend(self.ids.pick, state.hands[seat].0);
    }

    /// KD-10: the open cells, in each of the four turns. Cost: a handful of shifts.
    #[inline]
    fn places(&self, open: CellSet, out: &mut Actions) {
        // Four numbers a cell: 16 cells fill a word.
        let (low, high) = (open.0 & 0xffff, open.0 >> 16);
        for (base, cells) in [(0, low), (64, high)] {
            let count = cells.count_ones() as u16 * SIDES as u16;
            if count > 0 {
                out.extend_counted(self.ids.place + base, fourfold(cells), count);
            }
        }
    }

    /// See [`crate::game::Game::chance`].
    #[inline]
    pub(super) fn outcomes(&self, state: &State, out: &mut Outcomes) {
        out.clear();
        match state.phase {
            Phase::Edict => {
                let left =
                    state.edicts.iter().filter(|&&edict| edict != NONE).fold((1_u64 << EDICTS) - 1, |left, &edict| left & !(1 << edict));
                out.actions.extend(self.chance_ids.edict, left);
            }
            Phase::Deal(_) => {
                let dealt = state.hands.into_iter().fold(CardSet::EMPTY, |dealt, hand| dealt | hand);
                out.actions.extend(self.chance_ids.deal, (self.in_play - dealt).0);
            }
            Phase::Pick(_) | Phase::Place(_) | Phase::Over => {}
        }
    }
}

/// Bits 4k to 4k + 3 for each bit k of the lowest 16.
#[inline]
fn fourfold(bits: u32) -> u64 {
    let bits = u64::from(bits);
    let bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
    let bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
    let bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
    let bits = (bits | bits << 3) & 0x1111_1111_1111_1111;
    bits * 0xf
}
