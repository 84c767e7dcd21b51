//! What marks say of the numbers around them.

use super::state::{Bold, Chain, Near, same};
use super::{Reader, around, sign};
use crate::grade::Span;
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::text::starts_with_any;

/// Whether a sentence of its own begins behind a bracket: "(In other words, 80% is left.)", "(5 × 7 = 35,
/// and 35 + 3 = 38.)".
fn is_remark(rest: &str) -> bool {
    const FARTHEST: usize = 200;
    let near = &rest.as_bytes()[..rest.len().min(FARTHEST)];
    let begins = |near: &[u8]| matches!(near, [a, b, ..] if a.is_ascii_uppercase() && b.is_ascii_lowercase());
    let ends = |pair: &[u8]| match pair {
        [b'.', digit] => !digit.is_ascii_digit(),
        [b'!' | b'?' | b'\n', _] => true,
        _ => false,
    };
    // "(Number of minutes) = 4".
    let equals = || {
        // No further than its sentence, which is all that a look from the end has.
        let end = near.iter().position(|byte| matches!(byte, b')' | b'.' | b'\n'));
        end.is_some_and(|end| {
            near[end] == b')' && near[end + 1..].trim_ascii_start().starts_with(b"=")
        })
    };
    begins(near) && !equals()
        || near.first().is_some_and(u8::is_ascii_digit)
            && near.windows(2).find(|pair| ends(pair)) == Some(b".)")
}

/// Whether a word with a capital stands behind the space that `rest` begins with.
fn begins_sentence(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b' ', a, b, ..] if a.is_ascii_uppercase() && b.is_ascii_lowercase())
}

