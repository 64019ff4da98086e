//! Every invariant of a state, each once, told by JSON pointer into its position.

use super::hooks::{Rules, Stage, Step};
use super::state::{NO_BID, NONE, NOT_PLACED, OWNED, Phase, Place, State, cities};
use super::types::*;
use super::{Area, FirstPlayer, NEUTRAL_ARMIES};
use crate::error::{Error, Result};

/// Far above what any game can bring, and far inside the word.
const MOST_COINS: u16 = 20_000;

impl<S: Step> Phase<S> {
    pub(in crate::games) fn stage(self) -> Stage {
        match self {
            Self::Token(_) => Stage::Tokens,
            Self::Leader(_) => Stage::Leaders,
            Self::Row => Stage::Cards,
            Self::Extra => Stage::Extra,
            Self::Neutral(_) => Stage::Neutral,
            Self::Bid(_) | Self::First => Stage::Bids,
            Self::Take(_) | Self::Choose { .. } | Self::Part { .. } | Self::Refill(_) => Stage::Play,
            Self::Bonus(_) | Self::Over => Stage::Over,
            Self::More(step) => step.stage(),
        }
    }
}

/// An error of a position.
pub(in crate::games) fn refuse<T>(
    code: &'static str,
    pointer: impl Into<String>,
    value: impl std::fmt::Display,
    expected: impl Into<String>,
) -> Result<T> {
    Err(Error::position(code, pointer, value, expected))
}

impl<R: Rules> Area<R> {
    /// See [`crate::game::Game::check`].
    pub(in crate::games) fn check_state(&self, state: &State<R>) -> Result<()> {
        self.check_carried(state)?;
        self.check_phase(state)?;
        self.check_tokens(state)?;
        self.check_leaders(state)?;
        self.check_pieces(state)?;
        self.check_bids(state)?;
        self.check_prestige(state)?;
        R::check(self, state)?;
        self.check_pending(state)
    }

    /// What is carried equals what it follows from, and nothing stands where nothing can.
    fn check_carried(&self, state: &State<R>) -> Result<()> {
        let mut derived = *state;
        self.derive(&mut derived)?;
        let (players, owners, stride) = (self.common.num_players, self.owners, self.stride());
        let behind =
            |seat: usize| state.owned[seat * stride + state.num_owned[seat] as usize..(seat + 1) * stride].iter().any(|&card| card != NONE);
        let outside = state.units[owners..].iter().flatten().any(|&units| units != 0)
            || state.units.iter().any(|row| row[self.num_regions..].iter().any(|&units| units != 0))
            || (0..players).any(behind)
            || state.owned[players * stride..OWNED].iter().any(|&card| card != NONE)
            || state.row[state.row_len as usize..].iter().any(|&card| card != NONE)
            || state.tokens[self.tokens.len()..].iter().any(|&place| place != NOT_PLACED)
            || state.coins[players..].iter().any(|&coins| coins != 0)
            || state.num_owned[players..].iter().any(|&count| count != 0)
            || state.leaders[players..].iter().any(|&leader| leader != NONE);
        if derived == *state && !outside {
            Ok(())
        } else {
            refuse("inconsistent", "", "a state whose carried words differ", "carried words that follow from the position")
        }
    }

    /// The parameters allow the phase.
    fn check_phase(&self, state: &State<R>) -> Result<()> {
        let players = self.common.num_players as u8;
        let (seat, possible) = match state.phase {
            Phase::Token(token) => (0, self.tokens.get(token as usize).is_some_and(|token| token.region.is_none())),
            Phase::Leader(seat) => (seat, self.leaders_on && self.named_leaders.is_none()),
            Phase::Row => (0, R::ROW),
            Phase::Over => (0, true),
            Phase::More(step) => (0, R::allows(self, state, step)),
            Phase::Extra => (0, self.extra_army),
            Phase::Neutral(placed) => (0, self.neutral().is_some() && placed < NEUTRAL_ARMIES),
            Phase::Bid(seat) => (seat, self.has_bids()),
            Phase::First => (0, self.first_player == FirstPlayer::BidDie && self.highest_bidders(state).count_ones() > 1),
            Phase::Take(seat) | Phase::Refill(seat) => (seat, R::ROW),
            Phase::Choose { seat, .. } | Phase::Part { seat, .. } => (seat, true),
            Phase::Bonus(seat) => (seat, self.leads(state, seat as usize, Leader::FairyQueen)),
        };
        if seat >= players {
            return refuse("out_of_range", "/turn", seat, format!("a seat from 0 to {}", players - 1));
        }
        if possible {
            Ok(())
        } else {
            refuse("wrong_phase", "/phase", format!("{:?}", state.phase.word()), "a phase that the parameters and the position allow")
        }
    }

