//! What a leaf is worth to each seat: shares of the win, from 0 to 1.

use std::sync::atomic::AtomicBool;

use super::options::Options;
use crate::MAX_SEATS;
use crate::chance::Outcomes;
use crate::game::{Game, Node};
use crate::rng::Rng;
use crate::run::playout::{Limits, Policy, play};

/// Values by seat.
pub type Values = [f32; MAX_SEATS];

/// A lead by which a seat is some three times as likely to win: so many points, or a share of the best seat's if that is more.
const LEAD: f32 = 3.0;
const LEAD_SHARE: f32 = 0.1;

/// The shares of the win at the end; before it what the points at this moment promise, the more to who has more.
pub fn value<G: Game>(game: &G, state: &G::State) -> Values {
    let scores = game.scores(state);
    let mut values = [0.0; MAX_SEATS];
    if game.node(state) == Node::Terminal {
        for (value, share) in values.iter_mut().zip(game.returns(state, &scores)) {
            *value = share as f32;
        }
        return values;
    }
    let seats = game.common().num_players;
    let best = scores.iter().take(seats).copied().max().unwrap_or_default();
    let scale = (LEAD_SHARE * best.abs() as f32).max(LEAD);
    let mut sum = 0.0;
    for (value, score) in values.iter_mut().zip(scores).take(seats) {
        *value = ((score - best) as f32 / scale).exp();
        sum += *value;
    }
    values.map(|value| value / sum)
}

/// Plays a leaf out and values where that ends.
pub fn roll_out<G: Game>(
    game: &G,
    state: &mut G::State,
    options: &Options,
    rng: &mut Rng,
    buffer: &mut Outcomes,
    stop: &AtomicBool,
) -> Values {
    let limits = Limits { max_steps: options.rollout_steps, stop };
    // The policy is known outside the loop, so that the random one's is compiled without the others.
    match options.rollout {
        Policy::Random => play(game, state, Policy::Random, rng, buffer, limits),
        other => play(game, state, other, rng, buffer, limits),
    };
    value(game, state)
}
