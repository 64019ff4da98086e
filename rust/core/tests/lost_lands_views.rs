//! Views of Lost Lands: who knows which card, and that `resample` draws evenly from exactly what a view leaves open (LL-23, LL-26, LL-27).
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::{BTreeMap, BTreeSet};

use meeple_core::action::{Action, Seat};
use meeple_core::chance::Outcomes;
use meeple_core::game::{Game, Node, Payload};
use meeple_core::games::lost_lands::position::{Position, ViewDocument};
use meeple_core::games::lost_lands::{LostLands, State};
use meeple_core::rng::Rng;
use serde_json::{Value, json};

fn game(params: Value) -> LostLands {
    LostLands::new(params.as_object().unwrap()).unwrap()
}

/// A deck of so many cards that place, move, or bring coins.
fn deck(cards: usize) -> Value {
    let card = |k: usize| {
        let verb = ["place", "move"][k % 2];
        json!({"id": format!("c{k}"), "family": "forest", "min_players": 2, "join": null, "action": [{"kind": verb, "n": 1}], "abilities": [{"kind": "gain_coins", "n": k % 3}]})
    };
    json!({"cards": (0..cards).map(card).collect::<Vec<_>>()})
}

fn moves(game: &LostLands, state: &State) -> Vec<Action> {
    let mut outcomes = Outcomes::new();
    match game.node(state) {
        Node::Decision(_) => game.legal(state, &mut outcomes.actions),
        Node::Chance => game.chance(state, &mut outcomes),
        Node::Terminal => {}
    }
    outcomes.actions.iter().collect()
}

fn step(game: &LostLands, state: &State, rng: &mut Rng) -> Option<(State, Action)> {
    let possible = moves(game, state);
    let action = *possible.get(rng.below(possible.len().max(1) as u64) as usize)?;
    let mut next = *state;
    game.apply(&mut next, action);
    Some((next, action))
}

fn told(game: &LostLands, state: &State) -> Value {
    serde_json::to_value(game.position(state)).unwrap()
}

fn seen(game: &LostLands, state: &State, viewer: Option<usize>) -> Value {
    serde_json::to_value(game.view_document(&game.view(state, viewer.map(|seat| Seat(seat as u8))))).unwrap()
}

