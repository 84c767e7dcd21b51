//! Small letters that a reply begins with: "b, because plants take it in."

use crate::grade::text::starts_with_any;

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
