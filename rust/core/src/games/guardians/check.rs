//! Every invariant of a state, each once, told by JSON pointer into its position.
//!
//! A position that play cannot bring about is consistent as long as the rules say what comes next: a seat may have skipped a clue or a
//! choice that it owed, say.

use super::state::{Phase, Player, State};
use super::types::*;
use super::{Guardians, MOST_COINS};
use crate::error::{Error, Result};

fn refuse<T>(code: &'static str, pointer: impl Into<String>, value: impl std::fmt::Display, expected: impl Into<String>) -> Result<T> {
    Err(Error::position(code, pointer, value, expected))
}

fn ids(set: IslandSet) -> String {
    format!("{:?}", set.into_iter().map(Island::id).collect::<Vec<u8>>())
}

/// What no document can say wrong, since it could not be read: words that name nothing of this game, and words behind the last.
pub(super) fn require_words(game: &Guardians, state: &State) -> Result<()> {
    let players = game.common.num_players;
    let (islands, cards) = (game.num_islands as u8, game.num_postcards as u8);
    let all = game.all_islands();
    let pair = |pair: &Pair| pair.is_known() && pair.place().0 < islands && pair.0 & 0x80 == 0;
    let boat =
        |boat: &Boat| boat.seat() < players && boat.guardian().is_some_and(|guardian| guardian < players) && boat.island().0 < islands;
    let clue = |clue: &Clue| {
        let card = state.postcards().get(clue.slot());
        clue.is_known() && card.is_some_and(|&card| clue.element() < game.elements_of(card))
    };
    let player = |player: &Player| {
        player.pairs().iter().all(pair)
            && player.pairs.iter().skip(player.num_pairs as usize).all(|&pair| pair == Pair::NONE)
            && player.clues().iter().all(clue)
            && player.clues.iter().skip(player.num_clues as usize).all(|&clue| clue == Clue::NONE)
            && player.num_clues <= game.clue_tokens
            && (player.active == NONE || player.active < player.num_pairs)
            && (player.fires | player.ruled_out) - all == IslandSet::EMPTY
    };
    let discovered = state.all_discovered();
    let sound = state.postcards().iter().all(|&card| card < cards)
        && state.postcards.iter().skip(state.num_postcards as usize).all(|&card| card == NONE)
        && state.removed - PostcardSet::first(game.num_postcards) == PostcardSet::EMPTY
        && state.cell_of.iter().enumerate().all(|(island, &cell)| cell == NONE || island < game.num_islands && cell < islands)
        && state.players.iter().take(players).all(player)
        && state.players.iter().skip(players).all(|player| *player == Player::NEW)
        && discovered.iter().all(pair)
        && state.discovered.iter().skip(discovered.len()).all(|&pair| pair == Pair::NONE)
        && state.boats().iter().all(boat)
        && state.boats.iter().skip(state.num_boats as usize).all(|&boat| boat == Boat::NONE)
        && state.finished & !game.all_seats() == 0
        && !matches!(state.phase, Phase::Fire { island, .. } if island.0 >= islands)
        && state.phase.seat().is_none_or(|seat| (seat as usize) < players);
    if sound {
        Ok(())
    } else {
        refuse("malformed", "", "a state with words of no meaning", "islands, postcards, pairs and seats of this game")
    }
}

impl Guardians {
    /// See [`crate::game::Game::check`].
    pub(super) fn check_state(&self, state: &State) -> Result<()> {
        require_words(self, state)?;
        let mut derived = *state;
        self.derive(&mut derived)?;
        if derived != *state {
            return refuse("inconsistent", "", "a state whose carried words differ", "carried words that follow from the position");
        }
        self.check_turn(state)?;
        self.check_cells(state)?;
        self.check_postcards(state)?;
        for seat in 0..self.common.num_players {
            self.check_pairs(state, seat)?;
            self.check_player(state, seat)?;
        }
        self.check_boats(state)?;
        self.check_asking(state)
    }

