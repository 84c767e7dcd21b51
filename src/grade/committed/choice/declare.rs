//! What a reply calls its answer.

use super::Reader;
use super::remark::Mood;
use super::state::{Event, Sentence};

impl Reader<'_, '_> {
    /// The reply calls `event` its answer.
    pub(super) fn declare(&mut self, event: Event) {
        // Of two that are named, what is called the answer counts for more than what is at fault.
        let named =
            self.sentence.faults && !self.sentence.so && self.declared.is_some() && !self.judged;
        let mood = self.mood(&event);
        // "The answer is B. If it were about breathing, it would be A."
        let beside = mood == Mood::Supposed;
        let other = mood == Mood::OfOther;
        let lead = self.lead.map(Event::One);
        let said = self.declared.or(self.concluded).or(lead).is_some();
        let passed = mood == Mood::AtFirst || (beside || other) && said;
        // What stands before may overrule it.
        let Sentence { faults, choice, so, answer, right, .. } = self.sentence;
        let judged = other || faults || choice && so && !(answer || right);
        // "The answer is D. […] The first holds, so option A is correct", where they tell of statements.
        let of_statement =
            judged && self.declared.is_some() && !self.judged && self.options.tell_of_statements();
        if self.sentence.supposed || named || passed || of_statement {
            return;
        }
        self.beside = beside;
        self.sentence.declared = true;
        self.declared = Some(event);
        self.judged = judged;
    }
}
