//! Sealing of records: sets the evaluator, withholds values and signs.

use super::body::Body;
use super::key::SecretKey;
use super::proofs::attach;
use super::signature::sign;
use super::withhold::{
    AnswerAvailability, MOST_WITHHELD, NEEDS_REPLY, RevealingSource, RevealingSources, withhold,
};
use crate::bank;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::record::file::{OpeningLine, RunLine};
use crate::record::withholdable::{EXPECTED, RESPONSE};

/// The members that can be withheld: name and pointer.
const NAMES: [(&str, &str); 2] = [("response", RESPONSE), ("expected", EXPECTED)];

/// Prepares records for storage.
#[derive(Debug)]
pub struct Sealer {
    key: Option<SecretKey>,
    /// True if each record is signed; otherwise a checkpoint is to cover them.
    signs: bool,
    /// The pointers of the values to withhold.
    withheld: Vec<&'static str>,
}

/// A sealed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedRecord {
    /// The record.
    pub record: Value,
    /// The openings of its withheld values, which are secret.
    pub openings: Vec<OpeningLine>,
}

impl Sealer {
    /// Creates a sealer that sets `key` as the evaluator, signs every record if `signs`, and
    /// withholds the members `names`: `response`, `expected` or both.
    ///
    /// # Errors
    /// `withhold.refused` for an unknown or repeated name.
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
                    let expected = "\"response\" or \"expected\", each once";
                    let found = shown(name.as_ref());
                    return Err(Error::new(Code::WithholdRefused, "withholding", expected, found));
                }
            }
        }
        Ok(Self { key, signs, withheld })
    }

    /// Checks, before anything is asked, that the values can be withheld from the records of `run`.
    ///
    /// # Errors
    /// `withhold.given-away` if `expected` is to be withheld but the run asks public questions,
    /// uses a seed that can be guessed, or keeps the replies.
    pub fn check(&self, run: &RunLine<'_>, seed: &str) -> Result<(), Error> {
        let private = run.terms.bank.as_ref().is_some_and(|bank| !bank.is_public());
        let answer = match run.terms.counts.math.get() == 0 && private {
            true => AnswerAvailability::Private,
            false => AnswerAvailability::Public,
        };
        let sources = RevealingSources { answer, reply: true, seed: Some(seed) };
        let problem = match sources.first_revealing(&self.withheld) {
            None => return Ok(()),
            Some(RevealingSource::Answer) => {
                "cannot be withheld for public questions; ask science questions of a private bank"
            }
            Some(RevealingSource::Reply) => NEEDS_REPLY,
            Some(RevealingSource::Seed) => {
                "cannot be withheld with a seed that can be guessed; use a fresh one of 32 hex digits"
            }
        };
        Err(Error::because(Code::WithholdGivenAway, EXPECTED, problem))
    }

    /// Seals `record` with at least [`MOST_SALTS`] random `salts`.
    ///
    /// # Errors
    /// The codes of [`withhold`] and [`sign`]; `proof.evaluator` for a record of another evaluator.
    pub fn seal(&self, record: &Value, salts: &[[u8; 16]]) -> Result<SealedRecord, Error> {
        let mut record = record.clone();
        if let Some(key) = &self.key {
            set_evaluator(&mut record, &key.public().did())?;
        }
        let (mut record, openings) = match self.withheld.is_empty() {
            true => (record, Vec::new()),
            false => withhold(&record, &self.withheld, answer_availability(&record), salts)?,
        };
        if let Some(key) = self.key.as_ref().filter(|_| self.signs) {
            let signature = sign(&Body::from_record(&record)?, key, None)?;
            attach(&mut record, signature.to_value())?;
        }
        Ok(SealedRecord { record, openings })
    }
}

/// Maximum number of salts that sealing a record uses.
pub const MOST_SALTS: usize = MOST_WITHHELD;

/// Sets the evaluator of a record.
///
/// # Errors
/// `proof.evaluator` if the record has another one, or no `data`.
pub fn set_evaluator(record: &mut Value, did: &str) -> Result<(), Error> {
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

/// Returns the availability of the right answer to a record's question.
fn answer_availability(record: &Value) -> AnswerAvailability {
    let data = |name| record.get("data")?.get(name);
    let text = |name| data("terms")?.get("bank")?.get(name)?.as_str();
    let is_public = |(id, root)| bank::is_public(id, root);
    // A math question has no order of options.
    match data("choiceOrder").is_none() || text("id").zip(text("root")).is_some_and(is_public) {
        true => AnswerAvailability::Public,
        false => AnswerAvailability::Private,
    }
}
