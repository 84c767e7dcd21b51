//! Numeric tokens and standalone letters.

use super::digit;
use super::{Letter, Span};

/// Separators of groups of three digits. An ASCII space is none, since it separates numbers.
const GROUP_SEPARATORS: [char; 4] = [',', '\u{A0}', '\u{2009}', '\u{202F}'];

/// Maximum number of digits of an exponent, so that it fits an `i64`. With more, the token ends
/// before the `e`.
const EXPONENT_DIGITS: usize = 18;

/// Finds the first numeric token of `text` at or after byte `from`, a character boundary outside of
/// tokens.
///
/// A token is an optional sign (`-` or `−`, not directly after a digit, a letter or `)`), digits
/// (plain, or one to three followed by groups of three after one repeated separator), an optional
/// fraction and an optional exponent. It may begin with the dot of its fraction (`.5`), unless that
/// follows a digit, a letter or a dot.
pub(super) fn next_number(text: &str, from: usize) -> Option<Span> {
    let first = next_digit(text, from)?;
    let mut start = first;
    let bare = text[from..start].strip_suffix('.').is_some_and(|before| {
        !before.ends_with('.') && !ends_in_word(&text[..from + before.len()])
    });
    start -= usize::from(bare);
    if let Some(before) = text[from..start].strip_suffix(['-', '−']) {
        let outer = &text[..from + before.len()];
        if !ends_in_word(outer) && !outer.ends_with(')') {
            start = outer.len();
        }
    }
    Some(Span { start, end: number_end(text, first, bare) })
}

/// Splits a number into mantissa and exponent (0 if absent), written as `e17` or as a power of ten.
pub(super) fn split_exponent(number: &str) -> (&str, i64) {
    if !number.bytes().any(|byte| matches!(byte, b'e' | b'E' | b'^')) {
        return (number, 0);
    }
    let token = || number.split_at_checked(number.find(['e', 'E'])?);
    let Some((mantissa, exponent)) = split_power(number).or_else(token) else { return (number, 0) };
    let value = exponent
        .chars()
        .filter_map(digit::digit_value)
        .fold(0_i64, |value, digit| value * 10 + i64::from(digit));
    (mantissa, if exponent.contains(['-', '−']) { -value } else { value })
}

/// Multiplication signs before a power of ten: `1.5 × 10^17`.
const TIMES: [char; 5] = ['×', 'x', '*', '·', '⋅'];
const COMMANDS: [&str; 2] = ["\\times", "\\cdot"];

/// Splits `1.5 × 10^17` into `1.5` and `^17`.
fn split_power(number: &str) -> Option<(&str, &str)> {
    let (base, _) = number.split_once('^')?;
    let times = base.strip_suffix("10")?.trim_end();
    let command = || COMMANDS.iter().find_map(|it| times.strip_suffix(it));
    let mantissa = times.strip_suffix(TIMES).or_else(command)?.trim_end();
    Some((mantissa, &number[base.len()..]))
}

/// Returns the end of the power of ten after the number that ends at `end`, as in `1.5 × 10^17` or
/// `1.5 \times 10^{17}`; `end` if there is none.
fn power_end(text: &str, end: usize) -> usize {
    written_power(&text[end..]).map_or(end, |length| end + length)
}

/// Returns the length of a power of ten at the start of `text`, with its multiplication sign.
fn written_power(text: &str) -> Option<usize> {
    let space = |at: usize| usize::from(text.as_bytes().get(at) == Some(&b' '));
    let mut at = space(0);
    let operator = &text[at..];
    at += match operator.chars().next()? {
        c if TIMES.contains(&c) => c.len_utf8(),
        '\\' => COMMANDS.iter().find(|it| operator.starts_with(**it))?.len(),
        _ => return None,
    };
    at += space(at);
    let exponent = text[at..].strip_prefix("10^")?;
    let close = match exponent.as_bytes().first()? {
        b'{' => "}",
        b'(' => ")",
        _ => "",
    };
    let signed = &exponent[close.len()..];
    let digits = signed.strip_prefix(['+', '-']).unwrap_or(signed);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let rest =
        digits[count..].strip_prefix(close).filter(|_| (1..=EXPONENT_DIGITS).contains(&count))?;
    let goes_on = |c: char| c.is_alphabetic() || c.is_ascii_digit() || c == '^';
    let fraction =
        || rest.strip_prefix('.').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    (!rest.starts_with(goes_on) && !fraction()).then(|| text.len() - rest.len())
}

