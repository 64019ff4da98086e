//! Parameters become a game with its tables.

use serde_json::{Map as Object, Value, json};

use super::types::*;
use super::{Empire, INFO, data, map};
use crate::action::Axis;
use crate::codec::params::Params;
use crate::error::{Error, Result};
use crate::game::Common;
use crate::mechanics::dice::LOSSES;

/// Where the ranges of action numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ids {
    /// `pass`.
    pub pass: u16,
    /// `claim LAND`.
    pub claim: u16,
    /// `place LAND`.
    pub place: u16,
    /// `place LAND all`.
    pub place_all: u16,
    /// `card NAME`.
    pub card: u16,
    /// `attack FROM TO`.
    pub attack: u16,
    /// `blitz FROM TO`.
    pub blitz: u16,
    /// `units N`.
    pub units: u16,
    /// `units all`.
    pub units_all: u16,
    /// `fortify FROM`.
    pub fortify: u16,
    /// `to LAND`.
    pub to: u16,
}

/// Where the ranges of chance numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChanceIds {
    /// `deal LAND`.
    pub deal: u16,
    /// `place LAND`.
    pub place: u16,
    /// `losses A D`.
    pub losses: u16,
    /// `draw NAME`.
    pub draw: u16,
}

impl Empire {
    /// See [`crate::game::Game::new`].
    pub(super) fn build(given: &Object<String, Value>) -> Result<Self> {
        let mut params = Params::new(given);
        let players = params.number("players", 3, 2..=6)? as usize;
        let map_param = params.named_or_data("map", || Ok(json!("classic")))?;
        let claim = params.choice("setup", &["deal", "claim"])? == 1;
        let random_placement = params.choice("placement", &["turns", "random"])? == 1;
        // Read out of order: who plays says how many lands, and so units, an owner has at least.
        let with_neutral = neutral(given, players)?;
        let owners = players + usize::from(with_neutral);
        let map = match &map_param {
            Value::String(name) => map::build(data::named(name)?, owners)?,
            own => map::build(own, owners)?,
        };
        let initial_units = initial_units(&mut params, &map, players, owners)?;
        let fortify = match params.choice("fortify", &["adjacent", "connected", "unlimited"])? {
            0 => Fortify::Adjacent,
            1 => Fortify::Connected,
            _ => Fortify::Unlimited,
        };
        let bonus_per_turn = params.choice("land_bonus", &["per_card", "per_turn"])? == 1;
        let trade_on_elimination = params.flag("trade_on_elimination")?;
        let blitz = params.flag("blitz")?;
        params.flag("neutral")?;
        let max_rounds = params.number("max_rounds", 60, 0..=65_535)? as u32;
        let params = params.finish()?;

        let tables = json!(map.data);
        let mut game = Self {
            common: Common::new(players, params),
            ids: Ids::default(),
            chance_ids: ChanceIds::default(),
            owners,
            num_lands: map.names.len(),
            map,
            claim,
            random_placement,
            initial_units,
            fortify,
            bonus_per_turn,
            trade_on_elimination,
            blitz,
            max_rounds,
        };
        game.make_spaces();
        game.common.max_game_length = game.longest();
        game.common.packed_size = game.payload_size();
        game.common.observation = game.observation();
        game.common.score_parts = vec!["lands"];
        game.common.seal(&INFO, &tables);
        Ok(game)
    }

    fn make_spaces(&mut self) {
        let map = &self.map;
        let lands = |name: &'static str| vec![Axis::new(name, &map.names)];
        let name = |land: &Land| map.names.get(land.index()).map_or("", String::as_str);
        let borders = || vec![Axis::pairs("border", map.ends.iter().map(|(from, to)| (name(from), name(to))))];
        let actions = &mut self.common.actions;
        let ids = &mut self.ids;
        ids.pass = actions.add("pass", "pass", vec![]);
        ids.claim = actions.size();
        if self.claim {
            actions.add("claim", "claim {}", lands("land"));
        }
        ids.place = actions.add("place", "place {}", lands("land"));
        ids.place_all = actions.add("place_all", "place {} all", lands("land"));
        ids.card = actions.add("card", "card {}", vec![Axis::new("card", &map.cards)]);
        ids.attack = actions.add("attack", "attack {}", borders());
        ids.blitz = actions.size();
        if self.blitz {
            actions.add("blitz", "blitz {}", borders());
        }
        ids.units = actions.add("units", "units {}", vec![Axis::numbers("units", 1, u32::from(MOST_NAMED))]);
        ids.units_all = actions.add("units_all", "units all", vec![]);
        ids.fortify = actions.add("fortify", "fortify {}", lands("from"));
        ids.to = actions.add("to", "to {}", lands("land"));

        let chances = &mut self.common.chances;
        let ids = &mut self.chance_ids;
        ids.deal = chances.size();
        if !self.claim || self.owners > self.common.num_players {
            chances.add("deal", "deal {}", lands("land"));
        }
        ids.place = chances.size();
        if self.random_placement || self.owners > self.common.num_players {
            chances.add("place", "place {}", lands("land"));
        }
        let losses = LOSSES.map(|(attacker, defender)| format!("{attacker} {defender}"));
        ids.losses = chances.add("losses", "losses {}", vec![Axis::new("losses", losses)]);
        ids.draw = chances.add("draw", "draw {}", vec![Axis::new("card", &map.cards)]);
    }

