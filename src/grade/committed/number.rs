//! Numbers: candidates, their facts, and the rules.

use super::candidate::{Candidate, fact};
use super::facts::{Document, Sentence};
use super::lexicon::*;
use super::mark::*;
use super::rules::{Context, NamedRule, detect_broken_off, detect_refusal, ends_opening_statement};
use super::token::{Token, flag};
use crate::{Decimal, Rule};

/// Finds the numbers of the document; `given` are the operands of the question.
pub(super) fn find_candidates(doc: &Document<'_>, given: &[Decimal<'_>]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for (at, t) in doc.tokens.iter().enumerate().filter(|(_, t)| t.is_number()) {
        let (rest, before) = match &mut all[..] {
            [rest @ .., before] if before.sent == t.sent => (&*rest, Some(before)),
            rest => (&*rest, None),
        };
        let checks = !rest.last().is_some_and(|it| it.is(fact::GIVEN));
        let found = create_candidate(doc, at, t, given, before, checks);
        all.push(found);
    }
    let mut previous = Candidate::default();
    for it in &mut all {
        add_facts(doc, it, &previous);
        previous = *it;
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
    before: Option<&mut Candidate>,
    checks: bool,
) -> Candidate {
    let near = |step: isize| doc.token_in_sentence(at, step, t.sent);
    let [pp, p, n, nn] = [near(-2), near(-1), near(1), near(2)];
    let operates = |x: &Token, far: &Token| (x.is_mark(OPERATORS) || x.has(OP)) && far.is_number();
    let after_equals = p.is_mark(EQUALITY);
    let is_given = !given.is_empty() && given.contains(&t.value(doc.text));
    let is_operand = operates(p, pp) || operates(n, nn);
    let operand = before.as_ref().filter(|it| it.is(fact::OPERAND));
    let follows = operand.is_some() && (after_equals || p.has(IS));
    let is_result = if is_given {
        follows && !checks && operand.is_some_and(|it| it.is(fact::GIVEN))
    } else {
        follows || after_equals || before.is_some() && p.has(EQUALS)
    };

    let joins = |x: &Token| x.is_mark(COMMA | COLON | DOT);
    let continued = joins(n) && nn.is_number() && !nn.is(flag::GAP);
    let continues =
        joins(p) && !p.is(flag::GAP) && (pp.is_number() || p.is_mark(DOT) && pp.exists());
    let torn_after = n.is_mark(INVISIBLE) || n.has(ORD) || continued;
    let torn_before = p.is_mark(INVISIBLE | CARET) || continues;
    let torn = !t.is(flag::AFTER) && !n.is(flag::GAP) && torn_after
        || !t.is(flag::GAP | flag::BEFORE) && torn_before
        || is_mixed(doc, p, t)
        || is_mixed(doc, t, n);
    let sign = p.is_mark(HYPHEN | MINUS | EN_DASH) || p.has(NEG);
    let keyed = t.hashes == 1
        || p.is_number() && t.is(flag::LAST_SQUARE)
        || p.has(NAME | KEY)
        || n.has(MEASURE) && !given.is_empty() && !is_result
        || p.is_mark(COLON | EQUALS_SIGN) && (-4..-1).any(|step| near(step).has(KEY));

    let mut it = Candidate { sent: t.sent, ..Candidate::new(at, at, None) };
    let keyed = keyed || doc.is_after_quoted_key(&it);
    it.set(fact::GIVEN, is_given);
    it.set(fact::OPERAND, is_operand);
    it.set(fact::RESULT, !is_operand && is_result);
    it.set(fact::TORN, torn);
    it.set(fact::SIGNED, sign && !p.is(flag::FIRST) && !pp.is_number());
    it.set(fact::KEYED, keyed);
    it.set(fact::LISTED, t.is(flag::LISTED));
    it.set(fact::BOX, t.is(flag::BOX));
    // "95 = 37 + 58": the result is in front.
    if let Some(before) = before.filter(|_| is_operand && after_equals) {
        before.set(fact::RESULT, !before.is(fact::OPERAND));
    }
    it
}

/// Reports whether a single character separates two consecutive numbers, as in "2 1/2".
fn is_mixed(doc: &Document<'_>, a: &Token, b: &Token) -> bool {
    let between = || doc.text.get(a.end as usize..b.start as usize).unwrap_or_default();
    a.is_number() && b.is_number() && between().chars().take(2).count() == 1
}