/// Returns the end of the number that begins with `c` at `at`, including its sign and power of ten.
/// A sign directly after a word, `)` or `_` does not count.
pub(super) fn signed_end(text: &str, at: usize, c: char) -> Option<usize> {
    let byte = |at: usize| text.as_bytes().get(at).copied();
    let before = || text.get(..at)?.chars().next_back();
    let sign = match c {
        '0'..='9' | '.' => 0,
        '-' | '−' | '–' if !before().is_some_and(|c| matches!(c, ')' | '_') || joins_words(c)) => {
            c.len_utf8() + usize::from(byte(at + c.len_utf8()) == Some(b'$'))
        }
        _ => return None,
    };
    let bare = byte(at + sign) == Some(b'.');
    let first = at + sign + usize::from(bare);
    let joined = || before().is_some_and(|c| c == '.' || c.is_alphanumeric());
    if !byte(first).is_some_and(|b| b.is_ascii_digit()) || bare && sign == 0 && joined() {
        return None;
    }
    let end = number_end(text, first, bare);
    let power = power_end(text, end);
    let scales = power > end && !text.get(at..end)?.contains(['e', 'E']);
    let comma = || decimal_comma_end(text, first, at).filter(|_| !bare);
    Some(if scales { power } else { comma().unwrap_or(end) })
}

/// Returns the end of a number with a decimal comma whose first digit is at `first`: `4,75`,
/// `0,125`.
fn decimal_comma_end(text: &str, first: usize, at: usize) -> Option<usize> {
    let (whole, _) = digit_run(text, first);
    (text.as_bytes().get(whole) == Some(&b',')).then_some(())?;
    let (end, count) = digit_run(text, whole + 1);
    let zero = text.get(first..whole) == Some("0");
    let goes_on = |rest: &str| {
        let rest = rest.strip_prefix(['.', ',', 'e', 'E']).unwrap_or_default();
        rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let continues = match before {
        [.., b'(' | b'['] => true,
        [.., digit, b'.' | b','] => digit.is_ascii_digit(),
        _ => false,
    };
    let decimal = if count == 3 { zero } else { count > 0 && !continues };
    (decimal && !goes_on(text.get(end..)?)).then_some(end)
}

/// Reports whether the comma of a numeric token is a decimal comma.
pub(super) fn has_decimal_comma(number: &str) -> bool {
    let comma = number.bytes().position(|byte| byte == b',');
    comma.is_some_and(|at| {
        let (whole, fraction) = (&number[..at], &number[at + 1..]);
        let digits = fraction.bytes().all(|b| b.is_ascii_digit());
        digits && (fraction.len() != 3 || whole.trim_start_matches(['-', '−', '–', '$']) == "0")
    })
}

/// Returns the offset of the first digit at or after `from`.
fn next_digit(text: &str, from: usize) -> Option<usize> {
    let ascii = text.as_bytes()[from..].iter().take_while(|b| b.is_ascii() && !b.is_ascii_digit());
    let from = from + ascii.count();
    Some(from + text[from..].find(|c| digit::digit_value(c).is_some())?)
}

/// Returns the end of the run of digits at `at`, and their number.
fn digit_run(text: &str, at: usize) -> (usize, usize) {
    let rest = &text.as_bytes()[at..];
    let ascii = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if rest.get(ascii).is_none_or(u8::is_ascii) {
        return (at + ascii, ascii);
    }
    let others = text[at + ascii..].chars().take_while(|c| digit::digit_value(*c).is_some());
    others.fold((at + ascii, ascii), |(end, count), c| (end + c.len_utf8(), count + 1))
}

/// Returns the end of the number whose first digit is at `first`, after a dot if `bare_fraction`.
fn number_end(text: &str, first: usize, bare_fraction: bool) -> usize {
    let (mut end, count) = digit_run(text, first);
    if !bare_fraction {
        if count <= 3 {
            end = groups_end(text, end);
        }
        if text.as_bytes().get(end) == Some(&b'.') {
            let (fraction, count) = digit_run(text, end + 1);
            if count > 0 {
                end = fraction;
            }
        }
    }
    exponent_end(text, end).unwrap_or(end)
}

/// Returns the end of the groups of three digits at `at`.
fn groups_end(text: &str, at: usize) -> usize {
    let Some(separator) = text[at..].chars().next().filter(|c| GROUP_SEPARATORS.contains(c)) else {
        return at;
    };
    let mut end = at;
    while text[end..].starts_with(separator) {
        let (group, count) = digit_run(text, end + separator.len_utf8());
        if count != 3 {
            break;
        }
        end = group;
    }
    end
}

fn exponent_end(text: &str, at: usize) -> Option<usize> {
    let rest = text[at..].strip_prefix(['e', 'E'])?;
    let rest = rest.strip_prefix(['-', '−', '+']).unwrap_or(rest);
    let (end, count) = digit_run(text, text.len() - rest.len());
    (1..=EXPONENT_DIGITS).contains(&count).then_some(end)
}

/// Reports whether `text` ends in a letter or a digit.
fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(char::is_alphanumeric)
}

