//! Recursive descent parser from text to slots.

use super::node::View;
use super::slot::{Kind, Slot};
use super::text::find_end_of_unescaped;
use crate::grade::escape::parse_hex4;

/// Maximum nesting of arrays and objects.
pub(super) const MAX_DEPTH: usize = 127;

/// A result whose error is a byte position and a reason.
type ParseResult<T = ()> = Result<T, (usize, &'static str)>;

/// Parses `text` onto `slots`.
pub(super) fn read(text: &str, slots: &mut Vec<Slot>) -> ParseResult {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, slots };
    reader.parse_value(0)?;
    reader.expect_end()
}

struct Reader<'r, 't> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    slots: &'r mut Vec<Slot>,
}

// `Tape::read` has bounded the length, so positions fit 32 bits.
impl<'t> Reader<'_, 't> {
    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn fail<T>(&self, why: &'static str) -> ParseResult<T> {
        Err((self.at, why))
    }

    #[inline(always)]
    fn skip_whitespace(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn expect_end(&mut self) -> ParseResult {
        self.skip_whitespace();
        if self.at == self.bytes.len() { Ok(()) } else { self.fail("text after the value") }
    }

    #[inline(always)]
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.slots.push(Slot { kind, start: start as u32, end: end as u32, size: 1 });
    }

    fn parse_value(&mut self, depth: usize) -> ParseResult {
        self.skip_whitespace();
        match self.peek() {
            Some(b'{') => self.parse_map(depth),
            Some(b'[') => self.parse_list(depth),
            Some(b'"') => self.parse_string(),
            Some(b'-' | b'0'..=b'9') => self.parse_number(),
            Some(b'n') => self.parse_literal("null", Kind::Null),
            Some(b't') => self.parse_literal("true", Kind::True),
            Some(b'f') => self.parse_literal("false", Kind::False),
            Some(0xef) if self.text[self.at..].starts_with('\u{feff}') => {
                self.fail("byte order mark")
            }
            Some(_) => self.fail("unexpected character"),
            None => self.fail("unexpected end"),
        }
    }

    fn parse_literal(&mut self, word: &str, kind: Kind) -> ParseResult {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return self.fail("unexpected word");
        }
        self.push(kind, self.at, self.at + word.len());
        self.at += word.len();
        Ok(())
    }

    fn skip_digits(&mut self) -> ParseResult {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { self.fail("number without digits") } else { Ok(()) }
    }

    fn parse_number(&mut self) -> ParseResult {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.skip_digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.skip_digits()?;
        }
        self.push(Kind::Number, start, self.at);
        Ok(())
    }

    fn parse_string(&mut self) -> ParseResult {
        self.at += 1;
        let start = self.at;
        let mut kind = Kind::Text;
        loop {
            self.at = find_end_of_unescaped(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.skip_escape()?;
                }
                Some(_) => return self.fail("control character in a string"),
                None => return self.fail("unterminated string"),
            }
        }
        self.push(kind, start, self.at);
        self.at += 1;
        Ok(())
    }

    /// Returns the bytes of the last string, if it has no escape.
    fn last_plain_string(&self) -> Option<&'t [u8]> {
        let slot = self.slots.last().filter(|slot| slot.kind == Kind::Text)?;
        self.bytes.get(slot.start as usize..slot.end as usize)
    }

    fn skip_escape(&mut self) -> ParseResult {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                let unit = self.parse_hex_escape()?;
                if (0xd800..0xdc00).contains(&unit) {
                    if self.peek() != Some(b'\\') || self.bytes.get(self.at + 1) != Some(&b'u') {
                        return self.fail("lone surrogate");
                    }
                    self.at += 1;
                    if !(0xdc00..0xe000).contains(&self.parse_hex_escape()?) {
                        return self.fail("lone surrogate");
                    }
                } else if (0xdc00..0xe000).contains(&unit) {
                    return self.fail("lone surrogate");
                }
            }
            _ => return self.fail("invalid escape"),
        }
        Ok(())
    }

    /// Parses `u` and four hex digits.
    fn parse_hex_escape(&mut self) -> ParseResult<u32> {
        match self.bytes.get(self.at + 1..self.at + 5).and_then(parse_hex4) {
            None => self.fail("invalid escape"),
            Some(unit) => {
                self.at += 5;
                Ok(unit)
            }
        }
    }

    fn open_slot(&mut self, kind: Kind, depth: usize) -> ParseResult<usize> {
        if depth >= MAX_DEPTH {
            return self.fail("more than 127 levels of nesting");
        }
        self.push(kind, self.at, self.at);
        self.at += 1;
        self.skip_whitespace();
        Ok(self.slots.len() - 1)
    }

    fn close_slot(&mut self, slot: usize) {
        self.at += 1;
        self.slots[slot].end = self.at as u32;
        self.slots[slot].size = (self.slots.len() - slot) as u32;
    }

    fn parse_list(&mut self, depth: usize) -> ParseResult {
        let slot = self.open_slot(Kind::List, depth)?;
        if self.peek() != Some(b']') {
            loop {
                self.parse_value(depth + 1)?;
                self.skip_whitespace();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return self.fail("expected a comma or ]"),
                }
            }
        }
        self.close_slot(slot);
        Ok(())
    }

    fn parse_map(&mut self, depth: usize) -> ParseResult {
        let slot = self.open_slot(Kind::Map, depth)?;
        // Ascending names, as in canonical JSON, are unique without further checks.
        let (mut ascending, mut last) = (true, None);
        if self.peek() != Some(b'}') {
            loop {
                self.skip_whitespace();
                if self.peek() != Some(b'"') {
                    return self.fail("member name that is not a string");
                }
                self.parse_string()?;
                let before = last;
                last = self.last_plain_string();
                ascending = ascending && last.is_some() && before < last;
                self.skip_whitespace();
                if self.peek() != Some(b':') {
                    return self.fail("member name without a value");
                }
                self.at += 1;
                self.parse_value(depth + 1)?;
                self.skip_whitespace();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return self.fail("expected a comma or }"),
                }
            }
        }
        self.close_slot(slot);
        let map = View { slots: &self.slots[slot..], text: self.text };
        let duplicate = if ascending { None } else { map.duplicate_name() };
        match duplicate {
            None => Ok(()),
            Some(at) => Err((at, "duplicate member name")),
        }
    }
}
