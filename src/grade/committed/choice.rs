//! Options: candidates, their facts, and the rules.

use super::candidate::{Candidate, fact};
use super::facts::Document;
use super::lexicon::*;
use super::mark::*;
use super::options::find_option_texts;
use super::rules::{Context, NamedRule, detect_broken_off, detect_refusal, ends_opening_statement};
use super::token::{self, Token, flag};
use crate::Rule;

/// Finds the labels and texts of options; `keys` are the keys of the texts.
pub(super) fn find_candidates(
    doc: &Document<'_>,
    keys: &[String],
    lexicon: &Lexicon,
) -> Vec<Candidate> {
    let mut texts = find_option_texts(doc, keys, lexicon);
    let mut labels = find_labels(doc, keys.len(), &texts);
    if !texts.is_empty() {
        labels.retain_mut(|label| pair_with_text(doc, label, &mut texts));
    }
    let mut all = merge_labels_and_texts(labels, texts);
    let mut previous = Candidate::default();
    for it in &mut all {
        add_facts(doc, it, keys.len());
        it.set(fact::DENIED, previous.is(fact::DENIED) && doc.are_joined(&previous, it));
        previous = *it;
    }
    mark_echo(doc, &mut all, keys.len());
    all
}

/// Merges labels with the texts that are part of no pair, in order.
fn merge_labels_and_texts(labels: Vec<Candidate>, texts: Vec<Candidate>) -> Vec<Candidate> {
    if texts.is_empty() {
        return labels;
    }
    let mut all = Vec::with_capacity(labels.len() + texts.len());
    let mut labels = labels.into_iter().peekable();
    for text in texts.into_iter().filter(|text| !text.is(fact::PAIR)) {
        while let Some(label) = labels.next_if(|label| label.first() <= text.first()) {
            all.push(label);
        }
        all.push(text);
    }
    all.extend(labels);
    all
}

/// Finds the letters that are labels.
fn find_labels(doc: &Document<'_>, count: usize, texts: &[Candidate]) -> Vec<Candidate> {
    let alone = doc.tokens.iter().filter(|t| t.is_word() || t.is_number()).take(2).count() == 1;
    let mut texts = texts.iter().peekable();
    let mut found = Vec::new();
    for (t, at) in doc.tokens.iter().zip(0..) {
        let Some(letter) = t.as_letter() else { continue };
        let option = letter.to_ascii_uppercase() as u8 - b'A';
        while texts.next_if(|text| text.last() < at).is_some() {}
        let in_text = texts.peek().is_some_and(|it| it.first() <= at && it.last() > it.first());
        let in_box = |at: usize| doc.token(at).is(flag::BOX);
        // `\boxed{E}`, but not `\boxed{E = mc^2}`.
        let boxed = in_box(at) && !in_box(at.wrapping_sub(1)) && !in_box(at + 1);
        let enclosed = t.is(flag::ROUND | flag::SQUARE) && t.is(flag::CLOSED) || boxed;
        let names = usize::from(option) < count || enclosed;
        if names && !in_text && is_label(doc, at, t, alone) {
            let facts = fact::LABEL;
            found.push(Candidate { sent: t.sent, facts, ..Candidate::new(at, at, Some(option)) });
        }
    }
    found
}

/// Marks that join a letter to a word or formula.
const GLUE: u32 = HYPHEN | EN_DASH | DEGREE | CARET | PLUS | TIMES | SLASH | INVISIBLE;

/// Reports whether the letter `t` at token `at` is a label.
fn is_label(doc: &Document<'_>, at: usize, t: &Token, alone: bool) -> bool {
    let near = |step: isize| {
        let token = doc.token(at.wrapping_add_signed(step));
        if token.line == t.line { token } else { &token::NONE }
    };
    let [pp, p, n] = [near(-2), near(-1), near(1)];
    let (open, close) = (t.is(flag::ROUND | flag::SQUARE), t.is(flag::CLOSED));
    let ends = !n.exists() || t.is(flag::STOP);
    let stated = (p.has(IS) || p.is_mark(COLON)) && pp.has(ANSWER | OPTION);
    let called = ends && (p.has(OPTION | ANSWER) || stated);
    let enclosed = close && (open || t.is(flag::FIRST) || ends);
    let begins = at == 0 && t.is(flag::STOP);
    let small = t.first.is_ascii_lowercase() && !alone && !enclosed && !called && !begins;
    let glued = p.is_mark(GLUE) && !t.is(flag::GAP | flag::BEFORE)
        || n.is_mark(GLUE) && !n.is(flag::GAP) && !t.is(flag::AFTER);
    let keyed = !open && !p.has(OPTION | ANSWER) && p.has(NAME | KEY)
        || t.is(flag::QUOTED) && n.is_mark(COLON);
    let counted = p.is_number() && !p.is(flag::STOP) && !open && !t.is(flag::AFTER);
    // "C. Martinez": a capital follows.
    let capital = n.first.is_ascii_uppercase();
    let initial = p.has(PREP) && !p.is(flag::STOP) && t.is(flag::STOP) && capital;
    // The article and the pronoun: a word follows at once.
    let set_off = open || close || t.is(flag::STOP | flag::BOLD);
    let follows = n.is_word() && n.is(flag::GAP) && !n.is(flag::ROUND | flag::SQUARE);
    let goes_on = n.has(IS | WHY | OR | AND | SO | BUT | NOT) || p.has(ANSWER | OPTION);
    let article = matches!(t.first, 'A' | 'I') && follows && !set_off && !goes_on;
    !small && !glued && !keyed && !counted && !initial && !article
}

