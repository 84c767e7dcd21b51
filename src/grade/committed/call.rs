//! The call of a tool that nobody has run: what it is called with answers nothing.

use crate::grade::text::starts_with_any;
use crate::text::holds;

/// What a call begins with, at the start of a text.
const BEGINS: [&str; 5] = ["<tool_call", "<function", "Action:", "```tool", "Searching "];

/// What stands in one, and what those begin with.
const HOLDS: [&str; 5] = ["\nAction:", "<tool_call", "\"arguments\":", "\"tool\":", "\"query\":"];
const MARKS: [u8; 3] = [b'\n', b'<', b'"'];

/// Whether a call stands in `text`.
pub(super) fn is_in(text: &str) -> bool {
    let [a, b, c] = MARKS;
    starts_with_any(text.trim_start(), &BEGINS)
        || memchr::memchr3_iter(a, b, c, text.as_bytes())
            .any(|at| starts_with_any(&text[at..], &HOLDS))
}

/// The keys of what a call is called with.
const ARGUMENTS: [&str; 6] = [
    "\"arguments\"",
    "\"args\"",
    "\"parameters\"",
    "\"input\"",
    "\"tool_input\"",
    "\"action_input\"",
];

/// The keys of the name of what is called.
const NAMES: [&str; 4] = ["\"name\"", "\"tool\"", "\"tool_name\"", "\"action\""];

/// What says before a call that it is one.
const SAID: [&str; 4] = ["Calling ", "Running ", "[TOOL] ", "[tool] "];

/// What stands for the value of a call, in the name or in a key of one that hands over an answer.
const VALUES: [&str; 6] = ["answer", "result", "output", "final", "value", "response"];

/// Whether `text` is a call and nothing else.
pub(super) fn is_all_of(text: &str) -> bool {
    // Mostly the last character is none that a call ends in.
    if !matches!(text.as_bytes(), [.., b'}' | b']' | b'>' | b'`' | b')'] | [.., b'.', b'.', b'.']) {
        return false;
    }
    let text = text.trim_matches(['`', '\n', ' ']);
    let text = SAID.iter().find_map(|said| text.strip_prefix(said)).unwrap_or(text);
    let text = text.strip_suffix("...").unwrap_or(text);
    let fence = ["json\n", "python\n", "tool_code\n"];
    let text = fence.iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
    let called = match text.as_bytes().first() {
        Some(b'{' | b'<') => is_written_out(text),
        Some(b'[') => is_written_out(text) || is_line(&text[1..]),
        Some(b'a'..=b'z' | b'A'..=b'Z') => is_line(text),
        _ => false,
    };
    called && !VALUES.iter().any(|value| holds(text, value))
}

/// Whether it is a call as JSON, be it in a tag, or as elements.
fn is_written_out(text: &str) -> bool {
    let has = |keys: &[&str]| keys.iter().any(|key| holds(text, key));
    let tags = ["<tool_call", "<function", "<invoke"];
    has(&ARGUMENTS) && has(&NAMES) || starts_with_any(text, &tags) && holds(text, "<parameter")
}

/// Whether it is a call as a line of code with several things in its brackets: "add(37, 58)".
fn is_line(text: &str) -> bool {
    let name =
        text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
    name.len() < text.len()
        && name.strip_prefix('(').is_some_and(|rest| {
            let inside = rest.trim_end_matches([')', ']']);
            inside.contains(',') && inside.len() < rest.len() && !inside.contains([')', '\n'])
        })
}
