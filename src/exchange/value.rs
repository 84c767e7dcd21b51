//! JSON as endpoints speak it: numbers in any notation, kept as they were written.

use std::fmt;

use crate::json::write_text;
use crate::order;
use crate::tape::{Kind, Tape, View};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// The text of a number.
    Number(String),
    String(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

/// Writes a [`Value`] as JSON: `json!({ "name": (text), "list": [1, true] })`. An expression of
/// several words stands in parentheses.
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
    /// Reads one JSON text; none if it is not JSON, has a name twice in one object, holds a lone
    /// surrogate or nests beyond 127 levels.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut tape = Tape::new();
        tape.read("JSON", text.as_bytes()).ok().map(Self::of)
    }

    fn of(view: View<'_, '_>) -> Self {
        let text = |view: View<'_, '_>| view.as_str().unwrap_or_default().into_owned();
        match view.kind() {
            Kind::Null => Self::Null,
            Kind::False => Self::Bool(false),
            Kind::True => Self::Bool(true),
            Kind::Number => Self::Number(view.source().to_owned()),
            Kind::Text | Kind::Escaped => Self::String(text(view)),
            Kind::List => Self::Array(view.items().map(Self::of).collect()),
            Kind::Map => {
                Self::Object(view.members().map(|(name, it)| (text(name), Self::of(it))).collect())
            }
        }
    }

    /// The member `name` of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// The member `name` of an object, by value.
    pub(super) fn take(self, name: &str) -> Option<Self> {
        let Self::Object(members) = self else { return None };
        members.into_iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Adds a member to an object.
    pub(super) fn add(&mut self, name: &str, value: Self) {
        if let Self::Object(members) = self {
            members.push((name.to_owned(), value));
        }
    }

    /// What a JSON Pointer (RFC 6901) leads to.
    pub(super) fn pointer(&self, pointer: &str) -> Option<&Self> {
        pointer.split('/').skip(1).try_fold(self, |value, token| match value {
            Self::Array(items) => match token.as_bytes() {
                [b'0'] | [b'1'..=b'9', ..] => items.get(token.parse::<usize>().ok()?),
                _ => None,
            },
            _ => value.get(&token.replace("~1", "/").replace("~0", "~")),
        })
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(super) fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The text of a number without fraction and exponent.
    pub(super) fn as_integer(&self) -> Option<&str> {
        match self {
            Self::Number(text) if text.bytes().all(|b| b == b'-' || b.is_ascii_digit()) => {
                Some(text)
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

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Bool(true) => out.extend_from_slice(b"true"),
            Self::Bool(false) => out.extend_from_slice(b"false"),
            Self::Number(text) => out.extend_from_slice(text.as_bytes()),
            Self::String(text) => write_text(out, text),
            Self::Array(items) => {
                out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    item.write(out);
                }
                out.push(b']');
            }
            Self::Object(members) => {
                let mut sorted: Vec<_> = members.iter().collect();
                order::sort_by(&mut sorted, &|(a, _), (b, _)| a.cmp(b));
                out.push(b'{');
                for (index, (name, value)) in sorted.into_iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    write_text(out, name);
                    out.push(b':');
                    value.write(out);
                }
                out.push(b'}');
            }
        }
    }
}

impl fmt::Display for Value {
    /// Writes the JSON text, the names of objects sorted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        self.write(&mut out);
        f.write_str(&String::from_utf8_lossy(&out))
    }
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

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.to_string())
    }
}
