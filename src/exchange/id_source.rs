//! Deterministic ids and jitter of an exchange.

use crate::draw::Key;

/// Derives the ids and the jitter of one question of a run from the run's key.
#[derive(Clone, Debug)]
pub struct IdSource {
    key: Key,
    number: u64,
}

impl IdSource {
    /// Creates the ticket of question number `number` in the run with this key.
    pub const fn new(key: Key, number: u64) -> Self {
        Self { key, number }
    }

    /// Derives the id for `label`, as a version 8 UUID (RFC 9562, 5.8).
    pub fn id(&self, label: &str) -> String {
        let high = self.key.derive_word(label, self.number, 0);
        let low = self.key.derive_word(label, self.number, 1);
        format!(
            "{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            low >> 48 & 0x3fff | 0x8000,
            low & 0xffff_ffff_ffff
        )
    }

    /// Derives a uniform delay of 0 to `most` milliseconds for retry number `retry` (below 2^16).
    pub(super) fn jitter(&self, retry: u32, most: u64) -> u64 {
        let number = self.number << 16 | u64::from(retry) & 0xffff;
        self.key.derive_below("retry", number, most.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct_deterministic_uuids() {
        let ticket = |number| IdSource::new(Key::new(&["seed"]), number);
        let id = ticket(0).id("message");
        assert_eq!(id, ticket(0).id("message"));
        assert_ne!(id, ticket(1).id("message"));
        assert_ne!(id, ticket(0).id("session"));
        let bytes = id.as_bytes();
        assert_eq!((bytes.len(), bytes[14], id.matches('-').count()), (36, b'8', 4));
        assert!(b"89ab".contains(&bytes[19]), "{id}");
    }
}
