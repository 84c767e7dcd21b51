//! Results of tasks, and the labels of failed ones.

use std::borrow::Cow;

use crate::base::hash::Digest;
use crate::error::{Code, Error, shown};

/// The reason that a task failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label<'a> {
    /// The reply contains no answer, or there is no reply.
    MissingFinalAnswer,
    /// The answer is not accepted.
    AnswerHashMismatch,
    /// The exchange failed, or the reply could not be judged, with this cause.
    Cause(Cow<'a, str>),
}

impl<'a> Label<'a> {
    pub(super) const MISSING_FINAL_ANSWER: &'static str = "missing_final_answer";
    pub(super) const ANSWER_HASH_MISMATCH: &'static str = "answer_hash_mismatch";

    /// Returns the label's name in scorecards.
    pub fn name(&self) -> &str {
        match self {
            Self::MissingFinalAnswer => Self::MISSING_FINAL_ANSWER,
            Self::AnswerHashMismatch => Self::ANSWER_HASH_MISMATCH,
            Self::Cause(cause) => cause,
        }
    }

    /// Parses a label.
    ///
    /// # Errors
    /// `suite.bad-cause` if it is neither a known label nor a cause.
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

/// The result of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskResult<'a> {
    /// The task's id.
    pub id: Cow<'a, str>,
    /// The group under which the task is counted.
    pub stratum: Option<Cow<'a, str>>,
    /// The digest of the extracted answer with the task's salt; `None` without an answer.
    pub digest: Option<Digest>,
    /// The reason of the failure; `None` if the task passed.
    pub label: Option<Label<'a>>,
}

impl TaskResult<'_> {
    /// Reports whether the task passed.
    pub const fn passed(&self) -> bool {
        self.label.is_none()
    }
}

/// Checks that a cause is 1 to 64 of `[a-z0-9.-]` and starts with a letter. Such a cause differs
/// from the suite's own labels, which contain underscores.
pub(in crate::suite) fn check_cause(cause: &str) -> Result<(), Error> {
    let is_part = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    let starts = cause.starts_with(|c: char| c.is_ascii_lowercase());
    if starts && cause.len() <= 64 && cause.bytes().all(is_part) {
        return Ok(());
    }
    let expected = "1 to 64 of [a-z0-9.-], the first a letter";
    Err(Error::new(Code::SuiteBadCause, "cause of a failed exchange", expected, shown(cause)))
}
