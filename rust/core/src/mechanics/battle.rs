//! Odds of a battle that is fought to its end: all rolls of all dice, summed cell by cell.
//!
//! A cell is (attackers, defenders). Every roll leads to fewer units, so one sweep over the rows of attackers, most first, sees each cell
//! after all that lead to it. Masses are `f64`, or exact numbers.

use super::dice::{MOST_DICE, Throws, throws};

/// What is summed: chances as `f64`, or exact.
pub trait Mass: Clone {
    /// None.
    fn none() -> Self;
    /// Whether there is nothing to be passed on.
    fn is_none(&self) -> bool;
    /// Adds the share of another that a roll's outcome has.
    fn add(&mut self, other: &Self, share: Share);
}

/// How often an outcome of a roll comes.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    /// Its chance.
    chance: f64,
    /// Its chance times [`SCALE`] for each unit that it costs: a whole number.
    scaled: u64,
}

/// The denominator of exact masses, once for each unit gone: the highest number of throws that a lost unit can take.
pub const SCALE: u32 = 1296;

impl Mass for f64 {
    fn none() -> Self {
        0.0
    }

    fn is_none(&self) -> bool {
        // Denormal numbers are slow, and far below what a sum of chances can tell.
        *self < 1e-300
    }

    fn add(&mut self, other: &Self, share: Share) {
        *self += other * share.chance;
    }
}

/// A whole number without bound, lowest word first. In a cell it stands over [`SCALE`] to the number of units gone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exact(pub Vec<u64>);

impl Mass for Exact {
    fn none() -> Self {
        Self::default()
    }

    fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, other: &Self, share: Share) {
        let mut carry = 0_u128;
        for place in 0..other.0.len().max(self.0.len()) {
            if place == self.0.len() {
                self.0.push(0);
            }
            let word = other.0.get(place).copied().unwrap_or_default();
            let sum = u128::from(self.0[place]) + u128::from(word) * u128::from(share.scaled) + carry;
            self.0[place] = sum as u64;
            carry = sum >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }
}

/// What comes of a roll of so many dice.
fn outcomes(attack: usize, defend: usize) -> Vec<((usize, usize), Share)> {
    let table: &Throws = throws(attack as u8, defend as u8);
    let all = 6_u64.pow((attack + defend) as u32);
    let share = |(losses, count): ((u8, u8), u32)| {
        let gone = u32::from(losses.0) + u32::from(losses.1);
        let scaled = u64::from(count) * u64::from(SCALE).pow(gone) / all;
        ((usize::from(losses.0), usize::from(losses.1)), Share { chance: f64::from(count) / all as f64, scaled })
    };
    table.iter().map(share).collect()
}

/// The outcomes by dice of attacker and defender.
struct Rolls(Vec<Vec<((usize, usize), Share)>>);

impl Rolls {
    fn new() -> Self {
        Self((0..=MOST_DICE.0 as usize).flat_map(|attack| (0..=MOST_DICE.1 as usize).map(move |defend| outcomes(attack, defend))).collect())
    }

    fn of(&self, attackers: usize, defenders: usize) -> &[((usize, usize), Share)] {
        let (attack, defend) = ((attackers.saturating_sub(1)).min(MOST_DICE.0 as usize), defenders.min(MOST_DICE.1 as usize));
        self.0.get(attack * (MOST_DICE.1 as usize + 1) + defend).map_or(&[], Vec::as_slice)
    }
}

/// How a battle can end.
#[derive(Debug, Clone)]
pub struct Ends<M> {
    /// The land is free: by units of the attacker left.
    pub won: Vec<M>,
    /// The attacker stopped: by its units left, then by the defender's.
    pub held: Vec<Vec<M>>,
}

