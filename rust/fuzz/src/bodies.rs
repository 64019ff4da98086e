//! What property tests and fuzz targets do with input of any kind: over every registered game it is refused by a named error, or it is a
//! state that keeps every promise and can be played to its end.
//!
//! Each body reads its input as a tape of numbers: which game, how far it has been played, what is changed. Whatever fails, panics.

use meeple_core::codec::{self, json, record};
use meeple_core::game::Node;
use meeple_core::games::{AnyGame, AnyState, AnyView, INFOS};
use meeple_core::run::check::state_holds;
use meeple_core::{Action, Error, Game as _, Result, Rng, Seat, with_state, with_view};
use serde_json::{Map, Value, json};

/// What comes before the payload: magic, version, tag, rules version, fingerprint.
const HEAD: usize = 24;
const CHECKSUM: usize = 4;
/// No game is played at random for so long, from whatever position.
const STEP_LIMIT: usize = 20_000;

/// Numbers from the input; 0 when it is used up.
struct Tape<'a>(&'a [u8]);

impl Tape<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn word(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// A number below `n`; 0 if there is none.
    fn below(&mut self, n: usize) -> usize {
        let number = if n > 256 { self.word() } else { usize::from(self.byte()) };
        number.checked_rem(n).unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Bytes of a state: whole, tampered with, and with a payload that was tampered with under a checksum that is right.
pub fn bytes(data: &[u8]) {
    let mut tape = Tape(data);
    let game = game(&mut tape);
    let state = walk(&game, &mut tape);
    try_bytes(&game, tape.0);
    let whole = codec::bytes::write(&state);
    let mut body = whole[..whole.len() - CHECKSUM].to_vec();
    try_bytes(&game, &sealed([&body[..HEAD], tape.0].concat()));
    while !tape.is_empty() {
        // The payload mostly: a head that is wrong is soon seen.
        let first = if tape.byte() == 0 { 0 } else { HEAD.min(body.len()) };
        let at = first + tape.below(body.len() - first);
        let (what, value) = (tape.byte(), tape.byte());
        match (what % 8, body.get(at).copied()) {
            (0, Some(byte)) => body[at] = byte ^ 1 << (value % 8),
            (1, Some(byte)) => body[at] = byte.wrapping_add(1),
            (2, Some(byte)) => body[at] = byte.wrapping_sub(1),
            (3, Some(_)) => body[at] = value,
            (4, Some(_)) => {
                let other = first + usize::from(value) % (body.len() - first);
                body.swap(at, other);
            }
            (5, Some(_)) => drop(body.remove(at)),
            (6, _) => body.insert(at, value),
            (7, Some(_)) if value < 16 => body.truncate(at),
            _ => body.push(value),
        }
    }
    if let Some(found) = try_bytes(&game, &sealed(body.clone())) {
        assert_eq!(codec::bytes::write(&found), sealed(body.clone()), "a state is written as it was read");
    }
    let mut unsealed = whole;
    unsealed.splice(..body.len().min(unsealed.len() - CHECKSUM), body);
    try_bytes(&game, &unsealed);
}

/// Documents: the input itself, and those of a played state with some things in them changed.
pub fn json(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        try_texts(text, &[]);
    }
    let mut tape = Tape(data);
    let game = game(&mut tape);
    let state = walk(&game, &mut tape);
    let known = [game.clone()];
    let (kind, viewer) = (tape.byte() % 4, tape.byte());
    let mut document = document(&state, kind, viewer);
    while !tape.is_empty() {
        tamper(&mut document, &mut tape);
    }
    let text = document.to_string();
    match kind {
        3 => drop(named(codec::load(game.info().name, &text))),
        _ => try_texts(&text, &known),
    }
    let cut = text.char_indices().nth(data.len() * 7 % text.len().max(1)).map_or(0, |(at, _)| at);
    try_texts(&text[..cut], &known);
}

/// A game in which each byte picks a step; each state is checked, and illegal numbers are refused.
pub fn play(data: &[u8]) {
    let mut tape = Tape(data);
    let game = game(&mut tape);
    let mut state = game.initial();
    let mut step = 0;
    while !tape.is_empty() {
        check(&state);
        if step % 16 == 0 {
            keeps_promises(&state);
        }
        let number = tape.word();
        refuses_what_is_illegal(&state, number);
        let Some(next) = stepped(&state, number) else { break };
        (state, step) = (next, step + 1);
    }
    holds(&state);
}

/// A registered game with some number of players and some of its switches turned.
fn game(tape: &mut Tape<'_>) -> AnyGame {
    let info = INFOS[tape.below(INFOS.len())];
    let (fewest, most) = info.players;
    let players = fewest + tape.byte() % (most - fewest + 1);
    let plain = json!({"players": players});
    let load = |params: &Value| AnyGame::load(info.name, params.as_object().expect("an object"));
    let game = load(&plain).expect("a game loads with nothing but its players");
    let mut params = plain;
    let mut switches = tape.byte();
    for (name, value) in &game.common().params {
        if let Value::Bool(on) = value {
            params[name] = json!(*on != (switches & 1 == 1));
            switches >>= 1;
        }
    }
    load(&params).unwrap_or(game)
}

/// A state some random steps into a game.
fn walk(game: &AnyGame, tape: &mut Tape<'_>) -> AnyState {
    let (steps, seed) = (tape.word() % 700, tape.word());
    let mut rng = Rng::new(seed as u64);
    let mut state = game.initial();
    for _ in 0..steps {
        let Some(next) = stepped(&state, rng.below(u64::from(u16::MAX)) as usize) else { break };
        state = next;
    }
    state
}

/// The state after the legal action, or the possible outcome, that a number picks; `None` at the end.
fn stepped(state: &AnyState, number: usize) -> Option<AnyState> {
    with_state!(state, at => {
        let actions = match at.node() {
            Node::Terminal => return None,
            Node::Chance => at.outcomes().actions,
            Node::Decision(_) => at.legal(None),
        };
        let action = actions.nth(number % actions.len()).expect("some action is legal");
        Some(at.apply(action).expect("a legal action is taken").into())
    })
}

fn refuses_what_is_illegal(state: &AnyState, number: usize) {
    with_state!(state, at => {
        let action = Action((number % (usize::from(at.game.space(&at.state).size()) + 2)) as u16);
        let legal = at.legal(None).contains(action) || at.outcomes().actions.contains(action);
        assert_eq!(named(at.apply(action)).is_some(), legal, "{action:?}");
    });
}

fn check(state: &AnyState) {
    if let Err(error) = with_state!(state, at => at.game.check(&at.state)) {
        panic!("{error}\n{}", text(state));
    }
}

fn keeps_promises(state: &AnyState) {
    if let Err(error) = with_state!(state, at => state_holds(at, &mut Rng::new(0))) {
        panic!("{error}\n{}", text(state));
    }
}

fn text(state: &AnyState) -> String {
    json::write(state).expect("a state can be written")
}

/// A state like any other: every invariant, every form there and back, and a random game from it ends.
fn holds(state: &AnyState) {
    keeps_promises(state);
    let known = [state.game()];
    assert!(json::read(&text(state), &known).is_ok_and(|again| again == *state), "a document reads back: {}", text(state));
    let again = codec::bytes::read(&state.game(), &codec::bytes::write(state));
    assert!(again.is_ok_and(|again| again == *state), "bytes read back: {}", text(state));
    let mut rng = Rng::new(1);
    let mut at = state.clone();
    for step in 0..STEP_LIMIT {
        if step < 24 || step % 32 == 0 {
            check(&at);
        }
        let Some(next) = stepped(&at, rng.below(u64::from(u16::MAX)) as usize) else {
            keeps_promises(&at);
            return;
        };
        at = next;
    }
    panic!("no end after {STEP_LIMIT} steps from {}", text(state));
}

fn view_holds(view: &AnyView, known: &[AnyGame]) {
    let written = json::write_view(view).expect("a view can be written");
    assert!(json::read_view(&written, known).is_ok_and(|again| again == *view), "a view reads back: {written}");
    with_view!(view, seen => {
        let at = seen.example();
        assert!(at.view(seen.game.viewer(&seen.view)) == *seen, "what looks like a view looks like it: {written}");
        holds(&at.into());
    });
}

/// What is right, or a check that what is wrong is said.
fn named<T>(result: Result<T>) -> Option<T> {
    result.map_err(|error: Error| assert!(!error.detail().code.is_empty() && !error.detail().expected.is_empty(), "{error:?}")).ok()
}

fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let sum = xxhash_rust::xxh3::xxh3_64(&body).to_le_bytes();
    body.extend_from_slice(&sum[..CHECKSUM]);
    body
}

