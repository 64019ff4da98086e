//! The position and the view as documents show them: Legends' keys, then the expansion's.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::legends::hooks::Step as _;
use super::super::legends::position::{Pending, Player, Position as Shared};
use super::super::legends::state::NONE;
use super::state::{HAND, HIDDEN, Turn};
use super::{LostLands, State};
use crate::MAX_SEATS;
use crate::codec::own::Named;
use crate::codec::strict::present;
use crate::error::{Error, Result};

/// The `position`; with `Option<String>` for `H` the `view`, where cards of hands may be null. All keys are always there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document<H> {
    phase: String,
    #[serde(deserialize_with = "present")]
    turn: Option<u8>,
    row: Vec<String>,
    players: Vec<Player>,
    neutral: Named<u8>,
    bids: Vec<Option<u8>>,
    tokens: Named<Vec<String>>,
    #[serde(deserialize_with = "present")]
    pending: Option<Pending>,
    prestige: Vec<u16>,
    round: u8,
    pub(super) hands: Vec<Vec<H>>,
    pub(super) since: Vec<Vec<u8>>,
    pub(super) selected: Vec<Option<String>>,
    pub(super) selected_since: Vec<Option<u8>>,
    pub(super) places: Vec<Option<u8>>,
    #[serde(deserialize_with = "present")]
    first: Option<u8>,
    order: Vec<u8>,
    turn_tokens: Vec<Option<u8>>,
    leader_army: Vec<Option<String>>,
    crystals: Vec<u8>,
    #[serde(deserialize_with = "present")]
    thorns: Option<String>,
    #[serde(deserialize_with = "present")]
    sea: Option<String>,
}

/// The `position` of a document.
pub type Position = Document<String>;
/// The `view` of a document.
pub type ViewDocument = Document<Option<String>>;

impl<H> Document<H> {
    /// What it shares with Legends'.
    pub(super) fn shared(&self) -> Shared {
        Shared {
            phase: self.phase.clone(),
            turn: self.turn,
            row: self.row.clone(),
            players: self.players.clone(),
            neutral: self.neutral.clone(),
            bids: self.bids.clone(),
            tokens: self.tokens.clone(),
            pending: self.pending.clone(),
            prestige: self.prestige.clone(),
        }
    }

    /// The seat that chooses, if cards are being chosen.
    pub(super) fn selecting(&self) -> Option<u8> {
        self.turn.filter(|_| self.phase == Turn::Select(0).word())
    }

    /// The cards that a seat owns.
    pub(super) fn owned_by(&self, seat: usize) -> &[String] {
        self.players.get(seat).map_or(&[], Player::cards)
    }
}

impl ViewDocument {
    /// The position in which `hands` stand for those of the view.
    pub(super) fn with_hands(&self, hands: Vec<Vec<String>>) -> Position {
        let view = self.clone();
        Document {
            phase: view.phase,
            turn: view.turn,
            row: view.row,
            players: view.players,
            neutral: view.neutral,
            bids: view.bids,
            tokens: view.tokens,
            pending: view.pending,
            prestige: view.prestige,
            round: view.round,
            hands,
            since: view.since,
            selected: view.selected,
            selected_since: view.selected_since,
            places: view.places,
            first: view.first,
            order: view.order,
            turn_tokens: view.turn_tokens,
            leader_army: view.leader_army,
            crystals: view.crystals,
            thorns: view.thorns,
            sea: view.sea,
        }
    }
}

impl Position {
    /// In the reading of a view: the first card of a hand is the seat's choice, if it has one and chooses.
    pub(super) fn choose_first(&mut self, seat: usize, chooses: bool) {
        let lists = (self.hands.get_mut(seat), self.since.get_mut(seat), self.selected.get_mut(seat));
        if let (Some(hand), Some(since), Some(selected)) = lists
            && let (Some(round), Some(place)) = (self.selected_since.get_mut(seat), self.places.get_mut(seat))
            && chooses
            && !hand.is_empty()
            && !since.is_empty()
        {
            *selected = Some(hand.remove(0));
            *round = Some(since.remove(0));
            *place = Some(1);
        }
    }
}

