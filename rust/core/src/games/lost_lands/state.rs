//! What the expansion adds to a state: hands and choices, the order of a round, leader armies, tokens on the board.

use super::super::legends::hooks::{Stage, Step};
use super::super::legends::state::NONE;
use super::super::legends::types::{Card, CardSet, Leader, Owner, Region, RegionSet};
use super::{LostLands, State};
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::game::{Field, Node};

/// Cards of a full hand.
pub const HAND: usize = 4;
/// A card that a view does not show.
pub const HIDDEN: u8 = u8::MAX - 1;

/// The phases that only the expansion has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Chance puts the token of the open sea.
    Sea,
    /// Chance deals a card to this seat in the set-up.
    Deal(u8),
    /// This seat chooses a card of its hand.
    Select(u8),
    /// Chance says who declares first, or next.
    First,
    /// This seat says whether it acts first or last.
    Go(u8),
    /// This seat takes a turn-order token.
    TakeToken(u8),
    /// This seat may put its thorns.
    Thorns(u8),
    /// Chance gives this seat a card to the back of its hand.
    Draw(u8),
    /// Chance deals a card to this seat, the Fairy Queen's, at the end.
    BonusDeal(u8),
}

const TAGS: u8 = 16;

impl Step for Turn {
    fn word(self) -> &'static str {
        match self {
            Self::Sea => "sea",
            Self::Deal(_) => "deal",
            Self::Select(_) => "select",
            Self::First => "first",
            Self::Go(_) => "go",
            Self::TakeToken(_) => "turn_token",
            Self::Thorns(_) => "thorns",
            Self::Draw(_) => "draw",
            Self::BonusDeal(_) => "bonus_deal",
        }
    }

    fn stage(self) -> Stage {
        match self {
            Self::Sea => Stage::Tokens,
            Self::Deal(_) => Stage::Cards,
            Self::Select(_) | Self::First | Self::Go(_) | Self::TakeToken(_) | Self::Thorns(_) | Self::Draw(_) => Stage::Play,
            Self::BonusDeal(_) => Stage::Over,
        }
    }

    #[inline]
    fn node(self) -> Node {
        match self {
            Self::Sea | Self::Deal(_) | Self::First | Self::Draw(_) | Self::BonusDeal(_) => Node::Chance,
            Self::Select(seat) | Self::Go(seat) | Self::TakeToken(seat) | Self::Thorns(seat) => Node::Decision(Seat(seat)),
        }
    }

    fn turn(self) -> Option<u8> {
        match self {
            Self::Sea | Self::First => None,
            Self::Deal(seat) | Self::Select(seat) | Self::Go(seat) | Self::TakeToken(seat) => Some(seat),
            Self::Thorns(seat) | Self::Draw(seat) | Self::BonusDeal(seat) => Some(seat),
        }
    }

    fn bytes(self) -> [u8; 2] {
        let tag = match self {
            Self::Sea => 0,
            Self::Deal(_) => 1,
            Self::Select(_) => 2,
            Self::First => 3,
            Self::Go(_) => 4,
            Self::TakeToken(_) => 5,
            Self::Thorns(_) => 6,
            Self::Draw(_) => 7,
            Self::BonusDeal(_) => 8,
        };
        [TAGS + tag, self.turn().unwrap_or_default()]
    }

    fn from_bytes([tag, seat]: [u8; 2]) -> Option<Self> {
        Some(match tag.checked_sub(TAGS)? {
            0 => Self::Sea,
            1 => Self::Deal(seat),
            2 => Self::Select(seat),
            3 => Self::First,
            4 => Self::Go(seat),
            5 => Self::TakeToken(seat),
            6 => Self::Thorns(seat),
            7 => Self::Draw(seat),
            8 => Self::BonusDeal(seat),
            _ => return None,
        })
    }
}

/// A hand of cards, front to back, each with the round in which it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    /// The cards; [`NONE`] behind the last.
    pub(in crate::games) cards: [u8; HAND],
    /// The round in which each was dealt or drawn; 0 behind the last.
    pub(in crate::games) since: [u8; HAND],
}

