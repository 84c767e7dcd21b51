//! Completeness of runs: every planned record, once, in order.

use super::fact::{Plan, RunPosition, RunStart};
use super::gaps::Gaps;
use super::options::Options;
use crate::base::hash::Digest;
use crate::base::order;
use crate::error::{Code, Error};
use crate::id::Family;
use crate::proof::Index;
use crate::record::file::RunLine;
use crate::record::terms::run_id;
use crate::record::{Counts, SignalRecord, Terms};

/// The runs of a file so far. Memory grows with the number of runs, and with the number of missing
/// index ranges of open runs.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The ids of the runs.
    ids: Index,
    /// The runs, in the order of `ids`; `None` once a run is closed.
    runs: Vec<Option<Box<Run>>>,
    /// Number of complete runs of the requested subject.
    pub(super) closed: u64,
    /// Number of questions in the runs of the requested subject.
    pub(super) asked: u64,
    /// Number of these questions with a record.
    pub(super) shown: u64,
    /// True if a run of another subject is incomplete.
    pub(super) others_incomplete: bool,
}

#[derive(Debug)]
struct Run {
    /// The line number of its first line.
    line: u64,
    counts: Counts,
    /// True if the run is of the requested subject, so that its failures count.
    of_subject: bool,
    records: u64,
    /// The next expected index, by family.
    next: [u64; 2],
    /// The skipped indexes, by family.
    gaps: [Gaps; 2],
}

impl Runs {
    /// Adds a run.
    ///
    /// # Errors
    /// `run.duplicate` for a run that the file already has.
    pub(super) fn begin_run(&mut self, line: u64, start: &RunStart<'_>) -> Result<(), Error> {
        let RunStart { run, plan: Plan { counts, .. }, of_subject } = start;
        if !self.ids.add(run) {
            return Err(Error::because(Code::RunDuplicate, "run", "the file already has this run"));
        }
        if *of_subject {
            self.asked = self.asked.saturating_add(counts.total());
        }
        let (next, gaps) = Default::default();
        let run = Run { line, counts: *counts, of_subject: *of_subject, records: 0, next, gaps };
        self.runs.push(Some(Box::new(run)));
        Ok(())
    }

    /// Adds a record to its run.
    ///
    /// # Errors
    /// `run.unknown` without an open run, `run.duplicate-record`, or `run.out-of-order`.
    pub(super) fn record(&mut self, line: u64, position: &RunPosition) -> Result<(), Error> {
        let run = match self.ids.find(&position.run).map(|at| &mut self.runs[at]) {
            Some(Some(run)) => run,
            Some(None) => {
                let problem = "its run is already closed";
                return Err(Error::because(Code::RunUnknown, "record", problem));
            }
            None => {
                let problem =
                    "the first line of its run is missing; verify a single record by its index";
                return Err(Error::because(Code::RunUnknown, "record", problem));
            }
        };
        run.records += 1;
        let added = run.add(line, Family::ALL[usize::from(position.family)], position.index);
        let is_duplicate = |error: &Error| error.code() == Code::RunDuplicateRecord.as_str();
        if run.of_subject && !added.as_ref().is_err_and(is_duplicate) {
            self.shown += 1;
        }
        added
    }

    /// Closes a run, whose last line states `stated` records. Returns its failures with their line
    /// numbers.
    pub(super) fn close_run(&mut self, line: u64, id: &Digest, stated: u64) -> Vec<(u64, Error)> {
        let Some(run) = self.ids.find(id).and_then(|at| self.runs[at].take()) else {
            let error = Error::because(Code::RunUnknown, "close line", "no open run has its id");
            return vec![(line, error)];
        };
        let (counted, of_subject) = (run.records, run.of_subject);
        let mut failures = run.missing_record_failures(line);
        if stated != counted {
            let (expected, found) = (format!("{stated} records"), counted.to_string());
            failures.push((line, Error::new(Code::RunCount, "run", expected, found)));
        }
        if of_subject {
            self.closed += u64::from(failures.is_empty());
            return failures;
        }
        self.others_incomplete |= !failures.is_empty();
        Vec::new()
    }

    /// Ends the file after `line` lines. Returns a failure for each run that is still open.
    pub(super) fn finish(&mut self, line: u64) -> Vec<(u64, Error)> {
        let mut failures = Vec::new();
        for run in self.runs.iter().flatten() {
            if !run.of_subject {
                self.others_incomplete = true;
                continue;
            }
            let (begin, records) = (run.line, run.records);
            let problem = format!("begun on line {begin}, not closed after {records} records");
            failures.push((line, Error::because(Code::RunNotClosed, "run", problem)));
        }
        failures
    }
}

