//! Fingerprints of games and hashes of states. Both are part of the formats.

use sha2::{Digest, Sha256};

/// What tells games with different rules, parameters or data apart.
pub type Fingerprint = [u8; 16];

/// The first 16 bytes of SHA-256 over the parts, each led by its length.
pub fn fingerprint(parts: &[&[u8]]) -> Fingerprint {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    let mut short = [0; 16];
    for (place, byte) in short.iter_mut().zip(digest) {
        *place = byte;
    }
    short
}

/// XXH3 of the payload with the fingerprint as its seed.
pub fn hash64(payload: &[u8], fingerprint: &Fingerprint) -> u64 {
    xxhash_rust::xxh3::xxh3_64_with_seed(payload, seed(fingerprint))
}

/// The same with 128 bits.
pub fn hash128(payload: &[u8], fingerprint: &Fingerprint) -> [u8; 16] {
    xxhash_rust::xxh3::xxh3_128_with_seed(payload, seed(fingerprint)).to_le_bytes()
}

const fn seed(fingerprint: &Fingerprint) -> u64 {
    let word = u128::from_le_bytes(*fingerprint);
    word as u64 ^ ((word >> 64) as u64).rotate_left(32)
}
