//! Paired comparison of two runs of the same questions.

use std::collections::HashMap;

use serde::Serialize;

use super::power::min_discordant;
use super::{
    Interval, McNemar, Pairs, Probability, Quantiles, Tally, independent_difference, mcnemar,
    paired_difference, pairs_needed,
};

/// The data of one task or question of a run that a comparison uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The key for pairing: the task id, or the question's identity (subject, family, question).
    pub key: String,
    /// True if it passed.
    pub passed: bool,
    /// Milliseconds until the reply; `None` if there is none or its latency is unknown.
    pub latency_ms: Option<u64>,
}

/// Options of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Error rate of the test and the interval.
    pub alpha: Probability,
    /// The power that [`PairsNeeded`] counts questions for.
    pub power: Probability,
    /// The smallest relevant difference between two pass rates.
    pub margin: Probability,
}

impl Default for Options {
    /// Returns α = 0.05, a power of 0.8, and a margin of five percentage points.
    fn default() -> Self {
        Self { alpha: Probability::ALPHA, power: Probability::POWER, margin: Probability(0.05) }
    }
}

/// The conclusion of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The test finds a difference, and the second run is worse.
    Regression,
    /// The test finds a difference, and the second run is better.
    Improvement,
    /// The test finds no difference, and the interval excludes one as large as the margin.
    NoEvidence,
    /// The test finds no difference, but one as large as the margin is not excluded: too few runs
    /// to tell.
    TooFew,
}

/// The change of one task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Failed first, passes now.
    Fixed,
    /// Passed first, fails now.
    Broken,
}

/// A task that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedQuestion {
    /// Its key.
    pub key: String,
    /// The change.
    pub change: Change,
}

/// The number of pairs needed; see [`pairs_needed`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairsNeeded {
    /// The difference to detect: the observed one, or the margin if that is larger.
    pub difference: f64,
    /// The probability of detecting it.
    pub power: f64,
    /// Total number of pairs.
    pub pairs: u64,
    /// Number of additional pairs.
    pub more: u64,
}

/// Latencies of the pairs for which both runs have one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latencies {
    /// The value of the first run.
    pub first: Quantiles,
    /// The value of the second run.
    pub second: Quantiles,
    /// Second minus first: p50, p95, p99.
    pub difference: [f64; 3],
}

/// The pass rates of both runs, with or without partners: a comparison of two samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rates {
    /// The value of the first run.
    pub first: Tally,
    /// The value of the second run.
    pub second: Tally,
    /// Second pass rate minus the first.
    pub difference: f64,
    /// The confidence interval of `difference`.
    pub interval: Interval,
}

impl Rates {
    fn new(first: (u64, u64), second: (u64, u64), alpha: Probability) -> Self {
        let interval = independent_difference(first, second, alpha);
        let [first, second] = [first, second].map(|(passed, of)| Tally::new(passed, of, alpha));
        Self { first, second, difference: second.rate - first.rate, interval }
    }
}

/// The result of [`compare`]: the second run is judged against the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The conclusion.
    pub verdict: Verdict,
    /// The error rate.
    pub alpha: f64,
    /// The smallest relevant difference.
    pub margin: f64,
    /// The pairs.
    pub pairs: Pairs,
    /// The smallest number of pairs with which the test can reach the error rate.
    pub fewest_pairs: u64,
    /// The pass rates without pairing.
    pub rates: Rates,
    /// Number of unpaired observations of the first run.
    pub only_first: u64,
    /// Number of unpaired observations of the second run.
    pub only_second: u64,
    /// Second pass rate minus the first, over the pairs.
    pub difference: f64,
    /// The confidence interval of `difference`.
    pub interval: Interval,
    /// McNemar's exact test.
    pub mcnemar: McNemar,
    /// The number of pairs needed; `null` if no number suffices.
    pub needed: Option<PairsNeeded>,
    /// Latencies; `null` if no pair has both.
    pub latency_ms: Option<Latencies>,
    /// The changed tasks, in the order of the second run.
    pub changed: Vec<ChangedQuestion>,
}

