//! What seats of the kingdom see, and that resampling is uniform over what looks the same (KD-17, KD-21, KD-22).
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by it")]

mod kingdom_decks;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kingdom_decks::own_deck;
use meeple_core::game::{Game, Node};
use meeple_core::games::kingdom::Kingdom;
use meeple_core::run::At;
use meeple_core::{Rng, Seat};
use serde_json::{Value, json};

fn start(params: Value) -> At<Kingdom> {
    let game = Arc::new(Kingdom::new(params.as_object().unwrap()).unwrap());
    At { state: game.initial(), game }
}

/// A random game up to the first state that is wanted.
fn play_to(start: &At<Kingdom>, seed: u64, wanted: impl Fn(&At<Kingdom>, &Value) -> bool) -> At<Kingdom> {
    let mut rng = Rng::new(seed);
    let mut at = start.clone();
    while !wanted(&at, &position(&at)) {
        let action = match at.node() {
            Node::Chance => at.sample_chance(&mut rng),
            _ => at.random_action(&mut rng),
        };
        at = at.apply(action.unwrap()).unwrap();
    }
    at
}

fn position(at: &At<Kingdom>) -> Value {
    serde_json::to_value(at.game.position(&at.state)).unwrap()
}

fn view(at: &At<Kingdom>, seat: Option<Seat>) -> Value {
    serde_json::to_value(at.game.view_document(&at.game.view(&at.state, seat))).unwrap()
}

fn phase(at: &At<Kingdom>) -> &'static str {
    at.game.phase(&at.state)
}

/// A position with changes, if it is consistent.
fn changed(at: &At<Kingdom>, change: impl Fn(&mut Value)) -> Option<At<Kingdom>> {
    let mut document = position(at);
    change(&mut document);
    let state = at.game.from_position(&serde_json::from_value(document).unwrap()).ok()?;
    Some(at.with(state))
}

/// Draws often, and holds the counts against the positions that there are: all look the same, each is met, chi-square is not far out.
fn hold_uniform(at: &At<Kingdom>, seat: Option<Seat>, all: &[At<Kingdom>]) {
    let seen = view(at, seat);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for other in all {
        assert_eq!((view(other, seat), phase(other), other.node()), (seen.clone(), phase(at), at.node()));
        counts.insert(position(other).to_string(), 0);
    }
    assert_eq!(counts.len(), all.len());
    let draws = 200 * all.len() as u32;
    let mut rng = Rng::new(5);
    let blank = at.game.view(&at.state, seat);
    for _ in 0..draws {
        let drawn = position(&at.with(at.game.resample(&blank, &mut rng))).to_string();
        assert!(counts.contains_key(&drawn), "not consistent: {drawn}");
        *counts.entry(drawn).or_default() += 1;
    }
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
    let freedom = all.len() as f64 - 1.0;
    assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt() + 5.0, "chi-square {chi} for {freedom} degrees");
}

fn ids(hand: &Value) -> Vec<u64> {
    hand.as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect()
}

fn all_ids(at: &At<Kingdom>) -> Vec<u64> {
    let range = &at.game.common().actions.ranges()[0];
    range.axes[0].labels.iter().map(|label| label.parse().unwrap()).collect()
}

#[test]
fn kd22_hands_in_the_deal_are_uniform() {
    let table = start(json!({"deck": own_deck(20, 1)}));
    let at = play_to(&table, 1, |_, position| position["hands"][1].as_array().unwrap().len() == 2);
    let own = ids(&position(&at)["hands"][0]);
    let mut unseen: Vec<u64> = all_ids(&at).into_iter().filter(|id| !own.contains(id)).collect();
    unseen.sort_unstable();
    let mut all = Vec::new();
    for (k, one) in unseen.iter().enumerate() {
        for other in &unseen[k + 1..] {
            all.extend(changed(&at, |document| document["hands"][1] = json!([one, other])));
        }
    }
    assert_eq!(all.len(), 45);
    hold_uniform(&at, Some(Seat(0)), &all);
}

