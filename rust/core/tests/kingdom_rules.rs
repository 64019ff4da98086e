//! Rules of the kingdom, each by its number, on small tables; and what is refused.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod kingdom_decks;

use std::sync::Arc;

use kingdom_decks::{card, own_deck};
use meeple_core::action::Actions;
use meeple_core::game::{Game, Node, Payload};
use meeple_core::games::kingdom::Kingdom;
use meeple_core::games::kingdom::tools::{AnyDeck, kingdom, score_table};
use meeple_core::run::At;
use meeple_core::{Error, Rng, Seat};
use serde_json::{Value, json};

fn load(params: &Value) -> Result<Kingdom, Error> {
    Kingdom::new(params.as_object().unwrap())
}

fn start(params: Value) -> At<Kingdom> {
    let game = Arc::new(load(&params).unwrap());
    At { state: game.initial(), game }
}

fn position(at: &At<Kingdom>) -> Value {
    serde_json::to_value(at.game.position(&at.state)).unwrap()
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

fn texts(at: &At<Kingdom>) -> Vec<String> {
    let actions: Actions = at.legal(None);
    actions.iter().map(|action| at.game.common().actions.text(action).unwrap()).collect()
}

fn does(at: &At<Kingdom>, text: &str) -> At<Kingdom> {
    at.apply(at.game.space(&at.state).parse(text).unwrap()).unwrap()
}

#[test]
fn kd19_order_of_nodes() {
    for players in 2..=5_u8 {
        let table = start(json!({"players": players}));
        let mut rng = Rng::new(1);
        let mut at = table;
        let mut phases = Vec::new();
        while at.node() != Node::Terminal {
            let seat = match at.node() {
                Node::Decision(seat) => Some(seat.0),
                _ => None,
            };
            phases.push((at.game.phase(&at.state), seat));
            let action = if seat.is_some() { at.random_action(&mut rng) } else { at.sample_chance(&mut rng) };
            at = at.apply(action.unwrap()).unwrap();
        }
        let mut expected = vec![("edict", None); 6];
        expected.extend(vec![("deal", None); 10 * usize::from(players)]);
        for _ in 0..9 {
            expected.extend((0..players).flat_map(|seat| [("pick", Some(seat)), ("place", Some(seat))]));
        }
        assert_eq!(phases, expected);
        assert!(position(&at)["hands"].as_array().unwrap().iter().all(|hand| hand == &json!([])));
        assert_eq!(position(&at)["round"], 10);
    }
}

#[test]
fn kd7_fifth_cards_leave_unless_five_play() {
    for (players, cards) in [(2, 48), (3, 48), (4, 48), (5, 54)] {
        let at = play_to(&start(json!({"players": players})), 1, |at, _| at.game.phase(&at.state) == "deal");
        assert_eq!(at.outcomes().actions.len(), cards);
    }
}

#[test]
fn kd8_edicts_are_drawn_once_each_or_fixed() {
    let at = start(json!({}));
    assert_eq!(at.outcomes().actions.len(), 16);
    let next = does(&at, "edict largest-forest");
    assert_eq!(next.outcomes().actions.len(), 15);
    assert_eq!(position(&next)["edicts"], json!(["largest-forest"]));
    let names = json!(["count-forest", "symbol-mine", "largest-forest", "count-swamps", "symbol-town", "symbol-castle"]);
    let fixed = start(json!({"edicts": names}));
    assert_eq!((fixed.game.phase(&fixed.state), &position(&fixed)["edicts"]), ("deal", &names));
}

#[test]
fn kd10_cells_keep_within_three_by_three() {
    let at = play_to(&start(json!({"edicts": null})), 2, |at, _| at.game.phase(&at.state) == "place");
    assert_eq!(texts(&at), ["place 0,0 0", "place 0,0 90", "place 0,0 180", "place 0,0 270"]);
    let second = play_to(&at, 3, |at, position| position["round"] == 2 && at.game.phase(&at.state) == "place");
    let cells: Vec<String> = texts(&second).into_iter().filter_map(|text| text.strip_suffix(" 0").map(str::to_owned)).collect();
    assert_eq!(cells, ["place -1,0", "place 0,-1", "place 0,1", "place 1,0"]);
    // Two cards west of the first: no room in the east.
    let mut document = position(&play_to(&at, 3, |at, position| position["round"] == 4 && at.game.phase(&at.state) == "pick"));
    for (place, (x, y)) in [(0, 0), (-1, 0), (-2, 0)].into_iter().enumerate() {
        document["kingdoms"][0][place]["x"] = json!(x);
        document["kingdoms"][0][place]["y"] = json!(y);
    }
    let state = at.game.from_position(&serde_json::from_value(document).unwrap()).unwrap();
    let wide = play_to(&at.with(state), 1, |at, _| at.game.phase(&at.state) == "place");
    let cells: Vec<String> = texts(&wide).into_iter().filter_map(|text| text.strip_suffix(" 0").map(str::to_owned)).collect();
    assert_eq!(cells, ["place -2,-1", "place -2,1", "place -1,-1", "place -1,1", "place 0,-1", "place 0,1"]);
}

#[test]
fn kd11_hands_pass_to_the_left() {
    let at = play_to(&start(json!({"players": 4})), 5, |at, position| {
        position["round"] == 3 && at.node() == Node::Decision(Seat(3)) && at.game.phase(&at.state) == "place"
    });
    let before = position(&at);
    let after = position(&at.apply(at.random_action(&mut Rng::new(1)).unwrap()).unwrap());
    for seat in 0..4 {
        assert_eq!(after["hands"][(seat + 1) % 4], before["hands"][seat]);
        assert_eq!(after["kingdoms"][seat].as_array().unwrap().len(), 3);
        assert_eq!(after["pending"][seat], Value::Null);
    }
}

/// Zones of one terrain each, arms without dots.
fn plain(id: usize, terrains: [usize; 4], slots: [u64; 4]) -> Value {
    card(id, terrains.map(|terrain| (terrain, None)), slots.map(|slot| (slot, 0)))
}

fn deck() -> AnyDeck {
    AnyDeck::read(json!("reference")).unwrap()
}

#[test]
fn kd4_zones_touch_at_a_slant_where_roads_do_not_meet() {
    // West card: forest in the north-east, swamps else; east card: forest in the south-west, plains else. The roads run at the heights of
    // the slots: 1 is north on an eastern side and south on a western one.
    let count = |west: u64, east: u64| {
        let cards = json!([
            {"card": plain(1, [3, 1, 3, 3], [2, west, 2, 2]), "x": 0, "y": 0, "rotation": 0},
            {"card": plain(2, [2, 2, 2, 1], [2, 2, 2, east]), "x": 1, "y": 0, "rotation": 0},
        ]);
        let deck = deck();
        kingdom(deck.deck(), &cards).unwrap().territories().iter().filter(|(terrain, _, _)| *terrain == "forest").count()
    };
    for (west, east, territories) in [(1, 1, 2), (1, 2, 2), (1, 3, 2), (2, 1, 2), (2, 2, 2), (2, 3, 1), (3, 1, 2), (3, 2, 1), (3, 3, 1)] {
        assert_eq!(count(west, east), territories, "slots {west} and {east}");
    }
}

#[test]
fn kd13_a_trail_may_cross_its_own_way() {
    // A loop of four cards round a corner, and a loose end of two dots at the start and the end of it.
    let ring = |id: usize| card(id, [(0, None); 4], [(2, 1); 4]);
    let start = card(9, [(0, None); 4], [(2, 2), (2, 1), (2, 1), (2, 2)]);
    let cards = json!([
        {"card": start, "x": 5, "y": 5, "rotation": 0},
        {"card": ring(2), "x": 6, "y": 5, "rotation": 90},
        {"card": ring(3), "x": 5, "y": 6, "rotation": 180},
        {"card": ring(4), "x": 6, "y": 6, "rotation": 270},
    ]);
    let deck = deck();
    let (dots, arms) = kingdom(deck.deck(), &cards).unwrap().longest_road();
    assert_eq!((dots, arms.len()), (8 + 4, 10));
    assert_eq!((arms[0], arms[9]), ((5, 5, 0), (5, 5, 3)));
}

#[test]
fn kd14_own_points_and_kd20_nothing_at_the_start() {
    let at = start(json!({"deck": own_deck(20, 3)}));
    assert_eq!(at.game.scores(&at.state)[..2], [0, 0]);
    // A terrain that is not there has no territory: no points, even where no symbols are worth some.
    let deck = AnyDeck::read(json!({"set_points": [5, 1], "cards": [plain(1, [0; 4], [2; 4]), plain(2, [1; 4], [2; 4])]})).unwrap();
    let table = json!([[{"card": 1, "x": 0, "y": 0, "rotation": 0}], []]);
    let scored = score_table(deck.deck(), &table, &json!([])).unwrap();
    assert_eq!(
        scored.breakdowns[0].0[1..],
        [("mountains".to_owned(), 5), ("forest".to_owned(), 0), ("plains".to_owned(), 0), ("swamps".to_owned(), 0)]
    );
    assert_eq!(scored.breakdowns[1].total(), 0);
}

#[test]
fn kd15_a_tie_goes_to_the_longest_road() {
    let arms = |dots: u64| card(1 + dots as usize, [(0, None); 4], [(2, dots); 4]);
    // Seats 0 and 1 tie with the longest road, which is therefore nobody's Kingsroad; seat 2 has a shorter one.
    let table = |third: Value| {
        json!([
            [{"card": arms(2), "x": 0, "y": 0, "rotation": 0}],
            [{"card": card(20, [(1, None); 4], [(2, 2); 4]), "x": 0, "y": 0, "rotation": 0}],
            [{"card": third, "x": 0, "y": 0, "rotation": 0}],
        ])
    };
    let deck = deck();
    let scored = score_table(deck.deck(), &table(arms(1)), &json!([])).unwrap();
    assert_eq!(scored.roads, [4, 4, 2]);
    assert_eq!((scored.outcome.winners.len(), scored.outcome.tie_break), (2, Some("longest_road")));
    assert!(scored.breakdowns.iter().all(|breakdown| breakdown.total() == 0));
}

// What is refused.

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, Error>, code: &str, field: &str) {
    let error = result.unwrap_err();
    let detail = error.detail();
    assert_eq!((detail.code, detail.field.as_str()), (code, field), "{error}");
}

