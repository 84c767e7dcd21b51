//! Rows of replies, as `proofmark grade` reads and writes them: NDJSON in, NDJSON or packed
//! integers out.
//!
//! A row is `{"id"?, "kind": "math", "expected": "95" | null, "response": "…"}`, or
//! `{"id"?, "kind": "choice", "options"?: […], "expected": "B" | null, "response": "…"}`, or
//! `{"id"?, "questionId": "…", "choiceOrder"?: […], "response": "…"}`, where `choiceOrder` goes with
//! a science question. Any other key is refused by name.

mod output;
mod parse;
mod stream;
mod text;

use super::{Answer, Answered, Decimal, Letter, Outcome, Reading, Readings};
use crate::bank::Bank;
use crate::error::{Code, Error, shown};
use crate::id::{Family, QuestionId};
use crate::lines::{MAX_LINE, too_long};
use crate::question::math::Expression;
use crate::question::science::{Asked, ChoiceOrder};
use crate::question::wording::Form;
pub use output::{NOTHING, PACKED, Packed, ndjson, packed};
use parse::{Row, Task};
pub use stream::Stream;

/// What one reading comes to: an outcome, or only whether there is an answer, where the row does
/// not say which answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Compared with the expected answer.
    Judged(Outcome),
    /// Nothing to compare with.
    Unjudged(Answered),
}

impl Verdict {
    /// The name in output rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Judged(outcome) => outcome.name(),
            Self::Unjudged(answered) => answered.name(),
        }
    }
}

/// One graded row.
#[derive(Clone, Copy, Debug)]
pub struct Graded<'a> {
    /// The row's `id` as JSON: a string or an integer.
    pub id: Option<&'a str>,
    /// Both readings and the compliance. Spans are into the response.
    pub readings: Readings<'a>,
    expected: Option<Answer<'a>>,
}

impl Graded<'_> {
    /// What `reading`, one of the two, comes to.
    pub fn verdict(&self, reading: &Reading<'_>) -> Verdict {
        match self.expected {
            Some(expected) => Verdict::Judged(reading.outcome(expected)),
            None => Verdict::Unjudged(reading.answered()),
        }
    }

    /// The integers of a packed row.
    #[inline]
    pub fn packed(&self) -> [u32; PACKED] {
        let [a, b, c, d] = output::packed_reading(self, &self.readings.literal);
        let [e, f, g, h] = output::packed_reading(self, &self.readings.committed);
        [a, b, c, d, e, f, g, h, self.readings.compliance as u32]
    }
}

/// A line that could not be graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number in the input, from 1; blank lines count.
    pub line: usize,
    /// What is wrong with it.
    pub error: Error,
}

