//! Replies that break off within a sentence, as where a limit cuts them: what stands on a line of its own
//! before that is said, what they were about to say is not.

use super::Reader;
use super::state::Pick;
use crate::grade::Span;
use crate::grade::committed::visible;
use crate::grade::text::{ends_with_any, starts_with_any};

impl Reader<'_, '_> {
    /// Whether `text` ends within a sentence: "now take the square root:", "so the force must be".
    pub(super) fn breaks_off(&self, text: &str) -> bool {
        text.ends_with([':', ','])
            || (visible::ends_open(text) || text.ends_with(", so"))
                && !text.ends_with(" it is")
                && self.options.ending(text).is_none()
    }

    /// Whether the line of `line` stands before the sentence that breaks off, and is no first of a list that
    /// was begun: a sentence goes on in it, or it is not the first. "The gas is:⏎A. Neon⏎It is used in", but no
    /// "Let us see:⏎A. Iron⏎It is used in".
    pub(super) fn is_led_to(&self, line: &Pick) -> bool {
        line.letter > 0 && !self.line_is_last || self.goes_on_in(line)
    }

    /// Whether the sentence that begins before the line of `pick` goes on in it: "The gas is:⏎A. Neon".
    fn goes_on_in(&self, pick: &Pick) -> bool {
        let before = self.lexer.text[..pick.span.start].trim_end_matches([' ', '(', '*']);
        let said = before.trim_end_matches(['\n', ' ', '*', ':']);
        before.ends_with('\n')
            && (visible::ends_open(said)
                || ends_with_any(
                    said,
                    &[" will", " would", " should", " must", " in", " as", " at"],
                ))
    }

    /// The only letter of the reply, where it begins a line in which a sentence goes on, and another line
    /// breaks off behind that: "The court would:⏎D. Hear him first.⏎This is so because".
    pub(super) fn only_before(&self) -> Option<Pick> {
        let own = |label: &Pick| {
            self.labels == 1 << label.letter
                && self.lexer.text[label.span.end..].contains('\n')
                && self.goes_on_in(label)
        };
        self.label.filter(own)
    }

    /// Whether the last line is one of a list of the options: "D) Helium - it is a noble gas, so".
    pub(super) fn is_in_item(&self, body: Span) -> bool {
        let line = body.of(self.lexer.text).rsplit('\n').next().unwrap_or_default();
        let label = line.trim_start_matches([' ', '-', '*', '(']);
        self.item_at == Some(body.end - label.len())
    }

    /// Whether a list begins with `lead`, behind words that lead to it: "Let us see:⏎A. Iron".
    pub(super) fn begins_list(&self, lead: &Pick) -> bool {
        const LISTS: [&str; 6] =
            ["ptions:", "hoices:", "them:", "in turn:", "by one:", "ach option:"];
        let before = self.lexer.text[..lead.span.start].trim_end_matches([' ', '\n', '(', '*']);
        lead.letter == 0 && ends_with_any(before, &LISTS)
    }

    /// Whether the line behind that of `pick` explains it, so that it is no first of a list of the options.
    pub(super) fn is_explained(&self, pick: &Pick) -> bool {
        const FARTHEST: usize = 160;
        const EXPLAINS: [&str; 4] = ["Explanation", "Reason", "Rationale", "Justification"];
        let rest = &self.lexer.text[pick.span.end..];
        let line = rest.bytes().take(FARTHEST).position(|byte| byte == b'\n');
        line.is_some_and(|line| {
            starts_with_any(rest[line..].trim_start_matches(['\n', ' ', '*', '#']), &EXPLAINS)
        })
    }

    /// Whether all other lines of the list that `pick` begins call their letter wrong: "A. Iron.⏎B. Tin. (This
    /// one is not correct)".
    pub(super) fn is_left(&self, pick: &Pick) -> bool {
        let line = self.line.is_some_and(|line| line.span == pick.span);
        line && self.list > 1 && self.wrong.count_ones() + 1 == u32::from(self.list)
    }

    /// `body` without its last line.
    pub(super) fn before_last_line(&self, body: Span) -> Span {
        let before = body.of(self.lexer.text).rsplit_once('\n').map_or("", |(before, _)| before);
        Span { end: body.start + before.trim_end().len(), ..body }
    }
}