/// What says, behind a percentage, that it is a part of something known.
const OF_ALL: [&str; 6] =
    [" of the ", " of its ", " of his ", " of her ", " of their ", " of all "];

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
        // Once, of however many there are: "***12***" is in italics too.
        if mark == '*' {
            let before = &self.lexer.text[..token.start];
            if before.ends_with('*') && !before.ends_with("**") {
                self.turn_bold(token.start - 1);
            }
        }
        // "144 m^2".
        if mark == '^'
            && self.chain.is_some_and(|chain| chain.words_since > 0)
            && let Some(length) = around::unit_power(self.lexer.text, token)
        {
            self.lexer.at += length;
            return;
        }
        let (before, rest) = (&self.lexer.text[..token.start], self.lexer.rest());
        match mark {
            '+' | '-' | '−' | '–' | '*' | '×' | '·' | '∙' | '⋅' | '÷' | '/' | '^' | '⁄' =>
            {
                self.sign(mark, token);
            }
            // "3x = 12 → x = 4".
            '→' | '⇒' if rest.trim_start().starts_with(|c: char| c.is_alphabetic()) => {
                self.cue(Cue::So, token);
            }
            '=' | '≈' | '→' | '⇒' => {
                if let Some(chain) = &mut self.chain {
                    chain.equal_since = true;
                }
                self.near.equals = true;
                // "74 - 23 that he spent = 51", "2 pairs that cost 2 * 60 = 120": the clause is over, and what
                // it says is what counts.
                self.sentence.remark &=
                    self.sentence.group || self.chain.is_some() && !self.sentence.restrictive;
                // `confidence="0.9"`.
                self.near.named &= rest.starts_with('"');
            }
            '>' if before.ends_with('>') => {
                if let Some(chain) = &mut self.chain {
                    chain.equal_since = true;
                }
            }
            // "->".
            '>' if before.ends_with('-') => {
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
            // "https://example.com/37".
            ':' if rest.starts_with("//") => {
                self.lexer.at += rest.find(char::is_whitespace).unwrap_or(rest.len());
            }
            ':' if self.colon_between(token) => {}
            ':' | '：' => self.title(before),
            ',' | '，' | '、' => self.comma(),
            '(' | '（' => self.bracket(mark, before),
            ')' | '）' if self.sentence.group => {
                self.end_chain();
                // "25 (all that she had before) = 57".
                self.near.not = false;
                (self.sentence.group, self.sentence.remark) = (false, self.sentence.remark_around);
            }
            // "which means 45 is 75% of 60".
            '%' if rest.starts_with(" of ") && around::is_share(before) => {
                let mut tokens = self.lexer;
                if tokens.nth(1).is_some_and(|token| token.kind == Kind::Number) {
                    self.lexer = tokens;
                }
            }
            // "20% of 30".
            '%' if rest.starts_with(" of ") => {
                let whole = starts_with_any(rest, &OF_ALL);
                let part = whole && !self.sentence.task;
                // "6000 / 150 = 40% of the way", but "36 = 20% of the 180".
                let third = { self.lexer }.nth(2).map(|token| token.kind);
                let number = matches!(third, Some(Kind::Number | Kind::Mark('$')));
                if let Some(chain) = &mut self.chain {
                    // "45 / 300 = 15% of $300", "(45 / 300) = 15% of $300".
                    let found = chain.equals && (chain.joined || whole && !number);
                    let comes_to = |span: Span| {
                        let before = &self.lexer.text[..span.start];
                        let sides = ["= ", "=", "= $"].iter();
                        sides.filter_map(|sign| before.strip_suffix(sign)).any(around::is_sum)
                    };
                    chain.operator = !(found || chain.current.is_some_and(comes_to));
                    // "The team won 75% of its 24 games", but "The tip is 15% of the $40".
                    chain.part = part && chain.side == 1 && !(chain.said || chain.equals);
                }
            }
            // "46 + 38 = 74 ❌": what is before it is wrong; what is behind it, if that begins the line.
            '❌' | '✗' | '✘' => {
                self.near.not = self.chain.take().is_none();
            }
            // "It is 84 🎉 Anything else?"
            '✅' | '\u{1F300}'.. if begins_sentence(rest) => {
                self.stop(Token { kind: Kind::Stop, ..token });
            }
            '|' => self.sentence.row = true,
            '²' | '³' => {
                if let Some(chain) = &mut self.chain
                    && !chain.broken
                {
                    chain.side += 1;
                }
            }
            '#' => {
                if before.is_empty() || before.ends_with('\n') {
                    self.bold = Bold::Line;
                }
                if before.ends_with("###") {
                    self.near.tag = true;
                } else if !before.ends_with('#') {
                    self.near.named = rest.starts_with(|c: char| c.is_ascii_digit());
                }
            }
            _ => {}
        }
    }

    /// What may be an operator: not a sign, a hyphen, emphasis, a unit ("$18/day"), or the dash of a
    /// correction.
    fn sign(&mut self, mark: char, token: Token) {
        let text = self.lexer.text;
        if matches!(mark, '-' | '−' | '–') && sign::is_sign_or_hyphen(text, mark, token) {
            return;
        }
        // "103 runners crossed the line – the other 17 dropped out."
        let counted = self.chain.is_some_and(|chain| chain.words_since > 0);
        if mark == '–' && counted && around::begins_with_word(self.lexer.rest()) {
            return self.comma();
        }
        let (before, next) = (&text[..token.start], text.as_bytes().get(token.end).copied());
        // `**` is emphasis, and so is `*` at a word.
        if mark == '*' && (!token.spaced || next.is_none_or(|b| b != b' ')) {
            let digit_before = before.ends_with(|c: char| c.is_ascii_digit() || c == ')');
            let behind = self.lexer.rest();
            // "208*.75".
            let behind = behind.strip_prefix('.').unwrap_or(behind);
            let digit_next = behind.starts_with(|c: char| c.is_ascii_digit());
            if !(digit_before && (digit_next || next == Some(b'('))) {
                return;
            }
        }
        // "$18/day", "13 km/h": a unit.
        if mark == '/' && next.is_some_and(|b| b.is_ascii_alphabetic()) {
            match before.as_bytes().last() {
                Some(b'0'..=b'9') => return self.cue(Cue::Circumstance, token),
                Some(b'a'..=b'z' | b'A'..=b'Z') => return self.other_word(),
                _ => {}
            }
        }
        // "85? No – 95."
        if self.near.no {
            self.near = Near::default();
            return self.correct();
        }
        // The tags `</answer>` and `[/answer]`.
        if mark == '/' && before.ends_with(['<', '[']) {
            self.break_chain();
            self.near = Near::default();
            return;
        }
        self.operates();
    }

    /// A colon that stands within a time of day, divides, or leads in how a value was found; whether it
    /// is one of these.
    fn colon_between(&mut self, token: Token) -> bool {
        let digit = |c: char| c.is_ascii_digit();
        if self.lexer.text[..token.start].ends_with(digit) && self.lexer.rest().starts_with(digit) {
            return true;
        }
        // "30 : 6 = 5".
        if token.spaced && self.divides_by_colon() {
            if let Some(chain) = &mut self.chain {
                chain.operator = true;
            }
            return true;
        }
        // "It's 95: 30 + 50 = 80 and 7 + 8 = 15."
        let follows = self.lexer.text[..token.start].ends_with(" follows");
        let explains = !follows
            && self.chain.is_some_and(|chain| {
                let near = chain.words_since <= 3 && !chain.circumstance;
                // "20% of his 60 cards: 12 cards".
                !(chain.broken || chain.part || self.sentence.reasons || self.is_found())
                    && (chain.said && chain.words_since == 0 && !self.is_set(&chain)
                        || near
                            && (self.counts() && !self.reckons_with(&chain)
                                || chain.words_since > 0 && self.tells()))
            });
        if explains {
            self.cue(Cue::Because, token);
        }
        explains
    }

    /// A colon behind `before`, which names what follows.
    fn title(&mut self, before: &str) {
        // "Wait, no: 95".
        if self.near.no {
            self.correct();
            self.near = Near::default();
        }
        self.break_chain();
        // "Find how old she was 3 years ago: 11 - 3 = 8": what it gives is what it says.
        if self.is_found() {
            self.sentence.task = false;
            self.end_chain();
            self.sentence.opens = true;
            self.sentence.open_main();
        }
        self.near.title = self.near.is && self.sentence.answer;
        self.sentence.begun &= self.sentence.best().is_some();
        self.near.colon = !self.near.is && !self.near.result && around::is_key(before);
        self.near.is = true;
        // "40 + 60 = 100, then subtract the 5 that you added: 95."
        let equals = self.chain.is_some_and(|chain| chain.equals);
        self.near.so = (equals || self.sentence.equation.is_some()) && self.is_last_number();
    }

    fn comma(&mut self) {
        // "Covering 240 km in 3 hours, the train …": the main clause comes now.
        self.sentence.opens |= std::mem::take(&mut self.sentence.gerund);
        // "Its height, which used to be 14 inches, is 42".
        let remarked = self.sentence.remark && self.chain.is_some_and(|chain| chain.said);
        if self.sentence.opens || remarked {
            self.end_chain();
        }
        // "8 pieces, each 2.5 m long, can be cut": the remark is over.
        if let Some(chain) = &mut self.chain {
            chain.circumstance |= self.sentence.remark;
        }
        self.sentence.circumstance = false;
        self.end_remark();
        self.sentence.open_main();
        // "Since each tile is 1 square inch, this is also how many she needs."
        if starts_with_any(self.lexer.rest(), &[" this is also ", " that is also "]) {
            self.sentence.opening = None;
        }
        // "85? No, 95."
        if self.near.no {
            self.correct();
        }
        self.fresh = true;
        self.break_chain();
        self.near = Near { is: self.near.is, ..Near::default() };
    }

    /// A bracket opens behind `before`.
    fn bracket(&mut self, mark: char, before: &str) {
        // "is \\(\\sqrt{81} = 9\\)": LaTeX, and no bracket.
        if self.near.operator || self.near.equals || before.ends_with('\\') {
            return;
        }
        if mark == '(' && around::is_factor(before, self.lexer.rest()) {
            return self.operates();
        }
        // "(261)(23)".
        if mark == '(' && around::are_factors(self.lexer.rest()) {
            return;
        }
        if mark == '(' && before.ends_with(')') && !self.sentence.group && self.behind_operand() {
            return self.operates();
        }
        // "70 (tens) + 13 (ones)".
        if let Some(length) = around::words_in_brackets(self.lexer.rest()) {
            self.lexer.at += length;
            return self.other_word();
        }
        self.end_chain();
        self.sentence.apart |= self.begun && self.opening() && is_remark(self.lexer.rest());
        // "$400, which is the $480 he made (32 hours at $15) minus $80".
        if !self.sentence.group {
            self.sentence.remark_around = self.sentence.remark;
        }
        self.sentence.group = true;
        // "so (h = 4)".
        self.sentence.remark = self.sentence.best().is_some() && !self.near.so;
        self.fresh = false;
    }

    /// Whether a colon stands between two numbers that an equals sign is behind.
    fn divides_by_colon(&self) -> bool {
        let mut tokens = self.lexer;
        let is_number = |token: Token| token.kind == Kind::Number;
        self.chain.is_some_and(|chain| !chain.broken && chain.words_since == 0)
            && tokens.find(|token| token.kind != Kind::Mark('$')).is_some_and(is_number)
            && tokens.next().is_some_and(|token| token.kind == Kind::Mark('='))
    }

    /// What follows tells how: "30 of the peaches: she gathered 42".
    fn tells(&self) -> bool {
        starts_with_any(self.lexer.rest(), &[" he ", " she ", " they "])
    }

    /// Whether an equation follows, behind what is to be found: "find how old she was: 11 - 3 = 8".
    fn is_found(&self) -> bool {
        const FARTHEST: usize = 24;
        let ends = |kind| matches!(kind, Kind::Stop | Kind::Newline | Kind::Mark('='));
        let end = || { self.lexer }.take(FARTHEST).find(|token| ends(token.kind));
        self.sentence.task && end().is_some_and(|token| token.kind == Kind::Mark('='))
    }

    /// Whether the number of `chain` stands behind an equals sign: "t = 1: 50 / 3 = 16.67".
    fn is_set(&self, chain: &Chain) -> bool {
        let before = |span: Span| self.lexer.text[..span.start].trim_end_matches([' ', '$']);
        chain.current.is_some_and(|span| before(span).ends_with('='))
    }

    /// Whether an equation follows that works with the number of `chain`: "5 school days: 5 days × 2 cartons
    /// a day = 10 cartons".
    fn reckons_with(&self, chain: &Chain) -> bool {
        const FARTHEST: usize = 12;
        let ends = |kind| matches!(kind, Kind::Stop | Kind::Newline | Kind::Mark('='));
        let mut found = false;
        let end = { self.lexer }.take(FARTHEST).find(|token| {
            let is = |span| same(self.lexer.text, token.span(), span);
            found |= token.kind == Kind::Number && chain.current.is_some_and(is);
            ends(token.kind)
        });
        found && end.is_some_and(|token| token.kind == Kind::Mark('='))
    }

    /// What follows is a number of something, or several: "12 girls and 18 boys", "37 from
    /// the first", "2, 3, 5 and 7".
    fn counts(&self) -> bool {
        let mut tokens = self.lexer;
        for skipped in [" the", " a $"] {
            tokens.at += usize::from(tokens.rest().starts_with(skipped)) * skipped.len();
        }
        let mut tokens = tokens.filter(|token| token.kind != Kind::Mark('$'));
        let number = tokens.next().is_some_and(|token| token.kind == Kind::Number);
        number
            && tokens.next().is_some_and(|token| match token.kind {
                Kind::Mark(',') => tokens.next().is_some_and(|next| next.kind == Kind::Number),
                Kind::Word(Some(Cue::Is)) => token.span().of(self.lexer.text) == "are",
                kind => {
                    matches!(kind, Kind::Word(None | Some(Cue::Filler | Cue::Circumstance)))
                }
            })
    }
}
