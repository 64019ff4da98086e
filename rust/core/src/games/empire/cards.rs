//! Sets of cards: what completes one, what it is worth (EM-6). Pure functions over a hand.

use super::Empire;
use super::types::*;

/// In [`super::map::Map::symbol`] a joker's.
pub const JOKER: u8 = 3;

impl Empire {
    /// The symbol of a card, or [`JOKER`].
    #[inline]
    fn symbol(&self, card: Card) -> u8 {
        self.map.symbol[card.0 as usize & 127]
    }

    /// The symbols that make a set with two, as bits; the joker's always does.
    #[inline]
    const fn completing(first: u8, second: u8) -> u8 {
        1 << JOKER
            | if first == JOKER || second == JOKER {
                0b111
            } else if first == second {
                // The same again.
                1 << first
            } else {
                // The third one.
                1 << (3 - first - second)
            }
    }

    /// The cards of a hand that can be chosen after the first ones of `chosen`, in the deck's order, so that a set can still come of it.
    /// Cost: a pass over the hand.
    #[inline]
    pub fn choosable(&self, hand: CardSet, chosen: &[Card]) -> CardSet {
        let (rest, left) = match *chosen {
            [] => (hand, 2),
            [first] => (hand & CardSet::after(first), 1),
            [first, second, ..] => {
                let fitting = Self::completing(self.symbol(first), self.symbol(second));
                let rest = hand & CardSet::after(second);
                return rest.into_iter().filter(|&card| fitting >> self.symbol(card) & 1 == 1).collect();
            }
        };
        // How many of each symbol come behind the card at hand.
        let mut behind = [0_u8; 4];
        rest.into_iter().for_each(|card| behind[self.symbol(card) as usize & 3] += 1);
        let mut choosable = CardSet::EMPTY;
        for card in rest {
            let symbol = self.symbol(card);
            behind[symbol as usize & 3] -= 1;
            let jokers = behind[JOKER as usize];
            let fits = if left == 1 {
                let fitting = Self::completing(chosen.first().map_or(symbol, |&first| self.symbol(first)), symbol);
                (0..4).any(|other| fitting >> other & 1 == 1 && behind[other as usize] > 0)
            } else if symbol == JOKER {
                // Behind a joker come only jokers.
                jokers >= 2
            } else {
                let kinds: u8 = (0..3).filter(|&other| other != symbol && behind[other as usize] > 0).count() as u8;
                behind[symbol as usize & 3] + jokers >= 2 || kinds + jokers >= 2
            };
            choosable.put(card, fits);
        }
        choosable
    }

    /// The best worth that three cards allow; 0 if they are no set.
    pub fn set_worth(&self, set: [Card; SET]) -> u32 {
        let mut counts = [0_usize; 3];
        for symbol in set.into_iter().map(|card| self.symbol(card)).filter(|&symbol| symbol != JOKER) {
            counts[symbol as usize] += 1;
        }
        let plain: usize = counts.iter().sum();
        let alike = counts.iter().zip(self.map.worth).filter(|&(&count, _)| count == plain).map(|(_, worth)| worth);
        let mixed = counts.iter().all(|&count| count <= 1).then_some(self.map.worth[3]);
        alike.chain(mixed).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;

    #[test]
    fn em6_what_can_be_chosen_is_what_a_set_can_come_of() {
        let params = serde_json::json!({"players": 2});
        let game = Empire::new(params.as_object().unwrap()).unwrap();
        let mut rng = crate::rng::Rng::new(4);
        let is_set = |set: [Card; 3]| {
            let mut symbols: Vec<u8> = set.into_iter().map(|card| game.symbol(card)).filter(|&symbol| symbol != JOKER).collect();
            symbols.sort_unstable();
            let count = symbols.len();
            symbols.dedup();
            symbols.len() == count || symbols.len() == 1
        };
        for _ in 0..3000 {
            let hand: CardSet = (0..3 + rng.below(6)).map(|_| Card(rng.below(44) as u8)).collect();
            let cards: Vec<Card> = hand.into_iter().collect();
            let mut sets = Vec::new();
            for (i, &a) in cards.iter().enumerate() {
                for (j, &b) in cards.iter().enumerate().skip(i + 1) {
                    sets.extend(cards.iter().skip(j + 1).map(|&c| [a, b, c]).filter(|&set| is_set(set)));
                }
            }
            let firsts: CardSet = sets.iter().map(|set| set[0]).collect();
            assert_eq!(game.choosable(hand, &[]), firsts);
            for first in firsts {
                let seconds: CardSet = sets.iter().filter(|set| set[0] == first).map(|set| set[1]).collect();
                assert_eq!(game.choosable(hand, &[first]), seconds);
                for second in seconds {
                    let thirds: CardSet = sets.iter().filter(|set| set[0] == first && set[1] == second).map(|set| set[2]).collect();
                    assert_eq!(game.choosable(hand, &[first, second]), thirds);
                }
            }
        }
    }
}
