//! The Merkle tree over the items of a bank.

use crate::error::Error;
use crate::hash::{self, Digest};
use crate::id::QuestionId;
use crate::json::Value;

use super::Science;

/// What a manifest says of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Whether the digest is over a salt too, and so is a commitment.
    pub(super) salted: bool,
    pub(super) digest: Digest,
    pub(super) id: QuestionId,
    pub(super) science: Science,
}

impl Leaf {
    /// The leaf as a manifest has it.
    pub(super) fn to_value(&self) -> Value {
        Value::Object(self.members())
    }

    fn members(&self) -> Vec<(String, Value)> {
        let name = if self.salted { "commitment" } else { "digest" };
        vec![
            ("id".to_owned(), Value::String(self.id.to_string())),
            ("science".to_owned(), Value::String(self.science.name().to_owned())),
            (name.to_owned(), Value::String(self.digest.hex())),
        ]
    }

    /// The leaf hash: over the leaf together with its place, so that the root pins the whole
    /// bank, and one leaf with its path proves what the draw needs to know of the bank.
    pub(super) fn hash(&self, place: &Place<'_>) -> Result<Digest, Error> {
        let mut members = self.members();
        members.push(("bank".to_owned(), Value::String(place.bank.to_owned())));
        members.push(("index".to_owned(), place.index.into()));
        members.push(("sizes".to_owned(), Value::Array(place.sizes.map(Value::from).to_vec())));
        Ok(hash::leaf(&Value::Object(members).canonical()))
    }
}

/// Where a leaf stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The name of the bank.
    pub(super) bank: &'a str,
    /// The place among all items, science by science.
    pub(super) index: u64,
    /// The number of items of each science.
    pub(super) sizes: [u64; 4],
}

/// The leaf hashes of a bank, in order.
pub(super) fn hashes(bank: &str, leaves: &[Leaf]) -> Result<Vec<Digest>, Error> {
    let sizes = sizes(leaves);
    let mut hashes = Vec::new();
    for leaf in leaves {
        hashes.push(leaf.hash(&Place { bank, index: hashes.len() as u64, sizes })?);
    }
    Ok(hashes)
}

/// The number of leaves of each science.
pub(super) fn sizes(leaves: &[Leaf]) -> [u64; 4] {
    let mut sizes = [0; Science::ALL.len()];
    for leaf in leaves {
        sizes[leaf.science as usize] += 1;
    }
    sizes
}
