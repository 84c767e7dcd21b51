//! Parses the runs of simple evals, from records and from stored fields.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;

use super::clock::{Clock, status};
use super::config_object::parse_nearest;
use super::status::{is_available, parse_token, severity_rank};
use super::transform::clamp;
use crate::base::tape::Node;
use crate::error::Error;
use crate::exchange::Cause;
use crate::grade::SignalStatus;
use crate::id::Family;
use crate::record::fields::Prefix;

/// A run, from a record or from stored fields.
#[derive(Debug)]
pub(super) struct Run<'t> {
    /// The record, unless the run is from stored fields.
    pub(super) record: Option<Node<'t>>,
    pub(super) time: Option<i64>,
    pub(super) question: Option<Cow<'t, str>>,
    pub(super) status: SignalStatus,
    pub(super) asked: bool,
    /// True if the subject offered no supported way to be asked; see [`fail_withdrawn`].
    pub(super) withdrawn: bool,
    pub(super) value: u64,
}

/// Chooses the record of `family` from which a field is read: the record of the run that the
/// one-shot score uses, or the newest record if none states an outcome.
///
/// # Errors
/// As for [`from_record`].
pub(super) fn newest_record<'t>(
    records: impl Iterator<Item = Node<'t>>,
    family: Family,
    clock: Clock,
) -> Result<Option<Node<'t>>, Error> {
    let mut runs = Vec::new();
    let mut others: Option<Node<'t>> = None;
    let time = |node: Node<'_>| clock.parse_time(node.get("fetchedAt"));
    for record in records {
        match from_record(record, family, clock)? {
            Some(run) => runs.push(run),
            None if others.is_some_and(|other| time(other) > time(record)) => {}
            None => others = Some(record),
        }
    }
    fail_withdrawn(&mut runs);
    let run = runs.iter().min_by(|a, b| compare_newest_first(a, b));
    Ok(run.and_then(|run| run.record).or(others))
}

/// Counts each withdrawn run after the first one that was asked as an error: once asked, a subject
/// cannot protect its score by changing its card.
pub(super) fn fail_withdrawn(runs: &mut [Run<'_>]) {
    let asked = runs.iter().filter(|run| run.asked && !run.withdrawn).map(|run| run.time);
    let Some(first) = asked.min() else { return };
    for run in runs.iter_mut().filter(|run| run.withdrawn && run.time >= first) {
        (run.asked, run.status, run.value) = (true, SignalStatus::Error, 0);
    }
}

/// Orders runs that were asked first, since not asking says nothing about the subject. Then newest
/// first, runs without a time last; of runs at the same time the worst first, so that an old
/// success never hides a failure.
pub(super) fn compare_newest_first(a: &Run<'_>, b: &Run<'_>) -> Ordering {
    (b.asked, b.time).cmp(&(a.asked, a.time)).then_with(|| compare_worst_first(a, b))
}

/// Orders the worst run first.
fn compare_worst_first(a: &Run<'_>, b: &Run<'_>) -> Ordering {
    a.value.cmp(&b.value).then_with(|| severity_rank(a.status).cmp(&severity_rank(b.status)))
}

/// Reports whether two runs have the same time and are both asked or both not asked.
pub(super) fn is_same_moment(a: &Run<'_>, b: &Run<'_>) -> bool {
    a.time.is_some() && (a.asked, a.time) == (b.asked, b.time)
}

/// Removes duplicates from runs sorted by [`compare_newest_first`]: a run may be known from both a record
/// and stored fields. Of runs with the same time and question, the worst is kept.
///
/// A run without a question is a duplicate of any run at the same time that is no better. If all of
/// them are better, it is kept, and replaces them if they all have the same question.
pub(super) fn deduplicate(runs: &mut Vec<Run<'_>>) {
    let mut keep = Vec::with_capacity(runs.len());
    for runs in runs.chunk_by(is_same_moment) {
        let first = keep.len();
        let mut questions = HashSet::new();
        let named =
            runs.iter().map(|run| run.question.as_ref().is_some_and(|q| questions.insert(q)));
        keep.extend(named);
        let Some(unnamed) = runs.iter().position(|run| run.question.is_none()) else { continue };
        let named = || (0..runs.len()).filter(|place| runs[*place].question.is_some());
        if named().all(|place| compare_worst_first(&runs[place], &runs[unnamed]).is_gt()) {
            keep[first + unnamed] = true;
            if questions.len() == 1 {
                named().for_each(|place| keep[first + place] = false);
            }
        }
    }
    let mut keep = keep.into_iter();
    runs.retain(|_| keep.next().unwrap_or(true));
}

fn non_null<'t>(node: Option<Node<'t>>) -> Option<Node<'t>> {
    node.filter(|node| !node.is_null())
}

