//! Random games of Lost Lands over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::sync::Arc;

use meeple_core::game::{Game, Node};
use meeple_core::games::lost_lands::LostLands;
use meeple_core::games::lost_lands::position::{Position, ViewDocument};
use meeple_core::rng::Rng;
use meeple_core::run::At;
use meeple_core::run::check::{contract, state_holds};
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

/// Pointers to all values of a document that are no list and no object.
fn leaves(value: &Value, pointer: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(k, item)| leaves(item, &format!("{pointer}/{k}"), out)),
        Value::Object(map) => map.iter().for_each(|(key, item)| leaves(item, &format!("{pointer}/{key}"), out)),
        _ => out.push(pointer.to_owned()),
    }
}

/// Changes a value or two to others that stand in the document, or to a small number or null.
fn changed(document: &Value, rng: &mut Rng) -> Value {
    let mut changed = document.clone();
    let mut pointers = Vec::new();
    leaves(document, "", &mut pointers);
    for _ in 0..=rng.below(2) {
        let mut pick = || pointers[rng.below(pointers.len() as u64) as usize].clone();
        let (to, from) = (pick(), pick());
        let value = match rng.below(4) {
            0 => json!(null),
            1 => json!(rng.below(6)),
            _ => document.pointer(&from).unwrap().clone(),
        };
        *changed.pointer_mut(&to).unwrap() = value;
    }
    changed
}

#[test]
fn changed_positions_and_views_are_refused_or_hold_to_the_end() {
    let mut accepted = [0, 0];
    for seed in 0..60_u64 {
        let on: Vec<_> = VARIANTS.iter().enumerate().filter(|(k, _)| seed >> (k % 6) & 1 == 1).map(|(_, variant)| *variant).collect();
        let mut params = with(2 + (seed % 5) as usize, &on);
        if seed % 3 == 0 {
            let cards = params["players"].as_u64().unwrap() * (2 + seed % 5);
            params["deck"] = short_deck(cards as usize);
        }
        let game = game(&params);
        let mut rng = Rng::new(seed);
        let mut at = At { state: game.initial(), game: Arc::clone(&game) };
        while at.node() != Node::Terminal {
            let random = |at: &At<LostLands>, rng: &mut Rng| {
                let action = if at.node() == Node::Chance { at.sample_chance(rng) } else { at.random_action(rng) };
                at.apply(action.unwrap()).unwrap()
            };
            at = random(&at, &mut rng);
            if rng.below(4) > 0 {
                continue;
            }
            let document = changed(&serde_json::to_value(game.position(&at.state)).unwrap(), &mut rng);
            if let Ok(state) =
                serde_json::from_value::<Position>(document).map_err(drop).and_then(|read| game.from_position(&read).map_err(drop))
            {
                accepted[0] += 1;
                let mut other = At { state, game: Arc::clone(&game) };
                for step in 0.. {
                    if step % 7 == 0 || other.node() == Node::Terminal {
                        state_holds(&other, &mut rng).unwrap();
                    }
                    if other.node() == Node::Terminal {
                        break;
                    }
                    other = random(&other, &mut rng);
                    game.check(&other.state).unwrap();
                }
            }
            let seat = [None, Some(meeple_core::Seat(0)), Some(meeple_core::Seat(1))][rng.below(3) as usize];
            let document = changed(&serde_json::to_value(game.view_document(&game.view(&at.state, seat))).unwrap(), &mut rng);
            if let Ok(view) = serde_json::from_value::<ViewDocument>(document)
                .map_err(drop)
                .and_then(|read| game.view_from_document(seat, &read).map_err(drop))
            {
                accepted[1] += 1;
                let drawn = At { state: game.resample(&view, &mut rng), game: Arc::clone(&game) };
                state_holds(&drawn, &mut rng).unwrap();
                assert_eq!(game.view(&drawn.state, seat), view);
            }
        }
    }
    assert!(accepted.iter().all(|&count| count > 100), "{accepted:?}");
}
