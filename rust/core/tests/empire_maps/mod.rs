//! Small maps and positions for the tests of Empire.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::Arc;

use meeple_core::game::Game;
use meeple_core::games::empire::Empire;
use serde_json::{Value, json};

/// A game of these parameters.
pub fn game(params: Value) -> Arc<Empire> {
    Arc::new(Empire::new(params.as_object().unwrap()).unwrap())
}

/// Lands `a`, `b`, ... in a ring with a chord, in two continents; symbols take turns, `every` lands each.
pub fn ring(lands: usize, every: u64, jokers: u64) -> Value {
    let name = |k: usize| ((b'a' + (k % lands) as u8) as char).to_string();
    let symbols = ["infantry", "cavalry", "artillery"];
    let list: Vec<Value> = (0..lands)
        .map(
            |k| json!({"id": name(k), "continent": if k < lands / 2 { "west" } else { "east" }, "symbol": symbols[k / every as usize % 3]}),
        )
        .collect();
    let mut borders: Vec<Value> = (0..lands - usize::from(lands == 2)).map(|k| json!([name(k), name(k + 1)])).collect();
    if lands > 4 {
        borders.push(json!([name(0), name(lands / 2)]));
    }
    json!({
        "continents": [{"id": "west", "bonus": 2}, {"id": "east", "bonus": 1}], "lands": list, "borders": borders, "jokers": jokers,
        "set_worth": {"infantry": 4, "cavalry": 6, "artillery": 8, "mixed": 10}
    })
}
