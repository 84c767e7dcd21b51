//! Withholding values from a record, before it is signed.

use super::body::id;
use crate::base::hash;
use crate::base::hash::{Digest, from_hex};
use crate::base::json::Value;
use crate::base::pointer::Pointer;
use crate::error::{Code, Error, shown};
use crate::record::SignalRecord;
use crate::record::file::{OpeningLine, OpeningType};
use crate::record::withheld::{
    CHOICE_ORDER, COMMITTED_ANSWER, COMMITTED_SPAN, EXPECTED, LITERAL_ANSWER, LITERAL_SPAN,
    RESPONSE, SEED,
};

/// The most values of one record that can be withheld, each with a salt of its own.
pub const MOST_WITHHELD: usize = 8;

/// What can be withheld, and what goes with it because it would give the value away.
const WITHHOLDABLE: [(&str, &[&str]); 3] = [
    (RESPONSE, &[RESPONSE, LITERAL_ANSWER, LITERAL_SPAN, COMMITTED_ANSWER, COMMITTED_SPAN]),
    // The seed draws the order, and the order tells the letter of the right option.
    (EXPECTED, &[EXPECTED, CHOICE_ORDER, SEED]),
    (SEED, &[SEED]),
];

/// Where the right answer of a question can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightAnswer {
    /// From the question's id: it is a sum, or stands in the public bank.
    Public,
    /// From a private bank, whose ids say nothing.
    Private,
}

/// What a withheld value could be had from, of a record or of a run that is not asked yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<'a> {
    /// Where the right answer can be had.
    pub answer: RightAnswer,
    /// Whether there is a reply, or may be one.
    pub reply: bool,
    /// The seed, if it is known.
    pub seed: Option<&'a str>,
}

/// Which of the sources gives a withheld value away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Answer,
    Reply,
    Seed,
}

impl Sources<'_> {
    /// The first of these that gives a value away which is withheld with those at `pointers`.
    pub(super) fn giving_away(self, pointers: &[&str]) -> Option<Source> {
        let withheld = |target| {
            let asked = WITHHOLDABLE.iter().filter(|(pointer, _)| pointers.contains(pointer));
            asked.flat_map(|(_, with)| *with).any(|with| *with == target)
        };
        if withheld(EXPECTED) && self.answer == RightAnswer::Public {
            return Some(Source::Answer);
        }
        // The outcome tells what the reply is worth.
        if withheld(EXPECTED) && self.reply && !withheld(RESPONSE) {
            return Some(Source::Reply);
        }
        // The run's id commits to the seed without a salt.
        let guessable = |seed: &str| !from_hex(seed, &mut [0; 16]);
        (withheld(SEED) && self.seed.is_some_and(guessable)).then_some(Source::Seed)
    }
}

/// Withholds the values at `pointers` from `record`, and answers with what opens them again.
///
/// A member that the record does not have needs no withholding: a failed exchange has no reply.
/// Each value that is withheld uses up one of `salts`, at most [`MOST_WITHHELD`]; they have to be
/// random, and to be used for nothing else.
///
/// # Errors
/// `withhold.refused` for a pointer that is none of `/data/response`, `/data/expected` and
/// `/data/draw/seed` or stands twice, a record with a proof, or a value that is withheld already;
/// `withhold.given-away` for `/data/expected` of a public answer, or where the reply stays and the
/// outcome says what it is worth, and for a seed that is not a fresh one, which can be guessed;
/// `withhold.salt` if the salts are too few or repeat.
pub fn withhold(
    record: &Value,
    pointers: &[&str],
    answer: RightAnswer,
    salts: &[[u8; 16]],
) -> Result<(Value, Vec<OpeningLine>), Error> {
    if record.get("proof").is_some() {
        return Err(refused("a record that is not signed yet", "a proof".to_owned()));
    }
    let mut targets: Vec<&str> = Vec::new();
    for (at, pointer) in pointers.iter().enumerate() {
        let Some((_, with)) = WITHHOLDABLE.iter().find(|(known, _)| known == pointer) else {
            let expected = "/data/response, /data/expected or /data/draw/seed";
            return Err(refused(expected, shown(pointer)));
        };
        if pointers[..at].contains(pointer) {
            return Err(refused("each pointer once", format!("{} twice", shown(pointer))));
        }
        targets.extend(*with);
    }
    check_given_away(record, pointers, answer)?;
    let (mut record, mut openings) = (record.clone(), Vec::new());
    for (at, target) in targets.iter().enumerate() {
        let pointer = Pointer::parse(target).filter(|_| !targets[..at].contains(target));
        let value = pointer.and_then(|pointer| record.at_mut(&pointer));
        if let Some(value) = value {
            let salt = salt(salts, openings.len())?;
            openings.push(replace(value, target, salt)?);
        }
    }
    let id = id(&record)?.hex();
    for opening in &mut openings {
        opening.record.clone_from(&id);
    }
    Ok((record, openings))
}

