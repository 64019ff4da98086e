//! Every invariant of the expansion's part of a state, each once, told by JSON pointer into its position.

use super::super::legends::check::refuse;
use super::super::legends::hooks::Stage;
use super::super::legends::state::NONE;
use super::super::legends::types::*;
use super::state::{Extra, HAND, Hand, Turn};
use super::{LostLands, Phase, State};
use crate::MAX_SEATS;
use crate::error::Result;

/// How far a seat has come in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Not asked yet, or passed over.
    None,
    /// Chosen, face down.
    Hidden,
    /// Revealed.
    Open,
}

impl LostLands {
    /// Whether the parameters and the position allow one of the expansion's phases.
    pub(super) fn allows_turn(&self, state: &State, turn: Turn) -> bool {
        let players = self.common.num_players;
        match turn {
            Turn::Sea => self.more.open_sea && !self.layout.exits.is_empty(),
            Turn::First => self.undeclared(state) != 0,
            Turn::Deal(seat) => (seat as usize) < players && !state.pile.is_empty(),
            Turn::Select(seat) => (seat as usize) < players && self.can_choose(state, seat as usize),
            Turn::Go(seat) => (seat as usize) < players && !self.more.frantic && state.extra.first == seat,
            Turn::TakeToken(seat) => (seat as usize) < players && self.more.frantic && self.undeclared(state) >> seat & 1 == 1,
            Turn::Thorns(seat) => {
                (seat as usize) < players && state.extra.thorns == NONE && self.leads(state, seat as usize, Leader::BrambleWitch)
            }
            Turn::Draw(seat) => (seat as usize) < players && !state.pile.is_empty(),
            Turn::BonusDeal(seat) => self.fairy_queen(state) == Some(seat as usize) && !state.pile.is_empty(),
        }
    }

    /// See [`super::super::legends::hooks::Rules::check`].
    pub(super) fn check_own(&self, state: &State) -> Result<()> {
        self.check_empty_places(state)?;
        self.check_board(state)?;
        self.check_round(state)?;
        self.check_choices(state)?;
        self.check_order(state)?;
        self.check_hands(state)?;
        self.check_since(state)?;
        self.check_owned(state)
    }

    /// Nothing stands where nothing can.
    fn check_empty_places(&self, state: &State) -> Result<()> {
        let players = self.common.num_players;
        let extra = &state.extra;
        let blank = Extra::BLANK;
        let beyond = extra.hands[players..] != blank.hands[players..]
            || extra.lens[players..] != blank.lens[players..]
            || extra.selected[players..] != blank.selected[players..]
            || extra.places[players..] != blank.places[players..]
            || extra.turn_tokens[players..] != blank.turn_tokens[players..]
            || extra.leader_army[players..] != blank.leader_army[players..]
            || extra.crystals[players..] != blank.crystals[players..];
        let behind = (0..players).any(|seat| {
            let len = extra.lens[seat] as usize;
            let Hand { cards, since } = extra.hands[seat];
            len > HAND || cards[len.min(HAND)..].iter().any(|&card| card != NONE) || since[len.min(HAND)..].iter().any(|&round| round != 0)
        });
        let since = (0..MAX_SEATS).any(|seat| extra.selected[seat] == NONE && extra.selected_since[seat] != 0);
        if beyond || behind || since || state.row_len != 0 {
            return refuse("inconsistent", "", "a state with something where nothing can be", "empty places behind hands and seats");
        }
        let card = |card: u8| card == NONE || (card as usize) < self.num_cards;
        if !extra.selected.iter().all(|&selected| card(selected)) {
            return refuse("unknown_name", "/selected", "no card", "a card or null");
        }
        Ok(())
    }

    /// LL-14, LL-16, LL-18, LL-19: what the expansion puts on the board.
    fn check_board(&self, state: &State) -> Result<()> {
        let players = self.common.num_players;
        let (extra, stage) = (&state.extra, state.phase.stage());
        let region = |byte: u8| (byte as usize) < self.num_regions;
        for (seat, &at) in extra.leader_army.iter().enumerate().take(players) {
            let (fits, expected) = if !self.more.leader_armies || stage < Stage::Cards {
                (at == NONE, "null: no leader army yet, or none in play")
            } else if stage < Stage::Play {
                (at == self.layout.start.0, "the start, in the set-up (LL-18)")
            } else {
                (at == NONE || region(at), "a region, or null once destroyed")
            };
            if !fits {
                return refuse("not_possible", format!("/leader_army/{seat}"), self.region_text(at), expected);
            }
        }
        let sea_lies =
            self.more.open_sea && !self.layout.exits.is_empty() && !matches!(state.phase, Phase::Token(_) | Phase::More(Turn::Sea));
        let sea = if sea_lies { region(extra.sea) && self.layout.exits.contains(Region(extra.sea)) } else { extra.sea == NONE };
        if !sea {
            let expected = if sea_lies { "a region with an exit (LL-16)" } else { "null: not in play, or not put yet" };
            return refuse("not_possible", "/sea", self.region_text(extra.sea), expected);
        }
        let witch = (0..players).any(|seat| self.leads(state, seat, Leader::BrambleWitch));
        if extra.thorns != NONE && !(region(extra.thorns) && witch && stage >= Stage::Play) {
            return refuse(
                "not_possible",
                "/thorns",
                self.region_text(extra.thorns),
                "null, or a region in play where somebody has the leader with thorns (LL-19)",
            );
        }
        let given: u32 = extra.crystals.iter().map(|&count| u32::from(count)).sum();
        let most = if self.has_crystals() && stage >= Stage::Play { u32::from(self.more.crystals) } else { 0 };
        if given > most {
            return refuse("too_many", "/crystals", given, format!("at most {most} (LL-14)"));
        }
        Ok(())
    }

