//! The ledger: combines the facts of a file, in file order, into a report.

use std::borrow::Cow;

use super::committed::Commitments;
use super::extent::{Completeness, Extent};
use super::fact::{CheckedRecord, Fact, LineError, LogHead, RunStart, StepResult};
use super::logs::{Logs, UndecidedRecords};
use super::options::Options;
use super::report::Report;
use super::runs::Runs;
use super::step::{Reason, Step};
use super::steps::check_reveal;
use crate::error::{Code, Error, shown};

/// The state of a file's verification.
#[derive(Debug)]
pub(super) struct Ledger {
    /// The index of the one record to verify; `None` verifies all.
    only: Option<u64>,
    /// Number of records so far.
    arrived: u64,
    runs: Runs,
    logs: Logs,
    /// The requested subject.
    subject: Option<String>,
    /// The required plans and runs.
    committed: Option<Commitments>,
    report: Report,
}

impl Ledger {
    /// Creates the ledger of an empty file. Reports invalid reveals of `options`.
    pub(super) fn new(options: &Options) -> Self {
        let report = Report::new(options);
        let (runs, logs) = (Runs::default(), Logs::default());
        let (subject, committed) = (options.subject.clone(), options.committed.clone());
        let only = options.index;
        let mut ledger = Self { only, arrived: 0, runs, logs, subject, committed, report };
        // An invalid reveal is a failure even if no record needs it.
        for reveal in &options.reveals {
            if let Err(error) = check_reveal(reveal, &options.manifests) {
                ledger.report.count_failure(0, Step::Bank.name(), &(&error).into());
            }
        }
        ledger
    }

    /// Adds the fact of the next line.
    pub(super) fn add_fact(&mut self, fact: &Fact<'_>) {
        self.report.lines += 1;
        let line = self.report.lines;
        match fact {
            Fact::InvalidLine(fault) if self.only.is_none() => {
                self.report.count_failure(line, "file", fault)
            }
            // Not about a record, so ignored if one record is verified.
            Fact::InvalidControl(fault) if self.only.is_none() => {
                self.report.count_failure(line, Step::Schema.name(), fault);
            }
            Fact::InvalidLine(_) | Fact::InvalidControl(_) => {}
            Fact::InvalidJson(fault) => self.fail_record(line, fault, 0),
            Fact::InvalidRecord(fault) => self.fail_record(line, fault, 1),
            Fact::Record(checked) => self.add_record(line, checked),
            Fact::Run(start) => self.begin_run(line, start),
            Fact::Close { run, records } => {
                let failures = self.runs.close_run(line, run, *records);
                self.fail_runs(failures);
            }
            Fact::Checkpoint(Err(fault)) => self.fail_checkpoint(line, fault),
            Fact::Checkpoint(Ok(head)) => self.add_checkpoint(line, head),
            Fact::Opening(Some(fault)) if self.is_selected() => {
                self.report.count_failure(line, "opening", fault);
            }
            Fact::Opening(_) => {}
            // The verifier examines these lines first.
            Fact::UnmatchedOpening(_) | Fact::UnfinishedRecord(_) => {}
        }
    }

    /// Returns the number of records so far.
    pub(super) const fn records(&self) -> u64 {
        self.arrived
    }

    /// Reports whether the last record is to be verified.
    const fn is_selected(&self) -> bool {
        match self.only {
            Some(index) => self.arrived > 0 && self.arrived - 1 == index,
            None => true,
        }
    }

    /// Ends the file and returns the report.
    pub(super) fn finish(mut self) -> Report {
        let line = self.report.lines;
        if self.report.records == 0 {
            let error = match self.only {
                None => Error::new(Code::FileEmpty, "record file", "at least one record", "none"),
                Some(index) => {
                    let problem = format!("no record at index {index} of {} records", self.arrived);
                    Error::because(Code::FileIndex, "record file", problem)
                }
            };
            self.report.count_failure(line, "file", &(&error).into());
        }
        for waiting in &std::mem::take(&mut self.logs.waiting) {
            self.decide_uncovered(waiting, waiting.inclusion);
        }
        let failures = self.runs.finish(line);
        self.fail_runs(failures);
        self.fail_missing_commitments();
        self.report.shown = self.completeness();
        self.report.conclude();
        self.report
    }

    fn begin_run(&mut self, line: u64, start: &RunStart<'_>) {
        // A run of another subject does not fulfil a commitment.
        if let Some(committed) = self.committed.as_mut().filter(|_| start.of_subject) {
            committed.mark_found(&start.plan.id, &start.run);
        }
        if let Err(error) = self.runs.begin_run(line, start) {
            self.fail_runs(vec![(line, error)]);
        } else if self.only.is_none() && start.of_subject {
            self.report.count_plan(&start.plan);
        }
    }

    /// Reports committed plans and runs that the file lacks, unless one record is verified.
    fn fail_missing_commitments(&mut self) {
        let Some(committed) = self.committed.take().filter(|_| self.only.is_none()) else { return };
        for id in committed.missing_ids(self.subject.as_deref()) {
            let problem = format!("no run with the committed id {}", id.hex());
            let error = Error::because(Code::PolicyCommitted, "record file", problem);
            self.report.count_failure(0, Step::Policy.name(), &(&error).into());
        }
    }

