//! The texts of options, and where they are in a reply.

use std::fmt;

use super::facts::Document;
use super::lexicon::Lexicon;
use super::normal::normalise;
use super::token::{Kind, Token, tokens};
use crate::grade::Span;
use crate::order;
use crate::text::lower;

/// The most characters of a text that are compared.
const LONGEST_KEY: usize = 200;
/// The most tokens that a text may be spread over.
const MOST_TOKENS: usize = 80;

/// The text of an option in a reply.
#[derive(Clone, Copy)]
pub(super) struct Text {
    /// Its first and last token.
    pub first: u32,
    pub last: u32,
    pub option: u8,
    /// Part of a pair with a label.
    pub used: bool,
}

/// Makes the key by which an option is found: numbers, letters and digits of its words, no article.
pub(super) fn key(option: &str, lexicon: &Lexicon) -> String {
    let normal = normalise(option, Span { start: 0, end: option.len() }, lexicon);
    let mut words = tokens(&normal.text, lexicon);
    words.retain(|t| t.kind != Kind::Mark);
    let mut key = String::new();
    let article = |t: &&Token| words.len() > 1 && is_article(t.text(&normal.text));
    for token in words.iter().skip(words.iter().take(1).filter(article).count()) {
        // Writing to memory does not fail.
        let _ = write_piece(&mut key, token, &normal.text, lexicon);
    }
    key.chars().take(LONGEST_KEY).collect()
}

/// Reports whether `word` is an English article.
fn is_article(word: &str) -> bool {
    ["a", "an", "the"].iter().any(|article| word.eq_ignore_ascii_case(article))
}

/// The rest of a key that has not been found yet. Writing fails where something else is written.
struct Rest<'k>(&'k str);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Writes the part of a token that counts in the text of an option.
fn write_piece(
    out: &mut dyn fmt::Write,
    token: &Token,
    text: &str,
    lexicon: &Lexicon,
) -> fmt::Result {
    match token.kind {
        Kind::Number => write!(out, "{}", token.value(text)),
        Kind::Word => {
            let entry = lexicon.entry(token.entry).text;
            let text = if entry.is_empty() { token.text(text) } else { entry };
            let mut chars = text.chars().flat_map(lower).filter(|c| c.is_alphanumeric());
            chars.try_for_each(|c| out.write_char(c))
        }
        Kind::Mark => Ok(()),
    }
}

/// Finds the texts of options as whole words, the longest first.
pub(super) fn texts(document: &Document<'_>, keys: &[String], lexicon: &Lexicon) -> Vec<Text> {
    let mut longest_first: Vec<(u8, &str, usize)> = (0..)
        .zip(keys)
        .map(|(option, key)| (option, key.as_str(), key.chars().count()))
        .filter(|(_, key, _)| !key.is_empty())
        .collect();
    order::sort_by(&mut longest_first, &|a, b| b.2.cmp(&a.2));
    let mut found = Vec::new();
    let mut at = 0;
    while at < document.tokens.len() {
        let text = longest_first.iter().find_map(|(option, key, _)| {
            let last = end(document, key, at, lexicon)?;
            Some(Text { first: at as u32, last: last as u32, option: *option, used: false })
        });
        at = text.map_or(at, |text| text.last as usize) + 1;
        found.extend(text);
    }
    found
}

/// Reports whether a token may begin the text with the key `key`, by the first character.
fn may_begin(token: &Token, key: &str, text: &str) -> bool {
    match token.kind {
        Kind::Number => key.starts_with(|c: char| c == '-' || c.is_ascii_digit()),
        Kind::Word => {
            let first = token.text(text).chars().next();
            first.and_then(|c| lower(c).next()) == key.chars().next()
        }
        Kind::Mark => false,
    }
}

/// The last token of the text with the key `key` that begins at token `first`.
fn end(document: &Document<'_>, key: &str, first: usize, lexicon: &Lexicon) -> Option<usize> {
    document.token(first).filter(|token| may_begin(token, key, document.text))?;
    let mut rest = Rest(key);
    for at in first..first + MOST_TOKENS {
        let token = document.token(at)?;
        let before = rest.0.len();
        write_piece(&mut rest, token, document.text, lexicon).ok()?;
        let is_empty = rest.0.len() == before;
        if is_empty && (at == first || token.is_mark(&['|'])) {
            return None;
        }
        if rest.0.is_empty() {
            return Some(at);
        }
    }
    None
}
