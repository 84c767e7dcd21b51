//! The record of one eval: what was asked, what came back, how it was read. `docs/record.md`
//! specifies it.

mod context;
pub mod fields;
pub mod file;
pub(crate) mod quick;
mod read;
mod scalar;
mod scores;
mod subject;
pub(crate) mod terms;
pub(crate) mod withheld;
mod words;

pub use context::{CONTEXT, Context};
pub use scalar::{Count, Instant, Text};
pub use scores::Scores;
pub use subject::{Served, Subject};
pub(crate) use subject::{add_who, check_length, who};
pub use terms::{Counts, Terms};
pub use withheld::{Maybe, Withheld};
pub use words::Policy;

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

/// The method that this version asks, reads and draws by: it pins prompts, wordings, the draw and
/// both readings.
pub const METHOD: &str = "simple-evals:1";

/// The source that every record of this method names.
pub const SOURCE: &str = "proofmark:simple-evals:1";

/// One trust signal with everything needed to check it again (HCS-25, "Trust Signals").
///
/// Members stand in the order of their canonical form, so that writing one needs no sorting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalRecord<'a> {
    /// The JSON-LD context that some signing tools add; nothing but the one that they add.
    #[serde(rename = "@context", skip_serializing_if = "Option::is_none")]
    pub context: Option<Context>,
    /// What the signal says.
    pub data: Data<'a>,
    /// When the eval ended.
    pub fetched_at: Instant,
    /// The proof or proofs, over everything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
    /// The signal's id: `simple-evals.math` or `simple-evals.science`.
    pub signal_id: Text<'a>,
    /// Where the signal comes from.
    pub sources: Vec<Text<'a>>,
    /// The status of the signal (HCS-25, "Signal Status Codes").
    pub status: SignalStatus,
    /// Whom it is about.
    pub subject: Subject<'a>,
}

/// What a signal of the simple evals says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Data<'a> {
    /// Every attempt that was made, in order.
    pub attempts: Vec<Attempt<'a>>,
    /// Why there is no reply, where there is none: a dotted cause such as `timeout.headers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Text<'a>>,
    /// The order of the options, for `science`: the bank's option asked as A, B, C, D.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice_order: Option<Maybe<ChoiceOrder>>,
    /// The reading that is committed to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub committed: Option<Read<'a>>,
    /// Whether the reply has the form that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compliance: Option<Compliance>,
    /// What the question was drawn from.
    pub draw: DrawnFrom<'a>,
    /// Who ran the eval, as a `did:key`; required in a signed record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<Text<'a>>,
    /// The right answer.
    pub expected: Maybe<Text<'a>>,
    /// How long the exchange took, from the first request to its end, waits included, in
    /// milliseconds.
    pub latency_ms: Count,
    /// The standard's reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literal: Option<Read<'a>>,
    /// The outcome of the reading that the policy names, or of the failed exchange.
    pub outcome: Outcome,
    /// The question.
    pub question_id: Text<'a>,
    /// The reply, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<Maybe<Text<'a>>>,
    /// The id of the run: the digest of its plan id, subject and entropy.
    pub run_id: Digest,
    /// 100, 0, or none where nothing was asked.
    pub score: Option<u8>,
    /// Names of whatever answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub served: Option<Served<'a>>,
    /// The digest of the id of the session that the question was asked in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Digest>,
    /// The terms of the run.
    pub terms: Terms<'a>,
    /// The tokens that the endpoint says it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// The draw of one question, apart from its terms, subject and family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawnFrom<'a> {
    /// The entropy, often empty.
    pub entropy: Text<'a>,
    /// The place in the run, from 0, per family.
    pub index: Count,
    /// The seed.
    pub seed: Maybe<Text<'a>>,
    /// The wording.
    pub variant: u32,
}

/// A bank as a record names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BankRef<'a> {
    /// The bank's name.
    pub id: Text<'a>,
    /// The commitment to its name, the sizes of its sciences and its items.
    pub root: Digest,
}

/// One reading of a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Read<'a> {
    /// The answer that was read: a canonical decimal or a letter; `null` for none.
    pub answer: Option<Maybe<Text<'a>>>,
    /// The rule that chose it, or that found none.
    pub rule: Rule,
    /// Where it stands, as half-open UTF-8 byte offsets into the response.
    pub span: Option<Maybe<(Count, Count)>>,
}