    fn region_text(&self, byte: u8) -> String {
        self.layout.names.get(byte as usize).map_or("null".to_owned(), |name| format!("{name:?}"))
    }

    /// Rounds are counted from 1 in play, and each brings a card to somebody at least.
    fn check_round(&self, state: &State) -> Result<()> {
        let round = u32::from(state.extra.round);
        let playing = state.phase.stage() >= Stage::Play;
        let owned: u32 = state.num_owned.iter().map(|&count| u32::from(count)).sum();
        let whole = matches!(state.phase, Phase::More(Turn::Draw(_) | Turn::BonusDeal(_)) | Phase::Bonus(_) | Phase::Over);
        let most = owned + u32::from(!whole);
        let fits = if playing { (1..=most).contains(&round) } else { round == 0 };
        if fits {
            return Ok(());
        }
        let expected = if playing { format!("1 to {most}: each round brings a card at least") } else { "0 in the set-up".to_owned() };
        refuse("out_of_range", "/round", round, expected)
    }

    /// What a seat's choice has to look like in the phase.
    fn choice_at(&self, state: &State, seat: usize) -> Option<Choice> {
        let acted = |acting: u8| {
            let order = &state.extra.order;
            let place = |seat: u8| order.iter().position(|&other| other == seat);
            match (place(seat as u8), place(acting)) {
                (Some(own), Some(now)) => Some(if own <= now { Choice::Open } else { Choice::Hidden }),
                (None, Some(_)) => Some(Choice::None),
                (_, None) => None,
            }
        };
        let chosen = if state.extra.places[seat] != 0 { Choice::Hidden } else { Choice::None };
        match state.phase {
            Phase::More(Turn::Select(asked)) if seat < asked as usize => Some(chosen),
            Phase::More(Turn::First | Turn::Go(_) | Turn::TakeToken(_)) => Some(chosen),
            Phase::Choose { seat: acting, .. } | Phase::Part { seat: acting, .. } | Phase::More(Turn::Thorns(acting)) => acted(acting),
            _ => Some(Choice::None),
        }
    }

    /// LL-8, LL-10, LL-12: who has chosen, whose card is revealed, who is passed over.
    fn check_choices(&self, state: &State) -> Result<()> {
        for seat in 0..self.common.num_players {
            let place = state.extra.places[seat];
            let has_card = state.extra.selected[seat] != NONE;
            let Some(choice) = self.choice_at(state, seat) else {
                return refuse("wrong_turn", "/order", format!("{:?}", state.extra.order), "the seat that acts, among all that act");
            };
            let fits = match choice {
                Choice::None => place == 0 && !has_card,
                Choice::Hidden => place != 0 && has_card,
                Choice::Open => place != 0 && !has_card,
            };
            if !fits {
                let shown = format!("place {place}, a card: {has_card}");
                let expected = match choice {
                    Choice::None => "null in both: the seat has not chosen",
                    Choice::Hidden => "a place and a card: chosen and not yet revealed",
                    Choice::Open => "a place and no card: revealed",
                };
                return refuse("not_possible", format!("/selected/{seat}"), shown, expected);
            }
            if place as usize > state.extra.lens[seat] as usize + 1 {
                return refuse("out_of_range", format!("/places/{seat}"), place, "a place of the hand as it was");
            }
            // Who could choose has done so.
            let asked = match state.phase {
                Phase::More(Turn::Select(asked)) => seat < asked as usize,
                Phase::More(Turn::First | Turn::Go(_) | Turn::TakeToken(_) | Turn::Thorns(_)) => true,
                Phase::Choose { .. } | Phase::Part { .. } => true,
                _ => false,
            };
            if asked && choice == Choice::None && self.can_choose(state, seat) {
                return refuse(
                    "not_possible",
                    format!("/places/{seat}"),
                    "null",
                    "a choice: the seat has cards, and does not own all it may (LL-12)",
                );
            }
        }
        Ok(())
    }

