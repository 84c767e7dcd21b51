//! What a proof speaks about: a record without its `proof`.

use std::borrow::Cow;

use crate::error::{Code, Error, shown};
use crate::hash::{self, Digest};
use crate::json::Value;

/// The one JSON-LD context that a record and its proof may name.
pub const CONTEXT: &str = "https://w3id.org/security/data-integrity/v2";

/// How a record or a proof names [`CONTEXT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// As text.
    Text,
    /// As an array of that one text.
    Array,
}

impl Context {
    /// The context that a member `@context` names.
    ///
    /// # Errors
    /// `proof.context` for anything but [`CONTEXT`], as text or in an array of its own.
    pub fn of(value: &Value) -> Result<Self, Error> {
        match value {
            Value::String(text) if text == CONTEXT => Ok(Self::Text),
            Value::Array(items) if items.len() == 1 && items[0].as_str() == Some(CONTEXT) => {
                Ok(Self::Array)
            }
            _ => Err(Error::new(Code::ProofContext, "@context", CONTEXT, "another")),
        }
    }

    pub(super) fn to_value(self) -> Value {
        let text = Value::String(CONTEXT.to_owned());
        match self {
            Self::Text => text,
            Self::Array => Value::Array(vec![text]),
        }
    }
}

/// What proofs hold a record to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body<'a> {
    /// The record's id.
    pub id: Digest,
    /// The record's `data.evaluator`.
    pub evaluator: Option<Cow<'a, str>>,
    /// The record's `@context`.
    pub context: Option<Context>,
}

impl<'a> Body<'a> {
    /// The body of `record`.
    ///
    /// # Errors
    /// `json.invalid` if `record` is no object, `proof.context` for a foreign `@context`,
    /// `proof.evaluator` for an evaluator that is no text.
    pub fn of(record: &'a Value) -> Result<Self, Error> {
        let evaluator = match record.get("data").and_then(|data| data.get("evaluator")) {
            None => None,
            Some(Value::String(text)) => Some(Cow::Borrowed(text.as_str())),
            Some(_) => {
                return Err(Error::new(Code::ProofEvaluator, "data.evaluator", "text", "no text"));
            }
        };
        let context = record.get("@context").map(Context::of).transpose()?;
        Ok(Self { id: id(record)?, evaluator, context })
    }

    /// Holds `signer`, a `did:key`, to be the record's evaluator.
    pub(super) fn expect_evaluator(&self, signer: &str) -> Result<(), Error> {
        match &self.evaluator {
            Some(evaluator) if *evaluator == signer => Ok(()),
            found => {
                let found = found.as_ref().map_or_else(|| "none".to_owned(), |text| shown(text));
                Err(Error::new(Code::ProofEvaluator, "data.evaluator", shown(signer), found))
            }
        }
    }
}

/// The id of `record`: the digest of its canonical form without `proof`.
///
/// # Errors
/// `json.invalid` if `record` is no object.
pub fn id(record: &Value) -> Result<Digest, Error> {
    match record {
        Value::Object(members) => {
            let body = members.iter().filter(|(name, _)| name != "proof").cloned().collect();
            Ok(Digest::of(&[&Value::Object(body).canonical()]))
        }
        _ => Err(Error::new(Code::JsonInvalid, "record", "an object", "another value")),
    }
}

/// The leaf hash of the record with this id; its entry is the JCS of `{"id": ID}`.
pub fn leaf(id: &Digest) -> Digest {
    hash::leaf(format!("{{\"id\":\"{}\"}}", id.hex()).as_bytes())
}
