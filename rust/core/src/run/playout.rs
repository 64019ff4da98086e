//! Games played to the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::match_::Match;
use super::{At, Seen};
use crate::MAX_SEATS;
use crate::action::{Action, Actions, Seat, one_of, shorten};
use crate::chance::Outcomes;
use crate::error::{Error, Result};
use crate::game::{Game, Node};
use crate::games::AnyState;
use crate::rng::Rng;
use crate::score::{Parts, Scores};

/// How seats choose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Policy {
    /// Uniformly among the legal actions.
    Random,
    /// The action that is worth most to the seat ([`Game::worth`]); among equals uniformly.
    Greedy,
    /// Random with this probability, else greedy.
    Mixed(f64),
}

impl Policy {
    /// The forms of policies.
    pub const FORMS: [&'static str; 3] = ["random", "greedy", "epsilon:P (P from 0 to 1: random with this probability, else greedy)"];

    /// The policy of a name.
    pub fn parse(name: &str) -> Result<Self> {
        let refuse = || Error::argument("unknown_policy", "policy", format!("{:?}", shorten(name)), one_of(&Self::FORMS));
        match name {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            other => {
                let share: f64 = other.strip_prefix("epsilon:").and_then(|share| share.parse().ok()).ok_or_else(refuse)?;
                if (0.0..=1.0).contains(&share) { Ok(Self::Mixed(share)) } else { Err(refuse()) }
            }
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

/// What limits a game that is played.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The most steps, chance counted.
    pub max_steps: u32,
    /// Set from elsewhere: gives up in the middle of a game.
    pub stop: &'a AtomicBool,
}

/// Of more equally good actions than this the greedy policy draws among the first.
const MAX_EQUAL: usize = 512;

/// The greedy choice among `legal`: one draw, whatever there is to choose from.
pub fn greedy<G: Game>(game: &G, state: &G::State, seat: Seat, legal: &Actions, rng: &mut Rng) -> Option<Action> {
    let mut best = i32::MIN;
    let mut equal = ArrayVec::<Action, MAX_EQUAL>::new();
    game.worths(state, legal, seat, |action, worth| {
        if worth > best {
            best = worth;
            equal.clear();
        }
        if worth == best {
            let _ = equal.try_push(action);
        }
    });
    equal.get(rng.below(equal.len() as u64) as usize).copied()
}

/// A seat's choice by a policy.
#[inline]
fn choose<G: Game>(game: &G, state: &G::State, seat: Seat, policy: Policy, legal: &Actions, rng: &mut Rng) -> Option<Action> {
    let random = match policy {
        Policy::Random => true,
        Policy::Greedy => false,
        Policy::Mixed(share) => rng.random() < share,
    };
    if random { legal.nth(rng.below(legal.len() as u64) as usize) } else { greedy(game, state, seat, legal, rng) }
}

/// A seat's choice by a policy, from its view alone: the same, and the same draws, as from the state, since the worth of an action rests on what
/// its seat knows.
pub fn from_view<G: Game>(seen: &Seen<G>, policy: Policy, rng: &mut Rng) -> Result<Action> {
    let at = seen.example();
    let viewer = seen.game.viewer(&seen.view);
    let turn = match at.node() {
        Node::Decision(seat) if viewer == Some(seat) => seat,
        Node::Decision(_) | Node::Chance | Node::Terminal => {
            let who = viewer.map_or_else(|| "everyone".to_owned(), |seat| format!("seat {}", seat.0));
            let value = format!("a view by {who} in phase `{}`", at.game.phase(&at.state));
            return Err(Error::argument("no_decision", "view", value, "the view of the seat whose turn it is"));
        }
    };
    let legal = at.legal(None);
    choose(&*at.game, &at.state, turn, policy, &legal, rng)
        .ok_or_else(|| Error::argument("no_decision", "view", "no action", "a legal action"))
}

/// The next step of a game: a seat's choice or chance's; `None` at the end.
#[inline]
fn next<G: Game>(game: &G, state: &G::State, policy: Policy, rng: &mut Rng, buffer: &mut Outcomes) -> Option<(Action, bool)> {
    match game.node(state) {
        Node::Decision(seat) => {
            game.legal(state, &mut buffer.actions);
            choose(game, state, seat, policy, &buffer.actions, rng).map(|action| (action, true))
        }
        Node::Chance => {
            game.chance(state, buffer);
            buffer.sample(rng).map(|outcome| (outcome, false))
        }
        Node::Terminal => None,
    }
}

/// Plays a state to its end, or to its limits: seats by `policy`, chance by its weights, all from `rng`. Returns decisions and steps. Cost: one
/// copy of the state, then no memory.
#[inline]
pub fn play<G: Game>(
    game: &G,
    state: &mut G::State,
    policy: Policy,
    rng: &mut Rng,
    buffer: &mut Outcomes,
    limits: Limits<'_>,
) -> (u32, u32) {
    let (mut decisions, mut steps) = (0, 0);
    while steps < limits.max_steps {
        let Some((action, decision)) = next(game, state, policy, rng, buffer) else { break };
        game.apply(state, action);
        decisions += u32::from(decision);
        steps += 1;
        if steps % 4096 == 0 && limits.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    (decisions, steps)
}

/// [`play`], and how it ended.
pub fn playout<G: Game>(game: &G, start: &G::State, policy: Policy, rng: &mut Rng, buffer: &mut Outcomes, limits: Limits<'_>) -> Played {
    let mut state = *start;
    // The policy is known outside the loop, so that the random one's is compiled without the others.
    let (decisions, steps) = match policy {
        Policy::Random => play(game, &mut state, Policy::Random, rng, buffer, limits),
        other => play(game, &mut state, other, rng, buffer, limits),
    };
    let parts = game.parts(&state);
    let scores = parts.map(|parts| parts.iter().sum());
    Played { returns: game.returns(&state, &scores), scores, parts, decisions, steps }
}

/// The same game as [`playout`]'s, with its history.
pub fn recorded<G: Game>(start: &At<G>, policy: Policy, rng: &mut Rng, buffer: &mut Outcomes, limits: Limits<'_>) -> Result<Match>
where
    AnyState: From<At<G>>,
{
    let game: &Arc<G> = &start.game;
    let mut played = Match::new(start.clone().into(), None, false)?;
    let mut state = start.state;
    while (played.ply() as u64) < u64::from(limits.max_steps) && !limits.stop.load(Ordering::Relaxed) {
        let Some((action, _)) = next(&**game, &state, policy, rng, buffer) else { break };
        game.apply(&mut state, action);
        played.played(action, start.with(state).into());
    }
    Ok(played)
}
