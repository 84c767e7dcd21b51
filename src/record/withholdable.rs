//! The values of a record that may be withheld.

use super::{Data, MaybeWithheld, SignalRecord, StoredReading};

// JSON Pointers (RFC 6901) to the values that a record may withhold.
pub(crate) const RESPONSE: &str = "/data/response";
pub(crate) const LITERAL_ANSWER: &str = "/data/literal/answer";
pub(crate) const LITERAL_SPAN: &str = "/data/literal/span";
pub(crate) const COMMITTED_ANSWER: &str = "/data/committed/answer";
pub(crate) const COMMITTED_SPAN: &str = "/data/committed/span";
pub(crate) const EXPECTED: &str = "/data/expected";
pub(crate) const CHOICE_ORDER: &str = "/data/choiceOrder";
pub(crate) const SEED: &str = "/data/draw/seed";

impl SignalRecord<'_> {
    /// Lists the values of this record that may be withheld: pointer, and true if withheld. The
    /// `null` of a reading without an answer counts as a value.
    pub(crate) fn withholdable(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let Data { response, literal, committed, expected, choice_order, draw, .. } = &self.data;
        let (literal, committed) = (literal.as_ref(), committed.as_ref());
        let answer =
            |read: &StoredReading<'_>| read.answer.as_ref().is_some_and(MaybeWithheld::is_withheld);
        let span =
            |read: &StoredReading<'_>| read.span.as_ref().is_some_and(MaybeWithheld::is_withheld);
        let values = [
            (RESPONSE, response.as_ref().map(MaybeWithheld::is_withheld)),
            (LITERAL_ANSWER, literal.map(answer)),
            (LITERAL_SPAN, literal.map(span)),
            (COMMITTED_ANSWER, committed.map(answer)),
            (COMMITTED_SPAN, committed.map(span)),
            (EXPECTED, Some(expected.is_withheld())),
            (CHOICE_ORDER, choice_order.as_ref().map(MaybeWithheld::is_withheld)),
            (SEED, Some(draw.seed.is_withheld())),
        ];
        values.into_iter().filter_map(|(pointer, withheld)| Some((pointer, withheld?)))
    }

    /// Lists the pointers of the withheld values.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = &'static str> {
        self.withholdable().filter_map(|(pointer, withheld)| withheld.then_some(pointer))
    }
}
