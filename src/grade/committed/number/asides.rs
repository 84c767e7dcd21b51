//! Sentences that only add to what was found: other ways, advice, how a column was reckoned.

use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::without_last;

/// Whether a sentence with `word` between `before` and `rest` only adds to what was found: another way,
/// advice, what else there is to know.
pub(super) fn is_aside(before: &str, word: &str, rest: &str) -> bool {
    let behind = |ends: &[&str]| ends_with_any(before, ends);
    match word {
        "way" => {
            behind(&["By the "])
                || behind(&["An easy ", "An easier ", "A quick ", "Another ", "One easy "])
                    && starts_with_any(rest, &[" to ", " is to "])
        }
        "mind" => behind(&["Keep in "]),
        "Note" => rest.starts_with(" that "),
        // "Tip: The same works with 98", but "Tip: $6".
        "Tip" => rest.trim_start_matches(['*', ':']).starts_with(" The "),
        "whenever" => behind(&["handy ", "useful ", "helpful "]),
        "Why" => starts_with_any(rest, &[" this works", " it works", " does this work"]),
        "fact" => behind(&["Fun "]),
        "assumes" => behind(&["This "]),
        "why" => behind(&["Here's ", "Here’s ", "Here is "]),
        "reference" | "comparison" | "context" => behind(&["For "]) && rest.starts_with(','),
        "people" => {
            const FARTHEST: usize = 80;
            let mut near = rest.as_bytes()[..rest.len().min(FARTHEST)].split(|byte| *byte == b' ');
            behind(&["ome ", "any ", "ost "])
                && starts_with_any(rest, &[" say", " think", " answer", " believe"])
                && !near.any(|word| matches!(word, b"but" | b"however"))
        }
        "common" => {
            behind(&["A "]) && starts_with_any(rest, &[" mistake", " slip", " error", " trap"])
        }
        "help" => behind(&["It may ", "It might ", "It can "]) && rest.starts_with(" to "),
        "helps" => behind(&["It "]) && rest.starts_with(" to "),
        // "Tens: 6 + 4 + 1 = 11".
        "Ones" | "Units" | "Tens" | "Hundreds" | "Thousands" => is_column(before, rest),
        "trick" => {
            behind(&["A fun ", "A quick ", "A nice ", "A handy ", "A neat ", "A useful "])
                || rest.starts_with(" for the ")
        }
        // "If you forget to carry, you get 85."
        "forget" | "forgot" => behind(&["If you ", "If we ", "If one "]),
        // "\"15 and 8\" could mean a few different operations."
        "mean" => behind(&["could ", "might ", "may "]),
        "thumb" => behind(&["rule of "]),
        "confuse" => behind(&["Don't ", "Do not "]),
        "terms" => behind(&["In percentage "]),
        "informational" => behind(&["his is for "]),
        // "Rate this answer from 1 to 5!"
        "Rate" | "rate" => starts_with_any(rest, &[" me from ", " this answer", " this reply"]),
        _ => is_footer(before, word, rest),
    }
}

/// Whether a verb between `before` and `rest` tells what somebody did to find the value, and not what it is:
/// "I added the ones (7 + 8 = 15) and the tens (30 + 50 = 80)."
pub(super) fn tells_how(before: &str, rest: &str) -> bool {
    ends_with_any(before, &["I ", "I first ", "I just "]) && ends_in_brackets(rest)
}

/// Whether a number between `before` and `after` compares what was found with another number, or with what
/// was before, and that is all: "That is 5 less than 100."
pub(super) fn is_remark(before: &str, after: &str) -> bool {
    const THAN: [&str; 3] = [" less than ", " fewer than ", " more than "];
    const THAT: [&str; 6] =
        ["his is ", "hat is ", "hat's ", "hat’s ", "hat is just ", "his is just "];
    let Some(other) = THAN.iter().find_map(|than| after.strip_prefix(than)) else { return false };
    let number = |c: char| c.is_ascii_digit() || c == ',';
    let rest = other.strip_prefix("before").unwrap_or(other.trim_start_matches(number));
    rest.len() < other.len()
        && (rest.is_empty() || rest.starts_with(['.', '!', '\n']))
        && ends_with_any(before, &THAT)
}

/// Whether the sentence before `rest` ends in brackets, and concludes nothing.
fn ends_in_brackets(rest: &str) -> bool {
    const FARTHEST: usize = 200;
    const CONCLUDE: [&[u8]; 5] = [b"to", b"so", b"get", b"got", b"which"];
    let near = &rest.as_bytes()[..rest.len().min(FARTHEST)];
    let end = near.windows(2).position(|pair| matches!(pair, b". " | b".\n"));
    let sentence = near[..end.unwrap_or(near.len())].trim_ascii_end();
    sentence.strip_suffix(b".").unwrap_or(sentence).ends_with(b")")
        && !sentence.split(|byte| *byte == b' ').any(|word| CONCLUDE.contains(&word))
}

/// Whether a line or a sentence with `word` tells how a reply came about: "Generated in 120 ms", "Tokens
/// used: 12".
fn is_footer(before: &str, word: &str, rest: &str) -> bool {
    let begins = || before.trim_end_matches(['*', '_', '-']).ends_with(['\n', ' ']);
    match word {
        "tokens" | "Tokens" => begins() && rest.starts_with(" used:"),
        "Latency" | "latency" | "Runtime" | "Sources" | "References" => {
            begins() && rest.trim_start_matches('*').starts_with(':')
        }
        "Generated" | "Processed" | "Executed" | "Computed" | "Done" | "Completed" => {
            const UNITS: [&str; 6] = ["s.", "s ", "ms", "second", "millisecond", "step"];
            rest.strip_prefix(" in ").is_some_and(|rest| {
                let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                let unit = unit.trim_start_matches(' ');
                unit == "s" || starts_with_any(unit, &UNITS)
            })
        }
        _ => false,
    }
}

/// Whether the line that a word between `before` and `rest` begins reckons one column of digits, and
/// concludes nothing from it: "**Tens:** 6 + 4 + 1 = 11, write 1".
fn is_column(before: &str, rest: &str) -> bool {
    const LONGEST: usize = 80;
    let near = &rest.as_bytes()[..rest.len().min(LONGEST)];
    let line = near.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let ends = line.len() < near.len() || near.len() == rest.len();
    let says = |words: &[u8]| line.windows(words.len()).any(|part| part == words);
    let first = without_last(without_last(before, "**"), "- ");
    (first.is_empty() || first.ends_with('\n'))
        && ends
        && says(b":")
        && says(b"=")
        && !(says(b" so ") || says(b"total") || says(b"answer"))
}
