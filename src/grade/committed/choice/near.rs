//! The option that a reply names in words near to its text.

use super::Reader;
use super::state::Pick;
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Lexer, Token};
use crate::grade::{Rule, Span};

/// Numbers in words, by their value.
const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// What may stand before "one" where it counts.
const BEFORE_ONE: [&str; 4] = ["is ", "only ", "just ", "exactly "];

/// Endings by which the forms of a word differ.
const ENDINGS: [&str; 7] = ["", "s", "e", "es", "d", "ed", "ing"];

/// How many tokens may stand between two of an option's words.
const APART: u32 = 5;

/// What asks, so that nothing is said.
const ASKS: [&str; 6] = ["what", "how", "why", "which", "question", "asks"];

impl Reader<'_, '_> {
    /// The only option all whose words stand in order in the first sentence, or in the one that
    /// concludes; or that has all words of the reply, where that is nothing more. "It is sitting
    /// behind the cat" names "It is behind the cat", and so does "Behind the cat".
    pub(super) fn near_text(&self, body: Span) -> Option<Pick> {
        let text = body.of(self.lexer.text);
        // What it concludes with, or else what it begins with; a greeting that nothing follows is none.
        let greeting = self.greeted.max(self.so_at).saturating_sub(body.start);
        let text = text
            .get(greeting..)
            .filter(|text| text.contains(char::is_alphanumeric))
            .unwrap_or(text)
            .trim_start();
        let start = body.end - text.len();
        let lexer = Lexer::new(self.lexer.text, Span { start, ..body });
        let stop = { lexer }.find(|token| matches!(token.kind, Kind::Stop | Kind::Newline));
        let end = stop.map_or(body.end, |stop| stop.start);
        let said = Lexer { text: &lexer.text[..end], ..lexer };
        let rest = &lexer.text[end..];
        if rest.starts_with('?') {
            return None;
        }
        let only = |holds: &dyn Fn(&str) -> bool| {
            let mut places = self.options.known().filter(|(_, text)| holds(text));
            places.next().filter(|_| places.next().is_none()).map(|(place, _)| place)
        };
        let whole = !rest.contains(char::is_alphanumeric);
        // What all options begin and end with tells none from another.
        let (first, last) = self.options.shared();
        let letter = only(&|text| {
            holds(said, Lexer::new(text, Span { start: first, end: text.len() - last }))
        })
        .or_else(|| {
            only(&|text| holds(Lexer::new(text, Span { start: 0, end: text.len() }), said))
                .filter(|_| whole)
        })?;
        Some(Pick { letter, span: Span { start, end }, rule: Rule::ChoiceNearText })
    }
}

/// Whether all words of `part` stand in order in `whole`, which turns none of them round.
fn holds(mut whole: Lexer<'_>, part: Lexer<'_>) -> bool {
    let text = part.text;
    let (mut begun, mut any) = (false, false);
    for wanted in part.filter(|token| tells(text, token)) {
        let mut between = 0;
        loop {
            let Some(next) = whole.next().filter(|_| !begun || between <= APART) else {
                return false;
            };
            between += 1;
            if same(whole.text, next.span(), wanted.span().of(text)) {
                begun = true;
                any |= !matches!(wanted.kind, Kind::Letter(..));
                break;
            }
            if turns(whole.text, &next) {
                return false;
            }
        }
    }
    let text = whole.text;
    any && !whole.any(|token| turns(text, &token))
}

/// Whether a token tells one option from another.
fn tells(text: &str, token: &Token) -> bool {
    let said = |word: &str| token.span().of(text).eq_ignore_ascii_case(word);
    match token.kind {
        Kind::Word(Some(Cue::Filler | Cue::And)) => said("only") || said("both"),
        Kind::Word(cue) => {
            !matches!(cue, Some(Cue::Is | Cue::It | Cue::ItIs | Cue::Circumstance | Cue::Me))
        }
        Kind::Letter(place, capital) => capital || place > 0,
        Kind::Mark(mark) => "+-−=/^<>×÷%°".contains(mark),
        Kind::Number | Kind::Run | Kind::Command => true,
        Kind::Stop | Kind::Newline => false,
    }
}

/// Whether a word denies, asks or offers another.
fn turns(text: &str, token: &Token) -> bool {
    let Kind::Word(cue) = token.kind else { return false };
    matches!(cue, Some(Cue::Not | Cue::Wrong | Cue::Or | Cue::But))
        || ASKS.iter().any(|asks| token.span().of(text).eq_ignore_ascii_case(asks))
}

/// Whether what stands at `span` of `text` is `wanted`, in another form or as a number in words.
fn same(text: &str, span: Span, wanted: &str) -> bool {
    let word = span.of(text);
    let number = |digits: &str| NUMBERS.get(digits.parse::<usize>().ok()?).copied();
    if let Some(number) = number(wanted) {
        // "Only one dog", but not "one of these".
        let counts = number != "one"
            || text.len() == word.len()
            || !text[span.end..].starts_with(" of ")
                && BEFORE_ONE.iter().any(|before| text[..span.start].ends_with(before));
        return word == wanted || counts && word.eq_ignore_ascii_case(number);
    }
    if let Some(number) = number(word) {
        return wanted.eq_ignore_ascii_case(number);
    }
    let pairs = word.bytes().zip(wanted.bytes());
    let common = pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let (Some(rest), Some(other)) = (word.get(common..), wanted.get(common..)) else {
        return false;
    };
    rest.is_empty() && other.is_empty()
        || common > 2 && ENDINGS.contains(&rest) && ENDINGS.contains(&other)
}
