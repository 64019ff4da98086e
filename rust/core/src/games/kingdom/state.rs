//! The state: kingdoms, hands, choices made in secret, as flat words.

use super::Kingdom;
use super::types::*;
use crate::game::Field;

/// Who may do what now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Chance draws an edict.
    Edict,
    /// Chance deals a card, after so many.
    Deal(u8),
    /// This seat picks a card of its hand.
    Pick(u8),
    /// This seat lays the card it has picked.
    Place(u8),
    /// Nothing comes any more.
    Over,
}

impl Phase {
    /// The word of the rules page.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Edict => "edict",
            Self::Deal(_) => "deal",
            Self::Pick(_) => "pick",
            Self::Place(_) => "place",
            Self::Over => "over",
        }
    }
}

/// A seat's kingdom. `cells` and `window` follow from the cards laid; they are carried since every `place` asks for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plot {
    /// The cells with a card.
    pub cells: CellSet,
    /// The cells that fit into a 3x3 square with every card laid.
    pub window: CellSet,
    /// The cards in the order laid; [`Laid::NONE`] behind the last.
    pub laid: [Laid; ROUNDS],
}

impl Plot {
    /// No card laid.
    pub const EMPTY: Self = Self { cells: CellSet::EMPTY, window: CellSet::ALL, laid: [Laid::NONE; ROUNDS] };

    /// KD-10: the cells where the next card may go.
    #[inline]
    pub fn open(&self) -> CellSet {
        if self.cells.is_empty() { CellSet::of(Cell::FIRST) } else { CellSet(self.cells.beside().0 & self.window.0) - self.cells }
    }

    /// Lays the card of a round, counted from 0.
    #[inline]
    pub fn lay(&mut self, round: usize, laid: Laid) {
        let cell = laid.cell();
        self.cells.insert(cell);
        self.window = CellSet(self.window.0 & CellSet::window(cell).0);
        if let Some(place) = self.laid.get_mut(round) {
            *place = laid;
        }
    }

    /// The kingdom when it had only its first cards.
    pub fn first(&self, count: usize) -> Self {
        let mut first = Self::EMPTY;
        for (place, &laid) in self.laid.iter().enumerate().take(count) {
            first.lay(place, laid);
        }
        first
    }

    /// The first column and the first row of the grid of cells that have a card; both 0 for none.
    #[inline]
    pub fn corner(&self) -> [u8; 2] {
        let cells = self.cells.0;
        let rows = (cells | cells >> REACH | cells >> (2 * REACH) | cells >> (3 * REACH) | cells >> (4 * REACH)) & 31;
        let first = |set: u32| if set == 0 { 0 } else { set.trailing_zeros() as u8 };
        [first(cells) / REACH as u8, first(rows)]
    }
}

/// A position: a value of fixed size without heap. Cards that are neither laid nor in a hand are nowhere in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The hands as the seats hold them now, without the card picked.
    pub(super) hands: [CardSet; SEATS],
    /// The kingdoms as revealed.
    pub(super) plots: [Plot; SEATS],
    /// What each seat has picked and laid in this round, not yet revealed.
    pub(super) pending: [Laid; SEATS],
    /// The edicts in the order drawn, by number; [`NONE`] behind the last.
    pub(super) edicts: [u8; DRAWN],
    /// 1 to 9; 10 when over.
    pub(super) round: u8,
    pub(super) phase: Phase,
}

impl State {
    /// How many cards lie in each kingdom.
    #[inline]
    pub(super) const fn laid(&self) -> usize {
        self.round.saturating_sub(1) as usize
    }

    /// How many cards each seat held at the start of the round.
    #[inline]
    pub(super) const fn hand_size(&self) -> u32 {
        (HAND as u32 + 1).saturating_sub(self.round as u32)
    }

    /// A seat's hand as it was at the start of the round: with the card picked from it.
    #[inline]
    pub(super) fn full_hand(&self, seat: usize) -> CardSet {
        let picked = self.pending[seat].card;
        if picked == NONE { self.hands[seat] } else { self.hands[seat] | CardSet::of(Card(picked)) }
    }

    /// How many edicts are drawn.
    pub(super) fn drawn(&self) -> usize {
        self.edicts.iter().take_while(|&&edict| edict != NONE).count()
    }
}

impl Kingdom {
    /// The state before anything has happened.
    pub(super) fn set_up(&self) -> State {
        let mut state = self.blank();
        if let Some(edicts) = self.edicts {
            state.edicts = edicts;
            state.phase = Phase::Deal(0);
        }
        state
    }

    /// An empty table, to be filled by reading.
    pub(super) const fn blank(&self) -> State {
        State {
            hands: [CardSet::EMPTY; SEATS],
            plots: [Plot::EMPTY; SEATS],
            pending: [Laid::NONE; SEATS],
            edicts: [NONE; DRAWN],
            round: 1,
            phase: Phase::Edict,
        }
    }

    /// Values for typed getters.
    pub(super) fn typed_field(&self, state: &State, index: usize) -> Field {
        let seats = self.common.num_players;
        let id = |card: u8| if card == NONE { -1 } else { i32::from(self.deck.id(card)) };
        let by_card = |value: &dyn Fn(Laid) -> i32| Field::Array {
            shape: vec![seats, ROUNDS],
            values: state.plots.iter().take(seats).flat_map(|plot| plot.laid).map(value).collect(),
        };
        let coordinate = |value: fn(Cell) -> i64| move |laid: Laid| if laid.card == NONE { 0 } else { value(laid.cell()) as i32 };
        match index {
            0 => Field::Number(Some(i64::from(state.round))),
            1 => Field::Array {
                shape: vec![DRAWN],
                values: state.edicts.iter().map(|&edict| if edict == NONE { -1 } else { i32::from(edict) }).collect(),
            },
            2 => {
                let hand = |&cards: &CardSet| {
                    let ids = self.deck.sorted_ids(cards).into_iter().map(|id| id as i32);
                    ids.chain(std::iter::repeat(-1)).take(HAND).collect::<Vec<i32>>()
                };
                Field::Array { shape: vec![seats, HAND], values: state.hands.iter().take(seats).flat_map(hand).collect() }
            }
            3 => by_card(&|laid| id(laid.card)),
            4 => by_card(&coordinate(Cell::x)),
            5 => by_card(&coordinate(Cell::y)),
            6 => by_card(&|laid| if laid.card == NONE { -1 } else { DEGREES[laid.turns()] as i32 }),
            _ => Field::Array { shape: vec![seats], values: state.pending.iter().take(seats).map(|laid| id(laid.card)).collect() },
        }
    }
}
