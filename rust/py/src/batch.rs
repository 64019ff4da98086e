//! `Batch`: many games stepping together; one border crossing for all of them.

use std::sync::Arc;

use meeple_core::action::{Seat, shorten};
use meeple_core::games::{AnyState, Listed};
use meeple_core::run::At;
use meeple_core::run::batch::{AnyBatch, Batch as CoreBatch, MaskOut, Options, Row};
use meeple_core::{Error, with_state};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{self, Seed};
use crate::errors::{Fault, Result, busy, instead};
use crate::game::Game;
use crate::run::{states, thread_count};
use crate::state::State;

/// Many games of one kind.
#[pyclass(name = "Batch", module = "meeple")]
pub struct Batch {
    game: Py<Game>,
    inner: Box<dyn AnyBatch>,
}

/// Ids of all rows, one after the other, and where each row's begin.
type Ragged<'py> = (Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<i64>>);

/// What pickles call, and with what.
type Pickled<'py> = (Bound<'py, PyAny>, (Py<Game>, Bound<'py, PyBytes>));

/// Whole numbers of any integer dtype, or a sequence of them.
fn integers(name: &str, values: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    let py = values.py();
    if let Ok(array) = values.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().to_vec());
    }
    let refuse = |shown: String| Fault::from(Error::argument("bad_array", name, shown, "a one-dimensional array of an integer dtype"));
    let array =
        py.import("numpy")?.call_method1("asarray", (values,)).map_err(|error| instead(py, error, || refuse("no array".to_owned())))?;
    let untyped = array.cast::<PyUntypedArray>().map_err(|_| refuse("no array".to_owned()))?;
    let shown = || format!("{} of shape {:?}", untyped.dtype(), untyped.shape());
    if untyped.len() == 0 && untyped.ndim() == 1 {
        return Ok(Vec::new());
    }
    if !matches!(untyped.dtype().kind(), b'i' | b'u') || untyped.ndim() != 1 {
        return Err(refuse(shown()));
    }
    let wide = array.call_method1("astype", ("int64",))?;
    Ok(wide.extract::<PyReadonlyArray1<'_, i64>>().map_err(|_| refuse(shown()))?.as_array().to_vec())
}

/// Rows of a batch.
fn row_numbers(name: &str, values: &Bound<'_, PyAny>, rows: usize) -> Result<Vec<usize>> {
    let numbers = integers(name, values)?;
    let row = |&number: &i64| usize::try_from(number).ok().filter(|&row| row < rows);
    let found: Option<Vec<usize>> = numbers.iter().map(row).collect();
    found.ok_or_else(|| {
        Error::argument("out_of_range", name, shorten(&format!("{numbers:?}")), format!("rows from 0 to {}", rows as i64 - 1)).into()
    })
}

/// A row by its number.
fn one_row(value: i64, rows: usize) -> Result<usize> {
    let row = usize::try_from(value).ok().filter(|&row| row < rows);
    row.ok_or_else(|| Error::argument("out_of_range", "i", value, format!("a row from 0 to {}", rows as i64 - 1)).into())
}

/// The caller's two-dimensional array, if it fits.
fn fitting<'py, T: Element>(array: &Bound<'py, PyArray2<T>>, shape: [usize; 2]) -> Result<PyReadwriteArray2<'py, T>> {
    let refuse = || {
        let shown = format!("{} of shape {:?}", array.dtype(), array.shape());
        Fault::from(Error::argument("bad_out", "out", shown, format!("a writable, contiguous array of shape {shape:?}")))
    };
    let mut places = array.try_readwrite().map_err(|_| refuse())?;
    if array.shape() != shape || !array.is_c_contiguous() || places.as_slice_mut().is_err() {
        return Err(refuse());
    }
    Ok(places)
}

/// The caller's array of the right dtype, or a fresh one.
fn given<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    array: Option<Bound<'py, PyAny>>,
    shape: [usize; 2],
) -> Result<Bound<'py, PyArray2<T>>> {
    let Some(array) = array else { return Ok(PyArray2::zeros(py, shape, false)) };
    if let Ok(array) = array.cast::<PyArray2<T>>() {
        return Ok(array.clone());
    }
    let kind = array.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let shown = array.getattr("dtype").map_or(kind, |dtype| dtype.to_string());
    Err(Error::argument("bad_array", name, shown, format!("a two-dimensional array of {}", T::get_dtype(py))).into())
}

/// States of one game as one batch.
fn from_states<G: Listed>(at: &At<G>, list: &[AnyState], seed: u64, threads: usize, options: Options) -> Result<Box<dyn AnyBatch>>
where
    AnyState: From<At<G>>,
{
    let states: Vec<G::State> = list.iter().filter_map(|state| G::at(state).map(|at| at.state)).collect();
    Ok(Box::new(CoreBatch::from_states(Arc::clone(&at.game), &states, seed, threads, options)?))
}

