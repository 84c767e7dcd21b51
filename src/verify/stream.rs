//! Verification of a record file of any size, in chunks of any size, in flat memory.

use super::examine::Examination;
use super::fact::Fact;
use super::ledger::Ledger;
use super::report::Report;
use super::{Options, wire};
use crate::error::{Code, Error};
use crate::lines::{Line, Lines};

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
    waiting: Waiting,
}

/// What has come since a record of the public bank, which is awaited; nothing where none is.
#[derive(Debug, Default)]
struct Waiting {
    /// Lines, in order; `None` is one that is too long.
    lines: Vec<Option<Vec<u8>>>,
    /// What examiners wrote of the lines behind those.
    facts: Vec<u8>,
}

impl Verifier {
    /// Begins a file.
    pub fn new(mut options: Options) -> Self {
        let ledger = Ledger::new(&options);
        options.put_in_order();
        let (lines, examination) = (Lines::default(), Examination::new(false));
        Self { options, lines, examination, ledger, waiting: Waiting::default() }
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

    /// Takes what an [`Examiner`] wrote of the next lines of the file.
    ///
    /// # Errors
    /// `verify.part` if it is nothing that an examiner of this version writes.
    pub fn take(&mut self, part: &[u8]) -> Result<(), Error> {
        if self.wants_bank() {
            self.waiting.facts.extend_from_slice(part);
            return Ok(());
        }
        let Self { options, examination, ledger, waiting, .. } = self;
        let mut reader = wire::Reader(part);
        let mut rest = part;
        while let Some(fact) = reader.fact() {
            match &fact {
                // Now the lines around it are at hand.
                Fact::Stray(line) | Fact::Held(line) => {
                    let line = Line::Whole(line);
                    if !examination.line(line, options, &mut |fact| ledger.take(&fact)) {
                        waiting.facts.extend_from_slice(rest);
                        return Ok(());
                    }
                }
                _ => {
                    examination.release(options, &mut |fact| ledger.take(&fact));
                    ledger.take(&fact);
                }
            }
            rest = reader.0;
        }
        if reader.is_done() {
            return Ok(());
        }
        let expected = "what an examiner of this version has written";
        Err(Error::new(Code::VerifyPart, "part of a file", expected, "other bytes"))
    }

    /// Whether a record of the public bank has come, which is awaited.
    pub const fn wants_bank(&self) -> bool {
        !(self.waiting.lines.is_empty() && self.waiting.facts.is_empty())
    }

    /// Takes the public bank, as the text of a bank file, and goes on.
    ///
    /// # Errors
    /// `bank.not-public` if it is another; a `bank.*` code as [`Bank::parse`](crate::bank::Bank).
    /// `verify.part` as [`take`](Self::take).
    pub fn supply_bank(&mut self, text: &[u8]) -> Result<(), Error> {
        self.options.supply_public(text)?;
        self.go_on()
    }

    /// Takes what had to wait.
    fn go_on(&mut self) -> Result<(), Error> {
        let Waiting { lines, facts } = std::mem::take(&mut self.waiting);
        for line in &lines {
            self.line(line.as_deref().map_or(Line::TooLong, Line::Whole));
        }
        self.take(&facts)
    }

    fn line(&mut self, line: Line<'_>) {
        let Self { options, examination, ledger, waiting, .. } = self;
        let waits = !waiting.lines.is_empty()
            || !examination.line(line, options, &mut |fact| ledger.take(&fact));
        if waits {
            waiting.lines.push(match line {
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
        self.options.awaits_public = false;
        // What waited was read once, and says nothing else now.
        let _ = self.go_on();
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
    /// An examiner of files that are held to `options`, which have to be those of the verifier.
    pub fn new(mut options: Options) -> Self {
        options.put_in_order();
        Self { options, examination: Examination::new(true) }
    }

    /// What the lines of `part` say, as bytes for [`Verifier::take`]. A part ends where a line of
    /// the file does; only the last one may lack its line feed. `None` where it has a record of the
    /// public bank, which is awaited: the part is to be examined again when it was supplied.
    pub fn examine(&mut self, part: &[u8]) -> Option<Vec<u8>> {
        let Self { options, examination } = self;
        let (mut out, mut lines) = (Vec::new(), Lines::default());
        let mut whole = true;
        let mut each = |line: Line<'_>| {
            whole =
                whole && examination.line(line, options, &mut |fact| wire::write(&fact, &mut out));
        };
        lines.push(part, &mut each);
        lines.finish(&mut each);
        if !whole {
            examination.start_again();
            return None;
        }
        examination.finish(options, &mut |fact| wire::write(&fact, &mut out));
        Some(out)
    }

    /// Takes the public bank, as [`Verifier::supply_bank`] does.
    ///
    /// # Errors
    /// `bank.not-public` and other `bank.*` codes.
    pub fn supply_bank(&mut self, text: &[u8]) -> Result<(), Error> {
        self.options.supply_public(text)
    }
}