    /// Makes what a state carries though it follows from the rest. Refuses places that are in two pairs and more rewards than there are.
    pub(super) fn derive(&self, state: &mut State) -> Result<()> {
        let mut used = IslandSet::EMPTY;
        let mut left = self.rewards;
        let mut take = |pair: Pair, pointer: &dyn Fn() -> String| {
            if used.contains(pair.place()) {
                return refuse(
                    "duplicate_place",
                    format!("{}/place", pointer()),
                    pair.place().id(),
                    "a place that is in no other pair (GU-2)",
                );
            }
            used.insert(pair.place());
            let left = &mut left[pair.reward()];
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => {
                    let name = REWARDS[pair.reward()];
                    return refuse(
                        "too_many",
                        format!("{}/reward", pointer()),
                        name,
                        format!("no more of them than cards: {}", self.rewards[pair.reward()]),
                    );
                }
            }
            Ok(())
        };
        let mut turned = IslandSet::EMPTY;
        for seat in 0..self.common.num_players {
            for (place, &pair) in state.discovered_of(seat).iter().enumerate() {
                take(pair, &|| format!("/players/{seat}/discovered/{place}"))?;
                turned.insert(pair.place());
            }
        }
        for (seat, player) in state.players.iter().enumerate() {
            for (place, &pair) in player.pairs().iter().enumerate() {
                take(pair, &|| format!("/players/{seat}/pairs/{place}"))?;
            }
        }
        state.turned = turned;
        state.place_pile = self.all_islands() - used;
        state.rewards_left = left;
        let mut sent = [0; MAX_PLAYERS];
        for boat in state.boats() {
            if let (Some(sent), Some(guardian)) = (sent.get_mut(boat.seat()), boat.guardian()) {
                *sent |= 1 << (guardian & 7);
            }
        }
        for (player, sent) in state.players.iter_mut().zip(sent) {
            player.sent = sent;
        }
        Ok(())
    }

    /// GU-13: turns, and coins while the game runs.
    fn check_turn(&self, state: &State) -> Result<()> {
        let setup = state.phase.is_setup();
        let last = match state.phase {
            phase if phase.is_setup() => 1,
            // The last turn ends with its pay-outs.
            Phase::Fire { .. } | Phase::Refill(_) | Phase::Postcard => LAST_TURN - 1,
            _ => LAST_TURN,
        };
        if state.turn == 0 || state.turn > last {
            return refuse("out_of_range", "/turn", state.turn, format!("1 to {last} in `{}` (GU-13)", state.phase.word()));
        }
        let played = u16::from(state.turn) - u16::from(!state.phase.is_resolved());
        // So that what can still come fits: a turn brings no more than ten coins.
        let most = if setup { 0 } else { MOST_COINS + 10 * played };
        for (seat, player) in state.players.iter().enumerate() {
            for (name, coins) in [("gold", player.gold), ("legend", player.legend)] {
                if coins > most {
                    return refuse(
                        "out_of_range",
                        format!("/players/{seat}/{name}"),
                        coins,
                        format!("at most {most} in turn {}", state.turn),
                    );
                }
            }
            if state.phase != Phase::Over && player.coins() >= u32::from(self.goal) {
                return refuse(
                    "out_of_range",
                    format!("/players/{seat}/gold"),
                    format!("{} coins in all", player.coins()),
                    format!("fewer than the goal, {}, while the game runs (GU-13)", self.goal),
                );
            }
        }
        if state.phase == Phase::Over && self.end(state).is_none() {
            return refuse("wrong_phase", "/phase", "\"over\"", "a phase of a game that runs: nothing has ended it (GU-13)");
        }
        Ok(())
    }

    /// GU-1: islands lie on the first cells, each on one.
    fn check_cells(&self, state: &State) -> Result<()> {
        let laid = if let Phase::Tiles(laid) = state.phase { laid as usize } else { self.num_islands };
        if laid >= self.num_islands && matches!(state.phase, Phase::Tiles(_)) {
            return refuse("wrong_phase", "/phase", "\"tiles\"", "a phase with something to do: all islands lie (GU-1)");
        }
        let mut taken = 0_u64;
        for (island, &cell) in state.cell_of.iter().enumerate().filter(|&(_, &cell)| cell != NONE) {
            if taken >> cell & 1 == 1 {
                return refuse("duplicate_island", format!("/cells/{cell}"), island + 1, "one island a cell (GU-1)");
            }
            taken |= 1 << cell;
        }
        let wanted = IslandSet::first(laid).0;
        if taken == wanted {
            return Ok(());
        }
        let cell = (taken ^ wanted).trailing_zeros();
        let lies = taken >> cell & 1 == 1;
        refuse(
            if lies { "not_possible" } else { "missing" },
            format!("/cells/{cell}"),
            if lies { "an island" } else { "null" },
            if lies { "null: cells are filled in order (GU-1)" } else { "an island: cells are filled in order (GU-1)" },
        )
    }

    /// GU-3, GU-12.
    fn check_postcards(&self, state: &State) -> Result<()> {
        let mut seen = PostcardSet::EMPTY;
        for (place, &card) in state.postcards().iter().enumerate() {
            let card = Postcard(card);
            if seen.contains(card) || state.removed.contains(card) {
                return refuse("duplicate_postcard", format!("/postcards/{place}"), card.id(), "a postcard that is nowhere else (GU-12)");
            }
            seen.insert(card);
        }
        let (least, most) = match state.phase {
            Phase::Tiles(_) | Phase::Pairs(_) => (0, 0),
            Phase::Postcards => (0, FIRST_TABLE - 1),
            _ => (FIRST_TABLE, TABLE),
        };
        let count = state.num_postcards as usize;
        if count < least || count > most {
            return refuse(
                "wrong_count",
                "/postcards",
                format!("{count} postcards"),
                format!("{least} to {most} in `{}`", state.phase.word()),
            );
        }
        if state.phase.is_setup() && !state.removed.is_empty() {
            return refuse("not_possible", "/removed_postcards", "postcards", "none in the set-up (GU-12)");
        }
        if state.phase == Phase::Postcard && self.card_pile(state).is_empty() {
            return refuse(
                "not_possible",
                "/removed_postcards",
                "all postcards of the pile",
                "none: they are shuffled in before the draw (GU-12)",
            );
        }
        Ok(())
    }

    /// GU-2, GU-11: how many pairs a seat has, and which rewards.
    fn check_pairs(&self, state: &State, seat: usize) -> Result<()> {
        let player = &state.players[seat];
        let discovered = state.discovered_of(seat);
        let (count, found) = (player.num_pairs as usize, discovered.len());
        let (least, most) = match state.phase {
            Phase::Tiles(_) => (0, 0),
            Phase::Pairs(asked) if seat < asked as usize => (PAIRS, PAIRS),
            Phase::Pairs(asked) if seat == asked as usize => (0, PAIRS - 1),
            Phase::Pairs(_) => (0, 0),
            _ if found < PAIRS => (PAIRS - found, PAIRS - found),
            _ => (0, 1),
        };
        if state.phase.is_setup() && found > 0 {
            return refuse("not_possible", format!("/players/{seat}/discovered"), format!("{found} pairs"), "none in the set-up");
        }
        if count < least || count > most {
            return refuse(
                "wrong_count",
                format!("/players/{seat}/pairs"),
                format!("{count} pairs with {found} discovered"),
                if least == most { format!("{least} (GU-2, GU-11)") } else { format!("{least} to {most} (GU-2, GU-11)") },
            );
        }
        let first = || discovered.iter().chain(player.pairs()).take(PAIRS);
        let legends = first().filter(|pair| pair.is_legend()).count();
        let due = usize::from(first().count() == PAIRS);
        if legends > 1 || legends < due {
            return refuse(
                "wrong_rewards",
                format!("/players/{seat}/pairs"),
                format!("{legends} legends among the first three pairs"),
                "one legend, two treasures (GU-2)",
            );
        }
        Ok(())
    }

    /// GU-5, GU-10: what lies on the table for a seat's active pair.
    fn check_player(&self, state: &State, seat: usize) -> Result<()> {
        let player = &state.players[seat];
        let pointer = |rest: &str| format!("/players/{seat}/{rest}");
        let Some(active) = player.active_pair() else {
            for (name, count) in
                [("clues", u32::from(player.num_clues)), ("fires", player.fires.len()), ("ruled_out", player.ruled_out.len())]
            {
                if count > 0 {
                    return refuse("not_possible", pointer(name), format!("{count} entries"), "none without an active pair (GU-11)");
                }
            }
            return Ok(());
        };
        if state.phase.is_setup() {
            return refuse("not_possible", pointer("active"), player.active, "null in the set-up (GU-4)");
        }
        if player.fires.len() > self.fires {
            return refuse("too_many", pointer("fires"), ids(player.fires), format!("at most {} (GU-3)", self.fires));
        }
        let over = player.ruled_out - (self.all_islands() - state.turned);
        if !over.is_empty() {
            return refuse("not_possible", pointer("ruled_out"), ids(over), "islands that are not turned over (GU-14)");
        }
        if player.ruled_out.contains(active.place()) {
            return refuse("not_possible", pointer("ruled_out"), active.place().id(), "islands other than the active place (GU-14)");
        }
        let mut shown = player.fires.into_iter().fold(IslandSet::EMPTY, |set, island| set | self.ruled_out_by_fire(state, island));
        if matches!(state.phase, Phase::Fire { .. }) {
            shown |= state.wrong_islands(seat as u8) - state.turned;
        }
        let missing = shown - player.ruled_out;
        if !missing.is_empty() {
            return refuse(
                "missing",
                pointer("ruled_out"),
                format!("all but {}", ids(missing)),
                "what fires and wrong boats rule out (GU-14)",
            );
        }
        Ok(())
    }

    /// GU-6, GU-7: boats of this turn, and who has finished.
    fn check_boats(&self, state: &State) -> Result<()> {
        let on_table = state.phase.is_sailing() || matches!(state.phase, Phase::Fire { .. });
        if !on_table && state.num_boats > 0 {
            return refuse("not_possible", "/boats", format!("{} boats", state.num_boats), format!("none in `{}`", state.phase.word()));
        }
        if !state.phase.is_sailing() && state.finished != 0 {
            return refuse("not_possible", "/finished", "seats", format!("none in `{}`", state.phase.word()));
        }
        let mut sent = [0_u8; MAX_PLAYERS];
        for (place, boat) in state.boats().iter().enumerate() {
            let pointer = |rest: &str| format!("/boats/{place}/{rest}");
            let (seat, guardian) = (boat.seat(), boat.guardian().unwrap_or_default());
            if seat == guardian || sent[seat] >> guardian & 1 == 1 {
                return refuse("not_possible", pointer("guardian"), guardian, "another seat, and one boat for each (GU-6)");
            }
            sent[seat] |= 1 << guardian;
            if sent[seat].count_ones() > BOATS as u32 {
                return refuse("too_many", pointer("seat"), seat, "two boats a seat (GU-6)");
            }
            self.check_boat(state, place, *boat)?;
        }
        for (seat, sent) in sent.iter().enumerate() {
            if state.phase.is_sailing() && sent.count_ones() >= BOATS as u32 && state.finished >> seat & 1 == 0 {
                return refuse("missing", "/finished", format!("no {seat}"), "each seat with two boats (GU-6)");
            }
        }
        Ok(())
    }

    /// GU-6, GU-8: one boat can lie where it does for whom it does.
    fn check_boat(&self, state: &State, place: usize, boat: Boat) -> Result<()> {
        let guardian = boat.guardian().unwrap_or_default();
        let island = boat.island();
        let player = &state.players[guardian];
        // In `fire` those found this turn have no active pair, but their place lies turned over under a boat that sought it.
        let just_found = |guardian: usize| {
            let last = state.discovered_of(guardian).last();
            let sought = |place| state.boats().iter().any(|boat| boat.guardian() == Some(guardian) && boat.island() == place);
            !state.phase.is_sailing() && !state.players[guardian].is_active() && last.is_some_and(|pair| sought(pair.place()))
        };
        if !(if state.phase.is_sailing() { player.can_be_sought() } else { player.is_active() || just_found(guardian) }) {
            return refuse(
                "not_possible",
                format!("/boats/{place}/guardian"),
                guardian,
                "a seat with an active pair and a clue, or one discovered this turn (GU-6)",
            );
        }
        let turned_now = |island: Island| {
            let last = |guardian: usize| state.discovered_of(guardian).last().map(|pair| pair.place());
            (0..self.common.num_players).any(|guardian| last(guardian) == Some(island) && just_found(guardian))
        };
        if state.turned.contains(island) && !turned_now(island) {
            return refuse("not_possible", format!("/boats/{place}/island"), island.id(), "an island not turned over before (GU-6)");
        }
        Ok(())
    }

    /// Who is asked can be.
    fn check_asking(&self, state: &State) -> Result<()> {
        let wrong = |expected: &str| {
            let seat = state.phase.seat().map_or("null".to_owned(), |seat| seat.to_string());
            refuse("wrong_seat", "/asking", seat, format!("{expected} in `{}`", state.phase.word()))
        };
        match state.phase {
            Phase::Choose(seat) if self.choosers(state, 0) >> seat & 1 == 0 => wrong("a seat with pairs, none of them active (GU-4),"),
            Phase::Clue(seat) if self.clue_seats(state, 0) >> seat & 1 == 0 => wrong("a seat with an active pair and a clue token (GU-5)"),
            Phase::Next if state.finished == self.all_seats() => {
                refuse("not_possible", "/finished", "all seats", "a seat that still sails: else the boats are resolved (GU-6)")
            }
            Phase::Sail(seat) if state.finished >> seat & 1 == 1 => wrong("a seat that has not finished (GU-6)"),
            Phase::Refill(seat) if state.player(seat).num_pairs > 0 || !self.can_refill(state) => {
                wrong("a seat without a pair, while places and rewards last (GU-11),")
            }
            Phase::Fire { seat, island } => {
                let player = state.player(seat);
                let sought = state.wrong_islands(seat) - player.fires;
                if player.is_active() && player.fires.len() < self.fires && sought.contains(island) {
                    Ok(())
                } else {
                    wrong("an undiscovered guardian with a fire left, on an island of a boat that sought it and without its fire (GU-10)")
                }
            }
            Phase::Tiles(_)
            | Phase::Pairs(_)
            | Phase::Postcards
            | Phase::Choose(_)
            | Phase::Clue(_)
            | Phase::Next
            | Phase::Sail(_)
            | Phase::Refill(_)
            | Phase::Postcard
            | Phase::Over => Ok(()),
        }
    }
}