/// Compares two runs. Observations are paired by key; repeated keys are paired in order.
pub fn compare(
    first: impl IntoIterator<Item = Observation>,
    second: impl IntoIterator<Item = Observation>,
    options: &Options,
) -> Comparison {
    let mut unpaired: HashMap<String, std::collections::VecDeque<(bool, Option<u64>)>> =
        HashMap::new();
    let mut only_first = 0;
    let (mut passed_first, mut passed_second) = (0, 0);
    for Observation { key, passed, latency_ms } in first {
        passed_first += u64::from(passed);
        unpaired.entry(key).or_default().push_back((passed, latency_ms));
        only_first += 1;
    }
    let (mut pairs, mut changed, mut only_second) = (Pairs::default(), Vec::new(), 0);
    let (mut latency_first, mut latency_second) = (Vec::new(), Vec::new());
    for Observation { key, passed, latency_ms } in second {
        passed_second += u64::from(passed);
        let Some(before) = unpaired.get_mut(&key).and_then(|queue| queue.pop_front()) else {
            only_second += 1;
            continue;
        };
        only_first -= 1;
        match (before.0, passed) {
            (true, true) => pairs.both += 1,
            (false, false) => pairs.neither += 1,
            (false, true) => {
                pairs.fixed += 1;
                changed.push(ChangedQuestion { key, change: Change::Fixed });
            }
            (true, false) => {
                pairs.broken += 1;
                changed.push(ChangedQuestion { key, change: Change::Broken });
            }
        }
        if let (Some(one), Some(other)) = (before.1, latency_ms) {
            latency_first.push(one);
            latency_second.push(other);
        }
    }
    let rates = Rates::new(
        (passed_first, pairs.total() + only_first),
        (passed_second, pairs.total() + only_second),
        options.alpha,
    );
    let mcnemar = mcnemar(pairs.fixed, pairs.broken);
    let interval = paired_difference(&pairs, options.alpha);
    Comparison {
        verdict: verdict(&pairs, &mcnemar, &interval, options),
        alpha: options.alpha.get(),
        margin: options.margin.get(),
        pairs,
        fewest_pairs: min_discordant(options.alpha).into(),
        rates,
        only_first,
        only_second,
        difference: pairs.difference(),
        interval,
        mcnemar,
        needed: compute_pairs_needed(&pairs, options),
        latency_ms: latencies(latency_first, latency_second),
        changed,
    }
}

fn verdict(pairs: &Pairs, test: &McNemar, interval: &Interval, options: &Options) -> Verdict {
    let margin = options.margin.get();
    if test.p <= options.alpha.get() {
        return if pairs.broken > pairs.fixed { Verdict::Regression } else { Verdict::Improvement };
    }
    if -margin < interval.low && interval.high < margin {
        Verdict::NoEvidence
    } else {
        Verdict::TooFew
    }
}

fn compute_pairs_needed(pairs: &Pairs, options: &Options) -> Option<PairsNeeded> {
    let total = pairs.total();
    let share = if total == 0 { 0.0 } else { pairs.discordant() as f64 / total as f64 };
    let difference = pairs.difference().abs().max(options.margin.get());
    let wanted = pairs_needed(difference, share.max(difference), options.alpha, options.power)?;
    let more = wanted.saturating_sub(total);
    Some(PairsNeeded { difference, power: options.power.get(), pairs: wanted, more })
}

fn latencies(first: Vec<u64>, second: Vec<u64>) -> Option<Latencies> {
    let (first, second) = (Quantiles::from_values(first)?, Quantiles::from_values(second)?);
    let difference = [second.p50 - first.p50, second.p95 - first.p95, second.p99 - first.p99];
    Some(Latencies { first, second, difference })
}
