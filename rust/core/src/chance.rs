//! Chance nodes: outcomes with exact integer weights.

use arrayvec::ArrayVec;

use crate::action::{Action, Actions};
use crate::rng::Rng;

/// The most outcomes with weights of their own at one node.
pub const MAX_WEIGHTS: usize = 160;

/// The outcomes of a chance node, in the order of their numbers. The probability of one is its weight over the sum of all.
#[derive(Debug, Clone, Default)]
pub struct Outcomes {
    /// What can come.
    pub actions: Actions,
    /// The weights, one an action; empty where all are equal.
    pub weights: ArrayVec<u32, MAX_WEIGHTS>,
}

impl Outcomes {
    /// An empty set.
    pub const fn new() -> Self {
        Self { actions: Actions::new(), weights: ArrayVec::new_const() }
    }

    /// Empties it.
    #[inline]
    pub fn clear(&mut self) {
        self.actions.clear();
        self.weights.clear();
    }

    /// The sum of the weights.
    #[inline]
    pub fn total(&self) -> u64 {
        // Dice have two or three outcomes, for which a loop made for many costs more than it saves.
        match *self.weights.as_slice() {
            [] => self.actions.len() as u64,
            [a, b] => u64::from(a) + u64::from(b),
            [a, b, c] => u64::from(a) + u64::from(b) + u64::from(c),
            ref many => many.iter().map(|&weight| u64::from(weight)).sum(),
        }
    }

    /// Draws one: `below(total)`, then the first outcome whose prefix sum is above the number. `None` if there are none.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> Option<Action> {
        let mut number = rng.below(self.total());
        if self.weights.is_empty() {
            return self.actions.nth(number as usize);
        }
        for (k, &weight) in self.weights.iter().enumerate() {
            if number < u64::from(weight) {
                return self.actions.nth(k);
            }
            number -= u64::from(weight);
        }
        None
    }

    /// Each outcome with its weight.
    pub fn iter(&self) -> impl Iterator<Item = (Action, u32)> + '_ {
        self.actions.iter().enumerate().map(|(k, action)| (action, self.weights.get(k).copied().unwrap_or(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_followed_exactly() {
        let mut outcomes = Outcomes::new();
        outcomes.actions.extend(10, 0b111);
        outcomes.weights.extend([1, 3, 6]);
        assert_eq!(outcomes.total(), 10);
        let mut rng = Rng::new(1);
        let mut counts = [0_u32; 3];
        for _ in 0..100_000 {
            counts[usize::from(outcomes.sample(&mut rng).unwrap().0 - 10)] += 1;
        }
        for (count, weight) in counts.into_iter().zip([1, 3, 6]) {
            assert!((f64::from(count) - f64::from(weight) * 10_000.0).abs() < 600.0, "{counts:?}");
        }
    }
}
