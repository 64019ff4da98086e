//! Playouts of a game in plain Rust: `cargo run --release --example playouts -- GAME PLAYERS GAMES [PARAMS [POLICY]]`, PARAMS
//! being further parameters as JSON.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use meeple_core::chance::Outcomes;
use meeple_core::games::AnyGame;
use meeple_core::rng::{Rng, SplitMix64};
use meeple_core::run::playout::{Limits, Policy, playout};
use meeple_core::with_state;
use serde_json::json;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let name = words.get(1).map_or("legends", String::as_str);
    let players: u64 = words.get(2).and_then(|word| word.parse().ok()).unwrap_or(4);
    let games: u64 = words.get(3).and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let mut params: serde_json::Value = words.get(4).and_then(|word| serde_json::from_str(word).ok()).unwrap_or_else(|| json!({}));
    let Ok(policy) = Policy::parse(words.get(5).map_or("random", String::as_str)) else { return };
    params["players"] = json!(players);
    let start = params.as_object().map(|params| AnyGame::load(name, params));
    match start {
        Some(Ok(game)) => with_state!(game.initial(), at => {
            let begin = Instant::now();
            let mut buffer = Outcomes::new();
            let (mut steps, mut decisions) = (0_u64, 0_u64);
            for k in 0..games {
                let mut rng = Rng::new(SplitMix64::nth(1, k));
                let played = playout(&*at.game, &at.state, policy, &mut rng, &mut buffer, Limits { max_steps: u32::MAX, stop: &AtomicBool::new(false) });
                steps += u64::from(played.steps);
                decisions += u64::from(played.decisions);
            }
            let seconds = begin.elapsed().as_secs_f64();
            println!(
                "{name}, {players} players: {games} games, {decisions} decisions, {steps} steps in {seconds:.2} s: {:.2} M steps/s, {:.1} ns a step, state {} bytes",
                steps as f64 / seconds / 1e6,
                seconds * 1e9 / steps as f64,
                size_of_val(&at.state),
            );
        }),
        Some(Err(error)) => println!("{error}"),
        None => {}
    }
}
