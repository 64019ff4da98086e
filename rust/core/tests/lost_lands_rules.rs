//! Lost Lands rule by rule, on hand-made positions, each named by what it claims.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod lost_lands_table;

use lost_lands_table::{State, acting, cards, game, initial, legal, load, play, points, position, read, told, until};
use meeple_core::Game;
use serde_json::{Value, json};

#[test]
fn ll1_boards_are_one_face_of_the_expansion_and_two_or_three_of_legends() {
    let with = |players: u8, boards: Value, rest: Value| {
        let mut layout = json!({"boards": boards, "start": "M3", "portal": "M2", "second_start": "F2"});
        for (key, value) in rest.as_object().unwrap() {
            layout[key] = value.clone();
        }
        load(json!({"players": players, "boards": layout})).map(|game| game.common().params["board"].clone())
    };
    let small = json!([["lost-lands", 0, 0, 0], ["meadows", 1, 0, 0], ["fern", 2, 0, 90]]);
    let large = json!([["cavern", 0, 0, 0], ["meadows", 1, 0, 0], ["fern", 2, 0, 90], ["citadel", 2, 1, 180]]);
    assert_eq!(with(4, small.clone(), json!({})), Ok(json!("lost_lands")));
    assert_eq!(with(5, large.clone(), json!({})), Ok(json!("cavern")));
    for (players, boards, rest, expected) in [
        (5, small.clone(), json!({}), "3 of Legends"),
        (4, large, json!({}), "2 of Legends"),
        (3, json!([["meadows", 0, 0, 0], ["fern", 1, 0, 0], ["citadel", 2, 0, 0]]), json!({}), "lost-lands"),
        (3, json!([["cavern", 0, 0, 0], ["meadows", 1, 0, 0], ["lost-lands", 2, 0, 90]]), json!({}), "one face"),
        (3, json!([["lost-lands", 0, 0, 0], ["meadows", 1, 0, 0], ["desert", 2, 0, 90]]), json!({}), "physical board"),
        (3, small.clone(), json!({"portal": "L2"}), "boards.portal"),
        (3, small.clone(), json!({"portal": null}), "boards.portal"),
        (3, small.clone(), json!({"start": "M5"}), "boards.start"),
        (3, small.clone(), json!({"values": {"M1": 2}}), "values"),
        (
            5,
            json!([["lost-lands", 0, 0, 0], ["meadows", 1, 0, 0], ["fern", 2, 0, 0], ["citadel", 3, 0, 0]]),
            json!({"second_start": "M1"}),
            "second_start",
        ),
        (
            5,
            json!([["lost-lands", 0, 0, 0], ["meadows", 1, 0, 0], ["fern", 2, 0, 0], ["citadel", 3, 0, 0]]),
            json!({"second_start": null}),
            "second_start",
        ),
    ] {
        let error = with(players, boards, rest).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    assert!(load(json!({"board": "cavern", "boards": "lost-lands-small"})).is_err());
    for unknown in ["first_player", "tokens", "scoring", "extra_army"] {
        assert!(load(json!({unknown: false})).unwrap_err().contains(unknown));
    }
}

#[test]
fn ll1_faces_of_ones_own_stand_in_for_the_reconstruction() {
    let own = json!({
        "islands": [["L1", "L2"], ["Q1"]], "land": [["L1", "L2"]], "water": [["L2", "Q1"]], "exits": {"E": "L2"}, "portal": "Q1", "continent_vp": 3
    });
    let layout =
        json!({"boards": [["lost-lands", 0, 0, 0], ["fern", 1, 0, 0]], "start": "F1", "portal": "F2", "faces": {"lost-lands": own}});
    let game = game(json!({"players": 2, "boards": layout}));
    assert_eq!(legal(&until(&initial(&game), "extra")), ["extra L1", "extra L2", "extra Q1"]);
}

#[test]
fn ll1_random_layouts_hold_and_draw_every_face_portal_and_start_evenly() {
    use meeple_core::games::lost_lands::layout::{Board, random};
    for (players, board, word) in [(2, Board::LostLands, "lost_lands"), (4, Board::Cavern, "cavern"), (6, Board::LostLands, "lost_lands")] {
        let mut rng = meeple_core::Rng::new(players as u64);
        let mut faces = std::collections::BTreeMap::<(String, i32), u32>::new();
        let mut at_portal = 0;
        for _ in 0..800 {
            let layout = random(players, board, &mut rng).unwrap();
            let document = serde_json::to_value(&layout).unwrap();
            load(json!({"players": players, "board": word, "boards": document})).unwrap();
            let (name, _, _, turn) = layout.boards[1].clone();
            *faces.entry((name, turn)).or_default() += 1;
            at_portal += usize::from(layout.start == layout.portal);
            assert_eq!((layout.boards.len(), layout.second_start.is_some()), if players == 6 { (4, true) } else { (3, false) });
        }
        // Eight faces, four ways each: 25 of each on the first cell, give or take five deviations.
        assert!(faces.len() == 32 && faces.values().all(|count| (3..50).contains(count)), "{faces:?}");
        assert!((120..500).contains(&at_portal), "{at_portal}");
    }
}

#[test]
fn ll2_cards_leave_by_their_marks() {
    for (players, count) in [(2, 30), (3, 37), (4, 41), (5, 45), (6, 49)] {
        assert_eq!(cards(&game(json!({"players": players}))).len(), count, "{players} players");
    }
    let few = json!({"cards": [{"id": "a", "family": null, "min_players": 2, "join": null, "action": [{"kind": "move", "n": 1}], "abilities": []}]});
    assert!(load(json!({"players": 2, "deck": few})).unwrap_err().contains("at least 2 (LL-2)"));
}

#[test]
fn ll3_sets_need_any_three_nobles_and_any_two_mountains() {
    let game = game(json!({"players": 4}));
    let state = acting(&game, &["noble-griffin", "noble-knight", "noble-hills"], 3, &[("/players/0/armies", json!({"M3": 1}))]);
    assert_eq!(points(&state, 0, "noble-hills"), 4);
    let state = acting(&game, &["mountain-giant", "mountain-dwarf"], 2, &[("/players/0/armies", json!({"M3": 1}))]);
    assert_eq!(points(&state, 0, "mountain-dwarf"), 3);
}

#[test]
fn ll4_portals_border_as_by_land_and_tokens_keep_off_the_starts_and_the_second_portal() {
    let small = game(json!({}));
    let state = acting(&small, &["dire-ogre"], 1, &[("/players/0/armies", json!({"L6": 1}))]);
    assert_eq!(legal(&state), ["pass", "move L6 L5", "move L6 M2"]);
    let large = game(json!({"players": 5, "citadels": true}));
    let free: Vec<String> = legal(&initial(&large)).iter().map(|text| text.rsplit(' ').next().unwrap().to_owned()).collect();
    assert!(["M3", "F2", "M2"].iter().all(|kept| !free.contains(&(*kept).to_owned())));
    assert!(free.contains(&"L6".to_owned()) && free.len() == 21 - 3);
}

#[test]
fn ll4_armies_may_be_placed_on_the_second_start() {
    let placed = |players: u8| {
        let game = game(json!({"players": players, "boards": if players > 4 { "lost-lands-large" } else { "lost-lands-small" }}));
        legal(&acting(&game, &["dire-eye"], 4, &[("/players/0/cities", json!({"V1": 1}))]))
    };
    assert_eq!(placed(4), ["pass", "place V1", "place M3"]);
    assert_eq!(placed(5), ["pass", "place V1", "place M3", "place F2"]);
    let state = until(&initial(&game(json!({"players": 6}))), "extra");
    assert_eq!(told(&state)["players"][5]["armies"], json!({"M3": 3}));
    assert!(!legal(&state).contains(&"extra F2".to_owned()) && !legal(&state).contains(&"extra M1".to_owned()));
    let state = play(&state, &["extra V1"]);
    assert_eq!(told(&state)["players"][3]["armies"], json!({"V1": 1, "M3": 3}));
}

#[test]
fn ll5_ll6_ll7_coins_armies_neutral_ones_and_hands_of_four() {
    for (players, coins) in [(2, 12), (3, 11), (4, 9), (5, 8), (6, 8)] {
        let state = initial(&game(json!({"players": players})));
        let now = told(&state);
        assert_eq!((&now["phase"], &now["turn"], &now["players"][0]["coins"]), (&json!("deal"), &json!(0), &json!(coins)));
    }
    let state = until(&initial(&game(json!({"players": 2}))), "neutral");
    let now = told(&state);
    assert!(now["hands"].as_array().unwrap().iter().all(|hand| hand.as_array().unwrap().len() == 4));
    assert_eq!((&now["since"], &now["round"], &now["turn"]), (&json!([[0, 0, 0, 0], [0, 0, 0, 0]]), &json!(0), &json!(0)));
    let state = play(&state, &["neutral L1"; 10]);
    let now = told(&state);
    assert_eq!((&now["phase"], &now["round"], &now["neutral"]), (&json!("select"), &json!(1), &json!({"L1": 10})));
}

#[test]
fn ll25_steps_come_in_their_order() {
    let params = json!({
        "players": 2, "explore": true, "citadels": true, "factions": true, "open_sea": true, "leaders": true, "leader_armies": true, "neutral": "random"
    });
    let mut state = initial(&game(params));
    let mut rng = meeple_core::Rng::new(4);
    let mut phases: Vec<(&str, usize)> = Vec::new();
    while told(&state)["round"] != 2 {
        let phase = state.game.phase(&state.state);
        match phases.last_mut() {
            Some((last, count)) if *last == phase => *count += 1,
            _ => phases.push((phase, 1)),
        }
        let outcome = if state.node() == meeple_core::Node::Chance { state.sample_chance(&mut rng) } else { state.random_action(&mut rng) };
        state = state.apply(outcome.unwrap()).unwrap();
    }
    let setup =
        [("token", 12), ("sea", 1), ("leader", 2), ("deal", 8), ("extra", 1), ("neutral", 10), ("select", 2), ("first", 1), ("go", 1)];
    assert_eq!(phases[..9], setup);
    assert!(phases[9..].iter().all(|(phase, _)| ["action", "thorns", "draw"].contains(phase)));
    assert_eq!(phases.last(), Some(&("draw", 2)));
}

#[test]
fn ll8_places_cost_their_coins_at_once() {
    let game = game(json!({}));
    let mut document = told(&until(&initial(&game), "select"));
    document["players"][0]["coins"] = json!(2);
    let hand = document["hands"][0].clone();
    let state = read(&game, &document).unwrap();
    assert_eq!(legal(&state), ["select 1", "select 2", "select 3"]);
    let state = play(&state, &["select 3"]);
    let now = told(&state);
    assert_eq!((&now["players"][0]["coins"], &now["selected"][0], &now["places"]), (&json!(0), &hand[2], &json!([3, null, null])));
    assert_eq!(now["hands"][0], json!([hand[0], hand[1], hand[3]]));
    assert_eq!((&now["turn"], &now["players"][0]["cards"]), (&json!(1), &json!([])));
}

#[test]
fn ll9_ll10_the_holder_goes_first_or_last_and_the_others_clockwise() {
    let game = game(json!({"players": 4}));
    let state = play(&until(&initial(&game), "select"), &["select 1", "select 1", "select 1", "select 1"]);
    assert_eq!(legal(&state), ["first 0", "first 1", "first 2", "first 3"]);
    let state = play(&state, &["first 2"]);
    assert_eq!((legal(&state), &told(&state)["first"]), (vec!["go first".to_owned(), "go last".to_owned()], &json!(2)));
    let card = told(&state)["selected"][3].clone();
    assert_eq!(told(&play(&state, &["go first"]))["order"], json!([2, 3, 0, 1]));
    let last = told(&play(&state, &["go last"]));
    assert_eq!((&last["order"], &last["players"][3]["cards"], &last["selected"][3]), (&json!([3, 0, 1, 2]), &json!([card]), &json!(null)));
}

#[test]
fn ll10_the_holder_places_one_army_more() {
    let game = game(json!({}));
    let placing = |first: u8| {
        let changes = [("/first", json!(first)), ("/players/0/armies", json!({"M3": 1}))];
        told(&play(&acting(&game, &["noble-unicorn"], 4, &changes), &["pass"]))["pending"].clone()
    };
    // Seat 0 acts first since it holds the token, or since seat 2 goes last.
    assert_eq!(placing(0), json!({"card": "noble-unicorn", "part": 1, "left": 2, "branch": null}));
    assert_eq!(placing(2)["left"], 1);
}

#[test]
fn ll11_ll12_hands_are_filled_from_seat_0_and_passed_to_the_left() {
    let game = game(json!({}));
    let state = until(&acting(&game, &["dire-goblin"], 1, &[("/players/0/armies", json!({"M3": 1}))]), "draw");
    let now = told(&state);
    assert_eq!(
        (&now["turn"], &now["first"], &now["order"], &now["places"]),
        (&json!(0), &json!(null), &json!([]), &json!([null, null, null]))
    );
    let hands = now["hands"].clone();
    let drawn: Vec<String> = legal(&state)[..3].to_vec();
    let state = play(&state, &[&drawn[0], &drawn[1], &drawn[2]]);
    let now = told(&state);
    assert_eq!((&now["phase"], &now["round"], &now["turn"]), (&json!("select"), &json!(2), &json!(0)));
    let card = |k: usize| json!(drawn[k].trim_start_matches("deal "));
    assert_eq!(now["hands"][0], json!([hands[2][0], hands[2][1], hands[2][2], card(2)]));
    assert_eq!(now["hands"][1], json!([hands[0][0], hands[0][1], hands[0][2], card(0)]));
    assert_eq!(now["since"], json!([[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]]));
}

/// A deck of cards that move.
fn movers(count: usize) -> Value {
    let card = |k: usize| {
        let action = json!([{"kind": "move", "n": 1}]);
        json!({"id": format!("c{k}"), "family": null, "min_players": 2, "join": null, "action": action, "abilities": []})
    };
    json!({"cards": (0..count).map(card).collect::<Vec<_>>()})
}

#[test]
fn ll11_ll12_a_short_deck_gives_to_the_low_seats_and_who_has_no_cards_is_passed_over() {
    let game = game(json!({"players": 3, "deck": movers(14)}));
    let state = until(&initial(&game), "draw");
    let lens =
        |state: &State| told(state)["hands"].as_array().unwrap().iter().map(|hand| hand.as_array().unwrap().len()).collect::<Vec<_>>();
    assert_eq!(lens(&state), [3, 3, 3]);
    // Two cards are left: seats 0 and 1 draw them, hands pass.
    let state = until(&state, "select");
    assert_eq!(lens(&state), [3, 4, 4]);
    let mut state = state;
    while told(&state)["round"] != 5 {
        state = until(&play(&state, &[&legal(&state)[0]]), "select");
    }
    assert_eq!(lens(&state), [0, 1, 1]);
    let state = until(&play(&state, &[&legal(&state)[0]]), "first");
    assert_eq!((legal(&state), &told(&state)["places"][0]), (vec!["first 1".to_owned(), "first 2".to_owned()], &json!(null)));
    let state = until(&state, "over");
    let owned: Vec<usize> =
        told(&state)["players"].as_array().unwrap().iter().map(|player| player["cards"].as_array().unwrap().len()).collect();
    assert_eq!((owned, told(&state)["round"].clone()), (vec![4, 5, 5], json!(5)));
}

#[test]
fn ll13_the_cavern_is_worth_four_and_lava_costs_three_whatever_one_flies() {
    let game = game(json!({"board": "cavern"}));
    let start = [("/players/0/armies", json!({"K2": 2, "K3": 1, "K5": 1, "V5": 1})), ("/players/1/armies", json!({"V4": 1}))];
    let state = acting(&game, &["dire-dragon", "dire-eye", "ancient-phoenix"], 3, &start);
    assert_eq!((points(&state, 0, "regions"), points(&state, 0, "continents")), (4, 4));
    let moves = legal(&state);
    assert!(moves.contains(&"move K2 K3".to_owned()) && moves.contains(&"move K2 K1".to_owned()));
    assert_eq!(told(&play(&state, &["move K2 K1"]))["pending"]["left"], 2);
    assert_eq!(told(&play(&state, &["move K2 K3"]))["phase"], "action");
    assert_eq!(told(&play(&state, &["move K2 K3"]))["turn"], 1);
    let poor = acting(&game, &["dire-dragon", "dire-eye", "ancient-phoenix"], 2, &start);
    assert!(!legal(&poor).contains(&"move K2 K3".to_owned()));
}

#[test]
fn ll14_a_crystal_goes_to_who_alone_controls_most_crystal_regions_at_the_end_of_its_action() {
    let game = game(json!({"board": "cavern"}));
    let end = |own: Value, other: Value, crystals: Value| {
        let changes = [("/players/0/armies", own), ("/players/1/armies", other), ("/crystals", crystals)];
        told(&play(&acting(&game, &["dire-goblin"], 1, &changes), &["pass"]))["crystals"].clone()
    };
    assert_eq!(end(json!({"K2": 1, "K4": 1, "V5": 1}), json!({"K5": 1}), json!([0, 0, 0]))[0], 1);
    assert_eq!(end(json!({"K2": 1, "V5": 1}), json!({"K5": 1}), json!([0, 0, 0]))[0], 0);
    assert_eq!(end(json!({"V5": 1}), json!({}), json!([0, 0, 0]))[0], 0);
    assert_eq!(end(json!({"K2": 1}), json!({}), json!([2, 4, 0])), json!([2, 4, 0]));
    let state = acting(&game, &["dire-goblin"], 1, &[("/players/0/armies", json!({"K2": 1})), ("/crystals", json!([3, 1, 0]))]);
    assert_eq!((points(&state, 0, "crystals"), points(&state, 2, "crystals")), (3, 0));
}

#[test]
fn ll15_tokens_are_taken_as_chance_says_and_their_numbers_are_the_order() {
    let game = game(json!({"players": 4, "turn_order": "frantic"}));
    let state = play(&until(&initial(&game), "select"), &["select 2", "select 1", "select 1", "select 1"]);
    let state = play(&state, &["first 2"]);
    assert_eq!(legal(&state), ["token 1", "token 2", "token 3", "token 4"]);
    let state = play(&state, &["token 4"]);
    // The fourth token brings a coin.
    assert_eq!((&told(&state)["players"][2]["coins"], &told(&state)["turn_tokens"]), (&json!(10), &json!([null, null, 4, null])));
    assert_eq!(legal(&state), ["first 0", "first 1", "first 3"]);
    let state = play(&state, &["first 0", "token 2"]);
    assert_eq!(told(&state)["players"][0]["coins"], 7);
    let state = play(&state, &["first 3", "token 1", "first 1", "token 3"]);
    assert_eq!((&told(&state)["order"], &told(&state)["first"]), (&json!([3, 0, 1, 2]), &json!(null)));
}

#[test]
fn ll15_tokens_work_for_this_turn() {
    let game = game(json!({"players": 6, "turn_order": "frantic"}));
    // Seat 0 acts with this token; those with lower ones have acted.
    let with = |token: usize, card: &str, left: u16| {
        let mut all = position(&game, &[card], json!(left), &[("/players/0/armies", json!({"L3": 1}))]);
        let mut order: Vec<usize> = (1..6).collect();
        order.insert(token - 1, 0);
        for (k, &seat) in order.iter().enumerate() {
            all["turn_tokens"][seat] = json!(k + 1);
            if k < token - 1 {
                all["players"][seat]["cards"] = json!([all["selected"][seat].take()]);
                all["selected_since"][seat] = json!(null);
            }
        }
        all["order"] = json!(order);
        read(&game, &all).unwrap()
    };
    let second_part = |token: usize, card: &str, left: u16| told(&play(&with(token, card, left), &["pass"]))["pending"]["left"].clone();
    assert_eq!([1, 2, 5].map(|token| second_part(token, "noble-unicorn", 4)), [json!(2), json!(1), json!(1)]);
    assert_eq!([1, 3, 4, 5].map(|token| second_part(token, "forest-shrine", 1)), [json!(2), json!(3), json!(3), json!(2)]);
    // The wing makes water cheaper, and counts for no points.
    let crosses = |token: usize| legal(&with(token, "dire-goblin", 2)).contains(&"move L3 V6".to_owned());
    assert_eq!([1, 2, 3, 4, 5, 6].map(crosses), [false, false, false, false, true, false]);
    assert_eq!(points(&with(5, "cursed-tower", 1), 0, "cursed-tower"), 0);
}

#[test]
fn ll16_the_open_sea_leads_to_open_exits_at_the_cost_of_water_and_not_back() {
    let game = game(json!({"open_sea": true}));
    let regions = ["L3", "V1", "V5", "V6", "V7", "M1", "M3", "M4", "M5"];
    assert_eq!(legal(&initial(&game)), regions.map(|region| format!("sea {region}")));
    let state = acting(&game, &["dire-goblin"], 3, &[("/players/0/armies", json!({"L3": 1, "M5": 1})), ("/sea", json!("L3"))]);
    // Joined exits, V6 and V7 and M1, are no harbours; V6 is L3's own connection.
    let from = |state: &State, region: &str| -> Vec<String> {
        legal(state).iter().filter_map(|text| text.strip_prefix(&format!("move {region} ")).map(str::to_owned)).collect()
    };
    assert_eq!(from(&state, "L3"), ["L1", "L2", "L5", "V1", "V5", "V6", "M3", "M4", "M5"]);
    assert_eq!(from(&state, "M5"), ["M4"]);
    assert_eq!(told(&play(&state, &["move L3 M4"]))["turn"], 1);
    let flying = acting(&game, &["dire-eye", "dire-goblin"], 3, &[("/players/0/armies", json!({"L3": 2})), ("/sea", json!("L3"))]);
    assert_eq!(told(&play(&flying, &["move L3 M4"]))["pending"]["left"], 1);
}

#[test]
fn ll17_factions_count_as_the_family_that_gives_most() {
    let game = game(json!({"players": 4, "factions": true}));
    let tokens = json!({"L1": ["faction-1"], "L2": ["faction-2"], "L3": ["faction-3"], "L4": ["faction-4"]});
    let score = |owned: &[&str], armies: Value| acting(&game, owned, 1, &[("/tokens", tokens.clone()), ("/players/0/armies", armies)]);
    // Forest and night: the lake counts forests, the wizard nights; dictionary order takes the forest of equal ones.
    let state = score(&["lake", "night-wizard", "dire-goblin"], json!({"L3": 1}));
    assert_eq!((points(&state, 0, "lake"), points(&state, 0, "night-wizard")), (1, 1));
    let state = score(&["night-wizard", "dire-goblin"], json!({"L3": 1}));
    assert_eq!(points(&state, 0, "night-wizard"), 2);
    // A noble for the set of three is worth more than a mountain that completes nothing.
    let state = score(&["noble-hills", "noble-knight", "mountain-dwarf", "dire-goblin"], json!({"L4": 1}));
    assert_eq!((points(&state, 0, "noble-hills"), points(&state, 0, "mountain-dwarf")), (4, 0));
    let away = score(&["night-wizard", "dire-goblin"], json!({"M3": 1}));
    assert_eq!(points(&away, 0, "night-wizard"), 1);
}

#[test]
fn ll18_a_leader_army_counts_two_for_control_and_moves_and_falls_as_an_army() {
    let game = game(json!({"leader_armies": true}));
    let start = until(&initial(&game), "deal");
    assert_eq!((&told(&start)["leader_army"], &told(&start)["players"][0]["armies"]), (&json!(["M3", "M3", "M3"]), &json!({"M3": 3})));
    let changes = [
        ("/players/1/armies", json!({"L1": 1, "L4": 2})),
        ("/leader_army", json!(["L1", "L4", null])),
        ("/players/0/armies", json!({"L4": 1})),
    ];
    let state = acting(&game, &["dire-ogre"], 2, &changes);
    assert_eq!((points(&state, 0, "regions"), points(&state, 1, "regions")), (1, 1));
    assert_eq!(legal(&state), ["pass", "move L4 L2", "move L4 L5", "move L1 L2 leader", "move L1 L3 leader"]);
    assert_eq!(told(&play(&state, &["move L1 L2 leader"]))["leader_army"], json!(["L2", "L4", null]));
    // Destroyed, it is gone: no supply, nobody's captive. A seat names its own too.
    let mut document = position(&game, &["dire-dragon"], json!(1), &changes);
    document["pending"]["part"] = json!(1);
    let state = read(&game, &document).unwrap();
    assert_eq!(legal(&state), ["pass", "destroy L1 1", "destroy L4 0", "destroy L4 1", "destroy L1 0 leader", "destroy L4 1 leader"]);
    let now = told(&play(&state, &["destroy L4 1 leader"]));
    assert_eq!((&now["leader_army"], &now["players"][1]["armies"]), (&json!(["L1", null, null]), &json!({"L1": 1, "L4": 2})));
    // LG-17: an immune player's may not be named, but by itself.
    let immune = [changes.as_slice(), &[("/players/1/cards", json!(["dire-giant"]))]].concat();
    let mut document = position(&game, &["noble-hills", "dire-dragon"], json!(1), &immune);
    document["pending"]["part"] = json!(1);
    let free = legal(&read(&game, &document).unwrap());
    assert_eq!(free, ["pass", "destroy L4 0", "destroy L1 0 leader"]);
    // LG-16: it is an army to build by.
    let build = acting(&game, &["night-village"], 1, &[("/leader_army", json!(["L6", null, null]))]);
    assert_eq!(legal(&build), ["pass", "build L6"]);
}

const LEADERS: [&str; 3] = ["/players/0/leader", "/players/1/leader", "/players/2/leader"];

fn led(names: [&str; 3]) -> Vec<(&'static str, Value)> {
    LEADERS.into_iter().zip(names).map(|(pointer, name)| (pointer, json!(name))).collect()
}

#[test]
fn ll19_thorns_are_asked_after_each_own_action_and_close_a_region_but_for_travel_through() {
    let names = ["bramble-witch", "bat-rider", "frog-warrior"];
    let game = game(json!({"leader_armies": true, "leaders": names}));
    let with = |more: &[(&'static str, Value)]| [led(names), more.to_vec()].concat();
    let state = acting(&game, &["dire-goblin"], 1, &with(&[("/players/0/armies", json!({"L2": 1}))]));
    let asked = play(&state, &["pass"]);
    assert_eq!((&told(&asked)["phase"], legal(&asked).len()), (&json!("thorns"), 19));
    assert_eq!(told(&play(&asked, &["thorns L3"]))["thorns"], "L3");
    assert_eq!(told(&play(&asked, &["pass"]))["thorns"], json!(null));
    let used = acting(&game, &["dire-goblin"], 1, &with(&[("/players/0/armies", json!({"L2": 1})), ("/thorns", json!("L3"))]));
    assert_eq!(told(&play(&used, &["pass"]))["turn"], 1);
    // L2 borders L1 and L4, and through the thorns of L3: L5 for 2, and over water V6 for 4. L1 is cheaper direct.
    let at = |left: u16, region: &str| {
        acting(&game, &["dire-goblin"], left, &with(&[("/players/0/armies", json!({region: 2})), ("/thorns", json!("L3"))]))
    };
    assert_eq!(legal(&at(1, "L2")), ["pass", "move L2 L1", "move L2 L4"]);
    assert_eq!(legal(&at(2, "L2")), ["pass", "move L2 L1", "move L2 L4", "move L2 L5"]);
    assert_eq!(legal(&at(4, "L2")), ["pass", "move L2 L1", "move L2 L4", "move L2 L5", "move L2 V6"]);
    assert_eq!(told(&play(&at(5, "L2"), &["move L2 V6"]))["pending"]["left"], 1);
    assert_eq!(told(&play(&at(5, "L2"), &["move L2 L1"]))["pending"]["left"], 4);
    // Nobody leaves the thorns; armies may be placed and cities built there.
    let inside = read(
        &game,
        &position(&game, &["dire-goblin"], json!(5), &with(&[("/players/0/armies", json!({"L3": 2})), ("/thorns", json!("L3"))])),
    );
    assert!(inside.unwrap_err().contains("/pending/left"));
    let build = acting(&game, &["night-village"], 1, &with(&[("/players/0/armies", json!({"L3": 2})), ("/thorns", json!("L3"))]));
    assert_eq!(legal(&build), ["pass", "build L3"]);
}

/// Cards of the box with no marks.
fn shrine_deck() -> Value {
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let boxes = [read(meeple_core::games::legends::data::CARDS_JSON), read(meeple_core::games::lost_lands::data::LOST_LANDS_JSON)];
    let mut cards: Vec<Value> = boxes.iter().flat_map(|file| file["cards"].as_array().unwrap().clone()).collect();
    for card in &mut cards {
        card["min_players"] = json!(2);
    }
    json!({"cards": cards})
}

#[test]
fn ll20_wings_move_the_bat_rider_who_scores_for_crowds_in_its_regions() {
    let names = ["bat-rider", "white-knight", "frog-warrior"];
    let game = game(json!({"players": 3, "leader_armies": true, "leaders": names, "deck": shrine_deck()}));
    let with = |more: &[(&'static str, Value)]| [led(names), more.to_vec()].concat();
    // L1: two of seat 1. L2: one of seat 1; one of seat 2 and its leader army.
    let armies = [
        ("/players/0/armies", json!({"L1": 4, "L2": 5, "L3": 1})),
        ("/players/1/armies", json!({"L1": 2, "L2": 1})),
        ("/players/2/armies", json!({"L2": 1})),
        ("/leader_army", json!([null, null, "L2"])),
    ];
    let state = acting(&game, &["dire-eye", "dire-goblin"], 1, &with(&armies));
    assert_eq!(points(&state, 0, "leader"), 2);
    // The second part moves for 2, and 2 flying: the phoenix's and the eye's.
    let state = acting(&game, &["ancient-phoenix", "dire-eye", "forest-shrine"], 1, &with(&armies[..1]));
    assert_eq!(told(&play(&state, &["pass"]))["pending"]["left"], 4);
}

#[test]
fn ll21_the_frog_warriors_leader_army_counts_three_and_swims() {
    let names = ["frog-warrior", "white-knight", "bat-rider"];
    let game = game(json!({"leader_armies": true, "leaders": names}));
    let changes = [
        led(names),
        vec![("/leader_army", json!(["L3", null, null])), ("/players/1/armies", json!({"L3": 2})), ("/players/0/armies", json!({"V7": 1}))],
    ]
    .concat();
    let state = acting(&game, &["dire-goblin"], 1, &changes);
    assert_eq!(points(&state, 0, "regions"), 2);
    assert_eq!(legal(&state), ["pass", "move V7 V6", "move L3 L1 leader", "move L3 L2 leader", "move L3 L5 leader", "move L3 V6 leader"]);
    let state = acting(&game, &["dire-goblin"], 2, &changes);
    assert_eq!(told(&play(&state, &["move L3 V6 leader"]))["pending"]["left"], 1);
}

#[test]
fn ll22_the_fairy_queen_takes_a_card_of_four_at_the_end() {
    let names = json!(["white-knight", "fairy-queen"]);
    let game = game(json!({"players": 2, "leaders": names, "neutral": "random"}));
    let state = until(&initial(&game), "bonus_deal");
    let now = told(&state);
    assert_eq!((&now["turn"], &now["hands"]), (&json!(1), &json!([[], []])));
    assert_eq!(legal(&state).len(), 30 - 22);
    let state = until(&state, "bonus");
    let hand = told(&state)["hands"][1].clone();
    assert_eq!(legal(&state), ["bonus 1", "bonus 2", "bonus 3", "bonus 4"]);
    let state = play(&state, &["bonus 2"]);
    let now = told(&state);
    assert_eq!(
        (&now["phase"], &now["players"][1]["cards"][11], &now["hands"][1]),
        (&json!("over"), &hand[1], &json!([hand[0], hand[2], hand[3]]))
    );
}

#[test]
fn ll24_leaders_of_both_boxes_and_what_they_need() {
    let dealt = |params: Value| {
        let mut state = initial(&game(params));
        while state.game.phase(&state.state) != "leader" {
            state = play(&state, &[&legal(&state)[0]]);
        }
        legal(&state)
    };
    assert_eq!(dealt(json!({"leaders": true})).len(), 5);
    let all = dealt(json!({"players": 6, "leaders": true, "leader_armies": true}));
    assert!(all.len() == 7 && all.contains(&"leader 0 bramble-witch".to_owned()));
    assert!(load(json!({"players": 6, "leaders": true})).unwrap_err().contains("LL-24"));
    assert!(load(json!({"players": 2, "leaders": ["frog-warrior", "bat-rider"]})).unwrap_err().contains("leaders[0]"));
    // The Red Sorceress begins with 4; the Bandit King scores with all 21 on the board, its leader army apart.
    let names = ["red-sorceress", "bandit-king", "bat-rider"];
    let game = game(json!({"leaders": names, "leader_armies": true}));
    assert_eq!(told(&until(&initial(&game), "deal"))["players"][0]["armies"], json!({"M3": 4}));
    let score = |armies: u8| {
        let changes = [
            led(names),
            vec![
                ("/players/1/armies", json!({"M3": armies})),
                ("/leader_army", json!([null, "L1", null])),
                ("/players/0/armies", json!({"L1": 1})),
            ],
        ]
        .concat();
        acting(&game, &["dire-goblin"], 1, &changes)
    };
    assert_eq!((points(&score(21), 1, "leader"), points(&score(20), 1, "leader")), (1, 0));
}

#[test]
fn ll18_the_bandit_king_robs_for_a_leader_army_and_nobody_captures_it() {
    let rob = |leader: &str| {
        let names = [leader, "white-knight", "bat-rider"];
        let game = game(json!({"leaders": names, "leader_armies": true}));
        let mut document =
            position(&game, &["dire-dragon"], json!(1), &[led(names), vec![("/leader_army", json!(["L1", "L1", null]))]].concat());
        document["pending"]["part"] = json!(1);
        let now = told(&play(&read(&game, &document).unwrap(), &["destroy L1 1 leader"]));
        (now["players"][0]["coins"].clone(), now["players"][1]["coins"].clone(), now["players"][0]["captured"].clone())
    };
    assert_eq!(rob("bandit-king"), (json!(7), json!(5), json!({})));
    assert_eq!(rob("red-sorceress"), (json!(6), json!(6), json!({})));
}

#[test]
fn positions_that_cannot_be_are_refused_by_their_pointer() {
    let game = game(json!({"leader_armies": true, "open_sea": true}));
    let right = position(&game, &["dire-goblin"], json!(1), &[("/players/0/armies", json!({"M3": 1})), ("/sea", json!("L3"))]);
    read(&game, &right).unwrap();
    let hand = right["hands"][1].clone();
    for (pointer, value, expected) in [
        ("/hands/0/0", hand[0].clone(), "/hands/1/0"),
        ("/hands/0", json!([hand[0]]), "/since/0"),
        ("/since/0", json!([0, 1, 0]), "/since/0"),
        ("/since/1", json!([0, 0, 1]), "/since/1"),
        ("/selected/1", json!(null), "/selected_since/1"),
        ("/places/1", json!(null), "/selected/1"),
        ("/places/1", json!(5), "/places/1"),
        ("/first", json!(null), "/first"),
        ("/first", json!(3), "/first"),
        ("/order", json!([0, 2, 1]), "/order"),
        ("/order", json!([0, 1]), "/selected/2"),
        ("/turn_tokens/0", json!(1), "/turn_tokens/0"),
        ("/crystals/0", json!(1), "/crystals"),
        ("/thorns", json!("L1"), "/thorns"),
        ("/sea", json!(null), "/sea"),
        ("/sea", json!("L1"), "/sea"),
        ("/leader_army/0", json!("Q9"), "/leader_army/0"),
        ("/round", json!(0), "/round"),
        ("/round", json!(7), "/round"),
        ("/row", json!(["dire-eye"]), "/row"),
        ("/bids/0", json!(1), "/bids/0"),
        ("/prestige/2", json!(1), "/prestige/2"),
        ("/phase", json!("take"), "/phase"),
        ("/phase", json!("draw"), "/pending"),
        ("/turn", json!(1), "/selected/1"),
        ("/players/1/cards", json!(["cursed-wraith"]), "/players/1/cards"),
    ] {
        let mut wrong = right.clone();
        *wrong.pointer_mut(pointer).unwrap() = value;
        let error = read(&game, &wrong).unwrap_err();
        assert!(error.contains(expected), "{pointer}: {error}");
    }
}
