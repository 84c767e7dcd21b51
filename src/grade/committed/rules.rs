//! The context of rules, and the rules that numbers and options share.

use super::candidate::{Candidate, fact};
use super::facts::Document;
use super::lexicon::{AND, BUT, FILLER, GREET, IS, OR, PICK, PREP, REFUSE, SO, WHY};
use super::mark::*;
use super::token::{Kind, Token, flag};
use crate::token::is_unspaced;
use crate::{Decimal, Rule};

/// A rule: its id, and the function that picks a candidate. A rule `none.*` decides that there is
/// no answer.
pub(super) type NamedRule = (Rule, fn(&Context<'_>) -> Option<usize>);

/// The context in which rules are applied.
pub(super) struct Context<'c> {
    pub(super) doc: &'c Document<'c>,
    /// The candidates from token `from` on, in order.
    pub(super) all: &'c [Candidate],
    pub(super) from: usize,
    /// True if the operands of the question are known.
    pub(super) sum: bool,
    /// The facts that exclude a candidate. Asides are excluded unless nothing else remains, and
    /// operands of the question if something else remains.
    pub(super) barring: u32,
    /// The last sentence with a value.
    pub(super) last_sentence: Option<u32>,
    /// The last token of the last candidate that is not excluded.
    pub(super) last: usize,
}

impl Context<'_> {
    pub(super) const fn is_live(&self, it: &Candidate) -> bool {
        !it.is(self.barring)
    }

    /// Returns the last candidate that is not excluded and has a property.
    pub(super) fn last_live(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        self.all.iter().rposition(|it| self.is_live(it) && property(it))
    }

    pub(super) fn live_candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.all.iter().filter(|it| self.is_live(it))
    }

    /// Reports whether a candidate is a value: not an operand of the question, except as a result.
    pub(super) fn is_value(&self, it: &Candidate) -> bool {
        it.is(fact::RESULT) || !it.is(fact::GIVEN) && (!self.sum || it.is(fact::LED))
    }

    /// Reports whether `it` is a value in the last sentence with a value.
    pub(super) fn is_last_value(&self, it: &Candidate) -> bool {
        self.is_value(it) && self.last_sentence == Some(it.sent)
    }

    /// Returns the value of a candidate.
    pub(super) fn value(&self, it: &Candidate) -> Value<'_> {
        match it.option {
            None => Value::Number(self.doc.token(it.first()).value(self.doc.text)),
            Some(option) => Value::Option(Some(option).filter(|_| !it.is(fact::FOREIGN))),
        }
    }

    /// Returns the last candidate that is not excluded and has a property.
    pub(super) fn last_if_unanimous(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        let last = self.last_live(&property)?;
        let value = self.value(self.all.get(last)?);
        let same = |it: &Candidate| !property(it) || self.value(it) == value;
        self.live_candidates().all(same).then_some(last)
    }
}

/// A number, or an option.
#[derive(PartialEq, Eq)]
pub(super) enum Value<'t> {
    Number(Decimal<'t>),
    Option(Option<u8>),
}

/// Applies if the reply declines and does not conclude anything afterwards.
pub(super) fn detect_refusal(context: &Context<'_>) -> Option<usize> {
    let tokens = &context.doc.tokens;
    let at = tokens.iter().rposition(|t| t.has(REFUSE)).filter(|at| *at >= context.from)?;
    let step = tokens.iter().skip(at).position(|t| t.has(BUT | SO | PICK));
    let conclusion = step.map_or(usize::MAX, |step| at + step);
    let is_concluded =
        |it: &Candidate| it.first() > conclusion || it.first() > at && it.is(fact::RESULT);
    (!context.live_candidates().any(is_concluded)).then_some(at)
}

/// Applies if the reply ends in the middle of a sentence, or in a word or mark that needs a
/// continuation.
pub(super) fn detect_broken_off(context: &Context<'_>) -> Option<usize> {
    let Document { tokens, sentences, .. } = context.doc;
    let end = tokens.last().filter(|end| !end.is(flag::STOP))?;
    let goes_on = end.has(AND | OR | IS | PREP) && !is_unspaced(end.first)
        || end.is_mark(COMMA | COLON | EQUALS_SIGN | OPERATORS);
    let rest = tokens.get(context.last + 1..).filter(|rest| !rest.is_empty())?;
    let (_, before) = sentences.split_last()?;
    let cut = rest.iter().any(|t| t.is_word() && t.classes != 0)
        && !end.is(flag::CLOSED | flag::QUOTED | flag::ENCLOSED)
        && !before.is_empty()
        && before.iter().all(|it| it.stopped);
    (goes_on || cut).then_some(context.last)
}

/// Picks the candidate that begins the reply, as a statement of its own.
pub(super) fn pick_opening_statement(context: &Context<'_>) -> Option<usize> {
    let Context { doc, all, from, .. } = context;
    let skipped = |t: &Token| t.kind == Kind::Mark || t.has(GREET | FILLER | IS);
    let first = all.iter().position(|it| context.is_live(it))?;
    let it = all.get(first)?;
    let next = doc.token_in_sentence(it.last(), 1, it.sent);
    let ends = next.line != doc.token(it.first()).line
        || next.is_mark(DOT | COMMA | COLON | DASHES)
        || next.is(flag::ROUND | flag::SQUARE)
        || next.is_symbol()
        || next.has(WHY);
    (ends && doc.tokens.get(*from..it.first())?.iter().all(skipped)).then_some(first)
}