/// Grades every line of `input` in order and hands each to `each` with its number, from 1. Blank
/// lines are passed over.
///
/// The bank is for rows that name a science question by its id.
pub fn for_each(
    input: &[u8],
    bank: Option<&Bank>,
    mut each: impl FnMut(usize, Result<Graded<'_>, Error>),
) {
    // The texts that are written with escapes, kept from row to row.
    let mut decoded = String::new();
    // Bytes that are UTF-8 as a whole are so line by line.
    let text = std::str::from_utf8(input).ok();
    let mut row = Row::default();
    let mut start = 0;
    let mut number = 0;
    while start < input.len() {
        number += 1;
        // A good row tells by itself where its line ends.
        let length = text.map(|text| parse::row(&text[start..], &mut decoded, &mut row));
        if let Some(Ok(length)) = length {
            start += length + 1;
            let fits = if length > MAX_LINE { Err(too_long("row")) } else { Ok(()) };
            each(number, fits.and_then(|()| graded(&row, &decoded, bank)));
            continue;
        }
        let rest = &input[start..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        start += line.len() + 1;
        if line.len() > MAX_LINE {
            each(number, Err(too_long("row")));
            continue;
        }
        let result = match utf8(line.trim_ascii()) {
            Ok("") => continue,
            Ok(line) => {
                parse::row(line, &mut decoded, &mut row).and_then(|_| graded(&row, &decoded, bank))
            }
            Err(error) => Err(error),
        };
        each(number, result);
    }
}

fn utf8(line: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(line).map_err(|_| {
        let found = String::from_utf8_lossy(line);
        Error::new(Code::RowNotJson, "row", "UTF-8", shown(&found))
    })
}

#[inline]
fn graded<'r>(row: &Row<'r>, decoded: &'r str, bank: Option<&Bank>) -> Result<Graded<'r>, Error> {
    let response = row.response.of(decoded);
    let id = row.id();
    let expected = || row.expected.map(|text| text.of(decoded));
    match row.task {
        Task::Math => {
            let expected = expected().map(number_expected).transpose()?;
            Ok(Graded { id, readings: super::number(response, Form::BARE), expected })
        }
        Task::Choice => {
            let mut texts = [""; 4];
            let texts = &mut texts[..row.options.count];
            for (place, text) in texts.iter_mut().zip(row.options.texts) {
                *place = text.of(decoded);
            }
            let texts = &*texts;
            let expected = expected().map(|it| letter_expected(it, texts.len())).transpose()?;
            Ok(Graded { id, readings: super::choice(response, texts, Form::BARE), expected })
        }
        Task::Question => {
            let question = row.question.of(decoded).to_owned();
            let (readings, expected) = by_question(question, row.order(), bank, response)?;
            Ok(Graded { id, readings, expected: Some(expected) })
        }
    }
}

/// Grades the reply to a math question, the fields of a row being at hand.
///
/// # Errors
/// `row.value` if `expected` is no decimal number.
#[inline]
pub fn math<'a>(response: &'a str, expected: Option<&'a str>) -> Result<Graded<'a>, Error> {
    let expected = expected.map(number_expected).transpose()?;
    Ok(Graded { id: None, readings: super::number(response, Form::BARE), expected })
}

/// Grades the reply to a question with the `options`, at most four, in the order asked.
///
/// # Errors
/// `row.value` if `expected` is none of A to D, or none of the options.
#[inline]
pub fn choice<'a>(
    response: &'a str,
    options: &[&str],
    expected: Option<&'a str>,
) -> Result<Graded<'a>, Error> {
    let expected = expected.map(|text| letter_expected(text, options.len())).transpose()?;
    Ok(Graded { id: None, readings: super::choice(response, options, Form::BARE), expected })
}

/// The same without the texts of the options, of which there are so many and none is shorter than
/// `shortest` bytes; `None` if it takes their texts.
///
/// # Errors
/// As [`choice`].
#[inline]
pub fn letter<'a>(
    response: &'a str,
    options: usize,
    shortest: usize,
    expected: Option<&'a str>,
) -> Result<Option<Graded<'a>>, Error> {
    let expected = expected.map(|text| letter_expected(text, options)).transpose()?;
    let readings = super::letter(response, shortest, Form::BARE);
    Ok(readings.map(|readings| Graded { id: None, readings, expected }))
}

fn by_question<'a>(
    id: String,
    order: Option<[u8; 4]>,
    bank: Option<&Bank>,
    response: &'a str,
) -> Result<(Readings<'a>, Answer<'a>), Error> {
    let id = QuestionId::new(id)?;
    let unknown = |expected: &'static str| {
        Error::new(Code::QuestionUnknownId, "questionId", expected, shown(id.as_str()))
    };
    match (id.family(), order) {
        (Family::Math, None) => {
            let expression = Expression::of_id(id.as_str());
            let right = expression.ok_or_else(|| unknown("a math question"))?.value();
            Ok((super::number(response, Form::BARE), Answer::Number(right.into())))
        }
        (Family::Math, Some(_)) => Err(Error::new(
            Code::RowKey,
            "row of a math question",
            "no \"choiceOrder\"",
            "\"choiceOrder\"",
        )),
        (Family::Science, order) => {
            let order = order.ok_or_else(|| {
                Error::new(Code::RowKey, "row of a science question", "\"choiceOrder\"", "none")
            })?;
            let bank = bank.ok_or_else(|| unknown("a math question, as no bank is given"))?;
            let item = bank.item(&id).ok_or_else(|| unknown("a question of the bank"))?;
            let asked = Asked::new(item, ChoiceOrder::new(order)?);
            let readings = super::choice(response, &asked.options(), Form::BARE);
            Ok((readings, Answer::Letter(asked.expected())))
        }
    }
}

