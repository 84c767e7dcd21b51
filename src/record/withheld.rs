//! Values that a record may withhold: shown as withheld, never as absent.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Data, Read, SignalRecord};
use crate::base::hash::Digest;
use crate::base::json::Value;

// Where the values stand that a record may withhold (RFC 6901).
pub(crate) const RESPONSE: &str = "/data/response";
pub(crate) const LITERAL_ANSWER: &str = "/data/literal/answer";
pub(crate) const LITERAL_SPAN: &str = "/data/literal/span";
pub(crate) const COMMITTED_ANSWER: &str = "/data/committed/answer";
pub(crate) const COMMITTED_SPAN: &str = "/data/committed/span";
pub(crate) const EXPECTED: &str = "/data/expected";
pub(crate) const CHOICE_ORDER: &str = "/data/choiceOrder";
pub(crate) const SEED: &str = "/data/draw/seed";

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

impl SignalRecord<'_> {
    /// The values that a record can withhold and this one has, by their pointers, and whether it
    /// does. A value that is `null`, as the answer where none was read, is one.
    pub(crate) fn withholdable(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let Data { response, literal, committed, expected, choice_order, draw, .. } = &self.data;
        let (literal, committed) = (literal.as_ref(), committed.as_ref());
        let answer = |read: &Read<'_>| read.answer.as_ref().is_some_and(Maybe::is_withheld);
        let span = |read: &Read<'_>| read.span.as_ref().is_some_and(Maybe::is_withheld);
        let values = [
            (RESPONSE, response.as_ref().map(Maybe::is_withheld)),
            (LITERAL_ANSWER, literal.map(answer)),
            (LITERAL_SPAN, literal.map(span)),
            (COMMITTED_ANSWER, committed.map(answer)),
            (COMMITTED_SPAN, committed.map(span)),
            (EXPECTED, Some(expected.is_withheld())),
            (CHOICE_ORDER, choice_order.as_ref().map(Maybe::is_withheld)),
            (SEED, Some(draw.seed.is_withheld())),
        ];
        values.into_iter().filter_map(|(pointer, withheld)| Some((pointer, withheld?)))
    }

    /// The pointers of the values that are withheld.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = &'static str> {
        self.withholdable().filter_map(|(pointer, withheld)| withheld.then_some(pointer))
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
