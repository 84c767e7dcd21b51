//! The body of a record: everything that a proof covers.

use std::borrow::Cow;

use crate::base::hash;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::record::Context;

/// The properties of a record that proofs cover: all members but `proof`.
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
    /// Extracts the body of `record`.
    ///
    /// # Errors
    /// `json.invalid` if `record` is not an object, `proof.context` for an unsupported `@context`,
    /// `proof.evaluator` for an evaluator that is not text.
    pub fn from_record(record: &'a Value) -> Result<Self, Error> {
        let evaluator = match record.get("data").and_then(|data| data.get("evaluator")) {
            None => None,
            Some(Value::String(text)) => Some(Cow::Borrowed(text.as_str())),
            Some(_) => {
                return Err(Error::new(
                    Code::ProofEvaluator,
                    "data.evaluator",
                    "text",
                    "another value",
                ));
            }
        };
        let context = record.get("@context").map(Context::from_value).transpose()?;
        Ok(Self { id: id(record)?, evaluator, context })
    }

    /// Extracts the body of a scorecard or score, which has its evaluator at the top.
    ///
    /// # Errors
    /// `json.invalid` and `proof.context`, as for [`Body::from_record`].
    pub(crate) fn from_summary(document: &'a Value) -> Result<Self, Error> {
        let evaluator = document.get("evaluator").and_then(Value::as_str).map(Into::into);
        let context = document.get("@context").map(Context::from_value).transpose()?;
        Ok(Self { id: id(document)?, evaluator, context })
    }

    /// Checks that `signer`, a `did:key`, is the record's evaluator.
    pub(super) fn check_evaluator(&self, signer: &str) -> Result<(), Error> {
        match &self.evaluator {
            Some(evaluator) if *evaluator == signer => Ok(()),
            found => {
                let found = found.as_ref().map_or_else(|| "none".to_owned(), |text| shown(text));
                Err(Error::new(Code::ProofEvaluator, "data.evaluator", shown(signer), found))
            }
        }
    }
}

/// Computes the id of `record`: the digest of its canonical JSON without `proof`.
///
/// # Errors
/// `json.invalid` if `record` is not an object.
pub fn id(record: &Value) -> Result<Digest, Error> {
    match record {
        Value::Object(members) => {
            let body = members.iter().filter(|(name, _)| name != "proof").cloned().collect();
            Ok(Digest::sha256(&[&Value::Object(body).canonical()]))
        }
        _ => Err(Error::new(Code::JsonInvalid, "record", "an object", "another value")),
    }
}

/// Computes the leaf hash of the record with this id; the log entry is the JCS of `{"id": ID}`.
pub fn record_leaf_hash(id: &Digest) -> Digest {
    hash::leaf_hash(format!("{{\"id\":\"{}\"}}", id.hex()).as_bytes())
}