    /// LG-25, LG-26.
    fn check_tokens(&self, state: &State<R>) -> Result<()> {
        let now = match state.phase {
            Phase::Token(token) => token as usize,
            _ => self.tokens.len(),
        };
        let preset = self.tokens.iter().filter_map(|token| token.region).fold(self.kept_free, |set, region| set | RegionSet::of(region));
        let room = self.num_regions - preset.len() as usize;
        let mut by_chance = 0;
        let mut used = preset;
        let mut ranks = [0_u32; MAX_OWNERS];
        for (index, token) in self.tokens.iter().enumerate() {
            let place = state.place_of(index);
            let canonical = match place {
                Place::Out => state.tokens[index] == NOT_PLACED,
                Place::On(region) => (region.0 as usize) < self.num_regions,
                Place::Of(seat, rank) => {
                    let fits = (seat as usize) < self.common.num_players;
                    if fits {
                        ranks[seat as usize] |= 1 << rank;
                    }
                    fits && token.kind == TokenKind::City && state.phase.stage() >= Stage::Play
                }
            };
            let placed = match token.region {
                Some(region) => place == Place::On(region) || matches!(place, Place::Of(..)),
                None => {
                    let expected = index < now && by_chance < room;
                    by_chance += 1;
                    match place {
                        Place::Out => !expected,
                        Place::Of(..) => expected,
                        Place::On(region) => {
                            let free = !used.contains(region);
                            used.insert(region);
                            expected && free
                        }
                    }
                }
            };
            if !canonical || !placed {
                return refuse(
                    "bad_token",
                    "/tokens",
                    format!("{:?} out of place", token.name),
                    "each token placed as LG-25 and LG-26 say",
                );
            }
        }
        if now < self.tokens.len() && by_chance_before(&self.tokens, now) >= room {
            return refuse("wrong_phase", "/phase", "\"token\"", "a region for the token to be placed");
        }
        if ranks.iter().any(|&set| set & (set + 1) != 0) {
            return refuse("bad_token", "/players", "a gap in the order of tokens taken", "tokens in the order taken");
        }
        Ok(())
    }

    /// LG-27.
    fn check_leaders(&self, state: &State<R>) -> Result<()> {
        let dealt = match state.phase {
            Phase::Leader(seat) => seat as usize,
            phase if phase.stage() < Stage::Leaders => 0,
            _ => self.common.num_players,
        };
        for seat in 0..self.common.num_players {
            let leader = state.leaders[seat];
            let pointer = || format!("/players/{seat}/leader");
            if let Some(named) = &self.named_leaders {
                if named.get(seat) != Some(&leader) {
                    return refuse("wrong_leader", pointer(), leader_text(self, leader), "the leader that the parameter names");
                }
            } else if self.leaders_on && seat < dealt {
                if leader as usize >= self.leader_names.len() || state.leaders[..seat].contains(&leader) {
                    return refuse("wrong_leader", pointer(), leader_text(self, leader), "a leader that no other seat has");
                }
            } else if leader != NONE {
                return refuse("wrong_leader", pointer(), leader_text(self, leader), "null: not dealt");
            }
        }
        let captor = (0..self.common.num_players).find(|&seat| self.leads(state, seat, Leader::RedSorceress));
        let captured = state
            .captured
            .iter()
            .enumerate()
            .any(|(owner, &count)| count > 0 && (captor.is_none() || captor == Some(owner) || owner >= self.owners));
        if captured || state.phase.stage() < Stage::Play && state.captured.iter().any(|&count| count > 0) {
            return refuse("not_possible", "/players", "captured armies", "none but by the leader that captures, in play (LG-27)");
        }
        Ok(())
    }

