//! Replies that end before they say anything.

use crate::grade::committed::{refusal, visible};
use crate::grade::text::{ends_with_any, starts_with_any};

/// Whether `text` ends within a sentence, or asks what it was asked itself.
pub(super) fn breaks_off(text: &str) -> bool {
    const OPEN: [&str; 15] = [
        " and carry",
        " so",
        " we",
        " divide",
        " multiply",
        " subtract",
        " (",
        " *",
        " +",
        " -",
        " ×",
        " ÷",
        " /",
        " \\times",
        "nswer:",
    ];
    const ASKS: [&str; 5] =
        ["How m", "Which of ", "Which way ", "What do you get", "Could you please tell "];
    // Mostly a sentence or a number ends it.
    if matches!(text.as_bytes().last(), Some(b'.' | b'!' | b'0'..=b'9')) {
        return false;
    }
    let mut sentences = text.rsplit(['.', '!', '?', '\n']);
    let last = sentences.next().unwrap_or_default().trim_start();
    let mut asks = || {
        sentences.next().is_some_and(|asked| {
            starts_with_any(asked.trim_start(), &ASKS) || refusal::is_in(asked)
        })
    };
    // "Now we add each column".
    let begins = || starts_with_any(last, &["Now ", "Now,", "Next ", "Next,"]);
    ends_with_any(text, &OPEN)
        || visible::ends_open(text)
        || text.ends_with('?') && asks()
        || begins() && !last.contains(|c: char| c.is_ascii_digit())
}

/// Whether `text` ends in a question that is more than a number that is put forward: "Is that 15 km one way
/// or 15 km for the round trip", but "Is it 95".
pub(super) fn asks_back(text: &str) -> bool {
    const FEW: usize = 5;
    const FARTHEST: usize = 200;
    let near = &text.as_bytes()[text.len().saturating_sub(FARTHEST)..];
    let asked = near.rsplit(|byte| matches!(byte, b'.' | b'!' | b'?' | b'\n')).next();
    asked.is_some_and(|asked| asked.split(|byte| *byte == b' ').count() > FEW)
}