/// Holds a record to what can be withheld of it: each value with all that goes with it, and none
/// that something which stays gives away. A seed that is withheld cannot be looked at.
///
/// # Errors
/// `record.inconsistent` for the first value that does not stand as it should.
pub(crate) fn check_withheld(record: &SignalRecord<'_>) -> Result<(), Error> {
    let refuse = |pointer, expected, found| {
        Err(Error::new(Code::RecordInconsistent, pointer, expected, found))
    };
    let asked: Vec<_> = record.withheld().collect();
    for (pointer, withheld) in record.withholdable() {
        let mut groups = WITHHOLDABLE.iter().filter(|(_, with)| with.contains(&pointer));
        let with = groups.find(|(known, _)| asked.contains(known));
        match (with, withheld) {
            (Some((known, _)), false) => {
                return refuse(pointer, format!("it withheld with {known}"), "an open value");
            }
            (None, true) => {
                return refuse(pointer, "an open value".into(), "it withheld by itself");
            }
            _ => {}
        }
    }
    let data = &record.data;
    let private = record.bank().is_some_and(|bank| !bank.is_public());
    let answer = if private { RightAnswer::Private } else { RightAnswer::Public };
    let sources = Sources { answer, reply: data.response.is_some(), seed: None };
    match sources.giving_away(&asked) {
        Some(Source::Answer) => refuse(
            EXPECTED,
            "an open value, as the question's id gives it away".into(),
            "it withheld",
        ),
        Some(Source::Reply) => {
            refuse(RESPONSE, format!("it withheld with {EXPECTED}"), "an open value")
        }
        Some(Source::Seed) | None => Ok(()),
    }
}

/// What is withheld must not be had from what stays.
fn check_given_away(record: &Value, pointers: &[&str], answer: RightAnswer) -> Result<(), Error> {
    let data = |name| record.get("data").and_then(|data| data.get(name));
    let seed = data("draw").and_then(|draw| draw.get("seed")).and_then(Value::as_str);
    let sources = Sources { answer, reply: data("response").is_some(), seed };
    let (thing, expected, found) = match sources.giving_away(pointers) {
        None => return Ok(()),
        Some(Source::Answer) => {
            (EXPECTED, "an answer that the question's id does not give away", "a public one")
        }
        Some(Source::Reply) => (EXPECTED, REPLY_TOO, "an open one"),
        Some(Source::Seed) => {
            let expected = "a fresh seed, as the terms commit to it without a salt";
            (SEED, expected, "one that could be guessed")
        }
    };
    Err(Error::new(Code::WithholdGivenAway, thing, expected, found))
}

/// What is expected where the reply gives the right answer away.
pub(super) const REPLY_TOO: &str = "the reply withheld too, as its outcome tells what is right";

/// The commitment to a value: SHA-256(JCS([salt, pointer, value])).
pub(super) fn commit(salt: &str, pointer: &str, value: &Value) -> Digest {
    let parts = Value::Array(vec![salt.into(), pointer.into(), value.clone()]);
    Digest::of(&[&parts.canonical()])
}

fn replace(value: &mut Value, pointer: &str, salt: String) -> Result<OpeningLine, Error> {
    if value.get("withheld").is_some() {
        return Err(refused("a value that is not withheld yet", shown(pointer)));
    }
    let digest = commit(&salt, pointer, value);
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

fn salt(salts: &[[u8; 16]], at: usize) -> Result<String, Error> {
    let refuse =
        |expected, found: String| Err(Error::new(Code::WithholdSalt, "salts", expected, found));
    match salts.get(at) {
        None => refuse("one for each withheld value", format!("only {}", salts.len())),
        Some(salt) if salts[..at].contains(salt) => refuse("each one once", "one twice".to_owned()),
        Some(salt) => Ok(hash::hex(salt)),
    }
}

fn refused(expected: &'static str, found: String) -> Error {
    Error::new(Code::WithholdRefused, "withholding", expected, found)
}
