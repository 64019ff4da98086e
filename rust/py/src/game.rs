//! `Game`: parameters and checked tables.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use meeple_core::action::{ActionSpace, Range, Seat, shorten};
use meeple_core::game::Common;
use meeple_core::games::{AnyGame, INFOS};
use meeple_core::{Error, codec};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};

use crate::convert::{self, Id, Text};
use crate::errors::Result;
use crate::observation;
use crate::rng::Rng;
use crate::state::State;

/// A game with its parameters.
#[pyclass(name = "Game", module = "meeple", frozen)]
pub struct Game {
    pub inner: AnyGame,
}

impl Game {
    pub fn common(&self) -> &Common {
        self.inner.common()
    }

    fn space(&self, chance: bool) -> &ActionSpace {
        let common = self.common();
        if chance { &common.chances } else { &common.actions }
    }
}

/// A label as Python sees it: a number where it is one.
fn label<'py>(py: Python<'py>, label: &str) -> PyResult<Bound<'py, PyAny>> {
    match label.parse::<i64>() {
        Ok(number) if number.to_string() == label => Ok(number.into_pyobject(py)?.into_any()),
        _ => Ok(label.into_pyobject(py)?.into_any()),
    }
}

fn labels<'py>(py: Python<'py>, texts: &[impl AsRef<str>]) -> PyResult<Bound<'py, PyTuple>> {
    let items = texts.iter().map(|text| label(py, text.as_ref())).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, items)
}

/// A range as `meeple.Range`.
fn range<'py>(py: Python<'py>, range: &Range) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let shape = PyTuple::new(py, range.axes.iter().map(|axis| axis.labels.len()))?;
    let axes = PyTuple::new(py, range.axes.iter().map(|axis| axis.name))?;
    let names = range.axes.iter().map(|axis| labels(py, &axis.labels)).collect::<PyResult<Vec<_>>>()?;
    CLASS.import(py, "meeple._types", "Range")?.call1((range.kind, range.start, range.stop, shape, axes, PyTuple::new(py, names)?))
}

fn space<'py>(py: Python<'py>, space: &ActionSpace) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let ranges = space.ranges().iter().map(|entry| range(py, entry)).collect::<PyResult<Vec<_>>>()?;
    CLASS.import(py, "meeple._types", "ActionSpace")?.call1((space.size(), PyTuple::new(py, ranges)?))
}

/// A seat in play.
pub fn seat(players: usize, seat: &Bound<'_, PyAny>) -> Result<Seat> {
    let number = seat.extract::<i64>().ok().and_then(|seat| u8::try_from(seat).ok());
    number.filter(|&seat| (seat as usize) < players).map(Seat).ok_or_else(|| {
        let shown = seat.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        Error::argument("out_of_range", "seat", shorten(&shown), format!("a seat from 0 to {}", players - 1)).into()
    })
}

/// How many games documents are read into without being made anew.
const REMEMBERED: usize = 8;

/// Reads a document with the games read lately at hand: to make a game takes far longer than to read a position.
pub fn remembered<T>(py: Python<'_>, read: impl FnOnce(&[AnyGame]) -> Result<(AnyGame, T)>) -> Result<(Py<Game>, T)> {
    static LATELY: Mutex<Vec<Py<Game>>> = Mutex::new(Vec::new());
    // Copied out, so that no lock is held while the interpreter may switch threads.
    let lately: Vec<Py<Game>> = LATELY.lock().map(|games| games.iter().map(|game| game.clone_ref(py)).collect()).unwrap_or_default();
    let like: Vec<AnyGame> = lately.iter().map(|game| game.get().inner.clone()).collect();
    let (inner, value) = read(&like)?;
    let known = lately.into_iter().find(|game| game.get().common().fingerprint == inner.common().fingerprint);
    if let Some(game) = known {
        return Ok((game, value));
    }
    let game = Py::new(py, Game { inner })?;
    if let Ok(mut games) = LATELY.lock() {
        games.insert(0, game.clone_ref(py));
        games.truncate(REMEMBERED);
    }
    Ok((game, value))
}

/// The games there are, by id.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let mut names: Vec<&str> = INFOS.iter().map(|info| info.name).collect();
    names.sort_unstable();
    PyTuple::new(py, names)
}

/// Title, summary, players and phases of a game.
#[pyfunction]
pub fn game_info<'py>(py: Python<'py>, name: &str) -> Result<Bound<'py, PyDict>> {
    let info = INFOS.iter().find(|info| info.name == name).ok_or_else(|| {
        let known: Vec<&str> = INFOS.iter().map(|info| info.name).collect();
        Error::config("unknown_game", "name", format!("{name:?}"), meeple_core::action::one_of(&known))
    })?;
    let dict = PyDict::new(py);
    dict.set_item("name", info.name)?;
    dict.set_item("title", info.title)?;
    dict.set_item("summary", info.summary)?;
    dict.set_item("players", info.players)?;
    dict.set_item("phases", PyTuple::new(py, info.phases)?)?;
    dict.set_item("rules_version", info.rules_version)?;
    Ok(dict)
}