/// Adds facts from the words around a number; `previous` is the candidate before it.
fn add_facts(doc: &Document<'_>, it: &mut Candidate, previous: &Candidate) {
    let t = doc.token(it.first());
    let sentence = doc.sentence(it);
    it.set(fact::ASKED, sentence.asked);
    let computed = it.is(fact::RESULT);
    if !computed {
        let result = !it.is(fact::OPERAND) && doc.is_named_by(it, RESULT | SO);
        let joined = !result && previous.is(fact::DENIED) && doc.are_joined(previous, it);
        it.set(fact::DENIED, joined || doc.is_denied(it));
        it.set(fact::RESULT, result);
    }
    it.set(fact::DECLARED, t.hashes >= 4 || doc.is_named_by(it, ANSWER));
    it.set(fact::ASIDE, doc.is_in_aside(it) || doc.is_bracketed(it));
    let lead = doc.token_in_sentence(it.first(), -1, it.sent);
    let led = lead.has(IS | SO | RESULT | ANSWER | PICK) || lead.is_mark(COLON | EQUALS_SIGN | BAR);
    let set_off = !lead.exists() || t.is(flag::BOLD) || doc.ends_sentence(it);
    it.set(fact::LED, led || set_off);
    let stated = computed || it.is(fact::RESULT) && lead.is_mark(COLON | EQUALS_SIGN);
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
    (alone && !worded && context.is_live(it)).then_some(before.len())
}

/// Picks the last number that is declared or in a box.
fn pick_declared(context: &Context<'_>) -> Option<usize> {
    context.last_live(|it| it.is(fact::DECLARED | fact::BOX))
}

/// Picks the number that begins the reply, as a statement of its own.
fn pick_lead(context: &Context<'_>) -> Option<usize> {
    let Context { doc, from, .. } = context;
    let is_skipped = |t: &Token| {
        t.has(GREET | FILL | IS)
            || t.is_mark(COMMA | COLON | EXCLAMATION | DOT | HYPHEN | EQUALS_SIGN)
    };
    let first = from + doc.tokens.iter().skip(*from).position(|t| !is_skipped(t))?;
    let at = context.all.binary_search_by_key(&first, |it| it.first()).ok()?;
    // After a correction, a later conclusion outweighs the leading number.
    let concludes =
        |sent: &&Sentence| *from > 0 && sent.classes & SO != 0 && sent.from as usize > first;
    if context
        .last_sentence
        .and_then(|sent| doc.sentences.get(sent as usize))
        .filter(concludes)
        .is_some()
    {
        return None;
    }
    let it = context.all.get(at).filter(|it| context.is_live(it))?;
    ends_opening_statement(doc.token_in_sentence(first, 1, it.sent), COMMA | COLON).then_some(at)
}

/// Picks the only value.
fn pick_only_value(context: &Context<'_>) -> Option<usize> {
    let is_led = |it: &Candidate| is_not_given(it) && it.is(fact::LED | fact::RESULT);
    context
        .last_if_unanimous(is_not_given)
        .filter(|_| !context.sum || context.live_candidates().any(is_led))
}

/// Picks the last result of the last sentence with a value.
fn pick_last_result(context: &Context<'_>) -> Option<usize> {
    context.last_live(|it| context.is_last_value(it) && it.is(fact::RESULT))
}

/// Picks the last number of that sentence; with known operands, one that is introduced as a value.
fn pick_last_number(context: &Context<'_>) -> Option<usize> {
    let doc = context.doc;
    let is_shown = |it: &Candidate| {
        let sentence = doc.sentence(it);
        let lead = doc.token_in_sentence(it.first(), -1, it.sent);
        let first = context.all.partition_point(|before| before.sent < it.sent);
        let follows = |x: &&Candidate| {
            x.first() < it.first() && (lead.has(IS) || x.is(fact::GIVEN | fact::OPERAND))
        };
        !context.sum
            || !sentence.worded
            || sentence.classes & (SO | RESULT) != 0
            || lead.is_mark(COLON | EQUALS_SIGN)
            || context.all.get(first).filter(follows).is_some()
    };
    context.last_live(|it| context.is_last_value(it) && is_not_given(it) && is_shown(it))
}
