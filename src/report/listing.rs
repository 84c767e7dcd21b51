//! What a table of records shows of each: short rows in the order of the file, with the line that
//! each stands on, so that whatever else there is to a record can be read from there.

use std::collections::HashMap;

use serde::Serialize;

use super::entry::Entry;
use super::source::Records;
use super::torn::Torn;

/// The records of a file, one row each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing<'a> {
    /// Whom the records are about, in the order in which they first come.
    pub subjects: Vec<&'a str>,
    /// The ids of their runs, likewise.
    pub runs: Vec<&'a str>,
    /// The records, in the order of the file.
    pub rows: Vec<Listed<'a>>,
    /// The lines that were kept apart.
    pub torn: &'a [Torn],
}

/// One record of a [`Listing`]: an entry, of which it has all that is short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed<'a> {
    /// Its subject, by the place in [`Listing::subjects`].
    pub subject: usize,
    /// Its run, by the place in [`Listing::runs`].
    pub run: usize,
    /// The rest.
    #[serde(flatten)]
    pub entry: &'a Entry,
}

impl<'a> Listing<'a> {
    /// The listing of `records`.
    pub(super) fn of(records: &'a Records) -> Self {
        let (mut subjects, mut runs) = (Names::default(), Names::default());
        let row = |entry: &'a Entry| Listed {
            subject: subjects.place(&entry.subject),
            run: runs.place(&entry.run),
            entry,
        };
        let rows = records.entries.iter().map(row).collect();
        Self { subjects: subjects.names, runs: runs.names, rows, torn: &records.torn }
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
