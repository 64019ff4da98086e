//! The position as a document shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hooks::{Rules, Step};
use super::state::{CITY, HIDDEN_BID, NO_BID, NONE, Phase, Place, State, armies, cities};
use super::types::*;
use super::{Area, NEUTRAL_ARMIES};
use crate::action::{one_of, shorten};
use crate::codec::own::{Named, escape};
use crate::codec::strict::present;
use crate::error::{Error, Result};

/// The `position` of a document. All keys are always there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(in crate::games) phase: String,
    #[serde(deserialize_with = "present")]
    pub(in crate::games) turn: Option<u8>,
    pub(in crate::games) row: Vec<String>,
    pub(in crate::games) players: Vec<Player>,
    pub(in crate::games) neutral: Named<u8>,
    pub(in crate::games) bids: Vec<Option<u8>>,
    pub(in crate::games) tokens: Named<Vec<String>>,
    #[serde(deserialize_with = "present")]
    pub(in crate::games) pending: Option<Pending>,
    pub(in crate::games) prestige: Vec<u16>,
}

/// A player's area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    coins: u16,
    armies: Named<u8>,
    cities: Named<u8>,
    cards: Vec<String>,
    tokens: Vec<String>,
    #[serde(deserialize_with = "present")]
    leader: Option<String>,
    captured: Named<u8>,
}

impl Player {
    /// The cards owned.
    pub(in crate::games) fn cards(&self) -> &[String] {
        &self.cards
    }
}

/// The action at hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    card: String,
    part: u8,
    #[serde(deserialize_with = "present")]
    left: Option<u16>,
    #[serde(deserialize_with = "present")]
    branch: Option<u8>,
}

impl Position {
    /// Whether bids are being made.
    pub(in crate::games) fn is_bidding(&self) -> bool {
        self.phase == "bid"
    }

    /// The seat that acts.
    pub(in crate::games) fn turn(&self) -> Option<u8> {
        self.turn
    }

    /// Sets a seat's bid; gives the one that stood there.
    pub(in crate::games) fn set_bid(&mut self, seat: usize, bid: u8) -> Option<u8> {
        self.bids.get_mut(seat).and_then(|place| place.replace(bid))
    }
}

impl<R: Rules> Area<R> {
    pub(in crate::games) fn region_name(&self, region: usize) -> String {
        self.layout.names.get(region).cloned().unwrap_or_default()
    }

    pub(in crate::games) fn card_name(&self, card: u8) -> String {
        self.card_names.get(card as usize).cloned().unwrap_or_default()
    }

    /// See [`crate::game::Game::position`].
    pub(in crate::games) fn describe(&self, state: &State<R>) -> Position {
        let players = self.common.num_players;
        let board = |owner: usize, count: fn(u8) -> u8| {
            let row = state.units.get(owner).into_iter().flatten().take(self.num_regions).enumerate();
            Named(row.filter(|&(_, &units)| count(units) > 0).map(|(region, &units)| (self.region_name(region), count(units))).collect())
        };
        let token_name = |token: usize| self.tokens.get(token).map(|token| token.name.clone()).unwrap_or_default();
        let player = |seat: usize| {
            let mut tokens: Vec<(u8, String)> = (0..self.tokens.len())
                .filter_map(|token| match state.place_of(token) {
                    Place::Of(owner, rank) if owner as usize == seat => Some((rank, token_name(token))),
                    Place::Of(..) | Place::On(_) | Place::Out => None,
                })
                .collect();
            tokens.sort_unstable();
            let captor = self.leads(state, seat, Leader::RedSorceress);
            let captured = state.captured.iter().take(self.owners).enumerate().filter(|&(_, &count)| captor && count > 0);
            Player {
                coins: state.coins[seat],
                armies: board(seat, armies),
                cities: board(seat, cities),
                cards: self.cards_of(state, seat).iter().map(|&card| self.card_name(card)).collect(),
                tokens: tokens.into_iter().map(|(_, name)| name).collect(),
                leader: self.leader_names.get(state.leaders[seat] as usize).cloned(),
                captured: Named(captured.map(|(owner, &count)| (self.owner_name(owner), count)).collect()),
            }
        };
        let tokens = (0..self.num_regions).filter_map(|region| {
            let names: Vec<String> =
                (0..self.tokens.len()).filter(|&token| state.place_of(token) == Place::On(Region(region as u8))).map(token_name).collect();
            (!names.is_empty()).then(|| (self.region_name(region), names))
        });
        let turn = match state.phase {
            Phase::Leader(seat) | Phase::Bid(seat) | Phase::Take(seat) | Phase::Refill(seat) | Phase::Bonus(seat) => Some(seat),
            Phase::Choose { seat, .. } | Phase::Part { seat, .. } => Some(seat),
            Phase::Extra => Some(0),
            Phase::Neutral(placed) => (!self.random_neutral).then_some(placed % 2),
            Phase::More(step) => step.turn(),
            Phase::Token(_) | Phase::Row | Phase::First | Phase::Over => None,
        };
        let pending = match state.phase {
            Phase::Choose { card, .. } => Some(Pending { card: self.card_name(card), part: 0, left: None, branch: None }),
            Phase::Part { card, part, left, .. } => {
                let branch = (self.cards[Card(card).index()].join == Join::Or).then_some(part);
                Some(Pending { card: self.card_name(card), part, left: Some(left), branch })
            }
            _ => None,
        };
        Position {
            phase: state.phase.word().to_owned(),
            turn,
            row: state.row.iter().take(state.row_len as usize).map(|&card| self.card_name(card)).collect(),
            players: (0..players).map(player).collect(),
            neutral: self.neutral().map(|owner| board(owner.index(), armies)).unwrap_or_default(),
            // With more seats than these words have there are neither bids nor prestige.
            bids: (0..players).map(|seat| state.bids.get(seat).copied().filter(|&bid| bid < HIDDEN_BID)).collect(),
            tokens: Named(tokens.collect()),
            pending,
            prestige: (0..players).map(|seat| state.prestige.get(seat).copied().unwrap_or_default()).collect(),
        }
    }

