//! Random games of Empire over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by it")]

mod empire_maps;

use empire_maps::{game, ring};
use meeple_core::game::{Game, Node};
use meeple_core::games::empire::Empire;
use meeple_core::rng::Rng;
use meeple_core::run::At;
use meeple_core::run::check::{contract, contract_within};
use serde_json::json;
use std::sync::Arc;

#[test]
fn contract_on_the_classic_map() {
    for players in 2..=6 {
        contract(&game(json!({"players": players, "max_rounds": 3})), 2, 1).unwrap();
        contract_within(&game(json!({"players": players, "max_rounds": 0, "blitz": true})), 2, 2, 1500).unwrap();
    }
    contract(&game(json!({"players": 2, "neutral": true, "setup": "claim", "max_rounds": 3})), 2, 3).unwrap();
}

#[test]
fn contract_over_parameters() {
    for players in 2..=6_u64 {
        for bits in 0..64_u64 {
            let on = |bit: u64| bits >> bit & 1 == 1;
            let pick = |words: [&'static str; 2], bit| words[usize::from(on(bit))];
            let fortify = ["adjacent", "connected", "unlimited"][bits as usize % 3];
            let params = json!({
                "players": players, "map": ring(players as usize + 1 + bits as usize % 5, 1 + bits % 3, bits % 4),
                "setup": pick(["deal", "claim"], 0), "placement": pick(["turns", "random"], 1), "initial_units": 6 + bits % 4,
                "fortify": fortify,
                "land_bonus": pick(["per_card", "per_turn"], 2), "trade_on_elimination": on(3), "blitz": on(4),
                "neutral": players == 2 && on(5), "max_rounds": if on(0) == on(5) { 0 } else { 4 + bits % 9 }
            });
            contract_within(&game(params), 2, bits, 700).unwrap();
        }
    }
}

/// Play in which the clock runs out now and then (EM-16).
#[test]
fn em16_games_with_timeouts_keep_every_invariant() {
    for seed in 0..60 {
        let game: Arc<Empire> = game(json!({
            "players": 2 + seed % 5, "map": ring(8, 2, 3), "initial_units": 6, "trade_on_elimination": seed % 2 == 0, "max_rounds": 40,
            "fortify": "unlimited"
        }));
        let mut rng = Rng::new(seed);
        let mut at = At { state: game.initial(), game };
        while at.node() != Node::Terminal {
            at.game.check(&at.state).unwrap();
            at = match at.node() {
                Node::Chance => at.apply(at.sample_chance(&mut rng).unwrap()).unwrap(),
                _ if rng.below(12) == 0 && at.game.timeout(&at.state).is_ok() => at.with(at.game.timeout(&at.state).unwrap()),
                _ => at.apply(at.random_action(&mut rng).unwrap()).unwrap(),
            };
        }
        at.game.check(&at.state).unwrap();
    }
}
