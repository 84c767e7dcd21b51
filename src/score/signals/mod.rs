//! Conversion of signals between records, snapshots, and the fields that registries store.

mod merge;
mod sdk;

use std::borrow::Cow;

use super::clock::Clock;
use super::records::{
    RecordsBySubject, RetainedPart, SubjectRecords, filter_members, is_record_line,
};
use super::snapshot::subject_error;
use crate::base::json::Value;
use crate::base::lines::{Line, Lines, MAX_LINE, too_long_error};
use crate::base::tape::{Kind, Node, Tape};
use crate::error::{Code, Error, shown};
use crate::record::fields::{self, ImportResult, Prefix};
use crate::rows::BadLine;
use merge::{MergedSignals, replace_signals};

/// Number of subjects of a record file that are written per call.
const BATCH: usize = 1000;

/// The conversion to apply to each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// From snapshots, also of the reference SDK: writes them with their stored fields moved into
    /// their signals as records. An eval's fields stay where they are if one of them is invalid.
    Import,
    /// From snapshots: writes the snapshots with the newest run of each eval also in stored fields.
    /// From records: writes a snapshot of each subject that holds only the stored fields.
    Export(Prefix),
    /// From snapshots: writes the snapshots with the records of [`SignalConverter::records`] merged into
    /// their signals, keeping the newest runs of each eval. Subjects without a snapshot come last.
    /// Also writes stored fields if a prefix is given.
    Merge(KeptRuns, Option<Prefix>),
}

/// The number of runs of each eval that a snapshot keeps: 1 to 1,000,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptRuns(usize);

impl KeptRuns {
    const MOST: u64 = 1_000_000;

    /// Creates the limit.
    ///
    /// # Errors
    /// `score.keep` for 0, which would drop every eval, and for more than the limit.
    pub fn new(runs: u64) -> Result<Self, Error> {
        if (1..=Self::MOST).contains(&runs) {
            return Ok(Self(runs as usize));
        }
        Err(Error::new(Code::ScoreKeep, "keep", "1 to 1,000,000 runs", runs.to_string()))
    }
}

impl Default for KeptRuns {
    /// Returns a limit of one run.
    fn default() -> Self {
        Self(1)
    }
}

/// A stream of lines with one task.
#[derive(Debug)]
pub struct SignalConverter {
    task: Task,
    clock: Clock,
    lines: Lines,
    number: usize,
    /// True if the input is a record file, decided by the first JSON line.
    of_records: Option<bool>,
    records: RecordsBySubject,
    record_lines: Lines,
    record_number: usize,
}

impl SignalConverter {
    /// Creates a stream. Ignores times later than `now`, in milliseconds since 1970.
    pub fn new(task: Task, now: i64) -> Self {
        Self {
            task,
            clock: Clock { now, max_age: None },
            lines: Lines::default(),
            number: 0,
            of_records: None,
            records: RecordsBySubject::default(),
            record_lines: Lines::default(),
            record_number: 0,
        }
    }

    /// Adds bytes of a record file; `last` ends the file. [`Task::Merge`] merges its records into
    /// the snapshots that follow. Returns the invalid lines.
    pub fn records(&mut self, bytes: &[u8], last: bool) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let mut lines = std::mem::take(&mut self.record_lines);
        let mut each = |line: Line<'_>| {
            self.record_number += 1;
            let line_number = self.record_number;
            let taken = match line {
                Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => Ok(()),
                Line::Whole(line) => Tape::new()
                    .read("record", line)
                    .and_then(|node| self.add_record(line_number, node)),
                Line::TooLong => Err(too_long_error("line")),
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

    /// Adds line `number` of a record file.
    fn add_record(&mut self, number: usize, record: Node<'_>) -> Result<(), Error> {
        let fields = matches!(self.task, Task::Export(_) | Task::Merge(_, Some(_)));
        merge::check_record(record, fields, self.clock)?;
        self.records.add(number, record, |_| RetainedPart::Whole, self.clock)
    }

    /// Adds bytes, and appends the converted lines to `out`. Returns the invalid lines, and the
    /// invalid stored fields with their names and lines.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.convert_line(line, out, &mut bad));
        self.lines = lines;
        bad
    }

