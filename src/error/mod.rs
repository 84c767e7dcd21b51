//! The error type: a stable code, and a message that names the invalid thing and the problem.

mod code;

use std::borrow::Cow;
use std::fmt;

pub(crate) use code::Code;

use crate::base::text::quoted;

/// An error with a stable code.
///
/// [`Error::code`] is meant for programs. The `Display` text is meant for people: it names the
/// invalid thing and says what is wrong with it. Renderers append the code in parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Details>);

/// The content of an error. Boxed to keep `Result` small, since errors are rare.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    code: Code,
    /// Names the invalid thing: `row.kind`, `line 3: data.score`.
    thing: Cow<'static, str>,
    /// Says what is wrong with it.
    problem: Cow<'static, str>,
}

impl Error {
    /// Creates the error `THING: expected EXPECTED, found FOUND`, for values and short nouns. `found`
    /// is often hostile text: pass it through [`shown`].
    ///
    /// Not inlined: compiled once per combination of argument types.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(
        code: Code,
        thing: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (expected, found) = (expected.into(), found.into());
        let problem = join_texts(&["expected ", &expected, ", found ", &found], "");
        Self(Box::new(Details { code, thing: thing.into(), problem: problem.into() }))
    }

    /// Creates the error `THING: PROBLEM`, where `problem` says what is wrong or what to do.
    #[cold]
    #[inline(never)]
    pub(crate) fn because(
        code: Code,
        thing: impl Into<Cow<'static, str>>,
        problem: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Details { code, thing: thing.into(), problem: problem.into() }))
    }

    /// Prefixes the thing with a line number: `line 3: record: …`. If the thing is itself a line,
    /// it is named once: `line 3: …`, or `line 3 of the answers file: …`.
    pub(crate) fn at_line(self, number: impl fmt::Display) -> Self {
        let thing = match self.0.thing.strip_prefix("line") {
            Some(of) if of.is_empty() || of.starts_with(" of ") => format!("line {number}{of}"),
            _ => format!("line {number}: {}", self.0.thing),
        };
        Self(Box::new(Details { thing: thing.into(), ..*self.0 }))
    }

    /// Returns the stable, dotted code, such as `question.unknown-id`.
    pub fn code(&self) -> &'static str {
        self.0.code.as_str()
    }

    /// Replaces the code.
    pub(crate) fn with_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { thing, problem, .. } = &*self.0;
        write!(f, "{thing}: {problem}")
    }
}

impl std::error::Error for Error {}

/// Formats untrusted text for a message: quoted, escaped, and truncated to 60 characters.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => quoted(text),
        Some((end, _)) => format!("{}… ({} bytes)", quoted(&text[..end]), text.len()),
    }
}

/// Joins `texts` with the separator `between`, in a fifth of the code of `slice::join`.
pub(crate) fn join_texts<T: AsRef<str>>(texts: &[T], between: &str) -> String {
    let mut all = String::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            all.push_str(between);
        }
        all.push_str(text.as_ref());
    }
    all
}

/// Formats numbers as a JSON array, with a space after each comma.
pub(crate) fn format_numbers(numbers: &mut dyn Iterator<Item = u64>) -> String {
    let mut all = "[".to_owned();
    for number in numbers {
        if all.len() > 1 {
            all.push_str(", ");
        }
        all.push_str(&number.to_string());
    }
    all + "]"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_thing_and_the_problem() {
        let error = Error::new(Code::IdSignal, "signal id", "two segments", shown("x\n"));
        assert_eq!(error.to_string(), r#"signal id: expected two segments, found "x\n""#);
        assert_eq!(error.code(), "id.signal");
        let error = Error::because(Code::ProofDuplicate, "scorecard", "already signed");
        assert_eq!(error.to_string(), "scorecard: already signed");
    }

    #[test]
    fn at_line_names_the_line_once() {
        let placed = |thing| Error::new(Code::IdSignal, thing, "a", "b").at_line(3).to_string();
        assert_eq!(placed("record"), "line 3: record: expected a, found b");
        assert_eq!(placed("line"), "line 3: expected a, found b");
        assert_eq!(placed("line of a file"), "line 3 of a file: expected a, found b");
    }

    #[test]
    fn shown_truncates_at_a_char_boundary() {
        assert_eq!(shown(&"é".repeat(70)), format!("\"{}\"… (140 bytes)", "é".repeat(60)));
    }
}
