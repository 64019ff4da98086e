//! Territories (KD-4, KD-5) by flooding bit sets: the zones of a square stand in a grid of 6 by 6, rows of eight.
//!
//! On a card and straight across borders zones touch like the cells of that grid; where roads don't meet two more touch at a slant.

use super::road::Borders;
use super::score::{Grid, ROW};
use super::types::TERRAINS;
use crate::action::Bits;

/// By terrain: how many territories, the zones of the largest, the most different symbols in one (0 if there is none).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Territories {
    /// How many.
    pub count: [u8; TERRAINS],
    /// Zones of the largest.
    pub largest: [u8; TERRAINS],
    /// The most different symbols in one.
    pub symbols: [u8; TERRAINS],
}

/// The zones that touch these.
#[inline]
fn touching(zones: u64, borders: &Borders) -> u64 {
    let Borders { falling, rising, .. } = *borders;
    let straight = zones << 1 | zones >> 1 | zones << ROW | zones >> ROW;
    let down = (zones & falling) << (ROW + 1) | (zones & rising) << (ROW - 1);
    straight | down | (zones >> (ROW + 1)) & falling | (zones >> (ROW - 1)) & rising
}

/// The territory of the first of these zones, all of one terrain.
#[inline]
fn first(zones: u64, borders: &Borders) -> u64 {
    let mut reached = zones & zones.wrapping_neg();
    loop {
        let next = (reached | touching(reached, borders)) & zones;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The different symbols of a territory.
pub fn symbols(grid: &Grid, territory: u64) -> u8 {
    Bits(territory & grid.marked).fold(0, |symbols, zone| symbols | grid.symbols[zone as usize / ROW % 6][zone as usize % ROW])
}

/// Counts the territories of a kingdom. Cost: some twenty operations a step from zone to zone, zones that stand alone all at once.
#[inline]
pub fn count(grid: &Grid, borders: &Borders) -> Territories {
    let mut found = Territories::default();
    for (terrain, &zones) in grid.terrains.iter().enumerate() {
        let mut left = zones & touching(zones, borders);
        let alone = zones & !left;
        let mut count = alone.count_ones() as u8;
        let mut largest = u8::from(alone != 0);
        let mut most = u32::from(alone & grid.marked != 0);
        while left != 0 {
            let territory = first(left, borders);
            left &= !territory;
            count += 1;
            largest = largest.max(territory.count_ones() as u8);
            // No more different symbols than zones that have one.
            if (territory & grid.marked).count_ones() > most {
                most = most.max(symbols(grid, territory).count_ones());
            }
        }
        found.count[terrain] = count;
        found.largest[terrain] = largest;
        found.symbols[terrain] = most as u8;
    }
    found
}

/// All territories, by terrain and then by their first zone in rows: terrain and zones.
pub fn list(grid: &Grid, borders: &Borders) -> Vec<(usize, u64)> {
    let mut all = Vec::new();
    for (terrain, &zones) in grid.terrains.iter().enumerate() {
        let mut left = zones;
        while left != 0 {
            let territory = first(left, borders);
            left &= !territory;
            all.push((terrain, territory));
        }
    }
    all
}
