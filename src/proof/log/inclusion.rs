//! Inclusion proofs: one record, and the checkpoint of the log that it is in.

use super::checkpoint::Checkpoint;
use crate::base::hash::{Digest, Tree, root_from_path};
use crate::base::json::Value;
use crate::error::{Code, Error};
use crate::proof::body::{Body, leaf};

pub(in crate::proof) const TYPE: &str = "MerkleInclusion";

/// A proof element of type `MerkleInclusion`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The record's place in the log, from 0.
    pub index: u64,
    /// The number of records in the log.
    pub tree_size: u64,
    /// The siblings on the way to the root, from the leaf up.
    pub path: Vec<Digest>,
    /// The text of the signed note that states the root.
    pub checkpoint: String,
}

/// The checkpoint of the last record, which is opened once for all records that repeat it.
#[derive(Clone, Debug, Default)]
pub struct Memo(Option<(String, Checkpoint)>);

impl Inclusion {
    /// The proof that record `index` is in `tree`, under the signed note `checkpoint`. `None` if
    /// there is no such record.
    pub fn of(tree: &Tree, index: usize, checkpoint: &str) -> Option<Self> {
        let path = tree.path(index)?;
        let (index, tree_size) = (index as u64, tree.size() as u64);
        Some(Self { index, tree_size, path, checkpoint: checkpoint.to_owned() })
    }

    /// Holds the proof to `body`, and answers with the checkpoint.
    ///
    /// # Errors
    /// As [`Checkpoint::open`]; `proof.invalid` if the note has a signature besides its owner's,
    /// `proof.evaluator` if its owner is not the record's evaluator, `log.inclusion` if the record
    /// is not at this place of this tree.
    pub fn verify<'m>(&self, body: &Body<'_>, memo: &'m mut Memo) -> Result<&'m Checkpoint, Error> {
        let refuse = |expected: String, found: String| {
            Err(Error::new(Code::LogInclusion, "proof", expected, found))
        };
        let (_, checkpoint) = match memo.0.take() {
            Some(opened) if opened.0 == self.checkpoint => memo.0.insert(opened),
            _ => {
                let checkpoint = open(&self.checkpoint)?;
                memo.0.insert((self.checkpoint.clone(), checkpoint))
            }
        };
        body.expect_evaluator(&checkpoint.signer)?;
        if checkpoint.size != self.tree_size {
            let expected = format!("the treeSize {} of its checkpoint", checkpoint.size);
            return refuse(expected, self.tree_size.to_string());
        }
        let leaf = leaf(&body.id);
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

    /// The proof element.
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

/// A checkpoint as it may stand in a record: signed once. Other signatures could be changed
/// without anyone noticing; those of witnesses belong in the record file.
fn open(note: &str) -> Result<Checkpoint, Error> {
    let checkpoint = Checkpoint::open(note)?;
    match checkpoint.signatures {
        1 => Ok(checkpoint),
        more => {
            let expected = "one signature in the checkpoint of a record";
            Err(Error::new(Code::ProofInvalid, "proof.checkpoint", expected, more.to_string()))
        }
    }
}
