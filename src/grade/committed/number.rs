//! Numbers: candidates, their facts, and the rules.

use super::candidate::{Candidate, fact};
use super::facts::Document;
use super::lexicon::*;
use super::mark::*;
use super::rules::{Context, NamedRule, detect_broken_off, detect_refusal, pick_opening_statement};
use super::token::{NONE, Token, flag};
use crate::{Decimal, Rule};

/// Finds the numbers of the document; `given` are the operands of the question.
pub(super) fn find_candidates(doc: &Document<'_>, given: &[Decimal<'_>]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for (at, t) in doc.tokens.iter().enumerate().filter(|(_, t)| t.is_number()) {
        let (rest, before) = match &all[..] {
            [rest @ .., before] if before.sent == t.sent => (rest, Some(before)),
            rest => (rest, None),
        };
        let checks = !rest.last().is_some_and(|it| it.is(fact::GIVEN));
        let found = create_candidate(doc, at, t, given, before, checks);
        all.push(found);
    }
    // The sentence, its last number from the first result on, and true after a *why* that follows it.
    let (mut sent, mut from, mut explains) = (0, None, false);
    for it in &mut all {
        if it.sent != sent {
            (sent, from, explains) = (it.sent, None, false);
        }
        add_facts(doc, it, from.is_some());
        let between = from.and_then(|from| doc.tokens.get(from..it.first()));
        explains |= between.is_some_and(|tokens| tokens.iter().any(|t| t.has(WHY)));
        it.set(fact::ASIDE, explains);
        if from.is_some() || it.is(fact::RESULT) {
            from = Some(it.first());
        }
    }
    all
}

