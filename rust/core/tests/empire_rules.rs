//! Empire rule by rule, on small maps and positions, each named by what it claims.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by it")]

mod empire_maps;

use std::collections::BTreeMap;
use std::sync::Arc;

use empire_maps::{game, ring};
use meeple_core::action::Seat;
use meeple_core::game::{Game, Node};
use meeple_core::games::empire::Empire;
use meeple_core::games::empire::position::Position;
use meeple_core::rng::Rng;
use meeple_core::run::At;
use serde_json::{Value, json};

type State = At<Empire>;

/// Six lands `a` to `f` in a ring, `a`-`d` a chord; west `a b c`, east `d e f`; symbols I C A I C A; two jokers.
fn small(params: Value) -> Arc<Empire> {
    let mut all = json!({"players": 2, "map": ring(6, 1, 2), "initial_units": 10});
    for (key, value) in params.as_object().unwrap() {
        all[key] = value.clone();
    }
    game(all)
}

/// A position of `small` in which seat 0 has `a b c` with 3 units each and seat 1 `d e f` with 2 each, changed as told.
fn position(game: &Empire, changes: Value) -> Value {
    let players = game.common().num_players;
    let neutral = game.common().params["neutral"] == true;
    let mut all = json!({
        "lands": {"a": [0, 3], "b": [0, 3], "c": [0, 3], "d": [1, 2], "e": [1, 2], "f": [1, 2]},
        "hands": vec![json!([]); players], "discard": [], "turn": 0, "round": 1, "phase": "attack", "reserve": 0,
        "initial": vec![0; players + usize::from(neutral)], "chosen": [], "battle": null, "freed": false, "bonus_used": false,
        "fortify": null, "moves": 0, "out": []
    });
    for (key, value) in changes.as_object().unwrap() {
        if key == "lands" {
            for (land, holding) in value.as_object().unwrap() {
                all["lands"][land] = holding.clone();
            }
        } else {
            all[key] = value.clone();
        }
    }
    all
}

fn read(game: &Arc<Empire>, document: &Value) -> meeple_core::Result<State> {
    let position: Position = serde_json::from_value(document.clone()).unwrap();
    Ok(At { state: game.from_position(&position)?, game: Arc::clone(game) })
}

fn at(game: &Arc<Empire>, changes: Value) -> State {
    read(game, &position(game, changes)).unwrap()
}

fn told(state: &State) -> Value {
    serde_json::to_value(state.game.position(&state.state)).unwrap()
}

fn play(state: &State, texts: &[&str]) -> State {
    let mut state = state.clone();
    for text in texts {
        let action = state.game.space(&state.state).parse(text).unwrap();
        state = state.apply(action).unwrap_or_else(|error| panic!("{text}: {error}"));
        state.game.check(&state.state).unwrap();
    }
    state
}

fn legal(state: &State) -> Vec<String> {
    let space = state.game.space(&state.state);
    let actions = if state.node() == Node::Chance { state.outcomes().actions } else { state.legal(None) };
    actions.iter().map(|action| space.text(action).unwrap()).collect()
}

#[test]
fn em1_lands_are_dealt_in_turn_and_cost_a_unit() {
    let game = small(json!({"players": 4, "initial_units": 3}));
    let state = At { state: game.initial(), game: Arc::clone(&game) };
    assert_eq!((state.node(), legal(&state).len()), (Node::Chance, 6));
    let state = play(&state, &["deal c", "deal a", "deal b", "deal f", "deal d"]);
    assert_eq!(legal(&state), ["deal e"]);
    let state = play(&state, &["deal e"]);
    let now = told(&state);
    assert_eq!((&now["phase"], &now["initial"], &now["turn"]), (&json!("setup"), &json!([1, 1, 2, 2]), &json!(0)));
    assert_eq!(legal(&state), ["place c", "place d"]);
    // EM-2: who has none left is skipped; then seat 0 begins.
    let state = play(&state, &["place c", "place a", "place b", "place f", "place b", "place f"]);
    let now = told(&state);
    assert_eq!(
        (&now["phase"], &now["turn"], &now["reserve"], &now["initial"]),
        (&json!("reinforce"), &json!(0), &json!(3), &json!([0, 0, 0, 0]))
    );
}

