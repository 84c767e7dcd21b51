//! Small letters that a reply begins with: "b, because plants take it in."

use crate::grade::text::{ends_with_any, starts_with_any};

/// Whether a reason or the like stands behind such a letter.
pub(super) fn has_reason(after: &str) -> bool {
    const REASONS: [&str; 6] = [" because", " since", " cuz", " i think", " i guess", " for sure"];
    starts_with_any(after, &REASONS)
}

/// Whether such a letter stands by itself before `after`: a mark or the line ends it, and no number follows.
pub(super) fn is_ended(after: &str) -> bool {
    const APART: [&str; 5] = ["\n", " (", " - ", " – ", " — "];
    let word =
        |rest: &str| rest.strip_prefix(' ').is_some_and(|it| it.starts_with(char::is_alphabetic));
    let marked = after.strip_prefix(['.', ',', ';', ':']);
    starts_with_any(after, &APART)
        || marked.is_some_and(|rest| rest.starts_with('\n') || word(rest))
}

/// Whether an "a" between `before` and `after` is the article that the last sentence of a reply breaks off in:
/// "It has strings. It is a".
pub(super) fn is_cut_article(before: &str, after: &str) -> bool {
    const IS: [&str; 6] =
        [". It is ", ". It's ", ". This is ", ". That is ", "\nIt is ", "\nThis is "];
    after.is_empty() && ends_with_any(before, &IS)
}
