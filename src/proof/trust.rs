//! The trust file: trusted keys and the dates for which they are trusted.

use super::key::PublicKey;
use crate::base::order;
use crate::base::tape::{Fields, FirstError, Tape, View};
use crate::error::{Code, Error, shown};
use crate::record::Instant;

/// The keys that a verifier trusts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trust {
    /// Sorted by `did:key`, for binary search.
    keys: Vec<TrustedKey>,
}

/// A trusted key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedKey {
    /// The `did:key`.
    pub did: String,
    /// The name of its owner, from the trust file.
    pub name: String,
    /// The first instant for which it is trusted.
    pub from: Option<Instant>,
    /// The first instant for which it is no longer trusted.
    pub until: Option<Instant>,
}

/// The standing of a key at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStanding<'a> {
    /// Trusted, under this name.
    Trusted(&'a str),
    /// Listed under this name, for other dates.
    OutsideDates(&'a str),
    /// Not listed.
    Unknown,
}

impl Trust {
    /// Parses a trust file, or a single `did:key`.
    ///
    /// # Errors
    /// The codes of [`Trust::parse`] and [`Trust::from_did`]; `trust.invalid` for other text.
    pub fn parse_file_or_did(text: &str) -> Result<Self, Error> {
        // A byte order mark begins a file, which is rejected later.
        match text.trim_start().chars().next() {
            Some('{' | '\u{feff}') => Self::parse(text.as_bytes()),
            _ if text.starts_with("did:") => Self::from_did(text),
            first => {
                let found = first.map_or_else(|| "nothing".to_owned(), |_| shown(text));
                let expected = "one did:key:… or the text of a trust file";
                Err(Error::new(Code::TrustInvalid, "trusted signer", expected, found))
            }
        }
    }

    /// Parses a trust file.
    ///
    /// # Errors
    /// `trust.invalid` for a malformed file, a repeated key, a name that is empty, longer than 200
    /// bytes or not plain text, or an empty range of dates; `key.invalid` or `key.unsupported` for
    /// a key.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let file = tape.read("trust file", text).map_err(to_malformed_error)?;
        let wrong = FirstError::default();
        let mut at = Fields::new_reader("trust file", file, &["keys"], &wrong);
        at.advance();
        let listed = at.current_items();
        wrong.value_or_error(()).map_err(to_malformed_error)?;
        let mut keys: Vec<TrustedKey> = Vec::new();
        for key in listed {
            keys.push(parse_trusted_key(key.required().map_err(to_malformed_error)?)?);
        }
        order::sort_by(&mut keys, &|a, b| a.did.cmp(&b.did));
        match keys.windows(2).find(|pair| pair[0].did == pair[1].did) {
            Some(pair) => Err(invalid_error(format!("{} occurs twice", pair[0].did))),
            None => Ok(Self { keys }),
        }
    }

    /// Trusts one key for all dates, named by its `did:key`.
    ///
    /// # Errors
    /// The codes of [`PublicKey::from_did`].
    pub fn from_did(did: &str) -> Result<Self, Error> {
        let (did, name) = (PublicKey::from_did(did)?.did(), did.to_owned());
        Ok(Self { keys: vec![TrustedKey { did, name, from: None, until: None }] })
    }

    /// Returns the standing of the key `did` at `at`. `from` is inclusive, `until` exclusive.
    pub fn lookup(&self, did: &str, at: Instant) -> KeyStanding<'_> {
        match self.keys.binary_search_by(|key| (*key.did).cmp(did)) {
            Err(_) => KeyStanding::Unknown,
            Ok(place) => {
                let key = &self.keys[place];
                let begun = key.from.is_none_or(|from| from <= at);
                let ended = key.until.is_some_and(|until| until <= at);
                match begun && !ended {
                    true => KeyStanding::Trusted(&key.name),
                    false => KeyStanding::OutsideDates(&key.name),
                }
            }
        }
    }
}

fn parse_trusted_key(key: View<'_, '_>) -> Result<TrustedKey, Error> {
    let wrong = FirstError::default();
    let at = &mut Fields::new_reader("trust file", key, &["did", "name", "from", "until"], &wrong);
    let (did, name) = (at.next_text().into_owned(), at.next_text().into_owned());
    wrong.value_or_error(()).map_err(to_malformed_error)?;
    PublicKey::from_did(&did)?;
    let plain = !name.contains(char::is_control) && name.trim() == name;
    if !plain || !(1..=200).contains(&name.len()) {
        return Err(invalid_error(format!(
            "expected a name of 1 to 200 bytes of plain text, found {}",
            shown(&name)
        )));
    }
    let mut date = || {
        let instant = at.advance().then(|| parse_instant(&at.current_text()).ok());
        instant.map(|instant| {
            at.value_or_default(
                instant,
                "a UTC time such as 2026-11-20T17:00:00Z",
                Instant::from_ms(0),
            )
        })
    };
    let (from, until) = (date(), date());
    wrong.value_or_error(()).map_err(to_malformed_error)?;
    if from.zip(until).is_some_and(|(from, until)| until <= from) {
        return Err(invalid_error(format!(
            "the dates of {} are empty: until is not after from",
            shown(&did)
        )));
    }
    Ok(TrustedKey { did, name, from, until })
}

/// Parses an instant as in records, or without milliseconds.
///
/// # Errors
/// `record.instant` for any other text.
pub(super) fn parse_instant(text: &str) -> Result<Instant, Error> {
    match text.strip_suffix('Z') {
        Some(seconds) if text.len() == 20 => Instant::parse(&format!("{seconds}.000Z")),
        _ => Instant::parse(text),
    }
}

/// Replaces the error's code with `trust.invalid`.
fn to_malformed_error(error: Error) -> Error {
    error.with_code(Code::TrustInvalid)
}

fn invalid_error(problem: String) -> Error {
    Error::because(Code::TrustInvalid, "trust file", problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_file_or_one_key() {
        let did = crate::proof::SecretKey::from_seed(&[7; 32]).public().did();
        let at = Instant::from_ms(0);
        let file = format!(r#"{{"keys":[{{"did":"{did}","name":"N"}}]}}"#);
        assert_eq!(
            Trust::parse_file_or_did(&did).unwrap().lookup(&did, at),
            KeyStanding::Trusted(&did)
        );
        assert_eq!(
            Trust::parse_file_or_did(&file).unwrap().lookup(&did, at),
            KeyStanding::Trusted("N")
        );
        for (text, code) in [
            ("did:web:a.example", "key.invalid"),
            ("did:key:z", "key.invalid"),
            (&format!(" {did}"), "trust.invalid"),
            (r#"{"keys":{}}"#, "trust.invalid"),
        ] {
            assert_eq!(Trust::parse_file_or_did(text).unwrap_err().code(), code, "{text}");
        }
        for (text, found) in
            [("abc", r#""abc""#), ("", "nothing"), ("\n", "nothing"), ("[]", r#""[]""#)]
        {
            assert_eq!(
                Trust::parse_file_or_did(text).unwrap_err().to_string(),
                format!(
                    "trusted signer: expected one did:key:… or the text of a trust file, found {found}"
                ),
            );
        }
    }
}