    fn owner_name(&self, owner: usize) -> String {
        if owner < self.common.num_players { owner.to_string() } else { "neutral".to_owned() }
    }

    pub(in crate::games) fn find(&self, names: &[String], pointer: &str, name: &str) -> Result<u8> {
        names
            .iter()
            .position(|known| known == name)
            .map(|index| index as u8)
            .ok_or_else(|| Error::position("unknown_name", pointer, format!("{:?}", shorten(name)), one_of(names)))
    }

    /// See [`crate::game::Game::from_position`].
    pub(in crate::games) fn state_of(&self, document: &R::Position) -> Result<State<R>> {
        let position = &*R::shared(document);
        let players = self.common.num_players;
        let mut state = self.blank();
        for (pointer, count) in
            [("/players", position.players.len()), ("/bids", position.bids.len()), ("/prestige", position.prestige.len())]
        {
            if count != players {
                return Err(Error::position("wrong_count", pointer, format!("{count} entries"), format!("one a seat: {players}")));
            }
        }
        self.place_tokens(position, &mut state)?;
        for (seat, player) in position.players.iter().enumerate() {
            self.read_player(seat, player, &mut state)?;
        }
        let neutral = self.neutral();
        if neutral.is_none() && !position.neutral.0.is_empty() {
            return Err(Error::position("not_in_play", "/neutral", "neutral armies", "none: they are there with two players only (LG-8)"));
        }
        if let Some(owner) = neutral {
            self.read_board("/neutral", owner, &position.neutral, 1, 63, &mut state)?;
        }
        if position.row.len() > ROW {
            return Err(Error::position("too_many", "/row", format!("{} cards", position.row.len()), "at most 6"));
        }
        for (place, name) in position.row.iter().enumerate() {
            state.row[place] = self.find(&self.card_names, &format!("/row/{place}"), name)?;
        }
        state.row_len = position.row.len() as u8;
        for (seat, bid) in position.bids.iter().enumerate() {
            if let Some(place) = state.bids.get_mut(seat) {
                *place = bid.unwrap_or(NO_BID);
            } else if let Some(bid) = bid {
                return Err(Error::position("not_in_play", format!("/bids/{seat}"), bid, "null: there are no bids"));
            }
            if bid.is_some_and(|bid| bid > self.coins) {
                return Err(Error::position(
                    "out_of_range",
                    format!("/bids/{seat}"),
                    bid.unwrap_or_default(),
                    format!("null or 0 to {}", self.coins),
                ));
            }
        }
        for (seat, prestige) in position.prestige.iter().enumerate() {
            if let Some(place) = state.prestige.get_mut(seat) {
                *place = *prestige;
            } else if *prestige != 0 {
                return Err(Error::position("not_in_play", format!("/prestige/{seat}"), prestige, "0: there is no prestige"));
            }
        }
        state.phase = self.read_phase(position)?;
        R::read_document(self, document, &mut state)?;
        self.derive(&mut state)?;
        self.check_state(&state)?;
        Ok(state)
    }

