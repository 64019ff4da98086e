//! What an action changes. The one place that changes a state.

use super::legal::{ASKED_HAND, FORCED_HAND, FULL_HAND, dice_of, movable};
use super::state::{DISCARD, NONE, Phase, State};
use super::types::*;
use super::{Empire, INFO};
use crate::action::Action;
use crate::error::{Error, Result};
use crate::mechanics::dice::LOSSES;
use crate::mechanics::words::NOBODY;

impl Empire {
    /// See [`crate::game::Game::apply`].
    #[inline]
    pub(super) fn transition(&self, state: &mut State, action: Action) {
        let ids = &self.ids;
        let id = action.0;
        let land = |base: u16| Land(id.wrapping_sub(base) as u8);
        match state.phase {
            Phase::Attack => {
                if id == ids.pass {
                    self.begin_fortify(state, 0);
                } else {
                    self.attack(state, id);
                }
            }
            Phase::Roll { from, to, blitz } => self.roll(state, from, to, blitz, id),
            Phase::Occupy { from, to, dice, .. } => {
                let units = self.units_of(id, state.units(from).saturating_sub(1));
                self.occupy(state, from, to, units.max(u16::from(dice)));
            }
            Phase::Reinforce { reserve } => self.place(state, reserve, id),
            Phase::Fortify { moves } => {
                if id == ids.pass {
                    self.end_turn(state);
                } else {
                    state.phase = Phase::FortifyTo { from: land(ids.fortify), moves };
                }
            }
            Phase::FortifyTo { from, moves } => state.phase = Phase::FortifyUnits { from, to: land(ids.to), moves },
            Phase::FortifyUnits { from, to, moves } => {
                let units = self.units_of(id, movable(state, from, to));
                self.fortify(state, from, to, units, moves);
            }
            Phase::Trade { reserve, chosen } => {
                if id == ids.pass {
                    self.begin_reinforce(state, reserve);
                } else {
                    self.choose_card(state, reserve, chosen, id.wrapping_sub(ids.card) as u8);
                }
            }
            Phase::Draw => {
                let card = id.wrapping_sub(self.chance_ids.draw);
                state.cards.give(card as usize & 127, state.turn);
                self.next_turn(state);
            }
            Phase::Setup => {
                let by_chance = self.random_placement || self.is_neutral(state.turn);
                self.put(state, land(if by_chance { self.chance_ids.place } else { ids.place }));
            }
            Phase::Deal => {
                let by_chance = !self.claim || self.is_neutral(state.turn);
                self.deal(state, land(if by_chance { self.chance_ids.deal } else { ids.claim }));
            }
            Phase::Over => {}
        }
    }

    /// The N of `units N`, or with `units all` as many as may move.
    #[inline]
    fn units_of(&self, id: u16, most: u16) -> u16 {
        if id == self.ids.units_all { most } else { id.wrapping_sub(self.ids.units).wrapping_add(1).min(most) }
    }

    // The set-up.

    /// EM-1, EM-3: a land for the owner whose turn it is, with a unit of its own.
    fn deal(&self, state: &mut State, land: Land) {
        let owner = state.turn;
        state.set_owner(land, owner);
        state.set_units(land, 1);
        self.take_initial(state, owner);
        if self.free(state).is_empty() {
            state.phase = Phase::Setup;
            self.next_to_put(state, 0);
        } else {
            state.turn = (owner + 1) % self.owners as u8;
        }
    }

    /// EM-2: one more unit.
    fn put(&self, state: &mut State, land: Land) {
        let owner = state.turn;
        state.set_units(land, state.units(land).saturating_add(1));
        self.take_initial(state, owner);
        self.next_to_put(state, owner + 1);
    }

    fn take_initial(&self, state: &mut State, owner: u8) {
        if let Some(initial) = state.initial.get_mut(owner as usize) {
            *initial = initial.saturating_sub(1);
        }
    }

    /// EM-2: the next owner from this one on that has a unit left; then the first turn.
    fn next_to_put(&self, state: &mut State, from: u8) {
        let owners = self.owners as u8;
        let next = (from..from + owners).map(|owner| owner % owners).find(|&owner| state.initial[owner as usize] > 0);
        match next {
            Some(owner) => state.turn = owner,
            None => self.begin_turn(state, 0),
        }
    }

    // Phase 1.

