//! Tree search in plain Rust, and what a simulation costs beyond its rollout: `cargo run --release --example search -- GAME PLAYERS SIMULATIONS`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use meeple_core::chance::Outcomes;
use meeple_core::game::{Game, Node};
use meeple_core::games::AnyGame;
use meeple_core::rng::{Rng, SplitMix64};
use meeple_core::run::playout::{Limits, Policy, play};
use meeple_core::search::{Budget, Options, Search};
use meeple_core::with_state;
use serde_json::json;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let name = words.get(1).map_or("legends", String::as_str);
    let players: u64 = words.get(2).and_then(|word| word.parse().ok()).unwrap_or(4);
    let simulations: u64 = words.get(3).and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let Ok(game) = AnyGame::load(name, json!({"players": players}).as_object().unwrap_or(&serde_json::Map::new())) else { return };
    let never = AtomicBool::new(false);
    with_state!(game.initial(), at => {
        let mut at = at;
        at.settle(&mut Rng::new(1), false);
        let Node::Decision(seat) = at.node() else { return };
        // Random play from the same place, as a search does it.
        let (mut rng, mut buffer) = (Rng::new(2), Outcomes::new());
        let begin = Instant::now();
        let mut steps = 0_u64;
        for k in 0..simulations {
            let mut rng = Rng::new(SplitMix64::nth(2, k));
            let mut state = at.state;
            steps += u64::from(play(&*at.game, &mut state, Policy::Random, &mut rng, &mut buffer, Limits { max_steps: u32::MAX, stop: &never }).1);
            std::hint::black_box(at.game.returns(&state, &at.game.scores(&state)));
        }
        let playout = begin.elapsed().as_secs_f64() / simulations as f64;
        let view = at.game.view(&at.state, Some(seat));
        let Ok(mut search) = Search::new(at.game.clone(), view, None, Options::default(), false, rng.next(), 1) else { return };
        let _ = search.run(Budget { simulations: Some(simulations), time: None }, &never, &mut || true);
        let found = search.found();
        let each = found.seconds / found.simulations as f64;
        println!(
            "{name}, {players} players: {:.0} simulations/s, {:.2} us each; random play {:.2} us of {:.0} steps; {} nodes",
            1.0 / each,
            each * 1e6,
            playout * 1e6,
            steps as f64 / simulations as f64,
            found.nodes,
        );
        for edge in &found.edges {
            println!("  {:?} visits {} values {:.3?}", at.game.common().actions.text(edge.action), edge.visits, &edge.values[..players as usize]);
        }
        println!("  {:?}", found.variation);
    });
}
