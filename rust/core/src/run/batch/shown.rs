//! What a batch shows of its rows: legal actions, observations.

use super::{Batch, MaskOut, PIECE, Row};
use crate::action::{Bits, Seat};
use crate::error::Result;
use crate::game::{Game, Node};

impl<G: Game> Batch<G> {
    /// See [`super::AnyBatch::mask`].
    pub(super) fn write_masks(&mut self, out: MaskOut<'_>) -> Result<()> {
        match out {
            MaskOut::Bools(out) => self.fill_masks(out, (false, true)),
            MaskOut::Signed(out) => self.fill_masks(out, (0, 1)),
            MaskOut::Bytes(out) => self.fill_masks(out, (0, 1)),
        }
    }

    fn fill_masks<T: Copy + Send + Sync>(&mut self, out: &mut [T], (zero, one): (T, T)) -> Result<()> {
        let (size, words) = (self.game.common().actions.size().max(1) as usize, self.words);
        let pieces = self.legal.chunks(PIECE * words).zip(out.chunks_mut(PIECE * size));
        self.workers.run(pieces, |(legal, out)| {
            out.fill(zero);
            for (legal, mask) in legal.chunks(words).zip(out.chunks_mut(size)) {
                for (&word, part) in legal.iter().zip(mask.chunks_mut(64)) {
                    for bit in Bits(word) {
                        if let Some(place) = part.get_mut(bit as usize) {
                            *place = one;
                        }
                    }
                }
            }
        })
    }

    /// See [`super::AnyBatch::observe`].
    pub(super) fn write_observations(&mut self, out: &mut [f32], seats: Option<&[Seat]>) -> Result<()> {
        let game = &*self.game;
        let size = game.common().observation.size.max(1);
        let pieces = self.states.chunks(PIECE).zip(self.rows.chunks(PIECE)).zip(out.chunks_mut(PIECE * size)).enumerate();
        self.workers.run(pieces, |(piece, ((states, rows), out))| {
            for (k, ((state, row), out)) in states.iter().zip(rows).zip(out.chunks_mut(size)).enumerate() {
                let own = || if let Node::Decision(seat) = game.node(state) { seat } else { Seat(row.last) };
                let seat = seats.and_then(|seats| seats.get(piece * PIECE + k).copied()).unwrap_or_else(own);
                game.observe(&game.view(state, Some(seat)), out);
            }
        })
    }

    /// See [`super::AnyBatch::observe_final`].
    pub(super) fn write_final_observations(&mut self, out: &mut [f32], seats: Option<&[Seat]>) -> Result<()> {
        let size = self.game.common().observation.size.max(1);
        let (game, states, rows, ended) = (&*self.game, &self.states, &self.rows, &self.ended);
        self.workers.run(out.chunks_mut(PIECE * size).enumerate(), |(piece, out)| {
            for (k, out) in (piece * PIECE..).zip(out.chunks_mut(size)) {
                let last = rows.get(k).map_or(0, |row| row.last);
                let seat = seats.and_then(|seats| seats.get(k).copied()).unwrap_or(Seat(last));
                match final_state(game, states, rows, ended, k) {
                    Some(state) => game.observe(&game.view(state, Some(seat)), out),
                    None => out.fill(0.0),
                }
            }
        })
    }
}

/// The state that a row's last step ended its game in; `None` if it ended none.
pub(super) fn final_state<'a, G: Game>(
    game: &G,
    states: &'a [G::State],
    rows: &[Row],
    ended: &'a [G::State],
    k: usize,
) -> Option<&'a G::State> {
    let done = rows.get(k).is_some_and(|row| row.done);
    let state = states.get(k).filter(|_| done)?;
    if game.node(state) == Node::Terminal { Some(state) } else { ended.get(k) }
}
