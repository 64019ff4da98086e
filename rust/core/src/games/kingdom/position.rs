//! The position as a document shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::types::*;
use super::{Kingdom, Phase, State};
use crate::action::{one_of, shorten};
use crate::error::{Error, Result};

/// The `position` of a document, or with another shape of hands the `view`. All keys are always there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document<H> {
    pub(super) edicts: Vec<String>,
    pub(super) round: i64,
    pub(super) hands: Vec<H>,
    pub(super) kingdoms: Vec<Vec<LaidCard>>,
    pub(super) pending: Vec<Option<PendingCard>>,
}

/// The `position` of a document.
pub type Position = Document<Vec<i64>>;

/// A card of a kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaidCard {
    card: i64,
    x: i64,
    y: i64,
    rotation: i64,
}

/// A card picked and, then with all its fields, laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PendingCard {
    card: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<i64>,
}

/// The number of turns of a rotation.
pub fn turns(pointer: &str, rotation: i64) -> Result<u8> {
    DEGREES
        .iter()
        .position(|&degrees| degrees == rotation)
        .map(|turns| turns as u8)
        .ok_or_else(|| Error::position("unknown_rotation", format!("{pointer}/rotation"), rotation, "0, 90, 180 or 270 (KD-3)"))
}

impl Kingdom {
    fn laid_card(&self, laid: Laid) -> LaidCard {
        let cell = laid.cell();
        LaidCard { card: i64::from(self.deck.id(laid.card)), x: cell.x(), y: cell.y(), rotation: DEGREES[laid.turns()] }
    }

    fn pending_card(&self, pending: Laid) -> Option<PendingCard> {
        if pending.card == NONE {
            return None;
        }
        let LaidCard { card, x, y, rotation } = self.laid_card(pending);
        let shown = |value: i64| (pending.place != NONE).then_some(value);
        Some(PendingCard { card, x: shown(x), y: shown(y), rotation: shown(rotation) })
    }

    /// A document of a state; `hand` shows a seat's hand.
    pub(super) fn document<H>(&self, state: &State, hand: impl Fn(usize) -> H) -> Document<H> {
        let seats = self.common.num_players;
        let kingdom = |plot: &super::state::Plot| plot.laid.iter().take(state.laid()).map(|&laid| self.laid_card(laid)).collect();
        Document {
            edicts: state.edicts.iter().filter(|&&edict| edict != NONE).map(|&edict| Edict::of(edict).name()).collect(),
            round: i64::from(state.round),
            hands: (0..seats).map(hand).collect(),
            kingdoms: state.plots.iter().take(seats).map(kingdom).collect(),
            pending: state.pending.iter().take(seats).map(|&pending| self.pending_card(pending)).collect(),
        }
    }

    /// See [`crate::game::Game::position`].
    pub(super) fn describe(&self, state: &State) -> Position {
        self.document(state, |seat| self.deck.sorted_ids(state.hands[seat]))
    }

    /// See [`crate::game::Game::from_position`].
    pub(super) fn state_of(&self, position: &Position) -> Result<State> {
        let mut state = self.read_open(position)?;
        for (seat, hand) in position.hands.iter().enumerate() {
            state.hands[seat] = self.read_hand(&format!("/hands/{seat}"), hand)?;
        }
        for (seat, pending) in position.pending.iter().enumerate() {
            state.pending[seat] = self.read_pending(seat, pending.as_ref())?;
        }
        let sizes: Vec<u32> = (0..self.common.num_players).map(|seat| state.full_hand(seat).len()).collect();
        state.phase = self.phase_of(&state, &sizes);
        self.check_state(&state)?;
        Ok(state)
    }

