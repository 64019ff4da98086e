//! Longest trails on the 3x3 grid: walks from cell to cell over its twelve inner borders that use no border twice.
//!
//! Only 539 sets of borders (and the empty one) can be walked so. What a trail is worth is the sum of the weights of its borders, and of what
//! lies beyond its two ends: each cell has up to four loose ends, which lead nowhere and can begin or finish a trail. A closed trail can begin
//! at any of its cells, and then takes two loose ends of that one.
//!
//! Weights are never negative. So of two trails over the borders that are open, one can be left out if the other has all its borders and ends
//! at the same loose ends or better. A table, made once, holds for each of the 4,096 sets of open borders the trails that are left: mostly some
//! twenty, 294 if all borders are open.

use std::sync::LazyLock;

use crate::action::Bits;

/// Cells, in rows.
pub const CELLS: usize = 9;
/// Inner borders.
pub const BORDERS: usize = 12;

/// The two cells of each border: left and right of the six upright ones, row by row; then above and below of the six level ones.
pub const SIDES: [[usize; 2]; BORDERS] = [[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [1, 4], [2, 5], [3, 6], [4, 7], [5, 8]];

/// The borders that are upright; the others are level.
pub const UPRIGHT: usize = 6;

/// What a trail's ends are worth: by cell the best loose end, then by cell the second best, then 0.
pub type Ends = [u8; 32];

/// A loose end that is worth nothing, whatever the cells.
const NOTHING: u32 = 2 * CELLS as u32;

/// A set of borders that can be walked, and the two loose ends as places of [`Ends`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trail(u32);

impl Trail {
    /// The borders, as bits.
    pub const fn borders(self) -> u16 {
        (self.0 & 0xfff) as u16
    }

    /// The places of its two ends in [`Ends`].
    pub const fn ends(self) -> [usize; 2] {
        [(self.0 >> 12 & 31) as usize, (self.0 >> 17 & 31) as usize]
    }

    /// What it is worth.
    #[inline]
    fn value(self, sums: &Sums, ends: &Ends) -> u8 {
        let bits = self.0 as usize;
        sums.low[bits & 63] + sums.high[bits >> 6 & 63] + ends[bits >> 12 & 31] + ends[bits >> 17 & 31]
    }
}

/// The weights of all sets of the first six borders, and of the last six.
struct Sums {
    low: [u8; 64],
    high: [u8; 64],
}

impl Sums {
    /// Cost: some forty multiplications and additions of words, eight sets each.
    #[inline]
    fn new(weights: &[u8; BORDERS]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = weights.map(u64::from);
        Self { low: subset_sums([a, b, c, d, e, f]), high: subset_sums([g, h, i, j, k, l]) }
    }
}

/// The sum of each subset of six weights, a byte a subset.
#[inline]
fn subset_sums([a, b, c, d, e, f]: [u64; 6]) -> [u8; 64] {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    let first = a * 0x0100_0100_0100_0100 + b * 0x0101_0000_0101_0000 + c * 0x0101_0101_0000_0000;
    let mut sums = [0; 64];
    for (word, place) in sums.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let word = word as u64;
        let rest = (word & 1) * d + (word >> 1 & 1) * e + (word >> 2) * f;
        *place = (first + rest * EVERY).to_le_bytes();
    }
    sums
}

/// What a trail of so many borders can be worth at most: all but the lightest borders, and the best ends there are.
struct Bound {
    /// How many borders have each weight, a byte each.
    counts: u64,
    all: u8,
}

impl Bound {
    fn new(weights: &[u8; BORDERS], ends: &Ends) -> Self {
        let best = ends.iter().max().copied().unwrap_or_default();
        Self {
            counts: weights.iter().fold(0, |counts, &weight| counts + (1 << (8 * (weight & 7)))),
            all: weights.iter().sum::<u8>() + 2 * best,
        }
    }

    fn of(&self, borders: u32) -> u8 {
        let mut missing = BORDERS as u8 - borders as u8;
        let mut lightest = 0;
        for weight in 0..5 {
            let taken = missing.min((self.counts >> (8 * weight)) as u8);
            lightest += taken * weight as u8;
            missing -= taken;
        }
        self.all - lightest
    }
}

