//! The logs of a record file: every record is a leaf, and a checkpoint line covers the records
//! above it.

use super::index::Index;
use crate::base::hash::Digest;
use crate::error::{Code, Error, shown};
use crate::proof::log::head::Log;

/// The logs so far, one after another, since files may be concatenated.
#[derive(Debug, Default)]
pub(crate) struct ConcatenatedLogs {
    /// The current log.
    whole: GrowingLog,
    /// The records since the last checkpoint, where the next log may have begun.
    since: GrowingLog,
    /// The origin of the current log, once a checkpoint has stated it.
    origin: Option<Digest>,
    /// The origins of the current log and of earlier ones.
    origins: Index,
}

/// A log that is being appended to.
#[derive(Debug, Default)]
struct GrowingLog {
    log: Log,
    /// True if a record has no evaluator and so cannot be covered by a checkpoint; further records
    /// are not hashed.
    has_anonymous: bool,
}

impl GrowingLog {
    fn append(&mut self, leaf: &Digest, evaluator: Option<&str>) {
        self.has_anonymous |= evaluator.is_none();
        if !self.has_anonymous {
            self.log.append_leaf(leaf);
        }
    }
}

impl ConcatenatedLogs {
    /// Appends a record.
    pub(crate) fn append(&mut self, leaf: &Digest, evaluator: Option<&str>) {
        self.whole.append(leaf, evaluator);
        // Before the first checkpoint, both are the same.
        if self.origin.is_some() {
            self.since.append(leaf, evaluator);
        }
    }

    /// Adds a checkpoint of `signer`, which must cover the last `size` records. An error changes
    /// nothing.
    ///
    /// # Errors
    /// `log.records` if size or root differ from those of the records above, `proof.evaluator` if
    /// one of them has no evaluator, `log.consistency` if an earlier log continues after another.
    pub(crate) fn checkpoint(
        &mut self,
        origin: &str,
        signer: &str,
        size: u64,
        root: &Digest,
    ) -> Result<(), Error> {
        let origin = Digest::sha256(&[origin.as_bytes()]);
        let current = self.origin == Some(origin);
        if !current && self.origins.find(&origin).is_some() {
            let problem = "of a log that ended above; the records of one log must be together";
            return Err(Error::because(Code::LogConsistency, "checkpoint", problem));
        }
        let grown = if current || self.origin.is_none() { &self.whole } else { &self.since };
        let log = &grown.log;
        if grown.has_anonymous {
            let problem = format!("missing on a record above; expected {}", shown(signer));
            return Err(Error::because(Code::ProofEvaluator, "data.evaluator", problem));
        }
        if (log.size(), log.root()) != (size, *root) {
            let found = match log.size() == size {
                true => "another root".to_owned(),
                false => format!("a size of {size}"),
            };
            let expected = format!("the root of the {} records above it", log.size());
            return Err(Error::new(Code::LogRecords, "checkpoint", expected, found));
        }
        if !current {
            if self.origin.is_some() {
                self.whole = std::mem::take(&mut self.since);
            }
            self.origin = Some(origin);
            self.origins.add(&origin);
        }
        self.since = GrowingLog::default();
        Ok(())
    }
}
