//! Withheld values: replaced by a commitment, never left out.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::base::hash::Digest;
use crate::base::json::Value;

/// The placeholder of a withheld value: `{"withheld": "sha-256", "digest": "…"}`.
///
/// The digest is SHA-256(JCS([salt, pointer, value])), with a fresh 128-bit salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The commitment to the value.
    pub digest: Digest,
}

impl Withheld {
    /// Parses `value`; `None` unless it is a placeholder.
    pub fn from_value(value: &Value) -> Option<Self> {
        let Value::Object(members) = value else { return None };
        let text = |name| value.get(name).and_then(Value::as_str);
        let digest = Digest::from_hex("digest", text("digest")?).ok()?;
        (members.len() == 2 && text("withheld")? == "sha-256").then_some(Self { digest })
    }
}

/// A value, or the placeholder of a withheld one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaybeWithheld<T> {
    /// The value.
    Open(T),
    /// The placeholder.
    Withheld(Withheld),
}

impl<T> MaybeWithheld<T> {
    /// Returns the value; `None` if it is withheld.
    pub const fn as_open(&self) -> Option<&T> {
        match self {
            Self::Open(value) => Some(value),
            Self::Withheld(_) => None,
        }
    }

    /// Reports whether the value is withheld.
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

impl<T: Serialize> Serialize for MaybeWithheld<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Open(value) => value.serialize(serializer),
            Self::Withheld(withheld) => withheld.serialize(serializer),
        }
    }
}
