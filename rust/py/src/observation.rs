//! Observations: their layout, and numbers written into the caller's arrays.

use meeple_core::Error;
use meeple_core::observation::{ObservationPart, ObservationSpec};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PySlice, PyTuple, PyType};

use crate::errors::{Fault, Result};

/// A part as `meeple.ObservationPart`.
fn part<'py>(py: Python<'py>, part: &ObservationPart) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let stop = part.start + part.size();
    let slice = PySlice::new(py, part.start as isize, stop as isize, 1);
    // Without a step, as one writes it.
    let slice = slice.get_type().call1((slice.getattr("start")?, slice.getattr("stop")?))?;
    let shape = PyTuple::new(py, &part.shape)?;
    CLASS.import(py, "meeple._types", "ObservationPart")?.call1((part.name, slice, shape, part.meaning, f64::from(part.scale)))
}

/// The layout as `meeple.ObservationSpec`.
pub fn spec<'py>(py: Python<'py>, spec: &ObservationSpec) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let parts = PyDict::new(py);
    for entry in &spec.parts {
        parts.set_item(entry.name, part(py, entry)?)?;
    }
    let parts = py.import("types")?.getattr("MappingProxyType")?.call1((parts,))?;
    CLASS.import(py, "meeple._types", "ObservationSpec")?.call1((spec.size, spec.version, parts))
}

/// Writes an observation into the caller's array, or into a fresh one.
pub fn written<'py>(
    py: Python<'py>,
    size: usize,
    out: Option<Bound<'py, PyAny>>,
    write: impl FnOnce(&mut [f32]),
) -> Result<Bound<'py, PyArray1<f32>>> {
    let Some(out) = out else {
        let array = PyArray1::<f32>::zeros(py, size, false);
        write(array.try_readwrite().map_err(|_| refuse("an array in use".to_owned(), size))?.as_slice_mut().unwrap_or_default());
        return Ok(array);
    };
    let Ok(array) = out.cast::<PyArray1<f32>>() else {
        let kind = out.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        let shown = match (out.getattr("dtype"), out.getattr("shape")) {
            (Ok(dtype), Ok(shape)) => format!("{dtype} of shape {shape}"),
            _ => kind,
        };
        return Err(refuse(shown, size));
    };
    let shown = || format!("float32 of shape {:?}", array.shape());
    let mut places = array.try_readwrite().map_err(|_| refuse(format!("{}, not writable or in use", shown()), size))?;
    match places.as_slice_mut() {
        Ok(places) if places.len() == size && array.is_c_contiguous() => write(places),
        Ok(_) => return Err(refuse(shown(), size)),
        Err(_) => return Err(refuse(format!("{}, not contiguous", shown()), size)),
    }
    drop(places);
    Ok(array.clone())
}

fn refuse(shown: String, size: usize) -> Fault {
    Error::argument("bad_out", "out", shown, format!("a writable, contiguous array of float32 of shape [{size}]")).into()
}
