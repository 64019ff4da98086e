//! Many games of one kind stepping together. Chance is settled inside; the result does not depend on the number of threads.

use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;

use super::At;
use crate::MAX_SEATS;
use crate::action::{Action, Actions};
use crate::chance::Outcomes;
use crate::error::{Error, Result};
use crate::game::{Game, Node, Payload};
use crate::games::AnyState;
use crate::rng::{Rng, SplitMix64, mix};
use crate::score::Scores;

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
    /// Whether the last step ended the game; with auto-reset the row shows the next one already.
    pub done: bool,
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
    options: Options,
    seed: u64,
    /// The number of the next game of the job.
    next_id: u64,
    workers: Workers,
}

/// Threads of the batch's own, parked between calls; none for one thread.
#[derive(Debug)]
pub(crate) struct Workers {
    pub(crate) threads: usize,
    pool: Option<(u32, rayon::ThreadPool)>,
}

impl Workers {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, pool: None }
    }

    /// Does a piece of work for each item, in their order of results. The pool is made when first needed, and anew in a forked process, where
    /// its threads are not.
    pub(crate) fn map<I: Send, T: Send>(&mut self, items: impl Iterator<Item = I>, work: impl Fn(I) -> T + Sync + Send) -> Result<Vec<T>> {
        if self.threads < 2 {
            return Ok(items.map(work).collect());
        }
        let process = std::process::id();
        if self.pool.as_ref().is_none_or(|(made_in, _)| *made_in != process) {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .build()
                .map_err(|error| Error::argument("no_threads", "threads", self.threads, format!("threads to be had ({error})")))?;
            // Threads that a fork left behind can't be joined: such a pool is let go of unfinished.
            if let Some(lost) = self.pool.replace((process, pool)) {
                std::mem::forget(lost);
            }
        }
        let items: Vec<I> = items.collect();
        match &self.pool {
            Some((_, pool)) => Ok(pool.install(|| items.into_par_iter().map(work).collect())),
            None => Ok(items.into_iter().map(work).collect()),
        }
    }
}

impl<G: Game> fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("game", &G::INFO.name).field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

/// Settles chance, and forced decisions if so wanted. Chance of ply p is drawn from `Rng(mix(seed, p))`.
fn settle<G: Game>(game: &G, state: &mut G::State, row: &mut Row, options: Options, buffer: &mut Outcomes) {
    loop {
        let action = match game.node(state) {
            Node::Chance => {
                game.chance(state, buffer);
                buffer.sample(&mut Rng::new(mix(row.seed, row.ply)))
            }
            Node::Decision(_) if options.skip_forced => {
                game.legal(state, &mut buffer.actions);
                if buffer.actions.len() == 1 { buffer.actions.nth(0).inspect(|_| row.steps += 1) } else { None }
            }
            Node::Decision(_) | Node::Terminal => None,
        };
        let Some(action) = action else { return };
        game.apply(state, action);
        row.ply += 1;
    }
}

/// A fresh game in a row.
fn begin<G: Game>(game: &G, start: &G::State, id: u64, seed: u64, options: Options, buffer: &mut Outcomes) -> (G::State, Row) {
    let mut state = *start;
    let mut row = Row { seed, ply: 0, steps: 0, id, done: false, returns: [0.0; MAX_SEATS], scores: [0; MAX_SEATS] };
    settle(game, &mut state, &mut row, options, buffer);
    (state, row)
}

/// The number of rows that a thread takes at a time.
const PIECE: usize = 64;

impl<G: Game> Batch<G> {
    /// `n` games from one state, game k with the k-th output of SplitMix64 started at `seed`.
    pub fn new(game: Arc<G>, start: G::State, n: usize, seed: u64, threads: usize, options: Options) -> Result<Self> {
        let mut batch = Self {
            game,
            start,
            states: vec![start; n],
            rows: Vec::new(),
            options,
            seed,
            next_id: n as u64,
            workers: Workers::new(threads),
        };
        let mut buffer = Outcomes::new();
        for (k, state) in batch.states.iter_mut().enumerate() {
            let (first, row) = begin(&*batch.game, &batch.start, k as u64, SplitMix64::nth(seed, k as u64), options, &mut buffer);
            *state = first;
            batch.rows.push(row);
        }
        batch.finish_fresh();
        Ok(batch)
    }

