//! Facts: the results of examining one line, independent of the other lines.
//!
//! Lines can be examined in any order and on any core. The ledger combines their facts in file
//! order, so the number of cores does not affect the report.

use std::borrow::Cow;

use super::step::Reason;
use crate::base::hash::Digest;
use crate::error::Error;
use crate::record::{Counts, Instant, Scores};

/// The result of examining one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "most lines are records, and no fact is kept")]
pub(super) enum Fact<'a> {
    /// Not a line of a record file.
    InvalidLine(LineError<'a>),
    /// Not JSON: fails the step `schema`.
    InvalidJson(LineError<'a>),
    /// JSON but not a record: fails the step `schema`.
    InvalidRecord(LineError<'a>),
    /// A line with a `type` that is unknown, or that its other members do not fit.
    InvalidControl(LineError<'a>),
    /// A record.
    Record(CheckedRecord<'a>),
    /// The first line of a run.
    Run(RunStart<'a>),
    /// The last line of a run.
    Close {
        /// The id of the run.
        run: Digest,
        /// The number of records that the line states.
        records: u64,
    },
    /// A checkpoint line: the head of a log, or the error of an invalid checkpoint.
    Checkpoint(Result<LogHead<'a>, LineError<'a>>),
    /// An opening; with a fault if it does not match its record.
    Opening(Option<LineError<'a>>),
    /// An opening at the start of a part, whose record is in an earlier part. Not examined.
    UnmatchedOpening(&'a [u8]),
    /// A record at the end of a part, whose openings may be in the next part. Not examined.
    UnfinishedRecord(&'a [u8]),
}

/// The error of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineError<'a> {
    pub(super) code: &'a str,
    pub(super) message: Cow<'a, str>,
}

impl From<&Error> for LineError<'_> {
    #[cold]
    #[inline(never)]
    fn from(error: &Error) -> Self {
        Self { code: error.code(), message: error.to_string().into() }
    }
}

/// The result of one step on one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StepResult<'a> {
    /// The step passed.
    Pass,
    /// The step was not checked, which never counts as passed.
    NotChecked(Reason),
    /// The step failed. Boxed to keep results small, since failures are rare.
    Fail(Box<LineError<'a>>),
}

impl From<&Error> for StepResult<'_> {
    #[cold]
    #[inline(never)]
    fn from(error: &Error) -> Self {
        Self::Fail(Box::new(error.into()))
    }
}

/// A record that passed `schema`, with its verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckedRecord<'a> {
    /// The result of each step, in the order of [`Step::ALL`](super::Step::ALL). Those of
    /// `signature` and `inclusion` are about the record's own proofs.
    pub(super) results: [StepResult<'a>; 7],
    /// True if `policy` passes only if a signature covers the record.
    pub(super) needs_signer: bool,
    /// The leaf hash in a log.
    pub(super) leaf: Digest,
    /// The claimed evaluator, a `did:key`.
    pub(super) evaluator: Option<&'a str>,
    /// The trust file's name for the evaluator at the record's time.
    pub(super) name: Option<&'a str>,
    /// The end of the eval, as the record states it.
    pub(super) fetched_at: Instant,
    /// The subject's id.
    pub(super) subject: &'a str,
    /// The requested agent, model or tool, and the identity of what answered.
    pub(super) who: Option<Cow<'a, str>>,
    /// The position in the run.
    pub(super) position: RunPosition,
    /// The plan of the run, if a single record is verified.
    pub(super) plan: Option<Box<Plan<'a>>>,
    /// The log of the record's inclusion proof, if the proof is valid.
    pub(super) logged: Option<LogPosition>,
    /// The outcome, by its index.
    pub(super) outcome: u8,
    /// The record's contribution to the scores.
    pub(super) scores: Scores,
}

/// A record's position in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunPosition {
    /// The id of the run.
    pub(super) run: Digest,
    /// 0 for math, 1 for science.
    pub(super) family: u8,
    pub(super) index: u64,
}

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunStart<'a> {
    /// The id of the run.
    pub(super) run: Digest,
    pub(super) plan: Plan<'a>,
    /// True if the run is about the requested subject, or any subject is accepted.
    pub(super) of_subject: bool,
}

/// The plan and entropy of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan<'a> {
    /// The plan id.
    pub(super) id: Digest,
    pub(super) counts: Counts,
    /// The name and root of the bank.
    pub(super) bank: Option<(&'a str, Digest)>,
    /// The entropy; empty if there is none.
    pub(super) entropy: &'a str,
    /// The source of the entropy; empty if there is none.
    pub(super) source: &'a str,
}

/// The log that a record's inclusion proof refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogPosition {
    /// The digest of the log's origin.
    pub(super) origin: Digest,
    /// The number of records in the log.
    pub(super) size: u64,
}

/// The head of a log, from a checkpoint that its owner signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogHead<'a> {
    pub(super) origin: &'a str,
    pub(super) signer: &'a str,
    pub(super) size: u64,
    pub(super) root: Digest,
}
