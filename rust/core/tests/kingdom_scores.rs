//! The longest road, territories and points of kingdoms held against slow counts made from the rules page alone.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod kingdom_decks;

use std::collections::{BTreeMap, BTreeSet};

use kingdom_decks::{card, random_card};
use meeple_core::Rng;
use meeple_core::games::kingdom::tools::{AnyDeck, kingdom, score_table};
use meeple_core::games::kingdom::types::{SYMBOL_NAMES, TERRAIN_NAMES};
use serde_json::{Value, json};

/// A card on the table, turned by KD-3: zones (terrain, symbol) and arms (slot, dots) by their number.
type Lying = ([(String, Option<String>); 4], [(u64, u64); 4]);
/// A kingdom by cell.
type Cells = BTreeMap<(i64, i64), Lying>;

/// What lies north, east, south and west.
const STEPS: [(i64, i64); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

fn deck() -> AnyDeck {
    AnyDeck::read(json!("reference")).unwrap()
}

fn reference_cards() -> Vec<Value> {
    let data: Value = serde_json::from_str(meeple_core::games::kingdom::data::DECK_JSON).unwrap();
    data["cards"].as_array().unwrap().clone()
}

/// Lays cards on random cells that keep within 3 by 3, from a random origin.
fn build(rng: &mut Rng, cards: &[Value]) -> (Value, Cells) {
    let origin = (rng.below(200) as i64 - 100, rng.below(200) as i64 - 100);
    let (mut list, mut cells) = (Vec::new(), Cells::new());
    for card in cards {
        let open: Vec<(i64, i64)> = if cells.is_empty() {
            vec![origin]
        } else {
            let beside = cells.keys().flat_map(|&(x, y)| STEPS.map(|(dx, dy)| (x + dx, y + dy)));
            let fits = |&(x, y): &(i64, i64)| cells.keys().all(|&(left, top)| (x - left).abs() <= 2 && (y - top).abs() <= 2);
            beside.filter(|cell| !cells.contains_key(cell) && fits(cell)).collect()
        };
        let (x, y) = open[rng.below(open.len() as u64) as usize];
        let turns = rng.below(4) as usize;
        let zone = |k: usize| {
            let zone = &card["zones"][(k + 4 - turns) % 4];
            (zone[0].as_str().unwrap().to_owned(), zone[1].as_str().map(str::to_owned))
        };
        let arm = |k: usize| {
            let arm = &card["arms"][(k + 4 - turns) % 4];
            (arm[0].as_u64().unwrap(), arm[1].as_u64().unwrap())
        };
        cells.insert((x, y), (std::array::from_fn(zone), std::array::from_fn(arm)));
        list.push(json!({"card": card, "x": x, "y": y, "rotation": 90 * turns}));
    }
    (json!(list), cells)
}

/// A node of the road network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stop {
    Centre(i64, i64),
    /// Where an arm ends; two that join end at the same, the one of the northern or western card.
    End(i64, i64, usize),
}

/// KD-6, KD-13: the arms as edges between nodes, with their dots.
fn network(cells: &Cells) -> Vec<(Stop, Stop, u64)> {
    let mut arms = Vec::new();
    for (&(x, y), (_, card)) in cells {
        for (side, &(slot, dots)) in card.iter().enumerate() {
            let (dx, dy) = STEPS[side];
            let joins = cells.get(&(x + dx, y + dy)).is_some_and(|(_, other)| other[(side + 2) % 4].0 + slot == 4);
            let end = match side {
                0 if joins => Stop::End(x, y - 1, 2),
                3 if joins => Stop::End(x - 1, y, 1),
                _ => Stop::End(x, y, side),
            };
            arms.push((Stop::Centre(x, y), end, dots));
        }
    }
    arms
}

/// KD-13: the most dots on a trail, by trying all trails.
fn brute_force(cells: &Cells) -> u64 {
    fn go(arms: &[(Stop, Stop, u64)], around: &BTreeMap<Stop, Vec<usize>>, used: u64, at: Stop, dots: u64) -> u64 {
        let mut most = dots;
        for &arm in &around[&at] {
            if used >> arm & 1 == 0 {
                let (one, other, more) = arms[arm];
                most = most.max(go(arms, around, used | 1 << arm, if one == at { other } else { one }, dots + more));
            }
        }
        most
    }
    let arms = network(cells);
    let mut around: BTreeMap<Stop, Vec<usize>> = BTreeMap::new();
    for (arm, &(one, other, _)) in arms.iter().enumerate() {
        around.entry(one).or_default().push(arm);
        around.entry(other).or_default().push(arm);
    }
    around.keys().map(|&stop| go(&arms, &around, 0, stop, 0)).max().unwrap_or_default()
}

