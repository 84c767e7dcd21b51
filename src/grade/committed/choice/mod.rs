//! The letter that a reply commits to.

mod cues;
mod finish;
mod label;
mod line;
mod state;

use super::cue::{self, Cue};
use super::lex::{self, Kind, Lexer, Token};
use super::options::Options;
use super::visible;
use crate::grade::{Answer, Letter, Reading, Rule, Span};
use label::Around;
use state::{Event, Near, Pick, Row, Sentence};

/// Marks that may stand right behind a letter that a reply begins with.
const BEHIND_LEAD: [char; 13] =
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
fn leads_on(after: &str) -> bool {
    let Some(after) = after.strip_prefix(' ') else { return false };
    after.as_bytes().first().is_some_and(|first| BEGINS_AFTER_LEAD[usize::from(*first)])
        && AFTER_LEAD.iter().any(|words| after.starts_with(words))
}

/// Marks between a letter and the text of its option.
const TITLE: [char; 13] = ['*', ' ', '-', '–', '—', '(', ':', '.', ')', '|', '#', '/', '='];

/// What stands before the letter of a list of boxes: one that is ticked, or not.
const TICKED: [&str; 4] = ["[x] ", "[X] ", "(x) ", "(X) "];
const EMPTY: [&str; 2] = ["[ ] ", "( ) "];

/// How long what a reply begins with before it answers may be, in bytes.
const GREETING: usize = 28;

/// Reads `body`, a part of `reply`.
pub(super) fn read<'a>(reply: &'a str, options: &[&str], body: Span) -> Reading<'a> {
    // The last answer that is declared decides, so it is looked for where it mostly is.
    if let Some(start) = visible::last_sentence(reply, body) {
        let tail = Span { start, ..body };
        let mut reader =
            Reader { line_start: false, begun: true, ..Reader::new(reply, options, tail) };
        reader.run();
        if reader.declared.is_some() {
            return reader.finish(tail);
        }
    }
    read_whole(reply, options, body)
}

/// The same, always from the start.
pub(super) fn read_whole<'a>(reply: &'a str, options: &[&str], body: Span) -> Reading<'a> {
    if let Some(reading) = whole(reply, options, body) {
        return reading;
    }
    let greeting = body.start + GREETING;
    let mut reader = Reader { greeting, ..Reader::new(reply, options, body) };
    reader.run();
    reader.finish(body)
}

/// A body that is a letter or an option and nothing else.
fn whole<'a>(reply: &'a str, options: &[&str], body: Span) -> Option<Reading<'a>> {
    let text = body.of(reply);
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let start = body.start + (bare.as_ptr() as usize - text.as_ptr() as usize);
    let span = Span { start, end: start + bare.len() };
    let mut chars = bare.chars();
    if let (Some(only), None) = (chars.next(), chars.next()) {
        let (place, _) = lex::letter(only)?;
        let letter = Letter::from_index(usize::from(place))?;
        return Some(Reading::found(Answer::Letter(letter), span, Rule::ChoiceOnly));
    }
    let letter = Letter::from_index(Options::new(options).equal_to(bare)?)?;
    Some(Reading::found(Answer::Letter(letter), span, Rule::ChoiceOptionText))
}

