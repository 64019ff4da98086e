//! A batch as bytes: packed states, and pickles.

use std::sync::Arc;

use super::{Batch, Options, Row, shown};
use crate::error::{Error, Result};
use crate::game::{Game, Payload};

/// Grows with the layout of [`Batch::load`]'s bytes.
const VERSION: u8 = 1;

/// Reads the bytes of a batch piece by piece.
struct Saved<'a>(&'a [u8]);

impl Saved<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (piece, rest) =
            self.0.split_first_chunk::<N>().ok_or_else(|| Error::codec("truncated", "data", "too few bytes", "a whole batch"))?;
        self.0 = rest;
        Ok(*piece)
    }

    fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn flag(&mut self) -> Result<bool> {
        let [byte] = self.array()?;
        if byte < 2 { Ok(byte == 1) } else { Err(Error::codec("damaged", "data", byte, "0 or 1")) }
    }

    fn state<G: Game>(&mut self, game: &G) -> Result<G::State> {
        let length = u16::from_le_bytes(self.array()?) as usize;
        let (payload, rest) =
            self.0.split_at_checked(length).ok_or_else(|| Error::codec("truncated", "data", "too few bytes", "a whole batch"))?;
        self.0 = rest;
        game.read(payload)
    }
}

impl<G: Game> Batch<G> {
    /// Reads what [`super::AnyBatch::save`] wrote of a batch of this game.
    pub fn load(game: Arc<G>, bytes: &[u8]) -> Result<Self> {
        let damaged = || Error::codec("damaged", "data", format!("{} bytes", bytes.len()), "the whole bytes of a batch");
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if xxhash_rust::xxh3::xxh3_64(body).to_le_bytes() != *sum {
            return Err(damaged());
        }
        let mut reader = Saved(body);
        let [version] = reader.array()?;
        if version != VERSION {
            return Err(Error::codec("unknown_version", "data", version, format!("version {VERSION}")));
        }
        let (seed, next_id, threads) = (reader.u64()?, reader.u64()?, reader.u64()? as usize);
        let options = Options { auto_reset: reader.flag()?, skip_forced: reader.flag()? };
        let mut count = reader.u64()?;
        let start = reader.state(&*game)?;
        let mut batch = Self::empty(game, start, seed, threads.clamp(1, 256), options);
        batch.next_id = next_id;
        while count > 0 {
            batch.states.push(reader.state(&*batch.game)?);
            count -= 1;
        }
        for state in &batch.states {
            let (seed, ply, steps, id) = (reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?);
            let mut row = Row { ply, steps, ..Row::begin(id, seed) };
            let [last] = reader.array()?;
            row.last = if (last as usize) < batch.game.common().num_players { last } else { return Err(damaged()) };
            row.done = reader.flag()?;
            for place in &mut row.returns {
                *place = f64::from_bits(reader.u64()?);
            }
            for place in &mut row.scores {
                *place = i32::from_le_bytes(reader.array()?);
            }
            let ended = if reader.flag()? { reader.state(&*batch.game)? } else { *state };
            if options.auto_reset {
                batch.ended.push(ended);
            }
            batch.rows.push(row);
        }
        if !reader.0.is_empty() {
            return Err(Error::codec("too_long", "data", format!("{} bytes more", reader.0.len()), "the end of the batch"));
        }
        batch.find_legal();
        Ok(batch)
    }

    /// See [`super::AnyBatch::save`].
    pub(super) fn saved(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.next_id.to_le_bytes());
        bytes.extend((self.workers.threads as u64).to_le_bytes());
        bytes.extend([u8::from(self.options.auto_reset), u8::from(self.options.skip_forced)]);
        bytes.extend((self.states.len() as u64).to_le_bytes());
        let mut payload = Payload::new();
        let mut put = |bytes: &mut Vec<u8>, state: &G::State| {
            payload.clear();
            self.game.write(state, &mut payload);
            bytes.extend((payload.len() as u16).to_le_bytes());
            bytes.extend_from_slice(&payload);
        };
        for state in std::iter::once(&self.start).chain(&self.states) {
            put(&mut bytes, state);
        }
        for (k, row) in self.rows.iter().enumerate() {
            bytes.extend([row.seed, row.ply, row.steps, row.id].into_iter().flat_map(u64::to_le_bytes));
            bytes.extend([row.last, u8::from(row.done)]);
            bytes.extend(row.returns.into_iter().flat_map(f64::to_le_bytes));
            bytes.extend(row.scores.into_iter().flat_map(i32::to_le_bytes));
            // The state that an ended game ended in, where the row shows the next one.
            let replaced = shown::final_state(&*self.game, &self.states, &self.rows, &self.ended, k).filter(|_| !self.is_over(k));
            bytes.push(u8::from(replaced.is_some()));
            if let Some(state) = replaced {
                put(&mut bytes, state);
            }
        }
        bytes.extend(xxhash_rust::xxh3::xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// See [`super::AnyBatch::pack`].
    pub(super) fn pack_states(&self, out: &mut [u8], size: usize) {
        let mut payload = Payload::new();
        for (state, place) in self.states.iter().zip(out.chunks_mut(size)) {
            payload.clear();
            self.game.write(state, &mut payload);
            let (length, rest) = place.split_at_mut(2);
            length.copy_from_slice(&(payload.len() as u16).to_le_bytes());
            let (body, zeros) = rest.split_at_mut(payload.len());
            body.copy_from_slice(&payload);
            zeros.fill(0);
        }
    }

    /// The states of what [`super::AnyBatch::pack`] wrote.
    pub(super) fn unpacked(&self, data: &[u8], size: usize) -> Result<Vec<G::State>> {
        let mut read = Vec::with_capacity(self.states.len());
        for (row, place) in data.chunks(size).enumerate() {
            let payload = place.split_at_checked(2).and_then(|(length, rest)| {
                let length = length.iter().rev().fold(0_usize, |number, &byte| number << 8 | byte as usize);
                rest.get(..length)
            });
            let payload =
                payload.ok_or_else(|| Error::codec("truncated", format!("data[{row}]"), "a length beyond its row", "what pack wrote"))?;
            read.push(self.game.read(payload).map_err(|error| {
                let detail = error.detail();
                Error::codec(detail.code, format!("data[{row}]: {}", detail.field), &detail.value, detail.expected.clone())
            })?);
        }
        Ok(read)
    }
}