/// Makes a game.
#[pyfunction]
#[pyo3(signature = (name, /, **params))]
pub fn load(name: Text, params: Option<&Bound<'_, PyDict>>) -> Result<Game> {
    Ok(Game { inner: AnyGame::load(&name, &convert::params(params)?)? })
}

/// Makes a game from a name and the JSON text of its parameters; what pickles call.
#[pyfunction]
pub fn _load_json(name: &str, params: &str) -> Result<Game> {
    Ok(Game { inner: codec::load(name, params)? })
}

/// The text of a shipped data file.
#[pyfunction]
pub fn data_text(name: &str) -> Result<&'static str> {
    Ok(codec::data_text(name)?)
}

#[pymethods]
impl Game {
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.info().name
    }

    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(convert::from_json(py, &self.common().params_text)?)
    }

    #[getter]
    fn num_players(&self) -> usize {
        self.common().num_players
    }

    #[getter]
    fn rules_version(&self) -> u16 {
        self.inner.info().rules_version
    }

    #[getter]
    fn fingerprint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.common().fingerprint)
    }

    #[getter]
    fn num_actions(&self) -> u16 {
        self.common().actions.size()
    }

    #[getter]
    fn max_chance_outcomes(&self) -> u16 {
        self.common().chances.size()
    }

    #[getter]
    fn max_game_length(&self) -> Option<u32> {
        self.common().max_game_length
    }

    #[getter]
    fn min_return(&self) -> f64 {
        0.0
    }

    #[getter]
    fn max_return(&self) -> f64 {
        1.0
    }

    #[getter]
    fn return_sum(&self) -> f64 {
        1.0
    }

    /// A payload and its length.
    #[getter]
    pub fn packed_size(&self) -> usize {
        self.common().packed_size + 2
    }

    #[getter]
    fn _state_size(&self) -> usize {
        self.inner.state_size()
    }

    #[getter]
    fn score_parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.common().score_parts)
    }

    #[getter]
    fn action_space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        space(py, self.space(false))
    }

    #[getter]
    fn chance_space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        space(py, self.space(true))
    }

    #[getter]
    fn observation_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        observation::spec(py, &self.common().observation)
    }

    fn action_to_str(&self, action: Id) -> Result<String> {
        let space = self.space(false);
        Ok(space.text(space.action(action.0)?)?)
    }

    fn chance_to_str(&self, outcome: Id) -> Result<String> {
        let space = self.space(true);
        Ok(space.text(space.action(outcome.0)?)?)
    }

    #[pyo3(signature = (text, chance = false))]
    fn parse_action(&self, text: Text, chance: bool) -> Result<u16> {
        Ok(self.space(chance).parse(&text)?.0)
    }

    #[pyo3(signature = (action, chance = false))]
    fn decode<'py>(&self, py: Python<'py>, action: Id, chance: bool) -> Result<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let space = self.space(chance);
        let action = space.action(action.0)?;
        let range = space.range_of(action)?;
        let args = labels(py, &range.args(action))?;
        Ok(CLASS.import(py, "meeple._types", "Action")?.call1((range.kind, args))?)
    }

    #[pyo3(signature = (kind, *args, chance = false))]
    fn encode(&self, kind: Text, args: &Bound<'_, PyTuple>, chance: bool) -> Result<u16> {
        let words = args.iter().map(|arg| arg.str().map(|text| text.to_string())).collect::<PyResult<Vec<_>>>()?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(self.space(chance).encode(&kind, &words)?.0)
    }

    #[pyo3(signature = (rng = None))]
    fn new_initial_state<'py>(slf: &Bound<'py, Self>, rng: Option<&Bound<'py, Rng>>) -> Result<Bound<'py, State>> {
        let state = State::wrap(slf.py(), slf.clone().unbind(), slf.get().inner.initial())?;
        match rng {
            None => Ok(state),
            Some(rng) => State::settled(&state, rng, false),
        }
    }

    fn state_from_bytes<'py>(slf: &Bound<'py, Self>, data: &[u8]) -> Result<Bound<'py, State>> {
        let inner = codec::bytes::read(&slf.get().inner, data)?;
        State::wrap(slf.py(), slf.clone().unbind(), inner)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().common().fingerprint == self.common().fingerprint)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.common().fingerprint.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Py<Self> {
        slf.clone().unbind()
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf.clone().unbind()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (&'static str, String))> {
        let loader = py.import("meeple._core")?.getattr("_load_json")?;
        Ok((loader, (self.name(), self.common().params_text.clone())))
    }

    fn __repr__(&self) -> String {
        let shown: Vec<String> =
            self.common().params.iter().map(|(name, value)| format!("{name}={}", shorten(&value.to_string()))).collect();
        format!("<meeple.Game {} {}>", self.name(), shown.join(" "))
    }
}
