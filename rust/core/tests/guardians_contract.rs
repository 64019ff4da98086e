//! Random games of Guardians over its parameters, every state held against the contract.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::sync::Arc;

use meeple_core::action::Action;
use meeple_core::chance::Outcomes;
use meeple_core::game::{Game, Node, Payload};
use meeple_core::games::guardians::{Guardians, State};
use meeple_core::rng::Rng;
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

/// The states of some random games.
fn states(game: &Guardians, games: usize, rng: &mut Rng) -> Vec<State> {
    let mut states = Vec::new();
    let mut buffer = Outcomes::new();
    for _ in 0..games {
        let mut state = game.initial();
        loop {
            states.push(state);
            let action = match game.node(&state) {
                Node::Decision(_) => {
                    game.legal(&state, &mut buffer.actions);
                    buffer.actions.nth(rng.below(buffer.actions.len() as u64) as usize)
                }
                Node::Chance => {
                    game.chance(&state, &mut buffer);
                    buffer.sample(rng)
                }
                Node::Terminal => break,
            };
            game.apply(&mut state, action.unwrap());
        }
    }
    states
}

#[test]
fn damaged_payloads_are_refused_or_are_sound() {
    let mut rng = Rng::new(9);
    for game in [game(json!({})), game(own(3, &strip(9), 4, 100)), game(own(5, &strip(64), 64, 100))] {
        let mut sound = 0;
        for state in states(&game, 2, &mut rng) {
            let mut payload = Payload::new();
            game.write(&state, &mut payload);
            for _ in 0..8 {
                let mut bytes = payload.to_vec();
                for _ in 0..=rng.below(2) {
                    let place = rng.below(bytes.len() as u64) as usize;
                    bytes[place] = match rng.below(3) {
                        0 => rng.next() as u8,
                        1 => bytes[place].wrapping_add(1),
                        _ => bytes[place] ^ 1 << rng.below(8),
                    };
                }
                bytes.truncate(if rng.below(9) == 0 { rng.below(bytes.len() as u64) as usize } else { bytes.len() });
                let Ok(mut read) = game.read(&bytes) else { continue };
                sound += 1;
                // What is read has a document, the same bytes, and plays on.
                assert_eq!(game.from_position(&game.position(&read)).unwrap(), read);
                let mut again = Payload::new();
                game.write(&read, &mut again);
                assert_eq!(*again, bytes);
                let mut buffer = Outcomes::new();
                for _ in 0..40 {
                    game.check(&read).unwrap();
                    let action = match game.node(&read) {
                        Node::Decision(_) => {
                            game.legal(&read, &mut buffer.actions);
                            buffer.actions.nth(rng.below(buffer.actions.len() as u64) as usize)
                        }
                        Node::Chance => {
                            game.chance(&read, &mut buffer);
                            buffer.sample(&mut rng)
                        }
                        Node::Terminal => break,
                    };
                    game.apply(&mut read, action.unwrap());
                }
            }
        }
        assert!(sound > 100, "{sound}");
    }
}

#[test]
fn no_action_panics_where_it_is_not_legal() {
    let mut rng = Rng::new(10);
    for game in [game(json!({"players": 5})), game(own(3, &strip(9), 4, 100))] {
        for state in states(&game, 3, &mut rng) {
            for _ in 0..20 {
                let mut state = state;
                game.apply(&mut state, Action(rng.next() as u16 >> rng.below(12)));
            }
        }
    }
}

#[test]
fn sizes_stay_within_their_bounds() {
    assert!(size_of::<State>() <= 320);
    assert!(game(own(5, &strip(64), 64, 100)).common().packed_size <= 320);
}
