//! Documents of positions and views.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::own;
use crate::Game;
use crate::action::{Seat, shorten};
use crate::error::{Error, Result};
use crate::games::{AnyGame, AnyState, AnyView};
use crate::run::{At, Seen};
use crate::{with_game, with_state, with_view};

/// The `format` of a position.
pub const POSITION: &str = "meeple-position";
/// The version of all documents.
pub const VERSION: u64 = 1;

/// The `format` of a view.
pub const VIEW: &str = "meeple-view";

#[derive(Serialize)]
struct PositionOut<'a, P> {
    format: &'static str,
    version: u64,
    game: &'static str,
    params: &'a Map<String, Value>,
    position: P,
}

#[derive(Serialize)]
struct ViewOut<'a, V> {
    format: &'static str,
    version: u64,
    game: &'static str,
    params: &'a Map<String, Value>,
    player: Option<u8>,
    view: V,
}

/// What leads every document.
pub(super) struct Head<'a> {
    pub(super) format: String,
    pub(super) version: Value,
    pub(super) game: String,
    pub(super) params: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionIn<'a> {
    format: String,
    version: Value,
    game: String,
    #[serde(borrow)]
    params: &'a RawValue,
    #[serde(borrow)]
    position: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewIn<'a> {
    format: String,
    version: Value,
    game: String,
    #[serde(borrow)]
    params: &'a RawValue,
    player: Value,
    #[serde(borrow)]
    view: &'a RawValue,
}

impl Head<'_> {
    /// The game that a document's head names; a reader's own kind of error tells what is wrong with it.
    pub(super) fn game(self, format: &str, error: MakeError, like: &[AnyGame]) -> Result<AnyGame> {
        if self.format != format {
            return Err(error("wrong_format", "/format".into(), format!("{:?}", shorten(&self.format)), format!("{format:?}")));
        }
        if self.version != VERSION {
            return Err(error("unknown_version", "/version".into(), shorten(&self.version.to_string()), VERSION.to_string()));
        }
        // Mostly the parameters stand there as a known game writes them: then they need not be read.
        if let Some(game) = like.iter().find(|game| game.info().name == self.game && game.common().params_text == self.params.get()) {
            return Ok(game.clone());
        }
        let params: Map<String, Value> =
            own::read_part(self.params.get(), "an object of parameters", |_, value, expected| (value, expected))
                .map_err(|(value, expected)| error("malformed", "/params".into(), value, expected))?;
        if let Some(game) = like.iter().find(|game| game.info().name == self.game && game.common().params == params) {
            return Ok(game.clone());
        }
        AnyGame::load(&self.game, &params).map_err(|refused| {
            let detail = refused.detail();
            let pointer = if detail.code == "unknown_game" {
                "/game".to_owned()
            } else {
                format!("/params{}", own::dotted_to_pointer(&detail.field))
            };
            error(detail.code, pointer, detail.value.clone(), detail.expected.clone())
        })
    }
}

/// Makes an error of the reader's kind.
pub(super) type MakeError = fn(&'static str, String, String, String) -> Error;

fn position_error(code: &'static str, pointer: String, value: String, expected: String) -> Error {
    Error::position(code, pointer, value, expected)
}

/// A state as the JSON text of a position document.
pub fn write(state: &AnyState) -> Result<String> {
    with_state!(state, at => write_position(at))
}

fn write_position<G: Game>(at: &At<G>) -> Result<String> {
    let position = at.game.position(&at.state);
    let document = PositionOut { format: POSITION, version: VERSION, game: G::INFO.name, params: &at.game.common().params, position };
    serde_json::to_string(&document).map_err(|error| Error::position("not_json", "", error, "a position that JSON can hold"))
}

/// Reads a position document. Its parameters make the game, unless one of `like` has the same ones.
pub fn read(text: &str, like: &[AnyGame]) -> Result<AnyState> {
    let document: PositionIn<'_> = read_part(text, "a position document")?;
    let head = Head { format: document.format, version: document.version, game: document.game, params: document.params };
    let game = head.game(POSITION, position_error, like)?;
    with_game!(&game, game => read_position(game, document.position.get()))
}

/// Reads a game's `position`.
pub fn read_position<G: Game>(game: &Arc<G>, text: &str) -> Result<AnyState>
where
    AnyState: From<At<G>>,
{
    let position: G::Position = read_part(text, "a well-formed position")?;
    Ok(At { game: Arc::clone(game), state: game.from_position(&position)? }.into())
}

fn read_part<'a, T: Deserialize<'a>>(text: &'a str, what: &str) -> Result<T> {
    own::read_part(text, what, |pointer, value, expected| Error::position("malformed", pointer, value, expected))
}

/// A view as the JSON text of a view document.
pub fn write_view(view: &AnyView) -> Result<String> {
    let game = view.game();
    let (info, common) = (game.info(), game.common());
    let text = with_view!(view, seen => {
        let player = seen.game.viewer(&seen.view).map(|seat| seat.0);
        serde_json::to_string(&ViewOut { format: VIEW, version: VERSION, game: info.name, params: &common.params, player, view: seen.game.view_document(&seen.view) })
    });
    text.map_err(|error| Error::position("not_json", "", error, "a view that JSON can hold"))
}

/// Reads a view document.
pub fn read_view(text: &str, like: &[AnyGame]) -> Result<AnyView> {
    let document: ViewIn<'_> = read_part(text, "a view document")?;
    let head = Head { format: document.format, version: document.version, game: document.game, params: document.params };
    let game = head.game(VIEW, position_error, like)?;
    let players = game.common().num_players;
    let seat = match &document.player {
        Value::Null => None,
        number => match number.as_u64().filter(|&seat| (seat as usize) < players) {
            Some(seat) => Some(Seat(seat as u8)),
            None => {
                return Err(Error::position(
                    "out_of_range",
                    "/player",
                    shorten(&number.to_string()),
                    format!("null or a seat from 0 to {}", players - 1),
                ));
            }
        },
    };
    with_game!(&game, game => read_seen(game, seat, document.view.get()))
}

fn read_seen<G: Game>(game: &Arc<G>, seat: Option<Seat>, text: &str) -> Result<AnyView>
where
    AnyView: From<Seen<G>>,
{
    let document: G::ViewDocument = read_part(text, "a well-formed view")?;
    Ok(Seen { game: Arc::clone(game), view: game.view_from_document(seat, &document)? }.into())
}
