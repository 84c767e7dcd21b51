//! The data of one record that reports, summaries and comparisons use.

use serde::Serialize;

use super::row::{Mark, Outcome, Row, cause_details};
use crate::bank::PUBLIC_ID;
use crate::draw::{self, Source};
use crate::error::Error;
use crate::id::Family;
use crate::question::math::Expression;
use crate::record::{METHOD, MaybeWithheld, Scores, SignalRecord, StoredReading, Text};
use crate::stats::{Fact, Observation};

/// The data of one record. A listing serializes the short members; see [`super::ListedRecord`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The subject's id.
    #[serde(skip)]
    pub subject: String,
    /// The requested agent, model or tool, and the identity of what answered.
    #[serde(skip)]
    pub who: Option<String>,
    /// The question's id.
    pub question: String,
    /// The line number in the file, from 1.
    pub line: u64,
    /// Root of a private bank; `None` for ids that are unique by themselves. An id in a private
    /// bank may be no more than a number.
    #[serde(skip)]
    bank: Option<String>,
    /// The run's id.
    #[serde(skip)]
    pub run: String,
    /// The reading that it is scored by.
    #[serde(skip)]
    pub policy: &'static str,
    /// When the eval ended.
    pub fetched_at: String,
    family: &'static str,
    stratum: Option<&'static str>,
    outcome: &'static str,
    compliance: Option<&'static str>,
    /// True if the score counts it as passed; `None` if nothing was asked.
    pub passed: Option<bool>,
    /// True if the literal reading was right.
    pub literal: bool,
    /// True if the committed reading was right.
    pub committed: bool,
    latency_ms: Option<u64>,
    #[serde(skip)]
    details: Vec<(String, String)>,
    #[serde(skip)]
    marks: Vec<Mark>,
}

impl Entry {
    /// Creates the entry of `record`, on line number `line`.
    ///
    /// # Errors
    /// Never fails for a parsed record.
    pub fn from_record(record: &SignalRecord<'_>, line: u64) -> Result<Self, Error> {
        let data = &record.data;
        let family = record.family()?;
        let mut scores = Scores::default();
        scores.add_record(record);
        let replied = data.outcome.is_graded();
        Ok(Self {
            subject: record.subject.id.to_string(),
            who: record.identity_text(),
            question: data.question_id.to_string(),
            line,
            bank: record.bank().filter(|bank| *bank.id != *PUBLIC_ID).map(|bank| bank.root.hex()),
            run: data.run_id.hex(),
            policy: data.terms.policy.name(),
            fetched_at: record.fetched_at.to_string(),
            family: family.name(),
            stratum: stratum(record, family),
            outcome: data.outcome.name(),
            compliance: data.compliance.map(|compliance| compliance.name()),
            passed: (scores.scored > 0).then_some(scores.correct > 0),
            literal: scores.literal > 0,
            committed: scores.committed > 0,
            // The duration of a failed exchange is not the latency of a reply.
            latency_ms: replied.then_some(data.latency_ms.get()),
            details: details(record),
            marks: marks(record),
        })
    }

    /// Returns the data that summaries use.
    pub fn fact(&self) -> Fact<'_> {
        Fact {
            subject: &self.subject,
            family: self.family,
            stratum: self.stratum,
            outcome: self.outcome,
            compliance: self.compliance,
            passed: self.passed,
            literal: self.literal,
            committed: self.committed,
            latency_ms: self.latency_ms,
        }
    }

    /// Returns the data that comparisons use; `None` if nothing was asked.
    pub fn observation(&self) -> Option<Observation> {
        let passed = self.passed?;
        let mut key = format!("{} {}", self.subject, self.question);
        key.extend(self.bank.iter().flat_map(|root| [" ", root]));
        Some(Observation { key, passed, latency_ms: self.latency_ms })
    }

    /// Converts the entry to a row, which names the subject if the report has `others`.
    pub(super) fn row(self, others: bool) -> Row {
        let id = if others {
            format!("{} {}", self.subject, self.question)
        } else {
            self.question.clone()
        };
        Row {
            id,
            stratum: self.stratum.map(|name| format!("{}.{name}", self.family)),
            outcome: match self.passed {
                Some(true) => Outcome::Pass,
                Some(false) => Outcome::Fail,
                None => Outcome::Skip,
            },
            label: Some(self.outcome.to_owned()),
            details: self.details,
            question: Some((self.subject, self.question)),
            marks: self.marks,
            latency_ms: self.latency_ms,
        }
    }
}

