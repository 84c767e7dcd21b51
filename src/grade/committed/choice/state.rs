//! What is known while a reply is read for its letter.

use crate::grade::{Rule, Span};

/// A letter that may be the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pick {
    /// The place of the letter, from 0; 4 and above are letters that no question of ours has.
    pub letter: u8,
    pub span: Span,
    pub rule: Rule,
}

impl Pick {
    /// The option of `letter`, of which the text stands at `span`.
    pub(super) const fn of_text(letter: u8, span: Span) -> Self {
        Self { letter, span, rule: Rule::ChoiceOptionText }
    }
}

/// One answer, or several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    One(Pick),
    Hedge,
}

impl Event {
    /// Whether it is an answer with another letter.
    pub(super) const fn is_other(&self, letter: u8) -> bool {
        matches!(self, Self::One(pick) if pick.letter != letter)
    }

    /// Whether it is one answer that stands before `span`.
    pub(super) const fn starts_before(&self, span: Span) -> bool {
        matches!(self, Self::One(pick) if pick.span.start < span.start)
    }
}

/// What stands directly before the next token, but for fillers and marks.
#[derive(Clone, Copy, Default)]
pub(super) struct Near {
    pub is: bool,
    pub commit: bool,
    pub choice: bool,
    pub not: bool,
    pub named: bool,
    pub tag: bool,
    /// A word with no cue.
    pub word: bool,
    pub so: bool,
    /// "it": what is asked about.
    pub it: bool,
    /// "no".
    pub no: bool,
    /// A grade is named, which is no label.
    pub grade: bool,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    pub answer: bool,
    pub right: bool,
    pub declared: bool,
    pub not: bool,
    pub choice: bool,
    pub wrong: bool,
    /// What was declared is only what the reply would choose.
    pub weak: bool,
    /// It begins with what is conceded, up to the next comma: "although".
    pub conceded: bool,
    /// It concludes with the text of an option.
    pub concluded: bool,
    /// It concludes: "so".
    pub so: bool,
    /// It is about another question: "if the question had asked".
    pub supposed: bool,
    /// It begins with "If".
    pub conditional: bool,
    /// It says what is most likely; and a letter in brackets, behind that.
    pub likeliest: bool,
    pub told_likeliest: bool,
    /// It goes through the options, or seeks the answer: "let's look at each option".
    pub surveys: bool,
    /// It commits: "we select".
    pub commits: bool,
    /// It names what is wrong, as a question may ask for that: "the incorrect statement is C".
    pub faults: bool,
}

/// What is known of a line.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    /// Where the line begins.
    pub start: usize,
    pub label: Option<(u8, Span)>,
    pub right: bool,
    pub wrong: bool,
    pub others: bool,
    pub words: u32,
    /// Emphasis begins at the label.
    pub bold: bool,
}

/// The lines of a list that are in bold.
#[derive(Clone, Copy)]
pub(super) enum Bold {
    None,
    One(Pick),
    Several,
}
