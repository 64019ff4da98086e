//! Every invariant of a state, each once, told by JSON pointer into its position.

use super::Empire;
use super::legal::{ASKED_HAND, FORCED_HAND, dice_of, movable};
use super::state::{DISCARD, NONE, Phase, State};
use super::types::*;
use crate::error::{Error, Result};
use crate::mechanics::words::NOBODY;

fn refuse<T>(code: &'static str, pointer: impl Into<String>, value: impl std::fmt::Display, expected: impl Into<String>) -> Result<T> {
    Err(Error::position(code, pointer, value, expected))
}

impl Empire {
    /// See [`crate::game::Game::check`].
    pub(super) fn check_state(&self, state: &State) -> Result<()> {
        self.check_carried(state)?;
        self.check_turn(state)?;
        self.check_lands(state)?;
        self.check_set_up(state)?;
        self.check_cards(state)?;
        self.check_rounds(state)?;
        self.check_flags(state)?;
        self.check_phase(state)
    }

    /// What is carried equals what it follows from, and nothing stands where nothing can.
    fn check_carried(&self, state: &State) -> Result<()> {
        let mut derived = *state;
        self.derive(&mut derived);
        let strangers = (self.owners as u8..NOBODY).any(|owner| !state.own(owner).is_empty())
            || (self.common.num_players as u8..DISCARD).any(|seat| !state.hand(seat).is_empty());
        let beyond =
            (0..NOBODY).any(|holder| !(state.own(holder) - self.map.all).is_empty() || !(state.hand(holder) - self.map.deck).is_empty());
        let outside =
            state.units[self.num_lands..].iter().any(|&units| units != 0) || state.initial[self.owners..].iter().any(|&units| units != 0);
        if derived == *state && !strangers && !beyond && !outside {
            Ok(())
        } else {
            refuse("inconsistent", "", "a state whose carried words differ", "carried words that follow from the position")
        }
    }

    const fn in_set_up(state: &State) -> bool {
        matches!(state.phase, Phase::Deal | Phase::Setup)
    }

    /// Whose turn it is.
    fn check_turn(&self, state: &State) -> Result<()> {
        let most = if Self::in_set_up(state) { self.owners } else { self.common.num_players };
        if (state.turn as usize) < most && (Self::in_set_up(state) || state.held[state.turn as usize] > 0) {
            return Ok(());
        }
        let shown = if self.is_neutral(state.turn) { "\"neutral\"".to_owned() } else { state.turn.to_string() };
        refuse("wrong_turn", "/turn", shown, format!("an owner that can act in `{}`", self.word(state.phase)))
    }

    /// Owners and units of the lands.
    fn check_lands(&self, state: &State) -> Result<()> {
        let freed = match state.phase {
            Phase::Occupy { to, .. } => Some(to),
            _ => None,
        };
        for land in self.map.all {
            let (owner, units) = (state.owner(land), state.units(land));
            let pointer = |part: &str| format!("/lands/{}{part}", self.land_name(land));
            if owner == NOBODY {
                if state.phase != Phase::Deal {
                    return refuse("no_owner", pointer("/0"), "null", "an owner: all lands are given out after the deal");
                }
                if units != 0 {
                    return refuse("not_possible", pointer("/1"), units, "0 on a land that nobody has");
                }
            } else if freed == Some(land) {
                if owner != state.turn || units != 0 {
                    return refuse(
                        "not_possible",
                        pointer(""),
                        format!("{units} units"),
                        "the freed land: of the seat to move, with 0 units",
                    );
                }
            } else if units == 0 {
                return refuse("no_units", pointer("/1"), 0, "at least 1 on a land that is owned");
            }
        }
        Ok(())
    }

