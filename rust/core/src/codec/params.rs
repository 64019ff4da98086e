//! Reading a game's parameters: each by name, with its default; what is left over is unknown.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::action::{one_of, shorten};
use crate::error::{Error, Result};

/// The parameters that were given, and those that were read so far with defaults filled in.
#[derive(Debug)]
pub struct Params<'a> {
    given: &'a Map<String, Value>,
    read: Map<String, Value>,
}

impl<'a> Params<'a> {
    /// Starts reading.
    pub fn new(given: &'a Map<String, Value>) -> Self {
        Self { given, read: Map::new() }
    }

    /// A parameter as it was given, or its default.
    pub fn take(&mut self, name: &str, default: impl FnOnce() -> Value) -> Value {
        let value = self.given.get(name).cloned().unwrap_or_else(default);
        self.read.insert(name.to_owned(), value.clone());
        value
    }

    /// A whole number in a range.
    pub fn number(&mut self, name: &str, default: i64, range: RangeInclusive<i64>) -> Result<i64> {
        let value = self.take(name, || json!(default));
        value.as_i64().filter(|number| range.contains(number)).ok_or_else(|| {
            Error::config(
                "out_of_range",
                name,
                shorten(&value.to_string()),
                format!("a whole number from {} to {}", range.start(), range.end()),
            )
        })
    }

    /// True or false; false if not given.
    pub fn flag(&mut self, name: &str) -> Result<bool> {
        let value = self.take(name, || json!(false));
        value.as_bool().ok_or_else(|| Error::config("wrong_type", name, shorten(&value.to_string()), "true or false"))
    }

    /// One of some words, the first by default; gives its index.
    pub fn choice(&mut self, name: &str, words: &[&str]) -> Result<usize> {
        let value = self.take(name, || json!(words.first()));
        words
            .iter()
            .position(|word| value.as_str() == Some(word))
            .ok_or_else(|| Error::config("unknown_value", name, shorten(&value.to_string()), one_of(words)))
    }

    /// Data, given as such or as JSON text.
    pub fn data(&mut self, name: &str, default: impl FnOnce() -> Value) -> Result<Value> {
        let value = match self.given.get(name) {
            None => default(),
            Some(Value::String(text)) => serde_json::from_str(text)
                .map_err(|error| Error::config("malformed", name, format!("{:?}", shorten(text)), format!("JSON text ({error})")))?,
            Some(value) => value.clone(),
        };
        self.read.insert(name.to_owned(), value.clone());
        Ok(value)
    }

    /// The name of data that the game knows, or data as in [`Params::data`].
    pub fn named_or_data(&mut self, name: &str, default: impl FnOnce() -> Result<Value>) -> Result<Value> {
        match self.given.get(name) {
            None => {
                let value = default()?;
                self.read.insert(name.to_owned(), value.clone());
                Ok(value)
            }
            Some(Value::String(text)) if !text.trim_start().starts_with(['{', '[']) => Ok(self.take(name, || Value::Null)),
            Some(_) => self.data(name, || Value::Null),
        }
    }

    /// All parameters in the order they were read; refuses those nobody asked for.
    pub fn finish(self) -> Result<Map<String, Value>> {
        for (name, value) in self.given {
            if !self.read.contains_key(name) {
                let known: Vec<&String> = self.read.keys().collect();
                return Err(Error::config(
                    "unknown_parameter",
                    shorten(name),
                    shorten(&value.to_string()),
                    format!("a parameter, {}", one_of(&known)),
                ));
            }
        }
        Ok(self.read)
    }
}
