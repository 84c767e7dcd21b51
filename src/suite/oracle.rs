//! The oracle: digests of the accepted answers of a task.

use crate::base::hash::{Digest, from_hex};
use crate::error::{Code, Error, shown};

/// Maximum number of accepted answers of a task.
const MAX_ANSWERS: usize = 100;

/// A salt of 16 to 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt {
    bytes: [u8; 32],
    length: u8,
}

impl Salt {
    /// Parses a salt from lower-case hex digits.
    ///
    /// # Errors
    /// `suite.bad-salt` for invalid hex, or a length other than 16 to 32 bytes.
    pub fn from_hex(text: &str) -> Result<Self, Error> {
        let mut bytes = [0; 32];
        let length = text.len() / 2;
        if (16..=32).contains(&length) && from_hex(text, &mut bytes[..length]) {
            return Ok(Self { bytes, length: length as u8 });
        }
        let expected = "16 to 32 bytes in lower-case hex digits";
        Err(Error::new(Code::SuiteBadSalt, "salt", expected, shown(text)))
    }

    /// Creates a salt of 16 bytes.
    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        let mut padded = [0; 32];
        padded[..16].copy_from_slice(&bytes);
        Self { bytes: padded, length: 16 }
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl std::fmt::Debug for Salt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Salt({})", crate::base::hash::hex(self.as_bytes()))
    }
}

/// The accepted answers of a task: one or more digests, with or without a salt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oracle {
    salt: Option<Salt>,
    first: Digest,
    others: Vec<Digest>,
}

impl Oracle {
    /// Creates an oracle that accepts answers with one of these digests under `salt`.
    ///
    /// # Errors
    /// `suite.no-answer` for no digest or more than 100.
    pub fn new(
        salt: Option<Salt>,
        accepted: impl IntoIterator<Item = Digest>,
    ) -> Result<Self, Error> {
        let count_error = |found| {
            Err(Error::new(Code::SuiteNoAnswer, "accepted answers of a task", "1 to 100", found))
        };
        let mut accepted = accepted.into_iter();
        let Some(first) = accepted.next() else { return count_error("none") };
        let others: Vec<Digest> = accepted.take(MAX_ANSWERS).collect();
        if others.len() == MAX_ANSWERS {
            return count_error("more than 100");
        }
        Ok(Self { salt, first, others })
    }

    /// Returns the salt, if any.
    pub const fn salt(&self) -> Option<&Salt> {
        self.salt.as_ref()
    }

    /// Returns the accepted digests; never empty.
    pub fn accepted(&self) -> impl Iterator<Item = &Digest> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Computes the digest of `answer`: HMAC-SHA-256 keyed with the salt, or SHA-256 without one.
    pub fn digest(&self, answer: &str) -> Digest {
        digest(self.salt(), answer)
    }

    /// Reports whether `digest` is accepted. The comparison takes constant time.
    pub fn accepts(&self, digest: &Digest) -> bool {
        self.accepted().fold(false, |found, accepted| {
            let pairs = accepted.as_bytes().iter().zip(digest.as_bytes());
            found | (pairs.fold(0, |difference, (a, b)| difference | (a ^ b)) == 0)
        })
    }
}

/// Computes the digest of `answer`; see [`Oracle::digest`].
pub(super) fn digest(salt: Option<&Salt>, answer: &str) -> Digest {
    match salt {
        None => Digest::sha256(&[answer.as_bytes()]),
        Some(salt) => hmac(salt.as_bytes(), answer.as_bytes()),
    }
}

/// HMAC-SHA-256 (RFC 2104) for keys of at most 64 bytes.
pub(super) fn hmac(key: &[u8], message: &[u8]) -> Digest {
    let mut inner = [0x36; 64];
    let mut outer = [0x5c; 64];
    for (index, byte) in key.iter().enumerate().take(64) {
        inner[index] ^= byte;
        outer[index] ^= byte;
    }
    Digest::sha256(&[&outer, Digest::sha256(&[&inner, message]).as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hmac_matches_rfc_4231() {
        for (key, message, expect) in [
            (
                &[0x0b; 20][..],
                &b"Hi There"[..],
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
        ] {
            assert_eq!(hmac(key, message).hex(), expect);
        }
    }

    #[test]
    fn salts_have_16_to_32_bytes() {
        for bad in [30, 32 * 2 + 2, 33] {
            let error = Salt::from_hex(&"a".repeat(bad)).unwrap_err();
            assert_eq!(error.code(), "suite.bad-salt");
        }
        for good in [32, 64, 40] {
            assert_eq!(Salt::from_hex(&"a".repeat(good)).unwrap().as_bytes().len() * 2, good);
        }
        assert!(Salt::from_hex(&"A".repeat(32)).is_err());
    }
}
