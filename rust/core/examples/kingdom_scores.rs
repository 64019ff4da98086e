//! What scoring kingdoms costs, in plain Rust: `cargo run --release -p meeple-core --example kingdom_scores`.

use std::hint::black_box;
use std::time::Instant;

use meeple_core::games::kingdom::data::DECK_JSON;
use meeple_core::games::kingdom::road;
use meeple_core::games::kingdom::score::{Grid, Tally};
use meeple_core::games::kingdom::territory;
use meeple_core::games::kingdom::tools::{AnyDeck, kingdom};
use meeple_core::rng::Rng;
use serde_json::{Value, json};

const KINGDOMS: usize = 1024;
const ROUNDS: usize = 400;

/// Full kingdoms of random cards, laid at random turns.
fn grids(deck: &AnyDeck, cards: &[Value], rng: &mut Rng) -> meeple_core::Result<Vec<Grid>> {
    let mut grids = Vec::with_capacity(KINGDOMS);
    for _ in 0..KINGDOMS {
        let mut cards = cards.to_vec();
        rng.shuffle(&mut cards);
        let laid: Vec<Value> = cards
            .iter()
            .take(9)
            .enumerate()
            .map(|(cell, card)| json!({"card": card, "x": cell % 3, "y": cell / 3, "rotation": 90 * rng.below(4)}))
            .collect();
        grids.push(kingdom(deck.deck(), &json!(laid))?.grid().clone());
    }
    Ok(grids)
}

/// The best of seven runs, in nanoseconds a kingdom.
fn time<T>(grids: &[Grid], mut work: impl FnMut(&Grid) -> T) -> f64 {
    let run = |work: &mut dyn FnMut(&Grid) -> T| {
        let begin = Instant::now();
        for _ in 0..ROUNDS {
            for grid in grids {
                black_box(work(black_box(grid)));
            }
        }
        begin.elapsed().as_secs_f64() * 1e9 / (ROUNDS * grids.len()) as f64
    };
    (0..7).map(|_| run(&mut work)).fold(f64::INFINITY, f64::min)
}

fn main() -> meeple_core::Result<()> {
    let deck = AnyDeck::read(json!("reference"))?;
    let data: Value = serde_json::from_str(DECK_JSON).unwrap_or_default();
    let cards = data.get("cards").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut straight = cards.clone();
    for arm in straight.iter_mut().filter_map(|card| card.get_mut("arms")?.as_array_mut()).flatten() {
        if let Some(slot) = arm.get_mut(0) {
            *slot = json!(2);
        }
    }
    let mut rng = Rng::new(1);
    for (name, cards) in [("reference deck", cards), ("all roads joined", straight)] {
        let grids = grids(&deck, &cards, &mut rng)?;
        let road = time(&grids, |grid| road::longest(&road::borders(grid)));
        let borders = time(&grids, road::borders);
        let land = time(&grids, |grid| territory::count(grid, &road::borders(grid)));
        let all = time(&grids, Tally::of);
        println!("{name}: borders {borders:.0} ns, longest road {road:.0} ns, territories {land:.0} ns, all of a kingdom {all:.0} ns");
    }
    Ok(())
}
