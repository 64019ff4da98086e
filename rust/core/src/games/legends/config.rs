//! Parameters and data become checked tables.

use serde_json::{Map, Value, json};

use super::cards::{Deck, box_tokens, deck, deck_cards, family_of, own_tokens};
use super::data::{self, CardData};
use super::hooks::Rules;
use super::layout::{self, Layout};
use super::types::*;
use super::{Area, Base, Legends};
use crate::action::{Axis, one_of, shorten};
use crate::codec::params::Params;
use crate::error::{Error, Result};
use crate::game::Common;

/// How the first player is found (LG-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPlayer {
    /// Bids; a tie goes to the youngest.
    Bid,
    /// Bids; a tie goes to chance.
    BidDie,
    /// A seat; no bids.
    Seat(u8),
}

/// Where the ranges of action numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ids {
    /// `take N`.
    pub take: u16,
    /// `pass`.
    pub pass: u16,
    /// `place R`.
    pub place: u16,
    /// `build R`.
    pub build: u16,
    /// `move R1 R2`.
    pub moves: u16,
    /// `destroy R P`.
    pub destroy: u16,
    /// `extra R`.
    pub extra: u16,
    /// `neutral R`.
    pub neutral: u16,
    /// `bid N`.
    pub bid: u16,
    /// `bonus N`.
    pub bonus: u16,
    /// `move R1 R2 leader`; none where there are no leader armies.
    pub move_leader: u16,
    /// `destroy R P leader`.
    pub destroy_leader: u16,
}

/// Where the ranges of chance numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChanceIds {
    /// `row CARD`.
    pub row: u16,
    /// `token NAME R`.
    pub token: u16,
    /// `leader SEAT NAME`.
    pub leader: u16,
    /// `neutral R`.
    pub neutral: u16,
    /// `first SEAT`.
    pub first: u16,
}

/// All that makes a game of the family, read from its parameters.
pub(in crate::games) struct Plan {
    pub players: usize,
    pub params: Map<String, Value>,
    pub layout: Layout,
    pub deck: Deck,
    pub tokens: Vec<TokenTable>,
    pub explore: bool,
    pub citadels: bool,
    pub own_tokens: bool,
    /// All leaders that can be dealt.
    pub known_leaders: Vec<String>,
    /// `None` without leaders; else those named, if they are.
    pub leaders: Option<Option<Vec<u8>>>,
    pub first_player: FirstPlayer,
    pub age: [u8; MAX_OWNERS],
    /// Where the extra armies may be put; `None` without them.
    pub extra_regions: Option<RegionSet>,
    pub rounds: bool,
    pub prestige_limit: u16,
    pub random_neutral: bool,
    pub coins: u8,
    pub cards_to_own: u8,
    pub armies: u8,
    pub start_armies: u8,
    /// Regions besides the start where armies may be placed without a city.
    pub more_starts: RegionSet,
    /// Regions besides the starts that chance puts no token on.
    pub kept_free: RegionSet,
}

/// See [`crate::game::Game::new`].
pub(super) fn build(given: &Map<String, Value>) -> Result<Legends> {
    let mut params = Params::new(given);
    let file = data::cards()?;
    let players = params.number("players", 2, 2..=4)? as usize;
    let boards = params.named_or_data("boards", || layout::default_name(players).map(Value::from))?;
    let layout = match &boards {
        Value::String(name) => layout::build(layout::named(name)?, players)?,
        own => layout::build(own, players)?,
    };
    let deck_param = params.named_or_data("deck", || Ok(json!("rulebook")))?;
    let first_player = first_player(&mut params, players)?;
    let age = age(&mut params, players)?;
    let extra_army = params.flag("extra_army")?;
    let explore = params.flag("explore")?;
    let citadels = params.flag("citadels")?;
    let known_leaders: Vec<String> = file.leaders.iter().map(|leader| leader.id.clone()).collect();
    let leaders = leaders(&mut params, players, &known_leaders)?;
    let token_param = params.data("tokens", || json!([]))?;
    let rounds = params.choice("scoring", &["final", "rounds"])? == 1;
    let prestige_limit = params.number("prestige_limit", 30, 1..=65_535)? as u16;
    let random_neutral = params.choice("neutral", &["placed", "random"])? == 1;
    let params = params.finish()?;

    let cards_to_own = if rounds { 6 } else { table_by_players(&file.cards_to_own, "cards_to_own", players)? };
    let deck = deck(deck_cards(&deck_param, &[])?, players, players as u32 * u32::from(cards_to_own), "(LG-32)")?;
    let mut tokens = box_tokens(explore, citadels)?;
    tokens.extend(own_tokens(&token_param, &layout)?);

    let all = RegionSet::first(layout.names.len());
    let home = layout.board_of(layout.start);
    let elsewhere = if all == home { all - RegionSet::of(layout.start) } else { all - home };
    if extra_army && elsewhere.is_empty() {
        return Err(Error::config("no_region", "extra_army", "true", "a layout with another region than the start (LG-7)"));
    }
    let plan = Plan {
        players,
        params,
        layout,
        deck,
        tokens,
        explore,
        citadels,
        own_tokens: !token_param.as_array().is_none_or(Vec::is_empty),
        known_leaders,
        leaders,
        first_player,
        age,
        extra_regions: extra_army.then_some(elsewhere),
        rounds,
        prestige_limit,
        random_neutral,
        coins: table_by_players(&file.coins, "coins", players)?,
        cards_to_own,
        armies: ARMIES,
        start_armies: START_ARMIES,
        more_starts: RegionSet::EMPTY,
        kept_free: RegionSet::EMPTY,
    };
    let (game, deck) = Area::<Base>::make(plan, ())?;
    let tables = json!({
        "cards": deck, "boards": game.layout_json(), "tokens": file.tokens.citadels.len(), "explore": explore,
        "coins": game.coins, "cards_to_own": cards_to_own, "row_costs": file.row_costs, "leaders": game.leader_names,
    });
    Ok(game.sealed(&tables))
}

