//! Words that no sentence may have that is read at a glance.

use super::asides;
use crate::grade::committed::cue;
use crate::grade::committed::lex::{Lexer, Token};
use crate::grade::scan;

/// Words that, with what stands beside them, say something of a whole sentence, or undo what was said.
const WATCHED: [&str; 82] = [
    "also",
    "asked",
    "being",
    "calls",
    "carry",
    "checked",
    "common",
    "comparison",
    "completed",
    "computed",
    "confirmed",
    "confuse",
    "context",
    "counting",
    "cubed",
    "different",
    "done",
    "duration",
    "elapsed",
    "executed",
    "fact",
    "feel",
    "generated",
    "help",
    "helps",
    "hundreds",
    "including",
    "indeed",
    "informational",
    "instead",
    "know",
    "latency",
    "luck",
    "making",
    "me",
    "mean",
    "millisecond",
    "milliseconds",
    "mind",
    "ms",
    "namely",
    "note",
    "nothing",
    "ones",
    "people",
    "plugging",
    "power",
    "powered",
    "processed",
    "rate",
    "reference",
    "references",
    "remain",
    "remainder",
    "remained",
    "remember",
    "required",
    "runtime",
    "seeing",
    "sense",
    "sources",
    "squared",
    "substituting",
    "tens",
    "terms",
    "thousands",
    "thumb",
    "tip",
    "tokens",
    "tool",
    "totaling",
    "totalling",
    "trick",
    "units",
    "verified",
    "way",
    "whenever",
    "which",
    "who",
    "whose",
    "why",
    "x",
];

/// Most other words have the place of none of [`WATCHED`].
const BITS: u32 = 13;
const PLACES: usize = 1 << BITS;

static PLACES_WATCHED: [u64; PLACES / 64] = {
    let (mut places, mut at) = ([0; PLACES / 64], 0);
    while at < WATCHED.len() {
        let word = WATCHED[at].as_bytes();
        let (mut eight, mut next) = (0, 0);
        while next < word.len() && next < 8 {
            eight |= (word[next] as u64) << (8 * next);
            next += 1;
        }
        let place = cue::hash(cue::key(eight, word.len()), BITS);
        places[place / 64] |= 1 << (place % 64);
        at += 1;
    }
    places
};

/// Whether the word at `token` is one of [`WATCHED`].
pub(super) fn is_watched(lexer: &Lexer<'_>, token: Token) -> bool {
    let eight = scan::eight(lexer.text.as_bytes(), token.start);
    let place = cue::hash(cue::key(eight, token.end - token.start), BITS);
    let known = || {
        let said = token.span().of(lexer.text);
        // Others may think so, but most people are only counted.
        (said != "people" || asides::think(lexer.rest()))
            && WATCHED.iter().any(|word| word.eq_ignore_ascii_case(said))
    };
    PLACES_WATCHED[place / 64] >> (place % 64) & 1 != 0 && known()
}