/// Fights until the defenders are gone or the attacker has `stop` units or fewer left (at least 1, which can't attack). `start` has the
/// masses by attackers, all units on their land counted. `go_on` is asked after each row; `None` if it says no.
///
/// Cost: the attackers times the defenders.
pub fn fight<M: Mass>(start: &[M], defenders: usize, stop: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Ends<M>> {
    let stop = stop.max(1);
    let rolls = Rolls::new();
    let row = || vec![M::none(); defenders + 1];
    let mut ends = Ends { won: vec![M::none(); start.len()], held: vec![row(); (stop + 1).min(start.len())] };
    // The row at hand and the two below it, which its rolls lead to.
    let mut rows = [row(), row(), row()];
    for (attackers, mass) in start.iter().enumerate().rev() {
        let [current, next, last] = &mut rows;
        current[defenders] = mass_sum(&current[defenders], mass);
        if attackers > stop {
            for left in (1..=defenders).rev() {
                if current[left].is_none() {
                    continue;
                }
                let mass = std::mem::replace(&mut current[left], M::none());
                for &((lost, killed), share) in rolls.of(attackers, left) {
                    let target = match lost {
                        0 => &mut *current,
                        1 => &mut *next,
                        _ => &mut *last,
                    };
                    target[left - killed].add(&mass, share);
                }
            }
            ends.won[attackers] = std::mem::replace(&mut current[0], M::none());
        } else {
            ends.held[attackers] = std::mem::replace(current, row());
            if defenders == 0 {
                ends.won[attackers] = std::mem::replace(&mut ends.held[attackers][0], M::none());
            }
        }
        rows.rotate_left(1);
        let [.., emptied] = &mut rows;
        emptied.iter_mut().for_each(|place| *place = M::none());
        if !go_on() {
            return None;
        }
    }
    Some(ends)
}

fn mass_sum<M: Mass>(a: &M, b: &M) -> M {
    let mut sum = a.clone();
    sum.add(b, Share { chance: 1.0, scaled: 1 });
    sum
}

/// The chance to free a land by attackers (rows, from 0) and defenders (columns, from 0), stopping with `stop` units left. Without
/// defenders it is 1, but for nobody.
pub fn table(attackers: usize, defenders: usize, stop: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<f64>> {
    let stop = stop.max(1);
    let rolls = Rolls::new();
    let width = defenders + 1;
    let mut chances = vec![0.0; (attackers + 1) * width];
    for a in 1..=attackers {
        chances[a * width] = 1.0;
        if a > stop {
            for d in 1..=defenders {
                let chance = |&((lost, killed), share): &((usize, usize), Share)| share.chance * chances[(a - lost) * width + d - killed];
                chances[a * width + d] = rolls.of(a, d).iter().map(chance).sum();
            }
        }
        if !go_on() {
            return None;
        }
    }
    Some(chances)
}

/// What comes of attacking along a chain of lands.
#[derive(Debug, Clone)]
pub struct Path<M> {
    /// By land of the chain: the masses by units of the attacker there, as soon as it is free.
    pub freed: Vec<Vec<M>>,
}

/// Attacks land after land; all units but one go on from each land that is freed. `freed[k][u]` is the mass of the cases in which the k-th
/// land falls with `u` units left on the land before it, the one that will stay included.
pub fn path<M: Mass>(attackers: usize, one: M, defenders: &[usize], stop: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Path<M>> {
    let mut start = vec![M::none(); attackers + 1];
    start[attackers] = one;
    let mut freed = Vec::new();
    for &there in defenders {
        let ends = fight(&start, there, stop, go_on)?;
        start = ends.won.iter().skip(1).cloned().chain([M::none()]).collect();
        freed.push(ends.won);
    }
    Some(Path { freed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(attackers: usize) -> Vec<f64> {
        let mut start = vec![0.0; attackers + 1];
        start[attackers] = 1.0;
        start
    }

    fn total(masses: &[f64]) -> f64 {
        masses.iter().sum()
    }

    /// J. Osborne, "Markov Chains for the RISK Board Game Revisited" (2003), table 3: the chance to win by units that may fight (one fewer
    /// than stand on the land), a row each, and defenders, to three digits.
    const PUBLISHED: [[u32; 10]; 10] = [
        [417, 106, 27, 7, 2, 0, 0, 0, 0, 0],
        [754, 363, 206, 91, 49, 21, 11, 5, 3, 1],
        [916, 656, 470, 315, 206, 134, 84, 54, 33, 21],
        [972, 785, 642, 477, 359, 253, 181, 123, 86, 57],
        [990, 890, 769, 638, 506, 397, 297, 224, 162, 118],
        [997, 934, 857, 745, 638, 521, 423, 329, 258, 193],
        [999, 967, 910, 834, 736, 640, 536, 446, 357, 287],
        [1000, 980, 947, 888, 818, 730, 643, 547, 464, 380],
        [1000, 990, 967, 930, 873, 808, 726, 646, 558, 480],
        [1000, 994, 981, 954, 916, 861, 800, 724, 650, 568],
    ];

    #[test]
    fn em10_battles_come_out_as_published() {
        let chances = table(11, 10, 1, &mut || true).unwrap();
        for (fighting, row) in (1..).zip(PUBLISHED) {
            for (defenders, expected) in (1..).zip(row) {
                let chance = chances[(fighting + 1) * 11 + defenders];
                assert!((1000.0 * chance - f64::from(expected)).abs() < 0.51, "{fighting} against {defenders}: {chance}");
                let ends = fight(&point(fighting + 1), defenders, 1, &mut || true).unwrap();
                assert!((total(&ends.won) - chance).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn masses_are_kept() {
        for (attackers, defenders, stop) in [(2, 1, 1), (7, 3, 1), (30, 45, 4), (300, 200, 1), (3, 5, 8)] {
            let ends = fight(&point(attackers), defenders, stop, &mut || true).unwrap();
            let sum = total(&ends.won) + ends.held.iter().map(|row| total(row)).sum::<f64>();
            assert!((sum - 1.0).abs() < 1e-9, "{attackers} {defenders} {stop}: {sum}");
            let chance = table(attackers, defenders, stop, &mut || true).unwrap()[attackers * (defenders + 1) + defenders];
            assert!((total(&ends.won) - chance).abs() < 1e-9);
        }
    }

    #[test]
    fn exact_masses_are_the_same_numbers() {
        let value = |mass: &Exact| mass.0.iter().rev().fold(0.0, |value, &word| value * 2_f64.powi(64) + word as f64);
        for (attackers, defenders) in [(4, 2), (9, 7), (20, 20)] {
            let mut start = vec![Exact::none(); attackers + 1];
            start[attackers] = Exact(vec![1]);
            let exact = fight(&start, defenders, 1, &mut || true).unwrap();
            let ends = fight(&point(attackers), defenders, 1, &mut || true).unwrap();
            for (left, (mass, chance)) in exact.won.iter().zip(&ends.won).enumerate() {
                let gone = attackers - left + defenders;
                let exactly = value(mass) / f64::from(SCALE).powi(gone as i32);
                assert!((exactly - chance).abs() < 1e-12, "{exactly} {chance}");
            }
        }
    }

    #[test]
    fn a_path_of_one_land_is_a_battle() {
        let ends = fight(&point(8), 3, 1, &mut || true).unwrap();
        let path = path(8, 1.0, &[3], 1, &mut || true).unwrap();
        assert_eq!(path.freed[0], ends.won);
        assert!(fight(&point(8), 3, 1, &mut || false).is_none());
    }
}
