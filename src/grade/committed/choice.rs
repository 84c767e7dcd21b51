//! Choices: labels and texts of options, their facts, and the rules.

use super::facts::{DASHES, Document, has, mark};
use super::lexicon::*;
use super::options::{Text, texts};
use super::token::{self, Kind, Token, flag};
use super::{Candidate, Context, RuleOf, Verdict, broken_off, ends_lead, fact, refused};
use crate::grade::Rule;

/// Finds the labels and texts of options, by the keys of their texts.
pub(super) fn candidates(
    document: &Document<'_>,
    keys: &[String],
    lexicon: &Lexicon,
) -> Vec<Candidate> {
    let mut texts = texts(document, keys, lexicon);
    let labels = labels(document, keys.len(), &texts);
    let pairs: Vec<Candidate> =
        labels.into_iter().map(|label| paired(document, label, &mut texts)).collect();
    let mut all = merged(pairs, texts);
    for it in &mut all {
        it.set(fact::FOREIGN, it.option.is_some_and(|option| usize::from(option) >= keys.len()));
        complete(document, it);
    }
    for at in 1..all.len() {
        if let Some([before, it]) = all.get_mut(at - 1..=at)
            && before.is(fact::DENIED)
            && document.joined(before, it)
        {
            it.facts |= fact::DENIED;
        }
    }
    mark_echo(document, &mut all, keys.len());
    all
}

/// The candidates of labels and the texts that are not used, in order.
fn merged(labels: Vec<Candidate>, texts: Vec<Text>) -> Vec<Candidate> {
    let mut all = Vec::with_capacity(labels.len() + texts.len());
    let mut labels = labels.into_iter().peekable();
    for text in texts.into_iter().filter(|text| !text.used) {
        while let Some(label) = labels.next_if(|label| label.first <= text.first) {
            all.push(label);
        }
        let Text { first, last, option, .. } = text;
        all.push(Candidate { first, last, option: Some(option), ..Candidate::default() });
    }
    all.extend(labels);
    all
}

/// Finds letters that are labels.
fn labels(document: &Document<'_>, count: usize, texts: &[Text]) -> Vec<Candidate> {
    let alone = document.tokens.iter().filter(|t| t.kind != Kind::Mark).take(2).count() == 1;
    let mut texts = texts.iter().peekable();
    let mut found = Vec::new();
    for (at, t) in document.tokens.iter().enumerate() {
        let letter = t.code.to_ascii_uppercase();
        if !t.is_word() || !letter.is_ascii_uppercase() {
            continue;
        }
        let option = letter as u8 - b'A';
        while texts.next_if(|text| (text.last as usize) < at).is_some() {}
        let in_text = texts.peek().is_some_and(|it| it.first as usize <= at && it.last > it.first);
        let enclosed = t.is(flag::ROUND | flag::SQUARE) && t.is(flag::CLOSED) || t.is(flag::BOX);
        let may_label = usize::from(option) < count || enclosed;
        if may_label && !in_text && is_label(document, at, t, alone) {
            let at = at as u32;
            let (label, option) = (Some(at), Some(option));
            found.push(Candidate { first: at, last: at, label, option, ..Candidate::default() });
        }
    }
    found
}

/// Marks that make a word or formula of a letter.
const GLUE: [char; 8] = ['-', '–', '°', '^', '+', '×', '/', '\u{2060}'];

