//! Parameters and data of the expansion become checked tables.

use serde_json::{Map, Value, json};

use super::super::legends::cards::{box_tokens, deck, deck_cards, token_table};
use super::super::legends::config::{self, FirstPlayer, Plan, leaders, table_by_players};
use super::super::legends::data::{self as base, CardData};
use super::super::legends::types::*;
use super::data::{self, TurnEffect};
use super::layout::{self, Board, Ground};
use super::{INFO, LostLands};
use crate::MAX_SEATS;
use crate::action::{Axis, one_of, shorten};
use crate::codec::params::Params;
use crate::error::{Error, Result};

/// Where the ranges of the expansion's action numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ids {
    /// `go first`, `go last`.
    pub go: u16,
    /// `token K`.
    pub turn_token: u16,
    /// `thorns R`.
    pub thorns: u16,
    /// Chance: `sea R`.
    pub sea: u16,
    /// Chance: `first SEAT`.
    pub first: u16,
}

/// What the expansion has besides Legends' tables.
#[derive(Debug)]
pub struct Tables {
    pub(super) ids: Ids,
    pub(super) board: Board,
    pub(super) hand_costs: [u8; 4],
    pub(super) frantic: bool,
    pub(super) open_sea: bool,
    pub(super) leader_armies: bool,
    /// What a turn-order token adds to each sum; none for 0, no token.
    pub(super) turn_sums: [[i32; SUMS]; MAX_SEATS + 1],
    /// Coins that come with a turn-order token, or go.
    pub(super) turn_coins: [i16; MAX_SEATS + 1],
    /// Regions with crystals; none without the cavern.
    pub(super) crystal_regions: RegionSet,
    /// Crystal tokens.
    pub(super) crystals: u8,
    /// The numbers of the faction tokens.
    pub(super) factions: Vec<usize>,
    /// By card: the families of factions that its `vp_` ability counts, bit 2k + s for the s-th of the k-th.
    pub(super) counts: [FamilyBits; MAX_CARDS],
    /// The same for the Fairy Queen.
    pub(super) queen_counts: FamilyBits,
}

/// Families of factions, a bit each.
pub type FamilyBits = u8;

/// See [`crate::game::Game::new`].
pub(super) fn build(given: &Map<String, Value>) -> Result<LostLands> {
    let file = data::file()?;
    let mut params = Params::new(given);
    let players = params.number("players", 3, 2..=6)? as usize;
    let held = held_board(given)?;
    let word = params.take("board", || json!(held.unwrap_or(Board::LostLands).word()));
    let board = word.as_str().and_then(Board::parse).ok_or_else(|| {
        Error::config("unknown_value", "board", shorten(&word.to_string()), one_of(&layout::BOARDS.map(|(_, known, _)| known)))
    })?;
    let boards = params.named_or_data("boards", || layout::default_name(board, players).map(|name| json!(name)))?;
    let ground = match &boards {
        Value::String(name) => layout::build(layout::named(name)?, board, players)?,
        own => layout::build(own, board, players)?,
    };
    let frantic = params.choice("turn_order", &["token", "frantic"])? == 1;
    let open_sea = params.flag("open_sea")?;
    let factions = params.flag("factions")?;
    let leader_armies = params.flag("leader_armies")?;
    let explore = params.flag("explore")?;
    let citadels = params.flag("citadels")?;
    let known_leaders = known_leaders(leader_armies)?;
    let leaders = leaders(&mut params, players, &known_leaders)?;
    if leaders == Some(None) && known_leaders.len() < players {
        return Err(Error::config(
            "too_few",
            "leaders",
            format!("true with {players} players"),
            format!("at most {} players: the other leaders need `leader_armies` (LL-24)", known_leaders.len()),
        ));
    }
    let deck_param = params.named_or_data("deck", || Ok(json!("rulebook")))?;
    let random_neutral = params.choice("neutral", &["placed", "random"])? == 1;
    let params = params.finish()?;

    let deck = deck(deck_cards(&deck_param, &file.cards)?, players, players as u32, "(LL-2)")?;
    let mut tokens = box_tokens(explore, citadels)?;
    let first_faction = tokens.len();
    if factions {
        for faction in &file.factions {
            tokens.push(token_table(&faction.id, TokenKind::Control, TokenPart::Faction, None, &[]));
        }
    }
    let Ground { layout, crystals, portal, printed, second_start } = ground;
    let more_starts = second_start.map(RegionSet::of).unwrap_or_default();
    let extra_regions = RegionSet::first(layout.names.len()) - layout.board_of(layout.start) - more_starts;
    if extra_regions.is_empty() {
        return Err(Error::config(
            "no_region",
            "boards",
            "no region for the extra armies",
            "a region of another board than the start's (LL-5)",
        ));
    }
    let turn_tokens = file
        .turn_tokens
        .get(&players.to_string())
        .ok_or_else(|| Error::config("broken_data", "turn_tokens", format!("nothing for {players} players"), "the shipped file"))?;
    let (turn_sums, turn_coins) = turn_tables(turn_tokens);
    let more = Tables {
        ids: Ids::default(),
        board,
        hand_costs: file.hand_costs,
        frantic,
        open_sea,
        leader_armies,
        turn_sums,
        turn_coins,
        crystal_regions: crystals,
        crystals: file.crystals,
        factions: (first_faction..tokens.len()).collect(),
        counts: family_tables(&deck.cards, factions)?,
        queen_counts: if factions { family_bits(&base::rules()?.leader_family)? } else { 0 },
    };
    let tables = json!({
        "tokens": base::cards()?.tokens.citadels.len(), "explore": explore, "hand_costs": file.hand_costs,
        "turn_sums": turn_sums, "turn_coins": turn_coins, "crystals": [u32::from(file.crystals), crystals.0],
        "portals": [printed.0, portal.0], "second_start": second_start.map(|region| region.0),
        "lava": layout.lava.map(|set| set.0), "exits": [layout.exits.0, layout.open_exits.0],
        "counts": more.counts.to_vec(), "queen_counts": more.queen_counts,
    });
    let plan = Plan {
        players,
        params,
        layout,
        deck,
        tokens,
        explore,
        citadels,
        own_tokens: false,
        known_leaders,
        leaders,
        first_player: FirstPlayer::Seat(0),
        age: [0; MAX_OWNERS],
        extra_regions: Some(extra_regions),
        rounds: false,
        prestige_limit: u16::MAX,
        random_neutral,
        coins: table_by_players(&file.coins, "coins", players)?,
        cards_to_own: table_by_players(&file.cards_to_own, "cards_to_own", players)?,
        armies: file.armies,
        start_armies: file.start_armies,
        more_starts,
        kept_free: RegionSet::of(portal),
    };
    let (game, cards) = LostLands::make(plan, more)?;
    let facts = json!({
        "cards": cards, "boards": game.layout_json(), "more": tables, "coins": game.coins, "cards_to_own": game.cards_to_own,
        "armies": [game.armies, game.start_armies, config::CITIES], "leaders": game.leader_names,
    });
    debug_assert_eq!(INFO.name, "lost_lands");
    Ok(game.sealed(&facts))
}

