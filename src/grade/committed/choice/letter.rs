//! A letter, and what it is to the reply: a label, one of a list, denied, or the answer.

use super::Reader;
use super::label::{self, Around};
use super::state::{Event, Near, Pick, Row};
use crate::grade::Rule;
use crate::grade::committed::lex::Token;

/// Marks that may stand right behind a letter that a reply begins with.
pub(super) const BEHIND_LEAD: [char; 13] =
    ['<', '\n', '\r', '\t', ',', '*', '"', '\'', ';', '`', '!', '—', '–'];

/// What says, in a script without spaces, that such a letter is what is meant.
const BEHIND_IN_RUNS: [&str; 5] = ["です", "だ", "を選", "选项", "選項"];

/// What may follow such a letter behind a space.
const AFTER_LEAD: [&str; 19] = [
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
    "instead",
    "of course",
    "only",
    "it is",
    "I ",
    "alone",
    "matches",
    "works",
];

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
        && AFTER_LEAD.iter().any(|words| after.starts_with(words))
}

/// Marks between a letter and the text of its option.
const TITLE: [char; 13] = ['*', ' ', '-', '–', '—', '(', ':', '.', ')', '|', '#', '/', '='];

/// What stands before the letter of a list of boxes: one that is ticked, or not. An agent that works
/// in steps ticks one by its last: "Finish[B]".
const TICKED: [&str; 6] = ["[x] ", "[X] ", "(x) ", "(X) ", "Finish[", "finish["];
const EMPTY: [&str; 2] = ["[ ] ", "( ) "];

/// Whether a letter behind `before` is only what may be: "it might equally be C".
fn is_doubted(before: &str) -> bool {
    const FAR: usize = 24;
    let far = before.len().saturating_sub(FAR);
    let near = &before.as_bytes()[far..];
    before.ends_with(" be ")
        && ["might ", "may ", "could "]
            .iter()
            .any(|may| near.windows(may.len()).any(|words| words == may.as_bytes()))
}

/// Whether `before` ends in a colon, or a sentence that is more than a letter.
fn ends_clause(before: &str) -> bool {
    let sentence = before.strip_suffix(['.', '!', '?']);
    let letters =
        |sentence: &str| sentence.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    before.ends_with(':') || sentence.is_some_and(|sentence| letters(sentence) != 1)
}

impl Reader<'_, '_> {
    /// Whether what stands before says of what follows that it is the answer.
    pub(super) fn is_cued(&self) -> bool {
        let Self { near, sentence, .. } = self;
        near.tag
            || near.commit
            || sentence.answer && near.is
            || near.is && sentence.right && !sentence.wrong && !sentence.not
            || near.choice && (near.is || sentence.right || sentence.commits && !near.not)
    }

