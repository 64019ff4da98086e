//! What is no one game's: sets as machine words, majorities, distinct representatives, hexes.

pub mod distinct;
pub mod hex;
pub mod majority;
pub mod sets;
