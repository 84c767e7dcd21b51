//! Compact rows of a table of records, in the order of the file. Each has its line number, from
//! which the rest of the record can be loaded.

use std::collections::HashMap;

use serde::Serialize;

use super::record_entry::Entry;
use super::records::Records;
use super::torn_line::TornLine;

/// The records of a file, one row each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing<'a> {
    /// The ids of the subjects, in order of first occurrence.
    pub subjects: Vec<&'a str>,
    /// The ids of the runs, in order of first occurrence.
    pub runs: Vec<&'a str>,
    /// The records, in the order of the file.
    pub rows: Vec<ListedRecord<'a>>,
    /// The truncated lines.
    pub torn: &'a [TornLine],
}

/// A record in a [`Listing`]: the short members of its entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedRecord<'a> {
    /// Index of its subject in [`Listing::subjects`].
    pub subject: usize,
    /// Index of its run in [`Listing::runs`].
    pub run: usize,
    /// The other members.
    #[serde(flatten)]
    pub entry: &'a Entry,
}

impl<'a> Listing<'a> {
    /// Creates the listing of `records`.
    pub(super) fn from_records(records: &'a Records) -> Self {
        let (mut subjects, mut runs) = (DistinctNames::default(), DistinctNames::default());
        let row = |entry: &'a Entry| ListedRecord {
            subject: subjects.index(&entry.subject),
            run: runs.index(&entry.run),
            entry,
        };
        let rows = records.entries.iter().map(row).collect();
        Self { subjects: subjects.names, runs: runs.names, rows, torn: &records.torn }
    }
}

/// Distinct names in order of first occurrence.
#[derive(Default)]
struct DistinctNames<'a> {
    names: Vec<&'a str>,
    indexes: HashMap<&'a str, usize>,
}

impl<'a> DistinctNames<'a> {
    fn index(&mut self, name: &'a str) -> usize {
        let next = self.names.len();
        let index = *self.indexes.entry(name).or_insert(next);
        if index == next {
            self.names.push(name);
        }
        index
    }
}
