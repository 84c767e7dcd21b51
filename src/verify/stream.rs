//! Verification of a record file of any size, in chunks of any size, in flat memory.

use super::examine::Examination;
use super::fact::Fact;
use super::ledger::Ledger;
use super::report::Report;
use super::{Options, wire};
use crate::base::lines::{Line, Lines};
use crate::error::{Code, Error};

/// Verifies the bytes of a record file as they come, or what examiners have written of them.
///
/// With [`Options::awaits_public`] it stops at the first record of the public bank, says so by
/// [`wants_bank`](Self::wants_bank), and goes on from there when the bank is supplied.
#[derive(Debug)]
pub struct Verifier {
    options: Options,
    lines: Lines,
    examination: Examination,
    ledger: Ledger,
    /// The lines since a record of the public bank, if that is awaited; `None` is one that is too long.
    waiting: Vec<Option<Vec<u8>>>,
}

impl Verifier {
    /// Begins a file.
    pub fn new(mut options: Options) -> Self {
        let ledger = Ledger::new(&options);
        options.put_in_order();
        let (lines, examination) = (Lines::default(), Examination::new(false));
        Self { options, lines, examination, ledger, waiting: Vec::new() }
    }

    /// Takes the next bytes, which may end anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.line(line));
        self.lines = lines;
    }

    /// Takes the last line, if no line feed ended it. Nothing may be pushed behind it.
    pub fn end(&mut self) {
        std::mem::take(&mut self.lines).finish(|line| self.line(line));
    }

    /// Takes what an [`Examiner`] wrote of the next lines of the file. It awaits no bank from then on:
    /// examiners do not, either.
    ///
    /// # Errors
    /// `verify.part` if it is nothing that an examiner of this version writes.
    pub fn take(&mut self, part: &[u8]) -> Result<(), Error> {
        self.stop_waiting();
        let mut reader = wire::Reader(part);
        while let Some(fact) = reader.fact() {
            match &fact {
                // Now the lines around it are at hand.
                Fact::Stray(line) | Fact::Held(line) => self.line(Line::Whole(line)),
                _ => {
                    let Self { options, examination, ledger, .. } = self;
                    examination.release(options, &mut |fact| ledger.take(&fact));
                    ledger.take(&fact);
                }
            }
        }
        if reader.is_done() {
            return Ok(());
        }
        let expected = "what an examiner of this version has written";
        Err(Error::new(Code::VerifyPart, "part of a file", expected, "other bytes"))
    }

    /// Whether a record of the public bank has come, which is awaited.
    pub const fn wants_bank(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes the public bank, as the text of a bank file, and goes on.
    ///
    /// # Errors
    /// `bank.not-public` if it is another; a `bank.*` code as [`Bank::parse`](crate::bank::Bank).
    pub fn supply_bank(&mut self, text: &[u8]) -> Result<(), Error> {
        self.options.supply_public(text)?;
        self.take_waiting();
        Ok(())
    }

    /// Takes the lines that had to wait.
    fn take_waiting(&mut self) {
        for line in &std::mem::take(&mut self.waiting) {
            self.line(line.as_deref().map_or(Line::TooLong, Line::Whole));
        }
    }

    /// Goes on without the public bank.
    fn stop_waiting(&mut self) {
        self.options.awaits_public = false;
        self.take_waiting();
    }

    fn line(&mut self, line: Line<'_>) {
        let Self { options, examination, ledger, waiting, .. } = self;
        let waits =
            !waiting.is_empty() || !examination.line(line, options, &mut |fact| ledger.take(&fact));
        if waits {
            waiting.push(match line {
                Line::Whole(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
        }
    }

    /// How many records have come so far.
    pub const fn records(&self) -> u64 {
        self.ledger.records()
    }

    /// Ends the file. If the public bank was awaited and has not come, it is not at hand.
    pub fn finish(mut self) -> Report {
        self.end();
        self.stop_waiting();
        let Self { options, examination, ledger, .. } = &mut self;
        examination.finish(options, &mut |fact| ledger.take(&fact));
        self.ledger.finish()
    }
}

/// Examines parts of a record file, for one [`Verifier`] to put together: the work of a core.
#[derive(Debug)]
pub struct Examiner {
    options: Options,
    examination: Examination,
}

impl Examiner {
    /// An examiner of files that are held to `options`, which have to be those of the verifier. It
    /// awaits no bank.
    pub fn new(mut options: Options) -> Self {
        options.awaits_public = false;
        options.put_in_order();
        Self { options, examination: Examination::new(true) }
    }

    /// What the lines of `part` say, as bytes for [`Verifier::take`]. A part ends where a line of
    /// the file does; only the last one may lack its line feed.
    pub fn examine(&mut self, part: &[u8]) -> Vec<u8> {
        let Self { options, examination } = self;
        let (mut out, mut lines) = (Vec::new(), Lines::default());
        let mut write = |fact: Fact<'_>| wire::write(&fact, &mut out);
        let mut each = |line: Line<'_>| _ = examination.line(line, options, &mut write);
        lines.push(part, &mut each);
        lines.finish(&mut each);
        examination.finish(options, &mut write);
        out
    }
}
