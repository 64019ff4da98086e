//! The state: what stands on the table, as flat words.

use super::Area;
use super::config::FirstPlayer;
use super::hooks::{Rules, Step};
use super::types::*;
use crate::MAX_SEATS;
use crate::action::Bits;
use crate::game::Field;

/// Places for the cards that players own, in the order taken. A seat has a stride of 48 / players: 24, 16, 12, 9 or 8, more than any rule
/// lets it own.
pub const OWNED: usize = 48;
/// An empty place: of a card, a leader.
pub const NONE: u8 = u8::MAX;
/// A token that is not placed yet, or found no region.
pub const NOT_PLACED: u8 = 0x40;
const TAKEN: u8 = 0x80;
/// A bid not made yet.
pub const NO_BID: u8 = u8::MAX;
/// A bid that a view does not show.
pub const HIDDEN_BID: u8 = u8::MAX - 1;

/// Who may do what now, with all that only this phase knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase<S> {
    /// Chance places the token of this number.
    Token(u8),
    /// Chance deals a leader to this seat.
    Leader(u8),
    /// Chance fills the row in the set-up.
    Row,
    /// Seat 0 names the region of the extra armies.
    Extra,
    /// One of the ten neutral armies is put, after so many.
    Neutral(u8),
    /// This seat bids.
    Bid(u8),
    /// Chance picks one of the highest bidders.
    First,
    /// This seat takes a card.
    Take(u8),
    /// This seat chooses the branch of an `or` by its first step.
    Choose {
        /// Who acts.
        seat: u8,
        /// The card taken.
        card: u8,
    },
    /// This seat does a part of its card's action.
    Part {
        /// Who acts.
        seat: u8,
        /// The card taken.
        card: u8,
        /// 0 or 1.
        part: u8,
        /// Armies, points, cities or destructions that it still has; at least 1.
        left: u16,
    },
    /// Chance refills the row after this seat's turn.
    Refill(u8),
    /// This seat takes the card of the Fairy Queen.
    Bonus(u8),
    /// A phase that only an expansion has.
    More(S),
    /// Nothing comes any more.
    Over,
}

impl<S: Step> Phase<S> {
    /// The word of the rules page.
    pub fn word(self) -> &'static str {
        match self {
            Self::Token(_) => "token",
            Self::Leader(_) => "leader",
            Self::Row => "row",
            Self::Extra => "extra",
            Self::Neutral(_) => "neutral",
            Self::Bid(_) => "bid",
            Self::First => "first",
            Self::Take(_) => "take",
            Self::Choose { .. } | Self::Part { .. } => "action",
            Self::Refill(_) => "refill",
            Self::Bonus(_) => "bonus",
            Self::More(step) => step.word(),
            Self::Over => "over",
        }
    }
}

/// Where a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Not placed yet, or out of the game.
    Out,
    /// On the board.
    On(Region),
    /// A seat's, as its n-th.
    Of(u8, u8),
}

/// A position: a value of fixed size without heap. Six rows of armies and cities: room for the expansion's six seats.
///
/// `pile`, `presence`, `city_regions`, `supply` and `city_supply` follow from the rest; they are carried since every step asks for them, and
/// held by [`crate::game::Game::check`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<R: Rules> {
    /// By owner and region: armies in the lower six bits, cities in the upper two.
    pub(in crate::games) units: [[u8; MAX_REGIONS]; MAX_OWNERS],
    /// Owned cards in the order taken, a stride a seat; [`NONE`] behind the last.
    pub(in crate::games) owned: [u8; OWNED],
    /// The cards of the deck.
    pub(in crate::games) pile: CardSet,
    /// The regions where an owner has an army.
    pub(in crate::games) presence: [RegionSet; MAX_OWNERS],
    /// The regions where an owner has a city.
    pub(in crate::games) city_regions: [RegionSet; MAX_OWNERS],
    /// Coins by seat.
    pub(in crate::games) coins: [u16; MAX_SEATS],
    /// Prestige by seat (LG-28).
    pub(in crate::games) prestige: [u16; 4],
    /// Where each token is, see [`Place`].
    pub(in crate::games) tokens: [u8; MAX_TOKENS],
    /// How many cards each seat owns.
    pub(in crate::games) num_owned: [u8; MAX_SEATS],
    /// Armies by owner that are neither on the board nor captured.
    pub(in crate::games) supply: [u8; MAX_OWNERS],
    /// Cities by seat that are not on the board.
    pub(in crate::games) city_supply: [u8; MAX_SEATS],
    /// Armies by owner that the Red Sorceress has captured.
    pub(in crate::games) captured: [u8; MAX_OWNERS],
    /// Each seat's leader.
    pub(in crate::games) leaders: [u8; MAX_SEATS],
    /// The row, left to right; [`NONE`] behind the last.
    pub(in crate::games) row: [u8; ROW],
    /// How many cards lie in the row.
    pub(in crate::games) row_len: u8,
    /// Bids by seat.
    pub(in crate::games) bids: [u8; 4],
    /// What an expansion has of its own.
    pub(in crate::games) extra: R::Extra,
    pub(in crate::games) phase: Phase<R::Step>,
}

