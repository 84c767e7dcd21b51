//! The rules of both readings: a closed list of ids.

/// Declares [`Rule`] and its texts.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// Why a reading says what it says. `docs/grading.md` describes each with an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        impl Rule {
            /// Every rule, in the order of `docs/grading.md`.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The stable id, such as `number.first`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

rules! {
    /// Literal: the first numeric token.
    NumberFirst = "number.first",
    /// Literal: the first standalone capital among the letters of the options, or a letter alone.
    ChoiceFirstCapital = "choice.first-capital",
    /// Literal: the text of the only option named, if no capital stands alone.
    ChoiceContainsOption = "choice.contains-option",

    /// Committed: the number that the reply declares its answer.
    NumberAnswer = "number.answer",
    /// Committed: the number that is the whole last line.
    NumberLine = "number.line",
    /// Committed: the number that the reply begins with.
    NumberLead = "number.lead",
    /// Committed: the only value of the reply.
    NumberOnly = "number.only",
    /// Committed: the last result in the last sentence with a number.
    NumberResult = "number.result",
    /// Committed: the last number of that sentence.
    NumberLast = "number.last",

    /// Committed: the option that the reply declares its answer.
    ChoiceAnswer = "choice.answer",
    /// Committed: the option that the reply picks.
    ChoiceChosen = "choice.chosen",
    /// Committed: the option that the reply begins with.
    ChoiceLead = "choice.lead",
    /// Committed: the last option that is called right.
    ChoiceRight = "choice.right",
    /// Committed: the last line that begins with a label.
    ChoiceLine = "choice.line",
    /// Committed: the only letter.
    ChoiceOnly = "choice.only",
    /// Committed: the option of the last sentence that concludes.
    ChoiceSo = "choice.so",
    /// Committed: the text of the only option named.
    ChoiceText = "choice.text",

    /// A reply of nothing but white space.
    NoneEmpty = "none.empty",
    /// No number; no label and no text of an option.
    NoneNoToken = "none.no-token",
    /// The reply declines to answer.
    NoneRefusal = "none.refusal",
    /// Several answers and no decision between them.
    NoneHedge = "none.hedge",
    /// Candidates, but none that the reply commits to.
    NoneUncommitted = "none.uncommitted",
}

impl Rule {
    /// Reports whether the rule gives no answer.
    pub(super) fn is_none(self) -> bool {
        self.id().starts_with("none.")
    }

    /// The rule whose id is `id`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}
