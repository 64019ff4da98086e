//! `State`: an immutable position with its game, and its typed subclasses, one a game.

use meeple_core::action::{ActionSpace, Seat};
use meeple_core::game::{Field, Node};
use meeple_core::games::AnyState;
use meeple_core::run::playout::Policy;
use meeple_core::{Actions, Error, Game as _, codec, for_each_game, with_state};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use crate::convert::{self, Id, Text};
use crate::errors::{Fault, Result};
use crate::game::{self, Game};
use crate::observation;
use crate::rng::Rng;
use crate::view::{View, draw, seat_or_everyone};

/// `current_player` at a chance node.
pub const CHANCE: i64 = -1;
/// `current_player` at the end.
pub const TERMINAL: i64 = -4;

/// A position of a game.
#[pyclass(name = "State", module = "meeple", frozen, subclass)]
pub struct State {
    pub game: Py<Game>,
    pub inner: AnyState,
}

macro_rules! typed_states {
    ($($variant:ident),*) => {
        /// Zero-size subclasses: they add typed getters, nothing else.
        mod typed {
            use pyo3::prelude::*;
            $(
                #[doc = concat!("A state of ", stringify!($variant), ".")]
                #[pyclass(extends = super::State, frozen, module = "meeple")]
                pub struct $variant;
            )*
        }

        impl State {
            /// A state as a Python object of its game's class.
            #[inline]
            pub fn wrap(py: Python<'_>, game: Py<Game>, inner: AnyState) -> Result<Bound<'_, Self>> {
                match &inner {
                    $(AnyState::$variant(_) => {
                        let class = PyClassInitializer::from(Self { game, inner }).add_subclass(typed::$variant);
                        Ok(Bound::new(py, class)?.into_super())
                    })*
                }
            }
        }

        /// Adds the classes of states, and their typed getters, to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<State>()?;
            $(
                let class = module.py().get_type::<typed::$variant>();
                let name = format!("{}State", stringify!($variant));
                class.setattr("__name__", &name)?;
                class.setattr("__qualname__", &name)?;
                module.add(&name, &class)?;
                add_getters(&class, <meeple_core::games::types::$variant as meeple_core::Game>::FIELDS)?;
            )*
            Ok(())
        }
    };
}

for_each_game!(typed_states);

/// Gives a class a property for each field of its game.
fn add_getters(class: &Bound<'_, PyType>, fields: &'static [&'static str]) -> PyResult<()> {
    let py = class.py();
    let property = py.import("builtins")?.getattr("property")?;
    for (index, name) in fields.iter().enumerate() {
        let getter = pyo3::types::PyCFunction::new_closure(
            py,
            None,
            None,
            move |args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>| -> PyResult<Py<PyAny>> {
                let state = args.get_item(0)?.cast_into::<State>()?;
                field(args.py(), &state.get().inner, index)
            },
        )?;
        class.setattr(*name, property.call1((getter,))?)?;
    }
    Ok(())
}

fn field(py: Python<'_>, state: &AnyState, index: usize) -> PyResult<Py<PyAny>> {
    match with_state!(state, at => at.game.field(&at.state, index)) {
        Field::Number(number) => Ok(number.into_pyobject(py)?.unbind()),
        Field::Array { shape, values } => Ok(PyArray1::from_vec(py, values).reshape(shape)?.into_any().unbind()),
    }
}

/// The seats that still have to choose, the current one first, then clockwise.
pub fn ordered_deciders<'py>(py: Python<'py>, state: &AnyState) -> PyResult<Bound<'py, PyTuple>> {
    let (set, node) = with_state!(state, at => (at.game.deciders(&at.state), at.node()));
    let current = match node {
        Node::Decision(seat) => seat.0,
        Node::Chance | Node::Terminal => 0,
    };
    let (before, from): (Vec<Seat>, Vec<Seat>) = set.iter().partition(|seat| seat.0 < current);
    let seats: Vec<u8> = from.into_iter().chain(before).map(|seat| seat.0).collect();
    PyTuple::new(py, seats)
}

/// The end of a game as `meeple.Outcome`.
pub fn outcome<'py>(py: Python<'py>, state: &AnyState) -> Result<Option<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let Some(outcome) = with_state!(state, at => at.game.outcome(&at.state)) else { return Ok(None) };
    let winners = PyTuple::new(py, outcome.winners.iter().map(|seat| seat.0))?;
    let ranks = PyTuple::new(py, &outcome.ranks)?;
    Ok(Some(CLASS.import(py, "meeple._types", "Outcome")?.call1((winners, ranks, outcome.reason, outcome.tie_break))?))
}

/// What `to_svg` draws: the state itself, or what a seat, or everyone, sees.
enum Drawn<'py> {
    All,
    View(Bound<'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Drawn<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let all = value.cast::<PyString>().is_ok_and(|text| text.to_string_lossy() == "all");
        Ok(if all { Self::All } else { Self::View(value.to_owned()) })
    }
}

