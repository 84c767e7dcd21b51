//! The log as it is written: one hash per full subtree is all that has to be remembered.

use crate::base::hash::{Digest, node};
use crate::proof::body::leaf;

/// A growing Merkle tree (RFC 9162) over record ids, in O(log n) memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    size: u64,
    /// The roots of the full subtrees from the left: one for each bit that is set in `size`.
    frontier: Vec<Digest>,
}

impl Log {
    /// Adds the record with this id at the end.
    pub fn append(&mut self, id: &Digest) {
        self.append_leaf(&leaf(id));
    }

    /// Adds the record with this leaf hash at the end.
    pub fn append_leaf(&mut self, leaf: &Digest) {
        let mut hash = *leaf;
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.frontier.pop() {
                hash = node(&left, &hash);
            }
        }
        self.frontier.push(hash);
        self.size += 1;
    }

    /// The number of records.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The root of the tree over them.
    pub fn root(&self) -> Digest {
        let mut subtrees = self.frontier.iter().rev().copied();
        let last = subtrees.next().unwrap_or_else(|| Digest::of(&[]));
        subtrees.fold(last, |right, left| node(&left, &right))
    }
}
