//! Tokens of normalised text: numbers, words and marks.

use super::lexicon::{self, EMPTY_HASH, Lexicon, Phrase, hash_char};
use super::mark::*;
use crate::Decimal;
use crate::token::{is_unspaced, joins_words, signed_end};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Word,
    Mark,
}

/// Flags of a token.
pub(super) mod flag {
    bits! {
        /// After white space, or at the start of a line.
        GAP
        /// The first token of its line.
        FIRST
        /// In bold.
        BOLD
        /// In a LaTeX box.
        BOX
        /// The number of a list item.
        LISTED
        /// The last token of its sentence.
        STOP
        /// After decoration: any, `(`, `[`, or `[` as the last mark.
        BEFORE ROUND SQUARE LAST_SQUARE
        /// Directly before decoration: any, `)` or `]`, one of them as the first mark, `)`, `"`, or other
        /// quotes and braces.
        AFTER CLOSED CLOSED_FIRST ROUND_CLOSED QUOTED ENCLOSED
    }
}
use flag::*;

/// A token.
#[derive(Clone, Copy)]
pub(super) struct Token {
    /// The byte range in the normalised text.
    pub start: u32,
    pub end: u32,
    pub line: u32,
    pub sent: u32,
    /// The word classes of the lexicon.
    pub classes: u32,
    pub flags: u32,
    /// The bits of a mark; 0 for marks that no rule distinguishes, and for other tokens.
    pub marks: u32,
    /// The first character.
    pub first: char,
    pub entry: u16,
    pub kind: Kind,
}

/// The absent token, without classes and flags.
pub(super) static NONE: Token = Token {
    start: 0,
    end: 0,
    line: u32::MAX,
    sent: u32::MAX,
    classes: 0,
    flags: 0,
    marks: 0,
    first: '\0',
    entry: 0,
    kind: Kind::Mark,
};

impl Token {
    pub const fn exists(&self) -> bool {
        self.line != u32::MAX
    }
    pub const fn is(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }
    pub const fn has(&self, classes: u32) -> bool {
        self.classes & classes != 0
    }
    pub const fn is_mark(&self, marks: u32) -> bool {
        self.marks & marks != 0
    }
    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }
    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    /// Reports whether the token is a symbol such as a check mark or an emoji.
    pub const fn is_symbol(&self) -> bool {
        let symbol = matches!(self.first, '\u{2300}'..='\u{2bff}' | '\u{1f000}'..='\u{1ffff}');
        symbol && matches!(self.kind, Kind::Mark)
    }

    /// Returns the ASCII letter that is the whole token.
    pub fn as_letter(&self) -> Option<char> {
        let letter = self.is_word() && self.end - self.start == 1;
        Some(self.first).filter(|c| letter && c.is_ascii_alphabetic())
    }

    /// Reports whether the token is a capital letter.
    pub fn is_capital(&self) -> bool {
        self.as_letter().is_some_and(|c| c.is_ascii_uppercase())
    }

    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub fn value<'t>(&self, text: &'t str) -> Decimal<'t> {
        Decimal::of_number(self.text(text))
    }
}

/// Tokenizes `text` into single words, reusing the memory of `tokens`.
pub(super) fn tokens(text: &str, lexicon: &Lexicon, tokens: Vec<Token>) -> Vec<Token> {
    let next = Token { line: 0, flags: FIRST, ..NONE };
    let mut scanner = Scanner { text, lexicon, tokens, next, boxes: 0, box_next: false };
    scanner.tokens.clear();
    scanner.tokens.reserve(text.len() / 5 + 4);
    let mut at = 0;
    while let Some(c) = scanner.char_at(at) {
        at = scanner.read_token(c, at);
    }
    scanner.tokens
}

struct Scanner<'a> {
    text: &'a str,
    lexicon: &'a Lexicon,
    tokens: Vec<Token>,
    /// The next token, with the flags so far.
    next: Token,
    /// Number of open braces in a box.
    boxes: u32,
    /// True if a box was named but not opened yet.
    box_next: bool,
}

const BEFORE_MARKS: u32 = BEFORE | ROUND | SQUARE | LAST_SQUARE;
const AFTER_MARKS: u32 = AFTER | CLOSED | CLOSED_FIRST | ROUND_CLOSED | QUOTED | ENCLOSED;

