//! The literal reading: HCS-25 to the letter ("Answer grading").

use super::{Answer, Decimal, Letter, Reading, Rule, Span, text, token};

/// Reads the first numeric token.
pub(super) fn read_number(reply: &str) -> Reading<'_> {
    match token::next_number(reply, 0) {
        Some(span) => {
            let number = Decimal::from_token(span.of(reply));
            Reading::with_answer(Answer::Number(number), span, Rule::NumberFirst)
        }
        None => Reading::without_answer_in(reply, Rule::NoneNoToken),
    }
}

/// Reads a lone letter in either case; else the first standalone capital among the letters of
/// `options`; else the only option whose text the reply contains.
pub(super) fn read_choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let letter = only_letter(reply).filter(|(letter, _)| letter.index() < options.len());
    match letter.or_else(|| token::next_capital(reply, 0, options.len())) {
        Some((letter, start)) => {
            let span = Span { start, end: start + 1 };
            Reading::with_answer(Answer::Letter(letter), span, Rule::ChoiceFirstCapital)
        }
        None => read_option_text(reply, options),
    }
}

/// Returns the letter of a reply with one ASCII letter and no other letter or digit, and its
/// offset.
fn only_letter(reply: &str) -> Option<(Letter, usize)> {
    let mut letters = reply.char_indices().filter(|(_, c)| c.is_alphanumeric());
    let (at, c) = letters.next().filter(|(_, c)| c.is_ascii_alphabetic())?;
    let letter = Letter::from_index(usize::from(c.to_ascii_uppercase() as u8 - b'A'))?;
    letters.next().is_none().then_some((letter, at))
}

/// Reads the only option whose text the reply contains, as whole words and in any case.
///
/// Longer texts are matched first. A shorter text that overlaps a match does not count.
fn read_option_text<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let options = || Letter::ALL.into_iter().zip(options.iter().copied());
    // Of texts of the same length, the first.
    let mut longest: Option<(Letter, &str)> = None;
    for (letter, option) in options() {
        let longer = longest.is_none_or(|(_, text)| option.len() > text.len());
        if longer && find_whole_words(reply, option).next().is_some() {
            longest = Some((letter, option));
        }
    }
    let Some((letter, text)) = longest else {
        return Reading::without_answer_in(reply, Rule::NoneNoToken);
    };
    let spans: Vec<Span> = find_whole_words(reply, text).collect();
    let names_another = options().any(|(other, option)| {
        other != letter && find_whole_words(reply, option).any(|it| !overlaps(&spans, it))
    });
    if names_another {
        return Reading::without_answer(Rule::NoneHedge);
    }
    Reading::with_answer(Answer::Letter(letter), spans[0], Rule::ChoiceContainsOption)
}

/// Finds `option` wherever no letter or digit is directly before or after it.
fn find_whole_words(reply: &str, option: &str) -> impl Iterator<Item = Span> {
    let mut from = 0;
    let next = move || {
        let span = text::find_any_case(reply, option, from)?;
        from = span.start + reply[span.start..].chars().next().map_or(1, char::len_utf8);
        Some(span)
    };
    let joined = |c: Option<char>| c.is_some_and(token::is_letter_or_digit);
    std::iter::from_fn(next).filter(move |span| {
        let before = reply[..span.start].chars().next_back();
        !joined(before) && !joined(reply[span.end..].chars().next())
    })
}

/// Reports whether `span` overlaps one of `spans`, which are in order.
fn overlaps(spans: &[Span], span: Span) -> bool {
    let after = spans.partition_point(|it| it.end <= span.start);
    spans.get(after).is_some_and(|it| it.start < span.end)
}
