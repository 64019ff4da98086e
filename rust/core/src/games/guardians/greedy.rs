//! What an action is worth to who reads clues: islands weigh by their tags against all clues that a guardian has on the table.
//!
//! Only what the seat that moves knows goes in: its own pairs, and what is open.

use super::types::*;
use super::{Guardians, Phase, State};
use crate::action::{Action, Actions};

/// How much likelier an island is for each clue that it fits.
const FIT: u64 = 8;

/// Worth of certainty.
const SURE: u64 = 1_000_000;

impl Guardians {
    /// The islands that show the tag of a clue.
    pub(super) fn fitting(&self, state: &State, clue: Clue) -> IslandSet {
        let card = state.postcards.get(clue.slot()).copied().unwrap_or_default();
        self.shown.get(Postcard(card).index()).and_then(|elements| elements.get(clue.element())).copied().unwrap_or_default()
    }

    /// Every clue that could be given now.
    pub(super) fn elements_on(&self, state: &State) -> impl Iterator<Item = Clue> {
        state.postcards().iter().enumerate().flat_map(|(slot, &card)| (0..self.elements_of(card)).map(move |k| Clue::new(slot, k)))
    }

    /// What others hold possible for a guardian's place.
    pub(super) fn possible(&self, state: &State, guardian: u8) -> IslandSet {
        self.all_islands() - state.turned - state.player(guardian).ruled_out
    }

    /// See [`crate::game::Game::worth`].
    pub(super) fn worth_of(&self, state: &State, action: Action, seat: u8) -> i32 {
        Reader::new(self, state, seat).worth(action)
    }

    /// See [`crate::game::Game::worths`]: clues are read once.
    #[inline]
    pub(super) fn each_worth(&self, state: &State, legal: &Actions, seat: u8, mut tell: impl FnMut(Action, i32)) {
        let mut reader = Reader::new(self, state, seat);
        for action in legal.iter() {
            tell(action, reader.worth(action));
        }
    }
}

/// A seat that reads clues, each guardian's once.
struct Reader<'a> {
    game: &'a Guardians,
    state: &'a State,
    seat: u8,
    /// What is known of each guardian's place; of its own, what others know.
    read: [Option<Read>; MAX_PLAYERS],
}

impl<'a> Reader<'a> {
    const fn new(game: &'a Guardians, state: &'a State, seat: u8) -> Self {
        Self { game, state, seat, read: [None; MAX_PLAYERS] }
    }

    #[inline]
    fn read(&mut self, guardian: u8) -> &Read {
        let (game, state, seat) = (self.game, self.state, self.seat);
        self.read[guardian as usize % MAX_PLAYERS].get_or_insert_with(|| {
            let own = if guardian == seat { IslandSet::EMPTY } else { state.player(seat).places() };
            let mut layers = Layers::of(game.possible(state, guardian) - own);
            for &clue in state.player(guardian).clues() {
                layers.add(game.fitting(state, clue));
            }
            Read { layers, likelihoods: layers.likelihoods() }
        })
    }

    /// How likely its clues, with one more, make a place of its own to the others.
    fn shown_by(&mut self, place: Island, clue: Clue) -> u32 {
        let mut layers = self.read(self.seat).layers;
        layers.add(self.game.fitting(self.state, clue));
        layers.find(place).map_or(0, |layer| layers.likelihoods()[layer])
    }

    /// See [`crate::game::Game::worth`].
    #[inline]
    fn worth(&mut self, action: Action) -> i32 {
        let (game, state) = (self.game, self.state);
        let worth = match state.phase {
            Phase::Sail(_) if action.0 != game.ids.pass => {
                let number = action.0.wrapping_sub(game.ids.sail);
                let (guardian, island) = (number / game.num_islands as u16, number % game.num_islands as u16);
                let read = self.read(guardian as u8);
                // Any boat is better than none.
                1 + read.layers.find(Island(island as u8)).map_or(0, |layer| read.likelihoods[layer])
            }
            Phase::Clue(_) => {
                let number = action.0.wrapping_sub(game.ids.clue) as usize;
                let clue = Clue::new(number / game.max_elements, number % game.max_elements);
                state.player(self.seat).active_pair().map_or(0, |pair| self.shown_by(pair.place(), clue))
            }
            Phase::Choose(_) => {
                let place = Island(action.0.wrapping_sub(game.ids.choose) as u8);
                game.elements_on(state).map(|clue| self.shown_by(place, clue)).max().unwrap_or_default()
            }
            Phase::Fire { .. } => u32::from(action.0 != game.ids.pass),
            _ => 0,
        };
        worth as i32
    }
}

/// What clues make of a guardian's place.
#[derive(Clone, Copy)]
struct Read {
    layers: Layers,
    /// How likely an island of each layer is.
    likelihoods: [u32; LAYERS],
}

const LAYERS: usize = MAX_CLUES + 2;

/// Islands by how many clues they fit: those of each layer fit one more than those of the layer before, and weigh [`FIT`] times as much.
#[derive(Clone, Copy)]
pub(super) struct Layers([IslandSet; LAYERS]);

impl Layers {
    /// Before any clue.
    pub(super) const fn of(possible: IslandSet) -> Self {
        let mut sets = [IslandSet::EMPTY; LAYERS];
        sets[0] = possible;
        Self(sets)
    }

    /// Takes up a clue that some islands fit.
    #[inline]
    pub(super) fn add(&mut self, fitting: IslandSet) {
        let mut up = IslandSet::EMPTY;
        for set in &mut self.0 {
            let rising = *set & fitting;
            *set = (*set - rising) | up;
            up = rising;
        }
    }

    /// The layer of an island; `None` if it is none of these.
    #[inline]
    fn find(&self, island: Island) -> Option<usize> {
        self.0.iter().position(|set| set.contains(island))
    }

    /// How an island weighs.
    pub(super) fn weight(&self, island: Island) -> u64 {
        self.find(island).map_or(0, |layer| FIT.pow(layer as u32))
    }

    /// How likely an island of each layer is, in millionths.
    #[inline]
    fn likelihoods(&self) -> [u32; LAYERS] {
        let (mut total, mut weight) = (0, 1);
        for set in &self.0 {
            total += weight * u64::from(set.len());
            weight *= FIT;
        }
        let mut weight = SURE;
        let mut likelihoods = [0; LAYERS];
        for (likelihood, set) in likelihoods.iter_mut().zip(&self.0) {
            if !set.is_empty() {
                *likelihood = (weight / total) as u32;
            }
            weight *= FIT;
        }
        likelihoods
    }
}
