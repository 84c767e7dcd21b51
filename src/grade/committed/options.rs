//! The texts of the options, in replies.

use super::refusal;
use crate::grade::{Decimal, Span, text, token};

/// The texts of at most four options; none if they are not known.
#[derive(Clone, Copy)]
pub(super) struct Options<'o> {
    texts: [&'o str; 4],
    known: usize,
    /// The first byte of each text, with the bit set that makes a capital a small letter; [`WIDE`] for
    /// one beyond ASCII, [`NONE`] where there is no text.
    firsts: [u8; 4],
}

const SMALL: u8 = 0x20;
const WIDE: u8 = 0x80;
const NONE: u8 = 0xFF;

/// How many options a text names.
pub(super) enum Held {
    None,
    /// One: its place, and where its text first stands.
    One(u8, Span),
    Several,
}

impl<'o> Options<'o> {
    pub(super) fn new(options: &[&'o str]) -> Self {
        let (mut texts, mut firsts) = ([""; 4], [NONE; 4]);
        for ((text, first), option) in texts.iter_mut().zip(&mut firsts).zip(options) {
            *text = bare(option);
            *first = match text.as_bytes() {
                [first @ 0..0x80, ..] => first | SMALL,
                [] => NONE,
                _ => WIDE,
            };
        }
        Self { texts, firsts, known: options.len().min(4) }
    }

    /// How many letters there are to answer with.
    pub(super) const fn count(&self) -> u32 {
        match self.known {
            0 | 1 => 4,
            // At most four.
            known => known as u32,
        }
    }

    fn known(&self) -> impl Iterator<Item = (u8, &'o str)> {
        (0_u8..).zip(self.texts).take(self.known).filter(|(_, text)| !text.is_empty())
    }

    /// Whether an option says what who declines says: "Cannot be determined".
    pub(super) fn decline(&self) -> bool {
        self.known().any(|(_, text)| refusal::is_in(text))
    }

    /// The only option that begins with a number of `text`, where each option begins with one.
    pub(super) fn with_number_in(&self, text: &str) -> Option<u8> {
        if self.known == 0 || self.known().any(|(_, option)| first_number(option).is_none()) {
            return None;
        }
        let (mut from, mut found) = (0, None);
        while let Some(span) = token::next_number(text, from) {
            from = span.end;
            let number = Decimal::of_token(span.of(text));
            for place in 0..self.known as u8 {
                if self.begins_with(place, number)
                    && found.replace(place).is_some_and(|f| f != place)
                {
                    return None;
                }
            }
        }
        found
    }

    /// Whether the option at `place` begins with `number`.
    pub(super) fn begins_with(&self, place: u8, number: Decimal<'_>) -> bool {
        first_number(self.texts[usize::from(place)]) == Some(number)
    }

    /// The option that `text` is, marks at its ends aside.
    pub(super) fn equal_to(&self, text: &str) -> Option<usize> {
        let same = |option: &str| {
            let option = option.trim_matches(|c: char| !c.is_alphanumeric());
            !option.is_empty() && text::prefix_any_case(text, option) == Some(text.len())
        };
        self.known().find(|(_, option)| same(option)).map(|(place, _)| usize::from(place))
    }

    /// The option that `text` ends with, whole words only.
    pub(super) fn ending(&self, text: &str) -> Option<(u8, Span)> {
        self.known().find_map(|(place, option)| {
            let start = text.len().checked_sub(option.len())?;
            let whole = text.is_char_boundary(start)
                && !text[..start].ends_with(token::is_word)
                && text::prefix_any_case(&text[start..], option) == Some(option.len());
            whole.then_some((place, Span { start, end: text.len() }))
        })
    }

    /// The longest option that stands at the start of `rest`, whole words only: its place and the
    /// length of its text.
    pub(super) fn at(&self, rest: &str) -> Option<(u8, usize)> {
        // Mostly none begins with that byte. A letter beyond ASCII may be one of it in another case.
        let first = *rest.as_bytes().first()?;
        if first < WIDE
            && self
                .firsts
                .iter()
                .fold(true, |none, other| none & (*other != first | SMALL) & (*other != WIDE))
        {
            return None;
        }
        self.longest_at(rest)
    }

    fn longest_at(&self, rest: &str) -> Option<(u8, usize)> {
        let mut best: Option<(u8, usize)> = None;
        for (place, option) in self.known() {
            let Some(length) = text::prefix_any_case(rest, option) else { continue };
            let mut after = &rest[length..];
            // "Electrons" are of the option "Electron".
            if length > 3 && option.ends_with(|c: char| c.is_ascii_lowercase()) {
                after = after.strip_prefix('s').unwrap_or(after);
            }
            let number = option.ends_with(|c: char| c.is_ascii_digit());
            let part = after.starts_with(token::is_word) || number && in_number("", after);
            if !part && best.is_none_or(|(_, most)| length > most) {
                best = Some((place, length));
            }
        }
        best
    }

    /// The options whose texts `part` of `text` names, whole words only. A single character and
    /// what has neither letter nor digit names nothing, and neither does a text that is denied.
    pub(super) fn only_in(&self, text: &str, part: Span, is_denied: impl Fn(Span) -> bool) -> Held {
        let text = &text[..part.end];
        let mut held = Held::None;
        for (place, option) in self.known() {
            if option.len() < 2 || !option.contains(char::is_alphanumeric) {
                continue;
            }
            // A number is not part of another one.
            let number = !option.contains(char::is_alphabetic);
            let mut from = part.start;
            while let Some(span) = text::find_from(text, option, from) {
                from = span.end;
                let whole = !text[..span.start].ends_with(token::is_word)
                    && self.at(&text[span.start..]).is_some();
                if !whole
                    || number && in_number(&text[..span.start], &text[span.end..])
                    || self.at(&text[span.start..]).is_none_or(|(longest, _)| longest != place)
                    || is_denied(span)
                {
                    continue;
                }
                match held {
                    Held::None => held = Held::One(place, span),
                    Held::One(other, _) if other == place => {}
                    Held::One(..) | Held::Several => return Held::Several,
                }
            }
        }
        held
    }
}

/// The number that an option begins with.
fn first_number(option: &str) -> Option<Decimal<'_>> {
    let span = token::next_number(option, 0)?;
    let begins = !option[..span.start].contains(char::is_alphanumeric);
    begins.then(|| Decimal::of_token(span.of(option)))
}

/// An option without white space around it; the full stop of one that is a sentence is no part of
/// what it says.
fn bare(option: &str) -> &str {
    match option.as_bytes() {
        // Mostly there is nothing to look for.
        [b'!'..=b'~', .., b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z'] => option,
        _ => option.trim().trim_end_matches('.'),
    }
}

/// Whether a number between `before` and `after` is only a part of one.
fn in_number(before: &str, after: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut back = before.chars().rev();
    let mut ahead = after.chars();
    matches!(back.next(), Some('.' | ',' | '-' | '−')) && digit(back.next())
        || before.ends_with(['-', '−'])
        || matches!(ahead.next(), Some('.' | ',')) && digit(ahead.next())
}
