//! The simple evals of a family: from the runs that are known to one component.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;

use super::adapter::Window;
use super::decimal::FULL;
use super::shape::nearest;
use super::snapshot::{Clock, Normalized, Snapshot, status};
use super::status::{badness, is_available, token};
use super::transform::{clamped, share};
use crate::error::Error;
use crate::exchange::Cause;
use crate::grade::SignalStatus;
use crate::id::Family;
use crate::order;
use crate::record::fields::Prefix;
use crate::tape::Node;

/// One run, from a record or from stored fields.
#[derive(Debug)]
pub(super) struct Run<'t> {
    /// The record, if it is from one.
    pub(super) record: Option<Node<'t>>,
    pub(super) time: Option<i64>,
    question: Option<Cow<'t, str>>,
    status: SignalStatus,
    pub(super) asked: bool,
    /// Whether it was not asked by the subject's own doing, see [`settle`].
    pub(super) left: bool,
    value: u64,
}

/// How a component of evals came about, for its breakdown and for what one more run could change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) runs: u32,
    pub(crate) hits: u32,
    /// Whether the next run pushes one out of the window, and whether that one was a hit.
    pub(crate) leaving: Option<bool>,
}

/// The component of `family`: the newest run, or the share of hits in the window.
pub(crate) fn component(
    snapshot: &Snapshot<'_>,
    family: Family,
    window: Option<Window>,
    clock: Clock,
) -> Result<(Normalized, Option<Counted>), Error> {
    let mut runs = runs(snapshot, family, clock)?;
    settle(&mut runs);
    let Some(window) = window else {
        let newest = runs.iter().min_by(|a, b| order(a, b));
        return Ok((newest.map_or(Normalized::MISSING, |run| shown(run, clock)), None));
    };
    runs.retain(|run| run.asked);
    order::sort_by(&mut runs, &order);
    distinct(&mut runs);
    match window {
        Window::Runs(most) => runs.truncate(most),
        Window::Millis(most) => {
            runs.retain(|run| run.time.is_some_and(|time| clock.now.saturating_sub(time) <= most));
        }
    }
    let count = |runs: usize| u32::try_from(runs).unwrap_or(u32::MAX);
    let hits = runs.iter().filter(|run| run.value == FULL).count();
    let leaving = match window {
        Window::Runs(most) if runs.len() == most => runs.last().map(|run| run.value == FULL),
        _ => None,
    };
    let counted = Counted { runs: count(runs.len()), hits: count(hits), leaving };
    let Some(newest) = runs.first() else { return Ok((Normalized::MISSING, Some(counted))) };
    // A failure among the runs is counted; that the newest is stale is said of all of them.
    let status = match newest.status {
        SignalStatus::Stale => SignalStatus::Stale,
        _ => SignalStatus::Ok,
    };
    let normalized = Normalized {
        status: clock.aged(status, || newest.time),
        value: of(counted.hits, counted.runs),
    };
    Ok((normalized, Some(counted)))
}

/// Of many records of `family`, the one that a field is read from: that of the run that the one-shot
/// score is of, or the newest where none says what came of it.
///
/// # Errors
/// As [`from_record`].
pub(super) fn newest<'t>(
    records: impl Iterator<Item = Node<'t>>,
    family: Family,
    clock: Clock,
) -> Result<Option<Node<'t>>, Error> {
    let mut runs = Vec::new();
    let mut others: Option<Node<'t>> = None;
    let time = |node: Node<'_>| clock.time(node.get("fetchedAt"));
    for record in records {
        match from_record(record, family, clock)? {
            Some(run) => runs.push(run),
            None if others.is_some_and(|other| time(other) > time(record)) => {}
            None => others = Some(record),
        }
    }
    settle(&mut runs);
    let run = runs.iter().min_by(|a, b| order(a, b));
    Ok(run.and_then(|run| run.record).or(others))
}

/// The value of `hits` among `runs`.
pub(crate) fn of(hits: u32, runs: u32) -> u64 {
    share(i128::from(hits), u128::from(runs.max(1)), FULL)
}

