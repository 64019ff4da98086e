//! Documents and bytes.

pub mod params;
