//! Verification of a record file of any size, in chunks of any size, in flat memory.

use super::examine::Examination;
use super::fact::Fact;
use super::ledger::Ledger;
use super::report::Report;
use super::{Options, wire};
use crate::error::{Code, Error};
use crate::lines::{Line, Lines};

/// Verifies the bytes of a record file as they come, or what examiners have written of them.
#[derive(Debug)]
pub struct Verifier {
    options: Options,
    lines: Lines,
    examination: Examination,
    ledger: Ledger,
}

impl Verifier {
    /// Begins a file.
    pub fn new(options: Options) -> Self {
        let ledger = Ledger::new(&options);
        let (lines, examination) = (Lines::default(), Examination::new(false));
        Self { options, lines, examination, ledger }
    }

    /// Takes the next bytes, which may end anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { options, lines, examination, ledger } = self;
        lines.push(bytes, |line| examination.line(line, options, &mut |fact| ledger.take(&fact)));
    }

    /// Takes what an [`Examiner`] wrote of the next lines of the file.
    ///
    /// # Errors
    /// `verify.part` if it is nothing that an examiner of this version writes.
    pub fn take(&mut self, part: &[u8]) -> Result<(), Error> {
        let Self { options, examination, ledger, .. } = self;
        let mut reader = wire::Reader(part);
        while let Some(fact) = reader.fact() {
            match &fact {
                // Now the lines around it are at hand.
                Fact::Stray(line) | Fact::Held(line) => {
                    let line = Line::Whole(line);
                    examination.line(line, options, &mut |fact| ledger.take(&fact));
                }
                _ => {
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

    /// How many records have come so far.
    pub const fn records(&self) -> u64 {
        self.ledger.records()
    }

    /// Ends the file.
    pub fn finish(mut self) -> Report {
        let Self { options, lines, examination, ledger } = &mut self;
        lines.finish(|line| examination.line(line, options, &mut |fact| ledger.take(&fact)));
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
    pub fn new(options: Options) -> Self {
        Self { options, examination: Examination::new(true) }
    }

    /// What the lines of `part` say, as bytes for [`Verifier::take`]. A part ends where a line of
    /// the file does; only the last one may lack its line feed.
    pub fn examine(&mut self, part: &[u8]) -> Vec<u8> {
        let Self { options, examination } = self;
        let (mut out, mut lines) = (Vec::new(), Lines::default());
        let mut each = |fact: Fact<'_>| wire::write(&fact, &mut out);
        lines.push(part, |line| examination.line(line, options, &mut each));
        lines.finish(|line| examination.line(line, options, &mut each));
        examination.finish(options, &mut each);
        out
    }
}
