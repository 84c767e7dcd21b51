//! The steps `signature` and `inclusion`, as far as a record's own proofs go.

use super::{Reason, Verdict};
use crate::error::Error;
use crate::hash::Digest;
use crate::json::Value;
use crate::proof::{Body, Memo, Proofs, cut, id, leaf};
use crate::record::SignalRecord;

/// What the proofs of a record come to.
pub(super) struct Proven {
    /// Its leaf in a log.
    pub(super) leaf: Digest,
    /// The step `signature`; it passes by an inclusion proof as well, whose checkpoint is signed.
    pub(super) signature: Verdict,
    /// The step `inclusion`.
    pub(super) inclusion: Verdict,
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
        return Ok(Proven { leaf: Digest::from_bytes([0; 32]), signature, inclusion });
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
    let (signature, inclusion) = steps(body, proof, memo);
    Proven { leaf: leaf(&body.id), signature, inclusion }
}

fn steps(body: &Body<'_>, proof: Option<&[u8]>, memo: &mut Memo) -> (Verdict, Verdict) {
    let [unsigned, unlogged] = NOTHING;
    let Some(text) = proof else { return (unsigned, unlogged) };
    let proofs = match Proofs::parse(text) {
        Ok(proofs) => proofs,
        Err(error) => return (Verdict::Fail(error), unlogged),
    };
    let inclusion = proofs.inclusion.as_ref().map_or(unlogged, |inclusion| {
        inclusion.verify(body, memo).map_or_else(Verdict::Fail, |_| Verdict::Pass)
    });
    let signature = match &proofs.signature {
        Some(signature) => signature.verify(body).map_or_else(Verdict::Fail, |()| Verdict::Pass),
        None if inclusion == Verdict::Pass => Verdict::Pass,
        None => unsigned,
    };
    (signature, inclusion)
}
