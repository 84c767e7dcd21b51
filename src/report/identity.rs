//! Notes on the identity of subjects: the agent, model or tool that was requested, and what
//! answered.

use std::collections::{BTreeMap, BTreeSet};

use super::record_entry::Entry;
use crate::base::text::group_thousands;

/// Maximum number of subjects in the notes, and of names per subject.
const MAX_LISTED: usize = 20;

/// Names of the model, agent or server that answered, by subject.
type NamesBySubject<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

fn names_by_subject(entries: &[Entry]) -> NamesBySubject<'_> {
    let mut names = NamesBySubject::new();
    for entry in entries {
        if let Some(who) = &entry.who {
            names.entry(&entry.subject).or_default().insert(who);
        }
    }
    names
}

/// Returns a note for each subject whose records name the model, agent or tool.
pub(super) fn identity_notes(entries: &[Entry]) -> Vec<String> {
    let names = names_by_subject(entries);
    let note =
        |(subject, who): (&&str, &BTreeSet<&str>)| format!("{subject}: {}.", join_names(who));
    truncate_notes(names.iter().map(note).collect())
}

/// Returns a note for each subject whose model, agent or server differs between the files.
pub(super) fn identity_changes(first: &[Entry], second: &[Entry]) -> Vec<String> {
    let [first, second] = [first, second].map(names_by_subject);
    let changed = first.iter().filter_map(|(subject, before)| {
        let after = second.get(subject).filter(|after| *after != before)?;
        let (before, after) = (join_names(before), join_names(after));
        Some(format!("{subject} was not the same in both: {before}; then {after}."))
    });
    truncate_notes(changed.collect())
}

fn join_names(names: &BTreeSet<&str>) -> String {
    let mut shown: Vec<&str> = names.iter().copied().take(MAX_LISTED).collect();
    let more = format!("{} more", group_thousands(names.len().saturating_sub(MAX_LISTED) as u64));
    if names.len() > MAX_LISTED {
        shown.push(&more);
    }
    shown.join(" or ")
}

/// Truncates `notes`, and appends the number of omitted ones.
fn truncate_notes(mut notes: Vec<String>) -> Vec<String> {
    let more = notes.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        notes.truncate(MAX_LISTED);
        notes.push(format!("{} more subjects are not listed here.", group_thousands(more as u64)));
    }
    notes
}
