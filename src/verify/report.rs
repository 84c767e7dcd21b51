//! What verification found: who signed and about whom, then what holds, then what does not.

use super::conclusion::{Asked, Conclusion, conclude};
use super::extent::Shown;
use super::fact::{Answer, Fault, Planned, Seen};
use super::{Options, Reason, Step};
use crate::base::hash::Digest;
use crate::base::json::{Value, object};
use crate::base::order;
use crate::grade::Outcome;
use crate::proof::Index;
use crate::record::{Instant, Scores, add_who};

/// How many failures, signers and subjects a report lists; it counts all of them.
pub(super) const LISTED: usize = 1000;

/// What verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Whether every required step passed on every record, every run is complete, and nothing
    /// failed.
    pub passed: bool,
    /// What may be said of it in one word.
    pub conclusion: Conclusion,
    /// Why that is not a better word; none where it is the best.
    pub why: Option<String>,
    /// Who signed: the first thousand, in order of their first record.
    pub signers: Vec<Party>,
    /// The records that no signature covers.
    pub unsigned: u64,
    /// Whom the records are about: the first thousand, in order of their first record.
    pub subjects: Vec<Party>,
    /// The plans of the runs, each with its entropy: the first thousand, in order of their first run.
    pub plans: Vec<PlanUsed>,
    /// When the first and the last of the evals ended, as the records say; none without a record.
    pub fetched_at: Option<(Instant, Instant)>,
    /// The lines of the file.
    pub lines: u64,
    /// The records among them; 1 where one was asked about.
    pub records: u64,
    /// The runs that are complete, about the subject that was asked about if one was.
    pub runs: u64,
    /// How far the records are shown to be complete.
    pub shown: Shown,
    /// What each step answered, by name, in order.
    pub steps: Vec<Tally>,
    /// The steps that were required.
    pub required: Vec<Step>,
    /// The number of failures.
    pub failed: u64,
    /// The first thousand failures, in the order in which they were found.
    pub failures: Vec<Failure>,
    /// How many records each outcome has, in the order of their names.
    pub outcomes: Counts,
    /// Right answers, by either reading.
    pub scores: Scores,
    /// The places of the signers in their list, in the order of their ids and names.
    by_signer: Vec<usize>,
    /// The same of the subjects.
    by_subject: Vec<usize>,
    /// The digests of the plans with their entropy.
    by_plan: Index,
    /// What `outcomes` and the steps' `not_checked` are made of in the end, by number.
    counted: Counted,
    /// What was asked about.
    asked: Asked,
    /// How many records could be read as JSON, whatever else is wrong with them.
    pub(super) read: u64,
}

/// Counts that every record adds to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    outcomes: [u64; Outcome::ALL.len()],
    reasons: [[u64; Reason::ALL.len()]; Step::ALL.len()],
}

/// What there is of each of some things, by name; what there is none of is not in it. A list, as a
/// map brings a tree and a sort of its own, which the smallest wasm has no other use for.
pub type Counts = Vec<(&'static str, u64)>;

/// Someone, and how many records are theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The `did:key` of a signer, or the id of a subject.
    pub id: String,
    /// The name of a signer in the trust file, if that lists the key for the time of the records.
    pub name: Option<String>,
    /// What of a subject was asked for and what answered: the first of what its records say.
    pub who: Vec<String>,
    /// How many records.
    pub records: u64,
}

/// The plan of some runs, and the entropy that they were drawn with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanUsed {
    /// The plan id.
    pub id: Digest,
    /// The number of questions per family.
    pub counts: crate::record::Counts,
    /// The name and the root of the bank, if science was asked.
    pub bank: Option<(String, Digest)>,
    /// The entropy and the source that it is said to come from, which is not checked.
    pub entropy: Option<(String, String)>,
    /// How many runs.
    pub runs: u64,
}

