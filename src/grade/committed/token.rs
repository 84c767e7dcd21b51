//! Tokens of normalised text: numbers, words and marks.

use super::lexicon::{EMPTY_HASH, Lexicon, hash_byte, hash_char};
use crate::grade::Decimal;
use crate::grade::token::{is_unspaced, number_end, power_end, split_exponent};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Word,
    Mark,
}

/// Facts of a token, as bits.
pub(super) mod flag {
    /// White space or a line's start before it.
    pub const GAP: u32 = 1;
    /// The first of its line.
    pub const FIRST: u32 = 1 << 1;
    pub const BOLD: u32 = 1 << 2;
    /// In a LaTeX box.
    pub const BOX: u32 = 1 << 5;
    /// A number of a list.
    pub const LISTED: u32 = 1 << 6;
    /// The end of a sentence follows.
    pub const STOP: u32 = 1 << 7;
    /// Of a script without spaces.
    pub const UNSPACED: u32 = 1 << 9;
    /// Decoration since the last token or space: any, `(`, `[`, `[` as the last.
    pub const BEFORE: u32 = 1 << 12;
    pub const ROUND: u32 = 1 << 13;
    pub const SQUARE: u32 = 1 << 14;
    pub const LAST_SQUARE: u32 = 1 << 15;
    /// Decoration directly after it: any, `)` or `]`, `)` or `]` as the first, `"`, `}` or a star or backtick.
    pub const AFTER: u32 = 1 << 18;
    pub const CLOSED: u32 = 1 << 19;
    pub const CLOSED_FIRST: u32 = 1 << 20;
    pub const QUOTED: u32 = 1 << 21;
    pub const ENCLOSED: u32 = 1 << 22;
}
use flag::*;

/// A token.
#[derive(Clone, Copy)]
pub(super) struct Token {
    /// Offsets into the normalised text.
    pub start: u32,
    pub end: u32,
    pub line: u32,
    /// The sentence.
    pub sent: u32,
    /// Classes of the lexicon.
    pub classes: u32,
    pub flags: u32,
    /// The mark, or the only character of a word; else 0. [`TWO_DASHES`] and its like for several.
    pub code: char,
    /// The entry of the lexicon.
    pub entry: u16,
    /// The number of `#` before it.
    pub hashes: u8,
    pub kind: Kind,
}

/// Codes of marks of several characters: full-width forms, which normalised text has none of.
pub(super) const TWO_DASHES: char = '－';
pub(super) const ARROW: char = '＞';
const MORE_DASHES: char = '＿';
const MORE_DOTS: char = '＊';
pub(super) const DOTS: char = '．';
const DOUBLE_ARROW: char = '＝';

const NO_CODE: char = '\0';

impl Token {
    #[inline]
    pub const fn is(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }

    /// Reports whether the token has one of `classes`.
    #[inline]
    pub const fn has(&self, classes: u32) -> bool {
        self.classes & classes != 0
    }

    /// Reports whether the token is one of `marks`.
    #[inline]
    pub fn is_mark(&self, marks: &[char]) -> bool {
        self.kind == Kind::Mark && marks.contains(&self.code)
    }

    #[inline]
    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    #[inline]
    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    /// A capital that stands alone.
    #[inline]
    pub fn is_letter(&self) -> bool {
        self.is_word() && self.code.is_ascii_uppercase()
    }

    /// The text of a token, or a part of normalised text.
    #[inline]
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The value of a number.
    pub fn value<'t>(&self, text: &'t str) -> Decimal<'t> {
        Decimal::of_token(self.text(text))
    }

    /// The value of a number of a list: digits only.
    pub fn list_value(&self, text: &str) -> Option<u32> {
        let text = self.text(text);
        (text.len() < 10 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
    }
}

/// Reads the tokens of `text`; phrases are one token each.
pub(super) fn tokens(text: &str, lexicon: &Lexicon) -> Vec<Token> {
    let mut scanner = Scanner {
        text,
        lexicon,
        tokens: Vec::with_capacity(text.len() / 5),
        line: 0,
        flags: FIRST,
        boxes: 0,
        box_next: false,
        hashes: 0,
    };
    let mut at = 0;
    while let Some(c) = scanner.char_at(at) {
        at = scanner.step(c, at);
    }
    let mut tokens = scanner.tokens;
    join_phrases(&mut tokens, lexicon);
    tokens
}