impl<R: Rules> Area<R> {
    /// The tables of a game; what is left is to seal it. Gives the deck's data back, for the fingerprint.
    pub(in crate::games) fn make(plan: Plan, more: R::Tables) -> Result<(Self, Vec<CardData>)> {
        let Plan { players, layout, deck, tokens, leaders, .. } = plan;
        let large = data::rules()?.large_island;
        let starts = RegionSet::of(layout.start) | plan.more_starts;
        let leader_kinds: Vec<Leader> = plan.known_leaders.iter().map(|id| data::read("leaders", &json!(id))).collect::<Result<_>>()?;
        let mut game = Self {
            common: Common::new(players, plan.params),
            ids: Ids::default(),
            chance_ids: ChanceIds::default(),
            owners: players + usize::from(players == 2),
            num_regions: layout.names.len(),
            num_cards: deck.cards.len(),
            coins: plan.coins,
            cards_to_own: plan.cards_to_own,
            row_costs: data::cards()?.row_costs,
            in_play: deck.in_play,
            card_names: deck.cards.iter().map(|card| card.id.clone()).collect(),
            cards: deck.tables,
            has_portals: tokens.iter().any(|token| token.kind == TokenKind::Portal),
            token_sums: std::array::from_fn(|sum| {
                tokens.iter().enumerate().filter(|(_, token)| token.sums[sum] != 0).fold(0, |set, (index, _)| set | 1 << index)
            }),
            tokens,
            explore: plan.explore,
            citadels: plan.citadels,
            own_tokens: plan.own_tokens,
            leaders_on: leaders.is_some(),
            named_leaders: leaders.flatten(),
            leader_names: plan.known_leaders,
            leader_kinds,
            first_player: plan.first_player,
            age: plan.age,
            extra_regions: plan.extra_regions.unwrap_or_default(),
            extra_army: plan.extra_regions.is_some(),
            rounds: plan.rounds,
            prestige_limit: plan.prestige_limit,
            random_neutral: plan.random_neutral,
            leader_family: family_of(&deck.cards, &data::rules()?.leader_family),
            leader_family_size: data::rules()?.leader_family_size,
            large_islands: layout.islands.iter().filter(|island| island.len() >= large).copied().collect(),
            land_count: counts(&layout.land),
            starts,
            kept_free: starts | plan.kept_free,
            armies: plan.armies,
            start_armies: plan.start_armies,
            layout,
            more,
        };
        game.make_spaces(&deck)?;
        Ok((game, deck.cards))
    }

    /// The game with what follows from all its tables, told apart by the facts in `tables`.
    pub(in crate::games) fn sealed(mut self, tables: &Value) -> Self {
        self.common.max_game_length = Some(R::longest(&self));
        self.common.score_parts = self.part_names();
        self.common.packed_size = self.largest_payload();
        self.common.observation = self.observation();
        self.common.seal(&R::INFO, tables);
        self
    }

    /// The facts of the layout, for the fingerprint.
    pub(in crate::games) fn layout_json(&self) -> Value {
        let sets = |sets: &[RegionSet]| -> Vec<u32> { sets.iter().map(|set| set.0).collect() };
        json!({
            "names": self.layout.names, "islands": sets(&self.layout.islands), "vp": self.layout.island_vp, "values": self.layout.values,
            "land": sets(&self.layout.land), "water": sets(&self.layout.water), "start": self.layout.start.0, "boards": sets(&self.layout.boards),
        })
    }

