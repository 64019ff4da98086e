//! What may be done now.

use super::hooks::{Budget, Rules};
use super::types::*;
use super::{Area, Phase, State};
use crate::action::{Actions, Seat};
use crate::chance::Outcomes;

impl<R: Rules> Area<R> {
    /// See [`crate::game::Game::legal`].
    #[inline]
    pub(in crate::games) fn legal_actions(&self, state: &State<R>, out: &mut Actions) {
        out.clear();
        let ids = &self.ids;
        match state.phase {
            Phase::Take(seat) => {
                // The row's costs never fall, so what can be paid is a prefix of it.
                let coins = state.coins[seat as usize];
                let payable = self.row_costs.iter().take(state.row_len as usize).filter(|&&cost| u16::from(cost) <= coins).count() as u16;
                if payable > 0 {
                    out.extend_counted(ids.take, (1 << payable) - 1, payable);
                }
            }
            Phase::Part { seat, card, part, left } => {
                out.push(crate::Action(ids.pass));
                let verb = self.cards[Card(card).index()].parts[part as usize & 1].kind;
                self.steps(state, seat, verb, left, out);
            }
            Phase::Choose { seat, card } => {
                out.push(crate::Action(ids.pass));
                self.first_steps(state, seat, card, out);
            }
            Phase::Bid(seat) => self.bids(state, Seat(seat), out),
            Phase::Extra => out.extend(ids.extra, u64::from(self.extra_regions.0)),
            Phase::Neutral(_) if !self.random_neutral => out.extend(ids.neutral, u64::from(RegionSet::first(self.num_regions).0)),
            Phase::Bonus(seat) => out.extend_range(ids.bonus, R::bonus_places(state, seat)),
            Phase::More(step) => R::legal(self, state, step, out),
            Phase::Token(_) | Phase::Leader(_) | Phase::Row | Phase::First | Phase::Neutral(_) | Phase::Refill(_) | Phase::Over => {}
        }
    }

    /// LG-10: all that a seat can bid.
    pub(in crate::games) fn bids(&self, state: &State<R>, seat: Seat, out: &mut Actions) {
        let most = state.coins[seat.index()].min(u16::from(self.coins));
        out.extend_range(self.ids.bid, most + 1);
    }

    /// The steps of a part that has `left`. In the hot loop with all that it calls: a call of its own costs a playout one part in thirty.
    #[inline(always)]
    fn steps(&self, state: &State<R>, seat: u8, verb: Verb, left: u16, out: &mut Actions) {
        match verb {
            Verb::Place => out.extend(self.ids.place, u64::from(self.place_targets(state, seat).0)),
            Verb::Build => out.extend(self.ids.build, u64::from(self.build_targets(state, seat).0)),
            Verb::Move => self.moves(state, seat, left, out),
            Verb::Destroy => self.destructions(state, seat, out),
        }
    }

    /// LG-13: the first steps of both branches of an `or`, in the order of their numbers.
    fn first_steps(&self, state: &State<R>, seat: u8, card: u8, out: &mut Actions) {
        let parts = &self.cards[Card(card).index()].parts;
        for verb in [Verb::Place, Verb::Build, Verb::Move, Verb::Destroy] {
            let worth = parts.iter().filter(|part| part.kind == verb).map(|&part| self.worth(state, seat, part)).max().unwrap_or_default();
            if worth > 0 {
                self.steps(state, seat, verb, worth, out);
            }
        }
    }

    /// LG-13: what a part is worth when it begins, never less than 0.
    #[inline]
    pub(in crate::games) fn worth(&self, state: &State<R>, seat: u8, part: Part) -> u16 {
        let more = match part.kind {
            Verb::Place => self.sum(state, seat as usize, Sum::PlusArmy) + R::bonus(self, state, seat, Sum::PlusArmy),
            Verb::Move => self.sum(state, seat as usize, Sum::PlusMove) + R::bonus(self, state, seat, Sum::PlusMove),
            Verb::Build | Verb::Destroy => 0,
        };
        (i32::from(part.n) + more).max(0) as u16
    }

