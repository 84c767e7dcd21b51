//! Proofs from a record file: inclusion of a record, and consistency of two checkpoints.

use super::checkpoint::Checkpoint;
use super::concatenated::ConcatenatedLogs;
use super::inclusion::Inclusion;
use super::tree::check_consistency;
use crate::base::hash::{Digest, Tree};
use crate::base::json::Value;
use crate::base::lines::{Line, Lines, too_long_error};
use crate::error::{Code, Error};
use crate::proof::body::{id, record_leaf_hash};
use crate::proof::proofs::attach;
use crate::proof::withhold::check_withheld;
use crate::record::file::{self, ControlLine};

/// Reads a record file to create a proof. Keeps one hash per record.
#[derive(Debug, Default)]
pub struct Prover {
    lines: Lines,
    number: u64,
    /// The line number of the record to prove, then the record and its index in the log.
    wanted: u64,
    found: Option<(Value, usize)>,
    /// The older checkpoint, for a consistency proof.
    old: Option<Checkpoint>,
    /// The record ids of the current log, and of the records after it.
    ids: Vec<Digest>,
    logs: ConcatenatedLogs,
    /// The last checkpoint and its note.
    head: Option<(Checkpoint, String)>,
    /// The first checkpoint over the record to prove, and its note.
    over: Option<(Checkpoint, String)>,
    wrong: Option<Error>,
}

impl Prover {
    /// Creates a prover for the record on line number `line`, from 1.
    pub fn for_line(line: u64) -> Self {
        Self { wanted: line, ..Self::default() }
    }

    /// Creates a prover of consistency with the older checkpoint `note`.
    ///
    /// # Errors
    /// The codes of [`Checkpoint::open`].
    pub fn since_checkpoint(note: &str) -> Result<Self, Error> {
        Ok(Self { old: Some(Checkpoint::open(note)?), ..Self::default() })
    }

    /// Reads more bytes of the file, split at any position.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.add_line(line));
        self.lines = lines;
    }

    /// Returns the record with an inclusion proof.
    ///
    /// # Errors
    /// `log.inclusion` if the line is not a record or no later checkpoint covers it,
    /// `proof.duplicate` if the record has an inclusion proof; the codes of invalid lines and
    /// checkpoints.
    pub fn prove_inclusion(mut self) -> Result<Value, Error> {
        self.finish_lines()?;
        let line = format!("line {}", self.wanted);
        let refuse = |problem| Err(Error::because(Code::LogInclusion, line, problem));
        let Some((mut record, index)) = self.found else {
            return refuse("not a record");
        };
        let Some((head, note)) = self.over else {
            return refuse("no checkpoint after it");
        };
        let tree = Tree::from_records(&self.ids[..head.size as usize]);
        match Inclusion::from_tree(&tree, index, &note) {
            Some(inclusion) => attach(&mut record, inclusion.to_value())?,
            None => return refuse("the checkpoint after it does not cover it"),
        }
        Ok(record)
    }

    /// Returns the last checkpoint and the consistency proof from the older one.
    ///
    /// # Errors
    /// `log.consistency` if the log did not grow from the older checkpoint; the codes of invalid
    /// lines.
    pub fn prove_consistency(mut self) -> Result<(String, Vec<Digest>), Error> {
        self.finish_lines()?;
        let refuse = |found| {
            let expected = "a checkpoint of the same log";
            Err(Error::new(Code::LogConsistency, "record file", expected, found))
        };
        let (Some(old), Some((head, note))) = (self.old, self.head) else {
            return refuse("none");
        };
        let tree = Tree::from_records(&self.ids[..head.size as usize]);
        let old_size = usize::try_from(old.size).unwrap_or(usize::MAX);
        let proof = tree.consistency_proof(old_size).unwrap_or_default();
        check_consistency(&old, &head, &proof)?;
        Ok((note, proof))
    }

    fn finish_lines(&mut self) -> Result<(), Error> {
        let mut lines = std::mem::take(&mut self.lines);
        lines.finish(|line| self.add_line(line));
        self.wrong.take().map_or(Ok(()), Err)
    }

    fn add_line(&mut self, line: Line<'_>) {
        self.number += 1;
        if self.wrong.is_some() || self.over.is_some() {
            return;
        }
        let read = match line {
            Line::Whole(line) => self.read_whole_line(line),
            Line::TooLong => Err(too_long_error("line")),
        };
        self.wrong = read.err().map(|error| error.at_line(self.number));
    }

    fn read_whole_line(&mut self, line: &[u8]) -> Result<(), Error> {
        match file::Line::parse(line)? {
            file::Line::Record(read) => {
                check_withheld(&read)?;
                let record = Value::parse(line)?;
                let place = self.ids.len();
                let id = id(&record)?;
                self.ids.push(id);
                self.logs.append(&record_leaf_hash(&id), read.data.evaluator.as_deref());
                if self.number == self.wanted {
                    self.found = Some((record, place));
                }
            }
            file::Line::Control(ControlLine::Checkpoint(line)) => self.add_checkpoint(line.note)?,
            file::Line::Control(_) => {}
        }
        Ok(())
    }

    fn add_checkpoint(&mut self, note: String) -> Result<(), Error> {
        let next = Checkpoint::open(&note)?;
        self.logs.checkpoint(&next.origin, &next.signer, next.size, &next.root)?;
        // In concatenated files, records of an earlier log precede those of this one.
        let before = self.ids.len() - next.size as usize;
        self.ids.drain(..before);
        if let Some((_, place)) = &mut self.found {
            *place -= before;
        }
        self.head = Some((next.clone(), note.clone()));
        if self.found.is_some() {
            self.over = Some((next, note));
        }
        Ok(())
    }
}
