//! The shape of the `position` and the `view` of a document: one for both, since a view only has less in some places.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::codec::strict::present;

/// The `position`, or the `view`. All fields are always there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(super) turn: u8,
    pub(super) phase: String,
    #[serde(deserialize_with = "present")]
    pub(super) asking: Option<Asking>,
    pub(super) cells: Vec<Option<u8>>,
    pub(super) postcards: Vec<u8>,
    pub(super) removed_postcards: Vec<u8>,
    pub(super) players: Vec<PlayerEntry>,
    pub(super) boats: Vec<BoatEntry>,
    pub(super) finished: Vec<u8>,
    pub(super) turned: Vec<u8>,
    pub(super) rewards_left: RewardsLeft,
}

/// Who is asked, and for `fire` where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asking {
    pub seat: u8,
    #[serde(deserialize_with = "present")]
    pub island: Option<u8>,
}

/// A player's area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerEntry {
    pub pairs: Pairs,
    #[serde(deserialize_with = "always")]
    pub active: Active,
    pub gold: u16,
    pub legend: u16,
    pub fires: Vec<u8>,
    pub clues: Vec<Option<ClueEntry>>,
    pub ruled_out: Vec<u8>,
    pub discovered: Vec<PairEntry>,
}

/// A place with its reward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PairEntry {
    pub place: u8,
    pub reward: Reward,
}

/// A kind of reward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reward {
    Treasure,
    Legend,
}

/// A clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClueEntry {
    pub postcard: u8,
    pub element: u8,
}

/// A boat; only a view lacks its guardian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BoatEntry {
    pub seat: u8,
    #[serde(deserialize_with = "present")]
    pub guardian: Option<u8>,
    pub island: u8,
}

/// Reward cards in the piles, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Kinds {
    pub treasure: u8,
    pub legend: u8,
}

/// Undiscovered pairs; of others a view shows how many.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub(super) enum Pairs {
    Shown(Vec<PairEntry>),
    Count(u8),
}

/// The index of the active pair, or none; of others a view shows whether there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub(super) enum Active {
    Shown(Option<u8>),
    Whether(bool),
}

/// Reward cards in the piles; a view shows how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub(super) enum RewardsLeft {
    Shown(Kinds),
    Count(u8),
}

/// A field that is never missing, null being a value of it.
fn always<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

fn small<E: serde::de::Error>(number: u64) -> Result<u8, E> {
    u8::try_from(number).map_err(|_| E::custom(format_args!("a number up to 255 is expected, not {number}")))
}

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shown(pairs) => pairs.serialize(serializer),
            Self::Count(count) => serializer.serialize_u8(*count),
        }
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Pairs;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list of pairs, or in a view their number")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Pairs, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(Pairs::Shown)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Pairs, E> {
                small(number).map(Pairs::Count)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl Serialize for Active {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shown(index) => index.serialize(serializer),
            Self::Whether(active) => serializer.serialize_bool(*active),
        }
    }
}

impl<'de> Deserialize<'de> for Active {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Active;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an index or null, or in a view true or false")
            }
            fn visit_unit<E: serde::de::Error>(self) -> Result<Active, E> {
                Ok(Active::Shown(None))
            }
            fn visit_bool<E: serde::de::Error>(self, active: bool) -> Result<Active, E> {
                Ok(Active::Whether(active))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Active, E> {
                small(number).map(|index| Active::Shown(Some(index)))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl Serialize for RewardsLeft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shown(kinds) => kinds.serialize(serializer),
            Self::Count(count) => serializer.serialize_u8(*count),
        }
    }
}

impl<'de> Deserialize<'de> for RewardsLeft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = RewardsLeft;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("numbers of treasures and legends, or in a view one number")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RewardsLeft, A::Error> {
                Kinds::deserialize(MapAccessDeserializer::new(map)).map(RewardsLeft::Shown)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<RewardsLeft, E> {
                small(number).map(RewardsLeft::Count)
            }
        }
        deserializer.deserialize_any(Either)
    }
}
