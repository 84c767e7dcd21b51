//! Replies that are read from their last word that can declare a letter or take one back: what stands
//! behind it only explains, and is looked through without its tokens.

use super::{GREETING, Reader};
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::options::Options;
use crate::grade::committed::{sieve, visible};
use crate::grade::text::ends_with_any;
use crate::grade::{Reading, Span, scan};

/// How many times what stands around such a word is read, if it turns out to decide nothing.
const MOST: usize = 4;

/// Reads `body`; `None` if that takes the whole of it.
pub(super) fn read<'a>(reply: &'a str, options: Options<'_>, body: Span) -> Option<Reading<'a>> {
    let mut left = body;
    for _ in 0..MOST {
        let at = last(reply, left)?;
        let part = visible::sentences_around(reply, left, at);
        if part == body {
            return None;
        }
        let reader = Reader::new(reply, options, Span { start: part.start, ..body });
        let mut reader = if part.start == body.start {
            Reader { greeting: body.start + GREETING, ..reader }
        } else {
            Reader { line_start: false, begun: true, ..reader }
        };
        reader.read_to(part.end);
        if part.end == body.end {
            reader.stop(true);
        } else if !reader.is_done_at(part.end) {
            return None;
        }
        // What is only called right may be overruled, and what begins anew depends on what is taken back:
        // both on what stands before.
        if reader.judged || reader.taken_back {
            return None;
        }
        if reader.declared.is_some() {
            return Some(reader.finish(body));
        }
        if part.start == body.start {
            return None;
        }
        left = Span { start: body.start, end: reply.floor_char_boundary(part.start) };
    }
    None
}

impl Reader<'_, '_> {
    /// Whether what is read ends at `end`, and nothing of it reaches further.
    fn is_done_at(&self, end: usize) -> bool {
        self.lexer.at == end && !self.near.tag && !self.sentence.answer && self.row.label.is_none()
    }
}

/// Where the last word, letter or mark of `body` stands without which nothing behind it is declared or
/// taken back.
fn last(reply: &str, body: Span) -> Option<usize> {
    let text = body.of(reply);
    let bytes = text.as_bytes();
    let mut end = bytes.len();
    let alone = loop {
        let Some(at) = scan::last(&bytes[..end], may_decide) else { break None };
        if is_one(bytes, at).is_none_or(|one| one) {
            break Some(at);
        }
        end = at;
    };
    let word = sieve::last(text, alone.unwrap_or_default(), holds);
    word.or(alone).map(|at| body.start + at)
}

/// Whether a byte, among the one before it and the two behind, is a letter that stands alone and may be
/// a label, or begins "no", "one" or the end of "none"; or it is of a script without spaces, or a mark
/// of an answer. Compares without a branch.
#[inline(always)]
fn may_decide([before, byte, next, behind]: [u8; 4]) -> bool {
    let small = |byte: u8| byte | 0x20;
    let letter = |byte: u8| small(byte).wrapping_sub(b'a') < 26;
    let digit = |byte: u8| byte.wrapping_sub(b'0') < 10;
    let begins = !letter(before);
    // "I" is the one who speaks.
    let speaks = (byte == b'I') & (next == b' ') & ((before == b' ') | (before == b'\n'));
    let article = (byte == b'a') & (next == b' ') & (before == b' ') & behind.is_ascii_lowercase();
    let label = begins
        & (small(byte).wrapping_sub(b'a') < 10)
        & !(letter(next) | digit(next))
        & !(speaks | article);
    let no = begins & (small(byte) == b'n') & (small(next) == b'o') & !letter(behind);
    let one = (begins | (small(before) == b'n'))
        & (small(byte) == b'o')
        & (small(next) == b'n')
        & (small(behind) == b'e');
    label | no | one | (byte >= 0xE3) | (byte == b'#')
}

/// Whether the "one" at `at` calls an option by its place, "the second one", or is the end of "none";
/// `None` if there is no such word.
fn is_one(text: &[u8], at: usize) -> Option<bool> {
    const PLACES: [&[u8]; 5] = [b"first", b"second", b"third", b"fourth", b"last"];
    let one = text.get(at..at + 3).is_some_and(|three| three.eq_ignore_ascii_case(b"one"));
    if !one {
        return None;
    }
    let Some(word) = sieve::word_around(text, at) else { return Some(true) };
    if word.start < at {
        return Some(&text[word.start..word.end].len() == &4);
    }
    if word.end > at + 3 {
        return Some(false);
    }
    let before = text[..at].strip_suffix(b" ").unwrap_or_default();
    let marks = before.iter().rev().take_while(|byte| matches!(byte, b'*' | b'_' | b'"')).count();
    let before = &before[..before.len() - marks];
    Some(PLACES.iter().any(|place| {
        let near = before.len().saturating_sub(place.len());
        before[near..].eq_ignore_ascii_case(place)
    }))
}

/// Whether the three bytes at `at` are those of a word that decides.
#[cold]
fn holds(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let three = bytes.get(at..at + 3).unwrap_or_default();
    if !three.iter().all(u8::is_ascii_alphabetic) {
        return three.starts_with(b"\\") || three[2] >= 0x80;
    }
    // What a digit or a letter beyond ASCII makes of a word is left open.
    let Some(word) = sieve::word_around(bytes, at) else { return true };
    match cue::of_ascii(word.of(text).as_bytes()) {
        // "Oxygen must be our pick."
        Some(Cue::Commit) => ends_with_any(&text[..word.start], &["my ", "our "]),
        cue => matches!(cue, Some(Cue::Actually | Cue::Answer | Cue::Choice | Cue::Correction)),
    }
}
