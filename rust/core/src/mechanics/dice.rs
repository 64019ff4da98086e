//! Dice: what comparing the highest of two throws costs each side, exactly.

use crate::rng::Rng;

/// The faces of a die.
pub const FACES: u8 = 6;
/// The most dice of an attacker, and of a defender.
pub const MOST_DICE: (u8, u8) = (3, 2);
/// What a roll can cost attacker and defender, in ascending order.
pub const LOSSES: [(u8, u8); 5] = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 0)];

/// In how many of all throws of `attack` and `defend` dice the outcomes of [`LOSSES`] come: the highest dice are compared pairwise, ties go
/// to the defender. The sum is 6 to the number of dice. Numbers of dice beyond [`MOST_DICE`] and 0 have no throws.
#[inline]
pub const fn throws(attack: u8, defend: u8) -> [u32; 5] {
    match (attack, defend) {
        (3, 2) => [0, 2890, 0, 2611, 2275],
        (2, 2) => [0, 295, 0, 420, 581],
        (3, 1) => [855, 0, 441, 0, 0],
        (2, 1) => [125, 0, 91, 0, 0],
        (1, 2) => [55, 0, 161, 0, 0],
        (1, 1) => [15, 0, 21, 0, 0],
        _ => [0; 5],
    }
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
    let place = LOSSES.iter().position(|&losses| losses == wanted)?;
    if throws(attack, defend).get(place).is_none_or(|&count| count == 0) {
        return None;
    }
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
                assert_eq!(counts, throws(attack, defend), "{attack} against {defend}");
            }
        }
        assert_eq!(throws(4, 1), [0; 5]);
        assert_eq!(throws(0, 2), [0; 5]);
    }

    #[test]
    fn drawn_pips_cost_what_they_should() {
        let mut rng = Rng::new(1);
        for attack in 1..=3 {
            for defend in 1..=2 {
                for (place, &cost) in LOSSES.iter().enumerate() {
                    match throw_with(attack, defend, cost, &mut rng) {
                        Some((attacker, defender)) => {
                            assert_eq!((attacker.len(), defender.len()), (attack as usize, defend as usize));
                            assert_eq!(losses(&attacker, &defender), cost);
                        }
                        None => assert_eq!(throws(attack, defend)[place], 0),
                    }
                }
            }
        }
    }
}
