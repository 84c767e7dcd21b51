//! Mean scores over records.

use serde::Serialize;

use super::{MaybeWithheld, SignalRecord, StoredReading};
use crate::grade::Outcome;

/// Right answers by each reading, which differ if a reply commits to another answer than its first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Scores {
    /// Number of records with a score; questions that were not asked have none.
    pub scored: u64,
    /// Number right by the record's policy.
    pub correct: u64,
    /// Number right by the literal reading.
    pub literal: u64,
    /// Number right by the committed reading.
    pub committed: u64,
}

impl Scores {
    /// Adds a record.
    pub fn add_record(&mut self, record: &SignalRecord<'_>) {
        let data = &record.data;
        let correct = data.outcome == Outcome::Correct;
        let right = |read: &Option<StoredReading<'_>>| {
            match (read.as_ref().and_then(|read| read.answer.as_ref()), &data.expected) {
                (None, _) => false,
                (Some(MaybeWithheld::Open(answer)), MaybeWithheld::Open(expected)) => {
                    answer == expected
                }
                // A withheld reading cannot be compared, so the record's outcome counts.
                _ => correct,
            }
        };
        self.scored += u64::from(data.score.is_some());
        self.correct += u64::from(correct);
        self.literal += u64::from(right(&data.literal));
        self.committed += u64::from(right(&data.committed));
    }
}
