//! What words and marks say of the letters behind them.

use super::state::{Event, Near, Pick, Sentence};
use super::words::{is_counterfactual, leans};
use super::{Reader, label, remark, several};
use crate::grade::Span;
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::lex::Token;
use crate::grade::committed::options::Held;
use crate::grade::committed::others;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::without_last;

/// What goes through all of them.
const EACH: [&str; 2] = ["each ", "every "];

/// Whether `before` says of what follows that it is wrong, and that it is one: "the incorrect".
fn is_fault(before: &str) -> bool {
    ends_with_any(before, &["he incorrect ", "he false ", "he wrong ", "he invalid "])
}

/// Whether `before` says of what follows that it comes behind another one: "second best", "alternative
/// diagnosis".
fn is_second(before: &str) -> bool {
    ends_with_any(before, &["Second ", "second ", "lternative ", "unner-up "])
}

/// Whether nothing but a letter in brackets is left of the sentence that `rest` is of.
fn ends_in_label(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b' ', b'(', b'A'..=b'J', b')', behind @ ..]
        if matches!(behind, [] | [b'.' | b'\n', ..]))
}

impl Reader<'_, '_> {
    pub(super) fn cue(&mut self, cue: Cue, token: Token) {
        let keep = self.near;
        let fresh = std::mem::take(&mut self.fresh);
        self.near = Near::default();
        match cue {
            // "Second choice: A."
            Cue::Answer | Cue::Choice | Cue::Right
                if is_second(&self.lexer.text[..token.start])
                    && self.lexer.rest().starts_with(':') =>
            {
                self.near.named = true;
                self.lexer.at += 1;
            }
            // "Many would answer C."
            Cue::Answer if others::is_of_others(self.lexer.text, token.start) => {
                self.near.word = true;
            }
            // "Solution A has more of them", where that is an option.
            Cue::Answer
                if self
                    .options
                    .at(&self.lexer.text[token.start..])
                    .is_some_and(|(_, length)| token.start + length > token.end + 1) =>
            {
                self.near.word = true;
                self.begun = true;
            }
            // "You only sent the answer choices: A. Oxygen".
            Cue::Answer
                if starts_with_any(self.lexer.rest(), &[" choices", " options"])
                    && token.span().of(self.lexer.text).ends_with("nswer") =>
            {
                // "We can eliminate answer choices (D)."
                self.near = Near { word: true, not: keep.not, ..Near::default() };
            }
            // "B. Carbon dioxide <- answer".
            Cue::Answer if self.is_pointed(token.start) => self.row.right = true,
            Cue::Answer => {
                self.text_is_answer(token.start);
                let word = token.span().of(self.lexer.text);
                self.sentence.surveys |=
                    word.ends_with('s') || ends_with_any(&self.lexer.text[..token.start], &EACH);
                // "To determine the correct answer, let's go step by step:"
                if remark::is_sought(&self.lexer.text[..token.start])
                    && !self.lexer.rest().starts_with(": ")
                {
                    self.near.word = true;
                    self.begun = true;
                    return;
                }
                // "There is no correct answer: …"
                self.sentence.answer = !keep.not;
                self.sentence.declared = false;
                self.near.is = true;
                self.near.not = keep.not;
            }
            Cue::Choice => {
                let before = &self.lexer.text[..token.start];
                let each = ends_with_any(before, &EACH);
                self.announced |= each;
                self.near = keep;
                // "Options: A. Oxygen B. Helium" is a list of them.
                let word = token.span().of(self.lexer.text);
                self.sentence.surveys |= each || word.ends_with('s');
                let several = word.ends_with('s');
                self.near.choice = !(several && self.lexer.rest().starts_with(':'));
                if several && several::begins_list(before, self.lexer.rest()) {
                    (self.near.choice, self.sentence.answer) = (false, false);
                }
                if keep.not && !word.ends_with('s') && is_fault(before) {
                    self.sentence.faults = true;
                    self.near.not = false;
                }
                self.sentence.choice = true;
                self.sentence.answer |= self.sentence.right;
            }
            // "He turned right around."
            Cue::Right if starts_with_any(self.lexer.rest(), &label::SIDES) => {
                self.near.word = true;
            }
            Cue::Right => {
                self.sentence.right = true;
                self.sentence.answer |= self.sentence.choice;
                self.row.right |= !keep.not;
                self.row.wrong |= keep.not;
                self.near = keep;
                self.near.word = false;
                // "The statement that is not true is B."
                if keep.not && self.lexer.rest().starts_with(" is ") && self.is_not_true(token) {
                    self.sentence.faults = true;
                    (self.near.not, self.sentence.not) = (false, false);
                }
            }
            Cue::Wrong => {
                self.row.wrong = true;
                self.sentence.wrong = true;
                self.near.not = true;
                // "I've ruled out C."
                if remark::rules_out(self.lexer.rest()) {
                    self.lexer.at += " out".len();
                }
            }
            Cue::Not => {
                self.near = keep;
                self.near.not = true;
                self.near.commit = false;
                self.sentence.not = true;
                let word = token.span().of(self.lexer.text);
                self.near.no = fresh
                    && matches!(word, "no" | "No" | "NO")
                    && self.options.equal_to("no").is_none();
                // "The nearest would be C, but none of the options is right."
                // But not "a gas, a liquid or none of the above".
                let listed = self.lexer.text[..token.start].ends_with("or ");
                if word.eq_ignore_ascii_case("none") && !listed && self.declines() {
                    (self.declared, self.concluded) = (None, None);
                    self.taken_back = true;
                }
                if fresh && word.eq_ignore_ascii_case("if") {
                    self.sentence.supposed |= self.supposes();
                    // "If it is a body cell, it would be mitosis."
                    self.sentence.conditional |= word == "If";
                }
            }
            Cue::Is => {
                self.near.is = true;
                self.near.not = keep.not;
                // "That would be oxygen."
                const THAT: [&str; 2] = ["That would ", "This would "];
                self.near.commit = keep.commit
                    || keep.it
                    || token.span().of(self.lexer.text) == "be"
                        && ends_with_any(&self.lexer.text[..token.start], &THAT);
            }
            Cue::ItIs => {
                self.near.is = true;
                self.near.commit = !keep.not;
                self.near.not = keep.not;
            }
            // "One might choose A." "Many people would say A."
            Cue::Commit if others::is_tempting(&self.lexer.text[..token.start]) => {
                self.near.not = true
            }
            // "I'm changing my initial guess of B." "My second guess would be A."
            Cue::Commit
                if ends_with_any(
                    &self.lexer.text[..token.start],
                    &["initial ", "first ", "econd "],
                ) =>
            {
                self.near.not = true;
            }
            // "It's B. If B weren't there, I'd say C."
            Cue::Commit if is_counterfactual(&self.lexer.text[..token.start]) => {
                self.near.not = true;
            }
            // "roots, leaves and a flower", "leaving at noon".
            Cue::Commit if self.are_leaves(token) => self.near.word = true,
            // "go to the left".
            Cue::Commit if !cue::commits(self.lexer.text, token.span()) => self.near.word = true,
            Cue::Commit => {
                self.text_is_pick(token.start);
                self.near.commit = !keep.not;
                self.near.not = keep.not;
                self.sentence.commits = !keep.not;
            }
            Cue::Filler => {
                self.near = keep;
                let word = token.span().of(self.lexer.text);
                if word.eq_ignore_ascii_case("final") {
                    self.sentence.right = true;
                }
                if matches!(word, "probably" | "likely") && leans(&self.lexer.text[..token.start]) {
                    self.near.commit = !keep.not;
                }
                // "Of these, oxygen is the right one."
                if word == "one"
                    && ends_with_any(&self.lexer.text[..token.start], &[" right ", " correct "])
                {
                    self.text_is_answer(token.start);
                }
                let likeliest =
                    word == "likely" && self.lexer.text[..token.start].ends_with("ost ");
                self.sentence.likeliest |= likeliest;
                // "D. Erosion: this is the most likely effect."
                self.row.right |= likeliest && keep.is && !keep.not;
                return;
            }
            // "high, so that the current is low".
            Cue::So if self.lexer.rest().starts_with(" that the ") => self.near.word = true,
            Cue::So => {
                self.near = keep;
                self.near.so = true;
                self.sentence.so = true;
                if fresh && !token.span().of(self.lexer.text).eq_ignore_ascii_case("also") {
                    self.so_at = token.start;
                }
                return;
            }
            Cue::Correction if remark::takes_nothing_back(self.lexer.text, token.span(), fresh) => {
                self.near.word = true;
            }
            Cue::Correction => self.correct(token.end),
            Cue::Actually => {
                if fresh {
                    self.correct(token.end);
                } else {
                    self.near = keep;
                    return;
                }
            }
            // "2.5 m, which is the answer to the question (C)."
            Cue::Named if self.sentence.answer && ends_in_label(self.lexer.rest()) => {
                self.near = Near { is: true, ..Near::default() };
            }
            Cue::Named | Cue::NamedLetter => {
                self.near.named = true;
                let word = token.span().of(self.lexer.text);
                self.near.grade =
                    ["grade", "score", "rating"].iter().any(|name| name.eq_ignore_ascii_case(word));
            }
            // "A, or rather B."
            Cue::Or
                if self.lexer.rest().strip_prefix(" rather").is_some_and(remark::label_follows) =>
            {
                self.lexer.at += " rather".len();
                self.correct(self.lexer.at);
            }
            Cue::Or | Cue::And => {
                self.near = keep;
                // "A. (Some confidence) or D." names no confidence.
                self.near.named &= !self.lexer.text[..token.start].ends_with(") ");
                return;
            }
            Cue::Because => {
                let word = token.span().of(self.lexer.text);
                let concedes = ["although", "though", "while", "whereas"];
                self.sentence.conceded =
                    fresh && concedes.iter().any(|concedes| word.eq_ignore_ascii_case(concedes));
                self.sentence.answer = false;
                self.sentence.right = false;
                self.sentence.commits = false;
            }
            // "The thick air makes it B."
            Cue::It
                if self.lexer.text[..token.start].ends_with("makes ")
                    && remark::label_ends(self.lexer.rest()) =>
            {
                self.near = Near { is: true, commit: !keep.not, not: keep.not, ..Near::default() };
            }
            Cue::It => self.near = Near { word: true, it: true, not: keep.not, ..Near::default() },
            Cue::But => {
                // "Many choose A, but it is B."
                self.sentence.declared &= !self.sentence.weak;
                self.near.word = true;
            }
            Cue::Result
            | Cue::Operator
            | Cue::Check
            | Cue::Me
            | Cue::Compared
            | Cue::Pair
            | Cue::Scaled
            | Cue::Count
            | Cue::Circumstance => self.near.word = true,
        }
        if !matches!(cue, Cue::Correction | Cue::Actually | Cue::Choice) {
            self.begun = true;
        }
    }

