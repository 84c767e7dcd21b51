//! The scorecard: what a suite's replies came to, in canonical bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::label::{Label, TaskResult};
use super::name::{check_name, check_unique};
use super::text::Text;
use super::{from_json, write};
use crate::error::{Code, Error, shown};
use crate::hash::Digest;
use crate::json::{self, Value};

/// The rules that a scorecard was made by; it changes when they do.
const METHOD: &str = "proofmark-suite:0";

/// What a scorecard knows a suite by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteName<'a> {
    /// Its id, if it has one.
    pub id: Option<Cow<'a, str>>,
    /// Its version, if it has one.
    pub version: Option<Cow<'a, str>>,
    /// The digest of its canonical form.
    pub digest: Digest,
}

/// A scorecard. It holds no time and no latency, no reply and no accepted answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scorecard<'a> {
    /// The JSON-LD context that some signing tools add.
    pub context: Option<Value>,
    /// Who made it, where it is to be signed: the signer's `did:key`.
    pub evaluator: Option<Cow<'a, str>>,
    /// The signature, as [`check_signature`](super::check_signature) holds it to the rest.
    pub proof: Option<Value>,
    /// The suite.
    pub suite: SuiteName<'a>,
    /// A result for each task, in the order of the suite; one at least.
    pub results: Vec<TaskResult<'a>>,
}

/// What a scorecard says in all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardSummary {
    /// The id of its suite.
    pub suite: Option<String>,
    /// The version of its suite.
    pub version: Option<String>,
    /// The digest of its suite, in hex.
    pub digest: String,
    /// How many tasks passed.
    pub passed: u64,
    /// How many tasks there are.
    pub total: u64,
    /// The share passed in per cent, rounded down to two decimals.
    pub percent: String,
    /// How often each label stands.
    pub labels: BTreeMap<String, u64>,
    /// Who is named as having signed it; whether they did is another question.
    pub evaluator: Option<String>,
}

impl<'a> Scorecard<'a> {
    /// What the scorecard says in all.
    pub fn summary(&self) -> CardSummary {
        CardSummary {
            suite: self.suite.id.as_deref().map(str::to_owned),
            version: self.suite.version.as_deref().map(str::to_owned),
            digest: self.suite.digest.hex(),
            passed: self.passed(),
            total: self.total(),
            percent: self.percent(),
            labels: self.labels().into_iter().map(|(l, n)| (l.to_owned(), n)).collect(),
            evaluator: self.evaluator.as_deref().map(str::to_owned),
        }
    }

    /// How many tasks passed.
    pub fn passed(&self) -> u64 {
        self.results.iter().filter(|result| result.passed()).count() as u64
    }

    /// How many tasks there are.
    pub fn total(&self) -> u64 {
        self.results.len() as u64
    }

    /// The share passed in per cent with two decimals, rounded down, so that only a full score
    /// reads `100.00`.
    pub fn percent(&self) -> String {
        let hundredths = self.passed() * 10_000 / self.total().max(1);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }

    /// How often each label stands; the suite's own two always do.
    pub fn labels(&self) -> BTreeMap<&str, u64> {
        let mut labels =
            BTreeMap::from([(Label::MISSING_FINAL_ANSWER, 0), (Label::ANSWER_HASH_MISMATCH, 0)]);
        for label in self.results.iter().filter_map(|result| result.label.as_ref()) {
            *labels.entry(label.name()).or_default() += 1;
        }
        labels
    }

