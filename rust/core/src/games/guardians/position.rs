//! From states and views to documents, and back.

use super::document::{Active, Asking, BoatEntry, ClueEntry, Kinds, PairEntry, Pairs, PlayerEntry, Position, Reward, RewardsLeft};
use super::state::{Phase, State};
use super::types::*;
use super::view::{View, has_new_clue, keeps_from};
use super::{Guardians, INFO};
use crate::action::{Seat, one_of, shorten};
use crate::error::{Error, Result};
use crate::rng::Rng;

fn refuse<T>(code: &'static str, pointer: impl Into<String>, value: impl std::fmt::Display, expected: impl Into<String>) -> Result<T> {
    Err(Error::position(code, pointer, value, expected))
}

/// Whose eyes a document is read with.
#[derive(Clone, Copy)]
enum Eyes {
    /// Everything is shown.
    All,
    /// What a seat, or a spectator, sees.
    Of(Option<Seat>),
}

impl Eyes {
    fn hide(self, seat: usize) -> bool {
        match self {
            Self::All => false,
            Self::Of(viewer) => keeps_from(seat, viewer),
        }
    }
}

fn hidden<T>(pointer: impl Into<String>, value: &str) -> Result<T> {
    refuse("hidden", pointer, value, "what stands there: only views hide it (GU-16)")
}

fn not_hidden<T>(pointer: impl Into<String>, value: &str, expected: &str) -> Result<T> {
    refuse("not_hidden", pointer, value, format!("{expected}: the viewer does not see it (GU-16)"))
}

impl Guardians {
    /// See [`crate::game::Game::position`] and [`crate::game::Game::view_document`]: what is blanked in a view's state is hidden.
    pub(super) fn describe(&self, state: &State, seen: bool) -> Position {
        let islands = |set: IslandSet| set.into_iter().map(Island::id).collect::<Vec<u8>>();
        let cards = |set: PostcardSet| set.into_iter().map(Postcard::id).collect::<Vec<u8>>();
        let pair =
            |pair: &Pair| PairEntry { place: pair.place().id(), reward: if pair.is_legend() { Reward::Legend } else { Reward::Treasure } };
        let player = |seat: usize| {
            let player = &state.players[seat];
            // A seat without pairs looks like one that shows none; its number tells a view from a position.
            let blanked = player.pairs().iter().any(|pair| !pair.is_known());
            PlayerEntry {
                pairs: if blanked { Pairs::Count(player.num_pairs) } else { Pairs::Shown(player.pairs().iter().map(pair).collect()) },
                active: match player.active {
                    NONE => Active::Shown(None),
                    HIDDEN => Active::Whether(true),
                    index => Active::Shown(Some(index)),
                },
                gold: player.gold,
                legend: player.legend,
                fires: islands(player.fires),
                clues: player
                    .clues()
                    .iter()
                    .map(|clue| {
                        let card = state.postcards.get(clue.slot()).filter(|_| clue.is_known())?;
                        Some(ClueEntry { postcard: Postcard(*card).id(), element: clue.element() as u8 + 1 })
                    })
                    .collect(),
                ruled_out: islands(player.ruled_out),
                discovered: state.discovered_of(seat).iter().map(pair).collect(),
            }
        };
        let island = match state.phase {
            Phase::Fire { island, .. } => Some(island.id()),
            _ => None,
        };
        let [treasure, legend] = state.rewards_left;
        Position {
            turn: state.turn,
            phase: state.phase.word().to_owned(),
            asking: state.phase.seat().map(|seat| Asking { seat, island }),
            cells: self.cells(state).into_iter().map(|island| island.map(Island::id)).collect(),
            postcards: state.postcards().iter().map(|&card| Postcard(card).id()).collect(),
            removed_postcards: cards(state.removed),
            players: (0..self.common.num_players).map(player).collect(),
            boats: state
                .boats()
                .iter()
                .map(|boat| BoatEntry {
                    seat: boat.seat() as u8,
                    guardian: boat.guardian().map(|guardian| guardian as u8),
                    island: boat.island().id(),
                })
                .collect(),
            finished: (0..self.common.num_players as u8).filter(|seat| state.finished >> seat & 1 == 1).collect(),
            turned: islands(state.turned),
            rewards_left: if seen { RewardsLeft::Count(treasure) } else { RewardsLeft::Shown(Kinds { treasure, legend }) },
        }
    }

