//! Views of Guardians: what they keep, and that `resample` draws evenly from exactly what they leave open (GU-14, GU-16, GU-17).
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::{BTreeMap, BTreeSet};

use meeple_core::action::{Action, Actions, Seat};
use meeple_core::chance::Outcomes;
use meeple_core::game::{Game, Node, Payload};
use meeple_core::games::guardians::{Guardians, Position, State};
use meeple_core::rng::Rng;
use serde_json::{Value, json};

fn game(params: Value) -> Guardians {
    Guardians::new(params.as_object().unwrap()).unwrap()
}

/// A strip of triangles with plain islands and four postcards of one or two elements.
fn strip(players: usize, count: usize) -> Guardians {
    let shape: Vec<Value> = (0..count).map(|k| json!([k / 2, k % 2])).collect();
    let islands: Vec<Value> = (1..=count).map(|id| json!({"id": id, "tags": []})).collect();
    let postcards: Vec<Value> = (1..=4).map(|id| json!({"id": id, "elements": vec!["a"; 1 + id % 2]})).collect();
    game(json!({"players": players, "shape": shape, "islands": islands, "postcards": postcards, "goal": 60_000}))
}

fn payload(game: &Guardians, state: &State) -> Vec<u8> {
    let mut bytes = Payload::new();
    game.write(state, &mut bytes);
    bytes.to_vec()
}

/// All that may happen at a node.
fn moves(game: &Guardians, state: &State) -> Vec<Action> {
    let mut outcomes = Outcomes::new();
    match game.node(state) {
        Node::Decision(_) => game.legal(state, &mut outcomes.actions),
        Node::Chance => game.chance(state, &mut outcomes),
        Node::Terminal => {}
    }
    outcomes.actions.iter().collect()
}

fn applied(game: &Guardians, state: &State, action: Action) -> State {
    let mut next = *state;
    game.apply(&mut next, action);
    next
}

fn step(game: &Guardians, state: &State, rng: &mut Rng) -> Option<State> {
    let mut outcomes = Outcomes::new();
    let action = match game.node(state) {
        Node::Decision(_) => {
            let legal = moves(game, state);
            legal.get(rng.below(legal.len() as u64) as usize).copied()?
        }
        Node::Chance => {
            game.chance(state, &mut outcomes);
            outcomes.sample(rng)?
        }
        Node::Terminal => return None,
    };
    Some(applied(game, state, action))
}

/// The fields of a position that a viewer does not know, each with all that could stand there, sound or not; of places, those that lie
/// neither open nor before the viewer.
fn alternatives(game: &Guardians, position: &Value, viewer: Option<usize>) -> Vec<(String, Vec<Value>)> {
    let islands = position["cells"].as_array().unwrap().len();
    let players = position["players"].as_array().unwrap();
    let phase = position["phase"].as_str().unwrap();
    let known = |place: usize| {
        let own = viewer.map(|seat| players[seat]["pairs"].as_array().unwrap().clone()).unwrap_or_default();
        position["turned"].as_array().unwrap().contains(&json!(place)) || own.iter().any(|pair| pair["place"] == json!(place))
    };
    let places: Vec<usize> = (1..=islands).filter(|&place| !known(place)).collect();
    let mut fields = Vec::new();
    for (seat, player) in players.iter().enumerate().filter(|&(seat, _)| Some(seat) != viewer) {
        let pairs = player["pairs"].as_array().unwrap().len();
        for k in 0..pairs {
            let rewards = |&place: &usize| ["treasure", "legend"].map(|reward| json!({"place": place, "reward": reward}));
            fields.push((format!("/players/{seat}/pairs/{k}"), places.iter().flat_map(rewards).collect()));
        }
        if !player["active"].is_null() {
            fields.push((format!("/players/{seat}/active"), (0..pairs).map(|k| json!(k)).collect()));
        }
        let clues = player["clues"].as_array().unwrap().len();
        if phase == "clue" && clues > 0 && !player["active"].is_null() && seat < position["asking"]["seat"].as_u64().unwrap() as usize {
            let cards: Vec<Value> = game.common().params["postcards"].as_array().unwrap().clone();
            let values = position["postcards"].as_array().unwrap().iter().flat_map(|card| {
                let elements = cards[card.as_u64().unwrap() as usize - 1]["elements"].as_array().unwrap().len();
                (1..=elements).map(|element| json!({"postcard": card, "element": element})).collect::<Vec<_>>()
            });
            fields.push((format!("/players/{seat}/clues/{}", clues - 1), values.collect()));
        }
    }
    if phase == "next" || phase == "sail" {
        for (k, boat) in position["boats"].as_array().unwrap().iter().enumerate() {
            if viewer.map(|seat| json!(seat)) != Some(boat["seat"].clone()) {
                fields.push((format!("/boats/{k}/guardian"), (0..players.len()).map(|seat| json!(seat)).collect()));
            }
        }
    }
    fields
}

