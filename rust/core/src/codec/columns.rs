//! Records as columns: one row a game, one row a step, for tables.

use super::record::{self, Notes};
use crate::error::{Error, Result};
use crate::games::AnyGame;
use crate::run::match_::{Kind, Match};
use crate::{Game as _, with_state};

/// Texts, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// All of them, without anything between.
    pub data: String,
    /// Where each begins, and where the last ends.
    pub offsets: Vec<i32>,
}

impl Default for Texts {
    fn default() -> Self {
        Self { data: String::new(), offsets: vec![0] }
    }
}

impl Texts {
    /// Adds one.
    pub fn push(&mut self, text: &str) {
        self.data.push_str(text);
        self.offsets.push(i32::try_from(self.data.len()).unwrap_or(i32::MAX));
    }

    /// Adds those of another list behind its own.
    pub fn extend(&mut self, more: &Self) {
        let start = self.offsets.last().copied().unwrap_or_default();
        self.data.push_str(&more.data);
        self.offsets.extend(more.offsets.iter().skip(1).map(|offset| start.saturating_add(*offset)));
    }
}

/// The steps of games, a row a step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    /// From 0 in each game.
    pub plies: Vec<i32>,
    /// Who acted, or whose turn the clock ended; -1 for chance.
    pub seats: Vec<i8>,
    /// [`Kind::word`].
    pub kinds: Texts,
    /// The phase in which it was made.
    pub phases: Texts,
    /// The number of the action, or of the outcome; -1 for the clock.
    pub actions: Vec<i32>,
    /// The text.
    pub texts: Texts,
}

impl Steps {
    /// Adds the rows of other games.
    pub fn extend(&mut self, more: &Self) {
        self.plies.extend(&more.plies);
        self.seats.extend(&more.seats);
        self.kinds.extend(&more.kinds);
        self.phases.extend(&more.phases);
        self.actions.extend(&more.actions);
        self.texts.extend(&more.texts);
    }
}

/// A game's row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The id of the game.
    pub game: &'static str,
    /// Its parameters as JSON text, defaults filled in.
    pub params: String,
    /// How many seats.
    pub players: usize,
    /// The position it started at as JSON text; `None` for the initial state.
    pub start: Option<String>,
    /// Decisions, and decisions and chance and timeouts.
    pub lengths: [usize; 2],
    /// At the end; `None` while running.
    pub scores: Option<Vec<i64>>,
    /// At the end; `None` while running.
    pub returns: Option<Vec<f64>>,
    /// The host's word for how it ended.
    pub termination: Option<String>,
    /// The host's free data as JSON text.
    pub meta: Option<String>,
}

/// Replays a record, and tells it as rows.
pub fn rows(text: &str, like: &mut Vec<AnyGame>) -> Result<(Row, Steps)> {
    let parsed = record::parse(text)?;
    let start = parsed.start.map(|start| start.get().to_owned());
    let (scores, returns) = (parsed.scores.clone(), parsed.returns.clone());
    let (played, Notes { meta, termination }) = record::replay(parsed, None, false, like)?;
    let game = played.game();
    let steps = steps(&played)?;
    let decisions = played.steps().iter().filter(|step| step.kind == Kind::Play).count();
    let row = Row {
        game: game.info().name,
        params: game.common().params_text.clone(),
        players: game.common().num_players,
        start,
        lengths: [decisions, played.ply()],
        scores,
        returns,
        termination,
        meta,
    };
    *like = vec![game];
    Ok((row, steps))
}

fn steps(played: &Match) -> Result<Steps> {
    let mut rows = Steps::default();
    for (ply, step) in played.steps().iter().enumerate() {
        let before = played.state_at(ply).ok_or_else(|| Error::record("missing", "/actions", ply, "a step"))?;
        rows.plies.push(ply as i32);
        rows.seats.push(step.seat.map_or(-1, |seat| seat.0 as i8));
        rows.kinds.push(step.kind.word());
        rows.phases.push(with_state!(before, at => at.game.phase(&at.state)));
        rows.actions.push(if step.kind == Kind::Timeout { -1 } else { i32::from(step.action.0) });
        rows.texts.push(&played.text(ply)?);
    }
    Ok(rows)
}