    fn read_player(&self, seat: usize, player: &Player, state: &mut State<R>) -> Result<()> {
        let pointer = |rest: &str| format!("/players/{seat}/{rest}");
        state.coins[seat] = player.coins;
        self.read_board(&pointer("armies"), Owner(seat as u8), &player.armies, 1, 63, state)?;
        self.read_board(&pointer("cities"), Owner(seat as u8), &player.cities, CITY, 3, state)?;
        if player.cards.len() > self.stride() {
            return Err(Error::position(
                "too_many",
                pointer("cards"),
                format!("{} cards", player.cards.len()),
                format!("at most {}", self.stride()),
            ));
        }
        for (place, name) in player.cards.iter().enumerate() {
            state.owned[seat * self.stride() + place] = self.find(&self.card_names, &format!("/players/{seat}/cards/{place}"), name)?;
        }
        state.num_owned[seat] = player.cards.len() as u8;
        state.leaders[seat] = match &player.leader {
            None => NONE,
            Some(name) if self.leaders_on => self.find(&self.leader_names, &pointer("leader"), name)?,
            Some(name) => {
                return Err(Error::position("not_in_play", pointer("leader"), format!("{name:?}"), "null: the parameter `leaders` is off"));
            }
        };
        for (name, &count) in player.captured.0.iter().map(|(name, count)| (name, count)) {
            let owner = (0..self.owners).find(|&owner| self.owner_name(owner) == *name).ok_or_else(|| {
                Error::position(
                    "unknown_name",
                    pointer(&format!("captured/{}", escape(name))),
                    format!("{:?}", shorten(name)),
                    "a seat or `neutral`",
                )
            })?;
            if !self.leads(state, seat, Leader::RedSorceress) || owner == seat || count == 0 {
                return Err(Error::position(
                    "not_possible",
                    pointer(&format!("captured/{}", escape(name))),
                    count,
                    "armies of others, more than 0, captured by the leader that captures (LG-27)",
                ));
            }
            state.captured[owner] = count;
        }
        Ok(())
    }

    fn read_board(&self, pointer: &str, owner: Owner, board: &Named<u8>, unit: u8, most: u8, state: &mut State<R>) -> Result<()> {
        for (name, count) in &board.0 {
            let region = self.find(&self.layout.names, &format!("{pointer}/{}", escape(name)), name)?;
            if *count == 0 || *count > most {
                return Err(Error::position(
                    "out_of_range",
                    format!("{pointer}/{}", escape(name)),
                    count,
                    "more than 0 and no more than there are",
                ));
            }
            state.units[owner.index()][region as usize] += count * unit;
        }
        Ok(())
    }

    fn place_tokens(&self, position: &Position, state: &mut State<R>) -> Result<()> {
        let names: Vec<String> = self.tokens.iter().map(|token| token.name.clone()).collect();
        let mut seen = vec![false; names.len()];
        let mut once = |pointer: String, name: &str| -> Result<usize> {
            let token = self.find(&names, &pointer, name)? as usize;
            if std::mem::replace(&mut seen[token], true) {
                return Err(Error::position("duplicate_token", pointer, format!("{name:?} again"), "each token in one place"));
            }
            Ok(token)
        };
        for token in 0..names.len() {
            state.set_place(token, Place::Out);
        }
        for (region, lying) in &position.tokens.0 {
            let at = Region(self.find(&self.layout.names, &format!("/tokens/{}", escape(region)), region)?);
            let mut last = None;
            for (place, name) in lying.iter().enumerate() {
                let pointer = format!("/tokens/{}/{place}", escape(region));
                let token = once(pointer.clone(), name)?;
                if last.is_some_and(|last| token < last) {
                    return Err(Error::position("wrong_order", pointer, format!("{name:?}"), "tokens in the order placed"));
                }
                last = Some(token);
                state.set_place(token, Place::On(at));
            }
            if lying.is_empty() {
                return Err(Error::position("empty", format!("/tokens/{}", escape(region)), "[]", "only regions that hold a token"));
            }
        }
        for (seat, player) in position.players.iter().enumerate() {
            for (rank, name) in player.tokens.iter().enumerate() {
                let token = once(format!("/players/{seat}/tokens/{rank}"), name)?;
                state.set_place(token, Place::Of(seat as u8, rank as u8));
            }
        }
        Ok(())
    }