#[test]
fn em1_claims_are_choices_and_em3_neutral_takes_by_chance() {
    let game = small(json!({"setup": "claim", "neutral": true, "initial_units": 3}));
    let state = play(&At { state: game.initial(), game }, &["claim a", "claim b"]);
    assert_eq!((state.node(), told(&state)["turn"].clone()), (Node::Chance, json!("neutral")));
    assert_eq!(legal(&state), ["deal c", "deal d", "deal e", "deal f"]);
    let state = play(&state, &["deal c", "claim d", "claim e", "deal f", "place a", "place b"]);
    assert_eq!((state.node(), legal(&state)), (Node::Chance, vec!["place c".to_owned(), "place f".to_owned()]));
    let state = play(&state, &["place f"]);
    assert_eq!(told(&state)["lands"]["f"], json!(["neutral", 2]));
    assert_eq!(told(&state)["phase"], "reinforce");
}

#[test]
fn em5_continents_and_thirds_of_lands_bring_units() {
    let game = game(json!({"players": 2}));
    let state = game.initial();
    assert_eq!(game.reinforcements(&state, 0), 3);
    let classic = small(json!({}));
    // Three lands bring 3 at least, the west 2 more; the east 1.
    let state = at(&classic, json!({}));
    assert_eq!([0, 1].map(|seat| classic.reinforcements(&state.state, seat)), [5, 4]);
    let broken = at(&classic, json!({"lands": {"b": [1, 2]}}));
    assert_eq!([0, 1].map(|seat| classic.reinforcements(&broken.state, seat)), [3, 4]);
}

#[test]
fn em6_trading_is_free_below_five_cards_and_asked_without_a_set_too() {
    let game = small(json!({}));
    let state = at(&game, json!({"phase": "trade", "reserve": 5, "hands": [["a", "b", "d"], []]}));
    assert_eq!(legal(&state), ["pass"]);
    let state = at(&game, json!({"phase": "trade", "reserve": 5, "hands": [["a", "b", "c", "d"], []]}));
    assert_eq!(legal(&state), ["pass", "card a", "card b"]);
    let state = play(&state, &["card a"]);
    assert_eq!(legal(&state), ["card b"]);
    let state = play(&state, &["card b"]);
    assert_eq!((legal(&state), told(&state)["chosen"].clone()), (vec!["card c".to_owned(),], json!(["a", "b"])));
    // Three owned lands get 2 units each (EM-7); one card is left, so the units are placed.
    let now = told(&play(&state, &["card c"]));
    assert_eq!((&now["phase"], &now["reserve"], &now["discard"]), (&json!("reinforce"), &json!(15), &json!(["a", "b", "c"])));
    assert_eq!((&now["lands"]["a"], &now["hands"][0]), (&json!([0, 5]), &json!(["d"])));
}

#[test]
fn em6_five_cards_force_a_set_and_jokers_take_the_best_worth() {
    let game = small(json!({}));
    let hand = json!([["a", "b", "d", "e", "joker-1", "joker-2"], []]);
    let state = at(&game, json!({"phase": "trade", "reserve": 5, "hands": hand}));
    assert!(!legal(&state).contains(&"pass".to_owned()));
    // Two infantry and a joker: 4. An infantry and two jokers: a mixed set, 10.
    assert_eq!(told(&play(&state, &["card a", "card d", "card joker-1"]))["reserve"], 9);
    let after = play(&state, &["card a", "card joker-1", "card joker-2"]);
    assert_eq!((told(&after)["reserve"].clone(), told(&after)["phase"].clone()), (json!(15), json!("trade")));
    assert_eq!(legal(&after), ["pass"]);
    assert_eq!(told(&play(&after, &["pass"]))["phase"], "reinforce");
}

