//! Tools that belong to one game, one file a game.

pub mod kingdom;
pub mod empire;
pub mod legends;