#[test]
fn kd22_a_hand_never_held_and_the_choice_from_it_are_uniform() {
    // 21 cards, 20 dealt: seat 1 knows its ten; seat 0 has ten of the other eleven, picks one and lays it in one of four turns.
    let table = start(json!({"deck": own_deck(21, 2)}));
    let at = play_to(&table, 2, |at, _| at.node() == Node::Decision(Seat(1)));
    let own = ids(&position(&at)["hands"][1]);
    let mut unseen: Vec<u64> = all_ids(&at).into_iter().filter(|id| !own.contains(id)).collect();
    unseen.sort_unstable();
    let mut all = Vec::new();
    for missing in &unseen {
        for picked in unseen.iter().filter(|&picked| picked != missing) {
            for rotation in [0, 90, 180, 270] {
                all.extend(changed(&at, |document| {
                    document["hands"][0] = json!(unseen.iter().filter(|&id| id != missing && id != picked).collect::<Vec<_>>());
                    document["pending"][0] = json!({"card": picked, "x": 0, "y": 0, "rotation": rotation});
                }));
            }
        }
    }
    assert_eq!(all.len(), 11 * 10 * 4);
    hold_uniform(&at, Some(Seat(1)), &all);
}

#[test]
fn kd22_choices_from_hands_held_before_are_uniform() {
    let table = start(json!({"players": 3}));
    // Round 4: all hands are known. Seat 0 has laid, seat 1 has picked; seat 2 and a spectator look on.
    let at = play_to(&table, 3, |at, position| position["round"] == 4 && phase(at) == "place" && at.node() == Node::Decision(Seat(1)));
    let document = position(&at);
    let full = |seat: usize| {
        let mut hand = ids(&document["hands"][seat]);
        hand.push(document["pending"][seat]["card"].as_u64().unwrap());
        hand.sort_unstable();
        hand
    };
    let without = |hand: &[u64], card: u64| json!(hand.iter().filter(|&&id| id != card).collect::<Vec<_>>());
    let mut all = Vec::new();
    for first in full(0) {
        for second in full(1) {
            for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
                for rotation in [0, 90, 180, 270] {
                    all.extend(changed(&at, |document| {
                        document["hands"][0] = without(&full(0), first);
                        document["hands"][1] = without(&full(1), second);
                        document["pending"][0] = json!({"card": first, "x": x, "y": y, "rotation": rotation});
                        document["pending"][1] = json!({"card": second});
                    }));
                }
            }
        }
    }
    assert_eq!(all.len() % (7 * 7 * 4), 0);
    hold_uniform(&at, Some(Seat(2)), &all);
}

#[test]
fn kd21_a_seat_knows_the_hands_it_has_held() {
    for players in 2..=5_usize {
        let table = start(json!({"players": players}));
        let mut rng = Rng::new(7);
        let mut at = table.clone();
        // By seat: every card that it has ever held.
        let mut held: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); players];
        while at.node() != Node::Terminal {
            let document = position(&at);
            let round = document["round"].as_u64().unwrap() as usize;
            for seat in 0..players {
                held[seat].extend(ids(&document["hands"][seat]));
                let seen = view(&at, Some(Seat(seat as u8)));
                for other in 0..players {
                    let hand = &seen["hands"][other];
                    let known = other == seat || (other + players - seat) % players < round;
                    assert_eq!(hand.is_array(), known, "seat {seat} of {players}, round {round}: {seen}");
                    if known {
                        // Nothing but what it has seen.
                        assert!(ids(hand).iter().all(|id| held[seat].contains(id)));
                    } else if phase(&at) == "pick" || phase(&at) == "place" {
                        assert_eq!(hand, &json!(11 - round));
                    }
                    assert!(other == seat || seen["pending"][other].is_null());
                }
                assert_eq!(seen["pending"][seat], document["pending"][seat]);
            }
            let seen = view(&at, None);
            assert!(seen["hands"].as_array().unwrap().iter().all(Value::is_number));
            assert!(seen["pending"].as_array().unwrap().iter().all(Value::is_null));
            let action = match at.node() {
                Node::Chance => at.sample_chance(&mut rng),
                _ => at.random_action(&mut rng),
            };
            at = at.apply(action.unwrap()).unwrap();
        }
        assert_eq!(view(&at, None)["hands"], json!(vec![0; players]));
        assert_eq!(view(&at, Some(Seat(1)))["hands"], json!(vec![Value::Array(vec![]); players]));
    }
}

