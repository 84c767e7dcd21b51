//! Sentences, and facts about tokens that several rules ask for.

use super::lexicon::*;

use super::Candidate;
use super::token::{self, Token, flag};
use crate::grade::Decimal;

/// Tokens and sentences of a text.
pub(super) struct Document<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token>,
    pub sentences: Vec<Sentence>,
}

/// A sentence.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    /// Its first token.
    pub from: u32,
    /// All classes of its tokens.
    pub classes: u32,
    /// A mark ended it.
    pub stopped: bool,
    /// A question mark did.
    pub asked: bool,
    /// It has a word other than fillers, greetings, *is* and *so*.
    pub worded: bool,
}

/// Marks at which a sentence ends.
const STOPS: [char; 11] = ['.', '!', '?', ';', '。', '！', '？', '；', '।', '…', token::DOTS];
/// Dashes that set something off.
pub(super) const DASHES: [char; 4] = ['-', '–', '—', token::TWO_DASHES];

impl<'t> Document<'t> {
    /// Reads the tokens of `text` and divides them into sentences.
    pub fn new(text: &'t str, lexicon: &Lexicon) -> Self {
        let mut tokens = token::tokens(text, lexicon);
        mark_list_numbers(&mut tokens, text);
        let mut document = Self { text, tokens, sentences: vec![Sentence::default()] };
        document.divide();
        document
    }

    /// Divides the tokens into sentences; marks that end them are no tokens any more.
    fn divide(&mut self) {
        let (mut read, mut written) = (0, 0_usize);
        while let Some(mut token) = self.tokens.get(read).copied() {
            read += 1;
            let last = written.checked_sub(1).and_then(|at| self.tokens.get(at)).copied();
            if token.is(flag::FIRST)
                && last.is_some_and(|it| !it.is_mark(&[':', '=']) && !it.has(IS))
            {
                self.end_sentence(written, None);
            }
            if self.is_stop(&token, last, self.tokens.get(read), written) {
                self.end_sentence(written, Some(token.code));
                continue;
            }
            token.sent = (self.sentences.len() - 1) as u32;
            if let Some(sentence) = self.sentences.last_mut() {
                sentence.classes |= token.classes;
                sentence.worded |= token.is_word() && !token.has(FILL | GREET | IS | SO);
            }
            if let Some(slot) = self.tokens.get_mut(written) {
                *slot = token;
            }
            written += 1;
        }
        self.tokens.truncate(written);
    }

    /// Ends the sentence before token `at`, unless it is empty.
    fn end_sentence(&mut self, at: usize, stop: Option<char>) {
        let Some(sentence) = self.sentences.last_mut().filter(|it| at > it.from as usize) else {
            return;
        };
        sentence.asked = matches!(stop, Some('?' | '？'));
        sentence.stopped = stop.is_some();
        if let Some(last) = self.tokens.get_mut(at - 1).filter(|_| stop.is_some()) {
            last.flags |= flag::STOP;
        }
        self.sentences.push(Sentence { from: at as u32, ..Sentence::default() });
    }

    /// Reports whether `token`, after `written` tokens of which `last` is the last, ends a sentence.
    fn is_stop(
        &self,
        token: &Token,
        last: Option<Token>,
        next: Option<&Token>,
        written: usize,
    ) -> bool {
        if !token.is_mark(&STOPS) {
            return false;
        }
        let narrow = token.code.is_ascii() || token.code == token::DOTS;
        let inner = narrow
            && !token.is(flag::AFTER)
            && next.is_some_and(|next| !next.is(flag::GAP | flag::FIRST));
        // The dot of "1." or "B.", where more follows on the line.
        let begins = self.sentences.last().is_some_and(|it| it.from as usize + 1 == written);
        let label = last.is_some_and(|last| {
            begins && !last.is(flag::AFTER) && (last.is(flag::LISTED) || last.is_letter())
        });
        let labels = token.code == '.'
            && !token.is(flag::GAP)
            && label
            && next.is_some_and(|next| next.line == token.line);
        !inner && !labels
    }

    pub fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// The token at `at`, if it is in the sentence `sent`.
    pub fn within(&self, at: usize, sent: u32) -> Option<&Token> {
        self.tokens.get(at).filter(|token| token.sent == sent)
    }

    pub fn sentence(&self, sent: u32) -> Sentence {
        self.sentences.get(sent as usize).copied().unwrap_or_default()
    }