/// The trails that may be longest, by the set of open borders.
#[derive(Debug)]
pub struct Trails {
    starts: Vec<u32>,
    trails: Vec<Trail>,
}

static TABLE: LazyLock<Trails> = LazyLock::new(Trails::new);

/// The table. Cost of the first call: some milliseconds.
pub fn trails() -> &'static Trails {
    &TABLE
}

impl Trails {
    /// The trails that may be longest when these borders are open.
    #[inline]
    pub fn over(&self, open: u16) -> &[Trail] {
        let open = open as usize & 0xfff;
        match (self.starts.get(open), self.starts.get(open + 1)) {
            (Some(&start), Some(&end)) => self.trails.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// What the longest trail over the open borders is worth. A weight is at most 4. Cost: four loads a trail of the table; the trails with fewer
    /// borders, which stand behind, are left out once they can't be longer.
    #[inline]
    pub fn most(&self, open: u16, weights: &[u8; BORDERS], ends: &Ends) -> u8 {
        /// Trails between two looks at what can still come.
        const STRETCH: usize = 16;
        let trails = self.over(open);
        let sums = Sums::new(weights);
        let longest = |trails: &[Trail]| trails.iter().fold(0, |most, trail| most.max(trail.value(&sums, ends)));
        if trails.len() <= 2 * STRETCH {
            return longest(trails);
        }
        let bound = Bound::new(weights, ends);
        let mut most = 0;
        for stretch in trails.chunks(STRETCH) {
            if stretch.first().is_none_or(|first| bound.of(first.borders().count_ones()) <= most) {
                break;
            }
            most = most.max(longest(stretch));
        }
        most
    }

    /// A longest trail over the open borders, the first of the table.
    pub fn longest(&self, open: u16, weights: &[u8; BORDERS], ends: &Ends) -> Option<Trail> {
        let sums = Sums::new(weights);
        let mut best = None;
        for &trail in self.over(open) {
            let value = trail.value(&sums, ends);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((trail, value));
            }
        }
        best.map(|(trail, _)| trail)
    }

    fn new() -> Self {
        let mut all: Vec<(u16, [u32; 2])> = (0..1 << BORDERS).flat_map(with_ends).collect();
        all.sort_by_key(|&(borders, _)| std::cmp::Reverse(borders.count_ones()));
        let mut table = Self { starts: Vec::with_capacity((1 << BORDERS) + 1), trails: Vec::new() };
        let mut kept: Vec<(u16, u32)> = Vec::new();
        for open in 0..1_u16 << BORDERS {
            table.starts.push(table.trails.len() as u32);
            let loose = degrees(open).map(|joined| 4 - joined);
            kept.clear();
            for &(borders, ends) in all.iter().filter(|&&(borders, _)| borders & !open == 0) {
                // A cell has as many loose ends as sides that lead nowhere.
                let there = |end: u32| {
                    let (cell, rank) = (end as usize % CELLS, end as usize / CELLS);
                    loose.get(cell).is_some_and(|&loose| rank < loose)
                };
                let ends = ends.map(|end| if there(end) { end } else { NOTHING });
                let reached = ends.into_iter().filter(|&end| end != NOTHING).fold(0, |set, end| set | 1 << end);
                if kept.iter().all(|&(other, reach)| borders & !other != 0 || reached & !reach != 0) {
                    kept.push((borders, reached));
                    table.trails.push(Trail(u32::from(borders) | ends[0] << 12 | ends[1] << 17));
                }
            }
        }
        table.starts.push(table.trails.len() as u32);
        table
    }
}

/// How many of the borders each cell has.
fn degrees(borders: u16) -> [usize; CELLS] {
    let mut degrees = [0; CELLS];
    for border in Bits(u64::from(borders)) {
        for cell in SIDES[border as usize] {
            degrees[cell] += 1;
        }
    }
    degrees
}

/// A set of borders once for each pair of ends it can be walked between; not at all if it can't.
fn with_ends(borders: u16) -> Vec<(u16, [u32; 2])> {
    let degrees = degrees(borders);
    let odd: Vec<u32> = (0..CELLS as u32).filter(|&cell| degrees[cell as usize] % 2 == 1).collect();
    match odd.as_slice() {
        [] if borders == 0 => (0..CELLS as u32).map(|cell| (0, [cell, cell + CELLS as u32])).collect(),
        [] if is_connected(borders) => {
            let on = (0..CELLS as u32).filter(|&cell| degrees[cell as usize] > 0);
            on.map(|cell| (borders, [cell, cell + CELLS as u32])).collect()
        }
        &[one, other] if is_connected(borders) => vec![(borders, [one, other])],
        _ => Vec::new(),
    }
}

fn is_connected(borders: u16) -> bool {
    let mut reached = borders & borders.wrapping_neg();
    loop {
        let cells = degrees(reached);
        let touching = Bits(u64::from(borders)).filter(|&border| SIDES[border as usize].iter().any(|&cell| cells[cell] > 0));
        let next = touching.fold(reached, |set, border| set | 1 << border);
        if next == reached {
            return reached == borders;
        }
        reached = next;
    }
}

/// The cells of a trail in the order walked, from `start`: one more than it has borders. From a cell where it can't begin: as far as it gets.
pub fn walk(borders: u16, start: usize) -> Vec<usize> {
    // Hierholzer: a dead end is where the walk so far has to stop, so cells come out from the last to the first.
    let mut left = borders;
    let mut open = vec![start];
    let mut cells = Vec::new();
    while let Some(&cell) = open.last() {
        match Bits(u64::from(left)).find(|&border| SIDES[border as usize].contains(&cell)) {
            Some(border) => {
                left &= !(1 << border);
                let [one, other] = SIDES[border as usize];
                open.push(if one == cell { other } else { one });
            }
            None => {
                cells.push(cell);
                open.pop();
            }
        }
    }
    cells.reverse();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn there_are_539_trails() {
        let walkable = (1..1 << BORDERS).filter(|&borders| !with_ends(borders).is_empty()).count();
        assert_eq!(walkable, 539);
        assert_eq!(trails().over(0xfff).len(), 294);
    }

    #[test]
    fn a_walk_uses_each_border_once() {
        for borders in 0..1 << BORDERS {
            for (_, ends) in with_ends(borders) {
                let cells = walk(borders, ends[0] as usize % CELLS);
                assert_eq!(cells.len(), borders.count_ones() as usize + 1);
                assert_eq!(cells.last(), Some(&(ends[1] as usize % CELLS)));
                let crossed = cells.windows(2).map(|pair| SIDES.iter().position(|side| side.contains(&pair[0]) && side.contains(&pair[1])));
                assert_eq!(crossed.fold(0, |set, border| set | 1 << border.unwrap()), borders);
            }
        }
    }

    #[test]
    fn what_the_table_leaves_out_is_never_longer() {
        let mut rng = Rng::new(11);
        let all: Vec<(u16, [u32; 2])> = (0..1 << BORDERS).flat_map(with_ends).collect();
        for _ in 0..4_000 {
            let open = rng.below(4096) as u16;
            let mut weights = [0; BORDERS];
            for border in Bits(u64::from(open)) {
                weights[border as usize] = rng.below(5) as u8;
            }
            let mut ends = [0; 32];
            for (cell, joined) in degrees(open).into_iter().enumerate() {
                let mut dots = [0; 4];
                for dot in dots.iter_mut().skip(joined) {
                    *dot = rng.below(3) as u8;
                }
                dots.sort_unstable();
                (ends[cell], ends[cell + CELLS]) = (dots[3], dots[2]);
            }
            let value = |borders: u16, [one, other]: [u32; 2]| {
                let road: u8 = Bits(u64::from(borders)).map(|border| weights[border as usize]).sum();
                road + ends[one as usize] + ends[other as usize]
            };
            let most = all.iter().filter(|(borders, _)| borders & !open == 0).map(|&(borders, ends)| value(borders, ends)).max();
            assert_eq!(Some(trails().most(open, &weights, &ends)), most);
            let longest = trails().longest(open, &weights, &ends).unwrap();
            assert_eq!(Some(value(longest.borders(), longest.ends().map(|end| end as u32))), most);
        }
    }
}
