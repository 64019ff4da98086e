//! Rounds of simulations for one seat, their budget and their result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::noise::dirichlet;
use super::options::Options;
use super::tree::{Edge, NodeId, Tree};
use super::values::{Values, roll_out, value};
use super::walk::{Leaf, Walker, key};
use crate::MAX_SEATS;
use crate::action::{Action, Actions, Seat};
use crate::chance::Outcomes;
use crate::error::{Error, Result};
use crate::game::{Game, Node, Payload};
use crate::rng::{Rng, SplitMix64};
use crate::run::batch::workers::Workers;

/// When a search ends: with the first of these.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// So many simulations more.
    pub simulations: Option<u64>,
    /// So much time.
    pub time: Option<Duration>,
}

/// The most leaves of a round.
const WIDEST: u64 = 16;

impl Budget {
    /// How many leaves are chosen before their values are known: few where each counts.
    pub fn width(&self) -> usize {
        self.simulations.map_or(WIDEST / 2, |simulations| (simulations / 128).clamp(1, WIDEST)) as usize
    }
}

/// What a search has found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The seat that searches.
    pub seat: Seat,
    /// Its legal actions, ascending.
    pub edges: Vec<Edge>,
    /// The mean value of each seat.
    pub value: Values,
    /// Simulations of this search.
    pub simulations: u64,
    /// Its time in seconds.
    pub seconds: f64,
    /// Nodes in the tree.
    pub nodes: usize,
    /// The actions most often taken from the root on, up to the next chance node: id and seat.
    pub variation: Vec<(Action, Seat)>,
}

/// The longest principal variation.
const VARIATION: usize = 32;

/// A tree and the position it is searched from.
#[derive(Debug)]
pub struct Search<G: Game> {
    game: Arc<G>,
    seat: Seat,
    options: Options,
    evaluated: bool,
    tree: Tree,
    view: G::View,
    belief: G::Belief,
    /// The true state, for studies.
    truth: Option<G::State>,
    root: Option<NodeId>,
    seed: u64,
    /// The number of the next simulation of this tree.
    next: u64,
    leaves: Vec<Leaf<G>>,
    pending: usize,
    buffer: Outcomes,
    payload: Payload,
    workers: Workers,
    simulations: u64,
    started: Instant,
    seconds: f64,
    /// Whether the root has its noise.
    noisy: bool,
}

impl<G: Game> Search<G> {
    /// A search of what a seat sees; with `truth` from that state alone. `evaluated`: leaves are valued from outside.
    pub fn new(
        game: Arc<G>,
        view: G::View,
        truth: Option<G::State>,
        options: Options,
        evaluated: bool,
        seed: u64,
        threads: usize,
    ) -> Result<Self> {
        let seat = Self::searcher(&game, &view)?;
        let tree = Tree::new(game.common().num_players, options.selection, options.exploration);
        let belief = game.belief(&view);
        Ok(Self {
            game,
            seat,
            options,
            evaluated,
            tree,
            view,
            belief,
            truth,
            root: None,
            seed,
            next: 0,
            leaves: Vec::new(),
            pending: 0,
            buffer: Outcomes::new(),
            payload: Payload::new(),
            workers: Workers::new(threads),
            simulations: 0,
            started: Instant::now(),
            seconds: 0.0,
            noisy: false,
        })
    }

    /// The seat whose view it is, if it has to choose now.
    fn searcher(game: &G, view: &G::View) -> Result<Seat> {
        let seat = game
            .viewer(view)
            .ok_or_else(|| Error::argument("no_seat", "position", "a spectator's view", "the view of a seat that has to choose"))?;
        let example = game.resample(view, &mut Rng::new(0));
        if game.deciders(&example).contains(seat) {
            return Ok(seat);
        }
        let phase = game.phase(&example);
        Err(Error::argument(
            "no_decision",
            "position",
            format!("phase `{phase}` for seat {}", seat.0),
            "a position in which the seat chooses",
        ))
    }

    /// Goes on from another view of the same seat, with all that is known of what may still come.
    pub fn move_to(&mut self, view: G::View, truth: Option<G::State>) -> Result<()> {
        let seat = Self::searcher(&self.game, &view)?;
        if seat != self.seat {
            let expected = format!("a position in which seat {} chooses: the tree knows what that seat can know", self.seat.0);
            return Err(Error::argument("other_seat", "position", format!("seat {}", seat.0), expected));
        }
        self.belief = self.game.belief(&view);
        (self.view, self.truth, self.root) = (view, truth, None);
        Ok(())
    }