    /// Whether a part that has `left` has a legal step.
    #[inline]
    pub(in crate::games) fn has_step(&self, state: &State<R>, seat: u8, verb: Verb, left: u16) -> bool {
        left > 0
            && match verb {
                Verb::Place => !self.place_targets(state, seat).is_empty(),
                Verb::Build => !self.build_targets(state, seat).is_empty(),
                Verb::Move => self.has_move(state, seat, left),
                Verb::Destroy => !self.destroy_targets(state, seat).is_empty(),
            }
    }

    /// LG-14: the starts and where one has a city, as long as the supply lasts.
    #[inline]
    pub(in crate::games) fn place_targets(&self, state: &State<R>, seat: u8) -> RegionSet {
        if state.supply[seat as usize] == 0 { RegionSet::EMPTY } else { state.city_regions[seat as usize] | self.starts }
    }

    /// LG-16: where one has an army, as long as one has cities.
    #[inline]
    pub(in crate::games) fn build_targets(&self, state: &State<R>, seat: u8) -> RegionSet {
        if state.city_supply[seat as usize] == 0 { RegionSet::EMPTY } else { self.forces(state, Owner(seat)) }
    }

    /// LG-17: where one has an army; there one's own can be named at least.
    #[inline]
    pub(in crate::games) fn destroy_targets(&self, state: &State<R>, seat: u8) -> RegionSet {
        self.forces(state, Owner(seat))
    }

    /// LG-15: what crossing water costs a seat.
    #[inline]
    pub(in crate::games) fn water_cost(&self, state: &State<R>, seat: u8) -> u16 {
        (3 - self.sum(state, seat as usize, Sum::Flying) - R::bonus(self, state, seat, Sum::Flying)).max(1) as u16
    }

    /// LG-15: where an army can go from a region for a budget.
    #[inline]
    pub(in crate::games) fn move_targets(&self, state: &State<R>, from: Region, budget: Budget, portals: RegionSet) -> RegionSet {
        let mut targets = self.layout.land[from.index()];
        if portals.contains(from) {
            targets |= portals - RegionSet::of(from);
        }
        if budget.left >= budget.water {
            targets |= self.layout.water[from.index()];
        }
        R::bend_targets(self, state, from, budget, targets)
    }

    /// LG-15: what a step costs, over the cheapest border.
    #[inline]
    pub(in crate::games) fn move_cost(&self, state: &State<R>, water: impl FnOnce() -> u16, from: Region, to: Region) -> u16 {
        let portals = self.portals(state);
        let by_land = self.layout.land[from.index()].contains(to) || portals.contains(from) && portals.contains(to);
        if by_land && !R::blocks_borders(state) { 1 } else { R::bend_cost(self, state, from, to, water()) }
    }

    /// LG-15: the moves of all armies, regions ascending; then the leader army's.
    #[inline(always)]
    fn moves(&self, state: &State<R>, seat: u8, left: u16, out: &mut Actions) {
        let water = self.water_cost(state, seat);
        let base = self.ids.moves;
        let width = self.num_regions as u16;
        if left < water && !self.has_portals && !R::blocks_borders(state) {
            for from in state.presence[seat as usize] {
                let targets = self.layout.land[from.index()];
                let count = self.land_count[from.index()];
                if count > 0 {
                    out.extend_counted(base + u16::from(from.0) * width, u64::from(targets.0), count);
                }
            }
        } else {
            let portals = self.portals(state);
            for from in state.presence[seat as usize] {
                let targets = self.move_targets(state, from, Budget { left, water }, portals);
                out.extend(base + u16::from(from.0) * width, u64::from(targets.0));
            }
        }
        if R::LEADER_ARMIES {
            for from in R::leader_army(state, Owner(seat)) {
                let budget = Budget { left, water: R::leader_water(self, state, seat, water) };
                let targets = self.move_targets(state, from, budget, self.portals(state));
                out.extend(self.ids.move_leader + u16::from(from.0) * width, u64::from(targets.0));
            }
        }
    }

    #[inline]
    fn has_move(&self, state: &State<R>, seat: u8, left: u16) -> bool {
        let presence = state.presence[seat as usize];
        let leader = R::leader_army(state, Owner(seat));
        // Nearly every army has a neighbour by land.
        if !R::blocks_borders(state) && (presence | leader).into_iter().any(|from| !self.layout.land[from.index()].is_empty()) {
            return true;
        }
        let (water, portals) = (self.water_cost(state, seat), self.portals(state));
        let can_go = |from, water| !self.move_targets(state, from, Budget { left, water }, portals).is_empty();
        presence.into_iter().any(|from| can_go(from, water))
            || leader.into_iter().any(|from| can_go(from, R::leader_water(self, state, seat, water)))
    }

