//! Tables of Lost Lands for tests: positions by hand, and playing them by their texts.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use std::sync::Arc;

use meeple_core::action::Seat;
use meeple_core::game::{Game, Node};
use meeple_core::games::lost_lands::LostLands;
use meeple_core::games::lost_lands::position::Position;
use meeple_core::rng::Rng;
use meeple_core::run::At;
use serde_json::{Value, json};

pub type State = At<LostLands>;

pub fn load(params: Value) -> Result<LostLands, String> {
    LostLands::new(params.as_object().unwrap()).map_err(|error| error.to_string())
}

pub fn game(params: Value) -> Arc<LostLands> {
    Arc::new(load(params).unwrap())
}

pub fn initial(game: &Arc<LostLands>) -> State {
    At { state: game.initial(), game: Arc::clone(game) }
}

/// All cards in play, in the order of the deck.
pub fn cards(game: &LostLands) -> Vec<String> {
    let range = game.common().chances.ranges()[0].clone();
    let mut outcomes = meeple_core::chance::Outcomes::new();
    let mut state = game.initial();
    let mut rng = Rng::new(0);
    while game.phase(&state) != "deal" {
        game.chance(&state, &mut outcomes);
        game.apply(&mut state, outcomes.sample(&mut rng).unwrap());
    }
    game.chance(&state, &mut outcomes);
    outcomes.actions.iter().map(|action| range.axes[0].labels[action.0 as usize].clone()).collect()
}

/// A position in which seat 0 acts first, its last card just revealed, the others own a card less and have chosen; armies stand nowhere.
/// Cards that nothing is said of are any others. `changes` are by JSON pointer.
pub fn position(game: &LostLands, owned: &[&str], pending: Value, changes: &[(&str, Value)]) -> Value {
    let players = game.common().num_players;
    let params = &game.common().params;
    let said = serde_json::to_string(changes.iter().map(|(_, value)| value).collect::<Vec<_>>().as_slice()).unwrap();
    let mut others = cards(game).into_iter().filter(|card| !owned.contains(&card.as_str()) && !said.contains(&format!("\"{card}\"")));
    let mut some = |count: usize| -> Value { others.by_ref().take(count).collect() };
    let frantic = params["turn_order"] == "frantic";
    let player =
        |cards: Value| json!({"coins": 6, "armies": {}, "cities": {}, "cards": cards, "tokens": [], "leader": null, "captured": {}});
    let mut all = json!({
        "phase": "action", "turn": 0, "row": [], "neutral": {}, "bids": vec![json!(null); players], "tokens": {},
        "prestige": vec![0; players], "round": owned.len(), "since": vec![[0, 0, 0]; players], "first": if frantic { json!(null) } else { json!(0) },
        "order": (0..players).collect::<Vec<_>>(), "crystals": vec![0; players], "thorns": null, "sea": null,
        "leader_army": vec![json!(null); players], "places": vec![1; players],
        "pending": {"card": owned.last(), "part": 0, "left": pending, "branch": null},
    });
    let rest = owned.len() - 1;
    all["players"] = (0..players).map(|seat| if seat == 0 { player(json!(owned)) } else { player(some(rest)) }).collect();
    all["hands"] = (0..players).map(|_| some(3)).collect();
    all["selected"] = (0..players).map(|seat| if seat == 0 { json!(null) } else { some(1)[0].clone() }).collect();
    all["selected_since"] = (0..players).map(|seat| if seat == 0 { json!(null) } else { json!(0) }).collect();
    all["turn_tokens"] = (0..players).map(|seat| if frantic { json!(seat + 1) } else { json!(null) }).collect();
    for (pointer, value) in changes {
        *all.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
    }
    all
}

pub fn read(game: &Arc<LostLands>, document: &Value) -> Result<State, String> {
    let position: Position = serde_json::from_value(document.clone()).unwrap();
    game.from_position(&position).map(|state| At { state, game: Arc::clone(game) }).map_err(|error| error.to_string())
}

pub fn acting(game: &Arc<LostLands>, owned: &[&str], left: u16, changes: &[(&str, Value)]) -> State {
    read(game, &position(game, owned, json!(left), changes)).unwrap()
}

pub fn told(state: &State) -> Value {
    serde_json::to_value(state.game.position(&state.state)).unwrap()
}

pub fn play(state: &State, texts: &[&str]) -> State {
    let mut state = state.clone();
    for text in texts {
        let action = state.game.space(&state.state).parse(text).unwrap();
        state = state.apply(action).unwrap_or_else(|error| panic!("{text}: {error}"));
        state.game.check(&state.state).unwrap();
    }
    state
}

pub fn legal(state: &State) -> Vec<String> {
    let space = state.game.space(&state.state);
    let actions = if state.node() == Node::Chance { state.outcomes().actions } else { state.legal(None) };
    actions.iter().map(|action| space.text(action).unwrap()).collect()
}

pub fn points(state: &State, seat: u8, key: &str) -> i32 {
    let breakdown = state.game.breakdown(&state.state, Seat(seat));
    breakdown.0.iter().find(|(name, _)| name == key).unwrap_or_else(|| panic!("{key} in {breakdown:?}")).1
}

/// Plays the first legal action, or a chance outcome drawn, until the phase comes.
pub fn until(state: &State, phase: &str) -> State {
    let mut rng = Rng::new(9);
    let mut state = state.clone();
    while state.game.phase(&state.state) != phase {
        let action = if state.node() == Node::Chance { state.sample_chance(&mut rng).unwrap() } else { state.legal(None).nth(0).unwrap() };
        state = state.apply(action).unwrap();
    }
    state
}