impl Hand {
    pub(super) const EMPTY: Self = Self { cards: [NONE; HAND], since: [0; HAND] };

    /// Puts a card at a place, from 0; what lies there and behind moves back.
    #[inline]
    pub(super) fn insert(&mut self, place: usize, card: u8, since: u8) {
        for k in (place..HAND - 1).rev() {
            self.cards[k + 1] = self.cards[k];
            self.since[k + 1] = self.since[k];
        }
        if place < HAND {
            self.cards[place] = card;
            self.since[place] = since;
        }
    }

    /// Takes the card at a place, from 0; what lies behind moves up.
    #[inline]
    pub(super) fn remove(&mut self, place: usize) -> (u8, u8) {
        let place = place & (HAND - 1);
        let taken = (self.cards[place], self.since[place]);
        for k in place..HAND - 1 {
            self.cards[k] = self.cards[k + 1];
            self.since[k] = self.since[k + 1];
        }
        self.cards[HAND - 1] = NONE;
        self.since[HAND - 1] = 0;
        taken
    }
}

/// What the expansion adds to a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extra {
    pub(in crate::games) hands: [Hand; MAX_SEATS],
    /// How many cards each hand has.
    pub(in crate::games) lens: [u8; MAX_SEATS],
    /// Cards chosen and not yet revealed.
    pub(in crate::games) selected: [u8; MAX_SEATS],
    /// Their rounds, as in [`Hand::since`]; 0 where there is none.
    pub(in crate::games) selected_since: [u8; MAX_SEATS],
    /// The place of each choice of the round, from 1; 0 where there is none.
    pub(in crate::games) places: [u8; MAX_SEATS],
    /// The seats in acting order; [`NONE`] behind the last.
    pub(in crate::games) order: [u8; MAX_SEATS],
    /// Turn-order tokens, from 1; 0 where there is none.
    pub(in crate::games) turn_tokens: [u8; MAX_SEATS],
    /// The regions of leader armies, or [`NONE`].
    pub(in crate::games) leader_army: [u8; MAX_SEATS],
    /// Crystal tokens.
    pub(in crate::games) crystals: [u8; MAX_SEATS],
    /// Who holds the 1st Player token, or [`NONE`].
    pub(in crate::games) first: u8,
    /// The region of the thorns, or [`NONE`].
    pub(in crate::games) thorns: u8,
    /// The region of the open sea's token, or [`NONE`].
    pub(in crate::games) sea: u8,
    /// The round, from 1; 0 in the set-up.
    pub(in crate::games) round: u8,
}

impl Extra {
    /// Nothing yet.
    pub(super) const BLANK: Self = Self {
        hands: [Hand::EMPTY; MAX_SEATS],
        lens: [0; MAX_SEATS],
        selected: [NONE; MAX_SEATS],
        selected_since: [0; MAX_SEATS],
        places: [0; MAX_SEATS],
        order: [NONE; MAX_SEATS],
        turn_tokens: [0; MAX_SEATS],
        leader_army: [NONE; MAX_SEATS],
        crystals: [0; MAX_SEATS],
        first: NONE,
        thorns: NONE,
        sea: NONE,
        round: 0,
    };

    /// The cards of a seat's hand, front to back.
    #[inline]
    pub(super) fn hand(&self, seat: usize) -> &[u8] {
        self.hands[seat].cards.get(..self.lens[seat] as usize).unwrap_or(&[])
    }

    /// The rounds in which the cards of a seat's hand came.
    #[inline]
    pub(super) fn since(&self, seat: usize) -> &[u8] {
        self.hands[seat].since.get(..self.lens[seat] as usize).unwrap_or(&[])
    }

    /// A card to the back of a hand.
    #[inline]
    pub(super) fn receive(&mut self, seat: usize, card: Card) {
        self.hands[seat].insert(self.lens[seat] as usize, card.0, self.round);
        self.lens[seat] += 1;
    }

    /// Chooses the card at a place, from 1 (LL-8).
    #[inline]
    pub(super) fn choose(&mut self, seat: usize, place: u8) {
        let (card, since) = self.hands[seat].remove(place as usize - 1);
        self.lens[seat] -= 1;
        self.selected[seat] = card;
        self.selected_since[seat] = since;
        self.places[seat] = place;
    }

