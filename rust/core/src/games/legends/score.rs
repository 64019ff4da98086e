//! Points and ties (LG-20 to LG-28): pure functions of a state.

use super::hooks::{FamilyChoice, Rules};
use super::state::{Place, armies, cities};
use super::types::*;
use super::{Area, State};
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::mechanics::majority::{strict_majorities, strict_most};
use crate::outcome::Outcome;
use crate::score::{Breakdown, MAX_PARTS, Parts, Scores};

/// What decides between equal scores, first to last (LG-24).
const TIE_BREAKS: [&str; 4] = ["magic_book", "coins", "armies", "regions"];

/// What the points of all seats hang on, counted once.
struct Table {
    control: [RegionSet; MAX_OWNERS],
    continents: [i32; MAX_SEATS],
    large_islands: [i32; MAX_SEATS],
    elixirs: [i32; MAX_SEATS],
}

impl<R: Rules> Area<R> {
    /// LG-20: the regions where each owner has strictly the most armies and cities. Cost: some vector instructions an owner.
    #[inline]
    pub(in crate::games) fn control(&self, state: &State<R>) -> [RegionSet; MAX_OWNERS] {
        let mut strength = [[0; MAX_REGIONS]; MAX_OWNERS];
        for (strength, units) in strength.iter_mut().zip(&state.units) {
            for (strength, &units) in strength.iter_mut().zip(units) {
                *strength = armies(units) + cities(units);
            }
        }
        R::strengthen(self, state, &mut strength);
        strict_majorities(&strength).map(RegionSet)
    }

    /// The seat that controls a region now.
    pub(in crate::games) fn controller(&self, state: &State<R>, region: Region) -> Option<usize> {
        let strength: [u32; MAX_OWNERS] = std::array::from_fn(|owner| {
            let units = state.units[owner][region.index()];
            u32::from(armies(units) + cities(units) + R::strength(self, state, owner, region))
        });
        strict_most(&strength).filter(|&owner| owner < self.common.num_players)
    }

    fn table(&self, state: &State<R>) -> Table {
        let players = self.common.num_players;
        let control = self.control(state);
        let mut table = Table { control, continents: [0; MAX_SEATS], large_islands: [0; MAX_SEATS], elixirs: [0; MAX_SEATS] };
        // LG-21: an island goes to who controls strictly the most of its regions.
        for (island, &vp) in self.layout.islands.iter().zip(&self.layout.island_vp) {
            let counts: [u32; MAX_OWNERS] = std::array::from_fn(|owner| (control[owner] & *island).len());
            if let Some(owner) = strict_most(&counts).filter(|&owner| owner < players) {
                table.continents[owner] += vp;
                table.large_islands[owner] += i32::from(self.large_islands.contains(island));
            }
        }
        // LG-23: most elixirs 2, tied for most 1 each, nobody if the most is not above 0.
        let elixirs: [i32; MAX_SEATS] =
            std::array::from_fn(|seat| if seat < players { self.sum(state, seat, Sum::Elixir) } else { i32::MIN });
        let most = elixirs.into_iter().max().unwrap_or_default();
        if most > 0 {
            let tied = elixirs.iter().filter(|&&count| count == most).count();
            for (points, count) in table.elixirs.iter_mut().zip(elixirs) {
                if count == most {
                    *points = if tied == 1 { 2 } else { 1 };
                }
            }
        }
        table
    }

    /// The cards of a seat that score, in the order taken, with how.
    #[inline]
    fn scoring<'a>(&'a self, state: &'a State<R>, seat: usize) -> impl Iterator<Item = (Card, Points)> + 'a {
        self.cards_of(state, seat).iter().filter_map(|&card| Some((Card(card), self.cards[Card(card).index()].points?)))
    }

    /// LG-22: the points of a seat's cards, and what else counts as cards.
    #[inline]
    pub(in crate::games) fn cards_points(&self, state: &State<R>, seat: usize, owned: CardSet, choice: FamilyChoice) -> i32 {
        self.scoring(state, seat).map(|(card, points)| self.card_points(state, seat, owned, card, points, choice)).sum()
    }

