//! The sign of a number, where its token has none.

use super::around::before_currency;
use crate::grade::committed::lex::Token;
use crate::grade::token;

/// The length of the sign that `before` ends in, where a token has none: behind a script without
/// spaces ("答案是-5"), before a currency ("-$6"), and the dash of "is –5", which is none in "8 –5".
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn before(before: &str) -> usize {
    // Mostly there is none.
    match before.as_bytes() {
        [.., b'-' | 0x80..=0xFF, b'$'] | [.., b'-' | 0x80..=0xFF] => sign_or_dash(before),
        _ => 0,
    }
}

/// The same, where a dash or a character beyond ASCII stands there.
#[inline(never)]
fn sign_or_dash(before: &str) -> usize {
    let money = before_currency(before);
    let Some(outer) = money.strip_suffix(['-', '−', '–']) else { return 0 };
    let sign = if money.len() < before.len() || money.ends_with('–') {
        let word = outer.trim_end_matches([' ', '*', '$', '(']);
        let apart = word.len() < outer.len() || word.is_empty() || word.ends_with('\n');
        apart && !word.ends_with(|c: char| matches!(c, '0'..='9' | ')' | '%' | '}'))
    } else {
        outer.ends_with(token::is_unspaced)
    };
    if sign { before.len() - outer.len() } else { 0 }
}

/// Whether the dash `mark` at `token` belongs to the number behind it, or stands inside a word.
pub(super) fn is_sign_or_hyphen(text: &str, mark: char, token: Token) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.get(token.end);
    let end = token.end + usize::from(next == Some(&b'$'));
    let number = bytes.get(end).is_some_and(u8::is_ascii_digit) || mark != '–' && end == token.end;
    let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    number && before(&text[..end]) > 0
        || mark == '-' && letter(next) && letter(bytes[..token.start].last())
}
