//! Random games of Lost Lands over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::sync::Arc;

use meeple_core::game::Game;
use meeple_core::games::lost_lands::LostLands;
use meeple_core::run::check::contract;
use serde_json::{Value, json};

fn game(params: &Value) -> Arc<LostLands> {
    Arc::new(LostLands::new(params.as_object().unwrap()).unwrap())
}

/// The variants, each with what turns it on.
const VARIANTS: [(&str, &str); 9] = [
    ("turn_order", "\"frantic\""),
    ("open_sea", "true"),
    ("factions", "true"),
    ("leader_armies", "true"),
    ("explore", "true"),
    ("citadels", "true"),
    ("leaders", "true"),
    ("board", "\"cavern\""),
    ("neutral", "\"random\""),
];

/// Parameters with some variants on; leaders are off where there are too few.
fn with(players: usize, variants: &[(&str, &str)]) -> Value {
    let mut params = json!({"players": players});
    for (name, value) in variants {
        params[name] = serde_json::from_str(value).unwrap();
    }
    if players == 6 && params["leaders"] == true && params["leader_armies"] != true {
        params["leaders"] = json!(["fairy-queen", "bat-rider", "bandit-king", "red-sorceress", "white-knight"]);
        params["players"] = json!(5);
    }
    params
}

#[test]
fn contract_by_players_and_board() {
    for players in 2..=6 {
        for board in ["lost_lands", "cavern"] {
            for deck in ["rulebook", "published"] {
                contract(&game(&json!({"players": players, "board": board, "deck": deck})), 4, 1).unwrap();
            }
        }
    }
}

#[test]
fn contract_over_pairs_of_variants() {
    for (i, one) in VARIANTS.iter().enumerate() {
        for (k, other) in VARIANTS.iter().enumerate().skip(i) {
            let players = 2 + (i + 2 * k) % 5;
            contract(&game(&with(players, &[*one, *other])), 2, (i * 16 + k) as u64).unwrap();
        }
    }
}

#[test]
fn contract_with_everything() {
    for players in 2..=6 {
        for cavern in [7, 8] {
            let on: Vec<_> = VARIANTS.iter().take(cavern).copied().collect();
            contract(&game(&with(players, &on)), 3, players as u64).unwrap();
        }
    }
}

/// A deck of so many cards, so short that hands run out.
fn short_deck(cards: usize) -> Value {
    let card = |k: usize| {
        let verb = ["place", "move", "build", "destroy"][k % 4];
        let family = ["forest", "noble", "night"][k % 3];
        let or = k.is_multiple_of(2);
        let action = if or { json!([{"kind": verb, "n": 2}, {"kind": "move", "n": 3}]) } else { json!([{"kind": verb, "n": 3}]) };
        json!({
            "id": format!("card-{k}"), "family": family, "min_players": 2, "join": or.then_some("or"), "action": action,
            "abilities": [{"kind": "gain_coins", "n": k % 3}, {"kind": "vp_per_family", "family": "forest", "vp": 1}]
        })
    };
    json!({"cards": (0..cards).map(card).collect::<Vec<_>>()})
}

#[test]
fn contract_with_short_decks() {
    for players in 2..=6 {
        for cards in [players, players + 1, 2 * players + 1, 4 * players, 4 * players + 1, 5 * players + 2, 7 * players] {
            for leaders in [json!(false), json!(true)] {
                let params = json!({
                    "players": players, "deck": short_deck(cards), "leaders": leaders, "leader_armies": true,
                    "turn_order": if cards % 2 == 0 { "token" } else { "frantic" }
                });
                contract(&game(&params), 6, cards as u64).unwrap();
            }
        }
    }
}
