//! What the lines of a file say, put together in their order.

use std::borrow::Cow;

use super::committed::Committed;
use super::extent::{Extent, Shown};
use super::fact::{Answer, Begun, Fact, Fault, Head, Seen};
use super::logs::{Logs, Waiting};
use super::report::Report;
use super::runs::Runs;
use super::{Options, Reason, Step};
use crate::error::{Code, Error, shown};

/// A file so far.
#[derive(Debug)]
pub(super) struct Ledger {
    /// The place of the one record that is asked about, if one is.
    only: Option<u64>,
    /// The records so far.
    arrived: u64,
    runs: Runs,
    logs: Logs,
    /// The subject that is asked about, and the commitments that the file is held to.
    subject: Option<String>,
    committed: Option<Committed>,
    report: Report,
}

impl Ledger {
    /// An empty file, with what was wrong before it began.
    pub(super) fn new(options: &Options) -> Self {
        let report = Report::new(options);
        let (runs, logs) = (Runs::default(), Logs::default());
        let (subject, committed) = (options.subject.clone(), options.committed.clone());
        let only = options.index;
        let mut ledger = Self { only, arrived: 0, runs, logs, subject, committed, report };
        // A reveal that proves nothing is a failure, also if no record asks for it.
        for reveal in &options.reveals {
            if let Err(error) = crate::verify::steps::bank::check_reveal(reveal, &options.manifests)
            {
                ledger.report.fail(0, Step::Bank.name(), &(&error).into());
            }
        }
        ledger
    }

    /// Takes what the next line says.
    pub(super) fn take(&mut self, fact: &Fact<'_>) {
        self.report.lines += 1;
        let line = self.report.lines;
        match fact {
            Fact::NoLine(fault) if self.only.is_none() => self.report.fail(line, "file", fault),
            // Of no record, so nothing to the one that is asked about.
            Fact::NoControl(fault) if self.only.is_none() => {
                self.report.fail(line, Step::Schema.name(), fault);
            }
            Fact::NoLine(_) | Fact::NoControl(_) => {}
            Fact::NoJson(fault) => self.no_record(line, fault, 0),
            Fact::NoRecord(fault) => self.no_record(line, fault, 1),
            Fact::Record(seen) => self.record(line, seen),
            Fact::Run(begun) => self.run(line, begun),
            Fact::Close { run, records } => {
                let failures = self.runs.close(line, run, *records);
                self.concern(failures);
            }
            Fact::Checkpoint(Err(fault)) => self.no_checkpoint(line, fault),
            Fact::Checkpoint(Ok(head)) => self.checkpoint(line, head),
            Fact::Opening(Some(fault)) if self.is_asked_about() => {
                self.report.fail(line, "opening", fault);
            }
            Fact::Opening(_) => {}
            // These are lines to be examined, and say nothing yet.
            Fact::Stray(_) | Fact::Held(_) => {}
        }
    }

    /// How many records have come so far.
    pub(super) const fn records(&self) -> u64 {
        self.arrived
    }

