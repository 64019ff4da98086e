//! Records as columns, for tables.

use std::sync::atomic::AtomicBool;

use meeple_core::codec::columns::{self, Row, Steps, Texts};
use meeple_core::games::AnyGame;
use meeple_core::run::jobs;
use meeple_core::{Error, Result as CoreResult};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::errors::Result;
use crate::run::{Signals, thread_count};

/// What is wrong with which line: code, field, message.
type Fault = (usize, String, String, String);

fn texts<'py>(py: Python<'py>, texts: &Texts) -> (Bound<'py, PyBytes>, Bound<'py, PyArray1<i32>>) {
    (PyBytes::new(py, texts.data.as_bytes()), PyArray1::from_slice(py, &texts.offsets))
}

fn game<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let [decisions, steps] = row.lengths;
    let dict = PyDict::new(py);
    dict.set_item("game", row.game)?;
    dict.set_item("params", &row.params)?;
    dict.set_item("players", row.players)?;
    dict.set_item("start", &row.start)?;
    dict.set_item("decisions", decisions)?;
    dict.set_item("steps", steps)?;
    dict.set_item("scores", &row.scores)?;
    dict.set_item("returns", &row.returns)?;
    dict.set_item("termination", &row.termination)?;
    dict.set_item("meta", &row.meta)?;
    Ok(dict)
}

/// Replays records and tells them as rows of games and columns of steps, up to the first that does not hold.
#[pyfunction]
#[pyo3(signature = (lines, *, threads = None))]
pub fn record_columns<'py>(
    py: Python<'py>,
    lines: Vec<String>,
    threads: Option<i64>,
) -> Result<(Bound<'py, PyList>, Bound<'py, PyDict>, Option<Fault>)> {
    let threads = thread_count(threads)?;
    let mut signals = Signals::new();
    let stop = AtomicBool::new(false);
    let mut found: Vec<Option<CoreResult<(Row, Steps)>>> = lines.iter().map(|_| None).collect();
    let mut all = Steps::default();
    py.detach(|| {
        let work = |like: &mut Vec<AnyGame>, k: usize, place: &mut Option<CoreResult<(Row, Steps)>>| {
            *place = lines.get(k).map(|line| columns::rows(line, like));
        };
        if !jobs::run(&mut found, threads, &stop, &mut || signals.look(), Vec::new, work) {
            return;
        }
        for (_, steps) in found.iter().flatten().map_while(|rows| rows.as_ref().ok()) {
            all.extend(steps);
        }
    });
    signals.result()?;
    let games = PyList::empty(py);
    let mut fault = None;
    for (k, rows) in found.iter().flatten().enumerate() {
        match rows {
            Ok((row, _)) => games.append(game(py, row)?)?,
            Err(error) => {
                fault = Some(told(k, error));
                break;
            }
        }
    }
    let steps = PyDict::new(py);
    steps.set_item("ply", PyArray1::from_vec(py, all.plies))?;
    steps.set_item("seat", PyArray1::from_vec(py, all.seats))?;
    steps.set_item("kind", texts(py, &all.kinds))?;
    steps.set_item("phase", texts(py, &all.phases))?;
    steps.set_item("action", PyArray1::from_vec(py, all.actions))?;
    steps.set_item("text", texts(py, &all.texts))?;
    Ok((games, steps, fault))
}

fn told(k: usize, error: &Error) -> Fault {
    let detail = error.detail();
    (k, detail.code.to_owned(), detail.field.clone(), error.to_string())
}
