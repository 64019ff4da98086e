//! Errors of the core become the exceptions of `meeple._errors`.

use meeple_core::Error;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// What a method can fail with: an error of the core, or one that Python has raised.
pub enum Fault {
    Core(Error),
    Python(PyErr),
}

/// The bindings' result.
pub type Result<T> = std::result::Result<T, Fault>;

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Python(error) => error,
            Fault::Core(error) => Python::attach(|py| exception(py, &error).unwrap_or_else(|failure| failure)),
        }
    }
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let detail = error.detail();
    let class = py.import("meeple._errors")?.getattr(error.class())?;
    let instance = class.call1((error.to_string(), detail.code, &detail.field, &detail.value, &detail.expected))?;
    Ok(PyErr::from_value(instance))
}

/// An error of ours in place of one that Python has raised; but Ctrl-C and what else is no `Exception` stays what it is.
pub fn instead(py: Python<'_>, raised: PyErr, ours: impl FnOnce() -> Fault) -> Fault {
    if raised.is_instance_of::<PyException>(py) { ours() } else { raised.into() }
}

/// An error about a text, where the text was to be a record.
pub fn as_record(fault: Fault) -> Fault {
    match fault {
        Fault::Core(Error::Position(detail)) => Fault::Core(Error::Record(detail)),
        other => other,
    }
}

/// The error of an object that another thread is using.
pub fn busy(what: &str) -> Fault {
    let raise = |py: Python<'_>| -> PyResult<PyErr> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(py, "meeple._errors", "BusyError")?;
        let text = format!("{what}: got a use while another thread uses it, expected one user at a time");
        Ok(PyErr::from_value(class.call1((text, "busy", what, "a second user", "one user at a time"))?))
    };
    Fault::Python(Python::attach(|py| raise(py).unwrap_or_else(|failure| failure)))
}
