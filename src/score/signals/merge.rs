//! Merging of new signals into a snapshot, and into its stored fields.

use std::collections::{HashMap, HashSet};

use crate::base::json::Value;
use crate::base::order;
use crate::base::tape::Node;
use crate::error::{Code, Error};
use crate::id::Family;
use crate::record::fields::{self, Prefix};
use crate::score::clock::Clock;
use crate::score::run::{
    Run, compare_newest_first, deduplicate, fail_withdrawn, from_record, is_same_moment,
};

/// Members of `data` that stored fields hold.
const STORED: [&str; 6] = ["outcome", "score", "questionId", "sessionId", "response", "cause"];

/// The signals of a snapshot after merging.
#[derive(Debug, Default)]
pub(super) struct MergedSignals<'t> {
    /// Runs by family, newest first.
    evals: [Vec<Run<'t>>; 2],
    /// All other signals, one per id.
    others: Vec<Node<'t>>,
}

impl<'t> MergedSignals<'t> {
    /// Merges `old` and `new` signals. Keeps the newer of two signals with the same id, and the
    /// `keep` newest distinct runs of each family. Of two runs at the same time the failure counts
    /// as newer, so that an old success never hides it.
    ///
    /// # Errors
    /// For an invalid eval record, and a new one without an outcome or score.
    pub(super) fn merge(
        old: Option<Node<'t>>,
        new: impl Iterator<Item = Node<'t>>,
        keep: usize,
        clock: Clock,
    ) -> Result<Self, Error> {
        let mut merged = Self::default();
        let mut positions = None;
        for record in old.into_iter().flat_map(|old| old.items()) {
            if !merged.add_run(record, clock)? {
                merged.others.push(record);
            }
        }
        let before = merged.evals.each_ref().map(Vec::len);
        for record in new {
            if merged.add_run(record, clock)? {
                continue;
            }
            if record_family(record).is_some() {
                return Err(no_outcome_error());
            }
            let positions = positions.get_or_insert_with(|| merged.first_positions());
            merged.add_other_signal(record, positions, clock);
        }
        for (runs, old) in merged.evals.iter_mut().zip(before) {
            // New runs without an order of their own are sorted by their text, after the existing
            // ones. So the order of a record file, which is that of the replies, has no effect.
            order::sort_by(&mut runs[old..], &|a, b| record_text(a).cmp(record_text(b)));
            // Without a time, only equal text identifies a duplicate.
            let (mut seen, mut position) = (HashSet::new(), 0);
            runs.retain(|run| {
                position += 1;
                run.time.is_some() || seen.insert(record_text(run)) || position <= old
            });
            fail_withdrawn(runs);
            order::sort_by(runs, &compare_newest_first);
            deduplicate(runs);
            keep_newest(runs, keep);
        }
        Ok(merged)
    }

    fn add_run(&mut self, record: Node<'t>, clock: Clock) -> Result<bool, Error> {
        let Some(family) = record_family(record) else { return Ok(false) };
        let run = from_record(record, family, clock)?;
        let added = run.is_some();
        self.evals[family as usize].extend(run);
        Ok(added)
    }

    /// Maps each id among the other signals to its first position.
    fn first_positions(&self) -> HashMap<String, usize> {
        let mut positions = HashMap::new();
        for (position, other) in self.others.iter().enumerate() {
            positions.entry(signal_id_or_empty(*other)).or_insert(position);
        }
        positions
    }

    fn add_other_signal(
        &mut self,
        record: Node<'t>,
        positions: &mut HashMap<String, usize>,
        clock: Clock,
    ) {
        let time = |node: &Node<'t>| clock.parse_time(node.get("fetchedAt"));
        match positions.get(&signal_id_or_empty(record)).map(|&position| &mut self.others[position])
        {
            Some(other) if time(other) > time(&record) => {}
            Some(other) => *other = record,
            None => {
                positions.insert(signal_id_or_empty(record), self.others.len());
                self.others.push(record);
            }
        }
    }

    /// Serializes the signals as a JSON array.
    pub(super) fn text(&self) -> String {
        let evals = self.evals.iter().flatten().filter_map(|run| run.record);
        let texts: Vec<_> = self.others.iter().copied().chain(evals).map(|n| n.source()).collect();
        format!("[{}]", texts.join(","))
    }

    /// Returns `additional`, the text of `subject.metadata.additional`, updated with the newest run
    /// of each family as stored fields.
    ///
    /// # Errors
    /// As for [`fields::merge`].
    pub(super) fn updated_stored_fields(
        &self,
        additional: &str,
        prefix: Prefix,
        clock: Clock,
    ) -> Result<String, Error> {
        let mut text = additional.to_owned();
        for record in self.evals.iter().filter_map(|runs| runs.first()?.record) {
            let merged =
                fields::merge(text.as_bytes(), &stored_members(record)?, prefix, clock.now)?;
            text = String::from_utf8_lossy(&merged.additional).into_owned();
        }
        Ok(text)
    }
}

