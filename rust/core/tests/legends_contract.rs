//! Random games of Legends over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::sync::Arc;

use meeple_core::game::Game;
use meeple_core::games::legends::Legends;
use meeple_core::run::check::contract;
use serde_json::{Value, json};

fn game(params: Value) -> Arc<Legends> {
    Arc::new(Legends::new(params.as_object().unwrap()).unwrap())
}

#[test]
fn contract_by_players_and_layout() {
    for players in 2..=4 {
        contract(&game(json!({"players": players})), 30, 1).unwrap();
        contract(&game(json!({"players": players, "deck": "published", "first_player": 1, "boards": "rectangle"})), 20, 2).unwrap();
    }
    for boards in ["row", "corner-desert", "tee"] {
        contract(&game(json!({"players": 2, "boards": boards, "first_player": "bid_die"})), 20, 3).unwrap();
    }
}

#[test]
fn contract_over_variants() {
    let own = json!([
        {"name": "dragon", "on": "control", "effects": [{"kind": "vp", "n": 3}, {"kind": "flying", "n": 1}, {"kind": "plus_army", "n": -2}]},
        {"name": "rogues", "on": "city", "effects": [{"kind": "gain_coins", "n": -3}, {"kind": "elixir", "n": -1}]},
        {"name": "portal-1", "effects": [{"kind": "portal"}]},
        {"name": "portal-2", "region": "V1", "effects": [{"kind": "portal"}]}
    ]);
    for players in 2..=4 {
        for bits in 0..32_u32 {
            let on = |bit: u32| bits >> bit & 1 == 1;
            let params = json!({
                "players": players, "explore": on(0), "citadels": on(1), "leaders": on(2), "extra_army": on(3),
                "tokens": if on(4) { own.clone() } else { json!([]) }, "scoring": if on(0) != on(4) { "rounds" } else { "final" },
                "neutral": if on(1) { "random" } else { "placed" }, "prestige_limit": 12
            });
            contract(&game(params), 4, u64::from(bits)).unwrap();
        }
    }
}
