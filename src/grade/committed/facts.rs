//! Sentences, and facts about tokens that several rules use.

use super::candidate::{Candidate, fact};
use super::lexicon::*;
use super::mark::*;
use super::token::{self, Kind, NONE, Token, flag};
use crate::token::is_unspaced;

/// The reach of a word, in tokens.
pub(super) const NEAR: isize = 8;

/// The tokens and sentences of a text.
pub(super) struct Document<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token>,
    pub sentences: Vec<Sentence>,
    /// The bits of all flags together.
    flags: u32,
}

/// A sentence.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    /// The first token, and the union of the tokens' classes.
    pub from: u32,
    pub classes: u32,
    /// The number of words and numbers.
    pub count: u32,
    /// True if a mark ends the sentence; true if it is a question mark, and no *greet* follows.
    pub stopped: bool,
    pub asked: bool,
    /// True if the sentence has a word other than fillers and *is*.
    pub worded: bool,
}

impl<'t> Document<'t> {
    /// Tokenizes `text` and divides it into sentences.
    pub fn new(text: &'t str, lexicon: &Lexicon) -> Self {
        let mut tokens = token::tokens(text, lexicon, Vec::new());
        mark_list_numbers(&mut tokens, text);
        let mut doc = Self { text, tokens, sentences: Vec::with_capacity(4), flags: 0 };
        doc.split_into_sentences(lexicon);
        doc
    }

    /// Divides the tokens into sentences, and removes the marks that end them.
    fn split_into_sentences(&mut self, lexicon: &Lexicon) {
        let (mut next, mut written) = (0, 0_usize);
        let mut sentence = Sentence::default();
        while next < self.tokens.len() {
            let read = next;
            next = token::join_phrase(&mut self.tokens, read, lexicon);
            let (mut token, last) = (*self.token(read), self.token(written.wrapping_sub(1)));
            let begins = sentence.count == 1;
            let stops = token.is_mark(STOPS) && is_stop(&token, last, self.token(next), begins);
            if token.is(flag::FIRST) && !last.is_mark(COLON | EQUALS_SIGN) {
                self.end_sentence(&mut sentence, written, 0);
            }
            if stops {
                self.end_sentence(&mut sentence, written, token.marks);
                continue;
            }
            token.sent = self.sentences.len() as u32;
            self.flags |= token.flags;
            if let Some(previous) = self.sentences.last_mut() {
                previous.asked &= sentence.from as usize != written || !token.has(GREET);
            }
            sentence.classes |= token.classes;
            sentence.count += u32::from(token.kind != Kind::Mark);
            sentence.worded |= token.is_word() && !token.has(FILL | IS);
            if let Some(slot) = self.tokens.get_mut(written) {
                *slot = token;
            }
            written += 1;
        }
        self.tokens.truncate(written);
        if written > sentence.from as usize || self.sentences.is_empty() {
            self.sentences.push(sentence);
        }
    }

    /// Ends the sentence before token `at`, unless it is empty; `stop` are the bits of the mark that
    /// ends it, 0 without one.
    fn end_sentence(&mut self, sentence: &mut Sentence, at: usize, stop: u32) {
        if at == sentence.from as usize {
            return;
        }
        sentence.asked = stop & QUESTION != 0;
        sentence.stopped = stop != 0;
        if let Some(last) = self.tokens.get_mut(at - 1).filter(|_| stop != 0) {
            last.flags |= flag::STOP;
        }
        self.sentences.push(*sentence);
        *sentence = Sentence { from: at as u32, ..Sentence::default() };
    }

    /// Returns the token at `at`, or [`NONE`].
    pub fn token(&self, at: usize) -> &Token {
        self.tokens.get(at).unwrap_or(&NONE)
    }

    /// Returns the token `step` after `at` if it is in sentence `sent`, or [`NONE`].
    pub fn token_in_sentence(&self, at: usize, step: isize, sent: u32) -> &Token {
        let token = self.token(at.wrapping_add_signed(step));
        if token.sent == sent { token } else { &NONE }
    }

