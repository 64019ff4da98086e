//! Trees: what stands by one key, how statistics add up, what is left when a round is taken back.

#![allow(clippy::unwrap_used, reason = "a test may fail by it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use meeple_core::action::{Action, Actions, Seat};
use meeple_core::game::{Game, Node};
use meeple_core::games::{AnyGame, AnyState};
use meeple_core::rng::Rng;
use meeple_core::search::tree::Tree;
use meeple_core::search::{Budget, Options, Position, Search, Selection, search};
use meeple_core::with_state;
use serde_json::{Value, json};

fn load(name: &str, params: &Value) -> AnyGame {
    AnyGame::load(name, params.as_object().unwrap()).unwrap()
}

fn settled(game: &AnyGame, seed: u64) -> AnyState {
    let mut state = game.initial();
    with_state!(&mut state, at => at.settle(&mut Rng::new(seed), false));
    state
}

fn budget(simulations: u64) -> Budget {
    Budget { simulations: Some(simulations), time: None }
}

#[test]
fn means_and_visits_follow_from_what_was_taken_up() {
    let mut legal = Actions::new();
    legal.extend(3, 0b101);
    for selection in [Selection::Uct, Selection::Puct] {
        let mut tree = Tree::new(2, selection, 1.0);
        let node = tree.insert(7);
        assert_eq!(tree.find(7), Some(node));
        tree.expand(node, &legal, None);
        let (mut rng, mut sums) = (Rng::new(1), [[0.0_f32; 2]; 2]);
        for k in 0..500_u16 {
            let (step, action) = tree.choose(node, Seat((k % 2) as u8), None, &mut rng);
            let share = rng.random() as f32;
            let values = [share, 1.0 - share, 0.0, 0.0, 0.0, 0.0];
            let edge = usize::from(action.0 == 5);
            sums[edge][0] += values[0];
            sums[edge][1] += values[1];
            tree.update(&[step], &values);
        }
        let edges = tree.edges(node);
        assert_eq!(edges.iter().map(|edge| edge.action).collect::<Vec<_>>(), [Action(3), Action(5)]);
        assert_eq!(edges.iter().map(|edge| edge.visits).sum::<u32>(), 500);
        for (edge, sum) in edges.iter().zip(sums) {
            for seat in 0..2 {
                assert!((edge.values[seat] - sum[seat] / edge.visits as f32).abs() < 1e-4, "{selection:?} {edge:?} {sum:?}");
            }
        }
    }
}

#[test]
fn what_is_taken_back_leaves_no_trace() {
    let mut legal = Actions::new();
    legal.extend(0, 0b11111);
    let mut tree = Tree::new(3, Selection::Uct, 1.0);
    let node = tree.insert(1);
    tree.expand(node, &legal, None);
    let mut rng = Rng::new(2);
    for _ in 0..3 {
        let (step, _) = tree.choose(node, Seat(0), None, &mut rng);
        tree.update(&[step], &[0.5, 0.25, 0.25, 0.0, 0.0, 0.0]);
    }
    let before = tree.edges(node);
    let steps: Vec<_> = (0..9).map(|_| tree.choose(node, Seat(1), None, &mut rng).0).collect();
    for step in &steps {
        tree.forget(&[*step]);
    }
    for (edge, old) in tree.edges(node).iter().zip(&before) {
        assert_eq!((edge.action, edge.visits), (old.action, old.visits));
        assert!(edge.values.iter().zip(old.values).all(|(a, b)| (a - b).abs() < 1e-5));
    }
}