    /// The `view` of a document: of seats whose secrets are kept also what is nothing says only that.
    pub(super) fn describe_view(&self, view: &View) -> Position {
        let mut document = self.describe(&view.state, true);
        for (seat, player) in document.players.iter_mut().enumerate().filter(|&(seat, _)| keeps_from(seat, view.seat)) {
            let state = &view.state.players[seat];
            player.pairs = Pairs::Count(state.num_pairs);
            player.active = Active::Whether(state.is_active());
        }
        document
    }

    /// See [`crate::game::Game::from_position`].
    pub(super) fn state_of(&self, position: &Position) -> Result<State> {
        let mut state = self.read(position, Eyes::All)?;
        let turned = state.turned;
        self.derive(&mut state)?;
        if state.turned != turned {
            let of = |set: IslandSet| format!("{:?}", set.into_iter().map(Island::id).collect::<Vec<u8>>());
            return refuse("wrong_places", "/turned", of(turned), format!("the places of discovered pairs, {}", of(state.turned)));
        }
        let [treasure, legend] = state.rewards_left;
        match position.rewards_left {
            RewardsLeft::Shown(kinds) if kinds == (Kinds { treasure, legend }) => {}
            RewardsLeft::Shown(kinds) => {
                return refuse(
                    "wrong_count",
                    "/rewards_left",
                    format!("{} treasures, {} legends", kinds.treasure, kinds.legend),
                    format!("{treasure} and {legend}: those in no pair (GU-2)"),
                );
            }
            RewardsLeft::Count(count) => return hidden("/rewards_left", &count.to_string()),
        }
        self.check_state(&state)?;
        Ok(state)
    }

    /// See [`crate::game::Game::view_from_document`]: some state has to look like it.
    pub(super) fn view_of(&self, viewer: Option<Seat>, document: &Position) -> Result<View> {
        if let Some(seat) = viewer.filter(|seat| seat.index() >= self.common.num_players) {
            return refuse("out_of_range", "/player", seat.0, format!("a seat from 0 to {}", self.common.num_players - 1));
        }
        let read = self.read(document, Eyes::Of(viewer))?;
        let RewardsLeft::Count(rewards) = document.rewards_left else {
            return not_hidden("/rewards_left", "treasures and legends apart", "one number");
        };
        // Draws need the places that are free to hidden pairs; all else that is blanked is read as such.
        let mut seen = View { seat: viewer, state: read };
        let own = viewer.map_or(IslandSet::EMPTY, |seat| read.player(seat.0).places());
        seen.state.place_pile = self.all_islands() - read.turned - own;
        let Some(mut state) = self.arrange(&seen, &mut Rng::new(0)) else {
            return refuse("not_possible", "/players", "hidden pairs, clues or boats", "hidden things that some position has (GU-17)");
        };
        self.derive(&mut state)?;
        if state.turned != read.turned {
            return refuse("wrong_places", "/turned", "islands", "the places of discovered pairs");
        }
        if state.rewards_left.iter().sum::<u8>() != rewards {
            return refuse(
                "wrong_count",
                "/rewards_left",
                rewards,
                format!("{}: those in no pair (GU-2)", state.rewards_left.iter().sum::<u8>()),
            );
        }
        self.check_state(&state)?;
        Ok(self.seen(&state, viewer))
    }

