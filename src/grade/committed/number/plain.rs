//! Replies that only state and calculate are read from their end: where nothing is called the
//! answer, chosen, checked or taken back, the last sentence that has a number decides.

use super::state::{Sole, same};
use super::{Pick, Reader};
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::{lex, refusal, visible};
use crate::grade::{Answer, Decimal, Reading, Rule, Span, scan};

/// Reads `body`, which does not decide, from its end; `None` if that could miss something.
pub(super) fn read(reply: &str, body: Span) -> Option<Reading<'_>> {
    if !(begins_with_word(body.of(reply)) || begins_with_count(reply, body)) {
        return None;
    }
    let mut last: Option<(Pick, bool)> = None;
    let mut sole = Sole::None;
    let (mut counted, mut another) = (false, false);
    let (mut any, mut equation) = (false, false);
    let mut end = body.end;
    while end > body.start && !(another && last.is_some()) {
        let start = sentence_start(reply, body.start, end);
        let line_start = start == body.start || reply.as_bytes()[start - 1] == b'\n';
        let part = Span { start, end };
        let begun = start > body.start;
        // With a number that decides, there is only to find whether it is the only one.
        let brief = last.is_some();
        let mut reader = Reader { line_start, begun, brief, ..Reader::new(reply, part) };
        reader.run();
        if reader.open && end == body.end || reader.row && !brief {
            return None;
        }
        last = last.or(reader.seen.last.map(|pick| (pick, reader.seen.last_hedged)));
        sole = match (reader.sole, sole) {
            (before, Sole::None) => before,
            (Sole::None, after) => after,
            (Sole::One(before), Sole::One(after)) if same(reply, before, after) => {
                Sole::One(before)
            }
            _ => Sole::Many,
        };
        another |= reader.another || counted && reader.counted;
        counted |= reader.counted;
        any |= reader.any;
        equation |= reader.equation;
        end = start;
    }
    if !equation && refusal::is_in(body.of(reply)) {
        return None;
    }
    let found = |pick: Pick| {
        let number = Decimal::of_token(pick.span.of(reply));
        Reading::found(Answer::Number(number), pick.span, pick.rule)
    };
    Some(match (last, sole) {
        (_, Sole::One(span)) if !another => found(Pick { span, rule: Rule::NumberOnly }),
        // Whether its two numbers are the same, and the only value, takes the whole reply.
        (Some((_, true)), _) => return None,
        (Some((pick, false)), _) => found(pick),
        (None, Sole::One(span)) => found(Pick { span, rule: Rule::NumberOnly }),
        // It may be a place.
        (None, _) if any => return None,
        (None, _) => Reading::none(Rule::NoneNoToken),
    })
}

/// Where the sentence begins that ends at `end`, its own stop aside; one that ends otherwise than in
/// a full stop or a line break belongs to the next.
fn sentence_start(reply: &str, from: usize, end: usize) -> usize {
    let bytes = &reply.as_bytes()[from..end];
    let before = bytes.get(..bytes.len().saturating_sub(1)).unwrap_or_default();
    let stop = memchr::memrchr2_iter(b'\n', b'.', before).find(|&at| {
        let before = &bytes[..at];
        let ends = || !visible::numbers_line(before) && !lex::abbreviates(before);
        bytes[at] == b'\n' || bytes[at + 1] == b' ' && ends()
    });
    stop.map_or(from, |stop| from + stop + 1)
}

/// Whether a text begins with a word, be it "A", so that no number leads it; words in brackets may
/// stand before one that does, and so may "it's" and "that's".
fn begins_with_word(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '\\' | '('));
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, behind) = rest.as_bytes().split_at(letters);
    match (word, behind) {
        (b"A", [b' ', next, ..]) => next.is_ascii_lowercase(),
        ([] | [_], _) => false,
        // The first byte of `’` is one of other marks too: what begins so is read as a whole.
        (_, [b'\'' | 0xE2, ..]) => {
            !(word.eq_ignore_ascii_case(b"it") || word.eq_ignore_ascii_case(b"that"))
        }
        _ => true,
    }
}

