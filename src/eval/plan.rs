//! What a run is going to ask, and of whom.

use std::borrow::Cow;

use crate::bank::Bank;
use crate::draw::{self, Drawn, Source};
use crate::error::{Code, Error};
use crate::id::Family;
use crate::record::file::{Control, Counts, RunLine, RunType};
use crate::record::{BankRef, METHOD, Policy, Subject};

/// What a run is going to ask, and of whom.
#[derive(Clone, Debug)]
pub struct Plan {
    source: Source,
    counts: Counts,
    policy: Policy,
    subject: Subject<'static>,
    bank: Cow<'static, Bank>,
}

/// The most bytes of a text that stands in every record of a run, so that each fits on a line.
const MOST_BYTES: usize = 8 * 1024;

/// The place of a question in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) family: Family,
    pub(super) index: u64,
}

impl Plan {
    /// A plan to ask `subject` as many questions of each family as `counts` says, drawn from
    /// `seed` and `entropy` and, for science, out of `bank`.
    ///
    /// # Errors
    /// `run.nothing-asked` if `counts` are all zero; `run.too-long` if a text that stands in every
    /// record has more than 8 KiB; `draw.impossible` if `bank` lacks a science that is asked.
    pub fn new(
        seed: String,
        entropy: String,
        counts: Counts,
        policy: Policy,
        subject: Subject<'static>,
        bank: Cow<'static, Bank>,
    ) -> Result<Self, Error> {
        let source = Source { seed, entropy, subject: subject.id.to_string() };
        let plan = Self { source, counts, policy, subject, bank };
        if plan.total() == 0 {
            return Err(Error::new(Code::RunNothingAsked, "run", "at least one question", "none"));
        }
        plan.check_lengths()?;
        // Every science has its turn within the first four questions.
        for index in 0..counts.of(Family::Science).min(4) {
            plan.draw(Place { family: Family::Science, index })?;
        }
        Ok(plan)
    }

    fn check_lengths(&self) -> Result<(), Error> {
        let Subject { id, endpoint, registry, .. } = &self.subject;
        for (name, text) in [
            ("seed", Some(&*self.source.seed)),
            ("entropy", Some(&*self.source.entropy)),
            ("endpoint", endpoint.as_deref()),
            ("subject", Some(&**id)),
            ("registry", registry.as_deref()),
        ] {
            let bytes = text.map_or(0, str::len);
            if bytes > MOST_BYTES {
                let expected = format!("at most {MOST_BYTES} bytes");
                return Err(Error::new(Code::RunTooLong, name, expected, bytes.to_string()));
            }
        }
        Ok(())
    }

    /// Whom the run is about.
    pub const fn subject(&self) -> &Subject<'static> {
        &self.subject
    }

    /// Which reading the scores follow.
    pub const fn policy(&self) -> Policy {
        self.policy
    }

    /// What the run is drawn from.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The run's first line.
    ///
    /// # Errors
    /// None: a plan can always be written.
    pub fn run_line(&self) -> Result<Vec<u8>, Error> {
        let line = RunLine {
            bank: (self.counts.of(Family::Science) > 0).then(|| self.bank_ref()),
            counts: self.counts,
            entropy: self.source.entropy.clone().into(),
            kind: RunType,
            method: METHOD.into(),
            policy: self.policy,
            run_id: self.source.run_id(),
            subject: self.subject.clone(),
        };
        Control::Run(Box::new(line)).to_line()
    }

    /// The number of questions.
    pub fn total(&self) -> u64 {
        Family::ALL.into_iter().fold(0, |sum, family| sum.saturating_add(self.counts.of(family)))
    }

    /// The place of question number `position` of the run: by index, and the families in turn, so
    /// that an interrupted run has asked them evenly. `None` behind the last.
    pub(super) fn place(&self, position: u64) -> Option<Place> {
        let [math, science] = Family::ALL.map(|family| self.counts.of(family));
        let even = math.min(science);
        if position < even * 2 {
            let family = Family::ALL[usize::from(position % 2 == 1)];
            return Some(Place { family, index: position / 2 });
        }
        let family = if math > science { Family::Math } else { Family::Science };
        let index = even + (position - even * 2);
        (index < math.max(science)).then_some(Place { family, index })
    }

    /// The question at `place`.
    pub(super) fn draw(&self, place: Place) -> Result<Drawn<'_>, Error> {
        let key = self.source.key(place.family);
        match place.family {
            Family::Math => Ok(draw::math(&key, place.index)),
            Family::Science => draw::science(&key, place.index, &self.bank),
        }
    }

    /// The bank as records name it.
    pub(super) fn bank_ref(&self) -> BankRef<'static> {
        BankRef { id: self.bank.id().to_owned().into(), root: *self.bank.root() }
    }
}
