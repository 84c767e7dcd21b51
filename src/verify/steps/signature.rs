//! Step `signature`: a signature of the evaluator covers the record.

use crate::verify::fact::StepResult;
use crate::verify::proofs::RecordProofs;
use crate::verify::step::Reason;

/// Verifies the record's own signature. A record without one passes if its inclusion proof is
/// valid, since the evaluator signs the checkpoint of that proof.
pub(super) fn check(proofs: &RecordProofs<'_>, inclusion: &StepResult<'_>) -> StepResult<'static> {
    let proofs_by_type = match &proofs.parsed {
        Ok(parsed) => parsed.as_ref(),
        Err(error) => return error.into(),
    };
    match proofs_by_type.and_then(|parsed| parsed.signature.as_ref()) {
        Some(signature) => signature
            .verify(&proofs.body)
            .map_or_else(|error| (&error).into(), |()| StepResult::Pass),
        None if *inclusion == StepResult::Pass => StepResult::Pass,
        None => StepResult::NotChecked(Reason::NoProof),
    }
}
