//! What marks say of the numbers around them.

use super::state::{Bold, Near};
use super::{Reader, around};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::text::starts_with_any;

/// Whether a sentence of its own begins behind a bracket: "(In other words, 80% is left.)".
fn is_remark(rest: &str) -> bool {
    matches!(rest.as_bytes(), [first, second, ..] if first.is_ascii_uppercase() && second.is_ascii_lowercase())
}

impl Reader<'_> {
    pub(super) fn command(&mut self, token: Token) {
        match token.span().of(self.lexer.text) {
            "\\times" | "\\cdot" | "\\div" => self.mark('×', token),
            "\\frac" | "\\dfrac" | "\\tfrac" | "\\binom" => self.fraction = 2,
            "\\boxed" | "\\fbox" | "\\framebox" => {
                self.near.tag = true;
            }
            _ => {}
        }
    }

    /// `**` begins or ends what stands in bold; `from` is where it begins.
    fn turn_bold(&mut self, from: usize) {
        let before = self.lexer.text.as_bytes()[..from].iter().rev().take(8);
        let mut line = before.skip_while(|byte| matches!(byte, b' ' | b'#' | b'-' | b'*' | b'>'));
        self.bold = match (self.bold, line.next()) {
            (Bold::None, None | Some(b'\n')) => Bold::Line,
            (Bold::None, Some(_)) => Bold::Within,
            _ => Bold::None,
        };
    }

    pub(super) fn mark(&mut self, mark: char, token: Token) {
        if mark == '*' && self.lexer.text[..token.start].ends_with('*') {
            self.turn_bold(token.start - 1);
        }
        // "144 m^2".
        if mark == '^'
            && self.chain.is_some_and(|chain| chain.words_since > 0)
            && let Some(length) = around::unit_power(self.lexer.text, token)
        {
            self.lexer.at += length;
            return;
        }
        match mark {
            '+' | '-' | '−' | '–' | '*' | '×' | '·' | '∙' | '⋅' | '÷' | '/' | '^' | '⁄' =>
            {
                if matches!(mark, '-' | '−' | '–')
                    && around::is_sign_or_hyphen(self.lexer.text, mark, token)
                {
                    return;
                }
                let next = self.lexer.text.as_bytes().get(token.end).copied();
                // `**` is emphasis, and so is `*` at a word.
                if mark == '*' && (!token.spaced || next.is_none_or(|b| b != b' ')) {
                    let digit_before = self.lexer.text[..token.start]
                        .ends_with(|c: char| c.is_ascii_digit() || c == ')');
                    let digit_next = next.is_some_and(|b| b.is_ascii_digit() || b == b'(');
                    if !(digit_before && digit_next) {
                        return;
                    }
                }
                // "$18/day", "13 km/h": a unit.
                let before = self.lexer.text.as_bytes()[..token.start].last();
                if mark == '/' && next.is_some_and(|b| b.is_ascii_alphabetic()) {
                    if before.is_some_and(u8::is_ascii_digit) {
                        return self.cue(Cue::Circumstance, token);
                    }
                    if before.is_some_and(u8::is_ascii_alphabetic) {
                        return self.other_word();
                    }
                }
                // "85? No – 95."
                if self.near.no {
                    self.near = Near::default();
                    return self.correct();
                }
                // The tag `</answer>`.
                if mark == '/' && self.lexer.text[..token.start].ends_with('<') {
                    self.break_chain();
                    self.near = Near::default();
                    return;
                }
                self.near.operator = true;
                if let Some(chain) = &mut self.chain {
                    chain.operator = true;
                }
            }
            // "3x = 12 → x = 4".
            '→' | '⇒'
                if self.lexer.rest().trim_start().starts_with(|c: char| c.is_alphabetic()) =>
            {
                self.cue(Cue::So, token);
            }
            '=' | '≈' | '→' | '⇒' => {
                if let Some(chain) = &mut self.chain {
                    chain.equal_since = true;
                }
                self.near.equals = true;
                // `confidence="0.9"`.
                self.near.named &= self.lexer.rest().starts_with('"');
            }
            '>' if self.lexer.text[..token.start].ends_with('>') => {
                if let Some(chain) = &mut self.chain {
                    chain.equal_since = true;
                }
            }
            // "->".
            '>' if self.lexer.text[..token.start].ends_with('-') => {
                if let Some(chain) = &mut self.chain {
                    chain.operator = false;
                    chain.equal_since = true;
                }
                self.near = Near { equals: true, ..Near::default() };
            }
            '<' => self.near.is = false,
            '—' if self.near.no => {
                self.correct();
                self.near = Near::default();
            }
            ':' if self.lexer.text[..token.start].ends_with(|c: char| c.is_ascii_digit())
                && self.lexer.rest().starts_with(|c: char| c.is_ascii_digit()) => {}
            // "30 : 6 = 5".
            ':' if token.spaced && self.divides_by_colon() => {
                if let Some(chain) = &mut self.chain {
                    chain.operator = true;
                }
            }
            // "It's 95: 30 + 50 = 80 and 7 + 8 = 15."
            ':' if self.chain.is_some_and(|chain| {
                !chain.broken
                    && (chain.said && chain.words_since == 0
                        || chain.words_since <= 3
                            && !chain.circumstance
                            && (self.counts() || chain.words_since > 0 && self.tells()))
            }) =>
            {
                self.cue(Cue::Because, token);
            }
            ':' | '：' => {
                // "Wait, no: 95".
                if self.near.no {
                    self.correct();
                    self.near = Near::default();
                }
                self.break_chain();
                self.near.title = self.near.is && self.sentence.answer;
                self.sentence.begun &= self.sentence.best().is_some();
                self.near.colon = !self.near.is
                    && !self.near.result
                    && around::is_key(&self.lexer.text[..token.start]);
                self.near.is = true;
            }
            ',' | '，' | '、' | '(' | '（' => {
                let group = mark == '(' || mark == '（';
                if group && (self.near.operator || self.near.equals) {
                    return;
                }
                // "70 (tens) + 13 (ones)".
                if group && let Some(length) = around::words_in_brackets(self.lexer.rest()) {
                    self.lexer.at += length;
                    return self.other_word();
                }
                // "Covering 240 km in 3 hours, the train …": the main clause comes now.
                self.sentence.opens |= !group && std::mem::take(&mut self.sentence.gerund);
                if group || self.sentence.opens {
                    self.end_chain();
                }
                if group {
                    self.sentence.apart =
                        self.begun && self.opening() && is_remark(self.lexer.rest());
                    self.sentence.group = true;
                    self.sentence.remark = self.sentence.best().is_some();
                } else {
                    // "8 pieces, each 2.5 m long, can be cut": the remark is over.
                    if let Some(chain) = &mut self.chain {
                        chain.circumstance |= self.sentence.remark;
                    }
                    self.sentence.circumstance = false;
                    self.sentence.remark &= self.sentence.group;
                    self.sentence.open_main();
                }
                // "85? No, 95."
                if !group && self.near.no {
                    self.correct();
                }
                self.fresh = !group;
                self.break_chain();
                if !group {
                    self.near = Near { is: self.near.is && !group, ..Near::default() };
                }
            }
            ')' | '）' if self.sentence.group => {
                self.end_chain();
                (self.sentence.group, self.sentence.remark) = (false, false);
            }
            // "20% of 30".
            '%' if self.lexer.rest().starts_with(" of ") => {
                if let Some(chain) = &mut self.chain {
                    chain.operator = true;
                }
            }
            '²' | '³' => {
                if let Some(chain) = &mut self.chain
                    && !chain.broken
                {
                    chain.side += 1;
                }
            }
            '#' => {
                if token.start == 0 || self.lexer.text[..token.start].ends_with('\n') {
                    self.bold = Bold::Line;
                }
                if self.lexer.text[..token.end].ends_with("####") {
                    self.near.tag = true;
                } else if !self.lexer.text[..token.start].ends_with('#') {
                    self.near.named =
                        self.lexer.text[token.end..].starts_with(|c: char| c.is_ascii_digit());
                }
            }
            _ => {}
        }
    }

    /// Whether a colon stands between two numbers that an equals sign is behind.
    fn divides_by_colon(&self) -> bool {
        let mut tokens = self.lexer;
        self.chain.is_some_and(|chain| !chain.broken && chain.words_since == 0)
            && tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && tokens.next().is_some_and(|token| token.kind == Kind::Mark('='))
    }

    /// What follows tells how: "30 of the peaches: she gathered 42".
    fn tells(&self) -> bool {
        starts_with_any(self.lexer.rest(), &[" he ", " she ", " they "])
    }

    /// What follows is a number of something, or several: "12 girls and 18 boys", "37 from
    /// the first", "2, 3, 5 and 7".
    fn counts(&self) -> bool {
        let mut tokens = self.lexer;
        for skipped in [" the", " $"] {
            tokens.at += usize::from(tokens.rest().starts_with(skipped)) * skipped.len();
        }
        let number = tokens.next().is_some_and(|token| token.kind == Kind::Number);
        number
            && tokens.next().is_some_and(|token| match token.kind {
                Kind::Mark(',') => tokens.next().is_some_and(|next| next.kind == Kind::Number),
                Kind::Word(Some(Cue::Is)) => token.span().of(tokens.text) == "are",
                kind => {
                    matches!(kind, Kind::Word(None | Some(Cue::Filler | Cue::Circumstance)))
                }
            })
    }
}