    /// Reads what is open to all: edicts, round and kingdoms. The rest is empty.
    pub(super) fn read_open<H>(&self, document: &Document<H>) -> Result<State> {
        let seats = self.common.num_players;
        let mut state = self.blank();
        for (pointer, count) in
            [("/hands", document.hands.len()), ("/kingdoms", document.kingdoms.len()), ("/pending", document.pending.len())]
        {
            if count != seats {
                return Err(Error::position("wrong_count", pointer, format!("{count} entries"), format!("one a seat: {seats}")));
            }
        }
        if document.edicts.len() > DRAWN {
            return Err(Error::position("too_many", "/edicts", format!("{} names", document.edicts.len()), format!("at most {DRAWN}")));
        }
        for (place, name) in document.edicts.iter().enumerate() {
            state.edicts[place] = edict_number(&format!("/edicts/{place}"), name)?;
        }
        if !(1..=ROUNDS as i64 + 1).contains(&document.round) {
            return Err(Error::position("out_of_range", "/round", document.round, format!("1 to {ROUNDS}, or {} when over", ROUNDS + 1)));
        }
        state.round = document.round as u8;
        for (seat, kingdom) in document.kingdoms.iter().enumerate() {
            let pointer = format!("/kingdoms/{seat}");
            if kingdom.len() != state.laid() {
                return Err(Error::position(
                    "wrong_count",
                    pointer,
                    format!("{} cards", kingdom.len()),
                    format!("{} in round {}", state.laid(), state.round),
                ));
            }
            for (place, card) in kingdom.iter().enumerate() {
                state.plots[seat].lay(place, self.read_laid(&format!("{pointer}/{place}"), *card)?);
            }
        }
        Ok(state)
    }

    fn read_card(&self, pointer: &str, id: i64) -> Result<Card> {
        self.deck.find(id).ok_or_else(|| Error::position("unknown_card", pointer, id, "the id of a card of the deck"))
    }

    fn read_laid(&self, pointer: &str, laid: LaidCard) -> Result<Laid> {
        let card = self.read_card(&format!("{pointer}/card"), laid.card)?;
        let turns = turns(pointer, laid.rotation)?;
        let cell = Cell::at(laid.x, laid.y).ok_or_else(|| {
            Error::position("too_wide", pointer, format!("{},{}", laid.x, laid.y), "a cell at most two away from the first card (KD-10)")
        })?;
        Ok(Laid { card: card.0, place: cell.0 << 2 | turns })
    }

    /// Reads a hand: ids, ascending.
    pub(super) fn read_hand(&self, pointer: &str, ids: &[i64]) -> Result<CardSet> {
        let mut hand = CardSet::EMPTY;
        for (place, &id) in ids.iter().enumerate() {
            let pointer = format!("{pointer}/{place}");
            let card = self.read_card(&pointer, id)?;
            if hand.contains(card) {
                return Err(Error::position("duplicate_card", pointer, id, "each card in one place"));
            }
            if place > 0 && ids.get(place - 1).is_some_and(|&before| before > id) {
                return Err(Error::position("wrong_order", pointer, id, "ids ascending"));
            }
            hand.insert(card);
        }
        Ok(hand)
    }

    /// Reads a choice made in secret.
    pub(super) fn read_pending(&self, seat: usize, pending: Option<&PendingCard>) -> Result<Laid> {
        let Some(pending) = pending else { return Ok(Laid::NONE) };
        let pointer = format!("/pending/{seat}");
        match *pending {
            PendingCard { card, x: Some(x), y: Some(y), rotation: Some(rotation) } => {
                self.read_laid(&pointer, LaidCard { card, x, y, rotation })
            }
            PendingCard { card, x: None, y: None, rotation: None } => {
                Ok(Laid { card: self.read_card(&format!("{pointer}/card"), card)?.0, place: NONE })
            }
            _ => Err(Error::position("incomplete", pointer, "some of x, y and rotation", "all three of them, or none")),
        }
    }

    /// The phase that follows from the rest; `sizes` are those of the hands with the cards picked.
    pub(super) fn phase_of(&self, state: &State, sizes: &[u32]) -> Phase {
        let seats = self.common.num_players;
        if state.round as usize > ROUNDS {
            return Phase::Over;
        }
        if state.drawn() < DRAWN {
            return Phase::Edict;
        }
        if state.round == 1
            && let Some(seat) = sizes.iter().position(|&size| size < HAND as u32)
        {
            return Phase::Deal((seat * HAND) as u8 + sizes.get(seat).copied().unwrap_or_default() as u8);
        }
        let asked = state.pending.iter().take(seats).position(|pending| pending.place == NONE).unwrap_or_default();
        if state.pending[asked].card == NONE { Phase::Pick(asked as u8) } else { Phase::Place(asked as u8) }
    }
}

/// The number of an edict.
pub fn edict_number(pointer: &str, name: &str) -> Result<u8> {
    let names = edict_names();
    names
        .iter()
        .position(|known| known == name)
        .map(|number| number as u8)
        .ok_or_else(|| Error::position("unknown_edict", pointer, format!("{:?}", shorten(name)), one_of(&names)))
}
