//! Random games of Guardians over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::sync::Arc;

use meeple_core::game::Game;
use meeple_core::games::guardians::Guardians;
use meeple_core::run::check::contract;
use serde_json::{Value, json};

fn game(params: Value) -> Arc<Guardians> {
    Arc::new(Guardians::new(params.as_object().unwrap()).unwrap())
}

/// `count` islands without much to see, and `cards` postcards of 1 to 3 elements.
fn own(players: usize, shape: &[(i32, i32)], cards: usize, goal: u32) -> Value {
    let islands: Vec<Value> = (1..=shape.len()).map(|id| json!({"id": id, "tags": [format!("t{}", id % 4)]})).collect();
    let postcards: Vec<Value> = (1..=cards).map(|id| json!({"id": id, "elements": vec!["t1"; 1 + id % 3]})).collect();
    json!({"players": players, "shape": shape, "islands": islands, "postcards": postcards, "goal": goal})
}

/// A strip of triangles: each cell borders two others at least.
fn strip(count: usize) -> Vec<(i32, i32)> {
    (0..count as i32).map(|k| (k / 2, k % 2)).collect()
}

#[test]
fn contract_by_players() {
    for players in 3..=5_u32 {
        contract(&game(json!({"players": players})), 12, u64::from(players)).unwrap();
    }
}

#[test]
fn contract_over_own_data() {
    // Few places: games end for want of pairs, piles run dry, postcards come again.
    contract(&game(own(3, &strip(9), 4, 65_535)), 12, 1).unwrap();
    contract(&game(own(3, &strip(12), 5, 65_535)), 12, 2).unwrap();
    contract(&game(own(4, &strip(12), 7, 30)), 12, 3).unwrap();
    contract(&game(own(5, &strip(15), 4, 1)), 12, 4).unwrap();
    // The largest data, a shape in two pieces.
    let mut shape = strip(40);
    shape.extend(strip(24).iter().map(|(q, r)| (q + 100, r - 50)));
    contract(&game(own(5, &shape, 64, 20)), 3, 5).unwrap();
}