    /// EM-1 to EM-3: units that are not on the map yet.
    fn check_set_up(&self, state: &State) -> Result<()> {
        if !Self::in_set_up(state) {
            let left = state.initial.iter().position(|&units| units > 0);
            return left
                .map_or(Ok(()), |owner| refuse("not_possible", format!("/initial/{owner}"), state.initial[owner], "0 after the set-up"));
        }
        let dealt = self.num_lands - self.free(state).len() as usize;
        for owner in 0..self.owners {
            let own = state.own(owner as u8);
            let on_map: u32 = own.into_iter().map(|land| u32::from(state.units(land))).sum();
            let expected = u32::from(self.initial_units).checked_sub(on_map);
            if expected != Some(u32::from(state.initial[owner])) {
                return refuse(
                    "wrong_count",
                    format!("/initial/{owner}"),
                    state.initial[owner],
                    format!("what is left of {} units with {on_map} on the map", self.initial_units),
                );
            }
            // One land after the other, in turn.
            let due = (dealt + self.owners - 1 - owner) / self.owners;
            let uneven = state.phase == Phase::Deal && (own.len() as usize != due || on_map != own.len());
            if uneven || own.is_empty() && state.phase == Phase::Setup {
                return refuse(
                    "wrong_count",
                    "/lands",
                    format!("{} lands and {on_map} units of owner {owner}", own.len()),
                    "lands given out in turn, each with a unit (EM-1)",
                );
            }
        }
        match state.phase {
            Phase::Deal if dealt == self.num_lands => refuse("wrong_phase", "/phase", "no land left", "a land to be given out"),
            Phase::Deal if state.turn as usize != dealt % self.owners => {
                refuse("wrong_turn", "/turn", state.turn, format!("owner {} after {dealt} lands (EM-1)", dealt % self.owners))
            }
            Phase::Setup if state.initial[state.turn as usize] == 0 => {
                refuse("wrong_turn", "/turn", state.turn, "an owner with a unit left (EM-2)")
            }
            _ => Ok(()),
        }
    }

    /// Hands, and the pile; none in the set-up, none of who is out.
    fn check_cards(&self, state: &State) -> Result<()> {
        let nobody_yet = Self::in_set_up(state);
        for seat in 0..self.common.num_players {
            let count = state.hand(seat as u8).len();
            if count > 0 && (nobody_yet || state.held[seat] == 0) {
                let expected = if nobody_yet { "none in the set-up" } else { "none of a seat that is out (EM-12)" };
                return refuse("not_possible", format!("/hands/{seat}"), format!("{count} cards"), expected);
            }
        }
        if nobody_yet && !state.hand(DISCARD).is_empty() {
            return refuse("not_possible", "/discard", "cards", "none in the set-up");
        }
        Ok(())
    }

    /// EM-17.
    fn check_rounds(&self, state: &State) -> Result<()> {
        let most = if self.max_rounds == 0 { u32::MAX } else { self.max_rounds };
        let most = if Self::in_set_up(state) { 1 } else { most };
        if !(1..=most).contains(&state.round) {
            return refuse("out_of_range", "/round", state.round, format!("a round from 1 to {most}"));
        }
        if Self::in_set_up(state) {
            return Ok(());
        }
        let alive = self.num_alive(state);
        match state.phase {
            Phase::Over if alive > 1 => {
                let last = (0..self.common.num_players).rev().find(|&seat| state.held[seat] > 0);
                if self.max_rounds == 0 || state.round != self.max_rounds || last != Some(state.turn as usize) {
                    let expected = "one seat left, or the end of the last round (EM-17)";
                    return refuse("wrong_phase", "/phase", format!("\"over\" in round {}, {alive} seats left", state.round), expected);
                }
                Ok(())
            }
            Phase::Over | Phase::Occupy { .. } => Ok(()),
            _ if alive > 1 => Ok(()),
            _ => refuse("wrong_phase", "/phase", format!("{:?} with one seat left", self.word(state.phase)), "`over` (EM-17)"),
        }
    }

    /// What has happened this turn.
    fn check_flags(&self, state: &State) -> Result<()> {
        let idle = Self::in_set_up(state) || state.phase == Phase::Over;
        let needed = matches!(state.phase, Phase::Occupy { .. } | Phase::Draw);
        // Before phase 2 only the trade of EM-12 knows a freed land.
        let early = matches!(state.phase, Phase::Trade { .. } | Phase::Reinforce { .. }) && !self.trade_on_elimination;
        if state.freed && (idle || early) || !state.freed && needed {
            let expected = format!("{} in `{}`", !state.freed, self.word(state.phase));
            return refuse("not_possible", "/freed", state.freed, expected);
        }
        if state.bonus_used && (idle || !self.bonus_per_turn) {
            return refuse("not_possible", "/bonus_used", true, "false: only in a turn, with `land_bonus` `per_turn` (EM-7)");
        }
        Ok(())
    }

