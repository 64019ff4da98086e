//! Majorities: who alone has the most.

/// For each place the owner (a row of `strength`) that alone has the most there, as one bit set a row. 0 everywhere leaves a place to nobody.
///
/// Cost: three passes over `strength`, in vector registers.
#[inline(always)]
pub fn strict_majorities<const ROWS: usize>(strength: &[[u8; 32]; ROWS]) -> [u32; ROWS] {
    let mut most = [0_u8; 32];
    let mut second = [0_u8; 32];
    for row in strength {
        for ((most, second), &value) in most.iter_mut().zip(&mut second).zip(row) {
            *second = (*second).max((*most).min(value));
            *most = (*most).max(value);
        }
    }
    // A place that is tied, or empty, gets a bar that nobody reaches.
    let mut bar = [0_u8; 32];
    for ((bar, &most), &second) in bar.iter_mut().zip(&most).zip(&second) {
        *bar = if most > second { most } else { u8::MAX };
    }
    let mut sets = [0; ROWS];
    for (set, row) in sets.iter_mut().zip(strength) {
        let mut bytes = [0_u8; 32];
        for ((byte, &value), &bar) in bytes.iter_mut().zip(row).zip(&bar) {
            *byte = u8::from(value == bar);
        }
        *set = pack(&bytes);
    }
    sets
}

/// Bit k is byte k, each 0 or 1.
#[inline]
fn pack(bytes: &[u8; 32]) -> u32 {
    let mut set = 0;
    for (k, chunk) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // The multiplication gathers the lowest bit of each byte in the highest byte.
        let gathered = u64::from_le_bytes(*chunk).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= (gathered as u32) << (8 * k);
    }
    set
}

/// The one index that has strictly the most, if it has more than 0.
#[inline]
pub fn strict_most(counts: &[u32]) -> Option<usize> {
    let mut best = None;
    let mut most = 0;
    for (index, &count) in counts.iter().enumerate() {
        if count > most {
            most = count;
            best = Some(index);
        } else if count == most {
            best = None;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn majorities_are_strict() {
        let mut rng = crate::rng::Rng::new(5);
        for _ in 0..500 {
            let mut strength = [[0_u8; 32]; 4];
            for value in strength.iter_mut().flatten() {
                *value = rng.below(4) as u8;
            }
            let sets = strict_majorities(&strength);
            for place in 0..32 {
                let counts: Vec<u32> = strength.iter().map(|row| u32::from(row[place])).collect();
                for (row, set) in sets.iter().enumerate() {
                    let alone = counts.iter().enumerate().all(|(other, &count)| other == row || count < counts[row]);
                    assert_eq!(set >> place & 1 == 1, alone, "{counts:?}");
                    assert_eq!(strict_most(&counts) == Some(row), alone);
                }
            }
        }
    }
}
