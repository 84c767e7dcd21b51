//! A reply as tokens: words with their cues, numbers, standalone letters, marks.

use super::cue::{self, Cue, Cues};
use crate::grade::{Span, scan, token};

#[cfg(test)]
thread_local! {
    /// How many tokens were read on this thread, looking ahead included.
    pub(super) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    /// How many bytes were looked at besides, around words that may decide.
    pub(super) static LOOKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Whether white space stands before it.
    pub spaced: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, with its cue if it has one.
    Word(Option<Cue>),
    /// A run of a script without spaces.
    Run,
    /// A numeric token.
    Number,
    /// A single letter from A to J, by its place from 0, and whether it is a capital.
    Letter(u8, bool),
    /// A LaTeX command.
    Command,
    /// The end of a sentence: `.`, `!`, `?` or `;` before white space, or their like.
    Stop,
    /// A line break.
    Newline,
    /// A single mark.
    Mark(char),
}

/// The place of a letter from A to J, plain or full-width, and whether it is a capital.
pub(super) fn letter(c: char) -> Option<(u8, bool)> {
    let (first, capital) = match c {
        'A'..='J' => ('A', true),
        'a'..='j' => ('a', false),
        'Ａ'..='Ｊ' => ('Ａ', true),
        'ａ'..='ｊ' => ('ａ', false),
        _ => return None,
    };
    u8::try_from(u32::from(c) - u32::from(first)).ok().map(|place| (place, capital))
}

impl Token {
    pub(super) const fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// What a byte can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Letter,
    Digit,
    /// `-` or `.`, which may begin a number.
    Sign,
    /// A mark, and what has no other class.
    Mark,
    /// A line break, a backslash, and a mark that may end a sentence.
    Other,
    /// A character beyond ASCII.
    Wide,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Mark; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' => Class::Space,
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'-' | b'.' => Class::Sign,
            0x80.. => Class::Wide,
            b'\n' | b'\\' | b'!' | b'?' | b';' => Class::Other,
            _ => Class::Mark,
        };
        byte += 1;
    }
    classes
};

/// Whether a full stop behind `before` shortens a word, and ends no sentence.
pub(super) fn abbreviates(before: &[u8]) -> bool {
    const SHORT: [&[u8]; 5] = [b"i.e", b"e.g", b"vs", b"approx", b"Rs"];
    // Mostly another letter stands there.
    matches!(before.last(), Some(b'e' | b'g' | b's' | b'x'))
        && SHORT.iter().any(|short| {
            before
                .strip_suffix(*short)
                .is_some_and(|rest| !rest.last().is_some_and(u8::is_ascii_alphanumeric))
        })
}

/// Whether the `!` at `at` stands behind a number that something is done with: "9! / 3! = 504".
fn is_factorial(bytes: &[u8], at: usize) -> bool {
    let digit = at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_digit());
    digit
        && matches!(
            &bytes[at + 1..],
            [b' ', b'/' | b'*' | b'+' | b'-' | b'=', b' ', b'0'..=b'9' | b'(' | b'$', ..]
        )
}

const fn is_plain(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric()
}

/// Reads the tokens of a text one by one; copying it is looking ahead.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    /// The text up to the end of what is read.
    pub text: &'a str,
    pub at: usize,
    pub cues: &'static Cues,
}

