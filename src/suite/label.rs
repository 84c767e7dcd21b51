//! What came of a task: passed, or a label that says why not.

use std::borrow::Cow;

use crate::error::{Code, Error, shown};
use crate::hash::Digest;

/// Why a task did not pass.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label<'a> {
    /// The extractor found no answer in the reply, or there was none to look in.
    MissingFinalAnswer,
    /// The answer is not an accepted one.
    AnswerHashMismatch,
    /// The exchange failed, or the reply could not be judged, for this cause.
    Cause(Cow<'a, str>),
}

impl<'a> Label<'a> {
    pub(super) const MISSING_FINAL_ANSWER: &'static str = "missing_final_answer";
    pub(super) const ANSWER_HASH_MISMATCH: &'static str = "answer_hash_mismatch";

    /// The label as scorecards have it.
    pub fn name(&self) -> &str {
        match self {
            Self::MissingFinalAnswer => Self::MISSING_FINAL_ANSWER,
            Self::AnswerHashMismatch => Self::ANSWER_HASH_MISMATCH,
            Self::Cause(cause) => cause,
        }
    }

    /// The label called `name`.
    ///
    /// # Errors
    /// `suite.bad-cause` if it is neither a label nor a cause.
    pub(super) fn from_name(name: Cow<'a, str>) -> Result<Self, Error> {
        match &*name {
            Self::MISSING_FINAL_ANSWER => Ok(Self::MissingFinalAnswer),
            Self::ANSWER_HASH_MISMATCH => Ok(Self::AnswerHashMismatch),
            _ => {
                check_cause(&name)?;
                Ok(Self::Cause(name))
            }
        }
    }
}

/// What came of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskResult<'a> {
    /// The task.
    pub id: Cow<'a, str>,
    /// What it is counted under.
    pub stratum: Option<Cow<'a, str>>,
    /// The digest, under the task's salt, of the answer that was found; `None` if none was.
    pub digest: Option<Digest>,
    /// Why it did not pass; `None` if it did.
    pub label: Option<Label<'a>>,
}

impl TaskResult<'_> {
    /// Whether the task passed.
    pub const fn passed(&self) -> bool {
        self.label.is_none()
    }
}

/// A cause is 1 to 64 of `[a-z0-9.-]`, the first a letter, so it is none of the suite's own labels.
pub(super) fn check_cause(cause: &str) -> Result<(), Error> {
    let is_part = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    let starts = cause.starts_with(|c: char| c.is_ascii_lowercase());
    if starts && cause.len() <= 64 && cause.bytes().all(is_part) {
        return Ok(());
    }
    let expected = "1 to 64 of [a-z0-9.-], the first a letter";
    Err(Error::new(Code::SuiteBadCause, "cause of a failed exchange", expected, shown(cause)))
}