/// Counts each run that the subject left no way to ask, after one that was asked, as an error: a subject
/// that could be asked once cannot leave its score by changing its card.
pub(super) fn settle(runs: &mut [Run<'_>]) {
    let asked = runs.iter().filter(|run| run.asked && !run.left).map(|run| run.time);
    let Some(first) = asked.min() else { return };
    for run in runs.iter_mut().filter(|run| run.left && run.time >= first) {
        (run.asked, run.status, run.value) = (true, SignalStatus::Error, 0);
    }
}

/// What was asked first: whether we asked is no news of the subject. Then the newest; without a time,
/// last. Of two at the same time the failure comes first: an old success never hides it.
pub(super) fn order(a: &Run<'_>, b: &Run<'_>) -> Ordering {
    (b.asked, b.time).cmp(&(a.asked, a.time)).then_with(|| worse(a, b))
}

/// The worse first.
fn worse(a: &Run<'_>, b: &Run<'_>) -> Ordering {
    a.value.cmp(&b.value).then_with(|| badness(a.status).cmp(&badness(b.status)))
}

/// Whether two runs were made at the same time, or neither was asked at one.
pub(super) fn at_once(a: &Run<'_>, b: &Run<'_>) -> bool {
    a.time.is_some() && (a.asked, a.time) == (b.asked, b.time)
}

/// Keeps one of the runs, sorted by [`order`], that are told of twice, as records and as fields.
/// Runs that were made at the same time are one if they have the same question, and the worst of
/// them stays; none that was asked is one with one that was not.
///
/// A run that does not say its question is one of those at its time that came out no better; where
/// all came out better, it is the only one there is, and stays in its place, or none of them.
pub(super) fn distinct(runs: &mut Vec<Run<'_>>) {
    let mut stays = Vec::with_capacity(runs.len());
    for runs in runs.chunk_by(at_once) {
        let first = stays.len();
        let mut questions = HashSet::new();
        let named =
            runs.iter().map(|run| run.question.as_ref().is_some_and(|q| questions.insert(q)));
        stays.extend(named);
        let Some(unnamed) = runs.iter().position(|run| run.question.is_none()) else { continue };
        let named = || (0..runs.len()).filter(|place| runs[*place].question.is_some());
        if named().all(|place| worse(&runs[place], &runs[unnamed]).is_gt()) {
            stays[first + unnamed] = true;
            if questions.len() == 1 {
                named().for_each(|place| stays[first + place] = false);
            }
        }
    }
    let mut stays = stays.into_iter();
    runs.retain(|_| stays.next().unwrap_or(true));
}

fn shown(run: &Run<'_>, clock: Clock) -> Normalized {
    Normalized { status: clock.aged(run.status, || run.time), value: run.value }
}

fn runs<'t>(snapshot: &Snapshot<'t>, family: Family, clock: Clock) -> Result<Vec<Run<'t>>, Error> {
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

fn present<'t>(node: Option<Node<'t>>) -> Option<Node<'t>> {
    node.filter(|node| !node.is_null())
}

/// The run that a record tells of; none if it says neither what came of it nor a score.
///
/// # Errors
/// `score.status` and `score.number` for a status or score that is none.
pub(super) fn from_record<'t>(
    record: Node<'t>,
    family: Family,
    clock: Clock,
) -> Result<Option<Run<'t>>, Error> {
    let status = status(record, || family.signal_id())?;
    let data = record.get("data");
    let member = |name| present(data.and_then(|data| data.get(name)));
    let score = member("score")
        .map(|node| nearest(node, || format!("{}: data/score", family.signal_id())))
        .transpose()?;
    let mut said = token(status.name());
    said.asked = status != SignalStatus::Missing;
    if let Some(outcome) = member("outcome") {
        let outcome = token(&outcome.as_str().unwrap_or_default());
        said.asked = outcome.asked;
        said.most = said.most.min(outcome.most);
        if is_available(said.status) && !is_available(outcome.status) {
            said.status = outcome.status;
        }
    } else if score.is_none() && is_available(said.status) {
        // A status alone says that something was fetched, not what.
        return Ok(None);
    }
    Ok(Some(Run {
        record: Some(record),
        time: clock.time(record.get("fetchedAt")),
        question: member("questionId").and_then(|node| node.as_str()),
        status: said.status,
        asked: said.asked,
        left: !said.asked && is_subjects_doing(member("cause")),
        value: score.map_or(said.most, |score| clamped(score).min(said.most)),
    }))
}

/// Whether a cause says that the subject left no way to ask it.
fn is_subjects_doing(cause: Option<Node<'_>>) -> bool {
    cause.and_then(|cause| cause.as_str()).is_some_and(|text| Cause::is_subjects_doing(&text))
}

fn from_fields<'t>(
    additional: Node<'t>,
    prefix: Prefix,
    family: Family,
    clock: Clock,
) -> Result<Option<Run<'t>>, Error> {
    let [score_name, status_name, question_name, .., error_name, updated_name] =
        prefix.names(family);
    let score = present(additional.get(score_name));
    let status = present(additional.get(status_name));
    if score.is_none() && status.is_none() {
        return Ok(None);
    }
    let score = score
        .map(|node| nearest(node, || format!("subject.metadata/additional/{score_name}")))
        .transpose()?;
    let said = match status {
        Some(status) => token(&status.as_str().unwrap_or_default()),
        None => token("ok"),
    };
    let unsaid = status.is_some_and(|status| status.is("ok") || status.is("stale"));
    if unsaid && score.is_none() {
        return Ok(None);
    }
    Ok(Some(Run {
        record: None,
        time: clock.time(additional.get(updated_name)),
        question: present(additional.get(question_name)).and_then(|node| node.as_str()),
        status: said.status,
        asked: said.asked,
        left: !said.asked && is_subjects_doing(additional.get(error_name)),
        value: score.map_or(said.most, |score| clamped(score).min(said.most)),
    }))
}
