//! The report as JSON.

use super::{Failure, Report, Tally};
use crate::json::{Value, object};
use crate::record::Scores;

impl Report {
    /// The report as `docs/record.md` describes it.
    pub fn to_value(&self) -> Value {
        let outcomes = self.outcomes.iter().map(|(name, count)| (*name, (*count).into()));
        object([
            ("passed", self.passed.into()),
            ("lines", self.lines.into()),
            ("records", self.records.into()),
            ("runs", self.runs.into()),
            ("steps", self.steps.iter().map(Tally::to_value).collect()),
            ("required", self.required.iter().map(|step| step.name().into()).collect()),
            ("failed", self.failed.into()),
            ("failures", self.failures.iter().map(Failure::to_value).collect()),
            ("outcomes", object(outcomes)),
            ("scores", self.scores.to_value()),
        ])
    }
}

impl Tally {
    fn to_value(&self) -> Value {
        let reasons = self.not_checked.iter().map(|(reason, count)| (*reason, (*count).into()));
        object([
            ("step", self.step.name().into()),
            ("pass", self.pass.into()),
            ("fail", self.fail.into()),
            ("notChecked", object(reasons)),
        ])
    }
}

impl Failure {
    fn to_value(&self) -> Value {
        object([
            ("line", self.line.into()),
            ("step", self.step.into()),
            ("code", self.code.into()),
            ("message", self.message.as_str().into()),
        ])
    }
}

impl Scores {
    fn to_value(self) -> Value {
        object([
            ("scored", self.scored.into()),
            ("correct", self.correct.into()),
            ("literal", self.literal.into()),
            ("committed", self.committed.into()),
        ])
    }
}
