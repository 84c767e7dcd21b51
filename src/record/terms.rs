//! The terms of a run, and the two ids that follow from them.

use serde::ser::{Serialize, Serializer};

use super::{BankRef, Count, Policy, Text, inconsistent_error};
use crate::base::hash::Digest;
use crate::base::json::{Value, object};
use crate::error::Error;
use crate::id::Family;

/// The terms of a run, fixed before its first question and repeated in every record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms<'a> {
    /// The bank of science questions, if any are asked.
    pub bank: Option<BankRef<'a>>,
    /// The number of questions per family.
    pub counts: Counts,
    /// The public source of the entropy, such as a beacon and its round; `None` without entropy.
    pub entropy_source: Option<Text<'a>>,
    /// The method; [`METHOD`](super::METHOD) is the only one that this version can verify.
    pub method: Text<'a>,
    /// The reading that determines the scores.
    pub policy: Policy,
    /// Findings of a probe: the body template (`jsonBody`) and the place of the reply
    /// (`replyPointer`).
    pub request: Option<Value>,
    /// The commitment to the seed: SHA-256 of its text.
    pub seed: Digest,
}

/// The number of questions per family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of math questions.
    pub math: Count,
    /// Number of science questions.
    pub science: Count,
}

impl Counts {
    /// Returns the number of questions of `family`.
    pub const fn for_family(self, family: Family) -> u64 {
        match family {
            Family::Math => self.math.get(),
            Family::Science => self.science.get(),
        }
    }

    /// Returns the number of questions of all families.
    pub const fn total(self) -> u64 {
        self.math.get() + self.science.get()
    }

    /// Sets the number of questions of `family`.
    pub const fn set(&mut self, family: Family, count: Count) {
        match family {
            Family::Math => self.math = count,
            Family::Science => self.science = count,
        }
    }

    /// Returns the counts as `docs/record.md` writes them.
    pub(crate) fn to_value(self) -> Value {
        let mut members = Vec::new();
        for family in Family::ALL {
            if self.for_family(family) > 0 {
                members.push((family.name(), self.for_family(family).into()));
            }
        }
        object(members)
    }
}

impl Terms<'_> {
    /// Returns the same terms, owned.
    pub(crate) fn to_owned(&self) -> Terms<'static> {
        let text = |text: &Text<'_>| text.clone().into_owned();
        Terms {
            bank: self.bank.as_ref().map(|bank| BankRef { id: text(&bank.id), root: bank.root }),
            counts: self.counts,
            entropy_source: self.entropy_source.as_ref().map(text),
            method: text(&self.method),
            policy: self.policy,
            request: self.request.clone(),
            seed: self.seed,
        }
    }

    /// Returns the terms as a record writes them, members in the order of the canonical form.
    fn to_value(&self) -> Value {
        let text = |text: &Text<'_>| Value::from(&**text);
        let bank = |BankRef { id, root }: &BankRef<'_>| {
            object([("id", text(id)), ("root", (&*root.hex()).into())])
        };
        let members = [
            ("bank", self.bank.as_ref().map(bank)),
            ("counts", Some(self.counts.to_value())),
            ("entropySource", self.entropy_source.as_ref().map(text)),
            ("method", Some(text(&self.method))),
            ("policy", Some(self.policy.name().into())),
            ("request", self.request.clone()),
            ("seed", Some((&*self.seed.hex()).into())),
        ];
        let mut present = Vec::new();
        for (name, value) in members {
            present.extend(value.map(|value| (name, value)));
        }
        object(present)
    }

    /// Returns the plan id: SHA-256 of the canonical JSON of the terms.
    pub fn plan_id(&self) -> Digest {
        Digest::sha256(&[&self.to_value().canonical()])
    }

    /// Returns the id of the run of these terms about `subject`, drawn with `entropy`.
    pub fn run_id(&self, subject: &str, entropy: &str) -> Digest {
        run_id(&self.plan_id(), subject, entropy)
    }

    /// Checks the terms, and that they agree with the value of the entropy.
    ///
    /// # Errors
    /// `record.inconsistent` for a run without questions, science without a bank or the reverse,
    /// entropy without a source or the reverse.
    pub(super) fn check(&self, entropy: &str) -> Result<(), Error> {
        if self.counts.total() == 0 {
            return Err(inconsistent_error("terms.counts", "at least one question", "none"));
        }
        let science = self.counts.for_family(Family::Science) > 0;
        if self.bank.is_some() != science {
            return Err(super::presence_error("terms.bank", science, "questions of science"));
        }
        let source = self.entropy_source.as_deref();
        if source == Some("") {
            return Err(inconsistent_error("terms.entropySource", "a source", "an empty text"));
        }
        if source.is_some() == entropy.is_empty() {
            let wanted = !entropy.is_empty();
            return Err(super::presence_error("terms.entropySource", wanted, "an entropy"));
        }
        Ok(())
    }
}

/// Returns the id of a run: SHA-256 of the canonical JSON of entropy, plan id and subject.
pub(crate) fn run_id(plan: &Digest, subject: &str, entropy: &str) -> Digest {
    let run =
        [("entropy", entropy.into()), ("plan", (&*plan.hex()).into()), ("subject", subject.into())];
    Digest::sha256(&[&object(run).canonical()])
}

impl Serialize for Terms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
