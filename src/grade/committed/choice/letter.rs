//! A letter, and what it is to the reply: a label, one of a list, denied, or the answer.

use super::label::{self, Around};
use super::series::{self, Series};
use super::state::{Event, Near, Pick, Row};
use super::{Reader, other, remark, several, small};
use crate::grade::Rule;
use crate::grade::committed::lex::{Lexer, Token};
use crate::grade::committed::options::Options;
use crate::grade::text::{ends_with_any, starts_with_any};

/// Marks that may stand right behind a letter that a reply begins with.
pub(super) const BEHIND_LEAD: [char; 13] =
    ['<', '\n', '\r', '\t', ',', '*', '"', '\'', ';', '`', '!', '—', '–'];

/// What says, in a script without spaces, that such a letter is what is meant.
pub(super) const BEHIND_IN_RUNS: [&str; 9] =
    ["です", "だ", "を選", "选项", "選項", "吧", "입니다", "이다", "예요"];

/// What may follow such a letter behind a space.
const AFTER_LEAD: [&str; 32] = [
    "due to",
    "thanks to",
    "(",
    "-",
    "–",
    "—",
    "because",
    "since",
    "as ",
    "is the ",
    "is what ",
    "rather than",
    "for sure",
    "for me",
    "to me",
    "instead",
    "of course",
    "only",
    "it is",
    "I ",
    "i think",
    "alone",
    "matches",
    "works",
    "without a",
    "wins",
    "obv",
    "definitely",
    "probably",
    "imo",
    "tbh",
    "all the way",
];

/// The same, of what others choose.
const OF_OTHERS: [&str; 4] = ["is what many ", "is what most ", "is what people ", "is what some "];

/// What says of such a letter that something is true of it too.
const ALSO: [&str; 5] = [" would also ", " could also ", " may also ", " might also ", " also "];

/// For each byte, whether one of [`AFTER_LEAD`] begins with it.
const BEGINS_AFTER_LEAD: [bool; 256] = {
    let (mut begins, mut at) = ([false; 256], 0);
    while at < AFTER_LEAD.len() {
        begins[AFTER_LEAD[at].as_bytes()[0] as usize] = true;
        at += 1;
    }
    begins
};

/// Whether one of [`AFTER_LEAD`] follows.
pub(super) fn leads_on(after: &str) -> bool {
    let Some(after) = after.strip_prefix(' ') else { return false };
    after.as_bytes().first().is_some_and(|first| BEGINS_AFTER_LEAD[usize::from(*first)])
        && starts_with_any(after, &AFTER_LEAD)
        && !starts_with_any(after, &OF_OTHERS)
}

/// Whether a letter before `after` has its text behind it in brackets, and a verb behind that.
fn is_subject(after: &str) -> bool {
    const FARTHEST: usize = 80;
    let text = after.strip_prefix(" (").unwrap_or_default();
    let end = text.bytes().take(FARTHEST).position(|byte| byte == b')');
    end.is_some_and(|end| {
        let behind = &text[end + 1..];
        let word = behind.strip_prefix(' ').unwrap_or_default();
        word.starts_with(|c: char| c.is_ascii_lowercase()) && !leads_on(behind)
    })
}

/// Marks between a letter and the text of its option.
const TITLE: [char; 13] = ['*', ' ', '-', '–', '—', '(', ':', '.', ')', '|', '#', '/', '='];

/// What stands before the letter of a list of boxes: one that is ticked, or not. An agent that works
/// in steps ticks one by its last: "Finish[B]".
const TICKED: [&str; 6] = ["[x] ", "[X] ", "(x) ", "(X) ", "Finish[", "finish["];
const EMPTY: [&str; 2] = ["[ ] ", "( ) "];

/// Whether a dash stands between a letter before `after` and what follows.
fn is_dashed(after: &str) -> bool {
    starts_with_any(after, &[" - ", " – ", " — "])
}

