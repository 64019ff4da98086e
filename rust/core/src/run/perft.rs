//! Counting leaves: what tests and other engines compare move generation by.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::chance::Outcomes;
use crate::game::{Game, Node};

/// The number of sequences of `depth` steps from a state, outcomes of chance counted like actions; a game that is over has no children.
/// Gives up with `None` when `stop` is set. `tick` is called now and then and may set it.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, stop: &AtomicBool, tick: &mut dyn FnMut()) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut outcomes = Outcomes::new();
    match game.node(state) {
        Node::Decision(_) => game.legal(state, &mut outcomes.actions),
        Node::Chance => game.chance(state, &mut outcomes),
        Node::Terminal => return Some(0),
    }
    if depth == 1 {
        return Some(outcomes.actions.len() as u64);
    }
    if depth >= 3 {
        tick();
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let mut leaves = 0_u64;
    for action in outcomes.actions.iter() {
        let mut child = *state;
        game.apply(&mut child, action);
        leaves = leaves.saturating_add(perft(game, &child, depth - 1, stop, tick)?);
    }
    Some(leaves)
}