    /// LG-7, LG-8: armies and cities, by how far the game has come.
    fn check_pieces(&self, state: &State<R>) -> Result<()> {
        let stage = state.phase.stage();
        for seat in 0..self.common.num_players {
            let on_board = self.armies - state.supply[seat] - state.captured[seat];
            let at_start = self.armies_at_start(state, seat);
            let expected = match stage {
                Stage::Tokens | Stage::Leaders => Some(0),
                Stage::Cards | Stage::Extra => Some(at_start),
                Stage::Neutral | Stage::Bids => Some(at_start + u8::from(self.extra_army)),
                Stage::Play | Stage::Over => None,
            };
            if expected.is_some_and(|expected| on_board != expected) {
                return refuse(
                    "wrong_count",
                    format!("/players/{seat}/armies"),
                    on_board,
                    format!("{} in phase `{}`", expected.unwrap_or_default(), state.phase.word()),
                );
            }
            if stage < Stage::Play && state.units[seat].iter().any(|&units| cities(units) > 0) {
                return refuse("not_possible", format!("/players/{seat}/cities"), "cities", "none in the set-up");
            }
            let coins = state.coins[seat];
            if coins > MOST_COINS || stage < Stage::Play && coins != u16::from(self.coins) {
                let expected =
                    if coins > MOST_COINS { format!("at most {MOST_COINS}") } else { format!("{} in the set-up (LG-9)", self.coins) };
                return refuse("out_of_range", format!("/players/{seat}/coins"), coins, expected);
            }
        }
        if let Some(owner) = self.neutral() {
            let on_board: u32 = state.units[owner.index()].iter().map(|&units| u32::from(units)).sum();
            let expected = match state.phase {
                Phase::Neutral(placed) => Some(u32::from(placed)),
                _ if stage < Stage::Neutral => Some(0),
                Phase::Bid(_) | Phase::First => Some(u32::from(NEUTRAL_ARMIES)),
                _ => None,
            };
            if expected.is_some_and(|expected| on_board != expected) {
                return refuse(
                    "wrong_count",
                    "/neutral",
                    on_board,
                    format!("{} in phase `{}` (LG-8)", expected.unwrap_or_default(), state.phase.word()),
                );
            }
        }
        Ok(())
    }

    /// LG-10.
    fn check_bids(&self, state: &State<R>) -> Result<()> {
        let made = match state.phase {
            _ if !self.has_bids() => 0,
            Phase::Bid(seat) => seat as usize,
            Phase::First => self.common.num_players,
            phase if phase.stage() >= Stage::Play => self.common.num_players,
            _ => 0,
        };
        for (seat, &bid) in state.bids.iter().enumerate() {
            let fits = if seat < made { bid <= self.coins } else { bid == NO_BID };
            if !fits {
                let value = if bid == NO_BID { "null".to_owned() } else { bid.to_string() };
                return refuse(
                    "wrong_bid",
                    format!("/bids/{seat}"),
                    value,
                    if seat < made { format!("0 to {} (LG-10)", self.coins) } else { "null: no bid yet".to_owned() },
                );
            }
        }
        Ok(())
    }

    /// LG-6, LG-18: how long the row is.
    pub(in crate::games) fn check_row(&self, state: &State<R>) -> Result<()> {
        let length = state.row_len as usize;
        let deck_out = state.pile.is_empty();
        let (fits, expected) = match state.phase {
            Phase::Token(_) | Phase::Leader(_) => (length == 0, "no cards yet"),
            Phase::Row => (length < ROW && !deck_out, "fewer than six cards while it is laid out"),
            Phase::Choose { .. } | Phase::Part { .. } => {
                (length == ROW - 1 || length < ROW && deck_out, "five cards, or fewer when the deck is out")
            }
            Phase::Refill(_) => (length == ROW - 1 && !deck_out, "five cards, and a deck to draw from"),
            Phase::Take(_) => (length == ROW || deck_out && length > 0, "six cards, or fewer when the deck is out"),
            Phase::Bonus(_) => (length > 0 && (length == ROW || deck_out), "six cards, or fewer when the deck is out, but not none"),
            // The Fairy Queen has taken one more.
            Phase::Over if self.queen(state).is_some() => {
                (length == ROW - 1 || deck_out && length < ROW, "five cards, or fewer when the deck is out")
            }
            Phase::Over => (length == ROW || deck_out, "six cards, or fewer when the deck is out"),
            Phase::Extra | Phase::Neutral(_) | Phase::Bid(_) | Phase::First | Phase::More(_) => {
                (length == ROW || deck_out, "six cards, or fewer when the deck is out")
            }
        };
        if fits { Ok(()) } else { refuse("wrong_count", "/row", format!("{length} cards"), expected) }
    }

    /// The seat that takes a card at the end (LG-27).
    pub(in crate::games) fn queen(&self, state: &State<R>) -> Option<usize> {
        (0..self.common.num_players).find(|&seat| self.leads(state, seat, Leader::FairyQueen))
    }