struct Scanner<'a> {
    text: &'a str,
    lexicon: &'a Lexicon,
    tokens: Vec<Token>,
    line: u32,
    /// Of the next token.
    flags: u32,
    /// Braces that are open in a box.
    boxes: u32,
    /// A box was named whose brace has not come yet.
    box_next: bool,
    hashes: u8,
}

/// Flags of the next token that end with it.
const ONCE: u32 = GAP | FIRST | BEFORE_MARKS;
const BEFORE_MARKS: u32 = BEFORE | ROUND | SQUARE | LAST_SQUARE;
const AFTER_MARKS: u32 = AFTER | CLOSED | CLOSED_FIRST | QUOTED | ENCLOSED;

impl Scanner<'_> {
    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    #[inline]
    fn char_at(&self, at: usize) -> Option<char> {
        let byte = self.byte(at)?;
        if byte.is_ascii() { Some(char::from(byte)) } else { self.text.get(at..)?.chars().next() }
    }

    fn byte_before(&self, at: usize) -> Option<u8> {
        self.byte(at.wrapping_sub(1))
    }

    #[inline]
    fn char_before(&self, at: usize) -> Option<char> {
        match self.byte_before(at)? {
            byte if byte.is_ascii() => Some(char::from(byte)),
            _ => self.text.get(..at)?.chars().next_back(),
        }
    }

    fn is_digit(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|b| b.is_ascii_digit())
    }

    /// Reads what begins at `at` with `c`, and returns where that ends.
    fn step(&mut self, c: char, at: usize) -> usize {
        let to = at + c.len_utf8();
        if c.is_ascii_alphabetic() {
            return self.word(at);
        }
        if let Some(end) = self.number(c, at) {
            self.push(Kind::Number, at, end, NO_CODE, 0, 0);
            return end;
        }
        match c {
            '\n' => {
                self.line += 1;
                self.flags = GAP | FIRST;
            }
            '\\' => return self.command(at),
            '*' if self.byte(to) == Some(b'*') => {
                self.flags ^= BOLD;
                self.decorate(c);
                return to + 1;
            }
            '{' => {
                if self.box_next || self.boxes > 0 {
                    self.boxes += 1;
                }
                self.box_next = false;
                self.decorate(c);
            }
            '}' => {
                self.decorate(c);
                self.boxes = self.boxes.saturating_sub(1);
            }
            '#' => self.hashes = self.hashes.saturating_add(1),
            '>' if self.flags & FIRST != 0 => {}
            '*' if !self.multiplies(at) => self.decorate(c),
            '_' | '`' | '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' | '【'
            | '】' | '〈' | '〉' | '《' | '》' | '$' | '[' | ']' | '(' | ')' | '\'' | '‘' | '’' => {
                self.decorate(c)
            }
            _ if c.is_whitespace() => self.flags = self.flags & !BEFORE_MARKS | GAP,
            _ if is_unspaced(c) && c.is_alphanumeric() => return self.unspaced(c, at),
            _ if c.is_alphabetic() => return self.word(at),
            _ => return self.marks(c, at),
        }
        to
    }

    fn push(&mut self, kind: Kind, at: usize, end: usize, code: char, entry: u16, flags: u32) {
        let mut flags = flags | self.flags;
        flags |= if self.boxes > 0 { BOX } else { 0 };
        self.tokens.push(Token {
            start: at as u32,
            end: end as u32,
            line: self.line,
            sent: 0,
            classes: if entry == 0 { 0 } else { self.lexicon.entry(entry).classes },
            flags,
            code,
            entry,
            hashes: self.hashes,
            kind,
        });
        self.flags &= !ONCE;
        self.hashes = 0;
    }

    /// Notes a mark that is no token with the tokens before and after it.
    fn decorate(&mut self, c: char) {
        let (before, after) = match c {
            '(' => (ROUND, 0),
            '[' => (SQUARE | LAST_SQUARE, 0),
            ')' | ']' => (0, CLOSED),
            '"' => (0, QUOTED),
            '}' | '*' | '`' => (0, ENCLOSED),
            _ => (0, 0),
        };
        self.flags = self.flags & !LAST_SQUARE | before | BEFORE;
        if self.flags & (GAP | FIRST) == 0
            && let Some(last) = self.tokens.last_mut()
        {
            let first = !last.is(AFTER) && after == CLOSED;
            last.flags |= after | AFTER | if first { CLOSED_FIRST } else { 0 };
        }
    }

    /// The end of the number at `at`, with its sign and the power of ten that it is multiplied by.
    fn number(&self, c: char, at: usize) -> Option<usize> {
        let sign = match c {
            '0'..='9' | '.' => 0,
            '-' | '−' | '–' => {
                let joins = |c: char| c == ')' || c == '_' || is_alnum(c) && !is_unspaced(c);
                if self.char_before(at).is_some_and(joins) {
                    return None;
                }
                let sign = c.len_utf8();
                sign + usize::from(self.byte(at + sign) == Some(b'$'))
            }
            _ => return None,
        };
        let first = at + sign;
        let end = if self.is_digit(first) {
            number_end(self.text, first, false)
        } else if self.byte(first) == Some(b'.') && self.is_digit(first + 1) {
            let joins = |c: char| c == '.' || c.is_alphanumeric();
            if sign == 0 && self.char_before(at).is_some_and(joins) {
                return None;
            }
            number_end(self.text, first + 1, true)
        } else {
            return None;
        };
        let digits = self.text.get(at..end)?;
        let power = power_end(self.text, end);
        // A first power is a product like another.
        let scales = power > end
            && !digits.contains(['e', 'E'])
            && split_exponent(self.text.get(at..power)?).1 != 1;
        Some(if scales { power } else { end })
    }

    /// Reads a word of letters, which digits and apostrophes may follow.
    fn word(&mut self, at: usize) -> usize {
        let (mut hash, mut end) = (EMPTY_HASH, at);
        while let Some(byte) = self.byte(end) {
            if byte.is_ascii_alphanumeric() {
                hash = hash_byte(hash, byte.to_ascii_lowercase());
                end += 1;
            } else if byte.is_ascii() {
                break;
            } else {
                let Some(c) = self.char_at(end).filter(|c| is_alnum(*c) && !is_unspaced(*c)) else {
                    break;
                };
                hash = hash_char(hash, c);
                end += c.len_utf8();
            }
        }
        while let Some(c) = self.char_at(end).filter(|c| matches!(c, '\'' | '’')) {
            let from = end + c.len_utf8();
            let mut to = from;
            let mut longer = hash_byte(hash, b'\'');
            while let Some(c) = self.char_at(to).filter(|c| c.is_alphabetic()) {
                longer = hash_char(longer, c);
                to += c.len_utf8();
            }
            if to == from {
                break;
            }
            (hash, end) = (longer, to);
        }
        let text = self.text.get(at..end).unwrap_or_default();
        let mut chars = text.chars();
        let code = chars.next().filter(|_| chars.next().is_none()).unwrap_or(NO_CODE);
        self.push(Kind::Word, at, end, code, self.lexicon.find(hash, text), 0);
        end
    }

    /// Reads the longest entry of the lexicon in a script without spaces, or else one character.
    fn unspaced(&mut self, c: char, at: usize) -> usize {
        let (mut hash, mut to) = (EMPTY_HASH, at);
        let (mut entry, mut code, mut end) = (0, c, at + c.len_utf8());
        while let Some(next) = self.char_at(to) {
            hash = hash_char(hash, next);
            to += next.len_utf8();
            let found = self.lexicon.find(hash, self.text.get(at..to).unwrap_or_default());
            if found == 0 {
                break;
            }
            let single = to == at + c.len_utf8();
            if single || self.lexicon.entry(found).classes != 0 {
                (entry, end) = (found, to);
                code = if single { c } else { NO_CODE };
            }
        }
        self.push(Kind::Word, at, end, code, entry, UNSPACED);
        end
    }

    /// Reads a LaTeX command.
    fn command(&mut self, at: usize) -> usize {
        let rest = self.text.get(at + 1..).unwrap_or_default();
        let letters =
            rest.bytes().take(LONGEST_COMMAND).take_while(u8::is_ascii_alphabetic).count();
        let bracket = letters == 0 && rest.starts_with(['(', ')', '[', ']']);
        let end = at + 1 + letters + usize::from(bracket);
        let entry = self.lexicon.find_exact(self.text.get(at..end).unwrap_or_default());
        let known = self.lexicon.entry(entry);
        if known.is_box {
            self.box_next = true;
        } else if known.classes != 0 {
            self.push(Kind::Mark, at, end, NO_CODE, entry, 0);
        }
        end
    }

    /// Reports whether the star at `at` is between factors, with at most one space on each side.
    fn multiplies(&self, at: usize) -> bool {
        let space = |at: usize| self.byte(at) == Some(b' ');
        let before = self.byte_before(at - usize::from(space(at.wrapping_sub(1))));
        let after = self.byte(at + 1 + usize::from(space(at + 1)));
        before.is_some_and(|b| b.is_ascii_digit() || matches!(b, b')' | b'}'))
            && after.is_some_and(|b| b.is_ascii_digit() || matches!(b, b'(' | b'$' | b'\\'))
    }

    /// Reads a mark, or several that are one.
    fn marks(&mut self, c: char, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let run = |c: u8| rest.bytes().take_while(|b| *b == c).count();
        let (length, code) = match (c, rest.as_bytes().get(1)) {
            ('=', Some(b'>')) => (2, DOUBLE_ARROW),
            ('-', Some(b'>')) => (2, ARROW),
            ('.', Some(b'.')) => (run(b'.'), MORE_DOTS),
            ('-', Some(b'-')) => (run(b'-'), MORE_DASHES),
            _ => (c.len_utf8(), c),
        };
        let code = match (code, length) {
            (MORE_DASHES, 2) => TWO_DASHES,
            (MORE_DOTS, 2 | 3) => DOTS,
            _ => code,
        };
        let text = rest.get(..length).unwrap_or_default();
        let entry = self.lexicon.find(text.chars().fold(EMPTY_HASH, hash_char), text);
        self.push(Kind::Mark, at, at + length, code, entry, 0);
        at + length
    }
}

