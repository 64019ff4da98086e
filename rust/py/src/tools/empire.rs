//! What `meeple.empire` has besides states: odds of battles, and dice.

use meeple_core::Error;
use meeple_core::mechanics::battle::{self, Ends, Exact, Mass};
use meeple_core::mechanics::dice;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use crate::errors::Result;
use crate::rng::Rng;
use crate::run::Signals;

/// The most units of a land (EM-19).
const MOST: i64 = 65_535;
/// The most cells of a table.
const MOST_CELLS: usize = 1 << 26;

fn units(field: &str, value: &Bound<'_, PyAny>, least: i64) -> Result<usize> {
    value.extract::<i64>().ok().filter(|units| (least..=MOST).contains(units)).map(|units| units as usize).ok_or_else(|| {
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        Error::argument("out_of_range", field, meeple_core::action::shorten(&shown), format!("a whole number from {least} to {MOST}"))
            .into()
    })
}

/// Runs long work without the interpreter; Ctrl-C stops it.
fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<T> + Send) -> Result<T> {
    let mut signals = Signals::new();
    let done = py.detach(|| work(&mut || signals.look()));
    signals.result()?;
    done.ok_or_else(|| Error::argument("stopped", "battle", "a signal", "work that was not stopped").into())
}

fn start<M: Mass>(attackers: usize, one: M) -> Vec<M> {
    let mut masses = vec![M::none(); attackers];
    masses.push(one);
    masses
}

/// A whole number of Python.
fn int<'py>(py: Python<'py>, number: &Exact) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = number.0.iter().flat_map(|word| word.to_le_bytes()).collect();
    py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))
}

/// Chances of the attacker's units left, of the defender's, and of the attacker's where the land is free.
type Chances<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

#[pyfunction]
pub fn empire_battle<'py>(
    py: Python<'py>,
    attackers: &Bound<'py, PyAny>,
    defenders: &Bound<'py, PyAny>,
    stop_at: &Bound<'py, PyAny>,
) -> Result<Chances<'py>> {
    let (attackers, defenders, stop) =
        (units("attackers", attackers, 1)?, units("defenders", defenders, 1)?, units("stop_at", stop_at, 1)?);
    let Ends { won, held } = interruptible(py, |go_on| battle::fight(&start(attackers, 1.0), defenders, stop, go_on))?;
    let mut attackers_left = won.clone();
    let mut defenders_left = vec![0.0; defenders + 1];
    if let Some(none) = defenders_left.first_mut() {
        *none = won.iter().sum();
    }
    for (left, row) in attackers_left.iter_mut().zip(&held) {
        *left += row.iter().sum::<f64>();
        for (left, mass) in defenders_left.iter_mut().zip(row) {
            *left += mass;
        }
    }
    Ok((PyArray1::from_vec(py, attackers_left), PyArray1::from_vec(py, defenders_left), PyArray1::from_vec(py, won)))
}

/// Units left of attacker and defender, and the mass over `SCALE` to the number of units gone.
type Cell<'py> = (usize, usize, Bound<'py, PyAny>);

/// Each way the battle can end.
#[pyfunction]
pub fn empire_battle_exact<'py>(
    py: Python<'py>,
    attackers: &Bound<'py, PyAny>,
    defenders: &Bound<'py, PyAny>,
    stop_at: &Bound<'py, PyAny>,
) -> Result<(u32, Vec<Cell<'py>>)> {
    let (attackers, defenders, stop) =
        (units("attackers", attackers, 1)?, units("defenders", defenders, 1)?, units("stop_at", stop_at, 1)?);
    let ends = interruptible(py, |go_on| battle::fight(&start(attackers, Exact(vec![1])), defenders, stop, go_on))?;
    let won = ends.won.iter().enumerate().map(|(left, mass)| (left, 0, mass));
    let held = ends.held.iter().enumerate().flat_map(|(left, row)| row.iter().enumerate().map(move |(there, mass)| (left, there, mass)));
    let cells = won.chain(held).filter(|(_, _, mass)| !mass.is_none());
    let cells = cells.map(|(left, there, mass)| Ok((left, there, int(py, mass)?))).collect::<PyResult<_>>()?;
    Ok((battle::SCALE, cells))
}

#[pyfunction]
pub fn empire_battle_table<'py>(
    py: Python<'py>,
    attackers: &Bound<'py, PyAny>,
    defenders: &Bound<'py, PyAny>,
    stop_at: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyArray2<f64>>> {
    let (attackers, defenders, stop) =
        (units("attackers", attackers, 0)?, units("defenders", defenders, 0)?, units("stop_at", stop_at, 1)?);
    if (attackers + 1) * (defenders + 1) > MOST_CELLS {
        let cells = format!("{} cells", (attackers + 1) * (defenders + 1));
        return Err(Error::argument("too_many", "attackers", cells, format!("a table of at most {MOST_CELLS} cells")).into());
    }
    let chances = interruptible(py, |go_on| battle::table(attackers, defenders, stop, go_on))?;
    Ok(PyArray1::from_vec(py, chances).reshape([attackers + 1, defenders + 1])?)
}