/// Pairs a label with the text next to it. Returns false if the letter is the initial of a text
/// before it, as in "carbon (C)", and not its label.
fn pair_with_text(doc: &Document<'_>, label: &mut Candidate, texts: &mut [Candidate]) -> bool {
    let (at, t) = (label.first(), doc.token(label.first()));
    let links = |t: &Token| {
        t.has(FILL) || t.is_mark(DASHES | COLON | DOT | COMMA | EQUALS_SIGN | BAR | ARROW)
    };
    let starting = |at: usize| texts.binary_search_by_key(&at, |text| text.first()).ok();
    let mut next = at + 1;
    while next < at + 4 && starting(next).is_none() && links(doc.token(next)) {
        next += 1;
    }
    let after = starting(next);
    let is_own = |index: &usize| texts.get(*index).is_some_and(|text| text.option == label.option);
    let index = if after.as_ref().is_some_and(is_own) {
        after
    } else if t.is(flag::ROUND | flag::SQUARE) {
        let is_free = |index: &usize| texts.get(*index).is_some_and(|text| !text.is(fact::PAIR));
        let before = texts.binary_search_by_key(&(at.wrapping_sub(1)), |text| text.last());
        before.ok().filter(|it| is_free(it) && doc.token_in_sentence(at, -1, t.sent).exists())
    } else {
        let beside = next == at + 2 && doc.token(next).line == t.line;
        after.filter(|_| beside && !t.is(flag::STOP))
    };
    let Some(text) = index.and_then(|index| texts.get_mut(index)) else { return true };
    let (clash, after_text) = (text.option != label.option, text.first() < label.first());
    if clash && after_text && doc.token(text.first()).first.eq_ignore_ascii_case(&t.first) {
        return false;
    }
    text.set(fact::PAIR, true);
    label.set(fact::PAIR, true);
    label.set(fact::CLASH, clash);
    label.set(fact::AFTER_TEXT, after_text);
    label.from = label.from.min(text.from);
    label.to = label.to.max(text.to);
    true
}

/// Adds the facts of a candidate among `count` options.
fn add_facts(doc: &Document<'_>, it: &mut Candidate, count: usize) {
    let t = doc.token(it.first());
    it.sent = t.sent;
    let sentence = doc.sentence(it);
    let near = |at: usize, step: isize| doc.token_in_sentence(at, step, t.sent);
    let numbered = doc.token(it.last() + 1).is_mark(DOT) && !near(it.first(), -1).exists();
    let foreign = it.option.is_some_and(|option| usize::from(option) >= count);
    it.set(fact::BOX, t.is(flag::BOX));
    it.set(fact::ASKED, sentence.asked && !numbered);
    it.set(fact::DENIED, doc.is_denied(it) || near(it.last(), 1).has(IF));
    it.set(fact::DECLARED, doc.is_named_by(it, ANSWER));
    it.set(fact::ASIDE, doc.is_in_aside(it));
    it.set(fact::FOREIGN, foreign);
    it.set(fact::CLASH, foreign && !it.is(fact::DECLARED | fact::BOX));
    it.set(fact::SERVICE, !it.is(fact::PAIR) && doc.is_service(it));
    it.set(fact::KEYED, doc.is_after_quoted_key(it));
    it.set(fact::OWN, is_standalone(doc, it));
    it.set(fact::GOOD, is_called_good(doc, it) || doc.is_named_by(it, GOOD));
}