    pub(super) fn letter(&mut self, token: Token, letter: u8, capital: bool, line_start: bool) {
        let text = self.lexer.text;
        let near = self.near;
        let begun = self.begun;
        let before = &text[..token.start];
        let after = &text[token.end..];
        let bracketed = before.ends_with(['(', '[', '{', '（', '【'])
            && after.starts_with([')', ']', '}', '）', '】']);
        let mut behind_bold = after;
        while let Some(rest) = behind_bold.strip_prefix("**") {
            behind_bold = rest;
        }
        let delimited = bracketed
            || behind_bold
                .strip_prefix([')', '.', ':', ']'])
                .is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
            || after.starts_with(['）', '：', '、', '．', '］']);
        let cell = before.trim_end().ends_with('|')
            && after.trim_start_matches(['*', ')', ' ']).starts_with('|');
        let ends = after.trim_start_matches(['*', '_', '"', '\'', '`', ')', ']', '}', '$', '\\']);
        let alone = line_start && (ends.is_empty() || ends.starts_with('\n'));
        let delimited = delimited || cell || alone;
        // "B – Carbon dioxide", "B (carbon dioxide)".
        let options = self.options;
        let titled = || {
            let text = after.trim_start_matches(TITLE);
            let (_, length) = options.at(text).filter(|(o, _)| *o == letter && text != after)?;
            Some(&text[length..])
        };
        if let Some(length) = label::range(after).filter(|_| capital) {
            self.lexer.at = token.end + length;
            self.any = true;
            self.near = Near::default();
            return;
        }
        // `A: B` marks an answer, as `Q:` marks a question.
        if (line_start || self.fresh) && letter == 0 && self.is_mark(after) {
            self.sentence.answer = true;
            return;
        }
        let cued = self.is_cued() || TICKED.iter().any(|ticked| before.ends_with(ticked));
        self.row.words += u32::from(!line_start);
        let around =
            Around { lexer: self.lexer, options: &self.options, before, after, near, cued };
        let label = if capital {
            bracketed || !around.is_other(letter)
        } else {
            let answers = cued && near.is && !label::is_article(letter, after);
            bracketed
                || answers
                || near.choice && !label::is_article(letter, after)
                || letter > 0
                    && (near.commit && !after.starts_with(' ')
                        || !begun
                            && [" because", " since"].iter().any(|words| after.starts_with(words)))
                || !begun && after.starts_with(" is ") && label::verdict(self.lexer).0 == Some(true)
                || line_start && after.starts_with(')')
        };
        if !label {
            // The article "a" is a filler.
            if capital || letter > 0 {
                self.near = Near { word: true, ..Near::default() };
                self.begun = true;
            }
            return;
        }
        let group = label::group(self.lexer, token, letter, capital);
        // "The planet labelled E", "the notes C and G": they name other things.
        let beyond = group.set >> self.options.count() != 0;
        if beyond && begun && !(cued || bracketed || delimited) {
            self.lexer.at = self.lexer.at.max(group.end);
            self.near = Near { word: true, ..Near::default() };
            return;
        }
        self.any = true;
        self.labelled_at = token.start;
        self.lexer.at = self.lexer.at.max(group.end);
        let several = group.set.count_ones() > 1;
        self.begun = true;
        // "B. C would be right for power."
        let other =
            after.starts_with(" would") && self.lead.is_some_and(|lead| lead.letter != letter);
        let (verdict, named) = if other { (None, false) } else { label::verdict(self.lexer) };
        let conceded = self.sentence.conceded && verdict == Some(true);
        let empty = EMPTY.iter().any(|empty| before.ends_with(empty));
        let denied = near.not
            || conceded
            || empty
            || verdict == Some(false)
            || near.named && !cued
            || near.grade;
        self.near = Near::default();
        let pick = Pick { letter, span: token.span(), rule: Rule::ChoiceOnly };

        if line_start {
            if self.row.label.is_none()
                && (delimited
                    || letter > 0 && capital && after.starts_with(' ')
                    || bracketed
                    || verdict.is_some()
                    || [" - ", " – ", " — "].iter().any(|dash| after.starts_with(dash))
                    || titled().is_some())
            {
                let bold = before.ends_with("**") || before.ends_with("**(");
                self.row = Row {
                    label: Some((letter, pick.span)),
                    bold,
                    start: self.row.start,
                    ..Row::default()
                };
            }
        } else if self.row.label.is_some_and(|(row, _)| row != letter) {
            self.row.others = true;
        }
        if !denied && !several && delimited {
            let style = (bracketed, after.chars().next().filter(|_| !alone));
            if self.list_item(letter, token.start, style) && verdict.is_none() && !cued {
                return;
            }
        }
        if denied {
            self.row.wrong |= verdict == Some(false);
            self.sentence.declared = false;
            return;
        }
        if several {
            self.row.others = true;
            self.row.words += 1;
            if self.sentence.declared {
                return;
            }
            let all = group.set.count_ones() >= self.options.count();
            if !all && (cued || verdict == Some(true)) {
                self.declare(Event::Hedge);
                // "Both A and B seem plausible, but B is correct."
                self.sentence.weak = !cued;
            }
            self.labels |= if all { 0 } else { group.set };
            return;
        }
        // "(C) it is."
        let it_is = ends
            .strip_prefix(" it is")
            .is_some_and(|after| !after.starts_with(|c: char| c == ' ' || c.is_alphanumeric()));
        let declares = cued || it_is || verdict == Some(true) && (named || !self.sentence.wrong);
        // "I'd pick A, but B is correct."
        let stronger = self.sentence.weak && verdict == Some(true);
        if declares && (near.tag || !self.sentence.declared || stronger) {
            self.declare(Event::One(Pick { rule: Rule::ChoiceAnswer, ..pick }));
            self.sentence.weak = near.commit && verdict.is_none();
            self.judged = !cued && !named;
        }
        if !begun && (near.choice || self.lead.is_none()) {
            let leads = delimited
                || bracketed
                || after.is_empty()
                || after.starts_with(BEHIND_LEAD)
                || BEHIND_IN_RUNS.iter().any(|run| after.trim_start().starts_with(run))
                || leads_on(after)
                || self.options.at(after.trim_start()).is_some_and(|(option, _)| option == letter);
            // "Option A is the heart."
            if leads && !(near.choice && after.starts_with(" is")) {
                self.lead = Some(Pick { rule: Rule::ChoiceLead, ..pick });
            }
        }
        self.labels |= 1 << letter;
        let plain =
            ends.is_empty() || ends.starts_with(['\n', '\r', '.', '!', ',', ';', '。', '<', '…']);
        let reason = [" because", " since", " as "].iter().any(|word| ends.starts_with(word));
        let plain = plain
            || ends
                .trim_start()
                .starts_with(|c| matches!(c, '\u{2600}'..='\u{26FF}' | '\u{1F300}'..));
        let reason = reason || BEHIND_IN_RUNS.iter().any(|run| ends.starts_with(run));
        // A lone "A)" in the middle begins a list that was broken off, unless its text ends it.
        let label = letter > 0 && (bracketed || delimited)
            || titled()
                .is_some_and(|rest| letter > 0 || near.is || !rest.contains(char::is_alphanumeric));
        // "Only A is solid."
        let only = before.ends_with("only ") || before.ends_with("Only ");
        if label || near.so || plain || reason || cell || only {
            self.label = Some(Pick { rule: Rule::ChoiceOnly, ..pick });
        }
        // "So C.", "A is viral, and D is chronic: C."
        let last = ends.trim_start_matches(['.', '!', ' ']).is_empty();
        // "So it is oxygen, which is B in the list."
        let which = before.ends_with("which is ") && ends.starts_with(" in ");
        let plain = plain || which;
        if near.so && (label || near.choice && plain)
            || before.ends_with("Only ")
            || near.is && plain && self.lead.is_none() && !is_doubted(before)
            || last && ends_clause(before.trim_end_matches([' ', '*', '(']))
            || near.so && (ends.is_empty() || ends.starts_with(['\n', '\r', '.', '!', '。']))
        {
            self.concluded = Some(Event::One(Pick { rule: Rule::ChoiceAnswer, ..pick }));
        }
    }
}