/// What one step answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The step.
    pub step: Step,
    /// Records that passed it.
    pub pass: u64,
    /// Records that failed it.
    pub fail: u64,
    /// Records that it was not done for, in the order of the reasons' texts.
    pub not_checked: Counts,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, from 1; 0 for what stands on no line, such as a reveal.
    pub line: u64,
    /// The step, or `run` for what concerns a whole run, `opening` for a line that opens nothing,
    /// `file` for what is no line at all.
    pub step: &'static str,
    /// The code of the error.
    pub code: String,
    /// The text of the error.
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
            asked: Asked::of(options),
            ..Self::default()
        }
    }

    /// The answer of `step` on one record.
    pub(super) fn answer(&mut self, line: u64, step: Step, answer: &Answer<'_>) {
        match answer {
            Answer::Pass => self.pass_all(step, 1),
            Answer::NotChecked(reason) => self.skip_all(step, *reason, 1),
            Answer::Fail(fault) => self.fail_all(step, &[line], 1, fault),
        }
    }

    pub(super) fn pass_all(&mut self, step: Step, records: u64) {
        self.steps[step as usize].pass += records;
    }

    pub(super) fn skip_all(&mut self, step: Step, reason: Reason, records: u64) {
        self.counted.reasons[step as usize][reason as usize] += records;
    }

    /// `records` that failed a step for one reason; `lines` are the first of them.
    pub(super) fn fail_all(&mut self, step: Step, lines: &[u64], records: u64, fault: &Fault<'_>) {
        self.steps[step as usize].fail += records;
        for line in lines {
            self.fail(*line, step.name(), fault);
        }
        self.failed += records - lines.len() as u64;
    }

    pub(super) fn fail(&mut self, line: u64, step: &'static str, fault: &Fault<'_>) {
        self.failed += 1;
        if self.failures.len() < LISTED {
            let (code, message) = (fault.code.to_string(), fault.message.to_string());
            self.failures.push(Failure { line, step, code, message });
        }
    }

    /// A record about `subject`, with what was asked for and what answered.
    pub(super) fn about(&mut self, subject: &str, who: Option<&str>) {
        // Neighbours are mostly about the same.
        let last = self.subjects.len().wrapping_sub(1);
        let party = match self.subjects.get_mut(last).filter(|party| party.id == subject) {
            Some(party) => {
                party.records += 1;
                Some(last)
            }
            None => add(&mut self.subjects, &mut self.by_subject, subject, None, 1),
        };
        if let (Some(at), Some(who)) = (party, who) {
            add_who(&mut self.subjects[at].who, who);
        }
    }

    /// A run of this plan.
    pub(super) fn planned(&mut self, plan: &Planned<'_>) {
        let Planned { id, counts, bank, entropy, source } = plan;
        let key = Digest::of(&[id.as_bytes(), entropy.as_bytes()]);
        if let Some(used) = self.by_plan.find(&key).and_then(|at| self.plans.get_mut(at)) {
            used.runs += 1;
        } else if self.plans.len() < LISTED {
            self.by_plan.add(&key);
            let bank = bank.as_ref().map(|(name, root)| (name.to_string(), *root));
            let entropy = (!source.is_empty()).then(|| (entropy.to_string(), source.to_string()));
            self.plans.push(PlanUsed { id: *id, counts: *counts, bank, entropy, runs: 1 });
        }
    }

    /// Records that the key of `did` covers.
    pub(super) fn signed_by(&mut self, did: Option<&str>, name: Option<&str>, records: u64) {
        let same = |last: &&mut Party| Some(&*last.id) == did && last.name.as_deref() == name;
        match (self.signers.last_mut().filter(same), did) {
            (Some(last), _) => last.records += records,
            (None, Some(did)) => {
                let _ = add(&mut self.signers, &mut self.by_signer, did, name, records);
            }
            (None, None) => {}
        }
    }

    /// Counts time, outcome and scores of a record.
    pub(super) fn count(&mut self, seen: &Seen<'_>) {
        let then = seen.fetched_at;
        let (first, last) = self.fetched_at.unwrap_or((then, then));
        self.fetched_at = Some((first.min(then), last.max(then)));
        if let Some(count) = self.counted.outcomes.get_mut(usize::from(seen.outcome)) {
            *count += 1;
        }
        let Scores { scored, correct, literal, committed } = seen.scores;
        self.scores.scored += scored;
        self.scores.correct += correct;
        self.scores.literal += literal;
        self.scores.committed += committed;
    }

    /// Says whether all of it passed.
    pub(super) fn conclude(&mut self) {
        let Counted { outcomes, reasons } = self.counted;
        self.outcomes = sorted(&outcomes, |index| Outcome::ALL[index].name());
        for (tally, counts) in self.steps.iter_mut().zip(&reasons) {
            tally.not_checked = sorted(counts, |index| Reason::ALL[index].text());
        }
        self.unsigned = self.records - self.steps[Step::Signature as usize].pass;
        let required =
            |tally: &Tally| tally.pass == self.records || !self.required.contains(&tally.step);
        self.passed = self.failed == 0 && self.steps.iter().all(required);
        (self.conclusion, self.why) = conclude(self, self.asked, self.read);
    }

    /// The report as `docs/record.md` describes it, its members in the order in which they are
    /// told.
    pub fn to_value(&self) -> Value {
        let Scores { scored, correct, literal, committed } = self.scores;
        let scores = [
            ("scored", scored),
            ("correct", correct),
            ("literal", literal),
            ("committed", committed),
        ];
        object([
            ("verdict", self.conclusion.name().into()),
            ("why", self.why.as_deref().map_or(Value::Null, Into::into)),
            ("passed", self.passed.into()),
            ("signers", list(&self.signers, |signer| signer.to_value("did"))),
            ("unsigned", self.unsigned.into()),
            ("subjects", list(&self.subjects, |subject| subject.to_value("id"))),
            ("plans", list(&self.plans, PlanUsed::to_value)),
            ("fetchedAt", self.fetched_at.map_or(Value::Null, times)),
            ("lines", self.lines.into()),
            ("records", self.records.into()),
            ("runs", self.runs.into()),
            ("shown", self.shown.to_value()),
            ("required", list(&self.required, |step| step.name().into())),
            ("steps", list(&self.steps, Tally::to_value)),
            ("failed", self.failed.into()),
            ("failures", list(&self.failures, Failure::to_value)),
            ("outcomes", counts(&self.outcomes)),
            ("scores", counts(&scores)),
        ])
    }
}