    fn make_spaces(&mut self, deck: &Deck) -> Result<()> {
        let regions = |name: &'static str| Axis::new(name, &self.layout.names);
        let players = self.common.num_players;
        let mut owner_names: Vec<String> = (0..players).map(|seat| seat.to_string()).collect();
        if self.owners > players {
            owner_names.push("neutral".to_owned());
        }
        let actions = &mut self.common.actions;
        let ids = &mut self.ids;
        ids.take = R::choice_actions(actions, &mut self.more);
        ids.pass = actions.add("pass", "pass", vec![]);
        ids.place = actions.add("place", "place {}", vec![regions("region")]);
        ids.build = actions.add("build", "build {}", vec![regions("region")]);
        ids.moves = actions.add("move", "move {} {}", vec![regions("from"), regions("to")]);
        ids.move_leader = actions.size();
        let leader_armies = R::has_leader_armies(&self.more);
        if leader_armies {
            actions.add("move_leader", "move {} {} leader", vec![regions("from"), regions("to")]);
        }
        ids.destroy = actions.add("destroy", "destroy {} {}", vec![regions("region"), Axis::new("owner", owner_names)]);
        ids.destroy_leader = actions.size();
        if leader_armies {
            actions.add("destroy_leader", "destroy {} {} leader", vec![regions("region"), Axis::numbers("owner", 0, players as u32)]);
        }
        ids.extra = actions.size();
        if self.extra_army {
            actions.add("extra", "extra {}", vec![regions("region")]);
        }
        ids.neutral = actions.size();
        if self.owners > players && !self.random_neutral {
            actions.add("neutral", "neutral {}", vec![regions("region")]);
        }
        ids.bid = actions.size();
        if !matches!(self.first_player, FirstPlayer::Seat(_)) {
            actions.add("bid", "bid {}", vec![Axis::numbers("coins", 0, u32::from(self.coins) + 1)]);
        }
        ids.bonus = actions.size();
        if self.leaders_on {
            actions.add("bonus", "bonus {}", vec![Axis::numbers("place", 1, R::BONUS_PLACES)]);
        }
        R::more_actions(actions, &mut self.more, &self.layout.names, players);

        let chances = &mut self.common.chances;
        let ids = &mut self.chance_ids;
        let (kind, template) = R::CARD_WORD;
        ids.row = chances.add(kind, template, vec![Axis::new("card", deck.cards.iter().map(|card| card.id.as_str()))]);
        ids.token = chances.size();
        if !self.tokens.is_empty() {
            chances.add(
                "token",
                "token {} {}",
                vec![Axis::new("token", self.tokens.iter().map(|token| token.name.as_str())), regions("region")],
            );
        }
        ids.leader = chances.size();
        if self.leaders_on && self.named_leaders.is_none() {
            chances.add("leader", "leader {} {}", vec![Axis::numbers("seat", 0, players as u32), Axis::new("leader", &self.leader_names)]);
        }
        ids.neutral = chances.size();
        if self.owners > players && self.random_neutral {
            chances.add("neutral", "neutral {}", vec![regions("region")]);
        }
        ids.first = chances.size();
        if self.first_player == FirstPlayer::BidDie {
            chances.add("first", "first {}", vec![Axis::numbers("seat", 0, players as u32)]);
        }
        R::more_chances(chances, &mut self.more, &self.layout.names, players);
        Ok(())
    }

    /// The most that a part can be worth: what it says and what all cards and tokens can add.
    pub(in crate::games) fn most_worth(&self, part: Part) -> u32 {
        let sum = match part.kind {
            Verb::Place => Sum::PlusArmy,
            Verb::Move => Sum::PlusMove,
            Verb::Build | Verb::Destroy => return u32::from(part.n),
        };
        let positive = |sums: &[i16; SUMS]| u32::from(sums[sum as usize].max(0).unsigned_abs());
        let cards: u32 = self.in_play.into_iter().map(|card| positive(&self.cards[card.index()].sums)).sum();
        let tokens: u32 = self.tokens.iter().map(|token| positive(&token.sums)).sum();
        u32::from(part.n) + cards + tokens + R::most_bonus(self, sum)
    }

