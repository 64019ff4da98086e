//! Decks and tokens, of the box or of one's own, become checked tables (LG-6, LG-25, LG-26, LG-32).

use serde_json::Value;

use super::data::{self, CardData, DeckData, TokenData};
use super::layout::Layout;
use super::types::*;
use crate::action::{one_of, shorten};
use crate::codec::own::require_id;
use crate::error::{Error, Result};

/// The tables of a deck.
pub(in crate::games) struct Deck {
    pub cards: Vec<CardData>,
    pub tables: [CardTable; MAX_CARDS],
    pub in_play: CardSet,
}

/// Effects of one card or token: keeps every sum far inside its word (the page has no bound).
const MAX_EFFECTS: usize = 8;

/// Keys of the breakdown that a card's id would hide.
const PART_KEYS: [&str; 7] = ["regions", "continents", "prestige", "elixirs", "citadels", "tokens", "crystals"];

/// The cards of a named deck, with those of an expansion's box, or of a deck of one's own (LG-32).
pub(in crate::games) fn deck_cards(param: &Value, more: &[CardData]) -> Result<Vec<CardData>> {
    let file = data::cards()?;
    match param {
        Value::String(name) => {
            let overrides = file.decks.get(name).ok_or_else(|| {
                let known: Vec<&String> = file.decks.keys().collect();
                Error::config("unknown_deck", "deck", format!("{:?}", shorten(name)), format!("{}, or a deck as JSON", one_of(&known)))
            })?;
            let mut cards = file.cards.clone();
            for change in &overrides.overrides {
                for card in cards.iter_mut().filter(|card| card.id == change.id) {
                    card.abilities.clone_from(&change.abilities);
                }
            }
            cards.extend_from_slice(more);
            Ok(cards)
        }
        own => Ok(data::read::<DeckData>("deck", own)?.cards),
    }
}

/// LG-6, LG-32: the tables of a deck, of which at least `needed` cards have to be in play.
pub(in crate::games) fn deck(cards: Vec<CardData>, players: usize, needed: u32, rule: &str) -> Result<Deck> {
    if cards.len() > MAX_CARDS {
        return Err(Error::config("too_many", "deck.cards", format!("{} cards", cards.len()), "at most 64 cards (LG-32)"));
    }
    let mut in_play = CardSet::EMPTY;
    for (i, card) in cards.iter().enumerate() {
        check_card(&cards, i, card)?;
        if usize::from(card.min_players) <= players {
            in_play.insert(Card(i as u8));
        }
    }
    if in_play.len() < needed {
        return Err(Error::config(
            "too_few",
            "deck.cards",
            format!("{} cards for {players} players", in_play.len()),
            format!("at least {needed} {rule}"),
        ));
    }
    let mut tables = [CardTable::NONE; MAX_CARDS];
    for card in in_play {
        let Some(entry) = cards.get(card.index()) else { continue };
        tables[card.index()] = card_table(entry, &cards);
    }
    Ok(Deck { cards, tables, in_play })
}

pub(in crate::games) fn family_of(cards: &[CardData], family: &str) -> CardSet {
    cards.iter().enumerate().filter(|(_, card)| card.family.as_deref() == Some(family)).map(|(i, _)| Card(i as u8)).collect()
}

