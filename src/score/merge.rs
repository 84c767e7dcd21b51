//! A snapshot after more signals have come: what stands, and what of it stored fields say.

use std::collections::{HashMap, HashSet};

use super::evals::{Run, at_once, distinct, from_record, order, settle};
use super::snapshot::Clock;
use crate::error::{Code, Error};
use crate::id::Family;
use crate::json::Value;
use crate::order;
use crate::record::fields::{self, Prefix};
use crate::tape::Node;

/// The members of `data` that stored fields hold.
const STORED: [&str; 6] = ["outcome", "score", "questionId", "sessionId", "response", "cause"];

/// The signals that stand.
#[derive(Debug, Default)]
pub(super) struct Standing<'t> {
    /// The simple evals by family, the newest first.
    evals: [Vec<Run<'t>>; 2],
    /// All others, each id once.
    others: Vec<Node<'t>>,
}

impl<'t> Standing<'t> {
    /// What stands of `old` and `new` signals. Of a signal the newer; of the evals of a family the
    /// `keep` newest, a run that is there twice once. Of two at the same time the failure is the
    /// newer, so that an old success never hides it.
    ///
    /// # Errors
    /// For an eval that cannot be read, and a new one that says nothing.
    pub(super) fn of(
        old: Option<Node<'t>>,
        new: impl Iterator<Item = Node<'t>>,
        keep: usize,
        clock: Clock,
    ) -> Result<Self, Error> {
        let mut standing = Self::default();
        let mut places = None;
        for record in old.into_iter().flat_map(|old| old.items()) {
            if !standing.take_run(record, clock)? {
                standing.others.push(record);
            }
        }
        let before = standing.evals.each_ref().map(Vec::len);
        for record in new {
            if standing.take_run(record, clock)? {
                continue;
            }
            if family_of(record).is_some() {
                return Err(says_nothing());
            }
            let places = places.get_or_insert_with(|| standing.places());
            standing.take_other(record, places, clock);
        }
        for (runs, old) in standing.evals.iter_mut().zip(before) {
            // Runs of which none is the newer stand by their text behind those that were there, so
            // that the order of a record file, which is that of the replies, does not matter.
            order::sort_by(&mut runs[old..], &|a, b| source(a).cmp(source(b)));
            // Without a time nothing but its text shows that a run is there already.
            let (mut seen, mut place) = (HashSet::new(), 0);
            runs.retain(|run| {
                place += 1;
                run.time.is_some() || seen.insert(source(run)) || place <= old
            });
            settle(runs);
            order::sort_by(runs, &order);
            distinct(runs);
            cut_settled(runs, keep);
        }
        Ok(standing)
    }

    fn take_run(&mut self, record: Node<'t>, clock: Clock) -> Result<bool, Error> {
        let Some(family) = family_of(record) else { return Ok(false) };
        let run = from_record(record, family, clock)?;
        let taken = run.is_some();
        self.evals[family as usize].extend(run);
        Ok(taken)
    }

    /// The first place of each id among the others.
    fn places(&self) -> HashMap<String, usize> {
        let mut places = HashMap::new();
        for (place, other) in self.others.iter().enumerate() {
            places.entry(id(*other)).or_insert(place);
        }
        places
    }

    fn take_other(&mut self, record: Node<'t>, places: &mut HashMap<String, usize>, clock: Clock) {
        let time = |node: &Node<'t>| clock.time(node.get("fetchedAt"));
        match places.get(&id(record)).map(|&place| &mut self.others[place]) {
            Some(other) if time(other) > time(&record) => {}
            Some(other) => *other = record,
            None => {
                places.insert(id(record), self.others.len());
                self.others.push(record);
            }
        }
    }

    /// The signals as a JSON array.
    pub(super) fn text(&self) -> String {
        let evals = self.evals.iter().flatten().filter_map(|run| run.record);
        let texts: Vec<_> = self.others.iter().copied().chain(evals).map(|n| n.source()).collect();
        format!("[{}]", texts.join(","))
    }

    /// `additional`, the text of `subject.metadata.additional`, with the newest run of each family
    /// as stored fields.
    ///
    /// # Errors
    /// As [`fields::merge`].
    pub(super) fn stored(
        &self,
        additional: &str,
        prefix: Prefix,
        clock: Clock,
    ) -> Result<String, Error> {
        let mut text = additional.to_owned();
        for record in self.evals.iter().filter_map(|runs| runs.first()?.record) {
            let merged = fields::merge(text.as_bytes(), &projected(record)?, prefix, clock.now)?;
            text = String::from_utf8_lossy(&merged.additional).into_owned();
        }
        Ok(text)
    }
}

