//! The committed reading: the answer that the reply finally commits to. A placeholder.

use super::{Answer, Decimal, Reading, Rule, Span, token};

/// Reads the last number that is none of the operands `given`.
pub(super) fn number<'a>(reply: &'a str, given: &[Decimal<'_>]) -> Reading<'a> {
    let next = |last: &Span| token::next_number(reply, last.end);
    let mut numbers = std::iter::successors(token::next_number(reply, 0), next)
        .map(|token| Span { start: token.start, end: token::power_end(reply, token.end) })
        .map(|span| (Decimal::of_token(span.of(reply)), span))
        .filter(|(number, _)| !given.contains(number));
    let Some(first) = numbers.next() else { return none(reply) };
    let last = numbers.last();
    let rule = if last.is_none() { Rule::NumberOnly } else { Rule::NumberLast };
    let (number, span) = last.unwrap_or(first);
    Reading::found(Answer::Number(number), span, rule)
}

/// Reads the only standalone capital among the letters of `options`.
pub(super) fn choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let next = |from: usize| token::next_capital(reply, from, options.len());
    match next(0) {
        Some((letter, at)) if next(at + 1).is_none() => {
            let span = Span { start: at, end: at + 1 };
            Reading::found(Answer::Letter(letter), span, Rule::ChoiceOnly)
        }
        Some(_) => Reading::none(Rule::NoneUncommitted),
        None => none(reply),
    }
}

fn none(reply: &str) -> Reading<'_> {
    let refused = reply.contains("sorry");
    Reading::none_in(reply, if refused { Rule::NoneRefusal } else { Rule::NoneNoToken })
}
