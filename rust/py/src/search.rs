//! Searches: the part of `meeple.search` that runs in the core.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use meeple_core::game::Info;
use meeple_core::rng::SplitMix64;
use meeple_core::run::jobs;
use meeple_core::run::playout::Policy;
use meeple_core::search::{AnySearch, Budget, Noise, Options, Position, Selection, search};
use meeple_core::{Error, MAX_SEATS};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{self, Seed, Text, shown};
use crate::errors::{Fault, Result, busy, instead};
use crate::game::Game;
use crate::run::{Signals, thread_count};
use crate::state::State;
use crate::view::View;

/// Some searches of positions of one game, run together.
#[pyclass(name = "Searches", module = "meeple._core", frozen)]
pub struct Searches {
    game: Py<Game>,
    inner: Mutex<Inner>,
    stop: AtomicBool,
}

struct Inner {
    searches: Vec<Box<dyn AnySearch>>,
    threads: usize,
    /// What the running search may use, and how many leaves each search chooses at once.
    budget: Budget,
    started: std::time::Instant,
    /// How many leaves of each search wait for their values.
    waiting: Vec<usize>,
}

/// Observations, masks and seats of leaves.
type Leaves<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<bool>>, Bound<'py, PyArray1<i8>>);

fn position(value: &Bound<'_, PyAny>) -> Option<Position> {
    if let Ok(state) = value.cast::<State>() {
        return Some(Position::State(state.get().inner.clone()));
    }
    value.cast::<View>().ok().map(|view| Position::View(view.get().inner.clone()))
}

fn refuse(field: &str, value: &Bound<'_, PyAny>) -> Fault {
    Error::argument("wrong_type", field, shown(value), "a state or a view").into()
}

/// An error about one of several positions names it.
fn placed(k: usize, count: usize, error: Error) -> Error {
    if count == 1 {
        return error;
    }
    let detail = error.detail();
    let field = detail.field.replacen("position", &format!("position[{k}]"), 1);
    Error::argument(detail.code, field, &detail.value, detail.expected.clone())
}

fn number(field: &str, value: f64, least: f64, most: f64) -> Result<f64> {
    if value >= least && value <= most {
        return Ok(value);
    }
    Err(Error::argument("out_of_range", field, value, format!("a number from {least} to {most}")).into())
}

#[expect(clippy::too_many_arguments, reason = "the keywords of the Python face")]
fn options(
    info: &Info,
    selection: Option<&str>,
    exploration: Option<f64>,
    rollout: Option<&str>,
    rollout_steps: Option<i64>,
    noise: Option<(f64, f64)>,
    max_nodes: i64,
    beliefs: bool,
    true_state: bool,
) -> Result<Options> {
    let selection = selection.map_or(Ok(Selection::Puct), Selection::parse)?;
    let exploration = match exploration {
        Some(weight) => number("exploration", weight, 0.0, 1e6)? as f32,
        None => selection.exploration(),
    };
    let noise = match noise {
        Some(_) if selection == Selection::Uct => {
            return Err(Error::argument("no_priors", "noise", "noise for selection uct", "selection puct, which has priors").into());
        }
        Some((alpha, share)) => {
            Some(Noise { alpha: number("noise[0]", alpha, 1e-3, 1e6)?, share: number("noise[1]", share, 0.0, 1.0)? as f32 })
        }
        None => None,
    };
    let named = |error: Error, field: &str| {
        let detail = error.detail();
        Error::argument(detail.code, field, &detail.value, detail.expected.clone())
    };
    let rollout = Policy::parse(rollout.unwrap_or(info.rollout.0)).map_err(|error| named(error, "rollout"))?;
    let rollout_steps = match rollout_steps {
        Some(steps) => u32::try_from(convert::count("rollout_steps", steps, 0)?).unwrap_or(u32::MAX),
        None => info.rollout.1,
    };
    Ok(Options {
        selection,
        exploration,
        rollout,
        rollout_steps,
        noise,
        max_nodes: convert::count("max_nodes", max_nodes, 1)?.min(u32::MAX as usize / 2),
        beliefs,
        true_state,
    })
}