    /// LG-17: whose armies may be named in a region with an own army.
    #[inline]
    fn destructions(&self, state: &State<R>, seat: u8, out: &mut Actions) {
        let mut open = [RegionSet::EMPTY; MAX_OWNERS];
        for (owner, open) in open.iter_mut().enumerate().take(self.owners) {
            let immune = owner != seat as usize && owner < self.common.num_players && self.is_immune(state, owner);
            if !immune {
                *open = state.presence[owner];
            }
        }
        for region in self.destroy_targets(state, seat) {
            let mut owners = 0;
            for (owner, open) in open.iter().enumerate().take(self.owners) {
                owners |= u64::from(open.contains(region)) << owner;
            }
            out.extend(self.ids.destroy + u16::from(region.0) * self.owners as u16, owners);
        }
        if R::LEADER_ARMIES {
            self.leader_destructions(state, seat, out);
        }
    }

    /// LG-17 for leader armies.
    fn leader_destructions(&self, state: &State<R>, seat: u8, out: &mut Actions) {
        let players = self.common.num_players;
        let mut leaders = [RegionSet::EMPTY; MAX_OWNERS];
        let mut anywhere = RegionSet::EMPTY;
        for (owner, leader) in leaders.iter_mut().enumerate().take(players) {
            let stands = R::leader_army(state, Owner(owner as u8)) & self.destroy_targets(state, seat);
            if !stands.is_empty() && (owner == seat as usize || !self.is_immune(state, owner)) {
                *leader = stands;
                anywhere |= stands;
            }
        }
        for region in anywhere {
            let owners = leaders.iter().enumerate().fold(0, |set, (owner, leader)| set | u64::from(leader.contains(region)) << owner);
            out.extend(self.ids.destroy_leader + u16::from(region.0) * players as u16, owners);
        }
    }

    /// See [`crate::game::Game::chance`].
    #[inline]
    pub(in crate::games) fn outcomes(&self, state: &State<R>, out: &mut Outcomes) {
        out.clear();
        let ids = &self.chance_ids;
        match state.phase {
            Phase::Row | Phase::Refill(_) => out.actions.extend(ids.row, state.pile.0),
            Phase::Token(token) => {
                out.actions.extend(ids.token + u16::from(token) * self.num_regions as u16, u64::from(self.token_regions(state).0));
            }
            Phase::Leader(seat) => {
                let leaders = self.leader_names.len();
                let dealt =
                    state.leaders.iter().filter(|&&leader| (leader as usize) < leaders).fold(0_u64, |set, &leader| set | 1 << leader);
                out.actions.extend(ids.leader + u16::from(seat) * leaders as u16, ((1 << leaders) - 1) & !dealt);
            }
            Phase::Neutral(_) if self.random_neutral => out.actions.extend(ids.neutral, u64::from(RegionSet::first(self.num_regions).0)),
            Phase::First => out.actions.extend(ids.first, u64::from(self.highest_bidders(state))),
            Phase::More(step) => R::chance(self, state, step, out),
            Phase::Extra
            | Phase::Neutral(_)
            | Phase::Bid(_)
            | Phase::Take(_)
            | Phase::Choose { .. }
            | Phase::Part { .. }
            | Phase::Bonus(_)
            | Phase::Over => {}
        }
    }

    /// LG-25: regions without a token, the starts excluded.
    pub(in crate::games) fn token_regions(&self, state: &State<R>) -> RegionSet {
        let mut free = RegionSet::first(self.num_regions) - self.kept_free;
        for token in 0..self.tokens.len() {
            if let super::state::Place::On(region) = state.place_of(token) {
                free.remove(region);
            }
        }
        free
    }

    /// LG-10: the seats with the highest bid, as bits.
    pub(in crate::games) fn highest_bidders(&self, state: &State<R>) -> u8 {
        let bids = &state.bids[..self.common.num_players];
        let most = bids.iter().max().copied().unwrap_or_default();
        bids.iter().enumerate().fold(0, |seats, (seat, &bid)| seats | u8::from(bid == most) << seat)
    }
}
