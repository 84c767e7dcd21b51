//! The visible part of a reply: without thinking blocks and invented next turns.

use super::lexicon::{Lexicon, list};
use crate::Span;

/// The length of a thinking delimiter, and true if it opens.
type Delimiter = (usize, bool);

/// Returns the last part outside of thinking blocks that has a word.
pub(super) fn visible_part(reply: &str, lexicon: &Lexicon) -> Span {
    let mut visible = Span { start: 0, end: 0 };
    let keep = |visible: &mut Span, start: usize, end: usize| {
        let part = Span { start, end };
        if has_word(part.of(reply)) {
            *visible = part;
        }
    };
    let (mut from, mut hidden, mut at) = (0, false, 0);
    let may_begin = |byte: &u8| SECOND_BYTES[usize::from(*byte)] != 0;
    let next = |at| reply.as_bytes().get(at..)?.iter().position(may_begin);
    while let Some(offset) = next(at) {
        at += offset;
        let Some((length, opens)) = parse_delimiter(reply, at, lexicon) else {
            at += 1;
            continue;
        };
        if opens && !hidden {
            keep(&mut visible, from, at);
        } else if !opens && !hidden {
            // A closing delimiter alone hides everything before it.
            visible = Span { start: 0, end: 0 };
        }
        at += length;
        if !(opens && hidden) {
            from = at;
        }
        hidden = opens;
    }
    if !hidden {
        keep(&mut visible, from, reply.len());
    }
    visible
}

/// Reports whether `text` has a letter or a digit.
pub(super) fn has_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// By the first byte of a delimiter: its second byte in lower case; 1 for any, 0 for none.
const SECOND_BYTES: [u8; 256] = {
    let mut second = [0; 256];
    second[b'<' as usize] = 1;
    second[b'[' as usize] = 1;
    second[0xE2] = 1;
    second[b'a' as usize] = b's';
    second[b'A' as usize] = b's';
    second[b'h' as usize] = b'e';
    second[b'H' as usize] = b'e';
    second
};

/// Marks before an element's name.
const OPENERS: [char; 3] = ['<', '[', '◁'];
const CLOSERS: [char; 3] = ['>', ']', '▷'];
/// Delimiters without variants.
const CLOSING: [&str; 2] = ["assistantfinal", "<channel|>"];
/// Prefixes of a channel name. The answer's channel is not thinking.
const CHANNELS: [&str; 2] = ["<|channel|>", "<|channel>"];
const ANSWER_CHANNEL: &str = "final";
/// Prefixes of paired delimiters; true if they open.
const SIDES: [(&str, bool); 3] = [("<|begin", true), ("<|start", true), ("<|end", false)];

/// Parses the delimiter at byte `at`.
fn parse_delimiter(reply: &str, at: usize, lexicon: &Lexicon) -> Option<Delimiter> {
    let text = reply.get(at..)?;
    let [first, second, ..] = text.as_bytes() else { return None };
    let expected = SECOND_BYTES[usize::from(*first)];
    if expected != 1 && second.to_ascii_lowercase() != expected {
        return None;
    }
    let fixed = || {
        Some((CLOSING.iter().find(|it| strip_prefix_any_case(text, it).is_some())?.len(), false))
    };
    if text.starts_with("<|") {
        return parse_start_or_end(text, lexicon).or_else(|| parse_channel(text));
    }
    if text.starts_with(OPENERS) {
        return parse_element(text, lexicon).or_else(fixed);
    }
    let joined = reply.get(..at).is_some_and(|it| it.ends_with(char::is_alphabetic));
    let mut headings = lexicon.headings.iter().filter(|_| !joined);
    let heading = headings.find(|(heading, _)| strip_prefix_any_case(text, heading).is_some());
    heading.map(|(heading, opens)| (heading.len(), *opens)).or_else(fixed)
}

