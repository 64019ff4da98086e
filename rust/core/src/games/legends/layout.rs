//! The map: faces on cells become regions, islands, borders (LG-1 to LG-5, LG-33).

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::data::{self, FaceData, LayoutData};
use super::types::{MAX_REGIONS, Region, RegionSet};
use crate::action::{one_of, shorten};
use crate::codec::own::{self, require_id};
use crate::error::{Error, Result};
use crate::rng::Rng;

/// A layout's tables.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Region names, in the order of the boards, islands and regions of the layout.
    pub names: Vec<String>,
    /// The islands (continents).
    pub islands: Vec<RegionSet>,
    /// What each island is worth.
    pub island_vp: Vec<i32>,
    /// What each region is worth with `scoring` `rounds`.
    pub values: [u8; MAX_REGIONS],
    /// Land borders, bridges included.
    pub land: [RegionSet; MAX_REGIONS],
    /// Water connections.
    pub water: [RegionSet; MAX_REGIONS],
    /// The starting region.
    pub start: Region,
    /// The regions of each board.
    pub boards: Vec<RegionSet>,
    /// Borders over lava (an expansion's).
    pub lava: [RegionSet; MAX_REGIONS],
    /// The regions with an exit.
    pub exits: RegionSet,
    /// The regions with an exit that is not joined to another board.
    pub open_exits: RegionSet,
}

impl Layout {
    /// The region of a name that has to be there.
    pub fn require_region(&self, field: &str, name: Option<&str>) -> Result<Region> {
        let name = name.ok_or_else(|| Error::config("missing", field, "nothing", "the name of the starting region"))?;
        self.names
            .iter()
            .position(|known| known == name)
            .map(|index| Region(index as u8))
            .ok_or_else(|| Error::config("unknown_region", field, format!("{:?}", shorten(name)), one_of(&self.names)))
    }

    /// The regions of the board that holds a region.
    pub fn board_of(&self, region: Region) -> RegionSet {
        self.boards.iter().copied().find(|board| board.contains(region)).unwrap_or_default()
    }
}

/// A face on a cell.
#[derive(Debug)]
pub struct Board<'a> {
    /// What the data say of it.
    pub face: FaceData,
    /// Borders over lava.
    pub lava: Vec<(String, String)>,
    /// The face's name.
    pub name: &'a str,
    /// Where it lies.
    pub cell: (i32, i32),
    /// Quarter turns clockwise.
    pub turns: usize,
    /// Its regions.
    pub regions: RegionSet,
}

/// The boards that a game's layouts are made of.
pub trait Kit {
    /// A face of the box.
    fn face(&self, name: &str) -> Result<Option<&'static Value>>;
    /// The names of the faces of the box.
    fn names(&self) -> Result<Vec<&'static String>>;
    /// Reads a face: what Legends knows of it, and its borders over lava.
    fn read(&self, field: &str, name: &str, value: &Value) -> Result<(FaceData, Vec<(String, String)>)>;
    /// Refuses boards that the game does not play with; `free` with faces of one's own.
    fn require_boards(&self, boards: &[Board<'_>], free: bool) -> Result<()>;
}

/// The boards of Legends for a number of players.
#[derive(Debug)]
pub struct LegendsKit {
    /// The number of players.
    pub players: usize,
}

impl Kit for LegendsKit {
    fn face(&self, name: &str) -> Result<Option<&'static Value>> {
        Ok(data::boards()?.faces.get(name))
    }

    fn names(&self) -> Result<Vec<&'static String>> {
        Ok(data::boards()?.faces.keys().collect())
    }

    fn read(&self, field: &str, _name: &str, value: &Value) -> Result<(FaceData, Vec<(String, String)>)> {
        Ok((own::read(field, value)?, Vec::new()))
    }

