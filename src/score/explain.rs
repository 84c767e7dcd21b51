//! Explanation of a score: the effect of each adapter, and of one more run.

use super::adapter::{Component, Source};
use super::clock::NormalizedValue;
use super::combine::{self, ComponentReading, Computation, composite, read_component};
use super::config::Config;
use super::decimal::FULL;
use super::evals::{self, WindowCounts};
use super::snapshot::Snapshot;
use super::write::{
    self, AdapterEffect, string, write_bytes, write_comma, write_decimal, write_subject,
};
use crate::grade::SignalStatus;
use crate::id::Family;

/// Appends `{"adapters":[…],"nextRun":[…],"staleMultiplier":N,"subject":{…},"total":N}`.
///
/// Each adapter is as in the score record, and has `without`, the composite of all other adapters,
/// and `moved`, the composite minus `without`. Its components have the `steps` of their arithmetic.
/// For each component of simple evals: the composite after one more run of its family, as the lower
/// (`low`) and higher (`high`) of the results for a failed and a successful run, and `change`, the
/// larger difference from the published composite.
pub(crate) fn write(
    out: &mut Vec<u8>,
    config: &Config,
    snapshot: &Snapshot<'_>,
    work: &Computation,
    now: i64,
) {
    let total = composite(config, &work.tallies);
    write_bytes(out, b"{\"adapters\":[");
    let mut first = 0;
    for (index, adapter) in config.adapters.iter().enumerate() {
        let mut tallies = work.tallies.clone();
        tallies[index].in_denominator = false;
        let steps = |component: &Component| match &component.source {
            Source::Part(part) => {
                combine::new_evaluation(config, component, snapshot, now).record_steps(part)
            }
            Source::Eval { .. } => Vec::new(),
        };
        let effect = AdapterEffect {
            total,
            without: composite(config, &tallies),
            steps: adapter.components.iter().map(steps).collect(),
        };
        let end = first + adapter.components.len();
        write_comma(out, index);
        write::write_adapter(out, config, work, index, first..end, Some(&effect));
        first = end;
    }
    write_bytes(out, b"],\"nextRun\":[");
    for (written, next) in next_runs(config, work).into_iter().enumerate() {
        write_comma(out, written);
        write_bytes(out, b"{\"change\":");
        write_decimal(out, total.abs_diff(next.low).max(total.abs_diff(next.high)), 2);
        write_bytes(out, b",\"high\":");
        write_decimal(out, next.high, 2);
        write_bytes(out, b",\"key\":");
        string(out, next.key);
        write_bytes(out, b",\"low\":");
        write_decimal(out, next.low, 2);
        write_bytes(out, b"}");
    }
    write_bytes(out, b"],\"staleMultiplier\":");
    write_bytes(out, super::decimal::format_billionths(config.stale_multiplier.into()).as_bytes());
    write_bytes(out, b",\"subject\":");
    write_subject(out, &snapshot.id, &work.who);
    write_bytes(out, b",\"total\":");
    write_decimal(out, total, 2);
    write_bytes(out, b"}");
}

struct NextRun<'c> {
    key: &'c str,
    low: u64,
    high: u64,
}

fn next_runs<'c>(config: &'c Config, work: &Computation) -> Vec<NextRun<'c>> {
    let ends = Family::ALL.map(|family| {
        // A failed run usually lowers the score and a successful one raises it. But either may
        // bring an adapter into the denominator, so both results are compared.
        let [failed, succeeded] =
            [false, true].map(|hit| composite_after_run(config, work, family, hit));
        (failed.min(succeeded), failed.max(succeeded))
    });
    let applicable =
        config.adapters.iter().zip(&work.tallies).filter(|(_, tally)| tally.applicable);
    let components = applicable.flat_map(|(adapter, _)| &adapter.components);
    let next = components.filter_map(|component| {
        let (low, high) = ends[component_family(component)? as usize];
        Some(NextRun { key: component.key.as_str(), low, high })
    });
    next.collect()
}

fn component_family(component: &Component) -> Option<Family> {
    match component.source {
        Source::Eval { family, .. } => Some(family),
        _ => None,
    }
}

/// Computes the composite after one more run of `family`.
fn composite_after_run(config: &Config, work: &Computation, family: Family, hit: bool) -> u64 {
    let mut readings = work.readings.as_slice();
    let tallies: Vec<_> = config
        .adapters
        .iter()
        .zip(&work.tallies)
        .map(|(adapter, tally)| {
            let (before, rest) = readings.split_at(adapter.components.len());
            readings = rest;
            let read =
                |(component, reading): (&Component, &ComponentReading)| match component_family(
                    component,
                ) {
                    Some(of) if of == family => reading_after_run(config, reading, hit),
                    _ => *reading,
                };
            let after: Vec<_> = adapter.components.iter().zip(before).map(read).collect();
            combine::tally(adapter, tally.applicable, &after)
        })
        .collect();
    composite(config, &tallies)
}

/// Returns the reading after one more run, made now. The run replaces a one-shot score. In a window
/// it is added, and evicts the oldest run if the window is full.
fn reading_after_run(config: &Config, before: &ComponentReading, hit: bool) -> ComponentReading {
    let value = match before.counted {
        None if hit => FULL,
        None => 0,
        Some(WindowCounts { runs, hits, evicted }) => {
            let stay = |n: u32, leaves: bool| n.saturating_sub(u32::from(leaves));
            let hits = stay(hits, evicted == Some(true)) + u32::from(hit);
            evals::window_value(hits, stay(runs, evicted.is_some()) + 1)
        }
    };
    read_component(config, NormalizedValue { status: SignalStatus::Ok, value }, before.counted)
}