#[test]
fn kd18_bad_parameters_are_named() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut deck = own_deck(20, 1);
        change(&mut deck);
        load(&json!({"deck": deck}))
    };
    assert!(with(&|_| {}).is_ok());
    refused(load(&json!({"players": 6})), "out_of_range", "players");
    refused(load(&json!({"player": 2})), "unknown_parameter", "player");
    refused(load(&json!({"deck": "published"})), "unknown_deck", "deck");
    refused(load(&json!({"deck": own_deck(29, 1), "players": 3})), "too_few", "deck.cards");
    refused(with(&|deck| deck["cards"][1]["id"] = deck["cards"][0]["id"].clone()), "duplicate_id", "deck.cards[1].id");
    refused(with(&|deck| deck["cards"][1]["id"] = json!(256)), "out_of_range", "deck.cards[1].id");
    refused(with(&|deck| deck["cards"][1]["id"] = json!(0)), "out_of_range", "deck.cards[1].id");
    refused(with(&|deck| deck["cards"][3]["arms"][2] = json!([4, 0])), "out_of_range", "deck.cards[3].arms[2][0]");
    refused(with(&|deck| deck["cards"][3]["arms"][2] = json!([1, 3])), "out_of_range", "deck.cards[3].arms[2][1]");
    refused(with(&|deck| deck["cards"][3]["arms"] = json!([[1, 1]])), "malformed", "deck.cards[3].arms");
    refused(with(&|deck| deck["cards"][3]["zones"][1] = json!(["desert", null])), "malformed", "deck.cards[3].zones[1][0]");
    refused(with(&|deck| deck["cards"][3]["zones"][1] = json!(["plains", "inn"])), "malformed", "deck.cards[3].zones[1][1]");
    refused(with(&|deck| deck["cards"][3]["colour"] = json!("red")), "malformed", "deck.cards[3].colour");
    refused(with(&|deck| deck["fifth"] = json!(1)), "malformed", "deck.fifth");
    refused(with(&|deck| deck["edict_points"] = json!(101)), "out_of_range", "deck.edict_points");
    refused(with(&|deck| deck["set_points"] = json!([])), "wrong_count", "deck.set_points");
    refused(with(&|deck| deck["set_points"] = json!(vec![0; 10])), "wrong_count", "deck.set_points");
    refused(with(&|deck| deck["set_points"] = json!([0, -1])), "out_of_range", "deck.set_points[1]");
    refused(with(&|deck| deck["terrains"] = json!(["sea"])), "unknown_name", "deck.terrains");
    refused(load(&json!({"deck": own_deck(65, 1)})), "too_many", "deck.cards");
    let mut fifth = own_deck(20, 1);
    fifth["cards"][4]["fifth"] = json!(true);
    refused(load(&json!({"deck": fifth})), "too_few", "deck.cards");
    refused(load(&json!({"edicts": ["symbol-mine"]})), "wrong_count", "edicts");
    refused(load(&json!({"edicts": ["symbol-mine", "symbol-mine"]})), "duplicate_edict", "edicts[1]");
    refused(load(&json!({"edicts": ["kingsroad"]})), "unknown_edict", "edicts[0]");
    refused(load(&json!({"edicts": "symbol-mine"})), "wrong_type", "edicts");
}

