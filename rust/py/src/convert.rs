//! Values across the border: JSON, ids, numbers.

use meeple_core::error::Detail;
use meeple_core::{Action, Actions, Error, codec};
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PySequence, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use crate::errors::{Fault, Result};

/// How deep data may be nested: as deep as in a text.
const MAX_DEPTH: usize = 127;

/// A Python value as an error shows it.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |text| meeple_core::action::shorten(&text.to_string()))
}

/// A Python value as JSON; `field` names it in errors. `depth` is how deep it is nested already.
pub fn to_json(field: &str, value: &Bound<'_, PyAny>, depth: usize) -> Result<Value> {
    let refuse = |expected: &str| {
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        Error::config("wrong_type", field, meeple_core::action::shorten(&shown), expected.to_owned())
    };
    if depth > MAX_DEPTH {
        return Err(refuse("data nested less deeply").into());
    }
    if value.is_none() {
        Ok(Value::Null)
    } else if let Ok(flag) = value.cast::<PyBool>() {
        Ok(Value::Bool(flag.is_true()))
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(Value::String(text.to_string_lossy().into_owned()))
    } else if let Ok(number) = value.cast::<PyFloat>() {
        Ok(Value::Number(Number::from_f64(number.value()).ok_or_else(|| refuse("a finite number"))?))
    } else if let Ok(number) = value.cast::<PyInt>() {
        integer(number).ok_or_else(|| refuse("an integer of 64 bits").into())
    } else if value.cast::<PyDict>().is_ok() || is_a::<PyMapping>(value)? {
        let mut map = Map::new();
        for item in value.call_method0("items")?.try_iter()? {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
            let key = lossy(key.cast::<PyString>().map_err(|_| refuse("a mapping with texts as keys"))?);
            let inner = to_json(&format!("{field}.{}", codec::own::escape(&key)), &value, depth + 1)?;
            map.insert(key, inner);
        }
        Ok(Value::Object(map))
    } else if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() || is_a::<PySequence>(value)? {
        let mut items = Vec::new();
        for (k, item) in value.try_iter()?.enumerate() {
            items.push(to_json(&format!("{field}[{k}]"), &item?, depth + 1)?);
        }
        Ok(Value::Array(items))
    } else if let Some(number) = integer(value) {
        Ok(number)
    } else {
        Err(refuse("a number, a text, true or false, None, a list or a mapping").into())
    }
}

/// Whether a value is of an abstract class of collections. Asking runs Python code: what that raises, Ctrl-C too, is raised here; `cast` would
/// swallow it.
fn is_a<T: PyTypeInfo>(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.is_instance(T::type_object(value.py()).as_any())
}

/// An integer of any type, if it has 64 bits.
fn integer(value: &Bound<'_, PyAny>) -> Option<Value> {
    value.extract::<i64>().map(Value::from).or_else(|_| value.extract::<u64>().map(Value::from)).ok()
}

/// A document that Python holds as a dict, as JSON text; errors point into it, of the kind that `kind` makes of them.
pub fn document(value: &Bound<'_, PyDict>, kind: fn(Detail) -> Error) -> Result<String> {
    match to_json("", value, 0) {
        Ok(value) => Ok(value.to_string()),
        Err(Fault::Core(error)) => {
            let mut detail = error.detail().clone();
            detail.field = codec::own::dotted_to_pointer(&detail.field);
            Err(kind(detail).into())
        }
        Err(other) => Err(other),
    }
}

/// A text, whatever is in it: what is no unicode can't be right, and is shown as a replacement character.
pub fn lossy(text: &Bound<'_, PyString>) -> String {
    text.to_string_lossy().into_owned()
}

/// A text argument; as [`lossy`], so that what is no unicode is refused by name and not by its bytes.
pub struct Text(String);

impl Text {
    /// A default.
    pub fn of(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text itself.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(lossy(&*value.cast::<PyString>()?)))
    }
}

/// Keyword arguments as parameters.
pub fn params(kwargs: Option<&Bound<'_, PyDict>>) -> Result<Map<String, Value>> {
    let mut map = Map::new();
    for (name, value) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
        let name = name.extract::<Text>()?.into_string();
        let value = to_json(&name, &value, 0)?;
        map.insert(name, value);
    }
    Ok(map)
}

/// JSON text as Python objects.
pub fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((text,))
}

/// Any integer type as an id; whether it is in range is for the space to say.
pub struct Id(pub i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Id {
    type Error = PyErr;

    #[inline]
    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(id) = value.extract::<i64>() {
            return Ok(Self(id));
        }
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        let shown = meeple_core::action::shorten(&shown);
        let error = if value.cast::<PyInt>().is_ok() {
            Error::argument("out_of_range", "action", shown, "an id of the game's space")
        } else {
            Error::argument("wrong_type", "action", shown, "an integer id")
        };
        Err(Fault::from(error).into())
    }
}

/// A count that is at least `least`.
pub fn count(field: &str, value: i64, least: i64) -> Result<usize> {
    usize::try_from(value)
        .ok()
        .filter(|_| value >= least)
        .ok_or_else(|| Error::argument("out_of_range", field, value, format!("a whole number of at least {least}")).into())
}

/// A seed: any integer from 0 to 2^64 - 1.
pub struct Seed(pub u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        value.extract::<u64>().map(Self).map_err(|_| {
            let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
            let error = Error::argument("bad_seed", "seed", meeple_core::action::shorten(&shown), "an integer from 0 to 2**64 - 1");
            Fault::from(error).into()
        })
    }
}

/// How many int objects are kept.
const CACHED: u16 = 4096;

/// A list of ids. The int objects are kept: a fresh one costs five times as much as handing out a kept one.
pub fn id_list<'py>(py: Python<'py>, ids: &Actions) -> PyResult<Bound<'py, PyList>> {
    static IDS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    let kept = IDS.get_or_init(py, || (0..CACHED).map(|id| PyInt::new(py, id).unbind()).collect());
    PyList::new(
        py,
        Exact { left: ids.len(), items: ids.iter() }.map(|action| match kept.get(action.0 as usize) {
            Some(id) => id.clone_ref(py).into_bound(py),
            None => PyInt::new(py, action.0),
        }),
    )
}

/// An iterator whose length is known.
struct Exact<I> {
    left: usize,
    items: I,
}

impl<I: Iterator<Item = Action>> Iterator for Exact<I> {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        self.left = self.left.saturating_sub(1);
        self.items.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator<Item = Action>> ExactSizeIterator for Exact<I> {}
