//! What a verb makes of the preposition, or of the object, behind it: "ends at -2", "lasts for 15 days".

use super::around::{LONGEST, before_currency};
use crate::grade::text::ends_with_any;

/// What may stand before "at" and "with": it comes to what follows.
const ENDS: [&str; 6] = ["end ", "ends ", "ended ", "finish ", "finishes ", "finished "];

/// Whether a reply that begins with `word`, and with others like it, begins with the number behind them:
/// "That would be 95. I added …". But "You get 12. Then you give away 3.": a step leads nothing.
pub(super) fn leads_in(word: &str) -> bool {
    const WORDS: [&str; 6] = ["it", "that", "this", "would", "should", "be"];
    WORDS.iter().any(|leads| leads.eq_ignore_ascii_case(word))
}

/// Whether "at" behind `before` says what it comes to: "ends at -2", "puts her at 28".
pub(super) fn comes_to_at(before: &str) -> bool {
    const VERBS: [&str; 15] = [
        "stands ",
        "stops ",
        "lands ",
        "end up ",
        "ends up ",
        "ended up ",
        "weighs in ",
        "comes in ",
        "re looking ",
        "finish ",
        "rings up ",
        "works out ",
        "average out ",
        "averages out ",
        "clocks in ",
    ];
    ends_with_any(before, &ENDS)
        || ends_with_any(before, &VERBS)
        || word_before_object(before).starts_with(b"put")
}

/// Whether "with" behind `before` says what it comes to: "ended with 19 points", "leaving her with
/// 27".
pub(super) fn comes_to_with(before: &str) -> bool {
    ends_with_any(before, &ENDS)
        || ends_with_any(before, &[" up ", " remaining "])
        || word_before_object(before).starts_with(b"leav")
}

/// Whether "for" behind `before` says what it comes to: "make for 135 students".
pub(super) fn comes_to_for(before: &str) -> bool {
    ends_with_any(before, &[" make ", " makes "]) && !before.ends_with(" to make ")
}

/// Whether what is brought to a number stands at the end of `before`: "bringing the new salary".
pub(super) fn brings(before: &str) -> bool {
    let near = &before.as_bytes()[before.len().saturating_sub(LONGEST)..];
    let from = near.split(|byte| *byte == b' ').any(|word| word == b"from");
    near.split(|byte| *byte == b' ').any(|word| match word {
        b"bringing" | b"brings" | b"brought" => true,
        // "takes it from 5 to 12".
        b"take" | b"takes" | b"taking" | b"took" => from,
        _ => false,
    })
}

/// Whether what is to be reached is named behind `before`: "to reach an".
pub(super) fn is_aim(before: &str) -> bool {
    const ARTICLES: [&str; 5] = [" an ", " a ", " the ", " his ", " her "];
    const VERBS: [&str; 7] =
        [" to get", " to reach", " to have", " to achieve", " to bring", " to raise", " to keep"];
    ARTICLES
        .iter()
        .filter_map(|article| before.strip_suffix(article))
        .any(|before| ends_with_any(before, &VERBS))
}

/// Whether "for" behind `before` goes with its verb, and leads in no circumstance: "lasts for 15
/// days", "sold for $40".
pub(super) fn has_for(before: &str) -> bool {
    const VERBS: [&str; 10] = [
        "last ", "lasts ", "lasted ", "sell ", "sells ", "sold ", "enough ", "save ", "wait ",
        "allows ",
    ];
    ends_with_any(before, &VERBS)
}

/// Whether "in" behind `before` goes with its verb, and leads in no circumstance: "took in $40",
/// "finished in 6 days".
pub(super) fn has_in(before: &str) -> bool {
    const EARNS: [&str; 6] = ["took ", "take ", "takes ", "bring ", "brings ", "brought "];
    const ENDS: [&str; 5] = ["finished ", "done ", "completed ", "exhausted ", "born "];
    ends_with_any(before, &EARNS) || ends_with_any(before, &ENDS)
}

/// Whether "from" stands at the end of `before`, be it with a noun: "from rung".
pub(super) fn is_from(before: &str) -> bool {
    let before = before_currency(before);
    before.ends_with("rom ")
        || before.ends_with(' ') && word_before_object(before).ends_with(b"rom")
}

/// The last word of `before` but one, be it near, and an article aside: "puts the battery".
fn word_before_object(before: &str) -> &[u8] {
    let near = &before.as_bytes()[before.len().saturating_sub(LONGEST)..];
    let mut words = near.trim_ascii_end().rsplit(|byte| *byte == b' ').skip(1);
    let article = |word: &&[u8]| matches!(*word, b"the" | b"his" | b"her" | b"its" | b"their");
    words.find(|word| !article(word)).unwrap_or_default()
}

/// Whether a number of what is named between `before` and `rest` follows: "makes Ana 64 inches tall",
/// "costs Vera $300", "making the rental $37".
pub(super) fn is_object(before: &str, word: &str, rest: &str) -> bool {
    let named = word.starts_with(|c: char| c.is_ascii_uppercase())
        && ends_with_any(
            before,
            &["makes ", "making ", "costs ", "costing ", "brings ", "takes ", "take ", "cost "],
        );
    const KNOWN: [&str; 6] =
        ["makes the ", "making the ", "making his ", "making her ", "making its ", "making their "];
    let known = ends_with_any(before, &KNOWN);
    let each =
        ends_with_any(before, &["gives each ", "giving each ", "leaves each ", "leaving each "]);
    // "making the largest one 25".
    let rest = rest.strip_prefix(" one").filter(|_| known).unwrap_or(rest);
    (named || known || each)
        && rest
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '$'))
}

/// Whether what a verb behind `before` does is told of somebody: "Mia will add 12 carrots", but "we can add 12".
pub(super) fn is_told_of(before: &str) -> bool {
    const MODAL: [&str; 4] = ["will ", "can ", "could ", "would "];
    let subject = MODAL.iter().find_map(|modal| before.strip_suffix(modal));
    subject.is_some_and(|before| !ends_with_any(before, &["we ", "We ", "you ", "You ", "I "]))
}
