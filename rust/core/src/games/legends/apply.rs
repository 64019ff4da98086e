//! What an action changes. The one place that changes a state.

use super::config::FirstPlayer;
use super::hooks::Rules;
use super::state::{CITY, NONE, Place};
use super::types::*;
use super::{Area, NEUTRAL_ARMIES, Phase, State};
use crate::action::Action;

impl<R: Rules> Area<R> {
    /// See [`crate::game::Game::apply`].
    #[inline]
    pub(in crate::games) fn transition(&self, state: &mut State<R>, action: Action) {
        let id = action.0;
        match state.phase {
            Phase::Take(seat) => self.take(state, seat, (id - self.ids.take) as usize),
            Phase::Part { seat, card, part, left } => self.step(state, seat, card, part, left, id),
            Phase::Choose { seat, card } => self.choose(state, seat, card, id),
            Phase::Refill(seat) => {
                self.draw_to_row(state, id);
                self.end_turn(state, seat);
            }
            Phase::Row => {
                self.draw_to_row(state, id);
                if state.row_len as usize == ROW || state.pile.is_empty() {
                    self.after_cards(state);
                }
            }
            Phase::Token(token) => {
                let region = Region(((id - self.chance_ids.token) % self.num_regions as u16) as u8);
                state.set_place(token as usize, Place::On(region));
                self.next_token(state, token as usize + 1);
            }
            Phase::Leader(seat) => {
                let leader = (id - self.chance_ids.leader) as usize % self.leader_names.len();
                state.leaders[seat as usize] = leader as u8;
                if (seat as usize) + 1 < self.common.num_players {
                    state.phase = Phase::Leader(seat + 1);
                } else {
                    self.start_armies(state);
                }
            }
            Phase::Extra => {
                let region = Region((id - self.ids.extra) as u8);
                for seat in 0..self.common.num_players as u8 {
                    self.recruit(state, seat, region);
                }
                self.after_extra(state);
            }
            Phase::Neutral(placed) => {
                let base = if self.random_neutral { self.chance_ids.neutral } else { self.ids.neutral };
                if let Some(owner) = self.neutral() {
                    state.put_army(owner, Region((id - base) as u8));
                }
                if placed + 1 < NEUTRAL_ARMIES {
                    state.phase = Phase::Neutral(placed + 1);
                } else {
                    R::after_neutral(self, state);
                }
            }
            Phase::Bid(seat) => self.bid(state, seat, (id - self.ids.bid) as u8),
            Phase::First => self.win_bid(state, (id - self.chance_ids.first) as u8),
            Phase::Bonus(seat) => {
                R::take_bonus(self, state, seat, (id - self.ids.bonus) as usize);
                state.phase = Phase::Over;
            }
            Phase::More(step) => R::apply(self, state, step, id),
            Phase::Over => {}
        }
    }

    // Set-up, in the order of LG-11.

    /// LG-25, LG-26: the next token that chance places, from number `from` on; one that finds no region stays out.
    pub(in crate::games) fn next_token(&self, state: &mut State<R>, from: usize) {
        let next = (from..self.tokens.len()).find(|&token| state.place_of(token) == Place::Out);
        match next {
            Some(token) if !self.token_regions(state).is_empty() => state.phase = Phase::Token(token as u8),
            _ => R::after_tokens(self, state),
        }
    }

    /// LG-27: leaders are dealt, unless there are none or they are named.
    pub(in crate::games) fn deal_leaders(&self, state: &mut State<R>) {
        if self.leaders_on && self.named_leaders.is_none() {
            state.phase = Phase::Leader(0);
        } else {
            self.start_armies(state);
        }
    }

    /// LG-7: four armies of each player on the start, five of the Red Sorceress.
    fn start_armies(&self, state: &mut State<R>) {
        for seat in 0..self.common.num_players {
            for _ in 0..self.armies_at_start(state, seat) {
                self.recruit(state, seat as u8, self.layout.start);
            }
        }
        R::after_start(self, state);
    }

