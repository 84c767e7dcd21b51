//! Evaluation of parts: fields with their transforms, and combinations of them.
//!
//! Every number is in billionths. Numbers in a combination lie within ±10^15, so that products and
//! weighted sums of them are exact in 128 bits.

use super::clock::{Clock, NormalizedValue};
use super::condition;
use super::config_object::parse_nearest;
use super::decimal::{self, ONE, divide_half_up};
use super::snapshot::Snapshot;
use super::source::{Combinator, Field, Number, Part};
use super::status::{is_available, severity_rank};
use super::transform::{COUNT, Operand, Transform, TransformResult, clamp};
use crate::base::pointer::Pointer;
use crate::error::{Code, Error};
use crate::grade::SignalStatus;

/// Bound of numbers in a combination: 10^15, in billionths.
const BOUND: i128 = 10i128.pow(24);

/// A number with its status; 0 unless the status is `ok` or `stale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) status: SignalStatus,
    pub(crate) number: i128,
}

impl Value {
    const MISSING: Self = Self::unavailable(SignalStatus::Missing);

    const fn unavailable(status: SignalStatus) -> Self {
        Self { status, number: 0 }
    }
}

/// A step of the arithmetic, for explanations. The steps that it is computed from follow it, one
/// level deeper.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) depth: usize,
    /// Weight within a sum or mean, in millionths; `None` elsewhere.
    pub(crate) weight: Option<u64>,
    pub(crate) text: String,
    pub(crate) value: Value,
}

/// Evaluates the parts of one component.
pub(crate) struct Evaluation<'a, 't> {
    snapshot: &'a Snapshot<'t>,
    clock: Clock,
    /// The key of the component, for error messages.
    key: &'a str,
    invalid_is_error: bool,
    steps: Option<Vec<Step>>,
    depth: usize,
}

impl<'a, 't> Evaluation<'a, 't> {
    pub(crate) const fn new(
        snapshot: &'a Snapshot<'t>,
        clock: Clock,
        key: &'a str,
        invalid_is_error: bool,
    ) -> Self {
        Self { snapshot, clock, key, invalid_is_error, steps: None, depth: 0 }
    }

    /// Returns the value of a component.
    ///
    /// # Errors
    /// For an invalid value, unless the configuration makes it an `error`.
    pub(crate) fn evaluate_component(&mut self, part: &Part) -> Result<NormalizedValue, Error> {
        let Value { status, number } = self.evaluate_part(part, None)?;
        Ok(NormalizedValue { status, value: clamp(number) })
    }

    /// Returns the steps of computing a component.
    pub(crate) fn record_steps(mut self, part: &Part) -> Vec<Step> {
        self.steps = Some(Vec::new());
        // An invalid value has refused the subject before it is explained.
        let _ = self.evaluate_part(part, None);
        self.steps.unwrap_or_default()
    }

    /// Evaluates a part, and records it as a step.
    fn evaluate_part(&mut self, part: &Part, weight: Option<u64>) -> Result<Value, Error> {
        let at = self.steps.as_ref().map(Vec::len);
        if let Some(steps) = &mut self.steps {
            steps.push(Step {
                depth: self.depth,
                weight,
                text: String::new(),
                value: Value::MISSING,
            });
        }
        self.depth += 1;
        let evaluated = self.evaluate(part);
        self.depth -= 1;
        let (value, text) = match evaluated {
            Err(error) if self.invalid_is_error => {
                (Value::unavailable(SignalStatus::Error), error.to_string())
            }
            evaluated => evaluated?,
        };
        if let (Some(at), Some(steps)) = (at, &mut self.steps) {
            steps[at].text = text;
            steps[at].value = value;
        }
        Ok(value)
    }

    /// Returns the value of a part, and the text of its step if steps are recorded.
    fn evaluate(&mut self, part: &Part) -> Result<(Value, String), Error> {
        let Some(when) = &part.when else { return self.evaluate_unconditionally(part) };
        if !condition::condition_holds(when, self.snapshot)? {
            return Ok((
                Value::MISSING,
                self.step_text(|| format!("not the case: {}", when.text())),
            ));
        }
        let (value, text) = self.evaluate_unconditionally(part)?;
        Ok((value, self.step_text(|| format!("{text}, because {}", when.text()))))
    }

