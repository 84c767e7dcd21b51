//! The report, independent of its format.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::figure::{format_level, format_range, format_share};
use super::identity;
use super::record_entry::Entry;
use super::records::Records;
#[cfg(feature = "suite")]
use super::row::cause_details;
use super::row::{Outcome, Row};
use super::torn_line::{self, TornLine};
use crate::base::text::group_thousands;
use crate::stats::{Probability, Quantiles, Tally};
use crate::suite::Scorecard;
#[cfg(feature = "suite")]
use crate::{
    error::{Code, Error},
    suite::{Answers, Reply},
};

/// The subject matter of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A scorecard.
    Scorecard,
    /// Records.
    Records,
}

/// The rows of one stratum.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The name of the stratum.
    pub name: String,
    /// Passes and total, with their interval.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share that passed, as text: `66.66 %`.
    pub share: String,
    /// The interval of the share, as text: `9.43 % to 99.15 %`.
    pub range: String,
}

impl Group {
    fn new(name: &str, tally: Tally) -> Self {
        let share = format_share(tally.passed, tally.total);
        Self { name: name.to_owned(), tally, share, range: format_range(&tally.interval) }
    }
}

/// Scores by each of the two readings of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Readings {
    /// The score by the literal reading.
    pub literal: Tally,
    /// The score by the committed reading.
    pub committed: Tally,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The kind of file.
    pub kind: Kind,
    /// The title.
    pub title: String,
    /// The score in one line, such as `3 of 5 passed: 60.00 % (95 % interval 23.07 % to 88.24 %)`,
    /// or that nothing was asked.
    pub headline: String,
    /// Notes below the score: skipped lines, scores of both readings if they differ, questions that
    /// were not asked, and HCS-25's caveat on scores.
    pub notes: Vec<String>,
    /// The requested agent, model or tool and the identity of what answered, by subject.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub who: Vec<String>,
    /// The claimed signer; not verified here.
    pub signer: Option<String>,
    /// The digest of the suite; `null` for records.
    pub suite_digest: Option<String>,
    /// Error rate of the intervals.
    pub alpha: f64,
    /// Confidence level of the intervals, as text: `95 %`.
    pub level: String,
    /// Passes and total, with the Wilson interval.
    pub score: Tally,
    /// The score by each reading; `null` for a scorecard.
    pub readings: Option<Readings>,
    /// Number of questions that were not asked; no score counts them.
    pub skipped: u64,
    /// Number of rows by label.
    pub labels: BTreeMap<String, u64>,
    /// Scores by stratum; empty if no row has one.
    pub strata: Vec<Group>,
    /// Scores by subject, the lowest first; empty for a scorecard.
    #[serde(skip)]
    pub agents: Vec<Group>,
    /// The times of the first and the last record.
    #[serde(skip)]
    pub dates: Option<(String, String)>,
    /// Latencies; `null` if none is known.
    pub latency_ms: Option<Quantiles>,
    /// The rows: failed first, passed last, otherwise in the given order.
    pub rows: Vec<Row>,
    /// The truncated lines of the file, which nothing else counts.
    pub torn: Vec<TornLine>,
}

impl Report {
    /// Creates the report of `rows`; `signer` is the claimed signer.
    pub fn new(
        kind: Kind,
        title: impl Into<String>,
        signer: Option<String>,
        rows: Vec<Row>,
        alpha: Probability,
    ) -> Self {
        let mut rows = rows;
        rows.sort_by_key(|row| row.outcome as u8);
        let mut labels = BTreeMap::new();
        let mut strata: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for row in &rows {
            if let Some(label) = &row.label {
                *labels.entry(label.clone()).or_default() += 1;
            }
            if let Some(stratum) = &row.stratum
                && row.outcome != Outcome::Skip
            {
                let (passed, total) = strata.entry(stratum).or_default();
                *passed += u64::from(row.outcome == Outcome::Pass);
                *total += 1;
            }
        }
        let strata = strata
            .into_iter()
            .map(|(name, (passed, total))| Group::new(name, Tally::new(passed, total, alpha)))
            .collect();
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count() as u64;
        let (passed, skipped) = (count(Outcome::Pass), count(Outcome::Skip));
        let score = Tally::new(passed, rows.len() as u64 - skipped, alpha);
        Self {
            kind,
            title: title.into(),
            headline: headline(&score, alpha),
            notes: Vec::new(),
            who: Vec::new(),
            signer,
            suite_digest: None,
            alpha: alpha.get(),
            level: format_level(alpha.get()),
            score,
            readings: None,
            skipped,
            labels,
            strata,
            agents: Vec::new(),
            dates: None,
            latency_ms: Quantiles::from_values(
                rows.iter().filter_map(|row| row.latency_ms).collect(),
            ),
            rows,
            torn: Vec::new(),
        }
    }