    /// Returns the sentence that contains a candidate.
    pub fn sentence(&self, it: &Candidate) -> Sentence {
        self.sentences.get(it.sent as usize).copied().unwrap_or_default()
    }

    /// Reports whether a candidate is denied: after a word of *not* or *bad*, or before *bad*, *is
    /// not*, or a *not* that ends the sentence.
    pub fn is_denied(&self, it: &Candidate) -> bool {
        if self.sentence(it).classes & (NOT | BAD) == 0 {
            return false;
        }
        for step in 1..=NEAR {
            let t = self.token_in_sentence(it.first(), -step, it.sent);
            if t.has(BAD) || t.has(NOT) && !t.has(BUT) {
                return true;
            }
            if t.is_capital() || !t.has(FILLER | IS | PREP | ANSWER) {
                break;
            }
        }
        let first = self.distance_to_verdict(it);
        for step in first..=NEAR {
            let t = self.token_in_sentence(it.last(), step, it.sent);
            let before = self.token_in_sentence(it.last(), step - 1, it.sent);
            let unspaced = is_unspaced(t.first);
            let alone = unspaced || !self.token_in_sentence(it.last(), step + 1, it.sent).exists();
            if t.has(BAD)
                || t.has(NOT) && (step == first && alone || before.has(IS) && !t.has(PREP))
            {
                return true;
            }
            if !t.exists() || t.is_capital() || t.is_mark(COMMA) {
                break;
            }
        }
        false
    }

    /// Returns the distance from a candidate to a verdict on it: 2 after a mark such as a colon.
    pub fn distance_to_verdict(&self, it: &Candidate) -> isize {
        let next = self.token_in_sentence(it.last(), 1, it.sent);
        1 + isize::from(next.is_mark(COLON | EQUALS_SIGN | BAR | DASHES))
    }

    /// Reports whether a word of class `name` introduces a candidate: as in *the answer is 5*, or
    /// directly before the candidate.
    pub fn is_named_by(&self, it: &Candidate, name: u32) -> bool {
        let (mut is, mut direct) = (false, true);
        for step in (-NEAR..0).rev().take_while(|_| self.sentence(it).classes & name != 0) {
            let t = self.token_in_sentence(it.first(), step, it.sent);
            if t.has(name) {
                return direct || is && !t.has(SO);
            }
            if !t.exists() || t.has(WHY) || t.is_mark(COMMA) {
                break;
            }
            is |= t.has(IS) || t.is_mark(COLON | EQUALS_SIGN);
            direct &= t.has(IS | FILLER) || t.kind == Kind::Mark;
        }
        false
    }

    /// Reports whether only *or*, *and*, a comma or slash, and fillers are between two candidates.
    pub fn are_joined(&self, a: &Candidate, b: &Candidate) -> bool {
        let links = |t: &Token| t.has(OR | AND) || t.is_mark(COMMA | SLASH);
        let between = self.tokens.get(a.last() + 1..b.first()).unwrap_or_default();
        a.sent == b.sent
            && between.len() < NEAR as usize
            && between.iter().any(links)
            && between.iter().all(|t| links(t) || t.has(FILLER))
    }

    /// Reports whether a candidate is called good after it: "… is correct".
    pub fn is_called_good(&self, it: &Candidate) -> bool {
        let near = |step: isize| self.token_in_sentence(it.last(), step, it.sent);
        let verdict = self.distance_to_verdict(it);
        let last = (verdict..=NEAR).map(near).find(|t| !t.has(FILLER | IS));
        near(verdict).has(GREET) || last.is_some_and(|t| t.has(GOOD | ANSWER))
    }

    /// Reports whether only fillers follow a candidate in its sentence.
    pub fn ends_sentence(&self, it: &Candidate) -> bool {
        let mut rest = (1..=NEAR).map(|step| self.token_in_sentence(it.last(), step, it.sent));
        !rest.find(|t| !t.has(FILLER | IS)).unwrap_or(&NONE).exists()
    }

