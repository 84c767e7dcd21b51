//! Tokens of normalised text: numbers, words and marks.

use super::lexicon::{self, EMPTY_HASH, Lexicon, hash_char};
use crate::grade::Decimal;
use crate::grade::token::{is_unspaced, number_end, power_end, split_exponent};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Word,
    Mark,
}

/// Facts of a token.
pub(super) mod flag {
    bits! {
        /// White space or a line's start before it.
        GAP
        /// The first of its line.
        FIRST
        BOLD
        /// In a LaTeX box.
        BOX
        /// The number of a line of a list.
        LISTED
        /// The end of a sentence follows.
        STOP
        /// Of a script without spaces.
        UNSPACED
        /// Decoration since the last token or space: any, `(`, `[`, and `[` as the last.
        BEFORE ROUND SQUARE LAST_SQUARE
        /// Decoration directly after it: any, `)` or `]`, one of them as the first, `"`, other quotes and braces.
        AFTER CLOSED CLOSED_FIRST QUOTED ENCLOSED
    }
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
pub(super) const DOTS: char = '．';
pub(super) const ARROW: char = '＞';
const OTHER: char = '＿';
const NO_CODE: char = '\0';

pub(super) const OPERATORS: [char; 12] =
    ['+', '-', '−', '–', '×', '·', '⋅', '÷', '/', '*', '^', '∗'];
pub(super) const EQUALS_SIGNS: [char; 3] = ['=', '≈', '≡'];

/// Marks that are no tokens.
const DECORATION: &str = "_`\"“”„«»「」『』【】〈〉《》$[]()'‘’";

impl Token {
    pub const fn is(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }

    /// Reports whether the token has one of `classes`.
    pub const fn has(&self, classes: u32) -> bool {
        self.classes & classes != 0
    }

    /// Reports whether the token is one of `marks`.
    pub fn is_mark(&self, marks: &[char]) -> bool {
        self.kind == Kind::Mark && marks.contains(&self.code)
    }

    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    /// A capital that stands alone.
    pub fn is_letter(&self) -> bool {
        self.is_word() && self.code.is_ascii_uppercase()
    }

    /// The text of a token, or a part of normalised text.
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
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn char_at(&self, at: usize) -> Option<char> {
        let byte = self.byte(at)?;
        if byte.is_ascii() { Some(char::from(byte)) } else { self.text.get(at..)?.chars().next() }
    }

    fn char_before(&self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
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
            _ if DECORATION.contains(c) => self.decorate(c),
            _ if c.is_whitespace() => self.flags = self.flags & !BEFORE_MARKS | GAP,
            _ if is_unspaced(c) && c.is_alphanumeric() => return self.unspaced(c, at),
            _ if c.is_alphabetic() => return self.word(at),
            _ => return self.marks(c, at),
        }
        to
    }

    fn push(&mut self, kind: Kind, at: usize, end: usize, code: char, entry: u16, flags: u32) {
        let boxed = if self.boxes > 0 { BOX } else { 0 };
        self.tokens.push(Token {
            start: at as u32,
            end: end as u32,
            line: self.line,
            sent: 0,
            classes: if entry == 0 { 0 } else { self.lexicon.entry(entry).classes },
            flags: flags | boxed | self.flags,
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
                let joins = |c: char| c == ')' || c == '_' || joins_words(c);
                if self.char_before(at).is_some_and(joins) {
                    return None;
                }
                let sign = c.len_utf8();
                sign + usize::from(self.byte(at + sign) == Some(b'$'))
            }
            _ => return None,
        };
        let first = at + sign;
        let bare = self.byte(first) == Some(b'.');
        let joins = |c: char| c == '.' || c.is_alphanumeric();
        let joined = || bare && sign == 0 && self.char_before(at).is_some_and(joins);
        let first = first + usize::from(bare);
        if !self.is_digit(first) || joined() {
            return None;
        }
        let end = number_end(self.text, first, bare);
        let digits = self.text.get(at..end)?;
        let power = power_end(self.text, end);
        // A first power is a product like another.
        let scales = power > end
            && !digits.contains(['e', 'E'])
            && split_exponent(self.text.get(at..power)?).1 != 1;
        Some(if scales { power } else { end })
    }

