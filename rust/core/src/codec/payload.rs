//! Payloads, piece by piece.

use crate::error::{Error, Result};

/// What is left of a payload.
#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

fn truncated() -> Error {
    Error::codec("truncated", "payload", "too few bytes", "a whole payload")
}

impl<'a> Reader<'a> {
    /// Starts reading.
    pub const fn new(payload: &'a [u8]) -> Self {
        Self(payload)
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (piece, rest) = self.0.split_at_checked(count).ok_or_else(truncated)?;
        self.0 = rest;
        Ok(piece)
    }

    /// Fills a place with the next bytes.
    pub fn fill(&mut self, place: &mut [u8]) -> Result<()> {
        place.copy_from_slice(self.take(place.len())?);
        Ok(())
    }

    /// The next bytes, as many as fit.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (piece, rest) = self.0.split_first_chunk::<N>().ok_or_else(truncated)?;
        self.0 = rest;
        Ok(*piece)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8> {
        self.array().map(|[byte]| byte)
    }

    /// The next two bytes, little-endian.
    pub fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next eight bytes, little-endian.
    pub fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// What is left.
    pub const fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// Refuses what is left over.
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(Error::codec("too_long", "payload", format!("{} bytes more", self.0.len()), "the end of the payload"))
    }
}

/// The most bytes of a payload.
pub const MAX_PAYLOAD: usize = 640;

/// Room behind the longest payload for the rest of a row that is copied whole.
const SLACK: usize = 64;

/// A state's payload: what its bytes, its hash and its place in a batch are made of. Kept and cleared, it costs no more than what is written.
#[derive(Clone)]
pub struct Payload {
    buffer: [u8; MAX_PAYLOAD + SLACK],
    end: usize,
}

impl Payload {
    /// Without a byte.
    #[inline]
    pub const fn new() -> Self {
        Self { buffer: [0; MAX_PAYLOAD + SLACK], end: 0 }
    }

    /// Starts anew.
    #[inline]
    pub const fn clear(&mut self) {
        self.end = 0;
    }

    /// Appends bytes.
    #[inline]
    pub fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        self.row(&bytes, N);
    }

    /// Appends the first `count` bytes of a row. All of it is copied: a copy of fixed size needs no call, and what is too much is written over.
    #[inline]
    pub fn row<const N: usize>(&mut self, row: &[u8; N], count: usize) {
        const { assert!(N <= SLACK) };
        debug_assert!(count <= N && self.end + count <= MAX_PAYLOAD);
        if let Some(place) = self.buffer.get_mut(self.end..).and_then(|rest| rest.first_chunk_mut()) {
            *place = *row;
            self.end += count;
        }
    }

    /// Appends bytes of any number.
    #[inline]
    pub fn slice(&mut self, bytes: &[u8]) {
        debug_assert!(self.end + bytes.len() <= MAX_PAYLOAD);
        if let Some(place) = self.buffer.get_mut(self.end..self.end + bytes.len()) {
            place.copy_from_slice(bytes);
            self.end += bytes.len();
        }
    }
}

impl Default for Payload {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Payload {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Payload {}

impl std::ops::Deref for Payload {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.buffer.get(..self.end).unwrap_or(&[])
    }
}

impl std::fmt::Debug for Payload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}
