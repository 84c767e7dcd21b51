//! The letter that a reply commits to.

mod broken;
mod conclude;
mod cues;
mod deciding;
mod declare;
mod echo;
mod finish;
mod label;
mod letter;
mod line;
mod other;
mod place;
mod remark;
mod series;
mod several;
mod small;
mod state;
mod text;
mod words;

use super::cue::{self, Cue};
use super::lex::{self, Kind, Lexer};
use super::options::{self, Options};
use super::{ending, formula, visible};
use crate::grade::{Answer, Letter, Reading, Rule, Span, token};
use crate::text::holds;
use state::{Bold, Event, Near, Pick, Row, Sentence};

/// Marks around the text of an option, at the end of a reply.
const MARKS: [char; 4] = [' ', '*', '.', '$'];

/// How long what a reply begins with before it answers may be, in bytes.
const GREETING: usize = 28;

/// How long a reply is at least, in bytes, of which only a part may be read.
const SHORTEST: usize = 24;

/// How long an option is at most, in bytes, that "B)" may be the text of.
const SHORT: usize = 8;

/// Reads `body`, a part of `reply`.
pub(super) fn read<'a>(reply: &'a str, options: &[&str], body: Span) -> Reading<'a> {
    // The last answer that is declared decides, so it is looked for where it mostly is.
    let start = visible::last_sentence(reply, body);
    let tail = Span { start: start.unwrap_or(body.start), ..body };
    let names = |text: &str| {
        options.iter().any(|option| option.len() <= SHORT)
            && Options::new(options).at(text).is_some()
    };
    if let Some(reading) = declared(reply, tail, names) {
        return reading;
    }
    // A short reply is read at once.
    if body.end - body.start < SHORTEST {
        return read_whole(reply, options, body);
    }
    let options = Options::new(options);
    deciding::read(reply, options, body).unwrap_or_else(|| from_start(reply, || options, body))
}

/// The same, always from the start.
pub(super) fn read_whole<'a>(reply: &'a str, options: &[&str], body: Span) -> Reading<'a> {
    from_start(reply, || Options::new(options), body)
}

/// Whether [`letter`] may find one, by how long the reply is and how it ends.
pub(super) fn may_be_letter(reply: &str) -> bool {
    let text = reply.trim_end();
    text.len() < SHORTEST || ending::may_declare_letter(text)
}

/// Reads `body` if none of its options counts, the shortest of which has so many bytes.
pub(super) fn letter(reply: &str, shortest: usize, body: Span) -> Option<Reading<'_>> {
    let start = visible::last_sentence(reply, body);
    let tail = Span { start: start.unwrap_or(body.start), ..body };
    declared(reply, tail, |_| shortest <= SHORT).or_else(|| {
        if body.end - body.start < SHORTEST { only(reply, bare(reply, body)) } else { None }
    })
}

/// The letter, be it in brackets, that `tail` declares in so many words, unless an option `names` them.
fn declared(reply: &str, tail: Span, names: impl FnOnce(&str) -> bool) -> Option<Reading<'_>> {
    let declared = ending::declared(reply, tail)?;
    let text = declared.of(reply);
    let ([b'(', byte, b')'] | [byte]) = text.as_bytes() else { return None };
    let letter = Letter::from_index(usize::from(byte.checked_sub(b'A')?))?;
    // "B)" may be the text of another option.
    if names(text.trim_start_matches('(')) {
        return None;
    }
    let start = declared.start + usize::from(text.len() > 1);
    let span = Span { start, end: start + 1 };
    Some(Reading::found(Answer::Letter(letter), span, Rule::ChoiceAnswer))
}

/// What `body` is without the marks around it.
fn bare(reply: &str, body: Span) -> Span {
    let mark = |c: char| !c.is_alphanumeric();
    let text = body.of(reply).trim_start_matches(mark);
    let start = body.end - text.len();
    Span { start, end: start + text.trim_end_matches(mark).len() }
}

/// The letter that `bare` is and nothing else.
fn only(reply: &str, bare: Span) -> Option<Reading<'_>> {
    let mut chars = bare.of(reply).chars();
    let (place, _) = chars.next().filter(|_| chars.next().is_none()).and_then(lex::letter)?;
    let letter = Letter::from_index(usize::from(place))?;
    Some(Reading::found(Answer::Letter(letter), bare, Rule::ChoiceOnly))
}

