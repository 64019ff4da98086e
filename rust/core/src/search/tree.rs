//! The tree: nodes found by what can be known, their edges in blocks of one arena.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::options::Selection;
use super::values::Values;
use crate::action::{Action, Actions, Seat};
use crate::rng::Rng;

/// What stands for what can be known at a decision.
pub type Key = u128;

/// Keys are hashes already.
#[derive(Debug, Default, Clone, Copy)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |word, &byte| word.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// A node's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeId(u32);

/// One step of a simulation's way: a node and the number of its edge.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    node: NodeId,
    edge: u16,
}

/// A decision.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where its edges begin; [`CLOSED`] before it was expanded.
    block: u32,
    /// Edges, and places for edges.
    count: u16,
    room: u16,
    /// Edges never taken.
    fresh: u16,
    /// Whether its actions are not the same in all states that lead here.
    varied: bool,
    /// How often an edge was chosen here.
    visits: u32,
    /// The last search that came here.
    age: u32,
}

const CLOSED: u32 = u32::MAX;

/// What is known of an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The action.
    pub action: Action,
    /// How often it was taken.
    pub visits: u32,
    /// How likely it was thought.
    pub prior: f32,
    /// The mean value of each seat.
    pub values: Values,
}

/// Nodes, edges and the table of keys.
#[derive(Debug)]
pub struct Tree {
    seats: usize,
    selection: Selection,
    exploration: f32,
    table: HashMap<Key, NodeId, BuildHasherDefault<KeyHasher>>,
    nodes: Vec<Node>,
    actions: Vec<Action>,
    visits: Vec<u32>,
    /// How often an edge could have been taken, where that varies.
    open: Vec<u32>,
    /// Priors, for [`Selection::Puct`].
    priors: Vec<f32>,
    /// Mean values: the edges of a block by seat.
    means: Vec<f32>,
    /// Mixed into the priors of this node.
    noise: Option<(NodeId, f32, Vec<f32>)>,
    /// Edges that can be taken now, where not all can.
    possible: Vec<u16>,
    age: u32,
}

impl Tree {
    /// An empty one.
    pub fn new(seats: usize, selection: Selection, exploration: f32) -> Self {
        Self {
            seats,
            selection,
            exploration,
            table: HashMap::default(),
            nodes: Vec::new(),
            actions: Vec::new(),
            visits: Vec::new(),
            open: Vec::new(),
            priors: Vec::new(),
            means: Vec::new(),
            noise: None,
            possible: Vec::new(),
            age: 0,
        }
    }

    /// How many nodes there are.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a key.
    #[inline]
    pub fn find(&self, key: Key) -> Option<NodeId> {
        self.table.get(&key).copied()
    }

