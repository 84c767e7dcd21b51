//! Aggregation of component readings (HCS-25, "Missing and Stale Data" and "Aggregation").

use super::adapter::{Adapter, Applicability, Component, Mode, Source};
use super::clock::{Clock, NormalizedValue};
use super::condition;
use super::config::Config;
use super::decimal::{FULL, ONE, divide_half_up};
use super::evals::{self, WindowCounts};
use super::mean::{Term, weighted_mean};
use super::part::Evaluation;
use super::snapshot::Snapshot;
use super::status::is_available;
use crate::error::Error;
use crate::grade::SignalStatus;

/// Billionths in one hundredth, the precision of published numbers.
pub(crate) const HUNDREDTH: u64 = 10_000_000;

/// A component's value after the rules on missing and stale data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComponentReading {
    pub(crate) status: SignalStatus,
    pub(crate) value: u64,
    pub(crate) counted: Option<WindowCounts>,
}

/// An adapter's contribution to the composite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdapterTally {
    pub(crate) applicable: bool,
    /// True if the component map holds components of the adapter itself: available ones, or
    /// unavailable ones that are scorable nonetheless.
    pub(crate) output: bool,
    /// True if the default component stands in for an empty map.
    pub(crate) default: bool,
    pub(crate) in_denominator: bool,
    /// The adapter total, `n / d` billionths.
    n: u128,
    d: u128,
    /// The adapter's confidence, `confidence_n / confidence_d`.
    confidence_n: u64,
    confidence_d: u64,
}

impl AdapterTally {
    /// Returns the adapter total in hundredths.
    pub(crate) fn total(&self) -> u64 {
        u64::try_from(divide_half_up(self.n, self.d * u128::from(HUNDREDTH))).unwrap_or_default()
    }
}

/// Intermediate results of scoring one subject. The allocations are reused.
#[derive(Debug, Default)]
pub(crate) struct Computation {
    /// One reading per component of every adapter, in order.
    pub(crate) readings: Vec<ComponentReading>,
    /// One tally per adapter.
    pub(crate) tallies: Vec<AdapterTally>,
    /// Requested and served models, tools and agents of the scored runs.
    pub(crate) who: Vec<String>,
}

impl Computation {
    /// Reads and tallies every adapter of `config`.
    pub(crate) fn compute(
        &mut self,
        config: &Config,
        snapshot: &Snapshot<'_>,
        now: i64,
    ) -> Result<(), Error> {
        self.readings.clear();
        self.tallies.clear();
        self.who.clear();
        for adapter in &config.adapters {
            let applicable = adapter_applies(config, &adapter.applies, snapshot)?;
            let first = self.readings.len();
            for component in &adapter.components {
                let (normalized, counted) = if applicable {
                    normalize(config, component, snapshot, now, &mut self.who)?
                } else {
                    (NormalizedValue::MISSING, None)
                };
                self.readings.push(read_component(config, normalized, counted));
            }
            self.tallies.push(tally(adapter, applicable, &self.readings[first..]));
        }
        Ok(())
    }
}

/// Returns the composite in hundredths, over the adapters in the denominator.
pub(crate) fn composite<'a>(
    config: &'a Config,
    tallies: impl IntoIterator<Item = &'a AdapterTally, IntoIter: Clone>,
) -> u64 {
    weighted_mean(terms(config, tallies.into_iter(), |tally| (tally.n, tally.d)), HUNDREDTH)
}

/// Returns the confidence in ten-thousandths: the weighted mean, over the denominator, of the share
/// of each adapter's components that are `ok`. A `stale` component counts half.
pub(crate) fn confidence(config: &Config, tallies: &[AdapterTally]) -> u64 {
    let share = |tally: &AdapterTally| {
        (u128::from(tally.confidence_n) * 10_000, u128::from(tally.confidence_d))
    };
    weighted_mean(terms(config, tallies.iter(), share), 1)
}

fn terms<'a>(
    config: &'a Config,
    tallies: impl Iterator<Item = &'a AdapterTally> + Clone,
    share: impl Fn(&AdapterTally) -> (u128, u128) + Clone,
) -> impl Iterator<Item = Term> + Clone {
    config.adapters.iter().zip(tallies).filter(|(_, tally)| tally.in_denominator).map(
        move |(adapter, tally)| {
            let (n, d) = share(tally);
            Term { w: adapter.weight, n, d }
        },
    )
}

