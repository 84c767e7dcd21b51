//! Lines out of bytes that come in pieces.

use std::borrow::Cow;

use crate::error::{Code, Error};

/// The longest line of a file that is read line by line, in bytes, without its line feed.
pub const MAX_LINE: usize = 16 << 20;

/// Splits bytes into lines, holding no more than one of them.
#[derive(Debug, Default)]
pub struct Lines {
    /// The beginning of a line whose end has not come.
    pending: Vec<u8>,
    /// Whether the rest of the current line is passed over, because it is too long.
    skipping: bool,
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Its bytes, without the line feed.
    Whole(&'a [u8]),
    /// It is longer than [`MAX_LINE`].
    TooLong,
}

/// What is wrong with what is longer than [`MAX_LINE`].
pub(crate) fn too_long(thing: impl Into<Cow<'static, str>>) -> Error {
    Error::new(Code::FileLineTooLong, thing, format!("at most {MAX_LINE} bytes"), "more")
}

impl Lines {
    /// Takes the next bytes and hands every line that they end to `each`.
    pub fn push(&mut self, bytes: &[u8], mut each: impl FnMut(Line<'_>)) {
        self.split(bytes, &mut each);
    }

    /// Ends the bytes: hands over a last line that no line feed ended.
    pub fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if self.skipping || !self.pending.is_empty() {
            self.end(&mut each);
        }
    }

    fn split(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Line<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            bytes = rest;
            if self.pending.is_empty() && !self.skipping && line.len() <= MAX_LINE {
                each(Line::Whole(line));
            } else {
                self.hold(line);
                self.end(each);
            }
        }
        self.hold(bytes);
    }

    fn end(&mut self, each: &mut dyn FnMut(Line<'_>)) {
        each(if self.skipping { Line::TooLong } else { Line::Whole(&self.pending) });
        self.skipping = false;
        // The buffer is kept: most lines of a file are of one length.
        self.pending.clear();
    }

    fn hold(&mut self, bytes: &[u8]) {
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
