//! The completeness of runs: every record that the run line promised, once, in order.

use std::borrow::Cow;

use super::Options;
use super::fact::{Arrived, Begun, Planned};
use super::gaps::Gaps;
use crate::base::hash::Digest;
use crate::base::order;
use crate::error::{Code, Error};
use crate::id::Family;
use crate::proof::Index;
use crate::record::file::RunLine;
use crate::record::terms::run_id;
use crate::record::{Counts, SignalRecord, Terms};

/// What is known of the runs of a file so far. Takes memory by run, and by gap in what has come of
/// an open one, of which an honest file has few.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The ids of the runs.
    keys: Index,
    /// The runs by the numbers of their ids; none where one is closed.
    runs: Vec<Option<Box<Run>>>,
    /// The complete runs about the subject that is asked about.
    pub(super) closed: u64,
    /// The questions of the runs about it.
    pub(super) asked: u64,
    /// The records of these questions.
    pub(super) shown: u64,
    /// Whether a run about another subject is incomplete.
    pub(super) others_incomplete: bool,
}

#[derive(Debug)]
struct Run {
    /// The line that it began on.
    line: u64,
    counts: Counts,
    /// Whether it counts for the verdict.
    about: bool,
    records: u64,
    /// Per family, the index that comes next, and the places passed over so far.
    next: [u64; 2],
    gaps: [Gaps; 2],
}

impl Runs {
    /// A run begins.
    pub(super) fn begin(&mut self, line: u64, begun: &Begun<'_>) -> Result<(), Error> {
        let Begun { run, planned: Planned { counts, .. }, about } = begun;
        if !self.keys.add(run) {
            return Err(Error::new(Code::RunDuplicate, "run", "a run once", "the same run again"));
        }
        if *about {
            self.asked = self.asked.saturating_add(counts.total());
        }
        let (next, gaps) = Default::default();
        let begun = Run { line, counts: *counts, about: *about, records: 0, next, gaps };
        self.runs.push(Some(Box::new(begun)));
        Ok(())
    }

    /// A record of a run.
    pub(super) fn record(&mut self, line: u64, place: &Arrived) -> Result<(), Error> {
        let run = match self.keys.find(&place.run).map(|at| &mut self.runs[at]) {
            Some(Some(run)) => run,
            Some(None) => {
                return Err(Error::new(
                    Code::RunUnknown,
                    "record",
                    "an open run",
                    "one that has ended",
                ));
            }
            None => {
                let found = "none; one record without its run is checked by its index";
                return Err(Error::new(
                    Code::RunUnknown,
                    "record",
                    "the line of its run before it",
                    found,
                ));
            }
        };
        run.records += 1;
        let arrived = run.arrive(line, Family::ALL[usize::from(place.family)], place.index);
        let again = |error: &Error| error.code() == Code::RunDuplicateRecord.as_str();
        if run.about && !arrived.as_ref().is_err_and(again) {
            self.shown += 1;
        }
        arrived
    }

    /// A run says that it is complete.
    pub(super) fn close(&mut self, line: u64, key: &Digest, said: u64) -> Vec<(u64, Error)> {
        let Some(run) = self.keys.find(key).and_then(|at| self.runs[at].take()) else {
            let expected = "the end of an open run";
            return vec![(
                line,
                Error::new(Code::RunUnknown, "close line", expected, "another run"),
            )];
        };
        let (counted, about) = (run.records, run.about);
        let mut failures = run.missing(line);
        if said != counted {
            let (expected, found) = (format!("{said} records"), counted.to_string());
            failures.push((line, Error::new(Code::RunCount, "run", expected, found)));
        }
        if about {
            self.closed += u64::from(failures.is_empty());
            return failures;
        }
        self.others_incomplete |= !failures.is_empty();
        Vec::new()
    }

    /// The end of the file, after `line`: a run that is still open is incomplete.
    pub(super) fn finish(&mut self, line: u64) -> Vec<(u64, Error)> {
        let mut failures = Vec::new();
        for run in self.runs.iter().flatten() {
            if !run.about {
                self.others_incomplete = true;
                continue;
            }
            let expected = format!("a line that closes the run of line {}", run.line);
            let found = format!("the end of the file after {} records of it", run.records);
            failures.push((line, Error::new(Code::RunNotClosed, "run", expected, found)));
        }
        failures
    }
}

