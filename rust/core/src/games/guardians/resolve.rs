//! The resolution of a turn's boats, discoveries and the end (GU-8, GU-9, GU-11, GU-13).

use super::types::*;
use super::{Guardians, Phase, State};

/// Why a game ends, in the order asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Somebody has coins enough.
    Goal,
    /// Nobody has a pair or can get one.
    Pairs,
    /// The last turn is over.
    Turns,
}

impl End {
    /// The word of an outcome.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Pairs => "pairs",
            Self::Turns => "turns",
        }
    }
}

impl Guardians {
    /// GU-8, GU-9: pays out in landing order, turns discovered islands over, tells what wrong boats rule out, and looks for the end. Cost:
    /// a pass over the boats.
    pub(super) fn resolve(&self, state: &mut State) {
        let mut explorers = [0_u8; MAX_PLAYERS];
        let mut wrong = [IslandSet::EMPTY; MAX_PLAYERS];
        for boat in state.boats.into_iter().take(state.num_boats as usize) {
            let guardian = boat.guardian().unwrap_or_default().min(MAX_PLAYERS - 1);
            match state.players[guardian].active_pair() {
                Some(pair) if pair.place() == boat.island() => {
                    let explorer = state.player_mut(boat.seat() as u8);
                    explorer.gold = explorer.gold.saturating_add(if explorers[guardian] == 0 { 2 } else { 1 });
                    explorer.legend = explorer.legend.saturating_add(u16::from(pair.is_legend()));
                    explorers[guardian] += 1;
                }
                _ => wrong[guardian].insert(boat.island()),
            }
        }
        for (guardian, &count) in explorers.iter().enumerate().take(self.common.num_players) {
            if count > 0 {
                self.discover(state, guardian, if count == 1 { 2 } else { 3 });
            } else if state.players[guardian].is_active() {
                state.players[guardian].ruled_out |= wrong[guardian];
            }
        }
        for player in &mut state.players {
            player.ruled_out = player.ruled_out - state.turned;
        }
        state.finished = 0;
        if self.end(state).is_some() {
            state.clear_boats();
            state.phase = Phase::Over;
        } else {
            self.next_fire(state, 0, None);
        }
    }

    /// GU-9, GU-11: pays a guardian, turns its island over, takes back its clues and fires, discards its pair.
    fn discover(&self, state: &mut State, guardian: usize, gold: u16) {
        let player = &mut state.players[guardian];
        let Some(pair) = player.active_pair() else { return };
        player.gold = player.gold.saturating_add(gold);
        player.legend = player.legend.saturating_add(u16::from(pair.is_legend()));
        if let Some(behind) = player.pairs.get_mut(player.active as usize..) {
            behind.rotate_left(1);
        }
        player.pairs[PAIRS - 1] = Pair::NONE;
        player.num_pairs -= 1;
        player.active = NONE;
        player.clues = [Clue::NONE; MAX_CLUES];
        player.num_clues = 0;
        player.fires = IslandSet::EMPTY;
        player.ruled_out = IslandSet::EMPTY;
        player.num_discovered += 1;
        let end = state.discovered_start(guardian + 1);
        if let Some(behind) = state.discovered.get_mut(end - 1..) {
            behind.rotate_right(1.min(behind.len()));
            if let Some(place) = behind.first_mut() {
                *place = pair;
            }
        }
        state.turned.insert(pair.place());
    }

    /// GU-13: whether the game ends after the pay-outs of this turn.
    pub(super) fn end(&self, state: &State) -> Option<End> {
        let players = state.players.iter().take(self.common.num_players);
        if players.clone().any(|player| player.coins() >= u32::from(self.goal)) {
            Some(End::Goal)
        } else if players.clone().all(|player| player.num_pairs == 0) && !self.can_refill(state) {
            Some(End::Pairs)
        } else if state.turn >= LAST_TURN {
            Some(End::Turns)
        } else {
            None
        }
    }
}
