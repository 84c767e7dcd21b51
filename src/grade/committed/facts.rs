//! Sentences, and facts about tokens that several rules ask for.

use super::Candidate;
use super::lexicon::*;
use super::token::{self, DOTS, NONE, Token, flag};
use crate::grade::token::is_unspaced;

/// Tokens and sentences of a text.
pub(super) struct Document<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token>,
    pub sentences: Vec<Sentence>,
}

/// A sentence.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    /// Its first token, and all classes of its tokens.
    pub from: u32,
    pub classes: u32,
    /// A mark ended it; a question mark did.
    pub stopped: bool,
    pub asked: bool,
    /// It has a word other than fillers, greetings, *is* and *so*.
    pub worded: bool,
}

/// Marks at which a sentence ends.
const STOPS: [char; 11] = ['.', '!', '?', ';', '。', '！', '？', '；', '।', '…', DOTS];
/// Dashes that set something off.
pub(super) const DASHES: [char; 4] = ['-', '–', '—', token::TWO_DASHES];

impl<'t> Document<'t> {
    /// Reads the tokens of `text` and divides them into sentences.
    pub fn new(text: &'t str, lexicon: &Lexicon) -> Self {
        let mut tokens = token::tokens(text, lexicon, Vec::new());
        mark_list_numbers(&mut tokens, text);
        let mut doc = Self { text, tokens, sentences: vec![Sentence::default()] };
        doc.divide(lexicon);
        doc
    }

