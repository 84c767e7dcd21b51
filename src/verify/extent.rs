//! How much of what was asked and logged the records at hand are.

use crate::base::json::{Value, object};

/// How far the records at hand are shown to be complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Every run is complete, and the records are exactly the leaves of the newest checkpoint in
    /// the file.
    Log,
    /// Every run is complete. No checkpoint shows that the file has all of them.
    Runs,
    /// One record was asked about, without the rest of its run.
    Record,
    /// Neither is shown.
    #[default]
    Part,
}

impl Extent {
    /// The extents, each once.
    pub const ALL: [Self; 4] = [Self::Log, Self::Runs, Self::Record, Self::Part];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Runs => "runs",
            Self::Record => "record",
            Self::Part => "part",
        }
    }
}

/// The records at hand beside what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// How far they are shown to be complete.
    pub extent: Extent,
    /// The questions whose records are at hand.
    pub questions: u64,
    /// The questions of their runs.
    pub of: u64,
    /// The records of their logs that proofs tell of and that are not at hand.
    pub unseen: u64,
}

impl Shown {
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
