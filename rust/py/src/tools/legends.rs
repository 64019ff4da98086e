//! What `meeple.legends` has besides states.

use meeple_core::Error;
use meeple_core::games::legends::layout;
use pyo3::prelude::*;

use crate::errors::Result;
use crate::rng::Rng;

/// A random layout (LG-3) as JSON text.
#[pyfunction]
pub fn legends_random_layout(players: &Bound<'_, PyAny>, rng: &Bound<'_, Rng>) -> Result<String> {
    let number = players.extract::<usize>().ok().filter(|players| (2..=4).contains(players)).ok_or_else(|| {
        let shown = players.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        Error::argument("out_of_range", "players", shown, "a number from 2 to 4")
    })?;
    let drawn = Rng::with(rng, |rng| Ok(layout::random(number, rng)?))?;
    let json = serde_json::json!({"boards": drawn.boards, "start": drawn.start});
    Ok(json.to_string())
}
