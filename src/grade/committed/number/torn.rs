//! Numbers that are written otherwise than a numeric token.

use crate::grade::text::starts_with_any;
use crate::grade::{Span, token};

/// Whether the token is only a part of a number written in a way that is no numeric token: with a
/// decimal comma, a fraction, in another base, as a time, or in groups parted by spaces, points, apostrophes
/// or LaTeX.
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn is_torn(number: &str, before: &str, after: &str) -> bool {
    goes_on(number, after) || began_before(number, before.as_bytes())
}

/// Whether more than the token that ends at `end` may belong to its number.
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn may_go_on(text: &str, end: usize) -> bool {
    match text.as_bytes().get(end..) {
        Some([b' ', next, ..]) => token::may_multiply(*next),
        Some([next, ..]) => matches!(next, b'{' | b',') || token::may_multiply(*next),
        _ => false,
    }
}

/// Where the number at `token` ends if LaTeX parts its groups of three digits, or if it is multiplied by a
/// power of ten: `2{,}146.5`, `15\,000`, `1.5 \times 10^{17}`.
#[inline(never)]
pub(super) fn written_end(text: &str, token: Span) -> usize {
    let end = latex_end(text, token);
    // "2^3 × 10^2".
    if text[..token.start].ends_with('^') { end } else { token::power_end(text, end) }
}

/// Where it ends if LaTeX parts its groups of three digits.
fn latex_end(text: &str, token: Span) -> usize {
    let digits = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = token.end;
    while token.end - token.start <= 4
        && let Some(group) = PARTS.iter().find_map(|part| text[end..].strip_prefix(part))
        && digits(group) == 3
    {
        end = text.len() - group.len() + 3;
    }
    match text[end..].strip_prefix('.').map(digits) {
        Some(fraction) if end > token.end && fraction > 0 => end + 1 + fraction,
        _ => end,
    }
}

/// What parts the groups of a number in LaTeX.
const PARTS: [&str; 5] = ["{,}", "\\,", "\\!", ",\\!", "\\;"];

fn goes_on(number: &str, after: &str) -> bool {
    let digit = u8::is_ascii_digit;
    match after.as_bytes() {
        [b',' | b'.', d, ..] => digit(d) || after.strip_prefix(",\\!").is_some_and(begins_in_digit),
        [b'{', b',', b'}', d, ..] | [b'\\', b',' | b'!' | b' ', d, ..] => digit(d),
        // "7 1/2".
        [b' ', a, b'/', b, ..] if digit(a) => digit(b),
        [b' ', a, b, c, rest @ ..] if digit(a) => {
            let three = digit(b) && digit(c) && !rest.first().is_some_and(digit);
            number.len() <= 3 && three
        }
        // "7 and a half hours", "7 and 1/2 hours".
        [b' ', b'a', b'n', b'd', b' ', a, b'/', b, ..] if digit(a) => digit(b),
        [b' ', b'a', ..] => starts_with_any(after, &[" and a half", " and a quarter"]),
        // "7\frac{1}{2}".
        [b'\\', b'f' | b'd' | b't', ..] => starts_with_any(after, &FRACTIONS),
        [b'\'', a, b, c, rest @ ..] => is_group([a, b, c], rest),
        [b'_', d, ..] => digit(d),
        // "3:45".
        [b':', b'0'..=b'5', b, rest @ ..] if digit(b) => {
            number.len() <= 2 && !rest.first().is_some_and(digit)
        }
        // "0x5F".
        [b'x' | b'b', d, ..] if number == "0" => d.is_ascii_hexdigit(),
        [0x80..=0xFF, ..] => {
            let apart = after.strip_prefix('’').map(str::as_bytes);
            after.starts_with(|c: char| matches!(c, '¼'..='¾' | '⅐'..='⅞' | '万' | '亿' | '億'))
                || matches!(apart, Some([a, b, c, rest @ ..]) if is_group([a, b, c], rest))
        }
        _ => false,
    }
}

/// How a fraction begins that stands behind a whole number.
const FRACTIONS: [&str; 3] = ["\\frac{", "\\dfrac{", "\\tfrac{"];

/// Whether three bytes are digits, and no digit is behind them.
fn is_group(three: [&u8; 3], rest: &[u8]) -> bool {
    three.iter().all(|byte| byte.is_ascii_digit()) && !rest.first().is_some_and(u8::is_ascii_digit)
}

#[cfg_attr(feature = "evaluate", inline(always))]
fn began_before(number: &str, before: &[u8]) -> bool {
    match before {
        // The minutes of a time.
        [.., d, b':'] if d.is_ascii_digit() => number.len() == 2 && number < "60",
        // A sign in words.
        [.., b'g', b'a', b't', b'i', b'v', b'e', b' '] => true,
        [.., d, b',' | b'.' | b'_'] if d.is_ascii_digit() => true,
        // "12'500", but "5'10".
        [.., d, b'\''] | [.., d, 0xE2, 0x80, 0x99] if d.is_ascii_digit() => number.len() == 3,
        // "12 500.5".
        [.., d, b' '] if d.is_ascii_digit() => {
            matches!(number.as_bytes(), [_, _, _] | [_, _, _, b'.', ..])
        }
        [.., d, b',', b'\\', b'!'] | [.., d, b'{', b',', b'}'] => d.is_ascii_digit(),
        [.., d, b'\\', b',' | b'!' | b' '] => d.is_ascii_digit(),
        _ => false,
    }
}

fn begins_in_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}