/// A letter, and what stands around it.
pub(super) struct Standing<'a> {
    pub(super) token: Token,
    /// The place of the letter, from 0.
    pub(super) letter: u8,
    pub(super) capital: bool,
    /// It is the first of its line.
    pub(super) line_start: bool,
    pub(super) before: &'a str,
    pub(super) after: &'a str,
    /// What stands behind it and the marks that close it.
    pub(super) ends: &'a str,
    pub(super) bracketed: bool,
    /// It stands in a cell of a table.
    pub(super) cell: bool,
    /// It is all that its line has.
    pub(super) alone: bool,
    /// Marks set it apart: brackets, a bracket or a stop behind it, a cell, a line.
    pub(super) delimited: bool,
    pub(super) near: Near,
    /// A word that is no cue stands before it.
    pub(super) begun: bool,
    /// What stands before says that it is the answer.
    pub(super) cued: bool,
}

impl<'a> Standing<'a> {
    /// What stands behind the text of the letter's option, where that follows as its title: "B –
    /// Carbon dioxide", "B (carbon dioxide)".
    pub(super) fn titled(&self, options: &Options<'_>) -> Option<&'a str> {
        let text = self.after.trim_start_matches(TITLE);
        // To look options up takes longer.
        let parted = Some(text).filter(|text| text.len() < self.after.len())?;
        let (_, length) = options.at(parted).filter(|(option, _)| *option == self.letter)?;
        Some(&text[length..])
    }

    pub(super) fn pick(&self, rule: Rule) -> Pick {
        Pick { letter: self.letter, span: self.token.span(), rule }
    }
}

impl<'a> Reader<'a, '_> {
    /// Whether what stands before says of what follows that it is the answer.
    pub(super) fn is_cued(&self) -> bool {
        let Self { near, sentence, .. } = self;
        near.tag
            || near.commit
            || sentence.answer && near.is
            || near.is && sentence.right && !sentence.wrong && !sentence.not
            // "So the option that is no part of it is A) intent."
            || near.is && sentence.choice && sentence.so && !sentence.wrong
            || near.choice && (near.is || sentence.right || sentence.commits && !near.not)
    }

    /// Whether a letter before `after` is what a sentence is about: "Explanation: Option A is a product."
    fn begins_sentence(&self, after: &str) -> bool {
        let Self { near, sentence, .. } = self;
        let chosen = near.tag || near.commit || sentence.answer || sentence.right;
        near.choice && !(chosen || sentence.commits) && remark::verb_follows(after)
    }

    /// Whether a letter behind `before` is one of several that are not called the answer: "so options B".
    fn is_of_several(&self, before: &str) -> bool {
        let near = &self.near;
        near.choice && !(near.is || near.commit) && several::is_plural(before)
    }