    fn read_phase(&self, position: &Position) -> Result<Phase<R::Step>> {
        let players = self.common.num_players as u8;
        let turn = || {
            position.turn.filter(|&seat| seat < players).ok_or_else(|| {
                Error::position(
                    "wrong_turn",
                    "/turn",
                    position.turn.map_or("null".to_owned(), |seat| seat.to_string()),
                    format!("the seat that acts in `{}`", position.phase),
                )
            })
        };
        let nobody = |phase: Phase<R::Step>| match position.turn {
            None => Ok(phase),
            Some(seat) => Err(Error::position("wrong_turn", "/turn", seat, format!("null in `{}`", position.phase))),
        };
        let phase =
            match position.phase.as_str() {
                "token" => {
                    let lying = |token: &TokenTable| position.tokens.0.iter().any(|(_, names)| names.contains(&token.name));
                    let next = self.tokens.iter().position(|token| token.region.is_none() && !lying(token));
                    nobody(Phase::Token(next.ok_or_else(|| {
                        Error::position("wrong_phase", "/phase", "\"token\"", "a phase with something to do: all tokens lie")
                    })? as u8))?
                }
                "leader" => Phase::Leader(turn()?),
                "row" if R::ROW => nobody(Phase::Row)?,
                "extra" => {
                    if turn()? != 0 {
                        return Err(Error::position("wrong_turn", "/turn", turn()?, "0 in `extra` (LG-7)"));
                    }
                    Phase::Extra
                }
                "neutral" => {
                    let placed: u32 = position.neutral.0.iter().map(|&(_, count)| u32::from(count)).sum();
                    if placed >= u32::from(NEUTRAL_ARMIES) {
                        return Err(Error::position("too_many", "/neutral", placed, "fewer than ten armies while they are placed (LG-8)"));
                    }
                    let phase = Phase::Neutral(placed as u8);
                    if self.random_neutral {
                        nobody(phase)?
                    } else if turn()? == placed as u8 % 2 {
                        phase
                    } else {
                        return Err(Error::position(
                            "wrong_turn",
                            "/turn",
                            turn()?,
                            format!("{} after {placed} neutral armies (LG-8)", placed % 2),
                        ));
                    }
                }
                "bid" if R::ROW => Phase::Bid(turn()?),
                "first" if R::ROW => nobody(Phase::First)?,
                "take" if R::ROW => Phase::Take(turn()?),
                "refill" if R::ROW => Phase::Refill(turn()?),
                "bonus" => Phase::Bonus(turn()?),
                "over" => nobody(Phase::Over)?,
                "action" => return self.read_pending(position, turn()?),
                other => match R::read_step(self, other, position.turn) {
                    Some(step) => Phase::More(step?),
                    None => {
                        return Err(Error::position("unknown_phase", "/phase", format!("{:?}", shorten(other)), one_of(R::INFO.phases)));
                    }
                },
            };
        match &position.pending {
            None => Ok(phase),
            Some(_) => Err(Error::position("not_possible", "/pending", "an action", format!("null in `{}`", position.phase))),
        }
    }

    fn read_pending(&self, position: &Position, seat: u8) -> Result<Phase<R::Step>> {
        let Some(pending) = &position.pending else {
            return Err(Error::position("missing", "/pending", "null", "the action at hand in `action`"));
        };
        let card = self.find(&self.card_names, "/pending/card", &pending.card)?;
        let or = self.cards[Card(card).index()].join == Join::Or;
        match (pending.left, pending.branch) {
            (None, None) if or && pending.part == 0 => Ok(Phase::Choose { seat, card }),
            (Some(left), Some(branch)) if or && pending.part == branch => Ok(Phase::Part { seat, card, part: branch, left }),
            (Some(left), None) if !or => Ok(Phase::Part { seat, card, part: pending.part, left }),
            (left, branch) => Err(Error::position(
                "not_possible",
                "/pending",
                format!("part {}, left {left:?}, branch {branch:?}", pending.part),
                if or { "an `or`: part 0, left null, branch null; or part and branch alike and a left" } else { "branch null and a left" },
            )),
        }
    }
}