#[test]
fn kd9_choices_are_told_when_all_have_laid() {
    let at = play_to(&start(json!({"players": 3})), 4, |at, position| {
        position["round"] == 2 && at.node() == Node::Decision(Seat(2)) && phase(at) == "place"
    });
    let mut rng = Rng::new(1);
    let action = at.random_action(&mut rng).unwrap();
    let after = at.apply(action).unwrap();
    let text = at.game.space(&at.state).text(action).unwrap();
    assert_eq!(at.game.action_seen(&at.state, action, Some(Seat(2))), Some(text.clone()));
    assert_eq!(at.game.action_seen(&at.state, action, Some(Seat(0))).as_deref(), Some("place ? ?"));
    assert_eq!(at.game.action_seen(&at.state, action, None).as_deref(), Some("place ? ?"));
    let told = |seat| at.game.revealed(&at.state, action, &after.state, seat);
    let card = |seat: usize| position(&at)["pending"][seat]["card"].to_string();
    assert_eq!(told(None).len(), 6);
    assert_eq!(told(None)[4..], [format!("2 pick {}", card(2)), format!("2 {text}")]);
    // Seat 0 gets the hand of seat 2, which it has never held; it knows its own choice.
    let told = told(Some(Seat(0)));
    assert_eq!(told[0], format!("1 pick {}", card(1)));
    assert_eq!(told.len(), 5);
    let hand: Vec<String> = ids(&position(&after)["hands"][0]).iter().map(u64::to_string).collect();
    assert_eq!(told[4], format!("hand {}", hand.join(" ")));
    // Before the last seat has laid, nothing is.
    let before = play_to(&start(json!({"players": 3})), 4, |at, position| position["round"] == 2 && at.node() == Node::Decision(Seat(1)));
    let action = before.random_action(&mut rng).unwrap();
    let next = before.apply(action).unwrap();
    assert_eq!(before.game.action_seen(&before.state, action, Some(Seat(0))).as_deref(), Some("pick ?"));
    assert!(before.game.revealed(&before.state, action, &next.state, Some(Seat(0))).is_empty());
}

#[test]
fn kd7_a_card_dealt_is_told_to_who_gets_it() {
    let at = play_to(&start(json!({})), 1, |_, position| position["hands"][1].as_array().unwrap().len() == 3);
    let action = at.sample_chance(&mut Rng::new(2)).unwrap();
    let text = at.game.common().chances.text(action).unwrap();
    assert_eq!(at.game.action_seen(&at.state, action, Some(Seat(1))), Some(text));
    assert_eq!(at.game.action_seen(&at.state, action, Some(Seat(0))).as_deref(), Some("deal ?"));
    assert_eq!(at.game.action_seen(&at.state, action, None).as_deref(), Some("deal ?"));
}

#[test]
fn a_greedy_seat_does_not_look_at_what_others_have_laid() {
    let at = play_to(&start(json!({})), 6, |at, position| {
        position["round"] == 4 && at.node() == Node::Decision(Seat(1)) && phase(at) == "place"
    });
    let mut rng = Rng::new(2);
    let blank = at.game.view(&at.state, Some(Seat(1)));
    let standings = |at: &At<Kingdom>| -> Vec<i32> {
        let legal = at.legal(None);
        legal.iter().map(|action| at.game.standing(&at.apply(action).unwrap().state, Seat(1))).collect()
    };
    let expected = standings(&at);
    assert!(expected.iter().any(|standing| *standing != expected[0]));
    for _ in 0..50 {
        assert_eq!(standings(&at.with(at.game.resample(&blank, &mut rng))), expected);
    }
}