impl State {
    fn players(&self) -> usize {
        self.game.get().common().num_players
    }

    fn node(&self) -> Node {
        with_state!(&self.inner, at => at.node())
    }

    fn space(&self) -> &ActionSpace {
        with_state!(&self.inner, at => at.game.space(&at.state))
    }

    #[inline]
    fn next<'py>(&self, py: Python<'py>, inner: AnyState) -> Result<Bound<'py, Self>> {
        Self::wrap(py, self.game.clone_ref(py), inner)
    }

    fn applied(&self, action: &Id) -> Result<AnyState> {
        let action = self.space().action(action.0)?;
        Ok(with_state!(&self.inner, at => at.apply(action)?.into()))
    }

    /// The state after chance has happened.
    pub fn settled<'py>(slf: &Bound<'py, Self>, rng: &Bound<'py, Rng>, forced: bool) -> Result<Bound<'py, Self>> {
        let state = slf.get();
        let mut inner = state.inner.clone();
        Rng::with(rng, |rng| {
            with_state!(&mut inner, at => at.settle(rng, forced));
            Ok(())
        })?;
        state.next(slf.py(), inner)
    }

    #[inline]
    fn write_legal(&self, seat: Option<Seat>, out: &mut Actions) {
        with_state!(&self.inner, at => at.write_legal(seat, out));
    }
}

