//! Parameters become checked tables.

use serde_json::{Map, Value, json};

use super::data::{Deck, REFERENCE};
use super::score::PART_NAMES;
use super::types::*;
use super::{INFO, Kingdom};
use crate::action::{Axis, one_of, shorten};
use crate::codec::params::Params;
use crate::error::{Error, Result};
use crate::game::Common;
use crate::mechanics::trails::trails;

/// Where the ranges of action numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ids {
    /// `pick C`.
    pub pick: u16,
    /// `place X,Y R`.
    pub place: u16,
}

/// Where the ranges of chance numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChanceIds {
    /// `edict NAME`.
    pub edict: u16,
    /// `deal C`.
    pub deal: u16,
}

impl Kingdom {
    /// See [`crate::game::Game::new`].
    pub(super) fn build(given: &Map<String, Value>) -> Result<Self> {
        let mut params = Params::new(given);
        let players = params.number("players", 2, 2..=SEATS as i64)? as usize;
        let deck_param = params.named_or_data("deck", || Ok(json!(REFERENCE)))?;
        let edicts = fixed_edicts(&params.take("edicts", || Value::Null))?;
        let params = params.finish()?;
        let deck = Deck::read(&deck_param)?;
        let all = CardSet::first(deck.ids.len());
        let in_play = if players == SEATS { all } else { all - deck.fifth };
        let needed = players * HAND;
        if (in_play.len() as usize) < needed {
            return Err(Error::config(
                "too_few",
                "deck.cards",
                format!("{} cards in play for {players} players", in_play.len()),
                format!("at least {needed}, ten a seat (KD-7, KD-18)"),
            ));
        }
        // The table of trails is made now, not in the first scoring.
        trails();
        let mut game =
            Self { common: Common::new(players, params), ids: Ids::default(), chance_ids: ChanceIds::default(), deck, in_play, edicts };
        game.common.packed_size = game.largest_payload();
        game.common.observation = game.observation();
        game.make_spaces();
        game.common.max_game_length = Some((2 * ROUNDS * players) as u32);
        game.common.score_parts = PART_NAMES.to_vec();
        let tables = serde_json::to_value(&game.deck.data).unwrap_or_default();
        game.common.seal(&INFO, &tables);
        Ok(game)
    }

    fn make_spaces(&mut self) {
        let cards = || Axis::new("card", self.deck.ids.iter().map(u8::to_string));
        let steps = |name: &'static str| Axis::new(name, (-2..=2).map(|step: i32| step.to_string()));
        let turns = Axis::new("rotation", DEGREES.map(|degrees| degrees.to_string()));
        self.ids.pick = self.common.actions.add("pick", "pick {}", vec![cards()]);
        self.ids.place = self.common.actions.add("place", "place {},{} {}", vec![steps("x"), steps("y"), turns]);
        self.chance_ids.edict = self.common.chances.add("edict", "edict {}", vec![Axis::new("name", edict_names())]);
        self.chance_ids.deal = self.common.chances.add("deal", "deal {}", vec![cards()]);
    }
}

/// KD-8: none, or six different names in their order.
fn fixed_edicts(value: &Value) -> Result<Option<[u8; DRAWN]>> {
    let names = match value {
        Value::Null => return Ok(None),
        Value::Array(names) => names,
        other => {
            return Err(Error::config(
                "wrong_type",
                "edicts",
                shorten(&other.to_string()),
                format!("null, or a list of {DRAWN} different names of edicts (KD-8)"),
            ));
        }
    };
    let known = edict_names();
    let mut edicts = [NONE; DRAWN];
    for (place, name) in names.iter().enumerate() {
        let field = format!("edicts[{place}]");
        let number = known
            .iter()
            .position(|known| name.as_str() == Some(known))
            .ok_or_else(|| Error::config("unknown_edict", &field, shorten(&name.to_string()), one_of(&known)))? as u8;
        if edicts.contains(&number) {
            return Err(Error::config("duplicate_edict", field, format!("{name} again"), "names that differ (KD-8)"));
        }
        if let Some(edict) = edicts.get_mut(place) {
            *edict = number;
        }
    }
    if names.len() != DRAWN {
        return Err(Error::config("wrong_count", "edicts", format!("{} names", names.len()), format!("{DRAWN} names (KD-8)")));
    }
    Ok(Some(edicts))
}