    /// A bound on the decisions of one action: the steps of its parts, each with a `pass`.
    pub(in crate::games) fn longest_action(&self) -> u32 {
        let steps = |part: &Part| {
            // One point a step at least, and a `pass`.
            1 + match part.kind {
                Verb::Place => self.most_worth(*part).min(u32::from(self.armies)),
                Verb::Build => self.most_worth(*part).min(u32::from(CITIES)),
                Verb::Move | Verb::Destroy => self.most_worth(*part),
            }
        };
        let action = |card: Card| {
            let table = &self.cards[card.index()];
            table.parts[..table.num_parts as usize].iter().map(steps).sum::<u32>()
        };
        self.in_play.into_iter().map(action).max().unwrap_or_default()
    }

    /// A bound on the decisions of the set-up.
    pub(in crate::games) fn longest_setup(&self) -> u32 {
        u32::from(self.extra_army)
            + if self.owners > self.common.num_players && !self.random_neutral { u32::from(NEUTRAL_ARMIES) } else { 0 }
            + if self.has_bids() { self.common.num_players as u32 } else { 0 }
    }
}

/// Armies of each player (LG-7).
pub const ARMIES: u8 = 18;
/// Cities of each player (LG-7).
pub const CITIES: u8 = 3;
/// How many armies of each player begin on the start (LG-7).
const START_ARMIES: u8 = 4;
/// Neutral armies of a game for two (LG-8).
pub const NEUTRAL_ARMIES: u8 = 10;

fn counts(sets: &[RegionSet; MAX_REGIONS]) -> [u16; MAX_REGIONS] {
    sets.map(|set| set.len() as u16)
}

pub(in crate::games) fn table_by_players(table: &std::collections::BTreeMap<String, u8>, field: &str, players: usize) -> Result<u8> {
    table
        .get(&players.to_string())
        .copied()
        .ok_or_else(|| Error::config("broken_data", field, format!("nothing for {players} players"), "the shipped file"))
}

/// LG-10.
fn first_player(params: &mut Params<'_>, players: usize) -> Result<FirstPlayer> {
    let expected = format!("\"bid\", \"bid_die\" or a seat from 0 to {}", players - 1);
    let value = params.take("first_player", || json!("bid"));
    match &value {
        Value::String(word) if word == "bid" => Ok(FirstPlayer::Bid),
        Value::String(word) if word == "bid_die" => Ok(FirstPlayer::BidDie),
        Value::Number(seat) => match seat.as_u64() {
            Some(seat) if (seat as usize) < players => Ok(FirstPlayer::Seat(seat as u8)),
            _ => Err(Error::config("out_of_range", "first_player", seat, expected)),
        },
        other => Err(Error::config("unknown_value", "first_player", shorten(&other.to_string()), expected)),
    }
}

/// The rank of each seat by age, 0 the youngest.
fn age(params: &mut Params<'_>, players: usize) -> Result<[u8; MAX_OWNERS]> {
    let value = params.take("age", || Value::from((0..players).collect::<Vec<_>>()));
    let expected = format!("the seats 0 to {} from youngest to oldest, each once", players - 1);
    let refuse = || Error::config("not_a_permutation", "age", shorten(&value.to_string()), expected.clone());
    let seats = value.as_array().ok_or_else(refuse)?;
    let mut rank = [u8::MAX; MAX_OWNERS];
    for (place, seat) in seats.iter().enumerate() {
        let seat = seat.as_u64().filter(|&seat| (seat as usize) < players).ok_or_else(refuse)? as usize;
        if rank[seat] != u8::MAX {
            return Err(refuse());
        }
        rank[seat] = place as u8;
    }
    if seats.len() == players { Ok(rank) } else { Err(refuse()) }
}

/// LG-27: off, dealt, or one a seat by name.
pub(in crate::games) fn leaders(params: &mut Params<'_>, players: usize, known: &[String]) -> Result<Option<Option<Vec<u8>>>> {
    let value = params.take("leaders", || json!(false));
    let expected = || format!("false, true, or {players} different leaders ({})", one_of(known));
    match &value {
        Value::Bool(false) => Ok(None),
        Value::Bool(true) => Ok(Some(None)),
        Value::Array(names) => {
            let mut chosen = Vec::new();
            for (seat, name) in names.iter().enumerate() {
                let index =
                    known.iter().position(|known| name.as_str() == Some(known)).ok_or_else(|| {
                        Error::config("unknown_leader", format!("leaders[{seat}]"), shorten(&name.to_string()), one_of(known))
                    })? as u8;
                if chosen.contains(&index) {
                    return Err(Error::config("duplicate_leader", format!("leaders[{seat}]"), name, "each leader once"));
                }
                chosen.push(index);
            }
            if chosen.len() != players {
                return Err(Error::config("wrong_count", "leaders", format!("{} names", chosen.len()), expected()));
            }
            Ok(Some(Some(chosen)))
        }
        other => Err(Error::config("unknown_value", "leaders", shorten(&other.to_string()), expected())),
    }
}
