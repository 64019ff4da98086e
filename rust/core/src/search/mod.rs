//! Tree search over any game: any number of seats, chance, hidden hands, simultaneous choices.
//!
//! One seat searches. Each simulation draws a state that looks like what the seat sees ([`Game::resample`]), walks down the tree and plays the
//! rest out, or asks an evaluator. Statistics stand by what can be known: those of the searching seat's decisions by its view, those of the
//! others' by what is open to all. So a choice cannot hang on what its maker does not know: not the searcher's on hidden cards, not the others' on
//! the searcher's secret choice at the same moment. Values are max-n: each seat goes for its own share of the win.
//!
//! Chance is not in the tree: its outcome is drawn by its odds, and what it leads to is found by its key. Two ways to one position meet in one
//! node.
//!
//! Simulations go in rounds of a fixed width: the leaves of a round are chosen one after the other, each counted as lost until it is
//! valued; they are valued on as many threads as there are; then their values go up in order. So the result is the same for any number of threads.
//!
//! - [`options`]: what can be set. [`tree`]: nodes and the choice among their edges. [`walk`]: one simulation's way down.
//! - [`any`]: the same for whatever game. [`values`]: what a leaf is worth. [`rounds`]: rounds, budgets, results. [`noise`]: Dirichlet noise at the root.

pub mod any;
pub mod noise;
pub mod options;
pub mod rounds;
pub mod tree;
pub mod values;
mod walk;

pub use any::{AnySearch, Position, search};
pub use options::{Noise, Options, Selection};
pub use rounds::{Budget, Found, Search};

#[cfg(doc)]
use crate::game::Game;
