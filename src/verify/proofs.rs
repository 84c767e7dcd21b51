//! The proofs of a record, parsed.

use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::proof::{Body, Proofs, Signature, id, record_leaf_hash, split_proof};
use crate::record::SignalRecord;

/// A record's proofs, and the body that they cover.
pub(super) struct RecordProofs<'a> {
    pub(super) body: Body<'a>,
    /// The record's leaf hash in a log.
    pub(super) leaf: Digest,
    /// The parsed proofs; `None` if the record has none.
    pub(super) parsed: Result<Option<Proofs>, Error>,
}

impl<'a> RecordProofs<'a> {
    /// Parses the proofs of the record on `line`. `canonical` states that the line is canonical
    /// JSON without a proof.
    ///
    /// # Errors
    /// None for a record that was parsed from `line`.
    pub(super) fn parse(
        line: &[u8],
        record: &'a SignalRecord<'_>,
        canonical: bool,
    ) -> Result<Self, Error> {
        let context = record.context;
        let evaluator = record.data.evaluator.as_deref().map(Into::into);
        let new = |id: Digest, parsed| {
            let leaf = record_leaf_hash(&id);
            Self { body: Body { id, evaluator, context }, leaf, parsed }
        };
        if record.data.evaluator.is_none() && record.proof.is_none() {
            // Nobody can have signed it, and a checkpoint over it fails for that, so the id has no
            // effect and is not computed.
            let none = Digest::from_bytes([0; 32]);
            let body = Body { id: none, evaluator: None, context };
            return Ok(Self { body, leaf: none, parsed: Ok(None) });
        }
        if canonical {
            return Ok(new(Digest::sha256(&[line]), Ok(None)));
        }
        // Fast path: a canonical line is hashed without serializing it again.
        if let Some(cut) = split_proof(line) {
            return Ok(new(cut.id(), cut.proof().map(Proofs::parse).transpose()));
        }
        let value = Value::parse(line)?;
        let proof = value.get("proof").map(Value::canonical);
        Ok(new(id(&value)?, proof.as_deref().map(Proofs::parse).transpose()))
    }

    /// Returns the time of signing in milliseconds since 1970, if the signature states one.
    pub(super) fn created_ms(&self) -> Option<i64> {
        let parsed = self.parsed.as_ref().ok()?.as_ref()?;
        parsed.signature.as_ref().and_then(Signature::created_ms)
    }
}
