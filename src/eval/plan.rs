//! The plan of a run: terms, subject and questions.

use std::borrow::Cow;

use crate::bank::Bank;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::draw::{self, DrawnQuestion, Source};
use crate::error::{Code, Error};
use crate::id::Family;
use crate::record::file::{ControlLine, RunLine, RunType};
use crate::record::{BankRef, Counts, METHOD, Policy, Subject, Terms, check_length};

/// The questions of a run, its subject, and the ids derived from them.
#[derive(Clone, Debug)]
pub struct Plan {
    source: Source,
    terms: Terms<'static>,
    plan_id: Digest,
    run_id: Digest,
    subject: Subject<'static>,
    bank: Cow<'static, Bank>,
}

/// A public random value that was unknown when the plan was published; empty if unused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entropy {
    /// The source of the value, such as a beacon and a round. It is part of the terms.
    pub source: String,
    /// The value.
    pub value: String,
}

/// The family and index of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) family: Family,
    pub(super) index: u64,
}

impl Plan {
    /// Creates a plan to ask `subject` the number of questions per family in `counts`, drawn from
    /// `seed`, `entropy` and, for science, `bank`.
    ///
    /// # Errors
    /// `run.nothing-asked` if `counts` are all zero; `run.entropy` if only one of the entropy's
    /// value and source is given; `run.too-long` if a text that is in every record exceeds 8 KiB;
    /// `draw.impossible` if `bank` lacks a science that is asked.
    pub fn new(
        seed: String,
        entropy: Entropy,
        counts: Counts,
        policy: Policy,
        subject: Subject<'static>,
        bank: Cow<'static, Bank>,
    ) -> Result<Self, Error> {
        if entropy.source.is_empty() != entropy.value.is_empty() {
            let problem = match entropy.source.is_empty() {
                true => "no source; name a public one, such as a beacon and its round",
                false => "no value; give the value that its source published",
            };
            return Err(Error::because(Code::RunEntropy, "entropy", problem));
        }
        let terms = terms(&seed, &entropy.source, counts, policy, &bank)?;
        let plan_id = terms.plan_id();
        let run_id = terms.run_id(&subject.id, &entropy.value);
        let source = Source { seed, entropy: entropy.value, subject: subject.id.to_string() };
        let plan = Self { source, terms, plan_id, run_id, subject, bank };
        plan.check_lengths()?;
        // The first four questions cover all sciences.
        for index in 0..counts.for_family(Family::Science).min(4) {
            plan.draw(Place { family: Family::Science, index })?;
        }
        Ok(plan)
    }

    /// Adds the form of the requests to the terms.
    pub fn with_request(mut self, request: Option<Value>) -> Self {
        self.terms.request = request;
        self.plan_id = self.terms.plan_id();
        self.run_id = self.terms.run_id(&self.subject.id, &self.source.entropy);
        self
    }

    fn check_lengths(&self) -> Result<(), Error> {
        check_length("seed", &self.source.seed)?;
        check_length("entropy", &self.source.entropy)?;
        check_length("entropy source", self.terms.entropy_source.as_deref().unwrap_or_default())?;
        self.subject.check_lengths()
    }

    /// Returns the subject.
    pub const fn subject(&self) -> &Subject<'static> {
        &self.subject
    }

    /// Returns the terms of the run.
    pub const fn terms(&self) -> &Terms<'static> {
        &self.terms
    }

    /// Returns the id of the plan: the digest of the terms, identical for every subject.
    pub const fn plan_id(&self) -> Digest {
        self.plan_id
    }

    /// Returns the id of the run.
    pub const fn run_id(&self) -> Digest {
        self.run_id
    }

    /// Returns the inputs of the draw.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the run's first line.
    ///
    /// # Errors
    /// Never fails.
    pub fn run_line(&self) -> Result<Vec<u8>, Error> {
        let line = RunLine {
            entropy: self.source.entropy.clone().into(),
            run_id: self.run_id,
            subject: self.subject.id.clone(),
            terms: self.terms.clone(),
            kind: RunType,
        };
        ControlLine::Run(Box::new(line)).to_line()
    }

    /// Returns the family and index of question number `position`; `None` after the last. Families
    /// alternate, so that an interrupted run has asked them evenly.
    pub(super) fn place(&self, position: u64) -> Option<Place> {
        let [math, science] = Family::ALL.map(|family| self.terms.counts.for_family(family));
        let even = math.min(science);
        if position < even * 2 {
            let family = Family::ALL[usize::from(position % 2 == 1)];
            return Some(Place { family, index: position / 2 });
        }
        let family = if math > science { Family::Math } else { Family::Science };
        let index = even + (position - even * 2);
        (index < math.max(science)).then_some(Place { family, index })
    }

    /// Draws the question at `place`.
    pub(super) fn draw(&self, place: Place) -> Result<DrawnQuestion<'_>, Error> {
        let key = self.source.key(place.family);
        match place.family {
            Family::Math => Ok(draw::draw_math(&key, place.index)),
            Family::Science => draw::draw_science(&key, place.index, &self.bank),
        }
    }
}

/// Returns the terms of every run with `seed` and an entropy from `source`.
///
/// # Errors
/// `run.nothing-asked` if `counts` are all zero.
pub fn terms(
    seed: &str,
    source: &str,
    counts: Counts,
    policy: Policy,
    bank: &Bank,
) -> Result<Terms<'static>, Error> {
    if counts.total() == 0 {
        return Err(Error::new(Code::RunNothingAsked, "run", "at least one question", "none"));
    }
    let bank = BankRef { id: bank.id().to_owned().into(), root: *bank.root() };
    Ok(Terms {
        bank: (counts.for_family(Family::Science) > 0).then_some(bank),
        counts,
        entropy_source: (!source.is_empty()).then(|| source.to_owned().into()),
        method: METHOD.into(),
        policy,
        request: None,
        seed: draw::seed_commitment(seed),
    })
}