    /// A bound on the number of decisions; `None` where there is none, or where it is beyond the number's range.
    fn longest(&self) -> Option<u32> {
        if self.max_rounds == 0 {
            return None;
        }
        let (players, lands) = (self.common.num_players as u64, self.num_lands as u64);
        let turns = u64::from(self.max_rounds) * players;
        // Three cards a set, a card a turn.
        let sets = turns / SET as u64;
        let worth = u64::from(self.most_worth());
        let placed = turns * u64::from(self.most_reserve()) + sets * worth;
        let made = u64::from(self.initial_units) * self.owners as u64 + placed + sets * SET as u64 * u64::from(LAND_UNITS);
        let moves = if self.fortify == Fortify::Unlimited { lands } else { 1 };
        let setup = u64::from(self.initial_units) * players;
        // Cards of whole sets, and those that a timeout left half chosen; a `pass` for each of the three phases; a roll costs a unit at least.
        let trades = sets * SET as u64 + 2 * turns;
        u32::try_from(setup + trades + placed + 2 * made + turns * (3 + 3 * moves)).ok()
    }

    /// The most units that EM-5 can give.
    pub(super) fn most_reserve(&self) -> u32 {
        (self.num_lands as u32 / LANDS_PER_UNIT).max(LEAST_RESERVE)
            + self.map.continents.iter().map(|continent| continent.bonus).sum::<u32>()
    }

    /// The most that a set is worth.
    pub(super) fn most_worth(&self) -> u32 {
        self.map.worth.iter().max().copied().unwrap_or_default()
    }
}

/// The least units a turn (EM-5).
pub const LEAST_RESERVE: u32 = 3;
/// So many lands bring a unit a turn (EM-5).
pub const LANDS_PER_UNIT: u32 = 3;

/// EM-3: whether the neutral owner plays.
fn neutral(given: &Object<String, Value>, players: usize) -> Result<bool> {
    let neutral = Params::new(given).flag("neutral")?;
    if neutral && players != 2 {
        return Err(Error::config("not_possible", "neutral", "true", format!("false with {players} players: two players only (EM-3)")));
    }
    Ok(neutral)
}

/// Units of each owner at the start: the parameter's, else the map's.
fn initial_units(params: &mut Params<'_>, map: &map::Map, players: usize, owners: usize) -> Result<u16> {
    let most = i64::from(MOST_UNITS);
    for (key, &units) in &map.data.initial_units {
        if !key.parse().is_ok_and(|players: u8| (2..=6).contains(&players) && key.len() == 1) {
            return Err(Error::config("unknown_key", format!("map.initial_units.{key}"), units, "numbers of players from 2 to 6"));
        }
        if !(1..=most).contains(&units) {
            return Err(Error::config("out_of_range", format!("map.initial_units.{key}"), units, format!("a number from 1 to {most}")));
        }
    }
    let default = map.data.initial_units.get(&players.to_string()).copied();
    let least = map.names.len().div_ceil(owners) as i64;
    let value = params.take("initial_units", || json!(default));
    if default.is_none() && value.is_null() {
        return Err(Error::config("missing", "initial_units", "nothing", format!("a number, or one in the map for {players} players")));
    }
    value.as_i64().filter(|units| (least..=most).contains(units)).map(|units| units as u16).ok_or_else(|| {
        Error::config(
            "out_of_range",
            "initial_units",
            crate::action::shorten(&value.to_string()),
            format!("a whole number from {least} (the lands that one owner can get) to {most}"),
        )
    })
}
