//! The position, and the view, as a document shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::legal::dice_of;
use super::state::{DISCARD, NONE, Phase, State};
use super::types::*;
use super::{Empire, INFO};
use crate::action::{one_of, shorten};
use crate::codec::own::Named;
use crate::error::{Error, Result};
use crate::mechanics::words::NOBODY;

/// The `position` of a document, and its `view`. All keys are always there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    lands: Named<Holding>,
    pub(super) hands: Vec<Shown>,
    discard: Vec<String>,
    turn: Holder,
    round: i64,
    phase: String,
    reserve: i64,
    initial: Vec<i64>,
    pub(super) chosen: Shown,
    #[serde(deserialize_with = "required")]
    battle: Option<Battle>,
    freed: bool,
    bonus_used: bool,
    #[serde(deserialize_with = "required")]
    fortify: Option<Moving>,
    moves: i64,
    out: Vec<i64>,
}

/// Keeps a key that may be null from being left out.
fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> std::result::Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Owner and units of a land.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
struct Holding(Option<Holder>, i64);

/// A seat, or `neutral`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Holder {
    Seat(i64),
    Word(String),
}

/// Cards, or in a view how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Shown {
    /// In the deck's order.
    Names(Vec<String>),
    /// Of hidden cards.
    Count(i64),
}

impl Default for Shown {
    fn default() -> Self {
        Self::Names(Vec::new())
    }
}

impl Shown {
    /// The names; hidden ones are no position.
    fn names(&self, pointer: &str) -> Result<&[String]> {
        match self {
            Self::Names(names) => Ok(names),
            Self::Count(count) => Err(Error::position("hidden", pointer, count, "a list of cards")),
        }
    }

