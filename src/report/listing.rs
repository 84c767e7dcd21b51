//! What a table of records shows of each: short rows in the order of the file, with the line that
//! each stands on, so that whatever else there is to a record can be read from there.

use std::collections::HashMap;

use serde::Serialize;

use super::source::Records;

/// The records of a file, one row each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing<'a> {
    /// Whom the records are about, in the order in which they first come.
    pub subjects: Vec<&'a str>,
    /// The ids of their runs, likewise.
    pub runs: Vec<&'a str>,
    /// The records, in the order of the file.
    pub rows: Vec<Listed<'a>>,
}

/// One record of a [`Listing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed<'a> {
    /// The line that it stands on, from 1.
    pub line: u64,
    /// Its subject, by the place in [`Listing::subjects`].
    pub subject: usize,
    /// Its run, by the place in [`Listing::runs`].
    pub run: usize,
    /// The question.
    pub question: &'a str,
    /// The family of the question.
    pub family: &'a str,
    /// The stratum within the family; `None` where it is not known.
    pub stratum: Option<&'a str>,
    /// The outcome, by name.
    pub outcome: &'a str,
    /// The compliance, by name; `None` where no reply was graded.
    pub compliance: Option<&'a str>,
    /// Whether the score counts it as passed; `None` where nothing was asked.
    pub passed: Option<bool>,
    /// Whether the literal reading was right.
    pub literal: bool,
    /// Whether the committed reading was right.
    pub committed: bool,
    /// Milliseconds until the reply; `None` where none came.
    pub latency_ms: Option<u64>,
    /// When the eval ended.
    pub fetched_at: &'a str,
}

impl<'a> Listing<'a> {
    /// The listing of `records`.
    pub(super) fn of(records: &'a Records) -> Self {
        let mut subjects = Names::default();
        let mut runs = Names::default();
        let rows = records
            .entries
            .iter()
            .map(|entry| {
                let fact = entry.fact();
                Listed {
                    line: entry.line,
                    subject: subjects.place(fact.subject),
                    run: runs.place(&entry.run),
                    question: &entry.question,
                    family: fact.family,
                    stratum: fact.stratum,
                    outcome: fact.outcome,
                    compliance: fact.compliance,
                    passed: fact.passed,
                    literal: fact.literal,
                    committed: fact.committed,
                    latency_ms: fact.latency_ms,
                    fetched_at: &entry.fetched_at,
                }
            })
            .collect();
        Self { subjects: subjects.names, runs: runs.names, rows }
    }
}

/// Names, each once, in the order in which they first came.
#[derive(Default)]
struct Names<'a> {
    names: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn place(&mut self, name: &'a str) -> usize {
        let next = self.names.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.names.push(name);
        }
        place
    }
}
