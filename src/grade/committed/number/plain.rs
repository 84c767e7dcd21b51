//! Replies that only state and calculate are read from their end: where nothing is called the
//! answer, chosen, checked or taken back, the last sentence that has a number decides.

use super::state::{Seen, Sole, same};
use super::{Pick, Reader, closing, phrasal, recap};
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::sieve::{self, Sieve};
use crate::grade::committed::{correction, lex, refusal, visible};
use crate::grade::scan::{self, Bytes, Wanted};
use crate::grade::{Answer, Decimal, Reading, Rule, Span};

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
        if end == body.end
            && let Some(pick) = closing::value(reply, part)
        {
            (last, another, equation) = (Some((pick, false)), true, true);
            break;
        }
        let begun = start > body.start;
        // With a number that decides, there is only to find whether it is the only one.
        let brief = last.is_some();
        let mut reader = Reader { line_start, begun, brief, ..Reader::new(reply, part) };
        reader.run();
        let Seen { unvalued, forgotten, lists, .. } = reader.seen;
        let unvalued = (unvalued || forgotten || lists) && last.is_none();
        let doubted = !matches!(reader.doubted, Sole::None);
        if doubted || reader.open && end == body.end || reader.row && !brief || unvalued {
            return None;
        }
        let open = reader.seen.last_hedged || reader.seen.last_told;
        last = last.or(reader.seen.last.map(|pick| (pick, open)));
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
    if let Some(pick) = recap::found(reply, body) {
        return Some(found(pick));
    }
    Some(match (last, sole) {
        (_, Sole::One(span)) if !another => found(Pick { span, rule: Rule::NumberOnly }),
        // Whether its two numbers are the same, and the only value, takes the whole reply; so does what
        // is only to be calculated.
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
        // "12 × 20 =⏎240".
        let goes_on = || {
            let behind = reply.get(from + at + 1..).unwrap_or_default();
            ends_in_equals(before) && visible::begins_in_value(behind)
        };
        if bytes[at] == b'\n' { !goes_on() } else { bytes[at + 1] == b' ' && ends() }
    });
    stop.map_or(from, |stop| from + stop + 1)
}

/// Whether an equals sign stands at the end of a line, but for marks: the line goes on below.
pub(super) fn ends_in_equals(line: &[u8]) -> bool {
    const NEAR: usize = 4;
    let near = &line[line.len().saturating_sub(NEAR)..];
    near.rsplit(u8::is_ascii_alphanumeric).next().unwrap_or(near).contains(&b'=')
}

