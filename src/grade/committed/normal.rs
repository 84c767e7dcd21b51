//! Normalised text: the reply without markup and with ASCII digits, and a map back to the reply.

use std::borrow::Cow;

use super::lexicon::{Lexicon, list};
use super::reply::has_word;
use crate::{Span, digit, markup};

/// A normalised text.
pub(super) struct NormalisedText<'a> {
    pub text: Cow<'a, str>,
    /// The runs of the text after the first.
    runs: Vec<Run>,
    first: Run,
}

/// A run of normalised text.
#[derive(Clone, Copy)]
struct Run {
    /// Its offset in the normalised text.
    at: u32,
    /// Its offset in the reply.
    place: u32,
    /// The number of bytes of the reply that the run replaces; 0 if it is an unchanged part of the
    /// reply.
    replaced: u32,
}

/// Delimiters of hidden text.
const CUTS: [[&str; 6]; 2] = [
    ["<!--", "<<", "~~", "<s>", "<del>", "<strike>"],
    ["-->", ">>", "~~", "</s>", "</del>", "</strike>"],
];

/// Tags that end a reply; special tokens are in the lexicon.
const TURN_ENDS: [&str; 5] = ["<end_of_turn>", "<start_of_turn>", "</s>", "[INST]", "[/INST]"];

/// Normalises the part `visible` of `reply`.
pub(super) fn normalise<'a>(
    reply: &'a str,
    visible: Span,
    lexicon: &Lexicon,
) -> NormalisedText<'a> {
    let source = visible.of(reply);
    let first = Run { at: 0, place: visible.start as u32, replaced: 0 };
    if source.bytes().all(is_plain) {
        return NormalisedText { text: Cow::Borrowed(source), runs: Vec::new(), first };
    }
    let (text, runs) = (String::with_capacity(source.len()), Vec::new());
    let (start, closes) = (visible.start, [0; 6]);
    let mut writer = Writer { source, start, lexicon, text, runs, first, closes, worded: false };
    let mut at = 0;
    while let Some(next) = writer.write_element(at) {
        at = next;
    }
    NormalisedText { text: Cow::Owned(writer.text), runs: writer.runs, first }
}

impl NormalisedText<'_> {
    /// Returns the run of the byte at `at`.
    fn run_at(&self, at: usize) -> Run {
        let after = self.runs.partition_point(|run| run.at as usize <= at);
        after.checked_sub(1).and_then(|index| self.runs.get(index)).copied().unwrap_or(self.first)
    }

    /// Returns the part of the reply that became the bytes from `start` to `end`.
    pub fn original_span(&self, start: usize, end: usize) -> Option<Span> {
        let (first, last) = (self.run_at(start), self.run_at(end.checked_sub(1)?));
        let place = |run: Run, at: usize, edge: u32| match run.replaced {
            0 => run.place as usize + at - run.at as usize,
            _ => (run.place + edge) as usize,
        };
        Some(Span { start: place(first, start, 0), end: place(last, end, last.replaced) })
    }
}

struct Writer<'a> {
    /// The visible part of the reply, and its offset in the reply.
    source: &'a str,
    start: usize,
    lexicon: &'a Lexicon,
    text: String,
    runs: Vec<Run>,
    first: Run,
    /// The position of the next closing delimiter of each of [`CUTS`], as far as searched.
    closes: [usize; 6],
    /// True once a letter or digit has been written.
    worded: bool,
}

