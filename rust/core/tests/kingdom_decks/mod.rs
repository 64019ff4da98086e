//! Decks for tests.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses some of it")]

use meeple_core::Rng;
use meeple_core::games::kingdom::types::{SYMBOL_NAMES, TERRAIN_NAMES};
use serde_json::{Value, json};

/// A card as data.
pub fn card(id: usize, zones: [(usize, Option<usize>); 4], arms: [(u64, u64); 4]) -> Value {
    json!({
        "id": id,
        "zones": zones.map(|(terrain, symbol)| json!([TERRAIN_NAMES[terrain], symbol.map(|symbol| SYMBOL_NAMES[symbol])])),
        "arms": arms,
    })
}

/// A card of random zones and arms.
pub fn random_card(id: usize, rng: &mut Rng, slots: u64) -> Value {
    let zones = std::array::from_fn(|_| {
        let symbol = (rng.below(2) == 0).then(|| rng.below(8) as usize);
        (rng.below(4) as usize, symbol)
    });
    let arms = std::array::from_fn(|_| (if slots == 1 { 2 } else { 1 + rng.below(3) }, rng.below(3)));
    card(id, zones, arms)
}

/// A deck of random cards, its ids in no order, with points of its own.
pub fn own_deck(cards: usize, seed: u64) -> Value {
    let mut rng = Rng::new(seed);
    let mut ids: Vec<usize> = (1..=255).collect();
    rng.shuffle(&mut ids);
    let cards: Vec<Value> = ids.into_iter().take(cards).map(|id| random_card(id, &mut rng, 3)).collect();
    json!({"about": "random", "edict_points": 5, "set_points": [2, 0, 9, 4], "cards": cards})
}

/// A deck all of whose roads join: each slot is 2, each arm has one dot.
pub fn straight_deck(dots: u64) -> Value {
    let cards: Vec<Value> =
        (1..=60).map(|id| card(id, [(id % 4, None), (id / 4 % 4, Some(id % 8)), (id / 2 % 4, None), (1, None)], [(2, dots); 4])).collect();
    json!({"cards": cards})
}
