//! The plan of a run: its terms, its subject, its questions.

use std::borrow::Cow;

use crate::bank::Bank;
use crate::draw::{self, Drawn, Source};
use crate::error::{Code, Error};
use crate::hash::Digest;
use crate::id::Family;
use crate::record::file::{Control, RunLine, RunType};
use crate::record::{BankRef, Counts, METHOD, Policy, Subject, Terms};

/// The questions of a run, the subject, and the ids that follow from them.
#[derive(Clone, Debug)]
pub struct Plan {
    source: Source,
    terms: Terms<'static>,
    plan_id: Digest,
    run_id: Digest,
    subject: Subject<'static>,
    bank: Cow<'static, Bank>,
}

/// A public value that no one could know when the plan was published; both texts are empty if there
/// is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entropy {
    /// The source, such as a beacon and a round. It is one of the terms.
    pub source: String,
    /// The value.
    pub value: String,
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
    /// `run.nothing-asked` if `counts` are all zero; `run.entropy` for an entropy without its
    /// source, or the reverse; `run.too-long` if a text that stands in every record has more than
    /// 8 KiB; `draw.impossible` if `bank` lacks a science that is asked.
    pub fn new(
        seed: String,
        entropy: Entropy,
        counts: Counts,
        policy: Policy,
        subject: Subject<'static>,
        bank: Cow<'static, Bank>,
    ) -> Result<Self, Error> {
        if entropy.source.is_empty() != entropy.value.is_empty() {
            let [expected, found] = match entropy.source.is_empty() {
                true => ["its public source, such as a beacon and a round", "none"],
                false => ["the value that its source gave", "none"],
            };
            return Err(Error::new(Code::RunEntropy, "entropy", expected, found));
        }
        let terms = terms(&seed, &entropy.source, counts, policy, &bank)?;
        let plan_id = terms.plan_id();
        let run_id = terms.run_id(&subject.id, &entropy.value);
        let source = Source { seed, entropy: entropy.value, subject: subject.id.to_string() };
        let plan = Self { source, terms, plan_id, run_id, subject, bank };
        plan.check_lengths()?;
        // Every science has its turn within the first four questions.
        for index in 0..counts.of(Family::Science).min(4) {
            plan.draw(Place { family: Family::Science, index })?;
        }
        Ok(plan)
    }

    fn check_lengths(&self) -> Result<(), Error> {
        let Subject { id, endpoint, registry, .. } = &self.subject;
        let texts = [
            ("seed", Some(&*self.source.seed)),
            ("entropy", Some(&*self.source.entropy)),
            ("entropy source", self.terms.entropy_source.as_deref()),
            ("endpoint", endpoint.as_deref()),
            ("subject", Some(&**id)),
            ("registry", registry.as_deref()),
        ];
        let texts = texts.into_iter().filter_map(|(name, text)| text.map(|text| (name, text)));
        for (name, text) in texts.chain(self.subject.asked()) {
            let bytes = text.len();
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

    /// The terms of the run.
    pub const fn terms(&self) -> &Terms<'static> {
        &self.terms
    }

    /// The id of the plan: the digest of the terms, the same for every subject.
    pub const fn plan_id(&self) -> Digest {
        self.plan_id
    }

    /// The id of the run.
    pub const fn run_id(&self) -> Digest {
        self.run_id
    }

    /// The questions' source.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The run's first line.
    ///
    /// # Errors
    /// None: a plan can always be written.
    pub fn run_line(&self) -> Result<Vec<u8>, Error> {
        let line = RunLine {
            entropy: self.source.entropy.clone().into(),
            run_id: self.run_id,
            subject: self.subject.id.clone(),
            terms: self.terms.clone(),
            kind: RunType,
        };
        Control::Run(Box::new(line)).to_line()
    }

    /// The number of questions.
    pub const fn total(&self) -> u64 {
        self.terms.counts.total()
    }

    /// The place of question number `position` of the run: by index, and the families in turn, so
    /// that an interrupted run has asked them evenly. `None` behind the last.
    pub(super) fn place(&self, position: u64) -> Option<Place> {
        let [math, science] = Family::ALL.map(|family| self.terms.counts.of(family));
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
}

/// The terms of every run of `seed`, with an entropy from `source`.
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
        bank: (counts.of(Family::Science) > 0).then_some(bank),
        counts,
        entropy_source: (!source.is_empty()).then(|| source.to_owned().into()),
        method: METHOD.into(),
        policy,
        request: None,
        seed: draw::commitment(seed),
    })
}
