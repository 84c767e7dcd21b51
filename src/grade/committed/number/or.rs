//! What "or" joins: two answers, or one that is said again.

use super::clause::UNIT;
use super::state::Chain;
use super::{Reader, around, rough};
use crate::grade::Span;
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Lexer, Token};
use crate::grade::text::{ends_with_any, starts_with_any};

/// What stands behind the first letter of "i.e.", with the comma that some put there.
const IE: [&str; 2] = [".e.,", ".e."];

impl Reader<'_> {
    /// "or" stands behind `before`.
    pub(super) fn or(&mut self, before: &str) {
        self.sentence.either |= self.is_root(before);
        // "2*24 or 48 points".
        let calculates =
            |chain: &Chain| chain.side > 1 && !(chain.broken || chain.denied || chain.goes_on);
        if let Some(chain) = self.chain.as_mut().filter(|chain| calculates(chain)) {
            chain.equal_since = true;
            return;
        }
        // "10 cm times 10/1000, or 0.1 cm", "50 times its size, or 200 cm".
        let expression = |chain: &Chain| !chain.denied && (chain.side > 1 || chain.operator);
        if !self.has_remainder()
            && (self.sentence.worded || self.chain.as_ref().is_some_and(expression))
            && (self.comes_to(before) || rough::is_rough(self.lexer.rest()))
        {
            return self.says_again();
        }
        // "5% more than $132, or $138", "(2 × 7) + (4 × 14) or 70".
        if before.ends_with(", ") && self.behind_than() && self.number_is_next()
            || around::is_sum(before) && self.number_is_next()
        {
            return self.says_again();
        }
        // "0.60 or 60%".
        if self.is_percentage_of_last() {
            return self.says_again();
        }
        // "11.11% or approximately 11%".
        if rough::is_rough(self.lexer.rest()) && self.rounds() {
            return self.says_again();
        }
        // "5% or 0.05".
        if before.ends_with("% ") && starts_with_any(self.lexer.rest(), &[" 0.", " ."]) {
            return self.relative();
        }
        // "25% or 2,500 people".
        if before.ends_with("% ") && self.plain_follows() {
            self.chain = None;
            return;
        }
        // "5 fewer, or 22 shells".
        if ends_with_any(before, &["fewer, ", "less, ", "more, "]) && self.comes_to(before) {
            return self.says_again();
        }
        let unit = self.chain.as_ref().and_then(|chain| self.in_same_unit(chain));
        // "8 rows with 5 chairs in each, or 40 chairs": what they come to.
        let each = self.is_of_each(before);
        // "1.75 miles per minute, or 105 miles per hour".
        if each && before.ends_with(", ") && self.rate_changes(before) {
            return self.says_again();
        }
        // "5 miles per hour, or 6 miles per hour".
        if each && self.rate_follows() {
            self.near.or = true;
            return self.break_chain();
        }
        let several = !self.sentence.sums.is_empty() && unit != Some(true);
        // "6 out of 20, or 30%".
        let counted = self.chain.is_some_and(|chain| chain.words_since > 0);
        if (several || each) && (counted || self.is_out_of()) && self.comes_to(before) {
            return self.says_again();
        }
        // "5 years worth of shells, or 60 shells".
        if self.comes_to(before) && self.is_counted_again(before) {
            return self.says_again();
        }
        // "3.5, or 3 with a remainder of 1".
        if self.has_remainder() {
            return self.relative();
        }
        // "He has 24 quarters, or $6."
        let counts = |chain: Chain| (1..=UNIT).contains(&chain.words_since);
        if before.ends_with("s, ")
            && self.lexer.rest().starts_with(" $")
            && self.chain.is_some_and(counts)
        {
            return self.says_again();
        }
        // "16 / 64 = 0.25, or 25%".
        if before.ends_with(", ") && self.converts() {
            return self.says_again();
        }
        if unit == Some(false) {
            // "It takes 300 minutes, or 5 hours", but "**300 minutes**, or 5 hours".
            let bold = self.chain.is_some_and(|chain| chain.bold);
            // "20 * 9 = 180 minutes or 3 hours".
            let comes_to = self.comes_to(before)
                || self.chain.is_some_and(|chain| chain.equals) && self.are_times();
            // But "12 weeks, or roughly 3 months".
            let rough = rough::is_rough(self.lexer.rest());
            if comes_to && !(bold || rough || self.compound_follows()) {
                self.says_again();
                return self.near.is = true;
            }
            // "155 minutes or 2 hours and 35 minutes".
            self.sentence.so = false;
            return self.relative();
        }
        let beside = self.chain.filter(|chain| chain.words_since == 0);
        // "3 out of 6, or 0.5" says it again.
        self.near.or = beside.map_or(unit == Some(true), |chain| {
            let list = |span: Span| around::is_listed(&self.lexer.text[..span.start]);
            !chain.broken || chain.current.is_some_and(list)
        });
        // "not 73 or 93".
        self.near.not = beside.is_some_and(|chain| chain.denied);
        self.break_chain();
    }

    /// Whether the letter at `token` begins "i.e.", and what an equation gave follows in another unit; if so, it
    /// is read up to that.
    pub(super) fn is_said_again(&mut self, token: Token) -> bool {
        let joined = self.lexer.text[..token.start].ends_with(|c: char| c.is_alphanumeric());
        let rest = self.lexer.rest();
        let Some(length) = IE.iter().find(|ie| rest.starts_with(**ie)).map(|ie| ie.len()) else {
            return false;
        };
        let behind = Lexer { at: self.lexer.at + length, ..self.lexer };
        let before = std::mem::replace(&mut self.lexer, behind);
        let again = !joined && self.converts();
        if !again {
            self.lexer = before;
        }
        again
    }

    /// Whether another value of the same unknown follows: "x = 3 or x = -3".
    fn is_root(&self, before: &str) -> bool {
        let Some(span) = self.chain.and_then(|chain| chain.current) else { return false };
        let named = before[..span.start].trim_end_matches([' ', '-', '−']).strip_suffix('=');
        let unknown = named.and_then(|named| named.trim_end().chars().next_back());
        let mut rest = self.lexer.rest().trim_start_matches([' ', '$']).chars();
        unknown.is_some_and(char::is_alphabetic)
            && rest.next() == unknown
            && rest.as_str().trim_start().starts_with('=')
    }

    /// Whether a number follows that has the unit of the number of `chain`; `None` if none follows, or
    /// one of them has no unit.
    fn in_same_unit(&self, chain: &Chain) -> Option<bool> {
        let unit = |mut tokens: Lexer<'_>| {
            let unit = tokens.next().filter(|token| token.kind == Kind::Word(None))?;
            // "20 percent, or 0.2 x 500".
            if unit.span().of(self.lexer.text) == "x" {
                return None;
            }
            Some(unit.span().of(self.lexer.text).trim_end_matches('s'))
        };
        let span = chain.current.filter(|_| chain.words_since == 1)?;
        let mut ahead = self.lexer;
        // "or about 2 weeks".
        ahead
            .find(|token| token.kind != Kind::Word(Some(Cue::Filler)))
            .filter(|token| token.kind == Kind::Number)?;
        Some(unit(Lexer { at: span.end, ..ahead })? == unit(ahead)?)
    }

    /// Whether "than" stands before the last number: "5% more than $132".
    fn behind_than(&self) -> bool {
        let than = |span: Span| around::follows_than(&self.lexer.text[..span.start]);
        self.chain.and_then(|chain| chain.current).is_some_and(than)
    }

    /// Whether "or" behind `before` is behind a comma, and a number follows.
    fn comes_to(&self, before: &str) -> bool {
        before.ends_with(", ") && self.number_is_next()
    }

    /// Whether what is measured before the comma that `before` ends in is counted behind it, and that is all of
    /// the sentence: "5 years worth of shells, or 60 shells".
    fn is_counted_again(&self, before: &str) -> bool {
        // "worth of shells".
        const WORDS: u32 = 3;
        let mut tokens = self.lexer;
        let counted = tokens.find(|token| token.kind != Kind::Mark('$'));
        let unit = tokens.next().filter(|token| token.kind == Kind::Word(None));
        let ends = |kind| matches!(kind, Kind::Stop | Kind::Newline);
        let measured = || {
            let words = before.strip_suffix(", ")?;
            let unit = unit?.span().of(tokens.text);
            let of = words.strip_suffix(unit)?.strip_suffix(' ')?;
            Some(ends_with_any(of, &[" of", "-of"]))
        };
        self.chain.is_some_and(|chain| chain.words_since >= WORDS)
            && counted.is_some_and(|token| token.kind == Kind::Number)
            && tokens.next().is_none_or(|token| ends(token.kind))
            && measured() == Some(true)
    }

    /// Whether what the last number counts is of every one: "a $5 profit on every candle, or $225".
    fn is_of_each(&self, before: &str) -> bool {
        // As far as the words of a clause mostly reach: there may be many an "or" behind the number.
        const FARTHEST: usize = 40;
        let last = self.chain.and_then(|chain| chain.current);
        last.is_some_and(|span| {
            let near = before.as_bytes()[span.end..].rchunks(FARTHEST).next().unwrap_or_default();
            let mut words = near.split(|byte| matches!(byte, b' ' | b','));
            words.any(|word| matches!(word, b"every" | b"per"))
        })
    }

    /// Whether a number follows that is of each too: "or 6 miles per hour".
    fn rate_follows(&self) -> bool {
        self.rate().is_some_and(|rate| starts_with_any(rate, &[" per ", " each", " every "]))
    }

    /// Whether a number follows that is of something else than the one in `before`: "1.75 miles per minute,
    /// or 105 miles per hour".
    fn rate_changes(&self, before: &str) -> bool {
        // As far as the words of a clause mostly reach.
        const FARTHEST: usize = 40;
        let near = before.as_bytes().rchunks(FARTHEST).next().unwrap_or_default();
        let mut words = near.rsplit(|byte| *byte == b' ').skip(1);
        let last = words.next().unwrap_or_default();
        let of = words.next().unwrap_or_default();
        let next = self.rate().and_then(|rate| rate.strip_prefix(" per "));
        matches!(of, b"per" | b"every")
            && next.is_some_and(|next| {
                !next.as_bytes().starts_with(last.strip_suffix(b",").unwrap_or(last))
            })
    }

    /// What stands behind a number that follows and the word behind it.
    fn rate(&self) -> Option<&str> {
        let mut tokens = self.lexer;
        tokens.next().filter(|token| token.kind == Kind::Number)?;
        tokens.next().filter(|token| token.kind == Kind::Word(None))?;
        Some(tokens.rest())
    }

    /// Whether a percentage follows that may be the last number, which is less than one.
    fn is_percentage_of_last(&self) -> bool {
        let mut tokens = self.lexer;
        let last =
            self.chain.filter(|chain| chain.words_since == 0).and_then(|chain| chain.current);
        let filler = |token: &Token| token.kind == Kind::Word(Some(Cue::Filler));
        last.is_some_and(|span| starts_with_any(span.of(tokens.text), &["0.", "."]))
            && tokens.find(|token| !filler(token)).is_some_and(|it| it.kind == Kind::Number)
            && tokens.rest().starts_with('%')
    }

    /// Whether a percentage follows what the last number is out of: "6 out of 20, or 30%".
    fn is_out_of(&self) -> bool {
        let mut tokens = self.lexer;
        let last = self.chain.and_then(|chain| chain.current);
        last.is_some_and(|span| tokens.text[..span.start].ends_with(" out of "))
            && tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && tokens.rest().starts_with('%')
    }

    /// Whether the last number and the next are times: "180 minutes or 3 hours".
    fn are_times(&self) -> bool {
        let text = self.lexer.text;
        let last = self.chain.and_then(|chain| chain.current);
        let next = { self.lexer }.next().filter(|token| token.kind == Kind::Number);
        last.zip(next).is_some_and(|(last, next)| {
            let time = |end: usize| around::behind_time(&text[end..]).is_some();
            time(last.end) && time(next.end)
        })
    }

    /// Whether a number and a remainder follow.
    fn has_remainder(&self) -> bool {
        let mut tokens = self.lexer;
        tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && starts_with_any(tokens.rest(), &[" with a remainder", " remainder"])
    }

    /// Whether a number follows that is no percentage.
    fn plain_follows(&self) -> bool {
        let mut tokens = self.lexer;
        tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && !tokens.rest().starts_with('%')
    }
}
