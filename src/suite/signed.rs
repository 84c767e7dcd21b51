//! The signature of a scorecard: W3C Data Integrity, as records have it (`docs/proof.md`).

use super::scorecard::Scorecard;
use crate::error::{Code, Error};
use crate::hash::Digest;
use crate::json::Value;
use crate::proof::{self, Body, Context, Memo, Proofs, SecretKey};

/// Signs `card`: names the key's `did:key` as its evaluator, and adds the proof. There is no time
/// in it, so the same card and key give the same bytes.
///
/// # Errors
/// `proof.duplicate` if the card is signed already.
pub fn sign(card: &mut Scorecard<'_>, key: &SecretKey) -> Result<(), Error> {
    if card.proof.is_some() {
        let expected = "one that is not signed";
        return Err(Error::new(Code::ProofDuplicate, "scorecard", expected, "a signed one"));
    }
    card.evaluator = Some(key.public().did().into());
    let context = card.context.as_ref().map(Context::of).transpose()?;
    let body =
        Body { id: Digest::of(&[&card.to_bytes()]), evaluator: card.evaluator.clone(), context };
    let signature = proof::sign(&body, key, None)?;
    card.proof = Some(signature.to_value());
    Ok(())
}

/// The `did:key` that signed the scorecard in `json`; `None` if it is not signed.
///
/// # Errors
/// `json.invalid`, or the code of the first proof that does not hold, see
/// [`check_body`](proof::check_body).
pub fn check_signature(json: &[u8]) -> Result<Option<String>, Error> {
    let card = Value::parse(json)?;
    let Some(element) = card.get("proof") else { return Ok(None) };
    let evaluator = card.get("evaluator").and_then(Value::as_str).map(Into::into);
    let context = card.get("@context").map(Context::of).transpose()?;
    let body = Body { id: proof::id(&card)?, evaluator, context };
    let text = element.canonical();
    let evidence = proof::check_body(&body, &Proofs::parse(&text)?, &mut Memo::default())?;
    Ok(evidence.signed)
}
