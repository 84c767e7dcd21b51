//! Proofs out of a record file: that a record is in its log, that a log has grown.

use super::checkpoint::Checkpoint;
use super::inclusion::Inclusion;
use super::joined::Joined;
use super::tree::check_consistency;
use crate::base::hash::{Digest, Tree};
use crate::base::json::Value;
use crate::base::lines::{Line, Lines, too_long};
use crate::error::{Code, Error};
use crate::proof::body::{id, leaf};
use crate::proof::element::attach;
use crate::proof::withhold::check_withheld;
use crate::record::file::{self, Control};

/// Reads a record file for what can be proven of its log. Keeps one hash a record.
#[derive(Debug, Default)]
pub struct Prover {
    lines: Lines,
    number: u64,
    /// The line whose record is to be proven, and then the record and its place in the log.
    wanted: u64,
    found: Option<(Value, usize)>,
    /// An older checkpoint, out of which the log is to have grown.
    old: Option<Checkpoint>,
    /// The records of the log under way, and those behind it.
    ids: Vec<Digest>,
    logs: Joined,
    /// The last checkpoint, and how many records it covers.
    head: Option<(Checkpoint, String)>,
    /// The first checkpoint that covers the wanted record.
    over: Option<(Checkpoint, String)>,
    wrong: Option<Error>,
}

impl Prover {
    /// Looks for the record on line `line`, counted from 1.
    pub fn of_line(line: u64) -> Self {
        Self { wanted: line, ..Self::default() }
    }

    /// Looks for what the log of the checkpoint `note` has become.
    ///
    /// # Errors
    /// As [`Checkpoint::open`].
    pub fn since(note: &str) -> Result<Self, Error> {
        Ok(Self { old: Some(Checkpoint::open(note)?), ..Self::default() })
    }

    /// Takes the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.line(line));
        self.lines = lines;
    }

    /// The wanted record, with its proof of inclusion attached.
    ///
    /// # Errors
    /// `log.inclusion` if the line is no record or no checkpoint stands behind it,
    /// `proof.duplicate` if the record has such a proof; what is wrong with a line of the file, or
    /// with a checkpoint behind the records above it.
    pub fn inclusion(mut self) -> Result<Value, Error> {
        self.end()?;
        let line = format!("line {}", self.wanted);
        let refuse = |expected, found| Err(Error::new(Code::LogInclusion, line, expected, found));
        let Some((mut record, index)) = self.found else {
            return refuse("a record", "none");
        };
        let Some((head, note)) = self.over else {
            return refuse("a checkpoint behind it", "none");
        };
        let tree = Tree::of_records(&self.ids[..head.size as usize]);
        match Inclusion::of(&tree, index, &note) {
            Some(inclusion) => attach(&mut record, inclusion.to_value())?,
            None => return refuse("a checkpoint that covers it", "a smaller one"),
        }
        Ok(record)
    }

    /// The last checkpoint, and the hashes that lead to it from the older one.
    ///
    /// # Errors
    /// `log.consistency` if the one did not grow out of the other; what is wrong with a line of
    /// the file.
    pub fn consistency(mut self) -> Result<(String, Vec<Digest>), Error> {
        self.end()?;
        let refuse = |found| {
            let expected = "a checkpoint of the same log";
            Err(Error::new(Code::LogConsistency, "record file", expected, found))
        };
        let (Some(old), Some((head, note))) = (self.old, self.head) else {
            return refuse("none");
        };
        let tree = Tree::of_records(&self.ids[..head.size as usize]);
        let old_size = usize::try_from(old.size).unwrap_or(usize::MAX);
        let proof = tree.consistency(old_size).unwrap_or_default();
        check_consistency(&old, &head, &proof)?;
        Ok((note, proof))
    }

    fn end(&mut self) -> Result<(), Error> {
        let mut lines = std::mem::take(&mut self.lines);
        lines.finish(|line| self.line(line));
        self.wrong.take().map_or(Ok(()), Err)
    }

    fn line(&mut self, line: Line<'_>) {
        self.number += 1;
        if self.wrong.is_some() || self.over.is_some() {
            return;
        }
        let read = match line {
            Line::Whole(line) => self.read(line),
            Line::TooLong => Err(too_long("line")),
        };
        self.wrong = read.err().map(|error| error.at_line(self.number));
    }

    fn read(&mut self, line: &[u8]) -> Result<(), Error> {
        match file::Line::parse(line)? {
            file::Line::Record(read) => {
                check_withheld(&read)?;
                let record = Value::parse(line)?;
                let place = self.ids.len();
                let id = id(&record)?;
                self.ids.push(id);
                self.logs.append(&leaf(&id), read.data.evaluator.as_deref());
                if self.number == self.wanted {
                    self.found = Some((record, place));
                }
            }
            file::Line::Control(Control::Checkpoint(line)) => self.checkpoint(line.note)?,
            file::Line::Control(_) => {}
        }
        Ok(())
    }

    fn checkpoint(&mut self, note: String) -> Result<(), Error> {
        let next = Checkpoint::open(&note)?;
        self.logs.checkpoint(&next.origin, &next.signer, next.size, &next.root)?;
        // Where files were joined, the records of the log before stand in front of those of this one.
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
