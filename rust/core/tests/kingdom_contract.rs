//! Random games of the kingdom over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, reason = "tests")]

mod kingdom_decks;

use std::sync::Arc;

use kingdom_decks::{own_deck, straight_deck};
use meeple_core::game::Game;
use meeple_core::games::kingdom::Kingdom;
use meeple_core::run::check::contract;
use serde_json::{Value, json};

fn game(params: Value) -> Arc<Kingdom> {
    Arc::new(Kingdom::new(params.as_object().unwrap()).unwrap())
}

#[test]
fn contract_by_players() {
    for players in 2..=5 {
        contract(&game(json!({"players": players})), 25, 1).unwrap();
    }
}

#[test]
fn contract_with_fixed_edicts() {
    let edicts = json!(["count-swamps", "symbol-church", "largest-mountains", "symbol-tavern", "count-forest", "largest-plains"]);
    for players in 2..=5 {
        contract(&game(json!({"players": players, "edicts": edicts})), 15, 2).unwrap();
    }
}

#[test]
fn contract_with_decks_of_ones_own() {
    for players in 2..=5 {
        for (number, deck) in [own_deck(64, 5), own_deck(10 * players, 6), straight_deck(1)].into_iter().enumerate() {
            contract(&game(json!({"players": players, "deck": deck})), 10, number as u64).unwrap();
            contract(&game(json!({"players": players, "deck": deck.to_string()})), 2, number as u64).unwrap();
        }
    }
}
