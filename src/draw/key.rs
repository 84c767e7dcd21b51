//! Keys of a draw, and unbiased choices derived from them.

use crate::base::hash::Digest;

/// Name of this algorithm; part of every key.
const ALGORITHM: &str = "proofmark-draw-1";

/// A key: SHA-256 over length-prefixed texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(Digest);

impl Key {
    /// Derives the key of `texts`, in order.
    pub fn new(texts: &[&str]) -> Self {
        let mut bytes = length_prefixed(ALGORITHM);
        for text in texts {
            bytes.extend(length_prefixed(text));
        }
        Self(Digest::sha256(&[&bytes]))
    }

    /// Derives the key of permutation number `cycle` of the stratum `name`: SHA-256(key ‖
    /// text(name) ‖ u64(cycle)).
    pub(super) fn derive_stratum_key(&self, name: &str, cycle: u64) -> Self {
        let length = (name.len() as u64).to_be_bytes();
        Self(Digest::sha256(&[self.0.as_bytes(), &length, name.as_bytes(), &cycle.to_be_bytes()]))
    }

    /// Returns the Feistel round function: the first eight bytes of SHA-256(key ‖ round as one byte
    /// ‖ u64(half)). Key and input fit one block of the hash, which halves the cost of a draw.
    pub(super) fn feistel_round(&self, round: u8, half: u64) -> u64 {
        first_word(&Digest::sha256(&[self.0.as_bytes(), &[round], &half.to_be_bytes()]))
    }

    /// Returns the first eight bytes of SHA-256(key ‖ text(label) ‖ u64(number) ‖ u64(attempt)).
    pub fn derive_word(&self, label: &str, number: u64, attempt: u64) -> u64 {
        let length = (label.len() as u64).to_be_bytes();
        let (number, attempt) = (number.to_be_bytes(), attempt.to_be_bytes());
        let parts = [self.0.as_bytes(), &length[..], label.as_bytes(), &number, &attempt];
        first_word(&Digest::sha256(&parts))
    }

    /// Derives a uniform number below `bound` (at least 1), by rejection sampling: words in the
    /// incomplete last multiple of `bound` are rejected.
    pub fn derive_below(&self, label: &str, number: u64, bound: u64) -> u64 {
        // Number of rejected words: 2^64 mod bound.
        let excess = (u64::MAX % bound + 1) % bound;
        let mut attempt = 0;
        loop {
            let word = self.derive_word(label, number, attempt);
            if word <= u64::MAX - excess {
                return word % bound;
            }
            attempt += 1;
        }
    }

    /// Derives a uniform permutation of 0 to N−1: the number `derive_below(N!)` in factorial
    /// digits, each of which selects one of the remaining entries.
    pub fn shuffle<const N: usize>(&self, label: &str, number: u64) -> [u8; N] {
        let mut remaining: Vec<u8> = (0..N as u8).collect();
        let mut rest = self.derive_below(label, number, (1..=N as u64).product());
        std::array::from_fn(|taken| {
            let choices = (N - taken) as u64;
            let digit = (rest % choices) as usize;
            rest /= choices;
            remaining.remove(digit)
        })
    }
}

/// Returns the first eight bytes of `digest` as a big-endian number.
fn first_word(digest: &Digest) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *digest.as_bytes();
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// Returns the UTF-8 bytes of `text` after their count as eight big-endian bytes.
fn length_prefixed(text: &str) -> Vec<u8> {
    let mut bytes = (text.len() as u64).to_be_bytes().to_vec();
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_length_prefixed() {
        assert_ne!(Key::new(&["ab", "c"]), Key::new(&["a", "bc"]));
        assert_ne!(Key::new(&["a"]), Key::new(&["a", ""]));
    }

    #[test]
    fn choices_are_uniform() {
        let key = Key::new(&["even"]);
        let mut counts = [0u32; 24];
        for number in 0..24_000 {
            let [a, b, c, d] = key.shuffle::<4>("x", number);
            let rank = |value: u8, others: &[u8]| others.iter().filter(|&&o| o < value).count();
            let at = rank(a, &[b, c, d]) * 6 + rank(b, &[c, d]) * 2 + rank(c, &[d]);
            counts[at] += 1;
        }
        // Mean 1000, standard deviation 31: a tolerance of six of them.
        assert!(counts.iter().all(|count| count.abs_diff(1000) < 186), "{counts:?}");
    }
}
