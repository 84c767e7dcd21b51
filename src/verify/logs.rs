//! The logs of a file: every record is a leaf, and a checkpoint line states the head above it.

use super::fact::{Fault, Head, Seen};
use super::index::Index;
use super::report::LISTED;
use crate::error::{Code, Error, shown};
use crate::hash::Digest;
use crate::proof::Log;

/// The logs so far: one after another, since files may be joined.
#[derive(Debug, Default)]
pub(super) struct Logs {
    /// The log under way.
    whole: Grown,
    /// What has come since the last checkpoint, where a log could have begun.
    since: Grown,
    /// The origin of the log under way, once a checkpoint has said it.
    origin: Option<Digest>,
    /// It, and those of the logs before.
    origins: Index,
    /// The records that no checkpoint covers yet, those that wait for the same thing together.
    pub(super) waiting: Vec<Waiting>,
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
    fn append(&mut self, seen: &Seen<'_>) {
        self.spoilt |= seen.evaluator.is_none();
        if !self.spoilt {
            self.log.append_leaf(&seen.leaf);
        }
    }
}

/// Records of one evaluator that no checkpoint covers yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    pub(super) evaluator: Option<String>,
    pub(super) name: Option<String>,
    /// Which of the steps wait for a checkpoint.
    pub(super) signature: bool,
    pub(super) inclusion: bool,
    pub(super) policy: bool,
    pub(super) records: u64,
    /// The first lines of them, as many as a report lists.
    pub(super) lines: Vec<u64>,
}

impl Logs {
    /// A record at the end of the log.
    pub(super) fn append(&mut self, seen: &Seen<'_>) {
        self.whole.append(seen);
        // Until the first checkpoint, the two are one.
        if self.origin.is_some() {
            self.since.append(seen);
        }
    }

    /// A record whose steps wait for a checkpoint.
    pub(super) fn wait(
        &mut self,
        line: u64,
        seen: &Seen<'_>,
        [signature, inclusion, policy]: [bool; 3],
    ) {
        let same = |waiting: &&mut Waiting| {
            (waiting.signature, waiting.inclusion, waiting.policy) == (signature, inclusion, policy)
                && waiting.evaluator.as_deref() == seen.evaluator.as_deref()
                && waiting.name.as_deref() == seen.name.as_deref()
        };
        // Neighbours are mostly alike. Searching further would cost a look at every evaluator.
        let last = self.waiting.iter_mut().rev().take(8).find(same);
        if let Some(waiting) = last {
            waiting.records += 1;
            if waiting.lines.len() < LISTED {
                waiting.lines.push(line);
            }
            return;
        }
        self.waiting.push(Waiting {
            evaluator: seen.evaluator.as_deref().map(str::to_owned),
            name: seen.name.as_deref().map(str::to_owned),
            signature,
            inclusion,
            policy,
            records: 1,
            lines: vec![line],
        });
    }

    /// A checkpoint behind the records so far: those that waited, if it states their log.
    ///
    /// # Errors
    /// `log.records` if size and root are not those of the records above it, `proof.evaluator` if
    /// one of them names no evaluator, `log.consistency` if an origin comes back after another one.
    pub(super) fn checkpoint(&mut self, head: &Head<'_>) -> Result<Vec<Waiting>, Fault<'static>> {
        let origin = Digest::of(&[head.origin.as_bytes()]);
        let current = self.origin == Some(origin);
        if !current && self.origins.find(&origin).is_some() {
            let expected = "the checkpoints of one log before those of the next";
            let error = Error::new(Code::LogConsistency, "checkpoint", expected, "one log again");
            return Err((&error).into());
        }
        let grown = if current || self.origin.is_none() { &self.whole } else { &self.since };
        let log = &grown.log;
        if grown.spoilt {
            let expected = format!("{} on every record above", shown(&head.signer));
            let error = Error::new(Code::ProofEvaluator, "data.evaluator", expected, "none on one");
            return Err((&error).into());
        }
        if (log.size(), log.root()) != (head.size, head.root) {
            let found = match log.size() == head.size {
                true => "another root".to_owned(),
                false => format!("a size of {}", head.size),
            };
            let expected = format!("the root of the {} records above it", log.size());
            return Err((&Error::new(Code::LogRecords, "checkpoint", expected, found)).into());
        }
        if !current {
            if self.origin.is_some() {
                self.whole = std::mem::take(&mut self.since);
            }
            self.origin = Some(origin);
            self.origins.add(&origin);
        }
        self.since = Grown::default();
        Ok(std::mem::take(&mut self.waiting))
    }
}