    /// Reports whether a candidate is in the value of a quoted key, as in JSON, whose name is not a
    /// word of *answer*.
    pub fn is_after_quoted_key(&self, it: &Candidate) -> bool {
        if self.flags & flag::QUOTED == 0 {
            return false;
        }
        let near = |step: isize| self.token_in_sentence(it.first(), step, it.sent);
        let key = |step: isize| self.token(it.first().wrapping_add_signed(step - 1));
        let mut before = (-NEAR..0).rev().take_while(|step| near(*step).exists());
        before
            .find(|step| near(*step).is_mark(COLON) && key(*step).is(flag::QUOTED))
            .is_some_and(|step| !key(step).has(ANSWER | RESULT | OPTION))
    }

    /// Reports whether a candidate is in a sentence with a word of an aside, and not declared.
    pub fn is_in_aside(&self, it: &Candidate) -> bool {
        self.sentence(it).classes & ASIDE != 0 && !it.is(fact::DECLARED)
    }

    /// Reports whether a number is in round brackets with other tokens.
    pub fn is_bracketed(&self, it: &Candidate) -> bool {
        let closes = |at: usize| self.token(at).is(flag::ROUND_CLOSED);
        if self.flags & flag::ROUND == 0 {
            return false;
        }
        for step in 0..=NEAR {
            let t = self.token_in_sentence(it.first(), -step, it.sent);
            if !t.exists() || step > 0 && t.is(flag::ROUND_CLOSED) {
                return false;
            }
            if t.is(flag::ROUND) {
                return step > 0 || !closes(it.first());
            }
        }
        false
    }

    /// Reports whether a candidate is part of a service message: a word of *service* is in its
    /// sentence, the first, or the last.
    pub fn is_service(&self, it: &Candidate) -> bool {
        let serves =
            |sentence: Option<&Sentence>| sentence.is_some_and(|it| it.classes & SERVICE != 0);
        let near = |at: usize, step: isize| self.token_in_sentence(at, step, it.sent).exists();
        let alone = || !near(it.first(), -1) && !near(it.last(), 1);
        let ends = serves(self.sentences.first()) || serves(self.sentences.last());
        (serves(self.sentences.get(it.sent as usize)) || ends && !alone()) && !it.is(fact::DECLARED)
    }
}

/// Reports whether the stop `token`, between `last` and `next`, ends a sentence. The dot of "B." does
/// not if only marks precede `last` in the sentence (`begins`) and more text follows on the line.
fn is_stop(token: &Token, last: &Token, next: &Token, begins: bool) -> bool {
    let touches = next.exists() && !next.is(flag::GAP | flag::FIRST);
    let inner = !token.is_mark(WIDE_STOP) && !token.is(flag::AFTER) && touches;
    let label = begins && !last.is(flag::AFTER) && last.is_capital();
    let labels = label && token.is_mark(DOT) && !token.is(flag::GAP) && next.line == token.line;
    !inner && !labels
}

/// Marks the numbers of list items: 1, or one more or less than the number of a neighbouring line.
fn mark_list_numbers(tokens: &mut [Token], text: &str) {
    // The last number that begins a line, its value, and true if it is marked.
    let (mut last, mut value, mut counts) = (usize::MAX, None, false);
    let mut from = 0;
    while from <= tokens.len() {
        let begins = |t: &Token| t.is_number() && t.is(flag::FIRST);
        let rest = tokens.get(from..).unwrap_or_default();
        let at = from + rest.iter().position(begins).unwrap_or(rest.len());
        let own = tokens.get(at).and_then(|t| parse_list_number(t.text(text)));
        let near = own.zip(value).is_some_and(|(a, b): (u32, u32)| a.abs_diff(b) == 1);
        if let Some([token, rest @ ..]) = tokens.get_mut(last..)
            && (counts || near)
        {
            let dot = rest.first().is_some_and(|it| it.is_mark(DOT));
            let more = rest.get(usize::from(dot)).is_some_and(|it| it.line == token.line);
            if more && (dot || token.is(flag::CLOSED_FIRST)) {
                token.flags |= flag::LISTED;
            }
        }
        (last, value, counts) = (at, own, near || own == Some(1));
        from = at + 1;
    }
}

/// Parses an integer of at most nine digits.
fn parse_list_number(text: &str) -> Option<u32> {
    let digits = text.len() < 10 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}