    /// Ends the stream. Call it again until the returned flag is true.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> (Vec<BadLine>, bool) {
        let mut bad = Vec::new();
        std::mem::take(&mut self.lines).finish(|line| self.convert_line(line, out, &mut bad));
        for _ in 0..BATCH {
            let Some(SubjectRecords { line, subject, signals, .. }) = self.records.next() else {
                return (bad, true);
            };
            let snapshot = format!("{{\"subject\":{subject}}}");
            let written = Tape::new()
                .read("snapshot", snapshot.as_bytes())
                .and_then(|node| self.merge_snapshot(node, &signals));
            self.write_result(line, written, out, &mut bad);
        }
        (bad, false)
    }

    fn convert_line(&mut self, line: Line<'_>, out: &mut Vec<u8>, bad: &mut Vec<BadLine>) {
        self.number += 1;
        let mut tape = Tape::new();
        let taken = match line {
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => return,
            Line::Whole(line) => {
                tape.read("snapshot", line).and_then(|node| self.convert(node, bad))
            }
            Line::TooLong => Err(too_long_error("line")),
        };
        self.write_result(self.number, taken, out, bad);
    }

    fn write_result(
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

    /// Converts a line to any number of output lines.
    fn convert(&mut self, line: Node<'_>, bad: &mut Vec<BadLine>) -> Result<String, Error> {
        if self.task == Task::Import
            && let Some(text) = sdk::convert_snapshot(line)?
        {
            return self.convert(Tape::new().read("snapshot", text.as_bytes())?, bad);
        }
        let of_records = *self.of_records.get_or_insert_with(|| is_record_line(line));
        if of_records && matches!(self.task, Task::Export(_)) {
            self.add_record(self.number, line)?;
            return Ok(String::new());
        }
        let Subject { id, additional } = Subject::parse(line)?;
        match self.task {
            Task::Export(_) => {
                self.import_fields(additional, &id, bad)?;
                self.merge_snapshot(line, "")
            }
            Task::Merge(..) => {
                self.import_fields(additional, &id, bad)?;
                let records = self.records.take_records(&id).unwrap_or_default();
                self.merge_snapshot(line, &records)
            }
            Task::Import => {
                let imported = self.import_fields(additional, &id, bad)?;
                let is_valid = |record: &Value| {
                    let field_prefix = field_prefix(record);
                    !imported.invalid.iter().any(|invalid| invalid.field.starts_with(field_prefix))
                };
                let moved: Vec<_> = imported.records.iter().filter(|r| is_valid(r)).collect();
                let stays =
                    |name: &str| !moved.iter().any(|record| name.starts_with(field_prefix(record)));
                let rest = additional.map(|node| filter_members(node, stays));
                let records: Vec<_> = moved.iter().map(|record| record.canonical()).collect();
                let line = replace_signals(line, None, rest.as_deref());
                let mut tape = Tape::new();
                let line = tape.read("snapshot", line.as_bytes())?;
                self.merge_snapshot(line, &String::from_utf8_lossy(&records.join(&b',')))
            }
        }
    }

    /// Writes a snapshot with its signals and those of `records` merged, as the task requires.
    fn merge_snapshot(&self, line: Node<'_>, records: &str) -> Result<String, Error> {
        let (keep, prefix, signals) = match self.task {
            Task::Merge(KeptRuns(keep), prefix) => (keep, prefix, true),
            Task::Export(prefix) => (usize::MAX, Some(prefix), false),
            Task::Import => (usize::MAX, None, true),
        };
        let mut tape = Tape::new();
        let records = format!("[{records}]");
        let new = tape.read("records", records.as_bytes())?.items();
        let old = line.get("signals").filter(|node| !node.is_null());
        if let Some(node) = old.filter(|node| node.kind() != Kind::List) {
            return Err(subject_error("signals", "an array", node.describe()));
        }
        let merged = MergedSignals::merge(old, new, keep, self.clock)?;
        let stored = Subject::parse(line)?.additional.map_or("{}", |node| node.source());
        let additional = prefix
            .map(|prefix| merged.updated_stored_fields(stored, prefix, self.clock))
            .transpose()?;
        let signals = signals.then(|| merged.text());
        // Leaves out empty signals and unchanged fields.
        let signals = signals.filter(|text| old.is_some() || text != "[]");
        let additional = additional.filter(|text| text != stored);
        let mut text = replace_signals(line, signals.as_deref(), additional.as_deref());
        // A longer line could not be read back.
        if text.len() > MAX_LINE {
            return Err(too_long_error("snapshot"));
        }
        text.push('\n');
        Ok(text)
    }

    /// Parses the stored fields to records, and reports invalid fields.
    fn import_fields(
        &self,
        additional: Option<Node<'_>>,
        id: &str,
        bad: &mut Vec<BadLine>,
    ) -> Result<ImportResult, Error> {
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
    id: Cow<'t, str>,
    /// `metadata.additional`, if present.
    additional: Option<Node<'t>>,
}

impl<'t> Subject<'t> {
    fn parse(line: Node<'t>) -> Result<Self, Error> {
        if is_record_line(line) {
            return Err(subject_error("line", "a snapshot", "a line of a record file"));
        }
        let object = |node: Option<Node<'t>>, thing: &'static str| match node
            .filter(|node| !node.is_null())
        {
            Some(node) if node.kind() != Kind::Map => {
                Err(subject_error(thing, "an object", node.describe()))
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
        Ok(Self { id, additional })
    }
}

/// Returns the prefix of the field names that an imported record was made from.
fn field_prefix(record: &Value) -> &str {
    match record.get("sources") {
        Some(Value::Array(sources)) => sources.first().and_then(Value::as_str).unwrap_or_default(),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_output_lines_too_long_to_read() {
        let reply = |length: usize| {
            let reply = "x".repeat(length);
            format!(
                "{{\"data\":{{\"outcome\":\"wrong\",\"response\":\"{reply}\"}},\"signalId\":\"simple-evals.math\",\"status\":\"ok\",\"subject\":{{\"id\":\"a\"}}}}\n"
            )
        };
        let merged = |length: usize| {
            let mut signals = SignalConverter::new(Task::Merge(KeptRuns(2), None), 0);
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
