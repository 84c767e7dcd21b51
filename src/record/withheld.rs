//! Values that a record may withhold: shown as withheld, never as absent.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::hash::Digest;
use crate::json::Value;

/// The stand-in of a withheld value: `{"withheld": "sha-256", "digest": "…"}`.
///
/// The digest is SHA-256(JCS([salt, pointer, value])), with a 128-bit salt of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The commitment to the value.
    pub digest: Digest,
}

impl Withheld {
    /// The stand-in that `value` is, if it is one.
    pub fn of(value: &Value) -> Option<Self> {
        let Value::Object(members) = value else { return None };
        let text = |name| value.get(name).and_then(Value::as_str);
        let digest = Digest::from_hex("digest", text("digest")?).ok()?;
        (members.len() == 2 && text("withheld")? == "sha-256").then_some(Self { digest })
    }
}

/// A value, or the stand-in that says that it was withheld.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Maybe<T> {
    /// The value itself.
    Open(T),
    /// The commitment to it.
    Withheld(Withheld),
}

impl<T> Maybe<T> {
    /// The value, if it was not withheld.
    pub const fn open(&self) -> Option<&T> {
        match self {
            Self::Open(value) => Some(value),
            Self::Withheld(_) => None,
        }
    }

    /// Whether the value was withheld.
    pub const fn is_withheld(&self) -> bool {
        matches!(self, Self::Withheld(_))
    }
}

impl Serialize for Withheld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut wire = serializer.serialize_struct("Withheld", 2)?;
        wire.serialize_field("digest", &self.digest)?;
        wire.serialize_field("withheld", "sha-256")?;
        wire.end()
    }
}

impl<T: Serialize> Serialize for Maybe<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Open(value) => value.serialize(serializer),
            Self::Withheld(withheld) => withheld.serialize(serializer),
        }
    }
}
