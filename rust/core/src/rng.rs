//! The generator: xoshiro256++ seeded by SplitMix64. It is part of the formats: recorded games depend on every bit of it.

use crate::error::{Error, Result};

/// SplitMix64, which turns a seed into words.
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts at `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        finish(self.0)
    }

    /// The k-th output (from 0) of the generator started at `seed`, at once: the seed of game k of a job.
    pub const fn nth(seed: u64, k: u64) -> u64 {
        finish(seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(k.wrapping_add(1))))
    }
}

const fn finish(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of the generator that draws the chance of ply `ply` in a game with seed `seed`.
pub const fn mix(seed: u64, ply: u64) -> u64 {
    SplitMix64::nth(seed ^ SplitMix64::nth(ply, 0), 0)
}

/// xoshiro256++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// Seeds the four words from SplitMix64 started at `seed`.
    pub const fn new(seed: u64) -> Self {
        let mut words = SplitMix64::new(seed);
        Self([words.next(), words.next(), words.next(), words.next()])
    }

    /// Seeded by the operating system.
    pub fn from_system() -> Result<Self> {
        let seed =
            getrandom::u64().map_err(|error| Error::argument("no_entropy", "seed", error, "a random seed from the operating system"))?;
        Ok(Self::new(seed))
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c2, d2) = (c ^ a, d ^ b);
        self.0 = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// A number below `n`, each equally likely (Lemire's multiply-shift with rejection). `n` must not be 0; 0 gives 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut wide = u128::from(self.next()) * u128::from(n);
        if (wide as u64) < n {
            let threshold = n.wrapping_neg() % n.max(1);
            while (wide as u64) < threshold {
                wide = u128::from(self.next()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }

    /// A number in [0, 1): the upper 53 bits times 2^-53.
    #[inline]
    pub fn random(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Fisher-Yates from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }

    /// A child: the generator seeded by the next output.
    pub const fn spawn(&mut self) -> Self {
        Self::new(self.next())
    }

    /// The four words, little-endian.
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (place, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    /// What [`Rng::to_bytes`] wrote; `None` for all zero, from which the generator never leaves.
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        let mut words = [0; 4];
        for (word, place) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*place);
        }
        (words != [0; 4]).then_some(Self(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_known_values() {
        let mut generator = SplitMix64::new(1_234_567);
        assert_eq!(generator.next(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next(), 3_203_168_211_198_807_973);
        assert_eq!(SplitMix64::nth(1_234_567, 1), 3_203_168_211_198_807_973);
    }

    #[test]
    fn xoshiro_known_values() {
        // The reference implementation started at the words 1, 2, 3, 4.
        let mut generator = Rng([1, 2, 3, 4]);
        let expected = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        for value in expected {
            assert_eq!(generator.next(), value);
        }
    }

    #[test]
    fn below_is_uniform_at_the_edges() {
        let mut generator = Rng::new(7);
        for n in [1, 2, 3, (1 << 63) + 1, u64::MAX] {
            for _ in 0..200 {
                assert!(generator.below(n) < n);
            }
        }
        let mut counts = [0_u32; 5];
        for _ in 0..50_000 {
            counts[generator.below(5) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    }

    #[test]
    fn bytes_round_trip() {
        let mut generator = Rng::new(3);
        generator.next();
        assert_eq!(Rng::from_bytes(&generator.to_bytes()), Some(generator));
        assert_eq!(Rng::from_bytes(&[0; 32]), None);
    }
}