/// Armies of a place's byte.
#[inline]
pub const fn armies(units: u8) -> u8 {
    units & 63
}

/// Cities of a place's byte.
#[inline]
pub const fn cities(units: u8) -> u8 {
    units >> 6
}

/// What a city adds to a place's byte.
pub const CITY: u8 = 64;

impl<R: Rules> State<R> {
    /// One army more, from nowhere.
    #[inline]
    pub(in crate::games) fn put_army(&mut self, owner: Owner, region: Region) {
        self.units[owner.index()][region.index()] += 1;
        self.presence[owner.index()].insert(region);
    }

    /// One army less, to nowhere.
    #[inline]
    pub(in crate::games) fn lift_army(&mut self, owner: Owner, region: Region) {
        let units = &mut self.units[owner.index()][region.index()];
        *units -= 1;
        if armies(*units) == 0 {
            self.presence[owner.index()].remove(region);
        }
    }

    /// Where a token is.
    #[inline]
    pub(in crate::games) fn place_of(&self, token: usize) -> Place {
        match self.tokens.get(token).copied().unwrap_or(NOT_PLACED) {
            byte if byte & TAKEN != 0 => Place::Of(byte >> 4 & 7, byte & 15),
            byte if (byte as usize) < MAX_REGIONS => Place::On(Region(byte)),
            _ => Place::Out,
        }
    }

    /// Moves a token.
    pub(in crate::games) fn set_place(&mut self, token: usize, place: Place) {
        if let Some(byte) = self.tokens.get_mut(token) {
            *byte = match place {
                Place::Out => NOT_PLACED,
                Place::On(region) => region.0,
                Place::Of(seat, rank) => TAKEN | seat << 4 | rank,
            };
        }
    }
}

/// The names of the typed getters of [`Area::typed_field`].
pub const FIELDS: [&str; 8] = ["row", "coins", "armies", "cities", "cards", "supply", "neutral", "prestige"];

impl<R: Rules> Area<R> {
    /// The places of a seat's cards in [`State::owned`].
    #[inline]
    pub(in crate::games) const fn stride(&self) -> usize {
        OWNED / self.common.num_players
    }