/// Whether `body` begins with a number that only counts something, "3 times" or "40% of": its first
/// sentence neither answers with it nor is an equation of it.
fn begins_with_count(reply: &str, body: Span) -> bool {
    // A longer sentence is not worth reading twice.
    const LONGEST: usize = 200;
    let text = body.of(reply);
    let counted = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = counted.strip_prefix('%').unwrap_or(counted).as_bytes();
    if counted.len() == text.len() || !matches!(unit, [b' ', b'a'..=b'z', ..]) {
        return false;
    }
    let bytes = &text.as_bytes()[..text.len().min(LONGEST)];
    let stop = memchr::memchr2_iter(b'\n', b'.', bytes)
        .find(|&at| bytes[at] == b'\n' || bytes.get(at + 1) == Some(&b' '));
    let Some(stop) = stop.filter(|&stop| !lex::abbreviates(&bytes[..stop])) else { return false };
    let mut reader = Reader::new(reply, Span { end: body.start + stop + 1, ..body });
    reader.run();
    reader.seen.lead.is_none() && reader.seen.computed.is_none()
}

/// Whether a text may say more of its numbers than that they are: it has a word that names an
/// answer, chooses, approves, checks or takes back, or marks a number. Every three bytes take one
/// look into a table.
pub(super) fn may_decide(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Scripts without spaces, what is written at full width, titles, marks of an answer, and what stands
    // in bold are read as a whole.
    let whole =
        |byte, behind| (byte >= 0xE3) | (byte == b'#') | ((byte == b'*') & (behind == b'*'));
    if scan::next(bytes, 0, whole).is_some() {
        return true;
    }
    let mut at = 0;
    while at < bytes.len() {
        let eight = scan::eight(bytes, at) | CASES;
        let found = |place: usize| {
            let window = (eight >> (8 * place)) as u32 & WINDOW;
            TABLE[bucket(window, FACTOR)] == window
        };
        let any = (0..SIX).fold(false, |any, place| any | found(place));
        if any && (0..SIX).any(|place| found(place) && holds(text, at + place)) {
            return true;
        }
        at += SIX;
    }
    false
}

/// Whether the three bytes at `at` are those of a word that decides.
#[cold]
fn holds(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let three = bytes.get(at..at + 3).unwrap_or_default();
    if !three.iter().all(u8::is_ascii_alphabetic) {
        let inside =
            at > 0 && bytes[at - 1].is_ascii_alphabetic() && three[0].is_ascii_alphabetic();
        return !inside && (!three.eq_ignore_ascii_case(b"no ") || takes_back(&bytes[at + 2..]));
    }
    // What a digit or a letter beyond ASCII makes of a word is left open.
    let Some(word) = word_around(bytes, at) else { return true };
    let word_text = word.of(text);
    match cue::of_ascii(word_text.as_bytes()) {
        // "Or rather 12".
        None => word_text.eq_ignore_ascii_case(RATHER),
        Some(Cue::Commit) => cue::commits(text, word) && is_spoken(&bytes[..word.start]),
        cue => cue.is_some_and(decides),
    }
}

/// Whether "no" takes back, by what stands behind it: "No – 12", but "no apples".
fn takes_back(rest: &[u8]) -> bool {
    matches!(rest.trim_ascii_start(), [b',' | b'.' | b':' | 0xE2, ..])
}

