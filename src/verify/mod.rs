//! Verification, step by step.
//!
//! Each step of a record answers with a [`Verdict`]: it passed, it failed with a code, or it was
//! not done, for a stated reason. A step that was not done never counts as passed.
//!
//! A file goes through two hands. The [`Examiner`] says what each line says by itself: the steps,
//! and the record's place in its run and in its log. The ledger puts that together in the order of
//! the file: runs that are complete, checkpoints that cover what stands above them. A [`Verifier`]
//! is both; on several cores, each has an examiner, and one verifier takes what they write.

mod committed;
mod conclusion;
mod examine;
mod extent;
mod fact;
mod gaps;
mod ledger;
mod logs;
mod openings;
mod proofs;
mod report;
mod runs;
mod steps;
mod stream;
mod wire;

use std::borrow::Cow;
use steps::{bank, draw, grade};

pub use committed::Committed;
pub use conclusion::Conclusion;
pub use extent::{Extent, Shown};
pub use openings::Openings;
pub use report::{Counts, Failure, Party, PlanUsed, Report, Tally};
pub use stream::{Examiner, Verifier};

use crate::bank::{Bank, Manifest, PUBLIC_ID, PUBLIC_ROOT, Reveal};
use crate::base::order;
use crate::error::{Code, Error, joined, shown};
use crate::proof::Trust;
use crate::record::{METHOD, SignalRecord};

/// One step of verification, in the order in which they are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The line is strict JSON and has the shape of a record.
    Schema,
    /// A signature of the evaluator covers the record.
    Signature,
    /// The record is in the log that a signed checkpoint stands for.
    Inclusion,
    /// The seed draws this question, options' order and wording at this place.
    Draw,
    /// The question is the one that the named bank committed to.
    Bank,
    /// The reply, read again, gives these readings, this outcome and this score.
    Grade,
    /// The signer is trusted, the subject is the one asked about, the age is within the limit.
    Policy,
}

impl Step {
    /// The steps, in order.
    pub const ALL: [Self; 7] = [
        Self::Schema,
        Self::Signature,
        Self::Inclusion,
        Self::Draw,
        Self::Bank,
        Self::Grade,
        Self::Policy,
    ];

    /// The steps that are required where nothing else is asked for.
    pub const DEFAULT_REQUIRED: [Self; 3] = [Self::Schema, Self::Draw, Self::Grade];

    /// The steps that can be left out.
    pub const SKIPPABLE: [Self; 3] = [Self::Draw, Self::Bank, Self::Grade];

    /// The name in reports and options.
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

    /// The step called `name`.
    ///
    /// # Errors
    /// `verify.unknown-step` for any other name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|step| step.name() == name).ok_or_else(|| {
            let mut names = Vec::new();
            for step in Self::ALL {
                names.push(step.name());
            }
            let names = joined(&names, ", ");
            Error::new(
                Code::VerifyUnknownStep,
                "verification step",
                format!("one of {names}"),
                shown(name),
            )
        })
    }
}

/// The answer of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The step was done and found nothing wrong.
    Pass,
    /// The step was done and found this.
    Fail(Error),
    /// The step was not done.
    NotChecked(Reason),
}

/// Why a step was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// An earlier step failed, so there is nothing to check.
    NoRecord,
    /// The record has no proof, and no checkpoint covers it.
    NoProof,
    /// No log holds the record.
    NoLog,
    /// The record's method is not one that this version can check.
    UnknownMethod,
    /// The bank is not at hand, or not the one that the record names.
    UnknownBank,
    /// Of the bank that the record names, the item that was asked is not at hand.
    UnknownItem,
    /// A question of mathematics comes from no bank.
    NoBank,
    /// The reply is withheld.
    ResponseWithheld,
    /// A part of a reading is withheld.
    ReadingWithheld,
    /// The right answer is withheld.
    ExpectedWithheld,
    /// The order of the options is withheld.
    OrderWithheld,
    /// The seed is withheld.
    SeedWithheld,
    /// Neither trust nor subject nor commitment nor age was asked about.
    NoPolicy,
    /// The verifier left the step out.
    Skipped,
}

