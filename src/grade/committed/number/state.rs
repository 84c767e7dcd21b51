//! What is known while a reply is read for its number.

use super::sums::Sums;
use crate::grade::{Decimal, Rule, Span};

/// A number that may be the answer, and the rule that says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub span: Span,
    pub rule: Rule,
}

/// The value of an equation, and the two numbers that it is of, if there are no more.
#[derive(Clone, Copy)]
pub(super) struct Computed {
    pub value: Span,
    pub numbers: [Option<Span>; 2],
}

/// What is known of the reply so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    /// The last number that the reply calls its answer.
    pub declared: Option<Pick>,
    /// The number that the reply begins with, as a sentence of its own.
    pub lead: Option<Pick>,
    /// What the reply begins with is an equation and nothing else: what follows explains it, unless it
    /// goes on to reckon with the value, or concludes.
    pub computed: Option<Computed>,
    /// The best number of the last sentence that has one; and of the one before.
    pub last: Option<Pick>,
    pub last_but_one: Option<Pick>,
    /// A sentence is a list of numbers and nothing else.
    pub lists: bool,
    /// What an equation gave in a sentence that only adds to what was found: where nothing was, it counts.
    pub aside: Option<Pick>,
    /// `last` was said to have nothing to do with what is asked.
    pub forgotten: bool,
    /// The last `declared` is of two numbers.
    pub hedged: bool,
    /// The equation that the answer is, which stands on a line of its own: others may go on with it.
    pub step: Option<Computed>,
    /// `last` is of two numbers.
    pub last_hedged: bool,
    /// `last` only stands in a sentence that tells what to calculate: "multiply it by 250".
    pub last_told: bool,
    /// `last` stands in bold; and its sentence concludes: "So it is **720°**."
    pub last_bold: bool,
    pub last_final: bool,
    /// What the reply calls its answer last is written otherwise than a numeric token.
    pub torn: bool,
    /// An estimate was given, whatever else is not known.
    pub estimated: bool,
    /// What the reply calls its answer is no single number: "3/4", a time.
    pub unvalued: bool,
}

impl Seen {
    pub(super) fn best(&self) -> Option<Pick> {
        self.declared.or(self.lead).or(self.last)
    }

    /// The last sentence has nothing to do with what is asked.
    pub(super) fn forget_last(&mut self) {
        self.last = self.last_but_one.or(self.last);
        self.forgotten = true;
    }
}

/// What is known of the sentence so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence {
    pub answer: bool,
    /// The last value of an equation.
    pub equation: Option<Pick>,
    /// The two numbers and the value of that equation, if it has no more.
    pub numbers: [Option<Span>; 3],
    /// The last number that something is said to be; behind an equation only where it concludes.
    pub said: Option<Pick>,
    /// `said` comes behind `equation`, and concludes.
    pub concludes: bool,
    pub plain: Option<Pick>,
    /// `plain` is neither led in by a preposition nor says more of what a word names.
    pub plain_is_main: bool,
    /// `plain` is of each: "40 hours per week".
    pub plain_is_rate: bool,
    /// A preposition stands before the next number.
    pub circumstance: bool,
    /// `plain` is one of two.
    pub hedged: bool,
    /// It gives two values of an unknown: "x = 3 or x = -3".
    pub either: bool,
    /// It begins with a reason or a condition: "since 48 + 36 = 84".
    pub given: bool,
    /// It begins with "if"; and says what would be.
    pub conditional: bool,
    pub supposed: bool,
    /// It has a word that is no cue.
    pub begun: bool,
    /// It adds: what that gives is what it says.
    pub adds: bool,
    /// It says what is to be found, up to a colon: "find how old she was 3 years ago: 11 - 3 = 8".
    pub task: bool,
    /// It tells in words what to calculate: "10 cm times the ratio", "half of that".
    pub worded: bool,
    /// Where the last word ends that tells two to be taken together: "multiply".
    pub pair_at: usize,
    /// It compares: what follows "by" is the difference.
    pub compares: bool,
    /// It begins with a gerund, which has its numbers.
    pub gerund: bool,
    /// `said` stands right behind "so".
    pub subject: bool,
    /// It begins with what is not its main clause, up to the next comma: "if", "after", "since".
    pub opens: bool,
    /// That has no verb of its own: "by the rule the sum is 95".
    pub phrase: bool,
    /// What that has.
    pub opening: Option<Pick>,
    /// What stands in brackets; and behind a value.
    pub group: bool,
    pub remark: bool,
    /// The remark says which one is meant, without a comma before it: an equation, "now" and "is" end it.
    pub restrictive: bool,
    /// What stands around the brackets is a remark.
    pub remark_around: bool,
    /// The last value in bold.
    pub bold: Option<Span>,
    /// It stands in brackets, and remarks on those before.
    pub apart: bool,
    /// `equation` stands in brackets.
    pub aside: bool,
    /// It shows another way.
    pub shows: bool,
    /// It offers more help: its numbers say nothing.
    pub offer: bool,
    /// "so" stands before the next number; and anywhere in it.
    pub so: bool,
    pub therefore: bool,
    /// The reason has begun: its numbers are not the answer if there is one before.
    pub because: bool,
    /// It gives the reason for what is said without a number.
    pub reasons: bool,
    /// The reason begins with a number: "because 10 + 22 = 32".
    pub reckons: bool,
    /// `equation` stands in the reason.
    pub reason: bool,
    /// It checks what was said.
    pub check: bool,
    /// The answer is called so on a line before: "The answer is:⏎40 + 25 = 65".
    pub below: bool,
    /// What its numbers come to.
    pub sums: Sums,
    /// "Answer:" is its title: what it says is the answer.
    pub titled: bool,
    /// It is a row of a table.
    pub row: bool,
    /// It estimates.
    pub estimate: bool,
    /// Where the fraction or the time ends that the sentence calls the answer.
    pub unvalued: usize,
    /// A commitment was made in this sentence; and by an equation, which a later one replaces.
    pub declared: bool,
    pub declared_by_equation: bool,
}

