//! Exhaustive sequences of up to six events: a run of one question makes exactly one record.

use std::borrow::Cow;

use super::{Entropy, Plan, Run, Step};
use crate::bank::Bank;
use crate::exchange::{Endpoint, Fault, Limits, Options, Protocol};
use crate::id::Family;
use crate::record::{Count, Counts, Policy, SignalRecord, Subject};

const BUDGET: u64 = 1_000;
const START: u64 = 1_800_000_000_000;

#[derive(Clone, Copy, Debug)]
enum Event {
    Next,
    Head(u16),
    Body,
    End,
    Replied,
    GaveUp,
    Abort,
    Decline,
    BudgetPasses,
}

fn plan() -> Plan {
    let mut counts = Counts::default();
    counts.set(Family::Math, Count::new(1));
    let subject = Subject::from_id("urn:a");
    let bank = Cow::Borrowed(Bank::public().unwrap());
    Plan::new("s".into(), Entropy::default(), counts, Policy::Literal, subject, bank).unwrap()
}

/// A host that drives a run and injects events.
#[derive(Clone)]
struct Host {
    run: Run,
    now: u64,
    records: Vec<SignalRecord<'static>>,
    done: bool,
}

impl Host {
    fn new(run: Run) -> Self {
        Self { run, now: START, records: Vec::new(), done: false }
    }

    fn next(&mut self) -> Step {
        let step = self.run.next(self.now).unwrap();
        match &step {
            Step::Record(record) => self.records.push(*record.clone()),
            Step::Done => self.done = true,
            Step::Send { deadline, .. } | Step::Ask { deadline, .. } => {
                assert!(*deadline <= self.now + BUDGET);
            }
            Step::Wait { .. } | Step::Question(_) => {}
        }
        step
    }

    fn inject(&mut self, event: Event) {
        let (run, now) = (&mut self.run, self.now);
        let headers = [("content-type", "text/plain")];
        match event {
            Event::Next => drop(self.next()),
            Event::Head(status) => drop(run.receive_head(status, headers, now)),
            Event::Body => drop(run.receive_chunk(b"2", now)),
            Event::End => run.receive_end(now),
            Event::Replied => run.receive_reply("2".to_owned(), now),
            Event::GaveUp => run.report_transport_failure("http.429", now),
            Event::Abort => {
                run.report_fault(Fault::Aborted, now);
                run.report_transport_failure("aborted", now);
            }
            Event::Decline => run.decline("quota.spent").unwrap(),
            Event::BudgetPasses => self.now += BUDGET + 1,
        }
    }

    /// Runs to the end against a subject that never answers again.
    fn run_without_answers(&mut self) {
        for _ in 0..20 {
            match self.next() {
                Step::Done => return,
                Step::Send { deadline, .. } => {
                    self.now = deadline;
                    self.run.report_fault(Fault::Timeout, self.now);
                }
                Step::Ask { deadline, .. } => {
                    self.now = deadline;
                    self.run.report_transport_failure("timeout", self.now);
                }
                Step::Wait { until } => self.now = self.now.max(until),
                Step::Question(_) | Step::Record(_) => {}
            }
        }
        panic!("the run does not end");
    }
}

fn explore(host: &Host, alphabet: &[Event], depth: u32, path: &mut Vec<Event>) -> u64 {
    let mut drained = host.clone();
    drained.run_without_answers();
    assert_eq!(drained.records.len(), 1, "{path:?}");
    assert!(drained.records[0].data.latency_ms.get() <= BUDGET, "{path:?}");
    assert!(!host.done || host.records.len() == 1, "{path:?}");
    if depth == 0 || host.done {
        return 1;
    }
    let mut sequences = 1;
    for &event in alphabet {
        let mut after = host.clone();
        path.push(event);
        after.inject(event);
        sequences += explore(&after, alphabet, depth - 1, path);
        path.pop();
    }
    sequences
}

#[test]
fn all_sequences_of_six_events_make_one_record() {
    let limits = Limits::new(BUDGET, 1, 16).unwrap();
    let endpoint = Endpoint::new("https://a.example/", Protocol::Json, Options::default()).unwrap();
    let asked = Host::new(Run::new(plan(), endpoint, limits));
    use Event::{Abort, Body, BudgetPasses, Decline, End, GaveUp, Head, Next, Replied};
    let events = [Next, Head(200), Body, End, Abort, BudgetPasses];
    assert!(explore(&asked, &events, 6, &mut Vec::new()) > 10_000);
    let own = Host::new(Run::with_own_transport(plan(), limits));
    let events = [Next, Replied, GaveUp, Abort, Decline, BudgetPasses];
    assert!(explore(&own, &events, 6, &mut Vec::new()) > 5_000);
}

#[test]
fn declined_questions_are_recorded_and_skipped() {
    let limits = Limits::new(BUDGET, 0, 16).unwrap();
    let mut counts = Counts::default();
    counts.set(Family::Math, Count::new(2));
    let subject = Subject::from_id("urn:a");
    let bank = Cow::Borrowed(Bank::public().unwrap());
    let plan = Plan::new("s".into(), Entropy::default(), counts, Policy::Literal, subject, bank);
    let endpoint = Endpoint::new("https://a.example/", Protocol::Json, Options::default()).unwrap();
    let mut run = Run::new(plan.unwrap(), endpoint, limits);
    assert!(matches!(run.next(START).unwrap(), Step::Question(_)));
    for cause in ["timeout.headers", "http.404", "skipped", ""] {
        assert_eq!(run.decline(cause).unwrap_err().code(), "host.option", "{cause}");
    }
    run.decline("breaker.timeout").unwrap();
    let Step::Record(record) = run.next(START).unwrap() else { panic!("no record") };
    assert_eq!(record.data.cause.as_deref(), Some("breaker.timeout"));
    assert_eq!((record.status.name(), record.data.score), ("timeout", Some(0)));
    assert_eq!((record.data.attempts.len(), record.data.latency_ms.get()), (0, 0));
    assert!(matches!(run.next(START).unwrap(), Step::Question(_)));
    assert!(matches!(run.next(START).unwrap(), Step::Send { .. }));
    // The request has been sent, so declining has no effect.
    run.decline("quota.spent").unwrap();
    run.report_fault(Fault::Refused, START);
    let Step::Record(record) = run.next(START).unwrap() else { panic!("no record") };
    assert_eq!(record.data.cause.as_deref(), Some("network.refused"));
}