impl Batch {
    fn look<T>(slf: &Bound<'_, Self>, work: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        work(&*slf.try_borrow().map_err(|_| busy("batch"))?)
    }

    fn change<T>(slf: &Bound<'_, Self>, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        work(&mut *slf.try_borrow_mut().map_err(|_| busy("batch"))?)
    }

    fn num_actions(&self) -> usize {
        self.game.get().common().actions.size() as usize
    }

    fn observation_shape(&self) -> [usize; 2] {
        [self.inner.len(), self.game.get().common().observation.size]
    }

    /// A seat a row, as the caller names them.
    fn seats(&self, seats: Option<&Bound<'_, PyAny>>) -> Result<Option<Vec<Seat>>> {
        let Some(seats) = seats else { return Ok(None) };
        let (numbers, rows) = (integers("seats", seats)?, self.inner.len());
        if numbers.len() != rows {
            return Err(Error::argument("bad_shape", "seats", format!("{} seats", numbers.len()), format!("one a row: {rows}")).into());
        }
        let players = self.game.get().common().num_players;
        let seat = |(row, &number): (usize, &i64)| {
            let seat = u8::try_from(number).ok().filter(|&seat| (seat as usize) < players).map(Seat);
            seat.ok_or_else(|| {
                Error::argument("out_of_range", format!("seats[{row}]"), number, format!("a seat from 0 to {}", players - 1))
            })
        };
        Ok(Some(numbers.iter().enumerate().map(seat).collect::<std::result::Result<_, _>>()?))
    }

