//! `View`: what one seat, or everyone, sees.

use meeple_core::action::{Seat, shorten};
use meeple_core::game::Node;
use meeple_core::games::{AnyState, AnyView};
use meeple_core::run::playout::{Policy, from_view};
use meeple_core::{Actions, Error, Game as _, codec, with_state, with_view};
use numpy::PyArray1;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use crate::convert::{self, Text};
use crate::errors::Result;
use crate::game::{self, Game};
use crate::observation;
use crate::rng::Rng;
use crate::state::{CHANCE, State, TERMINAL, ordered_deciders, outcome, text_of};

/// What a seat sees. Nothing hidden is in it.
#[pyclass(name = "View", module = "meeple", frozen)]
pub struct View {
    pub game: Py<Game>,
    pub inner: AnyView,
    /// The fields of the page as read-only values, made when first asked for.
    fields: PyOnceLock<Py<PyAny>>,
}

/// A seat, or `None` for a spectator, as the caller names it.
pub fn seat_or_everyone(players: usize, seat: &Bound<'_, PyAny>) -> Result<Option<Seat>> {
    if seat.is_none() { Ok(None) } else { game::seat(players, seat).map(Some) }
}

/// The drawing of a document, by the Python face.
pub fn draw<'py>(py: Python<'py>, document: &str) -> PyResult<Bound<'py, PyAny>> {
    static DRAW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    DRAW.import(py, "meeple.svg", "draw")?.call1((convert::from_json(py, document)?,))
}

impl View {
    pub fn wrap(game: Py<Game>, inner: AnyView) -> Self {
        Self { game, inner, fields: PyOnceLock::new() }
    }

    /// A state that looks like it. What is asked of it here is the same in all of them, so nothing hidden comes out.
    fn example(&self) -> AnyState {
        with_view!(&self.inner, seen => seen.example().into())
    }

    /// What the viewer may do now.
    fn own_actions(&self) -> Actions {
        self.viewer().map_or_else(Actions::new, |seat| with_state!(&self.example(), at => at.legal(Some(seat))))
    }

    fn viewer(&self) -> Option<Seat> {
        with_view!(&self.inner, seen => seen.game.viewer(&seen.view))
    }

    fn fields<'py>(&self, py: Python<'py>) -> Result<&Bound<'py, PyAny>> {
        let made = self.fields.get_or_try_init(py, || -> PyResult<Py<PyAny>> {
            let document = convert::from_json(py, &codec::json::write_view(&self.inner).map_err(crate::errors::Fault::from)?)?;
            let freeze = py.import("meeple._types")?.getattr("freeze")?;
            Ok(freeze.call1((document.get_item("view")?,))?.unbind())
        })?;
        Ok(made.bind(py))
    }
}

#[pymethods]
impl View {
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> &Bound<'py, Game> {
        self.game.bind(py)
    }

    #[getter]
    fn seat(&self) -> Option<u8> {
        self.viewer().map(|seat| seat.0)
    }

    #[getter]
    fn phase(&self) -> &'static str {
        with_state!(&self.example(), at => at.game.phase(&at.state))
    }

    #[getter]
    fn current_player(&self) -> i64 {
        match with_state!(&self.example(), at => at.node()) {
            Node::Decision(seat) => i64::from(seat.0),
            Node::Chance => CHANCE,
            Node::Terminal => TERMINAL,
        }
    }

    #[getter]
    fn deciders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        ordered_deciders(py, &self.example())
    }

    #[getter]
    fn legal(&self) -> Result<Vec<String>> {
        let legal = self.own_actions();
        let space = &self.game.get().common().actions;
        Ok(legal.iter().map(|action| space.text(action)).collect::<std::result::Result<_, _>>()?)
    }

    fn legal_actions<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyList>> {
        Ok(convert::id_list(py, &self.own_actions())?)
    }

    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let scores = with_view!(&self.inner, seen => seen.game.view_scores(&seen.view));
        PyTuple::new(py, scores.get(..self.game.get().common().num_players).unwrap_or(&[]))
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        outcome(py, &self.example())
    }

    fn resample<'py>(&self, py: Python<'py>, rng: &Bound<'py, Rng>) -> Result<Bound<'py, State>> {
        let inner = Rng::with(rng, |rng| Ok(with_view!(&self.inner, seen => seen.resample(rng).into())))?;
        State::wrap(py, self.game.clone_ref(py), inner)
    }

    fn policy_action(&self, policy: Text, rng: &Bound<'_, Rng>) -> Result<u16> {
        let policy = Policy::parse(&policy)?;
        Rng::with(rng, |rng| Ok(with_view!(&self.inner, seen => from_view(seen, policy, rng))?.0))
    }

    fn information_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &with_view!(&self.inner, seen => seen.information_key()))
    }

    #[pyo3(signature = (out = None))]
    fn observation_tensor<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyArray1<f32>>> {
        let size = self.game.get().common().observation.size;
        observation::written(py, size, out, |places| with_view!(&self.inner, seen => seen.game.observe(&seen.view, places)))
    }

    fn to_json(&self) -> Result<String> {
        Ok(codec::json::write_view(&self.inner)?)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(convert::from_json(py, &codec::json::write_view(&self.inner)?)?)
    }

    fn to_svg<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(draw(py, &codec::json::write_view(&self.inner)?)?)
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        self.to_svg(py)
    }

    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> Result<Self> {
        let text = text_of(text)?;
        Self::read(py, &text)
    }

    #[staticmethod]
    fn from_dict(py: Python<'_>, document: &Bound<'_, PyDict>) -> Result<Self> {
        Self::read(py, &convert::document(document, Error::Position)?)
    }

    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> Result<Bound<'py, PyAny>> {
        let fields = slf.get().fields(slf.py())?;
        fields.get_item(name).map_err(|_| {
            let error =
                PyAttributeError::new_err(format!("a view of {} has no field {:?}", slf.get().game.get().inner.info().name, shorten(name)));
            error.into()
        })
    }

    fn __dir__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>> {
        let own = slf.py().get_type::<PyAny>().call_method1("__dir__", (slf,))?;
        let names =
            own.call_method1("__add__", (slf.get().fields(slf.py())?.call_method0("keys")?.try_iter()?.collect::<PyResult<Vec<_>>>()?,))?;
        Ok(names)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = with_view!(&self.inner, seen => seen.information_key());
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Py<Self> {
        slf.clone().unbind()
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf.clone().unbind()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json()?,)))
    }

    fn __repr__(&self) -> String {
        let seat = self.viewer().map_or_else(|| "everyone".to_owned(), |seat| format!("seat {}", seat.0));
        format!(
            "<meeple view of {} by {seat}: phase {}, current_player {}>",
            self.game.get().inner.info().name,
            self.phase(),
            self.current_player()
        )
    }
}

impl View {
    fn read(py: Python<'_>, text: &str) -> Result<Self> {
        let (game, inner) = game::remembered(py, |like| {
            let view = codec::json::read_view(text, like)?;
            Ok((view.game(), view))
        })?;
        Ok(Self::wrap(game, inner))
    }
}
