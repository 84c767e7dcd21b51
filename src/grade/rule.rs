//! Ids of the rules by which the literal and the committed reading find an answer.

/// Declares [`Rule`] and its ids.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The rule that decided a reading; see `docs/grading.md`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[$doc])* $name,)* }

        impl Rule {
            /// Every rule, in the order of `docs/grading.md`.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns the stable id, such as `number.first`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

rules! {
    /// Literal: the first numeric token.
    NumberFirst = "number.first",
    /// Literal: a lone letter, or the first standalone capital among the letters of the options.
    ChoiceFirstCapital = "choice.first-capital",
    /// Literal: the only option whose text occurs, without a standalone capital.
    ChoiceContainsOption = "choice.contains-option",

    /// Committed: the number declared as the answer.
    NumberAnswer = "number.answer",
    /// Committed: the number that is the whole last line.
    NumberLine = "number.line",
    /// Committed: the number that begins the reply.
    NumberLead = "number.lead",
    /// Committed: the only value of the reply.
    NumberOnly = "number.only",
    /// Committed: the last result in the last sentence with a number.
    NumberResult = "number.result",
    /// Committed: the last number of that sentence.
    NumberLast = "number.last",

    /// Committed: the option declared as the answer.
    ChoiceAnswer = "choice.answer",
    /// Committed: the option after a word of choice.
    ChoiceChosen = "choice.chosen",
    /// Committed: the option that begins the reply.
    ChoiceLead = "choice.lead",
    /// Committed: the last option that is called right.
    ChoiceRight = "choice.right",
    /// Committed: the last line that begins with a label.
    ChoiceLine = "choice.line",
    /// Committed: the only letter.
    ChoiceOnly = "choice.only",
    /// Committed: the option of the last concluding sentence.
    ChoiceSo = "choice.so",
    /// Committed: the last option named.
    ChoiceText = "choice.text",

    /// The reply is empty or white space.
    NoneEmpty = "none.empty",
    /// The reply has no number, label or text of an option.
    NoneNoToken = "none.no-token",
    /// The reply declines to answer.
    NoneRefusal = "none.refusal",
    /// The reply has several answers without a decision.
    NoneHedge = "none.hedge",
    /// The reply has candidates but commits to none.
    NoneUncommitted = "none.uncommitted",
}

impl Rule {
    /// Reports whether the rule yields no answer.
    pub(super) fn is_none(self) -> bool {
        self.id().starts_with("none.")
    }

    /// Looks up a rule by id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}
