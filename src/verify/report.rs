//! The report of a verification.

use super::conclusion::Conclusion;
use super::extent::{Completeness, Extent};
use super::fact::{CheckedRecord, LineError, Plan, StepResult};
use super::options::Options;
use super::step::{Reason, Step};
use crate::base::hash::Digest;
use crate::base::order;
use crate::error::join_texts;
use crate::grade::Outcome;
use crate::proof::Index;
use crate::record::{Instant, Scores, add_identity};

/// Maximum number of failures, signers, subjects and plans in a report. All are counted.
pub(super) const LISTED: usize = 1000;

/// The report of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// True if nothing failed and every record passed the required steps.
    pub passed: bool,
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The reason why the conclusion is not [`Conclusion::Verified`].
    pub why: Option<String>,
    /// The signers: the first 1,000, in order of their first record.
    pub signers: Vec<Party>,
    /// Number of records without a signature.
    pub unsigned: u64,
    /// The subjects: the first 1,000, in order of their first record.
    pub subjects: Vec<Party>,
    /// The plans and entropies of the runs: the first 1,000, in order of their first run.
    pub plans: Vec<PlanUse>,
    /// The ends of the first and last eval, as the records state them; `None` without a record.
    pub fetched_at: Option<(Instant, Instant)>,
    /// Number of lines.
    pub lines: u64,
    /// Number of records; 1 if a single record was verified.
    pub records: u64,
    /// Number of complete runs of the requested subject.
    pub runs: u64,
    /// The completeness of the records.
    pub shown: Completeness,
    /// The results of each step, in order.
    pub steps: Vec<Tally>,
    /// The required steps.
    pub required: Vec<Step>,
    /// Number of failures.
    pub failed: u64,
    /// The first 1,000 failures, in the order of discovery.
    pub failures: Vec<Failure>,
    /// Number of records by outcome, sorted by name.
    pub outcomes: Counts,
    /// The scores by each reading.
    pub scores: Scores,
    /// Indexes of the signers, sorted by id and name.
    by_signer: Vec<usize>,
    /// Indexes of the subjects, sorted by id.
    by_subject: Vec<usize>,
    /// The digest of each plan with its entropy, in the order of `plans`.
    by_plan: Index,
    /// The counts for `outcomes` and the steps' `not_checked`, by index.
    counted: RecordCounts,
    /// The restrictions of the options.
    asked: Restrictions,
    /// Number of records that are JSON, valid or not.
    pub(super) read: u64,
}

/// The restrictions that a conclusion of [`Conclusion::Verified`] needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Restrictions {
    signer: bool,
    subject: bool,
}

impl Restrictions {
    const fn from_options(options: &Options) -> Self {
        Self { signer: options.trust.is_some(), subject: options.subject.is_some() }
    }
}

/// Counts over the records, by index of the outcome, step and reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RecordCounts {
    outcomes: [u64; Outcome::ALL.len()],
    reasons: [[u64; Reason::ALL.len()]; Step::ALL.len()],
}

/// Positive counts, sorted by name. A list rather than a map, to keep the wasm small.
pub type Counts = Vec<(&'static str, u64)>;

/// A signer or subject, with the number of their records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The `did:key` of a signer, or the id of a subject.
    pub id: String,
    /// The trust file's name for a signer at the time of the records.
    pub name: Option<String>,
    /// The requested agent, model or tool of a subject, and the identity of what answered.
    pub who: Vec<String>,
    /// Number of records.
    pub records: u64,
}

/// A plan and entropy, with the number of runs that use them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanUse {
    /// The plan id.
    pub id: Digest,
    /// The number of questions per family.
    pub counts: crate::record::Counts,
    /// The name and root of the bank, for science questions.
    pub bank: Option<(String, Digest)>,
    /// The entropy and its claimed source, which is not verified.
    pub entropy: Option<(String, String)>,
    /// Number of runs.
    pub runs: u64,
}

/// The results of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The step.
    pub step: Step,
    /// Number of records that passed.
    pub pass: u64,
    /// Number of records that failed.
    pub fail: u64,
    /// Number of records that were not checked, by reason.
    pub not_checked: Counts,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line number, from 1; 0 for a failure outside the file, such as an invalid reveal.
    pub line: u64,
    /// The step; or `run` for an incomplete run, `opening` for an opening that does not match,
    /// `file` for an invalid line.
    pub step: &'static str,
    /// The error code.
    pub code: String,
    /// The error message.
    pub message: String,
}

