//! `Rng`.

use meeple_core::{Error, rng};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::convert::{self, Seed};
use crate::errors::{Fault, Result, busy};

/// The generator of the formats: xoshiro256++.
#[pyclass(name = "Rng", module = "meeple", eq)]
#[derive(PartialEq, Eq, Clone)]
pub struct Rng {
    pub inner: rng::Rng,
}

impl Rng {
    /// Uses a generator that Python holds, unless another thread does.
    #[inline]
    pub fn with<T>(cell: &Bound<'_, Self>, work: impl FnOnce(&mut rng::Rng) -> Result<T>) -> Result<T> {
        let mut borrowed = cell.try_borrow_mut().map_err(|_| busy("rng"))?;
        work(&mut borrowed.inner)
    }
}

#[pymethods]
impl Rng {
    #[new]
    fn new(seed: Seed) -> Self {
        Self { inner: rng::Rng::new(seed.0) }
    }

    fn random(slf: &Bound<'_, Self>) -> Result<f64> {
        Self::with(slf, |rng| Ok(rng.random()))
    }

    fn below(slf: &Bound<'_, Self>, n: &Bound<'_, PyAny>) -> Result<u64> {
        let bound = n.extract::<u64>().ok().filter(|&n| n > 0);
        let Some(bound) = bound else {
            return Err(Error::argument(
                "out_of_range",
                "n",
                n.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string()),
                "an integer from 1 to 2**64 - 1",
            )
            .into());
        };
        Self::with(slf, |rng| Ok(rng.below(bound)))
    }

    fn choice<'py>(slf: &Bound<'py, Self>, seq: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
        let length = seq.len()?;
        if length == 0 {
            return Err(Error::argument("empty", "seq", "an empty sequence", "at least one item").into());
        }
        let index = Self::with(slf, |rng| Ok(rng.below(length as u64)))?;
        Ok(seq.get_item(index)?)
    }

    fn shuffle(slf: &Bound<'_, Self>, items: &Bound<'_, PyList>) -> Result<()> {
        let mut order: Vec<Bound<'_, PyAny>> = items.iter().collect();
        Self::with(slf, |rng| {
            rng.shuffle(&mut order);
            Ok(())
        })?;
        for (k, item) in order.into_iter().enumerate() {
            items.set_item(k, item)?;
        }
        Ok(())
    }

    fn spawn(slf: &Bound<'_, Self>, n: i64) -> Result<Vec<Self>> {
        let n = convert::count("n", n, 0)?;
        Self::with(slf, |rng| Ok((0..n).map(|_| Self { inner: rng.spawn() }).collect()))
    }

    fn to_bytes<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyBytes>> {
        Self::with(slf, |rng| Ok(PyBytes::new(slf.py(), &rng.to_bytes())))
    }

    #[staticmethod]
    fn from_bytes(data: &[u8]) -> Result<Self> {
        let inner = <&[u8; 32]>::try_from(data).ok().and_then(rng::Rng::from_bytes);
        inner.map(|inner| Self { inner }).ok_or_else(|| {
            Fault::from(Error::codec("bad_length", "data", format!("{} bytes", data.len()), "the 32 bytes of a generator, not all 0"))
        })
    }

    fn __copy__(slf: &Bound<'_, Self>) -> Result<Self> {
        Self::with(slf, |rng| Ok(Self { inner: rng.clone() }))
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> Result<Self> {
        Self::__copy__(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let from_bytes = slf.get_type().getattr("from_bytes")?;
        Ok((from_bytes, (Self::to_bytes(slf)?,)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> Result<String> {
        Self::with(slf, |rng| {
            let hex: String = rng.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            Ok(format!("<meeple.Rng {hex}>"))
        })
    }
}