    /// Whether what is not true is said to be what follows `token`: "the one that is not true".
    fn is_not_true(&self, token: Token) -> bool {
        const ENDS: [&str; 4] =
            [" that is not ", " that is NOT ", " which is not ", " that isn't "];
        ends_with_any(&self.lexer.text[..token.start], &ENDS)
    }

    /// Whether the word at `token` is those of a plant, or what somebody does who goes, by what stands behind
    /// it.
    fn are_leaves(&self, token: Token) -> bool {
        const BEHIND: [&str; 10] =
            [" and ", " are ", " of ", " in ", " on ", " from ", " at ", " for ", ",", "."];
        let word = token.span().of(self.lexer.text);
        matches!(word, "leaves" | "leaving" | "Leaving")
            && starts_with_any(self.lexer.rest(), &BEHIND)
    }

    /// Whether the line ends in the word at `at`, and an arrow points from it to what is before.
    fn is_pointed(&self, at: usize) -> bool {
        let rest = self.lexer.rest();
        // Mostly more follows: "The answer is".
        if rest.starts_with([' ', ':']) {
            return false;
        }
        let rest = rest.trim_start_matches([')', '*', '!', '.']);
        if !(rest.is_empty() || rest.starts_with('\n')) {
            return false;
        }
        let before = without_last(&self.lexer.text[..at], "correct ").trim_end();
        ends_with_any(before, &["←", "⬅", "<-", "<--", "("])
    }

