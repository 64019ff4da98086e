//! What an action is worth to the greedy policy: units go where the front is, attacks are made where the odds are good, and lands count more
//! the nearer they bring a continent to completion. All that goes in is open to every seat.

use super::state::{Phase, State};
use super::types::*;
use super::{Empire, legal};
use crate::action::Action;
use crate::mechanics::words::NOBODY;

/// Worth of `pass`: what is worth less is not done.
const PASS: i32 = 0;
/// Worth of what should be done.
const GOOD: i32 = 1000;
/// From so many units on an even fight is a good one: with three dice against two the attacker loses less.
const LARGE: i32 = 10;

impl Empire {
    /// See [`crate::game::Game::worth`].
    pub(super) fn worth_of(&self, state: &State, action: Action, seat: u8) -> i32 {
        let (ids, id) = (&self.ids, action.0);
        if id == ids.pass {
            return PASS;
        }
        let land = |base: u16| Land(id.wrapping_sub(base) as u8);
        match state.phase {
            Phase::Deal => self.pull(state, seat, land(ids.claim)),
            Phase::Setup => self.front_worth(state, seat, land(ids.place), 1),
            Phase::Reinforce { reserve } if id >= ids.place_all => {
                self.front_worth(state, seat, land(ids.place_all), reserve.min(u32::from(MOST_UNITS)) as i32) + 1
            }
            Phase::Reinforce { reserve } => self.front_worth(state, seat, land(ids.place), reserve.min(u32::from(MOST_UNITS)) as i32),
            Phase::Attack => {
                let blitz = self.blitz && id >= ids.blitz;
                let edge = id.wrapping_sub(if blitz { ids.blitz } else { ids.attack });
                let ends = self.map.ends.get(edge as usize);
                ends.map_or(PASS, |&(from, to)| self.attack_worth(state, seat, from, to, 0) + i32::from(blitz))
            }
            Phase::Occupy { from, to, .. } => {
                let units = self.units_named(id, legal::movable(state, from, to));
                // Units are of no use behind the front.
                if self.foes(state, seat, to).is_empty() && !self.foes(state, seat, from).is_empty() { -units } else { units }
            }
            Phase::Fortify { .. } => {
                let from = land(ids.fortify);
                if self.foes(state, seat, from).is_empty() { GOOD + i32::from(state.units(from)) } else { PASS - 1 }
            }
            Phase::FortifyTo { .. } => GOOD - self.way_to_front(state, seat, land(ids.to)),
            Phase::FortifyUnits { from, to, .. } => self.units_named(id, legal::movable(state, from, to)),
            // Sets are traded as soon as they can be.
            Phase::Trade { .. } => GOOD,
            Phase::Roll { .. } | Phase::Draw | Phase::Over => PASS,
        }
    }

    fn units_named(&self, id: u16, most: u16) -> i32 {
        if id == self.ids.units_all { i32::from(most) } else { i32::from(id.wrapping_sub(self.ids.units)) + 1 }
    }

    /// Lands of others that border a land.
    fn foes(&self, state: &State, seat: u8, land: Land) -> LandSet {
        self.map.adjacent[land.index()] - state.own(seat)
    }

    /// How much a land is wanted: the share of its continent that the seat has, and the continent's bonus a land.
    fn pull(&self, state: &State, seat: u8, land: Land) -> i32 {
        let Some(continent) = self.map.continents.get(self.map.continent[land.index()] as usize) else { return 0 };
        let (own, all) = ((continent.lands & state.own(seat)).len() as i32, continent.lands.len() as i32);
        (100 * own + 20 * continent.bonus as i32) / all
    }

    /// What it is worth to put units on a land: what its best attack would be worth then.
    fn front_worth(&self, state: &State, seat: u8, land: Land, more: i32) -> i32 {
        let foes = self.foes(state, seat, land).into_iter();
        foes.map(|foe| self.attack_worth(state, seat, land, foe, more).max(PASS + 1)).max().unwrap_or(PASS)
    }

    /// EM-9: what an attack is worth; less than a `pass` where the odds are bad.
    fn attack_worth(&self, state: &State, seat: u8, from: Land, to: Land, more: i32) -> i32 {
        let fighting = i32::from(state.units(from)) - 1 + more;
        let defending = i32::from(state.units(to));
        if fighting <= defending && (fighting < defending || fighting < LARGE) {
            return PASS - 1;
        }
        let owner = state.owner(to);
        let continent = self.map.continents.get(self.map.continent[to.index()] as usize);
        let completes = continent.is_some_and(|continent| (continent.lands - state.own(seat)).len() == 1);
        let breaks = continent.is_some_and(|continent| owner != NOBODY && (continent.lands - state.own(owner)).is_empty());
        let beats = state.held.get(owner as usize) == Some(&1) && !self.is_neutral(owner);
        GOOD + 5 * (fighting - defending).min(40)
            + self.pull(state, seat, to)
            + if completes { 500 } else { 0 }
            + if breaks { 300 } else { 0 }
            + if beats { 400 } else { 0 }
    }

    /// Steps over own lands to one that borders another's.
    fn way_to_front(&self, state: &State, seat: u8, from: Land) -> i32 {
        let own = state.own(seat);
        let mut reached = LandSet::of(from);
        for steps in 0..self.num_lands as i32 {
            let next = reached.into_iter().fold(reached, |set, land| set | self.map.adjacent[land.index()]);
            if !(next - own).is_empty() {
                return steps;
            }
            reached = next;
        }
        self.num_lands as i32
    }
}