fn budget(simulations: Option<i64>, seconds: Option<f64>) -> Result<Budget> {
    if simulations.is_none() && seconds.is_none() {
        return Err(Error::argument("no_budget", "simulations", "None, and seconds None", "a number of simulations or of seconds").into());
    }
    Ok(Budget {
        simulations: simulations.map(|count| convert::count("simulations", count, 1)).transpose()?.map(|count| count as u64),
        time: seconds.map(|seconds| number("seconds", seconds, 0.0, 1e9)).transpose()?.map(Duration::from_secs_f64),
    })
}

/// An evaluator's array.
fn answer<'py>(field: &str, value: &Bound<'py, PyAny>, shape: [usize; 2]) -> Result<Vec<f32>> {
    let expected = || format!("finite numbers as an array of shape {shape:?}");
    let refuse = |shown: String| Fault::from(Error::argument("bad_array", field, shown, expected()));
    let array = value.py().import("numpy")?.call_method1("asarray", (value, "float32"));
    let array = array.map_err(|error| instead(value.py(), error, || refuse(shown(value))))?;
    let array: PyReadonlyArray2<'py, f32> = array.extract().map_err(|_| refuse(shown(value)))?;
    if array.shape() != shape {
        return Err(refuse(format!("shape {:?}", array.shape())));
    }
    let numbers: Vec<f32> = array.as_array().iter().copied().collect();
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(refuse(number.to_string())),
        None => Ok(numbers),
    }
}

impl Searches {
    fn lock(&self) -> Result<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| busy("searcher"))
    }
}

#[pymethods]
impl Searches {
    #[new]
    #[pyo3(signature = (
        positions, *, evaluated, seed, threads = None, selection = None, exploration = None, rollout = None, rollout_steps = None,
        noise = None, max_nodes = 4_000_000, beliefs = true, true_state = false
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of the Python face")]
    fn new(
        py: Python<'_>,
        positions: Vec<Bound<'_, PyAny>>,
        evaluated: bool,
        seed: Seed,
        threads: Option<i64>,
        selection: Option<Text>,
        exploration: Option<f64>,
        rollout: Option<Text>,
        rollout_steps: Option<i64>,
        noise: Option<(f64, f64)>,
        max_nodes: i64,
        beliefs: bool,
        true_state: bool,
    ) -> Result<Self> {
        let threads = thread_count(threads)?;
        let count = positions.len();
        let positions =
            positions.iter().map(|value| position(value).ok_or_else(|| refuse("position", value))).collect::<Result<Vec<_>>>()?;
        let game = positions.first().map(Position::game);
        let game = game.ok_or_else(|| Error::argument("empty", "position", "no positions", "at least one"))?;
        let options = options(
            &game.info(),
            selection.as_deref(),
            exploration,
            rollout.as_deref(),
            rollout_steps,
            noise,
            max_nodes,
            beliefs,
            true_state,
        )?;
        let mut searches = Vec::with_capacity(count);
        for (k, position) in positions.iter().enumerate() {
            if position.game().common().fingerprint != game.common().fingerprint {
                let shown = format!("position[{k}] of another game");
                return Err(Error::argument("mixed_games", "position", shown, "positions of one game").into());
            }
            let own = if count == 1 { threads } else { 1 };
            let made = search(position, options, evaluated, SplitMix64::nth(seed.0, k as u64), own);
            searches.push(made.map_err(|error| placed(k, count, error))?);
        }
        let budget = Budget { simulations: Some(0), time: None };
        let inner = Inner { waiting: vec![0; count], searches, threads, budget, started: std::time::Instant::now() };
        Ok(Self { game: Py::new(py, Game { inner: game })?, inner: Mutex::new(inner), stop: AtomicBool::new(false) })
    }

