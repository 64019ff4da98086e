//! How well a seat stands, for the greedy policy.

use super::score::{Grid, Table, Tally};
use super::state::Plot;
use super::types::*;
use super::{Kingdom, State};
use crate::MAX_SEATS;

/// A point, beside all that only may become one.
const POINT: i32 = 1000;

impl Kingdom {
    /// See [`crate::game::Game::standing`]: the lead in points, edicts included, and as far as that leaves a choice what the edicts count.
    ///
    /// A card laid in secret counts as revealed; one that is only picked counts where it is worth most. The cards that others lay in the same
    /// round never count: a seat does not know them when it chooses, even where its own `place` reveals them. Cost: a scoring, after a `pick` one
    /// for each way to lay the card.
    pub(super) fn prospect(&self, state: &State, seat: usize) -> i32 {
        let laid = state.laid();
        let (Some(plot), Some(&pending)) = (state.plots.get(seat), state.pending.get(seat)) else { return 0 };
        let others = if pending.card == NONE { laid.saturating_sub(1) } else { laid };
        let mut tallies = [Tally::default(); MAX_SEATS];
        for (tally, plot) in tallies.iter_mut().zip(&state.plots).take(self.common.num_players) {
            *tally = Tally::of(&Grid::of(&plot.first(others), others, &self.deck));
        }
        if pending.card == NONE {
            return self.worth(state, seat, plot, laid, &mut tallies);
        }
        let mut with = |place: u8| {
            let mut plot = *plot;
            plot.lay(laid, Laid { card: pending.card, place });
            self.worth(state, seat, &plot, laid + 1, &mut tallies)
        };
        if pending.place != NONE {
            return with(pending.place);
        }
        let places = plot.open().into_iter().flat_map(|cell| (0..SIDES as u8).map(move |turns| cell.0 << 2 | turns));
        places.map(with).max().unwrap_or_default()
    }

    /// What a kingdom of `count` cards is worth to a seat beside the others' tallies.
    fn worth(&self, state: &State, seat: usize, plot: &Plot, count: usize, tallies: &mut [Tally; MAX_SEATS]) -> i32 {
        let seats = self.common.num_players;
        tallies[seat] = Tally::of(&Grid::of(plot, count, &self.deck));
        let scores = Table::new(*tallies, seats, &state.edicts).parts(&self.deck, &state.edicts).map(|parts| parts.iter().sum::<i32>());
        let rival = (0..seats).filter(|&other| other != seat).map(|other| scores[other]).max().unwrap_or_default();
        let drawn = state.edicts.iter().filter(|&&edict| edict != NONE);
        let counted: u32 = drawn.map(|&edict| tallies[seat].counted(Edict::of(edict))).sum();
        POINT * (scores[seat] - rival) + (counted + u32::from(tallies[seat].road)) as i32
    }
}
