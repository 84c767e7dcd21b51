//! The logs of a file, and the records that wait for a checkpoint of theirs.

use super::fact::{Fault, Head, Seen};
use super::report::LISTED;
use crate::proof::Joined;

/// The logs so far.
#[derive(Debug, Default)]
pub(super) struct Logs {
    joined: Joined,
    /// The records that no checkpoint covers yet, those that wait for the same thing together.
    pub(super) waiting: Vec<Waiting>,
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
        self.joined.append(&seen.leaf, seen.evaluator.as_deref());
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
    /// As [`Joined::checkpoint`].
    pub(super) fn checkpoint(&mut self, head: &Head<'_>) -> Result<Vec<Waiting>, Fault<'static>> {
        let Head { origin, signer, size, root } = head;
        let stated = self.joined.checkpoint(origin, signer, *size, root);
        stated.map_err(|error| Fault::from(&error))?;
        Ok(std::mem::take(&mut self.waiting))
    }
}