/// Parses `<name …>` or `</name>`, with a prefix of at most 20 and attributes of at most 100
/// characters.
fn parse_element(text: &str, lexicon: &Lexicon) -> Option<Delimiter> {
    let rest = text.strip_prefix(OPENERS)?;
    let unslashed = rest.strip_prefix('/');
    let name = unslashed.unwrap_or(rest);
    let unprefixed = skip_while(name, 20, is_word).strip_prefix(':');
    let unprefixed = unprefixed.filter(|_| !name.starts_with(':'));
    let rest = strip_thinking_name(unprefixed.unwrap_or(name), lexicon)?;
    let rest = rest.strip_prefix(CLOSERS).or_else(|| {
        let attributes = rest.strip_prefix(char::is_whitespace)?;
        let ends = |c: &(usize, char)| CLOSERS.contains(&c.1) || matches!(c.1, '<' | '\n');
        let (end, _) = attributes.char_indices().take(101).find(ends)?;
        attributes.get(end..)?.strip_prefix(CLOSERS)
    })?;
    Some((text.len() - rest.len(), unslashed.is_none()))
}

/// Parses `<|START_NAME|>` or `<|END_NAME|>`.
fn parse_start_or_end(text: &str, lexicon: &Lexicon) -> Option<Delimiter> {
    let (rest, opens) = SIDES
        .iter()
        .find_map(|(side, opens)| Some((strip_prefix_any_case(text, side)?, *opens)))?;
    let rest = rest.strip_prefix('_').unwrap_or(rest);
    let rest = strip_thinking_name(strip_prefix_any_case(rest, "of_").unwrap_or(rest), lexicon)?
        .strip_prefix("|>")?;
    Some((text.len() - rest.len(), opens))
}

/// Parses the start of a channel, whose name has at most 20 characters.
fn parse_channel(text: &str) -> Option<Delimiter> {
    let rest = CHANNELS.iter().find_map(|channel| strip_prefix_any_case(text, channel))?;
    let rest = rest.strip_prefix(char::is_whitespace).unwrap_or(rest);
    let after = skip_while(rest, 20, is_word);
    let name = rest.get(..rest.len() - after.len()).filter(|name| !name.is_empty())?;
    Some((text.len() - after.len(), !name.eq_ignore_ascii_case(ANSWER_CHANNEL)))
}

/// Returns the rest of `text` after the name of a thinking element.
fn strip_thinking_name<'a>(text: &'a str, lexicon: &Lexicon) -> Option<&'a str> {
    let rest = skip_while(text, text.len(), |byte| is_word(byte) || *byte == b'-');
    let name = text.get(..text.len() - rest.len())?;
    (lexicon.lists(name) & list::THINKING != 0).then_some(rest)
}

/// Returns the rest of `text` after `prefix`, in any case of ASCII letters.
fn strip_prefix_any_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    let mut pairs = start.bytes().zip(prefix.bytes());
    pairs.all(|(a, b)| a.eq_ignore_ascii_case(&b)).then_some(rest)
}

/// Skips at most `most` ASCII characters `of` a kind.
fn skip_while(text: &str, most: usize, of: impl Fn(&u8) -> bool) -> &str {
    let count = text.bytes().take(most).take_while(of).count();
    text.get(count..).unwrap_or_default()
}

const fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// Returns the start of a line that begins an invented next turn, after a word; else the end of
/// `text`.
pub(super) fn next_turn_start(text: &str, lexicon: &Lexicon) -> usize {
    let mut at = 0;
    let feed = |from| text.as_bytes().get(from..)?.iter().position(|byte| *byte == b'\n');
    while let Some(offset) = feed(at) {
        at += offset + 1;
        let label =
            skip_while(text.get(at..).unwrap_or_default(), 8, |byte| b" #>*_-".contains(byte));
        let rest =
            skip_while(label, LONGEST_TURN, |byte| byte.is_ascii_alphabetic() || *byte == b' ');
        let name = label.get(..label.len() - rest.len()).unwrap_or_default().trim_end();
        if !name.is_empty()
            && ends_label(rest)
            && lexicon.lists(name) & list::TURN != 0
            && has_word(text.get(..at).unwrap_or_default())
        {
            return at;
        }
    }
    text.len()
}

/// Maximum length of a turn's name in characters, with spaces after it.
const LONGEST_TURN: usize = 20;

/// Reports whether a turn's label ends at the start of `rest`, after a number and marks.
fn ends_label(rest: &str) -> bool {
    let rest = skip_while(rest, 3, u8::is_ascii_digit);
    skip_while(rest, 3, |byte| b"*_".contains(byte)).starts_with([':', '\n'])
}