    /// Whether the record that came last is one that is asked about.
    const fn is_asked_about(&self) -> bool {
        match self.only {
            Some(index) => self.arrived > 0 && self.arrived - 1 == index,
            None => true,
        }
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Report {
        let line = self.report.lines;
        if self.report.records == 0 {
            let error = match self.only {
                None => Error::new(Code::FileEmpty, "record file", "at least one record", "none"),
                Some(index) => {
                    let (expected, found) = (format!("a record at index {index}"), self.arrived);
                    Error::new(Code::FileIndex, "record file", expected, format!("{found} records"))
                }
            };
            self.report.fail(line, "file", &(&error).into());
        }
        for waiting in std::mem::take(&mut self.logs.waiting) {
            self.uncovered(&waiting, waiting.inclusion);
        }
        let failures = self.runs.finish(line);
        self.concern(failures);
        self.unmet();
        self.report.shown = self.shown();
        self.report.conclude();
        self.report
    }

    fn run(&mut self, line: u64, begun: &Begun<'_>) {
        // A run about another subject does not stand in for one that is missing.
        if let Some(committed) = self.committed.as_mut().filter(|_| begun.about) {
            committed.meet(&begun.planned.id, &begun.run);
        }
        if let Err(error) = self.runs.begin(line, begun) {
            self.concern(vec![(line, error)]);
        } else if self.only.is_none() && begun.about {
            self.report.planned(&begun.planned);
        }
    }

    /// Fails what was committed to and is not there, if the whole file is asked about.
    fn unmet(&mut self) {
        let Some(committed) = self.committed.take().filter(|_| self.only.is_none()) else { return };
        for id in committed.unmet(self.subject.as_deref()) {
            let expected = format!("a run or a plan {}", id.hex());
            let error = Error::new(Code::PolicyCommitted, "record file", expected, "none");
            self.report.fail(0, Step::Policy.name(), &(&error).into());
        }
    }

    /// How far the records are shown to be complete. It is said only where nothing fails.
    fn shown(&mut self) -> Shown {
        let unseen = self.logs.unseen();
        if self.only.is_some() {
            let of = self.report.plans.first().map_or(0, |plan| plan.counts.total());
            let questions = self.report.records.min(of);
            return Shown { extent: Extent::Record, questions, of, unseen };
        }
        self.report.runs = self.runs.closed;
        let whole = !self.runs.others_incomplete && self.logs.is_whole();
        let extent = match self.report.failed == 0 && self.report.records > 0 {
            true if whole => Extent::Log,
            true => Extent::Runs,
            false => Extent::Part,
        };
        Shown { extent, questions: self.runs.shown, of: self.runs.asked, unseen }
    }

    /// A line that is no record; `read` is 1 if it is JSON.
    fn no_record(&mut self, line: u64, fault: &Fault<'_>, read: u64) {
        self.arrived += 1;
        if !self.is_asked_about() {
            return;
        }
        self.report.records += 1;
        self.report.read += read;
        self.report.answer(line, Step::Schema, &Answer::Fail(Box::new(fault.clone())));
        for step in &Step::ALL[1..] {
            self.report.answer(line, *step, &Answer::NotChecked(Reason::NoRecord));
        }
    }

    fn record(&mut self, line: u64, seen: &Seen<'_>) {
        self.arrived += 1;
        if !self.is_asked_about() {
            self.logs.append(seen);
            // Runs are kept, to tell whether the one that is asked about stands where it should.
            let _ = self.runs.record(line, &seen.place);
            return;
        }
        self.report.records += 1;
        self.report.read += 1;
        self.report.answer(line, Step::Schema, &Answer::Pass);
        let [signature, inclusion, .., policy] = &seen.answers;
        let signed = *signature == Answer::Pass;
        let unsigned = matches!(signature, Answer::NotChecked(_));
        let waits = [
            unsigned,
            matches!(inclusion, Answer::NotChecked(_)),
            seen.wants_signer && *policy == Answer::Pass && !signed,
        ];
        for (step, answer) in Step::ALL[1..].iter().zip(&seen.answers) {
            let waits = match step {
                Step::Signature => waits[0],
                Step::Inclusion => waits[1],
                Step::Policy => waits[2],
                _ => false,
            };
            if !waits {
                self.report.answer(line, *step, answer);
            }
        }
        self.report.about(&seen.subject, seen.who.as_deref());
        if let Some(planned) = &seen.planned {
            self.report.planned(planned);
        }
        if signed {
            self.report.signed_by(seen.evaluator.as_deref(), seen.name.as_deref(), 1);
        }
        if waits.contains(&true) {
            self.logs.wait(line, seen, waits);
        }
        if let Some(logged) = &seen.logged {
            self.logs.count_proof(logged);
        }
        self.logs.append(seen);
        if let Err(error) = self.runs.record(line, &seen.place)
            // A record may be shown without its run, as `proveInclusion` takes it out of a file.
            && !(self.only.is_some() && error.code() == Code::RunUnknown.as_str())
        {
            self.report.fail(line, "run", &(&error).into());
        }
        self.report.count(seen);
    }

    /// What concerns whole runs, if all of them are asked about.
    fn concern(&mut self, failures: Vec<(u64, Error)>) {
        if self.only.is_some() {
            return;
        }
        for (line, error) in failures {
            self.report.fail(line, "run", &(&error).into());
        }
    }

    fn checkpoint(&mut self, line: u64, head: &Head<'_>) {
        match self.logs.checkpoint(head) {
            Err(fault) => self.no_checkpoint(line, &fault),
            Ok(covered) => {
                for waiting in &covered {
                    self.covered(waiting, head);
                }
            }
        }
    }

    /// A checkpoint that does not hold. It is nothing to one record that is not, or no longer,
    /// waiting for a checkpoint.
    fn no_checkpoint(&mut self, line: u64, fault: &Fault<'_>) {
        if self.only.is_none() || !self.logs.waiting.is_empty() {
            self.report.fail(line, Step::Inclusion.name(), fault);
        }
    }

    /// Records under a checkpoint that states their log. Its signer has to be their evaluator.
    fn covered(&mut self, waiting: &Waiting, head: &Head<'_>) {
        let Waiting { evaluator, name, signature, inclusion, policy, records, lines } = waiting;
        if evaluator.as_deref() != Some(&*head.signer) {
            let found = evaluator.as_deref().map_or_else(|| "none".to_owned(), shown);
            let error =
                Error::new(Code::ProofEvaluator, "data.evaluator", shown(&head.signer), found);
            if *inclusion {
                self.report.fail_all(Step::Inclusion, lines, *records, &(&error).into());
            }
            return self.uncovered(waiting, false);
        }
        if *signature {
            self.report.pass_all(Step::Signature, *records);
            self.report.signed_by(evaluator.as_deref(), name.as_deref(), *records);
        }
        if *inclusion {
            self.report.pass_all(Step::Inclusion, *records);
        }
        if *policy {
            self.report.pass_all(Step::Policy, *records);
        }
    }

    /// Records that no checkpoint covers; `inclusion` says whether that step is still to be
    /// answered.
    fn uncovered(&mut self, waiting: &Waiting, inclusion: bool) {
        if waiting.signature {
            self.report.skip_all(Step::Signature, Reason::NoProof, waiting.records);
        }
        if inclusion {
            self.report.skip_all(Step::Inclusion, Reason::NoLog, waiting.records);
        }
        if waiting.policy {
            let expected: Cow<'static, str> = match &waiting.name {
                Some(name) => format!("a signature of {}", shown(name)).into(),
                None => "a signature of a key of the trust file".into(),
            };
            let error = Error::new(Code::PolicySigner, "record", expected, "none");
            self.report.fail_all(Step::Policy, &waiting.lines, waiting.records, &(&error).into());
        }
    }
}
