//! The texts of options, and their occurrences in a reply.

use std::fmt;

use super::candidate::Candidate;
use super::facts::{Document, NEAR};
use super::lexicon::{FILLER, IS, Lexicon, OPTION, list};
use super::mark::BAR;
use super::normal::{is_plain, normalise};
use super::token::{Kind, Token, join_phrase, tokens};
use crate::Span;
use crate::text::lower;

/// Maximum number of characters of a text that are compared.
const LONGEST_KEY: usize = 200;
/// Maximum number of tokens of an occurrence.
const MOST_TOKENS: usize = 80;

/// The text of an option, by which it is found.
pub(super) struct Key {
    option: u8,
    /// The first character, as by [`first_key_char`], and the number of characters.
    first: char,
    length: usize,
    text: String,
}

/// Computes the keys of the options whose text a token of `doc` may begin.
pub(super) fn option_keys(doc: &Document<'_>, options: &[&str], lexicon: &Lexicon) -> Vec<Key> {
    let mut begins = Beginnings::default();
    doc.tokens.iter().for_each(|t| begins.add(t, doc.text));
    let mut memory = Vec::new();
    let found = (0..).zip(options).filter(|(_, text)| begins.may_begin(text));
    let keys = found.filter_map(|(option, text)| {
        let text = option_key(text, lexicon, &mut memory);
        let first = first_key_char(text.chars().next()?);
        Some(Key { option, first, length: text.chars().count(), text })
    });
    keys.collect()
}

/// The beginnings of tokens. For the low five bits of a first character, the set of the low five bits
/// of second characters; any, if the second one is not an ASCII letter.
#[derive(Default)]
struct Beginnings([u32; 32]);

impl Beginnings {
    fn add(&mut self, token: &Token, text: &str) {
        let second = text.as_bytes().get(token.start as usize + 1);
        let second = second.filter(|_| token.first.is_ascii() && token.end - token.start > 1);
        self.0[low_bits(first_key_char(token.first))] |= second_char_bits(second);
    }

    /// Reports whether the key of an option may begin like a token. The key begins with its first
    /// word or number, or with its second if the first is an article.
    fn may_begin(&self, option: &str) -> bool {
        let (mut joined, mut starts) = (false, 0);
        for (byte, next) in option.bytes().zip(1..) {
            if !is_plain(byte) {
                return true;
            }
            let joins = byte.is_ascii_alphanumeric();
            if joins && !joined {
                let seconds = second_char_bits(option.as_bytes().get(next));
                if self.0[low_bits(first_key_char(char::from(byte)))] & seconds != 0 {
                    return true;
                }
                starts += 1;
                if starts == 2 {
                    break;
                }
            }
            joined = joins;
        }
        false
    }
}

/// Returns the bit of a second character; all bits for none and for others than ASCII letters.
fn second_char_bits(second: Option<&u8>) -> u32 {
    let letter = second.filter(|byte| byte.is_ascii_alphabetic());
    letter.map_or(u32::MAX, |byte| 1 << low_bits(char::from(*byte)))
}

const fn low_bits(c: char) -> usize {
    c as usize % 32
}

/// Computes the key of an option: the numbers, letters and digits of its words, without articles.
fn option_key(option: &str, lexicon: &Lexicon, memory: &mut Vec<Token>) -> String {
    let text = normalise(option, Span { start: 0, end: option.len() }, lexicon).text;
    *memory = tokens(&text, lexicon, std::mem::take(memory));
    let mut next = 0;
    let words = std::iter::from_fn(|| {
        let read = next;
        next = join_phrase(memory, read, lexicon);
        memory.get(read).copied()
    });
    let mut words = words.filter(|t| t.kind != Kind::Mark).peekable();
    let is_article = |t: &Token| lexicon.entry(t.entry).lists & list::ARTICLE != 0;
    let article = words.next_if(is_article);
    let mut key = String::with_capacity(text.len());
    for word in article.filter(|_| words.peek().is_none()).into_iter().chain(words) {
        // Writing to memory does not fail.
        let _ = write_key_part(&mut key, &word, &text, lexicon);
    }
    if let Some((end, _)) = key.char_indices().nth(LONGEST_KEY) {
        key.truncate(end);
    }
    key
}

/// The rest of a key to match. Writing other text fails.
struct KeyRest<'k>(&'k str);

