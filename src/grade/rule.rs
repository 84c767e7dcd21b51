//! The rules of both readings: a closed list of ids.

/// Declares [`Rule`] and its texts.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// Why a reading says what it says. `docs/grading.md` describes each with an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        impl Rule {
            /// Every rule; the place in this list is the number that packed results use.
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
    /// Literal: the first standalone capital from A to D.
    ChoiceFirstCapital = "choice.first-capital",
    /// Literal: the text of an option, where no capital stands alone.
    ChoiceContainsOption = "choice.contains-option",

    /// Committed: the number that the reply calls its answer.
    NumberAnswer = "number.answer",
    /// Committed: the only number of the reply, or its only value.
    NumberOnly = "number.only",
    /// Committed: the number that the reply begins with, before it explains.
    NumberLead = "number.lead",
    /// Committed: the only number in bold.
    NumberEmphasis = "number.emphasis",
    /// Committed: the result of the last sentence that has one.
    NumberResult = "number.result",
    /// Committed: the last number.
    NumberLast = "number.last",

    /// Committed: the letter that the reply calls its answer.
    ChoiceAnswer = "choice.answer",
    /// Committed: the letter that the reply begins with, before it explains.
    ChoiceLead = "choice.lead",
    /// Committed: the only option that is called right.
    ChoiceMarked = "choice.marked",
    /// Committed: the letter that stands on a line of its own.
    ChoiceLine = "choice.line",
    /// Committed: the only letter.
    ChoiceOnly = "choice.only",
    /// Committed: the text of exactly one option.
    ChoiceOptionText = "choice.option-text",
    /// Committed: the only option that the reply says in other words.
    ChoiceNearText = "choice.near-text",

    /// A reply of nothing but white space.
    NoneEmpty = "none.empty",
    /// No number; no label and no text of an option.
    NoneNoToken = "none.no-token",
    /// The reply declines to answer.
    NoneRefusal = "none.refusal",
    /// Two answers at once.
    NoneHedge = "none.hedge",
    /// Numbers, letters or texts of options, and none that the reply commits to.
    NoneUncommitted = "none.uncommitted",
}

impl Rule {
    /// The rule whose id is `id`.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}
