//! Many games at once: `playouts`, `perft`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use meeple_core as core;
use meeple_core::chance::Outcomes;
use meeple_core::codec::record;
use meeple_core::games::{AnyGame, AnyState};
use meeple_core::rng::{Rng, SplitMix64};
use meeple_core::run::playout::{Limits, Played, Policy, play, playout, recorded};
use meeple_core::run::{jobs, perft as core_perft};
use meeple_core::{Error, Game as _, with_state};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::convert::{self, Seed, Text};
use crate::errors::{Fault, Result};
use crate::state::State;

/// How often a long call looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// A number of steps that a caller may leave open.
pub fn step_limit(max_steps: Option<i64>) -> Result<u32> {
    match max_steps {
        None => Ok(u32::MAX),
        Some(steps) => Ok(u32::try_from(convert::count("max_steps", steps, 0)?).unwrap_or(u32::MAX)),
    }
}

/// Number of threads: what was asked for, or one a processor.
pub fn thread_count(threads: Option<i64>) -> Result<usize> {
    match threads {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(threads) => Ok(convert::count("threads", threads, 1)?.min(256)),
    }
}

/// Looks for Ctrl-C now and then while the interpreter is released; keeps what was raised.
pub struct Signals {
    last: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    pub fn new() -> Self {
        Self { last: Instant::now(), raised: None }
    }

    /// False once a signal has raised.
    pub fn look(&mut self) -> bool {
        if self.raised.is_none() && self.last.elapsed() >= TICK {
            self.last = Instant::now();
            self.raised = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.is_none()
    }

    pub fn result(self) -> Result<()> {
        self.raised.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// Plays one state to its end. Short games keep the GIL, since releasing it would cost more than they do.
pub fn play_one(py: Python<'_>, state: &AnyState, policy: Policy, rng: &mut Rng, limit: u32) -> Result<[f64; meeple_core::MAX_SEATS]> {
    const SHORT: u32 = 1 << 14;
    const LONG: u32 = 1 << 20;
    let never = AtomicBool::new(false);
    let mut buffer = Outcomes::new();
    with_state!(state, at => {
        let mut state = at.state;
        let mut left = limit;
        let mut piece = SHORT;
        loop {
            let now = piece.min(left);
            let mut work = || play(&*at.game, &mut state, policy, rng, &mut buffer, Limits { max_steps: now, stop: &never }).1;
            let steps = if piece == SHORT { work() } else { py.detach(work) };
            left -= steps;
            if steps < now || left == 0 {
                return Ok(at.game.returns(&state, &at.game.scores(&state)));
            }
            py.check_signals()?;
            piece = LONG;
        }
    })
}

/// The states that a caller hands over: one, or a sequence.
pub fn states(name: &str, states: &Bound<'_, PyAny>) -> Result<Vec<AnyState>> {
    if let Ok(state) = states.cast::<State>() {
        return Ok(vec![state.get().inner.clone()]);
    }
    let refuse = || {
        let kind = states.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        Fault::from(Error::argument("wrong_type", name, kind, "a state, or a sequence of states of one game"))
    };
    let mut list: Vec<AnyState> = Vec::new();
    for item in states.try_iter().map_err(|_| refuse())? {
        list.push(item?.cast::<State>().map_err(|_| refuse())?.get().inner.clone());
    }
    let fingerprints: Vec<_> = list.iter().map(|state| state.game().common().fingerprint).collect();
    if list.is_empty() || fingerprints.iter().any(|other| Some(other) != fingerprints.first()) {
        return Err(Error::argument("mixed_games", name, format!("{} states", list.len()), "at least one state, all of one game").into());
    }
    Ok(list)
}

/// How many games are played before their results are put into the arrays.
const BLOCK: usize = 16_384;

/// Plays many games to the end.
#[pyfunction]
#[pyo3(
    signature = (state, n, *, seed, threads = None, policy = Text::of("random"), max_steps = None, first = 0),
    text_signature = "(state, n, *, seed, threads=None, policy='random', max_steps=None, first=0)"
)]
#[expect(clippy::too_many_arguments, reason = "the keywords of the Python face")]
pub fn playouts<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    n: i64,
    seed: Seed,
    threads: Option<i64>,
    policy: Text,
    max_steps: Option<i64>,
    first: i64,
) -> Result<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let n = convert::count("n", n, 0)?;
    let first = convert::count("first", first, 0)?;
    let policy = Policy::parse(&policy)?;
    let (limit, threads) = (step_limit(max_steps)?, thread_count(threads)?);
    let starts = states("state", state)?;
    let game = starts.first().map(AnyState::game).ok_or_else(|| Error::argument("empty", "state", "no states", "at least one"))?;
    let (players, parts) = (game.common().num_players, game.common().score_parts.len());
    let mut results = Results::with_capacity(n, players, parts);
    let mut signals = Signals::new();
    py.detach(|| {
        let mut block = vec![Played::default(); BLOCK.min(n)];
        let mut done = 0;
        while done < n {
            let places = block.get_mut(..BLOCK.min(n - done)).unwrap_or_default();
            let stop = AtomicBool::new(false);
            let work = |buffer: &mut Outcomes, k: usize, place: &mut Played| {
                let number = first + done + k;
                let Some(start) = starts.get(number % starts.len().max(1)) else { return };
                let mut rng = Rng::new(SplitMix64::nth(seed.0, number as u64));
                *place = with_state!(start, at => playout(&*at.game, &at.state, policy, &mut rng, buffer, Limits { max_steps: limit, stop: &stop }));
            };
            let workers = if places.len() < 2 { 1 } else { threads };
            if !jobs::run(places, workers, &stop, &mut || signals.look(), Outcomes::new, work) {
                return;
            }
            results.extend(places);
            done += places.len();
        }
    });
    signals.result()?;
    let names = PyTuple::new(py, &game.common().score_parts)?;
    let returns = PyArray1::from_vec(py, results.returns).reshape([n, players])?;
    let scores = PyArray1::from_vec(py, results.scores).reshape([n, players])?;
    let breakdown = PyArray1::from_vec(py, results.breakdown).reshape([n, players, parts])?;
    let lengths = PyArray1::from_vec(py, results.lengths);
    let steps = PyArray1::from_vec(py, results.steps);
    Ok(CLASS.import(py, "meeple._types", "Playouts")?.call1((returns, scores, lengths, steps, names, breakdown))?)
}