/// Whether a text begins with a word, be it "A", so that no number leads it; words in brackets may
/// stand before one that does, and so may "it's" and "that's".
fn begins_with_word(text: &str) -> bool {
    const NEAR: usize = 24;
    let rest = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '\\' | '('));
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, behind) = rest.as_bytes().split_at(letters);
    // "That would be 95."
    let leads = || std::str::from_utf8(word).is_ok_and(phrasal::leads_in);
    match (word, behind) {
        _ if rest.bytes().take(NEAR).any(|byte| byte.is_ascii_digit()) && leads() => false,
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
/// answer, chooses, approves, checks or takes back, or marks a number.
pub(super) fn may_decide(text: &str) -> bool {
    scan::next::<Whole>(text.as_bytes(), 0).is_some() || SIEVE.any(text, holds)
}

/// Scripts without spaces, what is written at full width, titles, marks of an answer, and what stands in
/// bold: texts with one of them are read as a whole.
struct Whole;

impl Wanted<2> for Whole {
    #[inline(always)]
    fn is<B: Bytes>([byte, behind]: [B; 2]) -> B {
        !byte.below(0xE3) | byte.is(b'#') | (byte.is(b'*') & behind.is(b'*'))
    }
}

/// Whether the three bytes at `at` are those of a word that decides.
#[cold]
fn holds(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let three = bytes.get(at..at + 3).unwrap_or_default();
    if !three.iter().all(u8::is_ascii_alphabetic) {
        let inside =
            at > 0 && bytes[at - 1].is_ascii_alphabetic() && three[0].is_ascii_alphabetic();
        let word = Span { start: at, end: at + 2 };
        return !inside
            && match three {
                [b'n' | b'N', b'o' | b'O', b' '] => takes_back(&bytes[word.end..]),
                [b'g' | b'G', b'o' | b'O', _] => {
                    cue::commits(text, word) && is_spoken(&bytes[..at])
                }
                _ => true,
            };
    }
    // What a digit or a letter beyond ASCII makes of a word is left open.
    let Some(word) = sieve::word_around(bytes, at) else { return true };
    let word_text = word.of(text);
    match cue::of_ascii(word_text.as_bytes()) {
        // "Or rather 12", "I miscounted".
        cue @ (None | Some(Cue::Wrong)) => {
            word_text.eq_ignore_ascii_case(RATHER) || correction::is_one(text, word, cue)
        }
        Some(Cue::Commit) => cue::commits(text, word) && is_spoken(&bytes[..word.start]),
        cue => cue.is_some_and(|cue| DECIDING.contains(&cue)),
    }
}

/// Whether "no" takes back, by what stands behind it: "No – 12", but "no apples".
fn takes_back(rest: &[u8]) -> bool {
    matches!(rest.trim_ascii_start(), [b',' | b'.' | b':' | 0xE2, ..])
}

/// Whether somebody speaks of themselves in the line that `before` ends in, who may commit with the
/// word behind it, or "people" speak. Of a long line that is left open.
fn is_spoken(before: &[u8]) -> bool {
    const FARTHEST: usize = 64;
    if before.ends_with(b"people ") {
        return true;
    }
    let me = |word: &[u8]| word.eq_ignore_ascii_case(b"i") || word.eq_ignore_ascii_case(b"we");
    let near = &before[before.len().saturating_sub(FARTHEST)..];
    sieve::looked_at(near.len());
    let line = near.rsplit(|byte| *byte == b'\n').next().unwrap_or(near);
    line.len() == FARTHEST || line.split(|byte| !byte.is_ascii_alphabetic()).any(me)
}

/// What a word can do that makes a number the answer, or takes it back.
const DECIDING: [Cue; 6] =
    [Cue::Actually, Cue::Answer, Cue::Check, Cue::Commit, Cue::Correction, Cue::Right];

/// What takes back behind "or", and has no cue of its own.
const RATHER: &str = "rather";

/// Marks that do the same, words too short for three letters with what stands behind them ("I'll go
/// with 12", "No – 12"), and parts of [`RATHER`], of "wrong" and of what [`correction`] knows.
const MARKS: [&[u8; 3]; 22] = [
    b"wro", b"bad", b"edo", b"nop", b"hol", b"edi", b"rik", b"upd", b"mis", b"ath", b"\\bo",
    b"\\fb", b"\\fr", b"no,", b"no.", b"no:", b"no ", b"no\xE2", b"go ", b"\na:", b" a:", b"\ta:",
];

static SIEVE: Sieve = Sieve::new(&MARKS, &DECIDING);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_decides_is_seen() {
        for (cue, words) in cue::WORDS {
            for word in words
                .iter()
                .filter(|word| DECIDING.contains(cue) && sieve::rarest(word.as_bytes()) != 0)
            {
                let said = |word: &str| format!("I {word} with 12");
                // Only who speaks of themselves chooses.
                let alone = (*cue != Cue::Commit).then(|| format!("it was {word}, then"));
                for text in [said(word), said(&word.to_uppercase())].into_iter().chain(alone) {
                    assert!(may_decide(&text), "{text}");
                }
            }
        }
        const TEXTS: [&str; 16] = [
            "no, it is",
            "No – 12",
            "\\boxed{5}",
            "#### 5",
            "**5**",
            "so\nA: 5",
            "答案",
            "we’d pick 5",
            "I'll go with 5",
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
        const TEXTS: [&str; 11] = [
            "She has 5 * 3 = 15 plants.",
            "He means that there are 4 boxes left",
            "5\n\n6",
            "She went to the shop and picked 5",
            "I went to the shop",
            "Erica's, leaving 6",
            "4 empty pens' ink",
            "the casino has no holes",
            "There is no chance.",
            "I had to go 5 miles",
            "'Pick' a pen",
        ];
        for text in TEXTS {
            assert!(!may_decide(text), "{text}");
        }
    }
}
