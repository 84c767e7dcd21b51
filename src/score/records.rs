//! Signal records, a line each, gathered by the subject they are about.
//!
//! A record file holds the runs of many subjects in the order in which they ended. A score is of one
//! subject, so its records are brought together first; what is kept of a record is no more than
//! what will be read of it.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::evals;
use super::snapshot::{Clock, subject_error};
use crate::error::{Code, Error, shown};
use crate::id::{Family, SignalId};
use crate::tape::Node;

/// What a record says of its subject that a score reads.
pub(super) const SUBJECT: [&str; 7] =
    ["agent", "class", "id", "model", "protocol", "registry", "tool"];

/// The lines of a record file that are no records.
const TYPES: [&str; 4] = ["run", "checkpoint", "opening", "close"];

/// What of a record is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// All of it.
    Whole,
    /// What a score reads of an eval; nothing of any other signal.
    Read,
}

/// Records by subject, in the order in which the subjects first came.
#[derive(Debug, Default)]
pub(super) struct Gather {
    subjects: VecDeque<Gathered>,
    places: HashMap<String, usize>,
}

/// One subject and its records.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// The line of its last record.
    pub(super) line: usize,
    /// The JSON text of the subject as that record says it.
    pub(super) subject: String,
    /// The JSON texts of the records, joined by commas.
    pub(super) signals: String,
}

impl Gathered {
    /// The subject and its records as a line of snapshots.
    pub(super) fn snapshot(&self) -> String {
        format!("{{\"signals\":[{}],\"subject\":{}}}", self.signals, self.subject)
    }
}

/// Whether a line is one of a record file, as against a snapshot.
pub(super) fn is_record_line(line: Node<'_>) -> bool {
    line.get("signalId").is_some() || line.get("type").is_some()
}

impl Gather {
    /// Takes line `number` of a record file. Lines that hold no record are passed over.
    ///
    /// # Errors
    /// For a record that says no signal or no subject, an eval that cannot be read, and a line that
    /// is none of a record file.
    pub(super) fn add(
        &mut self,
        number: usize,
        line: Node<'_>,
        kept: impl FnOnce(&str) -> Kept,
        clock: Clock,
    ) -> Result<(), Error> {
        let Some(signal) = line.get("signalId") else {
            return match line.get("type") {
                Some(node) if TYPES.iter().any(|name| node.is(name)) => Ok(()),
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
            Some(family) => drop(evals::from_record(line, family, clock)?),
            None => drop(SignalId::new(signal.as_ref())?),
        }
        let subject = line.get("subject");
        let id = subject
            .and_then(|subject| subject.get("id"))
            .and_then(|id| id.as_str())
            .filter(|id| !id.is_empty())
            .ok_or_else(|| subject_error("subject.id", "a stable identifier", "none"))?;
        let place = match self.places.get(id.as_ref()) {
            Some(&place) => place,
            None => {
                self.places.insert(id.into_owned(), self.subjects.len());
                self.subjects.push_back(Gathered::default());
                self.subjects.len() - 1
            }
        };
        let gathered = &mut self.subjects[place];
        gathered.line = number;
        gathered.subject = members(subject, &SUBJECT);
        let text = match (kept(&signal), family) {
            (Kept::Whole, _) => Cow::Borrowed(line.source()),
            (Kept::Read, Some(_)) => Cow::Owned(reduced(line)),
            (Kept::Read, None) => return Ok(()),
        };
        if !gathered.signals.is_empty() {
            gathered.signals.push(',');
        }
        gathered.signals.push_str(&text);
        Ok(())
    }

    /// The records of the subject called `id`, which then is gone.
    pub(super) fn take(&mut self, id: &str) -> Option<String> {
        let gathered = &mut self.subjects[self.places.remove(id)?];
        gathered.subject.clear();
        Some(std::mem::take(&mut gathered.signals))
    }

    /// The next subject of those that were not taken.
    pub(super) fn next(&mut self) -> Option<Gathered> {
        // Places are no longer those of the queue.
        self.places = HashMap::new();
        while let Some(gathered) = self.subjects.pop_front() {
            if !gathered.subject.is_empty() {
                return Some(gathered);
            }
        }
        None
    }
}

fn line_error(expected: &'static str, found: impl Into<Cow<'static, str>>) -> Error {
    Error::new(Code::ScoreSubject, "line of a record file", expected, found)
}

/// The text of the object `node` with those of its members whose names are `kept`.
pub(super) fn text_of(node: Node<'_>, kept: impl Fn(&str) -> bool) -> String {
    let mut text = String::from("{");
    for (name, value) in node.members() {
        if kept(&name.as_str().unwrap_or_default()) {
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

fn members(node: Option<Node<'_>>, names: &[&str]) -> String {
    node.map_or_else(|| "{}".to_owned(), |node| text_of(node, |name| names.contains(&name)))
}

/// An eval without what no score reads, such as the reply.
fn reduced(record: Node<'_>) -> String {
    let mut text = members(Some(record), &["fetchedAt", "signalId", "status"]);
    text.pop();
    text.push_str(",\"data\":");
    text.push_str(&members(record.get("data"), &["cause", "outcome", "questionId", "score"]));
    text.push('}');
    text
}
