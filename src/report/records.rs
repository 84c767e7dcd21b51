//! The data of a record file that reports need.

use std::collections::BTreeSet;

use super::record_entry::Entry;
use super::torn_line::TornLine;

/// The records of a record file.
#[derive(Debug, Default)]
pub struct Records {
    /// The entries, in the order of the file.
    pub entries: Vec<Entry>,
    /// The distinct evaluators, in order.
    pub evaluators: Vec<String>,
    /// Number of records without an evaluator.
    pub anonymous: u64,
    /// True if any record uses the public bank.
    pub public_bank: bool,
    /// The truncated lines; see
    /// [`Reader::collecting_torn_lines`](super::Reader::collecting_torn_lines).
    pub torn: Vec<TornLine>,
}

impl Records {
    /// Returns the readings that the records are scored by, in alphabetical order.
    pub(super) fn policies(&self) -> String {
        let names: BTreeSet<_> = self.entries.iter().map(|entry| entry.policy).collect();
        names.into_iter().collect::<Vec<_>>().join(" and ")
    }
}