/// Payloads of all sound positions that differ from this one in hidden fields only.
fn all_alike(game: &Guardians, position: &Value, fields: &[(String, Vec<Value>)], next: usize, found: &mut BTreeSet<Vec<u8>>) {
    let (done, rest) = fields.split_at(next);
    let Some((pointer, values)) = rest.first() else {
        let mut position = position.clone();
        let mut left = [20_i64, 10];
        for player in position["players"].as_array().unwrap() {
            for pair in player["pairs"].as_array().unwrap().iter().chain(player["discovered"].as_array().unwrap()) {
                left[usize::from(pair["reward"] == "legend")] -= 1;
            }
        }
        if left.iter().all(|&count| count >= 0) {
            position["rewards_left"] = json!({"treasure": left[0], "legend": left[1]});
            let position: Position = serde_json::from_value(position).unwrap();
            if let Ok(state) = game.from_position(&position) {
                found.insert(payload(game, &state));
            }
        }
        return;
    };
    for value in values {
        // Two pairs of one place are refused anyway; looking no further saves most of the time.
        let twice = |(earlier, _): &(String, Vec<Value>)| {
            let other = position.pointer(earlier).unwrap();
            value.get("place").is_some() && other.get("place") == value.get("place")
        };
        if !done.iter().any(twice) {
            let mut position = position.clone();
            *position.pointer_mut(pointer).unwrap() = value.clone();
            all_alike(game, &position, fields, next + 1, found);
        }
    }
}

/// Enumerates what a view leaves open and compares `resample` with it: all of it, nothing else, evenly.
fn resample_is_even(game: &Guardians, state: &State, viewer: Option<Seat>, rng: &mut Rng, most: usize, least: usize) -> Option<usize> {
    let position = serde_json::to_value(game.position(state)).unwrap();
    let fields = alternatives(game, &position, viewer.map(Seat::index));
    let mut taken = 0;
    let ways = fields.iter().map(|(pointer, values)| {
        let is_pair = pointer.contains("pairs");
        taken += usize::from(is_pair);
        if is_pair { values.len().saturating_sub(2 * (taken - 1)) } else { values.len() }
    });
    if ways.fold(1, usize::saturating_mul) > most {
        return None;
    }
    let mut alike = BTreeSet::new();
    all_alike(game, &position, &fields, 0, &mut alike);
    if alike.len() < least {
        return None;
    }
    let view = game.view(state, viewer);
    for bytes in &alike {
        assert_eq!(game.view(&game.read(bytes).unwrap(), viewer), view, "hidden fields show in a view: {position}");
    }
    assert!(alike.contains(&payload(game, state)));
    let each = 60;
    let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for _ in 0..each * alike.len() {
        *counts.entry(payload(game, &game.resample(&view, rng))).or_default() += 1;
    }
    for bytes in counts.keys() {
        assert!(
            alike.contains(bytes),
            "drawn, but not alike: {} for {position}",
            serde_json::to_string(&game.position(&game.read(bytes).unwrap())).unwrap()
        );
    }
    let chi: f64 = alike
        .iter()
        .map(|bytes| (f64::from(counts.get(bytes).copied().unwrap_or_default()) - f64::from(each as u32)).powi(2) / f64::from(each as u32))
        .sum();
    let degrees = alike.len() as f64 - 1.0;
    assert!(chi < degrees + 5.0 * (2.0 * degrees).sqrt() + 8.0, "not even: {chi} of {degrees} for {position}");
    Some(alike.len())
}

