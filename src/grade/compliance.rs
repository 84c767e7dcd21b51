//! Whether a reply has the form that the question asked for.

use super::{Answer, Reading, Rule};
use crate::question::wording::Form;

/// The form of a reply: a fact of its own, which never changes a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compliance {
    /// The form asked for, and nothing else.
    Exact,
    /// The answer with formatting only: marks, brackets, markup, no other word.
    Dressed,
    /// The answer among other words.
    Verbose,
    /// The reply declines to answer.
    Refused,
    /// No answer.
    None,
}

impl Compliance {
    /// Every form.
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::Dressed, Self::Verbose, Self::Refused, Self::None];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Dressed => "dressed",
            Self::Verbose => "verbose",
            Self::Refused => "refused",
            Self::None => "none",
        }
    }

    /// The form called `name`, exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|compliance| compliance.name() == name)
    }

    /// The form of `reply`, of which `committed` is the committed reading.
    pub(super) fn of(reply: &str, form: Form, committed: &Reading<'_>) -> Self {
        let Some((answer, span)) = committed.found else {
            return if committed.rule == Rule::NoneRefusal { Self::Refused } else { Self::None };
        };
        let before = reply.get(..span.start).unwrap_or_default();
        let after = reply.get(span.end..).unwrap_or_default();
        // A letter was asked for: a small one is not quite that, and the text of an option is words.
        let letter = match answer {
            Answer::Number(_) => None,
            Answer::Letter(letter) => Some(letter),
        };
        let written = span.of(reply);
        if letter.is_some() && written.chars().nth(1).is_some() {
            Self::Verbose
        } else if before.trim_start() == form.before
            && after.trim_end() == form.after
            && letter.is_none_or(|letter| written == letter.as_str())
        {
            Self::Exact
        } else if is_formatting(before) && is_formatting(after) {
            Self::Dressed
        } else {
            Self::Verbose
        }
    }
}

/// Whether `text` is formatting: no letter and no digit in it, but for the name of a LaTeX command.
fn is_formatting(text: &str) -> bool {
    let mut in_command = false;
    text.chars().all(|c| {
        in_command = c == '\\' || in_command && c.is_ascii_alphabetic();
        in_command || !c.is_alphanumeric()
    })
}