/// Returns the stratum of the question: from the id for math, from the draw for science, whatever
/// the bank.
fn stratum(record: &SignalRecord<'_>, family: Family) -> Option<&'static str> {
    use crate::question::math::Operation;
    let data = &record.data;
    match family {
        Family::Math => {
            let name = data.question_id.split(':').nth(1)?;
            Operation::ALL.map(Operation::name).into_iter().find(|known| *known == name)
        }
        Family::Science if &*data.terms.method == METHOD => {
            // The draw needs the seed.
            let seed = data.draw.seed.as_open()?;
            let source = Source {
                seed: seed.to_string(),
                entropy: data.draw.entropy.to_string(),
                subject: record.subject.id.to_string(),
            };
            // Only the science is used, so any sizes do.
            let place =
                draw::draw_science_place(&source.key(family), data.draw.index.get(), [1; 4])
                    .ok()?;
            Some(place.science.name())
        }
        Family::Science => None,
    }
}

/// Returns the question without its wording: the expression, or the stem with its options. `None` if
/// it is of a private bank, or its order is withheld.
fn question_text(record: &SignalRecord<'_>) -> Option<String> {
    let data = &record.data;
    if let Some(expression) = Expression::from_id(&data.question_id) {
        return Some(expression.to_string());
    }
    #[cfg(feature = "bank")]
    if let Some(MaybeWithheld::Open(order)) = &data.choice_order
        && record.bank().is_some_and(crate::record::BankRef::is_public)
    {
        let item = crate::bank::Bank::public().ok()?.find(&data.question_id)?;
        return Some(crate::question::science::AskedItem::new(item, *order).to_string());
    }
    None
}

/// Returns the parts of the reply that the readings matched.
fn marks(record: &SignalRecord<'_>) -> Vec<Mark> {
    let read = [(true, &record.data.literal), (false, &record.data.committed)];
    read.into_iter()
        .filter_map(|(literal, read)| {
            let Some(MaybeWithheld::Open((start, end))) = read.as_ref()?.span else { return None };
            let place = |count: crate::record::Count| usize::try_from(count.get()).ok();
            Some(Mark { literal, start: place(start)?, end: place(end)? })
        })
        .collect()
}

/// Returns the details to show: the question, the right answer, the reply or cause, and the readings
/// if they differ.
fn details(record: &SignalRecord<'_>) -> Vec<(String, String)> {
    let data = &record.data;
    let text = |value: &MaybeWithheld<Text<'_>>| match value {
        MaybeWithheld::Open(text) => text.to_string(),
        MaybeWithheld::Withheld(_) => "(withheld)".to_owned(),
    };
    let mut details: Vec<_> =
        question_text(record).map(|asked| ("question", asked)).into_iter().collect();
    details.push(("expected", text(&data.expected)));
    details.extend(data.response.as_ref().map(|reply| ("reply", text(reply))));
    details.extend(data.cause.iter().flat_map(|cause| cause_details(cause.as_ref())));
    if let (Some(literal), Some(committed)) = (&data.literal, &data.committed)
        && literal.answer != committed.answer
    {
        let answer =
            |read: &StoredReading<'_>| read.answer.as_ref().map_or("none".to_owned(), text);
        details.push(("literal answer", answer(literal)));
        details.push(("committed answer", answer(committed)));
    }
    details.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}
