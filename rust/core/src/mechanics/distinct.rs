//! Distinct representatives: one element of each of some sets, no element twice. Counted, and drawn with equal chances.

use arrayvec::ArrayVec;

use crate::action::select;
use crate::rng::Rng;

/// The most sets.
pub const MAX_SETS: usize = 6;

/// How many choices there are. Cost: the factorial of the number of sets, in words.
///
/// The last set may choose anything but what another one has chosen: for each other one, take away the choices that both make alike.
pub fn count(sets: &[u64]) -> u64 {
    match *sets {
        [] => 1,
        [a] => u64::from(a.count_ones()),
        [a, b] => u64::from(a.count_ones()) * u64::from(b.count_ones()) - u64::from((a & b).count_ones()),
        [ref others @ .., last] => {
            let mut shared: ArrayVec<u64, MAX_SETS> = others.iter().copied().take(MAX_SETS).collect();
            let mut total = u64::from(last.count_ones()) * count(others);
            for (k, &other) in others.iter().enumerate() {
                if other & last != 0
                    && let Some(place) = shared.get_mut(k)
                {
                    *place = other & last;
                    total -= count(&shared);
                    if let Some(place) = shared.get_mut(k) {
                        *place = other;
                    }
                }
            }
            total
        }
    }
}

/// An element of a set, each equally likely; `None` of an empty one.
#[inline]
pub fn one_of(set: u64, rng: &mut Rng) -> Option<u8> {
    (set != 0).then(|| select(set, rng.below(u64::from(set.count_ones()))) as u8)
}

/// Draws one choice, each equally likely; `None` if there is none, or more than [`MAX_SETS`] sets.
///
/// One set after the other: elements that lie in the same of the sets still to come leave these equally many choices, so they are weighed
/// together.
pub fn draw(sets: &[u64], rng: &mut Rng) -> Option<ArrayVec<u8, MAX_SETS>> {
    let mut left: ArrayVec<u64, MAX_SETS> = ArrayVec::new();
    left.try_extend_from_slice(sets).ok()?;
    let mut chosen = ArrayVec::new();
    while let Some(set) = left.pop() {
        let mut kinds: ArrayVec<u64, { 1 << (MAX_SETS - 1) }> = ArrayVec::new();
        kinds.push(set);
        for &other in &left {
            for k in 0..kinds.len() {
                let kind = kinds[k];
                let inside = kind & other;
                if inside != 0 && inside != kind {
                    kinds[k] = inside;
                    kinds.push(kind & !inside);
                }
            }
        }
        let mut weights: ArrayVec<u64, { 1 << (MAX_SETS - 1) }> = ArrayVec::new();
        for &kind in &kinds {
            let one = kind & kind.wrapping_neg();
            let rest: ArrayVec<u64, MAX_SETS> = left.iter().map(|&other| other & !one).collect();
            weights.push(count(&rest));
        }
        let sizes = || kinds.iter().map(|&kind| u64::from(kind.count_ones()));
        let total: u64 = weights.iter().zip(sizes()).map(|(weight, size)| weight * size).sum();
        if total == 0 {
            return None;
        }
        let mut number = rng.below(total);
        let element = kinds.iter().zip(&weights).zip(sizes()).find_map(|((&kind, &weight), size)| {
            if number < weight * size {
                return Some(select(kind, number / weight) as u8);
            }
            number -= weight * size;
            None
        })?;
        for other in &mut left {
            *other &= !(1 << element);
        }
        chosen.push(element);
    }
    chosen.reverse();
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::action::Bits;

    fn list(sets: &[u64]) -> Vec<Vec<u8>> {
        let Some((&last, others)) = sets.split_last() else { return vec![vec![]] };
        let longer = |choice: Vec<u8>| {
            let free = Bits(last).map(|element| element as u8).filter(|element| !choice.contains(element)).collect::<Vec<_>>();
            free.into_iter().map(move |element| [&choice[..], &[element]].concat()).collect::<Vec<_>>()
        };
        list(others).into_iter().flat_map(longer).collect()
    }

    #[test]
    fn counted_as_listed() {
        let mut rng = Rng::new(1);
        for _ in 0..400 {
            let sets: Vec<u64> = (0..rng.below(6)).map(|_| rng.next() & rng.next() & 0xff).collect();
            let choices = list(&sets);
            assert_eq!(count(&sets), choices.len() as u64, "{sets:?}");
            match draw(&sets, &mut rng) {
                None => assert!(choices.is_empty()),
                Some(choice) => assert!(choices.contains(&choice.to_vec())),
            }
        }
        assert!(draw(&[1; MAX_SETS + 1], &mut rng).is_none());
        let wide: Vec<u64> = (0..6).map(|k| u64::MAX << k).collect();
        assert!(count(&wide) > 1 << 35 && draw(&wide, &mut rng).is_some());
    }

    #[test]
    fn drawn_equally_often() {
        let mut rng = Rng::new(2);
        for sets in [vec![0b0111, 0b0110, 0b1110], vec![0b11, 0b1101, 0b1011, 0b11111], vec![0b1, 0b11, 0b111, 0b1111, 0b111111]] {
            let choices = list(&sets);
            let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
            let draws = 2_000 * choices.len();
            for _ in 0..draws {
                *counts.entry(draw(&sets, &mut rng).unwrap().to_vec()).or_default() += 1;
            }
            assert_eq!(counts.len(), choices.len());
            let chi: f64 = counts.values().map(|&n| (f64::from(n) - 2_000.0).powi(2) / 2_000.0).sum();
            let degrees = choices.len() as f64 - 1.0;
            assert!(chi < degrees + 5.0 * (2.0 * degrees).sqrt() + 5.0, "{chi} {degrees}");
        }
    }
}
