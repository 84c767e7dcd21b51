//! Strict parser for scorecards. Unknown members are an error.

use std::borrow::Cow;

use super::label::{Label, TaskResult};
use super::{METHOD, Scorecard, SuiteName};
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::base::tape::{Member, Tape, View, members};
use crate::error::{Code, Error, shown};
use crate::suite::name::{check_name, check_unique};

const THING: &str = "scorecard";

/// The members of a scorecard, in canonical order.
const NAMES: [&str; 9] =
    ["@context", "evaluator", "labels", "method", "proof", "results", "score", "suite", "type"];

/// Replaces the error's code with `suite.shape`.
fn shape_error(error: Error) -> Error {
    error.with_code(Code::SuiteShape)
}

impl<'a> Scorecard<'a> {
    /// Parses a scorecard without verifying its signature.
    ///
    /// # Errors
    /// `json.invalid`, `suite.shape`, or `suite.inconsistent` if its counts do not match its
    /// results.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let object = tape.read(THING, json)?;
        let [context, evaluator, labels, method, proof, results, score, suite, kind] =
            members(THING, object, NAMES).map_err(shape_error)?;
        for (member, expected) in [(kind, "scorecard"), (method, METHOD)] {
            let found = member.text().map_err(shape_error)?;
            if found != expected {
                let expected = "type \"scorecard\", method \"proofmark-suite:0\"";
                return Err(Error::new(Code::SuiteShape, THING, expected, shown(&found)));
            }
        }
        let results: Vec<TaskResult<'a>> = results
            .items()
            .map_err(shape_error)?
            .map(|result| read_result(result.required()?))
            .collect::<Result<_, _>>()?;
        if results.is_empty() {
            return Err(Error::new(Code::SuiteEmpty, THING, "at least one result", "none"));
        }
        check_unique("task id in the scorecard", results.iter().map(|result| &*result.id))?;
        let card = Self {
            context: context.optional(|it| Value::from_view("@context", it.required()?))?,
            evaluator: evaluator.optional(Member::text).map_err(shape_error)?,
            proof: proof.optional(|it| Value::from_view("proof", it.required()?))?,
            suite: read_suite(suite)?,
            results,
        };
        check_counts(&card, score, labels)?;
        Ok(card)
    }
}

fn read_suite<'a>(suite: Member<'_, 'a>) -> Result<SuiteName<'a>, Error> {
    let suite = suite.required().map_err(shape_error)?;
    let [digest, id, version] =
        members("suite of the scorecard", suite, ["digest", "id", "version"])
            .map_err(shape_error)?;
    Ok(SuiteName {
        id: name("suite id in the scorecard", id)?,
        version: name("suite version in the scorecard", version)?,
        digest: Digest::from_hex("digest of the suite", &digest.text().map_err(shape_error)?)?,
    })
}

/// Parses an optional name.
fn name<'a>(thing: &'static str, member: Member<'_, 'a>) -> Result<Option<Cow<'a, str>>, Error> {
    let name = member.optional(Member::text).map_err(shape_error)?;
    name.as_deref().map_or(Ok(()), |name| check_name(thing, name))?;
    Ok(name)
}

/// Checks the counts of a scorecard against its results.
fn check_counts(
    card: &Scorecard<'_>,
    score: Member<'_, '_>,
    labels: Member<'_, '_>,
) -> Result<(), Error> {
    let names = ["passed", "percent", "total"];
    let score = score.required().map_err(shape_error)?;
    let [passed, percent, total] =
        members("score of the scorecard", score, names).map_err(shape_error)?;
    let passed = passed.count().map_err(shape_error)?;
    let percent = percent.text().map_err(shape_error)?;
    let total = total.count().map_err(shape_error)?;
    let labels = labels.required().map_err(shape_error)?;
    let expected = card.labels();
    let mut known = 0;
    let right = labels.members().all(|(name, count)| {
        known += 1;
        let name = name.as_str().unwrap_or_default();
        let count = Member::standalone(THING, count).count();
        count.is_ok_and(|count| expected.contains(&(&*name, count)))
    });
    let counts = (passed, &*percent, total) == (card.passed(), &*card.percent(), card.total());
    if counts && right && known == expected.len() {
        return Ok(());
    }
    let expected = format!("{} of {} passed, and its labels", card.passed(), card.total());
    let found = format!("{passed} of {total}, {}", shown(&percent));
    Err(Error::new(Code::SuiteInconsistent, "score of the scorecard", expected, found))
}

fn read_result<'a>(result: View<'_, 'a>) -> Result<TaskResult<'a>, Error> {
    let names = ["digest", "id", "label", "passed", "stratum"];
    let [digest, id, label, passed, stratum] =
        members("result of the scorecard", result, names).map_err(shape_error)?;
    let id = id.text().map_err(shape_error)?;
    check_name("task id in the scorecard", &id)?;
    let label = label.optional(Member::text).map_err(shape_error)?;
    let label = label.map(Label::from_name).transpose()?;
    let digest = digest.optional(Member::text).map_err(shape_error)?;
    let digest = digest.map(|text| Digest::from_hex("digest of an answer", &text)).transpose()?;
    let passed = passed.required().map_err(shape_error)?;
    let passed = passed.as_bool().ok_or_else(|| {
        Error::new(Code::SuiteShape, "passed of a result", "true or false", passed.describe())
    })?;
    let fits = match &label {
        None | Some(Label::AnswerHashMismatch) => digest.is_some(),
        Some(Label::MissingFinalAnswer | Label::Cause(_)) => digest.is_none(),
    };
    if !fits || passed != label.is_none() {
        let thing = format!("result of task {}", shown(&id));
        let expected = "a digest if an answer was found, and a label unless it passed";
        let found = format!(
            "passed {passed}, label {}, {} digest",
            label.as_ref().map_or("none", Label::name),
            if digest.is_some() { "a" } else { "no" }
        );
        return Err(Error::new(Code::SuiteInconsistent, thing, expected, found));
    }
    let stratum = name("stratum in the scorecard", stratum)?;
    Ok(TaskResult { id, stratum, digest, label })
}