fn number_expected(text: &str) -> Result<Answer<'_>, Error> {
    Decimal::parse(text)
        .map(Answer::Number)
        .ok_or_else(|| Error::new(Code::RowValue, "\"expected\"", "a decimal number", shown(text)))
}

/// The letter that `text` is: of one of so many options, if there are any.
fn letter_expected(text: &str, options: usize) -> Result<Answer<'_>, Error> {
    let known = |letter: &Letter| options == 0 || letter.index() < options;
    Letter::parse(text).filter(known).map(Answer::Letter).ok_or_else(|| {
        let expected = match options {
            0 | 4.. => "A, B, C or D",
            _ => "the letter of an option",
        };
        Error::new(Code::RowValue, "\"expected\"", expected, shown(text))
    })
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
                r#""rule":"number.only","span":[6,8]},"compliance":"verbose"}"#,
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
    fn bad_lines_say_what_is_wrong() {
        for (line, expected) in [
            ("{", "row.not-json: row: expected a JSON object, found \"{\" (at byte 1)"),
            ("[]", "row.not-json: row: expected a JSON object, found \"[]\" (at byte 0)"),
            (
                r#"{"kind":"x","response":""}"#,
                "row.value: \"kind\": expected \"math\" or \"choice\", found \"x\"",
            ),
            (r#"{"kind":"math","response":""}"#, "row.key: row: expected \"expected\", found none"),
            (
                r#"{"kind":"math","expected":"95"}"#,
                "row.key: row: expected \"response\", found none",
            ),
            (
                r#"{"kind":"math","expected":"95","response":"","respons":1}"#,
                "row.key: row: expected a key it may have, found \"respons\"",
            ),
            (
                r#"{"kind":"math","kind":"math","expected":"95","response":""}"#,
                "row.key: row: expected each key once, found \"kind\"",
            ),
            (
                r#"{"kind":"math","expected":"ninety","response":""}"#,
                "row.value: \"expected\": expected a decimal number, found \"ninety\"",
            ),
            (
                r#"{"kind":"choice","expected":"E","response":""}"#,
                "row.value: \"expected\": expected A, B, C or D, found \"E\"",
            ),
            (
                r#"{"kind":"math","expected":95,"response":"95"}"#,
                "row.value: \"expected\": expected a text in quotation marks, or null, found 95",
            ),
            (
                r#"{"kind":"math","expected":"95","response":null}"#,
                "row.value: \"response\": expected a text, found null",
            ),
            (
                r#"{"kind":"choice","options":["a",2],"expected":"A","response":"A"}"#,
                "row.value: \"options\": expected at most four texts, found \"[\\\"a\\\",2]\"",
            ),
            (
                r#"{"kind":"choice","options":["a","b"],"expected":"D","response":"D"}"#,
                "row.value: \"expected\": expected the letter of an option, found \"D\"",
            ),
            (
                r#"{"questionId":"math:add:9+1","response":""}"#,
                "question.unknown-id: question id: expected math:OPERATION:OPERANDS in range, or science:NAME, found \"math:add:9+1\"",
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
        let Packed { rows, bad } = packed(input, None);
        assert_eq!(bad.len(), 2);
        let first: Vec<u32> = rows.chunks(PACKED).map(|row| row[0]).collect();
        assert_eq!(first, [9, NOTHING, NOTHING, 1]);
        assert_eq!(String::from_utf8(out).unwrap().lines().count(), 2);
    }
}