fn check_card(cards: &[CardData], i: usize, card: &CardData) -> Result<()> {
    let field = |rest: &str| format!("deck.cards[{i}]{rest}");
    require_id(&field(".id"), &card.id, false)?;
    if PART_KEYS.contains(&card.id.as_str()) {
        return Err(Error::config("bad_id", field(".id"), format!("{:?}", card.id), "an id that is no key of the breakdown"));
    }
    if cards.iter().take(i).any(|other| other.id == card.id) {
        return Err(Error::config("duplicate_id", field(".id"), format!("{:?} again", card.id), "ids that differ"));
    }
    if let Some(family) = &card.family {
        require_id(&field(".family"), family, false)?;
    }
    if !(2..=6).contains(&card.min_players) {
        return Err(Error::config("out_of_range", field(".min_players"), card.min_players, "a number from 2 to 6"));
    }
    match (card.action.len(), card.join) {
        (1, None) | (2, Some(_)) => {}
        (parts, _) => {
            return Err(Error::config(
                "bad_action",
                field(".action"),
                format!("{parts} parts, join {:?}", card.join),
                "one part, or two with `join`",
            ));
        }
    }
    for (k, part) in card.action.iter().enumerate() {
        if part.n > 99 {
            return Err(Error::config("out_of_range", field(&format!(".action[{k}].n")), part.n, "a number from 0 to 99"));
        }
    }
    if card.abilities.len() > MAX_EFFECTS {
        return Err(Error::config(
            "too_many",
            field(".abilities"),
            format!("{} abilities", card.abilities.len()),
            format!("at most {MAX_EFFECTS}"),
        ));
    }
    let mut points = 0;
    for (k, effect) in card.abilities.iter().enumerate() {
        let place = |name: &str| field(&format!(".abilities[{k}]{name}"));
        let within = |name: &str, value: i16, low: i16| {
            if (low..=99).contains(&value) {
                Ok(())
            } else {
                Err(Error::config("out_of_range", place(name), value, format!("a number from {low} to 99")))
            }
        };
        match effect {
            Effect::Elixir { n } | Effect::PlusArmy { n } | Effect::PlusMove { n } | Effect::Flying { n } | Effect::GainCoins { n } => {
                within(".n", *n, 0)?;
            }
            Effect::Immune {} => {}
            Effect::VpPerFamily { family, vp } => {
                require_id(&place(".family"), family, false)?;
                within(".vp", *vp, 0)?;
            }
            Effect::VpSet { family, size, vp } => {
                require_id(&place(".family"), family, false)?;
                within(".size", *size, 1)?;
                within(".vp", *vp, 0)?;
            }
            Effect::VpPerFlying { vp } => within(".vp", *vp, 0)?,
            Effect::VpPerCoins { vp, per } => {
                within(".vp", *vp, 0)?;
                within(".per", *per, 1)?;
            }
            Effect::Vp { .. } | Effect::WinsTies {} | Effect::Portal {} => {
                return Err(Error::config("unknown_effect", place(""), "an effect of tokens", "an ability of cards (LG-22)"));
            }
        }
        points += u8::from(matches!(
            effect,
            Effect::VpPerFamily { .. } | Effect::VpSet { .. } | Effect::VpPerFlying { .. } | Effect::VpPerCoins { .. }
        ));
    }
    if points > 1 {
        return Err(Error::config("too_many", field(".abilities"), format!("{points} vp_ abilities"), "at most one (LG-32)"));
    }
    Ok(())
}

fn card_table(card: &CardData, cards: &[CardData]) -> CardTable {
    let mut table = CardTable { num_parts: card.action.len() as u8, join: card.join.unwrap_or(Join::And), ..CardTable::NONE };
    for (place, part) in table.parts.iter_mut().zip(&card.action) {
        *place = *part;
    }
    for effect in &card.abilities {
        if let Some((sum, n)) = effect.sum() {
            table.sums[sum as usize] += n;
        }
        match effect {
            Effect::GainCoins { n } => table.coins += n,
            Effect::Immune {} => table.immune = true,
            Effect::VpPerFamily { family, vp } => table.points = Some(Points::PerFamily(family_of(cards, family), i32::from(*vp))),
            Effect::VpSet { family, size, vp } => {
                table.points = Some(Points::Set(family_of(cards, family), u32::from(size.unsigned_abs()), i32::from(*vp)));
            }
            Effect::VpPerFlying { vp } => table.points = Some(Points::PerFlying(i32::from(*vp))),
            Effect::VpPerCoins { vp, per } => table.points = Some(Points::PerCoins(i32::from(*vp), i32::from(*per))),
            Effect::Elixir { .. }
            | Effect::PlusArmy { .. }
            | Effect::PlusMove { .. }
            | Effect::Flying { .. }
            | Effect::Vp { .. }
            | Effect::WinsTies {}
            | Effect::Portal {} => {}
        }
    }
    table
}

pub(in crate::games) fn token_table(
    name: &str,
    kind: TokenKind,
    part: TokenPart,
    region: Option<Region>,
    effects: &[Effect],
) -> TokenTable {
    let mut table = TokenTable { name: name.to_owned(), kind, part, region, sums: [0; SUMS], coins: 0, wins_ties: false };
    for effect in effects {
        if let Some((sum, n)) = effect.sum() {
            table.sums[sum as usize] += n;
        }
        match effect {
            Effect::GainCoins { n } => table.coins += n,
            Effect::WinsTies {} => table.wins_ties = true,
            _ => {}
        }
    }
    table
}

