//! The records of a file, as reports use them.

use super::entry::Entry;
use super::torn::Torn;

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
    /// The truncated lines; see [`Reader::look`](super::Reader::look).
    pub torn: Vec<Torn>,
}
