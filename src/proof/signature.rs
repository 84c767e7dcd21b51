//! Signatures of records: W3C Data Integrity with the cryptosuite `eddsa-jcs-2022`.

use super::body::Body;
use super::key::{PublicKey, SecretKey, from_base58, to_base58};
use crate::base::hash::Digest;
use crate::base::instant;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::record::Context;

pub(super) const TYPE: &str = "DataIntegrityProof";
pub(super) const CRYPTOSUITE: &str = "eddsa-jcs-2022";
pub(super) const PURPOSE: &str = "assertionMethod";

/// A proof element of type `DataIntegrityProof`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    key: PublicKey,
    created: Option<String>,
    context: Option<Context>,
    value: [u8; 64],
}

impl Signature {
    /// Creates a signature from its members; `value` is `proofValue`.
    pub(super) fn new(
        key: PublicKey,
        created: Option<String>,
        context: Option<Context>,
        value: &str,
    ) -> Result<Self, Error> {
        if let Some(created) = &created
            && parse_timestamp(created).is_none()
        {
            let expected = "a time with its offset, such as 2026-11-20T17:00:00Z";
            return Err(Error::new(Code::ProofInvalid, "created", expected, shown(created)));
        }
        let value = from_base58(value).ok_or_else(|| {
            let expected = "64 bytes in base58btc, with the prefix z";
            Error::new(Code::ProofInvalid, "proofValue", expected, shown(value))
        })?;
        Ok(Self { key, created, context, value })
    }

    /// Returns the key that claims to have signed.
    pub const fn signer(&self) -> &PublicKey {
        &self.key
    }

    /// Returns the time of signing in milliseconds since 1970, if the proof states one.
    pub fn created_ms(&self) -> Option<i64> {
        self.created.as_deref().and_then(parse_timestamp)
    }

    /// Verifies the signature over `body`.
    ///
    /// # Errors
    /// `proof.evaluator` if the signer is not the record's evaluator, `proof.context` if the
    /// contexts differ, `proof.signature` if the signature is invalid.
    pub fn verify(&self, body: &Body<'_>) -> Result<(), Error> {
        body.check_evaluator(&self.key.did())?;
        // A proof may omit the record's context, which is signed as part of the record.
        if self.context.is_some() && self.context != body.context {
            let problem = "differs from the record's @context";
            return Err(Error::because(Code::ProofContext, "proof.@context", problem));
        }
        if self.key.verifies(&self.signed_bytes(body), &self.value) {
            return Ok(());
        }
        let problem =
            format!("not a valid signature of {} over record {}", self.key.did(), body.id.hex());
        Err(Error::because(Code::ProofSignature, "proofValue", problem))
    }

    /// Converts the proof to JSON.
    pub fn to_value(&self) -> Value {
        let mut members = self.options();
        members.push(("proofValue".to_owned(), Value::String(to_base58(&self.value))));
        Value::Object(members)
    }

    /// Returns the signed bytes: SHA-256 of the canonical options ‖ SHA-256 of the canonical record
    /// (Data Integrity EdDSA Cryptosuites, section 3.3.4). The latter is the record's id.
    fn signed_bytes(&self, body: &Body<'_>) -> [u8; 64] {
        let options = Value::Object(self.options()).canonical();
        let mut message = [0; 64];
        message[..32].copy_from_slice(Digest::sha256(&[&options]).as_bytes());
        message[32..].copy_from_slice(body.id.as_bytes());
        message
    }

    /// Returns all members but `proofValue`.
    fn options(&self) -> Vec<(String, Value)> {
        let text = |name: &str, value: &str| (name.to_owned(), Value::String(value.to_owned()));
        let mut members = Vec::new();
        if let Some(context) = self.context {
            members.push(("@context".to_owned(), context.to_value()));
        }
        if let Some(created) = &self.created {
            members.push(text("created", created));
        }
        members.push(text("cryptosuite", CRYPTOSUITE));
        members.push(text("proofPurpose", PURPOSE));
        members.push(text("type", TYPE));
        members.push(text("verificationMethod", &self.key.verification_method()));
        members
    }
}

/// Parses an XML Schema `dateTimeStamp`, as W3C Data Integrity uses it: RFC 3339 in upper case,
/// without leap seconds.
fn parse_timestamp(text: &str) -> Option<i64> {
    let upper = text.bytes().all(|byte| !byte.is_ascii_lowercase());
    let leap = text.get(17..19) == Some("60");
    instant::parse_millis(text).filter(|_| upper && !leap)
}

/// Signs `body` with `key`, at the time `created` if given.
///
/// # Errors
/// `proof.evaluator` if the key is not the evaluator's, `proof.invalid` if `created` is not a time
/// with offset.
pub fn sign(body: &Body<'_>, key: &SecretKey, created: Option<&str>) -> Result<Signature, Error> {
    let public = key.public();
    body.check_evaluator(&public.did())?;
    let none = to_base58(&[0; 64]);
    let mut signature = Signature::new(public, created.map(str::to_owned), body.context, &none)?;
    signature.value = key.sign(&signature.signed_bytes(body));
    Ok(signature)
}
