//! Sets of cards: what completes one, what it is worth (EM-6). Pure functions over a hand.

use super::Empire;
use super::types::*;

impl Empire {
    /// The symbol of a card; `None` for a joker.
    fn symbol(&self, card: Card) -> Option<usize> {
        self.map.symbols.iter().position(|symbol| symbol.contains(card))
    }

    /// The cards of a hand after `second` that make a set with the two.
    fn thirds(&self, hand: CardSet, first: Card, second: Card) -> CardSet {
        let fitting = match (self.symbol(first), self.symbol(second)) {
            (Some(a), Some(b)) => {
                // The same symbol again, or the third one.
                let wanted = if a == b { a } else { 3 - a - b };
                self.map.jokers | self.map.symbols[wanted]
            }
            _ => self.map.deck,
        };
        hand & fitting & CardSet::after(second)
    }

    /// The cards of a hand that can be chosen after the first `count` of `chosen`, in the deck's order, so that a set can still come of it.
    pub fn choosable(&self, hand: CardSet, chosen: &[Card]) -> CardSet {
        match *chosen {
            [] => hand.into_iter().filter(|&card| !self.choosable(hand, &[card]).is_empty()).collect(),
            [first] => {
                let rest = hand & CardSet::after(first);
                rest.into_iter().filter(|&second| !self.thirds(hand, first, second).is_empty()).collect()
            }
            [first, second, ..] => self.thirds(hand, first, second),
        }
    }

    /// The best worth that three cards allow; 0 if they are no set.
    pub fn set_worth(&self, set: [Card; SET]) -> u32 {
        let mut counts = [0_usize; 3];
        for symbol in set.into_iter().filter_map(|card| self.symbol(card)) {
            counts[symbol] += 1;
        }
        let plain: usize = counts.iter().sum();
        let alike = counts.iter().zip(self.map.worth).filter(|&(&count, _)| count == plain).map(|(_, worth)| worth);
        let mixed = counts.iter().all(|&count| count <= 1).then_some(self.map.worth[3]);
        alike.chain(mixed).max().unwrap_or_default()
    }
}