    fn read(&self, position: &Position, eyes: Eyes) -> Result<State> {
        let players = self.common.num_players;
        let mut state = self.set_up();
        state.turn = position.turn;
        if position.players.len() != players {
            return refuse("wrong_count", "/players", format!("{} entries", position.players.len()), format!("one a seat: {players}"));
        }
        self.read_cells(&position.cells, &mut state)?;
        if position.postcards.len() > TABLE {
            return refuse("too_many", "/postcards", format!("{} postcards", position.postcards.len()), "at most 3 on the table (GU-12)");
        }
        for (place, &card) in position.postcards.iter().enumerate() {
            state.postcards[place] = self.card(format!("/postcards/{place}"), card)?.0;
        }
        state.num_postcards = position.postcards.len() as u8;
        state.removed = self.card_set("/removed_postcards", &position.removed_postcards)?;
        state.turned = self.island_set("/turned", &position.turned)?;
        state.phase = self.read_phase(position)?;
        let mut discovered = 0;
        for (seat, player) in position.players.iter().enumerate() {
            self.read_pairs(seat, player, eyes, &mut state)?;
            self.read_player(seat, player, &mut state)?;
            for (place, pair) in player.discovered.iter().enumerate() {
                let pointer = format!("/players/{seat}/discovered/{place}");
                let pair = self.pair(&pointer, *pair)?;
                let Some(entry) = state.discovered.get_mut(discovered) else {
                    return refuse("too_many", pointer, "one more", "no more pairs than there are rewards (GU-2)");
                };
                *entry = pair;
                discovered += 1;
                state.players[seat].num_discovered += 1;
            }
        }
        // Which clues are hidden shows once all that is open of the seats is read.
        for (seat, player) in position.players.iter().enumerate() {
            self.read_clues(seat, player, eyes, &mut state)?;
        }
        self.read_boats(position, eyes, &mut state)?;
        let mut last = None;
        for (place, &seat) in position.finished.iter().enumerate() {
            if seat as usize >= players || last.is_some_and(|last| seat <= last) {
                return refuse("out_of_range", format!("/finished/{place}"), seat, format!("seats below {players}, ascending"));
            }
            last = Some(seat);
            state.finished |= 1 << seat;
        }
        Ok(state)
    }

    fn read_cells(&self, cells: &[Option<u8>], state: &mut State) -> Result<()> {
        if cells.len() != self.num_islands {
            return refuse(
                "wrong_count",
                "/cells",
                format!("{} cells", cells.len()),
                format!("one a cell of the shape: {}", self.num_islands),
            );
        }
        for (cell, id) in cells.iter().enumerate() {
            let Some(id) = *id else { continue };
            let island = self.island(format!("/cells/{cell}"), id)?;
            if state.cell_of[island.index()] != NONE {
                return refuse("duplicate_island", format!("/cells/{cell}"), format!("{id} again"), "each island on one cell (GU-1)");
            }
            state.cell_of[island.index()] = cell as u8;
        }
        Ok(())
    }

    fn read_pairs(&self, seat: usize, entry: &PlayerEntry, eyes: Eyes, state: &mut State) -> Result<()> {
        let pointer = |rest: &str| format!("/players/{seat}/{rest}");
        let player = &mut state.players[seat];
        let (hide, too_many) = (eyes.hide(seat), "at most 3 pairs (GU-2)");
        match &entry.pairs {
            Pairs::Shown(_) if hide => return not_hidden(pointer("pairs"), "pairs", "their number"),
            Pairs::Count(count) if !hide => return hidden(pointer("pairs"), &count.to_string()),
            Pairs::Count(count) if *count as usize > PAIRS => return refuse("too_many", pointer("pairs"), count, too_many),
            Pairs::Count(count) => {
                for _ in 0..*count {
                    player.gain(Pair::HIDDEN);
                }
            }
            Pairs::Shown(pairs) if pairs.len() > PAIRS => {
                return refuse("too_many", pointer("pairs"), format!("{} pairs", pairs.len()), too_many);
            }
            Pairs::Shown(pairs) => {
                for (place, pair) in pairs.iter().enumerate() {
                    player.gain(self.pair(&pointer(&format!("pairs/{place}")), *pair)?);
                }
            }
        }
        player.active = match entry.active {
            Active::Shown(_) if hide => return not_hidden(pointer("active"), "an index or null", "true or false"),
            Active::Whether(active) if !hide => return hidden(pointer("active"), &active.to_string()),
            Active::Whether(true) => HIDDEN,
            Active::Whether(false) | Active::Shown(None) => NONE,
            Active::Shown(Some(index)) if index < player.num_pairs => index,
            Active::Shown(Some(index)) => {
                return refuse("out_of_range", pointer("active"), index, format!("null or an index below {}", player.num_pairs));
            }
        };
        if player.is_active() && player.num_pairs == 0 {
            return refuse("not_possible", pointer("active"), "an active pair", "none: the seat has no pair");
        }
        Ok(())
    }

