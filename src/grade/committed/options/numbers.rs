//! Options that are numbers, in whatever unit.

use super::{Held, Options};
use crate::grade::{Decimal, Span, token};

impl Options<'_> {
    /// The options that begin with a number of `text`; none where one begins with no number.
    pub(in crate::grade::committed) fn with_number_in(&self, text: &str) -> Held {
        let mut held = Held::None;
        let has_digit = |option: &str| option.contains(|c: char| c.is_ascii_digit());
        // "None of these" has no number.
        let other = |(_, option): (u8, &str)| has_digit(option) && first_number(option).is_none();
        if self.known().any(other) {
            return held;
        }
        let mut from = 0;
        while let Some(token) = token::next_number(text, from) {
            let span = with_power(text, token);
            from = span.end;
            if let Some(place) = self.beginning_with(Decimal::of_token(span.of(text))) {
                held.add(place, span);
            }
        }
        held
    }

    /// The only option that begins with `number`.
    pub(in crate::grade::committed) fn beginning_with(&self, number: Decimal<'_>) -> Option<u8> {
        let mut places = self.known().filter(|(_, option)| first_number(option) == Some(number));
        places.next().filter(|_| places.next().is_none()).map(|(place, _)| place)
    }

    /// Whether the option at `place` begins with the sign of a currency.
    pub(in crate::grade::committed) fn is_money(&self, place: u8) -> bool {
        self.texts[usize::from(place)].starts_with(['$', '€', '£'])
    }

    /// Whether all options begin with a number, and one is a single digit.
    pub(in crate::grade::committed) fn have_digits(&self) -> bool {
        self.known().any(|(_, option)| option.len() == 1)
            && self.known().all(|(_, option)| first_number(option).is_some())
    }
}

/// The number that an option begins with.
fn first_number(option: &str) -> Option<Decimal<'_>> {
    let span = with_power(option, token::next_number(option, 0)?);
    let begins = !option[..span.start].contains(char::is_alphanumeric);
    begins.then(|| Decimal::of_token(span.of(option)))
}

/// A number with the power of ten that it is multiplied by.
fn with_power(text: &str, token: Span) -> Span {
    Span { end: token::power_end(text, token.end), ..token }
}

/// Whether a number between `before` and `after` is only a part of one.
pub(super) fn in_number(before: &str, after: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut back = before.chars().rev();
    let mut ahead = after.chars();
    matches!(back.next(), Some('.' | ',' | '/' | '-' | '−')) && digit(back.next())
        || before.ends_with(['-', '−'])
        || matches!(ahead.next(), Some('.' | ',' | '/')) && digit(ahead.next())
}