impl Sentence {
    pub(super) fn best(&self) -> Option<Pick> {
        if let Some(sum) = self.sums.found().filter(|_| !self.declared) {
            return Some(sum);
        }
        let said = self.said.filter(|_| self.concludes || self.equation.is_none());
        let main = self.plain.filter(|_| self.plain_is_main);
        let result = self.opening.filter(|pick| pick.rule == Rule::NumberResult);
        said.or(self.equation).or(main).or(result).or(self.plain).or(self.opening)
    }

    /// Whether something other than its opening has a value.
    pub(super) fn has_main(&self) -> bool {
        self.said.or(self.equation).or(self.plain).is_some()
    }

    /// Whether it has a value that is more than a circumstance: not so "In 1933, using".
    pub(super) fn has_main_value(&self) -> bool {
        self.said.or(self.equation).is_some() || self.plain.is_some() && self.plain_is_main
    }

    /// Whether it begins with what has no verb, and its main clause has not begun: "with 40 eggs".
    pub(super) fn phrase_opens(&self) -> bool {
        self.opens && !self.given
    }

    /// The main clause begins: what was before counts only if this has nothing.
    pub(super) fn open_main(&mut self) {
        if std::mem::take(&mut self.opens) {
            // "Since 23 is larger than 15, the result is negative."
            let only = |pick: &Pick| self.given && pick.rule == Rule::NumberLast;
            self.opening = self.best().filter(|pick| !only(pick));
            (self.said, self.equation, self.plain) = (None, None, None);
            self.because = false;
            self.sums.end_list();
        }
    }
}

/// A row of numbers joined by operators and equals signs.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    /// Numbers in the side that is open.
    pub side: u32,
    pub current: Option<Span>,
    /// The two numbers of the first side, if it has no more.
    pub first: Option<Span>,
    pub second: Option<Span>,
    /// The first side has a second number.
    pub joined: bool,
    /// The last side that was a single number.
    pub single: Option<Span>,
    pub equals: bool,
    /// How many equals signs have a number behind them.
    pub sides: u32,
    /// What stands since the last number.
    pub operator: bool,
    pub equal_since: bool,
    pub broken: bool,
    pub declared: bool,
    /// "is" stands behind the last number.
    pub copula: bool,
    pub emphasis: bool,
    /// "is", a colon or the like stands before the first number; or what concludes.
    pub said: bool,
    pub concludes: bool,
    /// "so" stands before it; and right before it.
    pub so: bool,
    pub subject: bool,
    /// Its last number stands in bold.
    pub bold: bool,
    /// "or" stands between this number and the one before.
    pub alternative: bool,
    /// "not" stands before it.
    pub denied: bool,
    pub words_since: u32,
    /// A box or the like stands around the first number.
    pub tag: bool,
    /// An operator stands before the first number.
    pub goes_on: bool,
    /// It holds something that is not known, and is told by what it equals.
    pub unknown: bool,
    /// No word that is no cue stands before it in its sentence.
    pub begins: bool,
    /// A colon alone says what the number is.
    pub listed: bool,
    /// It is of each: "40 hours per week".
    pub rate: bool,
    /// The reply begins with it; and it has the number of such a one.
    pub leads: bool,
    pub reuses: bool,
    /// In a reason, it works with what the sentence says.
    pub works: bool,
    /// A preposition leads it in.
    pub led: bool,
    /// The same, or it says more of what a word names: "a 10% tip".
    pub circumstance: bool,
    /// Its last number is what a part is of: "75% of its 24".
    pub part: bool,
}

impl Chain {
    /// It as an equation with this `value`.
    pub(super) const fn computed(&self, value: Span) -> Computed {
        Computed { value, numbers: [self.first, self.second] }
    }
}

/// Whether what is read stands in bold, and whether that begins a line, as in a title.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bold {
    None,
    Within,
    Line,
}

/// Whether one value only was seen.
#[derive(Clone, Copy)]
pub(super) enum Sole {
    None,
    One(Span),
    Many,
}

impl Sole {
    pub(super) fn add(&mut self, text: &str, span: Span) {
        *self = match *self {
            Self::None => Self::One(span),
            Self::One(first) if same(text, first, span) => Self::One(first),
            _ => Self::Many,
        };
    }
}

pub(super) fn same(text: &str, a: Span, b: Span) -> bool {
    Decimal::of_token(a.of(text)) == Decimal::of_token(b.of(text))
}

/// What stands directly before the next token, but for fillers and marks.
#[derive(Clone, Copy, Default)]
pub(super) struct Near {
    pub is: bool,
    pub me: bool,
    pub commit: bool,
    pub not: bool,
    pub named: bool,
    pub result: bool,
    pub so: bool,
    pub operator: bool,
    pub equals: bool,
    pub or: bool,
    pub tag: bool,
    /// "sum of", "between": two numbers may follow.
    pub pair: bool,
    /// "no".
    pub no: bool,
    /// A colon.
    pub colon: bool,
    /// "Answer:", which may be the title of what follows.
    pub title: bool,
    /// A preposition.
    pub led: bool,
    /// "x".
    pub unknown: bool,
    /// "and", behind a number that a preposition leads in.
    pub also: bool,
}
