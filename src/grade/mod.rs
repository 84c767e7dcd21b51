//! Grading: two readings of one reply.
//!
//! The *literal* reading is HCS-25 to the letter. The *committed* reading is the answer that the
//! reply finally commits to, or none. Both are pure functions of the reply, never panic, and take
//! time linear in it. `docs/grading.md` is their specification.

mod committed;
mod compliance;
mod decimal;
mod digit;
mod literal;
mod markup;
mod outcome;
mod question;
pub mod rows;
mod rule;
mod text;
mod token;

pub use crate::question::Letter;
pub use compliance::Compliance;
pub use decimal::Decimal;
pub use outcome::{Answered, Outcome, SignalStatus};
pub(crate) use question::right;
pub use question::{outcome, reply};
pub use rule::Rule;

use std::fmt;

use crate::question::wording::Form;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<'a> {
    /// Of a SimpleMath question.
    Number(Decimal<'a>),
    /// Of a SimpleScience question.
    Letter(Letter),
}

impl Answer<'_> {
    /// Reports whether `text` is the canonical text of the answer.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.to_string() == text
    }
}

/// The canonical text: a canonical decimal, or a letter.
impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Letter(letter) => letter.fmt(f),
        }
    }
}

/// Half-open UTF-8 byte offsets into a reply, on character boundaries of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The part of `reply` that the span names.
    ///
    /// Empty if `reply` is not the text that the span was made from and has no such part.
    pub fn of(self, reply: &str) -> &str {
        reply.get(self.start..self.end).unwrap_or_default()
    }
}

/// One reading of a reply: the answer found and where, or none; and the rule that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The answer and the text that was taken for it.
    pub found: Option<(Answer<'a>, Span)>,
    /// The rule that decided.
    pub rule: Rule,
}

impl<'a> Reading<'a> {
    const fn found(answer: Answer<'a>, span: Span, rule: Rule) -> Self {
        Self { found: Some((answer, span)), rule }
    }

    const fn none(rule: Rule) -> Self {
        Self { found: None, rule }
    }

    /// A reading without an answer: by `rule`, or by `none.empty` if the reply is blank.
    fn none_in(reply: &str, rule: Rule) -> Self {
        let blank = reply.chars().all(char::is_whitespace);
        Self::none(if blank { Rule::NoneEmpty } else { rule })
    }

    /// The answer, without its place.
    pub const fn answer(&self) -> Option<Answer<'a>> {
        match self.found {
            Some((answer, _)) => Some(answer),
            None => None,
        }
    }

    /// The outcome where `expected` is right.
    pub fn outcome(&self, expected: Answer<'_>) -> Outcome {
        match self.found {
            Some((answer, _)) if answer == expected => Outcome::Correct,
            Some(_) => Outcome::Wrong,
            None if self.rule == Rule::NoneEmpty => Outcome::Empty,
            None => Outcome::Unparseable,
        }
    }

    /// What there is to say where nobody says which answer is right.
    pub const fn answered(&self) -> Answered {
        match (self.found, self.rule) {
            (Some(_), _) => Answered::Answered,
            (None, Rule::NoneEmpty) => Answered::Empty,
            (None, _) => Answered::Unparseable,
        }
    }
}

/// Both readings of a reply, and whether the reply had the form that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings<'a> {
    /// HCS-25 to the letter.
    pub literal: Reading<'a>,
    /// What the reply finally commits to.
    pub committed: Reading<'a>,
    /// The form of the reply. It never changes a reading.
    pub compliance: Compliance,
}

/// Reads the reply to a SimpleMath question that asked for `form`.
///
/// `given` are the operands of the question; empty if they are not known.
pub fn number<'a>(reply: &'a str, given: &[Decimal<'_>], form: Form) -> Readings<'a> {
    Readings::of(reply, form, literal::number(reply), committed::number(reply, given))
}

/// Reads the reply to a SimpleScience question that asked for `form`.
///
/// `options` are 2 to 26 texts in the order asked. A text that is not known is empty.
pub fn choice<'a>(reply: &'a str, options: &[&str], form: Form) -> Readings<'a> {
    let options = &options[..options.len().min(Letter::MOST)];
    Readings::of(reply, form, literal::choice(reply, options), committed::choice(reply, options))
}

impl<'a> Readings<'a> {
    fn of(reply: &str, form: Form, literal: Reading<'a>, committed: Reading<'a>) -> Self {
        Self { literal, committed, compliance: Compliance::of(reply, form, &committed) }
    }
}
