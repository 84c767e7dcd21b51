//! Estimate of an answer's search space, and the sequence of guesses for an attack.

use crate::suite::extract::{Extractor, PREFIX};
use crate::suite::format::Suite;

/// Assumed size of a dictionary: more than any printed one, including all inflections.
const DICTIONARY_SIZE: u64 = 1_000_000;

/// Maximum length of a run of letters that counts as a word.
const MAX_WORD_LENGTH: usize = 20;

/// The kind of an answer, as an attacker sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Digits, optionally with a sign and a point.
    Number,
    /// One letter.
    Letter,
    /// A run of letters that may be in a dictionary.
    Word,
    /// Anything else.
    Text,
}

/// Returns the kind of `answer`, and an estimate of the guesses needed to find it.
///
/// A number of `d` digits is one of 10^d, times 2 with a sign, times `d` + 1 with a point. A letter
/// is one of 26, and a word of up to 20 letters one of a million. Text is split at characters that
/// are neither letter nor digit, and its guesses are the product of those of its parts. A part that
/// mixes letters and digits has 36 choices per character.
pub(super) fn search_space(answer: &str) -> (Kind, u64) {
    let stem = answer.strip_prefix(PREFIX).unwrap_or(answer);
    if let Some(guesses) = count_numbers_like(stem) {
        return (Kind::Number, guesses);
    }
    let parts = stem.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let (first, more) = (parts.clone().next().unwrap_or(""), parts.clone().nth(1).is_some());
    let kind = match first {
        _ if more || first.is_empty() => Kind::Text,
        _ if first.len() == 1 && is_letters(first) => Kind::Letter,
        _ if is_letters(first) && first.chars().count() <= MAX_WORD_LENGTH => Kind::Word,
        _ => Kind::Text,
    };
    let guesses =
        parts.fold(1_u64, |product, part| product.saturating_mul(part_search_space(part)));
    (kind, guesses)
}

/// Returns how many numbers have the form of `text`; `None` if it is not a number.
fn count_numbers_like(text: &str) -> Option<u64> {
    let (sign, digits) = match text.strip_prefix(['-', '+', '−']) {
        Some(rest) => (2, rest),
        None => (1, text),
    };
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    let points = digits.bytes().filter(|b| matches!(b, b'.' | b',')).count();
    if count == 0 || points > 1 || count + points != digits.len() {
        return None;
    }
    let places = if points == 0 { 1 } else { count as u64 + 1 };
    Some(saturating_power(10, count).saturating_mul(sign).saturating_mul(places))
}

fn part_search_space(part: &str) -> u64 {
    let length = part.chars().count();
    if part.bytes().all(|b| b.is_ascii_digit()) {
        saturating_power(10, length)
    } else if is_letters(part) && length <= MAX_WORD_LENGTH {
        saturating_power(26, length).min(DICTIONARY_SIZE)
    } else if is_letters(part) {
        saturating_power(26, length)
    } else {
        saturating_power(36, length)
    }
}

fn is_letters(part: &str) -> bool {
    part.chars().all(char::is_alphabetic)
}

fn saturating_power(base: u64, exponent: usize) -> u64 {
    base.saturating_pow(u32::try_from(exponent).unwrap_or(u32::MAX))
}

/// Generates guesses for the answers of `suite` lazily: letters, numbers of up to four digits, the
/// words, then longer numbers. Default tokens are upper-case and start with `FINAL_`. For a
/// pattern, numbers are also tried with a minus sign, and words as given, in lower case and in
/// upper case.
pub(super) fn guesses<'a>(
    suite: &Suite<'_>,
    words: &'a str,
) -> Box<dyn Iterator<Item = String> + 'a> {
    let words = words.lines().map(str::trim).filter(|word| !word.is_empty());
    match suite.extractor() {
        Extractor::FinalToken => {
            let stems = ('A'..='Z')
                .map(String::from)
                .chain((1..=4).flat_map(numbers_of_length))
                .chain(words.map(str::to_uppercase))
                .chain((5..=18).flat_map(numbers_of_length));
            Box::new(stems.map(|stem| format!("{PREFIX}{stem}")))
        }
        Extractor::Pattern(_) => {
            let signed = |text: String| [format!("-{text}"), text].into_iter().rev();
            let cases = |word: &str| {
                let (lower, upper) = (word.to_lowercase(), word.to_uppercase());
                let mut cases = vec![word.to_owned()];
                cases.extend([lower, upper].into_iter().filter(|other| other != word));
                cases
            };
            Box::new(
                ('a'..='z')
                    .chain('A'..='Z')
                    .map(String::from)
                    .chain((1..=4).flat_map(numbers_of_length).flat_map(signed))
                    .chain(words.flat_map(cases))
                    .chain((5..=18).flat_map(numbers_of_length).flat_map(signed)),
            )
        }
    }
}

/// Generates every text of `length` digits (at most 18), in ascending order.
fn numbers_of_length(length: usize) -> impl Iterator<Item = String> {
    (0..saturating_power(10, length)).map(move |number| format!("{number:0length$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_space_examples() {
        for (answer, kind, guesses) in [
            ("42", Kind::Number, 100),
            ("FINAL_42", Kind::Number, 100),
            ("-7", Kind::Number, 20),
            ("3.14", Kind::Number, 4000),
            ("B", Kind::Letter, 26),
            ("FINAL_B", Kind::Letter, 26),
            ("ab", Kind::Word, 676),
            ("FINAL_ORANGE", Kind::Word, 1_000_000),
            ("orange horses", Kind::Text, 1_000_000_000_000),
            ("FINAL_ORANGE_42", Kind::Text, 100_000_000),
            ("K7Q2", Kind::Text, 36 * 36 * 36 * 36),
            ("FINAL_", Kind::Text, 1),
            ("99999999999999999999999", Kind::Number, u64::MAX),
        ] {
            assert_eq!(search_space(answer), (kind, guesses), "{answer}");
        }
    }
}