    /// EM-5: the units of the turn are counted; then cards may be traded.
    #[inline]
    fn begin_turn(&self, state: &mut State, seat: u8) {
        state.turn = seat;
        state.freed = false;
        state.bonus_used = false;
        let reserve = self.reinforcements(state, seat);
        if state.hand(seat).len() >= ASKED_HAND {
            state.phase = Phase::Trade { reserve, chosen: [NONE; 2] };
        } else {
            self.begin_reinforce(state, reserve);
        }
    }

    /// EM-6: the third card makes the set.
    fn choose_card(&self, state: &mut State, reserve: u32, chosen: [u8; 2], card: u8) {
        match chosen {
            [NONE, _] => state.phase = Phase::Trade { reserve, chosen: [card, NONE] },
            [first, NONE] => state.phase = Phase::Trade { reserve, chosen: [first, card] },
            [first, second] => self.trade(state, reserve, [first, second, card].map(Card)),
        }
    }

    /// EM-6, EM-7: the set's worth, the units of its lands; then the next set is asked for, or the units are placed.
    fn trade(&self, state: &mut State, reserve: u32, set: [Card; SET]) {
        for card in set {
            state.cards.give(card.0 as usize & 127, DISCARD);
            // A land and its card have one number; jokers come after the lands.
            let land = Land(card.0);
            let owned = (card.0 as usize) < self.num_lands && state.owner(land) == state.turn;
            if owned && !(self.bonus_per_turn && state.bonus_used) {
                state.set_units(land, state.units(land).saturating_add(LAND_UNITS));
                state.bonus_used = self.bonus_per_turn;
            }
        }
        let reserve = reserve + self.set_worth(set);
        let asked = if state.freed { FORCED_HAND } else { ASKED_HAND };
        if state.hand(state.turn).len() >= asked {
            state.phase = Phase::Trade { reserve, chosen: [NONE; 2] };
        } else {
            self.begin_reinforce(state, reserve);
        }
    }

    /// EM-8; units that no own land can take are lost (EM-19).
    #[inline]
    fn begin_reinforce(&self, state: &mut State, reserve: u32) {
        if reserve == 0 || !state.high.is_empty() && self.with_room(state, state.own(state.turn), 1).is_empty() {
            self.begin_attack(state);
        } else {
            state.phase = Phase::Reinforce { reserve };
        }
    }

    /// EM-8.
    #[inline]
    fn place(&self, state: &mut State, reserve: u32, id: u16) {
        let (land, placed) =
            if id < self.ids.place_all { (id.wrapping_sub(self.ids.place), 1) } else { (id - self.ids.place_all, reserve) };
        let land = Land(land as u8);
        state.set_units(land, state.units(land).saturating_add(placed.min(u32::from(MOST_UNITS)) as u16));
        self.begin_reinforce(state, reserve - placed);
    }

    // Phase 2.

    #[inline]
    fn begin_attack(&self, state: &mut State) {
        state.phase = Phase::Attack;
        state.open = self.open_borders(state);
    }

    /// EM-9, EM-13.
    #[inline]
    fn attack(&self, state: &mut State, id: u16) {
        let blitz = self.blitz && id >= self.ids.blitz;
        let edge = id.wrapping_sub(if blitz { self.ids.blitz } else { self.ids.attack });
        if let Some(&(from, to)) = self.map.ends.get(edge as usize) {
            state.phase = Phase::Roll { from, to, blitz };
        }
    }

    /// EM-10: both sides lose units; then the land is free, the roll repeats (EM-13), or the attacker chooses anew.
    #[inline]
    fn roll(&self, state: &mut State, from: Land, to: Land, blitz: bool, id: u16) {
        let (attacker, defender) =
            LOSSES.get(id.wrapping_sub(self.chance_ids.losses) as usize).map_or((0, 0), |&(a, d)| (u16::from(a), u16::from(d)));
        let (dice, _) = dice_of(state.units(from), state.units(to));
        let left = state.units(from).saturating_sub(attacker);
        if attacker > 0 {
            state.set_units(from, left);
            if left < 2 {
                state.open -= self.map.out[from.index()];
            }
        }
        let defenders = state.units(to).saturating_sub(defender);
        state.set_units(to, defenders);
        if defenders == 0 {
            self.free_land(state, from, to, dice, blitz);
        } else if !blitz || left < 2 {
            state.phase = Phase::Attack;
        }
    }