impl LostLands {
    /// The document of a state, or of a view's, whose cards of hands are told by `card`.
    fn write_document<H>(&self, state: &State, shared: Shared, card: impl Fn(u8) -> H) -> Document<H> {
        let players = self.common.num_players;
        let extra = &state.extra;
        let region = |byte: u8| (byte != NONE).then(|| self.region_name(byte as usize));
        let regions = |row: &[u8; MAX_SEATS]| row.iter().take(players).map(|&byte| region(byte)).collect();
        let numbers = |row: &[u8; MAX_SEATS]| row.iter().take(players).map(|&number| (number != 0).then_some(number)).collect();
        Document {
            phase: shared.phase,
            turn: shared.turn,
            row: shared.row,
            players: shared.players,
            neutral: shared.neutral,
            bids: shared.bids,
            tokens: shared.tokens,
            pending: shared.pending,
            prestige: shared.prestige,
            round: extra.round,
            hands: (0..players).map(|seat| extra.hand(seat).iter().map(|&byte| card(byte)).collect()).collect(),
            since: (0..players).map(|seat| extra.since(seat).to_vec()).collect(),
            selected: extra.selected.iter().take(players).map(|&byte| (byte < HIDDEN).then(|| self.card_name(byte))).collect(),
            selected_since: (0..players).map(|seat| (extra.selected[seat] != NONE).then_some(extra.selected_since[seat])).collect(),
            places: numbers(&extra.places),
            first: (extra.first != NONE).then_some(extra.first),
            order: extra.order.iter().copied().take_while(|&seat| seat != NONE).collect(),
            turn_tokens: numbers(&extra.turn_tokens),
            leader_army: regions(&extra.leader_army),
            crystals: extra.crystals[..players].to_vec(),
            thorns: region(extra.thorns),
            sea: region(extra.sea),
        }
    }

    /// See [`crate::game::Game::position`].
    pub(super) fn write_position(&self, state: &State, shared: Shared) -> Position {
        self.write_document(state, shared, |card| self.card_name(card))
    }

    /// See [`crate::game::Game::view_document`].
    pub(super) fn write_view(&self, view: &super::View<super::Lost>) -> ViewDocument {
        self.write_document(&view.state, self.describe(&view.state), |card| (card < HIDDEN).then(|| self.card_name(card)))
    }

    /// The phase of one of the expansion's words.
    pub(super) fn read_turn(&self, word: &str, turn: Option<u8>) -> Option<Result<Turn>> {
        let of_seat: fn(u8) -> Turn = match word {
            "sea" => |_| Turn::Sea,
            "first" => |_| Turn::First,
            "deal" => Turn::Deal,
            "select" => Turn::Select,
            "go" => Turn::Go,
            "turn_token" => Turn::TakeToken,
            "thorns" => Turn::Thorns,
            "draw" => Turn::Draw,
            "bonus_deal" => Turn::BonusDeal,
            _ => return None,
        };
        let expects_seat = of_seat(0).turn().is_some();
        Some(match turn {
            Some(seat) if expects_seat && (seat as usize) < self.common.num_players => Ok(of_seat(seat)),
            None if !expects_seat => Ok(of_seat(0)),
            _ => Err(Error::position(
                "wrong_turn",
                "/turn",
                turn.map_or("null".to_owned(), |seat| seat.to_string()),
                format!("{} in `{word}`", if expects_seat { "the seat that acts, or is dealt to," } else { "null" }),
            )),
        })
    }