    /// Searches with rollouts; whether Ctrl-C or `stop` ended it.
    fn run(&self, py: Python<'_>, simulations: Option<i64>, seconds: Option<f64>) -> Result<bool> {
        let budget = budget(simulations, seconds)?;
        let mut inner = self.lock()?;
        self.stop.store(false, Ordering::Relaxed);
        let mut signals = Signals::new();
        let inner = &mut *inner;
        let stop = &self.stop;
        let done = py.detach(|| -> meeple_core::Result<()> {
            if let [search] = inner.searches.as_mut_slice() {
                return search.run(budget, stop, &mut || signals.look());
            }
            let mut work: Vec<(&mut Box<dyn AnySearch>, meeple_core::Result<()>)> =
                inner.searches.iter_mut().map(|search| (search, Ok(()))).collect();
            // The calling thread looks for Ctrl-C between its pieces, and inside each.
            let signals = Mutex::new(&mut signals);
            let look = || signals.try_lock().map_or(true, |mut signals| signals.look());
            let run = |(): &mut (), _: usize, place: &mut (&mut Box<dyn AnySearch>, meeple_core::Result<()>)| {
                place.1 = place.0.run(budget, stop, &mut || look());
            };
            jobs::run(&mut work, inner.threads, stop, &mut || look(), || (), run);
            work.into_iter().try_for_each(|(_, done)| done)
        });
        done?;
        match signals.result() {
            // It may have come with the last simulations, too late to stop any.
            Err(Fault::Python(error)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
            other => other.map(|()| self.stop.load(Ordering::Relaxed)),
        }
    }

    /// Begins a search with an evaluator.
    fn begin(&self, simulations: Option<i64>, seconds: Option<f64>) -> Result<()> {
        let budget = budget(simulations, seconds)?;
        let mut inner = self.lock()?;
        self.stop.store(false, Ordering::Relaxed);
        inner.budget = budget;
        inner.started = std::time::Instant::now();
        inner.waiting.fill(0);
        inner.searches.iter_mut().for_each(|search| search.begin());
        Ok(())
    }

    /// The next leaves that wait for an evaluator, some `batch_size` of all searches together; `None` where the budget is used up.
    fn gather<'py>(&self, py: Python<'py>, batch_size: i64) -> Result<Option<Leaves<'py>>> {
        let batch = convert::count("batch_size", batch_size, 1)?;
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let (size, actions) = (self.game.get().common().observation.size, self.game.get().common().actions.size() as usize);
        loop {
            let time_is_up = inner.budget.time.is_some_and(|time| inner.started.elapsed() >= time);
            if self.stop.load(Ordering::Relaxed) || time_is_up {
                return Ok(None);
            }
            let all = inner.budget.simulations.unwrap_or(u64::MAX);
            let width = inner.budget.width().min(batch.div_ceil(inner.searches.len())).max(1) as u64;
            let (mut open, mut gathered) = (Vec::new(), 0);
            for (search, waiting) in inner.searches.iter_mut().zip(&mut inner.waiting) {
                *waiting = 0;
                let count = width.min(all.saturating_sub(search.simulations())) as usize;
                if count == 0 || open.len() >= batch {
                    continue;
                }
                search.gather(count);
                gathered += count;
                let seats = search.open();
                *waiting = seats.len();
                open.extend(seats.into_iter().map(|seat| seat.0 as i8));
                if *waiting == 0 {
                    search.give(&[], &[]);
                }
            }
            if gathered == 0 {
                return Ok(None);
            }
            if open.is_empty() {
                py.check_signals()?;
                continue;
            }
            let mut observations = vec![0.0_f32; open.len() * size];
            let mut masks = vec![false; open.len() * actions];
            let mut row = 0;
            for (search, &waiting) in inner.searches.iter_mut().zip(&inner.waiting) {
                let next = row + waiting;
                if let (Some(observations), Some(masks)) =
                    (observations.get_mut(row * size..next * size), masks.get_mut(row * actions..next * actions))
                {
                    search.observe(observations, masks);
                }
                row = next;
            }
            let observations = PyArray1::from_vec(py, observations).reshape([row, size])?;
            let masks = PyArray1::from_vec(py, masks).reshape([row, actions])?;
            return Ok(Some((observations, masks, PyArray1::from_vec(py, open))));
        }
    }

    /// What the evaluator says of the leaves of the last `gather`; where it says nothing of use they are taken back.
    fn give(&self, priors: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> Result<()> {
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let common = self.game.get().common();
        let (actions, seats) = (common.actions.size() as usize, common.num_players);
        let rows = inner.waiting.iter().sum();
        let answers = answer("evaluator's priors", priors, [rows, actions])
            .and_then(|priors| answer("evaluator's values", values, [rows, seats]).map(|values| (priors, values)));
        let mut row = 0;
        for (search, waiting) in inner.searches.iter_mut().zip(&mut inner.waiting) {
            let waiting = std::mem::take(waiting);
            if waiting == 0 {
                continue;
            }
            let next = row + waiting;
            match &answers {
                Ok((priors, values)) => search.give(
                    priors.get(row * actions..next * actions).unwrap_or_default(),
                    values.get(row * seats..next * seats).unwrap_or_default(),
                ),
                Err(_) => search.forget(),
            }
            row = next;
        }
        answers.map(|_| ())
    }

    /// Takes the leaves of the last `gather` back.
    fn forget(&self) -> Result<()> {
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        for (search, waiting) in inner.searches.iter_mut().zip(&mut inner.waiting) {
            if std::mem::take(waiting) > 0 {
                search.forget();
            }
        }
        Ok(())
    }

    /// What was found of position `k`, in the order of `meeple.search.Result`'s fields.
    fn found<'py>(&self, py: Python<'py>, k: usize) -> Result<Bound<'py, PyTuple>> {
        let mut inner = self.lock()?;
        let search = inner.searches.get_mut(k).ok_or_else(|| Error::argument("out_of_range", "k", k, "a position's number"))?;
        let found = search.found();
        let common = self.game.get().common();
        let (count, seats) = (found.edges.len(), common.num_players);
        let actions: Vec<i64> = found.edges.iter().map(|edge| i64::from(edge.action.0)).collect();
        let texts = found.edges.iter().map(|edge| common.actions.text(edge.action)).collect::<meeple_core::Result<Vec<_>>>()?;
        let visits: Vec<i64> = found.edges.iter().map(|edge| i64::from(edge.visits)).collect();
        let value_of = |visits: u32, value: f32| if visits == 0 { f64::NAN } else { f64::from(value) };
        let values: Vec<f64> =
            found.edges.iter().flat_map(|edge| edge.values.iter().take(seats).map(|&value| value_of(edge.visits, value))).collect();
        let priors: Vec<f64> = found.edges.iter().map(|edge| f64::from(edge.prior)).collect();
        let played = found.simulations > 0 || visits.iter().any(|&visits| visits > 0);
        let value: Vec<f64> = found.value.iter().take(seats).map(|&value| value_of(u32::from(played), value)).collect();
        let line = found.variation.iter().map(|&(action, _)| common.actions.text(action)).collect::<meeple_core::Result<Vec<_>>>()?;
        debug_assert!(seats <= MAX_SEATS);
        let fields = (
            found.seat.0,
            PyArray1::from_vec(py, actions),
            PyTuple::new(py, texts)?,
            PyArray1::from_vec(py, visits),
            PyArray1::from_vec(py, values).reshape([count, seats])?,
            PyArray1::from_vec(py, priors),
            PyArray1::from_vec(py, value),
            found.simulations,
            found.seconds,
            found.nodes,
            PyTuple::new(py, line)?,
        );
        Ok(fields.into_pyobject(py)?)
    }

    /// Searches position `k` from another position on.
    fn move_to(&self, k: usize, position: &Bound<'_, PyAny>) -> Result<()> {
        let place = self::position(position).ok_or_else(|| refuse("position", position))?;
        let mut inner = self.lock()?;
        let search = inner.searches.get_mut(k).ok_or_else(|| Error::argument("out_of_range", "k", k, "a position's number"))?;
        Ok(search.move_to(&place)?)
    }

    /// Ends a running search with what it has; from any thread.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