    /// The count; names are not for every eye.
    pub(super) fn count(&self, pointer: &str) -> Result<u8> {
        match self {
            Self::Names(_) => Err(Error::position("not_hidden", pointer, "cards", "a number: the cards of others are hidden (EM-21)")),
            Self::Count(count) => u8::try_from(*count)
                .ok()
                .filter(|&count| usize::from(count) <= MAX_CARDS)
                .ok_or_else(|| Error::position("out_of_range", pointer, count, format!("a number from 0 to {MAX_CARDS}"))),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Battle {
    from: String,
    to: String,
    dice: i64,
    blitz: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Moving {
    from: String,
    #[serde(deserialize_with = "required")]
    to: Option<String>,
}

impl Position {
    /// The seat whose turn it is, if it is one.
    pub(super) fn turn_seat(&self) -> Option<u8> {
        match self.turn {
            Holder::Seat(seat) => u8::try_from(seat).ok().filter(|&seat| seat < INFO.players.1),
            Holder::Word(_) => None,
        }
    }
}

impl Empire {
    /// The rules page's word for a phase.
    pub(super) const fn word(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::Deal if self.claim => "claim",
            Phase::Deal => "deal",
            Phase::Setup => "setup",
            Phase::Trade { .. } => "trade",
            Phase::Reinforce { .. } => "reinforce",
            Phase::Attack => "attack",
            Phase::Roll { .. } => "roll",
            Phase::Occupy { .. } => "occupy",
            Phase::Fortify { .. } => "fortify",
            Phase::FortifyTo { .. } => "fortify_to",
            Phase::FortifyUnits { .. } => "fortify_units",
            Phase::Draw => "draw",
            Phase::Over => "over",
        }
    }

    pub(super) fn land_name(&self, land: Land) -> &str {
        self.map.names.get(land.index()).map_or("", String::as_str)
    }

    fn card_names(&self, cards: CardSet) -> Vec<String> {
        cards.into_iter().filter_map(|card| self.map.cards.get(card.0 as usize)).cloned().collect()
    }

    fn holder(&self, owner: u8) -> Holder {
        if self.is_neutral(owner) { Holder::Word("neutral".to_owned()) } else { Holder::Seat(i64::from(owner)) }
    }

    /// Seats without a land, after the set-up.
    fn out(&self, state: &State) -> Vec<i64> {
        if matches!(state.phase, Phase::Deal | Phase::Setup) {
            return Vec::new();
        }
        let seats = state.held.iter().take(self.common.num_players);
        (0..).zip(seats).filter(|&(_, &held)| held == 0).map(|(seat, _)| seat).collect()
    }

    /// See [`crate::game::Game::position`].
    pub(super) fn describe(&self, state: &State) -> Position {
        let holding = |land: Land| {
            let owner = state.owner(land);
            Holding((owner != NOBODY).then(|| self.holder(owner)), i64::from(state.units(land)))
        };
        let name = |land: Land| self.land_name(land).to_owned();
        let (mut reserve, mut chosen, mut moves) = (0, CardSet::EMPTY, 0);
        let (mut battle, mut fortify) = (None, None);
        match state.phase {
            Phase::Trade { reserve: units, chosen: cards } => {
                reserve = units;
                chosen = cards.into_iter().filter(|&card| card != NONE).map(Card).collect();
            }
            Phase::Reinforce { reserve: units } => reserve = units,
            Phase::Roll { from, to, blitz } => {
                let (dice, _) = dice_of(state.units(from), state.units(to));
                battle = Some(Battle { from: name(from), to: name(to), dice: i64::from(dice), blitz });
            }
            Phase::Occupy { from, to, dice, blitz } => {
                battle = Some(Battle { from: name(from), to: name(to), dice: i64::from(dice), blitz });
            }
            Phase::Fortify { moves: made } => moves = made,
            Phase::FortifyTo { from, moves: made } => (fortify, moves) = (Some(Moving { from: name(from), to: None }), made),
            Phase::FortifyUnits { from, to, moves: made } => {
                (fortify, moves) = (Some(Moving { from: name(from), to: Some(name(to)) }), made);
            }
            Phase::Deal | Phase::Setup | Phase::Attack | Phase::Draw | Phase::Over => {}
        }
        Position {
            lands: Named(self.map.all.into_iter().map(|land| (name(land), holding(land))).collect()),
            hands: (0..self.common.num_players as u8).map(|seat| Shown::Names(self.card_names(state.hand(seat)))).collect(),
            discard: self.card_names(CardSet(state.cards.of(DISCARD))),
            turn: self.holder(state.turn),
            round: i64::from(state.round),
            phase: self.word(state.phase).to_owned(),
            reserve: i64::from(reserve),
            initial: state.initial.iter().take(self.owners).map(|&units| i64::from(units)).collect(),
            chosen: Shown::Names(self.card_names(chosen)),
            battle,
            freed: state.freed,
            bonus_used: state.bonus_used,
            fortify,
            moves: i64::from(moves),
            out: self.out(state),
        }
    }

    /// See [`crate::game::Game::from_position`].
    pub(super) fn state_of(&self, position: &Position) -> Result<State> {
        let mut state = self.raw_state(position)?;
        self.derive(&mut state);
        self.check_document(position, &state)?;
        self.check_state(&state)?;
        Ok(state)
    }

    /// What a document says that follows from the rest: who is out.
    pub(super) fn check_document(&self, position: &Position, state: &State) -> Result<()> {
        let out = self.out(state);
        if position.out == out {
            return Ok(());
        }
        let expected = if matches!(state.phase, Phase::Deal | Phase::Setup) {
            "[] in the set-up".to_owned()
        } else {
            format!("the seats without a land: {out:?}")
        };
        Err(Error::position("wrong_out", "/out", format!("{:?}", position.out), expected))
    }

    /// The state that a document tells, as far as it can be told; whether it holds is for [`Empire::check_state`] to say.
    pub(super) fn raw_state(&self, position: &Position) -> Result<State> {
        let players = self.common.num_players;
        let mut state = self.blank();
        for (pointer, count, expected) in [("/hands", position.hands.len(), players), ("/initial", position.initial.len(), self.owners)] {
            if count != expected {
                return Err(Error::position("wrong_count", pointer, format!("{count} entries"), format!("{expected} entries")));
            }
        }
        self.read_lands(position, &mut state)?;
        let mut seen = CardSet::EMPTY;
        for (seat, hand) in (0..).zip(&position.hands) {
            let pointer = format!("/hands/{seat}");
            self.read_cards(&pointer, hand.names(&pointer)?, seat, &mut seen, &mut state)?;
        }
        self.read_cards("/discard", &position.discard, DISCARD, &mut seen, &mut state)?;
        state.turn = self.read_holder("/turn", &position.turn)?;
        state.round = number("/round", position.round, 1, u32::MAX)?;
        for (owner, (place, &units)) in state.initial.iter_mut().zip(&position.initial).enumerate() {
            *place = number(&format!("/initial/{owner}"), units, 0, u32::from(MOST_UNITS))? as u16;
        }
        state.freed = position.freed;
        state.bonus_used = position.bonus_used;
        state.phase = self.read_phase(position, &state)?;
        Ok(state)
    }

    fn read_holder(&self, pointer: &str, holder: &Holder) -> Result<u8> {
        let owner = match holder {
            Holder::Seat(seat) => u8::try_from(*seat).ok().filter(|&seat| !self.is_neutral(seat)),
            Holder::Word(word) => self.neutral().filter(|_| word == "neutral"),
        };
        owner.ok_or_else(|| {
            let (seats, neutral) = (self.common.num_players - 1, if self.neutral().is_some() { " or \"neutral\"" } else { "" });
            let shown = match holder {
                Holder::Seat(seat) => seat.to_string(),
                Holder::Word(word) => format!("{:?}", shorten(word)),
            };
            Error::position("unknown_owner", pointer, shown, format!("a seat from 0 to {seats}{neutral}"))
        })
    }

    fn read_lands(&self, position: &Position, state: &mut State) -> Result<()> {
        let mut seen = LandSet::EMPTY;
        for (place, (name, Holding(owner, units))) in position.lands.0.iter().enumerate() {
            let pointer = format!("/lands/{name}");
            // A document that we wrote has the map's order.
            let at = if self.map.names.get(place) == Some(name) { Ok(Land(place as u8)) } else { self.find_land(&pointer, name) };
            let land = at?;
            seen.insert(land);
            state.units[land.index()] = number(&format!("{pointer}/1"), *units, 0, u32::from(MOST_UNITS))? as u16;
            let owner = owner.as_ref().map_or(Ok(NOBODY), |owner| self.read_holder(&format!("{pointer}/0"), owner))?;
            state.owners.give(land.index(), owner);
        }
        match (self.map.all - seen).into_iter().next() {
            Some(land) => Err(Error::position("missing", format!("/lands/{}", self.land_name(land)), "nothing", "all lands of the map")),
            None => Ok(()),
        }
    }

    fn find_land(&self, pointer: &str, name: &str) -> Result<Land> {
        let place = self.map.names.iter().position(|known| known == name);
        place
            .map(|land| Land(land as u8))
            .ok_or_else(|| Error::position("unknown_land", pointer, format!("{:?}", shorten(name)), one_of(&self.map.names)))
    }

    /// Cards in the deck's order, each in one place.
    fn read_cards(&self, pointer: &str, names: &[String], holder: u8, seen: &mut CardSet, state: &mut State) -> Result<()> {
        let mut last = None;
        for (place, name) in names.iter().enumerate() {
            let pointer = format!("{pointer}/{place}");
            let card = self.find_card(&pointer, name)?;
            if seen.contains(card) {
                return Err(Error::position("duplicate_card", pointer, format!("{name:?} again"), "each card in one place"));
            }
            if last.is_some_and(|last| card < last) {
                return Err(Error::position("wrong_order", pointer, format!("{name:?}"), "cards in the deck's order"));
            }
            last = Some(card);
            seen.insert(card);
            state.cards.give(card.0 as usize, holder);
        }
        Ok(())
    }

    fn find_card(&self, pointer: &str, name: &str) -> Result<Card> {
        let place = self.map.cards.iter().position(|known| known == name);
        place
            .map(|card| Card(card as u8))
            .ok_or_else(|| Error::position("unknown_card", pointer, format!("{:?}", shorten(name)), one_of(&self.map.cards)))
    }

    fn read_phase(&self, position: &Position, state: &State) -> Result<Phase> {
        let reserve = number("/reserve", position.reserve, 0, u32::MAX)?;
        let moves = number("/moves", position.moves, 0, u32::from(u8::MAX))? as u8;
        let chosen = self.read_chosen(position)?;
        let phase = match (position.phase.as_str(), &position.battle, &position.fortify) {
            ("deal", ..) if !self.claim => Phase::Deal,
            ("claim", ..) if self.claim => Phase::Deal,
            ("setup", ..) => Phase::Setup,
            ("trade", ..) => Phase::Trade { reserve, chosen },
            ("reinforce", ..) => Phase::Reinforce { reserve },
            ("attack", ..) => Phase::Attack,
            ("roll", Some(battle), _) => {
                let (from, to) = self.read_battle(battle)?;
                let (dice, _) = dice_of(state.units(from), state.units(to));
                if battle.dice != i64::from(dice) {
                    let expected = format!("{dice}: as many as may be rolled (EM-9)");
                    return Err(Error::position("wrong_dice", "/battle/dice", battle.dice, expected));
                }
                Phase::Roll { from, to, blitz: battle.blitz }
            }
            ("occupy", Some(battle), _) => {
                let (from, to) = self.read_battle(battle)?;
                Phase::Occupy { from, to, dice: number("/battle/dice", battle.dice, 1, 3)? as u8, blitz: battle.blitz }
            }
            ("roll" | "occupy", None, _) => return Err(Error::position("missing", "/battle", "null", "the battle at hand")),
            ("fortify", ..) => Phase::Fortify { moves },
            ("fortify_to", _, Some(Moving { from, to: None })) => Phase::FortifyTo { from: self.find_land("/fortify/from", from)?, moves },
            ("fortify_units", _, Some(Moving { from, to: Some(to) })) => {
                Phase::FortifyUnits { from: self.find_land("/fortify/from", from)?, to: self.find_land("/fortify/to", to)?, moves }
            }
            ("fortify_to" | "fortify_units", _, None) => {
                return Err(Error::position("missing", "/fortify", "null", "the move at hand"));
            }
            ("fortify_to", ..) => return Err(Error::position("not_possible", "/fortify/to", "a land", "null in `fortify_to`")),
            ("fortify_units", ..) => return Err(Error::position("missing", "/fortify/to", "null", "a land in `fortify_units`")),
            ("draw", ..) => Phase::Draw,
            ("over", ..) => Phase::Over,
            (word @ ("deal" | "claim"), ..) => {
                let expected = format!("a phase that the parameters allow: `{}`", self.word(Phase::Deal));
                return Err(Error::position("wrong_phase", "/phase", format!("{word:?}"), expected));
            }
            (other, ..) => {
                return Err(Error::position("unknown_phase", "/phase", format!("{:?}", shorten(other)), one_of(INFO.phases)));
            }
        };
        let fighting = matches!(phase, Phase::Roll { .. } | Phase::Occupy { .. });
        let moving = matches!(phase, Phase::FortifyTo { .. } | Phase::FortifyUnits { .. });
        let trading = matches!(phase, Phase::Trade { .. });
        let idle = [
            ("/battle", position.battle.is_some() && !fighting, "a battle", "null"),
            ("/fortify", position.fortify.is_some() && !moving, "a move", "null"),
            ("/chosen", chosen != [NONE; 2] && !trading, "cards", "[]"),
            ("/reserve", reserve != 0 && !trading && !matches!(phase, Phase::Reinforce { .. }), "units", "0"),
            ("/moves", moves != 0 && !moving && !matches!(phase, Phase::Fortify { .. }), "moves", "0"),
        ];
        match idle.into_iter().find(|&(_, wrong, ..)| wrong) {
            Some((pointer, _, value, expected)) => {
                Err(Error::position("not_possible", pointer, value, format!("{expected} in `{}`", position.phase)))
            }
            None => Ok(phase),
        }
    }

    fn read_battle(&self, battle: &Battle) -> Result<(Land, Land)> {
        Ok((self.find_land("/battle/from", &battle.from)?, self.find_land("/battle/to", &battle.to)?))
    }

    fn read_chosen(&self, position: &Position) -> Result<[u8; 2]> {
        let mut chosen = [NONE; 2];
        let names = position.chosen.names("/chosen")?;
        if names.len() > chosen.len() {
            return Err(Error::position("too_many", "/chosen", format!("{} cards", names.len()), "at most 2: the third makes the set"));
        }
        for (place, name) in chosen.iter_mut().zip(names) {
            *place = self.find_card("/chosen", name)?.0;
        }
        Ok(chosen)
    }
}

fn number(pointer: &str, value: i64, least: u32, most: u32) -> Result<u32> {
    u32::try_from(value)
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| Error::position("out_of_range", pointer, value, format!("a whole number from {least} to {most}")))
}
