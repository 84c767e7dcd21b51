//! Grouping of signal records by subject.
//!
//! A record file holds the runs of many subjects in the order in which they ended. A score is of
//! one subject, so its records are collected first, reduced to the members that scoring reads.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::clock::Clock;
use super::run;
use super::signed::ScoreInput;
use super::snapshot::subject_error;
use crate::base::tape::Node;
use crate::error::{Code, Error, shown};
use crate::id::{Family, SignalId};

/// Members of a record's subject that a snapshot retains.
const SUBJECT_MEMBERS: [&str; 7] =
    ["agent", "class", "id", "model", "protocol", "registry", "tool"];

/// Types of the lines in a record file that are not records.
const OTHER_LINE_TYPES: [&str; 4] = ["run", "checkpoint", "opening", "close"];

/// The part of a record to retain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetainedPart {
    /// The whole record.
    Whole,
    /// The members of an eval that scoring reads; nothing of any other signal.
    ScoredMembers,
}

/// Records grouped by subject, in the order in which subjects first occur.
#[derive(Debug, Default)]
pub(super) struct RecordsBySubject {
    subjects: VecDeque<SubjectRecords>,
    index: HashMap<String, usize>,
    hashed: bool,
}

/// A subject and its records.
#[derive(Debug, Default)]
pub(super) struct SubjectRecords {
    /// Line number of its last record.
    pub(super) line: usize,
    /// JSON text of the subject in that record.
    pub(super) subject: String,
    /// JSON texts of the records, joined by commas.
    pub(super) signals: String,
    /// All its records, if they are [hashed](RecordsBySubject::hashed).
    pub(super) input: ScoreInput,
}

impl SubjectRecords {
    /// Returns the subject and its records as a snapshot.
    pub(super) fn snapshot(&self) -> String {
        format!("{{\"signals\":[{}],\"subject\":{}}}", self.signals, self.subject)
    }
}

/// Reports whether a line belongs to a record file rather than being a snapshot.
pub(super) fn is_record_line(line: Node<'_>) -> bool {
    line.get("signalId").is_some() || line.get("type").is_some()
}

impl RecordsBySubject {
    /// Creates an empty group that hashes the records of each subject if `hashed`.
    pub(super) fn new(hashed: bool) -> Self {
        Self { hashed, ..Self::default() }
    }

    /// Adds line `number` of a record file. Lines of other types than records are skipped.
    ///
    /// # Errors
    /// For a record without a signal or subject, an invalid eval, and a line that does not belong
    /// to a record file.
    pub(super) fn add(
        &mut self,
        number: usize,
        line: Node<'_>,
        retain: impl FnOnce(&str) -> RetainedPart,
        clock: Clock,
    ) -> Result<(), Error> {
        let Some(signal) = line.get("signalId") else {
            return match line.get("type") {
                Some(node) if OTHER_LINE_TYPES.iter().any(|name| node.is_text(name)) => Ok(()),
                Some(node) => {
                    let name = node.as_str().unwrap_or_default();
                    Err(line_error("run, checkpoint, opening or close", shown(&name)))
                }
                None => Err(line_error("a record, as on the lines before", "none")),
            };
        };
        let Some(signal) = signal.as_str() else {
            return Err(Error::new(Code::ScoreSignal, "signalId", "a signal id", "none"));
        };
        let family = Family::ALL.into_iter().find(|family| family.signal_id() == signal);
        match family {
            Some(family) => drop(run::from_record(line, family, clock)?),
            None => drop(SignalId::new(signal.as_ref())?),
        }
        let subject = line.get("subject");
        let id = subject
            .and_then(|subject| subject.get("id"))
            .and_then(|id| id.as_str())
            .filter(|id| !id.is_empty())
            .ok_or_else(|| subject_error("subject.id", "a stable identifier", "none"))?;
        let place = match self.index.get(id.as_ref()) {
            Some(&place) => place,
            None => {
                self.index.insert(id.into_owned(), self.subjects.len());
                self.subjects.push_back(SubjectRecords::default());
                self.subjects.len() - 1
            }
        };
        let group = &mut self.subjects[place];
        group.line = number;
        group.subject = pick_members(subject, &SUBJECT_MEMBERS);
        if self.hashed {
            group.input.add(line.source().as_bytes());
        }
        let text = match (retain(&signal), family) {
            (RetainedPart::Whole, _) => Cow::Borrowed(line.source()),
            (RetainedPart::ScoredMembers, Some(_)) => Cow::Owned(scored_members(line)),
            (RetainedPart::ScoredMembers, None) => return Ok(()),
        };
        if !group.signals.is_empty() {
            group.signals.push(',');
        }
        group.signals.push_str(&text);
        Ok(())
    }

    /// Removes the subject `id`, and returns its records.
    pub(super) fn take_records(&mut self, id: &str) -> Option<String> {
        let group = &mut self.subjects[self.index.remove(id)?];
        group.subject.clear();
        Some(std::mem::take(&mut group.signals))
    }

    /// Returns the next subject that was not removed.
    pub(super) fn next(&mut self) -> Option<SubjectRecords> {
        // Popping the queue invalidates its indexes.
        self.index = HashMap::new();
        while let Some(group) = self.subjects.pop_front() {
            if !group.subject.is_empty() {
                return Some(group);
            }
        }
        None
    }
}

fn line_error(expected: &'static str, found: impl Into<Cow<'static, str>>) -> Error {
    Error::new(Code::ScoreSubject, "line of a record file", expected, found)
}

/// Returns the text of the object `node`, restricted to the members whose names satisfy `retain`.
pub(super) fn filter_members(node: Node<'_>, retain: impl Fn(&str) -> bool) -> String {
    let mut text = String::from("{");
    for (name, value) in node.members() {
        if retain(&name.as_str().unwrap_or_default()) {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(name.source());
            text.push(':');
            text.push_str(value.source());
        }
    }
    text.push('}');
    text
}

fn pick_members(node: Option<Node<'_>>, names: &[&str]) -> String {
    node.map_or_else(|| "{}".to_owned(), |node| filter_members(node, |name| names.contains(&name)))
}

/// Reduces an eval to the members that scoring reads; drops the reply.
fn scored_members(record: Node<'_>) -> String {
    const DATA: [&str; 5] = ["cause", "outcome", "questionId", "score", "served"];
    let mut text = pick_members(Some(record), &["fetchedAt", "signalId", "status"]);
    text.pop();
    text.push_str(",\"data\":");
    text.push_str(&pick_members(record.get("data"), &DATA));
    let asked = pick_members(record.get("subject"), &["agent", "model", "tool"]);
    if asked != "{}" {
        text.push_str(",\"subject\":");
        text.push_str(&asked);
    }
    text.push('}');
    text
}
