//! Streaming scorer: memory use does not depend on the number of subjects in a stream of snapshots.

use super::clock::Clock;
use super::combine::Computation;
use super::config::Config;
use super::records::{RecordsBySubject, RetainedPart, is_record_line};
use super::signed::{self, ScoreInput};
use super::snapshot::Snapshot;
use super::{explain, write};
use crate::base::instant;
use crate::base::lines::{Line, Lines, too_long_error};
use crate::base::tape::{Node, Tape};
use crate::error::{Code, Error, shown};
use crate::proof::SecretKey;
use crate::rows::BadLine;

/// Number of subjects of a record file that are scored per call.
const BATCH: usize = 1000;

/// Scores subjects with one configuration at one time.
#[derive(Debug)]
pub struct Scorer {
    context: Context,
    tape: Tape,
    work: Computation,
    lines: Lines,
    kind: Kind,
    summary: Summary,
}

/// The configuration and time of scoring, and what to write.
#[derive(Debug)]
struct Context {
    config: Config,
    updated_at: String,
    now: i64,
    output: Output,
}

/// The output for each subject.
#[derive(Debug, Default)]
pub enum Output {
    /// Its score record.
    #[default]
    Scores,
    /// An explanation of its score.
    Explanations,
    /// Its score record with the digest of its input, signed if there is a key.
    Signed(Option<Box<SecretKey>>),
}

/// The kind of a stream, decided by its first JSON line.
#[derive(Debug, Default)]
enum Kind {
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
        let now = instant::parse_millis(updated_at).ok_or_else(|| {
            Error::new(
                Code::ScoreTime,
                "trustScoreUpdatedAt",
                "an RFC 3339 time, such as 2026-11-20T17:00:00Z",
                shown(updated_at),
            )
        })?;
        Ok(Self {
            context: Context {
                config,
                updated_at: updated_at.to_owned(),
                now,
                output: Output::default(),
            },
            tape: Tape::new(),
            work: Computation::default(),
            lines: Lines::default(),
            kind: Kind::default(),
            summary: Summary::default(),
        })
    }

    /// Sets what to write for each subject; [`Output::Scores`] unless set.
    pub fn with_output(mut self, output: Output) -> Self {
        self.context.output = output;
        self
    }

    /// Appends the output for the subject `{"subject": {…}, "signals": […]}` to `out`, as canonical
    /// JSON.
    ///
    /// # Errors
    /// `json.invalid`, `id.signal`, and the `score.…` codes for invalid input. `out` is unchanged
    /// on error.
    pub fn score(&mut self, subject: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Self { context, tape, work, .. } = self;
        context.write_output(tape.read("snapshot", subject)?, None, work, out)
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
        lines.push(bytes, |line| self.score_line(line, out, &mut bad));
        self.lines = lines;
        bad
    }

    /// Ends the stream; the last line needs no line feed. Call it again until it returns a summary.
    /// The next stream starts at line 1.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> (Vec<BadLine>, Option<Summary>) {
        let mut bad = Vec::new();
        std::mem::take(&mut self.lines).finish(|line| self.score_line(line, out, &mut bad));
        let Self { context, tape, work, kind, summary, .. } = self;
        if let Kind::Records(records) = kind {
            for _ in 0..BATCH {
                let Some(group) = records.next() else {
                    return (bad, Some(self.take_summary()));
                };
                let snapshot = group.snapshot();
                let written = tape
                    .read("snapshot", snapshot.as_bytes())
                    .and_then(|node| context.write_output(node, Some(group.input), work, out));
                match written {
                    Ok(()) => summary.count_scored(out),
                    Err(error) => summary.count_rejected(group.line, error, &mut bad),
                }
            }
            return (bad, None);
        }
        (bad, Some(self.take_summary()))
    }

    fn take_summary(&mut self) -> Summary {
        self.kind = Kind::default();
        std::mem::take(&mut self.summary)
    }

    fn score_line(&mut self, line: Line<'_>, out: &mut Vec<u8>, bad: &mut Vec<BadLine>) {
        self.summary.lines += 1;
        let number = self.summary.lines;
        let taken = match line {
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => return,
            Line::Whole(line) => self.try_score_line(number, line, out),
            Line::TooLong => Err(too_long_error("line")),
        };
        match taken {
            Ok(false) => {}
            Ok(true) => self.summary.count_scored(out),
            Err(error) => self.summary.count_rejected(number, error, bad),
        }
    }

    /// Processes a line. Returns true if it wrote a subject.
    fn try_score_line(
        &mut self,
        number: usize,
        line: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<bool, Error> {
        let Self { context, tape, work, kind, .. } = self;
        let node = tape.read("snapshot", line)?;
        if let Kind::Unknown = kind {
            *kind = if is_record_line(node) {
                Kind::Records(RecordsBySubject::new(matches!(context.output, Output::Signed(_))))
            } else {
                Kind::Snapshots
            };
        }
        match kind {
            Kind::Records(records) => {
                let clock = Clock { now: context.now, max_age: None };
                records
                    .add(number, node, |signal| context.retained_part(signal), clock)
                    .map(|()| false)
            }
            _ => context.write_output(node, None, work, out).map(|()| true),
        }
    }
}

impl Context {
    /// Appends the output for `subject`, which was computed from `input`; by default the snapshot.
    fn write_output(
        &self,
        subject: Node<'_>,
        input: Option<ScoreInput>,
        work: &mut Computation,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let snapshot = Snapshot::read(&self.config, subject, self.now)?;
        work.compute(&self.config, &snapshot, self.now)?;
        if let Output::Explanations = self.output {
            explain::write(out, &self.config, &snapshot, work, self.now);
            return Ok(());
        }
        let start = out.len();
        write::write_record(out, &self.config, &snapshot, work, &self.updated_at);
        if let Output::Signed(key) = &self.output {
            let record = out.split_off(start);
            let input = input.unwrap_or_else(|| ScoreInput::from_line(subject.source().as_bytes()));
            out.extend(signed::sign(&record, &input, key.as_deref())?);
        }
        Ok(())
    }

    /// Retains a signal whole if the configuration reads it by id, since any of its fields may be
    /// needed.
    fn retained_part(&self, signal: &str) -> RetainedPart {
        let read = self.config.signals.iter().any(|known| known.as_str() == signal);
        if read { RetainedPart::Whole } else { RetainedPart::ScoredMembers }
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
