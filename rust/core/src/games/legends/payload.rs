//! The payload of a state: what stands in the position, as bytes. Format 1:
//! phase (8 bytes), then by seat coins (u16), bid, leader, number of cards; prestige (u16 a seat, with `rounds`); captured armies by
//! owner (with leaders); the row (6); the seats' cards; the tokens; by owner and region a byte (armies, 64 a city).

use super::hooks::{Rules, Step};
use super::state::{NONE, Phase, State};
use super::types::*;
use super::{Area, NEUTRAL_ARMIES};
use crate::codec::payload::Reader;
use crate::error::{Error, Result};
use crate::game::Payload;

const PHASE_BYTES: usize = 8;

impl<S: Step> Phase<S> {
    fn bytes(self) -> [u8; PHASE_BYTES] {
        let [tag, a, b, c, low, high] = match self {
            Self::Token(token) => [0, token, 0, 0, 0, 0],
            Self::Leader(seat) => [1, seat, 0, 0, 0, 0],
            Self::Row => [2, 0, 0, 0, 0, 0],
            Self::Extra => [3, 0, 0, 0, 0, 0],
            Self::Neutral(placed) => [4, placed, 0, 0, 0, 0],
            Self::Bid(seat) => [5, seat, 0, 0, 0, 0],
            Self::First => [6, 0, 0, 0, 0, 0],
            Self::Take(seat) => [7, seat, 0, 0, 0, 0],
            Self::Choose { seat, card } => [8, seat, card, 0, 0, 0],
            Self::Part { seat, card, part, left } => {
                let [low, high] = left.to_le_bytes();
                [9, seat, card, part, low, high]
            }
            Self::Refill(seat) => [10, seat, 0, 0, 0, 0],
            Self::Bonus(seat) => [11, seat, 0, 0, 0, 0],
            Self::Over => [12, 0, 0, 0, 0, 0],
            Self::More(step) => {
                let [tag, seat] = step.bytes();
                [tag, seat, 0, 0, 0, 0]
            }
        };
        [tag, a, b, c, low, high, 0, 0]
    }

    fn from_bytes(bytes: [u8; PHASE_BYTES]) -> Option<Self> {
        let [tag, a, card, part, low, high, ..] = bytes;
        let phase = match tag {
            0 => Self::Token(a),
            1 => Self::Leader(a),
            2 => Self::Row,
            3 => Self::Extra,
            4 => Self::Neutral(a),
            5 => Self::Bid(a),
            6 => Self::First,
            7 => Self::Take(a),
            8 => Self::Choose { seat: a, card },
            9 => Self::Part { seat: a, card, part, left: u16::from_le_bytes([low, high]) },
            10 => Self::Refill(a),
            11 => Self::Bonus(a),
            12 => Self::Over,
            _ => Self::More(S::from_bytes([tag, a])?),
        };
        // Bytes that a phase does not use are 0, so that equal states have equal payloads.
        (phase.bytes() == bytes).then_some(phase)
    }
}

impl<R: Rules> Area<R> {
    /// The most bytes of a payload of this game.
    pub(in crate::games) fn largest_payload(&self) -> usize {
        let (players, owners) = (self.common.num_players, self.owners);
        let owned = (players * (self.cards_to_own as usize + 1)).min(self.in_play.len() as usize);
        PHASE_BYTES
            + players * (4 + usize::from(R::ROW) + if self.rounds { 2 } else { 0 })
            + if self.leaders_on { owners } else { 0 }
            + if R::ROW { ROW } else { 0 }
            + R::payload_size(self)
            + owned
            + self.tokens.len()
            + owners * self.num_regions
    }

    /// See [`crate::game::Game::write`].
    pub(in crate::games) fn write_payload(&self, state: &State<R>, out: &mut Payload) {
        let players = self.common.num_players;
        out.put(state.phase.bytes());
        for seat in 0..players {
            let [low, high] = state.coins[seat].to_le_bytes();
            if R::ROW {
                out.put([low, high, state.bids[seat & 3], state.leaders[seat], state.num_owned[seat]]);
            } else {
                out.put([low, high, state.leaders[seat], state.num_owned[seat]]);
            }
        }
        if self.rounds {
            for prestige in &state.prestige[..players] {
                out.put(prestige.to_le_bytes());
            }
        }
        if self.leaders_on {
            out.row(&state.captured, self.owners);
        }
        if R::ROW {
            out.put(state.row);
        }
        for seat in 0..players {
            out.slice(self.cards_of(state, seat));
        }
        out.row(&state.tokens, self.tokens.len());
        for row in &state.units[..self.owners] {
            out.row(row, self.num_regions);
        }
        R::write(self, state, out);
    }

