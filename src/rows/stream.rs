//! Streaming grading in constant memory.

use std::borrow::Cow;

use super::row::grade_row;
use crate::bank::Bank;
use crate::base::lines::{Line, Lines, too_long_error};
use crate::base::tape::Tape;
use crate::error::Error;

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The line number, from 1, counting blank lines.
    pub line: usize,
    /// The error.
    pub error: Error,
}

/// Grades rows incrementally.
#[derive(Debug)]
pub struct Stream {
    bank: Option<Cow<'static, Bank>>,
    lines: Lines,
    tape: Tape,
    /// Number of complete lines.
    ended: usize,
}

impl Stream {
    /// Creates a stream. `bank` is for rows with a science question's id.
    pub fn new(bank: Option<Cow<'static, Bank>>) -> Self {
        Self { bank, lines: Lines::default(), tape: Tape::new(), ended: 0 }
    }

    /// Grades more bytes, split at any position. Writes valid rows to `out` and returns the invalid
    /// ones.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let Self { bank, lines, tape, ended } = self;
        lines.push(bytes, |line| bad.extend(grade_line(line, ended, tape, bank.as_deref(), out)));
        bad
    }

    /// Ends the stream: grades a last line without a line feed.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Vec<BadLine> {
        let mut bad = Vec::new();
        let Self { bank, lines, tape, ended } = self;
        lines.finish(|line| bad.extend(grade_line(line, ended, tape, bank.as_deref(), out)));
        bad
    }
}

/// Grades `line` and writes its result to `out`, or returns its error. Skips a blank line.
fn grade_line(
    line: Line<'_>,
    ended: &mut usize,
    tape: &mut Tape,
    bank: Option<&Bank>,
    out: &mut Vec<u8>,
) -> Option<BadLine> {
    *ended += 1;
    let graded = match line {
        Line::Whole(line) if line.trim_ascii().is_empty() => return None,
        Line::Whole(line) => tape.read("row", line).and_then(|row| grade_row(row, bank, out)),
        Line::TooLong => Err(too_long_error("row")),
    };
    Some(BadLine { line: *ended, error: graded.err()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::lines::MAX_LINE;

    #[test]
    fn chunks_of_any_size_give_the_same_lines() {
        let rows = "{\"kind\":\"math\",\"expected\":\"95\",\"response\":\"95\"}\n\nno\n{\"kind\":\"math\",\"expected\":null,\"response\":\"é 7\"}";
        let run = |size: usize| {
            let (mut stream, mut out) = (Stream::new(None), Vec::new());
            let mut bad: Vec<_> = rows
                .as_bytes()
                .chunks(size)
                .flat_map(|chunk| stream.push(chunk, &mut out))
                .collect();
            bad.extend(stream.finish(&mut out));
            (String::from_utf8(out).unwrap(), bad)
        };
        let (out, bad) = run(rows.len());
        assert_eq!((out.lines().count(), bad.len(), bad[0].line), (2, 1, 3));
        for size in 1..rows.len() {
            assert_eq!(run(size), (out.clone(), bad.clone()), "{size}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_is_read() {
        let (mut stream, mut out) = (Stream::new(None), Vec::new());
        let long = vec![b' '; MAX_LINE / 2];
        let mut bad = Vec::new();
        for _ in 0..4 {
            bad.extend(stream.push(&long, &mut out));
        }
        bad.extend(
            stream.push(
                b"\n{\"kind\":\"math\",\"expected\":\"1\",\"response\":\"1\"}\nx\n",
                &mut out,
            ),
        );
        // One that ends within the bytes it came with is no shorter for that.
        let mut once = vec![b' '; MAX_LINE + 1];
        once.push(b'\n');
        assert_eq!(Stream::new(None).push(&once, &mut out).len(), 1);
        let found: Vec<_> = bad.iter().map(|bad| (bad.line, bad.error.code())).collect();
        assert_eq!(found[0], (1, "file.line-too-long"));
        assert_eq!((found.len(), found[1].0), (2, 3));
        assert_eq!(out.iter().filter(|b| **b == b'\n').count(), 1);
    }
}
