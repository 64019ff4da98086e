//! What `meeple.kingdom` has besides states: scoring kingdoms that did not come from a game.

use meeple_core::games::kingdom::tools::{self, AnyDeck, Spot};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::to_json;
use crate::errors::Result;

fn deck(deck: &Bound<'_, PyAny>) -> Result<AnyDeck> {
    Ok(AnyDeck::read(to_json("deck", deck, 0)?)?)
}

/// The dots of the longest road, and its arms in the order walked: x, y, side.
#[pyfunction]
pub fn kingdom_longest_road(cards: &Bound<'_, PyAny>, deck: &Bound<'_, PyAny>) -> Result<(u8, Vec<Spot>)> {
    let deck = self::deck(deck)?;
    Ok(tools::kingdom(deck.deck(), &to_json("cards", cards, 0)?)?.longest_road())
}

/// Terrain, zones (x, y, corner) and different symbols of each territory.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a list of what Python makes territories of")]
pub fn kingdom_territories(cards: &Bound<'_, PyAny>, deck: &Bound<'_, PyAny>) -> Result<Vec<(&'static str, Vec<Spot>, Vec<&'static str>)>> {
    let deck = self::deck(deck)?;
    Ok(tools::kingdom(deck.deck(), &to_json("cards", cards, 0)?)?.territories())
}

/// By seat points by name; the longest roads; winners, ranks and what decided.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a tuple of what Python makes a table of")]
pub fn kingdom_score_table<'py>(
    py: Python<'py>,
    kingdoms: &Bound<'py, PyAny>,
    edicts: &Bound<'py, PyAny>,
    deck: &Bound<'py, PyAny>,
) -> Result<(Vec<Bound<'py, PyDict>>, Vec<usize>, Vec<usize>, Vec<usize>, Option<&'static str>)> {
    let deck = self::deck(deck)?;
    let scored = tools::score_table(deck.deck(), &to_json("kingdoms", kingdoms, 0)?, &to_json("edicts", edicts, 0)?)?;
    let mut breakdowns = Vec::new();
    for breakdown in scored.breakdowns {
        let dict = PyDict::new(py);
        for (name, points) in breakdown.0 {
            dict.set_item(name, points)?;
        }
        breakdowns.push(dict);
    }
    // As usize: a vector of bytes would reach Python as bytes.
    let winners = scored.outcome.winners.iter().map(|seat| seat.index()).collect();
    let ranks = scored.outcome.ranks.iter().map(|&rank| usize::from(rank)).collect();
    Ok((breakdowns, scored.roads.into_iter().map(usize::from).collect(), winners, ranks, scored.outcome.tie_break))
}
