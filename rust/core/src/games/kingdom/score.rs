//! Points (KD-12 to KD-16): a kingdom as a grid of zones and arms, what it counts up to, what that is worth at a table.

use super::data::Deck;
use super::road;
use super::state::Plot;
use super::territory::{self, Territories};
use super::types::*;
use super::{Kingdom, State};
use crate::MAX_SEATS;
use crate::action::Seat;
use crate::mechanics::majority::strict_most;
use crate::mechanics::trails::CELLS;
use crate::outcome::Outcome;
use crate::score::{Breakdown, MAX_PARTS, Parts, Scores};

/// The most different symbols of a territory.
pub const MOST_SYMBOLS: usize = SYMBOLS;

/// The names of the fixed parts: the edicts drawn stand together by what they count.
pub const PART_NAMES: [&str; 8] = ["kingsroad", "symbol", "largest", "count", "mountains", "forest", "plains", "swamps"];

/// What decides between equal scores (KD-15).
const TIE_BREAKS: [&str; 1] = ["longest_road"];

/// A card in one of its turns.
///
/// Its zones stand as bits of a grid with rows of eight: north-west 0, north-east 1, south-west 8, south-east 9.
#[derive(Debug, Clone, Copy)]
pub struct Face {
    /// By terrain the zones, 16 bits each.
    pub terrains: u64,
    /// How many of each symbol, a byte each.
    pub counts: u64,
    /// The slot of each arm, a byte each from the north clockwise; 0 where there is no card.
    pub slots: u32,
    /// The zones with a symbol.
    pub marked: u16,
    /// The dots of each arm, two bits each.
    pub dots: u8,
    /// The symbol of each zone as a bit: the northern zones, then the southern, west to east.
    pub symbols: [[u8; 2]; 2],
}

/// The bits of the zones of a card in their grid, and their place in [`Face::symbols`].
const ZONES: [(u32, [usize; 2]); SIDES] = [(0, [0, 0]), (1, [0, 1]), (9, [1, 1]), (8, [1, 0])];

impl Face {
    /// No card.
    pub const NONE: Self = Self { terrains: 0, counts: 0, slots: 0, marked: 0, dots: 0, symbols: [[0; 2]; 2] };

    /// A card of these zones (terrain, symbol) and arms (slot, dots).
    pub fn new(zones: [(u8, Option<u8>); SIDES], arms: [(u8, u8); SIDES]) -> Self {
        let mut face = Self::NONE;
        for ((terrain, symbol), (bit, [row, column])) in zones.into_iter().zip(ZONES) {
            face.terrains |= 1 << (16 * u32::from(terrain) + bit);
            if let Some(symbol) = symbol {
                face.marked |= 1 << bit;
                face.symbols[row][column] = 1 << symbol;
                face.counts += 1 << (8 * u32::from(symbol));
            }
        }
        for (side, (slot, dots)) in arms.into_iter().enumerate() {
            face.slots |= u32::from(slot) << (8 * side);
            face.dots |= dots << (2 * side);
        }
        face
    }
}

/// Zones in a row of the grid of zones, six of them used.
pub const ROW: usize = 8;
/// Rows of the grid of zones.
pub const ROWS: usize = 6;

/// A kingdom in a 3x3 square: cells in rows, zones as bits in rows of eight.
#[derive(Debug, Clone)]
pub struct Grid {
    /// By terrain the zones.
    pub terrains: [u64; TERRAINS],
    /// The zones with a symbol.
    pub marked: u64,
    /// How many of each symbol, a byte each.
    pub counts: u64,
    /// The slots of each cell's arms, as in [`Face`].
    pub slots: [u32; CELLS],
    /// The dots of each cell's arms, as in [`Face`].
    pub dots: [u8; CELLS],
    /// The symbol of each zone as a bit.
    pub symbols: [[u8; ROW]; ROWS],
}

impl Grid {
    /// An empty square.
    pub const EMPTY: Self =
        Self { terrains: [0; TERRAINS], marked: 0, counts: 0, slots: [0; CELLS], dots: [0; CELLS], symbols: [[0; ROW]; ROWS] };

