//! The steps of verification, their verdicts, and the reasons for not checking a step.

use crate::error::{Code, Error, join_texts, shown};

/// A step of verification; see `docs/record.md`, "Verification".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The line is strict JSON with the shape of a record, and its run id follows from its terms.
    Schema,
    /// A signature of the evaluator covers the record.
    Signature,
    /// The record is in the log of a signed checkpoint.
    Inclusion,
    /// The seed draws this question, wording and order of options at the record's index.
    Draw,
    /// The question belongs to the bank that the record names.
    Bank,
    /// Grading the reply again gives the same readings, outcome and score.
    Grade,
    /// The signer is trusted, the subject and run are the expected ones, and the record is recent.
    Policy,
}

impl Step {
    /// Every step, in order.
    pub const ALL: [Self; 7] = [
        Self::Schema,
        Self::Signature,
        Self::Inclusion,
        Self::Draw,
        Self::Bank,
        Self::Grade,
        Self::Policy,
    ];

    /// The steps required by default.
    pub const DEFAULT_REQUIRED: [Self; 3] = [Self::Schema, Self::Draw, Self::Grade];

    /// The steps that can be skipped.
    pub const SKIPPABLE: [Self; 3] = [Self::Draw, Self::Bank, Self::Grade];

    /// Returns the name used in reports and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::Signature => "signature",
            Self::Inclusion => "inclusion",
            Self::Draw => "draw",
            Self::Bank => "bank",
            Self::Grade => "grade",
            Self::Policy => "policy",
        }
    }

    /// Looks up a step by name.
    ///
    /// # Errors
    /// `verify.unknown-step` for an unknown name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().find(|step| step.name() == name).copied().ok_or_else(|| {
            let mut names = Vec::new();
            for step in Self::ALL {
                names.push(step.name());
            }
            let names = join_texts(&names, ", ");
            Error::new(
                Code::VerifyUnknownStep,
                "verification step",
                format!("one of {names}"),
                shown(name),
            )
        })
    }
}

/// The reason for not checking a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The line is not a record.
    NoRecord,
    /// The record has no proof, and no checkpoint covers it.
    NoProof,
    /// The record has no inclusion proof, and no checkpoint covers it.
    NoLog,
    /// This version does not know the record's method.
    UnknownMethod,
    /// The record's bank was not supplied.
    UnknownBank,
    /// The item that was asked was not supplied.
    UnknownItem,
    /// A math question does not come from a bank.
    NoBank,
    /// The reply is withheld.
    ResponseWithheld,
    /// Part of a reading is withheld.
    ReadingWithheld,
    /// The right answer is withheld.
    ExpectedWithheld,
    /// The order of the options is withheld.
    OrderWithheld,
    /// The seed is withheld.
    SeedWithheld,
    /// No option restricts signer, subject, commitment or age.
    NoPolicy,
    /// The options skip the step.
    Skipped,
}

impl Reason {
    /// Every reason, in the order of the variants.
    pub(super) const ALL: [Self; 14] = [
        Self::NoRecord,
        Self::NoProof,
        Self::NoLog,
        Self::UnknownMethod,
        Self::UnknownBank,
        Self::UnknownItem,
        Self::NoBank,
        Self::ResponseWithheld,
        Self::ReadingWithheld,
        Self::ExpectedWithheld,
        Self::OrderWithheld,
        Self::SeedWithheld,
        Self::NoPolicy,
        Self::Skipped,
    ];

    /// Returns the text used in reports.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoRecord => "the line is no record",
            Self::NoProof => "no signature covers the record",
            Self::NoLog => "no checkpoint covers the record",
            Self::UnknownMethod => "the method is not one that this version can check",
            Self::UnknownBank => "the bank is not at hand",
            Self::UnknownItem => "the item of the bank is not at hand",
            Self::NoBank => "the question comes from no bank",
            Self::ResponseWithheld => "the reply is withheld",
            Self::ReadingWithheld => "a part of a reading is withheld",
            Self::ExpectedWithheld => "the right answer is withheld",
            Self::OrderWithheld => "the order of the options is withheld",
            Self::SeedWithheld => "the seed is withheld",
            Self::NoPolicy => "nothing was asked about signer, subject, commitment or age",
            Self::Skipped => "the step was left out",
        }
    }
}

/// Creates the error for member `name`, which is `found` but must be `expected`.
pub(super) fn mismatch_error(code: Code, name: &'static str, expected: &str, found: &str) -> Error {
    Error::new(code, name, shown(expected), shown(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_match_the_documentation() {
        let page = include_str!("../../docs/record.md");
        let (_, table) = page.split_once("| reason |").unwrap_or_default();
        let rows = table.lines().skip(2).take_while(|row| row.starts_with("| `"));
        let listed: Vec<_> = rows.filter_map(|row| row.split('`').nth(1)).collect();
        assert_eq!(listed, Reason::ALL.map(Reason::text));
        assert!(Reason::ALL.iter().enumerate().all(|(at, reason)| *reason as usize == at));
    }
}