impl Scanner<'_> {
    #[inline(always)]
    fn byte_at(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn char_at(&self, at: usize) -> Option<char> {
        let byte = self.byte_at(at)?;
        if byte.is_ascii() { Some(char::from(byte)) } else { self.text.get(at..)?.chars().next() }
    }

    /// Reads the token that begins with `c` at `at`, and returns its end.
    fn read_token(&mut self, c: char, at: usize) -> usize {
        let to = at + c.len_utf8();
        if c.is_ascii_alphabetic() {
            return self.read_word(c, at);
        }
        if c != '\n' && c.is_whitespace() {
            self.next.flags = self.next.flags & !BEFORE_MARKS | GAP;
            return to;
        }
        if let Some(end) = signed_end(self.text, at, c) {
            return self.push_token(Kind::Number, c, at, end, 0);
        }
        match c {
            '\n' => {
                let line = self.next.line + 1;
                self.next = Token { line, flags: GAP | FIRST, ..NONE };
            }
            '\\' => return self.read_command(at),
            '*' if self.byte_at(to) == Some(b'*') => {
                self.next.flags ^= BOLD;
                self.decorate(c);
                return to + 1;
            }
            '{' => {
                self.boxes += u32::from(self.box_next || self.boxes > 0);
                self.box_next = false;
                self.decorate(c);
            }
            '}' => {
                self.decorate(c);
                self.boxes = self.boxes.saturating_sub(1);
            }
            '#' => {}
            '*' if !self.is_multiplication_sign(at) => self.decorate(c),
            '_' | '`' | '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' | '【'
            | '】' | '〈' | '〉' | '《' | '》' | '$' | '[' | ']' | '(' | ')' | '\'' | '‘' | '’' =>
            {
                self.decorate(c);
            }
            _ if is_unspaced(c) && c.is_alphanumeric() => return self.read_unspaced(c, at),
            _ if c.is_alphabetic() => return self.read_word(c, at),
            _ => return self.read_mark(c, at),
        }
        to
    }

    /// Adds a token, and returns its end.
    fn push_token(&mut self, kind: Kind, first: char, at: usize, end: usize, entry: u16) -> usize {
        let classes = if entry == 0 { 0 } else { self.lexicon.entry(entry).classes };
        let flags = self.next.flags | if self.boxes > 0 { BOX } else { 0 };
        let (start, to) = (at as u32, end as u32);
        let sent = 0;
        let token = Token { start, end: to, sent, classes, flags, first, entry, kind, ..self.next };
        self.tokens.push(token);
        self.next.flags &= BOLD;
        self.next.marks = 0;
        end
    }

    /// Adds a decoration mark to the flags of its neighbours.
    fn decorate(&mut self, c: char) {
        let (before, after) = match c {
            '(' => (ROUND, 0),
            '[' => (SQUARE | LAST_SQUARE, 0),
            ')' => (0, CLOSED | ROUND_CLOSED),
            ']' => (0, CLOSED),
            '"' => (0, QUOTED),
            '}' | '*' | '`' => (0, ENCLOSED),
            _ => (0, 0),
        };
        self.next.flags = self.next.flags & !LAST_SQUARE | before | BEFORE;
        if !self.next.is(GAP | FIRST)
            && let Some(last) = self.tokens.last_mut()
        {
            let first = !last.is(AFTER) && after & CLOSED != 0;
            last.flags |= after | AFTER | if first { CLOSED_FIRST } else { 0 };
        }
    }

    /// Returns the end of a run of ASCII letters and digits, and the extended hash.
    fn ascii_run_end(&self, at: usize, hash: u32) -> (usize, u32) {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let lower = rest.iter().map(|byte| LOWER[usize::from(*byte)]).take_while(|it| *it != 0);
        lower.fold((at, hash), |(end, hash), byte| (end + 1, lexicon::hash_byte(hash, byte)))
    }

    /// Returns the end of a run of characters that satisfy `joins`, and the extended hash.
    fn run_end(&self, at: usize, hash: u32, joins: impl Fn(char) -> bool) -> (usize, u32) {
        let rest = self.text.get(at..).unwrap_or_default();
        let joined = rest.chars().take_while(|c| joins(*c));
        joined.fold((at, hash), |(end, hash), c| (end + c.len_utf8(), hash_char(hash, c)))
    }

    /// Reads a word of letters, which may continue with digits and apostrophes.
    fn read_word(&mut self, first: char, at: usize) -> usize {
        let (mut end, mut hash) = self.ascii_run_end(at, EMPTY_HASH);
        if !self.byte_at(end).is_none_or(|byte| byte.is_ascii()) {
            (end, hash) = self.run_end(end, hash, joins_words);
        }
        while let Some(c @ ('\'' | '’')) = self.char_at(end) {
            let from = end + c.len_utf8();
            let (to, longer) = self.run_end(from, hash_char(hash, c), char::is_alphabetic);
            if to == from {
                break;
            }
            (end, hash) = (to, longer);
        }
        let text = self.text.get(at..end).unwrap_or_default();
        self.push_token(Kind::Word, first, at, end, self.lexicon.find(hash, text))
    }

    /// Reads the longest lexicon entry in a script without spaces, else one character.
    fn read_unspaced(&mut self, c: char, at: usize) -> usize {
        let (mut hash, mut to, first) = (EMPTY_HASH, at, at + c.len_utf8());
        let (mut entry, mut end) = (0, first);
        while let Some(next) = self.char_at(to) {
            hash = hash_char(hash, next);
            to += next.len_utf8();
            let found = self.lexicon.find(hash, self.text.get(at..to).unwrap_or_default());
            if found == 0 {
                break;
            }
            if to == first || self.lexicon.entry(found).classes != 0 {
                (entry, end) = (found, to);
            }
        }
        self.push_token(Kind::Word, c, at, end, entry)
    }

    /// Reads a LaTeX command.
    fn read_command(&mut self, at: usize) -> usize {
        let rest = self.text.get(at + 1..).unwrap_or_default();
        let letters = rest.bytes().take(LONGEST_COMMAND).take_while(u8::is_ascii_alphabetic);
        let length = letters.count().max(usize::from(rest.starts_with(['(', ')', '[', ']'])));
        let end = at + 1 + length;
        let entry = self.lexicon.find_exact(self.text.get(at..end).unwrap_or_default());
        match self.lexicon.entry(entry).classes {
            0 => {}
            lexicon::BOX => self.box_next = true,
            _ => return self.push_token(Kind::Mark, '\\', at, end, entry),
        }
        end
    }

    /// Reports whether the star at `at` is between factors, with at most one space on each side.
    fn is_multiplication_sign(&self, at: usize) -> bool {
        let space = |at: usize| self.byte_at(at) == Some(b' ');
        let before = self.byte_at((at - usize::from(space(at.wrapping_sub(1)))).wrapping_sub(1));
        let after = self.byte_at(at + 1 + usize::from(space(at + 1)));
        before.is_some_and(|b| b.is_ascii_digit() || matches!(b, b')' | b'}'))
            && after.is_some_and(|b| b.is_ascii_digit() || matches!(b, b'(' | b'$' | b'\\'))
    }

    /// Reads a mark, which may have several characters.
    fn read_mark(&mut self, c: char, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let run = |c: u8| rest.bytes().take_while(|b| *b == c).count();
        let (length, marks) = match (c, rest.as_bytes().get(1)) {
            ('=', Some(b'>')) => (2, 0),
            ('-', Some(b'>')) => (2, 0),
            ('.', Some(b'.')) => (run(b'.'), if run(b'.') < 4 { OTHER_STOP } else { 0 }),
            ('-', Some(b'-')) => (run(b'-'), if run(b'-') < 3 { LONG_DASH } else { 0 }),
            _ => (c.len_utf8(), bits_of(c)),
        };
        let text = rest.get(..length).unwrap_or_default();
        let entry = self.lexicon.find(text.chars().fold(EMPTY_HASH, hash_char), text);
        self.next.marks = marks;
        self.push_token(Kind::Mark, c, at, at + length, entry)
    }
}