    /// Reads what a position has besides Legends' keys.
    pub(super) fn read_position(&self, document: &Position, state: &mut State) -> Result<()> {
        let players = self.common.num_players;
        let counts = [
            ("/hands", document.hands.len()),
            ("/since", document.since.len()),
            ("/selected", document.selected.len()),
            ("/selected_since", document.selected_since.len()),
            ("/places", document.places.len()),
            ("/turn_tokens", document.turn_tokens.len()),
            ("/leader_army", document.leader_army.len()),
            ("/crystals", document.crystals.len()),
        ];
        for (pointer, count) in counts {
            if count != players {
                return Err(Error::position("wrong_count", pointer, format!("{count} entries"), format!("one a seat: {players}")));
            }
        }
        if !document.row.is_empty() {
            return Err(Error::position("not_in_play", "/row", "cards", "[]: there is no row"));
        }
        let extra = &mut state.extra;
        for (seat, (hand, since)) in document.hands.iter().zip(&document.since).enumerate() {
            if hand.len() > HAND || since.len() != hand.len() {
                let (pointer, expected) = if hand.len() > HAND {
                    (format!("/hands/{seat}"), "at most 4 cards".to_owned())
                } else {
                    (format!("/since/{seat}"), format!("a round for each of {} cards", hand.len()))
                };
                return Err(Error::position("wrong_count", pointer, format!("{} cards, {} rounds", hand.len(), since.len()), expected));
            }
            for (k, (name, &round)) in hand.iter().zip(since).enumerate() {
                extra.hands[seat].cards[k] = self.find(&self.card_names, &format!("/hands/{seat}/{k}"), name)?;
                extra.hands[seat].since[k] = round;
            }
            extra.lens[seat] = hand.len() as u8;
        }
        for (seat, (card, since)) in document.selected.iter().zip(&document.selected_since).enumerate() {
            match (card, since) {
                (None, None) => {}
                (Some(card), Some(round)) => {
                    extra.selected[seat] = self.find(&self.card_names, &format!("/selected/{seat}"), card)?;
                    extra.selected_since[seat] = *round;
                }
                (card, since) => {
                    return Err(Error::position(
                        "not_possible",
                        format!("/selected_since/{seat}"),
                        since.map_or("null".to_owned(), |round| round.to_string()),
                        if card.is_some() { "the round in which the selected card came" } else { "null: nothing is selected" },
                    ));
                }
            }
        }
        let most = players as u8;
        read_numbers("/places", &document.places, HAND as u8, &mut extra.places)?;
        read_numbers("/turn_tokens", &document.turn_tokens, most, &mut extra.turn_tokens)?;
        if let Some(seat) = document.first.filter(|&seat| seat >= most) {
            return Err(Error::position("out_of_range", "/first", seat, format!("null or a seat from 0 to {}", most - 1)));
        }
        extra.first = document.first.unwrap_or(NONE);
        if document.order.len() > players {
            return Err(Error::position("wrong_count", "/order", format!("{} seats", document.order.len()), "each acting seat once"));
        }
        for (k, &seat) in document.order.iter().enumerate() {
            if seat >= most {
                return Err(Error::position("out_of_range", format!("/order/{k}"), seat, format!("a seat from 0 to {}", most - 1)));
            }
            extra.order[k] = seat;
        }
        let region = |pointer: String, name: &Option<String>| match name {
            None => Ok(NONE),
            Some(name) => self.find(&self.layout.names, &pointer, name),
        };
        for (seat, name) in document.leader_army.iter().enumerate() {
            extra.leader_army[seat] = region(format!("/leader_army/{seat}"), name)?;
        }
        extra.crystals[..players].copy_from_slice(&document.crystals);
        extra.thorns = region("/thorns".to_owned(), &document.thorns)?;
        extra.sea = region("/sea".to_owned(), &document.sea)?;
        extra.round = document.round;
        Ok(())
    }
}

/// Numbers from 1 by seat, null where there is none.
fn read_numbers(pointer: &str, given: &[Option<u8>], most: u8, places: &mut [u8; MAX_SEATS]) -> Result<()> {
    for (seat, number) in given.iter().enumerate() {
        if number.is_some_and(|number| number == 0 || number > most) {
            return Err(Error::position(
                "out_of_range",
                format!("{pointer}/{seat}"),
                number.unwrap_or_default(),
                format!("null or a number from 1 to {most}"),
            ));
        }
        places[seat] = number.unwrap_or_default();
    }
    Ok(())
}