fn normalize(
    config: &Config,
    component: &Component,
    snapshot: &Snapshot<'_>,
    now: i64,
    who: &mut Vec<String>,
) -> Result<(NormalizedValue, Option<WindowCounts>), Error> {
    let clock = Clock { now, max_age: component.max_age };
    match &component.source {
        Source::Part(part) => {
            let mut evaluation = new_evaluation(config, component, snapshot, now);
            Ok((evaluation.evaluate_component(part)?, None))
        }
        Source::Eval { family, window } => {
            match evals::component(snapshot, *family, *window, clock, who) {
                Err(_) if config.invalid_is_error => {
                    Ok((NormalizedValue { status: SignalStatus::Error, value: 0 }, None))
                }
                found => found,
            }
        }
    }
}

/// Creates the evaluation of a component's part.
pub(crate) fn new_evaluation<'a, 't>(
    config: &Config,
    component: &'a Component,
    snapshot: &'a Snapshot<'t>,
    now: i64,
) -> Evaluation<'a, 't> {
    let clock = Clock { now, max_age: component.max_age };
    Evaluation::new(snapshot, clock, component.key.as_str(), config.invalid_is_error)
}

/// Reports whether an adapter applies to the subject of `snapshot`.
fn adapter_applies(
    config: &Config,
    applies: &Applicability,
    snapshot: &Snapshot<'_>,
) -> Result<bool, Error> {
    let routed = applies.includes(
        snapshot.registry.as_deref(),
        snapshot.protocol.as_deref(),
        snapshot.class.as_deref(),
    );
    match &applies.when {
        Some(when) if routed => match condition::condition_holds(when, snapshot) {
            Err(_) if config.invalid_is_error => Ok(false),
            holds => holds,
        },
        _ => Ok(routed),
    }
}

/// Applies rules 1 to 3 of HCS-25, "Missing and Stale Data".
pub(crate) fn read_component(
    config: &Config,
    normalized: NormalizedValue,
    counted: Option<WindowCounts>,
) -> ComponentReading {
    let NormalizedValue { status, value } = normalized;
    let value = match status {
        SignalStatus::Ok => value,
        SignalStatus::Stale => {
            let scaled = u128::from(value) * u128::from(config.stale_multiplier);
            u64::try_from(divide_half_up(scaled, ONE.unsigned_abs())).unwrap_or(FULL)
        }
        SignalStatus::Missing | SignalStatus::Timeout | SignalStatus::Error => 0,
    };
    ComponentReading { status, value, counted }
}

/// Reports whether `component` with this reading is omitted from the component map.
pub(crate) const fn is_omitted(component: &Component, reading: &ComponentReading) -> bool {
    component.non_scorable && !is_available(reading.status)
}

pub(crate) fn tally(
    adapter: &Adapter,
    applicable: bool,
    readings: &[ComponentReading],
) -> AdapterTally {
    let kept = || {
        adapter
            .components
            .iter()
            .zip(readings)
            .filter(|(component, reading)| !is_omitted(component, reading))
    };
    // HCS-25, second test vector: a conditional adapter without any data returns an empty map.
    let nothing = readings.iter().all(|reading| reading.status == SignalStatus::Missing);
    let conditional = adapter.mode == Mode::Conditional;
    let output = applicable && kept().next().is_some() && !(conditional && nothing);
    let default = applicable && !output && !conditional;
    let (mut n, mut d) = (0, 0);
    if output {
        for (component, reading) in kept() {
            n += u128::from(component.weight) * u128::from(reading.value);
            d += u128::from(component.weight);
        }
    }
    let count = |status| readings.iter().filter(|reading| reading.status == status).count() as u64;
    AdapterTally {
        applicable,
        output,
        default,
        in_denominator: (output || default) && adapter.weight > 0,
        n,
        d: d.max(1),
        confidence_n: 2 * count(SignalStatus::Ok) + count(SignalStatus::Stale),
        confidence_d: 2 * readings.len() as u64,
    }
}
