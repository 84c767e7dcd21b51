//! Rows of replies, as `proofmark grade` reads and writes them: NDJSON in, NDJSON out.
//!
//! A row is `{"id"?, "kind": "math", "given"?: ["37", "58"], "expected": "95" | null, "response": "…"}`,
//! or `{"id"?, "kind": "choice", "options"?: […], "expected": "B" | null, "response": "…"}`, or
//! `{"id"?, "questionId": "…", "choiceOrder"?: […], "response": "…"}`, where `choiceOrder` goes with
//! a science question. Any other member is an error.

mod output;
mod row;
mod stream;

use std::borrow::Cow;

use super::{Answer, Answered, Decimal, Letter, Outcome, Reading, Readings, question};
use crate::bank::Bank;
use crate::error::{Code, Error, shown};
use crate::id::{Family, QuestionId};
use crate::question::Question;
use crate::question::math::Expression;
use crate::question::science::{Asked, ChoiceOrder};
use crate::question::wording::Form;
use row::{Row, Task};
pub use stream::Stream;

/// The verdict on a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Compared with the expected answer.
    Judged(Outcome),
    /// Not compared: the row does not say which answer is right.
    Unjudged(Answered),
}

impl Verdict {
    /// The name in output rows.
    const fn name(self) -> &'static str {
        match self {
            Self::Judged(outcome) => outcome.name(),
            Self::Unjudged(answered) => answered.name(),
        }
    }
}

/// One graded row.
#[derive(Clone, Copy, Debug)]
struct Graded<'a> {
    /// The row's `id` as JSON.
    id: Option<&'a str>,
    readings: Readings<'a>,
    expected: Option<Answer<'a>>,
}

impl<'a> Graded<'a> {
    /// Grades `row`. The bank is for rows that name a science question by its id.
    fn of(row: &'a Row<'_>, bank: Option<&Bank>) -> Result<Self, Error> {
        let response = &*row.response;
        let (readings, expected) = match &row.task {
            Task::Math { given, expected } => {
                let given: Vec<Decimal<'_>> =
                    given.iter().map(|it| decimal("given", it)).collect::<Result<_, _>>()?;
                let expected = expected.as_deref().map(|it| decimal("expected", it)).transpose()?;
                (super::number(response, &given, Form::BARE), expected.map(Answer::Number))
            }
            Task::Choice { options, expected } => {
                let options: Vec<&str> = options.iter().map(|it| &**it).collect();
                let expected =
                    expected.as_deref().map(|it| letter(it, options.len())).transpose()?;
                (super::choice(response, &options, Form::BARE), expected.map(Answer::Letter))
            }
            Task::Question { id, order } => by_question(id, *order, bank, response)?,
        };
        Ok(Self { id: row.id, readings, expected })
    }

    /// The verdict on `reading`, one of the two.
    fn verdict(&self, reading: &Reading<'_>) -> Verdict {
        match self.expected {
            Some(expected) => Verdict::Judged(reading.outcome(expected)),
            None => Verdict::Unjudged(reading.answered()),
        }
    }
}

/// A line that could not be graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number in the input, from 1; blank lines count.
    pub line: usize,
    /// The error.
    pub error: Error,
}

/// Grades every line of `input` and writes a line for each good one to `out`, in order.
pub fn ndjson(input: &[u8], bank: Option<Cow<'static, Bank>>, out: &mut Vec<u8>) -> Vec<BadLine> {
    let mut stream = Stream::new(bank);
    let mut bad = stream.push(input, out);
    bad.extend(stream.finish(out));
    bad
}

fn by_question<'a>(
    id: &str,
    order: Option<[u8; 4]>,
    bank: Option<&Bank>,
    response: &'a str,
) -> Result<(Readings<'a>, Option<Answer<'a>>), Error> {
    let id = QuestionId::new(id.to_owned())?;
    let unknown = |expected: &'static str| {
        Error::new(Code::QuestionUnknownId, "questionId", expected, shown(id.as_str()))
    };
    let question = match (id.family(), order) {
        (Family::Math, None) => {
            let expression = Expression::of_id(id.as_str());
            Question::Math(expression.ok_or_else(|| unknown("a math question"))?)
        }
        (Family::Math, Some(_)) => {
            return Err(invalid("choiceOrder", "none beside a math question", "an array"));
        }
        (Family::Science, None) => {
            return Err(invalid("choiceOrder", "an array beside a science question", "none"));
        }
        (Family::Science, Some(order)) => {
            let bank = bank.ok_or_else(|| unknown("a math question, as no bank is given"))?;
            let item = bank.item(&id).ok_or_else(|| unknown("a question of the bank"))?;
            Question::Science(Asked::new(item, ChoiceOrder::new(order)?))
        }
    };
    Ok((question::read(&question, response, Form::BARE), Some(super::right(&question))))
}

fn decimal<'a>(name: &str, text: &'a str) -> Result<Decimal<'a>, Error> {
    Decimal::parse(text).ok_or_else(|| invalid(name, "a decimal number", &shown(text)))
}

/// The letter that `text` is, if it is one of `count` options.
fn letter(text: &str, count: usize) -> Result<Letter, Error> {
    let letter = Letter::parse(text).filter(|letter| letter.index() < count);
    letter.ok_or_else(|| invalid("expected", "the letter of an option", &shown(text)))
}