#[test]
fn gu17_resample_is_even_over_exactly_what_is_hidden() {
    let mut rng = Rng::new(17);
    let mut seen: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
    for game in [strip(3, 9), strip(3, 11), strip(4, 12)] {
        for _ in 0..40 {
            let mut state = game.initial();
            while let Some(next) = step(&game, &state, &mut rng) {
                state = next;
                let seat = rng.below(game.common().num_players as u64 + 1) as u8;
                let viewer = (usize::from(seat) < game.common().num_players).then_some(Seat(seat));
                let counts = seen.entry((game.phase(&state), viewer.is_some())).or_default();
                if counts.len() >= 14 || rng.below(4) > 0 {
                    continue;
                }
                // Where little is hidden, draws are soon known to be right.
                let least = if counts.len() < 8 || game.phase(&state) == "refill" { 2 } else { 60 };
                if let Some(count) = resample_is_even(&game, &state, viewer, &mut rng, 8_000, least) {
                    counts.push(count);
                }
            }
        }
    }
    for phase in ["pairs", "choose", "clue", "next", "sail", "fire", "refill", "postcard"] {
        let counts = seen.get(&(phase, true)).cloned().unwrap_or_default();
        assert!(counts.len() >= if phase == "refill" { 4 } else { 12 }, "{phase}: {seen:?}");
    }
}

#[test]
fn gu17_rewards_run_out_by_kind() {
    // More places than rewards: towards the end one kind is used up, and hidden pairs can't all be of the other.
    let mut rng = Rng::new(3);
    let game = strip(3, 32);
    let mut tried = 0;
    for _ in 0..400 {
        let mut state = game.initial();
        while let Some(next) = step(&game, &state, &mut rng) {
            state = next;
            if game.phase(&state) != "postcard" {
                continue;
            }
            let position = serde_json::to_value(game.position(&state)).unwrap();
            let left = &position["rewards_left"];
            let hidden: usize = (1..3).map(|seat| position["players"][seat]["pairs"].as_array().unwrap().len()).sum();
            let short = ["treasure", "legend"].iter().any(|kind| left[*kind].as_u64() < Some(2));
            if hidden == 2 && short && rng.below(3) == 0 && resample_is_even(&game, &state, Some(Seat(0)), &mut rng, 10_000, 2).is_some() {
                tried += 1;
            }
        }
        if tried >= 6 {
            return;
        }
    }
    panic!("only {tried} positions");
}

/// What a viewer is told of a step.
fn told(game: &Guardians, state: &State, action: Action, viewer: Option<Seat>) -> (String, Vec<String>) {
    let next = applied(game, state, action);
    (game.action_seen(state, action, viewer).unwrap(), game.revealed(state, action, &next, viewer))
}

#[test]
fn gu14_what_is_told_decides_what_is_seen() {
    // For every viewer: steps that it is told alike, also from another state that looks the same, lead to the same view.
    let mut rng = Rng::new(14);
    for game in [strip(3, 9), strip(4, 13), game(json!({"players": 5}))] {
        let seats = game.common().num_players as u8;
        for _ in 0..4 {
            let mut state = game.initial();
            loop {
                for viewer in (0..seats).map(|seat| Some(Seat(seat))).chain([None]) {
                    let mut views = BTreeMap::new();
                    let other = game.resample(&game.view(&state, viewer), &mut rng);
                    for state in [&state, &other] {
                        for action in moves(&game, state) {
                            let view = game.view(&applied(&game, state, action), viewer);
                            let known = views.entry(told(&game, state, action, viewer)).or_insert(view);
                            assert_eq!(*known, view, "{viewer:?} {:?}", told(&game, state, action, viewer));
                        }
                    }
                }
                let Some(next) = step(&game, &state, &mut rng) else { break };
                state = next;
                let turn = serde_json::to_value(game.position(&state)).unwrap()["turn"].as_u64().unwrap();
                if seats > 3 && turn > 12 {
                    break;
                }
            }
        }
    }
}