fn from_start<'a, 'o>(
    reply: &'a str,
    options: impl FnOnce() -> Options<'o>,
    body: Span,
) -> Reading<'a> {
    // A body that is a letter or an option and nothing else.
    let span = bare(reply, body);
    if let Some(reading) = only(reply, span) {
        return reading;
    }
    let options = options();
    let bare = span.of(reply);
    // "[0, 1)" is no "(0, 1]".
    let is = |text: &str| options.same_as(text).and_then(Letter::from_index);
    if bare.chars().take(2).count() != 1
        && let Some(letter) = is(body.of(reply).trim()).or_else(|| is(bare))
    {
        return Reading::found(Answer::Letter(letter), span, Rule::ChoiceOptionText);
    }
    if series::is_all_of(bare) && !options.have_letters() {
        return Reading::none(Rule::NoneHedge);
    }
    let formula = body.of(reply);
    if formula.len() <= formula::LONGEST
        && formula::is_whole(formula)
        && !holds(formula, "\\boxed")
        && (formula.contains(['\\', '$', '^']) || options.have_formula())
        && let Some(letter) =
            options.written(formula).and_then(|it| Letter::from_index(usize::from(it)))
    {
        return Reading::found(Answer::Letter(letter), body, Rule::ChoiceOptionText);
    }
    let greeting = body.start + GREETING;
    let mut reader = Reader { greeting, ..Reader::new(reply, options, body) };
    reader.read_to(body.end);
    reader.stop(true);
    reader.finish(body)
}

impl<'a, 'o> Reader<'a, 'o> {
    fn new(reply: &'a str, options: Options<'o>, body: Span) -> Self {
        Reader {
            lexer: Lexer::new(reply, body),
            options,
            declared: None,
            before_correction: None,
            lead: None,
            line: None,
            line_is_last: false,
            greeting: 0,
            greeted: 0,
            marked: None,
            labels: 0,
            labelled_at: 0,
            all_at: None,
            label: None,
            only_label: false,
            conceded: 0,
            said: None,
            list: 0,
            list_from: 0,
            list_style: (false, false, None),
            any: false,
            listed_at: None,
            listed_from: 0,
            listed_end: None,
            item_at: None,
            sentence: Sentence::default(),
            row: Row { start: body.start, ..Row::default() },
            near: Near::default(),
            begun: false,
            line_start: true,
            fresh: true,
            start: Some(body.start),
            corrected_at: 0,
            bold: Bold::None,
            concluded: None,
            judged: false,
            so_at: 0,
            announced: false,
            right: 0,
            wrong: 0,
            wrong_last: None,
            left: None,
            taken_back: false,
            beside: false,
            boxed: None,
        }
    }
}

#[derive(Clone, Copy)]
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
    /// Where the last label stands.
    labelled_at: usize,
    /// Where the labels of all options are called the answer at once.
    all_at: Option<usize>,
    label: Option<Pick>,
    /// "Only" stands before that.
    only_label: bool,
    /// The set of letters that are conceded: "although A is nearer,".
    conceded: u32,
    /// The letter in brackets behind the text that something is said to be.
    said: Option<Event>,
    /// How many labels of a list of the options have been seen in order.
    list: u8,
    /// Where its first label stands.
    list_from: usize,
    /// Whether its labels stand in brackets, whether they are capitals, and what is behind each letter.
    list_style: (bool, bool, Option<char>),
    /// There is a label at all, be it denied.
    any: bool,
    /// Where the last label of a list stands.
    item_at: Option<usize>,
    /// Where the last label of a whole list of the options stands.
    listed_at: Option<usize>,
    /// Where the first label of the last list stands.
    listed_from: usize,
    /// Where such a list ends that only repeats the options.
    listed_end: Option<usize>,
    sentence: Sentence,
    row: Row,
    near: Near,
    begun: bool,
    line_start: bool,
    /// A clause begins here.
    fresh: bool,
    /// Where the reply begins, until something of it is taken back.
    start: Option<usize>,
    /// Where what was said before is taken back.
    corrected_at: usize,
    bold: Bold,
    /// The text of an option that the reply concludes with.
    concluded: Option<Event>,
    /// What is declared is only called right.
    judged: bool,
    /// It goes through "each option".
    announced: bool,
    /// Where the last clause that concludes begins.
    so_at: usize,
    /// The sets of letters that are called right, and wrong.
    right: u32,
    wrong: u32,
    /// The last of the latter.
    wrong_last: Option<Pick>,
    /// The letter of the only line that calls its letter not wrong.
    left: Option<Event>,
    /// Something that was said is taken back.
    taken_back: bool,
    /// What is declared says what would be: another one before it counts.
    beside: bool,
    /// What stands in the last box and is no option.
    boxed: Option<Span>,
}

