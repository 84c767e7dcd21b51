//! Checkpoints: signed tree heads of a log (<https://c2sp.org/tlog-checkpoint>).

use super::note::{self, Note};
use crate::base::base64;
use crate::base::hash::Digest;
use crate::base::json::MAX_INTEGER;
use crate::error::{Code, Error, shown};
use crate::proof::key::{PublicKey, SecretKey};

/// Prefix of an origin, followed by the key in multibase, `/` and the name of the log.
const ORIGIN: &str = "proofmark/";

/// The head of a log, signed by the key in its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The origin: `proofmark/z6Mk…/NAME`.
    pub origin: String,
    /// The `did:key` in the origin, which owns the log.
    pub signer: String,
    /// The number of records.
    pub size: u64,
    /// The root of the tree.
    pub root: Digest,
    /// The number of signatures in the note, including those of witnesses.
    pub signatures: usize,
}

impl Checkpoint {
    /// Parses a signed note and verifies the signature of the key in its origin.
    ///
    /// # Errors
    /// `log.note` if it is not a signed note, `log.checkpoint` if its text is not a checkpoint with
    /// an origin of this form, `key.invalid` or `key.unsupported` for the key, `log.signature`
    /// without a valid signature.
    pub fn open(text: &str) -> Result<Self, Error> {
        let note = Note::parse(text)?;
        let (origin, size, root) = parse_head(note.text())
            .ok_or_else(|| malformed_error("an origin, a size and a root", note.text()))?;
        let Some((multibase, name)) =
            origin.strip_prefix(ORIGIN).and_then(|rest| rest.split_once('/'))
        else {
            return Err(malformed_error("an origin such as proofmark/z6Mk…/NAME", origin));
        };
        check_name(name)?;
        let key = PublicKey::from_multibase(multibase)?;
        if !note.verify(origin, &key) {
            let problem = format!("no valid signature of {}, the key in its origin", key.did());
            return Err(Error::because(Code::LogSignature, "checkpoint", problem));
        }
        let (origin, signer, signatures) = (origin.to_owned(), key.did(), note.signatures());
        Ok(Self { origin, signer, size, root, signatures })
    }

    /// Signs a checkpoint of the log, named `name`, with `key`.
    ///
    /// # Errors
    /// `log.name` if `name` is not 1 to 128 characters out of `A-Z a-z 0-9 . _ -`.
    pub fn sign(key: &SecretKey, name: &str, size: u64, root: &Digest) -> Result<String, Error> {
        check_name(name)?;
        let origin = format!("{ORIGIN}{}/{name}", key.public().multibase());
        let text = format!("{origin}\n{size}\n{}\n", base64::encode(root.as_bytes()));
        Ok(note::sign(&text, &origin, key))
    }
}

/// Parses the three lines of a checkpoint. Extension lines are an error, since nothing would check
/// them.
fn parse_head(text: &str) -> Option<(&str, u64, Digest)> {
    let mut lines = text.strip_suffix('\n')?.split('\n');
    let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
    if lines.next().is_some() {
        return None;
    }
    let plain = size.bytes().all(|c| c.is_ascii_digit()) && (size == "0" || !size.starts_with('0'));
    let size = size.parse().ok().filter(|&size| plain && size <= MAX_INTEGER as u64)?;
    let root = base64::decode(root)?.try_into().ok()?;
    Some((origin, size, Digest::from_bytes(root)))
}

fn check_name(name: &str) -> Result<(), Error> {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"._-".contains(&c);
    if (1..=128).contains(&name.len()) && name.bytes().all(plain) {
        return Ok(());
    }
    let expected = "1 to 128 characters out of A-Z a-z 0-9 . _ -";
    Err(Error::new(Code::LogName, "name of the log", expected, shown(name)))
}

fn malformed_error(expected: &'static str, found: &str) -> Error {
    Error::new(Code::LogCheckpoint, "checkpoint", expected, shown(found))
}