/// Parses the run that a record describes; `None` if the record states neither an outcome nor a
/// score.
///
/// # Errors
/// `score.status` and `score.number` for an invalid status or score.
pub(super) fn from_record<'t>(
    record: Node<'t>,
    family: Family,
    clock: Clock,
) -> Result<Option<Run<'t>>, Error> {
    let status = status(record, || family.signal_id())?;
    let data = record.get("data");
    let member = |name| non_null(data.and_then(|data| data.get(name)));
    let score = member("score")
        .map(|node| parse_nearest(node, || format!("{}: data/score", family.signal_id())))
        .transpose()?;
    let mut token_info = parse_token(status.name());
    token_info.asked = status != SignalStatus::Missing;
    if let Some(outcome) = member("outcome") {
        let outcome = parse_token(&outcome.as_str().unwrap_or_default());
        token_info.asked = outcome.asked;
        token_info.max_score = token_info.max_score.min(outcome.max_score);
        if is_available(token_info.status) && !is_available(outcome.status) {
            token_info.status = outcome.status;
        }
    } else if score.is_none() && is_available(token_info.status) {
        // A status alone does not tell the outcome.
        return Ok(None);
    }
    Ok(Some(Run {
        record: Some(record),
        time: clock.parse_time(record.get("fetchedAt")),
        question: member("questionId").and_then(|node| node.as_str()),
        status: token_info.status,
        asked: token_info.asked,
        withdrawn: !token_info.asked && subject_has_no_transport(member("cause")),
        value: score.map_or(token_info.max_score, |score| clamp(score).min(token_info.max_score)),
    }))
}

/// Reports whether the cause is that the subject offers no supported protocol.
fn subject_has_no_transport(cause: Option<Node<'_>>) -> bool {
    cause.and_then(|cause| cause.as_str()).is_some_and(|text| Cause::is_caused_by_subject(&text))
}

/// Parses the run in stored fields; `None` without a score or an outcome.
pub(super) fn from_fields<'t>(
    additional: Node<'t>,
    prefix: Prefix,
    family: Family,
    clock: Clock,
) -> Result<Option<Run<'t>>, Error> {
    let [score_name, status_name, question_name, .., error_name, updated_name] =
        prefix.field_names(family);
    let score = non_null(additional.get(score_name));
    let status = non_null(additional.get(status_name));
    if score.is_none() && status.is_none() {
        return Ok(None);
    }
    let score = score
        .map(|node| parse_nearest(node, || format!("subject.metadata/additional/{score_name}")))
        .transpose()?;
    let token_info = match status {
        Some(status) => parse_token(&status.as_str().unwrap_or_default()),
        None => parse_token("ok"),
    };
    let unsaid = status.is_some_and(|status| status.is_text("ok") || status.is_text("stale"));
    if unsaid && score.is_none() {
        return Ok(None);
    }
    Ok(Some(Run {
        record: None,
        time: clock.parse_time(additional.get(updated_name)),
        question: non_null(additional.get(question_name)).and_then(|node| node.as_str()),
        status: token_info.status,
        asked: token_info.asked,
        withdrawn: !token_info.asked && subject_has_no_transport(additional.get(error_name)),
        value: score.map_or(token_info.max_score, |score| clamp(score).min(token_info.max_score)),
    }))
}
