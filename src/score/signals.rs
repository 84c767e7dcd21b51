//! Signals between their three homes: records, snapshots, and the fields that registries store.

use std::borrow::Cow;

use super::merge::{self, Standing, replaced};
use super::records::{Gather, Gathered, Kept, SUBJECT, is_record_line, text_of};
use super::snapshot::{Clock, subject_error};
use crate::error::{Code, Error, shown};
use crate::grade::rows::BadLine;
use crate::json::Value;
use crate::lines::{Line, Lines, MAX_LINE, too_long};
use crate::record::fields::{self, Imported, Prefix};
use crate::tape::{Kind, Node, Tape};

/// How many subjects of a record file are written at a time.
const PORTION: usize = 1000;

/// What becomes of each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Snapshots in: the stored fields as signal records out, each with its subject.
    Import,
    /// Snapshots in: the same out, the stored fields as records among their signals. The fields of an
    /// eval of which one is invalid stay where they are.
    Migrate,
    /// Snapshots in: the same out, the newest run of each eval also as stored fields. Records in: a
    /// snapshot of each subject, with the fields and nothing else.
    Export(Prefix),
    /// Snapshots in: the same out with the records of [`Signals::records`] among their signals, and
    /// of each eval the newest so many. Subjects that only have records come at the end. With a
    /// family of fields, these are written too.
    Merge(Keep, Option<Prefix>),
}

/// How many runs of each eval a snapshot keeps: 1 to 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep(usize);

impl Keep {
    const MOST: u64 = 1_000_000;

    /// # Errors
    /// `score.keep` for none, which would drop every eval, and for more than the limit.
    pub fn new(runs: u64) -> Result<Self, Error> {
        if (1..=Self::MOST).contains(&runs) {
            return Ok(Self(runs as usize));
        }
        Err(Error::new(Code::ScoreKeep, "keep", "1 to 1,000,000 runs", runs.to_string()))
    }
}

impl Default for Keep {
    /// The newest run alone.
    fn default() -> Self {
        Self(1)
    }
}

/// A stream of lines under one task.
#[derive(Debug)]
pub struct Signals {
    task: Task,
    clock: Clock,
    lines: Lines,
    number: usize,
    /// Whether the lines are those of a record file; the first that is JSON says it.
    of_records: Option<bool>,
    records: Gather,
    record_lines: Lines,
    record_number: usize,
}

impl Signals {
    /// A stream. A time later than `now`, in milliseconds since 1970, is not taken for a time.
    pub fn new(task: Task, now: i64) -> Self {
        Self {
            task,
            clock: Clock { now, max_age: None },
            lines: Lines::default(),
            number: 0,
            of_records: None,
            records: Gather::default(),
            record_lines: Lines::default(),
            record_number: 0,
        }
    }

