//! What may be done now.

use super::types::*;
use super::{Legends, Phase, State};
use crate::action::{Actions, Seat};
use crate::chance::Outcomes;

impl Legends {
    /// See [`crate::game::Game::legal`].
    #[inline]
    pub(super) fn legal_actions(&self, state: &State, out: &mut Actions) {
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
            Phase::Bonus(_) => out.extend_range(ids.bonus, u16::from(state.row_len)),
            Phase::Token(_) | Phase::Leader(_) | Phase::Row | Phase::First | Phase::Neutral(_) | Phase::Refill(_) | Phase::Over => {}
        }
    }

    /// LG-10: all that a seat can bid.
    pub(super) fn bids(&self, state: &State, seat: Seat, out: &mut Actions) {
        let most = state.coins[seat.index()].min(u16::from(self.coins));
        out.extend_range(self.ids.bid, most + 1);
    }

    /// The steps of a part that has `left`.
    #[inline]
    fn steps(&self, state: &State, seat: u8, verb: Verb, left: u16, out: &mut Actions) {
        match verb {
            Verb::Place => out.extend(self.ids.place, u64::from(self.place_targets(state, seat).0)),
            Verb::Build => out.extend(self.ids.build, u64::from(self.build_targets(state, seat).0)),
            Verb::Move => self.moves(state, seat, left, out),
            Verb::Destroy => self.destructions(state, seat, out),
        }
    }

    /// LG-13: the first steps of both branches of an `or`, in the order of their numbers.
    fn first_steps(&self, state: &State, seat: u8, card: u8, out: &mut Actions) {
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
    pub(super) fn worth(&self, state: &State, seat: u8, part: Part) -> u16 {
        let more = match part.kind {
            Verb::Place => self.sum(state, seat as usize, Sum::PlusArmy),
            Verb::Move => self.sum(state, seat as usize, Sum::PlusMove),
            Verb::Build | Verb::Destroy => 0,
        };
        (i32::from(part.n) + more).max(0) as u16
    }

    /// Whether a part that has `left` has a legal step.
    #[inline]
    pub(super) fn has_step(&self, state: &State, seat: u8, verb: Verb, left: u16) -> bool {
        left > 0
            && match verb {
                Verb::Place => !self.place_targets(state, seat).is_empty(),
                Verb::Build => !self.build_targets(state, seat).is_empty(),
                Verb::Move => self.has_move(state, seat, left),
                Verb::Destroy => !self.destroy_targets(state, seat).is_empty(),
            }
    }

    /// LG-14: the start and where one has a city, as long as the supply lasts.
    #[inline]
    pub(super) fn place_targets(&self, state: &State, seat: u8) -> RegionSet {
        if state.supply[seat as usize] == 0 {
            RegionSet::EMPTY
        } else {
            state.city_regions[seat as usize] | RegionSet::of(self.layout.start)
        }
    }

    /// LG-16: where one has an army, as long as one has cities.
    #[inline]
    pub(super) fn build_targets(&self, state: &State, seat: u8) -> RegionSet {
        if state.city_supply[seat as usize] == 0 { RegionSet::EMPTY } else { state.presence[seat as usize] }
    }

    /// LG-17: where one has an army; there one's own can be named at least.
    #[inline]
    pub(super) fn destroy_targets(&self, state: &State, seat: u8) -> RegionSet {
        state.presence[seat as usize]
    }

    /// LG-15: what crossing water costs a seat.
    #[inline]
    pub(super) fn water_cost(&self, state: &State, seat: u8) -> u16 {
        (3 - self.sum(state, seat as usize, Sum::Flying)).max(1) as u16
    }

    /// LG-15: where an army can go from a region for `left` points at most.
    #[inline]
    pub(super) fn move_targets(&self, from: Region, left: u16, water_cost: u16, portals: RegionSet) -> RegionSet {
        let mut targets = self.layout.land[from.index()];
        if portals.contains(from) {
            targets |= portals - RegionSet::of(from);
        }
        if left >= water_cost {
            targets |= self.layout.water[from.index()];
        }
        targets
    }

    /// LG-15: what a step costs, over the cheapest border.
    #[inline]
    pub(super) fn move_cost(&self, state: &State, seat: u8, from: Region, to: Region) -> u16 {
        let portals = self.portals(state);
        let by_land = self.layout.land[from.index()].contains(to) || portals.contains(from) && portals.contains(to);
        if by_land { 1 } else { self.water_cost(state, seat) }
    }

    /// LG-15.
    #[inline]
    fn moves(&self, state: &State, seat: u8, left: u16, out: &mut Actions) {
        let water_cost = self.water_cost(state, seat);
        let base = self.ids.moves;
        let width = self.num_regions as u16;
        if left < water_cost && !self.has_portals {
            for from in state.presence[seat as usize] {
                let targets = self.layout.land[from.index()];
                let count = self.land_count[from.index()];
                if count > 0 {
                    out.extend_counted(base + u16::from(from.0) * width, u64::from(targets.0), count);
                }
            }
            return;
        }
        let portals = self.portals(state);
        for from in state.presence[seat as usize] {
            out.extend(base + u16::from(from.0) * width, u64::from(self.move_targets(from, left, water_cost, portals).0));
        }
    }

    #[inline]
    fn has_move(&self, state: &State, seat: u8, left: u16) -> bool {
        let presence = state.presence[seat as usize];
        // Nearly every army has a neighbour by land.
        if presence.into_iter().any(|from| !self.layout.land[from.index()].is_empty()) {
            return true;
        }
        let (water_cost, portals) = (self.water_cost(state, seat), self.portals(state));
        presence.into_iter().any(|from| !self.move_targets(from, left, water_cost, portals).is_empty())
    }

    /// LG-17: whose armies may be named in a region with an own army.
    #[inline]
    fn destructions(&self, state: &State, seat: u8, out: &mut Actions) {
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
    }

    /// See [`crate::game::Game::chance`].
    #[inline]
    pub(super) fn outcomes(&self, state: &State, out: &mut Outcomes) {
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

    /// LG-25: regions without a token, the start excluded.
    pub(super) fn token_regions(&self, state: &State) -> RegionSet {
        let mut free = RegionSet::first(self.num_regions) - RegionSet::of(self.layout.start);
        for token in 0..self.tokens.len() {
            if let super::state::Place::On(region) = state.place_of(token) {
                free.remove(region);
            }
        }
        free
    }

    /// LG-10: the seats with the highest bid, as bits.
    pub(super) fn highest_bidders(&self, state: &State) -> u8 {
        let bids = &state.bids[..self.common.num_players];
        let most = bids.iter().max().copied().unwrap_or_default();
        bids.iter().enumerate().fold(0, |seats, (seat, &bid)| seats | u8::from(bid == most) << seat)
    }
}