#[test]
fn positions_that_are_not_consistent_are_named() {
    let table = start(json!({"players": 3}));
    let at = play_to(&table, 9, |at, position| {
        position["round"] == 3 && at.node() == Node::Decision(Seat(1)) && at.game.phase(&at.state) == "place"
    });
    let with = |change: &dyn Fn(&mut Value)| {
        let mut document = position(&at);
        change(&mut document);
        let document = serde_json::from_value(document).map_err(|error| Error::position("malformed", "", error, ""))?;
        at.game.from_position(&document)
    };
    assert_eq!(with(&|_| {}).unwrap(), at.state);
    refused(with(&|it| it["edicts"][1] = it["edicts"][0].clone()), "duplicate_edict", "/edicts/1");
    refused(with(&|it| it["edicts"][1] = json!("largest-sea")), "unknown_edict", "/edicts/1");
    refused(with(&|it| it["edicts"] = json!(["count-swamps"])), "wrong_count", "/edicts");
    refused(with(&|it| it["round"] = json!(11)), "out_of_range", "/round");
    refused(with(&|it| it["round"] = json!(2)), "wrong_count", "/kingdoms/0");
    refused(with(&|it| it["hands"][0][0] = it["hands"][1][0].clone()), "duplicate_card", "/hands/1/0");
    refused(with(&|it| it["hands"][2][0] = json!(99)), "unknown_card", "/hands/2/0");
    refused(with(&|it| it["hands"][2] = json!([])), "wrong_count", "/hands/2");
    refused(with(&|it| it["hands"][2].as_array_mut().unwrap().reverse()), "wrong_order", "/hands/2/1");
    refused(with(&|it| it["hands"][2][7] = json!(54)), "not_in_play", "/hands/2/7");
    refused(with(&|it| it["kingdoms"][1][0]["x"] = json!(1)), "wrong_cell", "/kingdoms/1/0");
    refused(with(&|it| it["kingdoms"][1][1] = it["kingdoms"][1][0].clone()), "occupied", "/kingdoms/1/1");
    refused(with(&|it| it["kingdoms"][1][1]["x"] = json!(3)), "too_wide", "/kingdoms/1/1");
    refused(with(&|it| (it["kingdoms"][1][1]["x"], it["kingdoms"][1][1]["y"]) = (json!(1), json!(1))), "not_connected", "/kingdoms/1/1");
    refused(with(&|it| it["kingdoms"][1][1]["rotation"] = json!(45)), "unknown_rotation", "/kingdoms/1/1/rotation");
    refused(with(&|it| it["pending"][0] = Value::Null), "wrong_pending", "/pending/1");
    refused(with(&|it| it["pending"][2] = json!({"card": it["hands"][2][0]})), "wrong_pending", "/pending/2");
    refused(with(&|it| it["pending"][0]["x"] = Value::Null), "incomplete", "/pending/0");

    refused(with(&|it| it["pending"].as_array_mut().unwrap().truncate(2)), "wrong_count", "/pending");
}