fn try_bytes(game: &AnyGame, data: &[u8]) -> Option<AnyState> {
    let state = named(codec::bytes::read(game, data))?;
    holds(&state);
    Some(state)
}

/// Reads a text as each kind of document.
fn try_texts(text: &str, known: &[AnyGame]) {
    if let Some(state) = named(json::read(text, known)) {
        holds(&state);
    }
    if let Some(view) = named(json::read_view(text, known)) {
        view_holds(&view, known);
    }
    let replayed = record::parse(text).and_then(|record| record::replay(record, Some(1), true, known));
    if let Some((played, notes)) = named(replayed) {
        let written = record::write(&played, &notes).expect("a match can be written");
        let again = record::parse(&written).and_then(|record| record::replay(record, Some(1), true, known));
        assert!(
            again.is_ok_and(|(again, _)| again.state() == played.state() && again.ply() == played.ply()),
            "a record replays: {written}"
        );
        holds(played.start());
        holds(played.state());
    }
    let space = known.first().map(|game| &game.common().actions);
    if let Some(action) = space.and_then(|space| named(space.parse(text))) {
        assert!(space.is_some_and(|space| space.text(action).is_ok_and(|written| written == text)), "a text is written one way: {text}");
    }
}

/// A document of a state: 0 its position, 1 a view, 2 a record of the moves that follow it, 3 the parameters of its game.
fn document(state: &AnyState, kind: u8, viewer: u8) -> Value {
    let game = state.game();
    let read = |text: String| serde_json::from_str(&text).expect("documents are JSON");
    match kind {
        0 => read(text(state)),
        1 => {
            let players = game.common().num_players as u8;
            let viewer = (viewer % (players + 1)).checked_sub(1).map(Seat);
            read(json::write_view(&with_state!(state, at => at.view(viewer).into())).expect("a view can be written"))
        }
        2 => {
            let mut played = meeple_core::run::match_::Match::new(state.clone(), Some(1), false).expect("a match starts");
            for number in 0..usize::from(viewer) % 12 {
                let action = with_state!(played.state(), at => {
                    let actions = if at.node() == Node::Chance { at.outcomes().actions } else { at.legal(None) };
                    actions.nth(number * 31 % actions.len().max(1))
                });
                if let Some(action) = action {
                    played.play(action).expect("a legal action is taken");
                }
            }
            read(record::write(&played, &record::Notes::default()).expect("a match can be written"))
        }
        _ => Value::Object(game.common().params.clone()),
    }
}