    /// Takes the next bytes of a record file, or its `last`, whose records [`Task::Merge`] puts into
    /// the snapshots that come after it. Lines that are refused are in the answer.
    pub fn records(&mut self, bytes: &[u8], last: bool) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let mut lines = std::mem::take(&mut self.record_lines);
        let mut each = |line: Line<'_>| {
            self.record_number += 1;
            let line_number = self.record_number;
            let taken = match line {
                Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => Ok(()),
                Line::Whole(line) => {
                    Tape::new().read("record", line).and_then(|node| self.gather(line_number, node))
                }
                Line::TooLong => Err(too_long("line")),
            };
            bad.extend(taken.err().map(|error| BadLine { line: line_number, error }));
        };
        lines.push(bytes, &mut each);
        if last {
            lines.finish(&mut each);
        }
        self.record_lines = lines;
        bad
    }

    /// Takes line `number` of a record file.
    fn gather(&mut self, number: usize, record: Node<'_>) -> Result<(), Error> {
        let fields = matches!(self.task, Task::Export(_) | Task::Merge(_, Some(_)));
        merge::check(record, fields, self.clock)?;
        self.records.add(number, record, |_| Kept::Whole, self.clock)
    }

    /// Takes the next bytes, and appends what becomes of the lines that they complete to `out`. In the
    /// answer: lines that are refused, and stored fields that are invalid, each by name with its
    /// line.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.line(line, out, &mut bad));
        self.lines = lines;
        bad
    }

    /// Ends the stream. Unless it says that this was all, there is more: call it again.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> (Vec<BadLine>, bool) {
        let mut bad = Vec::new();
        std::mem::take(&mut self.lines).finish(|line| self.line(line, out, &mut bad));
        for _ in 0..PORTION {
            let Some(Gathered { line, subject, signals }) = self.records.next() else {
                return (bad, true);
            };
            let snapshot = format!("{{\"subject\":{subject}}}");
            let written = Tape::new()
                .read("snapshot", snapshot.as_bytes())
                .and_then(|node| self.written(node, &signals));
            self.note(line, written, out, &mut bad);
        }
        (bad, false)
    }

    fn line(&mut self, line: Line<'_>, out: &mut Vec<u8>, bad: &mut Vec<BadLine>) {
        self.number += 1;
        let mut tape = Tape::new();
        let taken = match line {
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => return,
            Line::Whole(line) => tape.read("snapshot", line).and_then(|node| self.take(node, bad)),
            Line::TooLong => Err(too_long("line")),
        };
        self.note(self.number, taken, out, bad);
    }

    fn note(
        &self,
        line: usize,
        text: Result<String, Error>,
        out: &mut Vec<u8>,
        bad: &mut Vec<BadLine>,
    ) {
        match text {
            Ok(text) => out.extend_from_slice(text.as_bytes()),
            Err(error) => bad.push(BadLine { line, error }),
        }
    }

    /// What becomes of a line: any number of lines.
    fn take(&mut self, line: Node<'_>, bad: &mut Vec<BadLine>) -> Result<String, Error> {
        let of_records = *self.of_records.get_or_insert_with(|| is_record_line(line));
        if of_records && matches!(self.task, Task::Export(_)) {
            self.gather(self.number, line)?;
            return Ok(String::new());
        }
        let Subject { node, id, additional } = Subject::of(line)?;
        match self.task {
            Task::Export(_) => {
                self.imported(additional, &id, bad)?;
                self.written(line, "")
            }
            Task::Merge(..) => {
                self.imported(additional, &id, bad)?;
                let records = self.records.take(&id).unwrap_or_default();
                self.written(line, &records)
            }
            Task::Import => {
                let mut text = String::new();
                for record in self.imported(additional, &id, bad)?.records {
                    text.push_str(&about(record, node)?);
                    text.push('\n');
                }
                Ok(text)
            }
            Task::Migrate => {
                let imported = self.imported(additional, &id, bad)?;
                let whole = |record: &Value| {
                    let stem = stem(record);
                    !imported.invalid.iter().any(|invalid| invalid.field.starts_with(stem))
                };
                let moved: Vec<_> = imported.records.iter().filter(|r| whole(r)).collect();
                let stays = |name: &str| !moved.iter().any(|record| name.starts_with(stem(record)));
                let rest = additional.map(|node| text_of(node, stays));
                let records: Vec<_> = moved.iter().map(|record| record.canonical()).collect();
                let line = replaced(line, None, rest.as_deref());
                let mut tape = Tape::new();
                let line = tape.read("snapshot", line.as_bytes())?;
                self.written(line, &String::from_utf8_lossy(&records.join(&b',')))
            }
        }
    }

    /// A snapshot with the signals that stand of its own and of `records`, as the task says.
    fn written(&self, line: Node<'_>, records: &str) -> Result<String, Error> {
        let (keep, prefix, signals) = match self.task {
            Task::Merge(Keep(keep), prefix) => (keep, prefix, true),
            Task::Export(prefix) => (usize::MAX, Some(prefix), false),
            Task::Import | Task::Migrate => (usize::MAX, None, true),
        };
        let mut tape = Tape::new();
        let records = format!("[{records}]");
        let new = tape.read("records", records.as_bytes())?.items();
        let old = line.get("signals").filter(|node| !node.is_null());
        if let Some(node) = old.filter(|node| node.kind() != Kind::List) {
            return Err(subject_error("signals", "an array", node.found()));
        }
        let standing = Standing::of(old, new, keep, self.clock)?;
        let stored = Subject::of(line)?.additional.map_or("{}", |node| node.source());
        let additional =
            prefix.map(|prefix| standing.stored(stored, prefix, self.clock)).transpose()?;
        let signals = signals.then(|| standing.text());
        // Nothing is added where there is nothing to say.
        let signals = signals.filter(|text| old.is_some() || text != "[]");
        let additional = additional.filter(|text| text != stored);
        let mut text = replaced(line, signals.as_deref(), additional.as_deref());
        // Nothing would read it again.
        if text.len() > MAX_LINE {
            return Err(too_long("snapshot"));
        }
        text.push('\n');
        Ok(text)
    }

    /// The stored fields as records; what of them is invalid is noted.
    fn imported(
        &self,
        additional: Option<Node<'_>>,
        id: &str,
        bad: &mut Vec<BadLine>,
    ) -> Result<Imported, Error> {
        let imported = fields::import(additional.map_or("{}", |node| node.source()).as_bytes())?;
        for invalid in &imported.invalid {
            let thing = format!("{} of {}", invalid.field, shown(id));
            let found = invalid.found.clone();
            let error = Error::new(Code::FieldsInvalid, thing, invalid.expected, found);
            bad.push(BadLine { line: self.number, error });
        }
        Ok(imported)
    }
}

