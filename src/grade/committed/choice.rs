//! Options: candidates, their facts, and the rules.

use super::candidate::{Candidate, fact};
use super::facts::{Document, NEAR};
use super::lexicon::*;
use super::mark::*;
use super::options::{find_option_texts, option_keys};
use super::rules::{Context, NamedRule, detect_broken_off, detect_refusal, pick_opening_statement};
use super::token::{Kind, Token, flag};
use crate::Rule;

/// Finds the labels and texts of `options`.
pub(super) fn find_candidates(
    doc: &Document<'_>,
    options: &[&str],
    lexicon: &Lexicon,
) -> Vec<Candidate> {
    let count = options.len();
    let keys = option_keys(doc, options, lexicon);
    let mut texts = find_option_texts(doc, &keys, count, lexicon);
    let mut labels = find_labels(doc, count, &texts);
    if !texts.is_empty() {
        labels.retain_mut(|label| pair_with_text(doc, label, &mut texts));
    }
    let mut all = merge_labels_and_texts(labels, texts);
    let mut previous = Candidate::default();
    for it in &mut all {
        add_facts(doc, it, count);
        it.set(fact::DENIED, previous.is(fact::DENIED) && doc.are_joined(&previous, it));
        previous = *it;
    }
    for it in all.iter_mut().rev() {
        it.set(fact::DENIED, previous.is(fact::DENIED) && doc.are_joined(it, &previous));
        previous = *it;
    }
    mark_echo(doc, &mut all, count);
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
        // `\boxed{E}`, but not `\boxed{E = mc^2}`.
        let next = doc.token_in_sentence(at, 1, t.sent);
        let boxed = t.is(flag::BOX) && !next.is(flag::BOX);
        let names = usize::from(option) < count || t.is(flag::ROUND | flag::SQUARE) || boxed;
        if names && !in_text && is_label(doc, at, t, alone) {
            let facts = fact::LABEL;
            found.push(Candidate { sent: t.sent, facts, ..Candidate::new(at, at, Some(option)) });
        }
    }
    found
}

/// Reports whether the letter `t` at token `at` is a label.
fn is_label(doc: &Document<'_>, at: usize, t: &Token, alone: bool) -> bool {
    let near = |step: isize| doc.token_in_sentence(at, step, t.sent);
    let [pp, p, n] = [near(-2), near(-1), near(1)];
    let (open, close) = (t.is(flag::ROUND | flag::SQUARE), t.is(flag::CLOSED));
    let called = !n.exists() && (p.has(OPTION | ANSWER) || pp.has(OPTION | ANSWER));
    let begins = at == 0 && t.is(flag::STOP);
    let small = t.first.is_ascii_lowercase() && !alone && !close && !called && !begins;
    let glue = HYPHEN | DEGREE | PLUS | SLASH;
    let glued = p.is_mark(glue) && !t.is(flag::GAP) || n.is_mark(glue) && !n.is(flag::GAP);
    let keyed = !open && p.has(NAME | KEY) || t.is(flag::QUOTED) && n.is_mark(COLON);
    let counted = p.is_number() && !p.is(flag::AFTER);
    // The article and the pronoun: a word follows at once.
    let set_off = close || t.is(flag::BOLD);
    let follows = n.is_word() && n.is(flag::GAP) && !n.is(flag::ROUND | flag::SQUARE);
    let goes_on = n.has(IS | WHY | OR | AND | NOT) || p.has(ANSWER | OPTION);
    let article = matches!(t.first, 'A' | 'I') && follows && !set_off && !goes_on;
    !small && !glued && !keyed && !counted && !article
}