    /// LL-9, LL-10, LL-15: the 1st Player token, turn-order tokens, the order.
    fn check_order(&self, state: &State) -> Result<()> {
        let players = self.common.num_players;
        let extra = &state.extra;
        let acting = matches!(state.phase, Phase::Choose { .. } | Phase::Part { .. } | Phase::More(Turn::Thorns(_)));
        let going = matches!(state.phase, Phase::More(Turn::Go(_)));
        let declaring = matches!(state.phase, Phase::More(Turn::First | Turn::TakeToken(_)));
        let has_first = !self.more.frantic && (acting || going);
        let holds = extra.first != NONE && (extra.first as usize) < players && extra.places[extra.first as usize] != 0;
        if (has_first && !holds) || (!has_first && extra.first != NONE) {
            return refuse("not_possible", "/first", extra.first, if has_first { "a seat that has chosen (LL-9)" } else { "null" });
        }
        let mut taken = 0_u8;
        for (seat, &token) in extra.turn_tokens.iter().enumerate().take(players) {
            let may = self.more.frantic && (acting || declaring) && extra.places[seat] != 0;
            let must = self.more.frantic && acting && extra.places[seat] != 0;
            if token as usize > players || token != 0 && (!may || taken >> token & 1 == 1) || token == 0 && must {
                return refuse(
                    "not_possible",
                    format!("/turn_tokens/{seat}"),
                    token,
                    "one token for each seat that has declared, none twice (LL-15)",
                );
            }
            taken |= u8::from(token != 0) << token;
        }
        let mut expected = *state;
        expected.extra.order = [NONE; MAX_SEATS];
        let fits = if !acting {
            extra.order == [NONE; MAX_SEATS]
        } else if self.more.frantic {
            self.order_by_tokens(&mut expected);
            expected.extra.order == extra.order
        } else {
            // The holder goes first or last.
            (0..2).any(|last| {
                expected.extra.order = [NONE; MAX_SEATS];
                self.order_from(&mut expected, extra.first + last);
                expected.extra.order == extra.order
            })
        };
        if fits {
            return Ok(());
        }
        let shown: Vec<u8> = extra.order.iter().copied().filter(|&seat| seat != NONE).collect();
        refuse("not_possible", "/order", format!("{shown:?}"), if acting { "all that chose, as LL-10 and LL-15 say" } else { "[]" })
    }

    /// LL-7, LL-11, LL-12, LL-22: how many cards hands have. As long as the deck lasts nobody lacks a card.
    fn check_hands(&self, state: &State) -> Result<()> {
        let players = self.common.num_players;
        let extra = &state.extra;
        let full = HAND as u8;
        let deck_lasts = !state.pile.is_empty();
        let wrong =
            |seat: usize, expected: &str| refuse("wrong_count", format!("/hands/{seat}"), format!("{} cards", extra.lens[seat]), expected);
        let dealing = if let Phase::More(Turn::Deal(seat)) = state.phase { Some(seat as usize) } else { None };
        let queen = self.fairy_queen(state);
        for seat in 0..players {
            let len = extra.lens[seat];
            let with_choice = len + u8::from(extra.places[seat] != 0);
            if with_choice > full {
                return wrong(seat, "at most 4 cards, the one chosen in this round included");
            }
            let before_deal = state.phase.stage() < Stage::Cards;
            match state.phase {
                _ if before_deal && len > 0 => return wrong(seat, "no cards before hands are dealt"),
                _ if before_deal => {}
                Phase::More(Turn::Deal(_)) => {
                    let now = dealing.unwrap_or_default();
                    if seat < now && len < full || seat == now && len == full || seat > now && len > 0 {
                        return wrong(seat, "hands dealt seat by seat (LL-7)");
                    }
                }
                Phase::Extra | Phase::Neutral(_) => {
                    let short = seat > 0 && extra.lens[seat - 1] < full && len > 0;
                    if short || deck_lasts && len < full {
                        return wrong(seat, "hands dealt seat by seat as long as the deck lasts (LL-7)");
                    }
                }
                Phase::More(Turn::Draw(now)) => {
                    let expected = if seat < now as usize { full } else { full - 1 };
                    if len != expected {
                        return wrong(seat, "4 cards of those that have drawn, 3 of the others, as long as the deck lasts (LL-11)");
                    }
                }
                Phase::More(Turn::BonusDeal(_)) | Phase::Bonus(_) => {
                    let own = queen == Some(seat);
                    let fits = match state.phase {
                        Phase::Bonus(_) => len > 0 && (len == full || !deck_lasts),
                        _ => len < full,
                    };
                    if own && !fits || !own && len > 0 {
                        return wrong(seat, "up to 4 cards of the Fairy Queen, none of the others (LL-22)");
                    }
                }
                Phase::Over => {
                    let fits = match queen {
                        Some(queen) if queen == seat => len < full && (len == full - 1 || !deck_lasts),
                        Some(_) => len == 0,
                        None => !deck_lasts || len == full - 1,
                    };
                    if !fits {
                        return wrong(seat, "what is left at the end (LL-12, LL-22)");
                    }
                }
                _ => {
                    if deck_lasts && with_choice != full {
                        return wrong(seat, "a full hand, the card chosen in this round included, as long as the deck lasts (LL-11)");
                    }
                }
            }
        }
        Ok(())
    }