    /// Determines how complete the records are. A file with failures is not complete.
    fn completeness(&mut self) -> Completeness {
        let unseen = self.logs.count_unseen();
        if self.only.is_some() {
            let of = self.report.plans.first().map_or(0, |plan| plan.counts.total());
            let questions = self.report.records.min(of);
            return Completeness { extent: Extent::Record, questions, of, unseen };
        }
        self.report.runs = self.runs.closed;
        let whole = !self.runs.others_incomplete && self.logs.covers_every_record();
        let extent = match self.report.failed == 0 && self.report.records > 0 {
            true if whole => Extent::Log,
            true => Extent::Runs,
            false => Extent::Part,
        };
        Completeness { extent, questions: self.runs.shown, of: self.runs.asked, unseen }
    }

    /// Reports a record that fails `schema`; `json` is 1 if the line is JSON, else 0.
    fn fail_record(&mut self, line: u64, fault: &LineError<'_>, json: u64) {
        self.arrived += 1;
        if !self.is_selected() {
            return;
        }
        self.report.records += 1;
        self.report.read += json;
        self.report.count_step(line, Step::Schema, &StepResult::Fail(Box::new(fault.clone())));
        for step in &Step::ALL[1..] {
            self.report.count_step(line, *step, &StepResult::NotChecked(Reason::NoRecord));
        }
    }

    fn add_record(&mut self, line: u64, checked: &CheckedRecord<'_>) {
        self.arrived += 1;
        if !self.is_selected() {
            self.logs.append(checked);
            // Tracked because the position of the verified record depends on earlier ones.
            let _ = self.runs.record(line, &checked.position);
            return;
        }
        self.report.records += 1;
        self.report.read += 1;
        let [_, signature, inclusion, .., policy] = &checked.results;
        let signed = *signature == StepResult::Pass;
        let unsigned = matches!(signature, StepResult::NotChecked(_));
        let waits = [
            unsigned,
            matches!(inclusion, StepResult::NotChecked(_)),
            checked.needs_signer && *policy == StepResult::Pass && !signed,
        ];
        for (step, result) in Step::ALL.iter().zip(&checked.results) {
            let waits = match step {
                Step::Signature => waits[0],
                Step::Inclusion => waits[1],
                Step::Policy => waits[2],
                _ => false,
            };
            if !waits {
                self.report.count_step(line, *step, result);
            }
        }
        self.report.count_subject(checked.subject, checked.who.as_deref());
        if let Some(plan) = &checked.plan {
            self.report.count_plan(plan);
        }
        if signed {
            self.report.count_signer(checked.evaluator, checked.name, 1);
        }
        if waits.contains(&true) {
            self.logs.add_undecided(line, checked, waits);
        }
        if let Some(logged) = &checked.logged {
            self.logs.count_proof(logged);
        }
        self.logs.append(checked);
        if let Err(error) = self.runs.record(line, &checked.position)
            // A single record may come without its run: `proveInclusion` extracts it from a file.
            && !(self.only.is_some() && error.code() == Code::RunUnknown.as_str())
        {
            self.report.count_failure(line, "run", &(&error).into());
        }
        self.report.count_record(checked);
    }

    /// Reports failures of whole runs, unless one record is verified.
    fn fail_runs(&mut self, failures: Vec<(u64, Error)>) {
        if self.only.is_some() {
            return;
        }
        for (line, error) in &failures {
            self.report.count_failure(*line, "run", &error.into());
        }
    }

    fn add_checkpoint(&mut self, line: u64, head: &LogHead<'_>) {
        match self.logs.checkpoint(head) {
            Err(fault) => self.fail_checkpoint(line, &fault),
            Ok(covered) => {
                for waiting in &covered {
                    self.decide_covered(waiting, head);
                }
            }
        }
    }

    /// Reports an invalid checkpoint. If one record is verified, only while it awaits a checkpoint.
    fn fail_checkpoint(&mut self, line: u64, fault: &LineError<'_>) {
        if self.only.is_none() || !self.logs.waiting.is_empty() {
            self.report.count_failure(line, Step::Inclusion.name(), fault);
        }
    }

    /// Decides the steps of records under a valid checkpoint, whose signer must be their evaluator.
    fn decide_covered(&mut self, waiting: &UndecidedRecords, head: &LogHead<'_>) {
        let UndecidedRecords { evaluator, name, signature, inclusion, policy, records, lines } =
            waiting;
        if evaluator.as_deref() != Some(head.signer) {
            let found = evaluator.as_deref().map_or_else(|| "none".to_owned(), shown);
            let error =
                Error::new(Code::ProofEvaluator, "data.evaluator", shown(head.signer), found);
            if *inclusion {
                self.report.fail_all(Step::Inclusion, lines, *records, &(&error).into());
            }
            return self.decide_uncovered(waiting, false);
        }
        if *signature {
            self.report.pass_all(Step::Signature, *records);
            self.report.count_signer(evaluator.as_deref(), name.as_deref(), *records);
        }
        if *inclusion {
            self.report.pass_all(Step::Inclusion, *records);
        }
        if *policy {
            self.report.pass_all(Step::Policy, *records);
        }
    }

    /// Decides the steps of records that no checkpoint covers; `inclusion` is true if that step is
    /// undecided.
    fn decide_uncovered(&mut self, waiting: &UndecidedRecords, inclusion: bool) {
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