    /// What only this phase knows.
    fn check_phase(&self, state: &State) -> Result<()> {
        match state.phase {
            Phase::Trade { reserve, chosen } => {
                self.check_reserve(state, reserve)?;
                self.check_trade(state, chosen)
            }
            Phase::Reinforce { reserve } => {
                if reserve == 0 {
                    return refuse("out_of_range", "/reserve", 0, "at least 1 in `reinforce`");
                }
                if self.with_room(state, state.own(state.turn), 1).is_empty() {
                    return refuse("wrong_phase", "/phase", "\"reinforce\"", "an own land that can take a unit (EM-19)");
                }
                self.check_reserve(state, reserve)
            }
            Phase::Roll { from, to, blitz } => {
                let foe = state.owner(to) != state.turn;
                self.check_battle(state, from, to, blitz, foe && state.units(from) > 1)
            }
            Phase::Occupy { from, to, dice, blitz } => {
                let (most, _) = dice_of(state.units(from), 1);
                self.check_battle(state, from, to, blitz, dice > 0 && dice <= most)
            }
            Phase::Fortify { moves } => self.check_moves(moves),
            Phase::FortifyTo { from, moves } => {
                self.check_moves(moves)?;
                self.check_source(state, from)?;
                if self.fortify_targets(state, from).is_empty() {
                    return refuse("not_possible", "/fortify/from", self.land_name(from), "a land with a land to go to (EM-14)");
                }
                Ok(())
            }
            Phase::FortifyUnits { from, to, moves } => {
                self.check_moves(moves)?;
                self.check_source(state, from)?;
                if !self.fortify_targets(state, from).contains(to) || movable(state, from, to) == 0 {
                    return refuse("not_possible", "/fortify/to", self.land_name(to), "a land that units can go to (EM-14)");
                }
                Ok(())
            }
            Phase::Draw if self.deck(state).is_empty() => refuse("wrong_phase", "/phase", "\"draw\"", "a card to be drawn (EM-15)"),
            Phase::Deal | Phase::Setup | Phase::Attack | Phase::Draw | Phase::Over => Ok(()),
        }
    }

    /// No more units than EM-5 and the sets traded can have brought.
    fn check_reserve(&self, state: &State, reserve: u32) -> Result<()> {
        let gone = self.map.deck.len() - state.hand(state.turn).len();
        let most = self.most_reserve() + gone / SET as u32 * self.most_worth();
        if reserve <= most {
            Ok(())
        } else {
            refuse("out_of_range", "/reserve", reserve, format!("at most {most}: what lands, continents and sets can bring"))
        }
    }

    fn check_trade(&self, state: &State, chosen: [u8; 2]) -> Result<()> {
        let hand = state.hand(state.turn);
        let least = if state.freed { FORCED_HAND } else { ASKED_HAND };
        if hand.len() < least {
            return refuse(
                "wrong_phase",
                "/phase",
                format!("\"trade\" with {} cards", hand.len()),
                format!("at least {least} cards in the hand of seat {} (EM-6)", state.turn),
            );
        }
        let mut prefix = Vec::new();
        for card in chosen.into_iter().filter(|&card| card != NONE).map(Card) {
            if !self.choosable(hand, &prefix).contains(card) {
                let name = self.map.cards.get(card.0 as usize).map_or("", String::as_str);
                return refuse(
                    "not_possible",
                    "/chosen",
                    format!("{name:?}"),
                    "cards of the hand, in the deck's order, that a set can come of",
                );
            }
            prefix.push(card);
        }
        if chosen[0] == NONE && chosen[1] != NONE {
            return refuse("not_possible", "/chosen", "a second card alone", "a first card");
        }
        Ok(())
    }

    fn check_battle(&self, state: &State, from: Land, to: Land, blitz: bool, possible: bool) -> Result<()> {
        if blitz && !self.blitz {
            return refuse("not_possible", "/battle/blitz", true, "false without the parameter `blitz`");
        }
        if possible && state.owner(from) == state.turn && self.map.adjacent[from.index()].contains(to) {
            return Ok(());
        }
        refuse(
            "not_possible",
            "/battle",
            format!("{} to {}", self.land_name(from), self.land_name(to)),
            "an attack over a border, of units and dice that suffice (EM-9, EM-11)",
        )
    }

    fn check_moves(&self, moves: u8) -> Result<()> {
        let fits = if self.fortify == Fortify::Unlimited { (moves as usize) < self.num_lands } else { moves == 0 };
        if fits {
            Ok(())
        } else {
            refuse("out_of_range", "/moves", moves, "fewer moves than lands with `fortify` `unlimited`, else 0 (EM-14)")
        }
    }

    fn check_source(&self, state: &State, from: Land) -> Result<()> {
        if state.owner(from) == state.turn && state.units(from) > 1 {
            Ok(())
        } else {
            refuse("not_possible", "/fortify/from", self.land_name(from), "an own land with a unit to spare (EM-14)")
        }
    }
}
