//! The logs of a file, and the records that wait for a checkpoint of theirs.

use super::fact::{Fault, Head, Logged, Seen};
use super::report::LISTED;
use crate::base::hash::Digest;
use crate::proof::{Index, Joined};

/// The logs so far.
#[derive(Debug, Default)]
pub(super) struct Logs {
    joined: Joined,
    /// The records that no checkpoint covers yet, those that wait for the same thing together.
    pub(super) waiting: Vec<Waiting>,
    /// The records behind the last checkpoint that holds.
    uncovered: u64,
    /// Whether a checkpoint holds.
    checkpoints: bool,
    /// The digests of the origins that proofs and checkpoints name, and what is known of each.
    origins: Index,
    heads: Vec<Known>,
}

/// The sizes of one log.
#[derive(Debug, Default)]
struct Known {
    /// The records that have a proof of their own.
    proven: u64,
    /// The size of the largest log of such a proof.
    largest: u64,
    /// The size of the last checkpoint line.
    covered: u64,
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
        self.uncovered += 1;
    }

    /// Counts what the inclusion proof of a record that is asked about says of its log.
    pub(super) fn count_proof(&mut self, Logged { origin, size }: &Logged) {
        let known = self.known(origin);
        known.proven += 1;
        known.largest = known.largest.max(*size);
    }

    fn known(&mut self, origin: &Digest) -> &mut Known {
        if self.origins.add(origin) {
            self.heads.push(Known::default());
        }
        // It was added now or before.
        let at = self.origins.find(origin).unwrap_or_default();
        &mut self.heads[at]
    }

    /// Returns how many records of their logs the records' own proofs tell of that are not at hand.
    pub(super) fn unseen(&self) -> u64 {
        let mut unseen = 0;
        for Known { proven, largest, covered } in &self.heads {
            unseen += largest.saturating_sub(*proven.max(covered));
        }
        unseen
    }

    /// Reports whether the records at hand are the leaves of the newest checkpoint, all of them.
    pub(super) fn is_whole(&self) -> bool {
        self.checkpoints && self.uncovered == 0 && self.unseen() == 0
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
        (self.uncovered, self.checkpoints) = (0, true);
        let known = self.known(&Digest::of(&[origin.as_bytes()]));
        known.covered = known.covered.max(*size);
        Ok(std::mem::take(&mut self.waiting))
    }
}