/// The columns of the result.
struct Results {
    players: usize,
    parts: usize,
    returns: Vec<f64>,
    scores: Vec<i32>,
    lengths: Vec<i32>,
    steps: Vec<i32>,
    breakdown: Vec<i32>,
}

impl Results {
    fn with_capacity(n: usize, players: usize, parts: usize) -> Self {
        // A request too large for memory fails as it grows, game by game, and can be stopped; nothing is claimed ahead of it.
        let rows = n.min(BLOCK);
        Self {
            players,
            parts,
            returns: Vec::with_capacity(rows * players),
            scores: Vec::with_capacity(rows * players),
            lengths: Vec::with_capacity(rows),
            steps: Vec::with_capacity(rows),
            breakdown: Vec::with_capacity(rows * players * parts),
        }
    }

    fn extend(&mut self, games: &[Played]) {
        for game in games {
            self.returns.extend(game.returns.iter().take(self.players));
            self.scores.extend(game.scores.iter().take(self.players));
            self.lengths.push(i32::try_from(game.decisions).unwrap_or(i32::MAX));
            self.steps.push(i32::try_from(game.steps).unwrap_or(i32::MAX));
            for parts in game.parts.iter().take(self.players) {
                self.breakdown.extend(parts.iter().take(self.parts));
            }
        }
    }
}