    fn evaluate_unconditionally(&mut self, part: &Part) -> Result<(Value, String), Error> {
        match &part.number {
            Number::Field(field) => self.evaluate_field(field, part),
            number if part.transform == Transform::Identity => self.evaluate_number(number),
            number => {
                let x = self.evaluate_part(&Part::from_number(number.clone()), None)?;
                if !is_available(x.status) {
                    return Ok((x, self.step_text(|| part.transform.formula(None, None))));
                }
                let (of, status) = self.evaluate_operand(part, |_| Ok(None))?;
                self.apply_transform(&part.transform, x, of, status, |_| self.key.to_owned())
            }
        }
    }

    /// Returns a number that is not a field.
    fn evaluate_number(&mut self, number: &Number) -> Result<(Value, String), Error> {
        match number {
            Number::Constant(number) => {
                let value = Value { status: SignalStatus::Ok, number: *number };
                Ok((value, self.step_text(|| "constant".to_owned())))
            }
            Number::Field(field) => self.evaluate_field(field, &Part::from_number(number.clone())),
            Number::Combination { combinator, parts } => {
                let value = self.evaluate_combination(*combinator, parts)?;
                Ok((value, self.step_text(|| combinator.text().to_owned())))
            }
        }
    }

    /// Returns the transform of a field.
    fn evaluate_field(&mut self, field: &Field, part: &Part) -> Result<(Value, String), Error> {
        let transform = &part.transform;
        let place = || field.label();
        let (status, root, time) = self.snapshot.find_owner(&field.home)?;
        let root = root.filter(|_| is_available(status));
        let Some(root) = root else {
            let status = if is_available(status) { SignalStatus::Missing } else { status };
            return Ok((Value::unavailable(status), self.step_text(place)));
        };
        let number =
            |pointer: &Pointer| match root.follow_pointer(pointer).filter(|node| !node.is_null()) {
                Some(node) => parse_nearest(node, || field.sibling_label(pointer)).map(Some),
                None => Ok(None),
            };
        let Some(x) = number(&field.pointer)? else {
            return Ok((Value::MISSING, self.step_text(place)));
        };
        let status = self.clock.status_by_age(status, || self.clock.parse_time(time));
        let x = Value { status, number: x };
        let (of, of_status) = self.evaluate_operand(part, number)?;
        let beside = |other: Option<&Pointer>| field.sibling_label(other.unwrap_or(&field.pointer));
        let (value, formula) = self.apply_transform(transform, x, of, of_status, beside)?;
        let missing = transform.operand().filter(|_| of.is_none());
        let text = self.step_text(|| match (formula.is_empty(), missing) {
            (true, _) => place(),
            (false, Some(Operand::Field(of))) => {
                format!(
                    "{}: {formula}; of is {}, which is missing",
                    place(),
                    field.sibling_label(of)
                )
            }
            (false, _) => format!("{}: {formula}", place()),
        });
        Ok((value, text))
    }

    /// Returns the value of the parameter `of` of a transform, and the status of that value.
    fn evaluate_operand(
        &mut self,
        part: &Part,
        field: impl FnOnce(&Pointer) -> Result<Option<i128>, Error>,
    ) -> Result<(Option<i128>, SignalStatus), Error> {
        let value = match part.transform.operand() {
            None => return Ok((None, SignalStatus::Ok)),
            Some(Operand::Number(of)) => return Ok((Some(*of), SignalStatus::Ok)),
            Some(Operand::Field(pointer)) => return Ok((field(pointer)?, SignalStatus::Ok)),
            Some(Operand::Other) => match &part.of {
                Some(number) => self.evaluate_part(&Part::from_number((**number).clone()), None)?,
                None => Value::MISSING,
            },
        };
        Ok((is_available(value.status).then_some(value.number), value.status))
    }

