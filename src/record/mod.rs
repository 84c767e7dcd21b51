//! The record of one eval: question, reply, readings and outcome; specified by `docs/record.md`.

pub(crate) mod canonical;
mod context;
pub mod fields;
pub mod file;
mod policy;
mod read;
mod scalar;
mod scores;
mod subject;
pub(crate) mod terms;
mod withheld;
pub(crate) mod withholdable;

pub use context::{CONTEXT, Context};
pub use policy::Policy;
pub use scalar::{Count, Instant, Text};
pub use scores::Scores;
pub use subject::{ServedBy, Subject};
pub(crate) use subject::{add_identity, check_length, identity_text};
pub use terms::{Counts, Terms};
pub use withheld::{MaybeWithheld, Withheld};

use serde::Serialize;

use crate::bank;
use crate::base::hash::Digest;
use crate::base::json;
use crate::base::json::Value;
use crate::base::tape::Tape;
use crate::error::{Code, Error};
use crate::exchange::MAX_REPLY;
use crate::grade::{Compliance, Outcome, Reading, Rule, SignalStatus};
use crate::id::{Family, QuestionId};
use crate::question::science::ChoiceOrder;

/// The method of this version, which fixes prompts, wordings, the draw and both readings.
pub const METHOD: &str = "simple-evals:1";

/// The entry of `sources` in every record of this method.
pub const SOURCE: &str = "proofmark:simple-evals:1";

/// A trust signal (HCS-25, "Trust Signals") with all data needed to verify it.
///
/// Members are declared in the order of canonical JSON, so that writing needs no sorting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalRecord<'a> {
    /// The JSON-LD context that some signing tools add.
    #[serde(rename = "@context", skip_serializing_if = "Option::is_none")]
    pub context: Option<Context>,
    /// The data of the signal.
    pub data: Data<'a>,
    /// The end of the eval.
    pub fetched_at: Instant,
    /// The proofs over all other members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
    /// The signal's id: `simple-evals.math` or `simple-evals.science`.
    pub signal_id: Text<'a>,
    /// The sources of the signal.
    pub sources: Vec<Text<'a>>,
    /// The status of the signal (HCS-25, "Signal Status Codes").
    pub status: SignalStatus,
    /// The subject.
    pub subject: Subject<'a>,
}

/// The data of a simple eval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Data<'a> {
    /// Every attempt, in order.
    pub attempts: Vec<Attempt<'a>>,
    /// The cause of a missing reply, such as `timeout.headers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Text<'a>>,
    /// The order of a science question's options: the bank's indexes of options A to D.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice_order: Option<MaybeWithheld<ChoiceOrder>>,
    /// The committed reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub committed: Option<StoredReading<'a>>,
    /// The compliance of the reply with the requested form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compliance: Option<Compliance>,
    /// The draw of the question.
    pub draw: DrawOrigin<'a>,
    /// The `did:key` that ran the eval; required in a signed record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<Text<'a>>,
    /// The right answer.
    pub expected: MaybeWithheld<Text<'a>>,
    /// The duration of the exchange in milliseconds, including waits.
    pub latency_ms: Count,
    /// The literal reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literal: Option<StoredReading<'a>>,
    /// The outcome by the policy's reading, or of the failed exchange.
    pub outcome: Outcome,
    /// The question's id.
    pub question_id: Text<'a>,
    /// The reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<MaybeWithheld<Text<'a>>>,
    /// The run id: the digest of plan id, subject and entropy.
    pub run_id: Digest,
    /// The score, 100 or 0; `None` if nothing was asked.
    pub score: Option<u8>,
    /// The identity of what answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub served: Option<ServedBy<'a>>,
    /// The SHA-256 digest of the session id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Digest>,
    /// The terms of the run.
    pub terms: Terms<'a>,
    /// The tokens used, as the endpoint states them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// The draw of one question, without terms, subject and family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawOrigin<'a> {
    /// The entropy; may be empty.
    pub entropy: Text<'a>,
    /// The index in the run, from 0, per family.
    pub index: Count,
    /// The seed.
    pub seed: MaybeWithheld<Text<'a>>,
    /// The wording variant.
    pub variant: u32,
}

/// A reference to a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BankRef<'a> {
    /// The bank's name.
    pub id: Text<'a>,
    /// The root of the bank, which commits to its name, sizes and items.
    pub root: Digest,
}

/// One reading of a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoredReading<'a> {
    /// The answer: a canonical decimal or a letter; `null` without one.
    pub answer: Option<MaybeWithheld<Text<'a>>>,
    /// The rule that decided.
    pub rule: Rule,
    /// The byte range of the answer in the response, half-open.
    pub span: Option<MaybeWithheld<(Count, Count)>>,
}

/// An attempt to get a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt<'a> {
    /// The cause of a failed attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Text<'a>>,
    /// The duration in milliseconds.
    pub duration_ms: Count,
    /// The start in milliseconds after the eval began.
    pub start_ms: Count,
}

