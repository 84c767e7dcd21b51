//! Grading of the reply to a question.

use super::{Answer, Decimal, Outcome, Reading, Readings};
use crate::error::Error;
use crate::question::wording::Form;
use crate::question::{self, Question};

/// Reads the reply to `question`, asked in wording `variant`.
///
/// # Errors
/// `question.unknown-variant` if the family has no such wording.
pub fn read_reply<'a>(
    question: &Question<'_>,
    variant: u32,
    reply: &'a str,
) -> Result<Readings<'a>, Error> {
    let form = question::form(question.family(), variant)?;
    Ok(read_reply_in_form(question, reply, form))
}

/// Reads the reply to `question`, which asked for `form`.
pub(super) fn read_reply_in_form<'a>(
    question: &Question<'_>,
    reply: &'a str,
    form: Form,
) -> Readings<'a> {
    match question {
        Question::Math(expression) => {
            let given = expression.operands().map(|it| Decimal::from(i64::from(it)));
            super::read_number(reply, &given, form)
        }
        Question::Science(asked) => super::read_choice(reply, &asked.options(), form),
    }
}

/// Returns the outcome of a reading of the reply to `question`.
pub fn outcome(question: &Question<'_>, reading: &Reading<'_>) -> Outcome {
    reading.outcome(right_answer(question))
}

/// Returns the right answer to `question`.
pub(crate) fn right_answer(question: &Question<'_>) -> Answer<'static> {
    match question {
        Question::Math(expression) => Answer::Number(Decimal::from(expression.value())),
        Question::Science(asked) => Answer::Letter(asked.expected()),
    }
}