impl Party {
    fn to_value(&self, called: &str) -> Value {
        let mut members = Vec::new();
        if let Some(name) = self.name.as_deref() {
            members.push(("name", Value::from(name)));
        }
        members.push((called, self.id.as_str().into()));
        if !self.who.is_empty() {
            members.push(("who", list(&self.who, |who| who.as_str().into())));
        }
        members.push(("records", self.records.into()));
        object(members)
    }
}

impl PlanUsed {
    fn to_value(&self) -> Value {
        let mut members = vec![
            ("id", Value::from(&*self.id.hex())),
            ("counts", self.counts.to_value()),
            ("runs", self.runs.into()),
        ];
        if let Some((name, root)) = &self.bank {
            let bank = object([("id", (&**name).into()), ("root", (&*root.hex()).into())]);
            members.push(("bank", bank));
        }
        if let Some((value, source)) = &self.entropy {
            let of = [("value", (&**value).into()), ("source", (&**source).into())];
            members.push(("entropy", object(of)));
        }
        object(members)
    }
}

impl Tally {
    fn to_value(&self) -> Value {
        object([
            ("step", self.step.name().into()),
            ("pass", self.pass.into()),
            ("fail", self.fail.into()),
            ("notChecked", counts(&self.not_checked)),
        ])
    }
}

impl Failure {
    fn to_value(&self) -> Value {
        object([
            ("line", self.line.into()),
            ("step", self.step.into()),
            ("code", self.code.as_str().into()),
            ("message", self.message.as_str().into()),
        ])
    }
}

/// Adds records to the party of this id and name, and returns its place; one behind the last that is
/// listed goes unnamed.
fn add(
    list: &mut Vec<Party>,
    places: &mut Vec<usize>,
    id: &str,
    name: Option<&str>,
    records: u64,
) -> Option<usize> {
    let order = |place: &usize| {
        let party = &list[*place];
        (&*party.id, party.name.as_deref()).cmp(&(id, name))
    };
    match places.binary_search_by(order) {
        Ok(at) => {
            list[places[at]].records += records;
            Some(places[at])
        }
        Err(at) if list.len() < LISTED => {
            places.insert(at, list.len());
            let (id, name) = (id.to_owned(), name.map(str::to_owned));
            list.push(Party { id, name, who: Vec::new(), records });
            Some(list.len() - 1)
        }
        Err(_) => None,
    }
}

fn list<T>(items: &[T], value: fn(&T) -> Value) -> Value {
    let mut values = Vec::new();
    for item in items {
        values.push(value(item));
    }
    Value::Array(values)
}

fn times((first, last): (Instant, Instant)) -> Value {
    let text = |instant: Instant| Value::from(&*instant.to_string());
    object([("first", text(first)), ("last", text(last))])
}

/// What there is any of, by what `name` calls it.
fn sorted(counts: &[u64], name: fn(usize) -> &'static str) -> Counts {
    let mut some = Vec::new();
    for (index, count) in counts.iter().enumerate() {
        if *count > 0 {
            some.push((name(index), *count));
        }
    }
    order::sort_by(&mut some, &|(a, _), (b, _)| a.cmp(b));
    some
}

fn counts(counts: &[(&str, u64)]) -> Value {
    let mut members = Vec::new();
    for (name, count) in counts {
        members.push((*name, (*count).into()));
    }
    object(members)
}
