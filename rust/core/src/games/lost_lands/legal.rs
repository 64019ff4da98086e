//! What may be done in the expansion's own phases, and how borders, wings and tokens change Legends' steps.

use super::super::legends::hooks::Budget;
use super::super::legends::state::NONE;
use super::super::legends::types::*;
use super::state::Turn;
use super::{LostLands, State};
use crate::action::{Action, Actions, Seat};
use crate::chance::Outcomes;

/// LL-13: what crossing lava costs.
const LAVA: u16 = 3;

impl LostLands {
    /// Actions of the expansion's own phases.
    pub(super) fn turn_actions(&self, state: &State, turn: Turn, out: &mut Actions) {
        let ids = &self.more.ids;
        match turn {
            Turn::Select(seat) => self.choices(state, Seat(seat), out),
            Turn::Go(_) => out.extend_range(ids.go, 2),
            Turn::TakeToken(_) => {
                let all = (1_u64 << self.common.num_players) - 1;
                let taken = state.extra.turn_tokens.iter().filter(|&&token| token > 0).fold(0, |set, &token| set | 1 << (token - 1));
                out.extend(ids.turn_token, all & !taken);
            }
            Turn::Thorns(_) => {
                out.push(Action(self.ids.pass));
                out.extend(ids.thorns, u64::from(RegionSet::first(self.num_regions).0));
            }
            Turn::Sea | Turn::Deal(_) | Turn::First | Turn::Draw(_) | Turn::BonusDeal(_) => {}
        }
    }

    /// LL-8: the places of its hand that a seat can pay.
    #[inline]
    pub(super) fn choices(&self, state: &State, seat: Seat, out: &mut Actions) {
        out.extend_range(self.ids.take, self.payable(state, seat.index()));
    }

    /// Outcomes of the expansion's own phases.
    #[inline]
    pub(super) fn turn_outcomes(&self, state: &State, turn: Turn, out: &mut Outcomes) {
        let ids = &self.more.ids;
        match turn {
            Turn::Deal(_) | Turn::Draw(_) | Turn::BonusDeal(_) => out.actions.extend(self.chance_ids.row, state.pile.0),
            Turn::First => out.actions.extend(ids.first, u64::from(self.undeclared(state))),
            Turn::Sea => out.actions.extend(ids.sea, u64::from(self.layout.exits.0)),
            Turn::Select(_) | Turn::Go(_) | Turn::TakeToken(_) | Turn::Thorns(_) => {}
        }
    }

    /// LL-10, LL-15, LL-20: what is added to a sum of the seat that acts, for this turn or by its leader.
    #[inline]
    pub(super) fn this_turn(&self, state: &State, seat: u8, sum: Sum) -> i32 {
        let token = self.more.turn_sums[state.extra.turn_tokens[seat as usize] as usize][sum as usize];
        match sum {
            Sum::PlusArmy => token + i32::from(state.extra.first == seat),
            Sum::PlusMove if self.leads(state, seat as usize, Leader::BatRider) => {
                token + self.sum(state, seat as usize, Sum::Flying) + self.this_turn(state, seat, Sum::Flying)
            }
            Sum::PlusMove | Sum::Flying | Sum::Elixir | Sum::Vp => token,
        }
    }

    /// LL-13, LL-16: where an army can go but for thorns, given where land and water lead it.
    #[inline]
    fn open_targets(&self, state: &State, from: Region, budget: Budget, plain: RegionSet) -> RegionSet {
        let mut targets = plain;
        if budget.left >= LAVA {
            targets |= self.layout.lava[from.index()];
        }
        if state.extra.sea == from.0 && budget.left >= budget.water {
            targets |= self.layout.open_exits - RegionSet::of(from);
        }
        targets
    }

    /// What a step costs but for thorns; `None` if no border leads there.
    fn open_cost(&self, state: &State, from: Region, to: Region, water: u16) -> Option<u16> {
        let has = |table: &[RegionSet; MAX_REGIONS]| table[from.index()].contains(to);
        let by_sea = state.extra.sea == from.0 && self.layout.open_exits.contains(to) && from != to;
        if has(&self.layout.land) {
            return Some(1);
        }
        let by_water = (has(&self.layout.water) || by_sea).then_some(water);
        let by_lava = has(&self.layout.lava).then_some(LAVA);
        by_water.into_iter().chain(by_lava).min()
    }

    /// LL-13, LL-16, LL-19: where an army can go, given where land and water lead it.
    #[inline]
    pub(super) fn targets(&self, state: &State, from: Region, budget: Budget, plain: RegionSet) -> RegionSet {
        let open = self.open_targets(state, from, budget, plain);
        match state.extra.thorns() {
            None => open,
            Some(thorns) => self.past_thorns(state, from, thorns, budget, open),
        }
    }

    /// LL-19: neither into the thorns nor out of them, but through, from one neighbour to another for both costs.
    fn past_thorns(&self, state: &State, from: Region, thorns: Region, budget: Budget, open: RegionSet) -> RegionSet {
        if from == thorns {
            return RegionSet::EMPTY;
        }
        let mut targets = open;
        if open.contains(thorns)
            && let Some(cost) = self.open_cost(state, from, thorns, budget.water)
            && budget.left > cost
        {
            let rest = Budget { left: budget.left - cost, ..budget };
            let mut plain = self.layout.land[thorns.index()];
            if rest.left >= rest.water {
                plain |= self.layout.water[thorns.index()];
            }
            targets |= self.open_targets(state, thorns, rest, plain) - RegionSet::of(from);
        }
        targets.remove(thorns);
        targets
    }

    /// LL-13, LL-16, LL-19: what a step costs, over the cheapest way.
    pub(super) fn cost(&self, state: &State, from: Region, to: Region, water: u16) -> u16 {
        let direct = self.open_cost(state, from, to, water);
        let through = state
            .extra
            .thorns()
            .and_then(|thorns| Some(self.open_cost(state, from, thorns, water)? + self.open_cost(state, thorns, to, water)?));
        direct.into_iter().chain(through).min().unwrap_or(0)
    }

    /// LL-21: the Frog Warrior's leader army swims for no more than 1.
    #[inline]
    pub(super) fn swim(&self, state: &State, seat: u8, water: u16) -> u16 {
        if self.leads(state, seat as usize, Leader::FrogWarrior) { 1 } else { water }
    }

    /// LL-18, LL-21: what a leader army counts for control.
    #[inline]
    pub(super) fn leader_strength(&self, state: &State, owner: usize) -> u8 {
        2 + u8::from(self.leads(state, owner, Leader::FrogWarrior))
    }

    /// The region of a seat's leader army, if it has one.
    #[inline]
    pub(super) fn leader_at(state: &State, owner: usize) -> Option<usize> {
        state.extra.leader_army.get(owner).copied().filter(|&region| region != NONE).map(usize::from)
    }
}