    /// Lays a card on a cell of the square that is empty.
    #[inline]
    pub fn lay(&mut self, cell: usize, face: &Face) {
        let cell = cell % CELLS;
        let (row, column) = (2 * (cell / 3), 2 * (cell % 3));
        let shift = ROW * row + column;
        for (terrain, zones) in self.terrains.iter_mut().enumerate() {
            *zones |= (face.terrains >> (16 * terrain) & 0xffff) << shift;
        }
        self.marked |= u64::from(face.marked) << shift;
        self.counts += face.counts;
        self.slots[cell] = face.slots;
        self.dots[cell] = face.dots;
        let [north, south] = face.symbols;
        [self.symbols[row][column], self.symbols[row][column + 1]] = north;
        [self.symbols[row + 1][column], self.symbols[row + 1][column + 1]] = south;
    }

    /// The kingdom of a seat, the first `count` cards of it, in the square's north-west corner.
    #[inline]
    pub(super) fn of(plot: &Plot, count: usize, deck: &Deck) -> Self {
        let mut grid = Self::EMPTY;
        let [west, north] = plot.corner();
        for &laid in plot.laid.iter().take(count) {
            let (column, row) = (laid.cell().0 / REACH as u8, laid.cell().0 % REACH as u8);
            let cell = (column.wrapping_sub(west) + 3 * row.wrapping_sub(north)) as usize;
            grid.lay(cell, &deck.faces[Card(laid.card).index()][laid.turns()]);
        }
        grid
    }
}

/// What a kingdom counts up to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// The longest road (KD-13).
    pub road: u8,
    /// How many of each symbol, a byte each.
    pub symbols: u64,
    /// Territories (KD-5, KD-14).
    pub territories: Territories,
}

impl Tally {
    /// Counts a kingdom. Cost: the goal of `performance.md` is 0.25 us for a full one.
    #[inline]
    pub fn of(grid: &Grid) -> Self {
        let borders = road::borders(grid);
        Self { road: road::longest(&borders), symbols: grid.counts, territories: territory::count(grid, &borders) }
    }

    /// What an edict counts.
    #[inline]
    pub fn counted(&self, edict: Edict) -> u32 {
        match edict {
            Edict::Symbol(symbol) => (self.symbols >> (8 * u32::from(symbol & 7))) as u32 & 0xff,
            Edict::Largest(terrain) => u32::from(self.territories.largest[terrain as usize & 3]),
            Edict::Count(terrain) => u32::from(self.territories.count[terrain as usize & 3]),
        }
    }
}

/// What decides at a table: the tallies, and who has the edicts.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// By seat.
    pub tallies: [Tally; MAX_SEATS],
    seats: usize,
    /// Who has the Kingsroad.
    kingsroad: Option<usize>,
    /// Who has each edict, in the order drawn.
    edicts: [Option<usize>; DRAWN],
}

impl Table {
    /// KD-12: who alone has the most of what each edict counts. `edicts` are numbers in the order drawn, behind them [`NONE`].
    #[inline]
    pub fn new(tallies: [Tally; MAX_SEATS], seats: usize, edicts: &[u8; DRAWN]) -> Self {
        let most = |count: &dyn Fn(&Tally) -> u32| {
            let counts: [u32; MAX_SEATS] = std::array::from_fn(|seat| count(&tallies[seat]));
            strict_most(counts.get(..seats).unwrap_or(&[]))
        };
        let kingsroad = most(&|tally| u32::from(tally.road));
        let edicts = edicts.map(|edict| if edict == NONE { None } else { most(&|tally| tally.counted(Edict::of(edict))) });
        Self { tallies, seats, kingsroad, edicts }
    }

    /// KD-14: the points of a seat for a terrain.
    #[inline]
    fn terrain_points(&self, deck: &Deck, seat: usize, terrain: usize) -> i32 {
        let territories = &self.tallies[seat].territories;
        if territories.count[terrain] == 0 {
            return 0;
        }
        deck.set_points.get(territories.symbols[terrain] as usize).copied().unwrap_or_default()
    }

