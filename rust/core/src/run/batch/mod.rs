//! Many games of one kind stepping together. Chance is settled inside; the result does not depend on the number of threads.
//!
//! - `step`: all rows a step on; `saved`: bytes; `shown`: masks and observations; `workers`: threads.

mod saved;
mod shown;
mod step;
pub(crate) mod workers;

use std::fmt;
use std::sync::Arc;

use super::At;
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::chance::Outcomes;
use crate::error::Result;
use crate::game::{Game, Node};
use crate::games::AnyState;
use crate::rng::SplitMix64;
use crate::score::Scores;
use workers::Workers;

/// What is known of a game besides its state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The game replays alone as a match with this seed.
    pub seed: u64,
    /// Steps made, chance counted.
    pub ply: u64,
    /// Decisions made.
    pub steps: u64,
    /// The number of the game: its seed is that output of SplitMix64 started at the batch's seed.
    pub id: u64,
    /// The seat that chose last; after a step that ended a game the one that ended it, until the next step.
    pub last: u8,
    /// Whether the last step ended the game; with auto-reset the row shows the next one already.
    pub done: bool,
    /// Whether the next game is to be put here, within a step.
    due: bool,
    /// Of the ended game, or of the running one.
    pub returns: [f64; MAX_SEATS],
    /// Of the ended game where `done`.
    pub scores: Scores,
}

/// How a batch goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// A game that ends is replaced in the same step.
    pub auto_reset: bool,
    /// Decisions with one legal action are taken at once.
    pub skip_forced: bool,
}

