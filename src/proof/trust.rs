//! The trust file: whose signatures are believed, and for which times.

use std::fmt;

use super::key::PublicKey;
use crate::base::order;
use crate::base::tape::{Fields, First, Tape, View};
use crate::error::{Code, Error, shown};
use crate::record::Instant;

/// The keys that a verifier believes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trust {
    /// In the order of their `did:key`s, to be found by search: every record asks for one.
    keys: Vec<Trusted>,
}

/// One believed key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// The `did:key`.
    pub did: String,
    /// Whose it is, as the trust file says.
    pub name: String,
    /// The first instant that it is believed for.
    pub from: Option<Instant>,
    /// The first instant that it is no longer believed for.
    pub until: Option<Instant>,
}

/// What a trust file says of a key at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing<'a> {
    /// It is believed, and this is whose it is.
    Trusted(&'a str),
    /// It is listed under this name, for other times.
    OutsideDates(&'a str),
    /// It is not listed.
    Unknown,
}

impl Trust {
    /// Reads the text of a trust file, or one key: a text that begins with `did:`, which no JSON does.
    ///
    /// # Errors
    /// As [`Trust::parse`] and [`Trust::of_did`]; `trust.invalid` for what begins as neither.
    pub fn read(text: &str) -> Result<Self, Error> {
        // What is behind a byte order mark is a file, too, and refused as one.
        match text.trim_start().chars().next() {
            Some('{' | '\u{feff}') => Self::parse(text.as_bytes()),
            _ if text.starts_with("did:") => Self::of_did(text),
            first => {
                let found = first.map_or_else(|| "nothing".to_owned(), |_| shown(text));
                let expected = "one did:key:… or the text of a trust file";
                Err(Error::new(Code::TrustInvalid, "trusted signer", expected, found))
            }
        }
    }

    /// Reads a trust file.
    ///
    /// # Errors
    /// `trust.invalid` for what is no strict JSON of the members above, a repeated key, a name
    /// that is empty, longer than 200 bytes or not plain text, or dates that leave no time;
    /// `key.invalid` and `key.unsupported` for the keys.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let file = tape.read("trust file", text).map_err(unformed)?;
        let wrong = First::default();
        let mut at = Fields::of("trust file", file, &["keys"], &wrong);
        at.next();
        let listed = at.items_here();
        wrong.or(()).map_err(unformed)?;
        let mut keys: Vec<Trusted> = Vec::new();
        for key in listed {
            keys.push(trusted(key.required().map_err(unformed)?)?);
        }
        order::sort_by(&mut keys, &|a, b| a.did.cmp(&b.did));
        match keys.windows(2).find(|pair| pair[0].did == pair[1].did) {
            Some(pair) => Err(invalid("each key once", &format_args!("{} twice", pair[0].did))),
            None => Ok(Self { keys }),
        }
    }

    /// Trust in one key at all times, under its own `did:key` as name.
    ///
    /// # Errors
    /// As [`PublicKey::from_did`].
    pub fn of_did(did: &str) -> Result<Self, Error> {
        let (did, name) = (PublicKey::from_did(did)?.did(), did.to_owned());
        Ok(Self { keys: vec![Trusted { did, name, from: None, until: None }] })
    }

    /// What is said of the key `did` at `at`. `from` belongs to the time of a key, `until` no
    /// longer does.
    pub fn lookup(&self, did: &str, at: Instant) -> Standing<'_> {
        match self.keys.binary_search_by(|key| (*key.did).cmp(did)) {
            Err(_) => Standing::Unknown,
            Ok(place) => {
                let key = &self.keys[place];
                let begun = key.from.is_none_or(|from| from <= at);
                let ended = key.until.is_some_and(|until| until <= at);
                match begun && !ended {
                    true => Standing::Trusted(&key.name),
                    false => Standing::OutsideDates(&key.name),
                }
            }
        }
    }
}

fn trusted(key: View<'_, '_>) -> Result<Trusted, Error> {
    let wrong = First::default();
    let at = &mut Fields::of("trust file", key, &["did", "name", "from", "until"], &wrong);
    let (did, name) = (at.text().into_owned(), at.text().into_owned());
    wrong.or(()).map_err(unformed)?;
    PublicKey::from_did(&did)?;
    let plain = !name.contains(char::is_control) && name.trim() == name;
    if !plain || !(1..=200).contains(&name.len()) {
        return Err(invalid("a name of 1 to 200 bytes of plain text", &shown(&name)));
    }
    let mut date = || {
        let instant = at.next().then(|| instant(&at.text_here()).ok());
        instant.map(|instant| {
            at.known(instant, "a UTC time such as 2026-11-20T17:00:00Z", Instant::from_ms(0))
        })
    };
    let (from, until) = (date(), date());
    wrong.or(()).map_err(unformed)?;
    if from.zip(until).is_some_and(|(from, until)| until <= from) {
        return Err(invalid("from before until", &shown(&did)));
    }
    Ok(Trusted { did, name, from, until })
}

/// The instant that `text` stands for: as a record writes it, or without milliseconds.
///
/// # Errors
/// `record.instant` for any other text.
pub(super) fn instant(text: &str) -> Result<Instant, Error> {
    match text.strip_suffix('Z') {
        Some(seconds) if text.len() == 20 => Instant::parse(&format!("{seconds}.000Z")),
        _ => Instant::parse(text),
    }
}

/// Text that is no trust file.
fn unformed(error: Error) -> Error {
    error.with_code(Code::TrustInvalid)
}

fn invalid(expected: &'static str, found: &dyn fmt::Display) -> Error {
    Error::new(Code::TrustInvalid, "trust file", expected, found.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_file_or_one_key() {
        let did = crate::proof::SecretKey::from_seed(&[7; 32]).public().did();
        let at = Instant::from_ms(0);
        let file = format!(r#"{{"keys":[{{"did":"{did}","name":"N"}}]}}"#);
        assert_eq!(Trust::read(&did).unwrap().lookup(&did, at), Standing::Trusted(&did));
        assert_eq!(Trust::read(&file).unwrap().lookup(&did, at), Standing::Trusted("N"));
        for (text, code) in [
            ("did:web:a.example", "key.invalid"),
            ("did:key:z", "key.invalid"),
            (&format!(" {did}"), "trust.invalid"),
            (r#"{"keys":{}}"#, "trust.invalid"),
        ] {
            assert_eq!(Trust::read(text).unwrap_err().code(), code, "{text}");
        }
        for (text, found) in
            [("abc", r#""abc""#), ("", "nothing"), ("\n", "nothing"), ("[]", r#""[]""#)]
        {
            assert_eq!(
                Trust::read(text).unwrap_err().to_string(),
                format!(
                    "trusted signer: expected one did:key:… or the text of a trust file, found {found}"
                ),
            );
        }
    }
}