impl Run {
    fn arrive(&mut self, line: u64, family: Family, index: u64) -> Result<(), Error> {
        let (next, gaps) = (&mut self.next[family as usize], &mut self.gaps[family as usize]);
        if index >= *next {
            gaps.pass_over(*next, index, line);
            *next = index + 1;
            return Ok(());
        }
        if !gaps.fill(index) {
            let thing = place(family, index);
            return Err(Error::new(Code::RunDuplicateRecord, thing, "one record", "a second one"));
        }
        let found = format!("it behind index {}", *next - 1);
        Err(Error::new(Code::RunOutOfOrder, place(family, index), "ascending order", found))
    }

    /// The records that never came; those behind the last one are missed on `end`.
    fn missing(mut self, end: u64) -> Vec<(u64, Error)> {
        let mut failures = Vec::new();
        for family in Family::ALL {
            let mut gaps = std::mem::take(&mut self.gaps[family as usize]);
            gaps.pass_over(self.next[family as usize], self.counts.of(family), end);
            for (first, last, line) in gaps.into_iter() {
                let found = match last {
                    one if one == first => "none before this line".to_owned(),
                    last => format!("none before this line, up to index {last}"),
                };
                let missing =
                    Error::new(Code::RunMissingRecord, place(family, first), "a record", found);
                failures.push((line, missing));
            }
        }
        order::sort_by(&mut failures, &|(a, _), (b, _)| a.cmp(b));
        failures
    }
}

/// Reads the first line of a run.
///
/// # Errors
/// `record.run-id` if its `runId` does not follow from its other members.
pub(super) fn begun<'l>(run: &'l RunLine<'l>, options: &Options) -> Result<Begun<'l>, Error> {
    let RunLine { terms, subject, entropy, run_id, .. } = run;
    let plan = terms.plan_id();
    check_id(&plan, subject, entropy, run_id)?;
    let about = options.subject.as_ref().is_none_or(|wanted| **wanted == **subject);
    Ok(Begun { run: *run_id, planned: planned(plan, terms, entropy), about })
}

/// The plan of `terms` and its entropy, as a report has them.
pub(super) fn planned<'l>(plan: Digest, terms: &'l Terms<'l>, entropy: &'l str) -> Planned<'l> {
    Planned {
        id: plan,
        counts: terms.counts,
        bank: terms.bank.as_ref().map(|bank| (Cow::Borrowed(&*bank.id), bank.root)),
        entropy: entropy.into(),
        source: terms.entropy_source.as_deref().unwrap_or_default().into(),
    }
}

/// The plan of the last record. The next one is mostly of the same run.
#[derive(Debug, Default)]
pub(super) struct Plans(Option<Known>);

#[derive(Debug)]
struct Known {
    run_id: Digest,
    subject: String,
    entropy: String,
    terms: Terms<'static>,
    plan: Digest,
}

impl Plans {
    /// Returns the plan id of `record`.
    ///
    /// # Errors
    /// `record.run-id` if the record's `runId` does not follow from its terms, subject and entropy.
    pub(super) fn of(&mut self, record: &SignalRecord<'_>) -> Result<Digest, Error> {
        let (data, subject) = (&record.data, &*record.subject.id);
        let (entropy, terms) = (&*data.draw.entropy, &data.terms);
        if let Some(known) = &self.0
            && known.run_id == data.run_id
            && (&*known.subject, &*known.entropy) == (subject, entropy)
            && known.terms == *terms
        {
            return Ok(known.plan);
        }
        let plan = terms.plan_id();
        check_id(&plan, subject, entropy, &data.run_id)?;
        self.0 = Some(Known {
            run_id: data.run_id,
            subject: subject.to_owned(),
            entropy: entropy.to_owned(),
            terms: terms.to_owned(),
            plan,
        });
        Ok(plan)
    }
}

fn check_id(plan: &Digest, subject: &str, entropy: &str, found: &Digest) -> Result<(), Error> {
    let expected = run_id(plan, subject, entropy);
    if expected == *found {
        return Ok(());
    }
    let expected = format!("{}, the digest of terms, subject and entropy", expected.hex());
    Err(Error::new(Code::RecordRunId, "runId", expected, found.hex()))
}

fn place(family: Family, index: u64) -> String {
    format!("{family} question {index} of the run")
}
