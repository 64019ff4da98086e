//! The map: one face of the expansion's board among boards of Legends, with portals and starts (LL-1, LL-4).

use serde_json::Value;

use super::super::legends::data::{self as base, FaceData};
use super::super::legends::layout::{Board as Placed, Kit, Layout, assemble, back_of, join, require_reachable};
use super::super::legends::types::{Region, RegionSet};
use super::data::{self, ExpansionFace, ExpansionLayout};
use crate::action::{one_of, shorten};
use crate::codec::own;
use crate::error::{Error, Result};
use crate::rng::Rng;

/// The face of the expansion's board in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Board {
    /// With one exit.
    LostLands,
    /// Three sections, parted by lava, with crystals.
    Cavern,
}

/// The words of the parameter `board`, and the faces.
pub const BOARDS: [(Board, &str, &str); 2] = [(Board::LostLands, "lost_lands", "lost-lands"), (Board::Cavern, "cavern", "cavern")];

impl Board {
    /// The word of the parameter.
    pub const fn word(self) -> &'static str {
        match self {
            Self::LostLands => BOARDS[0].1,
            Self::Cavern => BOARDS[1].1,
        }
    }

    const fn face(self) -> &'static str {
        match self {
            Self::LostLands => BOARDS[0].2,
            Self::Cavern => BOARDS[1].2,
        }
    }

    /// The board of a word of the parameter.
    pub fn parse(word: &str) -> Option<Self> {
        BOARDS.iter().find(|(_, known, _)| *known == word).map(|&(board, ..)| board)
    }
}

/// Whether so many players use the large set-up: a board more, and a second start.
pub const fn is_large(players: usize) -> bool {
    players > 4
}

/// A layout with what the expansion adds.
#[derive(Debug)]
pub struct Ground {
    /// What Legends knows of it, portals joined by land.
    pub layout: Layout,
    /// Regions with crystals (LL-14).
    pub crystals: RegionSet,
    /// The region of the second portal.
    pub portal: Region,
    /// The printed portal.
    pub printed: Region,
    /// The second start, with 5 or 6 players.
    pub second_start: Option<Region>,
}

struct ExpansionKit {
    board: Board,
    players: usize,
}

fn is_expansion(face: &str) -> bool {
    BOARDS.iter().any(|&(_, _, known)| known == face)
}

impl Kit for ExpansionKit {
    fn face(&self, name: &str) -> Result<Option<&'static Value>> {
        Ok(data::file()?.faces.get(name).or(base::boards()?.faces.get(name)))
    }

    fn names(&self) -> Result<Vec<&'static String>> {
        Ok(data::file()?.faces.keys().chain(base::boards()?.faces.keys()).collect())
    }

    fn read(&self, field: &str, name: &str, value: &Value) -> Result<(FaceData, Vec<(String, String)>)> {
        if !is_expansion(name) {
            return Ok((own::read(field, value)?, Vec::new()));
        }
        let face: ExpansionFace = own::read(field, value)?;
        if name != Board::Cavern.face() && !(face.lava.is_empty() && face.crystals.is_empty()) {
            return Err(Error::config(
                "unknown_field",
                field,
                "lava or crystals",
                "a face without: the cavern alone has them (LL-13, LL-14)",
            ));
        }
        Ok((face.plain(), face.lava))
    }

    fn require_boards(&self, boards: &[Placed<'_>], free: bool) -> Result<()> {
        let shown: Vec<&str> = boards.iter().map(|board| board.name).collect();
        let faces: Vec<&str> = shown.iter().copied().filter(|name| is_expansion(name)).collect();
        if faces != [self.board.face()] {
            let (code, expected) = match faces.as_slice() {
                [_, _, ..] => ("same_board", "only one face of the expansion's board (LL-1)".to_owned()),
                _ => ("missing_face", format!("the face {:?} of the parameter `board` (LL-1)", self.board.face())),
            };
            return Err(Error::config(code, "boards.boards", shown.join(", "), expected));
        }
        let count = if is_large(self.players) { 3 } else { 2 };
        if boards.len() < 2 || !free && boards.len() != count + 1 {
            return Err(Error::config(
                "wrong_count",
                "boards.boards",
                format!("{} boards", boards.len()),
                format!("the expansion's and {count} of Legends with {} players (LL-1)", self.players),
            ));
        }
        Ok(())
    }
}

/// The layouts of the box by name.
pub fn named(name: &str) -> Result<&'static Value> {
    let file = data::file()?;
    file.layouts.get(name).ok_or_else(|| {
        let known: Vec<&String> = file.layouts.keys().collect();
        Error::config("unknown_layout", "boards", format!("{:?}", shorten(name)), format!("{}, or a layout as JSON", one_of(&known)))
    })
}

/// The layout that is used when none is named.
pub fn default_name(board: Board, players: usize) -> Result<&'static String> {
    let defaults = data::file()?
        .default_layout
        .get(board.word())
        .ok_or_else(|| Error::config("missing", "boards", format!("no default for {}", board.word()), "a layout"))?;
    Ok(if is_large(players) { &defaults.large } else { &defaults.small })
}

/// The board whose face a layout holds, as far as it can be told; for the parameter's default.
pub fn board_of(layout: &Value) -> Option<Board> {
    let value = layout.as_str().and_then(|name| named(name).ok()).unwrap_or(layout);
    let faces = value.get("boards")?.as_array()?;
    BOARDS
        .iter()
        .find(|(_, _, name)| faces.iter().any(|entry| entry.get(0).and_then(Value::as_str) == Some(name)))
        .map(|&(board, ..)| board)
}