    /// Whether what follows "none" says that no option is right.
    fn declines(&self) -> bool {
        let rest = self.lexer.rest();
        let all = [" of the given", " of the options", " of the above", " of these options"];
        starts_with_any(rest, &all) && !self.options.decline()
    }

    /// Whether another question is supposed: "had the question asked".
    fn supposes(&self) -> bool {
        let rest = self.lexer.rest();
        let it = [" the question ", " it "].iter().find_map(|it| rest.strip_prefix(it));
        let past = ["had ", "asked ", "were ", "was "];
        it.is_some_and(|rest| starts_with_any(rest, &past))
    }

    /// What was said before `at` is taken back.
    pub(super) fn correct(&mut self, at: usize) {
        self.taken_back = true;
        let only = self.label.filter(|_| self.labels.count_ones() == 1);
        let said = self.lead.or(self.line).or(only);
        let event = self.declared.or(said.map(Event::One)).or_else(|| self.told_before(at));
        if event.is_some() || self.labels > 0 {
            self.before_correction = event.or(self.before_correction);
            (self.declared, self.lead, self.line) = (None, None, None);
            (self.label, self.marked, self.labels) = (None, None, 0);
            (self.conceded, self.said) = (0, None);
            self.concluded = None;
            self.corrected_at = at;
            self.begun = false;
        }
        self.sentence = Sentence::default();
    }

