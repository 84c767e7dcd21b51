//! Notes on who was asked and what answered, as the records say.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::source::Source;
use crate::text::grouped;

/// How many subjects are noted, and how many names of each.
const MOST: usize = 20;

/// The names of whatever answered, by subject.
type Names<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

fn names(entries: &[Entry]) -> Names<'_> {
    let mut names = Names::new();
    for entry in entries {
        if let Some(who) = &entry.who {
            names.entry(&entry.subject).or_default().insert(who);
        }
    }
    names
}

/// Returns a note for each subject whose records say who was asked or what answered.
pub(super) fn notes(entries: &[Entry]) -> Vec<String> {
    let names = names(entries);
    let note = |(subject, who): (&&str, &BTreeSet<&str>)| format!("{subject}: {}.", joined(who));
    bounded(names.iter().map(note).collect())
}

/// Returns a note for each subject in both files for which not the same answered: then a change may
/// be the model's, and not the agent's.
pub fn changes(first: &Source, second: &Source) -> Vec<String> {
    let (Source::Records(first), Source::Records(second)) = (first, second) else {
        return Vec::new();
    };
    let [first, second] = [&first.entries, &second.entries].map(|entries| names(entries));
    let changed = first.iter().filter_map(|(subject, before)| {
        let after = second.get(subject).filter(|after| *after != before)?;
        let (before, after) = (joined(before), joined(after));
        Some(format!("{subject} was not the same in both: {before}; then {after}."))
    });
    bounded(changed.collect())
}

fn joined(names: &BTreeSet<&str>) -> String {
    let mut shown: Vec<&str> = names.iter().copied().take(MOST).collect();
    let more = format!("{} more", grouped(names.len().saturating_sub(MOST) as u64));
    if names.len() > MOST {
        shown.push(&more);
    }
    shown.join(" or ")
}

/// The first of `notes`, and how many more there are.
fn bounded(mut notes: Vec<String>) -> Vec<String> {
    let more = notes.len().saturating_sub(MOST);
    if more > 0 {
        notes.truncate(MOST);
        notes.push(format!("{} more subjects are not listed here.", grouped(more as u64)));
    }
    notes
}
