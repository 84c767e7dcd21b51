//! Summary of evals: pass rates by group, and latency.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Interval, Probability, Quantiles, wilson_interval};

/// The data of one eval that a summary uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact<'a> {
    /// The subject's id.
    pub subject: &'a str,
    /// The family of the question.
    pub family: &'a str,
    /// The stratum within the family; `None` if unknown.
    pub stratum: Option<&'a str>,
    /// The name of the outcome.
    pub outcome: &'a str,
    /// The name of the compliance class; `None` if no reply was graded.
    pub compliance: Option<&'a str>,
    /// True if the score counts it as passed; `None` if nothing was asked, so that no rate counts
    /// it.
    pub passed: Option<bool>,
    /// True if the literal reading was right.
    pub literal: bool,
    /// True if the committed reading was right.
    pub committed: bool,
    /// Milliseconds until the reply; `None` without one.
    pub latency_ms: Option<u64>,
}

/// Passes out of a total, with the Wilson interval of their rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Number passed.
    pub passed: u64,
    /// Total number.
    pub total: u64,
    /// `passed / total`; 0 if the total is 0.
    pub rate: f64,
    /// The interval of the rate.
    pub interval: Interval,
}

impl Tally {
    /// Creates the tally of `passed` out of `total`.
    pub fn new(passed: u64, total: u64, alpha: Probability) -> Self {
        let rate = if total == 0 { 0.0 } else { passed as f64 / total as f64 };
        Self { passed, total, rate, interval: wilson_interval(passed, total, alpha) }
    }
}

/// The result of [`summarize`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The error rate α of the confidence intervals.
    pub alpha: f64,
    /// Tally of the score.
    pub score: Tally,
    /// Tally of the literal reading.
    pub literal: Tally,
    /// Tally of the committed reading.
    pub committed: Tally,
    /// Tallies by family.
    pub by_family: BTreeMap<String, Tally>,
    /// Tallies by stratum, as `family.stratum`.
    pub by_stratum: BTreeMap<String, Tally>,
    /// Number of evals by outcome.
    pub by_outcome: BTreeMap<String, u64>,
    /// Tallies by compliance, of evals with a graded reply.
    pub by_compliance: BTreeMap<String, Tally>,
    /// Tallies by subject.
    pub by_subject: BTreeMap<String, Tally>,
    /// Latency of the replies; `null` without any.
    pub latency_ms: Option<Quantiles>,
}

/// The number passed, and the total number.
type Count = (u64, u64);

/// Summarizes `facts`; `alpha` is the error rate of the intervals.
pub fn summarize<'a>(facts: impl IntoIterator<Item = Fact<'a>>, alpha: Probability) -> Summary {
    let (mut score, mut literal, mut committed) = ((0, 0), (0, 0), (0, 0));
    let mut groups: [BTreeMap<String, Count>; 4] = Default::default();
    let mut by_outcome: BTreeMap<String, u64> = BTreeMap::new();
    let mut latencies = Vec::new();
    let mut stratum = String::new();
    for fact in facts {
        *entry_or_default(&mut by_outcome, fact.outcome) += 1;
        latencies.extend(fact.latency_ms);
        let Some(passed) = fact.passed else { continue };
        count_pass(&mut score, passed);
        count_pass(&mut literal, fact.literal);
        count_pass(&mut committed, fact.committed);
        let [family, strata, compliance, subject] = &mut groups;
        count_pass(entry_or_default(family, fact.family), passed);
        count_pass(entry_or_default(subject, fact.subject), passed);
        if let Some(name) = fact.stratum {
            stratum.clear();
            stratum.extend([fact.family, ".", name]);
            count_pass(entry_or_default(strata, &stratum), passed);
        }
        if let Some(name) = fact.compliance {
            count_pass(entry_or_default(compliance, name), passed);
        }
    }
    let tally = |(passed, total): Count| Tally::new(passed, total, alpha);
    let [by_family, by_stratum, by_compliance, by_subject] =
        groups.map(|group| group.into_iter().map(|(name, n)| (name, tally(n))).collect());
    Summary {
        alpha: alpha.get(),
        score: tally(score),
        literal: tally(literal),
        committed: tally(committed),
        by_family,
        by_stratum,
        by_outcome,
        by_compliance,
        by_subject,
        latency_ms: Quantiles::from_values(latencies),
    }
}

fn count_pass((passed, total): &mut Count, pass: bool) {
    *passed += u64::from(pass);
    *total += 1;
}

/// Returns the value of `name`, inserting a default if absent.
fn entry_or_default<'a, T: Default>(map: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    map.entry(name.to_owned()).or_default()
}
