//! Every invariant of a state, each once, told by JSON pointer into its position.

use super::state::Plot;
use super::types::*;
use super::{Kingdom, Phase, State};
use crate::error::{Error, Result};

fn refuse<T>(code: &'static str, pointer: impl Into<String>, value: impl std::fmt::Display, expected: impl Into<String>) -> Result<T> {
    Err(Error::position(code, pointer, value, expected))
}

impl Kingdom {
    /// See [`crate::game::Game::check`].
    pub(super) fn check_state(&self, state: &State) -> Result<()> {
        self.check_phase(state)?;
        self.check_edicts(state)?;
        self.check_pending(state)?;
        self.check_kingdoms(state)?;
        self.check_cards(state)?;
        self.check_hands(state)?;
        self.check_outside(state)
    }

    /// The round, and that the phase is the one that follows from the rest.
    fn check_phase(&self, state: &State) -> Result<()> {
        if !(1..=ROUNDS as u8 + 1).contains(&state.round) {
            return refuse("out_of_range", "/round", state.round, format!("1 to {ROUNDS}, or {} when over", ROUNDS + 1));
        }
        let mut sizes = [0; SEATS];
        for (seat, size) in sizes.iter_mut().enumerate().take(self.common.num_players) {
            *size = state.full_hand(seat).len();
        }
        let expected = self.phase_of(state, sizes.get(..self.common.num_players).unwrap_or(&sizes));
        if state.phase != expected {
            return refuse("wrong_phase", "", format!("{:?}", state.phase), format!("{expected:?}, which follows from the position"));
        }
        Ok(())
    }

    /// KD-8: known, different, as the parameter fixes them; six but while they are drawn.
    fn check_edicts(&self, state: &State) -> Result<()> {
        let drawn = state.drawn();
        for (place, &edict) in state.edicts.iter().enumerate().take(drawn) {
            let pointer = || format!("/edicts/{place}");
            if edict as usize >= EDICTS {
                return refuse("unknown_edict", pointer(), edict, "an edict of KD-8");
            }
            if state.edicts.iter().take(place).any(|&other| other == edict) {
                return refuse("duplicate_edict", pointer(), format!("{:?} again", Edict::of(edict).name()), "names that differ (KD-8)");
            }
        }
        if state.edicts.iter().skip(drawn).any(|&edict| edict != NONE) {
            return refuse("wrong_order", "/edicts", "a gap", "edicts in the order drawn");
        }
        if let Some(fixed) = self.edicts
            && state.edicts != fixed
        {
            let names: Vec<String> = fixed.iter().map(|&edict| Edict::of(edict).name()).collect();
            return refuse("not_as_fixed", "/edicts", format!("{drawn} edicts"), format!("those of the parameter: {}", names.join(", ")));
        }
        let begun = state.round > 1 || (0..self.common.num_players).any(|seat| !state.full_hand(seat).is_empty());
        if drawn < DRAWN && begun {
            return refuse("wrong_count", "/edicts", format!("{drawn} names"), format!("{DRAWN} before the first card is dealt (KD-8)"));
        }
        Ok(())
    }

    /// KD-9: complete for the seats before the one to move, null for those after it.
    fn check_pending(&self, state: &State) -> Result<()> {
        let (now, placing) = match state.phase {
            Phase::Pick(seat) => (seat as usize, false),
            Phase::Place(seat) => (seat as usize, true),
            Phase::Edict | Phase::Deal(_) | Phase::Over => (0, false),
        };
        for (seat, pending) in state.pending.iter().enumerate().take(self.common.num_players) {
            let (card, place) = (seat < now || seat == now && placing, seat < now);
            if (pending.card != NONE) != card || (pending.place != NONE) != place {
                let expected = match (card, place) {
                    (false, _) => "null: nothing is picked here yet",
                    (true, false) => "the card picked",
                    (true, true) => "the card picked and where it is laid",
                };
                let word = match (pending.card != NONE, pending.place != NONE) {
                    (false, _) => "null",
                    (true, false) => "a card",
                    (true, true) => "a card laid",
                };
                return refuse("wrong_pending", format!("/pending/{seat}"), word, expected);
            }
        }
        Ok(())
    }

