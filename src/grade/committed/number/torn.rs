//! Numbers that are written otherwise than a numeric token.

use crate::grade::Span;

/// Whether the token is only a part of a number written in a way that is no numeric token: with a
/// decimal comma, a vulgar fraction, or groups parted by spaces, points or LaTeX.
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn is_torn(number: &str, before: &str, after: &str) -> bool {
    goes_on(number, after) || began_before(number, before.as_bytes())
}

/// Whether minutes stand in `after`, behind the hours of a time.
pub(super) fn is_time(after: &str) -> bool {
    let digit = u8::is_ascii_digit;
    matches!(after.as_bytes(), [b':', a, b, ..] if digit(a) && digit(b))
}

/// Where the number at `token` ends if LaTeX parts its groups of three digits: `2{,}146`, `15\,000`.
pub(super) fn latex_end(text: &str, token: Span) -> usize {
    let mut end = token.end;
    while token.end - token.start <= 4
        && let Some(group) = PARTS.iter().find_map(|part| text[end..].strip_prefix(part))
        && group.len() - group.trim_start_matches(|c: char| c.is_ascii_digit()).len() == 3
    {
        end = text.len() - group.len() + 3;
    }
    end
}

/// What parts the groups of a number in LaTeX.
const PARTS: [&str; 4] = ["{,}", "\\,", "\\!", ",\\!"];

fn goes_on(number: &str, after: &str) -> bool {
    let digit = u8::is_ascii_digit;
    match after.as_bytes() {
        [b',' | b'.', d, ..] => digit(d) || after.strip_prefix(",\\!").is_some_and(begins_in_digit),
        [b'{', b',', b'}', d, ..] | [b'\\', b',' | b'!' | b' ', d, ..] => digit(d),
        [b' ', a, b, c, rest @ ..] => {
            let three = digit(a) && digit(b) && digit(c) && !rest.first().is_some_and(digit);
            number.len() <= 3 && three
        }
        [0x80..=0xFF, ..] => after.starts_with(|c: char| matches!(c, '¼'..='¾' | '⅐'..='⅞')),
        _ => false,
    }
}

#[cfg_attr(feature = "evaluate", inline(always))]
fn began_before(number: &str, before: &[u8]) -> bool {
    match before {
        // The minutes of a time.
        [.., d, b':'] if d.is_ascii_digit() => number.len() == 2 && number < "60",
        // A sign in words.
        [.., b'g', b'a', b't', b'i', b'v', b'e', b' '] => true,
        [.., d, b',' | b'.'] if d.is_ascii_digit() => true,
        [.., d, b' '] if d.is_ascii_digit() => number.len() == 3,
        [.., d, b',', b'\\', b'!'] | [.., d, b'{', b',', b'}'] => d.is_ascii_digit(),
        [.., d, b'\\', b',' | b'!' | b' '] => d.is_ascii_digit(),
        _ => false,
    }
}

fn begins_in_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}