    /// The end of a run of characters, and the hash of the text that it continues.
    fn run(&self, at: usize, hash: u32, joins: impl Fn(char) -> bool) -> (usize, u32) {
        let (mut end, mut hash) = (at, hash);
        while let Some(c) = self.char_at(end).filter(|c| joins(*c)) {
            hash = hash_char(hash, c);
            end += c.len_utf8();
        }
        (end, hash)
    }

    /// Reads a word of letters, which digits and apostrophes may follow.
    fn word(&mut self, at: usize) -> usize {
        let (mut end, mut hash) = self.run(at, EMPTY_HASH, joins_words);
        while let Some(c @ ('\'' | '’')) = self.char_at(end) {
            let from = end + c.len_utf8();
            let (to, longer) = self.run(from, hash_char(hash, c), char::is_alphabetic);
            if to == from {
                break;
            }
            (end, hash) = (to, longer);
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
        let letters = rest.bytes().take(LONGEST_COMMAND).take_while(u8::is_ascii_alphabetic);
        let length = letters.count().max(usize::from(rest.starts_with(['(', ')', '[', ']'])));
        let end = at + 1 + length;
        let entry = self.lexicon.find_exact(self.text.get(at..end).unwrap_or_default());
        match self.lexicon.entry(entry).classes {
            0 => {}
            lexicon::BOX => self.box_next = true,
            _ => self.push(Kind::Mark, at, end, NO_CODE, entry, 0),
        }
        end
    }

    /// Reports whether the star at `at` is between factors, with at most one space on each side.
    fn multiplies(&self, at: usize) -> bool {
        let space = |at: usize| self.byte(at) == Some(b' ');
        let before = self.byte((at - usize::from(space(at.wrapping_sub(1)))).wrapping_sub(1));
        let after = self.byte(at + 1 + usize::from(space(at + 1)));
        before.is_some_and(|b| b.is_ascii_digit() || matches!(b, b')' | b'}'))
            && after.is_some_and(|b| b.is_ascii_digit() || matches!(b, b'(' | b'$' | b'\\'))
    }

    /// Reads a mark, or several that are one.
    fn marks(&mut self, c: char, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let run = |c: u8| rest.bytes().take_while(|b| *b == c).count();
        let (length, code) = match (c, rest.as_bytes().get(1)) {
            ('=', Some(b'>')) => (2, OTHER),
            ('-', Some(b'>')) => (2, ARROW),
            ('.', Some(b'.')) => (run(b'.'), if run(b'.') < 4 { DOTS } else { OTHER }),
            ('-', Some(b'-')) => (run(b'-'), if run(b'-') < 3 { TWO_DASHES } else { OTHER }),
            _ => (c.len_utf8(), c),
        };
        let text = rest.get(..length).unwrap_or_default();
        let entry = self.lexicon.find(text.chars().fold(EMPTY_HASH, hash_char), text);
        self.push(Kind::Mark, at, at + length, code, entry, 0);
        at + length
    }
}

/// The most letters of a LaTeX command.
const LONGEST_COMMAND: usize = 40;

/// Reports whether `c` is a letter, a digit or what modifies one, in a script with spaces.
fn joins_words(c: char) -> bool {
    let modifies = |c: char| {
        matches!(c, '\u{300}'..='\u{36F}' | '\u{64B}'..='\u{65F}' | '\u{900}'..='\u{963}'
            | '\u{966}'..='\u{DFF}')
    };
    c.is_ascii_alphanumeric() || (c.is_alphanumeric() || modifies(c)) && !is_unspaced(c)
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
            let mut phrases = lexicon.entry(token.entry).phrases.iter();
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
