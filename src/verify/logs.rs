//! The logs of a file, and the records that await a checkpoint.

use super::fact::{CheckedRecord, LineError, LogHead, LogPosition};
use super::report::LISTED;
use crate::base::hash::Digest;
use crate::proof::{ConcatenatedLogs, Index};

/// The logs of a file so far.
#[derive(Debug, Default)]
pub(super) struct Logs {
    joined: ConcatenatedLogs,
    /// The records that no checkpoint covers yet, grouped.
    pub(super) waiting: Vec<UndecidedRecords>,
    /// Number of records after the last valid checkpoint.
    uncovered: u64,
    /// True once the file has a valid checkpoint.
    checkpoints: bool,
    /// The digests of the origins that proofs and checkpoints name.
    origins: Index,
    /// The sizes of each log, in the order of `origins`.
    sizes: Vec<LogSizes>,
}

/// The sizes of one log.
#[derive(Debug, Default)]
struct LogSizes {
    /// Number of records with an inclusion proof.
    proven: u64,
    /// The largest log size of these proofs.
    largest: u64,
    /// The largest log size of the checkpoint lines.
    covered: u64,
}

/// Records of one evaluator with the same undecided steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UndecidedRecords {
    pub(super) evaluator: Option<String>,
    pub(super) name: Option<String>,
    /// True if the step `signature` is undecided.
    pub(super) signature: bool,
    /// True if the step `inclusion` is undecided.
    pub(super) inclusion: bool,
    /// True if the step `policy` is undecided.
    pub(super) policy: bool,
    pub(super) records: u64,
    /// The line numbers of the first records, up to the limit of a report.
    pub(super) lines: Vec<u64>,
}

impl Logs {
    /// Appends a record to the log.
    pub(super) fn append(&mut self, checked: &CheckedRecord<'_>) {
        self.joined.append(&checked.leaf, checked.evaluator);
        self.uncovered += 1;
    }

    /// Counts a record with a valid inclusion proof.
    pub(super) fn count_proof(&mut self, LogPosition { origin, size }: &LogPosition) {
        let sizes = self.sizes_of(origin);
        sizes.proven += 1;
        sizes.largest = sizes.largest.max(*size);
    }

    fn sizes_of(&mut self, origin: &Digest) -> &mut LogSizes {
        if self.origins.add(origin) {
            self.sizes.push(LogSizes::default());
        }
        let at = self.origins.find(origin).unwrap_or_default();
        &mut self.sizes[at]
    }

    /// Counts the records that inclusion proofs show to be in a log but that the file lacks.
    pub(super) fn count_unseen(&self) -> u64 {
        let mut unseen = 0;
        for LogSizes { proven, largest, covered } in &self.sizes {
            unseen += largest.saturating_sub(*proven.max(covered));
        }
        unseen
    }

    /// Reports whether the file's records are exactly the leaves of its last checkpoint.
    pub(super) fn covers_every_record(&self) -> bool {
        self.checkpoints && self.uncovered == 0 && self.count_unseen() == 0
    }

    /// Adds a record whose steps `[signature, inclusion, policy]` a checkpoint may decide.
    pub(super) fn add_undecided(
        &mut self,
        line: u64,
        checked: &CheckedRecord<'_>,
        [signature, inclusion, policy]: [bool; 3],
    ) {
        let same = |waiting: &&mut UndecidedRecords| {
            (waiting.signature, waiting.inclusion, waiting.policy) == (signature, inclusion, policy)
                && waiting.evaluator.as_deref() == checked.evaluator
                && waiting.name.as_deref() == checked.name
        };
        // Neighbouring records usually match, so only the last few groups are searched.
        let last = self.waiting.iter_mut().rev().take(8).find(same);
        if let Some(waiting) = last {
            waiting.records += 1;
            if waiting.lines.len() < LISTED {
                waiting.lines.push(line);
            }
            return;
        }
        self.waiting.push(UndecidedRecords {
            evaluator: checked.evaluator.map(str::to_owned),
            name: checked.name.map(str::to_owned),
            signature,
            inclusion,
            policy,
            records: 1,
            lines: vec![line],
        });
    }

    /// Adds a checkpoint over the records so far, and returns the records that waited for it.
    ///
    /// # Errors
    /// The codes of [`ConcatenatedLogs::checkpoint`].
    pub(super) fn checkpoint(
        &mut self,
        head: &LogHead<'_>,
    ) -> Result<Vec<UndecidedRecords>, LineError<'static>> {
        let LogHead { origin, signer, size, root } = head;
        let stated = self.joined.checkpoint(origin, signer, *size, root);
        stated.map_err(|error| LineError::from(&error))?;
        (self.uncovered, self.checkpoints) = (0, true);
        let sizes = self.sizes_of(&Digest::sha256(&[origin.as_bytes()]));
        sizes.covered = sizes.covered.max(*size);
        Ok(std::mem::take(&mut self.waiting))
    }
}
