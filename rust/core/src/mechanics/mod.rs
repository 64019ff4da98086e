//! What is no one game's: sets as machine words, majorities, trails, distinct representatives, hexes, dice, battles.

pub mod battle;
pub mod dice;
pub mod distinct;
pub mod hex;
pub mod majority;
pub mod sets;
pub mod trails;
pub mod words;