    fn column<'py, T: Element>(slf: &Bound<'py, Self>, value: impl Fn(&Row) -> T) -> Result<Bound<'py, PyArray1<T>>> {
        Self::look(slf, |batch| Ok(PyArray1::from_iter(slf.py(), batch.inner.rows().iter().map(value))))
    }

    fn table<'py, T: Element, const N: usize>(slf: &Bound<'py, Self>, value: impl Fn(&Row) -> [T; N]) -> Result<Bound<'py, PyArray2<T>>> {
        Self::look(slf, |batch| {
            let seats = batch.game.get().common().num_players;
            let values = batch.inner.rows().iter().flat_map(|row| value(row).into_iter().take(seats));
            Ok(PyArray1::from_iter(slf.py(), values).reshape([batch.inner.len(), seats])?)
        })
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, *, seed, threads = None, auto_reset = true, skip_forced = false))]
    fn new(game: &Bound<'_, Game>, n: i64, seed: Seed, threads: Option<i64>, auto_reset: bool, skip_forced: bool) -> Result<Self> {
        let (n, threads) = (convert::count("n", n, 0)?, thread_count(threads)?);
        let options = Options { auto_reset, skip_forced };
        let start = game.get().inner.initial();
        let inner: Box<dyn AnyBatch> =
            with_state!(&start, at => Box::new(CoreBatch::new(Arc::clone(&at.game), at.state, n, seed.0, threads, options)?));
        Ok(Self { game: game.clone().unbind(), inner })
    }

    #[staticmethod]
    #[pyo3(name = "from_states", signature = (states, *, seed, threads = None, auto_reset = true, skip_forced = false))]
    fn of_states(states: &Bound<'_, PyAny>, seed: Seed, threads: Option<i64>, auto_reset: bool, skip_forced: bool) -> Result<Self> {
        let list = self::states("states", states)?;
        let threads = thread_count(threads)?;
        let options = Options { auto_reset, skip_forced };
        let first = list.first().ok_or_else(|| Error::argument("empty", "states", "no states", "at least one"))?;
        let inner = with_state!(first, at => from_states(at, &list, seed.0, threads, options)?);
        let game = Py::new(states.py(), Game { inner: first.game() })?;
        Ok(Self { game, inner })
    }

    fn __len__(slf: &Bound<'_, Self>) -> Result<usize> {
        Self::look(slf, |batch| Ok(batch.inner.len()))
    }

    #[getter]
    fn game(slf: &Bound<'_, Self>) -> Result<Py<Game>> {
        Self::look(slf, |batch| Ok(batch.game.clone_ref(slf.py())))
    }

    #[getter]
    fn current_player<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray1<i8>>> {
        Self::look(slf, |batch| {
            let mut players = vec![0; batch.inner.len()];
            batch.inner.current_players(&mut players);
            Ok(PyArray1::from_vec(slf.py(), players))
        })
    }

    #[getter]
    fn done<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray1<bool>>> {
        Self::column(slf, |row| row.done)
    }

    #[getter]
    fn steps<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray1<i64>>> {
        Self::column(slf, |row| row.steps as i64)
    }

    #[getter]
    fn game_id<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray1<i64>>> {
        Self::column(slf, |row| row.id as i64)
    }

    #[getter]
    fn seeds<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray1<u64>>> {
        Self::column(slf, |row| row.seed)
    }

    fn returns<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray2<f64>>> {
        Self::table(slf, |row| if row.done { row.returns } else { [0.0; meeple_core::MAX_SEATS] })
    }

    fn scores<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyArray2<i32>>> {
        Self::look(slf, |batch| {
            let seats = batch.game.get().common().num_players;
            let scores = batch.inner.scores();
            let values = scores.iter().flat_map(|row| row.iter().copied().take(seats));
            Ok(PyArray1::from_iter(slf.py(), values).reshape([batch.inner.len(), seats])?)
        })
    }

    #[pyo3(signature = (actions, index = None))]
    fn step(slf: &Bound<'_, Self>, actions: &Bound<'_, PyAny>, index: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let actions = integers("actions", actions)?;
        Self::change(slf, |batch| {
            let index = index.map(|index| row_numbers("index", index, batch.inner.len())).transpose()?;
            let inner = &mut batch.inner;
            Ok(slf.py().detach(|| inner.step(&actions, index.as_deref()))?)
        })
    }

    fn step_random(slf: &Bound<'_, Self>) -> Result<()> {
        Self::change(slf, |batch| {
            let inner = &mut batch.inner;
            Ok(slf.py().detach(|| inner.step_random())?)
        })
    }

    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(slf: &Bound<'py, Self>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
        Self::change(slf, |batch| {
            let shape = [batch.inner.len(), batch.num_actions()];
            let out = out.unwrap_or_else(|| PyArray2::<bool>::zeros(slf.py(), shape, false).into_any());
            let inner = &mut batch.inner;
            if let Ok(array) = out.cast::<PyArray2<bool>>() {
                let mut places = fitting(array, shape)?;
                let places = places.as_slice_mut().unwrap_or_default();
                slf.py().detach(|| inner.mask(MaskOut::Bools(places)))?;
            } else if let Ok(array) = out.cast::<PyArray2<u8>>() {
                let mut places = fitting(array, shape)?;
                let places = places.as_slice_mut().unwrap_or_default();
                slf.py().detach(|| inner.mask(MaskOut::Bytes(places)))?;
            } else if let Ok(array) = out.cast::<PyArray2<i8>>() {
                let mut places = fitting(array, shape)?;
                let places = places.as_slice_mut().unwrap_or_default();
                slf.py().detach(|| inner.mask(MaskOut::Signed(places)))?;
            } else {
                let kind = out.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
                let shown = out.getattr("dtype").map_or(kind, |dtype| dtype.to_string());
                return Err(Error::argument("bad_out", "out", shown, format!("an array of bool, uint8 or int8 of shape {shape:?}")).into());
            }
            Ok(out)
        })
    }

    #[pyo3(signature = (out = None))]
    fn legal_actions_bits<'py>(slf: &Bound<'py, Self>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyArray2<u64>>> {
        Self::look(slf, |batch| {
            let words = batch.num_actions().div_ceil(64);
            let shape = [batch.inner.len(), words];
            let out = given(slf.py(), "out", out, shape)?;
            let mut places = fitting(&out, shape)?;
            batch.inner.bits(places.as_slice_mut().unwrap_or_default());
            Ok(out)
        })
    }

    fn legal_actions<'py>(slf: &Bound<'py, Self>) -> Result<Ragged<'py>> {
        Self::look(slf, |batch| {
            let (ids, offsets) = batch.inner.legal();
            Ok((PyArray1::from_vec(slf.py(), ids), PyArray1::from_vec(slf.py(), offsets)))
        })
    }

    #[pyo3(signature = (out = None, seats = None))]
    fn observation_tensor<'py>(
        slf: &Bound<'py, Self>,
        out: Option<Bound<'py, PyAny>>,
        seats: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyArray2<f32>>> {
        Self::change(slf, |batch| {
            let seats = batch.seats(seats)?;
            let out = given(slf.py(), "out", out, batch.observation_shape())?;
            let mut places = fitting(&out, batch.observation_shape())?;
            let places = places.as_slice_mut().unwrap_or_default();
            let inner = &mut batch.inner;
            slf.py().detach(|| inner.observe(places, seats.as_deref()))?;
            Ok(out)
        })
    }

    #[pyo3(signature = (out = None, seats = None))]
    fn final_observation_tensor<'py>(
        slf: &Bound<'py, Self>,
        out: Option<Bound<'py, PyAny>>,
        seats: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyArray2<f32>>> {
        Self::change(slf, |batch| {
            let seats = batch.seats(seats)?;
            let out = given(slf.py(), "out", out, batch.observation_shape())?;
            let mut places = fitting(&out, batch.observation_shape())?;
            let places = places.as_slice_mut().unwrap_or_default();
            let inner = &mut batch.inner;
            slf.py().detach(|| inner.observe_final(places, seats.as_deref()))?;
            Ok(out)
        })
    }

    fn state<'py>(slf: &Bound<'py, Self>, i: i64) -> Result<Bound<'py, State>> {
        Self::look(slf, |batch| {
            let row = one_row(i, batch.inner.len())?;
            let state = batch.inner.state(row).ok_or_else(|| Error::argument("out_of_range", "i", i, "a row"))?;
            State::wrap(slf.py(), batch.game.clone_ref(slf.py()), state)
        })
    }

    fn states<'py>(slf: &Bound<'py, Self>) -> Result<Vec<Bound<'py, State>>> {
        Self::look(slf, |batch| {
            let all = (0..batch.inner.len()).filter_map(|row| batch.inner.state(row));
            all.map(|state| State::wrap(slf.py(), batch.game.clone_ref(slf.py()), state)).collect()
        })
    }

    fn take(slf: &Bound<'_, Self>, index: &Bound<'_, PyAny>) -> Result<Self> {
        Self::look(slf, |batch| {
            let index = row_numbers("index", index, batch.inner.len())?;
            Ok(Self { game: batch.game.clone_ref(slf.py()), inner: batch.inner.take(&index) })
        })
    }

    fn copy(slf: &Bound<'_, Self>) -> Result<Self> {
        Self::look(slf, |batch| {
            let all: Vec<usize> = (0..batch.inner.len()).collect();
            Ok(Self { game: batch.game.clone_ref(slf.py()), inner: batch.inner.take(&all) })
        })
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Result<Self> {
        Self::copy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> Result<Self> {
        Self::copy(slf)
    }

    #[pyo3(signature = (index = None, seeds = None))]
    fn reset(slf: &Bound<'_, Self>, index: Option<&Bound<'_, PyAny>>, seeds: Option<Vec<Seed>>) -> Result<()> {
        Self::change(slf, |batch| {
            let index = match index {
                Some(index) => row_numbers("index", index, batch.inner.len())?,
                None => (0..batch.inner.len()).collect(),
            };
            let seeds: Option<Vec<u64>> = seeds.map(|seeds| seeds.into_iter().map(|seed| seed.0).collect());
            if let Some(seeds) = seeds.as_ref().filter(|seeds| seeds.len() != index.len()) {
                return Err(
                    Error::argument("bad_shape", "seeds", format!("{} seeds", seeds.len()), format!("one a row: {}", index.len())).into()
                );
            }
            batch.inner.reset(&index, seeds.as_deref());
            Ok(())
        })
    }

    #[pyo3(signature = (out = None))]
    fn pack<'py>(slf: &Bound<'py, Self>, out: Option<Bound<'py, PyAny>>) -> Result<Bound<'py, PyArray2<u8>>> {
        Self::look(slf, |batch| {
            let size = batch.game.get().packed_size();
            let shape = [batch.inner.len(), size];
            let out = given(slf.py(), "out", out, shape)?;
            let mut places = fitting(&out, shape)?;
            batch.inner.pack(places.as_slice_mut().unwrap_or_default(), size);
            Ok(out)
        })
    }

    fn unpack(slf: &Bound<'_, Self>, data: &Bound<'_, PyAny>) -> Result<()> {
        Self::change(slf, |batch| {
            let data: Bound<'_, PyArray2<u8>> = given(slf.py(), "data", Some(data.clone()), [0, 0])?;
            let size = batch.game.get().packed_size();
            if data.shape() != [batch.inner.len(), size] {
                let shown = format!("shape {:?}", data.shape());
                return Err(Error::argument("bad_shape", "data", shown, format!("shape [{}, {size}]", batch.inner.len())).into());
            }
            let bytes: Vec<u8> = data.try_readonly().map_err(|_| busy("data"))?.as_array().iter().copied().collect();
            Ok(batch.inner.unpack(&bytes, size)?)
        })
    }

    #[staticmethod]
    fn _restore(game: &Bound<'_, Game>, data: &Bound<'_, PyBytes>) -> Result<Self> {
        let start = game.get().inner.initial();
        let inner: Box<dyn AnyBatch> = with_state!(&start, at => Box::new(CoreBatch::load(Arc::clone(&at.game), data.as_bytes())?));
        Ok(Self { game: game.clone().unbind(), inner })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<Pickled<'py>> {
        let restore = slf.get_type().getattr("_restore")?;
        Self::look(slf, |batch| Ok((restore, (batch.game.clone_ref(slf.py()), PyBytes::new(slf.py(), &batch.inner.save())))))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> Result<String> {
        Self::look(slf, |batch| Ok(format!("<meeple batch of {} games of {}>", batch.inner.len(), batch.game.get().inner.info().name)))
    }
}
