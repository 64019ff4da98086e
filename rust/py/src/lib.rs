//! `meeple._core`: the bindings. One file a concept, over states of whatever game; no input reaches a panic.

// What PyO3 makes of a doc string is the stub's business: the public texts stand in `_core.pyi`.
#![allow(missing_docs)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable))]

mod batch;
mod columns;
mod convert;
mod errors;
mod game;
mod match_;
mod observation;
mod rng;
mod run;
mod search;
mod state;
mod tools;
mod view;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How the core was built.
#[pyfunction]
fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { env!("MEEPLE_PROFILE") })?;
    info.set_item("opt_level", env!("MEEPLE_OPT_LEVEL"))?;
    info.set_item("target", env!("MEEPLE_TARGET"))?;
    info.set_item("rustc", env!("MEEPLE_RUSTC"))?;
    Ok(info)
}

#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CHANCE", state::CHANCE)?;
    module.add("TERMINAL", state::TERMINAL)?;
    module.add_class::<game::Game>()?;
    module.add_class::<rng::Rng>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<match_::Match>()?;
    module.add_class::<search::Searches>()?;
    module.add_class::<view::View>()?;
    state::register(module)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::game_info, module)?)?;
    module.add_function(wrap_pyfunction!(game::load, module)?)?;
    module.add_function(wrap_pyfunction!(game::_load_json, module)?)?;
    module.add_function(wrap_pyfunction!(game::data_text, module)?)?;
    module.add_function(wrap_pyfunction!(run::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(run::perft, module)?)?;
    module.add_function(wrap_pyfunction!(run::check_contract, module)?)?;
    module.add_function(wrap_pyfunction!(run::record_lines, module)?)?;
    module.add_function(wrap_pyfunction!(run::verify_records, module)?)?;
    module.add_function(wrap_pyfunction!(columns::record_columns, module)?)?;
    module.add_function(wrap_pyfunction!(match_::record_head, module)?)?;
    module.add_function(wrap_pyfunction!(match_::schema_text, module)?)?;
    module.add_function(wrap_pyfunction!(tools::legends::legends_random_layout, module)?)?;
    module.add_function(wrap_pyfunction!(tools::lost_lands::lost_lands_random_layout, module)?)?;
    module.add_function(wrap_pyfunction!(tools::kingdom::kingdom_longest_road, module)?)?;
    module.add_function(wrap_pyfunction!(tools::kingdom::kingdom_score_table, module)?)?;
    module.add_function(wrap_pyfunction!(tools::kingdom::kingdom_territories, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_battle, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_battle_exact, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_battle_table, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_path, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_path_exact, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_losses, module)?)?;
    module.add_function(wrap_pyfunction!(tools::empire::empire_throw, module)?)?;
    module.add_function(wrap_pyfunction!(build_info, module)?)?;
    Ok(())
}