    /// The value of the number at token `at`.
    pub fn value(&self, at: usize) -> Decimal<'t> {
        self.token(at).map_or_else(|| Decimal::from(0), |token| token.value(self.text))
    }

    /// Reports whether a candidate is denied: after a word of *not* or *bad*, or before *bad*, *is not* or
    /// a *not* that ends the sentence.
    pub fn denied(&self, it: &Candidate) -> bool {
        for step in 1..=5 {
            let at = it.first().wrapping_sub(step);
            let Some(t) = self.within(at, it.sent) else { break };
            if t.has(BAD) || t.has(NOT) && !mark(self.token(at + 1), &[',', ':']) {
                return true;
            }
            if !t.has(FILL | OPTION | IS | GOOD | PREP | ANSWER | PICK) {
                break;
            }
        }
        let last = it.last();
        for at in last + 1..=last + 6 {
            let Some(t) = self.within(at, it.sent) else { break };
            let before = self.token(at - 1);
            let ends = || t.is(flag::UNSPACED) || self.within(at + 1, it.sent).is_none();
            if t.has(BAD) && !has(before, NOT)
                || t.has(NOT) && (at == last + 1 && ends() || has(before, IS))
            {
                return true;
            }
            if t.is_number() || t.is_letter() || t.is_mark(&[',', ':']) {
                break;
            }
        }
        false
    }

    /// Reports whether a word of the class `name` names a candidate: *… is* before it, or directly before it.
    pub fn named(&self, it: &Candidate, name: u32) -> bool {
        if self.sentence(it.sent).classes & name == 0 {
            return false;
        }
        let (mut is, mut direct) = (false, true);
        for step in 1..=10 {
            let at = it.first().wrapping_sub(step);
            let Some(t) = self.within(at, it.sent) else { break };
            if t.has(name) {
                return is || direct;
            }
            let apposed = || step == 1 && has(self.token(at.wrapping_sub(1)), name);
            if t.has(SO | NOT | IF | BUT | WHY) || t.is_mark(&[',']) && !apposed() {
                break;
            }
            if t.has(IS) || t.is_mark(&[':', '=']) {
                is = true;
            } else if !t.has(FILL | OPTION | GOOD) && !t.is_mark(&['|', ',']) && !t.is_mark(&DASHES)
            {
                direct = false;
            }
        }
        false
    }

    /// Reports whether only *or*, *and*, a comma or slash, and fillers are between two candidates.
    pub fn joined(&self, a: &Candidate, b: &Candidate) -> bool {
        if a.sent != b.sent || b.first() > a.last() + 5 {
            return false;
        }
        let between = self.tokens.get(a.last() + 1..b.first()).unwrap_or_default();
        let links = |t: &Token| t.has(OR | AND) || t.is_mark(&[',', '/', '&']);
        between.iter().any(links) && between.iter().all(|t| links(t) || t.has(FILL | OPTION))
    }

    /// Reports whether only fillers follow token `at` in its sentence.
    pub fn ends_sentence(&self, at: usize) -> bool {
        let Some(&Token { sent, .. }) = self.token(at) else { return false };
        let mut next = at + 1;
        while next < at + 4 && has(self.within(next, sent), FILL | IS) {
            next += 1;
        }
        self.within(next, sent).is_none()
    }

    /// Reports whether token `at` is the value of a quoted key that names no answer.
    pub fn after_quoted_key(&self, at: usize) -> bool {
        let names = |key: &Token| key.is(flag::QUOTED) && !key.has(ANSWER | RESULT | OPTION | PICK);
        mark(self.token(at.wrapping_sub(1)), &[':', '='])
            && self.token(at.wrapping_sub(2)).is_some_and(names)
    }
}

/// Marks the numbers that count the lines of a list: 1, or one more or less than that of a
/// neighbouring line.
fn mark_list_numbers(tokens: &mut [Token], text: &str) {
    let begins = |(at, t): (usize, &Token)| (t.is_number() && t.is(flag::FIRST)).then_some(at);
    let numbers: Vec<usize> = tokens.iter().enumerate().filter_map(begins).collect();
    for (index, &at) in numbers.iter().enumerate() {
        let value = |index: usize| tokens.get(*numbers.get(index)?)?.list_value(text);
        let Some(own) = value(index) else { continue };
        let near = [value(index.wrapping_sub(1)), value(index + 1)];
        let counts = own == 1 || near.into_iter().flatten().any(|it| it.abs_diff(own) == 1);
        if let Some([token, next]) = tokens.get_mut(at..at + 2)
            && counts
            && next.line == token.line
            && (next.is_mark(&['.']) && !next.is(flag::GAP) || token.is(flag::CLOSED_FIRST))
        {
            token.flags |= flag::LISTED;
        }
    }
}

/// Reports whether there is a token, and it has one of `classes`.
pub(super) fn has(token: Option<&Token>, classes: u32) -> bool {
    token.is_some_and(|token| token.has(classes))
}

/// Reports whether there is a token, and it is one of `marks`.
pub(super) fn mark(token: Option<&Token>, marks: &[char]) -> bool {
    token.is_some_and(|token| token.is_mark(marks))
}
