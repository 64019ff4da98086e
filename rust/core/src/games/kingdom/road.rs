//! The longest road (KD-6, KD-13).
//!
//! Two arms that join are one border crossed, which leads from centre to centre; every other arm is a loose end of its card. A trail that stops
//! where two arms join can as well go on to the next centre, so only loose ends begin and finish a trail besides centres: what is asked for is
//! the longest trail over the joined borders of a 3x3 square, loose ends added ([`crate::mechanics::trails`]).

use super::score::{Grid, ROW};
use super::types::{QUARTERS, SIDES as ARMS};
use crate::action::Bits;
use crate::mechanics::trails::{BORDERS, CELLS, Ends, SIDES, UPRIGHT, trails, walk};

/// How the cards of a square meet.
#[derive(Debug, Clone, Copy)]
pub struct Borders {
    /// The borders where two arms join.
    pub joined: u16,
    /// The dots of the two arms that join there; 0 where none do.
    pub dots: [u8; BORDERS],
    /// By cell the dots of its loose ends, two bits each; 0 for an arm that joins.
    pub loose: [u8; CELLS],
    /// Zones that touch the one to the south-east across a border: bit z touches z + 9.
    pub falling: u64,
    /// Zones that touch the one to the south-west across a border: bit z touches z + 7.
    pub rising: u64,
}

/// The side by which the first cell of a border meets it, and that of the second: east and west, or south and north.
#[inline]
const fn arms(border: usize) -> [usize; 2] {
    if border < UPRIGHT { [1, 3] } else { [2, 0] }
}

/// Finds where arms join and which zones touch across the corner of a border (KD-4, KD-6).
///
/// Across a border, the two zones on either side of it touch straight: they share its first and its last quarter. Where the roads do not meet,
/// the zones between the two roads touch too, at a slant. Slots count clockwise on both cards, so against each other: they add up to 4 where the
/// roads meet, and the sum tells which way the slant goes.
#[inline]
pub fn borders(grid: &Grid) -> Borders {
    let mut borders = Borders { joined: 0, dots: [0; BORDERS], loose: grid.dots, falling: 0, rising: 0 };
    for (border, [one, other]) in SIDES.into_iter().enumerate() {
        let [arm, facing] = arms(border);
        let slots = (grid.slots[one] >> (8 * arm) & 3) + (grid.slots[other] >> (8 * facing) & 3);
        let joined = u8::from(slots == u32::from(QUARTERS));
        let dots = (grid.dots[one] >> (2 * arm) & 3) + (grid.dots[other] >> (2 * facing) & 3);
        borders.joined |= u16::from(joined) << border;
        borders.dots[border] = dots * joined;
        borders.loose[one] &= !((joined * 3) << (2 * arm));
        borders.loose[other] &= !((joined * 3) << (2 * facing));
        // Of the four zones around the middle of the border, the north-western and the north-eastern.
        let corner = ROW * (2 * (one / 3)) + 2 * (one % 3) + if border < UPRIGHT { 1 } else { ROW };
        let (more, less) = (u64::from(slots > u32::from(QUARTERS)), u64::from(slots < u32::from(QUARTERS)));
        let (falling, rising) = if border < UPRIGHT { (more, less) } else { (less, more) };
        borders.falling |= falling << corner;
        borders.rising |= rising << (corner + 1);
    }
    borders
}

/// By the dots of four loose ends, the best and the second best.
const BEST: [[u8; 2]; 256] = {
    let mut best = [[0; 2]; 256];
    let mut dots = 0;
    while dots < 256 {
        let mut arm = 0;
        while arm < ARMS {
            let value = (dots >> (2 * arm) & 3) as u8;
            let [first, second] = best[dots];
            if value > first {
                best[dots] = [value, first];
            } else if value > second {
                best[dots] = [first, value];
            }
            arm += 1;
        }
        dots += 1;
    }
    best
};

fn ends(borders: &Borders) -> Ends {
    let mut ends = [0; 32];
    for (cell, &loose) in borders.loose.iter().enumerate() {
        [ends[cell], ends[cell + CELLS]] = BEST[loose as usize];
    }
    ends
}

/// KD-13: the most dots on a trail.
#[inline]
pub fn longest(borders: &Borders) -> u8 {
    trails().most(borders.joined, &borders.dots, &ends(borders))
}

/// One arm of a trail: its cell in the square, and its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arm {
    /// 0 to 8, in rows.
    pub cell: usize,
    /// 0 to 3, clockwise from the north.
    pub side: usize,
}

/// A longest trail as its arms in the order walked. Loose ends without dots are left out.
pub fn trail(borders: &Borders) -> Vec<Arm> {
    let Some(trail) = trails().longest(borders.joined, &borders.dots, &ends(borders)) else { return Vec::new() };
    let start = begin(trail.borders(), trail.ends());
    let cells = walk(trail.borders(), start);
    let mut arms = Vec::new();
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return arms };
    let [begins, finishes] = loose_ends(borders, trail.ends(), first, last);
    arms.extend(begins.map(|side| Arm { cell: first, side }));
    for pair in cells.windows(2) {
        let &[from, to] = pair else { continue };
        if let Some(border) = SIDES.iter().position(|sides| sides.contains(&from) && sides.contains(&to)) {
            let [one, other] = self::arms(border);
            let [out, into] = if SIDES[border][0] == from { [one, other] } else { [other, one] };
            arms.extend([Arm { cell: from, side: out }, Arm { cell: to, side: into }]);
        }
    }
    arms.extend(finishes.map(|side| Arm { cell: last, side }));
    arms
}

/// Where a walk over a trail begins: at an odd cell if there is one, else where its loose ends are, else anywhere on it.
fn begin(trail: u16, ends: [usize; 2]) -> usize {
    let mut odd = [false; CELLS];
    for border in Bits(u64::from(trail)) {
        for cell in SIDES[border as usize] {
            odd[cell] = !odd[cell];
        }
    }
    let loose = || ends.into_iter().find(|&end| end < 2 * CELLS).map(|end| end % CELLS);
    let anywhere = || Bits(u64::from(trail)).next().map(|border| SIDES[border as usize][0]);
    odd.iter().position(|&odd| odd).or_else(loose).or_else(anywhere).unwrap_or_default()
}

/// The sides of the loose ends with dots at which a walk from `first` to `last` begins and finishes.
fn loose_ends(borders: &Borders, ends: [usize; 2], first: usize, last: usize) -> [Option<usize>; 2] {
    let ranked = |cell: usize| {
        let dots = |side: usize| borders.loose[cell] >> (2 * side) & 3;
        let mut sides: Vec<usize> = (0..ARMS).filter(|&side| dots(side) > 0).collect();
        sides.sort_by_key(|&side| std::cmp::Reverse(dots(side)));
        sides
    };
    let at = |cell: usize, rank: usize| ends.contains(&(cell + rank * CELLS)).then(|| ranked(cell).get(rank).copied()).flatten();
    if first == last { [at(first, 0), at(last, 1)] } else { [at(first, 0), at(last, 0)] }
}
