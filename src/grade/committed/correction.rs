//! What takes back what was said before it, in words that do so only together: "let me correct that", "my
//! bad", "I miscounted".

use crate::grade::Span;
use crate::grade::text::{ends_with_any, starts_with_any};

/// What says of something that it cannot stand, before "right".
const CANNOT: [&str; 9] = [
    "hat can't be ",
    "hat can’t be ",
    "hat cannot be ",
    "hat isn't ",
    "hat isn’t ",
    "hat's not ",
    "hat’s not ",
    "hat is not ",
    "hat doesn't look ",
];

/// Whether the word of `text` at `word` is the one of such words by which they are known.
pub(super) fn is_told(text: &str, word: Span) -> bool {
    let (before, rest) = (&text[..word.start], &text[word.end..]);
    let behind = |ends: &[&str]| ends_with_any(before, ends);
    let pauses = || {
        rest.starts_with([',', '.', ':', '!', '…']) || starts_with_any(rest, &[" —", " –", " -"])
    };
    // A sentence begins, or a line.
    let begins = || {
        let said = before.trim_end_matches(['*', '_', ' ', '(']);
        said.ends_with(['.', '!', '?', '…', '\n', '—', '–'])
    };
    let is = |known: &str| word.of(text).eq_ignore_ascii_case(known);
    match word.of(text).len() {
        // "My bad, it's 95."
        3 => is("bad") && behind(&["my ", "My "]) && pauses(),
        4 => {
            // "Let me redo this: 95." "Nope, 95." "Hold on, it's 95." "Edit: 95."
            is("redo") && behind(&["et me "])
                || is("nope") && begins() && pauses()
                || is("hold")
                    && begins()
                    && rest
                        .strip_prefix(" on")
                        .is_some_and(|rest| rest.starts_with([',', '.', '!', '…', ':']))
                || is("edit") && begins() && rest.trim_start_matches('*').starts_with(':')
        }
        6 => {
            is("strike") && begins() && rest.starts_with(" that")
                || is("update") && begins() && rest.trim_start_matches('*').starts_with(':')
        }
        // "Let me correct that: 95."
        7 => {
            is("correct")
                && behind(&["et me "])
                && starts_with_any(rest, &[" that", " this", " it", " myself"])
                || is("misread") && behind(&["I "])
        }
        8 => is("misspoke") && behind(&["I "]),
        // "I stand corrected: 95."
        9 => is("corrected") && behind(&["I stand "]),
        10 => is("miscounted") && behind(&["I "]),
        13 => is("miscalculated") && behind(&["I "]),
        _ => false,
    }
}

/// Whether the word of `text` at `word` says of what was just found that it does not hold: "That's wrong.",
/// "That can't be right."
pub(super) fn is_denial(text: &str, word: Span) -> bool {
    let (before, rest) = (&text[..word.start], &text[word.end..]);
    let ends = match word.of(text) {
        "wrong" => ends_with_any(before, &["hat's ", "hat’s ", "hat is ", "hat was "]),
        "right" | "correct" => ends_with_any(before, &CANNOT),
        _ => false,
    };
    ends && rest.starts_with([',', '.', ':', '!'])
}
