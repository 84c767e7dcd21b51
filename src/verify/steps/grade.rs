//! The step `grade`: the reply, read again, gives what the record says.

use super::bank::Known;
use crate::error::{Code, Error, shown};
use crate::exchange::Cause;
use crate::grade::{self, Reading, SignalStatus};
use crate::question::Question;
use crate::question::math::Expression;
use crate::question::science::Asked;
use crate::record::withheld::{CHOICE_ORDER, EXPECTED, RESPONSE, SEED};
use crate::record::{Count, Maybe, Policy, Read, SignalRecord};
use crate::verify::{Reason, Verdict, differs};

/// Reads the reply again and compares everything that follows from it. What still is withheld is
/// not compared, so the step is not done then, unless something open does not hold.
pub(in crate::verify) fn check(record: &SignalRecord<'_>, known: Option<Known<'_>>) -> Verdict {
    held(record, known).unwrap_or_else(Verdict::Fail)
}

fn held(record: &SignalRecord<'_>, known: Option<Known<'_>>) -> Result<Verdict, Error> {
    agreement(record)?;
    let question = match asked(record, known) {
        Ok(question) => question,
        Err(reason) => return Ok(Verdict::NotChecked(reason)),
    };
    let data = &record.data;
    if let Maybe::Open(expected) = &data.expected
        && !grade::right(&question).is(expected)
    {
        let right = question.expected();
        return Err(differs(Code::GradeExpected, "data.expected", &right, expected));
    }
    if let Some(Maybe::Open(reply)) = &data.response {
        regrade(record, reply, &question)?;
    }
    Ok(withheld(record).map_or(Verdict::Pass, Verdict::NotChecked))
}

/// Why something that this step compares could not be: the first value that is withheld.
fn withheld(record: &SignalRecord<'_>) -> Option<Reason> {
    let reason = |pointer| match pointer {
        RESPONSE => Some(Reason::ResponseWithheld),
        EXPECTED => Some(Reason::ExpectedWithheld),
        CHOICE_ORDER => Some(Reason::OrderWithheld),
        // Another step's matter.
        SEED => None,
        _ => Some(Reason::ReadingWithheld),
    };
    record.withheld().find_map(reason)
}

/// Outcome, cause, score and status agree with each other. Of an exchange that failed there is
/// nothing else to check but the right answer.
fn agreement(record: &SignalRecord<'_>) -> Result<(), Error> {
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
    // A reply becomes stale with time, and says what it said; a failure stays one.
    let stale = (status, record.status) == (SignalStatus::Ok, SignalStatus::Stale);
    if record.status != status && !stale {
        return Err(differs(Code::GradeStatus, "status", status.name(), record.status.name()));
    }
    Ok(())
}

/// The question as it was asked, or why it is not known.
fn asked<'a>(record: &SignalRecord<'_>, known: Option<Known<'a>>) -> Result<Question<'a>, Reason> {
    let id = &*record.data.question_id;
    if let Some(expression) = Expression::of_id(id) {
        return Ok(Question::Math(expression));
    }
    let item = known.ok_or(Reason::UnknownBank)?.item(id).ok_or(Reason::UnknownItem)?;
    match &record.data.choice_order {
        Some(Maybe::Open(order)) => Ok(Question::Science(Asked::new(item, *order))),
        _ => Err(withheld(record).unwrap_or(Reason::OrderWithheld)),
    }
}

fn regrade(record: &SignalRecord<'_>, reply: &str, question: &Question<'_>) -> Result<(), Error> {
    let data = &record.data;
    let readings = grade::reply(question, data.draw.variant, reply)?;
    compare("data.literal", &readings.literal, data.literal.as_ref())?;
    compare("data.committed", &readings.committed, data.committed.as_ref())?;
    if data.compliance != Some(readings.compliance) {
        let found = data.compliance.map_or("none", |compliance| compliance.name());
        let expected = readings.compliance.name();
        return Err(differs(Code::GradeCompliance, "data.compliance", expected, found));
    }
    let reading = match data.terms.policy {
        Policy::Literal => readings.literal,
        Policy::Committed => readings.committed,
    };
    let outcome = grade::outcome(question, &reading);
    if data.outcome != outcome {
        let found = data.outcome.name();
        return Err(differs(Code::GradeOutcome, "data.outcome", outcome.name(), found));
    }
    Ok(())
}

/// Holds a stored reading to the one made now, in every part that is not withheld.
fn compare(
    name: &'static str,
    reading: &Reading<'_>,
    stored: Option<&Read<'_>>,
) -> Result<(), Error> {
    // A stored value agrees if it is the one made now, or withheld.
    let same = stored.is_some_and(|stored| {
        let (answer, span) = (&stored.answer, &stored.span);
        stored.rule == reading.rule
            && match (answer, span, reading.found) {
                (None, None, None) => true,
                (Some(answer), Some(span), Some((read, at))) => {
                    let (start, end) = (at.start as u64, at.end as u64);
                    let place =
                        |(from, to): &(Count, Count)| (from.get(), to.get()) == (start, end);
                    answer.open().is_none_or(|text| read.is(text)) && span.open().is_none_or(place)
                }
                // A value that was not there may be withheld as well.
                (answer, span, None) => {
                    let withheld = |value: Option<bool>| value.unwrap_or(true);
                    withheld(answer.as_ref().map(Maybe::is_withheld))
                        && withheld(span.as_ref().map(Maybe::is_withheld))
                }
                _ => false,
            }
    });
    if same {
        return Ok(());
    }
    let now = Read::of(reading);
    let text = |read: Option<&Read<'_>>| {
        let rule = read.map_or("no reading", |read| read.rule.id());
        let answer = read.and_then(|read| read.answer.as_ref()?.open());
        let span = read.and_then(|read| read.span.as_ref()?.open());
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
