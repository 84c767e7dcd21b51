//! Recursive descent parser from text to slots.

use super::node::View;
use super::slot::{Kind, Slot};
use super::text::{hex4, run_end};

/// Maximum nesting of arrays and objects.
pub(super) const MAX_DEPTH: usize = 127;

/// A result whose error is a byte position and a reason.
type Step<T = ()> = Result<T, (usize, &'static str)>;

/// Parses `text` onto `slots`.
pub(super) fn read(text: &str, slots: &mut Vec<Slot>) -> Step {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, slots };
    reader.value(0)?;
    reader.end()
}

struct Reader<'r, 't> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    slots: &'r mut Vec<Slot>,
}

// `Tape::read` has bounded the length, so positions fit 32 bits.
impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn fail<T>(&self, why: &'static str) -> Step<T> {
        Err((self.at, why))
    }

    fn skip_whitespace(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn end(&mut self) -> Step {
        self.skip_whitespace();
        if self.at == self.bytes.len() { Ok(()) } else { self.fail("text after the value") }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.slots.len() as u32 + 1;
        self.slots.push(Slot { kind, start: start as u32, end: end as u32, next });
    }

    fn value(&mut self, depth: usize) -> Step {
        self.skip_whitespace();
        match self.peek() {
            Some(b'{') => self.map(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.literal("null", Kind::Null),
            Some(b't') => self.literal("true", Kind::True),
            Some(b'f') => self.literal("false", Kind::False),
            Some(0xef) if self.text[self.at..].starts_with('\u{feff}') => {
                self.fail("byte order mark")
            }
            Some(_) => self.fail("unexpected character"),
            None => self.fail("unexpected end"),
        }
    }

    fn literal(&mut self, word: &str, kind: Kind) -> Step {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return self.fail("unexpected word");
        }
        self.push(kind, self.at, self.at + word.len());
        self.at += word.len();
        Ok(())
    }

    fn digits(&mut self) -> Step {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { self.fail("number without digits") } else { Ok(()) }
    }

    fn number(&mut self) -> Step {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        self.push(Kind::Number, start, self.at);
        Ok(())
    }

    fn string(&mut self) -> Step {
        self.at += 1;
        let start = self.at;
        let mut kind = Kind::Text;
        loop {
            self.at = run_end(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.escape()?;
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

    fn escape(&mut self) -> Step {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                let unit = self.hex_escape()?;
                if (0xd800..0xdc00).contains(&unit) {
                    if self.peek() != Some(b'\\') || self.bytes.get(self.at + 1) != Some(&b'u') {
                        return self.fail("lone surrogate");
                    }
                    self.at += 1;
                    if !(0xdc00..0xe000).contains(&self.hex_escape()?) {
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
    fn hex_escape(&mut self) -> Step<u32> {
        match self.bytes.get(self.at + 1..self.at + 5).and_then(hex4) {
            None => self.fail("invalid escape"),
            Some(unit) => {
                self.at += 5;
                Ok(unit)
            }
        }
    }

    fn open(&mut self, kind: Kind, depth: usize) -> Step<usize> {
        if depth >= MAX_DEPTH {
            return self.fail("more than 127 levels of nesting");
        }
        self.push(kind, self.at, self.at);
        self.at += 1;
        self.skip_whitespace();
        Ok(self.slots.len() - 1)
    }

    fn close(&mut self, slot: usize) {
        self.at += 1;
        self.slots[slot].end = self.at as u32;
        self.slots[slot].next = self.slots.len() as u32;
    }

    fn list(&mut self, depth: usize) -> Step {
        let slot = self.open(Kind::List, depth)?;
        if self.peek() != Some(b']') {
            loop {
                self.value(depth + 1)?;
                self.skip_whitespace();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return self.fail("expected a comma or ]"),
                }
            }
        }
        self.close(slot);
        Ok(())
    }

    fn map(&mut self, depth: usize) -> Step {
        let slot = self.open(Kind::Map, depth)?;
        // Ascending names, as in canonical JSON, are unique without further checks.
        let (mut ascending, mut last) = (true, None);
        if self.peek() != Some(b'}') {
            loop {
                self.skip_whitespace();
                if self.peek() != Some(b'"') {
                    return self.fail("member name that is not a string");
                }
                self.string()?;
                let before = last;
                last = self.last_plain_string();
                ascending = ascending && last.is_some() && before < last;
                self.skip_whitespace();
                if self.peek() != Some(b':') {
                    return self.fail("member name without a value");
                }
                self.at += 1;
                self.value(depth + 1)?;
                self.skip_whitespace();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return self.fail("expected a comma or }"),
                }
            }
        }
        self.close(slot);
        let map = View { slots: self.slots, text: self.text, at: slot };
        let duplicate = if ascending { None } else { map.duplicate_name() };
        match duplicate {
            None => Ok(()),
            Some(at) => Err((at, "duplicate member name")),
        }
    }
}