    fn read_player(&self, seat: usize, entry: &PlayerEntry, state: &mut State) -> Result<()> {
        let pointer = |rest: &str| format!("/players/{seat}/{rest}");
        let player = &mut state.players[seat];
        player.gold = entry.gold;
        player.legend = entry.legend;
        player.fires = self.island_set(&pointer("fires"), &entry.fires)?;
        player.ruled_out = self.island_set(&pointer("ruled_out"), &entry.ruled_out)?;
        if entry.clues.len() > self.clue_tokens as usize {
            return refuse(
                "too_many",
                pointer("clues"),
                format!("{} clues", entry.clues.len()),
                format!("at most {} tokens (GU-3)", self.clue_tokens),
            );
        }
        player.num_clues = entry.clues.len() as u8;
        Ok(())
    }

    fn read_clues(&self, seat: usize, entry: &PlayerEntry, eyes: Eyes, state: &mut State) -> Result<()> {
        let new = eyes.hide(seat) && has_new_clue(state, seat);
        for (place, clue) in entry.clues.iter().enumerate() {
            let pointer = |rest: &str| format!("/players/{seat}/clues/{place}{rest}");
            let hide = new && place + 1 == entry.clues.len();
            let read = match clue {
                None if hide => Clue::HIDDEN,
                None => return hidden(pointer(""), "null"),
                Some(_) if hide => return not_hidden(pointer(""), "a clue", "null"),
                Some(clue) => {
                    let card = self.card(pointer("/postcard"), clue.postcard)?;
                    let Some(slot) = state.postcards().iter().position(|&other| other == card.0) else {
                        return refuse("not_possible", pointer("/postcard"), clue.postcard, "a postcard on the table (GU-12)");
                    };
                    let count = self.elements_of(card.0);
                    if clue.element == 0 || clue.element as usize > count {
                        return refuse("out_of_range", pointer("/element"), clue.element, format!("an element from 1 to {count}"));
                    }
                    Clue::new(slot, clue.element as usize - 1)
                }
            };
            state.players[seat].clues[place] = read;
        }
        Ok(())
    }

    fn read_boats(&self, position: &Position, eyes: Eyes, state: &mut State) -> Result<()> {
        let players = self.common.num_players;
        for (place, entry) in position.boats.iter().enumerate() {
            let pointer = |rest: &str| format!("/boats/{place}{rest}");
            if place >= BOATS * players {
                return refuse("too_many", "/boats", format!("{} boats", position.boats.len()), "at most two a seat (GU-6)");
            }
            let inside = |rest: &str, seat: u8| {
                if (seat as usize) < players {
                    Ok(seat)
                } else {
                    refuse("out_of_range", pointer(rest), seat, format!("a seat from 0 to {}", players - 1))
                }
            };
            let seat = inside("/seat", entry.seat)?;
            let hide = eyes.hide(seat as usize) && state.phase.is_sailing();
            let guardian = match entry.guardian {
                Some(_) if hide => return not_hidden(pointer("/guardian"), "a seat", "null"),
                None if !hide => return hidden(pointer("/guardian"), "null"),
                guardian => guardian.map(|guardian| inside("/guardian", guardian)).transpose()?,
            };
            state.boats[place] = Boat::new(seat, guardian, self.island(pointer("/island"), entry.island)?);
        }
        state.num_boats = position.boats.len() as u8;
        Ok(())
    }

