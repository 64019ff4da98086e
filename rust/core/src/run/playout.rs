//! Games played to the end.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::MAX_SEATS;
use crate::chance::Outcomes;
use crate::error::{Error, Result};
use crate::game::{Game, Node};
use crate::rng::Rng;
use crate::score::{Parts, Scores};

/// How seats choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Uniformly among the legal actions.
    Random,
}

impl Policy {
    /// The names of the policies.
    pub const NAMES: [&'static str; 1] = ["random"];

    /// The policy of a name.
    pub fn parse(name: &str) -> Result<Self> {
        match name {
            "random" => Ok(Self::Random),
            other => Err(Error::argument(
                "unknown_policy",
                "policy",
                format!("{:?}", crate::action::shorten(other)),
                crate::action::one_of(&Self::NAMES),
            )),
        }
    }
}

/// How a playout ended.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Played {
    /// Shares of the win; all 0.0 if the step limit came first.
    pub returns: [f64; MAX_SEATS],
    /// Points by seat.
    pub scores: Scores,
    /// Points by seat and part.
    pub parts: [Parts; MAX_SEATS],
    /// Decisions of seats.
    pub decisions: u32,
    /// Decisions and chance.
    pub steps: u32,
}

/// Plays a state to its end, or for `max_steps` steps: `legal[below(n)]` for seats, weights for chance, both from `rng`. Stops early, in the
/// middle of a game, when `stop` is set. Cost: one copy of the state, then no memory.
#[inline]
pub fn play<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    buffer: &mut Outcomes,
    max_steps: u32,
    stop: &AtomicBool,
) -> (u32, u32) {
    let (mut decisions, mut steps) = (0, 0);
    while steps < max_steps {
        match game.node(state) {
            Node::Decision(_) => {
                game.legal(state, &mut buffer.actions);
                let Some(action) = buffer.actions.nth(rng.below(buffer.actions.len() as u64) as usize) else { break };
                game.apply(state, action);
                decisions += 1;
            }
            Node::Chance => {
                game.chance(state, buffer);
                let Some(outcome) = buffer.sample(rng) else { break };
                game.apply(state, outcome);
            }
            Node::Terminal => break,
        }
        steps += 1;
        if steps % 4096 == 0 && stop.load(Ordering::Relaxed) {
            break;
        }
    }
    (decisions, steps)
}

/// [`play`], and how it ended.
pub fn playout<G: Game>(game: &G, start: &G::State, rng: &mut Rng, buffer: &mut Outcomes, max_steps: u32, stop: &AtomicBool) -> Played {
    let mut state = *start;
    let (decisions, steps) = play(game, &mut state, rng, buffer, max_steps, stop);
    let parts = game.parts(&state);
    let scores = parts.map(|parts| parts.iter().sum());
    Played { returns: game.returns(&state, &scores), scores, parts, decisions, steps }
}
