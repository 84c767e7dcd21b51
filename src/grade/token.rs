//! Tokens: where numbers and standalone letters begin and end.

use super::Span;
use super::digit;
use super::scan::{self, Bytes, Wanted};

/// Separators of groups of three digits. Never an ASCII space: it separates numbers.
const GROUP_SEPARATORS: [char; 4] = [',', '\u{A0}', '\u{2009}', '\u{202F}'];

/// The most digits of an exponent. Longer runs end the token before the `e`, which keeps every
/// exponent an `i64`.
const EXPONENT_DIGITS: usize = 18;

/// The first numeric token of `text` that begins at or after byte `from`, a character boundary
/// that is not inside a token.
///
/// A token is an optional sign (`-` or `−`, not right after a digit, a letter or `)`), digits
/// (plain, or one to three and then groups of exactly three after one repeated separator), an
/// optional fraction, an optional exponent. A fraction may stand alone (`.5`) unless a digit, a
/// letter or another dot stands before it.
pub(crate) fn next_number(text: &str, from: usize) -> Option<Span> {
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
    let plain = !bare && text.as_bytes()[first].is_ascii_digit();
    let end = if plain { number_from_digit(text, first) } else { number_end(text, first, bare) };
    Some(Span { start, end })
}

/// Where the numeric token that begins exactly at `at` ends; `at` is a character boundary that is
/// not inside a token.
pub(crate) fn number_at(text: &str, at: usize) -> Option<usize> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii_digit() {
        return Some(number_from_digit(text, at));
    }
    if byte != b'-' && byte != b'.' && byte < 0x80 {
        return None;
    }
    let rest = text.get(at..)?;
    let unsigned = rest.strip_prefix(['-', '−']);
    let before = &text[..at];
    if unsigned.is_some() && (ends_in_word(before) || before.ends_with(')')) {
        return None;
    }
    let first = text.len() - unsigned.unwrap_or(rest).len();
    if digit_len(text, first).is_some() {
        return Some(number_end(text, first, false));
    }
    let dot = text.as_bytes().get(first) == Some(&b'.');
    let alone = unsigned.is_some() || !before.ends_with('.') && !ends_in_word(before);
    (dot && alone && digit_len(text, first + 1).is_some())
        .then(|| number_end(text, first + 1, true))
}

/// Where the numeric token that begins with the ASCII digit at `at` ends.
pub(crate) fn number_from_digit(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match (bytes.get(end), bytes.get(end + 1)) {
        // A digit has to stand behind a comma or a point.
        (Some(b',' | b'.'), Some(b'0'..=b'9' | 0x80..)) => number_end(text, at, false),
        // Nothing else but these can go on with a number.
        (Some(b'e' | b'E' | 0x80..), _) => number_end(text, at, false),
        _ => end,
    }
}

/// The mantissa of a number, and its exponent or 0: of a numeric token, or of one that is multiplied by a
/// power of ten.
pub(super) fn split_exponent(number: &str) -> (&str, i64) {
    // Mostly there is no exponent.
    let at = memchr::memchr3(b'e', b'E', b'^', number.as_bytes());
    if at.is_none() && number.ends_with(|c: char| c.is_ascii()) {
        return (number, 0);
    }
    let token = || number.split_at_checked(at?);
    let Some((mantissa, exponent)) = split_power(number).or_else(token) else { return (number, 0) };
    let value = exponent
        .chars()
        .filter_map(|c| digit::value(c).or_else(|| raised(c)))
        .fold(0_i64, |value, digit| value * 10 + i64::from(digit));
    (mantissa, if exponent.contains(['-', '−', '⁻']) { -value } else { value })
}

/// What multiplies by a power of ten: `1.5 × 10^17`.
const TIMES: [&str; 7] = ["×", "x", "*", "·", "⋅", "\\times", "\\cdot"];

/// A digit that is raised, as its value.
fn raised(c: char) -> Option<u8> {
    match c {
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁰' | '⁴'..='⁹' => Some((u32::from(c) - 0x2070) as u8),
        _ => None,
    }
}

