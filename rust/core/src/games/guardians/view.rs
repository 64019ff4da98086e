//! Who sees what (GU-14, GU-16): others' pairs, this turn's clues while they are put, and hulls of boats that still sail are hidden.

use super::types::*;
use super::{Guardians, Phase, State};
use crate::action::{Action, Seat};
use crate::game::Game as _;

/// What a seat, or a spectator, sees: the state with all that is hidden blanked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub(super) seat: Option<Seat>,
    /// The state, blanked.
    pub(super) state: State,
}

/// Whether a seat's secrets are kept from a viewer.
#[inline]
pub(super) fn keeps_from(seat: usize, viewer: Option<Seat>) -> bool {
    viewer.map(Seat::index) != Some(seat)
}

/// GU-16: whether the last clue of a seat is one that it has put this turn while others still have to.
#[inline]
pub(super) fn has_new_clue(state: &State, seat: usize) -> bool {
    matches!(state.phase, Phase::Clue(asked) if seat < asked as usize)
        && state.players.get(seat).is_some_and(super::state::Player::can_be_sought)
}

impl Guardians {
    /// See [`crate::game::Game::view`].
    pub(super) fn seen(&self, state: &State, viewer: Option<Seat>) -> View {
        let mut seen = *state;
        let mut own = IslandSet::EMPTY;
        for (seat, player) in seen.players.iter_mut().enumerate().take(self.common.num_players) {
            if !keeps_from(seat, viewer) {
                own = player.places();
                continue;
            }
            for pair in player.pairs.iter_mut().take(player.num_pairs as usize) {
                *pair = Pair::HIDDEN;
            }
            if player.is_active() {
                player.active = HIDDEN;
            }
            if has_new_clue(state, seat)
                && let Some(clue) = player.clues.get_mut(player.num_clues as usize - 1)
            {
                *clue = Clue::HIDDEN;
            }
            if state.phase.is_sailing() {
                player.sent = 0;
            }
        }
        if state.phase.is_sailing() {
            for boat in seen.boats.iter_mut().take(state.num_boats as usize) {
                if keeps_from(boat.seat(), viewer) {
                    boat.hide();
                }
            }
        }
        seen.place_pile = self.all_islands() - state.turned - own;
        seen.rewards_left = [state.rewards_left[0] + state.rewards_left[1], 0];
        View { seat: viewer, state: seen }
    }

    /// See [`crate::game::Game::action_seen`].
    pub(super) fn told(&self, state: &State, action: Action, viewer: Option<Seat>) -> Option<String> {
        let text = self.space(state).text(action).ok()?;
        let hidden = state.phase.seat().is_some_and(|seat| keeps_from(seat as usize, viewer));
        Some(match state.phase {
            Phase::Pairs(_) | Phase::Refill(_) if hidden => "pair ? ?".to_owned(),
            Phase::Choose(_) if hidden => "choose ?".to_owned(),
            Phase::Clue(_) if hidden => "clue ? ?".to_owned(),
            Phase::Sail(_) if hidden && action.0 != self.ids.pass => {
                format!("sail ? {}", text.rsplit(' ').next().unwrap_or_default())
            }
            _ => text,
        })
    }

    /// See [`crate::game::Game::revealed`]: with the last clue the turn's clues of others, `SEAT clue SLOT ELEMENT`; with the last boat
    /// the hulls of others' boats, `SEAT sail OWNER I`, and others' discovered pairs, `SEAT pair P REWARD`.
    pub(super) fn now_open(&self, before: &State, action: Action, after: &State, viewer: Option<Seat>) -> Vec<String> {
        let players = self.common.num_players;
        let others = || (0..players).filter(|&seat| keeps_from(seat, viewer));
        let mut texts = Vec::new();
        match (before.phase, after.phase) {
            (Phase::Clue(asked), now) if !matches!(now, Phase::Clue(_)) => {
                for seat in others().filter(|&seat| has_new_clue(before, seat) || seat == asked as usize) {
                    if let Some(clue) = after.players[seat].clues().last() {
                        texts.push(format!("{seat} clue {} {}", clue.slot() + 1, clue.element() + 1));
                    }
                }
            }
            (Phase::Sail(asked), now) if now.is_resolved() => {
                for seat in others() {
                    for boat in before.boats().iter().filter(|boat| boat.seat() == seat) {
                        let guardian = boat.guardian().map_or(-1, |guardian| guardian as i32);
                        texts.push(format!("{seat} sail {guardian} {}", boat.island().id()));
                    }
                    if seat == asked as usize
                        && action.0 != self.ids.pass
                        && let Ok(text) = self.common.actions.text(action)
                    {
                        texts.push(format!("{seat} {text}"));
                    }
                }
                for seat in others() {
                    if after.players[seat].num_discovered > before.players[seat].num_discovered
                        && let Some(pair) = after.discovered_of(seat).last()
                    {
                        texts.push(format!("{seat} pair {} {}", pair.place().id(), REWARDS[pair.reward()]));
                    }
                }
            }
            _ => {}
        }
        texts
    }
}
