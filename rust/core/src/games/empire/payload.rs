//! The payload of a state: what stands in the position, as bytes. Format 1:
//! phase (8 bytes), turn, flags (1 freed, 2 bonus used), round (u32), units not yet on the map by owner (u16), units by land (u16); then the
//! owners of lands and the holders of cards as three planes of bits each, 7 for nobody's and for the deck.

use super::Empire;
use super::state::{Phase, State};
use super::types::*;
use crate::codec::payload::Reader;
use crate::error::{Error, Result};
use crate::game::Payload;
use crate::mechanics::words::Shares;

const PHASE_BYTES: usize = 8;

impl Phase {
    fn bytes(self) -> [u8; PHASE_BYTES] {
        let trade = |tag: u8, reserve: u32, [first, second]: [u8; 2]| {
            let [a, b, c, d] = reserve.to_le_bytes();
            [tag, a, b, c, d, first, second, 0]
        };
        let short = |tag: u8, a: u8, b: u8, c: u8, d: u8| [tag, a, b, c, d, 0, 0, 0];
        match self {
            Self::Deal => short(0, 0, 0, 0, 0),
            Self::Setup => short(1, 0, 0, 0, 0),
            Self::Trade { reserve, chosen } => trade(2, reserve, chosen),
            Self::Reinforce { reserve } => trade(3, reserve, [0; 2]),
            Self::Attack => short(4, 0, 0, 0, 0),
            Self::Roll { from, to, blitz } => short(5, from.0, to.0, 0, u8::from(blitz)),
            Self::Occupy { from, to, dice, blitz } => short(6, from.0, to.0, dice, u8::from(blitz)),
            Self::Fortify { moves } => short(7, 0, 0, moves, 0),
            Self::FortifyTo { from, moves } => short(8, from.0, 0, moves, 0),
            Self::FortifyUnits { from, to, moves } => short(9, from.0, to.0, moves, 0),
            Self::Draw => short(10, 0, 0, 0, 0),
            Self::Over => short(11, 0, 0, 0, 0),
        }
    }

    fn from_bytes(bytes: [u8; PHASE_BYTES]) -> Option<Self> {
        let [tag, a, b, c, d, first, second, _] = bytes;
        let (from, to) = (Land(a), Land(b));
        let reserve = u32::from_le_bytes([a, b, c, d]);
        let phase = match tag {
            0 => Self::Deal,
            1 => Self::Setup,
            2 => Self::Trade { reserve, chosen: [first, second] },
            3 => Self::Reinforce { reserve },
            4 => Self::Attack,
            5 => Self::Roll { from, to, blitz: d == 1 },
            6 => Self::Occupy { from, to, dice: c, blitz: d == 1 },
            7 => Self::Fortify { moves: c },
            8 => Self::FortifyTo { from, moves: c },
            9 => Self::FortifyUnits { from, to, moves: c },
            10 => Self::Draw,
            11 => Self::Over,
            _ => return None,
        };
        // Bytes that a phase does not use are 0, so that equal states have equal payloads.
        (phase.bytes() == bytes).then_some(phase)
    }

    /// The lands that it names.
    fn lands(self) -> [Option<Land>; 2] {
        match self {
            Self::Roll { from, to, .. } | Self::Occupy { from, to, .. } | Self::FortifyUnits { from, to, .. } => [Some(from), Some(to)],
            Self::FortifyTo { from, .. } => [Some(from), None],
            _ => [None; 2],
        }
    }
}

/// The holders of `count` items; what is beyond them is nobody's.
fn read_shares(reader: &mut Reader<'_>, count: usize) -> Result<Shares<2>> {
    let mut shares = Shares::NONE;
    for plane in &mut shares.0 {
        for (place, &byte) in reader.take(count.div_ceil(8))?.iter().enumerate() {
            let (word, shift) = (place / 8, place % 8 * 8);
            plane[word & 1] = plane[word & 1] & !(0xff << shift) | u64::from(byte) << shift;
        }
    }
    Ok(shares)
}

fn write_shares(shares: &Shares<2>, count: usize, out: &mut Payload) {
    let bytes = count.div_ceil(8);
    for [low, high] in shares.0 {
        out.row(&low.to_le_bytes(), bytes.min(8));
        out.row(&high.to_le_bytes(), bytes.saturating_sub(8));
    }
}

impl Empire {
    /// The bytes of a payload of this game.
    pub(super) fn payload_size(&self) -> usize {
        PHASE_BYTES + 6 + 2 * (self.owners + self.num_lands) + 3 * (self.num_lands.div_ceil(8) + self.map.cards.len().div_ceil(8))
    }

    /// See [`crate::game::Game::write`].
    pub(super) fn write_payload(&self, state: &State, out: &mut Payload) {
        out.put(state.phase.bytes());
        out.put([state.turn, u8::from(state.freed) | u8::from(state.bonus_used) << 1]);
        out.put(state.round.to_le_bytes());
        let mut words = [0_u8; 2 * (MAX_OWNERS + MAX_LANDS)];
        let numbers = state.initial[..self.owners].iter().chain(&state.units[..self.num_lands]);
        for (place, number) in words.as_chunks_mut::<2>().0.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        out.slice(&words[..2 * (self.owners + self.num_lands)]);
        write_shares(&state.owners, self.num_lands, out);
        write_shares(&state.cards, self.map.cards.len(), out);
    }

    /// See [`crate::game::Game::read`].
    pub(super) fn read_payload(&self, payload: &[u8]) -> Result<State> {
        let mut reader = Reader::new(payload);
        let mut state = self.blank();
        let phase = reader.array()?;
        let known =
            Phase::from_bytes(phase).filter(|phase| phase.lands().into_iter().flatten().all(|land| usize::from(land.0) < self.num_lands));
        state.phase = known.ok_or_else(|| Error::codec("damaged", "payload.phase", format!("{phase:?}"), "a phase of the game"))?;
        let [turn, flags] = reader.array()?;
        if flags > 3 {
            return Err(Error::codec("damaged", "payload.flags", flags, "0 to 3"));
        }
        state.turn = turn;
        (state.freed, state.bonus_used) = (flags & 1 == 1, flags & 2 == 2);
        state.round = reader.array().map(u32::from_le_bytes)?;
        for place in state.initial[..self.owners].iter_mut().chain(&mut state.units[..self.num_lands]) {
            *place = reader.u16()?;
        }
        state.owners = read_shares(&mut reader, self.num_lands)?;
        state.cards = read_shares(&mut reader, self.map.cards.len())?;
        reader.finish()?;
        self.derive(&mut state);
        self.check_state(&state)?;
        Ok(state)
    }
}
