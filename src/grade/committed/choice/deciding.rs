//! Replies that are read from their last word that can declare a letter or take one back. What stands
//! behind it only explains, and is looked through without its tokens; what stands before it does not
//! matter where the sentences around it declare a letter by themselves.

use super::state::Event;
use super::{GREETING, Reader, echo, label, place, remark, several};
use crate::grade::committed::correction;
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::ending;
use crate::grade::committed::lex::Lexer;
use crate::grade::committed::options::Options;
use crate::grade::committed::sieve::{self, Sieve};
use crate::grade::committed::visible;
use crate::grade::scan::{self, Bytes, Wanted};
use crate::grade::text::ends_with_any;
use crate::grade::{Answer, Letter, Reading, Rule, Span};

/// How many times what stands around such a word is read, if it turns out to decide nothing.
const MOST: usize = 4;

/// Reads `body`; `None` if that takes the whole of it.
pub(super) fn read<'a>(reply: &'a str, options: Options<'_>, body: Span) -> Option<Reading<'a>> {
    // In options that are repeated nothing decides.
    if echo::is_in(&options, reply, body) {
        return None;
    }
    let mut left = body;
    for _ in 0..MOST {
        let at = last_deciding(reply, left)?;
        let mut part = visible::sentences_around(reply, left, at);
        // Behind a greeting the reply begins anew, which is known from its start.
        if part.start <= body.start + GREETING {
            part.start = body.start;
        }
        if is_said_of_letter(reply, part.start) {
            return None;
        }
        let rest = Span { start: part.start, ..body };
        if let Some(reading) = in_so_many_words(reply, &options, rest, at) {
            return Some(reading);
        }
        if part == body {
            return None;
        }
        let reader = Reader::new(reply, options, rest);
        let mut reader = if part.start == body.start {
            Reader { greeting: body.start + GREETING, ..reader }
        } else {
            Reader { line_start: false, begun: true, ..reader }
        };
        reader.read_to(part.end);
        if part.end == body.end {
            reader.stop(true);
        } else if !reader.is_done_at(part.end) {
            return None;
        }
        // What is only called right may be overruled, what would be counts for less than what is, and what
        // begins anew depends on what is taken back: all on what stands before. Where all letters are called
        // the answer, nothing before counts.
        if reader.judged || reader.beside || reader.taken_back || reader.all_at.is_some() {
            return None;
        }
        // "The answer is B. Or it is A."
        let alternative = |event: Event| match event {
            Event::One(pick) => several::is_alternative(&reply[..pick.span.start]),
            Event::Hedge => false,
        };
        if reader.declared.is_some_and(alternative) {
            return None;
        }
        if reader.declared.is_some() {
            return Some(reader.finish(body));
        }
        if part.start == body.start {
            return None;
        }
        left.end = part.start + usize::from(reply.as_bytes()[part.start] == b'\n');
    }
    None
}

/// Whether what begins at `start` is a "yes" or "no" that is said of the letter before it, and no sentence of
/// its own: "A. No (B) Yes".
fn is_said_of_letter(reply: &str, start: usize) -> bool {
    let letter = reply[..start].trim_end_matches([' ', '.', ':', ')', '*']);
    letter.len() < start
        && label::ends_in_letter(letter)
        && label::says_yes(&reply[letter.len()..]).is_some()
}

/// The letter at `at`, the last word or letter that decides, in brackets, where `rest` begins with the
/// words that declare it: "The answer is (B) Oxygen, because".
fn in_so_many_words<'a>(
    reply: &'a str,
    options: &Options<'_>,
    rest: Span,
    at: usize,
) -> Option<Reading<'a>> {
    let said = ending::behind_answer_is(rest.of(reply))?;
    let [b'(', byte, b')', ..] = said.as_bytes() else { return None };
    let letter = Letter::from_index(usize::from(byte.checked_sub(b'A')?))?;
    let span = Span { start: at, end: at + 1 };
    // "B) Oxygen", "is (B)" and "answer" may be texts of options, and what follows may deny it.
    let behind = rest.end - said.len();
    let is_text = ["the answer is ", "answer is ", "is ", ""].iter().any(|words| {
        let from = reply.get(behind - words.len()..).unwrap_or_default();
        options.at(from.trim_start_matches('(')).is_some()
    });
    let lexer = || Lexer { at: span.end, ..Lexer::new(reply, rest) };
    let holds = behind + 1 == at && !is_text && label::verdict(lexer()).0 != Some(false);
    holds.then(|| Reading::found(Answer::Letter(letter), span, Rule::ChoiceAnswer))
}

