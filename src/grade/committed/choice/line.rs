//! The lines of a reply: lists of the options, and what a line says of its letter.

use super::state::{Bold, Event, Near, Pick, Row, Sentence};
use super::{GREETING, Reader};
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::committed::options::{self, Held};
use crate::grade::text::ends_with_any;
use crate::grade::{Rule, Span};

/// Whether an option says itself that something is right: "True, True".
fn judges(option: &str) -> bool {
    let word = |word: &str| matches!(word, "True" | "true" | "Correct" | "correct" | "Yes" | "yes");
    option.split([' ', ',']).any(word)
}

/// What ends a line before what is chosen.
const CHOOSE: [&str; 8] =
    ["choose", "pick", "select", "go with", "say", "guess", "suggest", "recommend"];

/// Marks between a letter and the text of its option.
const TITLE: [char; 5] = ['.', ')', ' ', '*', ':'];

impl Reader<'_, '_> {
    /// "Oxygen is the correct answer": what stands before `at`.
    pub(super) fn text_is_answer(&mut self, at: usize) {
        let before = self.lexer.text[..at].trim_end();
        let before = ["correct", "right", "best"]
            .iter()
            .find_map(|word| before.strip_suffix(word))
            .unwrap_or(before);
        let before = before.trim_end();
        self.text_before(before.strip_suffix(" is the"));
        // "That makes oxygen the correct answer."
        let made = before.strip_suffix(" the").and_then(|said| self.options.ending(said));
        if let Some((letter, span)) = made
            && ends_with_any(&before[..span.start], &["makes ", "makes the "])
        {
            self.declare(Event::One(Pick::of_text(letter, span)));
        }
    }

    /// "Oxygen must be our pick": what stands before `at`.
    pub(super) fn text_is_pick(&mut self, at: usize) {
        let before = &self.lexer.text[..at];
        let Some(before) = ["my ", "our "].iter().find_map(|my| before.strip_suffix(my)) else {
            return;
        };
        let said = [" is ", " must be ", " has to be "];
        self.text_before(said.iter().find_map(|said| before.strip_suffix(said)));
    }

    /// What is `said` ends in the text of an option, which is the answer.
    fn text_before(&mut self, said: Option<&str>) {
        if let Some((letter, span)) = said.and_then(|said| self.options.ending(said)) {
            self.declare(Event::One(Pick::of_text(letter, span)));
        }
    }

    /// The option that the last line of the body is, and no line before it.
    pub(super) fn text_line(&self, body: Span) -> Option<Pick> {
        let mark = |c: char| !c.is_alphanumeric();
        let option = |line: &str| {
            let text = line.trim_matches(mark);
            self.options.equal_to(text).filter(|_| line.trim().len() > 1)
        };
        let (before, line) = body.of(self.lexer.text).rsplit_once('\n')?;
        let letter = option(line)? as u8;
        if before.lines().any(|line| option(line).is_some()) {
            return None;
        }
        let start = body.end - line.trim_start_matches(mark).len();
        let span = Span { start, end: start + line.trim_matches(mark).len() };
        Some(Pick::of_text(letter, span))
    }