/// Reports whether a candidate is called good after it: "… is correct".
fn is_called_good(doc: &Document<'_>, it: &Candidate) -> bool {
    let near = |step: isize| doc.token_in_sentence(it.last(), step, it.sent);
    let verdict = doc.distance_to_verdict(it);
    let mut after = (verdict..=5).map(near);
    let last = after.find(|t| t.has(GOOD | ANSWER) || !t.has(FILL | IS | OPTION));
    verdict == 2 && near(2).has(GREET) || last.is_some_and(|t| t.has(GOOD | ANSWER))
}

/// Reports whether a candidate fills its sentence or line, apart from fillers and what is set off
/// after it.
fn is_standalone(doc: &Document<'_>, it: &Candidate) -> bool {
    let near = |at: usize, step: isize| doc.token_in_sentence(at, step, it.sent);
    let mut before = (1..=8).map(|step| near(it.first(), -step)).take_while(|t| t.exists());
    let (last, next) = (doc.token(it.last()), near(it.last(), 1));
    let (label, mark) = (doc.token(it.label()), near(it.label(), 1));
    let marked = mark.is_mark(COLON | COMMA | BAR | DOT | DASHES);
    let set_off = it.is_label() && (label.is(flag::CLOSED) || marked);
    let ends = next.line != last.line || set_off;
    ends && before.all(|t| t.has(FILL | OPTION) || !t.is_word() && !t.is_number())
}

/// Marks runs of all options in order as an echo, and as good the only one of them that is bold or
/// ticked.
fn mark_echo(doc: &Document<'_>, all: &mut [Candidate], count: usize) {
    let mut rest = all;
    while let Some(run) = rest.get(..count).filter(|run| !run.is_empty()) {
        let mut options = (0..).zip(run);
        let is_listed = |it: &Candidate| it.is_label() && !it.is(fact::DECLARED);
        let linked = || run.windows(2).all(|two| matches!(two, [a, b] if doc.are_joined(a, b)));
        let echoes = options.all(|(option, it)| it.option == Some(option))
            && (run.iter().all(|it| it.is(fact::PAIR)) || run.iter().all(is_listed) && linked());
        let step = if echoes { count } else { 1 };
        let Some((run, after)) = rest.split_at_mut_checked(step) else { return };
        let is_marked = |it: &Candidate| {
            it.is(fact::PAIR) && (doc.token(it.first()).is(flag::BOLD) || is_ticked(doc, it))
        };
        let marked = run.iter().filter(|it| echoes && is_marked(it)).count();
        for it in run.iter_mut().filter(|_| echoes) {
            it.set(if marked == 1 && is_marked(it) { fact::GOOD } else { fact::ECHO }, true);
        }
        rest = after;
    }
}

/// Reports whether a tick precedes a candidate, or ends its line within twelve tokens.
fn is_ticked(doc: &Document<'_>, it: &Candidate) -> bool {
    let line = doc.token(it.first()).line;
    let before = doc.token(it.first().wrapping_sub(1));
    let after = doc.tokens.iter().skip(it.last() + 1).take(12);
    let count = after.take_while(|t| t.line == line && !t.is_capital()).count();
    let rest = doc.tokens.get(it.last()..=it.last() + count).unwrap_or_default();
    let mut rest = rest.iter().skip(1).rev().skip_while(|t| t.is_mark(BAR));
    let good = rest.next().is_some_and(|t| t.has(GOOD) && !t.has(FILL));
    let mut denied = || rest.next().unwrap_or(doc.token(it.last())).has(NOT);
    before.line == line && before.has(GOOD) || is_called_good(doc, it) || good && !denied()
}

/// The rules, in order.
pub(super) const RULES: &[NamedRule] = &[
    (Rule::ChoiceAnswer, pick_declared),
    (Rule::ChoiceChosen, pick_chosen),
    (Rule::NoneHedge, detect_hedge),
    (Rule::ChoiceLead, pick_lead),
    (Rule::ChoiceRight, pick_called_good),
    (Rule::NoneRefusal, detect_refusal),
    (Rule::NoneUncommitted, detect_broken_off),
    (Rule::ChoiceLine, pick_own_line),
    (Rule::ChoiceOnly, pick_only_letter),
    (Rule::ChoiceSo, pick_conclusion),
    (Rule::ChoiceText, pick_only_text),
];

/// Picks the last candidate in a box; else the last declared letter; without letters, the last
/// declared text.
fn pick_declared(context: &Context<'_>) -> Option<usize> {
    let declared = |it: &Candidate| it.is(fact::DECLARED);
    context
        .last_live(|it| it.is(fact::BOX))
        .or_else(|| context.last_live(|it| it.is_label() && declared(it)))
        .or_else(|| {
            context
                .last_live(declared)
                .filter(|_| !context.live_candidates().any(Candidate::is_label))
        })
}