/// The error for a member of a row.
fn invalid(name: &str, expected: &'static str, found: &str) -> Error {
    Error::new(Code::JsonInvalid, format!("row.{name}"), expected, found.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded_line(line: &str) -> String {
        let mut out = Vec::new();
        let bad = ndjson(line.as_bytes(), None, &mut out);
        match bad.first() {
            Some(bad) => format!("{}: {}", bad.error.code(), bad.error),
            None => String::from_utf8(out).unwrap(),
        }
    }

    #[test]
    fn a_row_gives_a_row() {
        assert_eq!(
            graded_line(
                r#"{"id":"x\n1","kind":"math","expected":"95","response":"It\u0020is 95."}"#
            ),
            concat!(
                r#"{"id":"x\n1","literal":{"outcome":"correct","answer":"95","rule":"number.first","#,
                r#""span":[6,8]},"committed":{"outcome":"correct","answer":"95","#,
                r#""rule":"number.lead","span":[6,8]},"compliance":"verbose"}"#,
                "\n"
            )
        );
        let row = r#"{"kind":"choice","options":["a","b","c","d"],"expected":null,"response":" "}"#;
        assert_eq!(
            graded_line(row),
            concat!(
                r#"{"id":null,"literal":{"outcome":"empty","answer":null,"rule":"none.empty","#,
                r#""span":null},"committed":{"outcome":"empty","answer":null,"rule":"none.empty","#,
                r#""span":null},"compliance":"none"}"#,
                "\n"
            )
        );
        assert!(
            graded_line(r#"{"questionId":"math:mul:6x7","response":"42"}"#).contains("correct")
        );
    }

    #[test]
    fn a_choice_has_2_to_26_options() {
        let options: Vec<String> = (0..26).map(|n| format!("option {n}")).collect();
        let row = |options: &[String], expected: &str| {
            graded_line(&format!(
                r#"{{"kind":"choice","options":{options:?},"expected":"{expected}","response":"Z"}}"#
            ))
        };
        assert!(row(&options, "Z").contains(r#""literal":{"outcome":"correct","answer":"Z""#));
        assert!(row(&options[..25], "Y").contains(r#""literal":{"outcome":"unparseable""#));
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        for (line, expected) in [
            (
                "{",
                "json.invalid: row: expected JSON (RFC 8259), found an object's name that is no string at byte 1",
            ),
            ("[]", "json.invalid: row: expected an object, found an array"),
            (
                r#"{"kind":"x","response":""}"#,
                "json.invalid: row.kind: expected \"math\" or \"choice\", found \"x\"",
            ),
            (
                r#"{"kind":"math","response":""}"#,
                "json.invalid: row.expected: expected a value, found none",
            ),
            (
                r#"{"kind":"math","expected":"95"}"#,
                "json.invalid: row.response: expected a value, found none",
            ),
            (
                r#"{"kind":"math","expected":"ninety","response":""}"#,
                "json.invalid: row.expected: expected a decimal number, found \"ninety\"",
            ),
            (
                r#"{"kind":"math","given":["37","x"],"expected":"95","response":""}"#,
                "json.invalid: row.given: expected a decimal number, found \"x\"",
            ),
            (
                r#"{"kind":"math","options":["a","b"],"expected":"95","response":""}"#,
                "json.invalid: row.options: expected none in a row of kind math, found an array",
            ),
            (
                r#"{"kind":"choice","expected":"E","response":""}"#,
                "json.invalid: row.expected: expected the letter of an option, found \"E\"",
            ),
            (
                r#"{"kind":"choice","options":["a"],"expected":"A","response":""}"#,
                "json.invalid: row.options: expected 2 to 26 texts, found an array",
            ),
            (
                r#"{"kind":"choice","options":["a",2],"expected":"A","response":"A"}"#,
                "json.invalid: row.options: expected text, found 2",
            ),
            (
                r#"{"kind":"math","expected":95,"response":"95"}"#,
                "json.invalid: row.expected: expected text, found 95",
            ),
            (
                r#"{"id":1.5,"kind":"math","expected":"95","response":"95"}"#,
                "json.invalid: row.id: expected a text or an integer, found 1.5",
            ),
            (
                r#"{"questionId":"math:add:9+1","response":""}"#,
                "question.unknown-id: question id: expected math:OPERATION:OPERANDS in range, or science:NAME, found \"math:add:9+1\"",
            ),
            (
                r#"{"questionId":"math:mul:6x7","choiceOrder":[0,1,2,3],"response":""}"#,
                "json.invalid: row.choiceOrder: expected none beside a math question, found an array",
            ),
            (
                r#"{"questionId":"science:x","response":"","choiceOrder":[0,1,2,3]}"#,
                "question.unknown-id: questionId: expected a math question, as no bank is given, found \"science:x\"",
            ),
        ] {
            assert_eq!(graded_line(line), expected, "{line}");
        }
    }

    #[test]
    fn bad_lines_have_numbers_and_do_not_stop_the_rest() {
        let input = b"\n{\"kind\":\"math\",\"expected\":null,\"response\":\"1\"}\n\xff\n\n{}\r\n{\"kind\":\"math\",\"expected\":\"2\",\"response\":\"1\"}";
        let mut out = Vec::new();
        let bad: Vec<usize> = ndjson(input, None, &mut out).iter().map(|bad| bad.line).collect();
        assert_eq!(bad, [3, 5]);
        assert_eq!(String::from_utf8(out).unwrap().lines().count(), 2);
    }
}
