//! The conclusion of a report, in one word.

/// The conclusion on a file, or on the one verified record of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Conclusion {
    /// Intact, and the options name the trusted keys and the subject.
    Verified,
    /// Nothing failed, and every record passed the default and required steps.
    Intact,
    /// Intact, but only one record of several of its run is shown.
    Partial,
    /// Something failed.
    Failed,
    /// Nothing failed, but a default or required step was not checked; or the file has no record.
    #[default]
    NotChecked,
}

impl Conclusion {
    /// Returns the word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Intact => "intact",
            Self::Partial => "partial",
            Self::Failed => "failed",
            Self::NotChecked => "not-checked",
        }
    }
}