#[test]
fn em7_per_turn_only_the_first_land_gets_units() {
    let game = small(json!({"land_bonus": "per_turn"}));
    let state = at(&game, json!({"phase": "trade", "reserve": 5, "hands": [["a", "b", "c"], []]}));
    let now = told(&play(&state, &["card a", "card b", "card c"]));
    assert_eq!((&now["lands"]["a"], &now["lands"]["b"], &now["bonus_used"]), (&json!([0, 5]), &json!([0, 3]), &json!(true)));
}

#[test]
fn em8_units_are_placed_one_by_one_or_all() {
    let game = small(json!({}));
    let state = at(&game, json!({"phase": "reinforce", "reserve": 2}));
    assert_eq!(legal(&state), ["place a", "place b", "place c", "place a all", "place b all", "place c all"]);
    let one = play(&state, &["place b"]);
    assert_eq!(legal(&one), ["place a", "place b", "place c"]);
    assert_eq!(told(&play(&state, &["place b all"]))["lands"]["b"], json!([0, 5]));
    assert_eq!(told(&play(&one, &["place b"]))["phase"], "attack");
}

#[test]
fn em9_attacks_need_two_units_and_a_border() {
    let game = small(json!({}));
    let state = at(&game, json!({"lands": {"c": [0, 1]}}));
    assert_eq!(legal(&state), ["pass", "attack a d", "attack a f"]);
}

#[test]
fn em10_rolls_have_the_exact_chances() {
    let game = small(json!({}));
    for (units, there, expected) in [
        (4, 2, vec![("losses 0 2", 2890), ("losses 1 1", 2611), ("losses 2 0", 2275)]),
        (3, 5, vec![("losses 0 2", 295), ("losses 1 1", 420), ("losses 2 0", 581)]),
        (2, 2, vec![("losses 0 1", 55), ("losses 1 0", 161)]),
        (9, 1, vec![("losses 0 1", 855), ("losses 1 0", 441)]),
        (3, 1, vec![("losses 0 1", 125), ("losses 1 0", 91)]),
        (2, 1, vec![("losses 0 1", 15), ("losses 1 0", 21)]),
    ] {
        let state = play(&at(&game, json!({"lands": {"a": [0, units], "f": [1, there]}})), &["attack a f"]);
        let space = game.space(&state.state);
        let outcomes = state.outcomes();
        let seen: Vec<_> = outcomes.iter().map(|(outcome, weight)| (space.text(outcome).unwrap(), weight)).collect();
        assert_eq!(seen, expected.into_iter().map(|(text, weight)| (text.to_owned(), weight)).collect::<Vec<_>>());
    }
}

#[test]
fn em11_at_least_the_dice_move_in_and_one_stays() {
    let game = small(json!({}));
    let state = at(&game, json!({"lands": {"a": [0, 5], "f": [1, 1]}}));
    let state = play(&state, &["attack a f", "losses 0 1"]);
    let now = told(&state);
    assert_eq!((&now["phase"], &now["lands"]["f"], &now["battle"]["dice"]), (&json!("occupy"), &json!([0, 0]), &json!(3)));
    assert_eq!(legal(&state), ["units 3", "units 4"]);
    let state = play(&state, &["units 3"]);
    assert_eq!(told(&state)["lands"]["f"], json!([0, 3]));
    assert_eq!(legal(&state), ["pass", "attack a d", "attack c d", "attack f e"]);
}

#[test]
fn em12_cards_of_who_is_out_go_to_the_conqueror() {
    for (at_once, phase) in [(false, "attack"), (true, "trade")] {
        let game = small(json!({"players": 3, "trade_on_elimination": at_once}));
        let state = at(&game, json!({"lands": {"a": [0, 5], "f": [2, 1]}, "hands": [["a", "b", "c"], ["joker-1"], ["d", "e", "f"]]}));
        let state = play(&state, &["attack a f", "losses 0 1"]);
        let now = told(&state);
        assert_eq!((&now["out"], &now["hands"][0]), (&json!([2]), &json!(["a", "b", "c", "d", "e", "f"])));
        let state = play(&state, &["units 3"]);
        assert_eq!(told(&state)["phase"], phase);
        if at_once {
            assert!(!legal(&state).contains(&"pass".to_owned()));
            // Three are left: nothing more is forced; the units are placed, then the attack goes on.
            let state = play(&state, &["card a", "card b", "card c"]);
            assert_eq!((told(&state)["phase"].clone(), told(&state)["reserve"].clone()), (json!("reinforce"), json!(10)));
            let state = play(&state, &["place a all"]);
            assert_eq!((told(&state)["phase"].clone(), told(&state)["freed"].clone()), (json!("attack"), json!(true)));
        }
    }
}