/// A place that masks are written to.
pub enum MaskOut<'a> {
    /// As truth values.
    Bools(&'a mut [bool]),
    /// As 0 and 1.
    Bytes(&'a mut [u8]),
    /// As 0 and 1.
    Signed(&'a mut [i8]),
}

/// Many games.
pub struct Batch<G: Game> {
    game: Arc<G>,
    /// Where new games start.
    start: G::State,
    states: Vec<G::State>,
    rows: Vec<Row>,
    /// What is legal in each row, as bits, `words` words a row: found once a step, for masks, lists and the check of the next.
    legal: Vec<u64>,
    words: usize,
    /// Where the last game that ended in each row ended, if rows are replaced; else empty.
    ended: Vec<G::State>,
    /// The action wanted in each row, while a step is checked and made.
    wanted: Vec<i32>,
    options: Options,
    seed: u64,
    /// The number of the next game of the job.
    next_id: u64,
    workers: Workers,
}

impl<G: Game> fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("game", &G::INFO.name).field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

/// The number of rows that a thread takes at a time.
const PIECE: usize = 64;

impl<G: Game> Batch<G> {
    /// No rows yet.
    fn empty(game: Arc<G>, start: G::State, seed: u64, threads: usize, options: Options) -> Self {
        let words = (game.common().actions.size() as usize).div_ceil(64).max(1);
        Self {
            game,
            start,
            states: Vec::new(),
            rows: Vec::new(),
            legal: Vec::new(),
            words,
            ended: Vec::new(),
            wanted: Vec::new(),
            options,
            seed,
            next_id: 0,
            workers: Workers::new(threads),
        }
    }

    /// `n` games from one state, game k with the k-th output of SplitMix64 started at `seed`.
    pub fn new(game: Arc<G>, start: G::State, n: usize, seed: u64, threads: usize, options: Options) -> Result<Self> {
        let mut batch = Self::empty(game, start, seed, threads, options);
        batch.begin_all(vec![start; n])?;
        Ok(batch)
    }

    /// One game from each state; new games start at the game's initial state.
    pub fn from_states(game: Arc<G>, states: &[G::State], seed: u64, threads: usize, options: Options) -> Result<Self> {
        let start = game.initial();
        let mut batch = Self::empty(game, start, seed, threads, options);
        batch.begin_all(states.to_vec())?;
        Ok(batch)
    }

    /// The first games of the job, one from each state.
    fn begin_all(&mut self, states: Vec<G::State>) -> Result<()> {
        let seed = self.seed;
        self.next_id = states.len() as u64;
        self.rows = (0..self.next_id).map(|id| Row::begin(id, SplitMix64::nth(seed, id))).collect();
        if self.options.auto_reset {
            self.ended.clone_from(&states);
        }
        self.states = states;
        self.settle_all()
    }

    /// Settles all rows from where they stand.
    fn settle_all(&mut self) -> Result<()> {
        let (game, options, words) = (&*self.game, self.options, self.words);
        self.legal.resize(self.states.len() * words, 0);
        let pieces = self.states.chunks_mut(PIECE).zip(self.rows.chunks_mut(PIECE)).zip(self.legal.chunks_mut(PIECE * words));
        self.workers.run(pieces, |((states, rows), legal)| {
            let mut buffer = Outcomes::new();
            for ((state, row), legal) in states.iter_mut().zip(rows).zip(legal.chunks_mut(words)) {
                row.done = step::settle(game, state, row, legal, options, &mut buffer);
            }
        })
    }

    /// Finds what is legal in each row, as it stands.
    fn find_legal(&mut self) {
        self.legal.resize(self.states.len() * self.words, 0);
        let mut buffer = Outcomes::new();
        for (state, legal) in self.states.iter().zip(self.legal.chunks_mut(self.words)) {
            self.game.legal(state, &mut buffer.actions);
            buffer.actions.write_bits(legal);
        }
    }

    /// Whether a row takes no action: its game is over and was not replaced.
    fn is_over(&self, row: usize) -> bool {
        self.states.get(row).is_none_or(|state| self.game.node(state) == Node::Terminal)
    }

    /// Starts a row anew, with a game of the job.
    fn begin_row(&mut self, k: usize, id: u64, seed: u64, buffer: &mut Outcomes) {
        let words = self.words;
        let place = (self.states.get_mut(k), self.rows.get_mut(k), self.legal.get_mut(k * words..(k + 1) * words));
        if let (Some(state), Some(row), Some(legal)) = place {
            *state = self.start;
            *row = Row::begin(id, seed);
            row.done = step::settle(&*self.game, state, row, legal, self.options, buffer);
        }
    }
}

/// A batch of whatever game.
pub trait AnyBatch: Send + Sync {
    /// How many rows.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What is known of each row.
    fn rows(&self) -> &[Row];
    /// The seat to choose in each row, -4 where the game is over.
    fn current_players(&self, out: &mut [i8]);
    /// One action a row; -1 for rows that are over. With `index` one for each row named there. Refuses all if one is illegal.
    fn step(&mut self, actions: &[i64], index: Option<&[usize]>) -> Result<()>;
    /// A uniformly random action in each row that is not over, drawn from `Rng(mix(seed, ply) + 1)`.
    fn step_random(&mut self) -> Result<()>;
    /// The legal actions of each row, a row of the space's size each.
    fn mask(&mut self, out: MaskOut<'_>) -> Result<()>;
    /// The same as bits, one word for 64 numbers of the space.
    fn bits(&self, out: &mut [u64]);
    /// The ids of all rows, one after the other, and where each row's begin; one offset more than rows.
    fn legal(&self) -> (Vec<u16>, Vec<i64>);
    /// What a seat sees of each row, as numbers, a row of [`crate::observation::ObservationSpec::size`] each. Without `seats` the seat to
    /// choose; where the game is over the seat that chose last.
    fn observe(&mut self, out: &mut [f32], seats: Option<&[Seat]>) -> Result<()>;
    /// The same of the states in which the last step ended games; 0 in other rows. Without `seats` the seat that chose last.
    fn observe_final(&mut self, out: &mut [f32], seats: Option<&[Seat]>) -> Result<()>;
    /// A row's state.
    fn state(&self, row: usize) -> Option<AnyState>;
    /// Some rows as a batch of their own.
    fn take(&self, index: &[usize]) -> Box<dyn AnyBatch>;
    /// Starts rows anew, with the next games of the job or with given seeds.
    fn reset(&mut self, index: &[usize], seeds: Option<&[u64]>);
    /// The payloads, `size` bytes a row: two for the length, then the payload, then zeros.
    fn pack(&self, out: &mut [u8], size: usize);
    /// Takes the states of `pack`; rows, seeds and plies stay. Refuses all if one is damaged.
    fn unpack(&mut self, data: &[u8], size: usize) -> Result<()>;
    /// The points of each row: of the ended game where `done`, else at this moment.
    fn scores(&self) -> Vec<Scores>;
    /// All of it as bytes, for [`Batch::load`].
    fn save(&self) -> Vec<u8>;
}

impl<G: Game> AnyBatch for Batch<G>
where
    AnyState: From<At<G>>,
{
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn current_players(&self, out: &mut [i8]) {
        for (place, state) in out.iter_mut().zip(&self.states) {
            *place = match self.game.node(state) {
                Node::Decision(seat) => seat.0 as i8,
                Node::Chance => -1,
                Node::Terminal => -4,
            };
        }
    }

    fn step(&mut self, actions: &[i64], index: Option<&[usize]>) -> Result<()> {
        self.step_given(actions, index)
    }

    fn step_random(&mut self) -> Result<()> {
        self.step_at_random()
    }

    fn mask(&mut self, out: MaskOut<'_>) -> Result<()> {
        self.write_masks(out)
    }

    fn bits(&self, out: &mut [u64]) {
        for (place, &word) in out.iter_mut().zip(&self.legal) {
            *place = word;
        }
    }

    fn legal(&self) -> (Vec<u16>, Vec<i64>) {
        let (mut ids, mut offsets) = (Vec::with_capacity(self.states.len() * 16), Vec::with_capacity(self.states.len() + 1));
        for legal in self.legal.chunks(self.words) {
            offsets.push(ids.len() as i64);
            ids.extend(step::ids(legal));
        }
        offsets.push(ids.len() as i64);
        (ids, offsets)
    }

    fn observe(&mut self, out: &mut [f32], seats: Option<&[Seat]>) -> Result<()> {
        self.write_observations(out, seats)
    }

    fn observe_final(&mut self, out: &mut [f32], seats: Option<&[Seat]>) -> Result<()> {
        self.write_final_observations(out, seats)
    }

    fn state(&self, row: usize) -> Option<AnyState> {
        self.states.get(row).map(|&state| At { game: Arc::clone(&self.game), state }.into())
    }

    fn take(&self, index: &[usize]) -> Box<dyn AnyBatch> {
        let mut taken = Self::empty(Arc::clone(&self.game), self.start, self.seed, self.workers.threads, self.options);
        taken.next_id = self.next_id;
        taken.states = index.iter().filter_map(|&k| self.states.get(k).copied()).collect();
        taken.rows = index.iter().filter_map(|&k| self.rows.get(k).copied()).collect();
        taken.ended = index.iter().filter_map(|&k| self.ended.get(k).copied()).collect();
        taken.legal = index.iter().filter_map(|&k| self.legal.get(k * self.words..(k + 1) * self.words)).flatten().copied().collect();
        Box::new(taken)
    }

    fn reset(&mut self, index: &[usize], seeds: Option<&[u64]>) {
        let mut buffer = Outcomes::new();
        for (place, &k) in index.iter().enumerate() {
            let (id, seed) = match seeds.and_then(|seeds| seeds.get(place)) {
                Some(&seed) => (self.rows.get(k).map_or(0, |row| row.id), seed),
                None => {
                    self.next_id += 1;
                    (self.next_id - 1, SplitMix64::nth(self.seed, self.next_id - 1))
                }
            };
            self.begin_row(k, id, seed, &mut buffer);
        }
    }

    fn pack(&self, out: &mut [u8], size: usize) {
        self.pack_states(out, size);
    }

    fn unpack(&mut self, data: &[u8], size: usize) -> Result<()> {
        self.states = self.unpacked(data, size)?;
        self.settle_all()
    }

    fn scores(&self) -> Vec<Scores> {
        self.rows.iter().zip(&self.states).map(|(row, state)| if row.done { row.scores } else { self.game.scores(state) }).collect()
    }

    fn save(&self) -> Vec<u8> {
        self.saved()
    }
}
