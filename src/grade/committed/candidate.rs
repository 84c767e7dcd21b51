//! Candidates: the numbers or options in a reply, with facts about each.

/// A number or an option in a reply.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    /// The first and last token. The label is the first one, or the last one if the option's text
    /// precedes it.
    pub from: u32,
    pub to: u32,
    pub sent: u32,
    pub facts: u32,
    /// The option, from 0; `None` for a number.
    pub option: Option<u8>,
}

/// Facts about candidates, by their names in `docs/grading.md`.
pub(super) mod fact {
    bits! {
        /// In a LaTeX box.
        BOX
        /// Named by a word of *answer*; or a number that is called good.
        DECLARED
        /// In an aside, or in brackets with other tokens.
        ASIDE
        /// A number: the result of an equation, or named by a word of *result*.
        RESULT
        /// A number: an operand of the question.
        GIVEN
        /// A number: an operand of the question that is no result, not declared and in no box.
        RESTATED
        /// A number: introduced as a value, or at the end of its sentence.
        LED
        /// An option: a label.
        LABEL
        /// An option: a label after its text.
        AFTER_TEXT
        /// An option: a label with its text.
        PAIR
        /// A letter that is not an option.
        FOREIGN
        /// An option that fills its line or sentence.
        OWN
        /// An option that is called good.
        GOOD
        /// Part of another number. This fact and all after it exclude the candidate.
        TORN
        /// A number after a detached sign.
        SIGNED
        /// A number that counts the lines of a list.
        LISTED
        /// After a name or key.
        KEYED
        /// An operand of an operator.
        OPERAND
        /// In a question.
        ASKED
        /// Denied.
        DENIED
        /// In a service message.
        SERVICE
        /// A label with the text of another option, or of none.
        CLASH
        /// One of a run of all options, in order.
        ECHO
    }

    /// The facts that exclude a candidate.
    pub const BARRING: u32 = !(TORN - 1);
}

impl Candidate {
    /// Creates a candidate from token `first` to `last`. A reply has fewer than 2^32 tokens.
    pub const fn new(first: usize, last: usize, option: Option<u8>) -> Self {
        Self { from: first as u32, to: last as u32, sent: 0, facts: 0, option }
    }
    pub const fn first(&self) -> usize {
        self.from as usize
    }
    pub const fn last(&self) -> usize {
        self.to as usize
    }
    pub const fn is(&self, facts: u32) -> bool {
        self.facts & facts != 0
    }
    pub const fn is_label(&self) -> bool {
        self.is(fact::LABEL)
    }
    /// Returns the index of the label's token.
    pub const fn label(&self) -> usize {
        if self.is(fact::AFTER_TEXT) { self.last() } else { self.first() }
    }
    pub const fn set(&mut self, fact: u32, holds: bool) {
        if holds {
            self.facts |= fact;
        }
    }
}
