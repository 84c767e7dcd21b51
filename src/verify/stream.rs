//! Verification of a record file of any size, in chunks of any size, in flat memory.

use std::collections::BTreeMap;

use super::runs::Runs;
use super::{Options, Reason, Step, Verdict, verify};
use crate::error::{Code, Error};
use crate::lines::{self, Lines, MAX_LINE};
use crate::record::file::{Control, Line};
use crate::record::{Scores, SignalRecord};
use crate::tape::Tape;

/// How many failures a report lists; it counts all of them.
const LISTED: usize = 1000;

/// Verifies the bytes of a record file as they come.
#[derive(Debug)]
pub struct Verifier {
    options: Options,
    runs: Runs,
    report: Report,
    lines: Lines,
    /// Where a line is read, once for all lines.
    tape: Tape,
}

/// What verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Whether every required step passed on every record, every run is complete, and nothing
    /// failed.
    pub passed: bool,
    /// The lines of the file.
    pub lines: u64,
    /// The records among them.
    pub records: u64,
    /// The runs that are closed.
    pub runs: u64,
    /// What each step answered, by name, in order.
    pub steps: Vec<Tally>,
    /// The steps that were required.
    pub required: Vec<Step>,
    /// The number of failures.
    pub failed: u64,
    /// The first thousand failures, in the order in which they were found.
    pub failures: Vec<Failure>,
    /// How many records each outcome has, by the name of the outcome.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Right answers, by either reading.
    pub scores: Scores,
}

/// What one step answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The step.
    pub step: Step,
    /// Records that passed it.
    pub pass: u64,
    /// Records that failed it.
    pub fail: u64,
    /// Records that it was not done for, by reason.
    pub not_checked: BTreeMap<&'static str, u64>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, from 1; 0 for what stands on no line, such as a reveal.
    pub line: u64,
    /// The step, or `run` for what concerns a whole run, or `file` for what is no line at all.
    pub step: &'static str,
    /// The code of the error.
    pub code: &'static str,
    /// The text of the error.
    pub message: String,
}

impl Verifier {
    /// Begins a file.
    pub fn new(options: Options) -> Self {
        let steps =
            Step::ALL.map(|step| Tally { step, pass: 0, fail: 0, not_checked: BTreeMap::new() });
        let report =
            Report { steps: steps.into(), required: options.require.clone(), ..Report::default() };
        let (runs, lines, tape) = (Runs::default(), Lines::default(), Tape::new());
        let mut verifier = Self { options, runs, report, lines, tape };
        verifier.check_reveals();
        verifier
    }

    /// A reveal that proves nothing is a failure, also if no record asks for it.
    fn check_reveals(&mut self) {
        let Options { reveals, manifests, .. } = &self.options;
        let check = |reveal| super::bank::check_reveal(reveal, manifests).err();
        let errors: Vec<_> = reveals.iter().filter_map(check).collect();
        for error in &errors {
            self.fail(0, Step::Bank.name(), error);
        }
    }

    /// Takes the next bytes, which may end anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.line(line));
        self.lines = lines;
    }

    /// Ends the file.
    pub fn finish(mut self) -> Report {
        let mut lines = std::mem::take(&mut self.lines);
        lines.finish(|line| self.line(line));
        let line = self.report.lines;
        if self.report.records == 0 {
            let error = Error::new(Code::FileEmpty, "record file", "at least one record", "none");
            self.fail(line, "file", &error);
        }
        for (line, error) in self.runs.finish(line) {
            self.fail(line, "run", &error);
        }
        self.report.runs = self.runs.closed();
        let records = self.report.records;
        let required =
            |tally: &Tally| tally.pass == records || !self.report.required.contains(&tally.step);
        self.report.passed = self.report.failed == 0 && self.report.steps.iter().all(required);
        self.report
    }

    fn line(&mut self, line: lines::Line<'_>) {
        self.report.lines += 1;
        let number = self.report.lines;
        let lines::Line::Whole(bytes) = line else {
            let expected = format!("at most {MAX_LINE} bytes");
            let error = Error::new(Code::FileLineTooLong, "line", expected, "more");
            self.fail(number, "file", &error);
            return;
        };
        if let Err(error) = check_bytes(number, bytes) {
            self.fail(number, "file", &error);
            return;
        }
        let mut tape = std::mem::take(&mut self.tape);
        match Line::read(&mut tape, bytes) {
            Ok(Line::Record(record)) => self.record(number, &record),
            Ok(Line::Control(control)) => self.control(number, &control),
            Err(error) => {
                self.report.records += 1;
                self.answer(number, Step::Schema, Verdict::Fail(error));
                for step in &Step::ALL[1..] {
                    self.answer(number, *step, Verdict::NotChecked(Reason::NoRecord));
                }
            }
        }
        self.tape = tape;
    }

    fn record(&mut self, number: u64, record: &SignalRecord<'_>) {
        self.report.records += 1;
        for (step, verdict) in Step::ALL.into_iter().zip(verify(record, &self.options)) {
            self.answer(number, step, verdict);
        }
        if let Err(error) = self.runs.record(number, record) {
            self.fail(number, "run", &error);
        }
        self.count(record);
    }

    fn control(&mut self, number: u64, control: &Control<'_>) {
        match control {
            Control::Run(run) => {
                if let Err(error) = self.runs.begin(number, run) {
                    self.fail(number, "run", &error);
                }
            }
            Control::Close(close) => {
                for (line, error) in self.runs.close(number, close) {
                    self.fail(line, "run", &error);
                }
            }
            Control::Checkpoint(_) | Control::Opening(_) => {}
        }
    }

    fn count(&mut self, record: &SignalRecord<'_>) {
        *self.report.outcomes.entry(record.data.outcome.name()).or_default() += 1;
        self.report.scores.count(record);
    }

    fn answer(&mut self, line: u64, step: Step, verdict: Verdict) {
        let tally = &mut self.report.steps[step as usize];
        match verdict {
            Verdict::Pass => tally.pass += 1,
            Verdict::NotChecked(reason) => {
                *tally.not_checked.entry(reason.text()).or_default() += 1;
            }
            Verdict::Fail(error) => {
                tally.fail += 1;
                self.fail(line, step.name(), &error);
            }
        }
    }

    fn fail(&mut self, line: u64, step: &'static str, error: &Error) {
        self.report.failed += 1;
        if self.report.failures.len() < LISTED {
            let (code, message) = (error.code(), error.to_string());
            self.report.failures.push(Failure { line, step, code, message });
        }
    }
}

/// What a line must be before it is read as JSON.
fn check_bytes(number: u64, line: &[u8]) -> Result<(), Error> {
    let refuse = |code, expected, found| Err(Error::new(code, "line", expected, found));
    if number == 1 && line.starts_with(b"\xef\xbb\xbf") {
        return refuse(Code::FileByteOrderMark, "UTF-8 without a byte order mark", "one");
    }
    if line.ends_with(b"\r") {
        return refuse(Code::FileCarriageReturn, "a line feed alone at its end", "CR LF");
    }
    if line.is_empty() {
        return refuse(Code::FileEmptyLine, "JSON", "an empty line");
    }
    if std::str::from_utf8(line).is_err() {
        return refuse(Code::FileNotUtf8, "UTF-8", "other bytes");
    }
    Ok(())
}
