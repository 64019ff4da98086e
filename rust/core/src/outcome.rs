//! How a game ended.

use crate::MAX_SEATS;
use crate::action::Seat;

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that share the win, ascending.
    pub winners: Vec<Seat>,
    /// The rank of each seat, from 1; equal seats have the same, and the next one counts them (1, 2, 2, 4).
    pub ranks: Vec<u8>,
    /// Why the game ended, a word of the game.
    pub reason: &'static str,
    /// What decided between seats with the most points; `None` if nothing had to or nothing could.
    pub tie_break: Option<&'static str>,
}

impl Outcome {
    /// Ranks seats by their keys, the highest first. The first key of each is its points; `names` are those of the other keys.
    pub fn from_keys<const N: usize>(keys: &[[i32; N]], names: &[&'static str], reason: &'static str) -> Self {
        let ranks: Vec<u8> = keys.iter().map(|key| 1 + keys.iter().filter(|other| *other > key).count() as u8).collect();
        let winners: Vec<Seat> = (0..keys.len() as u8).map(Seat).filter(|seat| ranks.get(seat.index()) == Some(&1)).collect();
        let best = keys.iter().max().copied().unwrap_or([0; N]);
        let rivals: Vec<&[i32; N]> = keys.iter().filter(|key| key.first() == best.first()).collect();
        let tie_break = if rivals.len() > winners.len() {
            // The first key at which the winner has just the winners beside it has decided.
            (1..=N)
                .find(|&n| rivals.iter().filter(|key| key.get(..n) == best.get(..n)).count() == winners.len())
                .and_then(|n| names.get(n.checked_sub(2)?))
                .copied()
        } else {
            None
        };
        Self { winners, ranks, reason, tie_break }
    }

    /// 1.0 shared equally by the winners, 0.0 for the others (G-7).
    pub fn returns(&self) -> [f64; MAX_SEATS] {
        let mut returns = [0.0; MAX_SEATS];
        for seat in &self.winners {
            if let Some(place) = returns.get_mut(seat.index()) {
                *place = 1.0 / self.winners.len() as f64;
            }
        }
        returns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_the_key_that_decided() {
        let outcome = Outcome::from_keys(&[[5, 0, 2], [7, 1, 3], [7, 1, 4], [5, 0, 2]], &["coins", "armies"], "end");
        assert_eq!(outcome.winners, [Seat(2)]);
        assert_eq!(outcome.ranks, [3, 2, 1, 3]);
        assert_eq!(outcome.tie_break, Some("armies"));
        let shared = Outcome::from_keys(&[[7, 1], [7, 1], [7, 0]], &["coins"], "end");
        assert_eq!((shared.winners.len(), shared.tie_break), (2, Some("coins")));
        let clear = Outcome::from_keys(&[[7, 1], [8, 0]], &["coins"], "end");
        assert_eq!((clear.winners.len(), clear.tie_break), (1, None));
        assert_eq!(shared.returns()[..3], [0.5, 0.5, 0.0]);
    }
}