    pub(super) fn letter(&mut self, token: Token, letter: u8, capital: bool, line_start: bool) {
        let (before, after) = (&self.lexer.text[..token.start], self.lexer.rest());
        if other::is_tag(before, capital, after)
            || letter == 0 && capital && self.passes_echo(token.start)
        {
            return;
        }
        if let Some(series) = series::begun_by(letter, after).filter(|_| capital) {
            return self.series(&series);
        }
        let at = self.standing(token, letter, capital, line_start);
        if let Some(length) = label::range(at.after).filter(|_| capital) {
            self.lexer.at = token.end + length;
            self.any = true;
            self.near = Near::default();
            return;
        }
        // `A: B` marks an answer, as `Q:` marks a question.
        if (line_start || self.fresh) && letter == 0 && self.is_mark(at.after) {
            self.sentence.answer = true;
            return;
        }
        self.row.words += u32::from(!line_start);
        if !self.is_label(&at) {
            // The article "a" is a filler.
            if capital || letter > 0 {
                self.near = Near { word: true, ..Near::default() };
                self.begun = true;
            }
            return;
        }
        let group = label::group(self.lexer, token, letter, capital);
        self.lexer.at = self.lexer.at.max(group.end);
        // "The planet labelled E", "the notes C and G", "the distance D.": they name other things.
        let beyond = group.set >> self.options.count() != 0;
        let own = at.bracketed || at.line_start && at.delimited;
        if beyond && at.begun && !(at.cued || own) {
            self.near = Near { word: true, ..Near::default() };
            return;
        }
        self.any = true;
        self.labelled_at = token.start;
        self.begun = true;
        // "B. C would be right for power."
        let other =
            at.after.starts_with(" would") && self.lead.is_some_and(|lead| lead.letter != letter);
        let told = self.own_text_end(&at).filter(|_| group.set == 1 << letter);
        // "Choice (D), oxygen, is wrong." "Of these, (D) oxygen is the best answer."
        let behind = told.filter(|_| at.near.choice || at.bracketed).map_or(self.lexer.at, |end| {
            let rest = self.lexer.text[end..].trim_start_matches([',', '"', '”']);
            self.lexer.text.len() - rest.len()
        });
        // "A) no B) yes": the word denies no other; but it may be an option, "A. Yes. B. No.".
        let yes = label::says_yes(self.lexer.rest());
        let option = yes.and_then(|_| at.titled(&self.options));
        let behind = option.map_or(behind, |rest| self.lexer.text.len() - rest.len());
        let said = || label::verdict(Lexer { at: behind, ..self.lexer });
        let (verdict, named) = if other { (None, false) } else { said() };
        // "A. No. B. Yes. C. No.", but not "The answer is B. No other gas burns."
        let within = !(line_start || at.cued || other) && option.is_none();
        let verdict = verdict.or(yes.filter(|_| within).map(|(yes, _)| yes));
        if let Some(rest) = option.or(yes.map(|(_, rest)| rest)) {
            self.lexer.at = self.lexer.text.len() - rest.len();
        }
        // "(B) Circuit A": the letter of the text is none that is chosen.
        if let Some(end) = told.filter(|end| label::ends_in_letter(&self.lexer.text[..*end])) {
            self.lexer.at = end;
        }
        let several = group.set.count_ones() > 1;
        // "All but B are wrong."
        let exception = !several && remark::is_exception(at.before);
        let denied = !exception && self.is_ruled_out(&at, verdict);
        self.near = Near::default();
        self.begin_row(&at, verdict);
        if let (true, Some((yes, _)), None) = (line_start, yes, option) {
            self.row.right |= yes;
            self.row.wrong |= !yes;
        }
        // "(A) because …": who gives a reason lists nothing.
        let reason = starts_with_any(at.ends, &[" because", " since", " as "]);
        // "A - Oxygen".
        let title = || is_dashed(at.after) || at.titled(&self.options).is_some();
        let item = at.delimited || at.line_start && title();
        if !denied && !several && item && !reason {
            let style = (at.bracketed, capital, at.after.chars().next().filter(|_| !at.alone));
            if self.list_item(letter, token.start, style) && verdict.is_none() && !at.cued {
                return;
            }
        }
        if !several && !at.cued {
            self.judge(at.pick(Rule::ChoiceOnly), verdict);
        }
        if exception {
            self.labels |= group.set;
            self.concluded = Some(Event::One(at.pick(Rule::ChoiceAnswer)));
        } else if denied {
            self.row.wrong |= verdict == Some(false);
            self.sentence.declared = false;
            // "I would eliminate A, C and D."
            if several {
                self.wrong |= group.set;
                self.wrong_last = Some(at.pick(Rule::ChoiceOnly));
            }
        } else if several {
            self.several(group.set, verdict, at.cued && !remark::leaves_open(at.before));
        } else if at.cued && self.is_one_of_several(&at) {
            // "The answer is either A (Sublimation) or C (Deposition)."
            self.labels |= group.set;
            self.declare(Event::Hedge);
        } else {
            self.one(&at, verdict, named);
        }
    }

    /// Whether another letter is named with it, each with its text or what it is for.
    fn is_one_of_several(&self, at: &Standing<'_>) -> bool {
        at.titled(&self.options).is_some_and(several::joins_label) || several::is_for_each(at.after)
    }

    /// The same letter over and over is said once; others name none of theirs.
    fn series(&mut self, series: &Series) {
        self.lexer.at += if series.set.is_power_of_two() { series.last } else { series.end };
        if !series.set.is_power_of_two() {
            let cued = self.is_cued();
            (self.any, self.begun, self.near) = (true, true, Near::default());
            self.several(series.set, None, cued);
        }
    }