/// The trail that is told is one: arm after arm, each once, with as many dots as said.
fn check_trail(cells: &Cells, told: &(u8, Vec<(i64, i64, usize)>)) {
    let arms = network(cells);
    let mut at: Option<BTreeSet<Stop>> = None;
    let mut used = BTreeSet::new();
    let mut dots = 0;
    for &(x, y, side) in &told.1 {
        assert!(used.insert((x, y, side)), "an arm twice: {told:?}");
        let place = cells.keys().position(|&cell| cell == (x, y)).unwrap();
        let (one, other, more) = arms[4 * place + side];
        dots += more;
        at = Some(match at {
            None => [one, other].into(),
            Some(stops) => {
                let met: Vec<Stop> = [one, other].into_iter().filter(|stop| stops.contains(stop)).collect();
                assert!(!met.is_empty(), "a gap before {x},{y} {side}: {told:?}");
                met.into_iter().map(|stop| if stop == one { other } else { one }).collect()
            }
        });
    }
    assert_eq!(dots, u64::from(told.0), "{told:?}");
}

/// A zone by its card's cell and its corner.
type Zone = (i64, i64, usize);

/// KD-4, KD-5: the zones of each territory, by quarters one after the other.
fn slow_territories(cells: &Cells) -> BTreeSet<(String, BTreeSet<Zone>)> {
    let zone_of = |arm: u64, side: usize, quarter: u64| if quarter < arm { side } else { (side + 1) % 4 };
    let mut touching: Vec<[(i64, i64, usize); 2]> = Vec::new();
    for (&(x, y), (_, arms)) in cells {
        for k in 0..4 {
            touching.push([(x, y, k), (x, y, (k + 1) % 4)]);
        }
        for side in 0..4 {
            let (dx, dy) = STEPS[side];
            let Some((_, other)) = cells.get(&(x + dx, y + dy)) else { continue };
            let facing = (side + 2) % 4;
            for quarter in 0..4 {
                let here = zone_of(arms[side].0, side, quarter);
                let there = zone_of(other[facing].0, facing, 3 - quarter);
                touching.push([(x, y, here), (x + dx, y + dy, there)]);
            }
        }
    }
    let terrain = |&(x, y, k): &(i64, i64, usize)| cells[&(x, y)].0[k].0.clone();
    let mut found = BTreeSet::new();
    for &(x, y) in cells.keys() {
        for k in 0..4 {
            let mut territory = BTreeSet::from([(x, y, k)]);
            loop {
                let more: Vec<_> = touching
                    .iter()
                    .flat_map(|&[a, b]| [(a, b), (b, a)])
                    .filter(|(a, b)| territory.contains(a) && !territory.contains(b) && terrain(a) == terrain(b))
                    .map(|(_, b)| b)
                    .collect();
                if more.is_empty() {
                    break;
                }
                territory.extend(more);
            }
            found.insert((terrain(&(x, y, k)), territory));
        }
    }
    found
}

fn different_symbols(cells: &Cells, zones: &BTreeSet<(i64, i64, usize)>) -> BTreeSet<String> {
    zones.iter().filter_map(|&(x, y, k)| cells[&(x, y)].0[k].1.clone()).collect()
}

fn hold(list: &Value, cells: &Cells) {
    let deck = deck();
    let built = kingdom(deck.deck(), list).unwrap();
    let told = built.longest_road();
    assert_eq!(u64::from(told.0), brute_force(cells), "{list}");
    check_trail(cells, &told);
    let territories: BTreeSet<_> = built
        .territories()
        .into_iter()
        .map(|(terrain, zones, symbols)| {
            let zones: BTreeSet<_> = zones.into_iter().collect();
            assert_eq!(symbols.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), different_symbols(cells, &zones));
            (terrain.to_owned(), zones)
        })
        .collect();
    assert_eq!(territories, slow_territories(cells), "{list}");
}

#[test]
fn kd13_kd5_random_kingdoms_of_the_reference_deck() {
    let mut rng = Rng::new(1);
    let cards = reference_cards();
    for number in 0..20_000 {
        let mut cards = cards.clone();
        rng.shuffle(&mut cards);
        let size = if number % 2 == 0 { 9 } else { 1 + rng.below(9) as usize };
        let (list, cells) = build(&mut rng, &cards[..size]);
        hold(&list, &cells);
    }
}

