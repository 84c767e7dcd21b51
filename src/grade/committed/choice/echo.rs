//! The options as they were asked, repeated: all of them in order, each behind its letter, and nothing else
//! between them. Whatever stands in them is no answer.

use super::Reader;
use super::state::{Near, Row};
use crate::grade::Span;
use crate::grade::committed::options::{self, Options};
use crate::grade::token;

/// How many marks may stand between a letter and its text, or between a text and the next letter.
const FARTHEST: usize = 12;

/// How far such marks and an article reach, in bytes.
const NEAR: usize = 48;

/// Marks before a letter.
const MARKS: [char; 6] = [' ', '\n', '(', '*', '-', '|'];

/// How many bytes of marks `text` begins with.
fn marks(text: &str) -> usize {
    const MARKS: &[u8] = b" \t\r\n.,;:)(][*-|>_\"'$`#";
    let mark = |(_, c): &(usize, char)| {
        u8::try_from(*c).is_ok_and(|byte| MARKS.contains(&byte)) || matches!(c, '–' | '—' | '•')
    };
    text.char_indices()
        .take(FARTHEST)
        .take_while(mark)
        .map(|(at, c)| at + c.len_utf8())
        .last()
        .unwrap_or(0)
}

/// Where the last label stands, and where its text ends, if all options follow from the label at `at`.
fn from(options: &Options<'_>, reply: &str, at: usize) -> Option<(usize, usize)> {
    // Mostly nothing near is how the first text begins.
    let near = &reply.as_bytes()[at..reply.len().min(at + NEAR)];
    memchr::memchr(*options.text(0)?.as_bytes().first()?, near)?;
    let (mut at, mut bold) = (at, None);
    let last = options.last()?;
    for place in 0..=last {
        let rest = reply.get(at..)?;
        let behind = rest.strip_prefix(char::from(b'A' + place))?;
        // The text may begin with such a mark itself: "A - $5".
        let title = marks(behind);
        let after = (1..=title).find_map(|mark| {
            let text = behind.get(mark..)?;
            let article = options::behind_article(text).filter(|_| options.articles());
            article.unwrap_or(text).strip_prefix(options.text(place)?)
        })?;
        let end = reply.len() - after.len();
        if after.starts_with(token::is_word) {
            return None;
        }
        if place == last {
            const ENDS: [char; 12] = ['\n', '\r', '.', '?', '!', ';', ',', ')', '*', '"', '$', '`'];
            let line = after.trim_start_matches(' ');
            let ends = line.is_empty() || line.starts_with(['\n', '|']) || after.starts_with(ENDS);
            return ends.then_some((at, end));
        }
        let mut gap = marks(after);
        // One in bold is marked.
        let stars = after[..gap].bytes().filter(|byte| *byte == b'*').count();
        if *bold.get_or_insert(stars) != stars {
            return None;
        }
        let joined = ["or ", "and "].iter().find(|word| after[gap..].starts_with(**word));
        gap += joined.map_or(0, |word| word.len());
        gap += marks(&after[gap..]);
        at = end + gap;
    }
    None
}

/// Whether `body` repeats the options.
pub(super) fn is_in(options: &Options<'_>, reply: &str, body: Span) -> bool {
    let text = &reply[..body.end];
    memchr::memchr_iter(b'A', &text.as_bytes()[body.start..])
        .any(|at| from(options, text, body.start + at).is_some())
}

impl Reader<'_, '_> {
    /// Passes over the options if all of them are repeated from the label at `start`.
    pub(super) fn passes_echo(&mut self, start: usize) -> bool {
        let Some((last, end)) = from(&self.options, self.lexer.text, start) else { return false };
        (self.listed_at, self.listed_from, self.listed_end) = (Some(last), start, Some(end));
        // What stands in the question before it is no answer either.
        if self.lexer.text[..start].trim_end_matches(MARKS).ends_with(['?', ':']) {
            (self.labels, self.label) = (0, None);
        }
        self.list = 0;
        self.item_at = Some(last);
        (self.any, self.begun) = (true, true);
        self.near = Near::default();
        self.lexer.at = end;
        if self.lexer.text[start..end].contains('\n') {
            self.row = Row { start: end, ..Row::default() };
            self.stop(true);
        }
        true
    }
}