/// Reports whether the letter `t` at `at` is a label.
fn is_label(document: &Document<'_>, at: usize, t: &Token, alone: bool) -> bool {
    let on_line = |at: usize| document.token(at).filter(|it| it.line == t.line);
    let (p, n) = (on_line(at.wrapping_sub(1)), on_line(at + 1));
    let (open, close) = (t.is(flag::ROUND | flag::SQUARE), t.is(flag::CLOSED));
    let ends = n.is_none() || t.is(flag::STOP);
    let called = has(p, OPTION | ANSWER)
        || (has(p, IS) || mark(p, &[':'])) && has(on_line(at.wrapping_sub(2)), ANSWER | OPTION);
    let enclosed = close && (open || t.is(flag::FIRST) || ends);
    if t.code.is_ascii_lowercase() && !alone && !enclosed && !(ends && called) {
        return false;
    }
    if mark(p, &GLUE) && !t.is(flag::GAP | flag::BEFORE)
        || n.is_some_and(|n| n.is_mark(&GLUE) && !n.is(flag::GAP)) && !t.is(flag::AFTER)
    {
        return false;
    }
    if !open && !has(p, OPTION | ANSWER) && has(p, NAME | KEY) || document.after_quoted_key(at) {
        return false;
    }
    if t.is(flag::QUOTED) && mark(n, &[':']) {
        return false;
    }
    let counted = |p: &Token| p.is_number() && !p.is(flag::STOP);
    if !open && !t.is(flag::AFTER) && p.is_some_and(counted) {
        return false;
    }
    // The article and the pronoun: a word follows at once.
    let follows = |n: &Token| n.is_word() && n.is(flag::GAP) && !n.is(flag::ROUND | flag::SQUARE);
    let free = !open && !close && !t.is(flag::STOP | flag::BOLD);
    if !free || !n.is_some_and(follows) || !matches!(t.code, 'A' | 'I') {
        return true;
    }
    has(n, IS | WHY | OR | AND | SO | BUT | NOT)
}

/// Makes one candidate of a label and the text beside it.
fn paired(document: &Document<'_>, label: Candidate, texts: &mut [Text]) -> Candidate {
    let at = label.first();
    let Some(t) = document.token(at) else { return label };
    let links = |t: &Token| {
        t.has(FILL)
            || t.is_mark(&[':', '.', ',', '=', '|', '→', token::ARROW])
            || t.is_mark(&DASHES)
    };
    let starting = |at: usize| texts.binary_search_by_key(&at, |text| text.first as usize).ok();
    let mut next = at + 1;
    while next < at + 4 && starting(next).is_none() && document.token(next).is_some_and(links) {
        next += 1;
    }
    let after = starting(next);
    let option = |index: usize| texts.get(index).map(|text| text.option);
    let before = at.checked_sub(1).and_then(|last| {
        let index = texts.binary_search_by_key(&last, |text| text.last as usize).ok()?;
        let is_free = !texts.get(index)?.used;
        (is_free && document.within(last, t.sent).is_some()).then_some(index)
    });
    let index = if after.is_some() && after.and_then(option) == label.option {
        after
    } else if t.is(flag::ROUND | flag::SQUARE) {
        before
    } else {
        let beside = document.token(next).is_some_and(|it| it.line == t.line);
        after.filter(|_| next == at + 2 && beside && !t.is(flag::STOP))
    };
    let Some(text) = index.and_then(|index| texts.get_mut(index)) else { return label };
    text.used = true;
    let mut it =
        Candidate { first: label.first.min(text.first), last: label.last.max(text.last), ..label };
    it.set(fact::PAIR, true);
    it.set(fact::CLASH, Some(text.option) != label.option);
    it
}

/// Adds the facts of a candidate.
fn complete(document: &Document<'_>, it: &mut Candidate) {
    let Some(t) = document.token(it.first()) else { return };
    it.sent = t.sent;
    let sentence = document.sentence(t.sent);
    let begins = document.within(it.first().wrapping_sub(1), t.sent).is_none();
    let numbered = begins && mark(document.token(it.last() + 1), &['.']);
    let next = document.within(it.last() + 1, it.sent);
    let denied = document.denied(it) || has(next, IF);
    it.set(fact::BOX, t.is(flag::BOX));
    it.set(fact::ASKED, sentence.asked && !numbered);
    it.set(fact::DENIED, denied);
    it.set(fact::DECLARED, document.named(it, ANSWER));
    it.set(fact::CLASH, it.is(fact::FOREIGN) && !it.is(fact::DECLARED | fact::BOX));
    it.set(fact::SERVICE, sentence.classes & SERVICE != 0);
    it.set(fact::OWN, is_own(document, it));
    it.set(fact::GOOD, is_good(document, it));
}