#[test]
fn em13_a_blitz_rolls_until_it_is_decided() {
    let game = small(json!({"blitz": true}));
    let state = play(&at(&game, json!({"lands": {"a": [0, 4], "f": [1, 3]}})), &["blitz a f", "losses 1 1"]);
    assert_eq!((told(&state)["phase"].clone(), told(&state)["battle"]["dice"].clone()), (json!("roll"), json!(2)));
    assert_eq!(told(&play(&state, &["losses 2 0"]))["phase"], "attack");
    let state = play(&state, &["losses 0 2"]);
    assert_eq!((told(&state)["battle"]["dice"].clone(), legal(&state)), (json!(2), vec!["units 2".to_owned()]));
}

#[test]
fn em14_three_ways_to_move_units() {
    let split = json!({"phase": "fortify", "lands": {"b": [0, 1], "e": [0, 4], "d": [0, 1]}});
    let adjacent = at(&small(json!({})), split.clone());
    assert_eq!(legal(&adjacent), ["pass", "fortify a", "fortify c", "fortify e"]);
    assert_eq!(legal(&play(&adjacent, &["fortify e"])), ["to d"]);
    let moved = play(&adjacent, &["fortify e", "to d", "units 3"]);
    assert_eq!((told(&moved)["lands"]["d"].clone(), told(&moved)["turn"].clone()), (json!([0, 4]), json!(1)));
    let connected = at(&small(json!({"fortify": "connected"})), split.clone());
    assert_eq!(legal(&play(&connected, &["fortify e"])), ["to a", "to b", "to c", "to d"]);
    let mut state = at(&small(json!({"fortify": "unlimited"})), split);
    for moves in 0..6 {
        assert_eq!((told(&state)["moves"].clone(), told(&state)["turn"].clone()), (json!(moves), json!(0)));
        let (from, to) = if moves % 2 == 0 { ("fortify e", "to d") } else { ("fortify d", "to e") };
        state = play(&state, &[from, to, "units 1"]);
    }
    // As many moves as lands: the turn is over.
    assert_eq!(told(&state)["turn"], 1);
}

#[test]
fn em15_who_freed_a_land_draws_and_the_discard_pile_is_shuffled_in() {
    let game = small(json!({}));
    let rest = json!([["a", "b", "c"], ["d", "e"]]);
    let state = at(&game, json!({"phase": "fortify", "freed": true, "hands": rest, "discard": ["f", "joker-1", "joker-2"]}));
    let state = play(&state, &["pass"]);
    assert_eq!((state.node(), told(&state)["discard"].clone()), (Node::Chance, json!([])));
    assert_eq!(legal(&state), ["draw f", "draw joker-1", "draw joker-2"]);
    assert_eq!(told(&play(&state, &["draw f"]))["hands"][0], json!(["a", "b", "c", "f"]));
    let none = json!([["a", "b", "c", "joker-1"], ["d", "e", "f", "joker-2"]]);
    let state = play(&at(&game, json!({"phase": "fortify", "freed": true, "hands": none})), &["pass"]);
    assert_eq!((told(&state)["phase"].clone(), told(&state)["turn"].clone()), (json!("trade"), json!(1)));
}