#[pymethods]
impl State {
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> &Bound<'py, Game> {
        self.game.bind(py)
    }

    #[getter]
    fn current_player(&self) -> i64 {
        match self.node() {
            Node::Decision(seat) => i64::from(seat.0),
            Node::Chance => CHANCE,
            Node::Terminal => TERMINAL,
        }
    }

    #[getter]
    fn is_terminal(&self) -> bool {
        self.node() == Node::Terminal
    }

    #[getter]
    fn is_chance(&self) -> bool {
        self.node() == Node::Chance
    }

    #[getter]
    fn phase(&self) -> &'static str {
        with_state!(&self.inner, at => at.game.phase(&at.state))
    }

    #[getter]
    fn deciders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        ordered_deciders(py, &self.inner)
    }

    #[pyo3(signature = (seat = None))]
    fn legal_actions<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> Result<Bound<'py, PyList>> {
        let seat = seat.map(|number| game::seat(self.players(), number)).transpose()?;
        let mut legal = Actions::new();
        self.write_legal(seat, &mut legal);
        Ok(convert::id_list(py, &legal)?)
    }

    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
        let mut legal = Actions::new();
        self.write_legal(None, &mut legal);
        let size = self.game.get().common().actions.size() as usize;
        let Some(out) = out else {
            let mask = PyArray1::<bool>::zeros(py, size, false);
            fill(&mask, size, |place| legal.write_mask(place, false, true))?;
            return Ok(mask.into_any());
        };
        if let Ok(mask) = out.cast::<PyArray1<bool>>() {
            fill(mask, size, |place| legal.write_mask(place, false, true))?;
        } else if let Ok(mask) = out.cast::<PyArray1<u8>>() {
            fill(mask, size, |place| legal.write_mask(place, 0, 1))?;
        } else if let Ok(mask) = out.cast::<PyArray1<i8>>() {
            fill(mask, size, |place| legal.write_mask(place, 0, 1))?;
        } else {
            return Err(bad_out(&out, size).into());
        }
        Ok(out)
    }

    fn legal_action_strs(&self) -> Result<Vec<String>> {
        let mut legal = Actions::new();
        self.write_legal(None, &mut legal);
        let space = &self.game.get().common().actions;
        Ok(legal.iter().map(|action| space.text(action)).collect::<std::result::Result<_, _>>()?)
    }

    fn is_legal(&self, action: Id) -> Result<bool> {
        let action = self.space().action(action.0)?;
        Ok(with_state!(&self.inner, at => at.game.require_legal(&at.state, action)).is_ok())
    }

    fn action_to_str(&self, action: Id) -> Result<String> {
        let space = self.space();
        Ok(space.text(space.action(action.0)?)?)
    }

    fn parse_action(&self, text: Text) -> Result<u16> {
        Ok(self.space().parse(&text)?.0)
    }

    fn chance_outcomes(&self) -> Vec<(u16, f64)> {
        let outcomes = with_state!(&self.inner, at => at.outcomes());
        let total = outcomes.total() as f64;
        outcomes.iter().map(|(action, weight)| (action.0, f64::from(weight) / total)).collect()
    }

    fn chance_outcomes_exact<'py>(&self, py: Python<'py>) -> Result<Vec<(u16, Bound<'py, PyAny>)>> {
        static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let outcomes = with_state!(&self.inner, at => at.outcomes());
        let (fraction, total) = (FRACTION.import(py, "fractions", "Fraction")?, outcomes.total());
        Ok(outcomes.iter().map(|(action, weight)| Ok((action.0, fraction.call1((weight, total))?))).collect::<PyResult<_>>()?)
    }

    fn apply<'py>(&self, py: Python<'py>, action: Id) -> Result<Bound<'py, Self>> {
        self.next(py, self.applied(&action)?)
    }

    fn step<'py>(&self, py: Python<'py>, action: Id, rng: &Bound<'py, Rng>) -> Result<Bound<'py, Self>> {
        let mut inner = self.applied(&action)?;
        Rng::with(rng, |rng| {
            with_state!(&mut inner, at => at.settle(rng, false));
            Ok(())
        })?;
        self.next(py, inner)
    }

    fn sample_chance<'py>(&self, py: Python<'py>, rng: &Bound<'py, Rng>) -> Result<Bound<'py, Self>> {
        let outcome = Rng::with(rng, |rng| Ok(with_state!(&self.inner, at => at.sample_chance(rng))?))?;
        let inner = with_state!(&self.inner, at => at.apply(outcome)?.into());
        self.next(py, inner)
    }

    #[pyo3(signature = (rng, forced = false))]
    fn settle<'py>(slf: &Bound<'py, Self>, rng: &Bound<'py, Rng>, forced: bool) -> Result<Bound<'py, Self>> {
        Self::settled(slf, rng, forced)
    }

    fn random_action(&self, rng: &Bound<'_, Rng>) -> Result<u16> {
        Rng::with(rng, |rng| Ok(with_state!(&self.inner, at => at.random_action(rng))?.0))
    }

    #[pyo3(
        signature = (rng, policy = Text::of("random"), max_steps = None),
        text_signature = "($self, rng, policy='random', max_steps=None)"
    )]
    fn playout(&self, py: Python<'_>, rng: &Bound<'_, Rng>, policy: Text, max_steps: Option<i64>) -> Result<Vec<f64>> {
        let policy = Policy::parse(&policy)?;
        let limit = crate::run::step_limit(max_steps)?;
        let players = self.players();
        Rng::with(rng, |rng| {
            // Ctrl-C leaves the generator as it was.
            let mut drawn = rng.clone();
            let returns = crate::run::play_one(py, &self.inner, policy, &mut drawn, limit)?;
            *rng = drawn;
            Ok(returns.into_iter().take(players).collect())
        })
    }

    fn timeout<'py>(&self, py: Python<'py>) -> Result<Bound<'py, Self>> {
        let inner = with_state!(&self.inner, at => at.with(at.game.timeout(&at.state)?).into());
        self.next(py, inner)
    }

    fn returns(&self) -> Vec<f64> {
        with_state!(&self.inner, at => at.returns()).into_iter().take(self.players()).collect()
    }

    fn scores(&self) -> Vec<i32> {
        with_state!(&self.inner, at => at.game.scores(&at.state)).into_iter().take(self.players()).collect()
    }

    #[pyo3(signature = (seat))]
    fn score_breakdown<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> Result<Bound<'py, PyDict>> {
        let seat = game::seat(self.players(), seat)?;
        let dict = PyDict::new(py);
        for (name, points) in with_state!(&self.inner, at => at.game.breakdown(&at.state, seat)).0 {
            dict.set_item(name, points)?;
        }
        Ok(dict)
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        outcome(py, &self.inner)
    }

    fn view(&self, py: Python<'_>, seat: &Bound<'_, PyAny>) -> Result<View> {
        let seat = seat_or_everyone(self.players(), seat)?;
        Ok(View::wrap(self.game.clone_ref(py), with_state!(&self.inner, at => at.view(seat).into())))
    }

    fn resample<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>, rng: &Bound<'py, Rng>) -> Result<Bound<'py, Self>> {
        let seat = seat_or_everyone(self.players(), seat)?;
        let inner = Rng::with(rng, |rng| Ok(with_state!(&self.inner, at => at.view(seat).resample(rng).into())))?;
        self.next(py, inner)
    }

    fn information_key<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> Result<Bound<'py, PyBytes>> {
        let seat = seat_or_everyone(self.players(), seat)?;
        Ok(PyBytes::new(py, &with_state!(&self.inner, at => at.view(seat).information_key())))
    }

    #[pyo3(signature = (seat, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyArray1<f32>>> {
        let seat = seat_or_everyone(self.players(), seat)?;
        let size = self.game.get().common().observation.size;
        observation::written(
            py,
            size,
            out,
            |places| with_state!(&self.inner, at => at.game.observe(&at.game.view(&at.state, seat), places)),
        )
    }

    fn action_seen(&self, action: Id, seat: &Bound<'_, PyAny>) -> Result<Option<String>> {
        let seat = seat_or_everyone(self.players(), seat)?;
        let action = self.space().action(action.0)?;
        Ok(with_state!(&self.inner, at => at.game.action_seen(&at.state, action, seat)))
    }

    fn to_json(&self) -> Result<String> {
        Ok(codec::json::write(&self.inner)?)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(convert::from_json(py, &codec::json::write(&self.inner)?)?)
    }

    #[staticmethod]
    fn from_json<'py>(py: Python<'py>, text: &Bound<'py, PyAny>) -> Result<Bound<'py, Self>> {
        let text = text_of(text)?;
        Self::read(py, &text)
    }

    #[staticmethod]
    fn from_dict<'py>(py: Python<'py>, document: &Bound<'py, PyDict>) -> Result<Bound<'py, Self>> {
        Self::read(py, &convert::document(document, Error::Position)?)
    }

    #[pyo3(signature = (seat = Drawn::All), text_signature = "($self, seat='all')")]
    fn to_svg<'py>(&self, py: Python<'py>, seat: Drawn<'py>) -> Result<Bound<'py, PyAny>> {
        let text = match seat {
            Drawn::All => codec::json::write(&self.inner)?,
            Drawn::View(seat) => {
                let seat = seat_or_everyone(self.players(), &seat)?;
                codec::json::write_view(&with_state!(&self.inner, at => at.view(seat).into()))?
            }
        };
        Ok(draw(py, &text)?)
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        self.to_svg(py, Drawn::All)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &codec::bytes::write(&self.inner))
    }

    #[getter]
    fn hash64(&self) -> u64 {
        with_state!(&self.inner, at => at.hash64())
    }

    fn __hash__(&self) -> u64 {
        self.hash64()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.inner == other.get().inner)
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Py<Self> {
        slf.clone().unbind()
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf.clone().unbind()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let loader = self.game.bind(py).getattr("state_from_bytes")?;
        Ok((loader, (self.to_bytes(py),)))
    }

    fn __str__(&self) -> Result<String> {
        let name = self.game.get().inner.info().name;
        let turn = match self.node() {
            Node::Decision(seat) => format!("seat {} to choose", seat.0),
            Node::Chance => "chance".to_owned(),
            Node::Terminal => "over".to_owned(),
        };
        let scores: Vec<String> = self.scores().iter().map(i32::to_string).collect();
        let position = with_state!(&self.inner, at => serde_json::to_string_pretty(&at.game.position(&at.state)))
            .map_err(|error| Error::position("not_json", "", error, "JSON"))?;
        Ok(format!("{name}: {}, {turn}, scores {}\n{position}", self.phase(), scores.join(" ")))
    }

    fn __repr__(&self) -> String {
        format!(
            "<meeple state of {}: phase {}, current_player {}, hash64 {:#018x}>",
            self.game.get().inner.info().name,
            self.phase(),
            self.current_player(),
            self.hash64()
        )
    }
}

