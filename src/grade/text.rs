//! Comparing text: without regard to case, and with several texts.

use super::Span;
use crate::text::lower;

/// Where `needle` first stands in `hay`, letter by letter and in any case. An empty needle stands
/// nowhere.
pub(super) fn find_any_case(hay: &str, needle: &str) -> Option<Span> {
    find_from(hay, needle, 0)
}

/// As [`find_any_case`], at or after byte `from` of `hay`.
pub(super) fn find_from(hay: &str, needle: &str, from: usize) -> Option<Span> {
    find_by(hay, needle, from, prefix_any_case)
}

/// As [`find_from`], with another way to tell that a text begins with the needle.
#[inline]
pub(super) fn find_by(
    hay: &str,
    needle: &str,
    from: usize,
    prefix: impl Fn(&str, &str) -> Option<usize>,
) -> Option<Span> {
    let first = needle.chars().next()?;
    let mut at = from;
    loop {
        at = next_start(hay, first, at)?;
        if let Some(end) = prefix(&hay[at..], needle) {
            return Some(Span { start: at, end: at + end });
        }
        at += hay[at..].chars().next().map_or(1, char::len_utf8);
    }
}

/// The next place at or after `from` where a text beginning with `first` could stand.
fn next_start(hay: &str, first: char, from: usize) -> Option<usize> {
    let rest = &hay.as_bytes()[from..];
    let lower = lower(first).next().filter(char::is_ascii).map(|c| c as u8);
    let at = match lower {
        // `K` and `İ` beyond ASCII are `k` and `i` in lower case: those may begin anywhere.
        Some(lower @ (b'i' | b'k')) => {
            rest.iter().position(|b| b.eq_ignore_ascii_case(&lower) || *b >= 0xC0)
        }
        Some(lower) => memchr::memchr2(lower, lower.to_ascii_uppercase(), rest),
        None => rest.iter().position(|b| *b >= 0xC0),
    };
    at.map(|at| from + at)
}

/// The length of the prefix of `hay` that equals `needle` in any case.
#[inline]
pub(super) fn prefix_any_case(hay: &str, needle: &str) -> Option<usize> {
    // Mostly the first bytes differ.
    match (hay.as_bytes().first(), needle.as_bytes().first()) {
        (Some(a), Some(b)) if differ(*a, *b) => None,
        _ => whole_prefix(hay, needle),
    }
}

/// Whether two bytes of ASCII are no letter in two cases; bytes beyond it may be.
const fn differ(a: u8, b: u8) -> bool {
    a < 0x80 && b < 0x80 && !a.eq_ignore_ascii_case(&b)
}

fn whole_prefix(hay: &str, needle: &str) -> Option<usize> {
    let (hay_bytes, needle_bytes) = (hay.as_bytes(), needle.as_bytes());
    let mut same = 0;
    loop {
        match (hay_bytes.get(same), needle_bytes.get(same)) {
            (_, None) => return Some(same),
            (None, Some(_)) => return None,
            (Some(a), Some(b)) if differ(*a, *b) => return None,
            (Some(0..0x80), Some(0..0x80)) => same += 1,
            // Up to here all is ASCII, so this is a character boundary of both.
            _ => return prefix_by_char(&hay[same..], &needle[same..]).map(|rest| same + rest),
        }
    }
}

fn prefix_by_char(hay: &str, needle: &str) -> Option<usize> {
    let mut wanted = needle.chars().flat_map(lower);
    let mut chars = hay.char_indices();
    loop {
        let Some(mut expected) = wanted.next() else {
            return Some(chars.next().map_or(hay.len(), |(at, _)| at));
        };
        let mut lower = lower(chars.next()?.1).peekable();
        // A character whose lower case is several must match with all of them.
        while let Some(found) = lower.next() {
            if found != expected {
                return None;
            }
            if lower.peek().is_some() {
                expected = wanted.next()?;
            }
        }
    }
}

/// Whether `text` begins with one of `starts`.
pub(super) fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}

/// Whether `text` ends with one of `ends`.
pub(super) fn ends_with_any(text: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| text.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_case_and_any_length() {
        let find = |hay, needle| find_any_case(hay, needle).map(|span| (span.start, span.end));
        assert_eq!(find("It is CARBON DIOXIDE.", "Carbon dioxide"), Some((6, 20)));
        assert_eq!(find("ÉTÉ", "été"), Some((0, 5)));
        assert_eq!(find("300 \u{212A}elvin", "kelvin"), Some((4, 12)));
        assert_eq!(find("carbo", "carbon"), None);
        assert_eq!(find("anything", ""), None);
        assert_eq!(find("İ", "i\u{307}"), Some((0, 2)));
        assert_eq!(find("i", "İ"), None);
    }
}