    /// Puts a chosen card back at its place.
    pub(super) fn put_back(&mut self, seat: usize) {
        self.hands[seat].insert(self.places[seat] as usize - 1, self.selected[seat], self.selected_since[seat]);
        self.lens[seat] += 1;
        self.selected[seat] = NONE;
        self.selected_since[seat] = 0;
        self.places[seat] = 0;
    }

    /// The region of the thorns.
    #[inline]
    pub(super) const fn thorns(&self) -> Option<Region> {
        if self.thorns == NONE { None } else { Some(Region(self.thorns)) }
    }

    /// Where an owner's leader army stands.
    #[inline]
    pub(super) fn leader_region(&self, owner: Owner) -> RegionSet {
        match self.leader_army[owner.index()] {
            NONE => RegionSet::EMPTY,
            region => RegionSet::of(Region(region)),
        }
    }

    /// All cards in hands.
    pub(super) fn in_hands(&self) -> CardSet {
        self.hands.iter().flat_map(|hand| hand.cards).filter(|&card| card < HIDDEN).map(Card).collect()
    }
}

impl LostLands {
    /// The seat of the Fairy Queen.
    pub(super) fn fairy_queen(&self, state: &State) -> Option<usize> {
        (0..self.common.num_players).find(|&seat| self.leads(state, seat, Leader::FairyQueen))
    }

    /// LL-12: whether a seat chooses in this round, if it has not yet.
    #[inline]
    pub(super) fn can_choose(&self, state: &State, seat: usize) -> bool {
        state.extra.lens[seat] > 0 && state.num_owned[seat] < self.cards_to_own
    }

    /// LL-8: the highest place of its hand that a seat can pay. Costs by place never fall.
    #[inline]
    pub(super) fn payable(&self, state: &State, seat: usize) -> u16 {
        let coins = state.coins[seat];
        let costs = self.more.hand_costs.iter().take(state.extra.lens[seat] as usize);
        costs.filter(|&&cost| u16::from(cost) <= coins).count() as u16
    }

    /// The values of the typed getters of [`super::FIELDS`] behind Legends'.
    pub(super) fn own_field(&self, state: &State, index: usize) -> Field {
        let players = self.common.num_players;
        let extra = &state.extra;
        let known = |byte: u8| if byte == NONE { -1 } else { i32::from(byte) };
        let by_seat = |values: &[u8; MAX_SEATS], of: &dyn Fn(u8) -> i32| Field::Array {
            shape: vec![players],
            values: values.iter().take(players).map(|&value| of(value)).collect(),
        };
        let by_card = |of: &dyn Fn(usize, usize) -> i32| Field::Array {
            shape: vec![players, HAND],
            values: (0..players).flat_map(|seat| (0..HAND).map(move |k| (seat, k))).map(|(seat, k)| of(seat, k)).collect(),
        };
        let number = |byte: u8| Field::Number((byte != NONE).then_some(i64::from(byte)));
        match index {
            0 => number(extra.round),
            1 => by_card(&|seat, k| known(extra.hands[seat].cards[k])),
            2 => by_card(&|seat, k| if k < extra.lens[seat] as usize { i32::from(extra.hands[seat].since[k]) } else { -1 }),
            3 => by_seat(&extra.selected, &known),
            4 => by_seat(&extra.places, &|place| i32::from(place)),
            5 => number(extra.first),
            6 => {
                let seats: Vec<i32> = extra.order.iter().take_while(|&&seat| seat != NONE).map(|&seat| i32::from(seat)).collect();
                Field::Array { shape: vec![seats.len()], values: seats }
            }
            7 => by_seat(&extra.turn_tokens, &|token| i32::from(token)),
            8 => by_seat(&extra.leader_army, &known),
            9 => by_seat(&extra.crystals, &|tokens| i32::from(tokens)),
            10 => number(extra.thorns),
            _ => number(extra.sea),
        }
    }
}

const _: () = assert!(size_of::<State>() <= 512, "six seats, hands and leader armies keep a state small");