fn chain(defenders: &[Bound<'_, PyAny>]) -> Result<Vec<usize>> {
    if defenders.is_empty() {
        return Err(Error::argument("empty", "defenders", "no lands", "at least one land").into());
    }
    defenders.iter().enumerate().map(|(land, there)| units(&format!("defenders[{land}]"), there, 1)).collect()
}

/// By land of the chain, by units on the land before it as it falls: the chance.
#[pyfunction]
pub fn empire_path<'py>(
    py: Python<'py>,
    attackers: &Bound<'py, PyAny>,
    defenders: Vec<Bound<'py, PyAny>>,
    stop_at: &Bound<'py, PyAny>,
) -> Result<Vec<Bound<'py, PyArray1<f64>>>> {
    let (attackers, lands, stop) = (units("attackers", attackers, 1)?, chain(&defenders)?, units("stop_at", stop_at, 1)?);
    let path = interruptible(py, |go_on| battle::path(attackers, 1.0, &lands, stop, go_on))?;
    Ok(path.freed.into_iter().map(|masses| PyArray1::from_vec(py, masses)).collect())
}

/// The same as masses over `SCALE` to the number of units gone in battle.
#[pyfunction]
pub fn empire_path_exact<'py>(
    py: Python<'py>,
    attackers: &Bound<'py, PyAny>,
    defenders: Vec<Bound<'py, PyAny>>,
    stop_at: &Bound<'py, PyAny>,
) -> Result<(u32, Vec<Vec<Bound<'py, PyAny>>>)> {
    let (attackers, lands, stop) = (units("attackers", attackers, 1)?, chain(&defenders)?, units("stop_at", stop_at, 1)?);
    let path = interruptible(py, |go_on| battle::path(attackers, Exact(vec![1]), &lands, stop, go_on))?;
    let freed = path.freed.iter().map(|masses| masses.iter().map(|mass| int(py, mass)).collect()).collect::<PyResult<_>>()?;
    Ok((battle::SCALE, freed))
}

fn pips(field: &str, values: &[Bound<'_, PyAny>], most: u8) -> Result<Vec<u8>> {
    if values.is_empty() || values.len() > usize::from(most) {
        return Err(Error::argument("wrong_count", field, format!("{} dice", values.len()), format!("1 to {most} dice")).into());
    }
    let read = |(place, value): (usize, &Bound<'_, PyAny>)| {
        value.extract::<u8>().ok().filter(|pips| (1..=dice::FACES).contains(pips)).ok_or_else(|| {
            let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
            Error::argument("out_of_range", format!("{field}[{place}]"), meeple_core::action::shorten(&shown), "pips from 1 to 6").into()
        })
    };
    values.iter().enumerate().map(read).collect()
}

#[pyfunction]
pub fn empire_losses(attack: Vec<Bound<'_, PyAny>>, defend: Vec<Bound<'_, PyAny>>) -> Result<(u8, u8)> {
    Ok(dice::losses(&pips("attack", &attack, dice::MOST_DICE.0)?, &pips("defend", &defend, dice::MOST_DICE.1)?))
}

#[pyfunction]
pub fn empire_throw(
    attack: &Bound<'_, PyAny>,
    defend: &Bound<'_, PyAny>,
    losses: (i64, i64),
    rng: &Bound<'_, Rng>,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let wanted = (u8::try_from(losses.0).unwrap_or(u8::MAX), u8::try_from(losses.1).unwrap_or(u8::MAX));
    let dice_of = |field: &str, value: &Bound<'_, PyAny>, most: u8| {
        value.extract::<u8>().ok().filter(|count| (1..=most).contains(count)).ok_or_else(|| {
            let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
            Error::argument("out_of_range", field, meeple_core::action::shorten(&shown), format!("1 to {most} dice"))
        })
    };
    let attack = dice_of("attack", attack, dice::MOST_DICE.0)?;
    let defend = dice_of("defend", defend, dice::MOST_DICE.1)?;
    Rng::with(rng, |rng| {
        dice::throw_with(attack, defend, wanted, rng).ok_or_else(|| {
            let possible: Vec<String> = dice::throws(attack, defend).iter().map(|((a, d), _)| format!("({a}, {d})")).collect();
            let expected = format!("losses of {attack} against {defend} dice: {}", possible.join(", "));
            Error::argument("not_possible", "losses", format!("{losses:?}"), expected).into()
        })
    })
}