    /// The cards of a seat, in the order taken.
    #[inline]
    pub(in crate::games) fn cards_of<'a>(&self, state: &'a State<R>, seat: usize) -> &'a [u8] {
        let start = seat * self.stride();
        state.owned.get(start..start + state.num_owned.get(seat).copied().unwrap_or_default() as usize).unwrap_or(&[])
    }

    /// The cards of a seat, as a set.
    #[inline]
    pub(in crate::games) fn card_set(&self, state: &State<R>, seat: usize) -> CardSet {
        CardSet(self.cards_of(state, seat).iter().fold(0, |set, &card| set | CardSet::of(Card(card)).0))
    }

    /// Whether a seat has this leader.
    #[inline]
    pub(in crate::games) fn leads(&self, state: &State<R>, seat: usize, leader: Leader) -> bool {
        self.leaders_on && state.leaders.get(seat).and_then(|&index| self.leader_kinds.get(index as usize)) == Some(&leader)
    }

    /// What a seat's cards and tokens add up to now (LG-13, LG-22, LG-26). Cost: a load for each card, plus the control of regions where
    /// tokens work by it.
    #[inline]
    pub(in crate::games) fn sum(&self, state: &State<R>, seat: usize, sum: Sum) -> i32 {
        let cards: i32 = self.cards_of(state, seat).iter().map(|&card| i32::from(self.cards[Card(card).index()].sums[sum as usize])).sum();
        if self.token_sums[sum as usize] == 0 { cards } else { cards + self.token_sum(state, seat, sum, None) }
    }

    /// What a seat's tokens add up to, of one part of the breakdown or of all.
    pub(in crate::games) fn token_sum(&self, state: &State<R>, seat: usize, sum: Sum, part: Option<TokenPart>) -> i32 {
        let wanted = |token: &&TokenTable| part.is_none_or(|part| part == token.part);
        let mut total = 0;
        for index in Bits(u64::from(self.token_sums[sum as usize])) {
            let Some(token) = self.tokens.get(index as usize).filter(|token| wanted(token)) else { continue };
            let index = index as usize;
            let works = match state.place_of(index) {
                Place::Of(owner, _) => owner as usize == seat,
                Place::On(region) => token.kind == TokenKind::Control && self.controller(state, region) == Some(seat),
                Place::Out => false,
            };
            if works {
                total += i32::from(token.sums[sum as usize]);
            }
        }
        total
    }

    /// The regions where an owner has an army of any kind.
    #[inline]
    pub(in crate::games) fn forces(&self, state: &State<R>, owner: Owner) -> RegionSet {
        state.presence[owner.index()] | R::leader_army(state, owner)
    }

    /// Whether a seat's armies are immune (LG-17).
    #[inline]
    pub(in crate::games) fn is_immune(&self, state: &State<R>, seat: usize) -> bool {
        self.cards_of(state, seat).iter().any(|&card| self.cards[Card(card).index()].immune)
    }

    /// Regions with portals: they border each other as by land (LG-26).
    pub(in crate::games) fn portals(&self, state: &State<R>) -> RegionSet {
        if !self.has_portals {
            return RegionSet::EMPTY;
        }
        let mut regions = RegionSet::EMPTY;
        for (index, token) in self.tokens.iter().enumerate() {
            if token.kind == TokenKind::Portal
                && let Place::On(region) = state.place_of(index)
            {
                regions.insert(region);
            }
        }
        regions
    }

    /// The row of neutral armies, if they play.
    pub(in crate::games) fn neutral(&self) -> Option<Owner> {
        (self.owners > self.common.num_players).then_some(Owner(self.common.num_players as u8))
    }

    /// Whether players bid for the first turn (LG-10).
    pub(in crate::games) const fn has_bids(&self) -> bool {
        !matches!(self.first_player, FirstPlayer::Seat(_))
    }

    /// The state before anything has happened.
    pub(in crate::games) fn set_up(&self) -> State<R> {
        let mut state = self.blank();
        for seat in 0..self.common.num_players {
            state.coins[seat] = u16::from(self.coins);
            state.supply[seat] = self.armies;
            state.city_supply[seat] = super::CITIES;
            if let Some(leader) = self.named_leaders.as_ref().and_then(|names| names.get(seat)) {
                state.leaders[seat] = *leader;
            }
        }
        for (index, token) in self.tokens.iter().enumerate() {
            if let Some(region) = token.region {
                state.set_place(index, Place::On(region));
            }
        }
        self.next_token(&mut state, 0);
        state
    }

    /// An empty table, to be filled by reading.
    pub(in crate::games) fn blank(&self) -> State<R> {
        State {
            units: [[0; MAX_REGIONS]; MAX_OWNERS],
            owned: [NONE; OWNED],
            pile: self.in_play,
            presence: [RegionSet::EMPTY; MAX_OWNERS],
            city_regions: [RegionSet::EMPTY; MAX_OWNERS],
            coins: [0; MAX_SEATS],
            prestige: [0; 4],
            tokens: [NOT_PLACED; MAX_TOKENS],
            num_owned: [0; MAX_SEATS],
            supply: [0; MAX_OWNERS],
            city_supply: [0; MAX_SEATS],
            captured: [0; MAX_OWNERS],
            leaders: [NONE; MAX_SEATS],
            row: [NONE; ROW],
            row_len: 0,
            bids: [NO_BID; 4],
            extra: R::blank(self),
            phase: Phase::Row,
        }
    }

    /// Values for typed getters.
    pub(in crate::games) fn typed_field(&self, state: &State<R>, index: usize) -> Field {
        let players = self.common.num_players;
        let by_seat = |values: &mut dyn Iterator<Item = i32>| Field::Array { shape: vec![players], values: values.take(players).collect() };
        let board = |rows: &[[u8; MAX_REGIONS]], count: fn(u8) -> u8| Field::Array {
            shape: vec![rows.len(), self.num_regions],
            values: rows.iter().flat_map(|row| row.iter().take(self.num_regions).map(|&units| i32::from(count(units)))).collect(),
        };
        match index {
            0 => Field::Array {
                shape: vec![state.row_len as usize],
                values: state.row.iter().take(state.row_len as usize).map(|&card| i32::from(card)).collect(),
            },
            1 => by_seat(&mut state.coins.iter().map(|&coins| i32::from(coins))),
            2 => board(&state.units[..players], armies),
            3 => board(&state.units[..players], cities),
            4 => {
                let mut owners = vec![-1; self.num_cards];
                for seat in 0..players {
                    for &card in self.cards_of(state, seat) {
                        if let Some(owner) = owners.get_mut(card as usize) {
                            *owner = seat as i32;
                        }
                    }
                }
                Field::Array { shape: vec![self.num_cards], values: owners }
            }
            5 => by_seat(&mut state.supply.iter().map(|&armies| i32::from(armies))),
            6 => match board(&state.units[players..self.owners], armies) {
                Field::Array { values, .. } if values.is_empty() => {
                    Field::Array { shape: vec![self.num_regions], values: vec![0; self.num_regions] }
                }
                Field::Array { values, .. } => Field::Array { shape: vec![self.num_regions], values },
                other @ Field::Number(_) => other,
            },
            _ => by_seat(&mut state.prestige.iter().map(|&prestige| i32::from(prestige))),
        }
    }
}
