//! States as bytes: magic, format version, game tag, rules version, fingerprint, payload, checksum.

use crate::error::{Error, Result};
use crate::games::{AnyGame, AnyState};
use crate::run::At;
use crate::{with_game, with_state};

const MAGIC: [u8; 4] = *b"MPLS";
/// The version of the bytes' format.
pub const VERSION: u8 = 1;
const HEAD: usize = 24;
const CHECKSUM: usize = 4;

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let [a, b, c, d, ..] = xxhash_rust::xxh3::xxh3_64(bytes).to_le_bytes();
    [a, b, c, d]
}

/// A state's bytes. They belong to its game.
pub fn write(state: &AnyState) -> Vec<u8> {
    let game = state.game();
    let info = game.info();
    let mut bytes = Vec::with_capacity(HEAD + 320);
    bytes.extend(MAGIC);
    bytes.extend([VERSION, info.tag]);
    bytes.extend(info.rules_version.to_le_bytes());
    bytes.extend(game.common().fingerprint);
    with_state!(state, at => bytes.extend_from_slice(&at.payload()));
    bytes.extend(checksum(&bytes));
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the bytes of a state of this game.
pub fn read(game: &AnyGame, bytes: &[u8]) -> Result<AnyState> {
    let short = || Error::codec("truncated", "data", format!("{} bytes", bytes.len()), format!("at least {} bytes", HEAD + CHECKSUM));
    let (rest, sum) = bytes.split_at_checked(bytes.len().wrapping_sub(CHECKSUM)).ok_or_else(short)?;
    let (head, payload) = rest.split_at_checked(HEAD).ok_or_else(short)?;
    let (magic, head) = head.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(Error::codec("not_a_state", "data.magic", hex(magic), hex(&MAGIC)));
    }
    if sum != checksum(rest) {
        return Err(Error::codec("damaged", "data.checksum", hex(sum), hex(&checksum(rest))));
    }
    let (numbers, fingerprint) = head.split_at(4);
    let &[version, tag, low, high] = numbers else { return Err(short()) };
    let (info, common) = (game.info(), game.common());
    if version != VERSION {
        return Err(Error::codec("unknown_version", "data.version", version, format!("version {VERSION}")));
    }
    if fingerprint != common.fingerprint || tag != info.tag {
        return Err(Error::codec(
            "other_game",
            "data.fingerprint",
            hex(fingerprint),
            format!("{} ({} with these parameters)", hex(&common.fingerprint), info.name),
        ));
    }
    let rules_version = u16::from_le_bytes([low, high]);
    if rules_version != info.rules_version {
        return Err(Error::codec("other_rules", "data.rules_version", rules_version, format!("rules version {}", info.rules_version)));
    }
    with_game!(game, game => read_payload(game, payload))
}

fn read_payload<G: crate::Game>(game: &std::sync::Arc<G>, payload: &[u8]) -> Result<AnyState>
where
    AnyState: From<At<G>>,
{
    // A payload that is well-formed but breaks a rule is damaged bytes to who reads them.
    let state = game.read(payload).map_err(|error| match error {
        Error::Position(detail) => Error::Codec(detail),
        other => other,
    })?;
    Ok(At { game: std::sync::Arc::clone(game), state }.into())
}