    /// One game from each state; new games start at the game's initial state.
    pub fn from_states(game: Arc<G>, states: &[G::State], seed: u64, threads: usize, options: Options) -> Result<Self> {
        let start = game.initial();
        let mut batch = Self::new(game, start, 0, seed, threads, options)?;
        batch.next_id = states.len() as u64;
        let mut buffer = Outcomes::new();
        for (k, state) in states.iter().enumerate() {
            let (first, row) = begin(&*batch.game, state, k as u64, SplitMix64::nth(seed, k as u64), options, &mut buffer);
            batch.states.push(first);
            batch.rows.push(row);
        }
        batch.finish_fresh();
        Ok(batch)
    }

    /// Reads what [`AnyBatch::save`] wrote of a batch of this game.
    pub fn load(game: Arc<G>, bytes: &[u8]) -> Result<Self> {
        let damaged = || Error::codec("damaged", "data", format!("{} bytes", bytes.len()), "the whole bytes of a batch");
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if xxhash_rust::xxh3::xxh3_64(body).to_le_bytes() != *sum {
            return Err(damaged());
        }
        let mut reader = Saved(body);
        let (seed, next_id, threads) = (reader.u64()?, reader.u64()?, reader.u64()? as usize);
        let options = Options { auto_reset: reader.flag()?, skip_forced: reader.flag()? };
        let mut count = reader.u64()?;
        let start = reader.state(&*game)?;
        let (mut states, mut rows) = (Vec::new(), Vec::new());
        while count > 0 {
            states.push(reader.state(&*game)?);
            count -= 1;
        }
        for _ in &states {
            let (seed, ply, steps, id, done) = (reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?, reader.flag()?);
            let mut row = Row { seed, ply, steps, id, done, returns: [0.0; MAX_SEATS], scores: [0; MAX_SEATS] };
            for place in &mut row.returns {
                *place = f64::from_bits(reader.u64()?);
            }
            for place in &mut row.scores {
                *place = i32::from_le_bytes(reader.array()?);
            }
            rows.push(row);
        }
        if !reader.0.is_empty() {
            return Err(Error::codec("too_long", "data", format!("{} bytes more", reader.0.len()), "the end of the batch"));
        }
        Ok(Self { game, start, states, rows, options, seed, next_id, workers: Workers::new(threads.clamp(1, 256)) })
    }

    /// Marks rows that were over before any step.
    fn finish_fresh(&mut self) {
        for (state, row) in self.states.iter().zip(&mut self.rows) {
            if self.game.node(state) == Node::Terminal {
                row.done = true;
                row.scores = self.game.scores(state);
                row.returns = self.game.returns(state, &row.scores);
            }
        }
    }

    /// Whether a row takes no action: its game is over and was not replaced.
    fn is_over(&self, row: usize) -> bool {
        self.states.get(row).is_none_or(|state| self.game.node(state) == Node::Terminal)
    }

    fn advance(&mut self, wanted: &[Option<Action>]) -> Result<()> {
        let (game, options) = (&*self.game, self.options);
        let (states, rows) = (&mut self.states, &mut self.rows);
        let step = |states: &mut [G::State], rows: &mut [Row], wanted: &[Option<Action>]| {
            let mut buffer = Outcomes::new();
            for ((state, row), action) in states.iter_mut().zip(rows).zip(wanted) {
                let Some(action) = action else {
                    // What an earlier step ended is told once, unless the row still shows it.
                    row.done = game.node(state) == Node::Terminal;
                    continue;
                };
                game.apply(state, *action);
                row.ply += 1;
                row.steps += 1;
                settle(game, state, row, options, &mut buffer);
                row.done = game.node(state) == Node::Terminal;
                if row.done {
                    row.scores = game.scores(state);
                    row.returns = game.returns(state, &row.scores);
                }
            }
        };
        let pieces = states.chunks_mut(PIECE).zip(rows.chunks_mut(PIECE)).zip(wanted.chunks(PIECE));
        self.workers.map(pieces, |((states, rows), wanted)| step(states, rows, wanted))?;
        if self.options.auto_reset {
            let mut buffer = Outcomes::new();
            for k in 0..self.rows.len() {
                if wanted.get(k).is_some_and(Option::is_some) && self.rows.get(k).is_some_and(|row| row.done) {
                    self.replace(k, &mut buffer);
                }
            }
        }
        Ok(())
    }