    /// Its game.
    pub const fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// What was set.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The leaves of the next round.
    fn collect(&mut self, count: usize) {
        while self.leaves.len() < count {
            self.leaves.push(Leaf::new(self.game.initial()));
        }
        let mut walker = Walker {
            game: &*self.game,
            seat: self.seat,
            options: &self.options,
            evaluated: self.evaluated,
            buffer: &mut self.buffer,
            payload: &mut self.payload,
        };
        for leaf in &mut self.leaves[..count] {
            leaf.rng = Rng::new(SplitMix64::nth(self.seed, self.next));
            self.next += 1;
            leaf.state = match self.truth {
                Some(state) => state,
                None if self.options.beliefs => walker.game.imagine(&self.view, &self.belief, &mut leaf.rng),
                None => walker.game.resample(&self.view, &mut leaf.rng),
            };
            let first = walker.walk(&mut self.tree, leaf);
            self.root = self.root.or(first);
        }
        self.pending = count;
    }

    /// Plays the leaves of the round out.
    fn play_out(&mut self, stop: &AtomicBool) -> Result<()> {
        let (game, options) = (&*self.game, &self.options);
        let leaves = &mut self.leaves[..self.pending];
        let play = |leaf: &mut Leaf<G>, buffer: &mut Outcomes| {
            leaf.values = match leaf.seat {
                Some(_) => roll_out(game, &mut leaf.state, options, &mut leaf.rng, buffer, stop),
                None => value(game, &leaf.state),
            };
        };
        if self.workers.threads < 2 || leaves.len() < 2 {
            leaves.iter_mut().for_each(|leaf| play(leaf, &mut self.buffer));
            return Ok(());
        }
        self.workers.run(leaves.iter_mut(), |leaf| play(leaf, &mut Outcomes::new()))
    }

    /// Ends a round: takes the values up, or, without them, takes the round back.
    fn finish(&mut self, valued: bool) {
        for leaf in &self.leaves[..self.pending] {
            if valued { self.tree.update(&leaf.way, &leaf.values) } else { self.tree.forget(&leaf.way) }
        }
        if valued {
            self.simulations += self.pending as u64;
        }
        self.pending = 0;
        if !self.noisy {
            self.make_noise();
        }
    }

    /// Draws noise for the root once it has its edges.
    fn make_noise(&mut self) {
        if let (Some(noise), Some(root)) = (self.options.noise, self.root.filter(|&root| self.tree.is_expanded(root))) {
            self.noisy = true;
            let count = self.tree.edges(root).len();
            let mut rng = Rng::new(SplitMix64::nth(!self.seed, self.next));
            self.tree.set_noise(Some((root, noise.share, dirichlet(noise.alpha, count, &mut rng))));
        }
    }

    /// Begins a search: what it counts is back at nothing, the tree stays.
    pub fn begin(&mut self) {
        self.tree.begin(self.options.max_nodes);
        self.tree.set_noise(None);
        (self.root, self.simulations, self.started, self.noisy) = (None, 0, Instant::now(), self.options.noise.is_none());
    }

    /// Simulations since it began.
    pub const fn simulations(&self) -> u64 {
        self.simulations
    }

    /// The next round for an evaluator: leaves where the game is over are valued at once, the others wait.
    pub fn gather(&mut self, count: usize) {
        self.collect(count);
        for leaf in &mut self.leaves[..count] {
            if leaf.seat.is_none() {
                leaf.values = value(&*self.game, &leaf.state);
            }
        }
    }

    /// The leaves of the round that wait, and who has to choose there.
    pub fn open(&self) -> impl Iterator<Item = (&G::State, Seat)> {
        self.leaves[..self.pending].iter().filter_map(|leaf| leaf.seat.map(|seat| (&leaf.state, seat)))
    }

    /// Writes what the seat to choose sees at each leaf that waits, and what it may do: a row each.
    pub fn observe(&mut self, observations: &mut [f32], masks: &mut [bool]) {
        let common = self.game.common();
        let rows = observations.chunks_mut(common.observation.size).zip(masks.chunks_mut(common.actions.size() as usize));
        let leaves = self.leaves[..self.pending].iter().filter_map(|leaf| leaf.seat.map(|seat| (&leaf.state, seat)));
        for ((state, seat), (observation, mask)) in leaves.zip(rows) {
            self.game.observe(&self.game.view(state, Some(seat)), observation);
            self.game.legal(state, &mut self.buffer.actions);
            self.buffer.actions.write_mask(mask, false, true);
        }
    }