    /// EM-11, EM-12: the land is the attacker's from the roll on, and so are the cards of who has no land any more.
    fn free_land(&self, state: &mut State, from: Land, to: Land, dice: u8, blitz: bool) {
        let victim = state.owner(to);
        state.set_owner(to, state.turn);
        state.open -= self.map.into[to.index()];
        state.freed = true;
        if state.held.get(victim as usize) == Some(&0) {
            state.cards.give_all(state.cards.of(victim), state.turn);
        }
        state.phase = Phase::Occupy { from, to, dice, blitz };
    }

    /// EM-11; then the end is judged (EM-17), and cards may have to be traded (EM-12).
    fn occupy(&self, state: &mut State, from: Land, to: Land, units: u16) {
        self.advance(state, from, to, units);
        if self.judge(state) {
            return;
        }
        if self.trade_on_elimination && state.hand(state.turn).len() >= FULL_HAND {
            state.open = EdgeSet::EMPTY;
            state.phase = Phase::Trade { reserve: 0, chosen: [NONE; 2] };
            return;
        }
        state.phase = Phase::Attack;
        if state.units(from) < 2 {
            state.open -= self.map.out[from.index()];
        }
        if units > 1 {
            let own = state.own(state.turn);
            let mut edge = self.map.first[to.index()];
            self.map.adjacent[to.index()].into_iter().for_each(|neighbour| {
                state.open.put(Edge(edge), !own.contains(neighbour));
                edge += 1;
            });
        }
    }

    #[inline]
    fn advance(&self, state: &mut State, from: Land, to: Land, units: u16) {
        state.set_units(from, state.units(from).saturating_sub(units));
        state.set_units(to, state.units(to).saturating_add(units));
    }

    // Phase 3.

    #[inline]
    fn begin_fortify(&self, state: &mut State, moves: u8) {
        state.open = EdgeSet::EMPTY;
        state.phase = Phase::Fortify { moves };
    }

    /// EM-14.
    fn fortify(&self, state: &mut State, from: Land, to: Land, units: u16, moves: u8) {
        self.advance(state, from, to, units);
        if self.fortify == Fortify::Unlimited && (moves as usize) + 1 < self.num_lands {
            self.begin_fortify(state, moves + 1);
        } else {
            self.end_turn(state);
        }
    }

    /// EM-15: a card, if a land was freed and there is one.
    #[inline]
    fn end_turn(&self, state: &mut State) {
        if state.freed {
            if self.deck(state).is_empty() {
                state.cards.give_all(state.cards.of(DISCARD), NOBODY);
            }
            if !self.deck(state).is_empty() {
                state.phase = Phase::Draw;
                return;
            }
        }
        self.next_turn(state);
    }

    // The end.

    /// EM-17: the next seat that has a land, or after the last round the end.
    fn next_turn(&self, state: &mut State) {
        let players = self.common.num_players as u8;
        let others = (1..=players).map(|step| (state.turn + step) % players);
        let next = others.into_iter().find(|&seat| state.held[seat as usize] > 0).unwrap_or(state.turn);
        if next <= state.turn {
            if state.round == self.max_rounds {
                self.finish(state);
                return;
            }
            state.round = state.round.saturating_add(1);
        }
        self.begin_turn(state, next);
    }

    /// EM-17: ends the game when one seat is left; whether it did.
    #[inline]
    fn judge(&self, state: &mut State) -> bool {
        let over = self.num_alive(state) <= 1;
        if over {
            self.finish(state);
        }
        over
    }

    fn finish(&self, state: &mut State) {
        state.phase = Phase::Over;
        state.open = EdgeSet::EMPTY;
        state.freed = false;
        state.bonus_used = false;
    }

    /// EM-16, see [`crate::game::Game::timeout`].
    pub(super) fn time_out(&self, state: &State) -> Result<State> {
        let mut next = *state;
        match state.phase {
            Phase::Occupy { from, to, dice, .. } => {
                self.advance(&mut next, from, to, u16::from(dice));
                if self.judge(&mut next) {
                    return Ok(next);
                }
            }
            Phase::Trade { .. }
            | Phase::Reinforce { .. }
            | Phase::Attack
            | Phase::Fortify { .. }
            | Phase::FortifyTo { .. }
            | Phase::FortifyUnits { .. } => {}
            Phase::Deal | Phase::Setup | Phase::Roll { .. } | Phase::Draw | Phase::Over => {
                let phase = format!("phase `{}` of {}", self.word(state.phase), INFO.name);
                return Err(Error::illegal("no_timeout", "timeout", phase, "a turn in which a seat is to act (EM-16)"));
            }
        }
        next.open = EdgeSet::EMPTY;
        self.next_turn(&mut next);
        Ok(next)
    }
}