impl Writer<'_> {
    /// Writes the element at byte `at` of the source, and returns its end.
    fn write_element(&mut self, at: usize) -> Option<usize> {
        let rest = self.source.get(at..)?;
        let plain = rest.bytes().take_while(|b| is_plain(*b)).count();
        if plain > 0 {
            self.copy(rest.get(..plain)?, at);
            return Some(at + plain);
        }
        let c = rest.chars().next()?;
        let rewritten = match c {
            '<' | '~' | '[' => match self.hidden_text_end(rest, at) {
                None => self.write_tag(rest, at)?,
                end => end,
            },
            '\x1b' => self.write_replacement("", at, markup::escape_length(rest)),
            '{' if rest.starts_with("{,}") => self.write_replacement(",", at, 3),
            '\\' => self.write_escape(rest, at),
            _ if !c.is_ascii() => self.write_character(c, rest, at),
            _ => None,
        };
        if rewritten.is_none() {
            self.copy(rest.get(..c.len_utf8())?, at);
        }
        Some(rewritten.unwrap_or(at + c.len_utf8()))
    }

    /// Writes text unchanged from the source at `at`.
    fn copy(&mut self, text: &str, at: usize) {
        let place = self.start + at;
        let written = self.text.len();
        let run = self.runs.last().unwrap_or(&self.first);
        if run.replaced > 0 || place - run.place as usize != written - run.at as usize {
            self.runs.push(Run { at: written as u32, place: place as u32, replaced: 0 });
        }
        self.write(text);
    }

    /// Writes `text` in place of `length` bytes of the source at `at`, and returns their end.
    fn write_replacement(&mut self, text: &str, at: usize, length: usize) -> Option<usize> {
        if !text.is_empty() {
            let place = (self.start + at) as u32;
            let written = self.text.len() as u32;
            self.runs.push(Run { at: written, place, replaced: length as u32 });
            self.write(text);
        }
        Some(at + length)
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        self.worded = self.worded || has_word(text);
    }

    /// Returns the end of the hidden text at the start of `rest`, which is at byte `at`.
    fn hidden_text_end(&mut self, rest: &str, at: usize) -> Option<usize> {
        let [opens, closes] = CUTS;
        let mut pairs = opens.iter().zip(closes).zip(&mut self.closes);
        let ((open, close), known) = pairs.find(|((open, _), _)| rest.starts_with(**open))?;
        let from = at + open.len();
        if *known < from {
            let hay = self.source.get(from..).unwrap_or_default();
            *known = crate::text::find(hay, close).map_or(usize::MAX, |found| from + found);
        }
        (*known < self.source.len()).then(|| *known + close.len())
    }

    /// Writes the replacement of the tag at the start of `rest`. `Some(None)` ends the reply.
    fn write_tag(&mut self, rest: &str, at: usize) -> Option<Option<usize>> {
        let special = markup::special_name(rest);
        let turn = TURN_ENDS.iter().find(|tag| rest.starts_with(**tag)).map(|tag| tag.len());
        if let Some(length) = special.map(|name| name.len() + 4).or(turn) {
            let ends = special.is_none_or(|name| self.lexicon.lists(name) & list::END != 0);
            return (!(self.worded && ends)).then(|| self.write_replacement("\n", at, length));
        }
        if rest.starts_with("[x]") || rest.starts_with("[X]") {
            return Some(self.write_replacement("✓", at, 3));
        }
        let Some((name, closes, length)) = markup::element(rest) else { return Some(None) };
        let lists = self.lexicon.lists(name);
        Some(if lists & list::BLOCK != 0 {
            self.write_replacement("\n", at, length)
        } else if lists & list::INLINE != 0 {
            self.write_replacement(" ", at, length)
        } else if closes {
            self.write_replacement("\n", at, length)
        } else {
            let end = self.write_replacement("\n", at, length);
            name.chars().for_each(|c| self.text.push(c.to_ascii_lowercase()));
            self.write(": ");
            // A name begins with a letter.
            self.worded = true;
            end
        })
    }

    /// Writes the replacement of a LaTeX space or an escaped mark.
    fn write_escape(&mut self, rest: &str, at: usize) -> Option<usize> {
        let byte = *rest.as_bytes().get(1)?;
        let text = match byte {
            b',' | b';' | b':' | b' ' => "\u{202F}",
            b'\\' => "\n",
            b'{' | b'}' | b'!' => "",
            b'$' | b'%' | b'#' | b'&' | b'_' => rest.get(1..2)?,
            _ => return None,
        };
        self.write_replacement(text, at, 2)
    }

    /// Reports whether digits surround the `length` bytes at the start of `rest`.
    fn is_between_digits(&self, rest: &str, length: usize) -> bool {
        let next = rest.get(length..).and_then(|rest| rest.chars().next());
        let last = self.text.as_bytes().last();
        last.is_some_and(u8::is_ascii_digit) && next.and_then(digit::digit_value).is_some()
    }

    /// Writes the replacement of a non-ASCII character, or of a run of superscripts.
    fn write_character(&mut self, c: char, rest: &str, at: usize) -> Option<usize> {
        let mut buffer = [0; 4];
        let length = c.len_utf8();
        let wide = || char::from_u32(u32::from(c) - 0xFEE0);
        if digit::from_superscript(c).is_some() {
            let run: String = rest.chars().map_while(digit::from_superscript).collect();
            let length = rest.chars().take(run.len()).map(char::len_utf8).sum();
            return self.write_replacement(&format!("^{run}"), at, length);
        }
        if let Some(value) = digit::subscript_value(c).or_else(|| digit::digit_value(c)) {
            return self.write_replacement(
                char::from(b'0' + value).encode_utf8(&mut buffer),
                at,
                length,
            );
        }
        if let '\u{FF01}'..='\u{FF5E}' = c
            && !matches!(c, '！' | '？' | '；')
        {
            return self.write_replacement(wide()?.encode_utf8(&mut buffer), at, length);
        }
        if is_invisible(c) {
            let text = if self.is_between_digits(rest, length) { "\u{2060}" } else { "" };
            return self.write_replacement(text, at, length);
        }
        None
    }
}

/// Reports whether the byte is copied unchanged and begins no element.
#[inline(always)]
pub(super) const fn is_plain(byte: u8) -> bool {
    PLAIN[byte as usize]
}

/// The plain bytes, as a table, since every byte of a reply is looked up.
const PLAIN: [bool; 256] = {
    let (mut plain, mut byte) = ([false; 256], 0_u8);
    while byte.is_ascii() {
        plain[byte as usize] = !matches!(byte, b'<' | b'~' | b'[' | b'{' | b'\\' | 0x1b);
        byte += 1;
    }
    plain
};

/// Reports whether the character is invisible.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{FE0F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_to_the_reply() {
        let reply = "<b>x</b> ~~3~~ １{,}0⁻²";
        let normal = normalise(reply, Span { start: 0, end: reply.len() }, Lexicon::get());
        assert_eq!(normal.text, " x   1,0^-2");
        let of = |part: &str| {
            let start = normal.text.find(part).unwrap();
            normal.original_span(start, start + part.len()).unwrap().of(reply)
        };
        assert_eq!([of("x"), of("1,0"), of("0^-2"), of("2")], ["x", "１{,}0", "0⁻²", "⁻²"]);
    }
}
