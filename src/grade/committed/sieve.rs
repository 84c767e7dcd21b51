//! The words that can decide what a reply answers, found without its tokens: of each the three letters
//! that are the rarest together, so that every three bytes of a text take one look into a table.

use super::cue::{self, Cue};
use crate::grade::{Span, scan};

/// Words that are looked for, and what else has three bytes: each at its own place of a table.
pub(super) struct Sieve {
    table: [u32; PLACES],
    /// Gives every three bytes a place of their own.
    factor: u32,
}

impl Sieve {
    /// One for `marks`, three bytes each, and for the words that have one of `cues`.
    pub(super) const fn new(marks: &[&[u8; 3]], cues: &[Cue]) -> Self {
        let wanted = wanted(marks, cues);
        let mut factor = 0x9e37_79b9_u32;
        loop {
            if let Some(table) = table(&wanted, factor) {
                return Self { table, factor };
            }
            factor = factor.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35e);
        }
    }

    /// Whether `text` has three bytes that are looked for of which `holds` says that they decide.
    #[inline(always)]
    pub(super) fn any(&self, text: &str, holds: impl Fn(&str, usize) -> bool) -> bool {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let six = self.six(bytes, at);
            if six.has_any() && (0..SIX).any(|place| six.has(place) && holds(text, at + place)) {
                return true;
            }
            at += SIX;
        }
        false
    }

    /// Where the last of them are that stand at or behind `from`.
    #[inline(always)]
    pub(super) fn last(
        &self,
        text: &str,
        from: usize,
        holds: impl Fn(&str, usize) -> bool,
    ) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut end = bytes.len();
        while end > from {
            let at = end.saturating_sub(SIX).max(from);
            let six = self.six(bytes, at);
            let holds = |place: &usize| six.has(*place) && holds(text, at + *place);
            if six.has_any()
                && let Some(place) = (0..SIX).rev().find(holds)
            {
                return Some(at + place);
            }
            end = at;
        }
        None
    }

    #[inline(always)]
    fn six(&self, bytes: &[u8], at: usize) -> Six<'_> {
        Six { sieve: self, eight: scan::eight(bytes, at) | CASES }
    }
}

/// Eight bytes, which hold three bytes six times.
#[derive(Clone, Copy)]
struct Six<'s> {
    sieve: &'s Sieve,
    eight: u64,
}

impl Six<'_> {
    /// Whether the three bytes at `place` are looked for.
    #[inline(always)]
    fn has(self, place: usize) -> bool {
        let window = (self.eight >> (8 * place)) as u32 & WINDOW;
        self.sieve.table[bucket(window, self.sieve.factor)] == window
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
const fn wanted(marks: &[&[u8; 3]], cues: &[Cue]) -> [u32; PLACES] {
    let (mut wanted, mut length) = ([0; PLACES], 0);
    while length < marks.len() {
        wanted[length] = window(marks[length], 0);
        length += 1;
    }
    let mut group = 0;
    while group < cue::WORDS.len() {
        let (cue, words) = cue::WORDS[group];
        let mut next = if is_one_of(cue, cues) { 0 } else { words.len() };
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
}

const fn is_one_of(cue: Cue, cues: &[Cue]) -> bool {
    let mut at = 0;
    while at < cues.len() && cues[at] as u8 != cue as u8 {
        at += 1;
    }
    at < cues.len()
}

/// The table under `factor`; `None` if two of what is `wanted` would have one place.
const fn table(wanted: &[u32; PLACES], factor: u32) -> Option<[u32; PLACES]> {
    let (mut table, mut at) = ([0; PLACES], 0);
    while wanted[at] != 0 {
        let place = &mut table[bucket(wanted[at], factor)];
        if *place != 0 && *place != wanted[at] {
            return None;
        }
        *place = wanted[at];
        at += 1;
    }
    Some(table)
}
