//! From readings to totals: HCS-25, "Missing and Stale Data" and "Aggregation".

use super::adapter::{Adapter, Component, Mode, Source};
use super::config::Config;
use super::decimal::{FULL, ONE, half_up};
use super::evals::{self, Counted};
use super::mean::{Term, weighted};
use super::snapshot::{Clock, Normalized, Snapshot};
use super::status::is_available;
use crate::error::Error;
use crate::grade::SignalStatus;

/// Billionths in a hundredth, the precision of every published number.
pub(crate) const HUNDREDTH: u64 = 10_000_000;

/// A component with its value after the rules on missing and stale data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) status: SignalStatus,
    pub(crate) value: u64,
    pub(crate) counted: Option<Counted>,
}

/// An adapter's part in the composite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) applicable: bool,
    /// Whether the component map holds the adapter's own components: those that are available, and
    /// those that are not but are scorable all the same.
    pub(crate) output: bool,
    /// Whether the default component stands in for an empty map.
    pub(crate) default: bool,
    pub(crate) in_denominator: bool,
    /// The adapter total, `n / d` billionths.
    n: u128,
    d: u128,
    /// The adapter confidence is the share `sure / most`.
    sure: u64,
    most: u64,
}

impl Tally {
    /// The adapter total in hundredths.
    pub(crate) fn total(&self) -> u64 {
        u64::try_from(half_up(self.n, self.d * u128::from(HUNDREDTH))).unwrap_or_default()
    }
}

/// Everything that a score of one subject was computed from; the memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// One reading per component, over all adapters.
    pub(crate) readings: Vec<Reading>,
    /// One tally per adapter.
    pub(crate) tallies: Vec<Tally>,
}

impl Work {
    /// Reads and tallies every adapter of `config`.
    pub(crate) fn fill(
        &mut self,
        config: &Config,
        snapshot: &Snapshot<'_>,
        now: i64,
    ) -> Result<(), Error> {
        self.readings.clear();
        self.tallies.clear();
        for adapter in &config.adapters {
            let applicable = adapter.applies.to(
                snapshot.registry.as_deref(),
                snapshot.protocol.as_deref(),
                snapshot.class.as_deref(),
            );
            let first = self.readings.len();
            for component in &adapter.components {
                let (normalized, counted) = if applicable {
                    normalize(config, component, snapshot, now)?
                } else {
                    (Normalized::MISSING, None)
                };
                self.readings.push(reading(config, normalized, counted));
            }
            self.tallies.push(tally(adapter, applicable, &self.readings[first..]));
        }
        Ok(())
    }
}

/// The composite in hundredths over the adapters that are in the denominator.
pub(crate) fn composite<'a>(
    config: &'a Config,
    tallies: impl IntoIterator<Item = &'a Tally, IntoIter: Clone>,
) -> u64 {
    weighted(terms(config, tallies.into_iter(), |tally| (tally.n, tally.d)), HUNDREDTH)
}

/// The confidence in ten-thousandths: the weighted mean, over the denominator, of the share of each
/// adapter's components that are `ok`, a `stale` one counting half.
pub(crate) fn confidence(config: &Config, tallies: &[Tally]) -> u64 {
    let share = |tally: &Tally| (u128::from(tally.sure) * 10_000, u128::from(tally.most));
    weighted(terms(config, tallies.iter(), share), 1)
}

fn terms<'a>(
    config: &'a Config,
    tallies: impl Iterator<Item = &'a Tally> + Clone,
    share: impl Fn(&Tally) -> (u128, u128) + Clone,
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
) -> Result<(Normalized, Option<Counted>), Error> {
    let clock = Clock { now, max_age: component.max_age };
    match &component.source {
        Source::Signal { signal, field, transform } => {
            Ok((snapshot.signal(config, *signal, field, transform, clock)?, None))
        }
        Source::Metadata { field, status, fetched_at, transform } => {
            let (status, time) = (status.as_ref(), fetched_at.as_ref());
            Ok((snapshot.stored(field, status, time, transform, clock)?, None))
        }
        Source::Eval { family, window } => evals::component(snapshot, *family, *window, clock),
    }
}

/// Rules 1 to 3 of HCS-25, "Missing and Stale Data".
pub(crate) fn reading(
    config: &Config,
    normalized: Normalized,
    counted: Option<Counted>,
) -> Reading {
    let Normalized { status, value } = normalized;
    let value = match status {
        SignalStatus::Ok => value,
        SignalStatus::Stale => {
            let scaled = u128::from(value) * u128::from(config.stale_multiplier);
            u64::try_from(half_up(scaled, ONE.unsigned_abs())).unwrap_or(FULL)
        }
        SignalStatus::Missing | SignalStatus::Timeout | SignalStatus::Error => 0,
    };
    Reading { status, value, counted }
}

/// Whether `component`, so read, is left out of the component map.
pub(crate) const fn is_omitted(component: &Component, reading: &Reading) -> bool {
    component.non_scorable && !is_available(reading.status)
}

pub(crate) fn tally(adapter: &Adapter, applicable: bool, readings: &[Reading]) -> Tally {
    let kept = || {
        adapter
            .components
            .iter()
            .zip(readings)
            .filter(|(component, reading)| !is_omitted(component, reading))
    };
    // The standard's second vector: a conditional adapter that found nothing at all returns no map.
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
    Tally {
        applicable,
        output,
        default,
        in_denominator: (output || default) && adapter.weight > 0,
        n,
        d: d.max(1),
        sure: 2 * count(SignalStatus::Ok) + count(SignalStatus::Stale),
        most: 2 * readings.len() as u64,
    }
}