#[test]
fn em16_the_clock_ends_a_turn_at_once() {
    let game = small(json!({}));
    let out = |state: &State| state.with(game.timeout(&state.state).unwrap());
    let placing = at(&game, json!({"phase": "reinforce", "reserve": 4, "freed": false}));
    assert_eq!((told(&out(&placing))["turn"].clone(), told(&out(&placing))["reserve"].clone()), (json!(1), json!(4)));
    // A freed land gets the least units; no card is drawn.
    let freed = play(&at(&game, json!({"lands": {"a": [0, 5], "f": [1, 1]}})), &["attack a f", "losses 0 1"]);
    let now = told(&out(&freed));
    assert_eq!((&now["lands"]["f"], &now["hands"][0], &now["turn"]), (&json!([0, 3]), &json!([]), &json!(1)));
    let half = at(&game, json!({"phase": "trade", "reserve": 5, "hands": [["a", "b", "c"], []], "chosen": ["a"]}));
    assert_eq!(told(&out(&half))["hands"][0], json!(["a", "b", "c"]));
    let last = at(
        &game,
        json!({"phase": "occupy", "freed": true, "out": [1], "battle": {"from": "e", "to": "f", "dice": 1, "blitz": false},
        "lands": {"d": [0, 1], "e": [0, 2], "f": [0, 0]}}),
    );
    assert_eq!(told(&out(&last))["phase"], "over");
    let rolling = play(&at(&game, json!({})), &["attack a f"]);
    for refused in [rolling, at(&game, json!({"phase": "draw", "freed": true})), last.with(game.initial())] {
        assert_eq!(game.timeout(&refused.state).unwrap_err().detail().code, "no_timeout");
    }
}

#[test]
fn em17_the_last_one_wins_and_rounds_end_by_lands_then_units() {
    let game = small(json!({}));
    let state = at(&game, json!({"lands": {"d": [0, 1], "e": [0, 1], "a": [0, 2], "f": [1, 1]}}));
    let state = play(&state, &["attack a f", "losses 0 1"]);
    assert_eq!(state.node(), Node::Decision(Seat(0)));
    let state = play(&state, &["units 1"]);
    let outcome = game.outcome(&state.state).unwrap();
    assert_eq!((outcome.winners, outcome.reason, game.scores(&state.state)[0]), (vec![Seat(0)], "conquest", 6));
    let state = at(&game, json!({"phase": "fortify", "turn": 1, "round": 60}));
    let state = play(&state, &["pass"]);
    let outcome = game.outcome(&state.state).unwrap();
    assert_eq!((outcome.winners, outcome.reason, outcome.tie_break), (vec![Seat(0)], "rounds", Some("units")));
    let endless = small(json!({"max_rounds": 0}));
    assert_eq!(endless.common().max_game_length, None);
    let state = play(&at(&endless, json!({"phase": "fortify", "turn": 1, "round": 70_000})), &["pass"]);
    assert_eq!(told(&state)["round"], 70_001);
}

#[test]
fn em17_neutral_lands_need_not_be_beaten() {
    let game = small(json!({"neutral": true}));
    let state = at(&game, json!({"lands": {"d": ["neutral", 9], "e": ["neutral", 1], "a": [0, 2], "f": [1, 1]}}));
    let state = play(&state, &["attack a f", "losses 0 1", "units 1"]);
    assert_eq!((state.node(), told(&state)["out"].clone()), (Node::Terminal, json!([1])));
}

#[test]
fn em19_units_are_named_to_127_and_lands_hold_65535() {
    let game = small(json!({}));
    let state = play(&at(&game, json!({"lands": {"a": [0, 1000], "f": [1, 1]}})), &["attack a f", "losses 0 1"]);
    assert_eq!(legal(&state).len(), 126);
    assert_eq!(legal(&state).last().map(String::as_str), Some("units all"));
    assert_eq!(told(&play(&state, &["units all"]))["lands"]["f"], json!([0, 999]));
    let full = json!({"phase": "reinforce", "reserve": 3, "lands": {"a": [0, 65_535], "b": [0, 65_533], "c": [0, 65_534]}});
    let state = at(&game, full);
    assert_eq!(legal(&state), ["place b", "place c"]);
    // Where no own land can take a unit the rest is lost.
    let state = play(&state, &["place b", "place b", "place c"]);
    assert_eq!(told(&state)["phase"], "attack");
    let state = at(&game, json!({"phase": "fortify", "lands": {"a": [0, 500], "b": [0, 65_435], "c": [0, 65_535]}}));
    assert_eq!(legal(&state), ["pass", "fortify a", "fortify b", "fortify c"]);
    assert_eq!(legal(&play(&state, &["fortify b"])), ["to a"]);
    let state = play(&state, &["fortify a", "to b"]);
    assert_eq!(legal(&state).len(), 100);
}