/// One thing in a document: deleted, doubled, swapped, moved, renamed, retyped, made larger or smaller, huge, or deep.
fn tamper(document: &mut Value, tape: &mut Tape<'_>) {
    let copied = place(document, tape).clone();
    let target = place(document, tape);
    let what = tape.byte();
    let other = tape.byte();
    match (what % 12, &mut *target) {
        (0, Value::Object(map)) => {
            if let Some(key) = nth_key(map, other) {
                map.shift_remove(&key);
            }
        }
        (0, Value::Array(items)) if !items.is_empty() => drop(items.remove(usize::from(other) % items.len())),
        (1, Value::Array(items)) if !items.is_empty() => {
            let item = items[usize::from(other) % items.len()].clone();
            items.push(item);
        }
        (1, Value::Object(map)) => {
            if let Some(key) = nth_key(map, other)
                && let Some(value) = map.shift_remove(&key)
            {
                map.insert(format!("{key}2"), value);
            }
        }
        (2, Value::Array(items)) if !items.is_empty() => {
            let (first, last) = (usize::from(other) % items.len(), items.len() - 1);
            items.swap(first, last);
        }
        (2..=5, Value::Number(number)) => {
            let value = number.as_i64().unwrap_or(0);
            *target = json!(if what.is_multiple_of(2) { value.saturating_add(1) } else { value.saturating_sub(1) });
        }
        (2..=5, Value::Bool(flag)) => *flag = !*flag,
        (2..=5, Value::String(word)) => {
            word.pop();
        }
        (6, _) => {
            let text = STRANGE.get(usize::from(other) % (STRANGE.len() + 1)).unwrap_or(&"null");
            *target = serde_json::from_str(text).expect("these are JSON");
        }
        (7, _) => {
            for level in 0..other % 140 {
                let inner = target.take();
                *target = if level % 2 == 0 { json!([inner]) } else { json!({"in": inner}) };
            }
        }
        (8, _) => *target = json!(other),
        _ => *target = copied,
    }
}

const STRANGE: [&str; 14] = [
    "true",
    "-1",
    "0.5",
    "256",
    "65536",
    "4294967296",
    "9223372036854775808",
    "-9223372036854775809",
    "1e308",
    "\"\"",
    "\"all\"",
    "[]",
    "{}",
    "1e30",
];

fn nth_key(map: &Map<String, Value>, number: u8) -> Option<String> {
    map.keys().nth(usize::from(number) % map.len().max(1)).cloned()
}

/// Some place in a document: at each level a number picks an entry, or that it is here.
fn place<'a>(value: &'a mut Value, tape: &mut Tape<'_>) -> &'a mut Value {
    let number = usize::from(tape.byte());
    let count = match value {
        Value::Object(map) => map.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    if count == 0 || number % 8 == 7 {
        return value;
    }
    match value {
        Value::Object(map) => place(map.values_mut().nth(number % count).expect("one of them"), tape),
        Value::Array(items) => place(&mut items[number % count], tape),
        other => other,
    }
}
