//! The scorecard: the results of a suite, in canonical bytes.

mod label;
mod parse;
mod signed;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::write;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::base::order::SortedMap;

#[cfg(feature = "suite")]
pub(in crate::suite) use label::check_cause;
pub use label::{Label, TaskResult};
pub use signed::{check_signature, sign};

/// Version of the judging rules, named in every scorecard.
const METHOD: &str = "proofmark-suite:0";

/// The identity of a suite in a scorecard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteName<'a> {
    /// Its id, if any.
    pub id: Option<Cow<'a, str>>,
    /// Its version, if any.
    pub version: Option<Cow<'a, str>>,
    /// The digest of its canonical form.
    pub digest: Digest,
}

/// A scorecard. It contains no times, replies or accepted answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scorecard<'a> {
    /// The JSON-LD context that some signing tools add.
    pub context: Option<Value>,
    /// The signer's `did:key`; absent if unsigned.
    pub evaluator: Option<Cow<'a, str>>,
    /// The signature, verified by [`check_signature`].
    pub proof: Option<Value>,
    /// The suite.
    pub suite: SuiteName<'a>,
    /// One result per task, in the order of the suite; never empty.
    pub results: Vec<TaskResult<'a>>,
}

/// Totals of a scorecard.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "suite", derive(serde::Serialize))]
pub struct CardSummary {
    /// The id of its suite.
    pub suite: Option<String>,
    /// The version of its suite.
    pub version: Option<String>,
    /// The digest of its suite, in hex.
    pub digest: String,
    /// Number of passed tasks.
    pub passed: u64,
    /// Number of tasks.
    pub total: u64,
    /// Percentage passed, rounded down to two decimals.
    pub percent: String,
    /// Number of results by label.
    pub labels: BTreeMap<String, u64>,
    /// The claimed signer; not verified.
    pub evaluator: Option<String>,
}

impl<'a> Scorecard<'a> {
    /// Returns the totals.
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

    /// Returns the number of passed tasks.
    pub fn passed(&self) -> u64 {
        self.results.iter().filter(|result| result.passed()).count() as u64
    }

    /// Returns the number of tasks.
    pub fn total(&self) -> u64 {
        self.results.len() as u64
    }

    /// Returns the percentage passed with two decimals, rounded down.
    pub fn percent(&self) -> String {
        floor_percent(self.passed(), self.total())
    }

    /// Returns the number of results by label; always includes the suite's own two labels.
    pub fn labels(&self) -> Vec<(&str, u64)> {
        let mut labels = SortedMap::default();
        for own in [Label::MISSING_FINAL_ANSWER, Label::ANSWER_HASH_MISMATCH] {
            labels.insert(own, 0);
        }
        for label in self.results.iter().filter_map(|result| result.label.as_ref()) {
            *labels.entry(label.name()) += 1;
        }
        labels.into_iter().collect()
    }

    /// Returns the scorecard as canonical JSON (RFC 8785).
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
            write::write_integer(&mut out, count);
        }
        out.extend_from_slice(b"},\"method\":");
        write::string(&mut out, METHOD);
        out.push(b',');
        write_value(&mut out, b"\"proof\":", self.proof.as_ref());
        out.extend_from_slice(b"\"results\":");
        write::write_array(&mut out, &self.results, write_result);
        out.extend_from_slice(b",\"score\":{\"passed\":");
        write::write_integer(&mut out, self.passed());
        out.extend_from_slice(b",\"percent\":");
        write::string(&mut out, &self.percent());
        out.extend_from_slice(b",\"total\":");
        write::write_integer(&mut out, self.total());
        out.extend_from_slice(b"},\"suite\":{\"digest\":");
        write::write_hex(&mut out, self.suite.digest.as_bytes());
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
}

/// Appends a member and a comma, if it has a value.
fn write_value(out: &mut Vec<u8>, name: &[u8], value: Option<&Value>) {
    if let Some(value) = value {
        out.extend_from_slice(name);
        out.extend_from_slice(&value.canonical());
        out.push(b',');
    }
}

fn write_result(out: &mut Vec<u8>, result: &TaskResult<'_>) {
    out.push(b'{');
    if let Some(digest) = &result.digest {
        out.extend_from_slice(b"\"digest\":");
        write::write_hex(out, digest.as_bytes());
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

/// Returns `passed` / `total` in percent with two decimals, rounded down, so that only a full score
/// reads `100.00`.
pub(crate) fn floor_percent(passed: u64, total: u64) -> String {
    let hundredths = passed * 10_000 / total.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