    /// LG-22: the points of one card in a seat's hands.
    #[inline]
    fn card_points(&self, state: &State<R>, seat: usize, owned: CardSet, card: Card, points: Points, choice: FamilyChoice) -> i32 {
        match points {
            Points::PerFamily(family, vp) => ((owned & family).len() + R::more_of_family(self, Some(card), choice)) as i32 * vp,
            Points::Set(family, size, vp) => {
                if (owned & family).len() + R::more_of_family(self, Some(card), choice) >= size {
                    vp
                } else {
                    0
                }
            }
            Points::PerFlying(vp) => self.sum(state, seat, Sum::Flying) * vp,
            Points::PerCoins(vp, per) => i32::from(state.coins[seat]) / per * vp,
        }
    }

    /// LG-27: the points of a seat's leader.
    fn leader_points(&self, state: &State<R>, seat: usize, owned: CardSet, choice: FamilyChoice, table: &Table) -> i32 {
        match state.leaders.get(seat).and_then(|&index| self.leader_kinds.get(index as usize)) {
            Some(Leader::WhiteKnight) => table.large_islands[seat],
            Some(Leader::RedSorceress) => state.captured.iter().map(|&armies| i32::from(armies)).sum::<i32>() / 3,
            Some(Leader::FairyQueen) => self.queen_points(owned, choice),
            Some(Leader::BanditKing) => i32::from(self.armies_on_board(state, seat) == i32::from(self.armies)),
            Some(&leader @ (Leader::BrambleWitch | Leader::BatRider | Leader::FrogWarrior)) => {
                R::leader_points(self, state, seat, leader, table.control[seat])
            }
            None => 0,
        }
    }

    /// LG-27: the points of the Fairy Queen's family.
    pub(in crate::games) fn queen_points(&self, owned: CardSet, choice: FamilyChoice) -> i32 {
        i32::from((owned & self.leader_family).len() + R::more_of_family(self, None, choice) >= self.leader_family_size)
    }

    fn armies_on_board(&self, state: &State<R>, seat: usize) -> i32 {
        i32::from(self.armies) - i32::from(state.supply[seat]) - i32::from(state.captured[seat])
    }