    /// Puts the next game of the job into a row; what the ended one brought stays until the next step.
    fn replace(&mut self, k: usize, buffer: &mut Outcomes) {
        let seed = SplitMix64::nth(self.seed, self.next_id);
        let (state, mut row) = begin(&*self.game, &self.start, self.next_id, seed, self.options, buffer);
        self.next_id += 1;
        if let (Some(place), Some(old)) = (self.states.get_mut(k), self.rows.get_mut(k)) {
            (row.done, row.returns, row.scores) = (old.done, old.returns, old.scores);
            (*place, *old) = (state, row);
        }
    }
}

/// Reads the bytes of a batch piece by piece.
struct Saved<'a>(&'a [u8]);

impl Saved<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (piece, rest) =
            self.0.split_first_chunk::<N>().ok_or_else(|| Error::codec("truncated", "data", "too few bytes", "a whole batch"))?;
        self.0 = rest;
        Ok(*piece)
    }

    fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn flag(&mut self) -> Result<bool> {
        let [byte] = self.array()?;
        if byte < 2 { Ok(byte == 1) } else { Err(Error::codec("damaged", "data", byte, "0 or 1")) }
    }

    fn state<G: Game>(&mut self, game: &G) -> Result<G::State> {
        let length = u16::from_le_bytes(self.array()?) as usize;
        let (payload, rest) =
            self.0.split_at_checked(length).ok_or_else(|| Error::codec("truncated", "data", "too few bytes", "a whole batch"))?;
        self.0 = rest;
        game.read(payload)
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
    /// The same as bits, `words` words a row.
    fn bits(&mut self, out: &mut [u64], words: usize) -> Result<()>;
    /// The ids of all rows, one after the other, and where each row's begin; one offset more than rows.
    fn legal(&self) -> (Vec<u16>, Vec<i64>);
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

/// Masks of many states, a row of `size` places each.
fn fill_masks<G: Game, T: Copy + Send + Sync>(
    workers: &mut Workers,
    game: &G,
    states: &[G::State],
    out: &mut [T],
    size: usize,
    (zero, one): (T, T),
) -> Result<()> {
    let pieces = states.chunks(PIECE).zip(out.chunks_mut(PIECE * size));
    workers.map(pieces, |(states, out)| {
        let mut buffer = Actions::new();
        for (state, row) in states.iter().zip(out.chunks_mut(size)) {
            game.legal(state, &mut buffer);
            buffer.write_mask(row, zero, one);
        }
    })?;
    Ok(())
}

fn row_error(code: &'static str, rows: &[usize], value: String, expected: &str) -> Error {
    let shown: Vec<String> = rows.iter().take(8).map(usize::to_string).collect();
    let more = if rows.len() > 8 { format!(" and {} more", rows.len() - 8) } else { String::new() };
    Error::illegal(code, format!("rows {}{more}", shown.join(", ")), value, expected)
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
        let rows = self.rows.len();
        let expected = index.map_or(rows, <[usize]>::len);
        if actions.len() != expected {
            return Err(Error::argument("bad_shape", "actions", format!("{} actions", actions.len()), format!("{expected}")));
        }
        let mut wanted: Vec<Option<Action>> = vec![None; rows];
        let mut given = vec![index.is_none(); rows];
        for (k, &action) in actions.iter().enumerate() {
            let row = index.map_or(Some(k), |index| index.get(k).copied()).unwrap_or(usize::MAX);
            let (Some(place), Some(named)) = (wanted.get_mut(row), given.get_mut(row)) else {
                return Err(Error::argument("out_of_range", "index", row, format!("rows below {rows}")));
            };
            if index.is_some() && std::mem::replace(named, true) {
                return Err(Error::argument("duplicate", "index", row, "each row once"));
            }
            *place = u16::try_from(action).ok().map(Action);
            if place.is_none() && !(action == -1 && self.is_over(row)) {
                let expected = format!("an id from 0 to {}, or -1 where the game is over", self.game.common().actions.size() - 1);
                return Err(Error::argument("out_of_range", format!("actions[{k}]"), action, expected));
            }
        }
        let (game, states) = (&*self.game, &self.states);
        let check = |k: usize, state: &G::State, action: Option<Action>, buffer: &mut Actions| -> Option<usize> {
            let action = action?;
            game.legal(state, buffer);
            (!buffer.contains(action)).then_some(k)
        };
        let pieces = states.chunks(PIECE).zip(wanted.chunks(PIECE)).enumerate();
        let found = self.workers.map(pieces, |(piece, (states, wanted))| {
            let mut buffer = Actions::new();
            let rows = states.iter().zip(wanted).enumerate();
            rows.filter_map(|(k, (state, &action))| check(piece * PIECE + k, state, action, &mut buffer)).collect::<Vec<usize>>()
        })?;
        let bad: Vec<usize> = found.concat();
        if let Some(&first) = bad.first() {
            let action = wanted.get(first).copied().flatten().map_or(0, |action| action.0);
            let text = game.common().actions.text(Action(action)).unwrap_or_default();
            return Err(row_error("not_legal", &bad, format!("{action} (`{text}`) in row {first}"), "legal actions; nothing was stepped"));
        }
        self.advance(&wanted)
    }

    fn step_random(&mut self) -> Result<()> {
        let (game, states, rows) = (&*self.game, &self.states, &self.rows);
        let drawn = self.workers.map(states.chunks(PIECE).zip(rows.chunks(PIECE)), |(states, rows)| {
            let mut buffer = Actions::new();
            let choose = |(state, row): (&G::State, &Row)| {
                game.legal(state, &mut buffer);
                if buffer.is_empty() {
                    return None;
                }
                let mut rng = Rng::new(mix(row.seed, row.ply).wrapping_add(1));
                buffer.nth(rng.below(buffer.len() as u64) as usize)
            };
            states.iter().zip(rows).map(choose).collect::<Vec<_>>()
        })?;
        let wanted: Vec<Option<Action>> = drawn.concat();
        self.advance(&wanted)
    }

    fn mask(&mut self, out: MaskOut<'_>) -> Result<()> {
        let size = self.game.common().actions.size() as usize;
        let (game, states) = (&*self.game, &self.states);
        match out {
            MaskOut::Bools(out) => fill_masks(&mut self.workers, game, states, out, size, (false, true)),
            MaskOut::Signed(out) => fill_masks(&mut self.workers, game, states, out, size, (0, 1)),
            MaskOut::Bytes(out) => fill_masks(&mut self.workers, game, states, out, size, (0, 1)),
        }
    }

    fn bits(&mut self, out: &mut [u64], words: usize) -> Result<()> {
        let (game, states) = (&*self.game, &self.states);
        let pieces = states.chunks(PIECE).zip(out.chunks_mut(PIECE * words));
        self.workers.map(pieces, |(states, out)| {
            let mut buffer = Actions::new();
            for (state, row) in states.iter().zip(out.chunks_mut(words)) {
                game.legal(state, &mut buffer);
                buffer.write_bits(row);
            }
        })?;
        Ok(())
    }

    fn legal(&self) -> (Vec<u16>, Vec<i64>) {
        let mut buffer = Actions::new();
        let (mut ids, mut offsets) = (Vec::with_capacity(self.states.len() * 16), Vec::with_capacity(self.states.len() + 1));
        for state in &self.states {
            offsets.push(ids.len() as i64);
            self.game.legal(state, &mut buffer);
            ids.extend(buffer.iter().map(|action| action.0));
        }
        offsets.push(ids.len() as i64);
        (ids, offsets)
    }

    fn state(&self, row: usize) -> Option<AnyState> {
        self.states.get(row).map(|&state| At { game: Arc::clone(&self.game), state }.into())
    }

    fn take(&self, index: &[usize]) -> Box<dyn AnyBatch> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            start: self.start,
            states: index.iter().filter_map(|&k| self.states.get(k).copied()).collect(),
            rows: index.iter().filter_map(|&k| self.rows.get(k).copied()).collect(),
            options: self.options,
            seed: self.seed,
            next_id: self.next_id,
            workers: Workers::new(self.workers.threads),
        })
    }

    fn reset(&mut self, index: &[usize], seeds: Option<&[u64]>) {
        let mut buffer = Outcomes::new();
        for (place, &k) in index.iter().enumerate() {
            match seeds.and_then(|seeds| seeds.get(place)) {
                Some(&seed) => {
                    let id = self.rows.get(k).map_or(0, |row| row.id);
                    let (state, row) = begin(&*self.game, &self.start, id, seed, self.options, &mut buffer);
                    if let (Some(place), Some(old)) = (self.states.get_mut(k), self.rows.get_mut(k)) {
                        (*place, *old) = (state, row);
                    }
                }
                None => {
                    self.replace(k, &mut buffer);
                    if let Some(row) = self.rows.get_mut(k) {
                        (row.done, row.returns, row.scores) = (false, [0.0; MAX_SEATS], [0; MAX_SEATS]);
                    }
                }
            }
        }
    }

    fn pack(&self, out: &mut [u8], size: usize) {
        let mut payload = Payload::new();
        for (state, place) in self.states.iter().zip(out.chunks_mut(size)) {
            payload.clear();
            self.game.write(state, &mut payload);
            let (length, rest) = place.split_at_mut(2);
            length.copy_from_slice(&(payload.len() as u16).to_le_bytes());
            let (body, zeros) = rest.split_at_mut(payload.len());
            body.copy_from_slice(&payload);
            zeros.fill(0);
        }
    }

    fn unpack(&mut self, data: &[u8], size: usize) -> Result<()> {
        let mut read = Vec::with_capacity(self.states.len());
        for (row, place) in data.chunks(size).enumerate() {
            let payload = place.split_at_checked(2).and_then(|(length, rest)| {
                let length = length.iter().rev().fold(0_usize, |number, &byte| number << 8 | byte as usize);
                rest.get(..length)
            });
            let payload =
                payload.ok_or_else(|| Error::codec("truncated", format!("data[{row}]"), "a length beyond its row", "what pack wrote"))?;
            read.push(self.game.read(payload).map_err(|error| {
                let detail = error.detail();
                Error::codec(detail.code, format!("data[{row}]: {}", detail.field), &detail.value, detail.expected.clone())
            })?);
        }
        self.states = read;
        let mut buffer = Outcomes::new();
        for (state, row) in self.states.iter_mut().zip(&mut self.rows) {
            row.done = false;
            settle(&*self.game, state, row, self.options, &mut buffer);
        }
        self.finish_fresh();
        Ok(())
    }

    fn scores(&self) -> Vec<Scores> {
        self.rows.iter().zip(&self.states).map(|(row, state)| if row.done { row.scores } else { self.game.scores(state) }).collect()
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.next_id.to_le_bytes());
        bytes.extend((self.workers.threads as u64).to_le_bytes());
        bytes.extend([u8::from(self.options.auto_reset), u8::from(self.options.skip_forced)]);
        bytes.extend((self.states.len() as u64).to_le_bytes());
        let mut payload = Payload::new();
        for state in std::iter::once(&self.start).chain(&self.states) {
            payload.clear();
            self.game.write(state, &mut payload);
            bytes.extend((payload.len() as u16).to_le_bytes());
            bytes.extend_from_slice(&payload);
        }
        for row in &self.rows {
            bytes.extend([row.seed, row.ply, row.steps, row.id].into_iter().flat_map(u64::to_le_bytes));
            bytes.push(u8::from(row.done));
            bytes.extend(row.returns.into_iter().flat_map(f64::to_le_bytes));
            bytes.extend(row.scores.into_iter().flat_map(i32::to_le_bytes));
        }
        bytes.extend(xxhash_rust::xxh3::xxh3_64(&bytes).to_le_bytes());
        bytes
    }
}
