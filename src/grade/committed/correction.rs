//! What takes back what was said before it, in words that do so only together: "let me correct that", "my
//! bad", "I miscounted".

use super::cue::Cue;
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

/// Whether the word of `text` at `word`, which is a `cue`, is the one of such words, or denies what was found: "I
/// miscounted.", "That's wrong."
#[cfg_attr(feature = "bulk", inline(always))]
pub(super) fn is_one(text: &str, word: Span, cue: Option<Cue>) -> bool {
    match cue {
        None => is_told(text, word),
        Some(Cue::Right) => is_told(text, word) || is_denial(text, word),
        Some(Cue::Wrong) => is_denial(text, word),
        Some(_) => false,
    }
}

/// Whether the word of `text` at `word` is the one of such words by which they are known.
#[cfg_attr(feature = "bulk", inline(always))]
pub(super) fn is_told(text: &str, word: Span) -> bool {
    // Mostly the first letter and the last tell that it is not.
    let letter = |at: usize| text.as_bytes().get(at).map_or(0, |byte| byte | 0x20);
    let known = match (letter(word.start), letter(word.end - 1)) {
        (b'b', b'd') => "bad",
        (b'r', b'o') => "redo",
        (b'n', b'e') => "nope",
        (b'h', b'd') => "hold",
        (b'e', b't') => "edit",
        (b's', b'e') => "strike",
        (b'u', b'e') => "update",
        (b'c', b't') => "correct",
        (b'c', b'd') => "corrected",
        (b'm', b'd' | b'e') => "mis",
        _ => return false,
    };
    is_known(text, word, known)
}

/// The same for a word that has the first letter and the last of `known`, or those of one that begins with it.
fn is_known(text: &str, word: Span, known: &str) -> bool {
    const MIS: [&str; 4] = ["misread", "misspoke", "miscounted", "miscalculated"];
    let (before, rest) = (&text[..word.start], &text[word.end..]);
    let is = |known: &str| word.of(text).eq_ignore_ascii_case(known);
    let behind = |end: &str| before.ends_with(end);
    let titles = || rest.trim_start_matches('*').starts_with(':');
    // A sentence begins, or a line.
    let begins = || {
        let said = before.trim_end_matches(['*', '_', ' ', '(']);
        said.ends_with(['.', '!', '?', '…', '\n', '—', '–'])
    };
    match known {
        // "I misread it: 95."
        "mis" => behind("I ") && MIS.iter().any(|known| is(known)),
        _ if !is(known) => false,
        // "My bad, it's 95."
        "bad" => ends_with_any(before, &["my ", "My "]) && pauses(rest),
        // "Let me redo this: 95."
        "redo" => behind("et me "),
        "nope" => begins() && pauses(rest),
        "hold" => {
            let stops = |rest: &str| rest.starts_with([',', '.', '!', '…', ':']);
            begins() && rest.strip_prefix(" on").is_some_and(stops)
        }
        "edit" | "update" => begins() && titles(),
        "strike" => begins() && rest.starts_with(" that"),
        // "Let me correct that: 95."
        "correct" => {
            behind("et me ") && starts_with_any(rest, &[" that", " this", " it", " myself"])
        }
        "corrected" => behind("I stand "),
        _ => false,
    }
}

/// Whether what is said ends or halts before `rest`.
fn pauses(rest: &str) -> bool {
    rest.starts_with([',', '.', ':', '!', '…']) || starts_with_any(rest, &[" —", " –", " -"])
}

/// Whether the word of `text` at `word` says of what was just found that it does not hold: "That's wrong.",
/// "That can't be right."
#[cfg_attr(feature = "bulk", inline(always))]
fn is_denial(text: &str, word: Span) -> bool {
    const WRONG: [&str; 4] = ["hat's ", "hat’s ", "hat is ", "hat was "];
    let ends: &[&str] = match word.of(text).as_bytes() {
        b"wrong" => &WRONG,
        b"right" | b"correct" => &CANNOT,
        _ => return false,
    };
    text[word.end..].starts_with([',', '.', ':', '!']) && ends_with_any(&text[..word.start], ends)
}
