//! The payload of a state: what stands in the position, as bytes. Format 1: phase and its number, round, the six edicts; then by seat the hand
//! (a bit a card, eight bytes), what is picked and laid in secret (card, place), and a kingdom's cards (card, place).

use super::types::*;
use super::{Kingdom, Phase, State};
use crate::codec::payload::Reader;
use crate::error::{Error, Result};
use crate::game::Payload;

const HEAD: usize = 3 + DRAWN;
const SEAT: usize = 8 + 2;
const CARD: usize = 2;

impl Phase {
    const fn bytes(self) -> [u8; 2] {
        match self {
            Self::Edict => [0, 0],
            Self::Deal(dealt) => [1, dealt],
            Self::Pick(seat) => [2, seat],
            Self::Place(seat) => [3, seat],
            Self::Over => [4, 0],
        }
    }

    fn from_bytes(bytes: [u8; 2]) -> Option<Self> {
        let [tag, number] = bytes;
        let phase = match tag {
            0 => Self::Edict,
            1 => Self::Deal(number),
            2 => Self::Pick(number),
            3 => Self::Place(number),
            4 => Self::Over,
            _ => return None,
        };
        (phase.bytes() == bytes).then_some(phase)
    }
}

impl Kingdom {
    /// The most bytes of a payload of this game.
    pub(super) const fn largest_payload(&self) -> usize {
        HEAD + self.common.num_players * (SEAT + CARD * ROUNDS)
    }

    /// See [`crate::game::Game::write`].
    pub(super) fn write_payload(&self, state: &State, out: &mut Payload) {
        out.put(state.phase.bytes());
        out.put([state.round]);
        out.put(state.edicts);
        for seat in 0..self.common.num_players {
            out.put(state.hands[seat].0.to_le_bytes());
            let Laid { card, place } = state.pending[seat];
            out.put([card, place]);
            for laid in state.plots[seat].laid.iter().take(state.laid()) {
                out.put([laid.card, laid.place]);
            }
        }
    }

    /// See [`crate::game::Game::read`].
    pub(super) fn read_payload(&self, payload: &[u8]) -> Result<State> {
        let mut reader = Reader::new(payload);
        let mut state = self.blank();
        let phase = [reader.u8()?, reader.u8()?];
        state.phase = Phase::from_bytes(phase).ok_or_else(|| Error::codec("damaged", "payload.phase", format!("{phase:?}"), "a phase"))?;
        state.round = reader.u8()?;
        if !(1..=ROUNDS as u8 + 1).contains(&state.round) {
            return Err(Error::codec("damaged", "payload.round", state.round, format!("1 to {}", ROUNDS + 1)));
        }
        reader.fill(&mut state.edicts)?;
        for seat in 0..self.common.num_players {
            state.hands[seat] = CardSet(reader.u64()?);
            state.pending[seat] = Laid { card: reader.u8()?, place: reader.u8()? };
            for place in 0..state.laid() {
                state.plots[seat].lay(place, Laid { card: reader.u8()?, place: reader.u8()? });
            }
        }
        reader.finish()?;
        self.check_state(&state)?;
        Ok(state)
    }
}
