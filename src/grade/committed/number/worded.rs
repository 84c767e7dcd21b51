//! Calculations in words that a reply begins with: "The sum of 46 and 38 is 84."

use super::recap::has_word;
use crate::grade::{Decimal, Span, token};
use crate::text::holds;

/// What such a sentence begins with, before two numbers.
const OPENINGS: [&str; 26] = [
    "The sum of",
    "The total of",
    "The difference between",
    "The difference of",
    "The product of",
    "The quotient of",
    "The average of",
    "The mean of",
    "The greatest common divisor of",
    "The least common multiple of",
    "The GCD of",
    "The LCM of",
    "La suma de",
    "La diferencia entre",
    "El producto de",
    "La somme de",
    "La différence entre",
    "Le produit de",
    "Die Summe von",
    "Die Summe aus",
    "Die Differenz von",
    "Das Produkt von",
    "Das Produkt aus",
    "A soma de",
    "A diferença entre",
    "O produto de",
];

/// The same, before one.
const ALONE: [&str; 6] =
    ["The square of", "The cube of", "The square root of", "Half of", "Twice", "Double"];

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
    let near = said.as_bytes().iter().take(FARTHEST);
    let end = { near }.position(|byte| matches!(byte, b'!' | b',' | b'.' | b'0'..=b'9'));
    let greets = |end: &usize| match said.as_bytes()[*end] {
        b'!' => true,
        b',' | b'.' => GREETINGS.contains(&&said[..*end]),
        _ => false,
    };
    match end.filter(greets) {
        Some(end) => start + end + 1 + at(&said[end + 1..], &['*', ' ', '\n']),
        None => start,
    }
}

/// Whether `text` begins as such a sentence does, but for one that begins with its number.
pub(super) fn begins(text: &str) -> bool {
    let said = &text.as_bytes()[start(text)..];
    let opens = |opening: &&str| {
        let opening = opening.as_bytes();
        said.len() > opening.len()
            && said[0].eq_ignore_ascii_case(&opening[0])
            && said[1..].starts_with(&opening[1..])
    };
    OPENINGS.iter().chain(&ALONE).any(opens)
}

/// The value of `sentence`, if it says of a number or two, called so, what they come to, and nothing else.
pub(super) fn value(sentence: &str) -> Option<Span> {
    let first = token::next_number(sentence, 0)?;
    let second = token::next_number(sentence, first.end)?;
    let between = |from: usize, to: usize| sentence[from..to].trim_matches(AROUND);
    let comes_to = |from: usize, to: usize| COMES_TO.contains(&between(from, to));
    let ends = |end: usize| matches!(between(end, sentence.len()), "" | "です");
    let opening = between(0, first.start);
    let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(opening));
    if is(&ALONE) {
        return Some(second).filter(|it| comes_to(first.end, it.start) && ends(it.end));
    }
    let value = token::next_number(sentence, second.end)?;
    let join = between(first.end, second.start);
    let joined =
        JOINS.contains(&join) && is(&OPENINGS) || JOINED.contains(&join) && opening.is_empty();
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
