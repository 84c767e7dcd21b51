//! Strict JSON: rejects input that two parsers could read differently.
//!
//! [`Value::parse`] accepts only integers written `0` or `-?[1-9][0-9]*` within ±(2^53−1), and no
//! object with duplicate names. So every accepted text has one canonical form (RFC 8785); see
//! [`to_canonical_bytes`].

use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use crate::base::order;
use crate::base::pointer::{Pointer, parse_index};
use crate::base::tape;
use crate::base::tape::{Kind, Tape, View};
use crate::error::{Code, Error};

pub use crate::base::tape::MAX_INTEGER;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer within ±[`MAX_INTEGER`].
    Number(i64),
    /// Any other number, as written. Strict parsing rejects it.
    Decimal(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Self>),
    /// An object: members in original order, without duplicate names.
    Object(Vec<(String, Self)>),
}

impl Value {
    /// Parses a strict JSON text.
    ///
    /// # Errors
    /// `json.invalid` if it is not JSON, is nested deeper than 127 levels, or has a number that is
    /// not a safe integer in plain notation, or duplicate names in an object.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        Self::parse_named("JSON text", text)
    }

    /// Parses a strict JSON text like [`parse`](Self::parse); `thing` names it in errors.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub(crate) fn parse_named(thing: &'static str, text: &[u8]) -> Result<Self, Error> {
        Self::from_view(thing, Tape::new().read(thing, text)?)
    }

    /// Converts a parsed value; `thing` names it in errors.
    ///
    /// # Errors
    /// `json.invalid` for a number that is not a safe integer in plain notation.
    pub fn from_view(thing: &'static str, view: View<'_, '_>) -> Result<Self, Error> {
        let value = Self::from_view_with_decimals(view);
        match value.first_rejected_number() {
            None => Ok(value),
            Some(found) => {
                let expected = "an integer in plain notation within ±(2^53−1)";
                let found: String = found.chars().take(60).collect();
                Err(Error::new(Code::JsonInvalid, thing, expected, found))
            }
        }
    }

    /// Converts a parsed value with numbers of any kind.
    pub(crate) fn from_view_with_decimals(view: View<'_, '_>) -> Self {
        let text = |view: View<'_, '_>| view.as_str().unwrap_or_default().into_owned();
        match view.kind() {
            Kind::Null => Self::Null,
            Kind::False => Self::Bool(false),
            Kind::True => Self::Bool(true),
            Kind::Number => {
                let source = view.source();
                tape::parse_plain_integer(source)
                    .map_or_else(|| Self::Decimal(source.to_owned()), Self::Number)
            }
            Kind::Text | Kind::Escaped => Self::String(text(view)),
            Kind::List => Self::Array(view.items().map(Self::from_view_with_decimals).collect()),
            Kind::Map => {
                let member = |(name, value)| (text(name), Self::from_view_with_decimals(value));
                Self::Object(view.members().map(member).collect())
            }
        }
    }

    /// Returns the first number that strict parsing rejects.
    fn first_rejected_number(&self) -> Option<&str> {
        match self {
            Self::Decimal(text) => Some(text),
            Self::Array(items) => items.iter().find_map(Self::first_rejected_number),
            Self::Object(members) => {
                members.iter().find_map(|(_, value)| value.first_rejected_number())
            }
            _ => None,
        }
    }

    /// Returns the canonical bytes of the value (RFC 8785).
    pub fn canonical(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out, true);
        out
    }

    /// Returns the value as compact JSON with members in original order.
    pub fn compact(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out, false);
        out
    }

    fn write(&self, out: &mut Vec<u8>, sorted: bool) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
            Self::Number(number) => out.extend_from_slice(number.to_string().as_bytes()),
            Self::Decimal(text) => out.extend_from_slice(text.as_bytes()),
            Self::String(text) => write_text(out, text),
            Self::Array(items) => {
                out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    item.write(out, sorted);
                }
                out.push(b']');
            }
            Self::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                if sorted {
                    // By UTF-16 code units of the names (RFC 8785, 3.2.3).
                    order::sort_by(&mut members, &|(a, _), (b, _)| {
                        a.encode_utf16().cmp(b.encode_utf16())
                    });
                }
                out.push(b'{');
                for (index, (name, value)) in members.into_iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    write_text(out, name);
                    out.push(b':');
                    value.write(out, sorted);
                }
                out.push(b'}');
            }
        }
    }

    /// Returns the member `name` of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Returns the value at a path of reference tokens, as in a [`Pointer`].
    pub(crate) fn get_path<T: AsRef<str>>(&self, tokens: &[T]) -> Option<&Self> {
        tokens.iter().try_fold(self, |value, token| match value {
            Self::Array(items) => items.get(parse_index(token.as_ref())?),
            _ => value.get(token.as_ref()),
        })
    }

    /// Returns a mutable reference to the value at `pointer`.
    pub(crate) fn get_path_mut(&mut self, pointer: &Pointer) -> Option<&mut Self> {
        pointer.tokens().iter().try_fold(self, |value, token| match value {
            Self::Array(items) => items.get_mut(parse_index(token)?),
            Self::Object(members) => {
                members.iter_mut().find(|(name, _)| name == token).map(|(_, value)| value)
            }
            _ => None,
        })
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the values of an array.
    pub(crate) fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }
}

/// Creates an object of `members`, in this order.
pub fn object<'n>(mut members: impl AsMut<[(&'n str, Value)]>) -> Value {
    build_object(members.as_mut())
}

