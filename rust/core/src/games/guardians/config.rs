//! Parameters and data become checked tables (GU-1, GU-15).

use serde_json::{Map, Value, json};

use super::data::{self, IslandData, PostcardData};
use super::types::*;
use super::{Guardians, INFO};
use crate::action::Axis;
use crate::codec::own::{read, require_id};
use crate::codec::params::Params;
use crate::error::{Error, Result};
use crate::game::Common;
use crate::mechanics::hex;

/// Where the ranges of action numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ids {
    /// `pass`.
    pub pass: u16,
    /// `choose P`.
    pub choose: u16,
    /// `clue SLOT ELEMENT`.
    pub clue: u16,
    /// `sail OWNER I`.
    pub sail: u16,
    /// `fire I`.
    pub fire: u16,
}

/// Where the ranges of chance numbers start.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChanceIds {
    /// `island I`.
    pub island: u16,
    /// `pair P REWARD`.
    pub pair: u16,
    /// `postcard K`.
    pub postcard: u16,
    /// `next SEAT`.
    pub next: u16,
}

impl Guardians {
    /// See [`crate::game::Game::new`].
    pub(super) fn build(given: &Map<String, Value>) -> Result<Self> {
        let mut params = Params::new(given);
        let file = data::file()?;
        let players = params.number("players", 4, 3..=5)? as usize;
        let shape = params.data("shape", || file.shape.clone())?;
        let islands = params.data("islands", || file.islands.clone())?;
        let postcards = params.data("postcards", || file.postcards.clone())?;
        let goal = params.number("goal", i64::from(file.goal), 1..=65_535)? as u16;
        let params = params.finish()?;

        let (borders, cells) = read_shape(&shape)?;
        let islands = read_islands(&islands, players, borders.len())?;
        let postcards = read_postcards(&postcards)?;
        let rewards = [file.treasures, file.legends];
        let dealt = players as u8;
        if usize::from(rewards[0]) + usize::from(rewards[1]) > MAX_REWARDS
            || usize::from(file.clue_tokens) > MAX_CLUES
            || rewards[0] < dealt * (PAIRS as u8 - 1)
            || rewards[1] < dealt
        {
            return Err(Error::config("broken_data", "guardians.json", "its counts", "the shipped file"));
        }

        let mut game = Self {
            common: Common::new(players, params),
            ids: Ids::default(),
            chance_ids: ChanceIds::default(),
            num_islands: islands.len(),
            num_postcards: postcards.len(),
            max_elements: postcards.iter().map(|postcard| postcard.elements.len()).max().unwrap_or_default(),
            borders: [0; MAX_ISLANDS],
            span: f32::from(cells.iter().flatten().copied().max().unwrap_or_default().max(1)),
            cells,
            elements: [0; MAX_POSTCARDS],
            shown: [[IslandSet::EMPTY; MAX_ELEMENTS]; MAX_POSTCARDS],
            goal,
            rewards,
            clue_tokens: file.clue_tokens,
            fires: u32::from(file.fires),
        };
        for (place, set) in game.borders.iter_mut().zip(&borders) {
            *place = *set;
        }
        for (place, postcard) in game.elements.iter_mut().zip(&postcards) {
            *place = postcard.elements.len() as u8;
        }
        for (row, postcard) in game.shown.iter_mut().zip(&postcards) {
            for (place, element) in row.iter_mut().zip(&postcard.elements) {
                let shows = islands.iter().enumerate().filter(|(_, island)| island.tags.contains(element));
                *place = shows.map(|(island, _)| Island(island as u8)).collect();
            }
        }
        game.make_spaces();
        game.common.max_game_length = Some(game.longest());
        game.common.packed_size = game.largest_payload();
        game.common.observation = game.observation();
        let tables = json!({"rewards": rewards, "clue_tokens": file.clue_tokens, "fires": file.fires});
        game.common.score_parts = super::score::PARTS.to_vec();
        game.common.seal(&INFO, &tables);
        Ok(game)
    }

    fn make_spaces(&mut self) {
        let islands = |name: &'static str| Axis::numbers(name, 1, self.num_islands as u32);
        let seats = |name: &'static str| Axis::numbers(name, 0, self.common.num_players as u32);
        let actions = &mut self.common.actions;
        let ids = &mut self.ids;
        ids.pass = actions.add("pass", "pass", vec![]);
        ids.choose = actions.add("choose", "choose {}", vec![islands("place")]);
        ids.clue = actions.add(
            "clue",
            "clue {} {}",
            vec![Axis::numbers("slot", 1, TABLE as u32), Axis::numbers("element", 1, self.max_elements as u32)],
        );
        ids.sail = actions.add("sail", "sail {} {}", vec![seats("owner"), islands("island")]);
        ids.fire = actions.add("fire", "fire {}", vec![islands("island")]);

        let chances = &mut self.common.chances;
        let ids = &mut self.chance_ids;
        ids.island = chances.add("island", "island {}", vec![islands("island")]);
        ids.pair = chances.add("pair", "pair {} {}", vec![islands("place"), Axis::new("reward", REWARDS)]);
        ids.postcard = chances.add("postcard", "postcard {}", vec![Axis::numbers("postcard", 1, self.num_postcards as u32)]);
        ids.next = chances.add("next", "next {}", vec![seats("seat")]);
    }