/// Pairs a label with the text next to it. Returns false if the letter is the initial of the text, as
/// in "carbon (C)", and not its label.
fn pair_with_text(doc: &Document<'_>, label: &mut Candidate, texts: &mut [Candidate]) -> bool {
    let (at, t) = (label.first(), doc.token(label.first()));
    let links = |t: &Token| t.has(FILLER) || t.exists() && t.kind == Kind::Mark;
    let starting = |at: usize| texts.binary_search_by_key(&at, |text| text.first()).ok();
    let mut next = at + 1;
    while next < at + NEAR as usize && starting(next).is_none() && links(doc.token(next)) {
        next += 1;
    }
    let after = starting(next);
    let is_own = |index: &usize| texts.get(*index).is_some_and(|text| text.option == label.option);
    let index = if after.as_ref().is_some_and(is_own) {
        after
    } else if t.is(flag::ROUND | flag::SQUARE) {
        let is_free = |index: &usize| texts.get(*index).is_some_and(|text| !text.is(fact::PAIR));
        let before = texts.binary_search_by_key(&(at.wrapping_sub(1)), |text| text.last());
        before.ok().filter(is_free)
    } else {
        after.filter(|_| next == at + 2)
    };
    let Some(text) = index.and_then(|index| texts.get_mut(index)) else { return true };
    let (clash, after_text) = (text.option != label.option, text.first() < label.first());
    if clash && doc.token(text.first()).first.eq_ignore_ascii_case(&t.first) {
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
    it.set(fact::BOX, t.is(flag::BOX));
    it.set(fact::ASKED, sentence.asked && !numbered);
    it.set(fact::DENIED, doc.is_denied(it) || near(it.last(), 1).has(IF));
    it.set(fact::DECLARED, doc.is_named_by(it, ANSWER));
    it.set(fact::ASIDE, doc.is_in_aside(it));
    it.set(fact::FOREIGN, it.option.is_some_and(|option| usize::from(option) >= count));
    it.set(fact::SERVICE, !it.is(fact::PAIR) && doc.is_service(it));
    it.set(fact::KEYED, doc.is_after_quoted_key(it));
    it.set(fact::OWN, is_standalone(doc, it));
    it.set(fact::GOOD, doc.is_called_good(it) || doc.is_named_by(it, GOOD));
}

/// Reports whether a candidate fills its sentence, apart from fillers and what is set off
/// after it.
fn is_standalone(doc: &Document<'_>, it: &Candidate) -> bool {
    let near = |at: usize, step: isize| doc.token_in_sentence(at, step, it.sent);
    let mut before = (1..=NEAR).map(|step| near(it.first(), -step)).take_while(|t| t.exists());
    let marked = near(it.label(), 1).is_mark(COLON | COMMA | DOT);
    let set_off = it.is_label() && (doc.token(it.label()).is(flag::CLOSED) || marked);
    let ends = !near(it.last(), 1).exists() || set_off;
    ends && before.all(|t| t.has(FILLER) || !t.is_word() && !t.is_number())
}

/// Marks runs of all options in order as an echo, except the only one of them that is bold or ticked.
fn mark_echo(doc: &Document<'_>, all: &mut [Candidate], count: usize) {
    let mut rest = all;
    while let Some(run) = rest.get(..count).filter(|run| !run.is_empty()) {
        let mut options = (0..).zip(run);
        let is_listed = |it: &Candidate| !it.is(fact::DECLARED);
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
            it.set(fact::ECHO, marked != 1 || !is_marked(it));
        }
        rest = after;
    }
}

/// Reports whether a word of *good* precedes a candidate, or ends its line if that is near.
fn is_ticked(doc: &Document<'_>, it: &Candidate) -> bool {
    let line = doc.token(it.first()).line;
    let before = doc.token(it.first().wrapping_sub(1));
    let after = doc.tokens.iter().skip(it.last() + 1).take(NEAR as usize);
    let count = after.take_while(|t| t.line == line).count();
    let rest = doc.tokens.get(it.last()..=it.last() + count).unwrap_or_default();
    let mut rest = rest.iter().skip(1).rev().skip_while(|t| t.is_mark(BAR));
    let good = rest.next().is_some_and(|t| t.has(GOOD));
    before.line == line && before.has(GOOD) || doc.is_called_good(it) || good
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
    (Rule::ChoiceText, pick_last_option),
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
    let skipped = |t: &Token| t.has(FILLER | GOOD) || t.is_mark(COMMA);
    let is_after = |it: &Candidate, class: u32| {
        let mut before =
            (1..=NEAR).map(|step| context.doc.token_in_sentence(it.first(), -step, it.sent));
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

/// Picks the option that the reply begins with, unless it begins a list.
fn pick_lead(context: &Context<'_>) -> Option<usize> {
    let first = pick_opening_statement(context)?;
    let it = context.all.get(first)?;
    let follows = |x: &&Candidate| x.is_label() && x.first() > it.first();
    let second = context.live_candidates().find(follows).filter(|x| x.is(fact::OWN));
    let list = second.is_some_and(|x| x.option == it.option.map(|option| option + 1));
    (!list || context.live_candidates().count() < 3).then_some(first)
}

/// Picks the last option that is called good.
fn pick_called_good(context: &Context<'_>) -> Option<usize> {
    context.last_live(|it| it.is(fact::GOOD))
}

/// Picks the only option that is a statement of its own.
fn pick_own_line(context: &Context<'_>) -> Option<usize> {
    context.last_if_unanimous(|it| it.is(fact::OWN))
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

/// Picks the last option: the only one, or the only one of its sentence or set off in it, if it does
/// not continue a list.
fn pick_last_option(context: &Context<'_>) -> Option<usize> {
    let at = context.last_live(|_| true)?;
    let it = context.all.get(at)?;
    let lead = context.doc.token_in_sentence(it.first(), -1, it.sent);
    let before = at.checked_sub(1).and_then(|before| context.all.get(before)?.option);
    let concludes = lead.is_mark(COLON | DASHES)
        || lead.has(BUT)
        || context.last_if_unanimous(|other| other.sent == it.sent).is_some();
    let continues = before.is_some_and(|before| it.option == Some(before + 1));
    let only = || context.last_if_unanimous(|_| true).is_some();
    (concludes && !continues || only()).then_some(at)
}