    /// LG-12, LG-19: seats take turns, so from the one to move on nobody owns fewer cards than the one before, and one more at most.
    pub(in crate::games) fn check_turns(&self, state: &State<R>) -> Result<()> {
        let players = self.common.num_players;
        let counts = &state.num_owned[..players];
        let wrong = |expected: String| refuse("wrong_count", "/players", format!("{counts:?} cards"), expected);
        let (seat, taken) = match state.phase {
            Phase::Take(seat) => (seat as usize, 0),
            Phase::Choose { seat, .. } | Phase::Part { seat, .. } | Phase::Refill(seat) => (seat as usize, 1),
            Phase::Bonus(_) | Phase::Over => return self.check_end(state),
            _ if counts.iter().all(|&count| count == 0) => return Ok(()),
            _ => return wrong("no cards in the set-up".to_owned()),
        };
        let Some(before) = counts[seat].checked_sub(taken).filter(|&before| before < self.cards_to_own) else {
            return wrong(format!("the seat that acts with at most {} cards, the one just taken included", self.cards_to_own));
        };
        let mut least = before;
        for step in 1..players {
            let count = counts[(seat + step) % players];
            if count < least || count > before + 1 {
                return wrong(format!("seats in turn: seat {seat} and those behind it {before}, those that have moved {}", before + 1));
            }
            least = count;
        }
        Ok(())
    }

    /// LG-19, LG-27, LG-28: the game is over by what all own.
    fn check_end(&self, state: &State<R>) -> Result<()> {
        let players = self.common.num_players;
        let mut counts = state.num_owned;
        // The Fairy Queen's last card; she goes without if the row is empty.
        if state.phase == Phase::Over
            && let Some(queen) = self.queen(state)
            && (state.row_len > 0 || counts[..players].iter().any(|&count| count != counts[queen]))
        {
            let Some(count) = counts[queen].checked_sub(1) else {
                return refuse("wrong_count", format!("/players/{queen}/cards"), 0, "the card taken at the end (LG-27)");
            };
            counts[queen] = count;
        }
        let all = counts[0];
        let limit = self.rounds && all > 0 && state.prestige[..players].iter().any(|&prestige| prestige >= self.prestige_limit);
        let ended = counts[..players].iter().all(|&count| count == all) && (all == self.cards_to_own || limit && all < self.cards_to_own);
        if ended {
            Ok(())
        } else {
            refuse(
                "wrong_count",
                "/players",
                format!("{:?} cards", &state.num_owned[..players]),
                format!("{} a seat at the end (LG-19, LG-28)", self.cards_to_own),
            )
        }
    }

    /// LG-28.
    fn check_prestige(&self, state: &State<R>) -> Result<()> {
        for (seat, &prestige) in state.prestige.iter().enumerate() {
            let nothing = !self.rounds || seat >= self.common.num_players || state.phase.stage() < Stage::Play;
            let running = state.phase.stage() == Stage::Play && prestige >= self.prestige_limit;
            if nothing && prestige != 0 || running {
                return refuse(
                    "out_of_range",
                    format!("/prestige/{seat}"),
                    prestige,
                    if nothing { "0".to_owned() } else { format!("below {} while the game runs (LG-28)", self.prestige_limit) },
                );
            }
        }
        Ok(())
    }

    /// LG-13: the part at hand has a step, and no more left than it can be worth.
    fn check_pending(&self, state: &State<R>) -> Result<()> {
        let (seat, card) = match state.phase {
            Phase::Choose { seat, card } | Phase::Part { seat, card, .. } => (seat, card),
            _ => return Ok(()),
        };
        if self.cards_of(state, seat as usize).last() != Some(&card) {
            return refuse(
                "wrong_card",
                "/pending/card",
                self.card_names.get(card as usize).map_or("?", String::as_str),
                "the last card of the seat that acts",
            );
        }
        let table = &self.cards[Card(card).index()];
        match state.phase {
            Phase::Part { part, left, .. } => {
                if part >= table.num_parts {
                    return refuse("out_of_range", "/pending/part", part, format!("a part below {}", table.num_parts));
                }
                let entry = table.parts[part as usize & 1];
                let most = self.most_worth(entry);
                if left == 0 || u32::from(left) > most {
                    return refuse("out_of_range", "/pending/left", left, format!("a number from 1 to {most}"));
                }
                if !self.has_step(state, seat, entry.kind, left) {
                    return refuse(
                        "not_possible",
                        "/pending/left",
                        left,
                        "a part with a legal step: others are over without asking (LG-13)",
                    );
                }
            }
            _ => {
                if table.join != Join::Or
                    || !table.parts.iter().any(|&part| self.has_step(state, seat, part.kind, self.worth(state, seat, part)))
                {
                    return refuse("not_possible", "/pending", "an open branch", "an `or` with a legal first step (LG-13)");
                }
            }
        }
        Ok(())
    }
}

fn by_chance_before(tokens: &[TokenTable], end: usize) -> usize {
    tokens[..end].iter().filter(|token| token.region.is_none()).count()
}

fn leader_text<R: Rules>(game: &Area<R>, leader: u8) -> String {
    game.leader_names.get(leader as usize).map_or("null".to_owned(), |name| format!("{name:?}"))
}
