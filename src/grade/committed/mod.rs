//! The committed reading: the answer that the reply finally commits to. A placeholder.

use super::{Answer, Decimal, Reading, Rule, Span, token};

/// Reads the last number. `given` are the operands of the question.
pub(super) fn number<'a>(reply: &'a str, _given: &[Decimal<'_>]) -> Reading<'a> {
    let next = |last: &Span| token::next_number(reply, last.end);
    let tokens = std::iter::successors(token::next_number(reply, 0), next);
    match tokens.last() {
        Some(token) => {
            let span = Span { start: token.start, end: token::power_end(reply, token.end) };
            let number = Decimal::of_token(span.of(reply));
            Reading::found(Answer::Number(number), span, Rule::NumberLast)
        }
        None => Reading::none_in(reply, Rule::NoneNoToken),
    }
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
        None => Reading::none_in(reply, Rule::NoneNoToken),
    }
}
