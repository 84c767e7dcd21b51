//! Calculations in words that a reply begins with: "The sum of 46 and 38 is 84."

use super::recap::has_word;
use crate::grade::{Decimal, Span, token};
use crate::text::holds;

/// What such a sentence begins with, before two numbers: an article and a noun.
const OPENINGS: [(&str, &[&str]); 8] = [
    (
        "The ",
        &[
            "sum of",
            "total of",
            "difference between",
            "difference of",
            "product of",
            "quotient of",
            "average of",
            "mean of",
            "greatest common divisor of",
            "least common multiple of",
            "GCD of",
            "LCM of",
        ],
    ),
    ("La ", &["suma de", "diferencia entre", "somme de", "différence entre"]),
    ("El ", &["producto de"]),
    ("Le ", &["produit de"]),
    ("Die ", &["Summe von", "Summe aus", "Differenz von"]),
    ("Das ", &["Produkt von", "Produkt aus"]),
    ("A ", &["soma de", "diferença entre"]),
    ("O ", &["produto de"]),
];

/// The same, before one.
const ALONE: [(&str, &[&str]); 4] = [
    ("The ", &["square of", "cube of", "square root of"]),
    ("Half ", &["of"]),
    ("Twice", &[""]),
    ("Double", &[""]),
];

/// What stands between two numbers.
const JOINS: [&str; 12] =
    ["and", "to", "from", "by", "with", "y", "et", "und", "e", "与", "和", "と"];

/// What joins them where nothing stands before the first: "46 and 38 make 84".
const JOINED: [&str; 4] = ["and", "与", "和", "と"];

/// What says what they come to.
const COMES_TO: [&str; 29] = [
    "is",
    "equals",
    "is equal to",
    "is exactly",
    "gives",
    "gives us",
    "make",
    "makes",
    "comes to",
    "yields",
    "results in",
    "add up to",
    "es",
    "es igual a",
    "est",
    "est de",
    "est égale à",
    "ist",
    "ist gleich",
    "beträgt",
    "é",
    "é igual a",
    "的和是",
    "的和为",
    "的差是",
    "的积是",
    "の和は",
    "の差は",
    "の積は",
];

/// What concludes from the sentences behind, or goes on.
pub(super) const CONCLUDES: [&str; 35] = [
    "so",
    "So",
    "thus",
    "Thus",
    "therefore",
    "Therefore",
    "hence",
    "Hence",
    "total",
    "Total",
    "altogether",
    "means",
    "average",
    "leaves",
    "leaving",
    "left",
    "remain",
    "remains",
    "Subtracting",
    "Multiplying",
    "Dividing",
    "Doubling",
    "Halving",
    "donc",
    "Donc",
    "entonces",
    "Entonces",
    "daher",
    "Daher",
    "somit",
    "Somit",
    "portanto",
    "Portanto",
    "logo",
    "Logo",
];

/// The same, where no spaces part the words.
const CONCLUDES_UNSPACED: [&str; 5] = ["所以", "因此", "一共", "よって", "したがって"];

/// What may stand around a number, and says nothing of it.
const AROUND: [char; 7] = ['*', '$', '`', ' ', '\\', '(', ')'];

/// How long a reply may be that begins so, in bytes.
pub(super) const LONGEST: usize = 1000;

/// Where what is said begins in `text`: behind marks and a greeting, "Sure!", "Of course,".
pub(super) fn start(text: &str) -> usize {
    const FARTHEST: usize = 40;
    const GREETINGS: [&str; 6] = ["Sure", "Certainly", "Of course", "Well", "Okay", "OK"];
    let at = |text: &str, marks: &[char]| text.len() - text.trim_start_matches(marks).len();
    let start = at(text, &['*', ' ', '\n']);
    let said = &text[start..];
    let near = &said.as_bytes()[..said.len().min(FARTHEST)];
    let greets = |end: &usize| match near[*end] {
        b'!' => !near[..*end].iter().any(u8::is_ascii_digit),
        _ => GREETINGS.contains(&&said[..*end]),
    };
    match memchr::memchr3(b'!', b',', b'.', near).filter(greets) {
        Some(end) => start + end + 1 + at(&said[end + 1..], &['*', ' ', '\n']),
        None => start,
    }
}

/// How long the one of `openings` is that `said` begins with, the first letter in any case.
fn opening(said: &str, openings: &[(&str, &[&str])]) -> Option<usize> {
    let (first, rest) = said.as_bytes().split_first()?;
    openings.iter().find_map(|(article, nouns)| {
        let (capital, words) = article.as_bytes().split_first()?;
        let rest = Some(rest).filter(|_| first.eq_ignore_ascii_case(capital))?;
        let rest = rest.strip_prefix(words)?;
        let noun = nouns.iter().find(|noun| rest.starts_with(noun.as_bytes()))?;
        Some(article.len() + noun.len())
    })
}

/// Whether `said` begins with a number, or as a sentence does that names what was found.
pub(super) fn may_begin(said: &str) -> bool {
    matches!(
        said.as_bytes(),
        [b'0'..=b'9', ..]
            | [b'T' | b't', b'h', b'e', b' ', ..]
            | [b'I', b't', b' ', ..]
            | [b'L' | b'l', b'a' | b'e', b' ', ..]
            | [b'E' | b'e', b'l', b' ', ..]
            | [b'D' | b'd', b'i' | b'a', b'e' | b's', b' ', ..]
            | [b'A' | b'a' | b'O' | b'o', b' ', ..]
            | [b'H' | b'h', b'a', b'l', b'f', ..]
            | [b'T' | b't', b'w', b'i', b'c', ..]
            | [b'D' | b'd', b'o', b'u', b'b', ..]
    )
}

/// Whether `said` begins as such a sentence does, but for one that begins with its number.
pub(super) fn begins(said: &str) -> bool {
    opening(said, &OPENINGS).or_else(|| opening(said, &ALONE)).is_some()
}

/// The value of `sentence`, if it says of a number or two, called so, what they come to, and nothing else.
pub(super) fn value(sentence: &str) -> Option<Span> {
    let first = token::next_number(sentence, 0)?;
    let second = token::next_number(sentence, first.end)?;
    let between = |from: usize, to: usize| sentence[from..to].trim_matches(AROUND);
    let comes_to = |from: usize, to: usize| COMES_TO.contains(&between(from, to));
    let ends = |end: usize| matches!(between(end, sentence.len()), "" | "です");
    let said = between(0, first.start);
    let is = |known: &[(&str, &[&str])]| opening(said, known) == Some(said.len());
    if is(&ALONE) {
        return Some(second).filter(|it| comes_to(first.end, it.start) && ends(it.end));
    }
    let value = token::next_number(sentence, second.end)?;
    let join = between(first.end, second.start);
    let joined =
        JOINS.contains(&join) && is(&OPENINGS) || JOINED.contains(&join) && said.is_empty();
    (joined && comes_to(second.end, value.start) && ends(value.end)).then_some(value)
}

/// Whether what follows concludes, or goes on to reckon with `value`.
pub(super) fn goes_on(rest: &str, value: &str) -> bool {
    let mut at = 0;
    while let Some(span) = token::next_number(rest, at) {
        let found = rest[..span.start].trim_end_matches(AROUND).ends_with('=');
        if !found && Decimal::of_token(span.of(rest)) == Decimal::of_token(value) {
            return true;
        }
        at = span.end;
    }
    has_word(rest, &CONCLUDES) || CONCLUDES_UNSPACED.iter().any(|word| holds(rest, word))
}
