//! Options of verification.

use std::borrow::Cow;

use super::committed::Commitments;
use super::openings::Openings;
use super::step::Step;
use crate::bank::{Bank, Manifest, PUBLIC_ID, PUBLIC_ROOT, Reveal};
use crate::base::order;
use crate::error::{Code, Error, shown};
use crate::proof::Trust;

/// The requirements on a record file, and the data to check it with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The available banks.
    pub banks: Vec<Cow<'static, Bank>>,
    /// True if the caller supplies the public bank once a record names it.
    pub awaits_public: bool,
    /// Manifests of private banks.
    pub manifests: Vec<Manifest>,
    /// Revealed items of private banks.
    pub reveals: Vec<Reveal>,
    /// Openings of withheld values that are not part of the file.
    pub openings: Openings,
    /// The steps that every record must pass.
    pub require: Vec<Step>,
    /// The steps to skip, out of [`Step::SKIPPABLE`].
    pub skip: Vec<Step>,
    /// The trusted keys; `None` accepts any signer.
    pub trust: Option<Trust>,
    /// The subject that every record must be about; `None` accepts any. Runs of other subjects are
    /// not counted.
    pub subject: Option<String>,
    /// The published plans and runs: the file must contain all of them and no others. `None` skips
    /// the check.
    pub committed: Option<Commitments>,
    /// The maximum age of a record in milliseconds; `None` for no limit.
    pub max_age_ms: Option<u64>,
    /// The current time in milliseconds since 1970; `None` without a clock. With a clock, a record
    /// dated in the future fails `policy`.
    pub now_ms: Option<u64>,
    /// The index, from 0, of the one record to verify; `None` verifies all. The report then covers
    /// that record, the other failures of its line, and the checkpoints over it. The other records
    /// only count as leaves of its log, and its run may be incomplete.
    pub index: Option<u64>,
}

impl Default for Options {
    /// Returns options without data or restrictions that require [`Step::DEFAULT_REQUIRED`].
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
    /// Sorts openings and reveals for lookups by record.
    pub(super) fn sort(&mut self) {
        self.openings.sort();
        order::sort_by(&mut self.reveals, &|a, b| {
            a.item().id().as_str().cmp(b.item().id().as_str())
        });
    }

    /// Adds the public bank, parsed from a bank file, after [`awaits_public`](Self::awaits_public).
    ///
    /// # Errors
    /// `bank.not-public` for another bank; the codes of [`Bank::parse`].
    pub(super) fn supply_public(&mut self, text: &[u8]) -> Result<(), Error> {
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