/// Token counts of the endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Number of tokens of the prompt.
    pub input_tokens: Count,
    /// Number of tokens of the reply.
    pub output_tokens: Count,
}

impl BankRef<'_> {
    /// Reports whether this is the public bank.
    pub fn is_public(&self) -> bool {
        bank::is_public(&self.id, &self.root.hex())
    }
}

impl StoredReading<'static> {
    /// Converts a reading to its stored form.
    pub fn from_reading(reading: &Reading<'_>) -> Self {
        let (answer, span) = match reading.found {
            None => (None, None),
            Some((answer, span)) => (
                Some(Text::from(answer.to_string())),
                Some((Count::new(span.start as u64), Count::new(span.end as u64))),
            ),
        };
        Self {
            answer: answer.map(MaybeWithheld::Open),
            rule: reading.rule,
            span: span.map(MaybeWithheld::Open),
        }
    }
}

impl<'a> SignalRecord<'a> {
    /// Parses a record and checks that it is strict JSON, matches the schema and does not
    /// contradict itself. Whether its claims are true is checked by verification.
    ///
    /// # Errors
    /// `json.invalid` for the first two, `record.inconsistent` for the last; `proof.context` for an
    /// unsupported `@context`, `question.unknown-id` for an impossible question.
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        Self::read(Tape::new().read("record", line)?)
    }

    /// Returns the bank of a science question.
    pub fn bank(&self) -> Option<&BankRef<'a>> {
        let Data { choice_order, terms, .. } = &self.data;
        choice_order.as_ref().and(terms.bank.as_ref())
    }

    /// Returns the family, from the signal's id.
    ///
    /// # Errors
    /// `record.inconsistent` for an unknown signal.
    pub fn family(&self) -> Result<Family, Error> {
        Family::ALL
            .iter()
            .find(|family| family.signal_id() == &*self.signal_id)
            .copied()
            .ok_or_else(|| {
                inconsistent_error(
                    "signalId",
                    "simple-evals.math or simple-evals.science",
                    "another",
                )
            })
    }

    /// Serializes the record to canonical JSON, without a line feed.
    ///
    /// # Errors
    /// Never fails for a record that this module has created or parsed.
    pub fn to_line(&self) -> Result<Vec<u8>, Error> {
        // Members are declared in canonical order, except those of a proof or a request.
        let plain = self.proof.is_none() && self.data.terms.request.is_none();
        if plain { json::to_json_bytes(self) } else { json::to_canonical_bytes(self) }
    }

    fn check(&self) -> Result<(), Error> {
        if let Some(MaybeWithheld::Open(reply)) = &self.data.response
            && reply.len() > MAX_REPLY
        {
            let expected = format!("text of at most {MAX_REPLY} bytes");
            let found = format!("{} bytes", reply.len());
            return Err(Error::new(Code::JsonInvalid, "data.response", expected, found));
        }
        let family = self.family()?;
        let asked = QuestionId::parse_family(&self.data.question_id)?;
        let Data { draw, choice_order, terms, .. } = &self.data;
        let science = family == Family::Science;
        if asked != family {
            return Err(inconsistent_error("data.questionId", family.name(), asked.name()));
        }
        terms.check(&draw.entropy)?;
        if draw.index.get() >= terms.counts.for_family(family) {
            let expected = format!("an index below {}", terms.counts.for_family(family));
            return Err(inconsistent_error("data.draw.index", expected, "a larger one"));
        }
        if choice_order.is_some() != science {
            return Err(presence_error("data.choiceOrder", science, "a science record"));
        }
        self.check_ending()
    }

    /// Checks that a record has either a reply with its readings, or a cause.
    fn check_ending(&self) -> Result<(), Error> {
        let data = &self.data;
        let replied = data.outcome.is_graded();
        for (name, present) in [
            ("data.response", data.response.is_some()),
            ("data.literal", data.literal.is_some()),
            ("data.committed", data.committed.is_some()),
            ("data.compliance", data.compliance.is_some()),
        ] {
            if present != replied {
                return Err(presence_error(name, replied, "an outcome of a reply"));
            }
        }
        if data.cause.is_some() == replied {
            return Err(presence_error("data.cause", !replied, "an outcome without a reply"));
        }
        Ok(())
    }
}

/// Creates the error for a member that is missing, though `condition` requires it, or present
/// although only `condition` allows it.
fn presence_error(name: &'static str, required: bool, condition: &str) -> Error {
    let problem = if required { "required for" } else { "only allowed for" };
    Error::because(Code::RecordInconsistent, name, format!("{problem} {condition}"))
}

fn inconsistent_error(
    name: &'static str,
    expected: impl Into<std::borrow::Cow<'static, str>>,
    found: &'static str,
) -> Error {
    Error::new(Code::RecordInconsistent, name, expected, found)
}
