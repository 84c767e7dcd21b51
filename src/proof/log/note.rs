//! Signed notes (<https://c2sp.org/signed-note>), with ed25519 signatures.

use std::borrow::Cow;

use crate::base::base64;
use crate::base::hash::Digest;
use crate::error::{Code, Error, shown};
use crate::proof::key::{PublicKey, SecretKey};

/// The signature type `0x01`: ed25519 over the text of the note.
const ED25519: u8 = 1;
/// Maximum number of signature lines; the specification requires at least 16.
const MOST_SIGNATURES: usize = 16;

/// A signed note: a text and its signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    text: &'a str,
    signatures: Vec<Line<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line<'a> {
    name: &'a str,
    key_id: [u8; 4],
    signature: Vec<u8>,
}

impl<'a> Note<'a> {
    /// Parses a note without verifying it; see [`verify`](Self::verify).
    ///
    /// # Errors
    /// `log.note` if the note is malformed or has more than 16 signatures.
    pub fn parse(note: &'a str) -> Result<Self, Error> {
        if note.bytes().any(|c| c < 0x20 && c != b'\n') {
            return Err(malformed_error("contains control characters"));
        }
        let Some(end) = note.as_bytes().windows(2).rposition(|two| two == b"\n\n") else {
            return Err(malformed_error("no empty line before its signatures"));
        };
        let (text, lines) = (&note[..=end], &note[end + 2..]);
        let Some(lines) = lines.strip_suffix('\n') else {
            return Err(malformed_error("does not end in a line feed"));
        };
        if lines.split('\n').count() > MOST_SIGNATURES {
            return Err(malformed_error("more than 16 signatures"));
        }
        let mut signatures = Vec::new();
        for line in lines.split('\n') {
            signatures.push(Line::parse(line)?);
        }
        Ok(Self { text, signatures })
    }

    /// Returns the text, including its last line feed.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the number of signatures.
    pub const fn signatures(&self) -> usize {
        self.signatures.len()
    }

    /// Reports whether `key` signed the note as `name`. Other keys' signatures are ignored, as the
    /// specification requires; every signature with this name and key id must be valid.
    pub fn verify(&self, name: &str, key: &PublicKey) -> bool {
        let key_id = key_id(name, key);
        let mut own = self.signatures.iter().filter(|l| l.name == name && l.key_id == key_id);
        let fits = |line: &Line<'_>| {
            let signature = line.signature.as_slice().try_into();
            signature.is_ok_and(|signature| key.verifies(self.text.as_bytes(), signature))
        };
        own.next().is_some_and(fits) && own.all(fits)
    }
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Result<Self, Error> {
        let refused = || {
            malformed_error(format!(
                "expected a signature line, — NAME BASE64, found {}",
                shown(line)
            ))
        };
        let (name, encoded) =
            line.strip_prefix("— ").and_then(|rest| rest.split_once(' ')).ok_or_else(refused)?;
        let bytes = base64::decode(encoded).ok_or_else(refused)?;
        match bytes.split_first_chunk() {
            Some((key_id, signature)) if is_name(name) && !signature.is_empty() => {
                Ok(Self { name, key_id: *key_id, signature: signature.to_vec() })
            }
            _ => Err(refused()),
        }
    }
}

/// Signs `text`, which ends in a line feed, with `key` as `name`.
pub(in crate::proof) fn sign(text: &str, name: &str, key: &SecretKey) -> String {
    let mut signature = Vec::with_capacity(68);
    signature.extend_from_slice(&key_id(name, &key.public()));
    signature.extend_from_slice(&key.sign(text.as_bytes()));
    format!("{text}\n— {name} {}\n", base64::encode(&signature))
}

/// Returns the first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key).
fn key_id(name: &str, key: &PublicKey) -> [u8; 4] {
    let digest = Digest::sha256(&[name.as_bytes(), b"\n", &[ED25519], key.bytes()]);
    let [a, b, c, d, ..] = *digest.as_bytes();
    [a, b, c, d]
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '+')
}

fn malformed_error(problem: impl Into<Cow<'static, str>>) -> Error {
    Error::because(Code::LogNote, "signed note", problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification_verifies() {
        // https://c2sp.org/signed-note, "Example": the key example.com/foo+530d903a+Aekyei….
        let bytes = base64::decode("AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k").unwrap();
        let mut multibase = vec![0xed, 1];
        multibase.extend_from_slice(&bytes[1..]);
        let key = PublicKey::from_multibase(&crate::proof::key::to_base58(&multibase)).unwrap();
        assert_eq!(crate::base::hash::hex(&key_id("example.com/foo", &key)), "530d903a");
        let note = "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
        assert!(Note::parse(note).unwrap().verify("example.com/foo", &key));
        assert!(!Note::parse(note).unwrap().verify("example.com/fop", &key));
        assert!(
            !Note::parse(&note.replace("is an", "was an")).unwrap().verify("example.com/foo", &key)
        );
    }

    #[test]
    fn control_characters_are_those_below_a_space() {
        let parse = |name: &str| {
            let note = sign("a\n", name, &SecretKey::from_seed(&[1; 32]));
            Note::parse(&note).map(|note| note.signatures()).map_err(|error| error.code())
        };
        for name in ["a\u{7f}", "a\u{81}", "é"] {
            assert_eq!(parse(name), Ok(1), "{name:?}");
        }
        for name in ["a\u{1f}", "a\t", "a b", "a\u{85}", "a\u{a0}", "a+", ""] {
            assert_eq!(parse(name), Err("log.note"), "{name:?}");
        }
    }

    #[test]
    fn other_keys_are_passed_over_and_a_bad_signature_of_ours_is_not() {
        let (ours, theirs) = (SecretKey::from_seed(&[1; 32]), SecretKey::from_seed(&[2; 32]));
        let note = sign("a\n\nb\n", "log", &ours);
        let line = |note: &str| note.rsplit_once("\n\n").unwrap().1.to_owned();
        let witnessed = note.clone() + &line(&sign("a\n\nb\n", "witness", &theirs));
        let contradicted = note.clone() + &line(&sign("c\n", "log", &ours));
        let holds = |note: &str| Note::parse(note).unwrap().verify("log", &ours.public());
        assert!(holds(&note) && holds(&witnessed));
        assert!(!holds(&contradicted));
        assert!(!Note::parse(&note).unwrap().verify("log", &theirs.public()));
    }
}
