//! Parser for rows.

use std::borrow::Cow;

use crate::base::tape::{Kind, Member, View, members};
use crate::error::Error;
use crate::question::Letter;

/// Maximum number of operands in a row.
const MOST_GIVEN: usize = 26;

/// A reply and its question.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The JSON of a string or an integer.
    pub id: Option<&'a str>,
    pub task: Task<'a>,
    pub response: Cow<'a, str>,
}

/// The question of a row.
#[derive(Debug)]
pub(super) enum Task<'a> {
    Math {
        /// The operands; may be empty.
        given: Vec<Cow<'a, str>>,
        expected: Option<Cow<'a, str>>,
    },
    Choice {
        /// The texts of the options; four empty texts if unknown.
        options: Vec<Cow<'a, str>>,
        expected: Option<Cow<'a, str>>,
    },
    Question {
        id: String,
        order: Option<[u8; 4]>,
    },
}

impl<'a> Row<'a> {
    /// Parses a row.
    ///
    /// # Errors
    /// `json.invalid` for anything but an object with the members of its kind.
    pub(super) fn read(row: View<'_, 'a>) -> Result<Self, Error> {
        const NAMES: [&str; 8] =
            ["id", "kind", "given", "options", "expected", "questionId", "choiceOrder", "response"];
        let [id, kind, given, options, expected, question, order, response] =
            members("row", row, NAMES)?;
        let id = id.optional(json_id)?;
        let task = if question.view().is_some() {
            reject_present(&[&kind, &given, &options, &expected], "none beside \"questionId\"")?;
            let order = order.optional(parse_digits)?;
            Task::Question { id: question.text()?.into_owned(), order }
        } else {
            reject_present(&[&order], "none without \"questionId\"")?;
            match &*kind.text()? {
                "math" => {
                    reject_present(&[&options], "none in a row of kind math")?;
                    let given =
                        given.optional(|it| parse_texts(it, 0..=MOST_GIVEN, "at most 26 texts"))?;
                    let given = given.unwrap_or_default();
                    Task::Math { given, expected: expected.nullable(Member::text)? }
                }
                "choice" => {
                    reject_present(&[&given], "none in a row of kind choice")?;
                    let options = options
                        .optional(|it| parse_texts(it, 2..=Letter::MOST, "2 to 26 texts"))?;
                    let options = options.unwrap_or_else(|| vec![Cow::Borrowed(""); 4]);
                    Task::Choice { options, expected: expected.nullable(Member::text)? }
                }
                _ => return Err(kind.unexpected_error("\"math\" or \"choice\"")),
            }
        };
        Ok(Self { id, task, response: response.text()? })
    }
}

/// Rejects the first of `members` that is present.
fn reject_present(members: &[&Member<'_, '_>], expected: &'static str) -> Result<(), Error> {
    match members.iter().find(|member| member.view().is_some()) {
        Some(member) => Err(member.unexpected_error(expected)),
        None => Ok(()),
    }
}

/// Returns the JSON of a string or an integer.
fn json_id<'a>(member: Member<'_, 'a>) -> Result<&'a str, Error> {
    let id = member.required()?;
    let integer = |number: &str| !number.contains(['.', 'e', 'E']);
    let fits = id.as_str().is_some() || id.as_number().is_some_and(integer);
    if fits { Ok(id.source()) } else { Err(member.unexpected_error("a text or an integer")) }
}

/// Parses an array of texts, whose length is within `count`.
fn parse_texts<'a>(
    member: Member<'_, 'a>,
    count: std::ops::RangeInclusive<usize>,
    expected: &'static str,
) -> Result<Vec<Cow<'a, str>>, Error> {
    let list = member.required()?;
    let length = list.items().count();
    if list.kind() != Kind::List || !count.contains(&length) {
        return Err(member.unexpected_error(expected));
    }
    let mut texts = Vec::with_capacity(length);
    for item in member.items()? {
        texts.push(item.text()?);
    }
    Ok(texts)
}

/// Parses an array of four digits.
fn parse_digits(member: Member<'_, '_>) -> Result<[u8; 4], Error> {
    let mut digits = [0; 4];
    for (digit, item) in digits.iter_mut().zip(member.array::<4>()?) {
        let count = u8::try_from(item.count()?).ok().filter(|it| *it < 10);
        *digit = count.ok_or_else(|| item.unexpected_error("a digit"))?;
    }
    Ok(digits)
}
