//! The logs of a file: every record is a leaf, and a checkpoint line states the head above it.

use super::index::Index;
use crate::base::hash::Digest;
use crate::error::{Code, Error, shown};
use crate::proof::log::head::Log;

/// The logs so far: one after another, since files may be joined.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    /// The log under way.
    whole: Grown,
    /// What has come since the last checkpoint, where a log could have begun.
    since: Grown,
    /// The origin of the log under way, once a checkpoint has said it.
    origin: Option<Digest>,
    /// It, and those of the logs before.
    origins: Index,
}

/// A log as far as it has grown.
#[derive(Debug, Default)]
struct Grown {
    log: Log,
    /// Whether it holds a record without an evaluator, which nobody can have signed. There is no
    /// need to hash it any further then.
    spoilt: bool,
}

impl Grown {
    fn append(&mut self, leaf: &Digest, evaluator: Option<&str>) {
        self.spoilt |= evaluator.is_none();
        if !self.spoilt {
            self.log.append_leaf(leaf);
        }
    }
}

impl Joined {
    /// A record at the end of the log.
    pub(crate) fn append(&mut self, leaf: &Digest, evaluator: Option<&str>) {
        self.whole.append(leaf, evaluator);
        // Until the first checkpoint, the two are one.
        if self.origin.is_some() {
            self.since.append(leaf, evaluator);
        }
    }

    /// A checkpoint of `signer` behind the records so far: the last `size` of them are its log. One
    /// that is refused changes nothing.
    ///
    /// # Errors
    /// `log.records` if size and root are not those of the records above it, `proof.evaluator` if
    /// one of them names no evaluator, `log.consistency` if an origin comes back after another one.
    pub(crate) fn checkpoint(
        &mut self,
        origin: &str,
        signer: &str,
        size: u64,
        root: &Digest,
    ) -> Result<(), Error> {
        let origin = Digest::of(&[origin.as_bytes()]);
        let current = self.origin == Some(origin);
        if !current && self.origins.find(&origin).is_some() {
            let expected = "the checkpoints of one log before those of the next";
            return Err(Error::new(Code::LogConsistency, "checkpoint", expected, "one log again"));
        }
        let grown = if current || self.origin.is_none() { &self.whole } else { &self.since };
        let log = &grown.log;
        if grown.spoilt {
            let expected = format!("{} on every record above", shown(signer));
            return Err(Error::new(
                Code::ProofEvaluator,
                "data.evaluator",
                expected,
                "none on one",
            ));
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
        self.since = Grown::default();
        Ok(())
    }
}
