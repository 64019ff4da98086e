//! `Match`: a mutable cursor with history.

use meeple_core::action::{Seat, shorten};
use meeple_core::codec::record::{self, Notes};
use meeple_core::run::match_::{self, Kind};
use meeple_core::{Action, Error, Game as _, codec, with_state};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use crate::convert::{self, Id, Seed, Text};
use crate::errors::{Fault, Result, busy};
use crate::game::{self, Game};
use crate::state::{State, ordered_deciders, text_of};
use crate::view::seat_or_everyone;

/// A game being played.
#[pyclass(name = "Match", module = "meeple")]
pub struct Match {
    game: Py<Game>,
    inner: match_::Match,
    notes: Notes,
}

/// `auto` or `manual`.
fn is_auto(chance: &str) -> Result<bool> {
    match chance {
        "auto" => Ok(true),
        "manual" => Ok(false),
        other => Err(Error::argument("unknown_value", "chance", format!("{:?}", shorten(other)), "\"auto\" or \"manual\"").into()),
    }
}

impl Match {
    fn look<T>(slf: &Bound<'_, Self>, work: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        work(&*slf.try_borrow().map_err(|_| busy("match"))?)
    }

    fn change<T>(slf: &Bound<'_, Self>, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        work(&mut *slf.try_borrow_mut().map_err(|_| busy("match"))?)
    }

    fn current<'py>(&self, py: Python<'py>) -> Result<Bound<'py, State>> {
        State::wrap(py, self.game.clone_ref(py), self.inner.state().clone())
    }

    fn seats(slf: &Bound<'_, Self>) -> Result<usize> {
        Self::look(slf, |played| Ok(played.game.get().common().num_players))
    }

    /// What an id or a text names, at this node or in the space of players' actions.
    fn action(&self, action: &Named, players: bool) -> Result<Action> {
        let space = |at_node: bool| {
            let common = self.game.get().common();
            if at_node && with_state!(self.inner.state(), at => at.node()) == meeple_core::Node::Chance {
                &common.chances
            } else {
                &common.actions
            }
        };
        let space = space(!players);
        match action {
            Named::Text(text) => Ok(space.parse(text)?),
            Named::Id(id) => Ok(space.action(*id)?),
        }
    }

    fn step<'py>(&self, py: Python<'py>, ply: usize) -> Result<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let text = self.inner.text(ply)?;
        let step = self.inner.steps().get(ply).ok_or_else(|| Error::argument("out_of_range", "ply", ply, "a ply that was played"))?;
        let action = (step.kind != Kind::Timeout).then_some(step.action.0);
        Ok(CLASS.import(py, "meeple._types", "Step")?.call1((step.seat.map(|seat| seat.0), action, text, step.kind.word()))?)
    }

    fn read(py: Python<'_>, text: &str, seed: Option<Seed>, chance: &str) -> Result<Self> {
        let auto = is_auto(chance)?;
        let (game, (inner, notes)) = game::remembered(py, |like| {
            let (played, notes) = record::replay(record::parse(text)?, seed.map(|seed| seed.0), auto, like)?;
            Ok((played.game(), (played, notes)))
        })?;
        Ok(Self { game, inner, notes })
    }

    fn record(&self) -> Result<String> {
        Ok(record::write(&self.inner, &self.notes)?)
    }
}

/// An action as it was given. Arguments are read before a match is borrowed: what reads them may be Python code that looks at the match.
enum Named {
    Id(i64),
    Text(String),
}

impl Named {
    fn read(action: &Bound<'_, PyAny>) -> Result<Self> {
        match action.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(convert::lossy(text))),
            Err(_) => Ok(Self::Id(action.extract::<Id>()?.0)),
        }
    }
}

/// A ply to go to, as it was given: a number, or what else it was.
struct Ply(std::result::Result<usize, String>);

impl Ply {
    fn read(value: &Bound<'_, PyAny>) -> Self {
        let number = value.extract::<i64>().ok().and_then(|number| usize::try_from(number).ok());
        Self(number.ok_or_else(|| convert::shown(value)))
    }

