//! Extraction by a pattern of a suite, which is untrusted input.

use std::fmt;

use regex::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};

use crate::error::{Code, Error, shown};

/// Maximum length of a pattern in bytes.
const MAX_PATTERN: usize = 4096;
/// Maximum nesting of a pattern.
const MAX_NESTING: u32 = 50;
/// Maximum number of characters and classes of a pattern after expanding repetitions. The search
/// time is proportional to this times the length of the reply.
const MAX_POSITIONS: usize = 500;
/// Maximum size of a compiled program in bytes.
const MAX_PROGRAM: usize = 1024 * 1024;
/// Maximum length in bytes of a reply to search.
const MAX_REPLY: usize = 256 * 1024;

/// Which match is the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchChoice {
    /// The first match.
    First,
    /// The last of the non-overlapping matches, found from the left.
    #[default]
    Last,
}

impl MatchChoice {
    /// Both variants.
    pub const ALL: [Self; 2] = [Self::First, Self::Last];

    /// Returns the name used in suites.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

/// The result of an extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::suite) enum Extraction<'a> {
    /// The answer.
    Token(&'a str),
    /// The reply contains no answer.
    NoMatch,
    /// The reply is too long for a pattern.
    TooLarge,
}

/// A validated and compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    take: MatchChoice,
    group: u32,
    program: Regex,
    /// Capture group of the program that spans a whole match of the pattern.
    whole_group: usize,
}

impl Pattern {
    /// Compiles `text`; `group` is the capture group of the answer, 0 for the whole match.
    ///
    /// # Errors
    /// `suite.pattern-too-large` if the pattern is longer than 4,096 bytes, nested deeper than 50
    /// levels, has more than 500 characters and classes after expanding repetitions, or compiles to
    /// more than 1 MiB; `suite.bad-pattern` if it is not a regular expression of the `regex` crate,
    /// cannot match or matches empty text, or has no such group.
    pub fn new(text: &str, take: MatchChoice, group: u32) -> Result<Self, Error> {
        if text.len() > MAX_PATTERN {
            let found = format!("{} bytes", text.len());
            return Err(too_large_error("at most 4096 bytes", found));
        }
        let syntax = ParserBuilder::new()
            .nest_limit(MAX_NESTING)
            .build()
            .parse(text)
            .map_err(|error| parser_error(&error, text))?;
        match syntax.properties().minimum_len() {
            None => return Err(invalid_pattern_error("a pattern that can match", shown(text))),
            Some(0) => {
                return Err(invalid_pattern_error(
                    "a pattern that cannot match empty text",
                    shown(text),
                ));
            }
            Some(_) => {}
        }
        if count_positions(&syntax) > MAX_POSITIONS {
            let expected = "at most 500 characters and classes, repetitions written out";
            return Err(too_large_error(expected, shown(text)));
        }
        let groups = syntax.properties().explicit_captures_len();
        if group as usize > groups {
            let expected = format!("a capture group from 0 to {groups}");
            return Err(Error::new(
                Code::SuiteBadPattern,
                "group of the extractor",
                expected,
                group.to_string(),
            ));
        }
        let (source, whole_group) = match take {
            MatchChoice::First => (text.to_owned(), 0),
            MatchChoice::Last => (last_match_program(&syntax), 1),
        };
        let program = RegexBuilder::new(&source)
            .size_limit(MAX_PROGRAM)
            .nest_limit(MAX_NESTING + 10)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => {
                    too_large_error("at most 1 MiB when compiled", shown(text))
                }
                _ => invalid_pattern_error("a regular expression", shown(text)),
            })?;
        Ok(Self { text: text.to_owned(), take, group, program, whole_group })
    }

    /// Returns the pattern as the suite has it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns which match is the answer.
    pub const fn take(&self) -> MatchChoice {
        self.take
    }

    /// Returns the capture group of the answer.
    pub const fn group(&self) -> u32 {
        self.group
    }

    pub(super) fn extract<'a>(&self, reply: &'a str) -> Extraction<'a> {
        if reply.len() > MAX_REPLY {
            return Extraction::TooLarge;
        }
        let Some(captures) = self.program.captures(reply) else { return Extraction::NoMatch };
        let Some(whole) = captures.get(self.whole_group) else { return Extraction::NoMatch };
        let group = captures.get(self.whole_group + self.group as usize);
        // A group that is not part of the last match may keep its text from an earlier one.
        match group.filter(|g| whole.start() <= g.start() && g.end() <= whole.end()) {
            Some(group) => Extraction::Token(group.as_str()),
            None => Extraction::NoMatch,
        }
    }
}