/// The most letters of a LaTeX command.
const LONGEST_COMMAND: usize = 40;

/// Letters, digits and what modifies them.
pub(super) fn is_alnum(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36F}' | '\u{64B}'..='\u{65F}' | '\u{900}'..='\u{963}'
            | '\u{966}'..='\u{DFF}')
}

/// Makes one token of the words of each phrase, the longest first.
fn join_phrases(tokens: &mut Vec<Token>, lexicon: &Lexicon) {
    let (mut read, mut written) = (0, 0);
    while let Some(mut token) = tokens.get(read).copied() {
        read += 1;
        if token.entry != 0 {
            let follows = |(at, word): (usize, &u16)| {
                tokens
                    .get(read + at)
                    .is_some_and(|it| it.entry == *word && it.is(GAP) && it.line == token.line)
            };
            let mut phrases = lexicon.phrases(token.entry).iter();
            if let Some(phrase) = phrases.find(|it| it.rest.iter().enumerate().all(follows)) {
                read += phrase.rest.len();
                if let Some(last) = tokens.get(read - 1) {
                    token.end = last.end;
                    token.flags = token.flags & !AFTER_MARKS | last.flags & AFTER_MARKS;
                }
                token.entry = phrase.entry;
                token.classes = lexicon.entry(phrase.entry).classes;
                token.code = NO_CODE;
            }
            let with_colon = lexicon.entry(token.entry).with_colon;
            let colon = || tokens.get(read).is_some_and(|next| next.is_mark(&[':']));
            if with_colon != 0 && token.is(FIRST) && colon() {
                token.classes = with_colon;
            }
        }
        if let Some(slot) = tokens.get_mut(written) {
            *slot = token;
        }
        written += 1;
    }
    tokens.truncate(written);
}
