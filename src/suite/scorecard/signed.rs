//! Signatures of scorecards: W3C Data Integrity, as for records (`docs/proof.md`).

use super::Scorecard;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::{Code, Error};
use crate::proof::{self, Body, CheckpointCache, Context, Proofs, SecretKey};

/// Signs `card`: sets its evaluator to the key's `did:key`, and adds the proof. The proof has no
/// time, so the result is deterministic.
///
/// # Errors
/// `proof.duplicate` if the card is already signed.
pub fn sign(card: &mut Scorecard<'_>, key: &SecretKey) -> Result<(), Error> {
    if card.proof.is_some() {
        return Err(Error::because(Code::ProofDuplicate, "scorecard", "already signed"));
    }
    card.evaluator = Some(key.public().did().into());
    let context = card.context.as_ref().map(Context::from_value).transpose()?;
    let body = Body {
        id: Digest::sha256(&[&card.to_bytes()]),
        evaluator: card.evaluator.clone(),
        context,
    };
    let signature = proof::sign(&body, key, None)?;
    card.proof = Some(signature.to_value());
    Ok(())
}

/// Verifies the signature of the scorecard in `json`, and returns the signer's `did:key`; `None` if
/// it is unsigned.
///
/// # Errors
/// `json.invalid`, or the code of the first invalid proof; see [`check_body`](proof::check_body).
pub fn check_signature(json: &[u8]) -> Result<Option<String>, Error> {
    let card = Value::parse(json)?;
    let Some(element) = card.get("proof") else { return Ok(None) };
    let proofs = Proofs::parse(&element.canonical())?;
    let evidence =
        proof::check_body(&Body::from_summary(&card)?, &proofs, &mut CheckpointCache::default())?;
    Ok(evidence.signed)
}