/// The board whose face the layout at hand holds.
fn held_board(given: &Map<String, Value>) -> Result<Option<Board>> {
    let mut peek = Params::new(given);
    Ok(if given.contains_key("boards") { layout::board_of(&peek.named_or_data("boards", || Ok(Value::Null))?) } else { None })
}

/// LL-24.
fn known_leaders(leader_armies: bool) -> Result<Vec<String>> {
    let own = data::file()?.leaders.iter();
    let fitting = own.filter(|leader| leader_armies || leader.needs.as_deref() != Some("leader_armies")).map(|leader| &leader.id);
    Ok(base::cards()?.leaders.iter().map(|leader| &leader.id).chain(fitting).cloned().collect())
}

type TurnTables = ([[i32; SUMS]; MAX_SEATS + 1], [i16; MAX_SEATS + 1]);

/// LL-15.
fn turn_tables(effects: &[TurnEffect]) -> TurnTables {
    let mut tables: TurnTables = ([[0; SUMS]; MAX_SEATS + 1], [0; MAX_SEATS + 1]);
    for ((sums, coins), effect) in tables.0.iter_mut().zip(&mut tables.1).skip(1).zip(effects) {
        match effect {
            TurnEffect::PlusArmy => sums[Sum::PlusArmy as usize] = 1,
            TurnEffect::PlusMove => sums[Sum::PlusMove as usize] = 1,
            TurnEffect::Wing => sums[Sum::Flying as usize] = 1,
            TurnEffect::Coin => *coins = 1,
            TurnEffect::LoseCoin => *coins = -1,
        }
    }
    tables
}

/// LL-17: the bits of a family among the factions'.
fn family_bits(family: &str) -> Result<FamilyBits> {
    let factions = data::file()?.factions.iter().flat_map(|faction| &faction.families);
    Ok(factions.enumerate().filter(|(_, known)| *known == family).fold(0, |bits, (k, _)| bits | 1 << k))
}

fn family_tables(cards: &[CardData], factions: bool) -> Result<[FamilyBits; MAX_CARDS]> {
    let mut table = [0; MAX_CARDS];
    for (bits, card) in table.iter_mut().zip(cards).filter(|_| factions) {
        for ability in &card.abilities {
            if let Effect::VpPerFamily { family, .. } | Effect::VpSet { family, .. } = ability {
                *bits |= family_bits(family)?;
            }
        }
    }
    Ok(table)
}

/// The expansion's actions, behind Legends'.
pub(super) fn add_actions(actions: &mut crate::action::ActionSpace, more: &mut Tables, regions: &[String], players: usize) {
    more.ids.go = actions.size();
    more.ids.turn_token = actions.size();
    if more.frantic {
        actions.add("turn_token", "token {}", vec![Axis::numbers("number", 1, players as u32)]);
    } else {
        actions.add("go", "go {}", vec![Axis::new("when", ["first", "last"])]);
    }
    more.ids.thorns = actions.size();
    if more.leader_armies {
        actions.add("thorns", "thorns {}", vec![Axis::new("region", regions)]);
    }
}

/// The expansion's outcomes, behind Legends'.
pub(super) fn add_chances(chances: &mut crate::action::ActionSpace, more: &mut Tables, regions: &[String], players: usize) {
    more.ids.sea = chances.size();
    if more.open_sea {
        chances.add("sea", "sea {}", vec![Axis::new("region", regions)]);
    }
    more.ids.first = chances.size();
    chances.add("first", "first {}", vec![Axis::numbers("seat", 0, players as u32)]);
}
