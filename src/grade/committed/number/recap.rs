//! Replies that say first what they found, and then what was given: "6 tickets. They are 4 adults and 2
//! children."

use super::state::Pick;
use super::{around, worded};
use crate::grade::text::starts_with_any;
use crate::grade::{Rule, Span, token};

/// How long such a reply may be, in bytes: one that is longer works it out.
const LONGEST: usize = 320;

/// How many numbers may be given.
const MOST: usize = 4;

/// Marks of a reply that works it out, the most frequent first.
const EQUATES: [char; 3] = ['=', '≈', '→'];

/// What joins the numbers of a calculation.
const OPERATORS: [char; 8] = ['+', '-', '−', '×', '*', '/', '÷', '='];

/// The number that the first sentence of `body` says, where all others come to it and nothing is concluded
/// from them.
pub(super) fn found(reply: &str, body: Span) -> Option<Pick> {
    let text = body.of(reply);
    if text.len() > worded::LONGEST {
        return None;
    }
    let start = worded::start(text);
    let said = &text[start..];
    // Mostly it works it out, and begins otherwise.
    let named = || worded::may_begin(said) && (text.len() <= LONGEST || worded::begins(said));
    if (text.len() > LONGEST || text.contains('=')) && !named() {
        return None;
    }
    said_first(said, text.len() > LONGEST).map(|span| {
        let start = body.start + start;
        let span = Span { start: start + span.start, end: start + span.end };
        Pick { span, rule: Rule::NumberLead }
    })
}

/// The same of a reply that may say it, from where it begins, be it a long one.
#[cold]
fn said_first(said: &str, long: bool) -> Option<Span> {
    let (first, rest) = said.split_at(sentence_end(said)?);
    if holds_any(first, &EQUATES) {
        return None;
    }
    let goes_on = |span: Span| worded::goes_on(rest, span.of(first));
    match worded::value(first) {
        Some(span) if !goes_on(span) => Some(span),
        _ if long => None,
        _ => {
            let span = token::next_number(first, 0)?;
            let next = || is_next(first) && !goes_on(span);
            if token::next_number(first, span.end).is_some()
                || !(next() || is_found(first, span, rest))
            {
                return None;
            }
            Some(span)
        }
    }
}

/// Whether a sentence says what the next number of several is, or the one that is missing.
fn is_next(first: &str) -> bool {
    const NAMES: [&str; 5] = [
        "The next number ",
        "The next term ",
        "The next value ",
        "The missing number ",
        "The missing value ",
    ];
    starts_with_any(first, &NAMES) && has_word(first, &["is"])
}

/// Whether the numbers of `rest` come to the only number of `first`, at `span`, and nothing is concluded.
fn is_found(first: &str, span: Span, rest: &str) -> bool {
    // "41 cm⏎+ 36 cm": a sum in a column.
    if rest.trim_start().starts_with(['+', '−', '×', '÷']) {
        return false;
    }
    let Some(whole) = around::integer(span.of(first)).map(u64::from) else { return false };
    let named = is_named(first);
    if holds_any(rest, &EQUATES) {
        let parted = || parts(rest, whole) == Some(whole);
        return named && parted() && !has_word(rest, &worded::CONCLUDES);
    }
    if !(named || answers(first, span)) || concludes(rest) {
        return false;
    }
    let mut given = [0_u64; MOST];
    let (mut count, mut at) = (0, 0);
    while let Some(span) = token::next_number(rest, at) {
        let (Some(place), Some(value)) = (given.get_mut(count), around::integer(span.of(rest)))
        else {
            return false;
        };
        *place = u64::from(value);
        (count, at) = (count + 1, span.end);
    }
    given.get(..count).is_some_and(|given| comes_to(given, whole))
}

/// What the values of the equations of `rest` come to, of which there are several, if none is `whole` and
/// nothing is done with that: "40 + 30 = 70 and 6 + 8 = 14".
fn parts(rest: &str, whole: u64) -> Option<u64> {
    let (mut count, mut sum, mut at) = (0, 0_u64, 0);
    while let Some(span) = token::next_number(rest, at) {
        let value = u64::from(around::integer(span.of(rest))?);
        if value == whole {
            return None;
        }
        let behind = rest[span.end..].trim_start_matches(['*', '$', ' ']);
        let before = rest[..span.start].trim_end_matches(['*', '$', ' ']);
        if before.ends_with('=') && !behind.starts_with(OPERATORS) {
            (count, sum) = (count + 1, sum + value);
        }
        at = span.end;
    }
    (count > 1).then_some(sum)
}

/// Whether a sentence says what something is that is called so: "The total is 84."
fn is_named(first: &str) -> bool {
    const NAMES: [&str; 6] =
        ["The total ", "The sum ", "The difference ", "The product ", "The result ", "It is "];
    starts_with_any(first, &NAMES) && has_word(first, &["is", "equals"])
}

fn holds_any(text: &str, marks: &[char]) -> bool {
    marks.iter().any(|&mark| text.contains(mark))
}

/// Where the first sentence of `text` ends, if another follows.
fn sentence_end(text: &str) -> Option<usize> {
    let end = text.as_bytes().windows(2).position(|pair| {
        pair[0] == b'\n' || matches!(pair, [b'.' | b'!' | b';', b' ' | b'\n' | b'*'])
    });
    text[..end.unwrap_or(text.len())].find('。').or(end)
}

/// Whether a sentence with the number at `span` says what was found: the number and what it counts alone,
/// or how many are left.
fn answers(first: &str, span: Span) -> bool {
    const WORDS: usize = 3;
    const SAYS: [&str; 5] = ["left", "remain", "remains", "It's", "It’s"];
    let before = first[..span.start].trim_start_matches([' ', '*', '$', '€', '£']);
    let behind = first[span.end..].trim_matches([' ', '*', '%']);
    let unit = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    before.is_empty()
        && !behind.is_empty()
        && behind.split(' ').take(WORDS + 1).count() <= WORDS
        && behind.split(' ').all(unit)
        || has_word(first, &SAYS)
}

/// Whether `rest` goes on to another value.
fn concludes(rest: &str) -> bool {
    const WORDS: [&str; 24] = [
        "means",
        "infer",
        "more",
        "needs",
        "so",
        "So",
        "thus",
        "Thus",
        "therefore",
        "Therefore",
        "hence",
        "left",
        "remain",
        "remains",
        "total",
        "altogether",
        "other",
        "others",
        "rest",
        "leaves",
        "now",
        "then",
        "but",
        "But",
    ];
    rest.contains('?') || has_word(rest, &WORDS)
}

pub(super) fn has_word(text: &str, words: &[&str]) -> bool {
    text.split([' ', ',', '.', ':', '*', '\n']).any(|word| words.contains(&word))
}

/// Whether the numbers `given` come to `whole` by one operation.
fn comes_to(given: &[u64], whole: u64) -> bool {
    let product = || given.iter().try_fold(1_u64, |product, it| product.checked_mul(*it));
    match *given {
        [] | [_] => false,
        [a, b] if a.abs_diff(b) == whole || a == whole * b || b == whole * a => whole > 0,
        _ => given.iter().sum::<u64>() == whole || product() == Some(whole),
    }
}