    /// The names of the fixed parts, in the order of [`Legends::all_parts`].
    pub(in crate::games) fn part_names(&self) -> Vec<&'static str> {
        let mut names = if self.rounds { vec!["prestige"] } else { vec!["regions", "continents"] };
        names.extend(["elixirs", "cards"]);
        for (on, name) in
            [(self.citadels, "citadels"), (self.explore, "magic_book"), (self.leaders_on, "leader"), (self.own_tokens, "tokens")]
        {
            if on {
                names.push(name);
            }
        }
        R::part_names(self, &mut names);
        names
    }

    /// A seat's parts behind the cards' points, each where its parameter is on.
    fn extras(
        &self,
        state: &State<R>,
        seat: usize,
        owned: CardSet,
        choice: FamilyChoice,
        table: &Table,
        mut add: impl FnMut(&'static str, i32),
    ) {
        if self.citadels {
            add("citadels", self.token_sum(state, seat, Sum::Vp, Some(TokenPart::Citadel)));
        }
        if self.explore {
            add("magic_book", self.token_sum(state, seat, Sum::Vp, Some(TokenPart::Explore)));
        }
        if self.leaders_on {
            add("leader", self.leader_points(state, seat, owned, choice, table));
        }
        if self.own_tokens {
            add("tokens", self.token_sum(state, seat, Sum::Vp, Some(TokenPart::Own)));
        }
        R::parts(self, state, seat, &mut add);
    }

    /// A seat's points for the map: prestige, or regions and continents.
    fn map_points(&self, state: &State<R>, seat: usize, table: &Table, mut add: impl FnMut(&'static str, i32)) {
        if self.rounds {
            add("prestige", i32::from(state.prestige[seat]));
        } else {
            add("regions", table.control[seat].len() as i32);
            add("continents", table.continents[seat]);
        }
    }

    /// See [`crate::game::Game::parts`].
    pub(in crate::games) fn all_parts(&self, state: &State<R>) -> [Parts; MAX_SEATS] {
        let table = self.table(state);
        let mut all = [[0; MAX_PARTS]; MAX_SEATS];
        for (seat, parts) in all.iter_mut().enumerate().take(self.common.num_players) {
            let mut places = parts.iter_mut();
            let mut add = |points: i32| {
                if let Some(place) = places.next() {
                    *place = points;
                }
            };
            let owned = self.card_set(state, seat);
            self.map_points(state, seat, &table, |_, points| add(points));
            add(table.elixirs[seat]);
            let choice = R::families(self, state, seat, owned, table.control[seat]);
            add(self.cards_points(state, seat, owned, choice));
            self.extras(state, seat, owned, choice, &table, |_, points| add(points));
        }
        all
    }

    /// See [`crate::game::Game::scores`].
    pub(in crate::games) fn all_scores(&self, state: &State<R>) -> Scores {
        self.all_parts(state).map(|parts| parts.iter().sum())
    }

    /// See [`crate::game::Game::breakdown`].
    pub(in crate::games) fn named_parts(&self, state: &State<R>, seat: Seat) -> Breakdown {
        let seat = seat.index();
        let table = self.table(state);
        let owned = self.card_set(state, seat);
        let choice = R::families(self, state, seat, owned, table.control[seat]);
        let mut breakdown = Breakdown::default();
        self.map_points(state, seat, &table, |name, points| breakdown.push(name, points));
        breakdown.push("elixirs", table.elixirs[seat]);
        for (card, points) in self.scoring(state, seat) {
            let name = self.card_names.get(card.index()).map_or("", String::as_str);
            breakdown.push(name, self.card_points(state, seat, owned, card, points, choice));
        }
        self.extras(state, seat, owned, choice, &table, |name, points| breakdown.push(name, points));
        breakdown
    }

    /// LG-24: what ranks the seats: points, then the tie-breaks.
    fn keys(&self, state: &State<R>, scores: &Scores) -> [[i32; 5]; MAX_SEATS] {
        let control = self.control(state);
        std::array::from_fn(|seat| {
            if seat >= self.common.num_players {
                return [i32::MIN; 5];
            }
            let book =
                self.tokens.iter().enumerate().any(|(index, token)| {
                    token.wins_ties && matches!(state.place_of(index), Place::Of(owner, _) if owner as usize == seat)
                });
            let armies = self.armies_on_board(state, seat) + R::leader_army(state, Owner(seat as u8)).len() as i32;
            [scores[seat], i32::from(book), i32::from(state.coins[seat]), armies, control[seat].len() as i32]
        })
    }

    /// See [`crate::game::Game::outcome`].
    pub(in crate::games) fn final_outcome(&self, state: &State<R>) -> Outcome {
        let players = self.common.num_players;
        let reason = if !self.rounds {
            "cards"
        } else if state.prestige[..players].iter().any(|&prestige| prestige >= self.prestige_limit) {
            "prestige_limit"
        } else {
            "rounds"
        };
        Outcome::from_keys(&self.keys(state, &self.all_scores(state))[..players], &TIE_BREAKS, reason)
    }

    /// See [`crate::game::Game::returns`]: without the rest of the outcome.
    pub(in crate::games) fn final_returns(&self, state: &State<R>, scores: &Scores) -> [f64; MAX_SEATS] {
        // The tie-breaks are seldom needed.
        let players = &scores[..self.common.num_players];
        let most = players.iter().max().copied().unwrap_or_default();
        if players.iter().filter(|&&score| score == most).count() == 1 {
            return std::array::from_fn(|seat| if players.get(seat) == Some(&most) { 1.0 } else { 0.0 });
        }
        let keys = self.keys(state, scores);
        let best = keys.iter().max().copied().unwrap_or_default();
        let winners = keys.iter().filter(|key| **key == best).count();
        keys.map(|key| if key == best { 1.0 / winners as f64 } else { 0.0 })
    }
}
