//! Numbers: candidates, their facts, and the rules.

use super::facts::{Document, has, mark};
use super::lexicon::*;
use super::token::{EQUALS_SIGNS, OPERATORS, Token, flag};
use super::{
    Candidate, Context, RuleOf, Verdict, broken_off, ends_lead, fact, is_wordless, refused,
};
use crate::grade::{Decimal, Rule};

/// An invisible character inside a number.
const INVISIBLE: char = '\u{2060}';

/// What is on one side of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Equals,
    Operator,
    Other,
}

/// Finds the numbers of the document; `given` are the operands of the question.
pub(super) fn candidates(document: &Document<'_>, given: &[Decimal<'_>]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    let numbers = document.tokens.iter().enumerate().filter(|(_, t)| t.is_number());
    for (at, t) in numbers {
        let before = all.last_mut().filter(|it| it.sent == t.sent);
        let found = candidate(document, at, t, given, before);
        all.push(found);
    }
    let mut previous: Option<Candidate> = None;
    for it in &mut all {
        complete(document, it, previous.as_ref());
        previous = Some(*it);
    }
    all
}

/// Makes the candidate of the number `t` at `at`, with the facts of equations.
fn candidate(
    document: &Document<'_>,
    at: usize,
    t: &Token,
    given: &[Decimal<'_>],
    before: Option<&mut Candidate>,
) -> Candidate {
    let within = |at: usize| document.within(at, t.sent);
    let (p, n) = (within(at.wrapping_sub(1)), within(at + 1));
    let operator = |x: Option<&Token>, far: usize| match x {
        Some(x) if x.is_mark(&EQUALS_SIGNS) => Side::Equals,
        Some(x)
            if (x.is_mark(&OPERATORS) || x.has(OP))
                && within(far).is_some_and(Token::is_number) =>
        {
            Side::Operator
        }
        _ => Side::Other,
    };
    let (left, right) = (operator(p, at.wrapping_sub(2)), operator(n, at + 2));
    let is_given = !given.is_empty() && given.contains(&t.value(document.text));
    let is_operand = left == Side::Operator || right == Side::Operator;
    let mut it =
        Candidate { first: at as u32, last: at as u32, sent: t.sent, ..Candidate::default() };
    let follows_operand = before.as_ref().is_some_and(|it| it.is(fact::OPERAND));
    let follows_equals = || before.is_some() && has(p, EQUALS);
    let is_result = (left == Side::Equals || has(p, IS)) && follows_operand
        || left == Side::Equals && !is_given
        || !is_given && follows_equals();
    it.set(fact::GIVEN, is_given);
    it.set(fact::OPERAND, is_operand);
    it.set(fact::RESULT, !is_operand && is_result);
    it.facts |= barring_facts(document, at, t);
    it.set(fact::BOX, t.is(flag::BOX));
    // "95 = 37 + 58": the result is in front.
    if is_operand
        && left == Side::Equals
        && let Some(before) = before.filter(|it| !it.is(fact::OPERAND))
    {
        before.facts |= fact::RESULT;
    }
    it
}

/// The facts by which the number `t` at `at` does not stand for itself.
fn barring_facts(document: &Document<'_>, at: usize, t: &Token) -> u32 {
    let within = |at: usize| document.within(at, t.sent);
    let (p, n) = (within(at.wrapping_sub(1)), within(at + 1));
    let (pp, nn) = (within(at.wrapping_sub(2)), within(at + 2));
    let is_number = |t: Option<&Token>| t.is_some_and(Token::is_number);
    let glues = |x: &Token, y: Option<&Token>| {
        x.is_mark(&[INVISIBLE]) || x.is_mark(&[',', ':', '.']) && is_number(y)
    };
    let nn = nn.filter(|nn| !nn.is(flag::GAP));
    let torn_right = |n: &Token| !n.is(flag::GAP) && (glues(n, nn) || n.has(ORD));
    let torn_left = |p: &Token| p.is_mark(&['^']) || glues(p, pp.filter(|_| !p.is(flag::GAP)));
    let torn = !t.is(flag::AFTER) && n.is_some_and(torn_right)
        || !t.is(flag::GAP | flag::BEFORE) && p.is_some_and(torn_left)
        || p.is_some_and(|p| is_mixed(document, p, t))
        || n.is_some_and(|n| is_mixed(document, t, n));
    let signed = p.is_some_and(|p| {
        (p.is_mark(&['-', '−', '–']) || p.has(NEG)) && !p.is(flag::FIRST) && !is_number(pp)
    });
    let keyed = t.hashes == 1
        || is_number(p) && t.is(flag::LAST_SQUARE)
        || has(p, NAME | KEY)
        || has(pp, KEY) && mark(p, &[':', '='])
        || document.after_quoted_key(at);
    let bit = |fact: u32, holds: bool| if holds { fact } else { 0 };
    bit(fact::TORN, torn)
        | bit(fact::SIGNED, signed)
        | bit(fact::KEYED, keyed)
        | bit(fact::LISTED, t.is(flag::LISTED))
}

/// Reports whether one character is between two numbers that follow each other, as in "2 1/2".
fn is_mixed(document: &Document<'_>, a: &Token, b: &Token) -> bool {
    let between = document.text.get(a.end as usize..b.start as usize).unwrap_or_default();
    let mut chars = between.chars();
    a.is_number() && b.is_number() && chars.next().is_some() && chars.next().is_none()
}

/// Adds the facts of the words around a number; `previous` is the candidate before it.
fn complete(document: &Document<'_>, it: &mut Candidate, previous: Option<&Candidate>) {
    let at = it.first();
    let Some(t) = document.token(at) else { return };
    let sentence = document.sentence(t.sent);
    it.set(fact::ASKED, sentence.asked);
    it.set(fact::ASIDE, sentence.classes & ASIDE != 0);
    if !it.is(fact::RESULT) {
        let denied = document.denied(it);
        let result = !it.is(fact::OPERAND) && document.named(it, RESULT);
        let joined =
            |previous: &Candidate| previous.is(fact::DENIED) && document.joined(previous, it);
        let is_joined = !result && previous.is_some_and(joined);
        it.set(fact::DENIED, denied || is_joined);
        it.set(fact::RESULT, result);
    }
    it.set(fact::DECLARED, t.hashes >= 4 || document.named(it, ANSWER));
    let led = document.within(at.wrapping_sub(1), t.sent).is_none_or(|lead| {
        lead.has(IS | SO | RESULT | ANSWER | PICK) || lead.is_mark(&[':', '=', '|'])
    });
    it.set(fact::LED, led || t.is(flag::BOLD) || document.ends_sentence(at));
    let service = (sentence.classes | document.sentence(0).classes) & SERVICE != 0;
    let stated = it.is(fact::BOX | fact::RESULT | fact::DECLARED);
    it.set(fact::SERVICE, service && !stated);
}

/// The rules, in order.
pub(super) const RULES: &[RuleOf] = &[
    (Rule::NoneHedge, hedge),
    (Rule::NumberLine, line),
    (Rule::NumberAnswer, answer),
    (Rule::NumberLead, lead),
    (Rule::NoneRefusal, refused),
    (Rule::NoneUncommitted, broken_off),
    (Rule::NumberOnly, only),
    (Rule::NumberResult, result),
    (Rule::NumberLast, last),
];

/// Applies if the reply is several values and no word.
fn hedge(context: &Context<'_>) -> Verdict {
    let several = || {
        let is_free = |it: &Candidate| !it.is(fact::GIVEN);
        context.last_live(is_free).is_some() && context.single(is_free).is_none()
    };
    let bare = !context.live().any(|it| it.is(fact::RESULT)) && several();
    (bare && is_wordless(context.document)).then_some(Err(Rule::NoneHedge))
}

/// Picks the one number of the last line, if that has no word.
fn line(context: &Context<'_>) -> Verdict {
    let tokens = &context.document.tokens;
    let line = tokens.last()?.line;
    let mut of_line = tokens.iter().rev().take_while(|t| t.line == line);
    let on_line =
        |it: &&Candidate| context.document.token(it.first()).is_some_and(|t| t.line == line);
    let it = context.all.last().filter(on_line)?;
    let another = context.all.len().checked_sub(2).and_then(|at| context.all.get(at));
    let alone = another.filter(on_line).is_none() && !of_line.any(Token::is_word);
    (alone && it.is_live()).then(|| Ok(context.all.len() - 1))
}

/// Picks the last number that is declared or in a box.
fn answer(context: &Context<'_>) -> Verdict {
    context.last_live(|it| it.is(fact::DECLARED | fact::BOX)).map(Ok)
}

/// Picks the number that the reply begins with, as a statement of its own.
fn lead(context: &Context<'_>) -> Verdict {
    let document = context.document;
    let is_skipped =
        |t: &Token| t.has(GREET | FILL | IS) || t.is_mark(&[',', ':', '!', '.', '-', '=']);
    let step = document.tokens.iter().skip(context.from).position(|t| !is_skipped(t))?;
    let first = context.from + step;
    let at = context.all.binary_search_by_key(&first, Candidate::first).ok()?;
    let it = context.all.get(at).filter(|it| it.is_live())?;
    ends_lead(document.within(first + 1, it.sent), &[',', ':']).then_some(Ok(at))
}

/// Picks the only value.
fn only(context: &Context<'_>) -> Verdict {
    let is_free = |it: &Candidate| !it.is(fact::GIVEN);
    let is_led = |it: &Candidate| is_free(it) && it.is(fact::LED | fact::RESULT);
    (!context.sum || context.live().any(is_led)).then_some(())?;
    context.single(is_free).map(Ok)
}

/// Picks the last result of the last sentence that says something.
fn result(context: &Context<'_>) -> Verdict {
    context.last_of(|it| context.is_said(it) && it.is(fact::RESULT)).map(Ok)
}

/// Picks the last number of that sentence; of a sum, one that is shown as a value.
fn last(context: &Context<'_>) -> Verdict {
    let document = context.document;
    let is_shown = |index: usize, it: &Candidate| {
        let sentence = document.sentence(it.sent);
        let before = index.checked_sub(1).and_then(|index| context.all.get(index));
        !context.sum
            || !sentence.worded
            || mark(document.within(it.first().wrapping_sub(1), it.sent), &[':', '='])
            || sentence.classes & (SO | RESULT) != 0
            || before.is_some_and(|before| before.sent == it.sent)
    };
    let picks = |(index, it): &(usize, &Candidate)| {
        context.is_said(it) && !it.is(fact::GIVEN) && is_shown(*index, it)
    };
    context.all.iter().enumerate().rev().find(picks).map(|(index, _)| Ok(index))
}
