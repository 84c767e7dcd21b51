//! JSON read strictly and without losing a digit, onto a tape that is used again and again.
//!
//! A [`crate::json::Value`] holds safe integers only. Configurations and snapshots of a trust score
//! hold fractions, which are kept here as the text they were written in. A [`Tape`] owns its memory
//! and gives it to the next text, so that a stream of lines costs no allocation per value.

use std::borrow::Cow;

use crate::error::{Code, Error};
use crate::sort;

/// How deep arrays and objects may nest.
const DEEPEST: usize = 127;

/// The memory that a text is read into.
#[derive(Debug, Default)]
pub struct Tape {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    kind: Kind,
    /// The bytes of the value; of a string, without its quotes.
    start: u32,
    end: u32,
    /// The slot after this value and everything in it.
    next: u32,
}

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number, as written.
    Number,
    /// A string without escapes.
    Text,
    /// A string with at least one escape.
    Escaped,
    /// An array.
    List,
    /// An object: names and values in turn.
    Map,
}

/// A value on a tape.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    slots: &'t [Slot],
    text: &'t str,
    at: usize,
}

impl Tape {
    /// An empty tape.
    pub const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Reads one JSON text of at most 4 GiB; `thing` names it in the error.
    ///
    /// # Errors
    /// `json.invalid`, with the byte where it goes wrong: not JSON (RFC 8259), an object with a
    /// name twice, a lone surrogate, or more than 127 levels.
    pub fn read<'t>(&'t mut self, thing: &'static str, text: &'t [u8]) -> Result<Node<'t>, Error> {
        self.slots.clear();
        let refused = |(at, why): (usize, &str)| {
            Error::new(Code::JsonInvalid, thing, "JSON (RFC 8259)", format!("{why} at byte {at}"))
        };
        let text = std::str::from_utf8(text)
            .map_err(|e| refused((e.valid_up_to(), "bytes that are not UTF-8")))?;
        if u32::try_from(text.len()).is_err() {
            return Err(refused((0, "more than 4 GiB")));
        }
        let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, slots: &mut self.slots };
        reader.value(0).and_then(|()| reader.end()).map_err(refused)?;
        Ok(Node { slots: &self.slots, text, at: 0 })
    }
}

type Step<T = ()> = Result<T, (usize, &'static str)>;

struct Reader<'r, 't> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    slots: &'r mut Vec<Slot>,
}

#[allow(clippy::cast_possible_truncation)] // `read` has bounded the text.
impl Reader<'_, '_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn fail<T>(&self, why: &'static str) -> Step<T> {
        Err((self.at, why))
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn end(&mut self) -> Step {
        self.space();
        if self.at == self.bytes.len() { Ok(()) } else { self.fail("something after the value") }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.slots.len() as u32 + 1;
        self.slots.push(Slot { kind, start: start as u32, end: end as u32, next });
    }

    fn value(&mut self, depth: usize) -> Step {
        self.space();
        match self.peek() {
            Some(b'{') => self.map(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word("null", Kind::Null),
            Some(b't') => self.word("true", Kind::True),
            Some(b'f') => self.word("false", Kind::False),
            Some(_) => self.fail("a character that begins no value"),
            None => self.fail("the end"),
        }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Step {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return self.fail("a word that is no value");
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
        if self.at == start { self.fail("a number without digits") } else { Ok(()) }
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
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.escape()?;
                }
                Some(0..=0x1f) => return self.fail("a control character in a string"),
                Some(_) => self.at += 1,
                None => return self.fail("the end within a string"),
            }
        }
        self.push(kind, start, self.at);
        self.at += 1;
        Ok(())
    }

    fn escape(&mut self) -> Step {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                let unit = self.unit()?;
                if (0xd800..0xdc00).contains(&unit) {
                    if self.peek() != Some(b'\\') || self.bytes.get(self.at + 1) != Some(&b'u') {
                        return self.fail("half of a surrogate pair");
                    }
                    self.at += 1;
                    if !(0xdc00..0xe000).contains(&self.unit()?) {
                        return self.fail("half of a surrogate pair");
                    }
                } else if (0xdc00..0xe000).contains(&unit) {
                    return self.fail("half of a surrogate pair");
                }
            }
            _ => return self.fail("an unknown escape"),
        }
        Ok(())
    }

    /// Reads `u` and four hex digits.
    fn unit(&mut self) -> Step<u32> {
        let hex = self.bytes.get(self.at + 1..self.at + 5).unwrap_or_default();
        let mut unit = 0;
        for &digit in hex {
            let Some(digit) = char::from(digit).to_digit(16) else {
                return self.fail("an unknown escape");
            };
            unit = unit << 4 | digit;
        }
        if hex.len() != 4 {
            return self.fail("an unknown escape");
        }
        self.at += 5;
        Ok(unit)
    }

    fn open(&mut self, kind: Kind, depth: usize) -> Step<usize> {
        if depth >= DEEPEST {
            return self.fail("more than 127 levels");
        }
        self.push(kind, self.at, self.at);
        self.at += 1;
        self.space();
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
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return self.fail("neither a comma nor the end of the array"),
                }
            }
        }
        self.close(slot);
        Ok(())
    }

    fn map(&mut self, depth: usize) -> Step {
        let slot = self.open(Kind::Map, depth)?;
        if self.peek() != Some(b'}') {
            loop {
                self.space();
                if self.peek() != Some(b'"') {
                    return self.fail("an object's name that is no string");
                }
                self.string()?;
                self.space();
                if self.peek() != Some(b':') {
                    return self.fail("a name without a value");
                }
                self.at += 1;
                self.value(depth + 1)?;
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return self.fail("neither a comma nor the end of the object"),
                }
            }
        }
        self.close(slot);
        let map = Node { slots: self.slots, text: self.text, at: slot };
        if map.has_twins() { self.fail("an object that has a name twice") } else { Ok(()) }
    }
}

