//! Inclusion proofs of records (RFC 9162) under a checkpoint.

use super::checkpoint::Checkpoint;
use crate::base::hash::{Digest, Tree, root_from_path};
use crate::base::json::Value;
use crate::error::{Code, Error};
use crate::proof::body::{Body, record_leaf_hash};

pub(in crate::proof) const TYPE: &str = "MerkleInclusion";

/// A proof element of type `MerkleInclusion`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The index of the record in the log, from 0.
    pub index: u64,
    /// The number of records in the log.
    pub tree_size: u64,
    /// The sibling hashes from the leaf to the root.
    pub path: Vec<Digest>,
    /// The signed note with the root.
    pub checkpoint: String,
}

/// A cache of the last verified checkpoint, since neighbouring records share one.
#[derive(Clone, Debug, Default)]
pub struct CheckpointCache(Option<(String, Checkpoint)>);

impl Inclusion {
    /// Creates the proof of record `index` of `tree` under the signed note `checkpoint`; `None`
    /// without such a record.
    pub fn from_tree(tree: &Tree, index: usize, checkpoint: &str) -> Option<Self> {
        let path = tree.inclusion_path(index)?;
        let (index, tree_size) = (index as u64, tree.size() as u64);
        Some(Self { index, tree_size, path, checkpoint: checkpoint.to_owned() })
    }

    /// Verifies the proof for `body` and returns the checkpoint.
    ///
    /// # Errors
    /// The codes of [`Checkpoint::open`]; `proof.invalid` if the note has more signatures than its
    /// owner's, `proof.evaluator` if its owner is not the record's evaluator, `log.inclusion` if
    /// the path does not lead to the root.
    pub fn verify<'m>(
        &self,
        body: &Body<'_>,
        memo: &'m mut CheckpointCache,
    ) -> Result<&'m Checkpoint, Error> {
        let refuse = |expected: String, found: String| {
            Err(Error::new(Code::LogInclusion, "proof", expected, found))
        };
        memo.0.take_if(|(note, _)| *note != self.checkpoint);
        let (_, checkpoint) = match &mut memo.0 {
            Some(opened) => opened,
            empty => empty.insert((self.checkpoint.clone(), open_checkpoint(&self.checkpoint)?)),
        };
        body.check_evaluator(&checkpoint.signer)?;
        if checkpoint.size != self.tree_size {
            let expected = format!("the treeSize {} of its checkpoint", checkpoint.size);
            return refuse(expected, self.tree_size.to_string());
        }
        let leaf = record_leaf_hash(&body.id);
        match root_from_path(&leaf, self.index, self.tree_size, &self.path) {
            Some(root) if root == checkpoint.root => Ok(checkpoint),
            Some(_) => {
                let expected = format!("record {} at index {}", body.id.hex(), self.index);
                refuse(expected, "another root".to_owned())
            }
            None => {
                let expected = format!("an index below {} and its path", self.tree_size);
                refuse(expected, format!("index {}, {} hashes", self.index, self.path.len()))
            }
        }
    }

    /// Converts the proof to JSON.
    pub fn to_value(&self) -> Value {
        let path = self.path.iter().map(|hash| Value::String(hash.hex())).collect();
        Value::Object(vec![
            ("checkpoint".to_owned(), Value::String(self.checkpoint.clone())),
            ("index".to_owned(), self.index.into()),
            ("path".to_owned(), Value::Array(path)),
            ("treeSize".to_owned(), self.tree_size.into()),
            ("type".to_owned(), Value::String(TYPE.to_owned())),
        ])
    }
}

/// Opens the checkpoint of a record, which must have exactly one signature: changes to others would
/// go unnoticed. Witnesses sign the checkpoint lines of the file.
fn open_checkpoint(note: &str) -> Result<Checkpoint, Error> {
    let checkpoint = Checkpoint::open(note)?;
    match checkpoint.signatures {
        1 => Ok(checkpoint),
        more => {
            let expected = "one signature in the checkpoint of a record";
            Err(Error::new(Code::ProofInvalid, "proof.checkpoint", expected, more.to_string()))
        }
    }
}
