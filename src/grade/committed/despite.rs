//! What is said all the same by who refuses something: "I can't run code here, but the sum is 95."

use super::refusal;
use crate::grade::text::starts_with_any;
use crate::text::{holds, last, tail};

/// How far before a value its clause is looked at, in bytes; a longer one says nothing.
const FARTHEST: usize = 120;

/// What a clause begins behind.
const BEGINS: [&str; 12] = [
    ". ",
    "! ",
    "? ",
    "\n",
    "; ",
    ": ",
    "but ",
    "However, ",
    "however, ",
    ", so ",
    "I think ",
    "I believe ",
];

/// What a clause begins with that concedes something, up to a comma.
const CONCEDES: [&str; 3] = ["While ", "Although ", "Though "];

/// What may stand between "is" and its value.
const BETWEEN: [&str; 13] = [
    "most",
    "likely",
    "probably",
    "clearly",
    "about",
    "around",
    "approximately",
    "exactly",
    "simply",
    "just",
    "still",
    "definitely",
    "the",
];

/// What a value is of, wherever in its clause.
const RESULTS: [&str; 10] = [
    "sum",
    "total",
    "result",
    "product",
    "difference",
    "quotient",
    "remainder",
    "answer",
    "guess",
    "estimate",
];

/// What stands for it, right before its verb.
const PRONOUNS: [&str; 3] = ["it", "that", "this"];

/// What makes a clause say nothing.
const DOUBTS: [&str; 12] = [
    "whether", "if", "could", "might", "may", "not", "never", "unless", "what", "which", "how",
    "why",
];

/// Whether the clause that `before` ends in says that the number behind it is what came out.
pub(super) fn is_value(before: &str) -> bool {
    says(before, |subject| {
        subject.last().is_some_and(|word| is_one_of(word, &PRONOUNS))
            || subject.iter().any(|word| is_one_of(word, &RESULTS))
            || subject.first().is_some_and(|word| word.ends_with("ing"))
            || matches!(subject, ["I" | "we"])
    })
}

/// Whether the clause that `before` ends in says that something is what is named behind it.
pub(super) fn is_named(before: &str) -> bool {
    says(before, |subject| !subject.is_empty())
}

/// Whether `before` ends in a sentence by which who refused answers all the same: "But I can give a response
/// based on the options."
pub(super) fn is_offered(before: &str) -> bool {
    const OFFERS: [&str; 4] = ["but I can ", "owever, I can ", "nstead, I can ", "but I will "];
    const GIVES: [&str; 4] = ["give ", "provide ", "offer ", "answer based "];
    const ANSWERS: [&str; 6] =
        ["an answer", "the answer", "a response", "the response", "a choice", "answer based"];
    let near = tail(before.trim_end_matches(['\n', ' ', '.', ':', '*', '(']), FARTHEST);
    let offers = OFFERS.iter().filter_map(|offer| Some(last(near, offer)? + offer.len())).max();
    offers.is_some_and(|at| {
        let offer = &near[at..];
        let ends = offer.contains(". ") || offer.contains('\n');
        let answer = || ANSWERS.iter().any(|answer| holds(offer, answer));
        let denied = || holds(offer, "not ") || refusal::is_in(offer);
        starts_with_any(offer, &GIVES) && !ends && answer() && !denied()
    })
}

/// Whether `before` ends in a clause without doubt or refusal, with such a subject and its verb.
fn says(before: &str, of: impl Fn(&[&str]) -> bool) -> bool {
    const MOST: usize = 24;
    let Some(clause) = clause(before) else { return false };
    let mut words = [""; MOST];
    let mut count = 0;
    for word in clause.split([' ', '*', '$', '€', '£']).filter(|word| !word.is_empty()) {
        let Some(place) = words.get_mut(count) else { return false };
        *place = word;
        count += 1;
    }
    let mut words = &words[..count];
    while let Some((_, rest)) = words.split_last().filter(|(last, _)| is_one_of(last, &BETWEEN)) {
        words = rest;
    }
    let subject = match words {
        [subject @ .., "comes" | "amounts", "to"] => subject,
        [subject @ .., "should" | "would" | "must" | "will", "be"] => subject,
        [subject @ .., "is" | "are" | "equals" | "gives" | "makes" | "get" | "got"] => subject,
        [.., last] if last.ends_with("'s") || last.ends_with("’s") => words,
        _ => return false,
    };
    let doubts = |word: &&str| is_one_of(word, &DOUBTS) || holds(word, "n't") || holds(word, "n’t");
    !subject.iter().any(doubts) && !refusal::is_in(clause) && of(subject)
}

/// Whether `word`, "it's" being "it", is one of `words`, in any case.
fn is_one_of(word: &str, words: &[&str]) -> bool {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    words.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// The clause that `before` ends in, if it is not too long.
fn clause(before: &str) -> Option<&str> {
    let near = tail(before, FARTHEST);
    let clause =
        match BEGINS.iter().filter_map(|begin| Some(last(near, begin)? + begin.len())).max() {
            Some(at) => &near[at..],
            None => (near.len() == before.len()).then_some(near)?,
        };
    // "While I can't run code, the sum is 95."
    let concedes = CONCEDES.iter().any(|word| clause.starts_with(word));
    Some(clause.split_once(", ").filter(|_| concedes).map_or(clause, |(_, rest)| rest))
}