    fn standing(&self, token: Token, letter: u8, capital: bool, line_start: bool) -> Standing<'a> {
        let text = self.lexer.text;
        let (before, after) = (&text[..token.start], &text[token.end..]);
        let bracketed = before.ends_with(['(', '[', '{', '（', '【'])
            && after.starts_with([')', ']', '}', '）', '】']);
        let mut behind_bold = after;
        while let Some(rest) = behind_bold.strip_prefix("**") {
            behind_bold = rest;
        }
        let closed = behind_bold
            .strip_prefix([')', '.', ':', ']'])
            .is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
            || after.starts_with(['）', '：', '、', '．', '］']);
        let cell = before.trim_end().ends_with('|')
            && after.trim_start_matches(['*', ')', ' ']).starts_with('|');
        let ends = after.trim_start_matches(['*', '_', '"', '\'', '`', ')', ']', '}', '$', '\\']);
        let alone = line_start && (ends.is_empty() || ends.starts_with('\n'));
        Standing {
            token,
            letter,
            capital,
            line_start,
            before,
            after,
            ends,
            bracketed,
            cell,
            alone,
            delimited: bracketed || closed || cell || alone,
            near: self.near,
            begun: self.begun,
            cued: self.is_cued() && !self.begins_sentence(after) && !self.is_of_several(before)
                || ends_with_any(before, &TICKED),
        }
    }

    /// Whether the letter stands for an option, and is no article, unit or variable.
    fn is_label(&self, at: &Standing<'_>) -> bool {
        let Standing { letter, before, after, near, cued, .. } = *at;
        if at.bracketed {
            // "400(c) = 3200", "f(c)".
            let factor = before.strip_suffix('(').unwrap_or_default();
            let number = !at.capital && factor.ends_with(|c: char| c.is_ascii_digit());
            // "E_{C}".
            // "$\\mathrm{A}$ is the area."
            let named = before.ends_with("\\mathrm{") && !(cued || at.ends.is_empty());
            if named || other::is_in_formula(before) {
                return false;
            }
            let function = !factor.ends_with(char::is_whitespace) && label::ends_in_letter(factor);
            return !(number || function);
        }
        // "D major" begins with no label, where that is an option.
        let text = self.options.at(&self.lexer.text[at.token.start..]);
        if text.is_some_and(|(_, length)| length > 1) {
            return false;
        }
        if at.capital {
            let options = &self.options;
            let around = Around { lexer: self.lexer, options, before, after, near, cued };
            return !around.is_other(letter);
        }
        let reason = || small::has_reason(after);
        (cued && near.is || near.choice)
            && !label::is_article(letter, after)
            && !(letter == 0 && small::is_cut_article(before, after))
            || letter > 0 && (near.commit && !after.starts_with(' ') || !at.begun && reason())
            || !at.begun && after.starts_with(" is ") && label::verdict(self.lexer).0 == Some(true)
            || at.line_start && after.starts_with(')')
            // "c. Plants take it in.", but "c. 1500".
            || letter > 0 && !at.begun && at.line_start && small::is_ended(after)
    }

    /// Where the text of the letter's option ends, where that follows a letter that is called the answer
    /// or a choice: "choice (D), oxygen,", "the answer is (B) Circuit A".
    fn own_text_end(&self, at: &Standing<'_>) -> Option<usize> {
        const BETWEEN: [char; 10] = [')', ' ', ',', ':', '*', '-', '–', '"', '“', ']'];
        let text = at.after.trim_start_matches(BETWEEN);
        let follows = (at.cued || at.near.choice || at.bracketed) && text.len() < at.after.len();
        let text = Some(text).filter(|_| follows)?;
        let (_, length) = self.options.at(text).filter(|(own, _)| *own == at.letter)?;
        Some(self.lexer.text.len() - text.len() + length)
    }

    /// Whether the letter is called wrong, or names something else.
    fn is_ruled_out(&self, at: &Standing<'_>, verdict: Option<bool>) -> bool {
        at.near.not
            || self.sentence.conceded && verdict == Some(true)
            || ends_with_any(at.before, &EMPTY)
            || verdict == Some(false)
            || at.line_start && self.row.wrong && self.row.label.is_none()
            || at.near.named && !at.cued
            || at.near.grade
    }

    /// Tells what the letter is to its line.
    fn begin_row(&mut self, at: &Standing<'_>, verdict: Option<bool>) {
        if !at.line_start {
            self.row.others |= self.row.label.is_some_and(|(row, _)| row != at.letter);
            return;
        }
        let labels = self.row.label.is_none()
            && (at.delimited
                || at.letter > 0 && at.capital && at.after.starts_with(' ')
                || verdict.is_some()
                || is_dashed(at.after)
                || at.titled(&self.options).is_some());
        if labels {
            self.row = Row {
                label: Some((at.letter, at.token.span())),
                bold: at.before.ends_with("**") || at.before.ends_with("**("),
                start: self.row.start,
                // "✅ C", "❌ A".
                // "C is my answer. It would be wrong to …"
                right: self.row.right || verdict == Some(true),
                wrong: self.row.wrong,
                ..Row::default()
            };
        }
    }

    /// Keeps which letters are called right, and which wrong.
    pub(super) fn judge(&mut self, pick: Pick, verdict: Option<bool>) {
        match verdict {
            Some(true) => self.right |= 1 << pick.letter,
            Some(false) => {
                self.wrong |= 1 << pick.letter;
                self.wrong_last = Some(pick);
            }
            None => {}
        }
    }

    /// One letter, of which `verdict` is said.
    fn one(&mut self, at: &Standing<'_>, verdict: Option<bool>, named: bool) {
        // "(C) it is."
        let it_is = at
            .ends
            .strip_prefix(" it is")
            .is_some_and(|after| !after.starts_with(|c: char| c == ' ' || c.is_alphanumeric()));
        let right = verdict == Some(true) && !remark::is_of_others(at.before);
        let declares = at.cued || it_is || right && (named || !self.sentence.wrong);
        // "I'd pick A, but B is correct."
        // "B is true, but A is better."
        let better = [" is better", " is best", " is the better", " is the best"];
        let stronger =
            right && (self.sentence.weak || self.judged && starts_with_any(at.ends, &better));
        // "It's either A or B, and I lean towards B."
        let settles = at.near.commit && self.declared == Some(Event::Hedge);
        if declares && (at.near.tag || !self.sentence.declared || stronger || settles) {
            // "The answer is B, or maybe the answer is C."
            let one = Event::One(at.pick(Rule::ChoiceAnswer));
            let again = self.declared.is_some_and(|said| said.is_other(at.letter));
            let several = again && several::is_alternative(at.before);
            self.declare(if several { Event::Hedge } else { one });
            self.sentence.weak = at.near.commit && verdict.is_none();
            // "if you used 10 you'd get 40, which is option B".
            let aside = ends_with_any(at.before, &["which is option ", "i.e. option "]);
            self.judged |= aside || !at.cued && !named;
        }
        if !at.begun && (at.near.choice || self.lead.is_none()) && self.leads(at) {
            self.lead = Some(at.pick(Rule::ChoiceLead));
        }
        // "(B) would also raise it": it comes beside another.
        if starts_with_any(at.ends, &ALSO) {
            return;
        }
        self.labels |= 1 << at.letter;
        self.conceded |= u32::from(self.sentence.conceded) << at.letter;
        self.conclude(at);
    }

    /// Whether a letter that a reply begins with is a statement of its own.
    fn leads(&self, at: &Standing<'_>) -> bool {
        let after = at.after;
        // "Option A is the heart." "Choice C (oxygen) burns."
        let subject = at.near.choice && (after.starts_with(" is") || is_subject(after));
        let own = |(option, _): (u8, usize)| option == at.letter;
        // "B for carbon dioxide."
        let stands_for = || {
            let text = after.strip_prefix(" for ")?;
            self.options.at(text).filter(|(_, end)| matches!(&text[*end..], "" | "."))
        };
        let row = at.bracketed && several::is_first_of_row(at.after.get(1..).unwrap_or_default());
        !(subject || row)
            && (at.delimited && !self.is_one_of_several(at)
                || after.is_empty()
                || after.starts_with(BEHIND_LEAD)
                || BEHIND_IN_RUNS.iter().any(|run| after.trim_start().starts_with(run))
                || leads_on(after)
                // "Definitely option B here."
                || at.near.choice && matches!(after, " here" | " here." | " here!")
                || self.options.at(after.trim_start_matches([' ', '='])).is_some_and(own)
                || stands_for().is_some_and(own))
    }
}