#[test]
fn an_action_that_can_not_always_be_taken_is_tried_when_it_can() {
    let sets: Vec<Actions> = [0b0011_u64, 0b0110, 0b1000_0001, 0b1110]
        .iter()
        .map(|&bits| {
            let mut legal = Actions::new();
            legal.extend(60, bits);
            legal
        })
        .collect();
    for selection in [Selection::Uct, Selection::Puct] {
        let mut tree = Tree::new(2, selection, 1.0);
        let node = tree.insert(1);
        tree.expand(node, &sets[0], None);
        let mut rng = Rng::new(3);
        let mut pending = Vec::new();
        for k in 0..400_usize {
            let legal = &sets[k % sets.len()];
            let (step, action) = tree.choose(node, Seat(0), Some(legal), &mut rng);
            assert!(legal.contains(action), "{action:?}");
            // A way stays valid while edges are added behind it.
            pending.push((step, if action == Action(67) { 1.0 } else { 0.0 }));
            if pending.len() == 7 {
                for (step, value) in pending.drain(..) {
                    tree.update(&[step], &[value, 1.0 - value, 0.0, 0.0, 0.0, 0.0]);
                }
            }
        }
        for (step, value) in pending.drain(..) {
            tree.update(&[step], &[value, 1.0 - value, 0.0, 0.0, 0.0, 0.0]);
        }
        let edges = tree.edges(node);
        assert_eq!(edges.iter().map(|edge| edge.action.0).collect::<Vec<_>>(), [60, 61, 62, 63, 67]);
        assert_eq!(edges.iter().map(|edge| edge.visits).sum::<u32>(), 400);
        for edge in &edges {
            let expected = if edge.action == Action(67) { 1.0 } else { 0.0 };
            assert!((edge.values[0] - expected).abs() < 1e-5, "{edge:?}");
        }
        assert!(edges[4].visits > 80, "the better of two where it can be taken: {edges:?}");
    }
}

#[test]
fn others_do_not_answer_to_a_secret_choice() {
    // Seat 0 bids in secret: what seat 1 does next stands by one key whatever the bid.
    let AnyState::Legends(at) = settled(&load("legends", &json!({"players": 3})), 4) else { panic!("legends") };
    assert_eq!(at.game.phase(&at.state), "bid");
    let view = at.game.view(&at.state, Some(Seat(0)));
    let mut search = Search::new(Arc::clone(&at.game), view, None, Options::default(), false, 1, 1).unwrap();
    let bids = at.legal(None).len() as u64;
    search.run(budget(bids), &AtomicBool::new(false), &mut || true).unwrap();
    let found = search.found();
    assert!(found.edges.iter().all(|edge| edge.visits == 1), "untried actions come first: {found:?}");
    // All that comes after a bid is one node of seat 1, by a key that no bid changes.
    let keys: std::collections::HashSet<_> = at
        .legal(None)
        .iter()
        .map(|bid| {
            let after = at.apply(bid).unwrap();
            assert_eq!(after.node(), Node::Decision(Seat(1)));
            after.view(None).information_key()
        })
        .collect();
    assert_eq!(keys.len(), 1, "a spectator sees no bid");
}

#[test]
fn a_search_that_is_stopped_keeps_whole_simulations() {
    for name in ["legends", "kingdom", "empire", "guardians", "lost_lands"] {
        let state = settled(&load(name, &json!({})), 1);
        let mut search = search(&Position::State(state), Options::default(), false, 5, 2).unwrap();
        let stop = AtomicBool::new(false);
        let mut looks = 0;
        search
            .run(budget(1_000_000), &stop, &mut || {
                looks += 1;
                looks < 4
            })
            .unwrap();
        assert!(stop.load(Ordering::Relaxed));
        let found = search.found();
        assert!(found.simulations > 0 && found.simulations < 1_000_000);
        assert_eq!(found.edges.iter().map(|edge| u64::from(edge.visits)).sum::<u64>(), found.simulations, "{name}");
    }
}

#[test]
fn old_nodes_make_room_for_new_ones() {
    let state = settled(&load("legends", &json!({"players": 3})), 2);
    let options = Options { max_nodes: 400, ..Options::default() };
    let mut search = search(&Position::State(state.clone()), options, false, 5, 1).unwrap();
    let stop = AtomicBool::new(false);
    let mut total = 0;
    for _ in 0..6 {
        search.run(budget(300), &stop, &mut || true).unwrap();
        let found = search.found();
        assert!(found.nodes <= 401, "{}", found.nodes);
        let visits: u64 = found.edges.iter().map(|edge| u64::from(edge.visits)).sum();
        total += 300;
        assert_eq!(visits, total, "the root is never dropped");
    }
}