/// Checks a layout and makes its tables.
pub fn build(value: &Value, board: Board, players: usize) -> Result<Ground> {
    let given: ExpansionLayout = own::read("boards", value)?;
    let plain = given.plain();
    let kit = ExpansionKit { board, players };
    let (mut layout, boards) = assemble(&plain, &kit)?;
    let placed = boards.iter().find(|placed| placed.name == board.face());
    let home = placed.map(|placed| placed.regions).unwrap_or_default();
    let face =
        given.faces.as_ref().and_then(|faces| faces.get(board.face())).map_or_else(|| kit.face(board.face()), |own| Ok(Some(own)))?;
    let field = format!("boards.faces.{}", board.face());
    let face: ExpansionFace = own::read(&field, face.unwrap_or(&Value::Null))?;
    let on_board = |field: String, name: &str| {
        layout.require_region(&field, Some(name)).and_then(|region| {
            if home.contains(region) {
                Ok(region)
            } else {
                Err(Error::config("unknown_region", field, format!("{name:?}"), "a region of this face"))
            }
        })
    };
    let printed = on_board(format!("{field}.portal"), &face.portal)?;
    let mut crystals = RegionSet::EMPTY;
    for (i, name) in face.crystals.iter().enumerate() {
        let region = on_board(format!("{field}.crystals[{i}]"), name)?;
        if crystals.contains(region) {
            return Err(Error::config("duplicate", format!("{field}.crystals[{i}]"), format!("{name:?} again"), "each region once"));
        }
        crystals.insert(region);
    }
    layout.start = layout.require_region("boards.start", given.start.as_deref())?;
    let portal = match &given.portal {
        Some(name) => layout.require_region("boards.portal", Some(name))?,
        None => return Err(Error::config("missing", "boards.portal", "nothing", "the region of the second portal (LL-4)")),
    };
    if home.contains(portal) {
        return Err(Error::config(
            "bad_portal",
            "boards.portal",
            given.portal.as_deref().unwrap_or_default(),
            "a region of another board than the expansion's (LL-4)",
        ));
    }
    if !possible_starts(&layout, portal).contains(layout.start) {
        return Err(Error::config(
            "bad_start",
            "boards.start",
            given.start.as_deref().unwrap_or_default(),
            "the region of the second portal, or one that borders it by land (LL-4)",
        ));
    }
    let second_start = if is_large(players) {
        let Some(name) = &given.second_start else {
            return Err(Error::config("missing", "boards.second_start", "nothing", "the second starting region of 5 or 6 players (LL-4)"));
        };
        let region = layout.require_region("boards.second_start", Some(name))?;
        if layout.board_of(layout.start).contains(region) {
            return Err(Error::config(
                "bad_start",
                "boards.second_start",
                name,
                "a region of a board that does not hold the first start (LL-4)",
            ));
        }
        Some(region)
    } else {
        None
    };
    join(&mut layout.land, printed, portal);
    require_reachable(&layout)?;
    Ok(Ground { layout, crystals, portal, printed, second_start })
}

/// LL-4: the second portal's region and its neighbours by land.
fn possible_starts(layout: &Layout, portal: Region) -> RegionSet {
    RegionSet::of(portal) | layout.land[portal.index()]
}

/// LL-1: draws a layout on the cells of the default one: for each cell but the expansion's a face and its turn, then portal, start and second
/// start, each uniformly over what LL-1 and LL-4 allow. Whatever has been drawn can be finished: every face has land to start from.
pub fn random(players: usize, board: Board, rng: &mut Rng) -> Result<ExpansionLayout> {
    let like: ExpansionLayout = own::read("boards", named(default_name(board, players)?)?)?;
    let mut boards: Vec<(String, i32, i32, i32)> = Vec::new();
    for (name, x, y, turn) in &like.boards {
        if is_expansion(name) {
            boards.push((name.clone(), *x, *y, *turn));
            continue;
        }
        let mut free = Vec::new();
        for face in base::boards()?.faces.keys() {
            let back = back_of(face)?;
            if !boards.iter().any(|(other, ..)| other == face || Some(other) == back) {
                free.push(face);
            }
        }
        let face = pick(&free, rng).map_or_else(String::new, |face| (*face).clone());
        boards.push((face, *x, *y, 90 * rng.below(4) as i32));
    }
    let mut drawn = like;
    drawn.boards = boards;
    let plain = drawn.plain();
    let (layout, placed) = assemble(&plain, &ExpansionKit { board, players })?;
    let home = placed.iter().filter(|placed| is_expansion(placed.name)).fold(RegionSet::EMPTY, |set, placed| set | placed.regions);
    let all = RegionSet::first(layout.names.len());
    let mut draw = |from: RegionSet| {
        let regions: Vec<Region> = from.into_iter().collect();
        pick(&regions, rng).copied().unwrap_or(layout.start)
    };
    let portal = draw(all - home);
    let start = draw(possible_starts(&layout, portal));
    let second = is_large(players).then(|| draw(all - layout.board_of(start)));
    let name = |region: Region| layout.names.get(region.index()).cloned();
    drawn.portal = name(portal);
    drawn.start = name(start);
    drawn.second_start = second.and_then(name);
    Ok(drawn)
}

fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    items.get(rng.below(items.len() as u64) as usize)
}
