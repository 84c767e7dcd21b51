//! Components of simple evals, computed from the known runs of a family.

use super::adapter::Window;
use super::clock::{Clock, NormalizedValue};
use super::decimal::FULL;
use super::identity;
use super::run::{
    Run, compare_newest_first, deduplicate, fail_withdrawn, from_fields, from_record,
};
use super::snapshot::Snapshot;
use super::transform::clamped_share;
use crate::base::order;
use crate::error::Error;
use crate::grade::SignalStatus;
use crate::id::Family;
use crate::record::fields::Prefix;

/// The counts of a windowed component, for its breakdown and for predicting the next run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WindowCounts {
    pub(crate) runs: u32,
    pub(crate) hits: u32,
    /// Set if the next run evicts one from the window: whether the evicted run is a hit.
    pub(crate) evicted: Option<bool>,
}

/// Computes the component of `family`: the score of the newest run, or the share of hits in the
/// window. Adds to `who` the models and agents that answered in the scored runs.
pub(crate) fn component(
    snapshot: &Snapshot<'_>,
    family: Family,
    window: Option<Window>,
    clock: Clock,
    who: &mut Vec<String>,
) -> Result<(NormalizedValue, Option<WindowCounts>), Error> {
    let mut runs = collect_runs(snapshot, family, clock)?;
    fail_withdrawn(&mut runs);
    let mut add = |run: &Run<'_>| {
        if let Some(record) = run.record {
            identity::add_identity(who, &snapshot.id, record);
        }
    };
    let Some(window) = window else {
        let newest = runs.iter().min_by(|a, b| compare_newest_first(a, b));
        newest.into_iter().for_each(&mut add);
        return Ok((
            newest.map_or(NormalizedValue::MISSING, |run| normalize_run(run, clock)),
            None,
        ));
    };
    runs.retain(|run| run.asked);
    order::sort_by(&mut runs, &compare_newest_first);
    deduplicate(&mut runs);
    match window {
        Window::Runs(limit) => runs.truncate(limit),
        Window::Millis(limit) => {
            runs.retain(|run| run.time.is_some_and(|time| clock.now.saturating_sub(time) <= limit));
        }
    }
    runs.iter().for_each(add);
    let count = |runs: usize| u32::try_from(runs).unwrap_or(u32::MAX);
    let hits = runs.iter().filter(|run| run.value == FULL).count();
    let evicted = match window {
        Window::Runs(limit) if runs.len() == limit => runs.last().map(|run| run.value == FULL),
        _ => None,
    };
    let counted = WindowCounts { runs: count(runs.len()), hits: count(hits), evicted };
    let Some(newest) = runs.first() else { return Ok((NormalizedValue::MISSING, Some(counted))) };
    // A windowed score counts failures instead of reporting them, so only staleness affects its
    // status.
    let status = match newest.status {
        SignalStatus::Stale => SignalStatus::Stale,
        _ => SignalStatus::Ok,
    };
    let normalized = NormalizedValue {
        status: clock.status_by_age(status, || newest.time),
        value: window_value(counted.hits, counted.runs),
    };
    Ok((normalized, Some(counted)))
}

/// Returns the value of `hits` among `runs`.
pub(crate) fn window_value(hits: u32, runs: u32) -> u64 {
    clamped_share(i128::from(hits), u128::from(runs.max(1)), FULL)
}

fn normalize_run(run: &Run<'_>, clock: Clock) -> NormalizedValue {
    NormalizedValue { status: clock.status_by_age(run.status, || run.time), value: run.value }
}

fn collect_runs<'t>(
    snapshot: &Snapshot<'t>,
    family: Family,
    clock: Clock,
) -> Result<Vec<Run<'t>>, Error> {
    let mut runs = Vec::new();
    for (_, record) in snapshot.evals.iter().filter(|(of, _)| *of == family) {
        runs.extend(from_record(*record, family, clock)?);
    }
    if let Some(additional) = snapshot.metadata.and_then(|node| node.get("additional")) {
        for prefix in Prefix::ALL {
            runs.extend(from_fields(additional, prefix, family, clock)?);
        }
    }
    Ok(runs)
}