/// Creates the object by moving the values out of `members`. Not generic, to save code size.
fn build_object(members: &mut [(&str, Value)]) -> Value {
    let mut all = Vec::with_capacity(members.len());
    for (name, value) in members {
        all.push(((*name).to_owned(), std::mem::replace(value, Value::Null)));
    }
    Value::Object(all)
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

/// Converts a count, capped at [`MAX_INTEGER`].
impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(MAX_INTEGER).min(MAX_INTEGER))
    }
}

impl FromIterator<Self> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(items: I) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

/// Converts an error of `serde_json`.
pub(crate) fn invalid_json_error(thing: &'static str, error: &serde_json::Error) -> Error {
    let problem = match error.classify() {
        serde_json::error::Category::Data => error.to_string(),
        _ => format!("not JSON: {error}"),
    };
    Error::because(Code::JsonInvalid, thing, problem)
}

/// Serializes `value` to canonical JSON (RFC 8785).
///
/// # Errors
/// `json.invalid` if `value` is not representable as strict JSON.
pub fn to_canonical_bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    Ok(Value::parse(&to_json_bytes(value)?)?.canonical())
}

/// Appends `text` as a JSON string, escaped as in RFC 8785, 3.2.2.2.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &str) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let bytes = text.as_bytes();
    let mut at = 0;
    out.push(b'"');
    while at < bytes.len() {
        let end = tape::find_end_of_unescaped(bytes, at);
        out.extend_from_slice(&bytes[at..end]);
        at = end + 1;
        let Some(&byte) = bytes.get(end) else { break };
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            other => {
                let (high, low) = (usize::from(other >> 4), usize::from(other & 15));
                out.extend_from_slice(b"\\u00");
                out.extend_from_slice(&[DIGITS[high], DIGITS[low]]);
            }
        }
    }
    out.push(b'"');
}

/// Serializes `value` to compact JSON, members in the order of its `Serialize`. This is the
/// canonical form for types with sorted members and only values that [`Value`] can represent.
///
/// # Errors
/// `json.invalid` if `value` is not representable as JSON, such as a map with non-string keys.
pub fn to_json_bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|error| invalid_json_error("JSON text", &error))
}

/// Serializes `value` to indented JSON with a final line feed.
///
/// # Errors
/// `json.invalid` for a number that is not a safe integer.
pub(crate) fn to_indented_text(value: &Value) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n").map_err(|error| invalid_json_error("JSON text", &error))
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => serializer.serialize_i64(*value),
            Self::Decimal(_) => Err(S::Error::custom("a number that is not a safe integer")),
            Self::String(value) => serializer.serialize_str(value),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::escape::{decode_canonical_escape, decode_escape};

    #[test]
    fn canonical_form_follows_rfc_8785() {
        let value = Value::parse(
            r#"{"\ud83d\ude00":1,"\ufb33":"\u20ac/\u000F\n","a":[null,true,-7]}"#.as_bytes(),
        )
        .unwrap();
        assert_eq!(
            String::from_utf8(value.canonical()).unwrap(),
            "{\"a\":[null,true,-7],\"😀\":1,\"\u{fb33}\":\"€/\\u000f\\n\"}"
        );
    }

    #[test]
    fn rejects_ambiguous_json() {
        for bad in [
            "1.0",
            "1e2",
            "-0",
            "9007199254740992",
            "-9007199254740992",
            "1e400",
            "01",
            "+1",
            "NaN",
            "18446744073709551616",
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"\u0061":1}"#,
            r#""\ud800""#,
            "\u{feff}1",
            "1 2",
            "",
            "[1,]",
            "{\"a\":1,}",
            "\"\u{1}\"",
            "// c\n1",
        ] {
            assert_eq!(Value::parse(bad.as_bytes()).unwrap_err().code(), "json.invalid", "{bad}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(Value::parse(deep.as_bytes()).unwrap_err().code(), "json.invalid");
        assert_eq!(Value::parse(b"9007199254740991"), Ok(Value::Number(MAX_INTEGER)));
    }

    #[test]
    fn pointers_follow_rfc_6901_section_5() {
        let text = br#"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#;
        let mut document = Value::parse(text).unwrap();
        let mut at = |pointer: &str| {
            let pointer = Pointer::parse(pointer)?;
            let found = document.get_path_mut(&pointer).cloned();
            assert_eq!(found.as_ref(), document.get_path(pointer.tokens()));
            found
        };
        assert!(matches!(at(""), Some(Value::Object(_))));
        assert_eq!(at("/foo/1"), Some("baz".into()));
        let names = ["/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"];
        for (expected, pointer) in (0u64..).zip(names) {
            assert_eq!(at(pointer), Some(expected.into()));
        }
        for none in
            ["foo", "/foo/01", "/foo/-", "/foo/2", "/foo/+1", "/foo/", "/m~n", "/m~2n", "/m~", "//"]
        {
            assert_eq!(at(none), None, "{none}");
        }
    }

    #[test]
    fn canonical_escapes_are_unique() {
        for c in (0..=0x7Fu8).map(char::from) {
            let mut out = Vec::new();
            write_text(&mut out, c.encode_utf8(&mut [0; 4]));
            let inside = &out[1..out.len() - 1];
            let spellings =
                [r"\b", r"\t", r"\n", r"\f", r"\r", r"\/", "\\\"", r"\\"].map(str::to_owned);
            let numbers = [format!("\\u{:04x}", c as u32), format!("\\u{:04X}", c as u32)];
            for spelling in spellings.iter().chain(&numbers).map(String::as_bytes) {
                if decode_escape(&spelling[1..]) == Some((c, spelling.len() - 1)) {
                    let found = decode_canonical_escape(&spelling[1..]);
                    assert_eq!(found.is_some(), spelling == inside, "{}", spelling.escape_ascii());
                }
            }
        }
    }
}