/// Reports whether a candidate is called good: *… is correct* after it, *the correct … is* before it.
fn is_good(document: &Document<'_>, it: &Candidate) -> bool {
    let mut at = it.last() + 1;
    while at < it.last() + 5
        && !has(document.token(at), GOOD)
        && has(document.within(at, it.sent), FILL | IS | OPTION)
    {
        at += 1;
    }
    has(document.within(at, it.sent), GOOD) || document.named(it, GOOD)
}

/// Reports whether a candidate is all of its sentence or line, but for fillers and what is set off
/// after it.
fn is_own(document: &Document<'_>, it: &Candidate) -> bool {
    let before = (1..=8).map_while(|step| document.within(it.first().wrapping_sub(step), it.sent));
    let mut words = before.filter(|t| t.kind != Kind::Mark);
    if words.any(|t| !t.has(FILL | OPTION)) {
        return false;
    }
    let Some(next) = document.within(it.last() + 1, it.sent) else { return true };
    if document.token(it.last()).is_none_or(|last| next.line != last.line) {
        return true;
    }
    let label = it.label.and_then(|label| document.token(label as usize));
    label.is_some_and(|label| {
        label.is(flag::CLOSED) || next.is_mark(&[':', ',', '|', '.']) || next.is_mark(&DASHES)
    })
}

/// Marks runs of all options in order as an echo, and one of them that alone is bold or ticked.
fn mark_echo(document: &Document<'_>, all: &mut [Candidate], count: usize) {
    let mut rest = all;
    while rest.len() >= count && count > 0 {
        let (run, _) = rest.split_at(count);
        let mut options = (0..).zip(run);
        let echoes = options.all(|(option, it)| it.option == Some(option) && it.is(fact::PAIR));
        let step = if echoes { count } else { 1 };
        let Some((run, after)) = rest.split_at_mut_checked(step) else { return };
        if echoes {
            let is_bold =
                |it: &Candidate| document.token(it.first()).is_some_and(|t| t.is(flag::BOLD));
            let is_marked = |it: &Candidate| is_bold(it) || is_ticked(document, it);
            let marked = run.iter().filter(|it| is_marked(it)).count();
            for it in run {
                let stands_out = marked == 1 && is_marked(it);
                it.set(if stands_out { fact::GOOD } else { fact::ECHO }, true);
            }
        }
        rest = after;
    }
}

/// How many tokens after a candidate a tick may end its line.
const LONGEST_REST: usize = 12;

/// Reports whether a tick is before a candidate, or at the end of its line.
fn is_ticked(document: &Document<'_>, it: &Candidate) -> bool {
    let Some(line) = document.token(it.first()).map(|t| t.line) else { return false };
    let on_line = |at: usize| document.token(at).filter(|t| t.line == line);
    if has(on_line(it.first().wrapping_sub(1)), GOOD) {
        return true;
    }
    let mut at = it.last();
    while at < it.last() + LONGEST_REST && on_line(at + 1).is_some_and(|t| !t.is_letter()) {
        at += 1;
    }
    while at > it.last() && mark(document.token(at), &['|']) {
        at -= 1;
    }
    let good = document.token(at).is_some_and(|t| t.has(GOOD) && !t.has(FILL));
    at > it.last() && good && !has(document.token(at - 1), NOT)
}

/// The rules, in order.
pub(super) const RULES: &[RuleOf] = &[
    (Rule::ChoiceAnswer, answer),
    (Rule::ChoiceChosen, chosen),
    (Rule::NoneHedge, hedge),
    (Rule::ChoiceLead, lead),
    (Rule::ChoiceRight, right),
    (Rule::NoneRefusal, refused),
    (Rule::NoneUncommitted, broken_off),
    (Rule::ChoiceLine, line),
    (Rule::ChoiceOnly, only),
    (Rule::ChoiceSo, so),
    (Rule::ChoiceText, text),
];

/// Picks the last candidate in a box, or else the last letter, or without letters the last text, that
/// is declared.
fn answer(context: &Context<'_>) -> Verdict {
    let letters = context.live().any(Candidate::is_label);
    let declared = |it: &Candidate| it.is(fact::DECLARED) && (it.is_label() || !letters);
    context.last_live(|it| it.is(fact::BOX)).or_else(|| context.last_live(declared)).map(Ok)
}

