//! One simulation's way from the root to a leaf.

use super::options::{Options, Selection};
use super::tree::{Key, NodeId, Step, Tree};
use super::values::Values;
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::chance::Outcomes;
use crate::game::{Game, Node, Payload};
use crate::hash;
use crate::rng::Rng;

/// Where a simulation leaves the tree.
#[derive(Debug)]
pub(super) struct Leaf<G: Game> {
    /// The state there, and later where its rollout ended.
    pub state: G::State,
    /// The way there.
    pub way: Vec<Step>,
    /// The node that stands for it, to be given its edges by an evaluator.
    pub node: Option<NodeId>,
    /// Who has to choose there; `None` where the game is over.
    pub seat: Option<Seat>,
    /// Draws all of the simulation's chance.
    pub rng: Rng,
    /// What it is worth to each seat.
    pub values: Values,
}

impl<G: Game> Leaf<G> {
    pub fn new(state: G::State) -> Self {
        Self { state, way: Vec::new(), node: None, seat: None, rng: Rng::new(0), values: [0.0; MAX_SEATS] }
    }
}

/// What stands for what can be known at a decision of `actor`: the searching seat's view at its own, what is open to all at another's.
#[inline]
pub(super) fn key<G: Game>(game: &G, state: &G::State, actor: Seat, searcher: Seat, payload: &mut Payload) -> Key {
    let viewer = (actor == searcher).then_some(actor);
    payload.clear();
    payload.put([actor.0 | u8::from(viewer.is_some()) << 7]);
    game.write_view(&game.view(state, viewer), payload);
    u128::from_le_bytes(hash::hash128(payload, &game.common().fingerprint))
}

/// What a walk needs besides the tree.
pub(super) struct Walker<'a, G: Game> {
    pub game: &'a G,
    pub seat: Seat,
    pub options: &'a Options,
    /// Whether an evaluator gives nodes their edges.
    pub evaluated: bool,
    pub buffer: &'a mut Outcomes,
    pub payload: &'a mut Payload,
}

impl<G: Game> Walker<'_, G> {
    /// Priors of the legal actions without an evaluator: by the order in which the greedy policy likes them, since what they are worth to it
    /// is of another scale in each game.
    fn guess(&self, state: &G::State, actor: Seat) -> Option<Vec<f32>> {
        if self.options.selection == Selection::Uct {
            return None;
        }
        let mut worths = Vec::with_capacity(self.buffer.actions.len());
        self.game.worths(state, &self.buffer.actions, actor, |_, worth| worths.push(worth));
        let mut sorted = worths.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        // Equals share the weights of their ranks.
        let weight = |rank: usize| 1.0 / ((1 + rank) * (1 + rank)) as f32;
        let share = |worth: i32| {
            let first = sorted.partition_point(|&other| other > worth);
            let behind = sorted.partition_point(|&other| other >= worth);
            (first..behind).map(weight).sum::<f32>() / (behind - first) as f32
        };
        let total: f32 = (0..sorted.len()).map(weight).sum();
        Some(worths.into_iter().map(|worth| share(worth) / total).collect())
    }

    /// Goes from the leaf's state down to where the tree ends. Returns the node of the searching seat's first decision.
    pub fn walk(&mut self, tree: &mut Tree, leaf: &mut Leaf<G>) -> Option<NodeId> {
        let game = self.game;
        let mut first = None;
        leaf.way.clear();
        leaf.node = None;
        loop {
            let actor = match game.node(&leaf.state) {
                Node::Terminal => {
                    leaf.seat = None;
                    return first;
                }
                Node::Chance => {
                    game.chance(&leaf.state, self.buffer);
                    let Some(outcome) = self.buffer.sample(&mut leaf.rng) else { return first };
                    game.apply(&mut leaf.state, outcome);
                    continue;
                }
                Node::Decision(actor) => actor,
            };
            leaf.seat = Some(actor);
            let own = actor == self.seat;
            let root = own && first.is_none();
            if !own {
                game.legal(&leaf.state, &mut self.buffer.actions);
                // Here it is forced, in another state that looks the same it may not be: no statistics.
                if let (1, Some(action)) = (self.buffer.actions.len(), self.buffer.actions.nth(0)) {
                    game.apply(&mut leaf.state, action);
                    continue;
                }
            }
            let key = key(game, &leaf.state, actor, self.seat, self.payload);
            let (node, fresh) = match tree.find(key) {
                Some(node) => (node, false),
                None if tree.len() >= self.options.max_nodes && !root => return first,
                None => (tree.insert(key), true),
            };
            if root {
                first = Some(node);
            }
            if !tree.is_expanded(node) {
                if own {
                    game.legal(&leaf.state, &mut self.buffer.actions);
                }
                let forced = own && !root && self.buffer.actions.len() == 1;
                if !forced && (self.evaluated || fresh && !root) {
                    leaf.node = Some(node);
                    return first;
                }
                let priors = self.guess(&leaf.state, actor);
                tree.expand(node, &self.buffer.actions, priors.as_deref());
            }
            if !root
                && own
                && let Some(action) = tree.forced(node)
            {
                game.apply(&mut leaf.state, action);
                continue;
            }
            let legal = (!own).then_some(&self.buffer.actions);
            let (step, action) = tree.choose(node, actor, legal, &mut leaf.rng);
            leaf.way.push(step);
            game.apply(&mut leaf.state, action);
        }
    }
}