/// Picks the last letter after a word of *pick*, else of *but*.
fn pick_chosen(context: &Context<'_>) -> Option<usize> {
    let skipped =
        |t: &Token| t.has(FILL | OPTION | PREP | ANSWER | GOOD) || t.is_mark(COLON | COMMA);
    let is_after = |it: &Candidate, class: u32| {
        let mut before =
            (1..=5).map(|step| context.doc.token_in_sentence(it.first(), -step, it.sent));
        before.find(|t| t.has(class) || !skipped(t)).is_some_and(|t| t.has(class))
    };
    let last_after = |class| context.last_live(|it| it.is_label() && is_after(it, class));
    last_after(PICK).or_else(|| last_after(BUT))
}

/// Applies if the reply is several options and no other word.
fn detect_hedge(context: &Context<'_>) -> Option<usize> {
    let mut candidates = context.all.iter().peekable();
    let mut covered = 0;
    let mut is_covered = |at: usize| {
        while let Some(it) = candidates.next_if(|it| it.first() <= at) {
            covered = covered.max(it.last() + 1);
        }
        at < covered
    };
    let mut tokens = context.doc.tokens.iter().enumerate();
    let several = context.last_if_unanimous(|_| true).is_none();
    (several && tokens.all(|(at, t)| !t.is_word() || is_covered(at))).then_some(0)
}

/// Picks the option that the reply begins with, as a statement of its own.
fn pick_lead(context: &Context<'_>) -> Option<usize> {
    let Context { doc, all, from, .. } = context;
    let is_skipped = |t: &Token| {
        t.has(GREET | FILL | OPTION) || t.is_mark(COMMA | COLON | EXCLAMATION | DOT | HYPHEN)
    };
    let first = all.iter().position(|it| context.is_live(it))?;
    let it = all.get(first)?;
    let skipped = doc.tokens.get(*from..it.first())?.iter().all(is_skipped);
    let alone = doc.token_in_sentence(it.last(), 1, it.sent).line != doc.token(it.first()).line;
    let mark = doc.token_in_sentence(it.label(), 1, it.sent);
    let ends = alone
        || ends_opening_statement(
            doc.token_in_sentence(it.last(), 1, it.sent),
            DOT | COMMA | COLON,
        )
        || it.is_label() && mark.is_mark(DOT | COMMA | COLON | DASHES);
    let follows = |x: &&Candidate| x.is_label() && x.first() > it.first();
    let second = context.live_candidates().find(follows).filter(|x| x.is(fact::OWN));
    let follows = second.is_some_and(|x| x.option == it.option.map(|option| option + 1));
    let list = follows && context.live_candidates().count() > 2 && (it.is(fact::PAIR) || !alone);
    (skipped && ends && !list).then_some(first)
}

/// Picks the last option that is called good.
fn pick_called_good(context: &Context<'_>) -> Option<usize> {
    context.last_live(|it| it.is(fact::GOOD))
}

/// Picks the last option that is a line of its own, if another is not near.
fn pick_own_line(context: &Context<'_>) -> Option<usize> {
    let last = context.last_live(|it| it.is(fact::OWN))?;
    let it = context.all.get(last)?;
    let rivals = |x: &Candidate| x.is(fact::OWN) && x.option != it.option && x.sent + 2 >= it.sent;
    if context.live_candidates().any(rivals) { None } else { Some(last) }
}

/// Picks the only letter, or the last that ends a sentence after *is*, or before it.
fn pick_only_letter(context: &Context<'_>) -> Option<usize> {
    let near = |it: &Candidate, at: usize, step| context.doc.token_in_sentence(at, step, it.sent);
    let concludes = |it: &Candidate| {
        let next = near(it, it.last(), 1);
        near(it, it.first(), -1).has(IS) && !next.exists()
            || next.has(IS) && !near(it, it.last(), 2).exists()
    };
    let last = || context.last_live(|it| it.is_label() && concludes(it));
    context.last_if_unanimous(Candidate::is_label).or_else(last)
}

/// Picks the only option of the last sentence that concludes.
fn pick_conclusion(context: &Context<'_>) -> Option<usize> {
    let so = context.doc.tokens.iter().rposition(|t| t.has(SO))?;
    let sent = context.doc.token(so).sent;
    context.last_if_unanimous(|it| it.first() > so && it.sent == sent)
}

/// Picks the only option that is named by its text, if there is no letter.
fn pick_only_text(context: &Context<'_>) -> Option<usize> {
    let letters = context.live_candidates().any(Candidate::is_label);
    if letters { None } else { context.last_if_unanimous(|_| true) }
}
