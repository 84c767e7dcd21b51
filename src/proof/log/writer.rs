//! The log of a record file while it is written.

use super::checkpoint::Checkpoint;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::proof::body::id;
use crate::proof::key::SecretKey;
use crate::proof::log::head::Log;
use crate::proof::withhold::check_withheld;
use crate::record::file::{CheckpointLine, Control, Line};

/// Appends records to a log, and states its head in checkpoint lines.
#[derive(Debug)]
pub struct LogWriter {
    key: SecretKey,
    name: String,
    log: Log,
    /// The records that no checkpoint covers yet.
    uncovered: u64,
}

impl LogWriter {
    /// The log `name` of `key`, which is empty. A fresh log needs a fresh name.
    ///
    /// # Errors
    /// `log.name` for a name that an origin cannot hold.
    pub fn new(key: SecretKey, name: &str) -> Result<Self, Error> {
        let log = Log::default();
        Checkpoint::sign(&key, name, 0, &log.root())?;
        Ok(Self { key, name: name.to_owned(), log, uncovered: 0 })
    }

    /// Appends the record of `line`; other lines are no part of a log.
    ///
    /// # Errors
    /// As [`Line::parse`] for what is no line of a record file, `record.inconsistent` for a record
    /// that does not withhold together what goes together, `proof.evaluator` for one of another
    /// evaluator.
    pub fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        if let Line::Record(record) = Line::parse(line)? {
            check_withheld(&record)?;
            let did = self.key.public().did();
            let evaluator = record.data.evaluator.as_deref();
            if evaluator != Some(&*did) {
                let found = evaluator.map_or_else(|| "none".to_owned(), shown);
                return Err(Error::new(Code::ProofEvaluator, "data.evaluator", shown(&did), found));
            }
            self.log.append(&id(&Value::parse(line)?)?);
            self.uncovered += 1;
        }
        Ok(())
    }

    /// Goes on with a log: appends the record of a line that was written before, and takes the
    /// name of the log from its checkpoints.
    ///
    /// # Errors
    /// As [`append`](Self::append) and [`Checkpoint::open`]; `log.records` for a checkpoint that
    /// does not state this log of this key.
    pub fn replay(&mut self, line: &[u8]) -> Result<(), Error> {
        let Line::Control(Control::Checkpoint(checkpoint)) = Line::parse(line)? else {
            return self.append(line);
        };
        let head = Checkpoint::open(&checkpoint.note)?;
        let own = head.signer == self.key.public().did();
        if !own || (head.size, head.root) != (self.log.size(), self.log.root()) {
            let expected = format!("{} records of {}", self.log.size(), self.key.public().did());
            let found = if own && head.size == self.log.size() {
                "another root".to_owned()
            } else {
                format!("{} of {}", head.size, head.signer)
            };
            return Err(Error::new(Code::LogRecords, "checkpoint", expected, found));
        }
        // The name stands behind the last slash of an origin.
        let name = head.origin.rsplit('/').next().unwrap_or_default();
        (self.name, self.uncovered) = (name.to_owned(), 0);
        Ok(())
    }

    /// How many records no checkpoint covers.
    pub const fn uncovered(&self) -> u64 {
        self.uncovered
    }

    /// The line that states the head of the log now.
    ///
    /// # Errors
    /// None: the name was checked before.
    pub fn checkpoint(&mut self) -> Result<Vec<u8>, Error> {
        let note = Checkpoint::sign(&self.key, &self.name, self.log.size(), &self.log.root())?;
        self.uncovered = 0;
        Control::Checkpoint(CheckpointLine::of(note)).to_line()
    }
}
