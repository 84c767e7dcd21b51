//! Grades one row: one reply with its question.

use super::row::{Row, Task};
use crate::bank::Bank;
use crate::error::{Code, Error, shown};
use crate::grade::{Answer, AnswerStatus, Decimal, Form, Letter, Outcome, Reading, Readings};
use crate::id::{Family, QuestionId};
use crate::question::Question;
use crate::question::math::Expression;
use crate::question::science::{AskedItem, ChoiceOrder};
use std::borrow::Cow;

/// The verdict on a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Compared with the expected answer.
    Judged(Outcome),
    /// Not compared, since the row has no expected answer.
    Unjudged(AnswerStatus),
}

impl Verdict {
    /// Returns the name used in output rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Judged(outcome) => outcome.name(),
            Self::Unjudged(answered) => answered.name(),
        }
    }
}

/// One graded row.
#[derive(Clone, Copy, Debug)]
pub(super) struct GradedRow<'a> {
    /// The row's `id`, as JSON.
    pub(super) id: Option<&'a str>,
    pub(super) readings: Readings<'a>,
    expected: Option<Answer<'a>>,
}

impl<'a> GradedRow<'a> {
    /// Grades `row`. Rows with a science question's id need the bank.
    pub(super) fn from_row(row: &'a Row<'_>, bank: Option<&Bank>) -> Result<Self, Error> {
        let response = &*row.response;
        let expected;
        let readings = match &row.task {
            Task::Math { given, expected: text } => {
                let given: Vec<Decimal<'_>> =
                    given.iter().map(|it| parse_decimal("given", it)).collect::<Result<_, _>>()?;
                let number = text.as_deref().map(|it| parse_decimal("expected", it)).transpose()?;
                expected = number.map(Answer::Number);
                crate::grade::read_number(response, &given, Form::BARE)
            }
            Task::Choice { options, expected: text } => {
                let options: Vec<&str> = options.iter().map(|it| &**it).collect();
                let letter =
                    text.as_deref().map(|it| parse_letter(it, options.len())).transpose()?;
                expected = letter.map(Answer::Letter);
                crate::grade::read_choice(response, &options, Form::BARE)
            }
            Task::Question { id, order } => {
                let question = find_question(id, *order, bank)?;
                expected = Some(question.right_answer());
                question.read_reply_in_form(Form::BARE, response)
            }
        };
        Ok(Self { id: row.id, readings, expected })
    }

    /// Returns the verdict on one of the two readings.
    pub(super) fn verdict(&self, reading: &Reading<'_>) -> Verdict {
        match self.expected {
            Some(expected) => Verdict::Judged(reading.outcome(expected)),
            None => Verdict::Unjudged(reading.answer_status()),
        }
    }
}

fn find_question<'a>(
    id: &str,
    order: Option<[u8; 4]>,
    bank: Option<&'a Bank>,
) -> Result<Question<'a>, Error> {
    let id = QuestionId::new(id.to_owned())?;
    let unknown = |problem: &'static str| {
        let problem = format!("{} {problem}", shown(id.as_str()));
        Error::because(Code::QuestionUnknownId, "questionId", problem)
    };
    Ok(match (id.family(), order) {
        (Family::Math, None) => {
            let expression = Expression::from_id(id.as_str());
            Question::Math(expression.ok_or_else(|| unknown("is not a math question"))?)
        }
        (Family::Math, Some(_)) => {
            return Err(invalid_member_error("choiceOrder", "not allowed for a math question"));
        }
        (Family::Science, None) => {
            return Err(invalid_member_error("choiceOrder", "required for a science question"));
        }
        (Family::Science, Some(order)) => {
            let bank = bank.ok_or_else(|| unknown("needs a bank, and none is given"))?;
            let item = bank.item(&id).ok_or_else(|| unknown("is not in the bank"))?;
            Question::Science(AskedItem::new(item, ChoiceOrder::new(order)?))
        }
    })
}

fn parse_decimal<'a>(name: &str, text: &'a str) -> Result<Decimal<'a>, Error> {
    Decimal::parse(text).ok_or_else(|| {
        invalid_member_error(name, format!("expected a decimal number, found {}", shown(text)))
    })
}

/// Parses the letter of one of `count` options.
fn parse_letter(text: &str, count: usize) -> Result<Letter, Error> {
    let letter = Letter::parse(text).filter(|letter| letter.index() < count);
    letter.ok_or_else(|| {
        invalid_member_error(
            "expected",
            format!("expected the letter of an option, found {}", shown(text)),
        )
    })
}

/// Creates the error for a member of a row.
fn invalid_member_error(name: &str, problem: impl Into<Cow<'static, str>>) -> Error {
    Error::because(Code::JsonInvalid, format!("row.{name}"), problem)
}
