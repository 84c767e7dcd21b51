//! Ed25519 keys: public keys as `did:key`, key files as W3C Multikey documents.

use std::fmt;

use crate::base::json::object;
use crate::base::tape::{Kind, Member, Tape, members};
use crate::error::{Code, Error, shown};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

const DID: &str = "did:key:";
/// The multicodec `ed25519-pub`, as a varint.
const PUBLIC: [u8; 2] = [0xed, 0x01];
/// The multicodec `ed25519-priv`, as a varint.
const SECRET: [u8; 2] = [0x80, 0x26];
const MULTIKEY_CONTEXT: &str = "https://w3id.org/security/multikey/v1";

/// An ed25519 public key, canonically encoded and not of small order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Parses `did:key:z6Mk…`.
    ///
    /// # Errors
    /// `key.unsupported` for a `did:key` of another kind, `key.invalid` for other text.
    pub fn from_did(did: &str) -> Result<Self, Error> {
        match did.strip_prefix(DID) {
            Some(multibase) => Self::from_multibase(multibase),
            None => Err(invalid_key_error(did)),
        }
    }

    /// Parses the multibase text `z6Mk…`.
    ///
    /// # Errors
    /// The codes of [`from_did`](Self::from_did).
    pub fn from_multibase(text: &str) -> Result<Self, Error> {
        let mut bytes = [0; 128];
        let length = match bs58::decode(text.strip_prefix('z').unwrap_or_default()).onto(&mut bytes)
        {
            Ok(length) => length,
            // A key of another kind, longer than ed25519.
            Err(bs58::decode::Error::BufferTooSmall) => return Err(unsupported_key_error(text)),
            Err(_) => return Err(invalid_key_error(text)),
        };
        match bytes[..length].split_first_chunk() {
            Some((&PUBLIC, key)) => key
                .try_into()
                .ok()
                .and_then(Self::from_bytes)
                .ok_or_else(|| invalid_key_error(text)),
            Some(_) => Err(unsupported_key_error(text)),
            None => Err(invalid_key_error(text)),
        }
    }

    fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        // RFC 8032, section 5.1.3: y must be below p = 2^255 − 19, so that a key has one encoding.
        let top = bytes[31] & 0x7f == 0x7f && bytes[1..31].iter().all(|&byte| byte == 0xff);
        if top && bytes[0] >= 0xed {
            return None;
        }
        VerifyingKey::from_bytes(bytes).ok().filter(|key| !key.is_weak()).map(Self)
    }

    /// Returns the 32 bytes of RFC 8032.
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Returns the key as multibase text: `z6Mk…`.
    pub fn multibase(&self) -> String {
        encode_multikey(PUBLIC, self.bytes())
    }

    /// Returns the key's `did:key`.
    pub fn did(&self) -> String {
        format!("{DID}{}", self.multibase())
    }

    /// Returns the key's verification method: `did:key:z6Mk…#z6Mk…`.
    pub fn verification_method(&self) -> String {
        let multibase = self.multibase();
        format!("{DID}{multibase}#{multibase}")
    }

    /// Parses a verification method.
    ///
    /// # Errors
    /// The codes of [`from_did`](Self::from_did); `key.invalid` if the fragment is not the key.
    pub fn from_verification_method(text: &str) -> Result<Self, Error> {
        match text.split_once('#') {
            Some((did, key)) if did.strip_prefix(DID) == Some(key) => Self::from_did(did),
            _ => Err(invalid_key_error(text)),
        }
    }

    /// Verifies a signature by the strict rules: canonical S, R not of small order, equation
    /// without cofactor.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.0.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PublicKey").field(&self.did()).finish()
    }
}

/// An ed25519 secret key, which is wiped on drop and never part of a message.
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// Creates a key from 32 random bytes.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs `message` (RFC 8032).
    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    /// Serializes the key file: a W3C Multikey with its secret, as canonical JSON. Keep it secret.
    pub fn to_file(&self) -> String {
        let public = self.public();
        let file = object([
            ("@context", MULTIKEY_CONTEXT.into()),
            ("controller", public.did().as_str().into()),
            ("id", public.verification_method().as_str().into()),
            ("publicKeyMultibase", public.multibase().as_str().into()),
            ("secretKeyMultibase", encode_multikey(SECRET, self.0.as_bytes()).as_str().into()),
            ("type", "Multikey".into()),
        ]);
        String::from_utf8_lossy(&file.canonical()).into_owned()
    }

    /// Parses a key file.
    ///
    /// # Errors
    /// `key.file` if it is malformed or its members name different keys. The message quotes nothing
    /// of the file.
    pub fn from_file(text: &[u8]) -> Result<Self, Error> {
        let refused = |found: &'static str| Error::new(Code::KeyFile, "key file", FILE, found);
        let mut tape = Tape::new();
        // The parser's message may quote the file, so it is dropped.
        let file = tape.read("key file", text).map_err(|_| refused(describe_non_json(text)))?;
        let other = |_| match file.kind() {
            Kind::Map => refused("an object with other members"),
            _ => refused("JSON that is no object"),
        };
        let [context, controller, id, public_key, secret, kind] =
            members("key file", file, FILE_MEMBERS).map_err(other)?;
        let text = |member: Member<'_, '_>| member.text().map(String::from).map_err(other);
        let context = context.optional(Member::text).map_err(other)?;
        let context = context.is_none_or(|context| context == MULTIKEY_CONTEXT);
        if !context || text(kind)? != "Multikey" {
            return Err(refused("another type of document"));
        }
        let secret = from_base58::<34>(&text(secret)?);
        let Some((&SECRET, seed)) = secret.as_ref().and_then(|bytes| bytes.split_first_chunk())
        else {
            return Err(refused("another secretKeyMultibase"));
        };
        let seed = seed.try_into().map_err(|_| refused("a secret of another length"))?;
        let key = Self::from_seed(seed);
        let public = key.public();
        if text(public_key)? != public.multibase()
            || text(controller)? != public.did()
            || text(id)? != public.verification_method()
        {
            return Err(refused("members that name different keys"));
        }
        Ok(key)
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(of {})", self.public().did())
    }
}

