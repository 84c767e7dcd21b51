//! All that can be said of a record from its proofs alone.

use super::body::Body;
use super::element::Proofs;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::proof::log::inclusion::Memo;

/// What the proofs of a record show. Who is to be believed is another question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The record's id.
    pub id: Digest,
    /// The `did:key` that signed the record itself.
    pub signed: Option<String>,
    /// The log that the record is in.
    pub logged: Option<Logged>,
}

/// A place in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The origin of the log.
    pub origin: String,
    /// The `did:key` that signed the checkpoint.
    pub signer: String,
    /// The place of the record, from 0.
    pub index: u64,
    /// The size of the log.
    pub size: u64,
}

/// Holds a record to its proofs. A record without proof passes, with evidence of nothing.
///
/// # Errors
/// The code of the first proof that does not hold, see [`Proofs::parse`],
/// [`Signature::verify`](super::Signature::verify) and
/// [`Inclusion::verify`](super::Inclusion::verify); `json.invalid` if `record` is no object.
pub fn check(record: &Value) -> Result<Evidence, Error> {
    let body = Body::of(record)?;
    match record.get("proof") {
        None => Ok(Evidence { id: body.id, signed: None, logged: None }),
        Some(proof) => {
            let text = proof.canonical();
            check_body(&body, &Proofs::parse(&text)?, &mut Memo::default())
        }
    }
}

/// As [`check`], for a body and proofs that are at hand; `memo` makes a file faster to check.
///
/// # Errors
/// As [`check`].
pub fn check_body(body: &Body<'_>, proofs: &Proofs, memo: &mut Memo) -> Result<Evidence, Error> {
    let mut evidence = Evidence { id: body.id, signed: None, logged: None };
    if let Some(signature) = &proofs.signature {
        signature.verify(body)?;
        evidence.signed = Some(signature.signer().did());
    }
    if let Some(inclusion) = &proofs.inclusion {
        let checkpoint = inclusion.verify(body, memo)?;
        evidence.logged = Some(Logged {
            origin: checkpoint.origin.clone(),
            signer: checkpoint.signer.clone(),
            index: inclusion.index,
            size: inclusion.tree_size,
        });
    }
    Ok(evidence)
}