    /// KD-10: every card of a kingdom, and the one laid in secret, went to a cell that was open.
    fn check_kingdoms(&self, state: &State) -> Result<()> {
        for (seat, plot) in state.plots.iter().enumerate().take(self.common.num_players) {
            let mut built = Plot::EMPTY;
            for (place, &laid) in plot.laid.iter().take(state.laid()).enumerate() {
                require_open(&built, laid, || format!("/kingdoms/{seat}/{place}"))?;
                built.lay(place, laid);
            }
            if built != *plot {
                return refuse("wrong_count", format!("/kingdoms/{seat}"), "other cards", format!("{} cards", state.laid()));
            }
            if let Some(&pending) = state.pending.get(seat).filter(|pending| pending.place != NONE) {
                require_open(&built, pending, || format!("/pending/{seat}"))?;
            }
        }
        Ok(())
    }

    /// Every card is in play (KD-7) and in one place only.
    fn check_cards(&self, state: &State) -> Result<()> {
        let mut used = CardSet::EMPTY;
        let mut once = |pointer: &dyn Fn() -> String, card: u8| {
            if card as usize >= MAX_CARDS || !self.in_play.contains(Card(card)) {
                return refuse("not_in_play", pointer(), self.deck.id(card), "a card in play (KD-7)");
            }
            if used.contains(Card(card)) {
                return refuse("duplicate_card", pointer(), self.deck.id(card), "each card in one place");
            }
            used.insert(Card(card));
            Ok(())
        };
        for seat in 0..self.common.num_players {
            for (place, laid) in state.plots[seat].laid.iter().enumerate().take(state.laid()) {
                once(&|| format!("/kingdoms/{seat}/{place}/card"), laid.card)?;
            }
            if state.pending[seat].card != NONE {
                once(&|| format!("/pending/{seat}/card"), state.pending[seat].card)?;
            }
            // Hands stand sorted by id.
            let hand = || state.hands[seat].into_iter();
            for card in hand() {
                let id = |card: Card| self.deck.id(card.0);
                let place = || hand().filter(|&other| id(other) < id(card)).count();
                once(&|| format!("/hands/{seat}/{}", place()), card.0)?;
            }
        }
        Ok(())
    }

    /// KD-7, KD-11: how many cards each seat holds.
    fn check_hands(&self, state: &State) -> Result<()> {
        for seat in 0..self.common.num_players {
            let size = state.full_hand(seat).len();
            let expected = match state.phase {
                Phase::Edict | Phase::Over => 0,
                Phase::Deal(dealt) => u32::from(dealt).saturating_sub((seat * HAND) as u32).min(HAND as u32),
                Phase::Pick(_) | Phase::Place(_) => state.hand_size(),
            };
            if size != expected {
                return refuse(
                    "wrong_count",
                    format!("/hands/{seat}"),
                    format!("{size} cards, the picked one counted"),
                    format!("{expected} in round {}, phase `{}`", state.round, state.phase.word()),
                );
            }
        }
        // In the draw and the deal no kingdom has begun.
        if matches!(state.phase, Phase::Edict | Phase::Deal(_)) && state.round != 1 {
            return refuse("out_of_range", "/round", state.round, "1 in the draw and the deal");
        }
        Ok(())
    }

    /// Nothing stands where no seat is.
    fn check_outside(&self, state: &State) -> Result<()> {
        let seats = self.common.num_players;
        let outside = state.hands.iter().skip(seats).any(|hand| !hand.is_empty())
            || state.plots.iter().skip(seats).any(|plot| *plot != Plot::EMPTY)
            || state.pending.iter().skip(seats).any(|pending| *pending != Laid::NONE);
        if outside { refuse("inconsistent", "", "a seat too many", format!("{seats} seats")) } else { Ok(()) }
    }
}

/// KD-10: the cell is open; tells what is wrong with one that is not.
fn require_open(built: &Plot, laid: Laid, pointer: impl Fn() -> String) -> Result<()> {
    let cell = laid.cell();
    if built.open().contains(cell) && (cell.0 as usize) < REACH * REACH {
        return Ok(());
    }
    let (pointer, shown) = (pointer(), format!("{},{}", cell.x(), cell.y()));
    if built.cells.is_empty() {
        return refuse("wrong_cell", pointer, shown, "0,0 for the first card (KD-10)");
    }
    if built.cells.contains(cell) {
        return refuse("occupied", pointer, shown, "an empty cell (KD-10)");
    }
    if !built.window.contains(cell) {
        return refuse("too_wide", pointer, shown, "a cell that keeps the kingdom within 3 by 3 (KD-10)");
    }
    refuse("not_connected", pointer, shown, "a cell that shares a side with a card laid before (KD-10)")
}
