//! Withholding of values from a record, before it is signed.

use super::body::id;
use crate::base::hash;
use crate::base::hash::{Digest, from_hex};
use crate::base::json::Value;
use crate::base::pointer::Pointer;
use crate::error::{Code, Error, shown};
use crate::record::SignalRecord;
use crate::record::file::{OpeningLine, OpeningType};
use crate::record::withholdable::{
    CHOICE_ORDER, COMMITTED_ANSWER, COMMITTED_SPAN, EXPECTED, LITERAL_ANSWER, LITERAL_SPAN,
    RESPONSE, SEED,
};

/// Maximum number of withheld values of a record. Each needs a salt.
pub const MOST_WITHHELD: usize = 8;

/// The values that can be withheld, each with the values that would reveal it.
const WITHHOLDABLE: [(&str, &[&str]); 3] = [
    (RESPONSE, &[RESPONSE, LITERAL_ANSWER, LITERAL_SPAN, COMMITTED_ANSWER, COMMITTED_SPAN]),
    // The seed determines the order, and the order the letter of the right option.
    (EXPECTED, &[EXPECTED, CHOICE_ORDER, SEED]),
    (SEED, &[SEED]),
];

/// The availability of a question's right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerAvailability {
    /// Public: from the id of a math question, or from the public bank.
    Public,
    /// Private: only from the items of a private bank, since question ids do not reveal it.
    Private,
}

/// The sources from which a withheld value could be derived, of a record or of a planned run.
#[derive(Clone, Copy, Debug)]
pub(super) struct RevealingSources<'a> {
    /// The availability of the right answer.
    pub answer: AnswerAvailability,
    /// True if there is a reply, or may be one.
    pub reply: bool,
    /// The seed, if it is known.
    pub seed: Option<&'a str>,
}

/// A source that reveals a withheld value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RevealingSource {
    Answer,
    Reply,
    Seed,
}

impl RevealingSources<'_> {
    /// Returns the first source that reveals a value withheld with those at `pointers`.
    pub(super) fn first_revealing(self, pointers: &[&str]) -> Option<RevealingSource> {
        let withheld = |target| {
            let asked = WITHHOLDABLE.iter().filter(|(pointer, _)| pointers.contains(pointer));
            asked.flat_map(|(_, with)| *with).any(|with| *with == target)
        };
        if withheld(EXPECTED) && self.answer == AnswerAvailability::Public {
            return Some(RevealingSource::Answer);
        }
        // The outcome tells whether the reply is right.
        if withheld(EXPECTED) && self.reply && !withheld(RESPONSE) {
            return Some(RevealingSource::Reply);
        }
        // The run id commits to the seed without a salt.
        let guessable = |seed: &str| !from_hex(seed, &mut [0; 16]);
        (withheld(SEED) && self.seed.is_some_and(guessable)).then_some(RevealingSource::Seed)
    }
}

/// Withholds the values at `pointers` from `record` and returns their openings.
///
/// A missing member, such as the reply of a failed exchange, is skipped. Each withheld value uses
/// one of `salts` ([`MOST_WITHHELD`] at most), which must be random and never used again.
///
/// # Errors
/// `withhold.refused` for a pointer other than `/data/response`, `/data/expected` and
/// `/data/draw/seed`, a repeated one, a signed record, or a value that is already withheld;
/// `withhold.given-away` if another part of the record reveals the value; `withhold.salt` for too
/// few or repeated salts.
pub fn withhold(
    record: &Value,
    pointers: &[&str],
    answer: AnswerAvailability,
    salts: &[[u8; 16]],
) -> Result<(Value, Vec<OpeningLine>), Error> {
    if record.get("proof").is_some() {
        return Err(refused_error("the record is already signed".to_owned()));
    }
    let mut targets: Vec<&str> = Vec::new();
    for (at, pointer) in pointers.iter().enumerate() {
        let Some((_, with)) = WITHHOLDABLE.iter().find(|(known, _)| known == pointer) else {
            let expected = "/data/response, /data/expected or /data/draw/seed";
            return Err(refused_error(format!("expected {expected}, found {}", shown(pointer))));
        };
        if pointers[..at].contains(pointer) {
            return Err(refused_error(format!("{} is named twice", shown(pointer))));
        }
        targets.extend(*with);
    }
    check_revealed(record, pointers, answer)?;
    let (mut record, mut openings) = (record.clone(), Vec::new());
    for (at, target) in targets.iter().enumerate() {
        let pointer = Pointer::parse(target).filter(|_| !targets[..at].contains(target));
        let value = pointer.and_then(|pointer| record.get_path_mut(&pointer));
        if let Some(value) = value {
            let salt = hex_salt(salts, openings.len())?;
            openings.push(replace_value(value, target, salt)?);
        }
    }
    let id = id(&record)?.hex();
    for opening in &mut openings {
        opening.record.clone_from(&id);
    }
    Ok((record, openings))
}

