//! Streaming scorer: memory use does not depend on the number of subjects in a stream of snapshots.

use super::clock::Clock;
use super::combine::Computation;
use super::config::Config;
use super::records::{RecordsBySubject, Retain, is_record_line};
use super::snapshot::Snapshot;
use super::{explain, write};
use crate::base::instant;
use crate::base::lines::{Line, Lines, too_long};
use crate::base::tape::{Node, Tape};
use crate::error::{Code, Error, shown};
use crate::grade::rows::BadLine;

/// Number of subjects of a record file that are scored per call.
const BATCH: usize = 1000;

/// Scores subjects with one configuration at one time.
#[derive(Debug)]
pub struct Scorer {
    context: Context,
    tape: Tape,
    work: Computation,
    explained: bool,
    lines: Lines,
    input: Input,
    summary: Summary,
}

/// The configuration and time of scoring.
#[derive(Debug)]
struct Context {
    config: Config,
    updated_at: String,
    now: i64,
}

/// The kind of a stream, decided by its first JSON line.
#[derive(Debug, Default)]
enum Input {
    #[default]
    Unknown,
    Snapshots,
    Records(RecordsBySubject),
}

/// Line counts of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines read, including blank ones.
    pub lines: usize,
    /// Subjects scored.
    pub scored: usize,
    /// Lines rejected.
    pub refused: usize,
}

impl Scorer {
    /// Creates a scorer that writes `trustScoreUpdatedAt: updated_at`. Ages are relative to that
    /// time.
    ///
    /// # Errors
    /// `score.time` if it is not an RFC 3339 time.
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
            context: Context { config, updated_at: updated_at.to_owned(), now },
            tape: Tape::new(),
            work: Computation::default(),
            explained: false,
            lines: Lines::default(),
            input: Input::default(),
            summary: Summary::default(),
        })
    }

    /// Makes [`Scorer::push`] write explanations, as [`Scorer::explain`] does, instead of score
    /// records.
    pub fn explained(self) -> Self {
        Self { explained: true, ..self }
    }

    /// Appends the score record of the subject `{"subject": {…}, "signals": […]}` to `out`, as
    /// canonical JSON.
    ///
    /// # Errors
    /// `json.invalid`, `id.signal`, and the `score.…` codes for invalid input. `out` is unchanged
    /// on error.
    pub fn score(&mut self, subject: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { context, tape, work, .. } = self;
        context.write(tape.read("snapshot", subject)?, work, false, out)
    }

    /// Appends the explanation of a subject's score to `out`, as canonical JSON.
    ///
    /// # Errors
    /// As for [`Scorer::score`].
    pub fn explain(&mut self, subject: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { context, tape, work, .. } = self;
        context.write(tape.read("snapshot", subject)?, work, true, out)
    }

    /// Adds bytes of a stream, and appends one line to `out` for every completed subject. Returns
    /// the invalid lines and continues after them. Skips blank lines.
    ///
    /// A stream consists of snapshots, or is a record file. The records of a subject are spread
    /// over a record file, so its scores are written by [`Scorer::finish`], in the order in which
    /// the subjects first occur. Records are scored without verification.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, |line| self.line(line, out, &mut bad));
        self.lines = lines;
        bad
    }

    /// Ends the stream; the last line needs no line feed. Call it again until it returns a summary.
    /// The next stream starts at line 1.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> (Vec<BadLine>, Option<Summary>) {
        let mut bad = Vec::new();
        std::mem::take(&mut self.lines).finish(|line| self.line(line, out, &mut bad));
        let Self { context, tape, work, explained, input, summary, .. } = self;
        if let Input::Records(records) = input {
            for _ in 0..BATCH {
                let Some(group) = records.next() else {
                    return (bad, Some(self.end()));
                };
                let snapshot = group.snapshot();
                let written = tape
                    .read("snapshot", snapshot.as_bytes())
                    .and_then(|node| context.write(node, work, *explained, out));
                match written {
                    Ok(()) => summary.count_scored(out),
                    Err(error) => summary.count_rejected(group.line, error, &mut bad),
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
            Line::Whole(line) => self.process(number, line, out),
            Line::TooLong => Err(too_long("line")),
        };
        match taken {
            Ok(false) => {}
            Ok(true) => self.summary.count_scored(out),
            Err(error) => self.summary.count_rejected(number, error, bad),
        }
    }

    /// Processes a line. Returns true if it wrote a subject.
    fn process(&mut self, number: usize, line: &[u8], out: &mut Vec<u8>) -> Result<bool, Error> {
        let Self { context, tape, work, explained, input, .. } = self;
        let node = tape.read("snapshot", line)?;
        if let Input::Unknown = input {
            *input = if is_record_line(node) {
                Input::Records(RecordsBySubject::default())
            } else {
                Input::Snapshots
            };
        }
        match input {
            Input::Records(records) => {
                let clock = Clock { now: context.now, max_age: None };
                records.add(number, node, |signal| context.retain(signal), clock).map(|()| false)
            }
            _ => context.write(node, work, *explained, out).map(|()| true),
        }
    }
}

impl Context {
    fn write(
        &self,
        subject: Node<'_>,
        work: &mut Computation,
        explained: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let snapshot = Snapshot::read(&self.config, subject, self.now)?;
        work.compute(&self.config, &snapshot, self.now)?;
        if explained {
            explain::write(out, &self.config, &snapshot, work, self.now);
        } else {
            write::record(out, &self.config, &snapshot, work, &self.updated_at);
        }
        Ok(())
    }

    /// Retains a signal whole if the configuration reads it by id, since any of its fields may be
    /// needed.
    fn retain(&self, signal: &str) -> Retain {
        let read = self.config.signals.iter().any(|known| known.as_str() == signal);
        if read { Retain::Whole } else { Retain::ScoredMembers }
    }
}

impl Summary {
    fn count_scored(&mut self, out: &mut Vec<u8>) {
        self.scored += 1;
        out.push(b'\n');
    }

    fn count_rejected(&mut self, line: usize, error: Error, bad: &mut Vec<BadLine>) {
        self.refused += 1;
        bad.push(BadLine { line, error });
    }
}
