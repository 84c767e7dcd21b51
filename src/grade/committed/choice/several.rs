//! Several letters at once, with more than "or" or "and" between one and the next.

use super::state::Event;
use super::{Reader, remark};
use crate::grade::text::{ends_with_any, starts_with_any};

/// Whether another label is joined behind `after`, which begins behind the text of an option: "A (iron) or C",
/// but not "A (iron) and C is soft".
pub(super) fn joins_label(after: &str) -> bool {
    let behind = after.trim_start_matches([')', '*', '"', '”']);
    // "A (iron), and C is wrong."
    let words = [" or ", ", or ", " and "];
    let Some(other) = words.iter().find_map(|word| behind.strip_prefix(word)) else { return false };
    let may = ["maybe ", "perhaps ", "possibly ", "option "];
    let other = may.iter().find_map(|may| other.strip_prefix(may)).unwrap_or(other);
    let label = other.trim_start_matches(['(', '*']);
    let alone =
        matches!(label.as_bytes(), [b'A'..=b'J', next, ..] if !next.is_ascii_alphanumeric());
    alone && !remark::verb_follows(&label[1..])
}

/// Whether a letter before `after` is the answer to one thing and another letter that to another one: "C for
/// the gas and D for the metal".
pub(super) fn is_for_each(after: &str) -> bool {
    const FARTHEST: usize = 64;
    let Some(rest) = after.trim_start_matches([')', '*']).strip_prefix(" for ") else {
        return false;
    };
    let near = &rest.as_bytes()[..rest.len().min(FARTHEST)];
    let clause = near.split(|byte| b".;:\n".contains(byte)).next().unwrap_or(near);
    let other = |bytes: &[u8]| {
        matches!(bytes, [b'a', b'n', b'd', b' ', b'A'..=b'J', b' ', b'f', b'o', b'r', b' '])
    };
    clause.windows("and D for ".len()).any(other)
}

/// Whether `before` says of what a letter behind it is that it may be the answer as well as one before: "or
/// maybe the answer is".
pub(super) fn is_alternative(before: &str) -> bool {
    let said = before.trim_end_matches(['(', '*']);
    let is = ["is ", "is option ", "could be ", "might be ", "may be "];
    let said = is.iter().find_map(|is| said.strip_suffix(is)).unwrap_or_default();
    let answer = ["the answer ", "the correct answer ", "the right answer ", "it "];
    answer.iter().find_map(|answer| said.strip_suffix(answer)).is_some_and(|or| {
        let beside = ["maybe ", "perhaps ", "possibly ", "else "];
        let or = beside.iter().find_map(|beside| or.strip_suffix(beside)).unwrap_or(or);
        ends_with_any(or, &["or ", "Or "])
    })
}

/// Whether `before` says of what stands behind it that it is more than one: "options B (tin".
pub(super) fn is_plural(before: &str) -> bool {
    let named = before.trim_end_matches(['(', '*']);
    ends_with_any(named, &["ptions ", "hoices "])
}

/// Whether other labels follow in one line with the letter before `after`, each with a word or two: "(A)
/// perfect (C) diminished (D) augmented".
pub(super) fn is_first_of_row(after: &str) -> bool {
    const FARTHEST: usize = 48;
    let near = &after.as_bytes()[..after.len().min(FARTHEST)];
    let line = near.split(|byte| b"\n.,;:".contains(byte)).next().unwrap_or(near);
    let label = |mark: &[u8]| matches!(mark, [b' ', b'(', b'A'..=b'J', b')', b' ']);
    let other = line.windows(5).position(label);
    other.is_some_and(|other| {
        let mut words = line[..other].split(|byte| *byte == b' ').skip(1);
        words.clone().count() <= 2
            && words.all(|word| !matches!(word, b"not" | b"and" | b"or" | b"over" | b"is"))
    })
}

/// Whether the choices, which are named between `before` and `rest`, are listed: "the options are A for".
pub(super) fn begins_list(before: &str, rest: &str) -> bool {
    let chosen = ["correct ", "right ", "best ", "likely "];
    starts_with_any(rest, &[" are A", " are: A", " were A"]) && !ends_with_any(before, &chosen)
}

impl Reader<'_, '_> {
    /// Several letters at once, a set of them, answer nothing.
    pub(super) fn several(&mut self, set: u32, verdict: Option<bool>, cued: bool) {
        self.row.others = true;
        self.row.words += 1;
        if self.sentence.declared {
            return;
        }
        let all = set.count_ones() >= self.options.count();
        if all && cued && !self.lexer.rest().contains(char::is_alphanumeric) {
            self.all_at = Some(self.labelled_at);
        }
        let may = [" might be ", " could be ", " may be "];
        if !all && (cued || verdict == Some(true) || starts_with_any(self.lexer.rest(), &may)) {
            self.declare(Event::Hedge);
            // "Both A and B seem plausible, but B is correct."
            self.sentence.weak = !cued;
            if !cued {
                (self.judged, self.concluded) = (true, None);
            }
        }
        self.labels |= if all { 0 } else { set };
    }
}
