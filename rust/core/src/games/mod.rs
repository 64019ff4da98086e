//! The games, and the one list that names them all.

pub mod empire;
pub mod guardians;
pub mod kingdom;
pub mod legends;
pub mod lost_lands;

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::action::{one_of, shorten};
use crate::error::{Error, Result};
use crate::game::{Common, Game, Info};
use crate::run::{At, Seen};

/// A game of the list.
pub trait Listed: Game {
    /// The state, if it is one of this game.
    fn at(state: &AnyState) -> Option<&At<Self>>;

    /// The view, if it is one of this game.
    fn seen(view: &AnyView) -> Option<&Seen<Self>>;
}

macro_rules! games {
    ($($variant:ident: $game:ty),* $(,)?) => {
        /// A game of any kind.
        #[derive(Debug, Clone)]
        pub enum AnyGame {
            $(
                #[doc = concat!("[`", stringify!($game), "`].")]
                $variant(Arc<$game>),
            )*
        }

        /// A state of any game, with its game.
        #[derive(Debug, Clone)]
        pub enum AnyState {
            $(
                #[doc = concat!("Of [`", stringify!($game), "`].")]
                $variant(At<$game>),
            )*
        }

        /// A view of any game, with its game.
        #[derive(Debug, Clone, PartialEq)]
        pub enum AnyView {
            $(
                #[doc = concat!("Of [`", stringify!($game), "`].")]
                $variant(Seen<$game>),
            )*
        }

        /// The type of each game by its name in the list, for macros over [`for_each_game!`](crate::for_each_game).
        pub mod types {
            use super::*;
            $(
                #[doc = concat!("[`", stringify!($game), "`].")]
                pub type $variant = $game;
            )*
        }

        $(
            impl From<At<$game>> for AnyState {
                fn from(at: At<$game>) -> Self {
                    Self::$variant(at)
                }
            }

            impl From<Seen<$game>> for AnyView {
                fn from(seen: Seen<$game>) -> Self {
                    Self::$variant(seen)
                }
            }
        )*

        /// What is fixed of each game, in the order of the list.
        pub const INFOS: &[Info] = &[$(<$game as Game>::INFO),*];

        impl AnyGame {
            /// Makes a game by its id.
            pub fn load(name: &str, params: &Map<String, Value>) -> Result<Self> {
                $(
                    if name == <$game as Game>::INFO.name {
                        return Ok(Self::$variant(Arc::new(<$game>::new(params)?)));
                    }
                )*
                let known: Vec<&str> = INFOS.iter().map(|info| info.name).collect();
                Err(Error::config("unknown_game", "name", format!("{:?}", shorten(name)), one_of(&known)))
            }

            /// The state before anything has happened.
            pub fn initial(&self) -> AnyState {
                match self {
                    $(Self::$variant(game) => AnyState::$variant(At { game: Arc::clone(game), state: game.initial() }),)*
                }
            }

            /// What is fixed of the game.
            pub fn info(&self) -> Info {
                match self {
                    $(Self::$variant(_) => <$game as Game>::INFO,)*
                }
            }

            /// What the game has.
            pub fn common(&self) -> &Common {
                match self {
                    $(Self::$variant(game) => game.common(),)*
                }
            }

            /// The bytes that a state takes in memory.
            pub fn state_size(&self) -> usize {
                match self {
                    $(Self::$variant(_) => size_of::<<$game as Game>::State>(),)*
                }
            }

            /// The names of the typed getters of its states.
            pub fn fields(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant(_) => <$game as Game>::FIELDS,)*
                }
            }
        }

        $(
            impl Listed for $game {
                fn at(state: &AnyState) -> Option<&At<Self>> {
                    match state {
                        AnyState::$variant(at) => Some(at),
                        #[allow(unreachable_patterns, reason = "a list of one game has no other variant")]
                        _ => None,
                    }
                }

                fn seen(view: &AnyView) -> Option<&Seen<Self>> {
                    match view {
                        AnyView::$variant(seen) => Some(seen),
                        #[allow(unreachable_patterns, reason = "a list of one game has no other variant")]
                        _ => None,
                    }
                }
            }
        )*

        impl PartialEq for AnyState {
            fn eq(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$variant(a), Self::$variant(b)) => a == b,)*
                    #[allow(unreachable_patterns, reason = "a list of one game has no other pair")]
                    _ => false,
                }
            }
        }

        impl AnyView {
            /// The view's game.
            pub fn game(&self) -> AnyGame {
                match self {
                    $(Self::$variant(seen) => AnyGame::$variant(Arc::clone(&seen.game)),)*
                }
            }
        }

        impl AnyState {
            /// The state's game.
            pub fn game(&self) -> AnyGame {
                match self {
                    $(Self::$variant(at) => AnyGame::$variant(Arc::clone(&at.game)),)*
                }
            }
        }
    };
}

games! {
    Legends: legends::Legends,
    Empire: empire::Empire,
    Guardians: guardians::Guardians,
    Kingdom: kingdom::Kingdom,
    LostLands: lost_lands::LostLands,
}

/// Runs an expression with the state of whatever game: `with_state!(any, at => at.scores())`.
#[macro_export]
macro_rules! with_state {
    ($any:expr, $at:ident => $body:expr) => {
        match $any {
            $crate::games::AnyState::Legends($at) => $body,
            $crate::games::AnyState::Empire($at) => $body,
            $crate::games::AnyState::Guardians($at) => $body,
            $crate::games::AnyState::Kingdom($at) => $body,
            $crate::games::AnyState::LostLands($at) => $body,
        }
    };
}

/// Runs an expression with the view of whatever game: `with_view!(any, seen => seen.information_key())`.
#[macro_export]
macro_rules! with_view {
    ($any:expr, $seen:ident => $body:expr) => {
        match $any {
            $crate::games::AnyView::Legends($seen) => $body,
            $crate::games::AnyView::Empire($seen) => $body,
            $crate::games::AnyView::Guardians($seen) => $body,
            $crate::games::AnyView::Kingdom($seen) => $body,
            $crate::games::AnyView::LostLands($seen) => $body,
        }
    };
}

/// Runs an expression with the game of whatever kind: `with_game!(any, game => game.common())`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::AnyGame::Legends($game) => $body,
            $crate::games::AnyGame::Empire($game) => $body,
            $crate::games::AnyGame::Guardians($game) => $body,
            $crate::games::AnyGame::Kingdom($game) => $body,
            $crate::games::AnyGame::LostLands($game) => $body,
        }
    };
}

/// Hands the list of games on to a macro: `for_each_game!(my_macro)` becomes `my_macro! { Legends, ... }`.
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! { Legends, Empire, Guardians, Kingdom, LostLands }
    };
}
