//! The part of a reply that is read: no thinking, no invented next turn.

use super::lexicon::Lexicon;
use crate::grade::Span;

/// A place where thinking begins or ends.
struct Delimiter {
    /// The bytes of it.
    length: usize,
    opens: bool,
}

/// Returns the last part of the reply with a word in it that is no thinking.
pub(super) fn visible_part(reply: &str, lexicon: &Lexicon) -> Span {
    let starts = starters(lexicon);
    let mut visible = Span { start: 0, end: 0 };
    let (mut from, mut hidden) = (0, false);
    let mut at = 0;
    while let Some(byte) = reply.as_bytes().get(at) {
        let found = if starts[usize::from(*byte)] { delimiter(reply, at, lexicon) } else { None };
        let Some(Delimiter { length, opens }) = found else {
            at += 1;
            continue;
        };
        let end = at;
        at += length;
        if opens && hidden {
            continue;
        }
        if opens {
            keep_worded(reply, from, end, &mut visible);
        } else if !hidden {
            // An end without a beginning hides all before it.
            visible = Span { start: 0, end: 0 };
        }
        hidden = opens;
        from = at;
    }
    if !hidden {
        keep_worded(reply, from, reply.len(), &mut visible);
    }
    visible
}

/// Replaces `kept` by a later part if that has a word.
fn keep_worded(reply: &str, start: usize, end: usize, kept: &mut Span) {
    let part = Span { start, end };
    if has_word(part.of(reply)) {
        *kept = part;
    }
}

/// Reports whether `text` has a letter or a digit.
pub(super) fn has_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Marks the bytes that a delimiter may begin with.
fn starters(lexicon: &Lexicon) -> [bool; 256] {
    let mut starts = [false; 256];
    let words = lexicon.thoughts.iter().chain(&lexicon.response).copied();
    for text in words.chain([FINAL]) {
        if let Some(byte) = text.bytes().next() {
            starts[usize::from(byte.to_ascii_lowercase())] = true;
            starts[usize::from(byte.to_ascii_uppercase())] = true;
        }
    }
    for text in OPENERS {
        if let Some(byte) = text.bytes().next() {
            starts[usize::from(byte)] = true;
        }
    }
    starts
}

/// Marks that begin and end the name of an element.
const OPENERS: [&str; 3] = ["<", "[", "◁"];
const CLOSERS: [char; 3] = ['>', ']', '▷'];
/// The end of reasoning, and what a channel is called that is no reasoning.
const FINAL: &str = "assistantfinal";
const FINAL_CHANNEL: &str = "final";
/// The name of a channel follows.
const CHANNELS: [&str; 2] = ["<|channel|>", "<|channel>"];
const CHANNEL_END: &str = "<channel|>";
/// Sides of a pair of delimiters; the last ends.
const SIDES: [&str; 3] = ["<|begin", "<|start", "<|end"];

/// The longest prefix of a name, name of a channel, and attributes of an element, in characters.
const LONGEST_NAME: usize = 20;
const LONGEST_ATTRIBUTES: usize = 100;

/// Reads the delimiter at byte `at`.
fn delimiter(reply: &str, at: usize, lexicon: &Lexicon) -> Option<Delimiter> {
    let text = reply.get(at..)?;
    if let Some(rest) = OPENERS.iter().find_map(|opener| text.strip_prefix(opener)) {
        return element(text, rest, lexicon)
            .or_else(|| side(text, lexicon))
            .or_else(|| channel(text));
    }
    if after(text, FINAL).is_some() {
        return Some(Delimiter { length: FINAL.len(), opens: false });
    }
    let heading = |opens: bool, list: &[&str]| {
        let heading = list.iter().find(|heading| after(text, heading).is_some())?;
        Some(Delimiter { length: heading.len(), opens })
    };
    let found = heading(true, &lexicon.thoughts).or_else(|| heading(false, &lexicon.response))?;
    let before = reply.get(..at)?.chars().next_back();
    (!before.is_some_and(char::is_alphabetic)).then_some(found)
}

