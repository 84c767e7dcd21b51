//! A last sentence that declares the answer in so many words and says nothing else: "So the answer
//! is (B).", "A: 300". It is what most replies end with, and it is known without reading its tokens.

use crate::grade::Span;

/// What may stand before "the answer is".
const CONCLUDES: [&str; 6] = ["So ", "So, ", "Thus, ", "Hence, ", "Therefore, ", "Therefore "];

/// What the sentence at `part` of `text` declares, without the full stop behind it.
pub(super) fn declared(text: &str, part: Span) -> Option<Span> {
    let rest = behind_answer_is(part.of(text))?;
    let end = part.end - usize::from(rest.ends_with('.'));
    Some(Span { start: part.end - rest.len(), end })
}

/// What a text that begins with "So the answer is" says that it is.
pub(super) fn behind_answer_is<'t>(text: &'t str) -> Option<&'t str> {
    let sentence = text.trim_start_matches(['\n', ' ']);
    let the = |text: &'t str| text.strip_prefix("The ").or_else(|| text.strip_prefix("the "));
    let behind = |concludes: &&str| sentence.strip_prefix(*concludes).and_then(the);
    // Mostly it concludes without a word for it.
    let rest = the(sentence).or_else(|| CONCLUDES.iter().find_map(behind))?;
    rest.strip_prefix("correct ").unwrap_or(rest).strip_prefix("answer is ")
}

/// Whether `text` may declare a letter so, by its end: "answer is (B).", "answer is B".
pub(super) fn may_declare_letter(text: &str) -> bool {
    let said = text.strip_suffix('.').unwrap_or(text);
    let said = said.strip_suffix(')').unwrap_or(said).as_bytes();
    let before = match said {
        [before @ .., b'(', b'A'..=b'J'] | [before @ .., b'A'..=b'J'] => before,
        _ => return false,
    };
    before.ends_with(b"answer is ")
}

/// What the last line of `body`, a part of `text`, has behind the mark of an answer. A line break ends
/// whatever stands before it.
pub(super) fn marked(text: &str, body: Span) -> Option<Span> {
    // Longer lines have more than a number.
    const LONGEST: usize = 32;
    let near = body.end.saturating_sub(LONGEST).max(body.start);
    let newline = memchr::memrchr(b'\n', &text.as_bytes()[near..body.end])?;
    let line = text.get(near + newline + 1..body.end)?;
    let rest = line.strip_prefix("A: ").or_else(|| line.strip_prefix("#### "))?;
    Some(Span { start: body.end - rest.len(), end: body.end })
}
