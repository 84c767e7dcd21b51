//! From a record to one that proves itself: who says it, what is withheld, the signature.

use super::body::Body;
use super::element::attach;
use super::key::SecretKey;
use super::signature::sign;
use super::withhold::{MOST_WITHHELD, REPLY_TOO, RightAnswer, Source, Sources, withhold};
use crate::bank;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::record::file::{OpeningLine, RunLine};
use crate::record::withheld::{EXPECTED, RESPONSE};

/// What can be withheld, by the name of the member.
const NAMES: [(&str, &str); 2] = [("response", RESPONSE), ("expected", EXPECTED)];

/// What a record's evaluator does to it before it is kept.
#[derive(Debug)]
pub struct Sealer {
    key: Option<SecretKey>,
    /// Whether each record is signed; otherwise a checkpoint covers it.
    signs: bool,
    /// The pointers of what is withheld.
    withheld: Vec<&'static str>,
}

/// A record as it is kept, and what gives its withheld values back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The record.
    pub record: Value,
    /// The openings, which are secret.
    pub openings: Vec<OpeningLine>,
}

impl Sealer {
    /// A sealer that names `key` as the evaluator, signs every record if it `signs`, and withholds
    /// the members called `names`: `response` and `expected`.
    ///
    /// # Errors
    /// `withhold.refused` for another name, or one that stands twice.
    pub fn new<N: AsRef<str>>(
        key: Option<SecretKey>,
        signs: bool,
        names: &[N],
    ) -> Result<Self, Error> {
        let mut withheld = Vec::new();
        for name in names {
            let known = NAMES.iter().find(|(known, _)| *known == name.as_ref());
            match known {
                Some((_, pointer)) if !withheld.contains(pointer) => withheld.push(*pointer),
                _ => {
                    let expected = "response or expected, each once";
                    let found = shown(name.as_ref());
                    return Err(Error::new(Code::WithholdRefused, "withholding", expected, found));
                }
            }
        }
        Ok(Self { key, signs, withheld })
    }

    /// Holds a run to what can be withheld of it, before anything is asked.
    ///
    /// # Errors
    /// `withhold.given-away` if the right answers are to be withheld of a run that asks for sums,
    /// or out of the public bank, or is drawn from a seed that can be guessed, or if the replies
    /// are to stay.
    pub fn check(&self, run: &RunLine<'_>, seed: &str) -> Result<(), Error> {
        let private = run.terms.bank.as_ref().is_some_and(|bank| !bank.is_public());
        let answer = match run.terms.counts.math.get() == 0 && private {
            true => RightAnswer::Private,
            false => RightAnswer::Public,
        };
        let sources = Sources { answer, reply: true, seed: Some(seed) };
        let (expected, found) = match sources.giving_away(&self.withheld) {
            None => return Ok(()),
            Some(Source::Answer) => {
                ("science questions of a private bank, whose ids say nothing", "public ones")
            }
            Some(Source::Reply) => (REPLY_TOO, "an open one"),
            Some(Source::Seed) => ("a fresh seed of 32 hex digits", "one that could be guessed"),
        };
        Err(Error::new(Code::WithholdGivenAway, EXPECTED, expected, found))
    }

    /// Seals `record`, out of `salts`, at least [`MOST_SALTS`] random ones.
    ///
    /// # Errors
    /// As [`withhold`] and [`sign`]; `proof.evaluator` for a record of another evaluator.
    pub fn seal(&self, record: &Value, salts: &[[u8; 16]]) -> Result<Sealed, Error> {
        let mut record = record.clone();
        if let Some(key) = &self.key {
            name_evaluator(&mut record, &key.public().did())?;
        }
        let (mut record, openings) = match self.withheld.is_empty() {
            true => (record, Vec::new()),
            false => withhold(&record, &self.withheld, right_answer(&record), salts)?,
        };
        if let Some(key) = self.key.as_ref().filter(|_| self.signs) {
            let signature = sign(&Body::of(&record)?, key, None)?;
            attach(&mut record, signature.to_value())?;
        }
        Ok(Sealed { record, openings })
    }
}

/// The most salts that sealing one record can take.
pub const MOST_SALTS: usize = MOST_WITHHELD;

/// Puts the evaluator into a record.
///
/// # Errors
/// `proof.evaluator` for a record that names another one, or has no `data`.
pub fn name_evaluator(record: &mut Value, did: &str) -> Result<(), Error> {
    let refuse = |found| Err(Error::new(Code::ProofEvaluator, "data.evaluator", shown(did), found));
    let Value::Object(members) = record else { return refuse("no record".to_owned()) };
    let data = members.iter_mut().find(|(name, _)| name == "data").map(|(_, data)| data);
    let Some(Value::Object(data)) = data else { return refuse("no data".to_owned()) };
    match data.iter().find(|(name, _)| name == "evaluator") {
        None => data.push(("evaluator".to_owned(), did.into())),
        Some((_, named)) if named.as_str() == Some(did) => {}
        Some((_, named)) => return refuse(shown(named.as_str().unwrap_or_default())),
    }
    Ok(())
}

/// Where the right answer of a record's question can be had.
fn right_answer(record: &Value) -> RightAnswer {
    let data = |name| record.get("data")?.get(name);
    let text = |name| data("terms")?.get("bank")?.get(name)?.as_str();
    let is_public = |(id, root)| bank::is_public(id, root);
    // A sum has no order of options.
    match data("choiceOrder").is_none() || text("id").zip(text("root")).is_some_and(is_public) {
        true => RightAnswer::Public,
        false => RightAnswer::Private,
    }
}
