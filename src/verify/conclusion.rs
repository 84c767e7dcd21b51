//! What may be said of a file in one word, and no more than was checked.

use super::report::Report;
use super::{Options, Step};
use crate::error::joined;

/// The one word for a whole file, or for the one record of it that was asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Conclusion {
    /// The steps that every verification needs passed on every record, nothing failed, and it was
    /// asked who signed and about whom: a trusted key, about this subject.
    Verified,
    /// The same, but it was not asked who signed, or not about whom.
    Intact,
    /// Something does not hold.
    Failed,
    /// Nothing was found wrong, and a step that is needed was not done; or there is no record to
    /// look at.
    #[default]
    NotChecked,
}

impl Conclusion {
    /// The words, each once.
    pub const ALL: [Self; 4] = [Self::Verified, Self::Intact, Self::Failed, Self::NotChecked];

    /// The word in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Intact => "intact",
            Self::Failed => "failed",
            Self::NotChecked => "not-checked",
        }
    }
}

/// What was asked about, beside what every verification asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    signer: bool,
    subject: bool,
}

impl Asked {
    pub(super) const fn of(options: &Options) -> Self {
        Self { signer: options.trust.is_some(), subject: options.subject.is_some() }
    }
}

/// The word for `report`, and why it is not a better one. `read` is how many of its records could
/// be read as JSON at all.
pub(super) fn conclude(report: &Report, asked: Asked, read: u64) -> (Conclusion, Option<String>) {
    let first = || report.failures.first().map(|it| format!("{}: {}", it.code, it.message));
    if read == 0 {
        return (Conclusion::NotChecked, first());
    }
    if report.failed > 0 {
        return (Conclusion::Failed, first());
    }
    // A verifier may require less, but the words always mean the same.
    let needed = |step| Step::DEFAULT_REQUIRED.contains(&step) || report.required.contains(&step);
    let mut short = report.steps.iter().filter(|tally| needed(tally.step));
    if let Some(short) = short.find(|tally| tally.pass < report.records) {
        let mut reasons = Vec::new();
        for (reason, _) in &short.not_checked {
            reasons.push(*reason);
        }
        let why = format!("{}: {}", short.step.name(), joined(&reasons, "; "));
        return (Conclusion::NotChecked, Some(why));
    }
    let why = match (asked.signer, asked.subject) {
        (true, true) => return (Conclusion::Verified, None),
        (true, false) => "no subject was asked about",
        (false, true) => "no signer was asked about",
        (false, false) => "neither signer nor subject was asked about",
    };
    (Conclusion::Intact, Some(why.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_one_name() {
        let names = Conclusion::ALL.map(Conclusion::name);
        assert_eq!(names, ["verified", "intact", "failed", "not-checked"]);
    }
}
