//! Why a score is what it is: what each adapter moved, and what one more run could.

use super::adapter::{Component, Source};
use super::combine::{self, Reading, Work, composite, reading};
use super::config::Config;
use super::decimal::FULL;
use super::evals::{self, Counted};
use super::snapshot::{Normalized, Snapshot};
use super::write::{comma, decimal, put, string};
use crate::grade::SignalStatus;
use crate::id::Family;

/// Appends `{"adapters":[…],"nextRun":[…],"subject":{…},"total":N}`.
///
/// For each adapter: its `total`; `without`, the composite of all others; and `moved`, the composite
/// less that. For each component of simple evals: the composite if one more run of its family were
/// made and failed or succeeded, the lower (`low`) and the higher (`high`) of the two, and the larger
/// `change` from the composite as published.
pub(crate) fn write(out: &mut Vec<u8>, config: &Config, snapshot: &Snapshot<'_>, work: &Work) {
    let total = composite(config, &work.tallies);
    put(out, b"{\"adapters\":[");
    for (index, (adapter, tally)) in config.adapters.iter().zip(&work.tallies).enumerate() {
        let mut tallies = work.tallies.clone();
        tallies[index].in_denominator = false;
        let without = composite(config, &tallies);
        comma(out, index);
        put(out, b"{\"adapterId\":");
        string(out, adapter.id.as_str());
        put(out, b",\"inDenominator\":");
        put(out, if tally.in_denominator { &b"true"[..] } else { b"false" });
        put(out, b",\"moved\":");
        difference(out, total, without);
        put(out, b",\"total\":");
        decimal(out, tally.total(), 2);
        put(out, b",\"weight\":");
        put(out, adapter.weight_text.as_bytes());
        put(out, b",\"without\":");
        decimal(out, without, 2);
        put(out, b"}");
    }
    put(out, b"],\"nextRun\":[");
    for (written, next) in next_runs(config, work).into_iter().enumerate() {
        comma(out, written);
        put(out, b"{\"change\":");
        decimal(out, total.abs_diff(next.low).max(total.abs_diff(next.high)), 2);
        put(out, b",\"high\":");
        decimal(out, next.high, 2);
        put(out, b",\"key\":");
        string(out, next.key);
        put(out, b",\"low\":");
        decimal(out, next.low, 2);
        put(out, b"}");
    }
    put(out, b"],\"subject\":");
    snapshot.write_subject(out);
    put(out, b",\"total\":");
    decimal(out, total, 2);
    put(out, b"}");
}

struct NextRun<'c> {
    key: &'c str,
    low: u64,
    high: u64,
}

fn next_runs<'c>(config: &'c Config, work: &Work) -> Vec<NextRun<'c>> {
    let ends = Family::ALL.map(|family| {
        // Making a run can only lower the score if it fails, and raise it if it does not, except
        // that an adapter may join the denominator by it: so both ends are looked at.
        let [failed, succeeded] = [false, true].map(|hit| one_more(config, work, family, hit));
        (failed.min(succeeded), failed.max(succeeded))
    });
    let applicable =
        config.adapters.iter().zip(&work.tallies).filter(|(_, tally)| tally.applicable);
    let components = applicable.flat_map(|(adapter, _)| &adapter.components);
    let next = components.filter_map(|component| {
        let (low, high) = ends[family_of(component)? as usize];
        Some(NextRun { key: component.key.as_str(), low, high })
    });
    next.collect()
}

fn family_of(component: &Component) -> Option<Family> {
    match component.source {
        Source::Eval { family, .. } => Some(family),
        _ => None,
    }
}

/// The composite after one more run of `family`, which every component that reads the family reads.
fn one_more(config: &Config, work: &Work, family: Family, hit: bool) -> u64 {
    let mut readings = work.readings.as_slice();
    let tallies: Vec<_> = config
        .adapters
        .iter()
        .zip(&work.tallies)
        .map(|(adapter, tally)| {
            let (before, rest) = readings.split_at(adapter.components.len());
            readings = rest;
            let read = |(component, reading): (&Component, &Reading)| match family_of(component) {
                Some(of) if of == family => after(config, reading, hit),
                _ => *reading,
            };
            let after: Vec<_> = adapter.components.iter().zip(before).map(read).collect();
            combine::tally(adapter, tally.applicable, &after)
        })
        .collect();
    composite(config, &tallies)
}

/// The reading after one more run, made now: the newest replaces the one-shot score; in a window it
/// joins, and the oldest leaves if the window is full.
fn after(config: &Config, before: &Reading, hit: bool) -> Reading {
    let value = match before.counted {
        None if hit => FULL,
        None => 0,
        Some(Counted { runs, hits, leaving }) => {
            let stay = |n: u32, leaves: bool| n.saturating_sub(u32::from(leaves));
            let hits = stay(hits, leaving == Some(true)) + u32::from(hit);
            evals::of(hits, stay(runs, leaving.is_some()) + 1)
        }
    };
    reading(config, Normalized { status: SignalStatus::Ok, value }, before.counted)
}

/// `a` − `b` in hundredths.
fn difference(out: &mut Vec<u8>, a: u64, b: u64) {
    if a < b {
        out.push(b'-');
    }
    decimal(out, a.abs_diff(b), 2);
}
