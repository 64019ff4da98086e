//! What can be set of a search.

use crate::action::{one_of, shorten};
use crate::error::{Error, Result};
use crate::run::playout::Policy;

/// How an edge is chosen on the way down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// Untried actions first, then the best upper confidence bound.
    Uct,
    /// By priors: the bound of an action is the wider the likelier it was thought.
    Puct,
}

impl Selection {
    /// The selection of a name.
    pub fn parse(name: &str) -> Result<Self> {
        match name {
            "uct" => Ok(Self::Uct),
            "puct" => Ok(Self::Puct),
            other => Err(Error::argument("unknown_selection", "selection", format!("{:?}", shorten(other)), one_of(&["uct", "puct"]))),
        }
    }

    /// The weight of exploration that goes with it.
    pub const fn exploration(self) -> f32 {
        match self {
            Self::Uct => 0.7,
            Self::Puct => 1.5,
        }
    }
}

/// Dirichlet noise in the root's priors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// The parameter of the distribution: the smaller, the fewer actions it favours.
    pub alpha: f64,
    /// The share of the noise in the priors, from 0 to 1.
    pub share: f32,
}

/// What can be set of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// How an edge is chosen.
    pub selection: Selection,
    /// The weight of exploration.
    pub exploration: f32,
    /// Who plays from a leaf on.
    pub rollout: Policy,
    /// The most steps of that, chance counted; what is not over then is valued by its points.
    pub rollout_steps: u32,
    /// Noise at the root, for [`Selection::Puct`].
    pub noise: Option<Noise>,
    /// The most nodes; a search goes on without new ones.
    pub max_nodes: usize,
    /// Whether a simulation starts at a state as likely as what others did makes it ([`crate::game::Game::imagine`]), or at any that looks like the view.
    pub beliefs: bool,
    /// For studies: each simulation starts at the true state instead of one that looks like it.
    pub true_state: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            selection: Selection::Uct,
            exploration: Selection::Uct.exploration(),
            rollout: Policy::Random,
            rollout_steps: u32::MAX,
            noise: None,
            max_nodes: 4_000_000,
            beliefs: true,
            true_state: false,
        }
    }
}