fn payload(game: &LostLands, state: &State) -> Vec<u8> {
    let mut bytes = Payload::new();
    game.write(state, &mut bytes);
    bytes.to_vec()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

const COSTS: [u64; 4] = [0, 1, 2, 3];

/// The position as it was before other seats than the viewer chose, while some still have to (LL-26).
fn before_choices(position: &Value, viewer: Option<usize>) -> Value {
    let mut before = position.clone();
    if position["phase"] != "select" {
        return before;
    }
    for seat in 0..position["hands"].as_array().unwrap().len() {
        let Some(place) = position["places"][seat].as_u64().filter(|_| viewer != Some(seat)) else { continue };
        let at = place as usize - 1;
        before["hands"][seat].as_array_mut().unwrap().insert(at, position["selected"][seat].clone());
        before["since"][seat].as_array_mut().unwrap().insert(at, position["selected_since"][seat].clone());
        before["players"][seat]["coins"] = json!(position["players"][seat]["coins"].as_u64().unwrap() + COSTS[at]);
        for key in ["selected", "selected_since", "places"] {
            before[key][seat] = json!(null);
        }
    }
    before
}

/// LL-23, told by what happened instead of by rounds: a seat knows the cards that it has held while it chose.
#[test]
fn ll23_a_seat_knows_the_cards_it_has_held_and_no_others() {
    let mut told_apart = 0;
    for (number, cards) in [(2, 9), (3, 14), (4, 60), (5, 23), (6, 64)] {
        let game = game(json!({"players": number, "deck": deck(cards), "turn_order": if cards % 2 == 0 { "token" } else { "frantic" }}));
        let mut rng = Rng::new(cards as u64);
        for _ in 0..3 {
            let mut state = game.initial();
            let mut held: Vec<BTreeSet<String>> = vec![BTreeSet::new(); number];
            let mut round = 0;
            loop {
                let position = told(&game, &state);
                if position["round"].as_u64().unwrap() > round {
                    round += 1;
                    for (seat, held) in held.iter_mut().enumerate() {
                        held.extend(texts(&position["hands"][seat]));
                    }
                }
                for viewer in (0..number).map(Some).chain([None]) {
                    let knows = |card: &Value| viewer.is_some_and(|seat| held[seat].contains(card.as_str().unwrap()));
                    let mut expected = before_choices(&position, viewer);
                    for place in 0..number {
                        for card in expected["hands"][place].as_array_mut().unwrap() {
                            if !knows(card) {
                                *card = json!(null);
                                told_apart += 1;
                            }
                        }
                        if !expected["selected"][place].is_null() && !knows(&expected["selected"][place]) {
                            expected["selected"][place] = json!(null);
                        }
                    }
                    assert_eq!(seen(&game, &state, viewer), expected, "seat {viewer:?}");
                }
                match step(&game, &state, &mut rng) {
                    Some((next, _)) => state = next,
                    None => break,
                }
            }
        }
    }
    assert!(told_apart > 1_000);
}

/// All ways to fill the nulls of a view, each as a payload (LL-27); `None` if there are too many.
fn all_alike(game: &LostLands, state: &State, viewer: Option<usize>, most: usize) -> Option<BTreeSet<Vec<u8>>> {
    let view = seen(game, state, viewer);
    let real = before_choices(&told(game, state), viewer);
    let players = real["hands"].as_array().unwrap().len();
    let mut hidden: Vec<String> = Vec::new();
    for seat in 0..players {
        let hand = view["hands"][seat].as_array().unwrap();
        hidden.extend((0..hand.len()).filter(|&k| hand[k].is_null()).map(|k| format!("/hands/{seat}/{k}")));
        if view["selected"][seat].is_null() && !view["selected_since"][seat].is_null() {
            hidden.push(format!("/selected/{seat}"));
        }
    }
    let deal = game.common().chances.ranges().iter().find(|range| range.kind == "deal").unwrap().clone();
    let shown: BTreeSet<String> = (0..players)
        .flat_map(|seat| [&view["hands"][seat], &view["players"][seat]["cards"]].map(|list| list.as_array().unwrap().clone()).concat())
        .chain(view["selected"].as_array().unwrap().clone())
        .filter_map(|card| card.as_str().map(str::to_owned))
        .collect();
    let unseen: Vec<String> = deal.axes[0].labels.iter().filter(|name| !shown.contains(*name)).cloned().collect();
    let mut blank = real;
    for pointer in &hidden {
        *blank.pointer_mut(pointer).unwrap() = json!(null);
    }
    // Positions, each with one null more filled; then each with one choice more made.
    let mut all = vec![blank];
    for pointer in &hidden {
        let mut next = Vec::new();
        for position in &all {
            for card in &unseen {
                let used = hidden.iter().any(|other| position.pointer(other).unwrap() == card);
                if !used {
                    let mut filled = position.clone();
                    *filled.pointer_mut(pointer).unwrap() = json!(card);
                    next.push(filled);
                }
            }
        }
        all = next;
        if all.len() > most {
            return None;
        }
    }
    if view["phase"] == "select" {
        for seat in (0..view["turn"].as_u64().unwrap() as usize).filter(|&seat| viewer != Some(seat)) {
            if told(game, state)["places"][seat].is_null() {
                continue;
            }
            let mut next = Vec::new();
            for position in &all {
                let coins = position["players"][seat]["coins"].as_u64().unwrap();
                let hand = position["hands"][seat].as_array().unwrap().len();
                for (place, cost) in COSTS.into_iter().enumerate().take(hand).filter(|&(_, cost)| cost <= coins) {
                    let mut chosen = position.clone();
                    let card = chosen["hands"][seat].as_array_mut().unwrap().remove(place);
                    let since = chosen["since"][seat].as_array_mut().unwrap().remove(place);
                    chosen["selected"][seat] = card;
                    chosen["selected_since"][seat] = since;
                    chosen["places"][seat] = json!(place + 1);
                    chosen["players"][seat]["coins"] = json!(coins - cost);
                    next.push(chosen);
                }
            }
            all = next;
        }
    }
    if all.len() > most {
        return None;
    }
    let read = |position: Value| {
        let position: Position = serde_json::from_value(position).unwrap();
        payload(game, &game.from_position(&position).unwrap())
    };
    let count = all.len();
    let found: BTreeSet<Vec<u8>> = all.into_iter().map(read).collect();
    assert_eq!(found.len(), count);
    Some(found)
}

#[test]
fn ll27_resample_is_even_over_all_deals_and_choices() {
    const MOST: usize = 130;
    let mut tried = BTreeMap::new();
    for (players, cards) in [(2, 7), (2, 9), (3, 6), (3, 13), (4, 9), (2, 25)] {
        let leaders = json!(["fairy-queen", "bandit-king", "white-knight", "red-sorceress"][..players].to_vec());
        let params =
            json!({"players": players, "deck": deck(cards), "leaders": if [9, 25].contains(&cards) { leaders } else { json!(false) }});
        let game = game(params);
        let mut rng = Rng::new(1 + cards as u64);
        for _ in 0..2 {
            let mut state = game.initial();
            while let Some((next, _)) = step(&game, &state, &mut rng) {
                state = next;
                for viewer in (0..players).map(Some).chain([None]) {
                    let Some(expected) = all_alike(&game, &state, viewer, MOST).filter(|all| all.len() > 1) else { continue };
                    let key = (game.phase(&state), expected.len());
                    let seen_before: &mut u32 = tried.entry(key).or_default();
                    *seen_before += 1;
                    if *seen_before > 2 {
                        continue;
                    }
                    let view = game.view(&state, viewer.map(|seat| Seat(seat as u8)));
                    let draws = 300 * expected.len();
                    let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
                    for _ in 0..draws {
                        *counts.entry(payload(&game, &game.resample(&view, &mut rng))).or_default() += 1;
                    }
                    assert!(counts.keys().eq(&expected), "{key:?}: {} of {}", counts.len(), expected.len());
                    // Five to six deviations: one in ten million.
                    assert!(counts.values().all(|&count| (200..405).contains(&count)), "{key:?}: {counts:?}");
                }
            }
        }
    }
    for phase in ["select", "first", "go", "action", "draw", "bonus_deal"] {
        assert!(tried.keys().any(|(known, _)| *known == phase), "{phase}: {tried:?}");
    }
}

/// What a seat is told, and how the greedy policy ranks its actions, hangs on its view alone.
#[test]
fn ll26_nothing_hidden_comes_out_by_points_worth_or_texts() {
    let sets = [
        json!({"players": 3, "leaders": true, "factions": true, "explore": true}),
        json!({"players": 4, "turn_order": "frantic", "leader_armies": true, "leaders": true, "board": "cavern"}),
        json!({"players": 3, "deck": deck(13), "leaders": ["fairy-queen", "bat-rider", "bandit-king"]}),
    ];
    for params in sets {
        let game = game(params.clone());
        let players = game.common().num_players;
        let mut rng = Rng::new(7);
        let mut state = game.initial();
        loop {
            for seat in (0..players as u8).map(Seat) {
                let view = game.view(&state, Some(seat));
                let drawn = game.resample(&view, &mut rng);
                assert_eq!(game.view_scores(&view), game.view_scores(&game.view(&drawn, Some(seat))));
                if game.node(&state) == Node::Decision(seat) {
                    for action in moves(&game, &state) {
                        assert_eq!(game.worth(&state, action, seat), game.worth(&drawn, action, seat), "{params} {}", game.phase(&state));
                    }
                }
            }
            let Some((next, action)) = step(&game, &state, &mut rng) else { break };
            for viewer in (0..players).map(Some).chain([None]) {
                let seat = viewer.map(|seat| Seat(seat as u8));
                let shown = seen(&game, &next, viewer);
                for text in game.revealed(&state, action, &next, seat) {
                    let words: Vec<&str> = text.split(' ').collect();
                    let holder: usize = words[0].parse().unwrap();
                    match words[1] {
                        "select" => assert!(viewer != Some(holder)),
                        "card" => assert!(texts(&shown["players"][holder]["cards"]).contains(&words[2].to_owned())),
                        "hand" => assert!(viewer == Some(holder) && texts(&shown["hands"][holder]) == words[2..]),
                        other => unreachable!("{other}"),
                    }
                }
                let told = game.action_seen(&state, action, seat).unwrap();
                let secret = match game.node(&state) {
                    Node::Decision(actor) => game.phase(&state) == "select" && seat != Some(actor),
                    _ => ["deal", "draw"].contains(&game.phase(&state)),
                };
                let by_queen = game.phase(&state) == "bonus_deal" && shown["turn"].as_u64() != viewer.map(|seat| seat as u64);
                assert_eq!(told.ends_with('?'), secret || by_queen, "{told}");
            }
            state = next;
        }
    }
}

/// A position of three seats in which the first two have chosen.
fn choosing() -> (LostLands, State) {
    let game = game(json!({"players": 3, "deck": deck(20)}));
    let mut rng = Rng::new(5);
    let mut state = game.initial();
    while told(&game, &state)["round"] != 3 || told(&game, &state)["turn"] != 2 {
        state = step(&game, &state, &mut rng).unwrap().0;
    }
    (game, state)
}

fn read(game: &LostLands, viewer: Option<u8>, view: &Value) -> Result<(), String> {
    let document: ViewDocument = serde_json::from_value(view.clone()).unwrap();
    game.view_from_document(viewer.map(Seat), &document).map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn ll26_a_view_document_shows_neither_more_nor_less_than_its_seat_knows() {
    let (game, state) = choosing();
    let position = told(&game, &state);
    let view = seen(&game, &state, Some(2));
    read(&game, Some(2), &view).unwrap();
    let hidden: Vec<String> = (0..3)
        .flat_map(|seat| (0..4).map(move |k| format!("/hands/{seat}/{k}")))
        .filter(|pointer| view.pointer(pointer).is_some_and(Value::is_null))
        .collect();
    let pointer = hidden.first().unwrap();
    let mut more = view.clone();
    let unseen =
        game.common().chances.ranges()[0].axes[0].labels.iter().find(|name| !view.to_string().contains(&format!("\"{name}\""))).unwrap();
    *more.pointer_mut(pointer).unwrap() = json!(unseen);
    assert!(read(&game, Some(2), &more).unwrap_err().contains(pointer.as_str()));
    let mut less = view.clone();
    less["hands"][2][0] = json!(null);
    assert!(read(&game, Some(2), &less).unwrap_err().contains("/hands/2/0"));
    let mut open = view.clone();
    open["places"][0] = position["places"][0].clone();
    assert!(read(&game, Some(2), &open).unwrap_err().contains("/places/0"));
    assert!(read(&game, None, &view).is_err());
}