impl Report {
    pub(super) fn new(options: &Options) -> Self {
        let mut steps = Vec::new();
        for step in Step::ALL {
            steps.push(Tally { step, pass: 0, fail: 0, not_checked: Vec::new() });
        }
        Self {
            steps,
            required: options.require.clone(),
            asked: Restrictions::from_options(options),
            ..Self::default()
        }
    }

    /// Counts the result of `step` for the record on line number `line`.
    pub(super) fn count_step(&mut self, line: u64, step: Step, result: &StepResult<'_>) {
        match result {
            StepResult::Pass => self.pass_all(step, 1),
            StepResult::NotChecked(reason) => self.skip_all(step, *reason, 1),
            StepResult::Fail(fault) => self.fail_all(step, &[line], 1, fault),
        }
    }

    /// Counts `records` that passed `step`.
    pub(super) fn pass_all(&mut self, step: Step, records: u64) {
        self.steps[step as usize].pass += records;
    }

    /// Counts `records` that `step` did not check.
    pub(super) fn skip_all(&mut self, step: Step, reason: Reason, records: u64) {
        self.counted.reasons[step as usize][reason as usize] += records;
    }

    /// Counts `records` that failed `step` with one fault; `lines` are the line numbers of the
    /// first.
    pub(super) fn fail_all(
        &mut self,
        step: Step,
        lines: &[u64],
        records: u64,
        fault: &LineError<'_>,
    ) {
        self.steps[step as usize].fail += records;
        for line in lines {
            self.count_failure(*line, step.name(), fault);
        }
        self.failed += records - lines.len() as u64;
    }

    /// Counts a failure, and lists it up to the limit.
    pub(super) fn count_failure(&mut self, line: u64, step: &'static str, fault: &LineError<'_>) {
        self.failed += 1;
        if self.failures.len() < LISTED {
            let (code, message) = (fault.code.to_string(), fault.message.to_string());
            self.failures.push(Failure { line, step, code, message });
        }
    }

    /// Counts a record of `subject`; `who` identifies what was requested and what answered.
    pub(super) fn count_subject(&mut self, subject: &str, who: Option<&str>) {
        // Fast path: neighbouring records usually share a subject.
        let last = self.subjects.len().wrapping_sub(1);
        let party = match self.subjects.get_mut(last).filter(|party| party.id == subject) {
            Some(party) => {
                party.records += 1;
                Some(last)
            }
            None => add_to_party(&mut self.subjects, &mut self.by_subject, subject, None, 1),
        };
        if let (Some(at), Some(who)) = (party, who) {
            add_identity(&mut self.subjects[at].who, who);
        }
    }

    /// Counts a run of `plan`.
    pub(super) fn count_plan(&mut self, plan: &Plan<'_>) {
        let Plan { id, counts, bank, entropy, source } = plan;
        let key = Digest::sha256(&[id.as_bytes(), entropy.as_bytes()]);
        if let Some(used) = self.by_plan.find(&key).and_then(|at| self.plans.get_mut(at)) {
            used.runs += 1;
        } else if self.plans.len() < LISTED {
            self.by_plan.add(&key);
            let bank = bank.as_ref().map(|(name, root)| (name.to_string(), *root));
            let entropy = (!source.is_empty()).then(|| (entropy.to_string(), source.to_string()));
            self.plans.push(PlanUse { id: *id, counts: *counts, bank, entropy, runs: 1 });
        }
    }

    /// Counts records signed by `did`.
    pub(super) fn count_signer(&mut self, did: Option<&str>, name: Option<&str>, records: u64) {
        let same = |last: &&mut Party| Some(&*last.id) == did && last.name.as_deref() == name;
        match (self.signers.last_mut().filter(same), did) {
            (Some(last), _) => last.records += records,
            (None, Some(did)) => {
                let _ = add_to_party(&mut self.signers, &mut self.by_signer, did, name, records);
            }
            (None, None) => {}
        }
    }

