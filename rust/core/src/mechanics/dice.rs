//! Dice: what comparing the highest of two throws costs each side, exactly.

use crate::rng::Rng;

/// The faces of a die.
pub const FACES: u8 = 6;
/// The most dice of an attacker, and of a defender.
pub const MOST_DICE: (u8, u8) = (3, 2);
/// What a roll can cost attacker and defender, in ascending order.
pub const LOSSES: [(u8, u8); 5] = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 0)];

/// In how many of all throws each outcome comes that can come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throws {
    /// The outcomes, as bits over [`LOSSES`].
    pub possible: u8,
    /// The throws of each, those that come to nothing at the end.
    pub counts: [u32; 3],
}

impl Throws {
    const NONE: Self = Self { possible: 0, counts: [0; 3] };

    const fn new(possible: u8, counts: [u32; 3]) -> Self {
        Self { possible, counts }
    }

    /// The counts of the outcomes that can come.
    #[inline]
    pub fn possible_counts(&self) -> &[u32] {
        self.counts.get(..self.possible.count_ones() as usize).unwrap_or_default()
    }

    /// Losses with the throws that cost them.
    pub fn iter(&self) -> impl Iterator<Item = ((u8, u8), u32)> + '_ {
        let possible = LOSSES.into_iter().enumerate().filter(|(place, _)| self.possible >> place & 1 == 1);
        possible.map(|(_, losses)| losses).zip(self.counts)
    }
}

/// By dice of attacker and defender.
const TABLE: [[Throws; 4]; 4] = [
    [Throws::NONE; 4],
    [Throws::NONE, Throws::new(0b00101, [15, 21, 0]), Throws::new(0b00101, [55, 161, 0]), Throws::NONE],
    [Throws::NONE, Throws::new(0b00101, [125, 91, 0]), Throws::new(0b11010, [295, 420, 581]), Throws::NONE],
    [Throws::NONE, Throws::new(0b00101, [855, 441, 0]), Throws::new(0b11010, [2890, 2611, 2275]), Throws::NONE],
];

/// What throws of `attack` and `defend` dice cost: the highest dice are compared pairwise, ties go to the defender. The sum of the counts is
/// 6 to the number of dice. Numbers of dice beyond [`MOST_DICE`], and 0, have no throws.
#[inline]
pub const fn throws(attack: u8, defend: u8) -> &'static Throws {
    &TABLE[if attack < 4 { attack as usize } else { 0 }][if defend < 4 { defend as usize } else { 0 }]
}

/// What a throw costs attacker and defender: the highest dice are compared pairwise, a tie costs the attacker.
pub fn losses(attack: &[u8], defend: &[u8]) -> (u8, u8) {
    let descending = |pips: &[u8]| {
        let mut pips = pips.to_vec();
        pips.sort_unstable_by(|a, b| b.cmp(a));
        pips
    };
    let pairs = descending(attack).into_iter().zip(descending(defend));
    pairs.fold((0, 0), |(attacker, defender), (a, d)| if a > d { (attacker, defender + 1) } else { (attacker + 1, defender) })
}

/// Throws dice that cost just these losses, each such throw equally likely. `None` if no throw does.
pub fn throw_with(attack: u8, defend: u8, wanted: (u8, u8), rng: &mut Rng) -> Option<(Vec<u8>, Vec<u8>)> {
    throws(attack, defend).iter().find(|&(losses, _)| losses == wanted)?;
    let mut throw = |count: u8| -> Vec<u8> { (0..count).map(|_| rng.below(u64::from(FACES)) as u8 + 1).collect() };
    // One throw in five or more fits, so this ends soon.
    loop {
        let (attacker, defender) = (throw(attack), throw(defend));
        if losses(&attacker, &defender) == wanted {
            return Some((attacker, defender));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(count: u8) -> Vec<Vec<u8>> {
        (0..count).fold(vec![vec![]], |throws, _| {
            throws.iter().flat_map(|throw| (1..=FACES).map(move |face| [throw.as_slice(), &[face]].concat())).collect()
        })
    }

    #[test]
    fn em10_throws_are_counted_right() {
        for attack in 1..=3 {
            for defend in 1..=2 {
                let mut counts = [0; 5];
                for attacker in all(attack) {
                    for defender in all(defend) {
                        let cost = losses(&attacker, &defender);
                        counts[LOSSES.iter().position(|&known| known == cost).unwrap()] += 1;
                    }
                }
                let counted: Vec<_> = LOSSES.into_iter().zip(counts).filter(|&(_, count)| count > 0).collect();
                assert_eq!(throws(attack, defend).iter().collect::<Vec<_>>(), counted, "{attack} against {defend}");
                assert_eq!(throws(attack, defend).possible_counts(), counted.iter().map(|&(_, count)| count).collect::<Vec<_>>());
            }
        }
        assert_eq!(throws(4, 1), &Throws::NONE);
        assert_eq!(throws(0, 2), &Throws::NONE);
    }

    #[test]
    fn drawn_pips_cost_what_they_should() {
        let mut rng = Rng::new(1);
        for attack in 1..=3 {
            for defend in 1..=2 {
                for cost in LOSSES {
                    match throw_with(attack, defend, cost, &mut rng) {
                        Some((attacker, defender)) => {
                            assert_eq!((attacker.len(), defender.len()), (attack as usize, defend as usize));
                            assert_eq!(losses(&attacker, &defender), cost);
                        }
                        None => assert!(throws(attack, defend).iter().all(|(known, _)| known != cost)),
                    }
                }
            }
        }
    }
}