impl<'a, 'o> Reader<'a, 'o> {
    fn new(reply: &'a str, options: &'o [&'o str], body: Span) -> Self {
        Reader {
            lexer: Lexer::new(reply, body),
            options: Options::new(options),
            declared: None,
            before_correction: None,
            lead: None,
            line: None,
            line_is_last: false,
            greeting: 0,
            greeted: 0,
            marked: None,
            labels: 0,
            label: None,
            list: 0,
            list_style: (false, None),
            any: false,
            listed_at: None,
            item_at: None,
            sentence: Sentence::default(),
            row: Row::default(),
            near: Near::default(),
            begun: false,
            line_start: true,
            fresh: true,
            corrected_at: 0,
            bold: Bold::None,
            concluded: None,
            judged: false,
        }
    }
}

struct Reader<'a, 'o> {
    lexer: Lexer<'a>,
    options: Options<'o>,
    declared: Option<Event>,
    before_correction: Option<Event>,
    lead: Option<Pick>,
    line: Option<Pick>,
    /// How far a greeting may reach, and where it ends.
    greeting: usize,
    greeted: usize,
    /// `line` is the last line.
    line_is_last: bool,
    marked: Option<Event>,
    /// The set of letters that are named, and not denied.
    labels: u32,
    label: Option<Pick>,
    /// How many labels of a list of the options have been seen in order.
    list: u8,
    /// Whether its labels stand in brackets, and what stands behind each letter.
    list_style: (bool, Option<char>),
    /// There is a label at all, be it denied.
    any: bool,
    /// Where the last label of a list stands.
    item_at: Option<usize>,
    /// Where the last label of a whole list of the options stands.
    listed_at: Option<usize>,
    sentence: Sentence,
    row: Row,
    near: Near,
    begun: bool,
    line_start: bool,
    /// A clause begins here.
    fresh: bool,
    /// Where what was said before is taken back.
    corrected_at: usize,
    bold: Bold,
    /// The text of an option that the reply concludes with.
    concluded: Option<Event>,
    /// What is declared is only called right.
    judged: bool,
}

/// The lines of a list that are in bold.
#[derive(Clone, Copy)]
enum Bold {
    None,
    One(Pick),
    Several,
}

impl<'a> Reader<'a, '_> {
    fn run(&mut self) {
        while let Some(token) = self.lexer.token() {
            let line_start = self.line_start;
            let leads = matches!(
                token.kind,
                Kind::Mark('*' | '#' | '-' | '•' | '>' | '(' | '[' | '"' | '_' | '`' | '|')
            );
            if !(leads || line_start && self.numbers_line(token)) {
                self.line_start = token.kind == Kind::Newline;
            }
            match token.kind {
                Kind::Letter(letter, capital) => self.letter(token, letter, capital, line_start),
                Kind::Word(cue) => {
                    self.row.words += 1;
                    match cue {
                        Some(cue) => self.cue(cue, token),
                        None => {
                            self.row.right |=
                                token.span().of(self.lexer.text).eq_ignore_ascii_case("yes");
                            // "we are left with C".
                            let commit = token.span().of(self.lexer.text) == "left"
                                && self.lexer.rest().starts_with(" with ");
                            self.near = Near { word: true, commit, ..Near::default() };
                            self.begun = true;
                            self.fresh = false;
                        }
                    }
                }
                Kind::Run => {
                    self.near = Near::default();
                    for cue in cue::of_run(token.span().of(self.lexer.text)) {
                        self.cue(cue, token);
                    }
                    self.row.words += 1;
                    self.begun = true;
                }
                Kind::Number => {
                    self.near = Near::default();
                    self.row.words += 1;
                    self.begun = true;
                }
                Kind::Command => {
                    let name = token.span().of(self.lexer.text);
                    if matches!(name, "\\boxed" | "\\fbox" | "\\framebox") {
                        self.near.tag = true;
                        self.near.not = false;
                    }
                }
                Kind::Stop => {
                    let stop = self.lexer.text.as_bytes()[token.start];
                    if self.near.no && stop == b'.' {
                        self.correct(token.end);
                    }
                    // "Could it be oxygen?"
                    if stop == b'?' && self.sentence.concluded {
                        self.concluded = None;
                    }
                    self.stop(false);
                }
                Kind::Newline => self.stop(true),
                Kind::Mark(mark) => self.mark(mark, token),
            }
            let near = self.near;
            let concludes = near.commit || near.so || near.is && self.sentence.so;
            if (near.is || near.tag) && self.sentence.answer || concludes {
                self.text_answer();
            }
        }
        self.stop(true);
    }