    /// A bound on the number of decisions: each pair is chosen once; a turn has at most a clue, two boats (or one and `pass`) a seat, and
    /// one question for each boat.
    fn longest(&self) -> u32 {
        let players = self.common.num_players as u32;
        let rewards: u32 = self.rewards.iter().map(|&count| u32::from(count)).sum();
        rewards + u32::from(LAST_TURN) * players * (1 + 2 * BOATS as u32)
    }
}

/// GU-1: the cells that border each cell of a shape, and the coordinates of each, from the least on.
fn read_shape(value: &Value) -> Result<(Vec<u64>, Vec<[u16; 2]>)> {
    let cells: Vec<hex::Hex> = read("shape", value)?;
    if cells.len() > MAX_ISLANDS {
        return Err(Error::config("too_many", "shape", format!("{} cells", cells.len()), "at most 64 cells (GU-15)"));
    }
    for (i, &(q, r)) in cells.iter().enumerate() {
        let within = -1000..=1000;
        if !within.contains(&q) || !within.contains(&r) {
            return Err(Error::config("out_of_range", format!("shape[{i}]"), format!("[{q}, {r}]"), "coordinates from -1000 to 1000"));
        }
        if cells.iter().take(i).any(|&other| other == (q, r)) {
            return Err(Error::config("duplicate_cell", format!("shape[{i}]"), format!("[{q}, {r}] again"), "cells that differ (GU-15)"));
        }
    }
    let borders = hex::adjacency(&cells);
    for (i, (set, (q, r))) in borders.iter().zip(&cells).enumerate() {
        if set.count_ones() < 2 {
            return Err(Error::config(
                "bad_shape",
                format!("shape[{i}]"),
                format!("[{q}, {r}], which borders {}", set.count_ones()),
                "cells that border at least two others (GU-1)",
            ));
        }
    }
    let least = |coordinate: fn(&hex::Hex) -> i32| cells.iter().map(coordinate).min().unwrap_or_default();
    let (q, r) = (least(|cell| cell.0), least(|cell| cell.1));
    let places = cells.iter().map(|cell| [(cell.0 - q) as u16, (cell.1 - r) as u16]).collect();
    Ok((borders, places))
}

/// GU-15: numbers from 1 in order.
fn require_number(field: &str, i: usize, id: u64) -> Result<()> {
    let expected = i as u64 + 1;
    if id == expected {
        return Ok(());
    }
    Err(Error::config("wrong_id", format!("{field}[{i}].id"), id, format!("{expected}: ids from 1 in order (GU-15)")))
}

fn read_islands(value: &Value, players: usize, cells: usize) -> Result<Vec<IslandData>> {
    let islands: Vec<IslandData> = read("islands", value)?;
    let count = format!("{} islands", islands.len());
    if islands.len() > MAX_ISLANDS {
        return Err(Error::config("too_many", "islands", count, "at most 64 islands (GU-15)"));
    }
    for (i, island) in islands.iter().enumerate() {
        require_number("islands", i, island.id)?;
        for (k, tag) in island.tags.iter().enumerate() {
            require_id(&format!("islands[{i}].tags[{k}]"), tag, false)?;
        }
    }
    if islands.len() < PAIRS * players {
        return Err(Error::config(
            "too_few",
            "islands",
            format!("{count} for {players} players"),
            format!("at least {}, three a player (GU-15)", PAIRS * players),
        ));
    }
    if islands.len() != cells {
        return Err(Error::config("wrong_count", "islands", count, format!("as many as `shape` has cells: {cells} (GU-15)")));
    }
    Ok(islands)
}

fn read_postcards(value: &Value) -> Result<Vec<PostcardData>> {
    let postcards: Vec<PostcardData> = read("postcards", value)?;
    let count = format!("{} postcards", postcards.len());
    if postcards.len() > MAX_POSTCARDS {
        return Err(Error::config("too_many", "postcards", count, "at most 64 postcards (GU-15)"));
    }
    for (i, postcard) in postcards.iter().enumerate() {
        require_number("postcards", i, postcard.id)?;
        let elements = postcard.elements.len();
        if elements == 0 || elements > MAX_ELEMENTS {
            return Err(Error::config(
                if elements == 0 { "empty" } else { "too_many" },
                format!("postcards[{i}].elements"),
                format!("{elements} elements"),
                "1 to 8 elements (GU-15)",
            ));
        }
        for (k, tag) in postcard.elements.iter().enumerate() {
            require_id(&format!("postcards[{i}].elements[{k}]"), tag, false)?;
        }
    }
    if postcards.len() <= TABLE {
        return Err(Error::config("too_few", "postcards", count, "at least 4 postcards (GU-15)"));
    }
    Ok(postcards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_reads() {
        let file = data::file().unwrap();
        let (borders, cells) = read_shape(&file.shape).unwrap();
        assert_eq!((borders.len(), cells.len()), (24, 24));
        assert_eq!(read_islands(&file.islands, 5, 24).unwrap().len(), 24);
        assert_eq!(read_postcards(&file.postcards).unwrap().len(), 35);
        assert_eq!((file.treasures, file.legends), (20, 10));
    }
}