#[test]
fn em21_cards_of_others_are_numbers() {
    let game = small(json!({}));
    let state = at(&game, json!({"phase": "trade", "reserve": 5, "hands": [["a", "b", "c"], ["d"]], "chosen": ["a"]}));
    let view = |seat: Option<u8>| serde_json::to_value(game.view_document(&game.view(&state.state, seat.map(Seat)))).unwrap();
    assert_eq!((&view(Some(0))["hands"], &view(Some(0))["chosen"]), (&json!([["a", "b", "c"], 1]), &json!(["a"])));
    assert_eq!((&view(Some(1))["hands"], &view(Some(1))["chosen"]), (&json!([3, ["d"]]), &json!(1)));
    assert_eq!((&view(None)["hands"], &view(None)["chosen"]), (&json!([3, 1]), &json!(1)));
    let seen = |text: &str, seat| game.action_seen(&state.state, game.common().actions.parse(text).unwrap(), Some(Seat(seat)));
    assert_eq!((seen("card b", 0).as_deref(), seen("card b", 1).as_deref()), (Some("card b"), Some("card ?")));
    let before = play(&state, &["card b"]);
    let third = game.common().actions.parse("card c").unwrap();
    let after = before.apply(third).unwrap();
    assert_eq!(game.action_seen(&before.state, third, Some(Seat(1))).as_deref(), Some("card c"));
    assert_eq!(game.revealed(&before.state, third, &after.state, Some(Seat(1))), ["0 card a", "0 card b"]);
    assert!(game.revealed(&before.state, third, &after.state, Some(Seat(0))).is_empty());
}

/// EM-22 on a hand of three to five hidden cards, of which none, one or two are chosen: all pairs of hands and choice come, and alike.
#[test]
fn em22_resample_is_uniform_over_hands_and_choices() {
    let game = small(json!({"players": 3}));
    for (hands, chosen) in [
        (json!([["a", "b", "c"], ["d"], ["e"]]), json!([])),
        (json!([["a", "b", "c"], [], ["e", "f"]]), json!(["a"])),
        (json!([["a", "b", "c", "joker-1"], ["d"], ["e"]]), json!(["a", "b"])),
        (json!([["a", "b", "c", "d", "e"], [], []]), json!(["a", "b"])),
    ] {
        let lands = json!({"f": [2, 2]});
        let state = at(&game, json!({"phase": "trade", "reserve": 3, "hands": hands, "chosen": chosen, "lands": lands}));
        let view = game.view(&state.state, Some(Seat(2)));
        let possible = all_pairs(&game, &state);
        let mut rng = Rng::new(9);
        let draws = 60 * possible.len();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..draws {
            let drawn = state.with(game.resample(&view, &mut rng));
            *seen.entry(key(&told(&drawn))).or_default() += 1;
        }
        assert!(seen.keys().eq(possible.iter()), "{} of {}", seen.len(), possible.len());
        let chi: f64 = seen.values().map(|&count| (count as f64 - 60.0).powi(2) / 60.0).sum();
        let free = (possible.len() - 1) as f64;
        assert!(chi < free + 5.0 * (2.0 * free).sqrt(), "chi-square {chi} over {free}");
    }
}

fn key(position: &Value) -> String {
    format!("{} {}", position["hands"], position["chosen"])
}

