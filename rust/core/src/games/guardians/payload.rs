//! The payload of a state or of a view's state: what stands in the position, as bytes. Format 1:
//! phase (3 bytes), turn, finished seats; the cell of each island; the table's postcards (3); removed postcards (u64); by seat gold and
//! legend (u16), fires and ruled-out islands (u64), clues (4), pairs (3), active pair, number of discovered pairs; the discovered pairs;
//! the boats (2 bytes each) to the end.

use super::state::{Phase, State};
use super::types::*;
use super::{Guardians, check};
use crate::codec::payload::Reader;
use crate::error::{Error, Result};
use crate::game::Payload;

const SEAT_BYTES: usize = 29;
const HEAD_BYTES: usize = 5;

impl Phase {
    const fn bytes(self) -> [u8; 3] {
        match self {
            Self::Tiles(laid) => [0, laid, 0],
            Self::Pairs(seat) => [1, seat, 0],
            Self::Postcards => [2, 0, 0],
            Self::Choose(seat) => [3, seat, 0],
            Self::Clue(seat) => [4, seat, 0],
            Self::Next => [5, 0, 0],
            Self::Sail(seat) => [6, seat, 0],
            Self::Fire { seat, island } => [7, seat, island.0],
            Self::Refill(seat) => [8, seat, 0],
            Self::Postcard => [9, 0, 0],
            Self::Over => [10, 0, 0],
        }
    }

    fn from_bytes(bytes: [u8; 3]) -> Option<Self> {
        let [tag, seat, island] = bytes;
        let phase = match tag {
            0 => Self::Tiles(seat),
            1 => Self::Pairs(seat),
            2 => Self::Postcards,
            3 => Self::Choose(seat),
            4 => Self::Clue(seat),
            5 => Self::Next,
            6 => Self::Sail(seat),
            7 => Self::Fire { seat, island: Island(island) },
            8 => Self::Refill(seat),
            9 => Self::Postcard,
            10 => Self::Over,
            _ => return None,
        };
        // Bytes that a phase does not use are 0, so that equal states have equal payloads.
        (phase.bytes() == bytes).then_some(phase)
    }
}

impl Guardians {
    /// The most bytes of a payload of this game.
    pub(super) fn largest_payload(&self) -> usize {
        let players = self.common.num_players;
        HEAD_BYTES + self.num_islands + TABLE + 8 + players * SEAT_BYTES + MAX_REWARDS + 2 * BOATS * players
    }

    /// See [`crate::game::Game::write`].
    pub(super) fn write_payload(&self, state: &State, out: &mut Payload) {
        let [tag, seat, island] = state.phase.bytes();
        out.put([tag, seat, island, state.turn, state.finished]);
        out.row(&state.cell_of, self.num_islands);
        out.put(state.postcards);
        out.put(state.removed.0.to_le_bytes());
        for player in &state.players[..self.common.num_players] {
            out.put(player.gold.to_le_bytes());
            out.put(player.legend.to_le_bytes());
            out.put(player.fires.0.to_le_bytes());
            out.put(player.ruled_out.0.to_le_bytes());
            out.put(player.clues.map(|clue| clue.0));
            out.put(player.pairs.map(|pair| pair.0));
            out.put([player.active, player.num_discovered]);
        }
        let count = state.all_discovered().len();
        out.row(&state.discovered.map(|pair| pair.0), count);
        for boat in state.boats() {
            out.put(boat.bytes());
        }
    }

    /// See [`crate::game::Game::read`].
    pub(super) fn read_payload(&self, payload: &[u8]) -> Result<State> {
        let mut reader = Reader::new(payload);
        let mut state = self.set_up();
        let [tag, seat, island, turn, finished] = reader.array()?;
        let phase = [tag, seat, island];
        state.phase = Phase::from_bytes(phase).ok_or_else(|| Error::codec("damaged", "payload.phase", format!("{phase:?}"), "a phase"))?;
        (state.turn, state.finished) = (turn, finished);
        for (place, &cell) in state.cell_of.iter_mut().zip(reader.take(self.num_islands)?) {
            *place = cell;
        }
        state.postcards = reader.array()?;
        state.num_postcards = state.postcards.iter().take_while(|&&card| card != NONE).count() as u8;
        state.removed = PostcardSet(reader.u64()?);
        for player in &mut state.players[..self.common.num_players] {
            player.gold = reader.u16()?;
            player.legend = reader.u16()?;
            player.fires = IslandSet(reader.u64()?);
            player.ruled_out = IslandSet(reader.u64()?);
            player.clues = reader.array()?.map(Clue);
            player.num_clues = player.clues.iter().take_while(|&&clue| clue != Clue::NONE).count() as u8;
            player.pairs = reader.array()?.map(Pair);
            player.num_pairs = player.pairs.iter().take_while(|&&pair| pair != Pair::NONE).count() as u8;
            [player.active, player.num_discovered] = reader.array()?;
        }
        let count = state.discovered_start(MAX_PLAYERS);
        let Some(places) = state.discovered.get_mut(..count) else {
            return Err(Error::codec("damaged", "payload.discovered", count, format!("at most {MAX_REWARDS}")));
        };
        for (place, &byte) in places.iter_mut().zip(reader.take(count)?) {
            *place = Pair(byte);
        }
        let (boats, odd) = reader.rest().as_chunks::<2>();
        if !odd.is_empty() || boats.len() > BOATS * self.common.num_players {
            return Err(Error::codec(
                "too_long",
                "payload",
                format!("{} bytes of boats", reader.rest().len()),
                "two bytes a boat, two boats a seat",
            ));
        }
        for (place, &boat) in state.boats.iter_mut().zip(boats) {
            *place = Boat::from_bytes(boat);
        }
        state.num_boats = boats.len() as u8;
        check::require_words(self, &state)?;
        self.derive(&mut state)?;
        self.check_state(&state)?;
        Ok(state)
    }
}