impl Reader<'_, '_> {
    /// Whether what is read ends at `end`, and nothing of it reaches further.
    fn is_done_at(&self, end: usize) -> bool {
        self.lexer.at == end && !self.near.tag && !self.sentence.answer && self.row.label.is_none()
    }
}

/// Where the last word, letter or mark of `body` stands without which nothing behind it is declared or
/// taken back.
fn last_deciding(reply: &str, body: Span) -> Option<usize> {
    let text = body.of(reply);
    let bytes = text.as_bytes();
    let mut end = bytes.len();
    let alone = loop {
        let Some(at) = scan::last::<MayDecide>(bytes, end) else { break None };
        if !is_plain_one(bytes, at) {
            break Some(at);
        }
        end = at;
    };
    let word = SIEVE.last(text, alone.unwrap_or_default(), holds);
    word.or(alone).map(|at| body.start + at)
}

/// A letter that stands alone and may be a label, or begins "no" or "one"; or what is of a script without
/// spaces, or a mark of an answer.
struct MayDecide;

impl Wanted<4> for MayDecide {
    #[inline(always)]
    fn is<B: Bytes>([before, byte, next, behind]: [B; 4]) -> B {
        let begins = !before.is_letter();
        let article = byte.is(b'a') & next.is(b' ') & before.is(b' ') & behind.is_small();
        let label = (byte | B::all(0x20)).less(b'a').below(10);
        let single = begins & label & !(next.is_letter() | next.is_digit());
        let either = |byte: B, small: u8| (byte | B::all(0x20)).is(small);
        let no = begins & either(byte, b'n') & either(next, b'o') & !behind.is_letter();
        // "None" too.
        let one = (begins | either(before, b'n'))
            & either(byte, b'o')
            & either(next, b'n')
            & either(behind, b'e');
        (single & !article) | no | one | !byte.below(0xE3) | byte.is(b'#')
    }
}

/// Whether "one" at `at` is neither the end of "none" nor what calls an option by its place, "the second
/// one".
fn is_plain_one(text: &[u8], at: usize) -> bool {
    let one = text.get(at..at + 3).is_some_and(|three| three.eq_ignore_ascii_case(b"one"));
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    if !one {
        return false;
    }
    if is_letter(text.get(at + 3)) {
        return true;
    }
    if let [before @ .., b'n' | b'N'] = &text[..at] {
        return is_letter(before.last());
    }
    let Some(before) = text[..at].strip_suffix(b" ") else { return true };
    let marks = before.iter().rev().take_while(|byte| matches!(byte, b'*' | b'_' | b'"')).count();
    !place::ends_in_name(&before[..before.len() - marks])
}

/// Whether the three bytes at `at` are those of a word or mark that decides.
#[cold]
fn holds(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    match &bytes[at..] {
        // "Oxygen must be our pick."
        [b' ', b'm' | b'o', ..] => {
            let mine = bytes[at + 1..].starts_with(b"my ") || bytes[at + 1..].starts_with(b"our ");
            return mine && ends_with_any(&text[..at], &["is", "be"]);
        }
        [b' ', ..] => return false,
        [b'I', b' ', ..] => return bytes[at..].starts_with(b"I mean"),
        [b'\\', ..] | [_, _, 0x80..=0xFF, ..] => return true,
        _ => {}
    }
    // What a digit or a letter beyond ASCII makes of a word is left open.
    let Some(word) = sieve::word_around(bytes, at) else { return true };
    // Behind the text of an option a word begins at the apostrophe.
    let mut parts = bytes[word.start..word.end].split(|byte| *byte == b'\'');
    remark::takes_back(text, word)
        || correction::is_told(text, word)
        || parts.any(|part| {
            !part.is_empty() && cue::of_ascii(part).is_some_and(|cue| DECIDING.contains(&cue))
        })
}

/// What a word can do that declares an option, or takes one back.
const DECIDING: [Cue; 4] = [Cue::Actually, Cue::Answer, Cue::Choice, Cue::Correction];

/// The commands that mark an answer; what "my" and "our" begin with; what "opção" does, of which no three
/// letters are ASCII; and what stands in the words of [`remark::takes_back`] and of [`correction`].
const MARKS: [&[u8; 3]; 19] = [
    b"\\bo", b"\\fb", b"\\fr", b" my", b" ou", b"op\xC3", b"I m", b"ugh", b"efl", b"nsp", b"bad",
    b"edo", b"nop", b"hol", b"edi", b"rik", b"upd", b"rre", b"mis",
];

static SIEVE: Sieve = Sieve::new(&MARKS, &DECIDING);
