//! The rules of meeple's games: states, legal actions, transitions and scores. No Python, no unsafe code, no heap in a state.
//!
//! - [`game`]: the contract every game keeps; [`games`]: the games and the one list of them.
//! - [`action`], [`chance`], [`score`], [`outcome`], [`error`], [`rng`], [`hash`], [`observation`]: what the contract is told in.
//! - [`codec`]: documents and bytes. [`mechanics`]: what is no one game's.
//! - [`run`]: playouts, perft and the contract test, over any game.

pub mod action;
pub mod chance;
pub mod codec;
pub mod error;
pub mod game;
pub mod games;
pub mod hash;
pub mod mechanics;
pub mod observation;
pub mod outcome;
pub mod rng;
pub mod run;
pub mod score;
pub mod search;

pub use action::{Action, Actions, Seat};
pub use error::{Error, Result};
pub use game::{Game, Node};
pub use rng::Rng;

/// The most seats of any game.
pub const MAX_SEATS: usize = 6;
