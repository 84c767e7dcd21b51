//! What one line of a record file says, apart from all other lines.
//!
//! Lines are examined by themselves, in any order and on any core; what they say is put together
//! in the order of the file. So the answer does not depend on how many cores there were.

use std::borrow::Cow;

use super::{Reason, Verdict};
use crate::base::hash::Digest;
use crate::error::Error;
use crate::record::{Counts, Instant, Scores};

/// What one line says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "most lines are records, and no fact is kept")]
pub(super) enum Fact<'a> {
    /// It is no line of a record file.
    NoLine(Fault<'a>),
    /// It is no record, by the step `schema`, nor JSON at all.
    NoJson(Fault<'a>),
    /// It is no record, by the step `schema`.
    NoRecord(Fault<'a>),
    /// It has a `type`, and is no such line.
    NoControl(Fault<'a>),
    /// It is a record.
    Record(Seen<'a>),
    /// A run begins.
    Run(Begun<'a>),
    /// A run says that it is complete.
    Close {
        /// The id of the run.
        run: Digest,
        /// How many records it says it has.
        records: u64,
    },
    /// A log has this head, or its checkpoint does not hold.
    Checkpoint(Result<Head<'a>, Fault<'a>>),
    /// The value of a withheld member; the fault is why it opens nothing.
    Opening(Option<Fault<'a>>),
    /// The bytes of an opening whose record is not among the lines at hand.
    Stray(Cow<'a, [u8]>),
    /// The bytes of a record whose openings may stand behind the lines at hand.
    Held(Cow<'a, [u8]>),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault<'a> {
    pub(super) code: Cow<'a, str>,
    pub(super) message: Cow<'a, str>,
}

impl From<&Error> for Fault<'_> {
    #[cold]
    #[inline(never)]
    fn from(error: &Error) -> Self {
        Self { code: error.code().into(), message: error.to_string().into() }
    }
}

/// The answer of one step on one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer<'a> {
    Pass,
    NotChecked(Reason),
    /// Boxed, as it is there seldom and answers are moved often.
    Fail(Box<Fault<'a>>),
}

impl From<Verdict> for Answer<'_> {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass => Self::Pass,
            Verdict::NotChecked(reason) => Self::NotChecked(reason),
            Verdict::Fail(error) => Self::Fail(Box::new((&error).into())),
        }
    }
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen<'a> {
    /// The answers of the steps behind `schema`. Those of `signature` and `inclusion` are of the
    /// record's own proofs.
    pub(super) answers: [Answer<'a>; 6],
    /// Whether `policy` passes only if a signature covers the record.
    pub(super) wants_signer: bool,
    /// Its leaf in a log.
    pub(super) leaf: Digest,
    /// Who says it: the claimed evaluator.
    pub(super) evaluator: Option<Cow<'a, str>>,
    /// The evaluator's name, if the trust file lists it for the record's time.
    pub(super) name: Option<Cow<'a, str>>,
    /// When its eval ended, as it says.
    pub(super) fetched_at: Instant,
    /// The id of its subject.
    pub(super) subject: Cow<'a, str>,
    /// What was asked for and what answered.
    pub(super) who: Option<Cow<'a, str>>,
    /// Its place in a run.
    pub(super) place: Arrived,
    /// The plan of its run, if one record is asked about.
    pub(super) planned: Option<Box<Planned<'a>>>,
    /// The log of its inclusion proof, if it has one that holds.
    pub(super) logged: Option<Logged>,
    /// The index of its outcome.
    pub(super) outcome: u8,
    /// What it adds to the scores.
    pub(super) scores: Scores,
}

/// A record's place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrived {
    /// The id of the run.
    pub(super) run: Digest,
    /// 0 for math, 1 for science.
    pub(super) family: u8,
    pub(super) index: u64,
}

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Begun<'a> {
    /// The id of the run.
    pub(super) run: Digest,
    pub(super) planned: Planned<'a>,
    /// Whether the run is about the subject that is asked about, or none is.
    pub(super) about: bool,
}

/// The plan of a run, and its entropy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Planned<'a> {
    /// The plan id.
    pub(super) id: Digest,
    pub(super) counts: Counts,
    /// The name and the root of the bank.
    pub(super) bank: Option<(Cow<'a, str>, Digest)>,
    /// Both are empty if there is none.
    pub(super) entropy: Cow<'a, str>,
    pub(super) source: Cow<'a, str>,
}

/// The log that holds a record by its own proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Logged {
    /// The digest of the log's origin.
    pub(super) origin: Digest,
    /// The number of records in the log.
    pub(super) size: u64,
}

/// A checkpoint that its owner has signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head<'a> {
    pub(super) origin: Cow<'a, str>,
    pub(super) signer: Cow<'a, str>,
    pub(super) size: u64,
    pub(super) root: Digest,
}
