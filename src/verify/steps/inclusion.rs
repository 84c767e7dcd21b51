//! Step `inclusion`: the record is in the log of a signed checkpoint.

use crate::base::hash::Digest;
use crate::proof::{Checkpoint, CheckpointCache};
use crate::verify::fact::{LogPosition, StepResult};
use crate::verify::proofs::RecordProofs;
use crate::verify::step::Reason;

/// Verifies the record's own inclusion proof, and returns its log if the proof is valid. The
/// checkpoint lines of the file are checked by the ledger.
pub(super) fn check(
    proofs: &RecordProofs<'_>,
    memo: &mut CheckpointCache,
) -> (StepResult<'static>, Option<LogPosition>) {
    let parsed = proofs.parsed.as_ref().ok().and_then(Option::as_ref);
    let Some(proof) = parsed.and_then(|parsed| parsed.inclusion.as_ref()) else {
        return (StepResult::NotChecked(Reason::NoLog), None);
    };
    match proof.verify(&proofs.body, memo) {
        Err(error) => ((&error).into(), None),
        Ok(Checkpoint { origin, size, .. }) => {
            let origin = Digest::sha256(&[origin.as_bytes()]);
            (StepResult::Pass, Some(LogPosition { origin, size: *size }))
        }
    }
}