    fn require_boards(&self, boards: &[Board<'_>], free: bool) -> Result<()> {
        // Faces of one's own free the shape.
        if free { Ok(()) } else { require_shape(boards, self.players) }
    }
}

/// Checks a layout and makes its tables.
pub fn build(value: &Value, players: usize) -> Result<Layout> {
    let layout: LayoutData = own::read("boards", value)?;
    let (mut made, boards) = assemble(&layout, &LegendsKit { players })?;
    made.start = made.require_region("boards.start", layout.start.as_deref())?;
    require_reachable(&made)?;
    require_start(&made, &boards)?;
    Ok(made)
}

/// Everything of a layout but its start, which is the first region for now.
pub fn assemble<'a>(layout: &'a LayoutData, kit: &dyn Kit) -> Result<(Layout, Vec<Board<'a>>)> {
    let mut boards = place_boards(layout, kit)?;
    kit.require_boards(&boards, layout.faces.as_ref().is_some_and(|faces| !faces.is_empty()))?;
    let (names, islands, island_vp) = number_regions(&mut boards)?;
    let find = |field: String, name: &str| -> Result<Region> {
        names
            .iter()
            .position(|known| known == name)
            .map(|index| Region(index as u8))
            .ok_or_else(|| Error::config("unknown_region", field, format!("{:?}", shorten(name)), one_of(&names)))
    };
    let mut land = [RegionSet::EMPTY; MAX_REGIONS];
    let mut water = [RegionSet::EMPTY; MAX_REGIONS];
    let mut lava = [RegionSet::EMPTY; MAX_REGIONS];
    for board in &boards {
        let kinds = [("land", &board.face.land, &mut land), ("water", &board.face.water, &mut water), ("lava", &board.lava, &mut lava)];
        for (kind, pairs, table) in kinds {
            for (i, (a, b)) in pairs.iter().enumerate() {
                let field = || format!("boards.faces.{}.{kind}[{i}]", board.name);
                let (from, to) = (find(field(), a)?, find(field(), b)?);
                if from == to {
                    return Err(Error::config("loop", field(), format!("{a:?} twice"), "two different regions"));
                }
                if !board.regions.contains(from) || !board.regions.contains(to) {
                    return Err(Error::config("unknown_region", field(), format!("{a:?}, {b:?}"), "regions of this face"));
                }
                if table[from.index()].contains(to) {
                    return Err(Error::config("duplicate", field(), format!("{a:?}, {b:?}"), "each border once"));
                }
                join(table, from, to);
            }
        }
    }
    let (exits, open_exits) = join_exits(&boards, &find, &mut water)?;
    let mut values = [1; MAX_REGIONS];
    for (name, &value) in layout.values.iter().flatten() {
        let region = find(format!("boards.values.{name}"), name)?;
        if value > 99 {
            return Err(Error::config("out_of_range", format!("boards.values.{name}"), value, "a number from 0 to 99"));
        }
        values[region.index()] = value;
    }
    let sets = boards.iter().map(|board| board.regions).collect();
    let start = Region(0);
    Ok((Layout { names, islands, island_vp, values, land, water, start, boards: sets, lava, exits, open_exits }, boards))
}

/// The regions that LG-4 allows as the start.
fn possible_starts(layout: &LayoutData, players: usize) -> Result<Vec<String>> {
    let (mut made, boards) = assemble(layout, &LegendsKit { players })?;
    let mut names = Vec::new();
    for region in RegionSet::first(made.names.len()) {
        made.start = region;
        if require_start(&made, &boards).is_ok() {
            names.extend(made.names.get(region.index()).cloned());
        }
    }
    Ok(names)
}

/// The named layouts whose cells random ones take (LG-3).
fn shapes(players: usize) -> [&'static str; 2] {
    if players == 4 { ["rectangle", "tee"] } else { ["ell", "row"] }
}

/// LG-3: draws a layout: its shape, then for each cell a face and its turn, then the start, each uniformly over what can still become a
/// layout. Cold: to find that out, it tries.
pub fn random(players: usize, rng: &mut Rng) -> Result<LayoutData> {
    let shape = shapes(players)[rng.below(2) as usize];
    let like: LayoutData = own::read("boards", named(shape)?)?;
    let cells: Vec<(i32, i32)> = like.boards.iter().map(|&(_, x, y, _)| (x, y)).collect();
    let mut layout = LayoutData { boards: Vec::new(), ..like };
    layout.start = None;
    for &cell in &cells {
        let faces = fitting(&layout, cell, &cells, players)?;
        let mut names: Vec<&String> = faces.iter().map(|(name, _)| name).collect();
        names.dedup();
        let face = names.get(rng.below(names.len() as u64) as usize).map_or_else(String::new, |name| (*name).clone());
        let turns: Vec<i32> = faces.iter().filter(|(name, _)| *name == face).map(|&(_, turn)| turn).collect();
        let turn = turns.get(rng.below(turns.len() as u64) as usize).copied().unwrap_or_default();
        layout.boards.push((face, cell.0, cell.1, turn));
    }
    let starts = possible_starts(&layout, players)?;
    layout.start = starts.get(rng.below(starts.len() as u64) as usize).cloned();
    Ok(layout)
}

