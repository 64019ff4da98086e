//! What is no one game's: sets as machine words, majorities.

pub mod majority;
pub mod sets;
