//! The expansion's own part of a payload, behind Legends': by seat the length of its hand, its cards and their rounds; what was chosen, its
//! round, its place; the order, the turn-order tokens, leader armies and crystals; then the holder of the token, thorns, sea and round.

use super::super::legends::state::NONE;
use super::LostLands;
use super::state::{Extra, HAND};
use crate::codec::payload::{Payload, Reader};
use crate::error::{Error, Result};

/// Bytes a seat besides its hand, and bytes of all.
const SEAT: usize = 8;
const ALL: usize = 4;

/// The most bytes.
pub(super) fn size(game: &LostLands) -> usize {
    game.common.num_players * (SEAT + 2 * HAND) + ALL
}

/// Appends the part.
pub(super) fn write(game: &LostLands, extra: &Extra, out: &mut Payload) {
    let players = game.common.num_players;
    for seat in 0..players {
        let count = extra.lens[seat] as usize;
        out.put([extra.lens[seat]]);
        out.row(&extra.hands[seat].cards, count);
        out.row(&extra.hands[seat].since, count);
    }
    for row in
        [&extra.selected, &extra.selected_since, &extra.places, &extra.order, &extra.turn_tokens, &extra.leader_army, &extra.crystals]
    {
        out.row(row, players);
    }
    out.put([extra.first, extra.thorns, extra.sea, extra.round]);
}

/// Reads it back.
pub(super) fn read(game: &LostLands, extra: &mut Extra, reader: &mut Reader<'_>) -> Result<()> {
    let players = game.common.num_players;
    for seat in 0..players {
        let len = reader.u8()?;
        if len as usize > HAND {
            return Err(Error::codec("damaged", "payload.hands", len, "at most 4 cards"));
        }
        extra.lens[seat] = len;
        reader.fill(&mut extra.hands[seat].cards[..len as usize])?;
        reader.fill(&mut extra.hands[seat].since[..len as usize])?;
        if extra.hands[seat].cards[..len as usize].contains(&NONE) {
            return Err(Error::codec("damaged", "payload.hands", NONE, "a card"));
        }
    }
    for row in [
        &mut extra.selected,
        &mut extra.selected_since,
        &mut extra.places,
        &mut extra.order,
        &mut extra.turn_tokens,
        &mut extra.leader_army,
        &mut extra.crystals,
    ] {
        reader.fill(&mut row[..players])?;
    }
    [extra.first, extra.thorns, extra.sea, extra.round] = [reader.u8()?, reader.u8()?, reader.u8()?, reader.u8()?];
    Ok(())
}