impl<'t> Node<'t> {
    fn slot(&self) -> Slot {
        self.slots[self.at]
    }

    fn raw(&self) -> &'t str {
        let slot = self.slot();
        &self.text[slot.start as usize..slot.end as usize]
    }

    /// The JSON text of the value, as it was written.
    #[inline(never)]
    pub fn source(&self) -> &'t str {
        let slot = self.slot();
        let quote = usize::from(matches!(slot.kind, Kind::Text | Kind::Escaped));
        &self.text[slot.start as usize - quote..slot.end as usize + quote]
    }

    /// What the value is.
    pub fn kind(&self) -> Kind {
        self.slot().kind
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// The text of a string.
    #[inline(never)]
    pub fn as_str(&self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Text => Some(Cow::Borrowed(self.raw())),
            Kind::Escaped => Some(Cow::Owned(unescaped(self.raw()))),
            _ => None,
        }
    }

    /// A number as it was written.
    pub fn as_number(&self) -> Option<&'t str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The values of an array; nothing for any other value.
    pub fn items(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.inside(self.kind() == Kind::List)
    }

    /// The names and values of an object; nothing for any other value.
    pub fn members(&self) -> impl Iterator<Item = (Node<'t>, Node<'t>)> + use<'t> {
        let mut inside = self.inside(self.kind() == Kind::Map);
        std::iter::from_fn(move || Some((inside.next()?, inside.next()?)))
    }

    /// The member `name` of an object.
    #[inline(never)]
    pub fn get(&self, name: &str) -> Option<Node<'t>> {
        self.members().find(|(key, _)| key.is(name)).map(|(_, value)| value)
    }

    /// Whether the value is the string `text`.
    pub fn is(&self, text: &str) -> bool {
        match self.kind() {
            Kind::Text => self.raw() == text,
            Kind::Escaped => unescaped(self.raw()) == text,
            _ => false,
        }
    }

    /// The value that the reference tokens of a JSON Pointer (RFC 6901) lead to.
    #[inline(never)]
    pub fn follow(&self, tokens: &[String]) -> Option<Node<'t>> {
        tokens.iter().try_fold(*self, |node, token| match node.kind() {
            Kind::List => match token.as_bytes() {
                [b'0'] | [b'1'..=b'9', ..] => node.items().nth(token.parse().ok()?),
                _ => None,
            },
            _ => node.get(token),
        })
    }

    fn inside(&self, any: bool) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let (slots, text) = (self.slots, self.text);
        let end = if any { self.slot().next as usize } else { 0 };
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let node = (at < end).then_some(Node { slots, text, at })?;
            at = node.slot().next as usize;
            Some(node)
        })
    }

    fn has_twins(&self) -> bool {
        // Comparing pairs is fastest for the few names of an ordinary object; sorting keeps an
        // object of a hundred thousand names from costing their square.
        const FEW: usize = 24;
        let names = || self.members().map(|(name, _)| name);
        if names().nth(FEW).is_some() {
            let mut sorted: Vec<_> = names().filter_map(|name| name.as_str()).collect();
            sort::by(&mut sorted, Ord::cmp);
            return sorted.windows(2).any(|pair| pair[0] == pair[1]);
        }
        names().enumerate().any(|(index, name)| {
            names().take(index).any(|earlier| match (earlier.kind(), name.kind()) {
                (Kind::Text, Kind::Text) => earlier.raw() == name.raw(),
                _ => earlier.as_str() == name.as_str(),
            })
        })
    }
}

