//! Readings: the answer found in a reply, its position, and the rule that decided.

use std::fmt;

use super::decimal::Decimal;
use super::outcome::{AnswerStatus, Outcome};
use super::rule::Rule;
use super::span::Span;
use crate::Letter;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<'a> {
    /// An answer to a SimpleMath question.
    Number(Decimal<'a>),
    /// An answer to a SimpleScience question.
    Letter(Letter),
}

impl Answer<'_> {
    /// Reports whether `text` is the canonical text of the answer.
    pub fn has_canonical_text(&self, text: &str) -> bool {
        self.to_string() == text
    }
}

/// Writes the canonical text: a decimal or a letter.
impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Letter(letter) => letter.fmt(f),
        }
    }
}

/// One reading of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The answer and its position; `None` if the reply commits to none.
    pub found: Option<(Answer<'a>, Span)>,
    /// The rule that decided.
    pub rule: Rule,
}

impl<'a> Reading<'a> {
    pub(super) const fn with_answer(answer: Answer<'a>, span: Span, rule: Rule) -> Self {
        Self { found: Some((answer, span)), rule }
    }

    pub(super) const fn without_answer(rule: Rule) -> Self {
        Self { found: None, rule }
    }

    /// Creates a reading without an answer, with `rule`; or with `none.empty` if the reply is blank.
    pub(super) fn without_answer_in(reply: &str, rule: Rule) -> Self {
        let blank = reply.chars().all(char::is_whitespace);
        Self::without_answer(if blank { Rule::NoneEmpty } else { rule })
    }

    /// Returns the answer.
    pub const fn answer(&self) -> Option<Answer<'a>> {
        match self.found {
            Some((answer, _)) => Some(answer),
            None => None,
        }
    }

    /// Returns the outcome if `expected` is the right answer.
    pub fn outcome(&self, expected: Answer<'_>) -> Outcome {
        match self.found {
            Some((answer, _)) if answer == expected => Outcome::Correct,
            Some(_) => Outcome::Wrong,
            None if self.rule == Rule::NoneEmpty => Outcome::Empty,
            None => Outcome::Unparseable,
        }
    }

    /// Returns the outcome if the right answer is unknown.
    pub const fn answer_status(&self) -> AnswerStatus {
        match (self.found, self.rule) {
            (Some(_), _) => AnswerStatus::Answered,
            (None, Rule::NoneEmpty) => AnswerStatus::Empty,
            (None, _) => AnswerStatus::Unparseable,
        }
    }
}
