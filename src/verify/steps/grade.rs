//! Step `grade`: grading the reply again gives the same readings, outcome and score.

use super::bank::KnownBank;
use crate::error::{Code, Error, shown};
use crate::exchange::Cause;
use crate::grade::{Reading, SignalStatus};
use crate::question::Question;
use crate::question::math::Expression;
use crate::question::science::AskedItem;
use crate::record::withholdable::{CHOICE_ORDER, EXPECTED, RESPONSE, SEED};
use crate::record::{Count, MaybeWithheld, Policy, SignalRecord, StoredReading};
use crate::verify::fact::StepResult;
use crate::verify::step::{Reason, mismatch_error};

/// Grades the reply again and compares everything that follows from it. Withheld values are not
/// compared: with any of them the step fails or is not checked, but does not pass.
pub(super) fn check(
    record: &SignalRecord<'_>,
    known: Option<KnownBank<'_>>,
) -> StepResult<'static> {
    regrade_record(record, known).unwrap_or_else(|error| (&error).into())
}

fn regrade_record(
    record: &SignalRecord<'_>,
    known: Option<KnownBank<'_>>,
) -> Result<StepResult<'static>, Error> {
    check_consistency(record)?;
    let question = match known_question(record, known) {
        Ok(question) => question,
        Err(reason) => return Ok(StepResult::NotChecked(reason)),
    };
    let data = &record.data;
    if let MaybeWithheld::Open(expected) = &data.expected
        && !question.right_answer().has_canonical_text(expected)
    {
        let right = question.right_answer().to_string();
        return Err(mismatch_error(Code::GradeExpected, "data.expected", &right, expected));
    }
    if let Some(MaybeWithheld::Open(reply)) = &data.response {
        compare_grades(record, reply, &question)?;
    }
    Ok(withheld_reason(record).map_or(StepResult::Pass, StepResult::NotChecked))
}

/// Returns the reason for the first withheld value that this step compares.
fn withheld_reason(record: &SignalRecord<'_>) -> Option<Reason> {
    let reason = |pointer| match pointer {
        RESPONSE => Some(Reason::ResponseWithheld),
        EXPECTED => Some(Reason::ExpectedWithheld),
        CHOICE_ORDER => Some(Reason::OrderWithheld),
        // Not compared here.
        SEED => None,
        _ => Some(Reason::ReadingWithheld),
    };
    record.withheld().find_map(reason)
}

/// Checks that outcome, cause, score and status agree. For a failed exchange, only the expected
/// answer remains to be checked.
fn check_consistency(record: &SignalRecord<'_>) -> Result<(), Error> {
    let data = &record.data;
    if let Some(cause) = &data.cause {
        let outcome = Cause::from_text(cause).map(|cause| cause.outcome());
        if outcome != Some(data.outcome) {
            let expected = format!("a cause of {}", data.outcome.name());
            return Err(Error::new(Code::GradeCause, "data.cause", expected, shown(cause)));
        }
    }
    if data.score != data.outcome.score() {
        let text = |score: Option<u8>| score.map_or("null".to_owned(), |score| score.to_string());
        let (expected, found) = (text(data.outcome.score()), text(data.score));
        return Err(Error::new(Code::GradeScore, "data.score", expected, found));
    }
    let status = data.outcome.status();
    // A graded reply may become stale with time; a failure does not.
    let stale = (status, record.status) == (SignalStatus::Ok, SignalStatus::Stale);
    if record.status != status && !stale {
        return Err(mismatch_error(
            Code::GradeStatus,
            "status",
            status.name(),
            record.status.name(),
        ));
    }
    Ok(())
}

/// Returns the question as asked, or the reason why it is unknown.
fn known_question<'a>(
    record: &SignalRecord<'_>,
    known: Option<KnownBank<'a>>,
) -> Result<Question<'a>, Reason> {
    let id = &*record.data.question_id;
    if let Some(expression) = Expression::from_id(id) {
        return Ok(Question::Math(expression));
    }
    let item = known.ok_or(Reason::UnknownBank)?.item(id).ok_or(Reason::UnknownItem)?;
    match &record.data.choice_order {
        Some(MaybeWithheld::Open(order)) => Ok(Question::Science(AskedItem::new(item, *order))),
        _ => Err(withheld_reason(record).unwrap_or(Reason::OrderWithheld)),
    }
}

/// Grades `reply` and compares the readings, compliance and outcome with those of the record.
fn compare_grades(
    record: &SignalRecord<'_>,
    reply: &str,
    question: &Question<'_>,
) -> Result<(), Error> {
    let data = &record.data;
    let readings = question.read_reply(data.draw.variant, reply)?;
    compare_reading("data.literal", &readings.literal, data.literal.as_ref())?;
    compare_reading("data.committed", &readings.committed, data.committed.as_ref())?;
    if data.compliance != Some(readings.compliance) {
        let found = data.compliance.map_or("none", |compliance| compliance.name());
        let expected = readings.compliance.name();
        return Err(mismatch_error(Code::GradeCompliance, "data.compliance", expected, found));
    }
    let reading = match data.terms.policy {
        Policy::Literal => readings.literal,
        Policy::Committed => readings.committed,
    };
    let outcome = question.outcome(&reading);
    if data.outcome != outcome {
        let found = data.outcome.name();
        return Err(mismatch_error(Code::GradeOutcome, "data.outcome", outcome.name(), found));
    }
    Ok(())
}

/// Compares a stored reading with `reading`, in every part that is not withheld.
fn compare_reading(
    name: &'static str,
    reading: &Reading<'_>,
    stored: Option<&StoredReading<'_>>,
) -> Result<(), Error> {
    let same = stored.is_some_and(|stored| {
        let (answer, span) = (&stored.answer, &stored.span);
        stored.rule == reading.rule
            && match (answer, span, reading.found) {
                (None, None, None) => true,
                (Some(answer), Some(span), Some((read, at))) => {
                    let (start, end) = (at.start as u64, at.end as u64);
                    let place =
                        |(from, to): &(Count, Count)| (from.get(), to.get()) == (start, end);
                    answer.as_open().is_none_or(|text| read.has_canonical_text(text))
                        && span.as_open().is_none_or(place)
                }
                // An absent value may be withheld, too.
                (answer, span, None) => {
                    let withheld = |value: Option<bool>| value.unwrap_or(true);
                    withheld(answer.as_ref().map(MaybeWithheld::is_withheld))
                        && withheld(span.as_ref().map(MaybeWithheld::is_withheld))
                }
                _ => false,
            }
    });
    if same {
        return Ok(());
    }
    let now = StoredReading::from_reading(reading);
    let text = |read: Option<&StoredReading<'_>>| {
        let rule = read.map_or("no reading", |read| read.rule.id());
        let answer = read.and_then(|read| read.answer.as_ref()?.as_open());
        let span = read.and_then(|read| read.span.as_ref()?.as_open());
        match (answer, span) {
            (Some(answer), Some((from, to))) => {
                format!("{} at {}-{} by {rule}", shown(answer), from.get(), to.get())
            }
            (Some(answer), None) => format!("{} by {rule}", shown(answer)),
            (None, _) => rule.to_owned(),
        }
    };
    Err(Error::new(Code::GradeReading, name, text(Some(&now)), text(stored)))
}