impl<'a> Reader<'a, '_> {
    /// Reads the tokens that begin before `end`.
    fn read_to(&mut self, end: usize) {
        while self.lexer.at < end
            && let Some(token) = self.lexer.token()
        {
            let line_start = self.line_start;
            let leads = matches!(
                token.kind,
                Kind::Mark('*' | '#' | '-' | '•' | '>' | '(' | '[' | '"' | '_' | '`' | '|')
                    | Kind::Mark('✅' | '✔' | '✓' | '❌' | '✗' | '✘')
            );
            // "Option B."
            let titles = line_start && token.kind == Kind::Word(Some(Cue::Choice));
            // "Option 1." has a number as its name.
            let numbers = || line_start && !self.near.choice && self.numbers_line(token);
            if !(leads || titles || numbers()) {
                self.line_start = token.kind == Kind::Newline;
            }
            match token.kind {
                Kind::Letter(letter, capital) => self.letter(token, letter, capital, line_start),
                Kind::Word(cue) if self.takes_back(token, cue) => self.correct(token.end),
                Kind::Word(cue) => {
                    self.row.words += u32::from(!titles);
                    match (self.place(token), cue) {
                        (Some((place, end)), _) => self.called(token, place, end),
                        (None, Some(cue)) => self.cue(cue, token),
                        (None, None) => self.word(token),
                    }
                }
                Kind::Run => {
                    self.near = Near::default();
                    match label::of_run(token.span().of(self.lexer.text)) {
                        Some(true) => self.row.right = true,
                        Some(false) => self.row.wrong = true,
                        None => {}
                    }
                    for cue in cue::of_run(token.span().of(self.lexer.text)) {
                        self.cue(cue, token);
                    }
                    self.row.words += 1;
                    self.begun = true;
                }
                Kind::Number => self.number(token),
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
                        // "C. Nitrogen — no."
                        match self.row.label {
                            Some(_) => self.row.wrong = true,
                            None => self.correct(token.end),
                        }
                    }
                    // "Could it be oxygen?"
                    if stop == b'?' && self.sentence.concluded {
                        self.concluded = None;
                    }
                    // "If it is by mail, it's spam; by phone it's a hoax."
                    let conditional = self.sentence.conditional && stop == b';';
                    self.stop(false);
                    self.sentence.conditional = conditional;
                }
                Kind::Newline => self.stop(true),
                Kind::Mark(mark) => self.mark(mark, token),
            }
            let near = self.near;
            if near.not {
                self.denied_text();
            }
            let concludes = near.commit || near.so || near.is && self.sentence.so;
            let ends = || near.is && self.ends_in_text();
            if near.tag || near.is && self.sentence.answer || concludes || ends() {
                self.text_answer();
            }
        }
    }

    /// "Gravity (C), not magnetism (D)": what denies a text denies the letter behind it.
    fn denied_text(&mut self) {
        let rest = self.lexer.rest().trim_start_matches(' ');
        if let Some((_, length)) = self.options.at(rest).filter(|(_, length)| *length > 1)
            && rest[length..].starts_with(" (")
        {
            self.lexer.at = self.lexer.text.len() - rest.len() + length;
        }
    }

    /// What is left of the reply is the text of an option, behind a mark that says what something is:
    /// "P(two heads) = 3/8", "Result: 2.0".
    fn ends_in_text(&self) -> bool {
        const LONGEST: usize = 100;
        const NEAR: usize = 4;
        let (before, rest) = (&self.lexer.text.as_bytes()[..self.lexer.at], self.lexer.rest());
        if rest.len() >= LONGEST {
            return false;
        }
        let mut near = before.iter().rev().take(NEAR);
        // "The probability is 2/3", where that is `\frac{2}{3}`.
        let shown = rest.trim_matches(MARKS);
        if shown.starts_with('\\') || self.options.have_formula() {
            let begins =
                shown.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '\\' | '√'));
            return begins && self.options.written(shown).is_some();
        }
        near.find(|byte| !matches!(byte, b'*' | b' ')).is_some_and(|b| matches!(b, b':' | b'='))
            && self.options.equal_to(shown).is_some()
    }

    /// "The answer is carbon dioxide".
    fn text_answer(&mut self) {
        let rest = self.lexer.rest();
        if self.near.tag
            && let Some(span) = formula::in_braces(self.lexer.text, self.lexer.at)
        {
            // "\boxed{B}".
            let content = span.of(self.lexer.text);
            let label = matches!(content.trim().as_bytes(), [b'A'..=b'J']);
            if let Some(letter) = self.options.boxed(content).filter(|_| !label) {
                self.declare(Event::One(Pick::of_text(letter, span)));
                self.near = Near::default();
                return self.lexer.at = span.end;
            }
            self.boxed = Some(span);
        }
        // "\boxed{3+2\sqrt{3}}" is no "3".
        let part =
            |span: Span| self.lexer.at < span.end && formula::is_in(span.of(self.lexer.text));
        if self.near.tag && self.boxed.is_some_and(part) {
            return;
        }
        // A few marks may stand before the text; more of them are looked at one by one.
        let may_stand = |byte: &u8| {
            matches!(byte, b' ' | b'*' | b'_' | b'"' | b'\'' | b'`' | b'{' | b'(' | b'[' | b':')
        };
        let marks = rest.bytes().take(8).take_while(may_stand).count();
        let before = &self.lexer.text[..self.lexer.at];
        if marks == 0
            && !before.ends_with([':', '>', '{', '"', '“', '«'])
            && !before.ends_with(token::is_unspaced)
        {
            return;
        }
        // An option may begin with one of them: "[0, 1)", "(a) 3, (b) 4".
        let longer = |(_, length): (u8, usize)| length > "(A)".len();
        let own = (0..marks).find(|mark| self.options.at(&rest[*mark..]).is_some_and(longer));
        let rest = &rest[own.unwrap_or(marks)..];
        // "The answer is 2. Carbon dioxide."
        let numbered = options::behind_number(rest);
        let rest = ["the ", "The ", "a ", "an "]
            .iter()
            .find_map(|article| rest.strip_prefix(article))
            .or(numbered)
            .filter(|_| self.options.at(rest).is_none())
            .unwrap_or(rest);
        let start = self.lexer.text.len() - rest.len();
        let named = self.options.at(rest).map(|(letter, length)| {
            let span = Span { start, end: start + length };
            (letter, span)
        });
        if let Some((letter, span)) = named.or_else(|| self.formula(start)) {
            if self.near.not
                || self.sentence.declared && !self.near.tag
                || span.end == start + 1 && rest.starts_with(char::is_alphabetic)
            {
                return;
            }
            // "So oxygen is out."
            if label::verdict(Lexer { at: span.end, ..self.lexer }).0 == Some(false) {
                return;
            }
            let event = Event::One(Pick::of_text(letter, span));
            let another = self.or_another(span.end, letter);
            let event = if another { Event::Hedge } else { event };
            // "B or carbon dioxide" names one option, "A or carbon dioxide" two: the letter tells.
            if self.sentence.answer || self.near.tag {
                self.declare(event);
            } else if self.sentence.conditional && self.near.commit {
                return;
            } else if another && options::is_numbered(&self.lexer.text[span.end..]) {
                // "So the order is Ann (2), Dana (3)."
                return;
            } else {
                self.concluded = Some(event);
                self.sentence.concluded = true;
            }
            self.near = Near::default();
            if numbered.is_some() {
                // The number ends in a full stop.
                self.stop(false);
                (self.begun, self.fresh, self.near.word) = (true, false, true);
            }
            self.lexer.at = span.end;
        }
    }
}