    /// Applies `transform` to the available value `x`. In errors, `place` names it, or a field beside
    /// it.
    fn apply_transform(
        &self,
        transform: &Transform,
        x: Value,
        of: Option<i128>,
        of_status: SignalStatus,
        place: impl Fn(Option<&Pointer>) -> String,
    ) -> Result<(Value, String), Error> {
        let text = self.step_text(|| transform.formula(Some(x.number), of));
        if !is_available(of_status) {
            return Ok((Value::unavailable(of_status), text));
        }
        let invalid = |code, expected: String, found| {
            Err(Error::new(code, place(None), expected, decimal::format_billionths(found)))
        };
        let number = match transform.apply(x.number, of) {
            TransformResult::Value(number) => number,
            TransformResult::Undefined => return Ok((Value::MISSING, text)),
            TransformResult::AboveOne => {
                let expected = "a ratio from 0 to 1, or \"of\": 100 in the configuration";
                return invalid(Code::ScoreNumber, expected.to_owned(), x.number);
            }
            TransformResult::InvalidCount => {
                let place = match transform.operand() {
                    Some(Operand::Field(of)) => place(Some(of)),
                    _ => place(None),
                };
                let found = decimal::format_billionths(of.unwrap_or(ONE));
                return Err(Error::new(Code::ScoreSignal, place, COUNT, found));
            }
            TransformResult::InvalidRank => {
                let expected =
                    format!("a rank from 1 to {}", decimal::format_billionths(of.unwrap_or(ONE)));
                return invalid(Code::ScoreSignal, expected, x.number);
            }
        };
        Ok((Value { status: worse_status(x.status, of_status), number }, text))
    }

    fn evaluate_combination(
        &mut self,
        combinator: Combinator,
        parts: &[Part],
    ) -> Result<Value, Error> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            let weight = combinator.is_weighted().then_some(part.weight);
            let value = self.evaluate_part(part, weight)?;
            if !(-BOUND..=BOUND).contains(&value.number) {
                return Err(self.out_of_bounds_error(combinator, value.number));
            }
            if combinator == Combinator::First && is_available(value.status) {
                return Ok(value);
            }
            values.push((part.weight, value));
        }
        let required = |status| match combinator {
            Combinator::Product | Combinator::First => !is_available(status),
            Combinator::Sum | Combinator::Mean => {
                matches!(status, SignalStatus::Timeout | SignalStatus::Error)
            }
        };
        let worst = values.iter().map(|(_, value)| value.status);
        if let Some(status) = worst.filter(|&s| required(s)).min_by_key(|&s| severity_rank(s)) {
            return Ok(Value::unavailable(status));
        }
        values.retain(|(_, value)| is_available(value.status));
        let Some((_, first)) = values.first().copied() else { return Ok(Value::MISSING) };
        let number = match combinator {
            Combinator::First => first.number,
            Combinator::Product => {
                let mut product = first.number;
                for (_, value) in &values[1..] {
                    product = percentage(product, value.number);
                    if !(-BOUND..=BOUND).contains(&product) {
                        return Err(self.out_of_bounds_error(combinator, product));
                    }
                }
                product
            }
            Combinator::Sum => divide_rounded(weighted_sum(&values), 1_000_000),
            Combinator::Mean => {
                let weights: u64 = values.iter().map(|(weight, _)| weight).sum();
                divide_rounded(weighted_sum(&values), weights.into())
            }
        };
        let status =
            values.iter().fold(SignalStatus::Ok, |s, (_, value)| worse_status(s, value.status));
        Ok(Value { status, number })
    }

    fn out_of_bounds_error(&self, combinator: Combinator, number: i128) -> Error {
        let thing = format!("{}: {}", self.key, combinator.name());
        let expected = "numbers from -1000000000000000 to 1000000000000000";
        Error::new(Code::ScoreNumber, thing, expected, decimal::format_billionths(number))
    }

    /// Returns the text of a step, or nothing if steps are not recorded.
    fn step_text(&self, text: impl FnOnce() -> String) -> String {
        if self.steps.is_some() { text() } else { String::new() }
    }
}

/// Returns `stale` if either status is, both being available.
fn worse_status(a: SignalStatus, b: SignalStatus) -> SignalStatus {
    if a == SignalStatus::Stale { a } else { b }
}

fn weighted_sum(values: &[(u64, Value)]) -> i128 {
    values.iter().map(|(weight, value)| i128::from(*weight) * value.number).sum()
}

/// Returns `b` percent of `a`, both within [`BOUND`], rounded to a billionth.
fn percentage(a: i128, b: i128) -> i128 {
    // In two halves, because a · b may exceed 128 bits.
    const HALF: i128 = 10i128.pow(12);
    const PERCENT: i128 = 100 * ONE;
    a * (b / HALF) * (HALF / PERCENT) + divide_rounded(a * (b % HALF), PERCENT.unsigned_abs())
}

/// Returns `n / d` to the nearest integer, half away from zero.
fn divide_rounded(n: i128, d: u128) -> i128 {
    let size = divide_half_up(n.unsigned_abs(), d).cast_signed();
    if n < 0 { -size } else { size }
}