    /// Counts the time, outcome and scores of a record.
    pub(super) fn count_record(&mut self, checked: &CheckedRecord<'_>) {
        let then = checked.fetched_at;
        let (first, last) = self.fetched_at.unwrap_or((then, then));
        self.fetched_at = Some((first.min(then), last.max(then)));
        if let Some(count) = self.counted.outcomes.get_mut(usize::from(checked.outcome)) {
            *count += 1;
        }
        let Scores { scored, correct, literal, committed } = checked.scores;
        self.scores.scored += scored;
        self.scores.correct += correct;
        self.scores.literal += literal;
        self.scores.committed += committed;
    }

    /// Computes the members that depend on all records.
    pub(super) fn conclude(&mut self) {
        let RecordCounts { outcomes, reasons } = self.counted;
        self.outcomes = name_counts(&outcomes, |index| Outcome::ALL[index].name());
        for (tally, counts) in self.steps.iter_mut().zip(&reasons) {
            tally.not_checked = name_counts(counts, |index| Reason::ALL[index].text());
        }
        self.unsigned = self.records - self.steps[Step::Signature as usize].pass;
        let required =
            |tally: &Tally| tally.pass == self.records || !self.required.contains(&tally.step);
        self.passed = self.failed == 0 && self.steps.iter().all(required);
        (self.conclusion, self.why) = conclude(self, self.asked, self.read);
    }
}

/// Adds records to the party with this id and name, and returns its index; `None` if the list is
/// full.
fn add_to_party(
    list: &mut Vec<Party>,
    sorted: &mut Vec<usize>,
    id: &str,
    name: Option<&str>,
    records: u64,
) -> Option<usize> {
    let order = |index: &usize| {
        let party = &list[*index];
        (&*party.id, party.name.as_deref()).cmp(&(id, name))
    };
    match sorted.binary_search_by(order) {
        Ok(at) => {
            list[sorted[at]].records += records;
            Some(sorted[at])
        }
        Err(at) if list.len() < LISTED => {
            sorted.insert(at, list.len());
            let (id, name) = (id.to_owned(), name.map(str::to_owned));
            list.push(Party { id, name, who: Vec::new(), records });
            Some(list.len() - 1)
        }
        Err(_) => None,
    }
}

/// Names the positive counts and sorts them by name.
fn name_counts(counts: &[u64], name: fn(usize) -> &'static str) -> Counts {
    let mut some = Vec::new();
    for (index, count) in counts.iter().enumerate() {
        if *count > 0 {
            some.push((name(index), *count));
        }
    }
    order::sort_by(&mut some, &|(a, _), (b, _)| a.cmp(b));
    some
}

/// Returns the conclusion of `report`, and the reason why it is not [`Conclusion::Verified`]. `json`
/// is the number of records that are JSON.
fn conclude(report: &Report, asked: Restrictions, json: u64) -> (Conclusion, Option<String>) {
    let first = || report.failures.first().map(|it| format!("{}: {}", it.code, it.message));
    if json == 0 {
        return (Conclusion::NotChecked, first());
    }
    if report.failed > 0 {
        return (Conclusion::Failed, first());
    }
    // Requiring fewer steps does not weaken the meaning of a conclusion.
    let needed = |step| Step::DEFAULT_REQUIRED.contains(&step) || report.required.contains(&step);
    let mut incomplete = report.steps.iter().filter(|tally| needed(tally.step));
    if let Some(tally) = incomplete.find(|tally| tally.pass < report.records) {
        let mut reasons = Vec::new();
        for (reason, _) in &tally.not_checked {
            reasons.push(*reason);
        }
        let why = format!("{}: {}", tally.step.name(), join_texts(&reasons, "; "));
        return (Conclusion::NotChecked, Some(why));
    }
    let Completeness { extent, questions, of, .. } = report.shown;
    if extent == Extent::Record && questions < of {
        let are = if questions == 1 { "is" } else { "are" };
        return (Conclusion::Partial, Some(format!("{questions} of {of} questions {are} shown")));
    }
    let why = match (asked.signer, asked.subject) {
        (true, true) => return (Conclusion::Verified, None),
        (true, false) => "no subject was asked about",
        (false, true) => "no signer was asked about",
        (false, false) => "neither signer nor subject was asked about",
    };
    (Conclusion::Intact, Some(why.to_owned()))
}
