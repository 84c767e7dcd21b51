//! The log of a record file that is being written.

use super::checkpoint::Checkpoint;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::proof::body::id;
use crate::proof::key::SecretKey;
use crate::proof::log::head::Log;
use crate::proof::withhold::check_withheld;
use crate::record::file::{CheckpointLine, ControlLine, Line};

/// Appends records to a log and creates its checkpoint lines.
#[derive(Debug)]
pub struct LogWriter {
    key: SecretKey,
    name: String,
    log: Log,
    /// Number of records since the last checkpoint.
    uncovered: u64,
}

impl LogWriter {
    /// Creates an empty log of `key`. `name` must be new for this key.
    ///
    /// # Errors
    /// `log.name` if an origin cannot contain the name.
    pub fn new(key: SecretKey, name: &str) -> Result<Self, Error> {
        let log = Log::default();
        Checkpoint::sign(&key, name, 0, &log.root())?;
        Ok(Self { key, name: name.to_owned(), log, uncovered: 0 })
    }

    /// Appends the record on `line`; other lines are ignored.
    ///
    /// # Errors
    /// The codes of [`Line::parse`], `record.inconsistent` for an invalid set of withheld values,
    /// `proof.evaluator` for a record of another evaluator.
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

    /// Resumes a log: appends a line that was written earlier, and takes the log's name from its
    /// checkpoints.
    ///
    /// # Errors
    /// The codes of [`append`](Self::append) and [`Checkpoint::open`]; `log.records` for a
    /// checkpoint of another log.
    pub fn replay(&mut self, line: &[u8]) -> Result<(), Error> {
        let Line::Control(ControlLine::Checkpoint(checkpoint)) = Line::parse(line)? else {
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
        // The name is the last part of the origin.
        let name = head.origin.rsplit('/').next().unwrap_or_default();
        (self.name, self.uncovered) = (name.to_owned(), 0);
        Ok(())
    }

    /// Returns the number of records since the last checkpoint.
    pub const fn uncovered_records(&self) -> u64 {
        self.uncovered
    }

    /// Creates the checkpoint line over all records.
    ///
    /// # Errors
    /// Never fails: the name was checked before.
    pub fn checkpoint(&mut self) -> Result<Vec<u8>, Error> {
        let note = Checkpoint::sign(&self.key, &self.name, self.log.size(), &self.log.root())?;
        self.uncovered = 0;
        ControlLine::Checkpoint(CheckpointLine::from_note(note)).to_line()
    }
}