    /// The only option that the reply names by its text before its first correction, which ends at
    /// `at`: "Helium. Sorry, I mean neon."
    fn told_before(&mut self, at: usize) -> Option<Event> {
        let start = self.start.take().filter(|_| self.labels == 0)?;
        let held = self.options.only_in(self.lexer.text, Span { start, end: at }, |_| false);
        match held {
            Held::One(letter, span) => Some(Event::One(Pick::of_text(letter, span))),
            _ => None,
        }
    }

    pub(super) fn mark(&mut self, mark: char, token: Token) {
        match mark {
            ':' | '：' | '–' | '—' if self.near.no => {
                self.correct(token.end);
                self.fresh = true;
                self.near = Near::default();
            }
            ':' | '：' | '=' => {
                self.near.is = true;
                self.near.named = self.near.grade;
                self.near.word = false;
                self.near.not = false;
            }
            // "=> C".
            '>' if self.near.is => {
                self.near.so |= self.lexer.text[..token.start].ends_with('=') && !self.near.word;
            }
            // The tag `<box>`.
            '>' => self.near.named = false,
            '✓' | '✔' | '✅' => self.row.right = true,
            // "C) carbon dioxide ←", "C) carbon dioxide <--".
            '←' | '-'
                if matches!(self.lexer.rest().as_bytes(), [] | [b'\n', ..])
                    && ends_with_any(&self.lexer.text[..token.end], &["←", "<-", "<--"]) =>
            {
                self.row.right = true;
            }
            '✗' | '✘' | '❌' => self.row.wrong = true,
            ',' | '，' | '、' => {
                // "A? No, B."
                if self.near.no {
                    self.correct(token.end);
                }
                self.fresh = true;
                self.sentence.conceded = false;
                self.sentence.wrong = false;
                let is = self.near.is && self.sentence.answer;
                self.near = Near { is, not: false, so: self.near.so, ..Near::default() };
            }
            // "pH = 5.8 → C", but no "A + B → C".
            // "Eliminate A, C and D → B".
            '→' | '⇒'
                if self.sentence.not || !label::ends_in_letter(&self.lexer.text[..token.start]) =>
            {
                (self.near.is, self.near.so, self.near.not) = (true, true, false);
            }
            '°' => self.near.named = true,
            '#' if self.lexer.text[..token.end].ends_with("####") => self.near.tag = true,
            '–' | '—' => {
                self.near.is |= self.sentence.answer;
                self.fresh = true;
            }
            _ => {}
        }
    }
}