#[test]
fn kd13_kd5_random_kingdoms_of_random_cards() {
    let mut rng = Rng::new(2);
    for number in 0..20_000 {
        let size = if number % 2 == 0 { 9 } else { rng.below(10) as usize };
        let cards: Vec<Value> = (1..=size).map(|id| random_card(id, &mut rng, 3)).collect();
        let (list, cells) = build(&mut rng, &cards);
        hold(&list, &cells);
    }
}

#[test]
fn kd13_random_kingdoms_with_all_roads_joined() {
    let mut rng = Rng::new(3);
    for number in 0..1_000 {
        let size = if number % 2 == 0 { 9 } else { rng.below(10) as usize };
        let cards: Vec<Value> = (1..=size).map(|id| random_card(id, &mut rng, 1)).collect();
        let (list, cells) = build(&mut rng, &cards);
        hold(&list, &cells);
    }
}

#[test]
fn kd13_a_full_kingdom_with_one_dot_on_each_arm_has_22() {
    let cards: Vec<Value> = (1..=9).map(|id| card(id, [(0, None); 4], [(2, 1); 4])).collect();
    for seed in 0..20 {
        let (list, cells) = build(&mut Rng::new(seed), &cards);
        let deck = deck();
        let told = kingdom(deck.deck(), &list).unwrap().longest_road();
        assert_eq!((told.0, told.1.len()), (22, 22));
        check_trail(&cells, &told);
    }
}

/// KD-12, KD-14 to KD-16 from territories and roads counted slowly.
#[test]
fn kd12_kd14_tables_by_hand() {
    let mut rng = Rng::new(4);
    let deck = deck();
    let mut names: Vec<String> = SYMBOL_NAMES.iter().map(|name| format!("symbol-{name}")).collect();
    names.extend(TERRAIN_NAMES.iter().flat_map(|name| [format!("largest-{name}"), format!("count-{name}")]));
    for _ in 0..3_000 {
        let seats = 2 + rng.below(4) as usize;
        let mut cards = reference_cards();
        rng.shuffle(&mut cards);
        rng.shuffle(&mut names);
        let edicts = &names[..rng.below(7) as usize];
        let size = rng.below(10) as usize;
        let tables: Vec<(Value, Cells)> = (0..seats).map(|seat| build(&mut rng, &cards[9 * seat..9 * seat + size])).collect();
        let lists: Vec<&Value> = tables.iter().map(|(list, _)| list).collect();
        let scored = score_table(deck.deck(), &json!(lists), &json!(edicts)).unwrap();
        let territories: Vec<_> = tables.iter().map(|(_, cells)| slow_territories(cells)).collect();
        let of = |seat: usize, terrain: &str| territories[seat].iter().filter(|(name, _)| name == terrain).collect::<Vec<_>>();
        let count = |seat: usize, edict: &str| match edict.split_once('-').unwrap() {
            ("kings", _) => brute_force(&tables[seat].1) as usize,
            ("symbol", symbol) => {
                let zones = tables[seat].1.values().flat_map(|(zones, _)| zones);
                zones.filter(|(_, printed)| printed.as_deref() == Some(symbol)).count()
            }
            ("largest", terrain) => of(seat, terrain).iter().map(|(_, zones)| zones.len()).max().unwrap_or_default(),
            (_, terrain) => of(seat, terrain).len(),
        };
        let mut totals = Vec::new();
        for (seat, (_, cells)) in tables.iter().enumerate() {
            let mut expected: Vec<(String, i32)> = Vec::new();
            for edict in std::iter::once("kings-road").chain(edicts.iter().map(String::as_str)) {
                let alone = (0..seats).all(|other| other == seat || count(other, edict) < count(seat, edict));
                expected.push((if edict == "kings-road" { "kingsroad".to_owned() } else { edict.to_owned() }, if alone { 3 } else { 0 }));
            }
            for terrain in TERRAIN_NAMES {
                let most = of(seat, terrain).iter().map(|(_, zones)| different_symbols(cells, zones).len()).max();
                expected.push((terrain.to_owned(), [0, 0, 1, 2, 4, 7, 7, 7, 7][most.unwrap_or_default()]));
            }
            assert_eq!(scored.breakdowns[seat].0, expected);
            totals.push((scored.breakdowns[seat].total(), scored.roads[seat]));
        }
        let best = totals.iter().max().unwrap();
        let winners: Vec<usize> = (0..seats).filter(|&seat| totals[seat] == *best).collect();
        assert_eq!(scored.outcome.winners.iter().map(|seat| seat.index()).collect::<Vec<_>>(), winners);
    }
}