/// The subject of a snapshot.
struct Subject<'t> {
    node: Node<'t>,
    id: Cow<'t, str>,
    /// `metadata.additional`, if it is there.
    additional: Option<Node<'t>>,
}

impl<'t> Subject<'t> {
    fn of(line: Node<'t>) -> Result<Self, Error> {
        if is_record_line(line) {
            return Err(subject_error("line", "a snapshot", "a line of a record file"));
        }
        let object = |node: Option<Node<'t>>, thing: &'static str| match node
            .filter(|node| !node.is_null())
        {
            Some(node) if node.kind() != Kind::Map => {
                Err(subject_error(thing, "an object", node.found()))
            }
            node => Ok(node),
        };
        let node = object(line.get("subject"), "subject")?
            .ok_or_else(|| subject_error("subject", "an object", "none"))?;
        let id = node.get("id").and_then(|id| id.as_str()).filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| subject_error("subject.id", "a stable identifier", "none"))?;
        let metadata = object(node.get("metadata"), "subject.metadata")?;
        let additional = metadata.and_then(|node| node.get("additional"));
        let additional = object(additional, "subject.metadata.additional")?;
        Ok(Self { node, id, additional })
    }
}

/// What the fields that an imported record was made of begin with.
fn stem(record: &Value) -> &str {
    match record.get("sources") {
        Some(Value::Array(sources)) => sources.first().and_then(Value::as_str).unwrap_or_default(),
        _ => "",
    }
}

/// The record with the subject that it is about, as canonical JSON.
fn about(record: Value, subject: Node<'_>) -> Result<String, Error> {
    let Value::Object(mut members) = record else { return Ok(String::new()) };
    let subject = text_of(subject, |name| SUBJECT.contains(&name));
    members.push(("subject".to_owned(), Value::parse(subject.as_bytes())?));
    Ok(String::from_utf8_lossy(&Value::Object(members).canonical()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_written_that_is_too_long_to_be_read() {
        let reply = |length: usize| {
            let reply = "x".repeat(length);
            format!(
                "{{\"data\":{{\"outcome\":\"wrong\",\"response\":\"{reply}\"}},\"signalId\":\"simple-evals.math\",\"status\":\"ok\",\"subject\":{{\"id\":\"a\"}}}}\n"
            )
        };
        let merged = |length: usize| {
            let mut signals = Signals::new(Task::Merge(Keep(2), None), 0);
            for length in [length, MAX_LINE / 2] {
                assert_eq!(signals.records(reply(length).as_bytes(), false), []);
            }
            let mut out = Vec::new();
            let bad = signals.push(b"{\"subject\":{\"id\":\"a\"}}\n", &mut out);
            let codes: Vec<_> = bad.iter().map(|bad| bad.error.code()).collect();
            (out.len(), codes)
        };
        let (length, codes) = merged(MAX_LINE / 2 - 1000);
        assert!(length > MAX_LINE - 1000 && codes.is_empty());
        assert_eq!(merged(MAX_LINE / 2 + 1), (0, vec!["file.line-too-long"]));
    }
}
