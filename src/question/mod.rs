//! Questions: prompts, and their right answers.

pub mod math;
pub mod science;
pub mod wording;

pub use proofmark_grade::Letter;

use crate::error::{Code, Error, shown};
use crate::id::{Family, QuestionId};
use proofmark_grade::{
    Answer, Decimal, Form, Outcome, Reading, Readings, read_choice, read_number,
};
use wording::{FORMS, MATH, SCIENCE};

/// A question as it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// SimpleMath.
    Math(math::Expression),
    /// SimpleScience, its options in the order asked.
    Science(science::AskedItem<'a>),
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
            Self::Math(expression) => QuestionId::from_expression(*expression),
            Self::Science(asked) => asked.item().id().clone(),
        }
    }

    /// Returns the right answer.
    pub fn right_answer(&self) -> Answer<'static> {
        match self {
            Self::Math(expression) => Answer::Number(Decimal::from(expression.value())),
            Self::Science(asked) => Answer::Letter(asked.expected()),
        }
    }

    /// Reads the reply to this question, asked in wording `variant`.
    ///
    /// # Errors
    /// `question.unknown-variant` if the family has no such wording.
    pub fn read_reply<'r>(&self, variant: u32, reply: &'r str) -> Result<Readings<'r>, Error> {
        Ok(self.read_reply_in_form(form(self.family(), variant)?, reply))
    }

    /// Reads the reply to this question, which asked for `form`.
    pub fn read_reply_in_form<'r>(&self, form: Form, reply: &'r str) -> Readings<'r> {
        match self {
            Self::Math(expression) => {
                let given = expression.operands().map(|it| Decimal::from(i64::from(it)));
                read_number(reply, &given, form)
            }
            Self::Science(asked) => read_choice(reply, &asked.options(), form),
        }
    }

    /// Returns the outcome of a reading of the reply to this question.
    pub fn outcome(&self, reading: &Reading<'_>) -> Outcome {
        reading.outcome(self.right_answer())
    }

    /// Returns the prompt in wording `variant`.
    ///
    /// # Errors
    /// `question.unknown-variant` if the family has no such wording.
    pub fn prompt(&self, variant: u32) -> Result<String, Error> {
        let wordings = [&MATH, &SCIENCE];
        let wording = get_variant(wordings[self.family() as usize], self.family(), variant)?;
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
    get_variant(&FORMS[family as usize], family, variant).copied()
}

/// Returns entry `variant` of `all`.
fn get_variant<T>(all: &[T; 8], family: Family, variant: u32) -> Result<&T, Error> {
    all.get(variant as usize).ok_or_else(|| {
        Error::new(
            Code::QuestionUnknownVariant,
            format!("wording variant of {family}"),
            format!("0 to {}", all.len() - 1),
            shown(&variant.to_string()),
        )
    })
}