    fn up_to(self, name: &str, most: usize) -> Result<usize> {
        let shown = match self.0 {
            Ok(number) if number <= most => return Ok(number),
            Ok(number) => number.to_string(),
            Err(shown) => shown,
        };
        Err(Error::argument("out_of_range", name, shown, format!("a ply from 0 to {most}")).into())
    }
}

/// Where a part of a log begins; beyond the last step there is nothing.
struct Since(usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Since {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = match value.extract::<i64>() {
            Ok(number) => usize::try_from(number).ok(),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) && value.gt(0)? => Some(usize::MAX),
            Err(_) => None,
        };
        number.map(Self).ok_or_else(|| {
            let error = Error::argument("out_of_range", "since", convert::shown(&value), "a whole number of at least 0");
            Fault::from(error).into()
        })
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(
        signature = (game, *, seed = None, chance = Text::of("auto"), start = None, meta = None),
        text_signature = "(game, *, seed=None, chance='auto', start=None, meta=None)"
    )]
    fn new(
        game: &Bound<'_, Game>,
        seed: Option<Seed>,
        chance: Text,
        start: Option<&Bound<'_, State>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self> {
        let auto = is_auto(&chance)?;
        let first = match start {
            None => game.get().inner.initial(),
            Some(state) if state.get().inner.game().common().fingerprint == game.get().common().fingerprint => state.get().inner.clone(),
            Some(_) => return Err(Error::argument("other_game", "start", "a state of another game", "a state of the match's game").into()),
        };
        let meta = meta.map(|meta| convert::to_json("meta", meta, 1)).transpose()?.map(|meta| meta.to_string());
        let inner = match_::Match::new(first, seed.map(|seed| seed.0), auto)?;
        Ok(Self { game: game.clone().unbind(), inner, notes: Notes { meta, termination: None } })
    }

    #[getter]
    fn game(slf: &Bound<'_, Self>) -> Result<Py<Game>> {
        Self::look(slf, |played| Ok(played.game.clone_ref(slf.py())))
    }

    #[getter]
    fn state<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, State>> {
        Self::look(slf, |played| played.current(slf.py()))
    }

    #[getter]
    fn ply(slf: &Bound<'_, Self>) -> Result<usize> {
        Self::look(slf, |played| Ok(played.inner.ply()))
    }

    #[getter]
    fn seed(slf: &Bound<'_, Self>) -> Result<Option<u64>> {
        Self::look(slf, |played| Ok(played.inner.seed()))
    }

    #[getter]
    fn chance(slf: &Bound<'_, Self>) -> Result<&'static str> {
        Self::look(slf, |played| Ok(if played.inner.is_auto() { "auto" } else { "manual" }))
    }

    #[getter]
    fn history<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyList>> {
        Self::look(slf, |played| {
            let steps = (0..played.inner.ply()).map(|ply| played.step(slf.py(), ply)).collect::<Result<Vec<_>>>()?;
            Ok(PyList::new(slf.py(), steps)?)
        })
    }

    #[getter]
    fn deciders<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyTuple>> {
        Self::look(slf, |played| Ok(ordered_deciders(slf.py(), played.inner.state())?))
    }

    #[getter]
    fn meta<'py>(slf: &Bound<'py, Self>) -> Result<Option<Bound<'py, PyAny>>> {
        Self::look(slf, |played| Ok(played.notes.meta.as_ref().map(|meta| convert::from_json(slf.py(), meta)).transpose()?))
    }

    #[setter]
    fn set_meta(slf: &Bound<'_, Self>, meta: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let meta = meta.map(|meta| convert::to_json("meta", meta, 1)).transpose()?.map(|meta| meta.to_string());
        Self::change(slf, |played| {
            played.notes.meta = meta;
            Ok(())
        })
    }

    #[getter]
    fn termination(slf: &Bound<'_, Self>) -> Result<Option<String>> {
        Self::look(slf, |played| Ok(played.notes.termination.clone()))
    }

    #[setter]
    fn set_termination(slf: &Bound<'_, Self>, termination: Option<Text>) -> Result<()> {
        Self::change(slf, |played| {
            played.notes.termination = termination.map(Text::into_string);
            Ok(())
        })
    }

    fn play<'py>(slf: &Bound<'py, Self>, action: &Bound<'py, PyAny>) -> Result<Bound<'py, State>> {
        let action = Named::read(action)?;
        Self::change(slf, |played| {
            let action = played.action(&action, false)?;
            played.inner.play(action)?;
            played.current(slf.py())
        })
    }

    fn submit(slf: &Bound<'_, Self>, seat: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> Result<bool> {
        let (seat, action) = (game::seat(Self::seats(slf)?, seat)?, Named::read(action)?);
        Self::change(slf, |played| {
            let action = played.action(&action, true)?;
            Ok(played.inner.submit(seat, action)?)
        })
    }

    fn sample_chance<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, State>> {
        Self::change(slf, |played| {
            played.inner.sample_chance()?;
            played.current(slf.py())
        })
    }

    fn settle<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, State>> {
        Self::change(slf, |played| {
            played.inner.settle()?;
            played.current(slf.py())
        })
    }

    fn timeout<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, State>> {
        Self::change(slf, |played| {
            played.inner.timeout()?;
            played.current(slf.py())
        })
    }

    #[pyo3(signature = (to = None))]
    fn undo<'py>(slf: &Bound<'py, Self>, to: Option<&Bound<'py, PyAny>>) -> Result<Bound<'py, State>> {
        let to = to.map(Ply::read);
        Self::change(slf, |played| {
            let to = to.map(|to| to.up_to("to", played.inner.ply())).transpose()?;
            played.inner.undo(to)?;
            played.current(slf.py())
        })
    }

    fn reseed(slf: &Bound<'_, Self>, seed: Option<Seed>) -> Result<()> {
        Self::change(slf, |played| {
            played.inner.reseed(seed.map(|seed| seed.0));
            Ok(())
        })
    }

    fn state_at<'py>(slf: &Bound<'py, Self>, ply: &Bound<'py, PyAny>) -> Result<Bound<'py, State>> {
        let ply = Ply::read(ply);
        Self::look(slf, |played| {
            let at = ply.up_to("ply", played.inner.ply())?;
            let state = played.inner.state_at(at).unwrap_or_else(|| played.inner.state());
            State::wrap(slf.py(), played.game.clone_ref(slf.py()), state.clone())
        })
    }

    #[pyo3(signature = (decisions_only = false))]
    fn states<'py>(slf: &Bound<'py, Self>, decisions_only: bool) -> Result<Vec<Bound<'py, State>>> {
        Self::look(slf, |played| {
            let all = (0..=played.inner.ply()).filter_map(|ply| played.inner.state_at(ply));
            let wanted =
                all.filter(|state| !decisions_only || matches!(with_state!(state, at => at.node()), meeple_core::Node::Decision(_)));
            wanted.map(|state| State::wrap(slf.py(), played.game.clone_ref(slf.py()), state.clone())).collect()
        })
    }

    #[pyo3(signature = (seat, since = Since(0)), text_signature = "($self, seat, since=0)")]
    fn log<'py>(slf: &Bound<'py, Self>, seat: &Bound<'py, PyAny>, since: Since) -> Result<Bound<'py, PyList>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(slf.py(), "meeple._types", "Event")?;
        let seat = seat_or_everyone(Self::seats(slf)?, seat)?;
        Self::look(slf, |played| {
            let events = played.inner.log(seat, since.0)?.into_iter().map(|event| {
                let revealed = PyTuple::new(slf.py(), event.revealed)?;
                class.call1((event.ply, event.seat.map(|seat: Seat| seat.0), event.text, revealed))
            });
            Ok(PyList::new(slf.py(), events.collect::<PyResult<Vec<_>>>()?)?)
        })
    }

    fn information_state<'py>(slf: &Bound<'py, Self>, seat: &Bound<'py, PyAny>) -> Result<Bound<'py, PyBytes>> {
        let seat = seat_or_everyone(Self::seats(slf)?, seat)?;
        Self::change(slf, |played| Ok(PyBytes::new(slf.py(), &played.inner.information_state(seat)?)))
    }

    fn to_record<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>> {
        let text = Self::look(slf, Self::record)?;
        Ok(convert::from_json(slf.py(), &text)?)
    }

    fn to_json(slf: &Bound<'_, Self>) -> Result<String> {
        Self::look(slf, Self::record)
    }

    #[staticmethod]
    #[pyo3(signature = (record, seed = None, chance = Text::of("auto")), text_signature = "(record, seed=None, chance='auto')")]
    fn from_record(py: Python<'_>, record: &Bound<'_, PyAny>, seed: Option<Seed>, chance: Text) -> Result<Self> {
        if let Ok(dict) = record.cast::<PyDict>() {
            return Self::read(py, &convert::document(dict, Error::Record)?, seed, &chance);
        }
        let text = text_of(record).map_err(crate::errors::as_record)?;
        Self::read(py, &text, seed, &chance)
    }

    fn copy(slf: &Bound<'_, Self>) -> Result<Self> {
        Self::look(slf, |played| {
            Ok(Self { game: played.game.clone_ref(slf.py()), inner: played.inner.clone(), notes: played.notes.clone() })
        })
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Result<Self> {
        Self::copy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> Result<Self> {
        Self::copy(slf)
    }

    /// A record does not tell which choices are held, nor that an undone match waits at a chance node: that comes as the state.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<(Bound<'py, PyAny>, Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        let (json, seed, chance) = (Self::to_json(slf)?, Self::seed(slf)?, Self::chance(slf)?);
        let held = Self::look(slf, |played| Ok(played.inner.held().map(|(seat, action)| (seat.0, action.0)).collect::<Vec<_>>()))?;
        let args = (json, seed, "manual").into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("from_record")?, args, (chance, held).into_pyobject(slf.py())?))
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: (String, Vec<(u8, i64)>)) -> Result<()> {
        let (chance, held) = state;
        let auto = is_auto(&chance)?;
        Self::change(slf, |played| {
            for (seat, action) in held {
                let action = played.action(&Named::Id(action), true)?;
                played.inner.submit(Seat(seat), action)?;
            }
            played.inner.set_auto_later(auto);
            Ok(())
        })
    }

    fn __repr__(slf: &Bound<'_, Self>) -> Result<String> {
        Self::look(slf, |played| {
            let phase = with_state!(played.inner.state(), at => at.game.phase(&at.state));
            Ok(format!("<meeple match of {} at ply {}, phase {phase}>", played.game.get().inner.info().name, played.inner.ply()))
        })
    }
}

/// The head and the counts of a record, without replaying it.
#[pyfunction]
pub fn record_head<'py>(py: Python<'py>, text: &Bound<'py, PyAny>) -> Result<Bound<'py, PyDict>> {
    let text = text_of(text).map_err(crate::errors::as_record)?;
    let record = record::parse(&text)?;
    let dict = PyDict::new(py);
    dict.set_item("game", &record.game)?;
    dict.set_item("params", convert::from_json(py, record.params.get())?)?;
    dict.set_item("actions", record.actions.iter().map(AsRef::as_ref).collect::<Vec<&str>>())?;
    dict.set_item("scores", record.scores.clone())?;
    dict.set_item("returns", record.returns.clone())?;
    dict.set_item("termination", &record.termination)?;
    dict.set_item("meta", record.meta.map(|meta| convert::from_json(py, meta.get())).transpose()?)?;
    Ok(dict)
}

/// The JSON Schema of a kind of document.
#[pyfunction]
pub fn schema_text(kind: Text, game: &Bound<'_, Game>) -> Result<String> {
    Ok(codec::schema::text(&kind, &game.get().inner)?)
}
