//! The Merkle tree over the items of a bank.

use crate::base::hash;
use crate::base::hash::{Digest, Tree};
use crate::base::json::{Value, object};
use crate::id::QuestionId;

use super::Science;

/// An item's entry in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// True if the digest includes a salt and so is a commitment.
    pub(super) salted: bool,
    pub(super) digest: Digest,
    pub(super) id: QuestionId,
    pub(super) science: Science,
}

impl Leaf {
    /// Returns the entry as JSON.
    pub(super) fn to_value(&self) -> Value {
        Value::Object(self.to_members())
    }

    fn to_members(&self) -> Vec<(String, Value)> {
        let name = if self.salted { "commitment" } else { "digest" };
        vec![
            ("id".to_owned(), Value::String(self.id.to_string())),
            ("science".to_owned(), Value::String(self.science.name().to_owned())),
            (name.to_owned(), Value::String(self.digest.hex())),
        ]
    }

    /// Returns the leaf hash.
    pub(super) fn hash(&self) -> Digest {
        hash::leaf_hash(&Value::Object(self.to_members()).canonical())
    }
}

/// Computes the root of a bank: SHA-256 of the canonical JSON of its name, the sizes of its
/// sciences and the root of its tree. The sizes fix the shape of the tree, so a root determines the
/// item at each position.
pub(super) fn compute_root(bank: &str, sizes: [u64; 4], tree: &Digest) -> Digest {
    let sizes = Value::Array(sizes.map(Value::from).to_vec());
    let bound = [("id", bank.into()), ("sizes", sizes), ("tree", (&*tree.hex()).into())];
    Digest::sha256(&[&object(bound).canonical()])
}

/// Builds the tree over the leaves, in order.
pub(super) fn build_tree(leaves: &[Leaf]) -> Tree {
    Tree::new(leaves.iter().map(Leaf::hash).collect())
}

/// Counts the leaves of each science.
pub(super) fn count_by_science(leaves: &[Leaf]) -> [u64; 4] {
    let mut sizes = [0; Science::ALL.len()];
    for leaf in leaves {
        sizes[leaf.science as usize] += 1;
    }
    sizes
}
