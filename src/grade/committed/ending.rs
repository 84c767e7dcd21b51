//! A last sentence that declares the answer in so many words and says nothing else: "So the answer
//! is (B).", "A: 300". It is what most replies end with, and it is known without reading its tokens.

use crate::grade::Span;

/// What may stand before "the answer is".
const CONCLUDES: [&str; 6] = ["So ", "So, ", "Thus, ", "Hence, ", "Therefore, ", "Therefore "];

/// What the sentence at `part` of `text` declares, without the full stop behind it.
pub(super) fn declared(text: &str, part: Span) -> Option<Span> {
    let sentence = part.of(text).trim_start_matches(['\n', ' ']);
    let rest = CONCLUDES.iter().find_map(|it| sentence.strip_prefix(it)).unwrap_or(sentence);
    let rest = rest.strip_prefix("the ").or_else(|| rest.strip_prefix("The "))?;
    let rest = rest.strip_prefix("correct ").unwrap_or(rest);
    let start = part.end - rest.strip_prefix("answer is ")?.len();
    let end = part.end - usize::from(rest.ends_with('.'));
    Some(Span { start, end })
}

/// What the last line, which is `part` of `text`, has behind the mark of an answer.
pub(super) fn marked(text: &str, part: Span) -> Option<Span> {
    let line = part.of(text).strip_prefix('\n')?.trim_start_matches('\n');
    let rest = line.strip_prefix("A: ").or_else(|| line.strip_prefix("#### "))?;
    Some(Span { start: part.end - rest.len(), end: part.end })
}
