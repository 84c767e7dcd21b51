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
    /// Parses a JSON text. Returns `None` for invalid JSON, duplicate member names, lone
    /// surrogates, or nesting deeper than 127 levels.
    pub(super) fn read(text: &str) -> Option<Self> {
        Tape::new().read("JSON", text.as_bytes()).ok().map(Self::with_decimals)
    }

    /// Takes the member `name` out of an object.
    pub(super) fn into_member(self, name: &str) -> Option<Self> {
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

impl fmt::Display for Value {
    /// Writes compact JSON with sorted member names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.canonical()))
    }
}
