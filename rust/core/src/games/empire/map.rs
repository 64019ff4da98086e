//! A map's data become checked tables (EM-20).

use serde_json::Value;

use super::data::{MapData, SetWorth};
use super::types::*;
use crate::action::{one_of, shorten};
use crate::codec::own;
use crate::error::{Error, Result};

/// The most of a bonus or a worth (EM-20).
const MOST_WORTH: i64 = 1000;

/// A continent's lands and bonus.
#[derive(Debug, Clone, Copy)]
pub struct Continent {
    /// All its lands.
    pub lands: LandSet,
    /// Units a turn for who holds it all.
    pub bonus: u32,
}

/// A map's tables. Lists by land are as long as [`MAX_LANDS`], so that an index needs no check.
#[derive(Debug, Clone)]
pub struct Map {
    /// The data, for the fingerprint and the units at the start.
    pub data: MapData,
    /// Land ids.
    pub names: Vec<String>,
    /// Card ids, in the deck's order.
    pub cards: Vec<String>,
    /// All lands.
    pub all: LandSet,
    /// The lands that border each land.
    pub adjacent: [LandSet; MAX_LANDS],
    /// Where each border starts and ends, in the order of [`Edge`].
    pub ends: Vec<(Land, Land)>,
    /// The borders out of each land.
    pub out: [EdgeSet; MAX_LANDS],
    /// The borders into each land.
    pub into: [EdgeSet; MAX_LANDS],
    /// The first border out of each land.
    pub first: [u16; MAX_LANDS],
    /// The continents.
    pub continents: Vec<Continent>,
    /// The continent of each land.
    pub continent: [u8; MAX_LANDS],
    /// All cards.
    pub deck: CardSet,
    /// The symbol of each card, a joker's behind those of lands.
    pub symbol: [u8; 128],
    /// What three of each symbol are worth, then one of each.
    pub worth: [u32; 4],
}

/// Checks a map and makes its tables.
pub fn build(value: &Value, owners: usize) -> Result<Map> {
    let data: MapData = own::read("map", value)?;
    let names = land_names(&data, owners)?;
    let continents = continents(&data)?;
    let adjacent = borders(&data, &names)?;
    require_connected(&names, &adjacent)?;
    if !(0..=MAX_JOKERS as i64).contains(&data.jokers) {
        return Err(Error::config("out_of_range", "map.jokers", data.jokers, format!("a number from 0 to {MAX_JOKERS}")));
    }
    let worth = worths(&data.set_worth)?;
    let mut ends = Vec::new();
    let (mut out, mut into) = ([EdgeSet::EMPTY; MAX_LANDS], [EdgeSet::EMPTY; MAX_LANDS]);
    let mut first = [0; MAX_LANDS];
    for from in LandSet::first(names.len()) {
        first[from.index()] = ends.len() as u16;
        for to in adjacent[from.index()] {
            let edge = Edge(ends.len() as u16);
            out[from.index()].insert(edge);
            into[to.index()].insert(edge);
            ends.push((from, to));
        }
    }
    let jokers = (1..=data.jokers).map(|n| format!("joker-{n}"));
    let cards: Vec<String> = names.iter().cloned().chain(jokers).collect();
    let mut continent = [0; MAX_LANDS];
    for (number, table) in (0..).zip(&continents) {
        for land in table.lands {
            continent[land.index()] = number;
        }
    }
    let mut symbol = [super::cards::JOKER; 128];
    for (place, land) in symbol.iter_mut().zip(&data.lands) {
        *place = land.symbol as u8;
    }
    Ok(Map {
        all: LandSet::first(names.len()),
        deck: CardSet::first(cards.len()),
        data,
        names,
        cards,
        adjacent,
        ends,
        out,
        into,
        first,
        continents,
        continent,
        symbol,
        worth,
    })
}

fn land_names(data: &MapData, owners: usize) -> Result<Vec<String>> {
    let count = data.lands.len();
    if !(owners..=MAX_LANDS).contains(&count) {
        return Err(Error::config(
            if count < owners { "too_few" } else { "too_many" },
            "map.lands",
            format!("{count} lands"),
            format!("{owners} (one an owner) to {MAX_LANDS} lands"),
        ));
    }
    let mut names: Vec<String> = Vec::new();
    for (i, land) in data.lands.iter().enumerate() {
        let field = format!("map.lands[{i}].id");
        own::require_id(&field, &land.id, false)?;
        if names.contains(&land.id) {
            return Err(Error::config("duplicate", field, format!("{:?} again", land.id), "land ids that differ"));
        }
        names.push(land.id.clone());
    }
    Ok(names)
}