#[test]
fn hostile_payloads_get_an_error() {
    let at = play_to(&start(json!({"players": 5})), 1, |_, position| position["round"] == 5);
    let mut payload = Payload::new();
    at.game.write(&at.state, &mut payload);
    let mut rng = Rng::new(3);
    for _ in 0..200_000 {
        let mut bytes = payload.to_vec();
        for _ in 0..1 + rng.below(3) {
            let place = rng.below(bytes.len() as u64) as usize;
            bytes[place] = rng.next() as u8;
        }
        bytes.truncate(if rng.below(4) == 0 { rng.below(bytes.len() as u64) as usize } else { bytes.len() });
        if let Ok(state) = at.game.read(&bytes) {
            at.game.check(&state).unwrap();
            at.game.scores(&state);
        }
    }
}

#[test]
fn tables_that_are_not_kingdoms_are_named() {
    let deck = deck();
    let lay = |card: Value, x: i64, y: i64, rotation: i64| json!({"card": card, "x": x, "y": y, "rotation": rotation});
    let one = |cards: Value| kingdom(deck.deck(), &cards).map(|built| built.longest_road());
    assert!(one(json!([])).is_ok());
    assert!(one(json!([lay(json!(1), i64::MAX, i64::MIN, 0)])).is_ok());
    refused(one(json!([lay(json!(1), 0, 0, 0), lay(json!(2), 1, 1, 0)])), "not_connected", "/cards/1");
    refused(
        one(json!([lay(json!(1), 0, 0, 0), lay(json!(2), 1, 0, 0), lay(json!(3), 2, 0, 0), lay(json!(4), 3, 0, 0)])),
        "too_wide",
        "/cards/3",
    );
    refused(one(json!([lay(json!(1), i64::MIN, 0, 0), lay(json!(2), i64::MAX, 0, 0)])), "too_wide", "/cards/1");
    refused(one(json!([lay(json!(1), 0, 0, 0), lay(json!(2), 0, 0, 0)])), "occupied", "/cards/1");
    refused(one(json!([lay(json!(1), 0, 0, 0), lay(json!(1), 0, 1, 0)])), "duplicate_card", "/cards/1/card");
    refused(one(json!([lay(json!(1), 0, 0, 1)])), "unknown_rotation", "/cards/0/rotation");
    refused(one(json!([lay(json!(77), 0, 0, 0)])), "unknown_card", "/cards/0/card");
    refused(one(json!([lay(json!("a"), 0, 0, 0)])), "wrong_type", "/cards/0/card");
    refused(one(json!([lay(json!({"zones": [], "arms": []}), 0, 0, 0)])), "malformed", "/cards/0/card/zones");
    let mut drawn = plain(3, [0; 4], [2; 4]);
    drawn["arms"][1] = json!([0, 1]);
    refused(one(json!([lay(drawn, 0, 0, 0)])), "out_of_range", "/cards/0/card/arms/1/0");
    refused(one(json!([{"card": 1, "x": 0, "y": 0}])), "malformed", "/cards/0");
    refused(one(json!({})), "wrong_type", "/cards");
    let table = |kingdoms: Value, edicts: Value| score_table(deck.deck(), &kingdoms, &edicts);
    refused(table(json!([[], []]), json!(["symbol-mine", "symbol-mine"])), "duplicate_edict", "/edicts/1");
    refused(table(json!([[], []]), json!(["symbol-inn"])), "unknown_edict", "/edicts/0");
    refused(table(json!([[]]), json!([])), "wrong_count", "/kingdoms");
    refused(table(json!([[lay(json!(1), 0, 0, 0)], [lay(json!(1), 0, 0, 0)]]), json!([])), "duplicate_card", "/kingdoms/1/0/card");
}
