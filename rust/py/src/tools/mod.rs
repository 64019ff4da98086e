//! Tools that belong to one game, one file a game.

pub mod empire;
pub mod kingdom;
pub mod legends;
pub mod lost_lands;
