//! Wordings of a prompt. All ask for the same answer, but each asks for a different form of reply:
//! the randomised instruction check of HCS-25 ("Anti-gaming guidance").

use proofmark_grade::Form;

/// A prompt template: the text before and after the question, and the requested form of reply.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    before: &'static str,
    after: &'static str,
    form: Form,
}

impl Wording {
    const fn new(before: &'static str, after: &'static str, form: Form) -> Self {
        Self { before, after, form }
    }

    /// Returns the requested form of reply.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Returns the prompt for `question`.
    pub fn prompt(&self, question: &str) -> String {
        crate::error::join_texts(&[self.before, question, self.after], "")
    }
}

/// The wordings of `math`; 0 is the standard's own.
///
/// None contains a digit, so a reply that repeats the instruction adds no number.
pub const MATH: [Wording; 8] = [
    Wording::new("Answer with just the number.\n\nWhat is ", "?", Form::BARE),
    Wording::new("Work out ", " and reply with only the number.", Form::BARE),
    Wording::new(
        "What is ",
        "? Reply with only the number, in square brackets.",
        Form::around("[", "]"),
    ),
    Wording::new(
        "Calculate ",
        ". Reply with only the number, in round brackets.",
        Form::around("(", ")"),
    ),
    Wording::new(
        "What is the value of ",
        "? Reply with only the number, followed by a full stop.",
        Form::around("", "."),
    ),
    Wording::new(
        "Reply with only the number, in double quotes.\n\nHow much is ",
        "?",
        Form::around("\"", "\""),
    ),
    Wording::new(
        "Reply with only an equals sign, a space and the number.\n\n",
        "",
        Form::around("= ", ""),
    ),
    Wording::new(
        "Compute ",
        ". Reply with only the number, in curly brackets.",
        Form::around("{", "}"),
    ),
];

/// The wordings of `science`; 0 is the standard's own.
pub const SCIENCE: [Wording; 8] = [
    Wording::new("Answer with just A, B, C, or D.\n\n", "", Form::BARE),
    Wording::new("", "\n\nReply with only the letter of the correct option.", Form::BARE),
    Wording::new(
        "Reply with only the letter of the correct option, followed by a full stop.\n\n",
        "",
        Form::around("", "."),
    ),
    Wording::new(
        "",
        "\n\nReply with only the letter of the correct option, in round brackets.",
        Form::around("(", ")"),
    ),
    Wording::new(
        "Reply with only the letter of the correct option, in square brackets.\n\n",
        "",
        Form::around("[", "]"),
    ),
    Wording::new(
        "",
        "\n\nReply with only the letter of the correct option, in double quotes.",
        Form::around("\"", "\""),
    ),
    Wording::new(
        "Reply with only the word Option, a space and the letter of the correct option.\n\n",
        "",
        Form::around("Option ", ""),
    ),
    Wording::new(
        "",
        "\n\nReply with only the letter of the correct option, in curly brackets.",
        Form::around("{", "}"),
    ),
];

/// The forms of [`MATH`] and [`SCIENCE`] alone, for builds that ask no questions.
pub(super) static FORMS: [[Form; 8]; 2] = [forms(&MATH), forms(&SCIENCE)];

const fn forms(wordings: &[Wording; 8]) -> [Form; 8] {
    let mut forms = [Form::BARE; 8];
    let mut at = 0;
    while at < forms.len() {
        forms[at] = wordings[at].form();
        at += 1;
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variant_0_is_the_text_of_hcs25() {
        assert_eq!(MATH[0].prompt("37 + 58"), "Answer with just the number.\n\nWhat is 37 + 58?");
        assert_eq!(
            SCIENCE[0].prompt("Which?\nA) a"),
            "Answer with just A, B, C, or D.\n\nWhich?\nA) a"
        );
    }

    #[test]
    fn no_math_wording_contains_a_digit() {
        for wording in MATH {
            assert!(!wording.prompt("").contains(|c: char| c.is_numeric()), "{wording:?}");
        }
    }
}