/// LG-26: tokens of one's own.
pub(in crate::games) fn own_tokens(param: &Value, layout: &Layout) -> Result<Vec<TokenTable>> {
    let entries: Vec<TokenData> = data::read("tokens", param)?;
    if entries.len() > 8 {
        return Err(Error::config("too_many", "tokens", format!("{} tokens", entries.len()), "at most 8 (LG-26)"));
    }
    let file = data::cards()?;
    let boxed: Vec<&str> =
        file.tokens.explore.iter().map(|token| token.id.as_str()).chain(file.tokens.citadels.iter().map(String::as_str)).collect();
    let mut tables: Vec<TokenTable> = Vec::new();
    for (i, token) in entries.iter().enumerate() {
        let field = |rest: &str| format!("tokens[{i}]{rest}");
        require_id(&field(".name"), &token.name, false)?;
        if boxed.contains(&token.name.as_str()) || tables.iter().any(|other| other.name == token.name) {
            return Err(Error::config("duplicate_id", field(".name"), format!("{:?} again", token.name), "a name of no other token"));
        }
        let region = match &token.region {
            None => None,
            Some(name) => {
                Some(layout.names.iter().position(|known| known == name).map(|index| Region(index as u8)).ok_or_else(|| {
                    Error::config("unknown_region", field(".region"), format!("{:?}", shorten(name)), one_of(&layout.names))
                })?)
            }
        };
        let kind = match (token.effects.as_slice(), token.on) {
            ([Effect::Portal {}], None) => TokenKind::Portal,
            (_, Some(kind @ (TokenKind::City | TokenKind::Control))) => kind,
            (_, on) => {
                return Err(Error::config(
                    "bad_token",
                    field(".on"),
                    format!("{on:?}"),
                    "\"city\" or \"control\" (none for a lone portal effect)",
                ));
            }
        };
        if token.effects.len() > MAX_EFFECTS {
            return Err(Error::config(
                "too_many",
                field(".effects"),
                format!("{} effects", token.effects.len()),
                format!("at most {MAX_EFFECTS}"),
            ));
        }
        for (k, effect) in token.effects.iter().enumerate() {
            let place = field(&format!(".effects[{k}]"));
            match effect {
                Effect::GainCoins { .. } if kind == TokenKind::Control => {
                    return Err(Error::config("bad_effect", place, "gain_coins", "no coins from a token that is not taken (LG-26)"));
                }
                Effect::Elixir { n }
                | Effect::PlusArmy { n }
                | Effect::PlusMove { n }
                | Effect::Flying { n }
                | Effect::GainCoins { n }
                | Effect::Vp { n } => {
                    if !(-99..=99).contains(n) {
                        return Err(Error::config("out_of_range", format!("{place}.n"), n, "a number from -99 to 99"));
                    }
                }
                Effect::Portal {} if kind == TokenKind::Portal => {}
                Effect::Immune {}
                | Effect::VpPerFamily { .. }
                | Effect::VpSet { .. }
                | Effect::VpPerFlying { .. }
                | Effect::VpPerCoins { .. }
                | Effect::WinsTies {}
                | Effect::Portal {} => {
                    return Err(Error::config(
                        "unknown_effect",
                        place,
                        "an effect that tokens of one's own do not have",
                        "elixir, plus_army, plus_move, flying, gain_coins or vp, each with n; or a lone portal (LG-26)",
                    ));
                }
            }
        }
        tables.push(token_table(&token.name, kind, TokenPart::Own, region, &token.effects));
    }
    Ok(tables)
}

/// LG-25, LG-26: the tokens of the box that the parameters ask for.
pub(in crate::games) fn box_tokens(explore: bool, citadels: bool) -> Result<Vec<TokenTable>> {
    let file = data::cards()?;
    let mut tokens = Vec::new();
    if explore {
        for token in &file.tokens.explore {
            tokens.push(token_table(&token.id, TokenKind::City, TokenPart::Explore, None, &token.effects));
        }
    }
    if citadels {
        for name in &file.tokens.citadels {
            tokens.push(token_table(name, TokenKind::Control, TokenPart::Citadel, None, &[Effect::Vp { n: 1 }]));
        }
    }
    Ok(tokens)
}