impl Reason {
    /// The reasons, in the order of their numbers.
    const ALL: [Self; 14] = [
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

    /// The text in reports.
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

/// What records are held to.
#[derive(Clone, Debug)]
pub struct Options {
    /// The banks at hand.
    pub banks: Vec<Cow<'static, Bank>>,
    /// Whether the public bank is supplied as soon as a record names it.
    pub awaits_public: bool,
    /// The manifests at hand of private banks.
    pub manifests: Vec<Manifest>,
    /// The revealed items of private banks.
    pub reveals: Vec<Reveal>,
    /// Openings of withheld values that stand in no file.
    pub openings: Openings,
    /// The steps that must pass on every record.
    pub require: Vec<Step>,
    /// The steps that are left out, of [`Step::SKIPPABLE`].
    pub skip: Vec<Step>,
    /// The keys that are believed, if it matters who signed.
    pub trust: Option<Trust>,
    /// The subject that every record must be about, if one is asked about. Runs about others count
    /// for nothing.
    pub subject: Option<String>,
    /// The plans and runs that were published, if the file is held to them: it may hold no others,
    /// and all of them must be there.
    pub committed: Option<Committed>,
    /// The greatest age of a record in milliseconds, if it matters.
    pub max_age_ms: Option<u64>,
    /// Now, in milliseconds since 1970, to tell the age by; none if there is no clock. With one, no
    /// record of the future passes `policy`, whatever was asked.
    pub now_ms: Option<u64>,
    /// The place, from 0, of the one record that is asked about, if not all of them are. Then the
    /// report is of that record: of its steps, of what else its line does wrong, and of the
    /// checkpoints that it is under. The other records count only as leaves of its log, and whether
    /// its run is complete is not asked.
    pub index: Option<u64>,
}

impl Default for Options {
    /// Nothing at hand, nothing asked about, and the steps that are required of every record.
    fn default() -> Self {
        Self {
            banks: Vec::new(),
            awaits_public: false,
            manifests: Vec::new(),
            reveals: Vec::new(),
            openings: Openings::default(),
            require: Step::DEFAULT_REQUIRED.to_vec(),
            skip: Vec::new(),
            trust: None,
            subject: None,
            committed: None,
            max_age_ms: None,
            now_ms: None,
            index: None,
        }
    }
}

impl Options {
    /// Puts what is looked up for each record into the order in which it is searched.
    fn put_in_order(&mut self) {
        self.openings.put_in_order();
        order::sort_by(&mut self.reveals, &|a, b| {
            a.item().id().as_str().cmp(b.item().id().as_str())
        });
    }

    /// Takes the public bank, which was awaited, as the text of a bank file.
    ///
    /// # Errors
    /// `bank.not-public` if its items have another root; a `bank.*` code as [`Bank::parse`].
    fn supply_public(&mut self, text: &[u8]) -> Result<(), Error> {
        let bank = Bank::parse(text)?;
        let (id, root) = (bank.id(), bank.root().hex());
        if !crate::bank::is_public(id, &root) {
            let expected = format!("the bank {} of root {PUBLIC_ROOT}", shown(PUBLIC_ID));
            let found = format!("{} of root {root}", shown(id));
            return Err(Error::new(Code::BankNotPublic, "public bank", expected, found));
        }
        self.banks.push(Cow::Owned(bank));
        self.awaits_public = false;
        Ok(())
    }
}

/// The error for a member that says something else than follows from the others.
fn differs(code: Code, name: &'static str, expected: &str, found: &str) -> Error {
    Error::new(code, name, shown(expected), shown(found))
}

/// The steps that follow the rules of the record's method.
fn by_method(
    record: &SignalRecord<'_>,
    options: &Options,
    sources: &mut draw::Sources,
) -> [Verdict; 3] {
    if &*record.data.terms.method != METHOD {
        return [const { Verdict::NotChecked(Reason::UnknownMethod) }; 3];
    }
    let (known, wrong) = match bank::known(record, options) {
        Ok(known) => (known, None),
        Err(error) => (None, Some(error)),
    };
    let step = |step, check: &mut dyn FnMut() -> Verdict| match options.skip.contains(&step) {
        true => Verdict::NotChecked(Reason::Skipped),
        false => check(),
    };
    [
        step(Step::Draw, &mut || draw::check(record, known, sources)),
        step(Step::Bank, &mut || match &wrong {
            Some(error) => Verdict::Fail(error.clone()),
            None => bank::check(record, known),
        }),
        step(Step::Grade, &mut || grade::check(record, known)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reasons_are_those_of_the_documentation() {
        let page = include_str!("../../docs/record.md");
        let (_, table) = page.split_once("| reason |").unwrap_or_default();
        let rows = table.lines().skip(2).take_while(|row| row.starts_with("| `"));
        let listed: Vec<_> = rows.filter_map(|row| row.split('`').nth(1)).collect();
        assert_eq!(listed, Reason::ALL.map(Reason::text));
        // Their numbers are their places.
        assert!(Reason::ALL.iter().enumerate().all(|(at, reason)| *reason as usize == at));
    }
}