/// `1.5 × 10^17` as `1.5` and `17`.
fn split_power(number: &str) -> Option<(&str, &str)> {
    let is_raised = |c: char| c == '⁻' || raised(c).is_some();
    let base = match number.split_once('^') {
        Some((base, _)) => base,
        None => number.trim_end_matches(is_raised),
    };
    let times = base.strip_suffix("10")?.trim_end();
    let mantissa = TIMES.iter().find_map(|it| times.strip_suffix(it))?.trim_end();
    Some((mantissa, &number[base.len()..]))
}

/// Whether what multiplies by a power of ten may begin with `byte`.
pub(super) const fn may_multiply(byte: u8) -> bool {
    matches!(byte, b'x' | b'*' | b'\\' | 0x80..)
}

/// Where the number ends of which the token ends at `end`: behind the power of ten that it is multiplied by,
/// as in `1.5 × 10^17`, `1.5x10¹⁷` and `1.5 \times 10^{17}`.
pub(super) fn power_end(text: &str, end: usize) -> usize {
    written_power(&text[end..]).map_or(end, |length| end + length)
}

/// The length of the power of ten, and of what multiplies by it, that `text` begins with.
fn written_power(text: &str) -> Option<usize> {
    let space = |text: &'_ str| text.len() - text.strip_prefix(' ').unwrap_or(text).len();
    let mut at = space(text);
    text.as_bytes().get(at).filter(|byte| may_multiply(**byte))?;
    at += TIMES.iter().find(|it| text[at..].starts_with(**it))?.len();
    at += space(&text[at..]);
    let exponent = text[at..].strip_prefix("10")?;
    let (mark, close) = [("^{", "}"), ("^(", ")"), ("^", ""), ("", "")]
        .into_iter()
        .find(|(mark, _)| exponent.starts_with(mark))?;
    let signed = &exponent[mark.len()..];
    let digits = signed.strip_prefix(['+', '-', '−', '⁻']).unwrap_or(signed);
    let is_digit = |c: char| if mark.is_empty() { raised(c).is_some() } else { c.is_ascii_digit() };
    let behind = digits.trim_start_matches(is_digit);
    let count = digits[..digits.len() - behind.len()].chars().count();
    let rest = behind.strip_prefix(close).filter(|_| (1..=EXPONENT_DIGITS).contains(&count))?;
    let goes_on = |c: char| c.is_alphanumeric() || c == '^';
    let fraction = || rest.strip_prefix('.').is_some_and(|it| it.starts_with(goes_on));
    (!rest.starts_with(goes_on) && !fraction()).then(|| text.len() - rest.len())
}

/// Where the first digit at or after `from` begins.
fn next_digit(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at = scan::next::<MayBeDigit>(bytes, at)?;
        match digit_len(text, at) {
            Some(_) => return Some(at),
            None => at += char_len(bytes[at]),
        }
    }
}

/// A digit of ASCII, or what begins a character beyond it.
struct MayBeDigit;

impl Wanted<2> for MayBeDigit {
    #[inline(always)]
    fn is<B: Bytes>([byte, _]: [B; 2]) -> B {
        byte.is_digit() | !byte.below(0x80)
    }
}

/// The length in bytes of the decimal digit that begins at `at`.
#[inline]
fn digit_len(text: &str, at: usize) -> Option<usize> {
    match *text.as_bytes().get(at)? {
        b'0'..=b'9' => Some(1),
        0..0x80 => None,
        _ => wide_digit_len(text, at),
    }
}

/// The same beyond ASCII.
#[inline(never)]
fn wide_digit_len(text: &str, at: usize) -> Option<usize> {
    // Every such digit is two to four bytes long; `at` is a boundary.
    let c = text.get(at..)?.chars().next()?;
    digit::value(c).map(|_| c.len_utf8())
}

