//! Streaming verification in constant memory, on one core or several.

use super::examine::Examination;
use super::fact::Fact;
use super::ledger::Ledger;
use super::options::Options;
use super::report::Report;
use super::wire;
use crate::base::lines::{Line, Lines};
use crate::error::{Code, Error};

/// Verifies a record file, from its bytes or from the output of [`Examiner`]s.
///
/// With [`Options::awaits_public`], the first record of the public bank pauses verification:
/// [`wants_bank`](Self::wants_bank) returns true, and lines are buffered until
/// [`supply_bank`](Self::supply_bank).
#[derive(Debug)]
pub struct Verifier {
    options: Options,
    lines: Lines,
    examination: Examination,
    ledger: Ledger,
    /// The lines buffered until the public bank is supplied; `None` for a line that is too long.
    waiting: Vec<Option<Vec<u8>>>,
}

impl Verifier {
    /// Creates a verifier for one file.
    pub fn new(mut options: Options) -> Self {
        let ledger = Ledger::new(&options);
        options.sort();
        let (lines, examination) = (Lines::default(), Examination::new(false));
        Self { options, lines, examination, ledger, waiting: Vec::new() }
    }

    /// Verifies more bytes, split at any position.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.examine_line(line));
        self.lines = lines;
    }

    /// Ends the input: verifies a last line without a line feed. Nothing may be pushed afterwards.
    pub fn end(&mut self) {
        std::mem::take(&mut self.lines).finish(|line| self.examine_line(line));
    }

    /// Adds the output of an [`Examiner`] for the next lines. From then on, the public bank is no
    /// longer awaited.
    ///
    /// # Errors
    /// `verify.part` if `part` is not the output of an examiner of this version.
    pub fn add_part(&mut self, part: &[u8]) -> Result<(), Error> {
        self.stop_buffering();
        let mut reader = wire::Reader(part);
        while let Some(fact) = reader.read_fact() {
            match &fact {
                // Examined here, next to the lines of the neighbouring parts.
                Fact::UnmatchedOpening(line) | Fact::UnfinishedRecord(line) => {
                    self.examine_line(Line::Whole(line))
                }
                _ => {
                    let Self { options, examination, ledger, .. } = self;
                    examination.examine_held_record(options, &mut |fact| ledger.add_fact(&fact));
                    ledger.add_fact(&fact);
                }
            }
        }
        if reader.is_done() {
            return Ok(());
        }
        let problem = "written by another version of proofmark";
        Err(Error::because(Code::VerifyPart, "part of a file", problem))
    }

    /// Reports whether lines are buffered until the public bank is supplied.
    pub const fn wants_bank(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Supplies the public bank, as a bank file, and verifies the buffered lines.
    ///
    /// # Errors
    /// `bank.not-public` for another bank; the codes of [`Bank::parse`](crate::bank::Bank).
    pub fn supply_bank(&mut self, text: &[u8]) -> Result<(), Error> {
        self.options.supply_public(text)?;
        self.verify_buffered();
        Ok(())
    }

    /// Verifies the buffered lines.
    fn verify_buffered(&mut self) {
        for line in &std::mem::take(&mut self.waiting) {
            self.examine_line(line.as_deref().map_or(Line::TooLong, Line::Whole));
        }
    }

    /// Continues without the public bank.
    fn stop_buffering(&mut self) {
        self.options.awaits_public = false;
        self.verify_buffered();
    }

    fn examine_line(&mut self, line: Line<'_>) {
        let Self { options, examination, ledger, waiting, .. } = self;
        let waits = !waiting.is_empty()
            || !examination.examine_line(line, options, &mut |fact| ledger.add_fact(&fact));
        if waits {
            waiting.push(match line {
                Line::Whole(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
        }
    }

    /// Returns the number of records so far.
    pub const fn records(&self) -> u64 {
        self.ledger.records()
    }

    /// Ends the file and returns the report. Without an awaited public bank, the steps that need it
    /// are not checked.
    pub fn finish(mut self) -> Report {
        self.end();
        self.stop_buffering();
        let Self { options, examination, ledger, .. } = &mut self;
        examination.finish(options, &mut |fact| ledger.add_fact(&fact));
        self.ledger.finish()
    }
}

/// Examines parts of a record file on one core, for a [`Verifier`] to combine.
#[derive(Debug)]
pub struct Examiner {
    options: Options,
    examination: Examination,
}

impl Examiner {
    /// Creates an examiner. `options` must be those of the verifier; the public bank is not
    /// awaited.
    pub fn new(mut options: Options) -> Self {
        options.awaits_public = false;
        options.sort();
        Self { options, examination: Examination::new(true) }
    }

    /// Examines the lines of `part` and returns bytes for [`Verifier::add_part`]. Parts must be
    /// split after a line feed.
    pub fn examine(&mut self, part: &[u8]) -> Vec<u8> {
        let Self { options, examination } = self;
        let (mut out, mut lines) = (Vec::new(), Lines::default());
        let mut write = |fact: Fact<'_>| wire::write_fact(&fact, &mut out);
        let mut each = |line: Line<'_>| _ = examination.examine_line(line, options, &mut write);
        lines.push(part, &mut each);
        lines.finish(&mut each);
        examination.finish(options, &mut write);
        out
    }
}
