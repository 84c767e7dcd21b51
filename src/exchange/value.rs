//! JSON values of endpoints, with numbers of any kind.

use std::fmt;

pub(super) use crate::base::json::Value;
use crate::base::tape::Tape;

/// Builds a [`Value`] from JSON syntax: `json!({ "name": (text), "list": [1, true] })`. Expressions
/// of more than one token need parentheses.
macro_rules! json {
    ({ $($name:tt: $value:tt),* $(,)? }) => {
        $crate::exchange::value::Value::Object(vec![
            $((::std::string::String::from($name), $crate::exchange::value::json!($value))),*
        ])
    };
    ([ $($value:tt),* $(,)? ]) => {
        $crate::exchange::value::Value::Array(vec![$($crate::exchange::value::json!($value)),*])
    };
    ($value:expr) => { $crate::exchange::value::Value::from($value) };
}
pub(super) use json;

impl Value {
    /// Parses a JSON text. A lone surrogate becomes U+FFFD, like malformed UTF-8. Returns `None` for
    /// invalid JSON, duplicate member names, or nesting deeper than 127 levels.
    pub(super) fn read(text: &str) -> Option<Self> {
        let read = |text: &str| {
            Tape::new().read("JSON", text.as_bytes()).ok().map(Self::from_view_with_decimals)
        };
        read(text).or_else(|| read(&replace_lone_surrogates(text)?))
    }

    /// Returns structured data as text: the value of an object's only member if it is a string, a
    /// number or a boolean, otherwise compact JSON. Returns `None` for null and for an empty object
    /// or array.
    pub(super) fn data_text(&self) -> Option<String> {
        let members = match self {
            Self::Null => return None,
            Self::String(text) => return Some(text.clone()),
            Self::Array(items) if items.is_empty() => return None,
            Self::Object(members) => members.as_slice(),
            _ => &[],
        };
        match members {
            [] if self.is_object() => None,
            [
                (_, value @ (Self::String(_) | Self::Number(_) | Self::Decimal(_) | Self::Bool(_))),
            ] => value.data_text(),
            _ => Some(self.to_string()),
        }
    }

    /// Takes the member `name` out of an object.
    pub(super) fn take_member(self, name: &str) -> Option<Self> {
        let Self::Object(members) = self else { return None };
        members.into_iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Appends a member to an object.
    pub(super) fn add(&mut self, name: &str, value: Self) {
        if let Self::Object(members) = self {
            members.push((name.to_owned(), value));
        }
    }

    pub(super) const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the text of a number without fraction and exponent.
    pub(super) fn as_integer(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.to_string()),
            Self::Decimal(text) if text.bytes().all(|b| b == b'-' || b.is_ascii_digit()) => {
                Some(text.clone())
            }
            _ => None,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        *self == Self::Null
    }

    pub(super) const fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }
}

/// Replaces escapes of lone surrogates with that of U+FFFD; `None` if there is none.
fn replace_lone_surrogates(json: &str) -> Option<String> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut replaced = String::with_capacity(json.len());
    let (mut at, mut kept) = (0, 0);
    while let Some(found) = json[at..].find('\\') {
        at += found;
        let length = match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                replaced.push_str(&json[kept..at]);
                replaced.push_str("\\ufffd");
                kept = at + 6;
                6
            }
            _ => 2,
        };
        at += length;
        // An escaped character of more than one byte is invalid JSON.
        if !json.is_char_boundary(at) {
            return None;
        }
    }
    (kept > 0).then(|| replaced + &json[kept..])
}

impl fmt::Display for Value {
    /// Writes compact JSON with sorted member names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.canonical()))
    }
}