    /// LG-7, LG-27.
    pub(in crate::games) fn armies_at_start(&self, state: &State<R>, seat: usize) -> u8 {
        self.start_armies + u8::from(self.leads(state, seat, Leader::RedSorceress))
    }

    pub(in crate::games) fn after_cards(&self, state: &mut State<R>) {
        if self.extra_army { state.phase = Phase::Extra } else { self.after_extra(state) }
    }

    fn after_extra(&self, state: &mut State<R>) {
        if self.neutral().is_some() { state.phase = Phase::Neutral(0) } else { R::after_neutral(self, state) }
    }

    /// LG-10.
    fn bid(&self, state: &mut State<R>, seat: u8, coins: u8) {
        state.bids[seat as usize] = coins;
        if (seat as usize) + 1 < self.common.num_players {
            state.phase = Phase::Bid(seat + 1);
            return;
        }
        let tied = self.highest_bidders(state);
        if tied.count_ones() > 1 && self.first_player == FirstPlayer::BidDie {
            state.phase = Phase::First;
        } else {
            let youngest =
                (0..self.common.num_players as u8).filter(|seat| tied >> seat & 1 == 1).min_by_key(|&seat| self.age[seat as usize]);
            self.win_bid(state, youngest.unwrap_or_default());
        }
    }

    fn win_bid(&self, state: &mut State<R>, seat: u8) {
        state.coins[seat as usize] -= u16::from(state.bids[seat as usize]);
        state.phase = Phase::Take(seat);
    }

    // A turn.

    /// LG-12: pays and owns the card, gets its coins; then its action.
    #[inline]
    fn take(&self, state: &mut State<R>, seat: u8, place: usize) {
        state.coins[seat as usize] -= u16::from(self.row_costs[place]);
        let card = self.own_from_row(state, seat, place);
        self.begin_action(state, seat, card);
    }

    /// The card at a place of the row becomes the seat's, the row slides left (LG-18).
    #[inline]
    pub(in crate::games) fn own_from_row(&self, state: &mut State<R>, seat: u8, place: usize) -> u8 {
        let card = state.row[place];
        for k in place..ROW - 1 {
            state.row[k] = state.row[k + 1];
        }
        state.row[ROW - 1] = NONE;
        state.row_len -= 1;
        self.own(state, seat, card);
        card
    }

    /// LG-12: a card becomes the seat's, its coins come.
    #[inline]
    pub(in crate::games) fn own(&self, state: &mut State<R>, seat: u8, card: u8) {
        let count = &mut state.num_owned[seat as usize];
        state.owned[seat as usize * (super::state::OWNED / self.common.num_players) + *count as usize] = card;
        *count += 1;
        self.gain(state, seat, self.cards[Card(card).index()].coins);
    }

    /// Coins come, or go; never below 0 (LG-26).
    #[inline]
    pub(in crate::games) fn gain(&self, state: &mut State<R>, seat: u8, coins: i16) {
        let purse = &mut state.coins[seat as usize];
        *purse = (i32::from(*purse) + i32::from(coins)).max(0) as u16;
    }

    /// LG-13: an `or` is open until its first step; a single action and an `and` begin with their first part.
    #[inline]
    pub(in crate::games) fn begin_action(&self, state: &mut State<R>, seat: u8, card: u8) {
        let table = &self.cards[Card(card).index()];
        match table.join {
            Join::And => self.begin_part(state, seat, card, 0),
            Join::Or => {
                if table.parts.iter().any(|&part| self.has_step(state, seat, part.kind, self.worth(state, seat, part))) {
                    state.phase = Phase::Choose { seat, card };
                } else {
                    R::end_action(self, state, seat);
                }
            }
        }
    }

    /// LG-13: begins the first part from `part` on that has a step.
    #[inline]
    fn begin_part(&self, state: &mut State<R>, seat: u8, card: u8, part: u8) {
        let table = &self.cards[Card(card).index()];
        for part in part..table.num_parts {
            let entry = table.parts[part as usize & 1];
            let left = self.worth(state, seat, entry);
            if self.has_step(state, seat, entry.kind, left) {
                state.phase = Phase::Part { seat, card, part, left };
                return;
            }
        }
        R::end_action(self, state, seat);
    }