/// Builds a program that scans the whole text once and ends with the last match of `syntax` in
/// group 1. Finding one match after another takes quadratic time if each search looks ahead to the
/// end of the text, and a suite is untrusted input.
///
/// The pattern is preferred to skipping a character at every position, and the rest of the text can
/// always be consumed after either. So there is no backtracking, and the matches are those of
/// successive searches.
fn last_match_program(syntax: &Hir) -> String {
    format!(r"\A(?s:(?:({syntax})|.)*)")
}

/// Counts the characters and classes of `syntax` after expanding repetitions.
fn count_positions(syntax: &Hir) -> usize {
    match syntax.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1) as usize;
            count_positions(&repetition.sub).saturating_mul(times)
        }
        HirKind::Capture(capture) => count_positions(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(count_positions(part)))
        }
    }
}

/// Converts an error of the pattern's parser.
fn parser_error(error: &regex_syntax::Error, text: &str) -> Error {
    use regex_syntax::ast::ErrorKind::NestLimitExceeded;
    let wrong = |at: usize, what: &dyn fmt::Display| {
        let found = format!("{}: {what} at byte {at}", shown(text));
        invalid_pattern_error("a regular expression", found)
    };
    match error {
        regex_syntax::Error::Parse(error) if matches!(error.kind(), NestLimitExceeded(_)) => {
            too_large_error("at most 50 levels of nesting", shown(text))
        }
        regex_syntax::Error::Parse(error) => wrong(error.span().start.offset, error.kind()),
        regex_syntax::Error::Translate(error) => wrong(error.span().start.offset, error.kind()),
        _ => invalid_pattern_error("a regular expression", shown(text)),
    }
}

fn invalid_pattern_error(expected: &'static str, found: String) -> Error {
    Error::new(Code::SuiteBadPattern, "pattern of the extractor", expected, found)
}

fn too_large_error(expected: &'static str, found: String) -> Error {
    Error::new(Code::SuitePatternTooLarge, "pattern of the extractor", expected, found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds the last match by successive searches.
    fn last_match_by_search<'a>(pattern: &str, group: usize, reply: &'a str) -> Extraction<'a> {
        let pattern = Regex::new(pattern).unwrap();
        match pattern.captures_iter(reply).last().and_then(|captures| captures.get(group)) {
            Some(found) => Extraction::Token(found.as_str()),
            None => Extraction::NoMatch,
        }
    }

    #[test]
    fn flags_and_comments_do_not_leak_out_of_the_pattern() {
        for pattern in ["(?x) a b # c", "(?i)AB", "a|ab|abc", "(?m)^a.$", "(?s)a.", "(?U)ab+"] {
            let reply = "xab abbb\nab\naB abc a\n";
            let found = Pattern::new(pattern, MatchChoice::Last, 0).unwrap();
            assert_eq!(found.extract(reply), last_match_by_search(pattern, 0, reply), "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn last_match_agrees_with_successive_searches(
            pattern in prop::sample::select(vec![
                "a+", "ab?c|b", "(a)(b)?", "(?i)A+b", r"\ba+\b", "a.*b", "a+$", "(a|ab)(c|bcd)",
                "(?:(a)|b)+", r"\w{2}", "a.*?b", "(?:a(b)?)+c", "[^a]a", "a(b|c)*",
            ]),
            group in 0usize..2,
            reply in "[abcdé \n]{0,16}",
        ) {
            let group = group % Regex::new(pattern).unwrap().captures_len();
            let found = Pattern::new(pattern, MatchChoice::Last, group as u32).unwrap();
            prop_assert_eq!(found.extract(&reply), last_match_by_search(pattern, group, &reply));
        }
    }
}