    /// Cards of a hand came in the order in which they lie, and none later than now.
    fn check_since(&self, state: &State) -> Result<()> {
        let extra = &state.extra;
        let late = matches!(state.phase, Phase::More(Turn::Draw(_) | Turn::BonusDeal(_)) | Phase::Bonus(_) | Phase::Over);
        let most = if late { extra.round } else { extra.round.saturating_sub(1) };
        let dealt_now = matches!(state.phase, Phase::More(Turn::BonusDeal(_)) | Phase::Bonus(_))
            || state.phase == Phase::Over && self.fairy_queen(state).is_some();
        for seat in 0..self.common.num_players {
            let mut whole = *extra;
            if whole.places[seat] != 0 && whole.selected[seat] != NONE {
                if whole.selected_since[seat] > most {
                    return refuse(
                        "out_of_range",
                        format!("/selected_since/{seat}"),
                        whole.selected_since[seat],
                        format!("at most {most}"),
                    );
                }
                whole.put_back(seat);
            }
            let rounds = whole.since(seat);
            if !rounds.is_sorted()
                || rounds.last().is_some_and(|&last| last > most)
                || dealt_now && rounds.iter().any(|&round| round != most)
            {
                return refuse(
                    "not_possible",
                    format!("/since/{seat}"),
                    format!("{rounds:?}"),
                    format!("rounds in order, front to back, none above {most}{}", if dealt_now { ", nor below" } else { "" }),
                );
            }
        }
        Ok(())
    }

    /// LL-6, LL-12: how many cards seats own.
    fn check_owned(&self, state: &State) -> Result<()> {
        let players = self.common.num_players;
        let extra = &state.extra;
        let most = self.cards_to_own;
        let stage = state.phase.stage();
        let wrong = |seat: usize, expected: String| {
            refuse("wrong_count", format!("/players/{seat}/cards"), format!("{} cards", state.num_owned[seat]), expected)
        };
        let queen = self.fairy_queen(state);
        let nothing_left = state.pile.is_empty() && extra.lens.iter().all(|&len| len == 0);
        let mut lacking = false;
        for seat in 0..players {
            let count = state.num_owned[seat];
            if stage < Stage::Play {
                if count > 0 {
                    return wrong(seat, "no cards in the set-up".to_owned());
                }
                continue;
            }
            let taken = state.phase == Phase::Over && queen == Some(seat);
            let open = extra.places[seat] != 0 && extra.selected[seat] == NONE;
            let hidden = extra.places[seat] != 0 && !open;
            // Of the Fairy Queen both numbers are possible where nothing is left.
            let needs_bonus = taken && (!nothing_left || count > most);
            let Some(before) = count.checked_sub(u8::from(open || needs_bonus)) else {
                return wrong(seat, "the card revealed, or taken at the end".to_owned());
            };
            let bound = if open || hidden { most - 1 } else { most };
            if before > bound {
                return wrong(seat, format!("at most {}", bound + (count - before)));
            }
            lacking |= before < most;
            // As long as the deck lasts all choose in every round.
            let rounds = match state.phase {
                Phase::More(Turn::Draw(_)) => extra.round,
                _ => extra.round - 1,
            };
            let running = stage == Stage::Play;
            if running && !state.pile.is_empty() && before != rounds {
                return wrong(seat, format!("{} while the deck lasts: one each round", rounds + (count - before)));
            }
        }
        match state.phase {
            Phase::More(Turn::Draw(_)) if !lacking => refuse("wrong_phase", "/phase", "\"draw\"", "the end: all own the cards of LL-6"),
            // Who lacks cards has none to choose from; those in hands are of seats that own all.
            Phase::Over if lacking && queen.is_none() && !(state.pile.is_empty() && self.chooser_from(state, 0).is_none()) => refuse(
                "wrong_count",
                "/players",
                format!("{:?} cards", &state.num_owned[..players]),
                format!("{most} a seat, or nobody with a card to choose (LL-12)"),
            ),
            _ => Ok(()),
        }
    }
}