    /// The part after one that is over; the other branch of an `or` is none.
    #[inline]
    fn next_part(&self, state: &mut State<R>, seat: u8, card: u8, part: u8) {
        match self.cards[Card(card).index()].join {
            Join::And => self.begin_part(state, seat, card, part + 1),
            Join::Or => R::end_action(self, state, seat),
        }
    }

    /// LG-13: the first step of an `or` chooses its branch; of two branches of one kind the one worth more.
    fn choose(&self, state: &mut State<R>, seat: u8, card: u8, id: u16) {
        if id == self.ids.pass {
            R::end_action(self, state, seat);
            return;
        }
        let verb = self.verb_of(id);
        let [first, second] = self.cards[Card(card).index()].parts;
        let worth = [self.worth(state, seat, first), self.worth(state, seat, second)];
        let part = if first.kind != second.kind { u8::from(second.kind == verb) } else { u8::from(worth[1] > worth[0]) };
        self.step(state, seat, card, part, worth[part as usize], id);
    }

    fn verb_of(&self, id: u16) -> Verb {
        if id < self.ids.build {
            Verb::Place
        } else if id < self.ids.moves {
            Verb::Build
        } else if id < self.ids.destroy {
            Verb::Move
        } else {
            Verb::Destroy
        }
    }

    /// One step of a part, or its `pass`.
    #[inline]
    fn step(&self, state: &mut State<R>, seat: u8, card: u8, part: u8, left: u16, id: u16) {
        let ids = &self.ids;
        if id == ids.pass {
            self.next_part(state, seat, card, part);
            return;
        }
        let verb = self.cards[Card(card).index()].parts[part as usize & 1].kind;
        let cost = match verb {
            Verb::Place => {
                self.recruit(state, seat, Region((id - ids.place) as u8));
                1
            }
            Verb::Build => {
                self.build_city(state, seat, Region((id - ids.build) as u8));
                1
            }
            Verb::Move => {
                let leader = R::LEADER_ARMIES && id >= ids.move_leader;
                let offset = id - if leader { ids.move_leader } else { ids.moves };
                let (from, to) = (offset / self.num_regions as u16, offset % self.num_regions as u16);
                let (from, to) = (Region(from as u8), Region(to as u8));
                if leader {
                    let water = || R::leader_water(self, state, seat, self.water_cost(state, seat));
                    let cost = self.move_cost(state, water, from, to);
                    R::march_leader(state, seat, to);
                    cost
                } else {
                    let cost = self.move_cost(state, || self.water_cost(state, seat), from, to);
                    state.lift_army(Owner(seat), from);
                    state.put_army(Owner(seat), to);
                    cost
                }
            }
            Verb::Destroy if R::LEADER_ARMIES && id >= ids.destroy_leader => {
                let owner = (id - ids.destroy_leader) % self.common.num_players as u16;
                R::fell_leader(state, Owner(owner as u8));
                self.rob(state, seat, Owner(owner as u8));
                1
            }
            Verb::Destroy => {
                let (region, owner) = ((id - ids.destroy) / self.owners as u16, (id - ids.destroy) % self.owners as u16);
                self.destroy(state, seat, Region(region as u8), Owner(owner as u8));
                1
            }
        };
        let left = left.saturating_sub(cost);
        if self.has_step(state, seat, verb, left) {
            state.phase = Phase::Part { seat, card, part, left };
        } else {
            self.next_part(state, seat, card, part);
        }
    }

    /// An army comes from the supply, if it lasts.
    #[inline]
    pub(in crate::games) fn recruit(&self, state: &mut State<R>, seat: u8, region: Region) {
        let supply = &mut state.supply[seat as usize];
        if *supply > 0 {
            *supply -= 1;
            state.put_army(Owner(seat), region);
        }
    }

