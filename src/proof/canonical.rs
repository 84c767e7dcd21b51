//! Fast path: proves that bytes are canonical JSON, so that they can be hashed without parsing.

use crate::base::hash::Digest;
use crate::base::json::MAX_INTEGER;
use crate::base::tape::find_end_of_unescaped;
use crate::grade::escape::decode_canonical_escape;

/// Maximum nesting that is examined; records nest four levels.
const MOST_DEPTH: u8 = 16;

/// A canonical object without its member `proof`: the bytes before and after it, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitRecord<'a> {
    head: &'a [u8],
    proof: Option<&'a [u8]>,
    tail: &'a [u8],
}

impl<'a> SplitRecord<'a> {
    /// Returns the digest of the object without `proof`, which is the id of a record.
    pub fn id(&self) -> Digest {
        Digest::sha256(&[self.head, self.tail])
    }

    /// Returns the value of the member `proof`.
    pub const fn proof(&self) -> Option<&'a [u8]> {
        self.proof
    }
}

/// Removes `proof` from an object, if one pass proves that `line` is the canonical form (RFC 8785)
/// of a strict [`Value`](crate::base::json::Value).
///
/// `None` means nothing: the line may still be canonical (deep nesting and names that are not plain
/// ASCII are not examined), or not be JSON. Always `None` without the feature `bulk`.
pub fn split_proof(line: &[u8]) -> Option<SplitRecord<'_>> {
    if cfg!(feature = "bulk") { find_proof(line) } else { None }
}

fn find_proof(line: &[u8]) -> Option<SplitRecord<'_>> {
    let proof = scan(line, true)?;
    let Some(Member { first, name, value, end }) = proof else {
        return Some(SplitRecord { head: line, proof: None, tail: &[] });
    };
    // Remove one comma, too: the one before the member, or after it if it is the first.
    let last = line[end] != b',';
    let head = if first || !last { name } else { name - 1 };
    let tail = if last { end } else { end + 1 };
    Some(SplitRecord { head: &line[..head], proof: Some(&line[value..end]), tail: &line[tail..] })
}

/// Reports whether one pass proves `text` canonical. After `false`, `text` may still be canonical.
#[cfg(test)]
fn is_canonical(text: &[u8]) -> bool {
    scan(text, false).is_some()
}

/// The position of the member `proof` in an object.
#[derive(Clone, Copy)]
struct Member {
    first: bool,
    name: usize,
    value: usize,
    end: usize,
}

fn scan(text: &[u8], object: bool) -> Option<Option<Member>> {
    std::str::from_utf8(text).ok()?;
    let mut scanner = Scanner { text, at: 0 };
    let proof = match scanner.peek()? {
        b'{' => scanner.scan_object(0)?,
        _ if object => return None,
        _ => {
            scanner.scan_value(0)?;
            None
        }
    };
    (scanner.at == text.len()).then_some(proof)
}