/// Keeps the `keep` newest of the distinct `runs`. If all of these are withdrawn, also keeps the
/// newest run that was asked: without it, withdrawn runs count for nothing.
fn keep_newest(runs: &mut Vec<Run<'_>>, keep: usize) {
    let made = runs
        .iter()
        .position(|run| run.asked && !run.withdrawn)
        .filter(|position| *position >= keep);
    let made = made.map(|position| runs.remove(position));
    truncate_distinct(runs, keep);
    runs.extend(made);
}

/// Keeps the `keep` newest of the distinct `runs`. Truncation can remove the run that distinguished
/// a run without a question from another at the same time. Merging again would treat the two as
/// duplicates, so they are deduplicated here, and an older run takes the free place.
fn truncate_distinct(runs: &mut Vec<Run<'_>>, keep: usize) {
    while runs.len() > keep {
        let behind = runs.split_off(keep);
        deduplicate(runs);
        if runs.len() == keep {
            break;
        }
        let last = runs.len().saturating_sub(1);
        for run in behind {
            if !runs.get(last).is_some_and(|last| is_same_moment(last, &run)) {
                runs.push(run);
            }
        }
    }
}

/// Validates a record for merging, so that an error rejects the record rather than its snapshot. An
/// eval must state its outcome or score, and its time if stored `fields` are written.
///
/// # Errors
/// `score.signal`, `fields.invalid` if stored `fields` are written, and the errors of an invalid
/// eval record.
pub(super) fn check_record(record: Node<'_>, fields: bool, clock: Clock) -> Result<(), Error> {
    let Some(family) = record_family(record) else { return Ok(()) };
    if from_record(record, family, clock)?.is_none() {
        return Err(no_outcome_error());
    }
    if fields {
        let fetched_at = record.get("fetchedAt").and_then(|node| node.as_str());
        fields::require_time(fetched_at.as_deref())?;
    }
    Ok(())
}

fn no_outcome_error() -> Error {
    Error::new(Code::ScoreSignal, "record: data", "an outcome or a score", "neither")
}

/// Returns the text of a run's record.
fn record_text<'t>(run: &Run<'t>) -> &'t str {
    run.record.map_or("", |record| record.source())
}

/// Returns the signal id; empty if absent.
fn signal_id_or_empty(record: Node<'_>) -> String {
    record.get("signalId").and_then(|id| id.as_str()).unwrap_or_default().into_owned()
}

fn record_family(record: Node<'_>) -> Option<Family> {
    let id = record.get("signalId")?;
    Family::ALL.into_iter().find(|family| id.is_text(family.signal_id()))
}

/// Extracts the members that stored fields hold. The other members may be any JSON.
fn stored_members(record: Node<'_>) -> Result<Value, Error> {
    let members = |node: Node<'_>, names: &[&str]| {
        let mut members = Vec::new();
        for (name, value) in names.iter().filter_map(|name| Some((name, node.get(name)?))) {
            members.push(((*name).to_owned(), Value::from_view("record", value)?));
        }
        Ok::<_, Error>(members)
    };
    let mut value = members(record, &["signalId", "status", "fetchedAt"])?;
    if let Some(data) = record.get("data") {
        value.push(("data".to_owned(), Value::Object(members(data, &STORED)?)));
    }
    Ok(Value::Object(value))
}

/// Returns the text of a snapshot with its `signals` and `additional` replaced, and everything else
/// unchanged.
pub(super) fn replace_signals(
    line: Node<'_>,
    signals: Option<&str>,
    additional: Option<&str>,
) -> String {
    let subject = additional.map(|additional| {
        let subject = line.get("subject");
        let metadata = subject.and_then(|subject| subject.get("metadata"));
        let metadata = set_members(metadata, &[("additional", Some(additional))]);
        set_members(subject, &[("metadata", Some(&metadata))])
    });
    set_members(Some(line), &[("subject", subject.as_deref()), ("signals", signals)])
}

/// Returns the text of the object `node` (or an empty one) with those `members` set that have a
/// value.
pub(super) fn set_members(node: Option<Node<'_>>, members: &[(&str, Option<&str>)]) -> String {
    let mut text = String::from("{");
    let mut put = |name: &str, value: &str| {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(name);
        text.push(':');
        text.push_str(value);
    };
    let mut new = members.to_vec();
    for (name, old) in node.into_iter().flat_map(|node| node.members()) {
        let position = new.iter().position(|(new, value)| value.is_some() && name.is_text(new));
        let value = position.and_then(|position| new.remove(position).1);
        put(name.source(), value.unwrap_or_else(|| old.source()));
    }
    for (name, value) in new {
        if let Some(value) = value {
            put(&format!("\"{name}\""), value);
        }
    }
    text.push('}');
    text
}
