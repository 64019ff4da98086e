//! Reading a payload piece by piece.

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

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.take(1)?.first().copied().unwrap_or_default())
    }

    /// The next two bytes, little-endian.
    pub fn u16(&mut self) -> Result<u16> {
        let mut bytes = [0; 2];
        self.fill(&mut bytes)?;
        Ok(u16::from_le_bytes(bytes))
    }

    /// The next eight bytes, little-endian.
    pub fn u64(&mut self) -> Result<u64> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Refuses what is left over.
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(Error::codec("too_long", "payload", format!("{} bytes more", self.0.len()), "the end of the payload"))
    }
}