/// The lower case of ASCII letters and digits, 0 for other bytes. A table, since every byte of a
/// reply is looked up.
const LOWER: [u8; 256] = {
    let (mut lower, mut byte) = ([0; 256], 0_u8);
    while byte.is_ascii() {
        if byte.is_ascii_alphanumeric() {
            lower[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    lower
};

/// Maximum length of a LaTeX command in letters.
const LONGEST_COMMAND: usize = 40;

/// Joins the longest phrase that begins at token `at` into this token, and returns the index of the
/// token after it.
pub(super) fn join_phrase(tokens: &mut [Token], at: usize, lexicon: &Lexicon) -> usize {
    let Some(([.., token], rest)) = tokens.split_at_mut_checked(at + 1) else { return at + 1 };
    if token.entry == 0 {
        return at + 1;
    }
    let is_whole = |phrase: &&Phrase| {
        let follows = |(it, word): (&Token, &u16)| {
            it.entry == *word && it.is(GAP | BEFORE) && it.line == token.line
        };
        rest.get(..phrase.rest.len()).is_some_and(|rest| rest.iter().zip(&phrase.rest).all(follows))
    };
    let phrase = lexicon.entry(token.entry).phrases.iter().find(is_whole);
    let length = phrase.map_or(0, |phrase| phrase.rest.len());
    if let (Some(phrase), Some(last)) = (phrase, rest.get(length.wrapping_sub(1))) {
        token.flags = token.flags & !AFTER_MARKS | last.flags & AFTER_MARKS;
        (token.end, token.entry, token.marks) = (last.end, phrase.entry, 0);
        token.classes = lexicon.entry(phrase.entry).classes;
    }
    let with_colon = lexicon.entry(token.entry).with_colon;
    let labels = with_colon != 0 && token.is(FIRST) && !token.is(QUOTED);
    if labels && rest.get(length).is_some_and(|it| it.is_mark(COLON)) {
        token.classes = with_colon;
    }
    at + 1 + length
}
