//! The core alone, over every game: `make bench-core`.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use meeple_core::action::{Actions, Seat};
use meeple_core::chance::Outcomes;
use meeple_core::game::{Game, Node, Payload};
use meeple_core::games::kingdom::data::DECK_JSON;
use meeple_core::games::kingdom::road;
use meeple_core::games::kingdom::score::Grid;
use meeple_core::games::kingdom::tools::{AnyDeck, kingdom};
use meeple_core::games::{AnyGame, INFOS};
use meeple_core::rng::Rng;
use meeple_core::run::At;
use meeple_core::run::playout::{Limits, Policy, playout};
use meeple_core::with_state;
use serde_json::{Map, Value, json};

/// Decisions from random games.
fn positions<G: Game>(start: &At<G>, count: usize) -> Vec<At<G>> {
    let mut rng = Rng::new(17);
    let mut all = Vec::new();
    while all.len() < count * 40 {
        let mut at = start.clone();
        at.settle(&mut rng, false);
        for _ in 0..2_000 {
            let Ok(action) = at.random_action(&mut rng) else { break };
            all.push(at.clone());
            at.game.apply(&mut at.state, action);
            at.settle(&mut rng, false);
            if at.node() == Node::Terminal {
                all.push(at.clone());
                break;
            }
        }
    }
    (0..count).map(|_| all[rng.below(all.len() as u64) as usize].clone()).collect()
}

fn bench_game<G: Game>(criterion: &mut Criterion, start: &At<G>) {
    let game = &*start.game;
    let mut group = criterion.benchmark_group(G::INFO.name);
    let states = positions(start, 256);
    let mut buffer = Outcomes::new();
    let stop = AtomicBool::new(false);
    let limits = Limits { max_steps: 1 << 20, stop: &stop };
    let mut next = {
        let mut k = 0;
        move || {
            k = (k + 1) % 256;
            k
        }
    };
    let mean: u64 =
        (0..200).map(|k| u64::from(playout(game, &start.state, Policy::Random, &mut Rng::new(k), &mut buffer, limits).steps)).sum::<u64>()
            / 200;
    group.throughput(Throughput::Elements(mean));
    let mut seed = 0;
    group.bench_function("playout (elements: steps)", |bencher| {
        bencher.iter(|| {
            seed += 1;
            playout(game, &start.state, Policy::Random, &mut Rng::new(seed), &mut buffer, limits)
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("score with parts", |bencher| bencher.iter(|| game.parts(black_box(&states[next()].state))));
    group.bench_function("breakdown of a seat", |bencher| bencher.iter(|| game.breakdown(black_box(&states[next()].state), Seat(0))));
    let mut actions = Actions::new();
    group.bench_function("legal", |bencher| {
        bencher.iter(|| {
            game.legal(black_box(&states[next()].state), &mut actions);
            actions.len()
        });
    });
    let mut rng = Rng::new(3);
    group.bench_function("apply", |bencher| {
        bencher.iter_batched(
            || {
                let at = &states[next()];
                (at.state, at.random_action(&mut rng).ok())
            },
            |(mut state, action)| {
                if let Some(action) = action {
                    game.apply(&mut state, action);
                }
                state
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("hash64", |bencher| bencher.iter(|| states[next()].hash64()));
    group.bench_function("bytes there and back", |bencher| {
        bencher.iter(|| {
            let mut payload = Payload::new();
            game.write(&states[next()].state, &mut payload);
            game.read(&payload)
        });
    });
    group.bench_function("view", |bencher| bencher.iter(|| game.view(black_box(&states[next()].state), Some(Seat(0)))));
    group.bench_function("information key", |bencher| bencher.iter(|| states[next()].view(Some(Seat(0))).information_key()));
    let views: Vec<G::View> = states.iter().map(|at| game.view(&at.state, Some(Seat(0)))).collect();
    group.bench_function("resample", |bencher| bencher.iter(|| game.resample(black_box(&views[next()]), &mut rng)));
    let mut out = vec![0.0; game.common().observation.size];
    group.bench_function("view and observation", |bencher| {
        bencher.iter(|| {
            game.observe(&game.view(black_box(&states[next()].state), Some(Seat(1))), &mut out);
            black_box(&out);
        });
    });
    group.finish();
}

/// Full kingdoms of random cards, laid at random turns.
fn kingdoms(deck: &AnyDeck, cards: &[Value], rng: &mut Rng) -> Vec<Grid> {
    let mut cards = cards.to_vec();
    let mut one = || {
        rng.shuffle(&mut cards);
        let laid = cards.iter().take(9).enumerate();
        let laid: Vec<Value> =
            laid.map(|(cell, card)| json!({"card": card, "x": cell % 3, "y": cell / 3, "rotation": 90 * rng.below(4)})).collect();
        kingdom(deck.deck(), &json!(laid)).map(|kingdom| kingdom.grid().clone())
    };
    (0..256).filter_map(|_| one().ok()).collect()
}

fn bench_roads(criterion: &mut Criterion) {
    let Ok(deck) = AnyDeck::read(json!("reference")) else { return };
    let data: Value = serde_json::from_str(DECK_JSON).unwrap_or_default();
    let cards = data.get("cards").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut straight = cards.clone();
    for arm in straight.iter_mut().filter_map(|card| card.get_mut("arms")?.as_array_mut()).flatten() {
        if let Some(slot) = arm.get_mut(0) {
            *slot = json!(2);
        }
    }
    let mut group = criterion.benchmark_group("kingdom");
    for (name, cards) in [("longest road, reference deck", cards), ("longest road, all roads joined", straight)] {
        let grids = kingdoms(&deck, &cards, &mut Rng::new(1));
        let mut all = grids.iter().cycle();
        group.bench_function(name, |bencher| bencher.iter(|| all.next().map(|grid| road::longest(&road::borders(black_box(grid))))));
    }
    group.finish();
}

fn bench_all(criterion: &mut Criterion) {
    for info in INFOS {
        let mut params = Map::new();
        // The most players that every game has.
        params.insert("players".to_owned(), 4.into());
        match AnyGame::load(info.name, &params) {
            Ok(game) => with_state!(game.initial(), at => bench_game(criterion, &at)),
            Err(error) => println!("{}: {error}", info.name),
        }
    }
}

criterion_group!(benches, bench_all, bench_roads);
criterion_main!(benches);