impl<'a> Lexer<'a> {
    /// The tokens of a part of `text`.
    pub(super) fn new(text: &'a str, part: Span) -> Self {
        let text = text.get(..part.end).unwrap_or_default();
        Self { text, at: part.start, cues: cue::table() }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    #[inline(always)]
    fn class(&self, at: usize) -> Option<Class> {
        self.text.as_bytes().get(at).map(|byte| CLASSES[usize::from(*byte)])
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// The kind of what begins with `byte` at `at`, and where it ends.
    #[inline(always)]
    fn kind_at(&self, at: usize, byte: u8) -> (Kind, usize) {
        match CLASSES[usize::from(byte)] {
            Class::Letter => self.word(at),
            Class::Digit => (Kind::Number, token::number_from_digit(self.text, at)),
            Class::Space | Class::Mark => (Kind::Mark(char::from(byte)), at + 1),
            Class::Sign => {
                let may_be =
                    matches!(self.text.as_bytes().get(at + 1), Some(b'0'..=b'9' | b'.' | 0x80..));
                match if may_be { token::number_at(self.text, at) } else { None } {
                    Some(end) => (Kind::Number, end),
                    None => self.other(at).kind(char::from(byte)),
                }
            }
            Class::Other => self.other(at).kind(char::from(byte)),
            Class::Wide => match token::number_at(self.text, at) {
                Some(end) => (Kind::Number, end),
                None => match self.wide(at) {
                    Plain(Sort::Word, _) => self.long_word(at),
                    plain => plain.kind(self.char_at(at).unwrap_or_default()),
                },
            },
        }
    }

    /// What is a mark only where it is nothing else.
    fn other(&self, at: usize) -> Plain {
        let bytes = self.text.as_bytes();
        let end = at + 1;
        let sort = match bytes[at] {
            b'\n' => Sort::Newline,
            b'.' if abbreviates(&bytes[..at]) => Sort::Mark,
            b'!' if is_factorial(bytes, at) => Sort::Mark,
            b'.' | b'!' | b'?' | b';' => match bytes.get(end) {
                None
                | Some(
                    b' ' | b'\t' | b'\r' | b'\n' | b'\x0C' | b'"' | b'\'' | b')' | b'*' | b'_'
                    | b'<',
                ) => Sort::Stop,
                Some(_) => Sort::Mark,
            },
            b'\\' => {
                // `\,` and its like are spaces of their own.
                let name = bytes[end..].iter().take_while(|byte| byte.is_ascii_alphabetic());
                return Plain(Sort::Command, end + name.count());
            }
            _ => Sort::Mark,
        };
        Plain(sort, end)
    }

    /// What begins with a character beyond ASCII that is no digit.
    #[inline(never)]
    fn wide(&self, at: usize) -> Plain {
        let c = self.char_at(at).unwrap_or_default();
        let end = at + c.len_utf8();
        if matches!(c, '。' | '！' | '？' | '；') {
            return Plain(Sort::Stop, end);
        }
        if token::is_unspaced(c) {
            let rest = &self.text[at..];
            let run = rest.find(|c: char| {
                !token::is_unspaced(c) || matches!(c, '。' | '、' | '\u{3008}'..='\u{3020}')
            });
            return match run {
                Some(0) => Plain(Sort::Mark, end),
                Some(length) => Plain(Sort::Run, at + length),
                None => Plain(Sort::Run, self.text.len()),
            };
        }
        Plain(if c.is_alphabetic() { Sort::Word } else { Sort::Mark }, end)
    }

    /// A word: letters, digits behind the first letter, apostrophes inside. A single letter stands
    /// alone.
    #[inline(always)]
    fn word(&self, at: usize) -> (Kind, usize) {
        let bytes = self.text.as_bytes();
        let eight = scan::eight(bytes, at);
        let (mut last, mut plain) = (eight, scan::alphanumeric(eight));
        let mut length = plain;
        while plain == 8 {
            last = scan::eight(bytes, at + length);
            plain = scan::alphanumeric(last);
            length += plain;
        }
        let next = (last >> (8 * plain)) as u8;
        if length > 0 && next != b'\'' && next < 0x80 {
            if length == 1
                && let Some((place, capital)) = letter(char::from(bytes[at]))
            {
                return (Kind::Letter(place, capital), at + 1);
            }
            return (Kind::Word(self.cues.of(bytes, at, length, eight)), at + length);
        }
        self.long_word(at)
    }

    /// A word with an apostrophe in it, or a letter beyond ASCII.
    #[inline(always)]
    fn long_word(&self, at: usize) -> (Kind, usize) {
        let end = self.long_word_end(at);
        let word = &self.text[at..end];
        match wide_letter(word) {
            Some((place, capital)) => (Kind::Letter(place, capital), end),
            None => (Kind::Word(cue::of_word(word)), end),
        }
    }

    /// Where such a word ends.
    #[inline(never)]
    fn long_word_end(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let is_letter = |at: usize| self.class(at) == Some(Class::Letter);
        let mut end = at;
        loop {
            end += bytes[end..].iter().take_while(|byte| is_plain(byte)).count();
            match bytes.get(end) {
                Some(b'\'') if is_letter(end + 1) => end += 1,
                Some(0x80..) => {
                    let Some(c) = self.char_at(end) else { break };
                    let joins = match c {
                        '’' => is_letter(end + c.len_utf8()),
                        // A combining mark belongs to the letter before it.
                        '\u{300}'..='\u{36F}' => true,
                        c => c.is_alphanumeric() && !token::is_unspaced(c),
                    };
                    if !joins {
                        break;
                    }
                    end += c.len_utf8();
                }
                _ => break,
            }
        }
        end
    }
}

/// The letter that `word` is alone, be it a full-width one.
#[inline(never)]
fn wide_letter(word: &str) -> Option<(u8, bool)> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none()).and_then(letter)
}

/// What sort of token begins somewhere, and where it ends. As two plain numbers a call hands it back
/// in registers: a [`Kind`] goes through memory, and to read what was just written in parts waits.
#[derive(Clone, Copy)]
struct Plain(Sort, usize);

/// A [`Kind`] without what it holds.
#[derive(Clone, Copy)]
enum Sort {
    Word,
    Run,
    Command,
    Stop,
    Newline,
    Mark,
}

impl Plain {
    /// The kind, where the token begins with `first`; that of a word is told by the whole of it.
    #[inline(always)]
    fn kind(self, first: char) -> (Kind, usize) {
        let kind = match self.0 {
            Sort::Word => Kind::Word(None),
            Sort::Run => Kind::Run,
            Sort::Command => Kind::Command,
            Sort::Stop => Kind::Stop,
            Sort::Newline => Kind::Newline,
            Sort::Mark => Kind::Mark(first),
        };
        (kind, self.1)
    }
}

impl Lexer<'_> {
    /// The next token, for the loop that reads them all: without a call for each where speed is asked
    /// for more than size.
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn token(&mut self) -> Option<Token> {
        #[cfg(test)]
        STEPS.set(STEPS.get() + 1);
        let bytes = self.text.as_bytes();
        let before = self.at;
        // Mostly there is one space, or none.
        self.at += usize::from(bytes.get(before) == Some(&b' '));
        let byte = loop {
            let byte = *bytes.get(self.at)?;
            match CLASSES[usize::from(byte)] {
                Class::Space => self.at += 1,
                Class::Wide => match self.char_at(self.at) {
                    Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                    _ => break byte,
                },
                _ => break byte,
            }
        };
        let start = self.at;
        let (kind, end) = self.kind_at(start, byte);
        self.at = end;
        Some(Token { kind, start, end, spaced: start > before })
    }
}

/// The same, for whoever looks ahead.
impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline(never)]
    fn next(&mut self) -> Option<Token> {
        self.token()
    }
}
