//! The text of an option in other typography: "H₂O" and "H_2O" for "H2O", "n²" for "n^2", "1 / 4" for "1/4",
//! "carbon-dioxide" for "carbon dioxide", "$1000" for "$1,000".

use crate::grade::text;
use crate::text::lower;

/// The length of the prefix of `hay` that is `option`, in any case and typography.
#[inline]
pub(super) fn prefix(hay: &str, option: &str) -> Option<usize> {
    let (ahead, wanted) = (hay.as_bytes(), option.as_bytes());
    let same = ahead.iter().zip(wanted).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    match (ahead.get(same), wanted.get(same)) {
        (_, None) => Some(same),
        // Mostly two letters differ, which are none in any typography.
        (None, _) => None,
        (Some(a), Some(b)) if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric() => None,
        _ => text::prefix_any_case(hay, option).or_else(|| alike(hay, option)),
    }
}

/// Where `option` first stands in `hay` at or after `from`, in any case and typography.
pub(super) fn find(hay: &str, option: &str, from: usize) -> Option<crate::grade::Span> {
    text::find_by(hay, option, from, prefix)
}

/// One character as it is compared: a small letter, with the marks that are written in several ways in
/// one of them.
pub(super) fn plain(c: char) -> char {
    match c {
        '₀'..='₉' => digit(c, '₀'),
        '⁴'..='⁹' => digit(c, '⁰'),
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '−' | '–' | '‐' | '‑' => '-',
        '⁄' | '∕' => '/',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '\u{A0}' | '\u{202F}' | '\u{2009}' => ' ',
        c => lower(c).next().unwrap_or(c),
    }
}

/// The digit that is as far from '0' as `c`, one of ten, from `zero`.
fn digit(c: char, zero: char) -> char {
    char::from((b'0').wrapping_add((c as u32).wrapping_sub(zero as u32) as u8))
}

/// Whether `c` is a digit that is raised: "²" is "^2".
const fn is_raised(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹')
}

#[inline(never)]
fn alike(hay: &str, option: &str) -> Option<usize> {
    /// How many characters that say nothing may stand in a text, so that a run of them is not looked
    /// through again from each of its own.
    const MOST: u8 = 8;
    let (mut ahead, mut wanted, mut left) = (hay, option, MOST);
    let (mut before, mut begun) = ('\0', false);
    loop {
        let Some(want) = wanted.chars().next() else { return Some(hay.len() - ahead.len()) };
        let got = ahead.chars().next()?;
        let (behind, rest) = (&ahead[got.len_utf8()..], &wanted[want.len_utf8()..]);
        let power = is_raised(got) != is_raised(want);
        // "cm2" for "cm²", but "23" is no "2³".
        if plain(got) == plain(want) && (!power || before.is_alphabetic()) {
            (ahead, wanted) = (behind, rest);
            (before, begun) = (got, before != '\0');
        } else if before == '\0' {
            return None;
        // "n²" and "n^2".
        } else if is_raised(want) && got == '^' || is_raised(got) && want == '^' {
            let (two, other) = if got == '^' { (behind, want) } else { (rest, got) };
            let two = two.chars().next().filter(|two| plain(*two) == plain(other))?;
            (ahead, wanted) = if got == '^' {
                (&behind[two.len_utf8()..], rest)
            } else {
                (behind, &rest[two.len_utf8()..])
            };
            before = two;
        } else if joins(got, want, before, behind, rest) {
            (ahead, wanted) = (behind, rest);
            before = ' ';
        } else if says_nothing(got, before, behind, begun) {
            left = left.checked_sub(1)?;
            ahead = behind;
        } else if says_nothing(want, before, rest, begun) {
            wanted = rest;
        } else {
            return None;
        }
    }
}

/// Whether two words are joined by a space here and by a hyphen there.
fn joins(got: char, want: char, before: char, behind: &str, rest: &str) -> bool {
    matches!((plain(got), plain(want)), ('-', ' ') | (' ', '-'))
        && before.is_alphabetic()
        && behind.starts_with(char::is_alphabetic)
        && rest.starts_with(char::is_alphabetic)
}

/// Whether `c`, between `before` and `behind`, only shows how something is set: what lowers a digit or
/// groups digits, a brace, a space beside a mark.
fn says_nothing(c: char, before: char, behind: &str, begun: bool) -> bool {
    let next = behind.chars().next().unwrap_or_default();
    match c {
        // "red, blue, and green".
        ',' if behind.starts_with(" and ") || behind.starts_with(" or ") => {
            before.is_alphanumeric()
        }
        '_' => before.is_alphabetic() || before == ')',
        '^' => before.is_alphabetic(),
        '{' | '}' => !matches!(before, '{' | '}'),
        '\\' => next.is_ascii_alphabetic(),
        ',' => before.is_ascii_digit() && next.is_ascii_digit(),
        // "- 2" is no "-2".
        ' ' | '\u{A0}' | '\u{202F}' | '\u{2009}' => {
            (begun || before != '-')
                && !(before.is_alphabetic() && next.is_alphabetic()
                    || before.is_numeric() && next.is_numeric())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typography_makes_no_other_option() {
        for (hay, option) in [
            ("H₂O", "H2O"),
            ("H_2O", "h2o"),
            ("\\text", "\\text"),
            ("O(n²)", "O(n^2)"),
            ("O(n^2)", "O(n²)"),
            ("O(\\log n)", "O(log n)"),
            ("10⁵", "10^5"),
            ("1 / 4", "1/4"),
            ("3⁄4", "3/4"),
            ("0°C", "0 °C"),
            ("100 °C", "100°C"),
            ("1{,}000", "1,000"),
            ("1000", "1,000"),
            ("carbon-dioxide", "Carbon dioxide"),
            ("Newton’s", "newton's"),
            ("x = 5", "x=5"),
            ("1s2 2s1", "1s² 2s¹"),
        ] {
            assert_eq!(prefix(hay, option), Some(hay.len()), "{hay} {option}");
        }
        for (hay, option) in [
            ("2^3", "23"),
            ("2³", "23"),
            ("- 2", "-2"),
            ("12 3", "123"),
            ("there", "the re"),
            ("x 1", "x-1"),
            ("carbon", "carbon dioxide"),
            ("{{1", "{1"),
            ("1                2", "1 / 2"),
        ] {
            assert_eq!(prefix(hay, option), None, "{hay} {option}");
        }
    }
}
