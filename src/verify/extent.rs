//! Completeness of the records of a file.

use crate::base::json::{Value, object};

/// The extent to which the records are shown to be complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Every run is complete, and the records are exactly the leaves of the file's last checkpoint.
    Log,
    /// Every run is complete, but no checkpoint shows that the file has all runs.
    Runs,
    /// A single record was verified.
    Record,
    /// The records are not shown to be complete.
    #[default]
    Part,
}

impl Extent {
    /// Returns the name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Runs => "runs",
            Self::Record => "record",
            Self::Part => "part",
        }
    }
}

/// The number of records in the file, compared with its runs and logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// The extent.
    pub extent: Extent,
    /// Number of questions with a record.
    pub questions: u64,
    /// Number of questions of the runs.
    pub of: u64,
    /// Number of records that inclusion proofs show to be in a log but that the file lacks.
    pub unseen: u64,
}

impl Completeness {
    pub(super) fn to_value(self) -> Value {
        let Self { extent, questions, of, unseen } = self;
        object([
            ("extent", extent.name().into()),
            ("questions", questions.into()),
            ("of", of.into()),
            ("unseen", unseen.into()),
        ])
    }
}
