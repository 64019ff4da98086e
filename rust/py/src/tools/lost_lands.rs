//! What `meeple.lost_lands` has besides states.

use meeple_core::Error;
use meeple_core::action::{one_of, shorten};
use meeple_core::games::lost_lands::layout::{self, BOARDS, Board};
use pyo3::prelude::*;

use crate::errors::Result;
use crate::rng::Rng;

fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |text| shorten(&text.to_string()))
}

/// A random layout (LL-1) as JSON text.
#[pyfunction]
pub fn lost_lands_random_layout(players: &Bound<'_, PyAny>, rng: &Bound<'_, Rng>, board: &Bound<'_, PyAny>) -> Result<String> {
    let number = players
        .extract::<usize>()
        .ok()
        .filter(|players| (2..=6).contains(players))
        .ok_or_else(|| Error::argument("out_of_range", "players", shown(players), "a number from 2 to 6"))?;
    let word = board.extract::<String>().ok().and_then(|word| Board::parse(&word));
    let word = word.ok_or_else(|| Error::argument("unknown_value", "board", shown(board), one_of(&BOARDS.map(|(_, known, _)| known))))?;
    let drawn = Rng::with(rng, |rng| Ok(layout::random(number, word, rng)?))?;
    let mut json = serde_json::json!({"boards": drawn.boards, "start": drawn.start, "portal": drawn.portal});
    if let (Some(second), Some(map)) = (drawn.second_start, json.as_object_mut()) {
        map.insert("second_start".to_owned(), second.into());
    }
    Ok(json.to_string())
}