/// `raw`, which the reader has accepted, without its escapes.
fn unescaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let unit = |from: usize| {
            rest.get(from..from + 4).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0)
        };
        let (c, length) = match rest.as_bytes()[at + 1] {
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'n' => ('\n', 2),
            b'r' => ('\r', 2),
            b't' => ('\t', 2),
            b'u' => match unit(at + 2) {
                high @ 0xd800..0xdc00 => {
                    let code = 0x10000 + ((high - 0xd800) << 10) + (unit(at + 8) - 0xdc00);
                    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                }
                code => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            },
            other => (char::from(other), 2),
        };
        text.push(c);
        rest = &rest[at + length..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(node: Node<'_>) -> serde_json::Value {
        match node.kind() {
            Kind::Null => serde_json::Value::Null,
            Kind::True | Kind::False => node.as_bool().into(),
            Kind::Number => serde_json::from_str(node.as_number().unwrap()).unwrap(),
            Kind::Text | Kind::Escaped => node.as_str().unwrap().into(),
            Kind::List => node.items().map(plain).collect(),
            Kind::Map => node
                .members()
                .map(|(name, value)| (name.as_str().unwrap().into_owned(), plain(value)))
                .collect(),
        }
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_place() {
        for (bad, at) in [
            ("", 0),
            ("01", 1),
            ("1.", 2),
            ("-", 1),
            ("+1", 0),
            ("NaN", 0),
            ("1e", 2),
            (".5", 0),
            ("[1,]", 3),
            ("{\"a\":1,}", 7),
            ("{\"a\" 1}", 5),
            ("\"\u{1}\"", 1),
            (r#""\ud800""#, 7),
            (r#""\udc00""#, 7),
            (r#""\x""#, 2),
            (r#""\u12g4""#, 2),
            ("\"a", 2),
            ("nul", 0),
            ("1 2", 2),
            ("\u{feff}1", 0),
            (r#"{"a":1,"\u0061":2}"#, 18),
        ] {
            let error = Tape::new().read("text", bad.as_bytes()).unwrap_err();
            assert_eq!(error.code(), "json.invalid");
            assert!(error.to_string().ends_with(&format!(" at byte {at}")), "{bad}: {error}");
        }
        assert!(Tape::new().read("text", "[".repeat(100_000).as_bytes()).is_err());
        assert!(Tape::new().read("text", b"\"\xff\"").is_err());
    }

    #[test]
    fn many_names_are_held_apart_too() {
        let names = |twin: usize| {
            let members: Vec<_> = (0..100).map(|i| format!("\"k{}\":{i}", i % twin)).collect();
            format!("{{{}}}", members.join(","))
        };
        assert!(Tape::new().read("text", names(100).as_bytes()).is_ok());
        assert!(Tape::new().read("text", names(99).as_bytes()).is_err());
    }

    #[test]
    fn pointers_lead_through_arrays_and_objects() {
        let mut tape = Tape::new();
        let node = tape.read("text", br#"{"a/b":[1,{"c":2.50}]}"#).unwrap();
        let follow = |tokens: &[&str]| {
            let tokens: Vec<_> = tokens.iter().map(|t| (*t).to_owned()).collect();
            node.follow(&tokens).and_then(|n| n.as_number())
        };
        assert_eq!(follow(&["a/b", "1", "c"]), Some("2.50"));
        assert_eq!(follow(&["a/b", "0"]), Some("1"));
        for wrong in [&["a/b", "01"][..], &["a/b", "2"], &["a/b", "-"], &["x"], &["a/b", "0", "0"]]
        {
            assert_eq!(follow(wrong), None);
        }
    }

    fn json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            ".{0,12}".prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
                prop::collection::btree_map(".{0,6}", inner, 0..6)
                    .prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in json()) {
            let text = serde_json::to_vec_pretty(&value).unwrap();
            let mut tape = Tape::new();
            let node = tape.read("text", &text).unwrap();
            let source: serde_json::Value = serde_json::from_str(node.source()).unwrap();
            prop_assert_eq!(plain(node), value.clone());
            prop_assert_eq!(source, value);
        }

        #[test]
        fn it_accepts_exactly_what_serde_json_accepts(text in r#"[\[\]{}",:0-9eE.+\- \\untrfalsb]{0,12}"#) {
            // serde_json lets a repeated name pass and refuses numbers that no double holds.
            let serde = serde_json::from_str::<serde_json::Value>(&text);
            match Tape::new().read("text", text.as_bytes()) {
                Ok(_) => prop_assert!(serde.is_ok() || serde.unwrap_err().to_string().contains("out of range")),
                Err(error) => prop_assert!(serde.is_err() || error.to_string().contains("twice")),
            }
        }
    }
}
