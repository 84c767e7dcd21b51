//! Questions: prompts, and their right answers.

pub mod math;
pub mod science;
pub mod wording;

use std::fmt;

use crate::error::{Code, Error, shown};
use crate::id::{Family, QuestionId};
use wording::{FORMS, Form, MATH, SCIENCE};

/// The letter of an option, from `A` to `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter(u8);

/// Every letter, in order.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Letter {
    /// The largest number of options that can be lettered.
    pub const MOST: usize = LETTERS.len();

    /// The 26 letters, in order.
    pub const ALL: [Self; Self::MOST] = {
        let mut all = [Self(0); Self::MOST];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self(at as u8);
            at += 1;
        }
        all
    };

    /// Returns the letter as text, such as `A`.
    pub fn as_str(self) -> &'static str {
        &LETTERS[self.index()..=self.index()]
    }

    /// Returns the index of the option, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter of option `index`; `None` from [`MOST`](Self::MOST) on.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// Parses exactly one ASCII capital.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|letter| letter.as_str() == text)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A question as it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// SimpleMath.
    Math(math::Expression),
    /// SimpleScience, its options in the order asked.
    Science(science::Asked<'a>),
}

impl Question<'_> {
    /// Returns the family.
    pub const fn family(&self) -> Family {
        match self {
            Self::Math(_) => Family::Math,
            Self::Science(_) => Family::Science,
        }
    }

    /// Returns the stable id.
    pub fn id(&self) -> QuestionId {
        match self {
            Self::Math(expression) => expression.id(),
            Self::Science(asked) => asked.item().id().clone(),
        }
    }

    /// Returns the right answer: a canonical decimal, or a letter.
    pub fn expected(&self) -> String {
        match self {
            Self::Math(expression) => expression.value().to_string(),
            Self::Science(asked) => asked.expected().to_string(),
        }
    }

    /// Returns the prompt in wording `variant`.
    ///
    /// # Errors
    /// `question.unknown-variant` if the family has no such wording.
    pub fn prompt(&self, variant: u32) -> Result<String, Error> {
        let wordings = [&MATH, &SCIENCE];
        let wording = by_variant(wordings[self.family() as usize], self.family(), variant)?;
        Ok(match self {
            Self::Math(expression) => wording.prompt(&expression.to_string()),
            Self::Science(asked) => wording.prompt(&asked.to_string()),
        })
    }
}

/// Returns the number of wordings of a family; variants are numbered from 0.
pub const fn variants(family: Family) -> u32 {
    match family {
        Family::Math => MATH.len() as u32,
        Family::Science => SCIENCE.len() as u32,
    }
}

/// Returns the form of reply that wording `variant` of `family` asks for.
///
/// # Errors
/// `question.unknown-variant` if the family has no such wording.
pub fn form(family: Family, variant: u32) -> Result<Form, Error> {
    by_variant(&FORMS[family as usize], family, variant).copied()
}

/// Returns entry `variant` of `all`.
fn by_variant<T>(all: &[T; 8], family: Family, variant: u32) -> Result<&T, Error> {
    all.get(variant as usize).ok_or_else(|| {
        Error::new(
            Code::QuestionUnknownVariant,
            format!("wording variant of {family}"),
            format!("0 to {}", all.len() - 1),
            shown(&variant.to_string()),
        )
    })
}
