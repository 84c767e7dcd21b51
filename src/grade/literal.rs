//! The literal reading: HCS-25 to the letter.

use super::{Answer, Decimal, Letter, Reading, Rule, Span, text, token};

/// The first numeric token.
pub(super) fn number(reply: &str) -> Reading<'_> {
    match token::next_number(reply, 0) {
        Some(span) => {
            let number = Decimal::of_token(span.of(reply));
            Reading::found(Answer::Number(number), span, Rule::NumberFirst)
        }
        None => Reading::none_in(reply, Rule::NoneNoToken),
    }
}

/// The first standalone capital from A to D; else the first option, in the order asked, whose
/// whole text the reply contains, in any case.
pub(super) fn choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let contained = |(&letter, option): (&Letter, &&str)| {
        let span = text::find_any_case(reply, option)?;
        Some(Reading::found(Answer::Letter(letter), span, Rule::ChoiceContainsOption))
    };
    letter(reply)
        .or_else(|| Letter::ALL.iter().zip(options).find_map(contained))
        .unwrap_or_else(|| Reading::none_in(reply, Rule::NoneNoToken))
}

/// The same, if it is a letter.
pub(super) fn letter(reply: &str) -> Option<Reading<'_>> {
    let (letter, start) = token::next_capital(reply, 0)?;
    let span = Span { start, end: start + 1 };
    Some(Reading::found(Answer::Letter(letter), span, Rule::ChoiceFirstCapital))
}
