//! Compliance of a reply with the requested form.

use super::{Answer, Reading, Rule};

/// The form of a reply: the answer between two fixed texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The text before the answer.
    pub before: &'static str,
    /// The text after the answer.
    pub after: &'static str,
}

impl Form {
    /// The answer without other text: the form that HCS-25 asks for.
    pub const BARE: Self = Self { before: "", after: "" };

    /// The answer between two texts.
    pub const fn around(before: &'static str, after: &'static str) -> Self {
        Self { before, after }
    }
}

/// The compliance of a reply with the requested form. It never changes a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compliance {
    /// Exactly the requested form.
    Exact,
    /// The answer with formatting only: markup, brackets or punctuation, but no other word.
    Dressed,
    /// The answer among other words.
    Verbose,
    /// The reply declines to answer.
    Refused,
    /// No answer.
    None,
}

impl Compliance {
    /// Every compliance.
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::Dressed, Self::Verbose, Self::Refused, Self::None];

    /// Returns the name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Dressed => "dressed",
            Self::Verbose => "verbose",
            Self::Refused => "refused",
            Self::None => "none",
        }
    }

    /// Looks up a compliance by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|compliance| compliance.name() == name)
    }

    /// Determines the compliance of `reply`, whose committed reading is `committed`.
    pub(super) fn classify(reply: &str, form: Form, committed: &Reading<'_>) -> Self {
        let Some((answer, span)) = committed.found else {
            return if committed.rule == Rule::NoneRefusal { Self::Refused } else { Self::None };
        };
        let before = reply.get(..span.start).unwrap_or_default();
        let after = reply.get(span.end..).unwrap_or_default();
        // A lower-case letter is not exact, and the text of an option is verbose.
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

/// Reports whether `text` is formatting: without letters and digits, except in a LaTeX command's
/// name.
fn is_formatting(text: &str) -> bool {
    let mut in_command = false;
    text.chars().all(|c| {
        in_command = c == '\\' || in_command && c.is_ascii_alphabetic();
        in_command || !c.is_alphanumeric()
    })
}