    /// See [`crate::game::Game::read`].
    pub(in crate::games) fn read_payload(&self, payload: &[u8]) -> Result<State<R>> {
        let players = self.common.num_players;
        let mut reader = Reader::new(payload);
        let mut state = self.blank();
        let mut phase = [0; PHASE_BYTES];
        reader.fill(&mut phase)?;
        state.phase = Phase::from_bytes(phase).ok_or_else(|| Error::codec("damaged", "payload.phase", format!("{phase:?}"), "a phase"))?;
        for seat in 0..players {
            state.coins[seat] = reader.u16()?;
            if R::ROW {
                state.bids[seat & 3] = reader.u8()?;
            }
            state.leaders[seat] = reader.u8()?;
            let count = reader.u8()?;
            if count as usize > self.stride() {
                return Err(Error::codec("damaged", "payload.cards", count, format!("at most {} cards a seat", self.stride())));
            }
            state.num_owned[seat] = count;
        }
        if self.rounds {
            for prestige in &mut state.prestige[..players] {
                *prestige = reader.u16()?;
            }
        }
        if self.leaders_on {
            reader.fill(&mut state.captured[..self.owners])?;
        }
        if R::ROW {
            reader.fill(&mut state.row)?;
        }
        state.row_len = state.row.iter().take_while(|&&card| card != NONE).count() as u8;
        for seat in 0..players {
            let start = seat * self.stride();
            reader.fill(&mut state.owned[start..start + state.num_owned[seat] as usize])?;
        }
        reader.fill(&mut state.tokens[..self.tokens.len()])?;
        for row in &mut state.units[..self.owners] {
            reader.fill(&mut row[..self.num_regions])?;
        }
        R::read(self, &mut state, &mut reader)?;
        reader.finish()?;
        self.derive(&mut state)?;
        self.check_state(&state)?;
        Ok(state)
    }

    /// Makes what a state carries though it follows from the rest. Refuses more armies and cities than there are.
    pub(in crate::games) fn derive(&self, state: &mut State<R>) -> Result<()> {
        use super::state::{armies, cities};
        let players = self.common.num_players;
        for owner in 0..self.owners {
            let row = &state.units[owner];
            let (mut presence, mut city_regions) = (RegionSet::EMPTY, RegionSet::EMPTY);
            let (mut total, mut total_cities) = (0_u32, 0_u32);
            for (region, &units) in row.iter().enumerate() {
                total += u32::from(armies(units));
                total_cities += u32::from(cities(units));
                presence.0 |= u32::from(armies(units) > 0) << region;
                city_regions.0 |= u32::from(cities(units) > 0) << region;
            }
            state.presence[owner] = presence;
            state.city_regions[owner] = city_regions;
            let total = total + u32::from(state.captured[owner]);
            let most = u32::from(if owner < players { self.armies } else { NEUTRAL_ARMIES });
            let field = |rest: &str| if owner < players { format!("/players/{owner}/{rest}") } else { "/neutral".to_owned() };
            if total > most {
                return Err(Error::position(
                    "too_many",
                    field("armies"),
                    format!("{total} on the board and captured"),
                    format!("at most {most}"),
                ));
            }
            let most_cities = u32::from(if owner < players { super::CITIES } else { 0 });
            if total_cities > most_cities {
                return Err(Error::position("too_many", field("cities"), total_cities, format!("at most {most_cities}")));
            }
            // Neutral armies have no supply: what is destroyed leaves the game (LG-8).
            state.supply[owner] = if owner < players { (most - total) as u8 } else { 0 };
            if owner < players {
                state.city_supply[owner] = (most_cities - total_cities) as u8;
            }
        }
        let mut used = CardSet::EMPTY;
        let mut note = |card: u8, pointer: &dyn Fn() -> String| {
            let in_play = (card as usize) < self.num_cards && self.in_play.contains(Card(card));
            if !in_play || used.contains(Card(card)) {
                let name = self.card_names.get(card as usize).map_or_else(|| card.to_string(), |name| format!("{name:?}"));
                return Err(if in_play {
                    Error::position("duplicate_card", pointer(), format!("{name} again"), "each card in one place")
                } else {
                    Error::position("not_in_play", pointer(), name, "a card in play (LG-6)")
                });
            }
            used.insert(Card(card));
            Ok(())
        };
        for (place, &card) in state.row.iter().take(state.row_len as usize).enumerate() {
            note(card, &|| format!("/row/{place}"))?;
        }
        for seat in 0..players {
            for (place, &card) in self.cards_of(state, seat).iter().enumerate() {
                note(card, &|| format!("/players/{seat}/cards/{place}"))?;
            }
        }
        R::cards_elsewhere(self, state, &mut note)?;
        state.pile = self.in_play - used;
        Ok(())
    }
}
