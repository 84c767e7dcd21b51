//! JSON form of a drawn question.

use serde::Serialize;

use super::DrawnQuestion;
use crate::base::json::MAX_INTEGER;
use crate::error::{Code, Error};
use crate::question::Question;

/// A drawn question with its right answer. Keep it secret until the question is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DrawnLine {
    /// The family's name.
    pub family: &'static str,
    /// The index in the run, from 0, per family.
    pub index: u64,
    /// The question's id.
    pub question_id: String,
    /// The wording variant.
    pub variant: u32,
    /// The question without the instruction and the options: an expression or a sentence.
    pub text: String,
    /// The prompt that asks the question.
    pub prompt: String,
    /// The right answer.
    pub expected: String,
    /// The options in the order asked (`science`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<[String; 4]>,
    /// The bank's indexes of the options asked as A, B, C, D (`science`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice_order: Option<[u8; 4]>,
}

impl DrawnLine {
    /// Creates the line of `drawn`, which was drawn at `index`.
    ///
    /// # Errors
    /// `draw.impossible` if the index is not a safe integer; `question.unknown-variant` if the
    /// family has no such wording, which never happens for a draw.
    pub fn new(index: u64, drawn: &DrawnQuestion<'_>) -> Result<Self, Error> {
        if index > MAX_INTEGER.unsigned_abs() {
            let expected = format!("at most {MAX_INTEGER}");
            return Err(Error::new(Code::DrawImpossible, "index", expected, index.to_string()));
        }
        let DrawnQuestion { question, variant } = drawn;
        let (text, asked) = match question {
            Question::Math(expression) => (expression.to_string(), None),
            Question::Science(asked) => (asked.item().stem().to_owned(), Some(asked)),
        };
        Ok(Self {
            family: question.family().name(),
            index,
            question_id: question.id().to_string(),
            variant: *variant,
            text,
            prompt: question.prompt(*variant)?,
            expected: question.right_answer().to_string(),
            options: asked.map(|asked| asked.options().map(str::to_owned)),
            choice_order: asked.map(|asked| asked.order().indices()),
        })
    }
}