impl State {
    /// Reads a position document.
    fn read<'py>(py: Python<'py>, text: &str) -> Result<Bound<'py, Self>> {
        let (game, inner) = game::remembered(py, |like| {
            let state = codec::json::read(text, like)?;
            Ok((state.game(), state))
        })?;
        Self::wrap(py, game, inner)
    }
}

/// Text or bytes in UTF-8.
pub fn text_of(value: &Bound<'_, PyAny>) -> Result<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(convert::lossy(text));
    }
    let bytes: Vec<u8> = value.cast::<PyBytes>().map(|bytes| bytes.as_bytes().to_vec()).map_err(|_| {
        let kind = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        Fault::from(Error::position("wrong_type", "text", kind, "a text or bytes"))
    })?;
    String::from_utf8(bytes).map_err(|error| Error::position("not_utf8", "text", error, "text in UTF-8").into())
}

fn bad_out(out: &Bound<'_, PyAny>, size: usize) -> Error {
    let shown = match (out.getattr("dtype"), out.getattr("shape")) {
        (Ok(dtype), Ok(shape)) => format!("{dtype} of shape {shape}"),
        _ => out.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string()),
    };
    Error::argument("bad_out", "out", shown, format!("a writable, contiguous array of bool, uint8 or int8 of shape ({size},)"))
}

/// Writes into a caller's array, if it has the right shape.
fn fill<T: numpy::Element + Copy>(array: &Bound<'_, PyArray1<T>>, size: usize, write: impl FnOnce(&mut [T])) -> Result<()> {
    let refuse = || Fault::from(bad_out(array.as_any(), size));
    let mut places: PyReadwriteArray1<'_, T> = array.try_readwrite().map_err(|_| refuse())?;
    let places = places.as_slice_mut().map_err(|_| refuse())?;
    if places.len() != size {
        return Err(refuse());
    }
    write(places);
    Ok(())
}