impl fmt::Write for KeyRest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Writes the part of a token that belongs to a key.
fn write_key_part<W: fmt::Write>(
    out: &mut W,
    token: &Token,
    text: &str,
    lexicon: &Lexicon,
) -> fmt::Result {
    match token.kind {
        Kind::Number => write!(out, "{}", token.value(text)),
        Kind::Word => {
            let entry = lexicon.entry(token.entry).text;
            let word = if entry.is_empty() { token.text(text) } else { entry };
            word.chars().try_for_each(|c| match c.is_ascii() {
                true if c.is_ascii_alphanumeric() => out.write_char(c.to_ascii_lowercase()),
                true => Ok(()),
                false => {
                    lower(c).filter(|c| c.is_alphanumeric()).try_for_each(|c| out.write_char(c))
                }
            })
        }
        Kind::Mark => Ok(()),
    }
}

/// Finds the texts of `count` options as whole words, the longest first.
pub(super) fn find_option_texts(
    doc: &Document<'_>,
    keys: &[Key],
    count: usize,
    lexicon: &Lexicon,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = doc.tokens.get(at) {
        let options = keys.iter().filter(|key| first_key_char(token.first) == key.first);
        let ends = options.filter_map(|key| {
            Some((key.length, key.option, occurrence_end(doc, &key.text, at, lexicon)?))
        });
        // The first of the longest.
        let longest = ends.reduce(|a, b| if b.0 > a.0 { b } else { a });
        let place = || {
            option_named_by_position(doc, at, lexicon).filter(|place| usize::from(*place) < count)
        };
        let named = longest.map(|(_, option, last)| (option, last));
        if let Some((option, last)) = named.or_else(|| Some((place()?, at))) {
            found.push(Candidate::new(at, last, Some(option)));
            at = last;
        }
        at += 1;
    }
    found
}

/// Returns the option that token `at` names by position: "option 2", "the second option", "is the
/// second".
fn option_named_by_position(doc: &Document<'_>, at: usize, lexicon: &Lexicon) -> Option<u8> {
    let t = doc.token(at);
    let near = |step: isize| doc.token_in_sentence(at, step, t.sent);
    if t.is_number() && near(-1).has(OPTION) {
        let text = t.text(doc.text);
        let place = text.parse().ok().filter(|_| !text.starts_with('0'));
        return place.and_then(|place: u8| place.checked_sub(1));
    }
    let place = lexicon.entry(t.entry).place?;
    let before = (1..=NEAR).map(|step| near(-step)).find(|t| !t.has(FILLER));
    let ends = before.is_some_and(|t| t.has(IS)) && !near(1).exists();
    (near(1).has(OPTION) || ends).then_some(place)
}

/// Returns the first character of a text in lower case, or `0` for that of a number.
fn first_key_char(c: char) -> char {
    match c {
        '0'..='9' | '-' | '−' | '–' | '.' => '0',
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        _ => lower(c).next().unwrap_or(c),
    }
}

/// Returns the last token of the occurrence of `key` that begins at token `first`.
fn occurrence_end(doc: &Document<'_>, key: &str, first: usize, lexicon: &Lexicon) -> Option<usize> {
    let mut rest = KeyRest(key);
    for at in first..first + MOST_TOKENS {
        let token = doc.tokens.get(at)?;
        write_key_part(&mut rest, token, doc.text, lexicon).ok()?;
        if rest.0.is_empty() {
            return Some(at);
        }
        if at == first && rest.0.len() == key.len() || token.is_mark(BAR) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_may_begin_like_its_key() {
        for option in [
            "Carbon dioxide",
            "the cell",
            "A",
            "an 'x'",
            "$5.20",
            ".5 m",
            "-5",
            "−5",
            "3D model",
            "<b>Bone</b>",
            "é",
            "don't know",
            "\\alpha ray",
            "** 7 **",
            "the the end",
        ] {
            let lexicon = Lexicon::get();
            let key = option_key(option, lexicon, &mut Vec::new());
            let mut begins = Beginnings::default();
            begins.add(&tokens(&key, lexicon, Vec::new())[0], &key);
            assert!(begins.may_begin(option), "{option}");
        }
        assert!(!Beginnings::default().may_begin("the cell"));
    }
}
