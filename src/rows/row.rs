//! Grades one row: one reply with its question.

use std::borrow::Cow;

use crate::bank::Bank;
use crate::base::tape::{Kind, Member, View, members};
use crate::error::{Code, Error, shown};
use crate::grade::write_graded_row;
use crate::grade::{Answer, Decimal, Form, Letter, read_choice, read_number};
use crate::id::{Family, QuestionId};
use crate::question::Question;
use crate::question::math::Expression;
use crate::question::science::{AskedItem, ChoiceOrder};

/// Maximum number of operands in a row.
const MOST_GIVEN: usize = 26;

/// Grades a row, and writes the result to `out`. Rows with a science question's id need the bank.
///
/// # Errors
/// `json.invalid` for anything but an object with the members of its kind, and the errors of
/// [`find_question`].
pub(super) fn grade_row(
    row: View<'_, '_>,
    bank: Option<&Bank>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    const NAMES: [&str; 8] =
        ["id", "kind", "given", "options", "expected", "questionId", "choiceOrder", "response"];
    let [id, kind, given, options, expected, question, order, response] =
        members("row", row, NAMES)?;
    let id = id.optional(json_id)?;
    if question.view().is_some() {
        reject_present(&[&kind, &given, &options, &expected], "none beside \"questionId\"")?;
        let order = order.optional(parse_digits)?;
        let (id_of_question, response) = (question.text()?, response.text()?);
        let question = find_question(&id_of_question, order, bank)?;
        let readings = question.read_reply_in_form(Form::BARE, &response);
        write_graded_row(out, id, &readings, Some(question.right_answer()));
        return Ok(());
    }
    reject_present(&[&order], "none without \"questionId\"")?;
    match &*kind.text()? {
        "math" => {
            reject_present(&[&options], "none in a row of kind math")?;
            let given = given.optional(|it| parse_texts(it, 0..=MOST_GIVEN, "at most 26 texts"))?;
            let given = given.unwrap_or_default();
            let (expected, response) = (expected.nullable(Member::text)?, response.text()?);
            let given: Vec<Decimal<'_>> =
                given.iter().map(|it| parse_decimal("given", it)).collect::<Result<_, _>>()?;
            let expected =
                expected.as_deref().map(|it| parse_decimal("expected", it)).transpose()?;
            let readings = read_number(&response, &given, Form::BARE);
            write_graded_row(out, id, &readings, expected.map(Answer::Number));
        }
        "choice" => {
            reject_present(&[&given], "none in a row of kind choice")?;
            let options =
                options.optional(|it| parse_texts(it, 2..=Letter::MOST, "2 to 26 texts"))?;
            let (expected, response) = (expected.nullable(Member::text)?, response.text()?);
            // Four empty texts if unknown.
            let options: Vec<&str> = options
                .as_ref()
                .map_or_else(|| vec![""; 4], |all| all.iter().map(|it| &**it).collect());
            let expected =
                expected.as_deref().map(|it| parse_letter(it, options.len())).transpose()?;
            let readings = read_choice(&response, &options, Form::BARE);
            write_graded_row(out, id, &readings, expected.map(Answer::Letter));
        }
        _ => return Err(kind.unexpected_error("\"math\" or \"choice\"")),
    }
    Ok(())
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
