//! What takes two numbers to say: a quantity in two units, "3 hours and 20 minutes", and two
//! quantities at once, "90 socks and 60 dishes". Neither of the two is the value.

use super::clause::UNIT;
use super::figure::Figure;
use super::{Reader, around};
use crate::grade::Span;
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Lexer, Token};
use crate::grade::text::ends_with_any;

/// Units that a quantity has together, the larger first. In the singular.
const UNITS: [&[&str]; 6] = [
    &["year", "month", "week", "day", "hour", "minute", "second"],
    &["hr", "min", "sec"],
    &["mile", "yard", "foot", "inch"],
    &["pound", "ounce"],
    &["dollar", "cent"],
    &["kilogram", "gram"],
];

/// What a number before it counts, and stands beside a value: "3 students left over".
const BESIDE: [&str; 6] = ["left", "over", "leftover", "remaining", "each", "apiece"];

/// The group of the unit that `word` is, and its place there.
fn unit(word: &str) -> Option<(usize, usize)> {
    let plural =
        |unit: &str| word.strip_prefix(unit).is_some_and(|end| matches!(end, "" | "s" | "es"));
    let is = |unit: &&str| plural(unit) || *unit == "foot" && word == "feet";
    UNITS.iter().enumerate().find_map(|(group, units)| Some((group, units.iter().position(is)?)))
}

/// Whether `larger` and `smaller` are units that a quantity has together.
fn go_together(larger: &str, smaller: &str) -> bool {
    let (Some((group, place)), Some((same, below))) = (unit(larger), unit(smaller)) else {
        return false;
    };
    group == same && place < below
}

/// The word that says what a number before `tokens` counts, behind at most one other.
fn counted<'t>(tokens: &mut Lexer<'t>) -> Option<&'t str> {
    let mut last = None;
    for _ in 0..UNIT {
        let mut ahead = *tokens;
        let Some(Token { kind: Kind::Word(None), start, end, .. }) = ahead.next() else { break };
        (last, *tokens) = (Some(&tokens.text[start..end]), ahead);
    }
    last
}

impl Reader<'_> {
    /// The number of `figure` and the one before it say something together, and are read.
    pub(super) fn is_compound(&mut self, figure: &Figure<'_>) -> bool {
        let Some(chain) = self.chain.filter(|chain| chain.side == 1) else { return false };
        let answers = !self.sentence.declared
            && (chain.declared || self.sentence.titled && self.sentence.best().is_none());
        let Some(before) = chain.current.and_then(|span| self.joined(span, figure)) else {
            return false;
        };
        let mut tokens = self.lexer;
        let measured = !figure.is_rate()
            && counted(&mut tokens).is_some_and(|smaller| go_together(before, smaller));
        if !(measured || answers && !chain.equals && self.ends_beside()) {
            return false;
        }
        self.chain = None;
        // "135 minutes = 2 hours and 15 minutes": what was found before is not its value.
        if answers || chain.equals {
            self.has_no_value(Some(figure.span));
        }
        true
    }

    /// What the number at `span` counts, if that and perhaps "and" is all between it and `figure`.
    fn joined(&self, span: Span, figure: &Figure<'_>) -> Option<&str> {
        const FARTHEST: usize = 40;
        // Mostly other words stand there.
        let near = figure.token.start - span.end < FARTHEST;
        if !(near && ends_with_any(around::before_currency(figure.before), &["s ", "and ", ", "])) {
            return None;
        }
        let text = &self.lexer.text[..figure.token.start];
        let mut tokens = Lexer { text, at: span.end, ..self.lexer };
        let money = text[..span.start].ends_with(['$', '€', '£']);
        let unit = counted(&mut tokens).or(money.then_some("dollars"))?;
        let and = |token: &Token| {
            matches!(
                token.kind,
                Kind::Word(Some(Cue::And)) | Kind::Mark(',' | '*' | '$' | '€' | '£')
            )
        };
        tokens.all(|token| and(&token)).then_some(unit)
    }

    /// Whether the clause ends behind what the number that was read last counts.
    fn ends_beside(&self) -> bool {
        let mut tokens = self.lexer;
        let ends = |kind| matches!(kind, Kind::Stop | Kind::Newline | Kind::Mark(','));
        counted(&mut tokens).is_some_and(|it| !BESIDE.contains(&it))
            && tokens.find(|it| it.kind != Kind::Mark('*')).is_none_or(|it| ends(it.kind))
    }

    /// Whether what follows takes two units.
    pub(super) fn compound_follows(&self) -> bool {
        const FEW: usize = 3;
        let mut tokens = self.lexer;
        if !tokens.by_ref().take(FEW).any(|token| token.kind == Kind::Number) {
            return false;
        }
        let larger = counted(&mut tokens);
        let and = |token: Token| token.kind == Kind::Word(Some(Cue::And));
        tokens.next().is_some_and(and)
            && tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && larger.zip(counted(&mut tokens)).is_some_and(|(a, b)| go_together(a, b))
    }
}