    /// The points of each seat by [`PART_NAMES`].
    #[inline]
    pub fn parts(&self, deck: &Deck, edicts: &[u8; DRAWN]) -> [Parts; MAX_SEATS] {
        let mut all = [[0; MAX_PARTS]; MAX_SEATS];
        if let Some(seat) = self.kingsroad {
            all[seat][0] += deck.edict_points;
        }
        for (&edict, winner) in edicts.iter().zip(self.edicts) {
            if let Some(seat) = winner {
                let part = match Edict::of(edict) {
                    Edict::Symbol(_) => 1,
                    Edict::Largest(_) => 2,
                    Edict::Count(_) => 3,
                };
                all[seat][part] += deck.edict_points;
            }
        }
        for (seat, parts) in all.iter_mut().enumerate().take(self.seats) {
            for terrain in 0..TERRAINS {
                parts[4 + terrain] = self.terrain_points(deck, seat, terrain);
            }
        }
        all
    }

    /// KD-16: the points of a seat by name.
    pub fn breakdown(&self, deck: &Deck, edicts: &[u8; DRAWN], seat: usize) -> Breakdown {
        let points = |winner: Option<usize>| if winner == Some(seat) { deck.edict_points } else { 0 };
        let mut breakdown = Breakdown::default();
        breakdown.push("kingsroad", points(self.kingsroad));
        for (&edict, winner) in edicts.iter().zip(self.edicts).filter(|&(&edict, _)| edict != NONE) {
            breakdown.push(Edict::of(edict).name(), points(winner));
        }
        for (terrain, name) in TERRAIN_NAMES.into_iter().enumerate() {
            breakdown.push(name, self.terrain_points(deck, seat, terrain));
        }
        breakdown
    }

    /// KD-15: who has won, by points and then the longest road.
    pub fn outcome(&self, parts: &[Parts; MAX_SEATS], reason: &'static str) -> Outcome {
        let keys = self.keys(parts);
        Outcome::from_keys(keys.get(..self.seats).unwrap_or(&[]), &TIE_BREAKS, reason)
    }

    /// What ranks the seats; those that are not in play stand last.
    #[inline]
    fn keys(&self, parts: &[Parts; MAX_SEATS]) -> [[i32; 2]; MAX_SEATS] {
        std::array::from_fn(
            |seat| {
                if seat < self.seats { [parts[seat].iter().sum(), i32::from(self.tallies[seat].road)] } else { [i32::MIN; 2] }
            },
        )
    }
}

impl Kingdom {
    /// The table as revealed so far (KD-20). Cost: one tally a seat.
    #[inline]
    pub(super) fn table(&self, state: &State) -> Table {
        let seats = self.common.num_players;
        let mut tallies = [Tally::default(); MAX_SEATS];
        for (tally, plot) in tallies.iter_mut().zip(&state.plots).take(seats) {
            *tally = Tally::of(&Grid::of(plot, state.laid(), &self.deck));
        }
        Table::new(tallies, seats, &state.edicts)
    }

    /// See [`crate::game::Game::parts`].
    #[inline]
    pub(super) fn all_parts(&self, state: &State) -> [Parts; MAX_SEATS] {
        self.table(state).parts(&self.deck, &state.edicts)
    }

    /// See [`crate::game::Game::breakdown`].
    pub(super) fn named_parts(&self, state: &State, seat: Seat) -> Breakdown {
        self.table(state).breakdown(&self.deck, &state.edicts, seat.index())
    }

    /// See [`crate::game::Game::outcome`].
    pub(super) fn final_outcome(&self, state: &State) -> Outcome {
        let table = self.table(state);
        table.outcome(&table.parts(&self.deck, &state.edicts), "rounds")
    }

    /// See [`crate::game::Game::returns`]. Roads are counted only if there is a tie.
    #[inline]
    pub(super) fn final_returns(&self, state: &State, scores: &Scores) -> [f64; MAX_SEATS] {
        let seats = self.common.num_players;
        let best = scores.iter().take(seats).max().copied().unwrap_or_default();
        let mut roads = [None; MAX_SEATS];
        for seat in (0..seats).filter(|&seat| scores[seat] == best) {
            roads[seat] = Some(0);
        }
        if roads.iter().flatten().count() > 1 {
            for (road, plot) in roads.iter_mut().zip(&state.plots).filter(|(road, _)| road.is_some()) {
                *road = Some(road::longest(&road::borders(&Grid::of(plot, state.laid(), &self.deck))));
            }
        }
        let longest = roads.iter().max().copied().unwrap_or_default();
        let winners = roads.iter().filter(|&&road| road == longest).count();
        roads.map(|road| if road == longest { 1.0 / winners as f64 } else { 0.0 })
    }
}
