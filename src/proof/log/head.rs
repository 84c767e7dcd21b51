//! The head of a growing log, from one hash per full subtree.

use crate::base::hash::{Digest, node_hash};
use crate::proof::body::record_leaf_hash;

/// A growing Merkle tree (RFC 9162) over record ids, in O(log n) memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    size: u64,
    /// The roots of the full subtrees, left to right: one for each bit set in `size`.
    frontier: Vec<Digest>,
}

impl Log {
    /// Appends the record with this id.
    pub fn append(&mut self, id: &Digest) {
        self.append_leaf(&record_leaf_hash(id));
    }

    /// Appends the record with this leaf hash.
    pub fn append_leaf(&mut self, leaf: &Digest) {
        let mut hash = *leaf;
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.frontier.pop() {
                hash = node_hash(&left, &hash);
            }
        }
        self.frontier.push(hash);
        self.size += 1;
    }

    /// Returns the number of records.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the root.
    pub fn root(&self) -> Digest {
        let mut subtrees = self.frontier.iter().rev().copied();
        let last = subtrees.next().unwrap_or_else(|| Digest::sha256(&[]));
        subtrees.fold(last, |right, left| node_hash(&left, &right))
    }
}