/// A cursor over canonical JSON. Each method moves past the element that it is named after, or
/// returns `None` if the element is missing or not canonical.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn expect_bytes(&mut self, wanted: &[u8]) -> Option<()> {
        self.text[self.at..].starts_with(wanted).then(|| self.at += wanted.len())
    }

    fn scan_value(&mut self, depth: u8) -> Option<()> {
        match self.peek()? {
            b'"' => self.scan_string().map(|_| ()),
            b'{' => self.scan_object(depth).map(|_| ()),
            b'[' => self.scan_array(depth),
            b't' => self.expect_bytes(b"true"),
            b'f' => self.expect_bytes(b"false"),
            b'n' => self.expect_bytes(b"null"),
            _ => self.scan_integer(),
        }
    }

    fn scan_object(&mut self, depth: u8) -> Option<Option<Member>> {
        self.at += 1;
        if depth == MOST_DEPTH {
            return None;
        }
        let (mut proof, mut before) = (None, None);
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(proof);
        }
        loop {
            let start = self.at;
            let name = self.scan_string().filter(|name| name.iter().all(is_plain))?;
            // Of plain ASCII, the order of bytes is the order of UTF-16 units. Rising names are
            // also sorted ones without a repetition.
            if before.is_some_and(|before| name <= before) {
                return None;
            }
            self.expect_bytes(b":")?;
            let value = self.at;
            self.scan_value(depth + 1)?;
            if name == b"proof" {
                proof = Some(Member { first: before.is_none(), name: start, value, end: self.at });
            }
            before = Some(name);
            match self.next()? {
                b',' => {}
                b'}' => return Some(proof),
                _ => return None,
            }
        }
    }

    fn scan_array(&mut self, depth: u8) -> Option<()> {
        self.at += 1;
        if depth == MOST_DEPTH {
            return None;
        }
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        loop {
            self.scan_value(depth + 1)?;
            match self.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }

    /// The bytes between the quotation marks.
    fn scan_string(&mut self) -> Option<&'a [u8]> {
        self.expect_bytes(b"\"")?;
        let start = self.at;
        loop {
            self.at = find_end_of_unescaped(self.text, self.at);
            match self.next()? {
                b'"' => return Some(&self.text[start..self.at - 1]),
                b'\\' => self.scan_escape()?,
                _ => return None,
            }
        }
    }

    fn scan_escape(&mut self) -> Option<()> {
        let (_, length) = decode_canonical_escape(self.text.get(self.at..)?)?;
        self.at += length;
        Some(())
    }

    fn scan_integer(&mut self) -> Option<()> {
        let negative = self.expect_bytes(b"-").is_some();
        let digits = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let text = &self.text[self.at..self.at + digits];
        self.at += digits;
        match text {
            [b'0'] => (!negative).then_some(()),
            [b'1'..=b'9', ..] if digits <= 16 => {
                let value = text.iter().fold(0, |value, c| value * 10 + i64::from(c - b'0'));
                (value <= MAX_INTEGER).then_some(())
            }
            _ => None,
        }
    }
}

/// Reports whether a byte of a name is ASCII and needs no escape.
fn is_plain(byte: &u8) -> bool {
    byte.is_ascii() && *byte != b'\\'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::json::{Value, to_canonical_bytes};

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            (-MAX_INTEGER..=MAX_INTEGER).prop_map(Value::Number),
            "[a-c\"\\\\\u{0}-\u{1f}\u{7f}é😀\u{fb33}\u{2028}/]{0,20}".prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            let name = prop_oneof![Just("proof".to_owned()), "[a-z@é]{0,3}"];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                prop::collection::btree_map(name, inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_accepted_is_canonical(value in value(), at: prop::sample::Index, byte: u8) {
            let bytes = to_canonical_bytes(&value).unwrap();
            let ascii_names = !String::from_utf8(bytes.clone()).unwrap().contains('é');
            prop_assert!(is_canonical(&bytes) || !ascii_names);
            let mut changed = bytes;
            let at = at.index(changed.len());
            changed[at] = byte;
            if is_canonical(&changed) {
                let again = to_canonical_bytes(&Value::parse(&changed).unwrap()).unwrap();
                prop_assert_eq!(&again, &changed);
            }
        }

        #[test]
        fn the_cut_leaves_the_canonical_form_of_the_rest(value in value()) {
            let line = to_canonical_bytes(&value).unwrap();
            if let Some(cut) = split_proof(&line) {
                let Value::Object(mut members) = value else { panic!("only objects are cut") };
                let proof = members.iter().position(|(name, _)| name == "proof");
                let proof = proof.map(|at| to_canonical_bytes(&members.remove(at).1).unwrap());
                prop_assert_eq!(cut.proof().map(<[u8]>::to_vec), proof);
                let rest = to_canonical_bytes(&Value::Object(members)).unwrap();
                prop_assert_eq!([cut.head, cut.tail].concat(), rest);
            }
        }
    }

    #[test]
    fn what_is_accepted_of_the_vectors_is_canonical() {
        let file = include_bytes!("../../tests/vectors/proof/canonical.json");
        let file = Value::parse(file).unwrap();
        let Some(Value::Array(cases)) = file.get("cases") else { panic!("cases") };
        let mut accepted = 0;
        for case in cases {
            let text = case.get_path(&["arguments", "0"]).and_then(Value::as_str).unwrap();
            if is_canonical(text.as_bytes()) {
                accepted += 1;
                let canonical =
                    to_canonical_bytes(&Value::parse(text.as_bytes()).unwrap()).unwrap();
                assert_eq!(canonical, text.as_bytes());
            }
        }
        assert!(accepted > 0);
    }
}