    /// Ends a round with what an evaluator says of each leaf that waits: a row of weights of all actions and one of values, of the seats
    /// from the one to choose on. Weights of what is not legal count nothing; where they come to nothing all are alike.
    pub fn give(&mut self, priors: &[f32], values: &[f32]) {
        let common = self.game.common();
        let seats = common.num_players;
        let rows = priors.chunks(common.actions.size() as usize).zip(values.chunks(seats));
        let leaves = self.leaves[..self.pending].iter_mut().filter_map(|leaf| leaf.seat.map(|seat| (leaf, seat)));
        let mut weights = Vec::new();
        for ((leaf, seat), (prior, value)) in leaves.zip(rows) {
            for (k, value) in value.iter().enumerate() {
                leaf.values[(seat.index() + k) % seats] = *value;
            }
            // Two leaves of a round may be one node.
            let Some(node) = leaf.node.filter(|&node| !self.tree.is_expanded(node)) else { continue };
            let legal = &mut self.buffer.actions;
            self.game.legal(&leaf.state, legal);
            weights.clear();
            weights.extend(legal.iter().map(|action| prior.get(action.0 as usize).copied().unwrap_or_default().max(0.0)));
            let sum: f32 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum);
            self.tree.expand(node, legal, (sum > 0.0).then_some(&weights));
        }
        self.finish(true);
    }

    /// Takes a round back that was not valued.
    pub fn forget(&mut self) {
        self.finish(false);
    }

    /// Searches with rollouts. `tick` is called now and then; when it returns false the search ends with what it has.
    pub fn run(&mut self, budget: Budget, stop: &AtomicBool, tick: &mut dyn FnMut() -> bool) -> Result<()> {
        self.begin();
        let width = budget.width();
        let mut unlooked = 0;
        loop {
            let left = budget.simulations.map_or(u64::MAX, |all| all - self.simulations);
            let count = left.min(width as u64) as usize;
            if count == 0 || stop.load(Ordering::Relaxed) {
                break;
            }
            self.collect(count);
            self.play_out(stop)?;
            self.finish(!stop.load(Ordering::Relaxed));
            unlooked += count;
            if unlooked >= 16 {
                unlooked = 0;
                if !tick() {
                    stop.store(true, Ordering::Relaxed);
                }
                if budget.time.is_some_and(|time| self.started.elapsed() >= time) {
                    break;
                }
            }
        }
        self.seconds = self.started.elapsed().as_secs_f64();
        Ok(())
    }

    /// The actions most often taken, up to where chance comes in or the tree ends.
    fn variation(&mut self) -> Vec<(Action, Seat)> {
        let mut variation = Vec::new();
        let mut state = self.truth.unwrap_or_else(|| self.game.resample(&self.view, &mut Rng::new(self.seed)));
        while variation.len() < VARIATION {
            let Node::Decision(actor) = self.game.node(&state) else { break };
            let mut legal = Actions::new();
            self.game.legal(&state, &mut legal);
            let action = if legal.len() == 1 {
                legal.nth(0)
            } else {
                let node = self.tree.find(key(&*self.game, &state, actor, self.seat, &mut self.payload));
                let edges = node.filter(|&node| self.tree.is_expanded(node)).map(|node| self.tree.edges(node)).unwrap_or_default();
                let tried = edges.into_iter().filter(|edge| edge.visits > 0 && legal.contains(edge.action));
                let own = |edge: &Edge| edge.values[actor.index()];
                let order = |a: &Edge, b: &Edge| a.visits.cmp(&b.visits).then(own(a).total_cmp(&own(b))).then(b.action.cmp(&a.action));
                tried.max_by(order).map(|edge| edge.action)
            };
            let Some(action) = action else { break };
            variation.push((action, actor));
            self.game.apply(&mut state, action);
        }
        variation
    }

    /// What was found.
    pub fn found(&mut self) -> Found {
        if self.evaluated {
            self.seconds = self.started.elapsed().as_secs_f64();
        }
        let edges = match self.root.filter(|&root| self.tree.is_expanded(root)) {
            Some(root) => self.tree.edges(root),
            None => {
                let mut legal = Actions::new();
                self.game.legal_for(&self.game.resample(&self.view, &mut Rng::new(0)), self.seat, &mut legal);
                let prior = 1.0 / legal.len().max(1) as f32;
                legal.iter().map(|action| Edge { action, visits: 0, prior, values: [0.0; MAX_SEATS] }).collect()
            }
        };
        let total: u64 = edges.iter().map(|edge| u64::from(edge.visits)).sum();
        let mut value = [0.0; MAX_SEATS];
        for edge in &edges {
            for (place, mean) in value.iter_mut().zip(edge.values) {
                *place += mean * edge.visits as f32 / total.max(1) as f32;
            }
        }
        Found {
            seat: self.seat,
            edges,
            value,
            simulations: self.simulations,
            seconds: self.seconds,
            nodes: self.tree.len(),
            variation: self.variation(),
        }
    }
}
