//! Extraction by a pattern that comes with a suite, and so perhaps from a stranger.

use std::fmt;

use regex::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};

use super::extract::Extracted;
use crate::error::{Code, Error, shown};

/// The longest pattern, in bytes.
const MAX_PATTERN: usize = 4096;
/// The deepest nesting of a pattern.
const MAX_NESTING: u32 = 50;
/// The most characters and classes that a pattern has once its repetitions are written out. The
/// time to search is this times the length of the reply.
const MAX_POSITIONS: usize = 500;
/// The largest compiled program, in bytes.
const MAX_PROGRAM: usize = 1024 * 1024;
/// The longest reply that a pattern is run over, in bytes.
const MAX_REPLY: usize = 256 * 1024;

/// Which match is the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Take {
    /// The first.
    First,
    /// The last of those that do not overlap, found from the left.
    #[default]
    Last,
}

impl Take {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Last];

    /// The name that suites use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

/// A pattern, checked and compiled.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    take: Take,
    group: u32,
    program: Regex,
    /// The capture group of the program that is a whole match of the pattern.
    whole: usize,
}

impl Pattern {
    /// Compiles `text`; `group` is the capture group that is the answer, 0 the whole match.
    ///
    /// # Errors
    /// `suite.pattern-too-large` if the pattern is longer than 4,096 bytes, nested deeper than 50
    /// levels, has more than 500 characters and classes once its repetitions are written out, or
    /// takes more than 1 MiB when compiled; `suite.bad-pattern` if it is not a regular
    /// expression of the `regex` crate, matches nothing or empty text, or has no such group.
    pub fn new(text: &str, take: Take, group: u32) -> Result<Self, Error> {
        if text.len() > MAX_PATTERN {
            let found = format!("{} bytes", text.len());
            return Err(too_large("at most 4096 bytes", found));
        }
        let syntax = ParserBuilder::new()
            .nest_limit(MAX_NESTING)
            .build()
            .parse(text)
            .map_err(|error| refused(&error, text))?;
        match syntax.properties().minimum_len() {
            None => return Err(bad("a pattern that can match", shown(text))),
            Some(0) => return Err(bad("a pattern that cannot match empty text", shown(text))),
            Some(_) => {}
        }
        if positions(&syntax) > MAX_POSITIONS {
            let expected = "at most 500 characters and classes, repetitions written out";
            return Err(too_large(expected, shown(text)));
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
        let (source, whole) = match take {
            Take::First => (text.to_owned(), 0),
            Take::Last => (scan(&syntax), 1),
        };
        let program = RegexBuilder::new(&source)
            .size_limit(MAX_PROGRAM)
            .nest_limit(MAX_NESTING + 10)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => {
                    too_large("at most 1 MiB when compiled", shown(text))
                }
                _ => bad("a regular expression", shown(text)),
            })?;
        Ok(Self { text: text.to_owned(), take, group, program, whole })
    }

    /// The pattern as the suite has it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Which match is taken.
    pub const fn take(&self) -> Take {
        self.take
    }

    /// The capture group that is the answer.
    pub const fn group(&self) -> u32 {
        self.group
    }

    pub(super) fn extract<'a>(&self, reply: &'a str) -> Extracted<'a> {
        if reply.len() > MAX_REPLY {
            return Extracted::TooLarge;
        }
        let Some(captures) = self.program.captures(reply) else { return Extracted::Nothing };
        let Some(whole) = captures.get(self.whole) else { return Extracted::Nothing };
        let group = captures.get(self.whole + self.group as usize);
        // A group that took no part in the last match may still hold what it had in an earlier one.
        match group.filter(|g| whole.start() <= g.start() && g.end() <= whole.end()) {
            Some(group) => Extracted::Token(group.as_str()),
            None => Extracted::Nothing,
        }
    }
}

/// A program that goes through a whole text once and whose group 1 is then the last match of
/// `syntax`. Asking for one match after the other instead takes quadratic time where each search
/// must look ahead to the end, and a suite may come from a stranger.
///
/// At every place the pattern is preferred over one more character, and after either the rest can
/// always be consumed, so nothing is ever taken back: the matches are those found one by one.
fn scan(syntax: &Hir) -> String {
    format!(r"\A(?s:(?:({syntax})|.)*)")
}

/// How many characters and classes a match of `syntax` is looked for with.
fn positions(syntax: &Hir) -> usize {
    match syntax.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1) as usize;
            positions(&repetition.sub).saturating_mul(times)
        }
        HirKind::Capture(capture) => positions(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(positions(part)))
        }
    }
}

/// The error for a pattern that the parser refused.
fn refused(error: &regex_syntax::Error, text: &str) -> Error {
    use regex_syntax::ast::ErrorKind::NestLimitExceeded;
    let wrong = |at: usize, what: &dyn fmt::Display| {
        let found = format!("{}, which is wrong at byte {at}: {what}", shown(text));
        bad("a regular expression", found)
    };
    match error {
        regex_syntax::Error::Parse(error) if matches!(error.kind(), NestLimitExceeded(_)) => {
            too_large("at most 50 levels of nesting", shown(text))
        }
        regex_syntax::Error::Parse(error) => wrong(error.span().start.offset, error.kind()),
        regex_syntax::Error::Translate(error) => wrong(error.span().start.offset, error.kind()),
        _ => bad("a regular expression", shown(text)),
    }
}

fn bad(expected: &'static str, found: String) -> Error {
    Error::new(Code::SuiteBadPattern, "pattern of the extractor", expected, found)
}

fn too_large(expected: &'static str, found: String) -> Error {
    Error::new(Code::SuitePatternTooLarge, "pattern of the extractor", expected, found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The last match as one search after the other finds it.
    fn one_by_one<'a>(pattern: &str, group: usize, reply: &'a str) -> Extracted<'a> {
        let pattern = Regex::new(pattern).unwrap();
        match pattern.captures_iter(reply).last().and_then(|captures| captures.get(group)) {
            Some(found) => Extracted::Token(found.as_str()),
            None => Extracted::Nothing,
        }
    }

    #[test]
    fn a_flag_or_a_comment_in_the_pattern_stays_within_it() {
        for pattern in ["(?x) a b # c", "(?i)AB", "a|ab|abc", "(?m)^a.$", "(?s)a.", "(?U)ab+"] {
            let reply = "xab abbb\nab\naB abc a\n";
            let found = Pattern::new(pattern, Take::Last, 0).unwrap();
            assert_eq!(found.extract(reply), one_by_one(pattern, 0, reply), "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn the_last_match_is_that_of_one_search_after_the_other(
            pattern in prop::sample::select(vec![
                "a+", "ab?c|b", "(a)(b)?", "(?i)A+b", r"\ba+\b", "a.*b", "a+$", "(a|ab)(c|bcd)",
                "(?:(a)|b)+", r"\w{2}", "a.*?b", "(?:a(b)?)+c", "[^a]a", "a(b|c)*",
            ]),
            group in 0usize..2,
            reply in "[abcdé \n]{0,16}",
        ) {
            let group = group % Regex::new(pattern).unwrap().captures_len();
            let found = Pattern::new(pattern, Take::Last, group as u32).unwrap();
            prop_assert_eq!(found.extract(&reply), one_by_one(pattern, group, &reply));
        }
    }
}