/// Finds the first standalone capital among the first `count` letters, at or after byte `from`,
/// with its offset. No letter, digit or `_` may be directly before or after it.
pub(super) fn next_capital(text: &str, from: usize, count: usize) -> Option<(Letter, usize)> {
    let stands_alone = |at: usize| {
        let word = |c: Option<char>| c.is_some_and(|c| c == '_' || is_letter_or_digit(c));
        !word(text[..at].chars().next_back()) && !word(text[at + 1..].chars().next())
    };
    let bytes = text.as_bytes()[from..].iter().enumerate();
    bytes.filter(|(_, byte)| byte.is_ascii_uppercase()).find_map(|(at, byte)| {
        let letter =
            Letter::from_index(usize::from(byte - b'A')).filter(|it| it.index() < count)?;
        stands_alone(from + at).then_some((letter, from + at))
    })
}

/// Reports whether `c` joins text beside it into a word. Scripts without spaces between words do
/// not: in `答案是B` the letter stands alone.
pub(super) fn is_letter_or_digit(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

/// Reports whether `c` is a letter, a digit or what modifies one, in a script with spaces.
#[inline]
pub(super) fn joins_words(c: char) -> bool {
    let modifies = |c: char| {
        matches!(c, '\u{300}'..='\u{36F}' | '\u{64B}'..='\u{65F}' | '\u{900}'..='\u{963}'
            | '\u{966}'..='\u{DFF}')
    };
    c.is_ascii_alphanumeric() || (c.is_alphanumeric() || modifies(c)) && !is_unspaced(c)
}

/// Han, kana and Hangul: ideographs, syllables, and Korean particles joined to a letter.
pub(super) const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FFDC}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(span) = next_number(text, from) {
            found.push(&text[span.start..span.end]);
            from = span.end;
        }
        found
    }

    #[test]
    fn numeric_tokens() {
        for (text, expected) in [
            ("7,742", &["7,742"][..]),
            ("1,2345", &["1", "2345"]),
            ("1,234,56", &["1,234", "56"]),
            ("12345,678", &["12345", "678"]),
            ("1,234\u{202F}567", &["1,234", "567"]),
            ("142\u{202F}091", &["142\u{202F}091"]),
            ("142 091", &["142", "091"]),
            ("-5 −5 x-5 5-5 )-5 (-5", &["-5", "−5", "5", "5", "5", "5", "-5"]),
            ("3.14. 5.", &["3.14", "5"]),
            (".5 -.5 x.5 ..5 1.2.3", &[".5", "-.5", "5", "5", "1.2", "3"]),
            ("1e5 1e 1e+ 2E-3x", &["1e5", "1", "1", "2E-3"]),
            ("1e1234567890123456789", &["1", "1234567890123456789"]),
            ("１２，３ ٣٫٤", &["１２", "３", "٣", "٤"]),
            ("H2O", &["2"]),
            ("½ ²", &[]),
        ] {
            assert_eq!(numbers(text), expected, "{text}");
        }
    }

    #[test]
    fn powers_of_ten() {
        for (text, number, exponent) in [
            ("1.5 × 10^17 m", "1.5 × 10^17", 17),
            ("1.5 \\times 10^{-17}}", "1.5 \\times 10^{-17}", -17),
            ("1.5 · 10^-3.", "1.5 · 10^-3", -3),
            ("1.5*10^(4)", "1.5*10^(4)", 4),
            ("1.5 × 10^3 × 10^2", "1.5 × 10^3", 3),
            ("1.5 × 10^x", "1.5", 0),
            ("1.5 × 10^3.5", "1.5", 0),
            ("1.5 × 10^{3", "1.5", 0),
            ("1.5 × 10", "1.5", 0),
            ("1.5 × 100^3", "1.5", 0),
            ("1.5 × 10^1234567890123456789", "1.5", 0),
        ] {
            let end = power_end(text, 3);
            assert_eq!(&text[..end], number);
            assert_eq!(split_exponent(number), ("1.5", exponent), "{text}");
        }
    }

    #[test]
    fn standalone_capitals() {
        let first = |text| next_capital(text, 0, 4).map(|(letter, at)| (letter.as_str(), at));
        assert_eq!(first("I choose C"), Some(("C", 9)));
        assert_eq!(first("100°C"), Some(("C", 5)));
        assert_eq!(first("答案是B"), Some(("B", 9)));
        assert_eq!(first("정답은 B입니다"), Some(("B", 10)));
        assert_eq!(first("CO2, A1, B_, éA, Aé"), None);
        assert_eq!(first("a b c d"), None);
    }
}
