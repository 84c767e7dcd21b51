//! Numbers that are written otherwise than a numeric token.

/// Whether the token is only a part of a number written in a way that is no numeric token: with a
/// decimal comma, a vulgar fraction, or groups parted by spaces, points or LaTeX.
pub(super) fn is_torn(number: &str, before: &str, after: &str) -> bool {
    goes_on(number, after) || began_before(number, before.as_bytes())
}

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

fn began_before(number: &str, before: &[u8]) -> bool {
    match before {
        // The minutes of a time.
        [.., d, b':'] if d.is_ascii_digit() => number.len() == 2 && number < "60",
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
