//! Verification of a record's own proofs.

use super::body::Body;
use super::proofs::Proofs;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::proof::log::inclusion::CheckpointCache;

/// The result of verifying the proofs of a record. Whether the signer is trusted is a separate
/// question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The record's id.
    pub id: Digest,
    /// The `did:key` that signed the record itself.
    pub signed: Option<String>,
    /// The record's position in a log.
    pub logged: Option<LogPosition>,
}

/// A position in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPosition {
    /// The origin of the log.
    pub origin: String,
    /// The `did:key` that signed the checkpoint.
    pub signer: String,
    /// The index of the record, from 0.
    pub index: u64,
    /// The size of the log.
    pub size: u64,
}

/// Verifies the proofs of a record. A record without proofs passes, with empty evidence.
///
/// # Errors
/// The code of the first invalid proof: see [`Proofs::parse`],
/// [`Signature::verify`](super::Signature::verify) and
/// [`Inclusion::verify`](super::Inclusion::verify); `json.invalid` if `record` is not an object.
pub fn check(record: &Value) -> Result<Evidence, Error> {
    let body = Body::from_record(record)?;
    match record.get("proof") {
        None => Ok(Evidence { id: body.id, signed: None, logged: None }),
        Some(proof) => {
            let text = proof.canonical();
            check_body(&body, &Proofs::parse(&text)?, &mut CheckpointCache::default())
        }
    }
}

/// Implements [`check`] on a parsed body and proofs; `memo` caches checkpoints between records.
///
/// # Errors
/// The codes of [`check`].
pub fn check_body(
    body: &Body<'_>,
    proofs: &Proofs,
    memo: &mut CheckpointCache,
) -> Result<Evidence, Error> {
    let mut evidence = Evidence { id: body.id, signed: None, logged: None };
    if let Some(signature) = &proofs.signature {
        signature.verify(body)?;
        evidence.signed = Some(signature.signer().did());
    }
    if let Some(inclusion) = &proofs.inclusion {
        let checkpoint = inclusion.verify(body, memo)?;
        evidence.logged = Some(LogPosition {
            origin: checkpoint.origin.clone(),
            signer: checkpoint.signer.clone(),
            index: inclusion.index,
            size: inclusion.tree_size,
        });
    }
    Ok(evidence)
}
