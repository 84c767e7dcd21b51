//! Case-insensitive search.

use super::Span;
use crate::base::text::lower;

/// Finds `needle` in `hay` at or after byte `from`, in any case. An empty needle is never found.
pub(super) fn find_any_case(hay: &str, needle: &str, from: usize) -> Option<Span> {
    let first = needle.chars().next()?;
    let mut at = from;
    loop {
        at = next_start(hay, first, at)?;
        if let Some(length) = prefix_any_case(&hay[at..], needle) {
            return Some(Span { start: at, end: at + length });
        }
        at += hay[at..].chars().next().map_or(1, char::len_utf8);
    }
}

/// Returns the next position at or after `from` where text beginning with `first` may start.
fn next_start(hay: &str, first: char, from: usize) -> Option<usize> {
    let rest = &hay.as_bytes()[from..];
    let lower = lower(first).next().filter(char::is_ascii).map(|c| c as u8);
    let at = match lower {
        // The Kelvin sign and `İ` are `k` and `i` in lower case, so every position may match.
        Some(lower @ (b'i' | b'k')) => {
            rest.iter().position(|b| b.eq_ignore_ascii_case(&lower) || *b >= 0xC0)
        }
        Some(lower) => memchr::memchr2(lower, lower.to_ascii_uppercase(), rest),
        None => rest.iter().position(|b| *b >= 0xC0),
    };
    at.map(|at| from + at)
}

/// Returns the length of the prefix of `hay` that equals `needle` in any case.
fn prefix_any_case(hay: &str, needle: &str) -> Option<usize> {
    let mut wanted = needle.chars().flat_map(lower);
    let mut chars = hay.char_indices();
    loop {
        let Some(mut expected) = wanted.next() else {
            return Some(chars.next().map_or(hay.len(), |(at, _)| at));
        };
        let mut lower = lower(chars.next()?.1).peekable();
        // A character that lower-cases to several must match all of them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_case_and_any_length() {
        let find = |hay, needle| find_any_case(hay, needle, 0).map(|span| (span.start, span.end));
        assert_eq!(find("It is CARBON DIOXIDE.", "Carbon dioxide"), Some((6, 20)));
        assert_eq!(find("ÉTÉ", "été"), Some((0, 5)));
        assert_eq!(find("300 \u{212A}elvin", "kelvin"), Some((4, 12)));
        assert_eq!(find("carbo", "carbon"), None);
        assert_eq!(find("anything", ""), None);
        assert_eq!(find("İ", "i\u{307}"), Some((0, 2)));
        assert_eq!(find("i", "İ"), None);
    }
}
