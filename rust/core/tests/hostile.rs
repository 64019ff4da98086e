//! Bytes, documents and games of any kind, over every registered game: the bodies of the fuzz targets (`rust/fuzz`) on random input.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by it")]

#[path = "../../fuzz/src/bodies.rs"]
mod bodies;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// As many cases as take some seconds, the same ones everywhere; `HOSTILE_TIMES=100` tries a hundred times as many.
fn cases(cases: u32) -> ProptestConfig {
    let times = std::env::var("HOSTILE_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    ProptestConfig {
        cases: cases * times,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn bytes_are_refused_or_hold(head in vec(any::<u8>(), 7), edits in vec(any::<u8>(), 0..30)) {
        bodies::bytes(&[head, edits].concat());
    }

    #[test]
    fn documents_are_refused_or_hold(head in vec(any::<u8>(), 9), edits in vec(any::<u8>(), 0..30)) {
        bodies::json(&[head, edits].concat());
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn random_play_keeps_every_promise(head in vec(any::<u8>(), 3), choices in vec(any::<u8>(), 0..800)) {
        bodies::play(&[head, choices].concat());
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn random_texts_are_refused(text in "\\PC{0,60}|[\\[\\]{}:,\"a-z0-9 ]{0,60}") {
        bodies::json(text.as_bytes());
    }
}

#[test]
fn the_empty_input_is_an_input() {
    for body in [bodies::bytes, bodies::json, bodies::play] {
        body(&[]);
        body(&[0; 1000]);
        body(&[255; 1000]);
    }
}
