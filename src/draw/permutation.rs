//! Keyed permutation of 0 to size−1 in constant time and space.

use crate::draw::Key;

/// Rounds of the Feistel network.
const ROUNDS: u8 = 8;

/// Maps `place` by permutation number `cycle` of the stratum `name`.
///
/// A balanced Feistel network permutes the smallest power of four that holds `size`. A result out
/// of range is permuted again until it is in range ("cycle walking"). That takes fewer than four
/// steps on average, and always ends because a permutation returns to its start.
pub(super) fn permute(key: &Key, name: &str, cycle: u64, size: u64, place: u64) -> u64 {
    let key = key.derive_stratum_key(name, cycle);
    let half = half_bits(size);
    let mask = (1 << half) - 1;
    let mut at = place;
    loop {
        let (mut left, mut right) = (at >> half, at & mask);
        for round in 0..ROUNDS {
            let mixed = left ^ (key.feistel_round(round, right) & mask);
            (left, right) = (right, mixed);
        }
        at = left << half | right;
        if at < size {
            return at;
        }
    }
}

/// Returns the bits of one half: the smallest number, at least 1, with 4^bits at least `size`.
const fn half_bits(size: u64) -> u32 {
    let bits = u64::BITS - (size.saturating_sub(1)).leading_zeros();
    let half = bits.div_ceil(2);
    if half == 0 { 1 } else { half }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutes_every_size() {
        let key = Key::new(&["permutation"]);
        for size in [1, 2, 3, 4, 5, 10, 16, 17, 60, 64, 121, 4550] {
            let mut seen: Vec<_> = (0..size).map(|i| permute(&key, "x", 0, size, i)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..size).collect::<Vec<_>>());
        }
    }

    #[test]
    fn cycles_differ() {
        let key = Key::new(&["permutation"]);
        let order =
            |cycle| (0..121).map(|i| permute(&key, "mul", cycle, 121, i)).collect::<Vec<_>>();
        assert_ne!(order(0), order(1));
    }

    #[test]
    fn half_bits_are_minimal() {
        let halves = [1, 2, 4, 5, 16, 17, 64, 121, 8281].map(half_bits);
        assert_eq!(halves, [1, 1, 1, 2, 2, 3, 3, 4, 7]);
    }
}
