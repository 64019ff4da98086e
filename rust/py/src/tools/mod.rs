//! Tools that belong to one game, one file a game.

pub mod legends;
