//! Sentences that only add to what was found: other ways, advice, how a column was reckoned.

use super::Reader;
use super::cues::Said;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::without_last;

impl Reader<'_> {
    /// What stands here only adds to what was found: in brackets no more than they hold.
    pub(super) fn set_apart(&mut self) {
        const FARTHEST: usize = 160;
        let near = self.lexer.rest().as_bytes();
        let near = &near[..near.len().min(FARTHEST)];
        // No further than its sentence.
        let ends = |at: &usize| match near[*at] {
            b'.' => !near.get(at + 1).is_some_and(u8::is_ascii_digit),
            byte => matches!(byte, b'(' | b')' | b'!' | b'?' | b';' | b'\n'),
        };
        match (0..near.len()).find(ends).filter(|end| near[*end] == b')') {
            Some(end) if self.sentence.group && self.sentence.remark => self.lexer.at += end,
            _ => self.sentence.apart = true,
        }
    }

    /// Whether "also" adds another way or offers more, and so its sentence says nothing: "You could also add the
    /// two first", "I can also do it in 3 steps".
    pub(super) fn adds_also(&mut self, said: &Said<'_>) -> bool {
        const WAYS: [&str; 5] = ["You can ", "You could ", "We can ", "We could ", "This can "];
        let also = |before: &[&str]| said.word == "also" && ends_with_any(said.before, before);
        let (shows, offers) = (also(&WAYS), also(&["I can ", "I could "]));
        self.sentence.apart |= shows;
        self.sentence.offer |= offers;
        shows || offers
    }
}

/// Where the sentence that `before` ends in begins, if that is near.
fn sentence_before(before: &str) -> &[u8] {
    const FARTHEST: usize = 120;
    let near = &before.as_bytes()[before.len().saturating_sub(FARTHEST)..];
    let stop = |pair: &[u8]| matches!(pair, [b'.' | b'!' | b'?', b' '] | [b'\n', _]);
    let start = near.windows(2).rposition(stop).map_or(0, |stop| stop + 1);
    near[start..].trim_ascii_start()
}

/// Whether "carry" between `before` and `rest` ends a sentence that reckons one column of digits, or reminds of
/// one.
fn carries(before: &str, rest: &str) -> bool {
    const COLUMN: [&[u8]; 9] = [
        b"The ones",
        b"The units",
        b"The tens",
        b"Adding the ones",
        b"Add the ones",
        b"In the ones",
        b"Don't",
        b"Do not",
        b"Remember",
    ];
    let digit = rest.strip_prefix(" the").unwrap_or(rest).as_bytes();
    let ends = matches!(digit, [b' ', b'1'..=b'9'] | [b' ', b'1'..=b'9', b'.' | b'!' | b'\n', ..]);
    let sentence = sentence_before(before);
    ends && (sentence.is_empty() || COLUMN.iter().any(|column| sentence.starts_with(column)))
}

/// Whether nothing but a number of times is left of the sentence that `rest` is of: " it 2 times".
fn ends_in_times(rest: &str) -> bool {
    let rest = [" it ", " this ", " that ", " "].iter().find_map(|it| rest.strip_prefix(it));
    let times = rest.unwrap_or_default().trim_start_matches(|c: char| c.is_ascii_digit());
    times
        .strip_prefix(" times")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '!', '\n']))
}

/// Whether `rest` tells, behind "people", what they take to be so.
pub(super) fn think(rest: &str) -> bool {
    starts_with_any(rest, &[" say", " think", " answer", " believe"])
}

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
                && think(rest)
                && !near.any(|word| matches!(word, b"but" | b"however"))
        }
        "common" => {
            behind(&["A ", "(a "])
                && starts_with_any(rest, &[" mistake", " slip", " error", " trap"])
        }
        "help" => behind(&["It may ", "It might ", "It can "]) && rest.starts_with(" to "),
        "helps" => behind(&["It "]) && rest.starts_with(" to "),
        // "Tens: 6 + 4 + 1 = 11".
        "Ones" | "Units" | "Tens" | "Hundreds" | "Thousands" => is_column(before, rest),
        // "The ones make 15, so you write 5 and carry 1."
        "carry" | "Carry" => carries(before, rest),
        // "Verified: 95 - 37 = 58."
        "Verified" | "Confirmed" => rest.starts_with(':'),
        // "I checked it 2 times."
        "checked" => behind(&["I "]) && ends_in_times(rest),
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

/// Whether "by" between `before` and `rest` tells, in a sentence behind another, how that was found, and
/// nothing else: "You get this by adding 30 + 50 = 80 and 7 + 8 = 15."
pub(super) fn tells_way(by: &Said<'_>, rest: &str) -> bool {
    const FOUND: [&str; 10] = [
        "get this ",
        "get it ",
        "get that ",
        "got this ",
        "got it ",
        "got that ",
        "found this ",
        "found it ",
        "obtain this ",
        "calculated this ",
    ];
    const FARTHEST: usize = 160;
    const CONCLUDE: [&[u8]; 5] = [b"so", b"which", b"then", b"total", b"equals"];
    if by.word != "by" || !ends_with_any(by.before, &FOUND) {
        return false;
    }
    let sentence = sentence_before(by.before);
    let begins = sentence.len() < by.before.trim_end().len()
        && sentence.len() < "I then calculated this ".len();
    let near = &rest.as_bytes()[..rest.len().min(FARTHEST)];
    let end = near.windows(2).position(|pair| matches!(pair, [b'.', b' ' | b'\n'] | [b'\n', _]));
    let said = &near[..end.unwrap_or(near.len())];
    begins && !said.split(|byte| matches!(byte, b' ' | b',')).any(|word| CONCLUDE.contains(&word))
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
        "tokens" | "Tokens" => {
            begins() && rest.starts_with(" used:")
                || ends_with_any(before, &["otal ", "rompt ", "ompletion ", "nput ", "utput "])
                    && rest.starts_with(": ")
        }
        // "Tool calls: 1".
        "calls" => before.ends_with("ool ") && rest.starts_with(':'),
        // "[1 tool call used]".
        "tool" => {
            let counted = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            counted.len() < before.len()
                && counted.ends_with(['[', '(', '\n'])
                && rest.starts_with(" call")
        }
        // "Time taken: 12 ms".
        "Time" | "Elapsed" | "Duration" | "time" => {
            let title =
                [" taken", " elapsed", " spent"].iter().find_map(|it| rest.strip_prefix(it));
            title.unwrap_or(rest).strip_prefix(": ").is_some_and(is_in_milliseconds)
        }
        // "It took me 12 seconds.", "This took 12 ms."
        "took" | "Took" if sentence_before(before).len() < "It only ".len() => {
            let me = rest.strip_prefix(" me ");
            let time =
                me.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
            time.is_some_and(|unit| starts_with_any(unit, &[" second", " step", " ms", " s."]))
                || rest.strip_prefix(' ').is_some_and(is_in_milliseconds)
        }
        "Powered" => rest.starts_with(" by "),
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

/// Whether `time` is as short as no question asks for, but a machine takes for its answer: "12 ms".
fn is_in_milliseconds(time: &str) -> bool {
    let unit = time.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < time.len() && starts_with_any(unit.trim_start_matches(' '), &["ms", "millisecond"])
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
