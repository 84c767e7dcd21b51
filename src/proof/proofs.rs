//! The member `proof` of a record: one element, or an array of them.

use super::key::PublicKey;
use super::signature::{self, Signature};
use crate::base::hash::{Digest, from_hex};
use crate::base::json::Value;
use crate::base::tape::{Fields, FirstError, Kind, Member, Tape, View};
use crate::error::{Code, Error, shown};
use crate::proof::log::inclusion;
use crate::proof::log::inclusion::Inclusion;
use crate::record::Context;

/// The proofs of a record: a signature, an inclusion proof, or both.
///
/// There is at most one of each, since only the evaluator may sign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs {
    /// The element of type `DataIntegrityProof`.
    pub signature: Option<Signature>,
    /// The element of type `MerkleInclusion`.
    pub inclusion: Option<Inclusion>,
}

impl Proofs {
    /// Parses a member `proof`.
    ///
    /// # Errors
    /// `proof.invalid` if it is not an element or a non-empty array of them, `proof.unsupported`
    /// for another type, cryptosuite or purpose, `proof.duplicate` for two of one type,
    /// `proof.context` for an unsupported `@context`, `key.invalid` or `key.unsupported` for the
    /// key.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let proof = tape.read("proof", text).map_err(to_malformed_error)?;
        let mut proofs = Self::default();
        if proof.kind() != Kind::List {
            proofs.add(proof)?;
            return Ok(proofs);
        }
        for element in proof.items() {
            proofs.add(element)?;
        }
        match (&proofs.signature, &proofs.inclusion) {
            (None, None) => Err(invalid_error("one element at least", "an empty array")),
            _ => Ok(proofs),
        }
    }

    fn add(&mut self, element: View<'_, '_>) -> Result<(), Error> {
        let kind = element.get("type").and_then(|kind| kind.as_str());
        let repeated = match kind.as_deref() {
            Some(signature::TYPE) => self.signature.replace(parse_signature(element)?).is_some(),
            Some(inclusion::TYPE) => self.inclusion.replace(parse_inclusion(element)?).is_some(),
            Some(other) => {
                let expected = "DataIntegrityProof or MerkleInclusion";
                return Err(unsupported_error("proof.type", expected, other));
            }
            None => return Err(invalid_error("an element, or an array of them", "another value")),
        };
        if repeated {
            let expected = "one element of each type";
            return Err(Error::new(Code::ProofDuplicate, "proof", expected, "two of one type"));
        }
        Ok(())
    }
}

/// Adds `element` to the proofs of `record`.
///
/// # Errors
/// `json.invalid` if `record` is not an object, `proof.duplicate` if it has an element of this
/// type.
pub fn attach(record: &mut Value, element: Value) -> Result<(), Error> {
    let Value::Object(members) = record else {
        return Err(Error::new(Code::JsonInvalid, "record", "an object", "another value"));
    };
    let Some((_, proof)) = members.iter_mut().find(|(name, _)| name == "proof") else {
        members.push(("proof".to_owned(), element));
        return Ok(());
    };
    let mut elements = match std::mem::replace(proof, Value::Null) {
        Value::Array(elements) => elements,
        one => vec![one],
    };
    let repeated = elements.iter().any(|other| other.get("type") == element.get("type"));
    if !repeated {
        elements.push(element);
    }
    *proof = match elements.len() {
        1 => elements.swap_remove(0),
        _ => Value::Array(elements),
    };
    if repeated {
        let expected = "one element of each type";
        return Err(Error::new(Code::ProofDuplicate, "proof", expected, "two of one type"));
    }
    Ok(())
}

fn parse_signature(element: View<'_, '_>) -> Result<Signature, Error> {
    const NAMES: [&str; 7] = [
        "@context",
        "created",
        "cryptosuite",
        "proofPurpose",
        "proofValue",
        "type",
        "verificationMethod",
    ];
    let wrong = FirstError::default();
    let at = &mut Fields::new_reader("proof", element, &NAMES, &wrong);
    let context = at.advance().then(|| at.current_member());
    let created = at.advance().then(|| at.current_member());
    let (cryptosuite, purpose, value) = (at.next_text(), at.next_text(), at.next_text());
    // Skips the type, which is known.
    at.advance();
    let method = at.next_text();
    let created = created.map(|created| {
        at.set_current_member(created);
        at.current_text().into_owned()
    });
    wrong.value_or_error(()).map_err(to_malformed_error)?;
    if cryptosuite != signature::CRYPTOSUITE {
        return Err(unsupported_error("proof.cryptosuite", signature::CRYPTOSUITE, &cryptosuite));
    }
    if purpose != signature::PURPOSE {
        return Err(unsupported_error("proof.proofPurpose", signature::PURPOSE, &purpose));
    }
    let key = PublicKey::from_verification_method(&method)?;
    let context = context.and_then(Member::view);
    let context =
        context.map(|it| Context::from_value(&Value::from_view("proof", it)?)).transpose()?;
    Signature::new(key, created, context, &value)
}

fn parse_inclusion(element: View<'_, '_>) -> Result<Inclusion, Error> {
    let wrong = FirstError::default();
    let names = &["checkpoint", "index", "path", "treeSize", "type"];
    let at = &mut Fields::new_reader("proof", element, names, &wrong);
    at.advance();
    let checkpoint = at.current_member();
    let index = at.next_count();
    at.advance();
    let hashes = at.current_member();
    let tree_size = at.next_count();
    at.set_current_member(hashes);
    let mut path = Vec::new();
    for hash in at.current_items() {
        at.set_current_member(hash);
        let mut bytes = [0; 32];
        if !from_hex(&at.current_text(), &mut bytes) {
            at.record_unexpected("hashes in hex");
        }
        path.push(Digest::from_bytes(bytes));
    }
    at.set_current_member(checkpoint);
    let checkpoint = at.current_text().into_owned();
    wrong
        .value_or_error(Inclusion { index, tree_size, path, checkpoint })
        .map_err(to_malformed_error)
}

/// Replaces the error's code with `proof.invalid`.
fn to_malformed_error(error: Error) -> Error {
    error.with_code(Code::ProofInvalid)
}

fn invalid_error(expected: &'static str, found: &'static str) -> Error {
    Error::new(Code::ProofInvalid, "proof", expected, found)
}

fn unsupported_error(thing: &'static str, expected: &'static str, found: &str) -> Error {
    Error::new(Code::ProofUnsupported, thing, expected, shown(found))
}