/// The length of the character that begins with `lead`.
const fn char_len(lead: u8) -> usize {
    match lead {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

/// Where the run of digits from `at` ends, and how many they are.
fn digits(text: &str, mut at: usize) -> (usize, usize) {
    let mut count = 0;
    loop {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        let plain = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (at, count) = (at + plain, count + plain);
        let Some(len) = digit_len(text, at) else { return (at, count) };
        (at, count) = (at + len, count + 1);
    }
}

fn number_end(text: &str, first: usize, bare_fraction: bool) -> usize {
    let (mut end, count) = digits(text, first);
    if !bare_fraction {
        if count <= 3 {
            end = groups_end(text, end);
        }
        if text.as_bytes().get(end) == Some(&b'.') {
            let (fraction, count) = digits(text, end + 1);
            if count > 0 {
                end = fraction;
            }
        }
    }
    exponent_end(text, end).unwrap_or(end)
}

/// Where the groups of three that follow at `at` end.
fn groups_end(text: &str, at: usize) -> usize {
    let Some(separator) = text[at..].chars().next().filter(|c| GROUP_SEPARATORS.contains(c)) else {
        return at;
    };
    let mut end = at;
    while text[end..].starts_with(separator) {
        let (group, count) = digits(text, end + separator.len_utf8());
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
    let (end, count) = digits(text, text.len() - rest.len());
    (1..=EXPONENT_DIGITS).contains(&count).then_some(end)
}

/// Whether `text` ends in a letter or a digit.
fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(char::is_alphanumeric)
}

/// The first standalone capital `A` to `D` at or after byte `from`.
pub(crate) fn next_capital(text: &str, from: usize) -> Option<(super::Letter, usize)> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at = scan::next::<MayBeCapital>(bytes, at)?;
        if stands_alone(text, at) {
            let letter = super::Letter::from_index(usize::from(bytes[at] - b'A'))?;
            return Some((letter, at));
        }
        at += 1;
    }
}

/// A capital from A to D with no word character of ASCII behind it.
struct MayBeCapital;

impl Wanted<2> for MayBeCapital {
    #[inline(always)]
    fn is<B: Bytes>([byte, behind]: [B; 2]) -> B {
        byte.less(b'A').below(4) & !(behind.is_letter() | behind.is_digit() | behind.is(b'_'))
    }
}

/// Whether the ASCII letter at `at` has no word character on either side.
pub(crate) fn stands_alone(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let before = match at.checked_sub(1).map(|before| bytes[before]) {
        None => false,
        Some(byte) if byte < 0x80 => is_word_byte(byte),
        Some(_) => text[..at].chars().next_back().is_some_and(is_word),
    };
    if before {
        return false;
    }
    !match bytes.get(at + 1) {
        None => false,
        Some(&byte) if byte < 0x80 => is_word_byte(byte),
        Some(_) => text[at + 1..].chars().next().is_some_and(is_word),
    }
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether `c` joins a letter beside it into a word. Scripts that write no spaces between words
/// do not: in `答案是B` the letter stands alone.
pub(crate) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return is_word_byte(c as u8);
    }
    c.is_alphanumeric() && !is_unspaced(c)
}

/// Han, kana and Hangul: ideographs, syllables, and Korean particles joined to a letter.
pub(crate) const fn is_unspaced(c: char) -> bool {
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
            ("1.5x10¹⁷", "1.5x10¹⁷", 17),
            ("1.5 \\times 10^{-17}}", "1.5 \\times 10^{-17}", -17),
            ("1.5 · 10⁻³.", "1.5 · 10⁻³", -3),
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
        let first = |text| next_capital(text, 0).map(|(letter, at)| (letter.as_str(), at));
        assert_eq!(first("I choose C"), Some(("C", 9)));
        assert_eq!(first("100°C"), Some(("C", 5)));
        assert_eq!(first("答案是B"), Some(("B", 9)));
        assert_eq!(first("정답은 B입니다"), Some(("B", 10)));
        assert_eq!(first("CO2, A1, B_, éA, Aé"), None);
        assert_eq!(first("a b c d"), None);
    }
}