    /// Creates the report of records.
    pub(super) fn from_records(records: Records, alpha: Probability) -> Self {
        let policies = records.policies();
        let Records { entries, evaluators, torn, .. } = records;
        let subjects: BTreeSet<&str> = entries.iter().map(|entry| &*entry.subject).collect();
        let others = subjects.len() > 1;
        let title = match subjects.first() {
            Some(subject) if !others => (*subject).to_owned(),
            _ => format!("{} subjects", group_thousands(subjects.len() as u64)),
        };
        let signer = (!evaluators.is_empty()).then(|| evaluators.join(", "));
        let asked = entries.iter().filter(|entry| entry.passed.is_some());
        let (mut literal, mut committed, mut total) = (0, 0, 0);
        for entry in asked {
            literal += u64::from(entry.literal);
            committed += u64::from(entry.committed);
            total += 1;
        }
        let who = identity::identity_notes(&entries);
        let agents = agent_groups(&entries, alpha);
        let times = || entries.iter().map(|entry| &*entry.fetched_at);
        let dates = times().min().zip(times().max());
        let dates = dates.map(|(first, last)| (first.to_owned(), last.to_owned()));
        let rows = entries.into_iter().map(|entry| entry.row(others)).collect();
        let mut report = Self::new(Kind::Records, title, signer, rows, alpha);
        let readings = Readings {
            literal: Tally::new(literal, total, alpha),
            committed: Tally::new(committed, total, alpha),
        };
        report.notes = torn_line::torn_note(&torn, "").into_iter().collect();
        report.who = who;
        report.agents = agents;
        report.dates = dates;
        report.notes.extend(notes(&readings, &policies, report.skipped));
        report.readings = Some(readings);
        report.torn = torn;
        report
    }

    /// Creates the report of a scorecard.
    pub fn from_scorecard(card: &Scorecard<'_>, alpha: Probability) -> Self {
        let rows = card.results.iter().map(|result| Row {
            id: result.id.to_string(),
            stratum: result.stratum.as_deref().map(str::to_owned),
            outcome: if result.passed() { Outcome::Pass } else { Outcome::Fail },
            label: result.label.as_ref().map(|label| label.name().to_owned()),
            details: result
                .digest
                .iter()
                .map(|digest| ("digest".to_owned(), digest.hex()))
                .collect(),
            question: None,
            marks: Vec::new(),
            latency_ms: None,
        });
        let title = match (&card.suite.id, &card.suite.version) {
            (Some(id), Some(version)) => format!("{id}, version {version}"),
            (Some(id), None) => id.to_string(),
            (None, _) => "tasks without a name".to_owned(),
        };
        let signer = card.evaluator.as_deref().map(str::to_owned);
        let rows = rows.collect();
        let mut report = Self::new(Kind::Scorecard, title, signer, rows, alpha);
        report.suite_digest = Some(card.suite.digest.hex());
        report.labels = card.labels().into_iter().map(|(l, n)| (l.to_owned(), n)).collect();
        report
    }

    /// Adds the replies that a scorecard was made from.
    ///
    /// # Errors
    /// `report.other-kind` for records, `suite.other-suite` for answers to another suite.
    #[cfg(feature = "suite")]
    pub fn with_answers(mut self, answers: &Answers<'_>) -> Result<Self, Error> {
        let Some(digest) = &self.suite_digest else {
            let expected = "a scorecard, which answers belong to";
            return Err(Error::new(Code::ReportOtherKind, "report", expected, "a record file"));
        };
        answers.check_digest(digest)?;
        let replies = answers.replies_by_id();
        for row in &mut self.rows {
            let details = match replies.get(&*row.id) {
                Some(Reply::Text(text)) => vec![("reply", text.to_string())],
                Some(Reply::Cause(cause)) => cause_details(cause),
                Some(Reply::None) | None => continue,
            };
            let details = details.into_iter().map(|(name, text)| (name.to_owned(), text));
            row.details.splice(0..0, details);
        }
        Ok(self)
    }
}

/// Returns the scores by subject, the lowest first.
fn agent_groups(entries: &[Entry], alpha: Probability) -> Vec<Group> {
    let mut agents: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for entry in entries {
        let (passed, total) = agents.entry(&entry.subject).or_default();
        *passed += u64::from(entry.passed == Some(true));
        *total += u64::from(entry.passed.is_some());
    }
    let group = |(name, (passed, total))| Group::new(name, Tally::new(passed, total, alpha));
    let mut agents: Vec<Group> = agents.into_iter().map(group).collect();
    agents.sort_by(|a, b| a.tally.rate.total_cmp(&b.tally.rate));
    agents
}

fn headline(score: &Tally, alpha: Probability) -> String {
    let Tally { passed, total, interval, .. } = score;
    if *total == 0 {
        return "0 of 0 passed: nothing was asked".to_owned();
    }
    format!(
        "{} of {} passed: {} ({} interval {})",
        group_thousands(*passed),
        group_thousands(*total),
        format_share(*passed, *total),
        format_level(alpha.get()),
        format_range(interval),
    )
}

/// The share of the questions, in percent, that the readings must differ by for advice.
const NOTABLE: u64 = 10;

fn notes(Readings { literal, committed }: &Readings, policies: &str, skipped: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if literal.passed != committed.passed {
        notes.push(format!(
            "literal {} (the first number or letter of the reply, HCS-25), committed {} (the answer \
             that the reply settles on).",
            format_share(literal.passed, literal.total),
            format_share(committed.passed, committed.total),
        ));
    }
    let other = ["committed", "literal"].into_iter().find(|name| !policies.contains(name));
    if let Some(other) = other
        && 100 * literal.passed.abs_diff(committed.passed) > NOTABLE * literal.total
    {
        notes.push(format!("To score by the other reading, run again with --policy {other}."));
    }
    if skipped > 0 {
        notes.push(format!("{} were not asked and are not counted.", group_thousands(skipped)));
    }
    notes.push("A score alone is no ground to exclude an agent (HCS-25).".to_owned());
    notes
}