/// The word that the letter at `at` is of, with the apostrophes inside it, or a part of it that is
/// longer than any with a cue; `None` if a digit, a backslash or a character beyond ASCII is joined to it.
fn word_around(text: &[u8], at: usize) -> Option<Span> {
    const FARTHEST: usize = cue::LONGEST;
    let letter = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphabetic);
    let other = |at: usize| matches!(text.get(at), Some(b'0'..=b'9' | 0x80..));
    let apostrophe = |at: usize| text.get(at) == Some(&b'\'');
    let (mut start, mut end) = (at, at + 1);
    while at - start < FARTHEST
        && let Some(before) = start.checked_sub(1)
        && (letter(before)
            || apostrophe(before)
                && before.checked_sub(1).is_some_and(|it| letter(it) || other(it)))
    {
        start = before;
    }
    while end - at <= FARTHEST && (letter(end) || apostrophe(end) && letter(end + 1)) {
        end += 1;
    }
    looked_at(end - start);
    // The name of a LaTeX command is no part of a word: `\pi'answer`.
    let apart = |at: usize| other(at) || text.get(at) == Some(&b'\\');
    let joined = start.checked_sub(1).is_some_and(apart) || other(end);
    (!joined).then_some(Span { start, end })
}

/// Whether somebody speaks of themselves in the line that `before` ends in, who may commit with the
/// word behind it. Of a long line that is left open.
fn is_spoken(before: &[u8]) -> bool {
    const FARTHEST: usize = 64;
    let me = |word: &[u8]| word.eq_ignore_ascii_case(b"i") || word.eq_ignore_ascii_case(b"we");
    let near = &before[before.len().saturating_sub(FARTHEST)..];
    looked_at(near.len());
    let line = near.rsplit(|byte| *byte == b'\n').next().unwrap_or(near);
    line.len() == FARTHEST || line.split(|byte| !byte.is_ascii_alphabetic()).any(me)
}

/// Counts the bytes that are looked at, to hold their number to the length of the text.
fn looked_at(_bytes: usize) {
    #[cfg(test)]
    lex::LOOKED.set(lex::LOOKED.get() + _bytes);
}

/// Whether a word with this cue can make a number the answer, or take it back.
const fn decides(cue: Cue) -> bool {
    use Cue::{Actually, Answer, Check, Commit, Correction, Right};
    matches!(cue, Actually | Answer | Check | Commit | Correction | Right)
}

/// What takes back behind "or", and has no cue of its own.
const RATHER: &str = "rather";

/// Marks that do the same, words too short for three letters with what stands behind them ("I'll go
/// with 12", "No – 12"), and the middle of [`RATHER`].
const MARKS: [&[u8]; 13] = [
    b"ath", b"\\bo", b"\\fb", b"\\fr", b"no,", b"no.", b"no:", b"no ", b"no\xE2", b"go ", b"\na:",
    b" a:", b"\ta:",
];

/// Three letters that are in many English words, however rare each of them is.
const COMMON: [&[u8; 3]; 30] = [
    b"abl", b"ble", b"che", b"col", b"con", b"cor", b"cre", b"den", b"ens", b"fir", b"ich", b"ify",
    b"ing", b"lly", b"ons", b"par", b"pen", b"per", b"pon", b"pro", b"ric", b"sco", b"sid", b"tru",
    b"tur", b"val", b"ver", b"ves", b"vin", b"wor",
];

/// The bit in which a small letter differs from a capital, in eight bytes.
const CASES: u64 = 0x2020_2020_2020_2020;

/// How many times three bytes eight bytes hold.
const SIX: usize = 6;

/// Three bytes.
const WINDOW: u32 = 0xFF_FFFF;

/// How many places the table has.
const PLACES: usize = 1024;

const fn bucket(window: u32, factor: u32) -> usize {
    (window.wrapping_mul(factor) >> 22) as usize
}

const fn window(text: &[u8], at: usize) -> u32 {
    (u32::from_le_bytes([text[at], text[at + 1], text[at + 2], 0]) | CASES as u32) & WINDOW
}

/// How often a letter occurs in English, in a thousand letters. `k` is none to look for, because
/// the sign of kelvin is one in another case.
const fn frequency(byte: u8) -> u32 {
    const LETTERS: [u32; 26] = [
        82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 1_000_000, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28,
        10, 24, 2, 20, 1,
    ];
    if byte.is_ascii_lowercase() { LETTERS[(byte - b'a') as usize] } else { 1_000_000 }
}