impl Run {
    fn add(&mut self, line: u64, family: Family, index: u64) -> Result<(), Error> {
        let (next, gaps) = (&mut self.next[family as usize], &mut self.gaps[family as usize]);
        if index >= *next {
            gaps.add(*next, index, line);
            *next = index + 1;
            return Ok(());
        }
        if !gaps.remove_index(index) {
            let thing = question_name(family, index);
            return Err(Error::because(Code::RunDuplicateRecord, thing, "has a second record"));
        }
        let problem = format!("its record comes after that of index {}", *next - 1);
        Err(Error::because(Code::RunOutOfOrder, question_name(family, index), problem))
    }

    /// Returns a failure for each range of missing records. Those after the last record are reported
    /// on line `end`.
    fn missing_record_failures(mut self, end: u64) -> Vec<(u64, Error)> {
        let mut failures = Vec::new();
        for family in Family::ALL {
            let mut gaps = std::mem::take(&mut self.gaps[family as usize]);
            gaps.add(self.next[family as usize], self.counts.for_family(family), end);
            for (first, last, line) in gaps.into_iter() {
                let problem = match last {
                    one if one == first => "has no record before this line".to_owned(),
                    last => format!("up to index {last}: no records before this line"),
                };
                let thing = question_name(family, first);
                let missing = Error::because(Code::RunMissingRecord, thing, problem);
                failures.push((line, missing));
            }
        }
        order::sort_by(&mut failures, &|(a, _), (b, _)| a.cmp(b));
        failures
    }
}

/// Converts the first line of a run to a fact.
///
/// # Errors
/// `record.run-id` if its `runId` does not follow from its other members.
pub(super) fn run_start<'l>(
    run: &'l RunLine<'l>,
    options: &Options,
) -> Result<RunStart<'l>, Error> {
    let RunLine { terms, subject, entropy, run_id, .. } = run;
    let plan = terms.plan_id();
    check_id(&plan, subject, entropy, run_id)?;
    let of_subject = options.subject.as_ref().is_none_or(|wanted| **wanted == **subject);
    Ok(RunStart { run: *run_id, plan: run_plan(plan, terms, entropy), of_subject })
}

/// Creates the plan with id `plan` from the terms and entropy of a run.
pub(super) fn run_plan<'l>(plan: Digest, terms: &'l Terms<'l>, entropy: &'l str) -> Plan<'l> {
    Plan {
        id: plan,
        counts: terms.counts,
        bank: terms.bank.as_ref().map(|bank| (&*bank.id, bank.root)),
        entropy,
        source: terms.entropy_source.as_deref().unwrap_or_default(),
    }
}

/// A cache of the last record's plan, since the next record is usually of the same run. Without the
/// feature `bulk` it has no place.
#[derive(Debug, Default)]
pub(super) struct PlanCache([Option<CachedPlan>; cfg!(feature = "bulk") as usize]);

#[derive(Debug)]
struct CachedPlan {
    run_id: Digest,
    subject: String,
    entropy: String,
    terms: Terms<'static>,
    plan: Digest,
}

impl PlanCache {
    /// Returns the plan id of `record`.
    ///
    /// # Errors
    /// `record.run-id` if the record's `runId` does not follow from its terms, subject and entropy.
    pub(super) fn plan_id(&mut self, record: &SignalRecord<'_>) -> Result<Digest, Error> {
        let (data, subject) = (&record.data, &*record.subject.id);
        let (entropy, terms) = (&*data.draw.entropy, &data.terms);
        if let Some(Some(known)) = self.0.first()
            && known.run_id == data.run_id
            && (&*known.subject, &*known.entropy) == (subject, entropy)
            && known.terms == *terms
        {
            return Ok(known.plan);
        }
        let plan = terms.plan_id();
        check_id(&plan, subject, entropy, &data.run_id)?;
        if let Some(place) = self.0.first_mut() {
            *place = Some(CachedPlan {
                run_id: data.run_id,
                subject: subject.to_owned(),
                entropy: entropy.to_owned(),
                terms: terms.to_owned(),
                plan,
            });
        }
        Ok(plan)
    }
}

/// Checks that run id `found` is the digest of plan, subject and entropy.
fn check_id(plan: &Digest, subject: &str, entropy: &str, found: &Digest) -> Result<(), Error> {
    let expected = run_id(plan, subject, entropy);
    if expected == *found {
        return Ok(());
    }
    let expected = format!("{}, the digest of terms, subject and entropy", expected.hex());
    Err(Error::new(Code::RecordRunId, "runId", expected, found.hex()))
}

/// Names a question in messages.
fn question_name(family: Family, index: u64) -> String {
    format!("{family} question {index} of the run")
}