#[test]
fn gu14_words_of_others_are_told_without_what_is_hidden() {
    let game = game(json!({}));
    let mut rng = Rng::new(2);
    let mut heard = BTreeSet::new();
    let mut state = game.initial();
    while let Some(next) = step(&game, &state, &mut rng) {
        let acting = serde_json::to_value(game.position(&state)).unwrap()["asking"]["seat"].as_u64();
        for action in moves(&game, &state) {
            let text = game.space(&state).text(action).unwrap();
            for seat in 0..4 {
                let told = game.action_seen(&state, action, Some(Seat(seat))).unwrap();
                if acting.is_none() || acting == Some(u64::from(seat)) {
                    assert_eq!(told, text);
                } else {
                    let number = text.rsplit(' ').next().unwrap();
                    let expected = match text.split(' ').next().unwrap() {
                        "pair" => "pair ? ?".to_owned(),
                        "choose" => "choose ?".to_owned(),
                        "clue" => "clue ? ?".to_owned(),
                        "sail" => format!("sail ? {number}"),
                        _ => text.clone(),
                    };
                    assert_eq!(told, expected);
                    heard.insert(text.split(' ').next().unwrap().to_owned());
                }
            }
        }
        state = next;
    }
    assert!(["pair", "choose", "clue", "sail", "pass", "fire"].iter().all(|word| heard.contains(*word)), "{heard:?}");
}

#[test]
fn gu14_own_actions_follow_from_the_view() {
    let game = strip(4, 12);
    let mut rng = Rng::new(5);
    for _ in 0..3 {
        let mut state = game.initial();
        loop {
            for seat in (0..4).map(Seat) {
                let drawn = game.resample(&game.view(&state, Some(seat)), &mut rng);
                let [real, other] = [&state, &drawn].map(|state| {
                    let mut legal = Actions::new();
                    game.legal_for(state, seat, &mut legal);
                    legal.iter().collect::<Vec<_>>()
                });
                assert_eq!(real, other);
            }
            let Some(next) = step(&game, &state, &mut rng) else { break };
            state = next;
        }
    }
}

#[test]
fn gu16_a_view_shows_the_page_s_fields() {
    let game = game(json!({"players": 3}));
    let mut rng = Rng::new(8);
    let mut state = game.initial();
    while game.phase(&state) != "sail" || moves(&game, &state).len() < 30 {
        state = step(&game, &state, &mut rng).unwrap();
    }
    let position = serde_json::to_value(game.position(&state)).unwrap();
    for viewer in [Some(0), Some(2), None] {
        let view = serde_json::to_value(game.view_document(&game.view(&state, viewer.map(Seat)))).unwrap();
        let mut expected = position.clone();
        for seat in 0..3 {
            if viewer != Some(seat as u8) {
                let player = &mut expected["players"][seat];
                player["pairs"] = json!(player["pairs"].as_array().unwrap().len());
                player["active"] = json!(!player["active"].is_null());
            }
        }
        for boat in expected["boats"].as_array_mut().unwrap() {
            if viewer.map(u64::from) != boat["seat"].as_u64() {
                boat["guardian"] = Value::Null;
            }
        }
        let left = &position["rewards_left"];
        expected["rewards_left"] = json!(left["treasure"].as_u64().unwrap() + left["legend"].as_u64().unwrap());
        assert_eq!(view, expected);
        assert_eq!(view.as_object().unwrap().keys().collect::<Vec<_>>(), position.as_object().unwrap().keys().collect::<Vec<_>>());
    }
}

