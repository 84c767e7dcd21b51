//! Splitting of streamed bytes into lines.

use std::borrow::Cow;

use crate::error::{Code, Error};

/// Maximum length of a line in bytes, without its line feed.
pub const MAX_LINE: usize = 16 << 20;

/// Splits bytes into lines. Buffers at most one line.
#[derive(Debug, Default)]
pub struct Lines {
    /// The start of an incomplete line.
    pending: Vec<u8>,
    /// True while the rest of a line that is too long is skipped.
    skipping: bool,
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// The bytes of the line, without the line feed.
    Whole(&'a [u8]),
    /// A line longer than [`MAX_LINE`].
    TooLong,
}

/// Creates the error for a line longer than [`MAX_LINE`].
pub(crate) fn too_long_error(thing: impl Into<Cow<'static, str>>) -> Error {
    Error::because(Code::FileLineTooLong, thing, format!("longer than {MAX_LINE} bytes"))
}

impl Lines {
    /// Adds bytes, split at any position, and passes each complete line to `each`.
    pub fn push(&mut self, bytes: &[u8], mut each: impl FnMut(Line<'_>)) {
        self.split_lines(bytes, &mut each);
    }

    /// Ends the bytes: passes on a last line without a line feed.
    pub fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if self.skipping || !self.pending.is_empty() {
            self.end_line(&mut each);
        }
    }

    fn split_lines(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Line<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            bytes = rest;
            if self.pending.is_empty() && !self.skipping && line.len() <= MAX_LINE {
                each(Line::Whole(line));
            } else {
                self.buffer_bytes(line);
                self.end_line(each);
            }
        }
        self.buffer_bytes(bytes);
    }

    fn end_line(&mut self, each: &mut dyn FnMut(Line<'_>)) {
        each(if self.skipping { Line::TooLong } else { Line::Whole(&self.pending) });
        self.skipping = false;
        // Keeps the buffer's memory for the next line.
        self.pending.clear();
    }

    fn buffer_bytes(&mut self, bytes: &[u8]) {
        if self.skipping {
            return;
        }
        if self.pending.len() + bytes.len() > MAX_LINE {
            self.skipping = true;
            self.pending = Vec::new();
        } else {
            self.pending.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_any_size_give_the_same_lines() {
        let bytes = b"one\n\ntwo\nthree";
        for size in 1..=bytes.len() {
            let (mut lines, mut seen) = (Lines::default(), Vec::new());
            let mut each = |line: Line<'_>| match line {
                Line::Whole(line) => seen.push(line.to_vec()),
                Line::TooLong => seen.push(b"too long".to_vec()),
            };
            for chunk in bytes.chunks(size) {
                lines.push(chunk, &mut each);
            }
            lines.finish(&mut each);
            assert_eq!(seen, [&b"one"[..], b"", b"two", b"three"]);
        }
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        for (length, expected) in [(MAX_LINE, true), (MAX_LINE + 1, false)] {
            let mut bytes = vec![b'x'; length];
            bytes.push(b'\n');
            let (mut lines, mut seen) = (Lines::default(), Vec::new());
            for chunk in bytes.chunks(1 << 20) {
                lines.push(chunk, |line| seen.push(matches!(line, Line::Whole(_))));
            }
            assert_eq!(seen, [expected]);
        }
    }
}
