//! SHA-256 digests, hex, and the Merkle tree hash of RFC 9162.

use serde::ser::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::error::{Code, Error, shown};

/// A SHA-256 digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(align(8))]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of the concatenation of `parts`.
    pub fn sha256(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }

    /// Creates a digest from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the digest as 64 lower-case hex digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// Parses 64 lower-case hex digits; `thing` names the digest in the error.
    ///
    /// # Errors
    /// `hash.not-hex` for any other text.
    pub fn from_hex(thing: &'static str, text: &str) -> Result<Self, Error> {
        let mut bytes = [0; 32];
        if from_hex(text, &mut bytes) {
            return Ok(Self(bytes));
        }
        Err(Error::new(Code::HashNotHex, thing, "64 lower-case hex digits", shown(text)))
    }
}

/// An incremental SHA-256.
#[derive(Clone, Debug, Default)]
pub(crate) struct StreamingSha256(Sha256);

impl StreamingSha256 {
    /// Hashes the next piece.
    pub(crate) fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the digest of the pieces so far.
    pub(crate) fn digest(&self) -> Digest {
        Digest(self.0.clone().finalize().into())
    }
}

/// An incremental SHA-256 implementation of the host, which may be faster than the core's.
pub trait Hasher {
    /// Hashes the next piece.
    fn update(&mut self, piece: &[u8]);

    /// Returns the digest of the concatenated pieces; `None` if hashing failed.
    fn finish(self) -> Option<Digest>;
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hex())
    }
}

/// Formats `bytes` as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        digits.push(char::from(hex_digit(byte >> 4)));
        digits.push(char::from(hex_digit(byte & 15)));
    }
    digits
}

/// Returns the lower-case hex digit of a value below 16.
// Arithmetic instead of a table lets the compiler vectorize it.
pub(crate) const fn hex_digit(value: u8) -> u8 {
    value + if value < 10 { b'0' } else { b'a' - 10 }
}

/// Returns the value of a lower-case hex digit, or 255 for any other byte.
const fn hex_value(digit: u8) -> u8 {
    let (number, letter) = (digit.wrapping_sub(b'0'), digit.wrapping_sub(b'a'));
    if number < 10 {
        number
    } else if letter < 6 {
        letter + 10
    } else {
        255
    }
}

/// Decodes lower-case hex digits into `bytes`. Returns false unless `text` is exactly that many
/// valid digits.
#[inline]
pub fn from_hex(text: &str, bytes: &mut [u8]) -> bool {
    if text.len() != bytes.len() * 2 {
        return false;
    }
    // No early exit, for vectorization: an invalid digit sets a bit above the lower four.
    let mut seen = 0;
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let (high, low) = (hex_value(pair[0]), hex_value(pair[1]));
        seen |= high | low;
        *byte = high << 4 | (low & 15);
    }
    seen < 16
}

/// Computes the hash of a leaf: SHA-256(0x00 ‖ entry) (RFC 9162, 2.1.1).
pub fn leaf_hash(entry: &[u8]) -> Digest {
    Digest::sha256(&[&[0], entry])
}

/// Computes the hash of an inner node: SHA-256(0x01 ‖ left ‖ right) (RFC 9162, 2.1.1).
pub fn node_hash(left: &Digest, right: &Digest) -> Digest {
    Digest::sha256(&[&[1], &left.0, &right.0])
}

/// Computes the root of the tree over leaf hashes (RFC 9162, 2.1.1). Without leaves, it is the
/// digest of the empty string.
pub fn merkle_root(leaves: &[Digest]) -> Digest {
    match leaves {
        [] => Digest::sha256(&[]),
        [only] => *only,
        _ => {
            let (left, right) = leaves.split_at(left_subtree_size(leaves.len() as u64) as usize);
            node_hash(&merkle_root(left), &merkle_root(right))
        }
    }
}

/// A Merkle tree (RFC 9162) over leaf hashes, with all its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes by level, from the leaves up. The last node of an odd level moves up unchanged.
    pub(crate) levels: Vec<Vec<Digest>>,
}

impl Tree {
    /// Builds the tree over `leaves`, in this order.
    pub fn new(leaves: Vec<Digest>) -> Self {
        let (mut level, mut levels) = (leaves, Vec::new());
        while level.len() > 1 {
            let above = level.chunks(2).map(|pair| match pair {
                [left, right] => node_hash(left, right),
                _ => pair[0],
            });
            let above = above.collect();
            levels.push(std::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels }
    }

    /// Returns the number of leaves.
    pub fn size(&self) -> usize {
        self.levels[0].len()
    }

    /// Returns the root.
    pub fn root(&self) -> Digest {
        let top = self.levels.last().and_then(|level| level.first());
        top.copied().unwrap_or_else(|| Digest::sha256(&[]))
    }

    /// Returns the inclusion path of leaf `index`, from the leaf up (RFC 9162, 2.1.3.1); `None` if
    /// there is no such leaf.
    pub fn inclusion_path(&self, index: usize) -> Option<Vec<Digest>> {
        let sibling =
            |(height, level): (usize, &Vec<Digest>)| level.get((index >> height) ^ 1).copied();
        (index < self.size()).then(|| self.levels.iter().enumerate().filter_map(sibling).collect())
    }
}

/// Computes the root from a leaf hash and its inclusion path in a tree of `size` leaves; `None` if
/// the path's length does not fit (RFC 9162, 2.1.3.2).
pub fn root_from_path(leaf: &Digest, index: u64, size: u64, path: &[Digest]) -> Option<Digest> {
    if index >= size {
        return None;
    }
    let (mut place, mut last, mut hash) = (index, size - 1, *leaf);
    for sibling in path {
        if last == 0 {
            return None;
        }
        if place & 1 == 1 || place == last {
            hash = node_hash(sibling, &hash);
            // The last node of an odd level moves up unchanged until it has a sibling.
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(&hash, sibling);
        }
        place >>= 1;
        last >>= 1;
    }
    (last == 0).then_some(hash)
}

/// Returns the number of leaves under the root's left child, for `size` ≥ 2: the largest power of
/// two below `size` (RFC 9162, 2.1.1).
pub(crate) const fn left_subtree_size(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trips_in_lower_case_only() {
        let digest = Digest::sha256(&[b"a", b"bc"]);
        assert_eq!(
            digest.hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(Digest::from_hex("digest", &digest.hex()), Ok(digest));
        for bad in ["", "BA", &"A".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert_eq!(Digest::from_hex("digest", bad).unwrap_err().code(), "hash.not-hex");
        }
    }

    #[test]
    fn inclusion_paths_prove_every_leaf_of_small_trees() {
        let leaves: Vec<_> = (0u8..40).map(|i| leaf_hash(&[i])).collect();
        for size in 1..=leaves.len() {
            let root = merkle_root(&leaves[..size]);
            let tree = Tree::new(leaves[..size].to_vec());
            assert_eq!((tree.size(), tree.root(), tree.inclusion_path(size)), (size, root, None));
            for (index, leaf) in leaves[..size].iter().enumerate() {
                let path = tree.inclusion_path(index).unwrap();
                let at = |i: usize| root_from_path(leaf, i as u64, size as u64, &path);
                assert_eq!(at(index), Some(root));
                for other in (0..size + 1).filter(|&other| other != index) {
                    assert_ne!(at(other), Some(root), "{size} {index} {other}");
                }
            }
        }
    }
}