    /// A node without edges for a key that has none.
    pub fn insert(&mut self, key: Key) -> NodeId {
        let node = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { block: CLOSED, count: 0, room: 0, fresh: 0, varied: false, visits: 0, age: self.age });
        self.table.insert(key, node);
        node
    }

    #[inline]
    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Whether it has edges.
    #[inline]
    pub fn is_expanded(&self, node: NodeId) -> bool {
        self.node(node).block != CLOSED
    }

    /// The only action of a node that has no other.
    #[inline]
    pub fn forced(&self, node: NodeId) -> Option<Action> {
        let node = self.node(node);
        if node.count == 1 && !node.varied { self.actions.get(node.block as usize).copied() } else { None }
    }

    fn new_block(&mut self, room: usize) -> usize {
        let block = self.actions.len();
        let end = block + room;
        self.actions.resize(end, Action(u16::MAX));
        self.visits.resize(end, 0);
        self.open.resize(end, 0);
        if self.selection == Selection::Puct {
            self.priors.resize(end, 0.0);
        }
        self.means.resize(end * self.seats, 0.0);
        block
    }

    /// Gives a node its edges; priors are those of `priors` in the same order, or all equal.
    pub fn expand(&mut self, node: NodeId, legal: &Actions, priors: Option<&[f32]>) {
        let count = legal.len();
        let block = self.new_block(count);
        let equal = 1.0 / count as f32;
        for (k, action) in legal.iter().enumerate() {
            self.actions[block + k] = action;
            if self.selection == Selection::Puct {
                self.priors[block + k] = priors.and_then(|priors| priors.get(k)).copied().unwrap_or(equal);
            }
        }
        let place = &mut self.nodes[node.0 as usize];
        (place.block, place.count, place.room, place.fresh) = (block as u32, count as u16, count as u16, count as u16);
    }

    /// One more edge, behind the others.
    fn append(&mut self, node: NodeId, action: Action, prior: f32) -> u16 {
        let old = *self.node(node);
        let (count, room) = (old.count as usize, old.room as usize);
        if count == room {
            let wider = 2 * room.max(2);
            let (from, to) = (old.block as usize, self.new_block(wider));
            self.actions.copy_within(from..from + count, to);
            self.visits.copy_within(from..from + count, to);
            self.open.copy_within(from..from + count, to);
            if self.selection == Selection::Puct {
                self.priors.copy_within(from..from + count, to);
            }
            for seat in 0..self.seats {
                let start = from * self.seats + seat * room;
                self.means.copy_within(start..start + count, to * self.seats + seat * wider);
            }
            let place = &mut self.nodes[node.0 as usize];
            (place.block, place.room) = (to as u32, wider as u16);
        }
        let place = &mut self.nodes[node.0 as usize];
        let slot = place.block as usize + count;
        (place.count, place.fresh) = (place.count + 1, place.fresh + 1);
        self.actions[slot] = action;
        if self.selection == Selection::Puct {
            self.priors[slot] = prior;
        }
        count as u16
    }

    /// Finds which edges can be taken in a state with these actions, into `possible`; adds those that are missing. False if all can.
    fn narrow(&mut self, node: NodeId, legal: &Actions) -> bool {
        let place = *self.node(node);
        let (block, count) = (place.block as usize, place.count as usize);
        let edges = &self.actions[block..block + count];
        if !place.varied && legal.len() == count && legal.iter().zip(edges).all(|(action, &edge)| action == edge) {
            return false;
        }
        self.possible.clear();
        self.possible.extend((0..count as u16).filter(|&edge| legal.contains(edges[edge as usize])));
        if !place.varied {
            // Until now each edge could be taken each time.
            self.nodes[node.0 as usize].varied = true;
            self.open[block..block + count].fill(place.visits);
        }
        if self.possible.len() < legal.len() {
            let known: Vec<Action> = edges.to_vec();
            let prior = 1.0 / legal.len() as f32;
            for action in legal.iter().filter(|action| !known.contains(action)) {
                let edge = self.append(node, action, prior);
                self.possible.push(edge);
            }
        }
        let block = self.node(node).block as usize;
        for &edge in &self.possible {
            self.open[block + edge as usize] += 1;
        }
        true
    }

    /// Chooses an edge for the seat, among all or, with `legal`, among those that can be taken now. It counts as lost until [`Tree::update`].
    #[inline]
    pub fn choose(&mut self, node: NodeId, seat: Seat, legal: Option<&Actions>, rng: &mut Rng) -> (Step, Action) {
        let narrowed = legal.is_some_and(|legal| self.narrow(node, legal));
        let place = *self.node(node);
        let edge = if narrowed {
            let possible = std::mem::take(&mut self.possible);
            let edge = self.best(node, &place, seat, possible.iter().map(|&edge| edge as usize), true, rng);
            self.possible = possible;
            edge
        } else {
            self.best(node, &place, seat, 0..place.count as usize, false, rng)
        };
        let slot = place.block as usize + edge;
        let visits = self.visits[slot] + 1;
        self.visits[slot] = visits;
        let shrink = 1.0 - 1.0 / visits as f32;
        let (base, room) = (place.block as usize * self.seats + edge, place.room as usize);
        for seat in 0..self.seats {
            self.means[base + seat * room] *= shrink;
        }
        let counted = &mut self.nodes[node.0 as usize];
        counted.visits += 1;
        counted.age = self.age;
        counted.fresh -= u16::from(visits == 1);
        (Step { node, edge: edge as u16 }, self.actions[slot])
    }

    /// The edge to take.
    #[inline]
    fn best(
        &self,
        id: NodeId,
        node: &Node,
        seat: Seat,
        edges: impl Iterator<Item = usize> + Clone,
        narrowed: bool,
        rng: &mut Rng,
    ) -> usize {
        let (block, count) = (node.block as usize, node.count as usize);
        let visits = &self.visits[block..block + count];
        let start = block * self.seats + seat.index() * node.room as usize;
        let means = &self.means[start..start + count];
        match self.selection {
            Selection::Uct => {
                if node.fresh > 0 {
                    let untried = edges.clone().filter(|&edge| visits[edge] == 0);
                    let number = untried.clone().count();
                    if number > 0 {
                        return untried.clone().nth(rng.below(number as u64) as usize).unwrap_or_default();
                    }
                }
                let weight = self.exploration * self.exploration;
                let all = weight * (node.visits.max(1) as f32).ln();
                let open = &self.open[block..block + count];
                greatest(edges.map(|edge| {
                    let spread = if narrowed { weight * (open[edge].max(1) as f32).ln() } else { all };
                    (edge, means[edge] + (spread / visits[edge] as f32).sqrt())
                }))
            }
            Selection::Puct => {
                let priors = &self.priors[block..block + count];
                let noise = self.noise.as_ref().filter(|(noisy, _, shares)| *noisy == id && shares.len() == count);
                let (total, sum) =
                    edges.clone().fold((0_u32, 0.0), |(total, sum), edge| (total + visits[edge], sum + means[edge] * visits[edge] as f32));
                // An action never tried is thought to be as good as the others were.
                let usual = if total > 0 { sum / total as f32 } else { 0.0 };
                let weight = self.exploration * (total.max(1) as f32).sqrt();
                greatest(edges.map(|edge| {
                    let prior = noise.map_or(priors[edge], |(_, share, shares)| priors[edge] * (1.0 - share) + shares[edge] * share);
                    let mean = if visits[edge] > 0 { means[edge] } else { usual };
                    (edge, mean + weight * prior / (1 + visits[edge]) as f32)
                }))
            }
        }
    }

    /// Takes the value that a simulation came to up its way.
    #[inline]
    pub fn update(&mut self, way: &[Step], values: &Values) {
        for step in way {
            let node = *self.node(step.node);
            let slot = node.block as usize + step.edge as usize;
            let part = 1.0 / self.visits[slot] as f32;
            let (base, room) = (node.block as usize * self.seats + step.edge as usize, node.room as usize);
            for (seat, value) in values.iter().enumerate().take(self.seats) {
                self.means[base + seat * room] += value * part;
            }
        }
    }

    /// Takes a simulation back that came to no value.
    pub fn forget(&mut self, way: &[Step]) {
        for step in way {
            let node = *self.node(step.node);
            let slot = node.block as usize + step.edge as usize;
            let visits = self.visits[slot] - 1;
            self.visits[slot] = visits;
            let (base, room) = (node.block as usize * self.seats + step.edge as usize, node.room as usize);
            for seat in 0..self.seats {
                let mean = &mut self.means[base + seat * room];
                *mean = if visits == 0 { 0.0 } else { *mean * (visits + 1) as f32 / visits as f32 };
            }
            let counted = &mut self.nodes[step.node.0 as usize];
            counted.visits -= 1;
            counted.fresh += u16::from(visits == 0);
        }
    }

    /// The edges of a node, by action.
    pub fn edges(&self, node: NodeId) -> Vec<Edge> {
        let place = self.node(node);
        let block = place.block as usize;
        let mut edges: Vec<Edge> = (0..place.count as usize)
            .map(|k| {
                let mut values = [0.0; crate::MAX_SEATS];
                for (seat, value) in values.iter_mut().enumerate().take(self.seats) {
                    *value = self.means[block * self.seats + seat * place.room as usize + k];
                }
                let prior = self.priors.get(block + k).copied().unwrap_or(1.0 / f32::from(place.count));
                Edge { action: self.actions[block + k], visits: self.visits[block + k], prior, values }
            })
            .collect();
        edges.sort_by_key(|edge| edge.action);
        edges
    }

    /// Mixes noise into the priors of a node, and of no other.
    pub fn set_noise(&mut self, noise: Option<(NodeId, f32, Vec<f32>)>) {
        self.noise = noise;
    }

    /// A new search begins: what the last one did not come by may be dropped where room is scarce.
    pub fn begin(&mut self, max_nodes: usize) {
        if self.nodes.len() > max_nodes / 2 {
            self.drop_old();
        }
        self.age += 1;
    }

    /// Keeps the nodes that the last search came by.
    fn drop_old(&mut self) {
        let mut kept = Self::new(self.seats, self.selection, self.exploration);
        kept.age = self.age;
        let mut keys: Vec<(Key, NodeId)> = self.table.iter().map(|(&key, &node)| (key, node)).collect();
        keys.sort_by_key(|(_, node)| node.0);
        for (key, id) in keys {
            let node = *self.node(id);
            if node.block == CLOSED || node.age != self.age {
                continue;
            }
            let (room, from) = (node.room as usize, node.block as usize);
            let new = kept.insert(key);
            let to = kept.new_block(room);
            kept.actions[to..to + room].copy_from_slice(&self.actions[from..from + room]);
            kept.visits[to..to + room].copy_from_slice(&self.visits[from..from + room]);
            kept.open[to..to + room].copy_from_slice(&self.open[from..from + room]);
            if self.selection == Selection::Puct {
                kept.priors[to..to + room].copy_from_slice(&self.priors[from..from + room]);
            }
            let means = room * self.seats;
            kept.means[to * self.seats..to * self.seats + means].copy_from_slice(&self.means[from * self.seats..from * self.seats + means]);
            kept.nodes[new.0 as usize] = Node { block: to as u32, ..node };
        }
        *self = kept;
    }
}

/// The first of the greatest.
#[inline]
fn greatest(scored: impl Iterator<Item = (usize, f32)>) -> usize {
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    for (edge, score) in scored {
        if score > most {
            (best, most) = (edge, score);
        }
    }
    best
}
