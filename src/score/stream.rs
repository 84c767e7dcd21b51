//! Many subjects: bytes in, bytes out, in memory that does not grow with their number.

use super::combine::Work;
use super::config::Config;
use super::records::{Gather, Kept, is_record_line};
use super::snapshot::{Clock, Snapshot};
use super::{explain, write};
use crate::error::{Code, Error, shown};
use crate::grade::rows::BadLine;
use crate::instant;
use crate::lines::{Line, Lines, too_long};
use crate::tape::{Node, Tape};

/// How many subjects of a record file are scored at a time.
const PORTION: usize = 1000;

/// Scores subjects under one configuration at one time.
#[derive(Debug)]
pub struct Scorer {
    under: Under,
    tape: Tape,
    work: Work,
    explained: bool,
    lines: Lines,
    input: Input,
    summary: Summary,
}

/// What all subjects are scored under.
#[derive(Debug)]
struct Under {
    config: Config,
    updated_at: String,
    now: i64,
}

/// What the lines of a stream hold; the first of them that is JSON says it.
#[derive(Debug, Default)]
enum Input {
    #[default]
    Unknown,
    Snapshots,
    Records(Gather),
}

/// What became of the lines of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines read, blank ones included.
    pub lines: usize,
    /// Subjects scored.
    pub scored: usize,
    /// Lines refused.
    pub refused: usize,
}

impl Scorer {
    /// A scorer whose records say `trustScoreUpdatedAt: updated_at`; ages are counted from there.
    ///
    /// # Errors
    /// `score.time` if that is no RFC 3339 time.
    pub fn new(config: Config, updated_at: &str) -> Result<Self, Error> {
        let now = instant::millis(updated_at).ok_or_else(|| {
            Error::new(
                Code::ScoreTime,
                "trustScoreUpdatedAt",
                "an RFC 3339 time, such as 2026-11-20T17:00:00Z",
                shown(updated_at),
            )
        })?;
        Ok(Self {
            under: Under { config, updated_at: updated_at.to_owned(), now },
            tape: Tape::new(),
            work: Work::default(),
            explained: false,
            lines: Lines::default(),
            input: Input::default(),
            summary: Summary::default(),
        })
    }

    /// The same, but [`Scorer::push`] writes what [`Scorer::explain`] does in place of records.
    pub fn explained(self) -> Self {
        Self { explained: true, ..self }
    }

    /// Appends the score record of one subject, `{"subject": {…}, "signals": […]}`, to `out`, as
    /// canonical JSON.
    ///
    /// # Errors
    /// `json.invalid`, `id.signal`, and the `score.…` codes for what cannot be read; `out` is as
    /// it was.
    pub fn score(&mut self, subject: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { under, tape, work, .. } = self;
        under.write(tape.read("snapshot", subject)?, work, false, out)
    }

    /// Appends what moved the score of one subject to `out`, as canonical JSON.
    ///
    /// # Errors
    /// As [`Scorer::score`].
    pub fn explain(&mut self, subject: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { under, tape, work, .. } = self;
        under.write(tape.read("snapshot", subject)?, work, true, out)
    }

    /// Takes the next bytes of a stream of lines and appends one line to `out` for every subject
    /// that they complete. A line that is refused is in the answer, and the rest goes on. Blank
    /// lines are passed over.
    ///
    /// A stream is one of snapshots, or a record file. The records of a subject are spread over
    /// such a file, so its scores come with [`Scorer::finish`], in the order in which the subjects
    /// first came. The records are scored as they stand; whether they are true is for verification.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.line(line, out, &mut bad));
        self.lines = lines;
        bad
    }

    /// Ends the stream: the last line need not end in a line feed. Without a summary there is more:
    /// call it again. The next stream starts at line 1.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> (Vec<BadLine>, Option<Summary>) {
        let mut bad = Vec::new();
        std::mem::take(&mut self.lines).finish(|line| self.line(line, out, &mut bad));
        let Self { under, tape, work, explained, input, summary, .. } = self;
        if let Input::Records(gather) = input {
            for _ in 0..PORTION {
                let Some(gathered) = gather.next() else {
                    return (bad, Some(self.end()));
                };
                let snapshot = gathered.snapshot();
                let written = tape
                    .read("snapshot", snapshot.as_bytes())
                    .and_then(|node| under.write(node, work, *explained, out));
                match written {
                    Ok(()) => summary.scored(out),
                    Err(error) => summary.refused(gathered.line, error, &mut bad),
                }
            }
            return (bad, None);
        }
        (bad, Some(self.end()))
    }

    fn end(&mut self) -> Summary {
        self.input = Input::default();
        std::mem::take(&mut self.summary)
    }

    fn line(&mut self, line: Line<'_>, out: &mut Vec<u8>, bad: &mut Vec<BadLine>) {
        self.summary.lines += 1;
        let number = self.summary.lines;
        let taken = match line {
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => return,
            Line::Whole(line) => self.take(number, line, out),
            Line::TooLong => Err(too_long("line")),
        };
        match taken {
            Ok(false) => {}
            Ok(true) => self.summary.scored(out),
            Err(error) => self.summary.refused(number, error, bad),
        }
    }

    /// Whether a subject was written.
    fn take(&mut self, number: usize, line: &[u8], out: &mut Vec<u8>) -> Result<bool, Error> {
        let Self { under, tape, work, explained, input, .. } = self;
        let node = tape.read("snapshot", line)?;
        if let Input::Unknown = input {
            *input = if is_record_line(node) {
                Input::Records(Gather::default())
            } else {
                Input::Snapshots
            };
        }
        match input {
            Input::Records(gather) => {
                let clock = Clock { now: under.now, max_age: None };
                gather.add(number, node, |signal| under.kept(signal), clock).map(|()| false)
            }
            _ => under.write(node, work, *explained, out).map(|()| true),
        }
    }
}

impl Under {
    fn write(
        &self,
        subject: Node<'_>,
        work: &mut Work,
        explained: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let snapshot = Snapshot::read(&self.config, subject, self.now)?;
        work.fill(&self.config, &snapshot, self.now)?;
        if explained {
            explain::write(out, &self.config, &snapshot, work);
        } else {
            write::record(out, &self.config, &snapshot, work, &self.updated_at);
        }
        Ok(())
    }

    /// A signal that the configuration reads by its id may have its field anywhere.
    fn kept(&self, signal: &str) -> Kept {
        let read = self.config.signals.iter().any(|known| known.as_str() == signal);
        if read { Kept::Whole } else { Kept::Read }
    }
}

impl Summary {
    fn scored(&mut self, out: &mut Vec<u8>) {
        self.scored += 1;
        out.push(b'\n');
    }

    fn refused(&mut self, line: usize, error: Error, bad: &mut Vec<BadLine>) {
        self.refused += 1;
        bad.push(BadLine { line, error });
    }
}