    /// LG-16; who builds first where tokens lie takes them (LG-25); with the White Knight an army comes too (LG-27).
    fn build_city(&self, state: &mut State<R>, seat: u8, region: Region) {
        state.units[seat as usize][region.index()] += CITY;
        state.city_regions[seat as usize].insert(region);
        state.city_supply[seat as usize] -= 1;
        if !self.tokens.is_empty() {
            self.take_tokens(state, seat, region);
        }
        if self.leads(state, seat as usize, Leader::WhiteKnight) {
            self.recruit(state, seat, region);
        }
    }

    fn take_tokens(&self, state: &mut State<R>, seat: u8, region: Region) {
        let mut rank =
            (0..self.tokens.len()).filter(|&token| matches!(state.place_of(token), Place::Of(owner, _) if owner == seat)).count() as u8;
        for (index, token) in self.tokens.iter().enumerate() {
            if token.kind == TokenKind::City && state.place_of(index) == Place::On(region) {
                state.set_place(index, Place::Of(seat, rank));
                rank += 1;
                self.gain(state, seat, token.coins);
            }
        }
    }

    /// LG-17; what the Red Sorceress and the Bandit King get of it (LG-27). Destroyed neutral armies leave the game (LG-8).
    fn destroy(&self, state: &mut State<R>, seat: u8, region: Region, owner: Owner) {
        state.lift_army(owner, region);
        let neutral = owner.index() >= self.common.num_players;
        let own = owner.0 == seat;
        if !own && self.leads(state, seat as usize, Leader::RedSorceress) {
            state.captured[owner.index()] += 1;
        } else if !neutral {
            state.supply[owner.index()] += 1;
        }
        if !neutral {
            self.rob(state, seat, owner);
        }
    }

    /// LG-27: the Bandit King takes a coin, if there is one, from the owner of an army that it destroys.
    fn rob(&self, state: &mut State<R>, seat: u8, owner: Owner) {
        if owner.0 != seat && self.leads(state, seat as usize, Leader::BanditKing) && state.coins[owner.index()] > 0 {
            state.coins[owner.index()] -= 1;
            state.coins[seat as usize] += 1;
        }
    }

    /// LG-18: a card comes to the row's right end, if the deck holds one.
    #[inline]
    pub(in crate::games) fn refill(&self, state: &mut State<R>, seat: u8) {
        if state.pile.is_empty() { self.end_turn(state, seat) } else { state.phase = Phase::Refill(seat) }
    }

    #[inline]
    fn draw_to_row(&self, state: &mut State<R>, id: u16) {
        let card = Card((id - self.chance_ids.row) as u8);
        state.pile.remove(card);
        if let Some(place) = state.row.get_mut(state.row_len as usize) {
            *place = card.0;
            state.row_len += 1;
        }
    }

    /// LG-19, LG-28: the round's prestige, the end, or the next seat.
    #[inline(always)]
    fn end_turn(&self, state: &mut State<R>, seat: u8) {
        let players = self.common.num_players;
        let owned = state.num_owned[seat as usize];
        let full = state.num_owned[..players].iter().all(|&count| count == owned);
        if full && self.rounds {
            self.score_round(state);
        }
        let over = full
            && (owned >= self.cards_to_own
                || self.rounds && state.prestige[..players].iter().any(|&prestige| prestige >= self.prestige_limit));
        if over {
            let queen = (0..players).find(|&seat| self.leads(state, seat, Leader::FairyQueen)).filter(|_| state.row_len > 0);
            state.phase = queen.map_or(Phase::Over, |seat| Phase::Bonus(seat as u8));
        } else {
            let next = seat as usize + 1;
            state.phase = Phase::Take(if next < players { next as u8 } else { 0 });
        }
    }

    /// LG-28: prestige for each region a player controls.
    fn score_round(&self, state: &mut State<R>) {
        let control = self.control(state);
        for (prestige, regions) in state.prestige.iter_mut().zip(control).take(self.common.num_players) {
            let gain: u16 = regions.into_iter().map(|region| u16::from(self.layout.values[region.index()])).sum();
            *prestige = prestige.saturating_add(gain);
        }
    }
}