/// Reads `<name …>` or `</name>`, of which `rest` follows the first mark of `text`.
fn element(text: &str, rest: &str, lexicon: &Lexicon) -> Option<Delimiter> {
    let unslashed = rest.strip_prefix('/');
    let name = unslashed.unwrap_or(rest);
    let prefix = word_length(name, LONGEST_NAME);
    let name = match name.get(prefix..).and_then(|rest| rest.strip_prefix(':')) {
        Some(rest) if prefix > 0 => rest,
        _ => name,
    };
    let length = name.bytes().take_while(|b| is_word_byte(*b) || *b == b'-').count();
    let (name, rest) = name.split_at_checked(length)?;
    is_any_of(name, &lexicon.thinking).then_some(())?;
    let rest = rest.strip_prefix(CLOSERS).or_else(|| {
        let attributes = rest.strip_prefix(char::is_whitespace)?;
        let is_plain = |c: &(usize, char)| !CLOSERS.contains(&c.1) && !matches!(c.1, '<' | '\n');
        let mut chars = attributes.char_indices().take(LONGEST_ATTRIBUTES + 1).skip_while(is_plain);
        let (end, _) = chars.next()?;
        attributes.get(end..)?.strip_prefix(CLOSERS)
    })?;
    let length = text.len() - rest.len();
    Some(Delimiter { length, opens: unslashed.is_none() })
}

/// Reads `<|START_NAME|>` or `<|END_NAME|>`.
fn side(text: &str, lexicon: &Lexicon) -> Option<Delimiter> {
    let (index, rest) =
        SIDES.iter().enumerate().find_map(|(index, side)| Some((index, after(text, side)?)))?;
    let rest = rest.strip_prefix('_').unwrap_or(rest);
    let rest = after(rest, "of_").unwrap_or(rest);
    let length = rest.bytes().take_while(|b| is_word_byte(*b) || *b == b'-').count();
    let (name, rest) = rest.split_at_checked(length)?;
    let rest = rest.strip_prefix("|>").filter(|_| is_any_of(name, &lexicon.thinking))?;
    let opens = index + 1 < SIDES.len();
    Some(Delimiter { length: text.len() - rest.len(), opens })
}

/// Reads the beginning of a channel, or the end of one.
fn channel(text: &str) -> Option<Delimiter> {
    let named = CHANNELS.iter().find_map(|channel| {
        let rest = after(text, channel)?;
        let rest = rest.strip_prefix(char::is_whitespace).unwrap_or(rest);
        let (name, rest) = rest.split_at_checked(word_length(rest, LONGEST_NAME))?;
        let opens = !name.eq_ignore_ascii_case(FINAL_CHANNEL);
        let length = text.len() - rest.len();
        (!name.is_empty()).then_some(Delimiter { length, opens })
    });
    let end = || {
        let rest = after(text, CHANNEL_END)?;
        Some(Delimiter { length: text.len() - rest.len(), opens: false })
    };
    named.or_else(end)
}

/// The rest of `text` after `prefix`, in any case of ASCII letters.
pub(super) fn after<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Reports whether `list` has `word` in any case of ASCII letters.
pub(super) fn is_any_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// The number of ASCII letters, digits and `_` that `text` begins with, at most `most`.
fn word_length(text: &str, most: usize) -> usize {
    text.bytes().take(most).take_while(|b| is_word_byte(*b)).count()
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The place where a line begins an invented next turn, after a word; else the end of `text`.
pub(super) fn next_turn(text: &str, lexicon: &Lexicon) -> usize {
    let first = text.find(char::is_alphanumeric).unwrap_or(text.len());
    let mut from = first;
    while let Some(feed) = text.as_bytes().get(from..).and_then(|rest| memchr::memchr(b'\n', rest))
    {
        from += feed + 1;
        if text.get(from..).is_some_and(|line| begins_turn(line, lexicon)) {
            return from;
        }
    }
    text.len()
}

/// Reports whether `line` begins with the label of a turn: a word, a number, a colon or the end of the
/// line.
fn begins_turn(line: &str, lexicon: &Lexicon) -> bool {
    let label = skip(line, 8, b" #>*_-");
    lexicon.turn.iter().any(|word| after(label, word).is_some_and(ends))
}

/// Reports whether a label ends at the start of `rest`, after a number and marks.
fn ends(rest: &str) -> bool {
    let rest = skip(rest, 1, b" ");
    let number = rest.strip_prefix('#').unwrap_or(rest);
    let digits = skip(number, 3, b"0123456789");
    let rest = if digits.len() < number.len() { digits } else { rest };
    let rest = skip(skip(rest, 1, b" "), 3, b"*_");
    rest.starts_with([':', '\n'])
}

/// The rest of `text` after at most `most` of the ASCII characters `skipped`.
fn skip<'a>(text: &'a str, most: usize, skipped: &[u8]) -> &'a str {
    let count = text.bytes().take(most).take_while(|b| skipped.contains(b)).count();
    text.get(count..).unwrap_or_default()
}
