//! What can be wrong with input: one kind a class of the Python face, one [`Detail`] for all.

use std::fmt;

/// Where the error is, what stood there, and what would have been right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// Stable word for programs, such as `unknown_name` or `out_of_range`.
    pub code: &'static str,
    /// The parameter, JSON pointer or argument.
    pub field: String,
    /// What was given, as text.
    pub value: String,
    /// What was expected, as text.
    pub expected: String,
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "got {}, expected {}", self.value, self.expected)
    }
}

/// Every error of the library. Nothing has changed when one is returned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A parameter or own data that the rules refuse.
    #[error("{0}")]
    Config(Detail),
    /// An action that is not legal here.
    #[error("{0}")]
    IllegalAction(Detail),
    /// An argument of a wrong type, shape or range.
    #[error("{0}")]
    Argument(Detail),
    /// A text that names no action of the game.
    #[error("{0}")]
    Notation(Detail),
    /// A position that breaks an invariant, or a malformed document of one.
    #[error("{0}")]
    Position(Detail),
    /// A record that does not replay.
    #[error("{0}")]
    Record(Detail),
    /// Bytes that are damaged or another game's.
    #[error("{0}")]
    Codec(Detail),
}

/// The library's result.
pub type Result<T> = std::result::Result<T, Error>;

macro_rules! constructors {
    ($($name:ident => $variant:ident),*) => {
        impl Error {
            $(
                #[doc = concat!("An [`Error::", stringify!($variant), "`] of these parts.")]
                #[cold]
                pub fn $name(code: &'static str, field: impl Into<String>, value: impl fmt::Display, expected: impl Into<String>) -> Self {
                    Self::$variant(Detail { code, field: field.into(), value: value.to_string(), expected: expected.into() })
                }
            )*
            /// The parts of the error.
            pub fn detail(&self) -> &Detail {
                match self { $(Self::$variant(detail) => detail),* }
            }
            /// The parts of the error, to be amended.
            pub fn detail_mut(&mut self) -> &mut Detail {
                match self { $(Self::$variant(detail) => detail),* }
            }
            /// The name of the class it becomes in Python.
            pub fn class(&self) -> &'static str {
                match self { $(Self::$variant(_) => concat!(stringify!($variant), "Error")),* }
            }
        }
    };
}

constructors!(
    config => Config,
    illegal => IllegalAction,
    argument => Argument,
    notation => Notation,
    position => Position,
    record => Record,
    codec => Codec
);