/// Picks the last letter after a word of *pick* or *but*.
fn chosen(context: &Context<'_>) -> Verdict {
    let document = context.document;
    let is_skipped =
        |t: &Token| t.has(FILL | OPTION | PREP | ANSWER | GOOD) || t.is_mark(&[':', ',']);
    let is_chosen = |it: &Candidate| {
        let before =
            (1..=5).map_while(|step| document.within(it.first().wrapping_sub(step), it.sent));
        let mut pick = before.skip_while(|t| is_skipped(t) && !t.has(PICK | BUT));
        pick.next().is_some_and(|t| t.has(PICK | BUT))
    };
    context.last_live(|it| it.is_label() && is_chosen(it)).map(Ok)
}

/// Applies if the reply is several options and no other word.
fn hedge(context: &Context<'_>) -> Verdict {
    context.single(|_| true).is_none().then_some(())?;
    let mut candidates = context.all.iter().peekable();
    let mut covered = 0;
    let is_covered = |at: usize| {
        while let Some(it) = candidates.next_if(|it| it.first() <= at) {
            covered = covered.max(it.last() + 1);
        }
        at < covered
    };
    let mut tokens = context.document.tokens.iter().enumerate();
    let mut is_covered = is_covered;
    tokens.all(|(at, t)| !t.is_word() || is_covered(at)).then_some(Err(Rule::NoneHedge))
}

/// Picks the option that the reply begins with, as a statement of its own.
fn lead(context: &Context<'_>) -> Verdict {
    let document = context.document;
    let is_skipped =
        |t: &Token| t.has(GREET | FILL | OPTION) || t.is_mark(&[',', ':', '!', '.', '-']);
    let first = context.all.iter().position(|it| it.is_live())?;
    let it = context.all.get(first)?;
    let tokens = document.tokens.get(context.from..it.first())?;
    tokens.iter().all(is_skipped).then_some(())?;
    let line = document.token(it.first())?.line;
    let next = document.within(it.last() + 1, it.sent).filter(|next| next.line == line);
    let begins = |x: &Candidate| document.within(x.first().wrapping_sub(1), x.sent).is_none();
    let is_second =
        |x: &Candidate| x.is_label() && x.option == it.option.map(|option| option + 1) && begins(x);
    let list = context.live().take(3).count() > 2 && context.live().any(is_second);
    (ends_lead(next, &['.', ',', ':']) && !list).then_some(Ok(first))
}

/// Picks the last option that is called good.
fn right(context: &Context<'_>) -> Verdict {
    context.last_live(|it| it.is(fact::GOOD)).map(Ok)
}

/// Picks the last option that is a line of its own, if another is not near.
fn line(context: &Context<'_>) -> Verdict {
    let last = context.last_live(|it| it.is(fact::OWN))?;
    let it = context.all.get(last)?;
    let rival =
        context.last_live(|x| x.is(fact::OWN) && x.option != it.option && x.sent + 2 >= it.sent);
    rival.is_none().then_some(Ok(last))
}

/// Picks the only letter, or the last between *is* and the end of a sentence.
fn only(context: &Context<'_>) -> Verdict {
    let within = |at: usize, it: &Candidate| context.document.within(at, it.sent);
    let concludes = |it: &Candidate| {
        has(within(it.first().wrapping_sub(1), it), IS) && within(it.last() + 1, it).is_none()
    };
    let last = || context.last_live(|it| it.is_label() && concludes(it));
    context.single(Candidate::is_label).or_else(last).map(Ok)
}

/// Picks the only option of the last sentence that concludes.
fn so(context: &Context<'_>) -> Verdict {
    let tokens = &context.document.tokens;
    let so = tokens.iter().rposition(|t| t.has(SO))?;
    let sent = tokens.get(so)?.sent;
    context.single(|it| it.first() > so && it.sent == sent).map(Ok)
}

/// Picks the only option that is named by its text, if there is no letter.
fn text(context: &Context<'_>) -> Verdict {
    let letters = context.live().any(Candidate::is_label);
    if letters { None } else { context.single(|_| true).map(Ok) }
}