/// Keeps the `keep` newest of the distinct `runs`. If the subject left no way to ask in any of them, the
/// newest that was made stays behind them: without it they would count for nothing.
fn cut_settled(runs: &mut Vec<Run<'_>>, keep: usize) {
    let made = runs.iter().position(|run| run.asked && !run.left).filter(|place| *place >= keep);
    let made = made.map(|place| runs.remove(place));
    cut(runs, keep);
    runs.extend(made);
}

/// Keeps the `keep` newest of the distinct `runs`. Those behind the cut may be what tells a run that does
/// not say its question from one at its time: that is one with it then, as merging again would find, and
/// makes room.
fn cut(runs: &mut Vec<Run<'_>>, keep: usize) {
    while runs.len() > keep {
        let behind = runs.split_off(keep);
        distinct(runs);
        if runs.len() == keep {
            break;
        }
        let last = runs.len().saturating_sub(1);
        for run in behind {
            if !runs.get(last).is_some_and(|last| at_once(last, &run)) {
                runs.push(run);
            }
        }
    }
}

/// Holds a record that is to be merged to what merging needs, so that it is refused by itself and not
/// with the snapshot that it belongs to: an eval says what came of it, and for stored fields when.
///
/// # Errors
/// `score.signal` and, where there are `fields`, `fields.invalid`; and for an eval that cannot be read.
pub(super) fn check(record: Node<'_>, fields: bool, clock: Clock) -> Result<(), Error> {
    let Some(family) = family_of(record) else { return Ok(()) };
    if from_record(record, family, clock)?.is_none() {
        return Err(says_nothing());
    }
    if fields {
        let fetched_at = record.get("fetchedAt").and_then(|node| node.as_str());
        fields::time_of(fetched_at.as_deref())?;
    }
    Ok(())
}

fn says_nothing() -> Error {
    Error::new(Code::ScoreSignal, "record: data", "an outcome or a score", "neither")
}

/// The text of a run's record.
fn source<'t>(run: &Run<'t>) -> &'t str {
    run.record.map_or("", |record| record.source())
}

/// What a signal is called; nothing where it does not say it.
fn id(record: Node<'_>) -> String {
    record.get("signalId").and_then(|id| id.as_str()).unwrap_or_default().into_owned()
}

fn family_of(record: Node<'_>) -> Option<Family> {
    let id = record.get("signalId")?;
    Family::ALL.into_iter().find(|family| id.is(family.signal_id()))
}

/// What stored fields hold of a record; the rest of it may be any JSON.
fn projected(record: Node<'_>) -> Result<Value, Error> {
    let members = |node: Node<'_>, names: &[&str]| {
        let mut members = Vec::new();
        for (name, value) in names.iter().filter_map(|name| Some((name, node.get(name)?))) {
            members.push(((*name).to_owned(), Value::of("record", value)?));
        }
        Ok::<_, Error>(members)
    };
    let mut value = members(record, &["signalId", "status", "fetchedAt"])?;
    if let Some(data) = record.get("data") {
        value.push(("data".to_owned(), Value::Object(members(data, &STORED)?)));
    }
    Ok(Value::Object(value))
}

/// The text of a snapshot in which `signals` and `additional` take the place of what was there;
/// everything else is as it was.
pub(super) fn replaced(line: Node<'_>, signals: Option<&str>, additional: Option<&str>) -> String {
    let subject = additional.map(|additional| {
        let subject = line.get("subject");
        let metadata = subject.and_then(|subject| subject.get("metadata"));
        let metadata = with(metadata, &[("additional", Some(additional))]);
        with(subject, &[("metadata", Some(&metadata))])
    });
    with(Some(line), &[("subject", subject.as_deref()), ("signals", signals)])
}

/// The text of the object `node`, or of an empty one, with those `members` that have a value.
fn with(node: Option<Node<'_>>, members: &[(&str, Option<&str>)]) -> String {
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
        let place = new.iter().position(|(new, value)| value.is_some() && name.is(new));
        let value = place.and_then(|place| new.swap_remove(place).1);
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
