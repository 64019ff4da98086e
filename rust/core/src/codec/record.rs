//! Records: a match as its actions' texts.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::json::{Head, VERSION, read_position};
use super::own;
use super::strict::present;
use crate::action::shorten;
use crate::error::{Error, Result};
use crate::game::Node;
use crate::games::{AnyGame, AnyState};
use crate::run::match_::{Match, TIMEOUT};
use crate::{Game as _, with_game, with_state};

/// The `format` of a record.
pub const RECORD: &str = "meeple-record";

/// What a record has besides the game and its steps.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    /// Free JSON of the host, as a text without line breaks: numbers stay as they were written, whatever their size.
    pub meta: Option<String>,
    /// The host's word for how it ended.
    pub termination: Option<String>,
}

#[derive(Serialize)]
struct RecordOut<'a> {
    format: &'static str,
    version: u64,
    game: &'static str,
    params: &'a Map<String, Value>,
    start: Option<Box<RawValue>>,
    actions: Vec<String>,
    scores: Option<Vec<i32>>,
    returns: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Box<RawValue>>,
}

/// A record as it stands in a document, not yet replayed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record<'a> {
    format: String,
    version: Value,
    /// The game's id.
    pub game: String,
    /// Its parameters, unread.
    #[serde(borrow)]
    pub params: &'a RawValue,
    #[serde(borrow, deserialize_with = "present")]
    pub(super) start: Option<&'a RawValue>,
    /// The texts of all steps, chance's and `timeout` included.
    #[serde(borrow)]
    pub actions: Vec<Cow<'a, str>>,
    /// The scores at the end; null while running.
    #[serde(deserialize_with = "present")]
    pub scores: Option<Vec<i64>>,
    /// The returns at the end; null while running.
    #[serde(deserialize_with = "present")]
    pub returns: Option<Vec<f64>>,
    /// How it ended.
    #[serde(default)]
    pub termination: Option<String>,
    /// Free JSON, unread.
    #[serde(borrow, default)]
    pub meta: Option<&'a RawValue>,
}

fn record_error(code: &'static str, pointer: String, value: String, expected: String) -> Error {
    Error::record(code, pointer, value, expected)
}

/// A match as the JSON text of a record.
pub fn write(played: &Match, notes: &Notes) -> Result<String> {
    let game = played.game();
    let (info, common) = (game.info(), game.common());
    let first = played.start();
    let start = if *first == game.initial() {
        None
    } else {
        let text = with_state!(first, at => serde_json::to_string(&at.game.position(&at.state)));
        Some(text.and_then(RawValue::from_string).map_err(not_json)?)
    };
    let actions = (0..played.ply()).map(|ply| played.text(ply)).collect::<Result<_>>()?;
    let players = common.num_players;
    let state = played.state();
    let over = with_state!(state, at => at.node()) == Node::Terminal;
    let scores = over.then(|| with_state!(state, at => at.game.scores(&at.state)).into_iter().take(players).collect());
    let returns = over.then(|| with_state!(state, at => at.returns()).into_iter().take(players).collect());
    let document = RecordOut {
        format: RECORD,
        version: VERSION,
        game: info.name,
        params: &common.params,
        start,
        actions,
        scores,
        returns,
        termination: notes.termination.as_deref(),
        meta: notes.meta.clone().map(RawValue::from_string).transpose().map_err(not_json)?,
    };
    serde_json::to_string(&document).map_err(not_json)
}

fn not_json(error: serde_json::Error) -> Error {
    Error::record("not_json", "", error, "a record that JSON can hold")
}

/// Reads a record's fields without replaying it.
pub fn parse(text: &str) -> Result<Record<'_>> {
    let record: Record<'_> =
        own::read_part(text, "a record document", |pointer, value, expected| Error::record("malformed", pointer, value, expected))?;
    if let Some(meta) = record.meta {
        // Read for its faults alone, as deep in a document as it stands: nested too deeply, no unicode.
        let _: [Value; 1] = own::read_part(&format!("[{meta}]"), "JSON", |pointer, value, expected| {
            Error::record("malformed", format!("/meta{}", pointer.strip_prefix("/0").unwrap_or(&pointer)), value, expected)
        })?;
    }
    Ok(record)
}

/// Replays a record through the same code as play. `seed` and `auto` are for what is played after it.
pub fn replay(record: Record<'_>, seed: Option<u64>, auto: bool, like: &[AnyGame]) -> Result<(Match, Notes)> {
    let head = Head { format: record.format, version: record.version, game: record.game, params: record.params };
    let game = head.game(RECORD, record_error, like)?;
    let start = match record.start {
        None => game.initial(),
        Some(position) => with_game!(&game, game => read_position(game, position.get())).map_err(|error| {
            let detail = error.detail();
            Error::record(detail.code, format!("/start{}", detail.field), &detail.value, detail.expected.clone())
        })?,
    };
    let mut played = Match::new(start, seed, false)?;
    for (ply, text) in record.actions.iter().enumerate() {
        step(&mut played, text).map_err(|error| {
            let detail = error.detail();
            Error::record(detail.code, format!("/actions/{ply}"), format!("{:?}", shorten(text)), detail.expected.clone())
        })?;
    }
    check_end(played.state(), record.scores.as_deref(), record.returns.as_deref())?;
    played.set_auto(auto)?;
    Ok((played, Notes { meta: record.meta.map(|meta| in_one_line(meta.get())), termination: record.termination }))
}

/// JSON text without the white space between its parts.
fn in_one_line(json: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    json.chars()
        .filter(|&letter| {
            let kept = quoted || !letter.is_ascii_whitespace();
            quoted ^= letter == '"' && !escaped;
            escaped = quoted && letter == '\\' && !escaped;
            kept
        })
        .collect()
}

fn step(played: &mut Match, text: &str) -> Result<()> {
    if text == TIMEOUT {
        return played.timeout();
    }
    let action = played.parse(text)?;
    played.play(action)
}

/// What the record says of the end is what the replay says.
fn check_end(state: &AnyState, scores: Option<&[i64]>, returns: Option<&[f64]>) -> Result<()> {
    let players = state.game().common().num_players;
    let over = with_state!(state, at => at.node()) == Node::Terminal;
    let real_scores: Vec<i64> = with_state!(state, at => at.game.scores(&at.state)).into_iter().take(players).map(i64::from).collect();
    let real_returns: Vec<f64> = with_state!(state, at => at.returns()).into_iter().take(players).collect();
    if !over && (scores.is_some() || returns.is_some()) {
        let field = if scores.is_some() { "/scores" } else { "/returns" };
        return Err(Error::record("not_over", field, "numbers", "null: the record's actions do not end the game"));
    }
    match scores {
        Some(scores) if scores != real_scores => {
            Err(Error::record("wrong_scores", "/scores", format!("{scores:?}"), format!("{real_scores:?}, as the replay says")))
        }
        None if over => Err(Error::record("missing", "/scores", "null", format!("{real_scores:?}: the game is over"))),
        _ => match returns {
            Some(returns) if returns.len() != players || returns.iter().zip(&real_returns).any(|(a, b)| (a - b).abs() > 1e-9) => {
                Err(Error::record("wrong_returns", "/returns", format!("{returns:?}"), format!("{real_returns:?}, as the replay says")))
            }
            None if over => Err(Error::record("missing", "/returns", "null", format!("{real_returns:?}: the game is over"))),
            _ => Ok(()),
        },
    }
}