/// Counts leaves.
#[pyfunction]
pub fn perft(py: Python<'_>, state: &Bound<'_, State>, depth: i64) -> Result<u64> {
    let depth = u32::try_from(convert::count("depth", depth, 0)?).unwrap_or(u32::MAX);
    if depth > 64 {
        return Err(Error::argument("out_of_range", "depth", depth, "a whole number from 0 to 64").into());
    }
    let state = &state.get().inner;
    let mut signals = Signals::new();
    let stop = AtomicBool::new(false);
    let leaves = py.detach(|| {
        let mut tick = || {
            if !signals.look() {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        with_state!(state, at => core_perft::perft(&*at.game, &at.state, depth, &stop, &mut tick))
    });
    signals.result()?;
    leaves.ok_or_else(|| Error::argument("stopped", "depth", depth, "a count that was not stopped").into())
}

/// Holds random games against the contract of the core.
#[pyfunction]
pub fn check_contract(py: Python<'_>, game: &Bound<'_, crate::game::Game>, games: i64, seed: Seed) -> Result<()> {
    let games = u32::try_from(convert::count("games", games, 0)?).unwrap_or(u32::MAX);
    let inner = &game.get().inner;
    Ok(py.detach(|| meeple_core::with_game!(inner, game => meeple_core::run::check::contract(game, games, seed.0)))?)
}

/// The same games as `playouts`, as lines of records.
#[pyfunction]
#[pyo3(
    signature = (state, n, *, seed, threads = None, policy = Text::of("random"), max_steps = None, first = 0),
    text_signature = "(state, n, *, seed, threads=None, policy='random', max_steps=None, first=0)"
)]
#[expect(clippy::too_many_arguments, reason = "the keywords of the Python face")]
pub fn record_lines(
    py: Python<'_>,
    state: &Bound<'_, State>,
    n: i64,
    seed: Seed,
    threads: Option<i64>,
    policy: Text,
    max_steps: Option<i64>,
    first: i64,
) -> Result<Vec<String>> {
    let (n, first) = (convert::count("n", n, 0)?, convert::count("first", first, 0)?);
    let policy = Policy::parse(&policy)?;
    let (limit, threads) = (step_limit(max_steps)?, thread_count(threads)?);
    let start = &state.get().inner;
    let mut signals = Signals::new();
    let stop = AtomicBool::new(false);
    let mut lines: Vec<core::Result<String>> = (0..n).map(|_| Ok(String::new())).collect();
    py.detach(|| {
        let work = |buffer: &mut Outcomes, k: usize, place: &mut core::Result<String>| {
            let mut rng = Rng::new(SplitMix64::nth(seed.0, (first + k) as u64));
            let played = with_state!(start, at => recorded(at, policy, &mut rng, buffer, Limits { max_steps: limit, stop: &stop }));
            *place = played.and_then(|played| record::write(&played, &record::Notes::default()));
        };
        jobs::run(&mut lines, threads, &stop, &mut || signals.look(), Outcomes::new, work);
    });
    signals.result()?;
    Ok(lines.into_iter().collect::<core::Result<_>>()?)
}

/// Replays records; tells of each that does not hold which one, where and why.
#[pyfunction]
#[pyo3(signature = (lines, *, threads = None))]
pub fn verify_records(py: Python<'_>, lines: Vec<String>, threads: Option<i64>) -> Result<Vec<(usize, String, String, String)>> {
    let threads = thread_count(threads)?;
    let mut signals = Signals::new();
    let stop = AtomicBool::new(false);
    let mut found: Vec<Option<Error>> = vec![None; lines.len()];
    py.detach(|| {
        // Records of one file are mostly of one game: each worker keeps the last.
        let work = |like: &mut Vec<AnyGame>, k: usize, place: &mut Option<Error>| {
            let Some(line) = lines.get(k) else { return };
            match record::parse(line).and_then(|parsed| record::replay(parsed, None, false, like)) {
                Ok((played, _)) => *like = vec![played.game()],
                Err(error) => *place = Some(error),
            }
        };
        jobs::run(&mut found, threads, &stop, &mut || signals.look(), Vec::new, work);
    });
    signals.result()?;
    let faults = found.into_iter().enumerate().filter_map(|(k, error)| error.map(|error| (k, error)));
    Ok(faults.map(|(k, error)| (k, error.detail().code.to_owned(), error.detail().field.clone(), error.to_string())).collect())
}