    fn read_phase(&self, position: &Position) -> Result<Phase> {
        let seat = || match position.asking {
            Some(asking) if asking.seat as usize >= self.common.num_players => {
                refuse("out_of_range", "/asking/seat", asking.seat, format!("a seat from 0 to {}", self.common.num_players - 1))
            }
            Some(asking) => Ok(asking.seat),
            None => refuse("missing", "/asking", "null", format!("the seat that is asked in `{}`", position.phase)),
        };
        let phase = match position.phase.as_str() {
            "tiles" => Phase::Tiles(position.cells.iter().flatten().count() as u8),
            "pairs" => Phase::Pairs(seat()?),
            "postcards" => Phase::Postcards,
            "choose" => Phase::Choose(seat()?),
            "clue" => Phase::Clue(seat()?),
            "next" => Phase::Next,
            "sail" => Phase::Sail(seat()?),
            "fire" => {
                let Some(id) = position.asking.and_then(|asking| asking.island) else {
                    return refuse("missing", "/asking", "no island", "a seat and an island in `fire`");
                };
                Phase::Fire { seat: seat()?, island: self.island("/asking/island".to_owned(), id)? }
            }
            "refill" => Phase::Refill(seat()?),
            "postcard" => Phase::Postcard,
            "over" => Phase::Over,
            other => return refuse("unknown_phase", "/phase", format!("{:?}", shorten(other)), one_of(INFO.phases)),
        };
        match position.asking {
            Some(asking) if phase.seat().is_none() => refuse("not_possible", "/asking", asking.seat, format!("null in `{}`", phase.word())),
            Some(Asking { island: Some(island), .. }) if !matches!(phase, Phase::Fire { .. }) => {
                refuse("not_possible", "/asking/island", island, format!("null in `{}`", phase.word()))
            }
            _ => Ok(phase),
        }
    }

    fn island(&self, pointer: String, id: u8) -> Result<Island> {
        match id.checked_sub(1) {
            Some(index) if (index as usize) < self.num_islands => Ok(Island(index)),
            _ => refuse("out_of_range", pointer, id, format!("an island from 1 to {}", self.num_islands)),
        }
    }

    fn card(&self, pointer: String, id: u8) -> Result<Postcard> {
        match id.checked_sub(1) {
            Some(index) if (index as usize) < self.num_postcards => Ok(Postcard(index)),
            _ => refuse("out_of_range", pointer, id, format!("a postcard from 1 to {}", self.num_postcards)),
        }
    }

    fn pair(&self, pointer: &str, entry: PairEntry) -> Result<Pair> {
        Ok(Pair::new(self.island(format!("{pointer}/place"), entry.place)?, entry.reward == Reward::Legend))
    }

    fn island_set(&self, pointer: &str, ids: &[u8]) -> Result<IslandSet> {
        let islands = ids.iter().enumerate().map(|(place, &id)| self.island(format!("{pointer}/{place}"), id));
        require_ascending(pointer, ids)?;
        islands.collect()
    }

    fn card_set(&self, pointer: &str, ids: &[u8]) -> Result<PostcardSet> {
        let cards = ids.iter().enumerate().map(|(place, &id)| self.card(format!("{pointer}/{place}"), id));
        require_ascending(pointer, ids)?;
        cards.collect()
    }
}

fn require_ascending(pointer: &str, ids: &[u8]) -> Result<()> {
    match ids.windows(2).position(|pair| pair[0] >= pair[1]) {
        None => Ok(()),
        Some(place) => refuse("wrong_order", format!("{pointer}/{}", place + 1), ids[place + 1], "ids that ascend"),
    }
}