/// All positions that seat 2 can't tell from this one, found by trying all.
fn all_pairs(game: &Arc<Empire>, state: &State) -> Vec<String> {
    let real = told(state);
    let view = game.view(&state.state, Some(Seat(2)));
    let cards = ["a", "b", "c", "d", "e", "f", "joker-1", "joker-2"];
    let own: Vec<&str> = real["hands"][2].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut found = Vec::new();
    for deal in 0..3_u32.pow(8) {
        let holder = |place: usize| deal / 3_u32.pow(place as u32) % 3;
        if cards.iter().enumerate().any(|(place, card)| own.contains(card) && holder(place) != 2) {
            continue;
        }
        let hand = |seat: u32| -> Vec<&str> {
            cards.iter().enumerate().filter(|&(place, _)| holder(place) == seat).map(|(_, &card)| card).collect()
        };
        let sizes = [0, 1].map(|seat| real["hands"][seat as usize].as_array().unwrap().len() == hand(seat).len());
        if sizes != [true, true] {
            continue;
        }
        let count = real["chosen"].as_array().unwrap().len();
        let first = hand(0);
        for i in 0..first.len() {
            for j in 0..first.len() {
                let chosen: &[&str] = match count {
                    0 if i == 0 && j == 0 => &[],
                    1 if j == 0 => &[first[i]],
                    2 => &[first[i], first[j]],
                    _ => continue,
                };
                let mut document = real.clone();
                document["hands"][0] = json!(first);
                document["hands"][1] = json!(hand(1));
                document["chosen"] = json!(chosen);
                if let Ok(other) = read(game, &document)
                    && told(&other)["chosen"] == document["chosen"]
                    && game.view(&other.state, Some(Seat(2))) == view
                {
                    found.push(key(&document));
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn em20_bad_maps_are_refused_by_name() {
    let refuse = |change: &dyn Fn(&mut Value), field: &str, code: &str| {
        let mut map = ring(6, 1, 2);
        change(&mut map);
        let params = json!({"players": 2, "initial_units": 10, "map": map});
        let error = Empire::new(params.as_object().unwrap()).unwrap_err();
        assert_eq!((error.detail().field.as_str(), error.detail().code), (field, code), "{error}");
    };
    refuse(&|map| map["borders"][1] = json!(["b", "a"]), "map.borders[1]", "duplicate");
    refuse(&|map| map["borders"][1] = json!(["b", "b"]), "map.borders[1]", "loop");
    refuse(&|map| map["borders"][1] = json!(["b", "z"]), "map.borders[1][1]", "unknown_land");
    refuse(&|map| map["borders"] = json!([["a", "b"], ["c", "d"], ["d", "e"], ["e", "f"]]), "map.borders", "not_connected");
    refuse(&|map| map["continents"].as_array_mut().unwrap().push(json!({"id": "north", "bonus": 1})), "map.continents[2]", "empty");
    refuse(&|map| map["continents"][1]["id"] = json!("west"), "map.continents[1].id", "duplicate");
    refuse(&|map| map["continents"][1]["bonus"] = json!(1001), "map.continents[1].bonus", "out_of_range");
    refuse(&|map| map["lands"][1]["id"] = json!("a"), "map.lands[1].id", "duplicate");
    refuse(&|map| map["lands"][1]["id"] = json!("joker-1"), "map.lands[1].id", "bad_id");
    refuse(&|map| map["lands"][1]["continent"] = json!("south"), "map.lands[1].continent", "unknown_continent");
    refuse(&|map| map["lands"][1]["symbol"] = json!("navy"), "map.lands[1].symbol", "malformed");
    refuse(&|map| map["jokers"] = json!(17), "map.jokers", "out_of_range");
    refuse(&|map| map["set_worth"]["mixed"] = json!(-1), "map.set_worth.mixed", "out_of_range");
    refuse(&|map| map["oceans"] = json!([]), "map.oceans", "malformed");
    refuse(&|map| map["lands"] = json!([]), "map.lands", "too_few");
    for (params, field) in [
        (json!({"players": 3, "neutral": true}), "neutral"),
        (json!({"initial_units": 13}), "initial_units"),
        (json!({"map": "moon"}), "map"),
        (json!({"players": 2, "map": ring(6, 1, 2)}), "initial_units"),
        (json!({"max_rounds": 65_536}), "max_rounds"),
        (json!({"fortify": "far"}), "fortify"),
        (json!({"clock": 3}), "clock"),
    ] {
        assert_eq!(Empire::new(params.as_object().unwrap()).unwrap_err().detail().field, field);
    }
}

#[test]
fn bad_positions_are_refused_by_name() {
    let game = small(json!({}));
    for (changes, pointer) in [
        (json!({"lands": {"a": [null, 0]}}), "/lands/a/0"),
        (json!({"lands": {"a": [2, 3]}}), "/lands/a/0"),
        (json!({"lands": {"a": ["neutral", 3]}}), "/lands/a/0"),
        (json!({"lands": {"a": [0, -3]}}), "/lands/a/1"),
        (json!({"lands": {"a": [0, 0]}}), "/lands/a/1"),
        (json!({"lands": {"a": [0, 65_536]}}), "/lands/a/1"),
        (json!({"lands": {"z": [0, 1]}}), "/lands/z"),
        (json!({"hands": [["a"], ["a"]]}), "/hands/1/0"),
        (json!({"hands": [["a"], []], "discard": ["a"]}), "/discard/0"),
        (json!({"hands": [["b", "a"], []]}), "/hands/0/1"),
        (json!({"hands": [["z"], []]}), "/hands/0/0"),
        (json!({"hands": [[]]}), "/hands"),
        (json!({"hands": [2, []]}), "/hands/0"),
        (json!({"turn": 2}), "/turn"),
        (json!({"round": 61}), "/round"),
        (json!({"round": 0}), "/round"),
        (json!({"phase": "sleep"}), "/phase"),
        (json!({"phase": "claim"}), "/phase"),
        (json!({"phase": "over"}), "/phase"),
        (json!({"phase": "draw"}), "/freed"),
        (json!({"phase": "trade"}), "/phase"),
        (json!({"phase": "reinforce"}), "/reserve"),
        (json!({"phase": "reinforce", "reserve": 10_000}), "/reserve"),
        (json!({"reserve": 1}), "/reserve"),
        (json!({"initial": [1, 0]}), "/initial/0"),
        (json!({"initial": [0, 0, 0]}), "/initial"),
        (json!({"chosen": ["a"]}), "/chosen"),
        (json!({"moves": 1}), "/moves"),
        (json!({"bonus_used": true}), "/bonus_used"),
        (json!({"out": [1]}), "/out"),
        (json!({"phase": "roll"}), "/battle"),
        (json!({"phase": "roll", "battle": {"from": "a", "to": "f", "dice": 3, "blitz": false}}), "/battle/dice"),
        (json!({"phase": "roll", "battle": {"from": "a", "to": "e", "dice": 2, "blitz": false}}), "/battle"),
        (json!({"phase": "roll", "battle": {"from": "a", "to": "f", "dice": 2, "blitz": true}}), "/battle/blitz"),
        (json!({"battle": {"from": "a", "to": "f", "dice": 2, "blitz": false}}), "/battle"),
        (json!({"phase": "fortify_to", "fortify": {"from": "d", "to": null}}), "/fortify/from"),
        (json!({"phase": "fortify_units", "fortify": {"from": "a", "to": "d"}}), "/fortify/to"),
        (json!({"phase": "fortify_units", "fortify": {"from": "a", "to": null}}), "/fortify/to"),
        (json!({"lands": {"d": [0, 1], "e": [0, 1], "f": [0, 1]}, "out": [1]}), "/phase"),
        (json!({"phase": "setup"}), "/initial/0"),
    ] {
        let error = read(&game, &position(&game, changes.clone())).err().unwrap_or_else(|| panic!("accepted: {changes}"));
        assert_eq!(error.detail().field, pointer, "{changes}: {error}");
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<<Empire as Game>::State>() <= 448);
}
