//! Replies that say first what they found, and then what was given: "6 tickets. They are 4 adults and 2
//! children."

use super::around;
use super::state::Pick;
use crate::grade::{Rule, Span, token};

/// How long such a reply may be, in bytes: one that is longer works it out.
const LONGEST: usize = 320;

/// How many numbers may be given.
const MOST: usize = 4;

/// Marks of a reply that works it out, the most frequent first.
const EQUATES: [char; 3] = ['=', '≈', '→'];

/// The number that the first sentence of `body` says, where all others come to it and nothing is concluded
/// from them.
pub(super) fn found(reply: &str, body: Span) -> Option<Pick> {
    let text = body.of(reply);
    if text.len() > LONGEST || EQUATES.iter().any(|&mark| text.contains(mark)) {
        return None;
    }
    let end = sentence_end(text)?;
    let (first, rest) = text.split_at(end);
    let span = token::next_number(first, 0)?;
    if token::next_number(first, span.end).is_some() || !answers(first, span) || concludes(rest) {
        return None;
    }
    let whole = u64::from(around::integer(span.of(first))?);
    let mut given = [0_u64; MOST];
    let (mut count, mut at) = (0, 0);
    while let Some(span) = token::next_number(rest, at) {
        *given.get_mut(count)? = u64::from(around::integer(span.of(rest))?);
        (count, at) = (count + 1, span.end);
    }
    comes_to(given.get(..count)?, whole).then(|| Pick {
        span: Span { start: body.start + span.start, end: body.start + span.end },
        rule: Rule::NumberLead,
    })
}

/// Where the first sentence of `text` ends, if another follows.
fn sentence_end(text: &str) -> Option<usize> {
    text.as_bytes().windows(2).position(|pair| {
        pair[0] == b'\n' || matches!(pair, [b'.' | b'!' | b';', b' ' | b'\n' | b'*'])
    })
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
    const WORDS: [&str; 20] = [
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
        "now",
        "then",
        "but",
        "But",
    ];
    rest.contains('?') || has_word(rest, &WORDS)
}

fn has_word(text: &str, words: &[&str]) -> bool {
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