/// Describes a file that is not JSON.
fn describe_non_json(text: &[u8]) -> &'static str {
    match std::str::from_utf8(text) {
        Ok(text) if text.trim().is_empty() => "nothing",
        Ok(_) => "text that is no strict JSON",
        Err(_) => "bytes that are no UTF-8",
    }
}

const FILE: &str = "a W3C Multikey of ed25519 with its secret";

const FILE_MEMBERS: [&str; 6] =
    ["@context", "controller", "id", "publicKeyMultibase", "secretKeyMultibase", "type"];

/// Encodes a two-byte multicodec and 32 bytes as multibase base58btc.
fn encode_multikey(codec: [u8; 2], key: &[u8; 32]) -> String {
    let mut bytes = [0; 34];
    bytes[..2].copy_from_slice(&codec);
    bytes[2..].copy_from_slice(key);
    to_base58(&bytes)
}

/// Encodes `bytes` as multibase base58btc: `z…`.
pub(super) fn to_base58(bytes: &[u8]) -> String {
    // Base58 needs at most 138 characters for 100 bytes.
    let mut digits = vec![0; bytes.len() * 138 / 100 + 1];
    let length = bs58::encode(bytes).onto(digits.as_mut_slice()).unwrap_or(0);
    let digits = digits[..length].iter().copied().map(char::from);
    std::iter::once('z').chain(digits).collect()
}

/// Decodes exactly `N` bytes from multibase base58btc.
pub(super) fn from_base58<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let length = bs58::decode(text.strip_prefix('z')?).onto(&mut bytes).ok()?;
    (length == N).then_some(bytes)
}

fn invalid_key_error(text: &str) -> Error {
    Error::new(Code::KeyInvalid, "public key", "a did:key of ed25519, z6Mk…", shown(text))
}

fn unsupported_key_error(text: &str) -> Error {
    Error::new(Code::KeyUnsupported, "public key", "a did:key of ed25519, z6Mk…", shown(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_and_no_debug_text_shows_a_secret() {
        let key = SecretKey::from_seed(&[7; 32]);
        let file = key.to_file();
        let at = file.find("\"z3u2").unwrap() + 1;
        let secret = &file[at..at + 30];
        assert!(!format!("{key:?}").contains(secret));
        let misplaced = file.replacen("secretKeyMultibase", secret, 1);
        let wrong = file.replacen("\"z3u2", "[\"z3u2", 1);
        for text in [misplaced, wrong, file.replace("z6Mk", "z6Mm"), file.replace("z3u2", "z3u3")] {
            let error = SecretKey::from_file(text.as_bytes()).unwrap_err();
            assert_eq!(error.code(), "key.file");
            assert!(!error.to_string().contains(&secret[4..]), "{error}");
        }
    }

    #[test]
    fn what_is_no_key_file_is_told_by_its_kind() {
        let kinds: [(&[u8], &str); 7] = [
            (b"", "nothing"),
            (b" \n", "nothing"),
            (b"\xff\xfe{\0", "bytes that are no UTF-8"),
            (b"-----BEGIN PRIVATE KEY-----", "text that is no strict JSON"),
            (b"[1]", "JSON that is no object"),
            (b"{}", "an object with other members"),
            (b"{\"kty\":\"OKP\"}", "an object with other members"),
        ];
        for (file, found) in kinds {
            let error = SecretKey::from_file(file).unwrap_err();
            let expected = format!("key file: expected {FILE}, found {found}");
            assert_eq!((error.code(), error.to_string()), ("key.file", expected));
        }
    }

    #[test]
    fn weak_and_non_canonical_keys_are_refused() {
        let did = |bytes: [u8; 32]| format!("{DID}{}", encode_multikey(PUBLIC, &bytes));
        let mut identity = [0; 32];
        identity[0] = 1;
        // y = p + 3 is another name of y = 3, a point of the curve.
        let mut other_name = [0xff; 32];
        (other_name[0], other_name[31]) = (0xf0, 0x7f);
        let mut three = [0; 32];
        three[0] = 3;
        assert!(VerifyingKey::from_bytes(&other_name).is_ok());
        assert!(PublicKey::from_did(&did(three)).is_ok());
        for bytes in [identity, [0; 32], other_name] {
            assert_eq!(PublicKey::from_did(&did(bytes)).unwrap_err().code(), "key.invalid");
        }
    }
}