/// The faces and turns that can lie on the next cell of an unfinished layout, in the order of the data.
fn fitting(layout: &LayoutData, cell: (i32, i32), cells: &[(i32, i32)], players: usize) -> Result<Vec<(String, i32)>> {
    let mut fits = Vec::new();
    for next in continuations(layout, cell)? {
        if can_be_finished(&next, cells, players)? {
            fits.extend(next.boards.last().map(|(name, _, _, turn)| (name.clone(), *turn)));
        }
    }
    Ok(fits)
}

/// Every face that LG-1 still allows, each way up, on the next cell.
fn continuations(layout: &LayoutData, cell: (i32, i32)) -> Result<Vec<LayoutData>> {
    let file = data::boards()?;
    let mut all = Vec::new();
    for name in file.faces.keys() {
        let back = back_of(name)?;
        if layout.boards.iter().any(|(other, ..)| other == name || Some(other) == back) {
            continue;
        }
        for turn in [0, 90, 180, 270] {
            let mut next = layout.clone();
            next.boards.push((name.clone(), cell.0, cell.1, turn));
            all.push(next);
        }
    }
    Ok(all)
}

/// The other face of a physical board of the box.
pub fn back_of(face: &str) -> Result<Option<&'static String>> {
    Ok(data::boards()?.pairs.iter().find_map(|(a, b)| if a == face { Some(b) } else { (b == face).then_some(a) }))
}

