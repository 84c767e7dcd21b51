//! Reports as JSON; see `docs/record.md`, "Verification".

use super::report::{Failure, Party, PlanUse, Report, Tally};
use crate::base::json::{Value, object};
use crate::record::{Instant, Scores};

impl Report {
    /// Converts the report to JSON, with the members in the documented order.
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
            ("signers", list_to_value(&self.signers, |signer| signer.to_value("did"))),
            ("unsigned", self.unsigned.into()),
            ("subjects", list_to_value(&self.subjects, |subject| subject.to_value("id"))),
            ("plans", list_to_value(&self.plans, PlanUse::to_value)),
            ("fetchedAt", self.fetched_at.map_or(Value::Null, times_to_value)),
            ("lines", self.lines.into()),
            ("records", self.records.into()),
            ("runs", self.runs.into()),
            ("shown", self.shown.to_value()),
            ("required", list_to_value(&self.required, |step| step.name().into())),
            ("steps", list_to_value(&self.steps, Tally::to_value)),
            ("failed", self.failed.into()),
            ("failures", list_to_value(&self.failures, Failure::to_value)),
            ("outcomes", counts_to_value(&self.outcomes)),
            ("scores", counts_to_value(&scores)),
        ])
    }
}

impl Party {
    /// Converts the party to JSON, with its id as member `id_name`.
    fn to_value(&self, id_name: &str) -> Value {
        let mut members = Vec::new();
        if let Some(name) = self.name.as_deref() {
            members.push(("name", Value::from(name)));
        }
        members.push((id_name, self.id.as_str().into()));
        if !self.who.is_empty() {
            members.push(("who", list_to_value(&self.who, |who| who.as_str().into())));
        }
        members.push(("records", self.records.into()));
        object(members)
    }
}

impl PlanUse {
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
            let entropy = [("value", (&**value).into()), ("source", (&**source).into())];
            members.push(("entropy", object(entropy)));
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
            ("notChecked", counts_to_value(&self.not_checked)),
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

fn list_to_value<T>(items: &[T], value: fn(&T) -> Value) -> Value {
    let mut values = Vec::new();
    for item in items {
        values.push(value(item));
    }
    Value::Array(values)
}

fn times_to_value((first, last): (Instant, Instant)) -> Value {
    let text = |instant: Instant| Value::from(&*instant.to_string());
    object([("first", text(first)), ("last", text(last))])
}

fn counts_to_value(counts: &[(&str, u64)]) -> Value {
    let mut members = Vec::new();
    for (name, count) in counts {
        members.push((*name, (*count).into()));
    }
    object(members)
}