    /// "The answer is carbon dioxide".
    fn text_answer(&mut self) {
        let rest = self.lexer.rest();
        // A few marks may stand before the text; more of them are looked at one by one.
        let may_stand = |byte: &u8| {
            matches!(byte, b' ' | b'*' | b'_' | b'"' | b'\'' | b'`' | b'{' | b'(' | b'[' | b':')
        };
        let marks = rest.bytes().take(8).take_while(may_stand).count();
        if marks == 0 && !self.lexer.text[..self.lexer.at].ends_with([':', '>', '{', '"', '“', '«'])
        {
            return;
        }
        let rest = &rest[marks..];
        let rest = ["the ", "The ", "a ", "an "]
            .iter()
            .find_map(|article| rest.strip_prefix(article))
            .filter(|_| self.options.at(rest).is_none())
            .unwrap_or(rest);
        let start = self.lexer.text.len() - rest.len();
        if let Some((letter, length)) = self.options.at(rest) {
            if self.near.not
                || self.sentence.declared
                || length == 1 && rest.starts_with(char::is_alphabetic)
            {
                return;
            }
            let span = Span { start, end: start + length };
            let event = Event::One(Pick { letter, span, rule: Rule::ChoiceOptionText });
            let event = if self.or_another(span.end, letter) { Event::Hedge } else { event };
            // "B or carbon dioxide" names one option, "A or carbon dioxide" two: the letter tells.
            if self.sentence.answer {
                self.declare(event);
            } else {
                self.concluded = Some(event);
                self.sentence.concluded = true;
            }
            self.lexer.at = span.end;
            self.near = Near::default();
        }
    }

    /// Whether the text of an option that ends at `end` is joined to that of another one.
    fn or_another(&self, end: usize, letter: u8) -> bool {
        let mut lexer = Lexer { at: end, ..self.lexer };
        let mut joined = false;
        while let Some(token) = lexer.next() {
            match token.kind {
                Kind::Mark(',' | '/' | '&') | Kind::Word(Some(Cue::Or | Cue::And)) => joined = true,
                Kind::Mark('*' | '"' | '(' | ')') | Kind::Word(Some(Cue::Filler)) => {}
                _ => {
                    let rest = &lexer.text[token.start..];
                    return joined
                        && self.options.at(rest).is_some_and(|(other, _)| other != letter);
                }
            }
        }
        false
    }

    fn declare(&mut self, event: Event) {
        self.sentence.declared = true;
        self.declared = Some(event);
        self.judged = false;
    }

    fn letter(&mut self, token: Token, letter: u8, capital: bool, line_start: bool) {
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
        let cued = near.tag
            || near.commit
            || self.sentence.answer && near.is
            || near.is && self.sentence.right && !self.sentence.wrong && !self.sentence.not
            || near.choice && (near.is || self.sentence.right);
        self.row.words += u32::from(!line_start);
        let cued = cued || TICKED.iter().any(|ticked| before.ends_with(ticked));
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
        self.any = true;
        let group = label::group(self.lexer, token, letter, capital);
        self.lexer.at = self.lexer.at.max(group.end);
        let several = group.set.count_ones() > 1;
        self.begun = true;
        // "B. C would be right for power."
        let other =
            after.starts_with(" would") && self.lead.is_some_and(|lead| lead.letter != letter);
        let (verdict, named) = if other { (None, false) } else { label::verdict(self.lexer) };
        let conceded = self.sentence.conceded && verdict == Some(true) && !named;
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
                    || bracketed
                    || verdict.is_some()
                    || [" - ", " – ", " — "].iter().any(|dash| after.starts_with(dash))
                    || titled().is_some())
            {
                let bold = before.ends_with("**") || before.ends_with("**(");
                self.row = Row { label: Some((letter, pick.span)), bold, ..Row::default() };
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
            || titled().is_some_and(|rest| letter > 0 || !rest.contains(char::is_alphanumeric));
        // "Only A is solid."
        let only = before.ends_with("only ") || before.ends_with("Only ");
        if label || near.so || plain || reason || cell || only {
            self.label = Some(Pick { rule: Rule::ChoiceOnly, ..pick });
        }
        // "So C.", "A is viral, and D is chronic: C."
        let last = ends.trim_start_matches(['.', '!', ' ']).is_empty();
        if near.so && label
            || near.is && plain && self.lead.is_none()
            || last && before.trim_end_matches([' ', '*', '(']).ends_with(':')
            || near.so && (ends.is_empty() || ends.starts_with(['\n', '\r', '.', '!', '。']))
        {
            self.concluded = Some(Event::One(Pick { rule: Rule::ChoiceAnswer, ..pick }));
        }
    }
}