/// Whether some way to fill the cells left has a start.
fn can_be_finished(layout: &LayoutData, cells: &[(i32, i32)], players: usize) -> Result<bool> {
    match cells.get(layout.boards.len()) {
        None => Ok(!possible_starts(layout, players)?.is_empty()),
        Some(&cell) => {
            for next in continuations(layout, cell)? {
                if can_be_finished(&next, cells, players)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// One border more, both ways.
pub fn join(table: &mut [RegionSet; MAX_REGIONS], a: Region, b: Region) {
    table[a.index()].insert(b);
    table[b.index()].insert(a);
}

/// LG-1, LG-2: which face lies where, none twice, no board's two faces, none on another.
fn place_boards<'a>(layout: &'a LayoutData, kit: &dyn Kit) -> Result<Vec<Board<'a>>> {
    let own = layout.faces.as_ref();
    let mut boards: Vec<Board<'_>> = Vec::new();
    if layout.boards.is_empty() {
        return Err(Error::config("missing", "boards.boards", "no boards", "at least one board"));
    }
    for (i, (name, x, y, degrees)) in layout.boards.iter().enumerate() {
        let field = |part: usize| format!("boards.boards[{i}][{part}]");
        let Some(value) = own.and_then(|own| own.get(name)).map_or_else(|| kit.face(name), |value| Ok(Some(value)))? else {
            let boxed = kit.names()?;
            let known: Vec<&String> = own.into_iter().flat_map(Map::keys).chain(boxed).collect();
            return Err(Error::config("unknown_face", field(0), format!("{:?}", shorten(name)), one_of(&known)));
        };
        let (face, lava) = read_face(kit, &format!("boards.faces.{name}"), name, value)?;
        if boards.iter().any(|other| other.name == name) {
            return Err(Error::config("duplicate_face", field(0), format!("{name:?} again"), "each face once"));
        }
        let is_own = |name: &str| own.is_some_and(|own| own.contains_key(name));
        let back = back_of(name)?;
        if let Some(back) = back.filter(|back| !is_own(name) && !is_own(back) && boards.iter().any(|other| other.name == *back)) {
            return Err(Error::config(
                "same_board",
                field(0),
                format!("{name:?} with {back:?}"),
                "only one face of a physical board (LG-1)",
            ));
        }
        if let Some(other) = boards.iter().find(|other| other.cell == (*x, *y)) {
            return Err(Error::config(
                "overlap",
                field(1),
                format!("{name:?} at {x},{y}"),
                format!("a free cell; {:?} lies there", other.name),
            ));
        }
        if !(-1000..=1000).contains(x) || !(-1000..=1000).contains(y) {
            return Err(Error::config("out_of_range", field(1), format!("{x},{y}"), "cells from -1000 to 1000"));
        }
        if ![0, 90, 180, 270].contains(degrees) {
            return Err(Error::config("bad_turn", field(3), degrees, "one of 0, 90, 180, 270"));
        }
        boards.push(Board { face, lava, name, cell: (*x, *y), turns: *degrees as usize / 90, regions: RegionSet::EMPTY });
    }
    for name in own.into_iter().flat_map(Map::keys) {
        if !boards.iter().any(|board| board.name == name) {
            return Err(Error::config("unused_face", format!("boards.faces.{name}"), "a face on no cell", "faces that lie in the layout"));
        }
    }
    Ok(boards)
}

fn read_face(kit: &dyn Kit, field: &str, name: &str, value: &Value) -> Result<(FaceData, Vec<(String, String)>)> {
    require_id(field, name, false)?;
    let (face, lava) = kit.read(field, name, value)?;
    if face.continent_vp.is_some_and(|vp| vp > 99) {
        return Err(Error::config(
            "out_of_range",
            format!("{field}.continent_vp"),
            face.continent_vp.unwrap_or_default(),
            "a number from 0 to 99",
        ));
    }
    Ok((face, lava))
}

/// LG-3.
fn require_shape(boards: &[Board<'_>], players: usize) -> Result<()> {
    let mut cells: Vec<(i32, i32)> = boards.iter().map(|board| board.cell).collect();
    cells.sort_unstable();
    let has = |cell: (i32, i32)| cells.contains(&cell);
    let neighbours = |(x, y): (i32, i32)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].into_iter().filter(|&cell| has(cell)).count();
    let mut degrees: Vec<usize> = cells.iter().map(|&cell| neighbours(cell)).collect();
    degrees.sort_unstable();
    // The degrees tell the shapes of up to four cells apart, but for a T from no other shape: 1, 1, 1, 3.
    let three = degrees == [1, 1, 2];
    let four = degrees == [2, 2, 2, 2] || degrees == [1, 1, 1, 3];
    let (fits, expected) = match players {
        4 => (four, "four boards as a 2x2 rectangle or a T (LG-3)"),
        _ => (three || four, "three boards in an L or in a row, or four as a 2x2 rectangle or a T (LG-3)"),
    };
    if fits {
        return Ok(());
    }
    let shown: Vec<String> = boards.iter().map(|board| format!("{},{}", board.cell.0, board.cell.1)).collect();
    Err(Error::config("bad_shape", "boards.boards", format!("boards at {}", shown.join(" ")), expected))
}

type Numbered = (Vec<String>, Vec<RegionSet>, Vec<i32>);

fn number_regions(boards: &mut [Board<'_>]) -> Result<Numbered> {
    let mut names: Vec<String> = Vec::new();
    let (mut islands, mut island_vp) = (Vec::new(), Vec::new());
    for board in boards {
        for (i, island) in board.face.islands.iter().enumerate() {
            let field = format!("boards.faces.{}.islands[{i}]", board.name);
            if island.is_empty() {
                return Err(Error::config("empty", field, "no regions", "at least one region an island"));
            }
            let mut regions = RegionSet::EMPTY;
            for name in island {
                require_id(&field, name, true)?;
                if names.contains(name) {
                    return Err(Error::config("duplicate_region", field, format!("{name:?} again"), "region names that differ (LG-5)"));
                }
                if names.len() == MAX_REGIONS {
                    return Err(Error::config("too_many", "boards.boards", "more than 32 regions", "at most 32 regions in all (LG-33)"));
                }
                regions.insert(Region(names.len() as u8));
                names.push(name.clone());
            }
            board.regions |= regions;
            islands.push(regions);
            island_vp.push(i32::from(board.face.continent_vp.unwrap_or(1)));
        }
        if board.regions.is_empty() {
            return Err(Error::config("empty", format!("boards.faces.{}.islands", board.name), "no islands", "at least one island"));
        }
    }
    Ok((names, islands, island_vp))
}

/// LG-2: two exits on a shared side are one water connection. Gives the regions with an exit, and those with one that stays open.
fn join_exits(
    boards: &[Board<'_>],
    find: &dyn Fn(String, &str) -> Result<Region>,
    water: &mut [RegionSet; MAX_REGIONS],
) -> Result<(RegionSet, RegionSet)> {
    let (mut exits, mut open) = (RegionSet::EMPTY, RegionSet::EMPTY);
    for board in boards {
        for (side, step) in [(0, -1), (1, 1), (2, 1), (3, -1)] {
            let Some(exit) = board.face.exits.side(side, board.turns) else { continue };
            let field = format!("boards.faces.{}.exits", board.name);
            let from = find(field.clone(), exit)?;
            if !board.regions.contains(from) {
                return Err(Error::config("unknown_region", field, format!("{exit:?}"), "regions of this face"));
            }
            exits.insert(from);
            let (x, y) = board.cell;
            let cell = if side % 2 == 0 { (x, y + step) } else { (x + step, y) };
            let other = boards.iter().find(|other| other.cell == cell);
            match other.and_then(|other| Some((other.name, other.face.exits.side((side + 2) % 4, other.turns)?))) {
                Some((name, entry)) => join(water, from, find(format!("boards.faces.{name}.exits"), entry)?),
                None => open.insert(from),
            }
        }
    }
    Ok((exits, open))
}

/// LG-33: each region can be reached from the start.
pub fn require_reachable(layout: &Layout) -> Result<()> {
    let mut reached = RegionSet::of(layout.start);
    loop {
        let next = reached
            .into_iter()
            .fold(reached, |set, region| set | layout.land[region.index()] | layout.water[region.index()] | layout.lava[region.index()]);
        if next == reached {
            break;
        }
        reached = next;
    }
    let lost: Vec<&String> =
        (RegionSet::first(layout.names.len()) - reached).into_iter().filter_map(|region| layout.names.get(region.index())).collect();
    if lost.is_empty() {
        return Ok(());
    }
    let lost: Vec<&str> = lost.into_iter().map(String::as_str).collect();
    Err(Error::config(
        "not_connected",
        "boards.boards",
        format!("{} cut off from the start", lost.join(", ")),
        "every region reachable over land and water (LG-33)",
    ))
}

/// LG-4.
fn require_start(layout: &Layout, boards: &[Board<'_>]) -> Result<()> {
    let start = layout.start;
    let name = layout.names.get(start.index()).map_or("", String::as_str);
    let refuse = |expected: &str| Err(Error::config("bad_start", "boards.start", format!("{name:?}"), expected));
    let start_face = &data::rules()?.start_face;
    if let Some(board) = boards.iter().find(|board| board.name == start_face)
        && !board.regions.contains(start)
    {
        return refuse(&format!("a region of the face {start_face:?}, which is in play (LG-4)"));
    }
    match start_fault(layout, start) {
        None => Ok(()),
        Some(expected) => refuse(expected),
    }
}

/// Why a region can't be the start as far as borders go; `None` if it can.
pub fn start_fault(layout: &Layout, start: Region) -> Option<&'static str> {
    // Water between two regions of one island does not count.
    let overseas = |region: Region| {
        let home = layout.islands.iter().find(|island| island.contains(region)).copied().unwrap_or_default();
        (layout.water[region.index()] - home).len()
    };
    let own = overseas(start);
    if own == 0 {
        return Some("a region with a water connection to another island (LG-4)");
    }
    let neighbour = layout.land[start.index()].into_iter().any(|region| overseas(region) > 0);
    if own < 2 && !neighbour {
        return Some("a region with a land neighbour that has a water connection to another island, or a second one of its own (LG-4)");
    }
    None
}

/// The layouts of the box by name.
pub fn named(name: &str) -> Result<&'static Value> {
    let file = data::boards()?;
    file.layouts.get(name).ok_or_else(|| {
        let known: Vec<&String> = file.layouts.keys().collect();
        Error::config("unknown_layout", "boards", format!("{:?}", shorten(name)), format!("{}, or a layout as JSON", one_of(&known)))
    })
}

/// The layout that is used when none is named.
pub fn default_name(players: usize) -> Result<String> {
    let names: &BTreeMap<String, String> = &data::boards()?.default_layout;
    names
        .get(&players.to_string())
        .cloned()
        .ok_or_else(|| Error::config("missing", "boards", format!("no default for {players} players"), "a layout"))
}
