//! Identifiers as types: every value is valid.

use std::fmt;

use crate::error::{Code, Error, shown};
use crate::question::math::Expression;

/// A family of questions: an eval of HCS-25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// SimpleMath: one arithmetic expression, answered by a number.
    Math,
    /// SimpleScience: one stem with four options, answered by a letter.
    Science,
}

impl Family {
    /// Every family, in the order in which a run asks them.
    pub const ALL: [Self; 2] = [Self::Math, Self::Science];

    /// Returns the name used in ids, records and options: `math` or `science`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Math => "math",
            Self::Science => "science",
        }
    }

    /// Looks up a family by name.
    ///
    /// # Errors
    /// `question.unknown-family` for an unknown name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|family| family.name() == name).ok_or_else(|| {
            Error::new(
                Code::QuestionUnknownFamily,
                "family",
                "\"math\" or \"science\"",
                shown(name),
            )
        })
    }

    /// Returns the id of the signal that evals of this family are published as.
    pub const fn signal_id(self) -> &'static str {
        match self {
            Self::Math => "simple-evals.math",
            Self::Science => "simple-evals.science",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Declares a text type whose values satisfy `$check`.
macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $thing:literal, $expected:literal, $code:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(String);

        impl $name {
            #[doc = concat!("Validates that `text` is `", $expected, "`.")]
            ///
            /// # Errors
            /// The code of the type, for other text.
            pub fn new(text: impl Into<String>) -> Result<Self, Error> {
                let text = text.into();
                let check: fn(&str) -> bool = $check;
                if check(&text) {
                    return Ok(Self(text));
                }
                Err(Error::new(Code::$code, $thing, $expected, shown(&text)))
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

checked_text! {
    /// The identifier of a trust signal (HCS-25, "Signal Identifier Namespacing").
    ///
    /// The pattern that the standard prints, `(\\.[a-z]…)+`, is escaped twice; its grammar and its
    /// examples mean a dot, and so does this type.
    SignalId, "signal id", "two or more segments of [a-z][a-z0-9_-]* joined by dots", IdSignal,
    |text| {
        text.contains('.') && text.split('.').all(|segment| {
            segment.starts_with(|c: char| c.is_ascii_lowercase())
                && segment.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-'))
        })
    }
}

checked_text! {
    /// The identifier of a trust adapter (HCS-25, "Adapter Identifier Namespacing").
    ///
    /// The standard's own test vectors use `simple_evals`, which its pattern forbids; the pattern
    /// is a MUST and wins.
    AdapterId, "adapter id", "segments of [a-z][a-z0-9]* joined by hyphens", IdAdapter,
    |text| {
        text.split('-').all(|segment| {
            segment.starts_with(|c: char| c.is_ascii_lowercase())
                && segment.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9'))
        })
    }
}

checked_text! {
    /// The key of a component (HCS-25, "Component Keys"): no white space; here also ASCII, which
    /// the standard recommends.
    ComponentKey, "component key", "visible ASCII text without white space", IdComponent,
    |text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic())
}

/// The identifier of a question: `math:add:37+58`, `science:photosynthesis-gas`.
///
/// A `math` id is in canonical form: the operands are in range and carry no leading zero, so one
/// question has one id. A `science` id is lower-case words joined by hyphens, and need not exist in any
/// bank.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuestionId {
    family: Family,
    text: String,
}

impl QuestionId {
    /// Validates `text`.
    ///
    /// # Errors
    /// `question.unknown-id` if no question can have this id.
    pub fn new(text: impl Into<String>) -> Result<Self, Error> {
        let text = text.into();
        let family = Self::parse_family(&text)?;
        Ok(Self { family, text })
    }

    /// Returns the family of the question with id `text`.
    ///
    /// # Errors
    /// `question.unknown-id` if no question can have this id.
    pub(crate) fn parse_family(text: &str) -> Result<Family, Error> {
        if Expression::from_id(text).is_some() {
            return Ok(Family::Math);
        }
        if text.strip_prefix("science:").is_some_and(is_slug) {
            return Ok(Family::Science);
        }
        let expected = "math:OPERATION:OPERANDS in range, or science:NAME";
        Err(Error::new(Code::QuestionUnknownId, "question id", expected, shown(text)))
    }

    /// Returns the id of an expression.
    pub(crate) fn from_expression(expression: Expression) -> Self {
        Self { family: Family::Math, text: expression.id() }
    }

    /// Returns the family of the question.
    pub const fn family(&self) -> Family {
        self.family
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reports whether `text` is words of `[a-z0-9]+` joined by single hyphens.
pub(crate) fn is_slug(text: &str) -> bool {
    let mut in_word = false;
    text.bytes().all(|byte| {
        let before = std::mem::replace(&mut in_word, byte != b'-');
        if in_word { byte.is_ascii_lowercase() || byte.is_ascii_digit() } else { before }
    }) && in_word
}