/// Creates the candidate of number `t` at token `at`, with facts from equations and neighbours. An
/// equation `checks` if a number before `before` is not an operand of the question.
fn create_candidate(
    doc: &Document<'_>,
    at: usize,
    t: &Token,
    given: &[Decimal<'_>],
    before: Option<&Candidate>,
    checks: bool,
) -> Candidate {
    let near = |step: isize| doc.token_in_sentence(at, step, t.sent);
    let [pp, p, n, nn] = [near(-2), near(-1), near(1), near(2)];
    let operates = |x: &Token, far: &Token| (x.is_mark(OPERATORS) || x.has(OP)) && far.is_number();
    let is_given = !given.is_empty() && given.contains(&t.value(doc.text));
    let is_operand = operates(p, pp) || operates(n, nn);
    let known = is_given && (checks || !before.is_some_and(|it| it.is(fact::GIVEN)));
    let computed = before.is_some_and(|it| it.is(fact::OPERAND)) && p.has(IS);
    let is_result = !is_operand && !known && (computed || p.is_mark(EQUALS_SIGN));

    let joins =
        |x: &Token, y: &Token| x.is_mark(INVISIBLE) || x.is_mark(COLON | DOT) && y.is_number();
    let torn = !n.is(flag::GAP)
        && (n.has(ORD) || joins(n, if nn.is(flag::GAP) { &NONE } else { nn }))
        || !t.is(flag::GAP) && (p.is_mark(CARET) || joins(p, pp))
        || is_mixed(doc, p, t)
        || is_mixed(doc, t, n);
    let sign = p.is_mark(HYPHEN | MINUS) && !p.is(flag::FIRST) || p.has(NEG);
    let keyed = p.is_number() && t.is(flag::LAST_SQUARE)
        || p.has(NAME | KEY)
        || n.has(MEASURE) && !given.is_empty() && !is_result
        || p.is_mark(COLON | EQUALS_SIGN) && (-4..-1).any(|step| near(step).has(KEY));

    let mut it = Candidate { sent: t.sent, ..Candidate::new(at, at, None) };
    let keyed = keyed || doc.is_after_quoted_key(&it);
    it.set(fact::GIVEN, is_given);
    it.set(fact::OPERAND, is_operand);
    it.set(fact::RESULT, is_result);
    it.set(fact::TORN, torn);
    it.set(fact::SIGNED, sign && !pp.is_number());
    it.set(fact::KEYED, keyed);
    it.set(fact::LISTED, t.is(flag::LISTED));
    it.set(fact::BOX, t.is(flag::BOX));
    it
}

/// Reports whether a single character separates two consecutive numbers, as in "2 1/2".
fn is_mixed(doc: &Document<'_>, a: &Token, b: &Token) -> bool {
    let between = || doc.text.get(a.end as usize..b.start as usize).unwrap_or_default();
    a.is_number() && b.is_number() && between().chars().take(2).count() == 1
}

/// Adds facts from the words around a number; `continues` if its sentence has an earlier result.
fn add_facts(doc: &Document<'_>, it: &mut Candidate, continues: bool) {
    let lead = doc.token_in_sentence(it.first(), -1, it.sent);
    it.set(fact::ASKED, doc.sentence(it).asked);
    it.set(fact::DENIED, !it.is(fact::RESULT) && doc.is_denied(it));
    let concludes = continues
        && !it.is(fact::OPERAND | fact::GIVEN)
        && (lead.has(IS) || lead.is_mark(COLON))
        && doc.ends_sentence(it);
    it.set(fact::RESULT, concludes || doc.is_named_by(it, RESULT | SO));
    let judged = doc.token_in_sentence(it.last(), 1, it.sent).has(IS) && doc.is_called_good(it);
    it.set(fact::DECLARED, judged || doc.is_named_by(it, ANSWER));
    let is_answer = it.is(fact::RESULT | fact::DECLARED | fact::BOX);
    it.set(fact::RESTATED, it.is(fact::GIVEN) && !is_answer);
    it.set(fact::ASIDE, doc.is_in_aside(it) || doc.is_bracketed(it));
    let led = lead.has(IS | RESULT) || lead.is_mark(COLON | BAR);
    it.set(fact::LED, led || !lead.exists() || doc.ends_sentence(it));
    let stated = it.is(fact::RESULT) && lead.is_mark(COLON);
    it.set(fact::SERVICE, !stated && doc.is_service(it));
}

/// The rules, in order.
pub(super) const RULES: &[NamedRule] = &[
    (Rule::NoneHedge, detect_hedge),
    (Rule::NumberLine, pick_only_of_last_line),
    (Rule::NumberAnswer, pick_declared),
    (Rule::NumberLead, pick_lead),
    (Rule::NoneRefusal, detect_refusal),
    (Rule::NoneUncommitted, detect_broken_off),
    (Rule::NumberOnly, pick_only_value),
    (Rule::NumberResult, pick_last_result),
    (Rule::NumberLast, pick_last_number),
];

const fn is_not_given(it: &Candidate) -> bool {
    !it.is(fact::GIVEN)
}

/// Applies if the reply is several values and no word.
fn detect_hedge(context: &Context<'_>) -> Option<usize> {
    let last =
        context.last_live(is_not_given).filter(|_| !context.doc.tokens.iter().any(Token::is_word));
    let several = || context.last_if_unanimous(is_not_given).is_none();
    last.filter(|_| !context.live_candidates().any(|it| it.is(fact::RESULT)) && several())
}

/// Picks the only number of the last line, if the line has no word.
fn pick_only_of_last_line(context: &Context<'_>) -> Option<usize> {
    let tokens = &context.doc.tokens;
    let line = tokens.last()?.line;
    let on_line = |it: &&Candidate| context.doc.token(it.first()).line == line;
    let (it, before) = context.all.split_last()?;
    let alone = on_line(&it) && before.last().filter(on_line).is_none();
    let worded = tokens.iter().rev().take_while(|t| t.line == line).any(Token::is_word);
    // Even an operand of the question, if it stands there alone.
    let barred = it.is(context.barring & !fact::RESTATED);
    (alone && !worded && !barred).then_some(before.len())
}

/// Picks the last number that is declared or in a box.
fn pick_declared(context: &Context<'_>) -> Option<usize> {
    context.last_live(|it| it.is(fact::DECLARED | fact::BOX))
}

/// Picks the number that begins the reply; after a correction, only if no later sentence has a value.
fn pick_lead(context: &Context<'_>) -> Option<usize> {
    let at = pick_opening_statement(context)?;
    let sent = context.all.get(at).map(|it| it.sent);
    (context.from == 0 || context.last_sentence <= sent).then_some(at)
}

/// Picks the only value.
fn pick_only_value(context: &Context<'_>) -> Option<usize> {
    let is_led = |it: &Candidate| is_not_given(it) && it.is(fact::LED);
    context
        .last_if_unanimous(is_not_given)
        .filter(|_| !context.sum || context.live_candidates().any(is_led))
}

/// Picks the last result of the last sentence with a value.
fn pick_last_result(context: &Context<'_>) -> Option<usize> {
    context.last_live(|it| context.is_last_value(it) && it.is(fact::RESULT))
}

/// Picks the last number of the last sentence with a value; with known operands, one that is
/// introduced as a value.
fn pick_last_number(context: &Context<'_>) -> Option<usize> {
    let doc = context.doc;
    let is_shown = |it: &Candidate| {
        let lead = doc.token_in_sentence(it.first(), -1, it.sent);
        let follows = || context.all.first().is_some_and(|first| first.first() < it.first());
        !context.sum
            || !doc.sentence(it).worded
            || lead.is_mark(COLON | COMMA)
            || lead.has(PICK)
            || lead.has(IS) && follows()
    };
    context.last_live(|it| context.is_last_value(it) && is_not_given(it) && is_shown(it))
}
