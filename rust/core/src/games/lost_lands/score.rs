//! What the expansion adds to points: factions, the Bat Rider, crystals (LL-14, LL-17, LL-20).

use super::super::legends::hooks::FamilyChoice;
use super::super::legends::state::{Place, armies};
use super::super::legends::types::*;
use super::layout::Board;
use super::{LostLands, State};
use crate::MAX_SEATS;

impl LostLands {
    /// LL-17: the families that a seat's factions count as: those with the most points in all, of equal ones the first in the order of the
    /// tokens. Cost: one count of the seat's cards for each choice that matters.
    pub(super) fn best_families(&self, state: &State, seat: usize, owned: CardSet, control: RegionSet) -> FamilyChoice {
        let queen = self.leads(state, seat, Leader::FairyQueen);
        let cards =
            owned.into_iter().fold(if queen { self.more.queen_counts } else { 0 }, |set, card| set | self.more.counts[card.index()]);
        // The first bit of a held faction stands for its first family.
        let mut fixed: FamilyChoice = 0;
        let mut open = [0_u8; 8];
        let mut num_open = 0;
        for (k, &token) in self.more.factions.iter().enumerate() {
            let held = matches!(state.place_of(token), Place::On(region) if control.contains(region));
            let first = 1_u8 << (2 * k);
            if held && cards & (3 * first) == 0 {
                fixed |= first;
            } else if held {
                open[num_open] = first;
                num_open += 1;
            }
        }
        let mut best = (i32::MIN, fixed);
        for choice in 0..1_u32 << num_open {
            // Counted up, the lowest token being the highest bit, choices come in dictionary order.
            let families =
                open[..num_open].iter().enumerate().fold(fixed, |set, (k, &first)| set | first << (choice >> (num_open - 1 - k) & 1));
            if num_open == 0 {
                return families;
            }
            let points = self.cards_points(state, seat, owned, families) + if queen { self.queen_points(owned, families) } else { 0 };
            if points > best.0 {
                best = (points, families);
            }
        }
        best.1
    }

    /// LL-20: regions that the seat controls where one opponent has two or more armies.
    pub(super) fn bat_points(&self, state: &State, seat: usize, control: RegionSet) -> i32 {
        let crowded = |owner: usize, region: Region| {
            let leader = state.extra.leader_region(Owner(owner as u8)).contains(region);
            armies(state.units[owner][region.index()]) + u8::from(leader) >= 2
        };
        let others = |region: Region| (0..self.common.num_players).any(|owner| owner != seat && crowded(owner, region));
        control.into_iter().filter(|&region| others(region)).count() as i32
    }

    /// LL-18, LL-21: leader armies for the control of regions.
    #[inline]
    pub(super) fn add_leaders(&self, state: &State, strength: &mut [[u8; MAX_REGIONS]; MAX_OWNERS]) {
        for (owner, row) in strength.iter_mut().enumerate().take(MAX_SEATS) {
            if let Some(region) = Self::leader_at(state, owner)
                && let Some(place) = row.get_mut(region)
            {
                *place += self.leader_strength(state, owner);
            }
        }
    }

    /// Whether crystals are in play.
    pub(super) fn has_crystals(&self) -> bool {
        self.more.board == Board::Cavern
    }
}