/// One attempt to get a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt<'a> {
    /// Why it failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Text<'a>>,
    /// How long it took, in milliseconds.
    pub duration_ms: Count,
    /// When it began, in milliseconds after the eval began.
    pub start_ms: Count,
}

/// Tokens, as the endpoint counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Tokens of the prompt.
    pub input_tokens: Count,
    /// Tokens of the reply.
    pub output_tokens: Count,
}

impl BankRef<'_> {
    /// Whether it is the public bank.
    pub fn is_public(&self) -> bool {
        bank::is_public(&self.id, &self.root.hex())
    }
}

impl Read<'static> {
    /// A reading as a record stores it.
    pub fn of(reading: &Reading<'_>) -> Self {
        let (answer, span) = match reading.found {
            None => (None, None),
            Some((answer, span)) => (
                Some(Text::from(answer.to_string())),
                Some((Count::new(span.start as u64), Count::new(span.end as u64))),
            ),
        };
        Self { answer: answer.map(Maybe::Open), rule: reading.rule, span: span.map(Maybe::Open) }
    }
}

impl<'a> SignalRecord<'a> {
    /// Reads one record and holds it to what a record must be by itself: strict JSON, the members
    /// of the schema, and members that agree on what kind of record it is. Whether what it says is
    /// *true* is for verification.
    ///
    /// # Errors
    /// `json.invalid` for the first two, `record.inconsistent` for the last; `proof.context` for a
    /// foreign `@context`, `question.unknown-id` for a question that there cannot be.
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        Self::read(Tape::new().read("record", line)?)
    }

    /// The bank that the question is out of; none for `math`.
    pub fn bank(&self) -> Option<&BankRef<'a>> {
        let Data { choice_order, terms, .. } = &self.data;
        choice_order.as_ref().and(terms.bank.as_ref())
    }

    /// The family of the question, by the signal's id.
    ///
    /// # Errors
    /// `record.inconsistent` for a signal that is none of ours.
    pub fn family(&self) -> Result<Family, Error> {
        Family::ALL.into_iter().find(|family| family.signal_id() == &*self.signal_id).ok_or_else(
            || inconsistent("signalId", "simple-evals.math or simple-evals.science", "another"),
        )
    }

    /// The canonical line of the record, without a line break.
    ///
    /// # Errors
    /// None for a record that was built or parsed by this module.
    pub fn to_line(&self) -> Result<Vec<u8>, Error> {
        // Its members, and those of all that it holds, are declared in canonical order. A proof
        // or a request brings its own members in any order.
        let plain = self.proof.is_none() && self.data.terms.request.is_none();
        if plain { json::text(self) } else { json::canonical(self) }
    }

    fn check(&self) -> Result<(), Error> {
        if let Some(Maybe::Open(reply)) = &self.data.response
            && reply.len() > MAX_REPLY
        {
            let expected = format!("text of at most {MAX_REPLY} bytes");
            let found = reply.len().to_string();
            return Err(Error::new(Code::JsonInvalid, "data.response", expected, found));
        }
        let family = self.family()?;
        let asked = QuestionId::family_of(&self.data.question_id)?;
        let Data { draw, choice_order, terms, .. } = &self.data;
        let science = family == Family::Science;
        if asked != family {
            return Err(inconsistent("data.questionId", family.name(), asked.name()));
        }
        terms.check(&draw.entropy)?;
        if draw.index.get() >= terms.counts.of(family) {
            let expected = format!("an index below {}", terms.counts.of(family));
            return Err(inconsistent("data.draw.index", expected, "one beyond the run"));
        }
        if choice_order.is_some() != science {
            return Err(presence("data.choiceOrder", science, "a science record"));
        }
        self.check_ending()
    }

    /// An exchange ends in a reply, with its readings, or in a cause; never in both or in neither.
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
                return Err(presence(name, replied, "an outcome of a reply"));
            }
        }
        if data.cause.is_some() == replied {
            return Err(presence("data.cause", !replied, "an outcome without a reply"));
        }
        Ok(())
    }
}

fn presence(name: &'static str, wanted: bool, with: &str) -> Error {
    let (expected, found) = if wanted { ("", "none") } else { ("only ", "one without it") };
    inconsistent(name, format!("a value {expected}with {with}"), found)
}

fn inconsistent(
    name: &'static str,
    expected: impl Into<std::borrow::Cow<'static, str>>,
    found: &'static str,
) -> Error {
    Error::new(Code::RecordInconsistent, name, expected, found)
}
