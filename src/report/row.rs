//! Rows of a report.

use serde::Serialize;

use crate::exchange::Cause;

/// The result of a task or question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Did not pass.
    Fail,
    /// Was not asked; no score counts it.
    Skip,
    /// Passed.
    Pass,
}

impl Outcome {
    /// Returns the word used in every format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Skip => "skip",
            Self::Pass => "pass",
        }
    }
}

/// A part of a reply that a reading matched, in bytes of UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// True for the literal reading, false for the committed one.
    pub literal: bool,
    /// The start of the part.
    pub start: usize,
    /// The end of the part, exclusive.
    pub end: usize,
}

/// A task or question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The task's id, or the question's with the subject's.
    pub id: String,
    /// The stratum; `null` if there is none.
    pub stratum: Option<String>,
    /// The result.
    pub outcome: Outcome,
    /// The label of a failed task, or the outcome of an eval, by name.
    pub label: Option<String>,
    /// Names and texts to show, such as the reply.
    pub details: Vec<(String, String)>,
    /// The subject and the question's id of a record.
    #[serde(skip)]
    pub question: Option<(String, String)>,
    /// The parts of the reply that the readings matched.
    #[serde(skip)]
    pub marks: Vec<Mark>,
    /// Milliseconds until the reply; `null` if there is none or its latency is unknown.
    pub latency_ms: Option<u64>,
}

impl Row {
    /// Returns the text of the detail `name`.
    pub(super) fn detail(&self, name: &str) -> Option<&str> {
        self.details.iter().find(|(other, _)| other == name).map(|(_, text)| &**text)
    }

    /// Reports whether it failed because there was no reply.
    pub(super) fn is_error(&self) -> bool {
        self.outcome == Outcome::Fail && self.detail("cause").is_some()
    }
}

/// Returns the details of a failed exchange: its cause, and the explanation if the cause is known.
pub(super) fn cause_details(cause: &str) -> Vec<(&'static str, String)> {
    let meaning = Cause::from_text(cause).map(|known| known.explanation().join(" "));
    let meaning = meaning.map(|meaning| ("meaning", meaning));
    std::iter::once(("cause", cause.to_owned())).chain(meaning).collect()
}
