//! The words of the game: regions, cards, owners, effects.

use serde::{Deserialize, Serialize};

use crate::mechanics::sets::bitset;

/// The most regions of a layout (LG-33).
pub const MAX_REGIONS: usize = 32;
/// The most cards of a deck (LG-32).
pub const MAX_CARDS: usize = 64;
/// The most owners of armies: six seats; neutral armies are there with two players only.
pub const MAX_OWNERS: usize = 6;
/// The most tokens: five to explore, three citadels, eight of one's own, four factions.
pub const MAX_TOKENS: usize = 20;
/// Cards in the row.
pub const ROW: usize = 6;

/// A region, by its place in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(pub u8);

impl Region {
    /// As an index of an array by region.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_REGIONS - 1)
    }
}

bitset! {
    /// A set of regions.
    RegionSet(u32) of Region
}

/// A card, by its place in the deck's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// As an index of an array by card.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_CARDS - 1)
    }
}

bitset! {
    /// A set of cards.
    CardSet(u64) of Card
}

/// Who armies and cities belong to: a seat or, in the row behind the seats, neutral.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner(pub u8);

impl Owner {
    /// As an index of an array by owner.
    #[inline]
    pub const fn index(self) -> usize {
        let index = self.0 as usize;
        if index < MAX_OWNERS { index } else { MAX_OWNERS - 1 }
    }
}

/// What a part of a card's action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// LG-14.
    Place,
    /// LG-15.
    Move,
    /// LG-16.
    Build,
    /// LG-17.
    Destroy,
}

/// One part of a card's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it does.
    pub kind: Verb,
    /// How much of it.
    pub n: u8,
}

/// How two parts are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// Both, in printed order.
    And,
    /// One of the two.
    Or,
}

/// The sums that effects add to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sum {
    /// Elixirs (LG-23).
    Elixir,
    /// Armies more when placing (LG-14).
    PlusArmy,
    /// Points more when moving (LG-15).
    PlusMove,
    /// Flying (LG-15, LG-22).
    Flying,
    /// Victory points of tokens (LG-25, LG-26).
    Vp,
}

/// How many [`Sum`]s there are.
pub const SUMS: usize = 5;

/// What a card or a token does, as the data say it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Elixirs.
    Elixir {
        /// How many.
        n: i16,
    },
    /// Armies more each time its owner places.
    PlusArmy {
        /// How many.
        n: i16,
    },
    /// Points more each time its owner moves.
    PlusMove {
        /// How many.
        n: i16,
    },
    /// Water costs less, by one each.
    Flying {
        /// How many.
        n: i16,
    },
    /// Coins, once.
    GainCoins {
        /// How many.
        n: i16,
    },
    /// Others may not destroy its owner's armies.
    Immune {},
    /// Points for each card of a family.
    VpPerFamily {
        /// The family.
        family: String,
        /// The points.
        vp: i16,
    },
    /// Points, once, for enough cards of a family.
    VpSet {
        /// The family.
        family: String,
        /// How many make the set.
        size: i16,
        /// The points.
        vp: i16,
    },
    /// Points for each flying.
    VpPerFlying {
        /// The points.
        vp: i16,
    },
    /// Points for every so many coins.
    VpPerCoins {
        /// The points.
        vp: i16,
        /// How many coins.
        per: i16,
    },
    /// Points (tokens).
    Vp {
        /// How many.
        n: i16,
    },
    /// Its owner wins every tie (tokens).
    WinsTies {},
    /// Regions with a portal border each other (tokens).
    Portal {},
}

impl Effect {
    /// The sum it adds to, and how much.
    pub const fn sum(&self) -> Option<(Sum, i16)> {
        match self {
            Self::Elixir { n } => Some((Sum::Elixir, *n)),
            Self::PlusArmy { n } => Some((Sum::PlusArmy, *n)),
            Self::PlusMove { n } => Some((Sum::PlusMove, *n)),
            Self::Flying { n } => Some((Sum::Flying, *n)),
            Self::Vp { n } => Some((Sum::Vp, *n)),
            Self::GainCoins { .. }
            | Self::Immune {}
            | Self::VpPerFamily { .. }
            | Self::VpSet { .. }
            | Self::VpPerFlying { .. }
            | Self::VpPerCoins { .. }
            | Self::WinsTies {}
            | Self::Portal {} => None,
        }
    }
}

/// A card's victory points (LG-22), families as bit sets of the cards in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// For each card of the family.
    PerFamily(CardSet, i32),
    /// Once, for at least so many cards of the family.
    Set(CardSet, u32, i32),
    /// For each flying.
    PerFlying(i32),
    /// For every `per` coins.
    PerCoins(i32, i32),
}

/// A card's table entry.
#[derive(Debug, Clone, Copy)]
pub struct CardTable {
    /// Its action.
    pub parts: [Part; 2],
    /// How many parts the action has.
    pub num_parts: u8,
    /// How they are joined; `And` for a single one.
    pub join: Join,
    /// What it adds to each [`Sum`].
    pub sums: [i16; SUMS],
    /// Coins that come with it.
    pub coins: i16,
    /// Whether it makes immune.
    pub immune: bool,
    /// Its victory points.
    pub points: Option<Points>,
}

impl CardTable {
    /// A card that does nothing.
    pub const NONE: Self = Self {
        parts: [Part { kind: Verb::Place, n: 0 }; 2],
        num_parts: 0,
        join: Join::And,
        sums: [0; SUMS],
        coins: 0,
        immune: false,
        points: None,
    };
}

/// When a token works (LG-25, LG-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// Taken by who first builds a city there, and kept.
    City,
    /// Stays, and works for who controls the region.
    Control,
    /// Stays; regions with portals border each other.
    Portal,
}

/// A token's table entry.
#[derive(Debug, Clone)]
pub struct TokenTable {
    /// Its id.
    pub name: String,
    /// When it works.
    pub kind: TokenKind,
    /// Whose part of the breakdown its points are.
    pub part: TokenPart,
    /// Where it lies from the begin, if it is not placed by chance.
    pub region: Option<Region>,
    /// What it adds to each [`Sum`].
    pub sums: [i16; SUMS],
    /// Coins that come with it.
    pub coins: i16,
    /// Whether its owner wins ties.
    pub wins_ties: bool,
}

/// The part of the breakdown that a token's points stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPart {
    /// `magic_book`: the tokens to explore.
    Explore,
    /// `citadels`.
    Citadel,
    /// `tokens`.
    Own,
    /// None: it counts as a card (Lost Lands).
    Faction,
}

/// A leader (LG-27). What leaders do is rules, not data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leader {
    /// A city brings an army; points for large islands.
    WhiteKnight,
    /// One army more; keeps what it destroys.
    RedSorceress,
    /// One card more at the end.
    FairyQueen,
    /// Coins from who loses an army.
    BanditKing,
    /// Thorns on a region, once (Lost Lands).
    BrambleWitch,
    /// Flying moves too (Lost Lands).
    BatRider,
    /// A strong leader army that swims (Lost Lands).
    FrogWarrior,
}
