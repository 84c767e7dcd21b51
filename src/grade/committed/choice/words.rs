//! What words without a cue say.

use super::state::Near;
use super::{Reader, remark};
use crate::grade::committed::lex::Token;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::holds;

/// Who chooses, before a verb that others choose with too: "I'd recommend B".
const ME: [&str; 10] =
    ["I ", "I'd ", "I’d ", "I'll ", "I’ll ", "would ", "Let's ", "I'm ", "I’m ", "I am "];

/// What was found, before a verb that says which option that is: "this matches C".
const THIS: [&str; 7] = ["this ", "This ", "that ", "That ", "which ", "it ", "It "];

/// Whether a single letter follows, and the sentence ends: "its b".
fn ends_in_letter(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b' ', b'a'..=b'j' | b'A'..=b'J', behind @ ..]
        if matches!(behind, [] | [b'.' | b'!' | b'\n', ..]))
}

impl Reader<'_, '_> {
    /// A word without a cue.
    pub(super) fn word(&mut self, token: Token) {
        let (text, rest) = (self.lexer.text, self.lexer.rest());
        if remark::takes_back(text, token.span()) {
            return self.correct(token.end);
        }
        let before = &text[..token.start];
        let commit = match token.span().of(text).as_bytes() {
            // "We are left with C."
            b"left" => rest.starts_with(" with "),
            // "I can rule out A."
            b"rule" | b"ruling" | b"rules" if remark::rules_out(rest) => {
                self.lexer.at += " out".len();
                self.near = Near { not: true, ..Near::default() };
                self.sentence.not = true;
                (self.begun, self.fresh) = (true, false);
                return;
            }
            // "I'm confident in C."
            b"confident" => rest.starts_with(" in "),
            // "By elimination, D."
            b"elimination" if rest.starts_with(", ") => {
                self.near = Near { so: true, ..Near::default() };
                (self.begun, self.fresh) = (true, false);
                return;
            }
            // "That value corresponds to the second option." "This corresponds to C."
            b"corresponds" | b"corresponding" => {
                starts_with_any(rest, &[" to option ", " to choice ", " to answer ", " to the "])
                    || rest.starts_with(" to ") && ends_with_any(before, &THIS)
            }
            // "This matches C."
            b"matches" => ends_with_any(before, &THIS),
            // "I'd recommend A (metformin)."
            b"recommend" | b"mark" | b"circle" | b"tick" => ends_with_any(before, &ME),
            // "I lean towards B." "Leaning B."
            b"lean" | b"leaning" | b"Leaning" => {
                let mut to = [" towards", " toward", " more towards", " to"].iter();
                let to =
                    to.find(|to| rest.strip_prefix(**to).is_some_and(|it| it.starts_with(' ')));
                self.lexer.at += to.map_or(0, |to| to.len());
                before.is_empty() || ends_with_any(before, &ME)
            }
            // "I would suggest B."
            b"suggest" => ends_with_any(before, &ME[1..3]) || before.ends_with("I would "),
            // "i think its b"
            b"its" | b"Its" => ends_in_letter(rest),
            word => {
                self.row.right |= word.eq_ignore_ascii_case(b"yes");
                false
            }
        };
        self.near = Near { word: true, commit, ..Near::default() };
        self.begun = true;
        self.fresh = false;
    }
}

/// Whether "probably" or "likely", behind `before`, leans towards one of those that the clause before it
/// leaves open: "either B or C, most likely B".
pub(super) fn leans(before: &str) -> bool {
    const FARTHEST: usize = 80;
    const JOINS: [&str; 6] = [", ", ", most ", ", more ", ", but ", ", but most ", ", but more "];
    let near = &before.as_bytes()[before.len().saturating_sub(FARTHEST)..];
    let clause = near.rsplit(|byte| matches!(byte, b'.' | b'\n')).next().unwrap_or(near);
    ends_with_any(before, &JOINS) && clause.windows(4).any(|bytes| bytes == b" or ")
}

/// Whether what somebody would choose, behind `before`, is said of what is not so: "If B weren't there, I'd".
pub(super) fn is_counterfactual(before: &str) -> bool {
    const FARTHEST: usize = 120;
    const UNTRUE: [&str; 6] =
        [" weren't ", " weren’t ", " were ", " wasn't ", " wasn’t ", " had asked "];
    if !ends_with_any(before, &["I'd ", "I’d ", "I would "]) {
        return false;
    }
    let start = before.len().saturating_sub(FARTHEST);
    let near = (start..before.len()).find_map(|at| before.get(at..)).unwrap_or_default();
    let clause = near.rsplit(['.', ';', '\n']).next().unwrap_or(near);
    starts_with_any(clause, &[" If ", " But if "]) && UNTRUE.iter().any(|it| holds(clause, it))
        || starts_with_any(clause, &[" Without ", " Were "])
}
