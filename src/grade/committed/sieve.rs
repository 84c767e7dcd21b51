//! The words that can decide what a reply answers, found without its tokens: of each the three letters
//! that are the rarest together, so that every three bytes of a text take one look into a table.

use super::cue::{self, Cue};
use crate::grade::{Span, scan};

/// Whether `text` has three letters to look for of which `holds` says that they decide.
#[inline(always)]
pub(super) fn any(text: &str, holds: impl Fn(&str, usize) -> bool) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let six = Six::at(bytes, at);
        if six.has_any() && (0..SIX).any(|place| six.has(place) && holds(text, at + place)) {
            return true;
        }
        at += SIX;
    }
    false
}

/// Where the last of them are that stand at or behind `from`.
#[inline(always)]
pub(super) fn last(text: &str, from: usize, holds: impl Fn(&str, usize) -> bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = bytes.len();
    while end > from {
        let at = end.saturating_sub(SIX).max(from);
        let six = Six::at(bytes, at);
        if six.has_any()
            && let Some(place) =
                (0..SIX).rev().find(|&place| six.has(place) && holds(text, at + place))
        {
            return Some(at + place);
        }
        end = at;
    }
    None
}

/// Eight bytes, which hold three bytes six times.
#[derive(Clone, Copy)]
struct Six(u64);

impl Six {
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> Self {
        Self(scan::eight(bytes, at) | CASES)
    }

    /// Whether the three bytes at `place` are looked for.
    #[inline(always)]
    fn has(self, place: usize) -> bool {
        let window = (self.0 >> (8 * place)) as u32 & WINDOW;
        TABLE[bucket(window, FACTOR)] == window
    }

    /// Whether any are: without a branch for each.
    #[inline(always)]
    fn has_any(self) -> bool {
        (0..SIX).fold(false, |any, place| any | self.has(place))
    }
}

/// The word that the letter at `at` is of, with the apostrophes inside it, or a part of it that is
/// longer than any with a cue; `None` if a digit, a backslash or a character beyond ASCII is joined to it.
pub(super) fn word_around(text: &[u8], at: usize) -> Option<Span> {
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

/// Counts the bytes that are looked at, to hold their number to the length of the text.
pub(super) fn looked_at(_bytes: usize) {
    #[cfg(test)]
    super::lex::LOOKED.set(super::lex::LOOKED.get() + _bytes);
}

/// Whether a word with this cue can make a number or a letter the answer, or take it back.
const fn is_wanted(cue: Cue) -> bool {
    use Cue::{Actually, Answer, Check, Choice, Commit, Correction, Right};
    matches!(cue, Actually | Answer | Check | Choice | Commit | Correction | Right)
}

/// What takes back behind "or", and has no cue of its own.
pub(super) const RATHER: &str = "rather";

/// Marks that do the same, words too short for three letters with what stands behind them ("I'll go
/// with 12", "No – 12"), the middle of [`RATHER`], and what "opção" begins with.
const MARKS: [&[u8]; 14] = [
    b"ath", b"op\xC3", b"\\bo", b"\\fb", b"\\fr", b"no,", b"no.", b"no:", b"no ", b"no\xE2",
    b"go ", b"\na:", b" a:", b"\ta:",
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
pub(super) const fn rarest(word: &[u8]) -> u32 {
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

/// What is looked for, with zeros behind.
const WANTED: [u32; PLACES] = {
    let (mut wanted, mut length) = ([0; PLACES], 0);
    while length < MARKS.len() {
        wanted[length] = window(MARKS[length], 0);
        length += 1;
    }
    let mut group = 0;
    while group < cue::WORDS.len() {
        let (cue, words) = cue::WORDS[group];
        let mut next = if is_wanted(cue) { 0 } else { words.len() };
        while next < words.len() {
            let three = rarest(words[next].as_bytes());
            if three != 0 {
                wanted[length] = three;
                length += 1;
            }
            next += 1;
        }
        group += 1;
    }
    wanted
};

/// The table under `factor`; `None` if two would have one place.
const fn table(factor: u32) -> Option<[u32; PLACES]> {
    let (mut table, mut at) = ([0; PLACES], 0);
    while WANTED[at] != 0 {
        let place = &mut table[bucket(WANTED[at], factor)];
        if *place != 0 && *place != WANTED[at] {
            return None;
        }
        *place = WANTED[at];
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