/// More than the frequencies of three letters come to; where one byte is no letter, they are more.
const MOST: u64 = 999_999;

/// Whether they are three of [`COMMON`].
const fn is_common(three: u32) -> bool {
    let mut at = 0;
    while at < COMMON.len() && window(COMMON[at], 0) != three {
        at += 1;
    }
    at < COMMON.len()
}

/// The three letters of a word that are the rarest together; 0 if it has no three.
const fn rarest(word: &[u8]) -> u32 {
    let (mut best, mut least) = (0, MOST);
    let mut at = 0;
    while at + 2 < word.len() {
        let rank = frequency(word[at]) as u64
            * frequency(word[at + 1]) as u64
            * frequency(word[at + 2]) as u64;
        let rank = if rank < MOST && is_common(window(word, at)) { MOST - 1 } else { rank };
        if rank < least {
            (best, least) = (window(word, at), rank);
        }
        at += 1;
    }
    best
}

/// The table under `factor`; `None` if two would have one place.
const fn table(factor: u32) -> Option<[u32; PLACES]> {
    let mut table = [0; PLACES];
    let mut at = 0;
    while at < MARKS.len() + cue::WORDS.len() {
        let (words, mut next) = if at < MARKS.len() {
            (None, 0)
        } else {
            let (cue, words) = cue::WORDS[at - MARKS.len()];
            (Some(words), if decides(cue) { 0 } else { words.len() })
        };
        while next
            < match words {
                Some(words) => words.len(),
                None => 1,
            }
        {
            let three = match words {
                Some(words) => rarest(words[next].as_bytes()),
                None => window(MARKS[at], 0),
            };
            let place = &mut table[bucket(three, factor)];
            if three != 0 {
                if *place != 0 && *place != three {
                    return None;
                }
                *place = three;
            }
            next += 1;
        }
        at += 1;
    }
    Some(table)
}

/// The first factor that gives every three bytes a place of their own.
const FACTOR: u32 = {
    let mut factor = 0x9e37_79b9_u32;
    while table(factor).is_none() {
        factor = factor.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35e);
    }
    factor
};

static TABLE: [u32; PLACES] = match table(FACTOR) {
    Some(table) => table,
    None => [0; PLACES],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_decides_is_seen() {
        for (cue, words) in cue::WORDS {
            for word in words.iter().filter(|word| decides(*cue) && rarest(word.as_bytes()) != 0) {
                let said = |word: &str| format!("I {word} with 12");
                // Only who speaks of themselves chooses.
                let alone = (*cue != Cue::Commit).then(|| format!("it was {word}, then"));
                for text in [said(word), said(&word.to_uppercase())].into_iter().chain(alone) {
                    assert!(may_decide(&text), "{text}");
                }
            }
        }
        const TEXTS: [&str; 15] = [
            "no, it is",
            "No – 12",
            "\\boxed{5}",
            "#### 5",
            "**5**",
            "so\nA: 5",
            "答案",
            "we’d pick 5",
            "the answer's 5",
            "I'd simply say 5",
            "5answer",
            "é'answer",
            "\\pi'answer",
            "5, or rather 6",
            "# Title",
        ];
        for text in TEXTS {
            assert!(may_decide(text), "{text}");
        }
    }

    #[test]
    fn plain_sentences_decide_nothing() {
        const TEXTS: [&str; 10] = [
            "She has 5 * 3 = 15 plants.",
            "He means that there are 4 boxes left",
            "5\n\n6",
            "She went to the shop and picked 5",
            "I went to the shop",
            "Erica's, leaving 6",
            "4 empty pens' ink",
            "the casino has no holes",
            "There is no chance.",
            "'Pick' a pen",
        ];
        for text in TEXTS {
            assert!(!may_decide(text), "{text}");
        }
    }
}
