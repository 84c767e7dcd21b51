//! Signatures of scores: W3C Data Integrity, as for records (`docs/proof.md`).

use crate::base::hash::StreamingSha256;
use crate::base::json::{Value, object};
use crate::base::tape::Tape;
use crate::error::{Code, Error};
use crate::proof::{self, Body, CheckpointCache, Proofs, SecretKey, attach};

/// The lines of input that a score is computed from.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreInput {
    lines: u64,
    hashed: StreamingSha256,
}

impl ScoreInput {
    /// Creates an input of one line.
    pub(super) fn from_line(line: &[u8]) -> Self {
        let mut input = Self::default();
        input.add(line);
        input
    }

    /// Adds a line. It is hashed with a line feed.
    pub(super) fn add(&mut self, line: &[u8]) {
        self.lines += 1;
        self.hashed.update(line);
        self.hashed.update(b"\n");
    }

    fn to_value(&self) -> Value {
        let digest = self.hashed.digest().hex();
        object([("digest", digest.as_str().into()), ("lines", self.lines.into())])
    }
}

/// Adds `input` to a score record, and with a key the evaluator and the proof. The proof has no
/// time, so the result is deterministic.
pub(super) fn sign(
    record: &[u8],
    input: &ScoreInput,
    key: Option<&SecretKey>,
) -> Result<Vec<u8>, Error> {
    let mut score = parse(record)?;
    let Value::Object(members) = &mut score else { return Err(malformed_error()) };
    members.push(("input".to_owned(), input.to_value()));
    if let Some(key) = key {
        members.push(("evaluator".to_owned(), key.public().did().as_str().into()));
        let signature = proof::sign(&Body::from_summary(&score)?, key, None)?;
        attach(&mut score, signature.to_value())?;
    }
    Ok(score.canonical())
}

/// Parses a score. Unlike records, scores have decimals.
pub(super) fn parse(score: &[u8]) -> Result<Value, Error> {
    Ok(Value::from_view_with_decimals(Tape::new().read("score", score)?))
}

/// Verifies the signature of a score, and returns the signer's `did:key`.
pub(super) fn check_signature(score: &Value) -> Result<String, Error> {
    let unsigned = || Error::new(Code::ProofInvalid, "proof", "a signature", "none");
    let proofs = Proofs::parse(&score.get("proof").ok_or_else(unsigned)?.canonical())?;
    let evidence =
        proof::check_body(&Body::from_summary(score)?, &proofs, &mut CheckpointCache::default())?;
    evidence.signed.ok_or_else(unsigned)
}

fn malformed_error() -> Error {
    Error::new(Code::JsonInvalid, "score", "an object", "another value")
}