fn continents(data: &MapData) -> Result<Vec<Continent>> {
    let mut ids: Vec<&String> = Vec::new();
    for (i, continent) in data.continents.iter().enumerate() {
        let field = |part: &str| format!("map.continents[{i}].{part}");
        own::require_id(&field("id"), &continent.id, false)?;
        if ids.contains(&&continent.id) {
            return Err(Error::config("duplicate", field("id"), format!("{:?} again", continent.id), "continent ids that differ"));
        }
        if !(0..=MOST_WORTH).contains(&continent.bonus) {
            return Err(Error::config("out_of_range", field("bonus"), continent.bonus, format!("a number from 0 to {MOST_WORTH}")));
        }
        ids.push(&continent.id);
    }
    let mut tables: Vec<Continent> =
        data.continents.iter().map(|continent| Continent { lands: LandSet::EMPTY, bonus: continent.bonus as u32 }).collect();
    for (i, land) in data.lands.iter().enumerate() {
        let place = ids.iter().position(|&id| *id == land.continent);
        let Some(table) = place.and_then(|place| tables.get_mut(place)) else {
            let field = format!("map.lands[{i}].continent");
            return Err(Error::config("unknown_continent", field, format!("{:?}", shorten(&land.continent)), one_of(&ids)));
        };
        table.lands.insert(Land(i as u8));
    }
    match tables.iter().position(|table| table.lands.is_empty()) {
        Some(i) => Err(Error::config(
            "empty",
            format!("map.continents[{i}]"),
            format!("{:?} without lands", data.continents[i].id),
            "at least one land a continent",
        )),
        None => Ok(tables),
    }
}

fn borders(data: &MapData, names: &[String]) -> Result<[LandSet; MAX_LANDS]> {
    if data.borders.len() > MAX_BORDERS {
        return Err(Error::config(
            "too_many",
            "map.borders",
            format!("{} borders", data.borders.len()),
            format!("at most {MAX_BORDERS} borders"),
        ));
    }
    let mut adjacent = [LandSet::EMPTY; MAX_LANDS];
    for (i, (a, b)) in data.borders.iter().enumerate() {
        let find = |end: usize, name: &String| {
            names.iter().position(|known| known == name).map(|land| Land(land as u8)).ok_or_else(|| {
                Error::config("unknown_land", format!("map.borders[{i}][{end}]"), format!("{:?}", shorten(name)), one_of(names))
            })
        };
        let (from, to) = (find(0, a)?, find(1, b)?);
        let field = || format!("map.borders[{i}]");
        if from == to {
            return Err(Error::config("loop", field(), format!("{a:?} twice"), "two different lands"));
        }
        if adjacent[from.index()].contains(to) {
            return Err(Error::config("duplicate", field(), format!("{a:?}, {b:?} again"), "each border once"));
        }
        adjacent[from.index()].insert(to);
        adjacent[to.index()].insert(from);
    }
    Ok(adjacent)
}

fn require_connected(names: &[String], adjacent: &[LandSet; MAX_LANDS]) -> Result<()> {
    let lost = LandSet::first(names.len()) - reach(Land(0), LandSet::first(names.len()), adjacent);
    if lost.is_empty() {
        return Ok(());
    }
    let cut: Vec<&str> = lost.into_iter().filter_map(|land| names.get(land.index())).map(String::as_str).collect();
    Err(Error::config(
        "not_connected",
        "map.borders",
        format!("{} cut off from {}", cut.join(", "), names.first().map_or("", String::as_str)),
        "a map on which every land can be reached",
    ))
}

/// The lands that can be reached from one within `inside`, itself included.
pub fn reach(from: Land, inside: LandSet, adjacent: &[LandSet; MAX_LANDS]) -> LandSet {
    let mut reached = LandSet::of(from);
    let mut edge = reached;
    while !edge.is_empty() {
        let next = edge.into_iter().fold(LandSet::EMPTY, |set, land| set | adjacent[land.index()]);
        edge = (next & inside) - reached;
        reached |= edge;
    }
    reached
}

fn worths(worth: &SetWorth) -> Result<[u32; 4]> {
    let entries = [("infantry", worth.infantry), ("cavalry", worth.cavalry), ("artillery", worth.artillery), ("mixed", worth.mixed)];
    for (name, value) in entries {
        if !(0..=MOST_WORTH).contains(&value) {
            return Err(Error::config("out_of_range", format!("map.set_worth.{name}"), value, format!("a number from 0 to {MOST_WORTH}")));
        }
    }
    Ok(entries.map(|(_, value)| value as u32))
}
