//! Numbers that are written otherwise than a numeric token.

/// What may stand between two parts of such a number.
const PARTS: [&str; 7] = [",", ".", "{,}", "\\,", "\\!", ",\\!", "\\ "];

/// Whether the token is only a part of a number written in a way that is no numeric token: with a
/// decimal comma, a vulgar fraction, or groups parted by spaces or points.
pub(super) fn is_torn(number: &str, before: &str, after: &str) -> bool {
    let (last, next) = (before.as_bytes().last(), after.as_bytes().first());
    if !matches!(last, Some(b',' | b'.' | b'}' | b' ' | b'!'))
        && !matches!(next, Some(b',' | b'.' | b'{' | b'\\' | b' ' | 0x80..))
    {
        return false;
    }
    let starts_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let ends_digit = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let three = |text: &str| {
        let digits = text.bytes().take(4).take_while(u8::is_ascii_digit).count();
        digits == 3
    };
    let vulgar = |c: char| matches!(c, '¼'..='¾' | '⅐'..='⅞');
    after.starts_with(vulgar)
        || PARTS.iter().any(|part| {
            after.strip_prefix(part).is_some_and(starts_digit)
                || before.strip_suffix(part).is_some_and(ends_digit)
        })
        || number.len() <= 3 && after.strip_prefix(' ').is_some_and(three)
        || number.len() == 3 && before.strip_suffix(' ').is_some_and(ends_digit)
}
