//! The steps `signature` and `inclusion`, as far as a record's own proofs go.

use super::fact::Logged;
use super::{Reason, Verdict};
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::proof::{Body, Checkpoint, Memo, Proofs, Signature, cut, id, leaf};
use crate::record::SignalRecord;

/// What the proofs of a record come to.
pub(super) struct Proven {
    /// Its leaf in a log.
    pub(super) leaf: Digest,
    /// The step `signature`; it passes by an inclusion proof as well, whose checkpoint is signed.
    pub(super) signature: Verdict,
    /// The step `inclusion`.
    pub(super) inclusion: Verdict,
    /// The log of the record's own inclusion proof, if that holds.
    pub(super) logged: Option<Logged>,
    /// The time of signing in milliseconds since 1970, if the signature states one.
    pub(super) created_ms: Option<i64>,
}

/// The answers for a record without proofs.
const NOTHING: [Verdict; 2] =
    [Verdict::NotChecked(Reason::NoProof), Verdict::NotChecked(Reason::NoLog)];

/// Holds the record that `line` is to its own proofs; `canonical` says that it is known to stand
/// in its canonical form without any.
///
/// # Errors
/// None for a record that was read from `line`.
pub(super) fn check(
    line: &[u8],
    record: &SignalRecord<'_>,
    canonical: bool,
    memo: &mut Memo,
) -> Result<Proven, Error> {
    let context = record.context;
    if record.data.evaluator.is_none() && record.proof.is_none() {
        // Nobody can have signed it, and a checkpoint over it fails by that. Its id does not matter.
        let [signature, inclusion] = NOTHING;
        let leaf = Digest::from_bytes([0; 32]);
        return Ok(Proven { leaf, signature, inclusion, logged: None, created_ms: None });
    }
    let evaluator = record.data.evaluator.as_deref().map(Into::into);
    if canonical {
        let body = Body { id: Digest::of(&[line]), evaluator, context };
        return Ok(proven(&body, None, memo));
    }
    // Most lines are canonical as they stand, and can be hashed without being written again.
    if let Some(cut) = cut(line) {
        let body = Body { id: cut.id(), evaluator, context };
        return Ok(proven(&body, cut.proof(), memo));
    }
    let value = Value::parse(line)?;
    let body = Body { id: id(&value)?, evaluator, context };
    let proof = value.get("proof").map(Value::canonical);
    Ok(proven(&body, proof.as_deref(), memo))
}

fn proven(body: &Body<'_>, proof: Option<&[u8]>, memo: &mut Memo) -> Proven {
    let [unsigned, unlogged] = NOTHING;
    let leaf = leaf(&body.id);
    let nothing = |signature| {
        let inclusion = unlogged.clone();
        Proven { leaf, signature, inclusion, logged: None, created_ms: None }
    };
    let Some(text) = proof else { return nothing(unsigned) };
    let proofs = match Proofs::parse(text) {
        Ok(proofs) => proofs,
        Err(error) => return nothing(Verdict::Fail(error)),
    };
    let (inclusion, logged) = match &proofs.inclusion {
        None => (unlogged, None),
        Some(proof) => match proof.verify(body, memo) {
            Err(error) => (Verdict::Fail(error), None),
            Ok(Checkpoint { origin, size, .. }) => {
                let origin = Digest::of(&[origin.as_bytes()]);
                (Verdict::Pass, Some(Logged { origin, size: *size }))
            }
        },
    };
    let signature = match &proofs.signature {
        Some(signature) => signature.verify(body).map_or_else(Verdict::Fail, |()| Verdict::Pass),
        None if inclusion == Verdict::Pass => Verdict::Pass,
        None => unsigned,
    };
    let created_ms = proofs.signature.as_ref().and_then(Signature::created_ms);
    Proven { leaf, signature, inclusion, logged, created_ms }
}