/// Checks that the record withholds only what may be withheld, each value with those that would
/// reveal it. A withheld seed cannot be checked.
///
/// # Errors
/// `record.inconsistent` for the first violation.
pub(crate) fn check_withheld(record: &SignalRecord<'_>) -> Result<(), Error> {
    let refuse =
        |pointer, problem: String| Err(Error::because(Code::RecordInconsistent, pointer, problem));
    let asked: Vec<_> = record.withheld().collect();
    for (pointer, withheld) in record.withholdable() {
        let mut groups = WITHHOLDABLE.iter().filter(|(_, with)| with.contains(&pointer));
        let with = groups.find(|(known, _)| asked.contains(known));
        match (with, withheld) {
            (Some((known, _)), false) => {
                return refuse(pointer, format!("not withheld, though {known} is"));
            }
            (None, true) => {
                return refuse(pointer, "cannot be withheld alone".to_owned());
            }
            _ => {}
        }
    }
    let data = &record.data;
    let private = record.bank().is_some_and(|bank| !bank.is_public());
    let answer = if private { AnswerAvailability::Private } else { AnswerAvailability::Public };
    let sources = RevealingSources { answer, reply: data.response.is_some(), seed: None };
    match sources.first_revealing(&asked) {
        Some(RevealingSource::Answer) => {
            refuse(EXPECTED, "withheld, though the question's id reveals it".to_owned())
        }
        Some(RevealingSource::Reply) => {
            refuse(RESPONSE, format!("not withheld, though {EXPECTED} is"))
        }
        Some(RevealingSource::Seed) | None => Ok(()),
    }
}

/// Checks that no remaining value reveals a withheld one.
fn check_revealed(
    record: &Value,
    pointers: &[&str],
    answer: AnswerAvailability,
) -> Result<(), Error> {
    let data = |name| record.get("data").and_then(|data| data.get(name));
    let seed = data("draw").and_then(|draw| draw.get("seed")).and_then(Value::as_str);
    let sources = RevealingSources { answer, reply: data("response").is_some(), seed };
    let (thing, problem) = match sources.first_revealing(pointers) {
        None => return Ok(()),
        Some(RevealingSource::Answer) => {
            (EXPECTED, "cannot be withheld: the question's id reveals it")
        }
        Some(RevealingSource::Reply) => (EXPECTED, NEEDS_REPLY),
        Some(RevealingSource::Seed) => {
            (SEED, "cannot be withheld: it can be guessed; use a fresh seed")
        }
    };
    Err(Error::because(Code::WithholdGivenAway, thing, problem))
}

/// The problem with withholding only the right answer.
pub(super) const NEEDS_REPLY: &str =
    "cannot be withheld without the reply, whose outcome reveals it";

/// Computes the commitment to a value: SHA-256(JCS([salt, pointer, value])).
pub(super) fn commit_to_value(salt: &str, pointer: &str, value: &Value) -> Digest {
    let parts = Value::Array(vec![salt.into(), pointer.into(), value.clone()]);
    Digest::sha256(&[&parts.canonical()])
}

fn replace_value(value: &mut Value, pointer: &str, salt: String) -> Result<OpeningLine, Error> {
    if value.get("withheld").is_some() {
        return Err(refused_error(format!("{} is already withheld", shown(pointer))));
    }
    let digest = commit_to_value(&salt, pointer, value);
    let stand_in = Value::Object(vec![
        ("digest".to_owned(), Value::String(digest.hex())),
        ("withheld".to_owned(), Value::String("sha-256".to_owned())),
    ]);
    let value = std::mem::replace(value, stand_in);
    Ok(OpeningLine {
        kind: OpeningType,
        pointer: pointer.to_owned(),
        record: String::new(),
        salt,
        value,
    })
}

fn hex_salt(salts: &[[u8; 16]], at: usize) -> Result<String, Error> {
    let refuse = |problem| Err(Error::because(Code::WithholdSalt, "salts", problem));
    match salts.get(at) {
        None => refuse(format!("{} are too few: each withheld value needs one", salts.len())),
        Some(salt) if salts[..at].contains(salt) => refuse("one is repeated".to_owned()),
        Some(salt) => Ok(hash::hex(salt)),
    }
}

fn refused_error(problem: String) -> Error {
    Error::because(Code::WithholdRefused, "withholding", problem)
}