    /// Divides the tokens into sentences and drops the marks that end them.
    fn divide(&mut self, lexicon: &Lexicon) {
        let (mut read, mut written) = (0, 0_usize);
        while let Some(mut token) = token::next_token(&self.tokens, &mut read, lexicon) {
            let last = *self.token(written.wrapping_sub(1));
            if token.is(flag::FIRST) && !last.is_mark(&[':', '=']) && !last.has(IS) {
                self.end_sentence(written, None);
            }
            let begins = self.sentences.last().is_some_and(|it| it.from as usize + 1 == written);
            if is_stop(&token, &last, self.token(read), begins) {
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
        let sentence = self.sentences.last_mut().filter(|it| at > it.from as usize);
        let Some(sentence) = sentence else { return };
        sentence.asked = matches!(stop, Some('?' | '？'));
        sentence.stopped = stop.is_some();
        if let Some(last) = self.tokens.get_mut(at - 1).filter(|_| stop.is_some()) {
            last.flags |= flag::STOP;
        }
        self.sentences.push(Sentence { from: at as u32, ..Sentence::default() });
    }

    /// The token at `at`, or [`NONE`].
    pub fn token(&self, at: usize) -> &Token {
        self.tokens.get(at).unwrap_or(&NONE)
    }

    /// The token `step` after `at` if it is in the sentence `sent`, or [`NONE`].
    pub fn within(&self, at: usize, step: isize, sent: u32) -> &Token {
        let token = self.token(at.wrapping_add_signed(step));
        if token.sent == sent { token } else { &NONE }
    }

    /// The sentence of a candidate.
    pub fn sentence(&self, it: &Candidate) -> Sentence {
        self.sentences.get(it.sent as usize).copied().unwrap_or_default()
    }

    /// Reports whether a candidate is denied: after a word of *not* or *bad*, or before *bad*, *is not* or
    /// a *not* that ends the sentence.
    pub fn denied(&self, it: &Candidate) -> bool {
        for step in 1..=5 {
            let t = self.within(it.first, -step, it.sent);
            let next = self.token(it.first.wrapping_add_signed(1 - step));
            if t.has(BAD) || t.has(NOT) && !next.is_mark(&[',', ':']) {
                return true;
            }
            if !t.has(FILL | OPTION | IS | GOOD | PREP | ANSWER | PICK) {
                break;
            }
        }
        for step in 1..=6 {
            let t = self.within(it.last, step, it.sent);
            let before = self.within(it.last, step - 1, it.sent);
            let unspaced = t.text(self.text).starts_with(is_unspaced);
            let alone = unspaced || !self.within(it.last, step + 1, it.sent).exists();
            if t.has(BAD) && !before.has(NOT)
                || t.has(NOT) && (step == 1 && alone || before.has(IS))
            {
                return true;
            }
            if !t.exists() || t.is_number() || t.is_letter() || t.is_mark(&[',', ':']) {
                break;
            }
        }
        false
    }

    /// Reports whether a word of the class `name` names a candidate: *… is* before it, or directly before it.
    pub fn named(&self, it: &Candidate, name: u32) -> bool {
        let near = |step: isize| self.token(it.first.wrapping_add_signed(step));
        let (mut is, mut direct) = (false, true);
        for step in (-10..0).rev().take_while(|_| self.sentence(it).classes & name != 0) {
            let t = self.within(it.first, step, it.sent);
            if t.has(name) {
                return is || direct;
            }
            if !t.exists()
                || t.has(SO | NOT | IF | BUT | WHY)
                || t.is_mark(&[',']) && !(step == -1 && near(-2).has(name))
            {
                break;
            }
            is |= t.has(IS) || t.is_mark(&[':', '=']);
            let passed = t.has(IS | FILL | OPTION | GOOD) || t.is_mark(&[':', '=', '|', ',']);
            direct &= passed || t.is_mark(&DASHES);
        }
        false
    }

    /// Reports whether only *or*, *and*, a comma or slash, and fillers are between two candidates.
    pub fn joined(&self, a: &Candidate, b: &Candidate) -> bool {
        let links = |t: &Token| t.has(OR | AND) || t.is_mark(&[',', '/', '&']);
        let between = self.tokens.get(a.last + 1..b.first).unwrap_or_default();
        a.sent == b.sent
            && between.len() <= 4
            && between.iter().any(links)
            && between.iter().all(|t| links(t) || t.has(FILL | OPTION))
    }

    /// Reports whether only fillers follow a candidate in its sentence.
    pub fn ends_sentence(&self, it: &Candidate) -> bool {
        let mut rest = (1..=4).map(|step| self.within(it.last, step, it.sent));
        !rest.find(|t| !t.has(FILL | IS)).unwrap_or(self.within(it.last, 4, it.sent)).exists()
    }

    /// Reports whether token `at` is the value of a quoted key that names no answer.
    pub fn after_quoted_key(&self, at: usize) -> bool {
        let key = self.token(at.wrapping_sub(2));
        let separator = self.token(at.wrapping_sub(1)).is_mark(&[':', '=']);
        separator && key.is(flag::QUOTED) && !key.has(ANSWER | RESULT | OPTION | PICK)
    }
}

/// Reports whether `token`, between `last` and `next`, ends a sentence; of one that `begins` with `last`
/// the dot of "1." or "B." does not, where more follows on the line.
fn is_stop(token: &Token, last: &Token, next: &Token, begins: bool) -> bool {
    let narrow = token.code.is_ascii() || token.code == DOTS;
    let touches = next.exists() && !next.is(flag::GAP | flag::FIRST);
    let inner = narrow && !token.is(flag::AFTER) && touches;
    let label = begins && !last.is(flag::AFTER) && (last.is(flag::LISTED) || last.is_letter());
    let labels = label && token.code == '.' && !token.is(flag::GAP) && next.line == token.line;
    token.is_mark(&STOPS) && !inner && !labels
}

/// Marks the numbers that count the lines of a list: 1, or one more or less than that of a
/// neighbouring line.
fn mark_list_numbers(tokens: &mut [Token], text: &str) {
    let begins = |(at, t): (usize, &Token)| (t.is_number() && t.is(flag::FIRST)).then_some(at);
    let numbers: Vec<usize> = tokens.iter().enumerate().filter_map(begins).collect();
    let value = |at: usize| {
        let text = tokens.get(at)?.text(text);
        let digits = text.len() < 10 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| digits)
    };
    let values: Vec<Option<u32>> = numbers.iter().map(|at| value(*at)).collect();
    for (index, &at) in numbers.iter().enumerate() {
        let value = |index: usize| values.get(index).copied().flatten();
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