    /// Whether `token` is a part of the number of a list's line: "1." or "2)".
    pub(super) fn numbers_line(&self, token: Token) -> bool {
        let rest = self.lexer.rest();
        match token.kind {
            Kind::Number => rest.starts_with(". ") || rest.starts_with(") "),
            Kind::Stop | Kind::Mark(')') => {
                self.lexer.text[..token.start].ends_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        }
    }

    /// Follows a list of the options in order, all in one style; whether this label completes it.
    pub(super) fn list_item(
        &mut self,
        letter: u8,
        at: usize,
        style: (bool, bool, Option<char>),
    ) -> bool {
        let mut whole = false;
        if letter == 0 {
            self.list = 1;
            self.list_from = at;
            self.list_style = style;
            self.item_at = Some(at);
        } else if letter == self.list && style == self.list_style {
            self.list += 1;
            self.item_at = Some(at);
            whole = u32::from(self.list) >= self.options.count();
        }
        if whole {
            (self.listed_at, self.listed_from) = (Some(at), self.list_from);
            self.labels = 0;
            self.label = None;
        }
        whole
    }

    /// A line that begins with the text of an option, names no other and ends in that it is right.
    fn text_row(&mut self) {
        let line = Span { start: self.row.start, end: self.lexer.at };
        let said = line.of(self.lexer.text).trim_end_matches(['\n', ' ', ')', '*', '.', '!', '|']);
        if !ends_with_any(said, &["✓", "✔", "✅", "yes", "Yes", "correct", "Correct"]) {
            return;
        }
        let rest = line.of(self.lexer.text).trim_start_matches([' ', '-', '*', '•']);
        let rest = options::behind_number(rest).unwrap_or(rest).trim_start_matches('*');
        if let Some((first, _)) = self.options.at(rest)
            && let Held::One(letter, span) = self.options.only_in(self.lexer.text, line, |_| false)
            && first == letter
        {
            self.mark_row(Pick::of_text(letter, span));
        }
    }

    /// A line calls what it begins with right.
    fn mark_row(&mut self, pick: Pick) {
        self.marked = match self.marked {
            Some(Event::One(other)) if other.letter != pick.letter => Some(Event::Hedge),
            Some(Event::Hedge) => Some(Event::Hedge),
            _ => Some(Event::One(pick)),
        };
    }

    /// What was read, without the marks and the colon that end it.
    fn said(&self) -> &str {
        self.lexer.text[..self.lexer.at].trim_end_matches(['\n', ' ', '*', ':'])
    }

    /// Whether the line that was just read ends in "is", be it before a colon.
    fn ends_in_is(&self) -> bool {
        ends_with_any(self.said(), &[" is", " be"])
    }

    /// Whether it ends in that the answer is one of those that follow: "It is one of these:"
    fn ends_in_list(&self) -> bool {
        ends_with_any(self.said(), &["one of these", "one of the following", "among these"])
    }

    /// Whether it ends in what the reply chooses: "I would choose:"
    fn ends_in_choice(&self) -> bool {
        const I: [&str; 7] = ["I ", "I would ", "I'd ", "I’d ", "I will ", "I'll ", "I’ll "];
        let said = self.said();
        CHOOSE
            .iter()
            .find_map(|choose| said.strip_suffix(choose))
            .is_some_and(|who| ends_with_any(who, &I))
    }

    /// Whether the line before that of `pick` says that the reply does not choose it, or that others may: "I would
    /// not choose:", "You might pick:".
    pub(super) fn is_not_chosen(&self, pick: &Pick) -> bool {
        const WHO: [&str; 12] = [
            "not ",
            "n't ",
            "n’t ",
            "might ",
            "could ",
            "may ",
            "ou can ",
            "ou would ",
            "ome would ",
            "ople would ",
            "any would ",
            "or would I ",
        ];
        let marks = [' ', '\n', '*', '(', ':'];
        let before = self.lexer.text[..pick.span.start].trim_end_matches(marks);
        let who = CHOOSE.iter().find_map(|choose| before.strip_suffix(choose));
        who.is_some_and(|who| ends_with_any(who, &WHO))
    }

    pub(super) fn stop(&mut self, newline: bool) {
        if newline {
            if let Some((letter, span)) = self.row.label {
                let pick = Pick { letter, span, rule: Rule::ChoiceMarked };
                // "A. True, True": its text, and no word on it.
                let judges = || {
                    let line = self.lexer.text[span.end..self.lexer.at].trim_start_matches(TITLE);
                    let own = self.options.at(line).filter(|(option, _)| *option == letter);
                    own.is_some_and(|(_, length)| {
                        line[length..].trim_end().is_empty() && judges(&line[..length])
                    })
                };
                if self.row.right && !self.row.wrong && !self.row.others && !judges() {
                    self.mark_row(pick);
                }
                // "Answer:⏎A) Oxygen ❌⏎B) …"
                let denied = self.row.wrong && !self.row.right;
                let plain = self.row.right != self.row.wrong && !self.row.others;
                let verdict = Some(self.row.right).filter(|_| plain);
                self.judge(Pick { rule: Rule::ChoiceOnly, ..pick }, verdict);
                if !denied {
                    self.left = Some(self.left.map_or(Event::One(pick), |_| Event::Hedge));
                }
                if denied && matches!(self.declared, Some(Event::One(pick)) if pick.span == span) {
                    self.declared = None;
                    self.taken_back = true;
                }
                let rest = &self.lexer.text[span.end..self.lexer.at];
                if self.row.bold && rest.trim_end().ends_with("**") && rest.len() > 6 {
                    self.bold = match self.bold {
                        Bold::None => Bold::One(pick),
                        _ => Bold::Several,
                    };
                }
                let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
                let is_text =
                    self.options.at(rest).is_some_and(|(o, l)| o == letter && l == rest.len())
                        || self.options.equal_to(rest) == Some(usize::from(letter));
                let item = letter > 0 && self.item_at == Some(span.start);
                if (self.row.words == 0 || is_text) && !item && !self.row.wrong {
                    self.line = Some(Pick { rule: Rule::ChoiceLine, ..pick });
                    self.line_is_last = self.lexer.rest().is_empty();
                }
            } else if self.row.right && !self.row.wrong {
                self.text_row();
            }
            self.row = Row { start: self.lexer.at, ..Row::default() };
        }
        let listing = self.sentence.choice;
        let pending = newline && self.near.is && self.sentence.answer && !self.sentence.declared;
        // "To find the answer, let's look at each option:⏎A. Oxygen: …"
        let pending = pending && (!self.sentence.surveys || self.ends_in_is());
        let pending = pending && !self.ends_in_list();
        // "However, I would choose:⏎B. Oboe"
        let chosen = newline && self.near.is && self.near.commit && self.ends_in_choice();
        self.sentence = Sentence::default();
        let tag = self.near.tag && newline;
        self.near = Near::default();
        self.fresh = true;
        if pending {
            self.sentence.answer = true;
            self.near.is = true;
        }
        (self.near.is, self.near.commit) = (self.near.is || chosen, chosen);
        self.near.tag = tag;
        // "Sure! C", "Great question! Oxygen is the gas …": the reply begins behind that.
        let at = self.lexer.at;
        if !self.any && !listing && at <= self.greeting {
            let said = Span { start: self.greeting - GREETING, end: at };
            if let Held::None = self.options.only_in(self.lexer.text, said, |_| false) {
                self.begun = false;
                self.greeted = at;
            }
        }
    }
}
