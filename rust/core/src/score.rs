//! Scores by part.

/// One seat's points by part, in the order of the rules page. Names are ids: of a part, a card, an edict.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Breakdown(pub Vec<(String, i32)>);

impl Breakdown {
    /// The score: the sum of the parts.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|&(_, points)| points).sum()
    }

    /// Adds a part behind those there are.
    pub fn push(&mut self, name: impl Into<String>, points: i32) {
        self.0.push((name.into(), points));
    }
}

/// Points by seat.
pub type Scores = [i32; crate::MAX_SEATS];

/// The most parts that a game's table of points has ([`crate::game::Game::score_parts`]).
pub const MAX_PARTS: usize = 12;

/// Points by part of the game's table, where all cards of a kind are one part.
pub type Parts = [i32; MAX_PARTS];