#[test]
fn gu16_a_document_that_no_position_looks_like_is_refused() {
    let game = strip(3, 9);
    let mut rng = Rng::new(4);
    let mut state = game.initial();
    while game.phase(&state) != "next" || serde_json::to_value(game.position(&state)).unwrap()["boats"].as_array().unwrap().len() < 3 {
        state = step(&game, &state, &mut rng).unwrap();
    }
    let seat = Some(Seat(1));
    let document = serde_json::to_value(game.view_document(&game.view(&state, seat))).unwrap();
    let read = |document: &Value| {
        let position: Position = serde_json::from_value(document.clone()).map_err(|error| error.to_string())?;
        game.view_from_document(seat, &position).map_err(|error| error.to_string())
    };
    assert_eq!(read(&document).unwrap(), game.view(&state, seat));
    let position = serde_json::to_value(game.position(&state)).unwrap();
    let others = document["boats"].as_array().unwrap().iter().position(|boat| boat["seat"] != 1).unwrap();
    let edits = [
        ("/players/0/pairs", position["players"][0]["pairs"].clone(), "not_hidden"),
        ("/players/0/active", json!(0), "not_hidden"),
        ("/players/1/pairs", json!(3), "hidden"),
        ("/players/1/active", json!(true), "hidden"),
        ("/players/2/pairs", json!(2), "count"),
        ("/players/2/pairs", json!(200), "count"),
        ("/rewards_left", position["rewards_left"].clone(), "not_hidden"),
        ("/rewards_left", json!(7), "count"),
        ("/turned", json!([1]), "places"),
        ("/players/0/ruled_out", json!([1, 2, 3, 4, 5, 6, 7, 8, 9]), "possible"),
        ("/players/2/active", json!(false), "active"),
        (&format!("/boats/{others}/guardian"), json!(1), "not_hidden"),
        (&format!("/boats/{others}/seat"), json!(9), "range"),
    ];
    for (pointer, value, _) in edits {
        let mut edited = document.clone();
        *edited.pointer_mut(pointer).unwrap() = value;
        assert!(read(&edited).is_err(), "{pointer}");
    }
    // A position is no view, and the other way round.
    assert!(read(&position).is_err());
    assert!(game.from_position(&serde_json::from_value(document).unwrap()).is_err());
}

/// What a search imagines looks like the view, an island that fits a guardian's clues is likelier to be its place than one that does not, and
/// a boat that lies there likelier to seek it.
#[test]
fn imagined_states_look_like_the_view_and_read_the_clues() {
    let game = game(json!({"players": 4}));
    let data = &game.common().params;
    let mut rng = Rng::new(5);
    // Of the imagined states and of even draws: how many places, and how many boats of others, fit all clues of their guardian.
    let mut counts = [[(0_u32, 0_u32); 2]; 2];
    for _ in 0..6 {
        let mut state = game.initial();
        for _ in 0..400 {
            let Some(next) = step(&game, &state, &mut rng) else { break };
            state = next;
            let viewer = if let Node::Decision(seat) = game.node(&state) { Some(seat) } else { None };
            let view = game.view(&state, viewer);
            let belief = game.belief(&view);
            let imagined = game.imagine(&view, &belief, &mut rng);
            assert!(game.view(&imagined, viewer) == view);
            game.check(&imagined).unwrap();
            let (Some(viewer), "sail") = (viewer, game.phase(&state)) else { continue };
            for (draw, [places, boats]) in [imagined, game.resample(&view, &mut rng)].iter().zip(&mut counts) {
                let position = serde_json::to_value(game.position(draw)).unwrap();
                let fits = |guardian: u64, island: u64| {
                    let clues = position["players"][guardian as usize]["clues"].as_array().unwrap();
                    clues.iter().all(|clue| {
                        let card = &data["postcards"][clue["postcard"].as_u64().unwrap() as usize - 1];
                        let tag = &card["elements"][clue["element"].as_u64().unwrap() as usize - 1];
                        data["islands"][island as usize - 1]["tags"].as_array().unwrap().contains(tag)
                    })
                };
                for (guardian, player) in position["players"].as_array().unwrap().iter().enumerate() {
                    if let (Some(active), false) = (player["active"].as_u64(), player["clues"].as_array().unwrap().is_empty()) {
                        let place = player["pairs"][active as usize]["place"].as_u64().unwrap();
                        *places = (places.0 + u32::from(fits(guardian as u64, place)), places.1 + 1);
                    }
                }
                for boat in position["boats"].as_array().unwrap().iter().filter(|boat| boat["seat"] != viewer.0) {
                    let fit = fits(boat["guardian"].as_u64().unwrap(), boat["island"].as_u64().unwrap());
                    *boats = (boats.0 + u32::from(fit), boats.1 + 1);
                }
            }
        }
    }
    let share = |(part, all): (u32, u32)| f64::from(part) / f64::from(all);
    let [imagined, even] = counts.map(|counts| counts.map(share));
    assert!(imagined[0] > 1.5 * even[0] && imagined[1] > 1.2 * even[1], "{counts:?}");
}