    /// The scorecard as canonical JSON (RFC 8785).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(512 + 160 * self.results.len());
        out.push(b'{');
        write_value(&mut out, b"\"@context\":", self.context.as_ref());
        if let Some(evaluator) = &self.evaluator {
            out.extend_from_slice(b"\"evaluator\":");
            write::string(&mut out, evaluator);
            out.push(b',');
        }
        out.extend_from_slice(b"\"labels\":{");
        for (index, (label, count)) in self.labels().into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            write::string(&mut out, label);
            out.push(b':');
            write::integer(&mut out, count);
        }
        out.extend_from_slice(b"},\"method\":");
        write::string(&mut out, METHOD);
        out.push(b',');
        write_value(&mut out, b"\"proof\":", self.proof.as_ref());
        out.extend_from_slice(b"\"results\":");
        write::array(&mut out, &self.results, write_result);
        out.extend_from_slice(b",\"score\":{\"passed\":");
        write::integer(&mut out, self.passed());
        out.extend_from_slice(b",\"percent\":");
        write::string(&mut out, &self.percent());
        out.extend_from_slice(b",\"total\":");
        write::integer(&mut out, self.total());
        out.extend_from_slice(b"},\"suite\":{\"digest\":");
        write::hex(&mut out, self.suite.digest.as_bytes());
        for (name, text) in
            [(&b",\"id\":"[..], &self.suite.id), (b",\"version\":", &self.suite.version)]
        {
            if let Some(text) = text {
                out.extend_from_slice(name);
                write::string(&mut out, text);
            }
        }
        out.extend_from_slice(b"},\"type\":\"scorecard\"}");
        out
    }

    /// Reads a scorecard, signed or not; whether a signature fits is not looked into.
    ///
    /// # Errors
    /// `json.invalid`, `suite.shape`, or `suite.inconsistent` where its counts are not those of
    /// its results.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        let expected = "a scorecard, as docs/suite.md has it";
        let raw: Raw<'a> = from_json("scorecard", expected, json)?;
        if raw.r#type != "scorecard" || raw.method != METHOD {
            let found = format!("type {}, method {}", shown(raw.r#type), shown(raw.method));
            let expected = "type \"scorecard\", method \"proofmark-suite:0\"";
            return Err(Error::new(Code::SuiteShape, "scorecard", expected, found));
        }
        let results =
            raw.results.into_iter().map(RawResult::check).collect::<Result<Vec<_>, _>>()?;
        if results.is_empty() {
            return Err(Error::new(Code::SuiteEmpty, "scorecard", "at least one result", "none"));
        }
        check_unique("task id in the scorecard", results.iter().map(|result| &*result.id))?;
        let suite = SuiteName {
            id: raw.suite.id.map(|text| text.0),
            version: raw.suite.version.map(|text| text.0),
            digest: Digest::from_hex("digest of the suite", raw.suite.digest)?,
        };
        let evaluator = raw.evaluator.map(|text| text.0);
        let card = Self { context: raw.context, evaluator, proof: raw.proof, suite, results };
        let labels: BTreeMap<&str, u64> =
            raw.labels.iter().map(|(label, count)| (&**label, *count)).collect();
        let score = &raw.score;
        let counts = (score.passed, score.total, score.percent);
        if counts != (card.passed(), card.total(), &card.percent()) || labels != card.labels() {
            let expected = format!("{} of {} passed, and its labels", card.passed(), card.total());
            let found = format!("{} of {}, {}", score.passed, score.total, shown(score.percent));
            let thing = "score of the scorecard";
            return Err(Error::new(Code::SuiteInconsistent, thing, expected, found));
        }
        Ok(card)
    }
}

/// Appends a member and a comma, if there is a value.
fn write_value(out: &mut Vec<u8>, name: &[u8], value: Option<&Value>) {
    // A value that was parsed can be written.
    if let Some(bytes) = value.and_then(|value| json::canonical(value).ok()) {
        out.extend_from_slice(name);
        out.extend_from_slice(&bytes);
        out.push(b',');
    }
}

fn write_result(out: &mut Vec<u8>, result: &TaskResult<'_>) {
    out.push(b'{');
    if let Some(digest) = &result.digest {
        out.extend_from_slice(b"\"digest\":");
        write::hex(out, digest.as_bytes());
        out.push(b',');
    }
    out.extend_from_slice(b"\"id\":");
    write::string(out, &result.id);
    match &result.label {
        None => out.extend_from_slice(b",\"passed\":true"),
        Some(label) => {
            out.extend_from_slice(b",\"label\":");
            write::string(out, label.name());
            out.extend_from_slice(b",\"passed\":false");
        }
    }
    if let Some(stratum) = &result.stratum {
        out.extend_from_slice(b",\"stratum\":");
        write::string(out, stratum);
    }
    out.push(b'}');
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw<'a> {
    #[serde(default, rename = "@context")]
    context: Option<Value>,
    #[serde(borrow, default)]
    evaluator: Option<Text<'a>>,
    #[serde(borrow)]
    labels: BTreeMap<Cow<'a, str>, u64>,
    method: &'a str,
    #[serde(default)]
    proof: Option<Value>,
    #[serde(borrow)]
    results: Vec<RawResult<'a>>,
    #[serde(borrow)]
    score: RawScore<'a>,
    #[serde(borrow)]
    suite: RawSuite<'a>,
    r#type: &'a str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScore<'a> {
    passed: u64,
    percent: &'a str,
    total: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSuite<'a> {
    digest: &'a str,
    #[serde(borrow, default)]
    id: Option<Text<'a>>,
    #[serde(borrow, default)]
    version: Option<Text<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawResult<'a> {
    #[serde(default)]
    digest: Option<&'a str>,
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow, default)]
    label: Option<Text<'a>>,
    passed: bool,
    #[serde(borrow, default)]
    stratum: Option<Text<'a>>,
}

impl<'a> RawResult<'a> {
    fn check(self) -> Result<TaskResult<'a>, Error> {
        check_name("task id in the scorecard", &self.id.0)?;
        let label = self.label.map(|text| Label::from_name(text.0)).transpose()?;
        let digest = self.digest.map(|text| Digest::from_hex("digest of an answer", text));
        let digest = digest.transpose()?;
        let fits = match &label {
            None | Some(Label::AnswerHashMismatch) => digest.is_some(),
            Some(Label::MissingFinalAnswer | Label::Cause(_)) => digest.is_none(),
        };
        if !fits || self.passed != label.is_none() {
            let thing = format!("result of task {}", shown(&self.id.0));
            let expected = "a digest where an answer was found, and a label unless it passed";
            let found = format!(
                "passed {}, label {}, {} digest",
                self.passed,
                label.as_ref().map_or("none", Label::name),
                if digest.is_some() { "a" } else { "no" }
            );
            return Err(Error::new(Code::SuiteInconsistent, thing, expected, found));
        }
        let stratum = self.stratum.map(|text| text.0);
        Ok(TaskResult { id: self.id.0, stratum, digest, label })
    }
}
