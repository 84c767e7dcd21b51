//! What the numbers of a sentence come to: its first number may be their sum, or its last.

use super::around;
use super::state::Pick;
use crate::grade::text::ends_with_any;
use crate::grade::{Rule, Span};
use crate::text::holds;

/// A number of a sentence, as it is added to the others.
pub(super) struct Addend<'a> {
    pub span: Span,
    /// `None` where it cannot be added, as the value of an equation.
    pub value: Option<u32>,
    /// The text before it, and what is read behind it.
    pub before: &'a str,
    pub after: &'a str,
    /// It stands in a reason.
    pub reason: bool,
}

impl Addend<'_> {
    /// Whether it may be what those before it come to: "3 cats and 8 fish: 11 pets".
    fn closes(&self) -> bool {
        // A colon begins no reason of what is before it where it says what that comes to.
        (!self.reason || self.before.trim_end().ends_with(':'))
            && ends_with_any(before_currency(self.before), &[":", ", for", " i.e.", ", or"])
    }

    /// Whether it may be a part of the first: not so "5 eaten and 7 left".
    fn is_part(&self) -> bool {
        let left = || holds(self.after, "left") || holds(self.after, "remain");
        self.value.is_some() && !left()
    }
}

/// The numbers of a sentence so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    /// How many there are.
    count: u32,
    /// Their sum, and their product; more than any number where one cannot be added.
    sum: u64,
    product: u64,
    /// The last that is no item of a list, and its value, while all behind it may be its parts.
    whole: Option<(Span, u32)>,
    /// How many those are, and what stood before them comes to.
    parts: u32,
    before: u64,
    /// The last two may be factors: "5 across and 3 down".
    factors: bool,
    /// The last, if those before it come to it.
    total: Option<Span>,
}

impl Sums {
    /// Whether there is no number yet.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether there are three numbers or more.
    pub(super) fn is_list(&self) -> bool {
        self.count > 2
    }

    /// What follows is no list of parts of the first number.
    pub(super) fn end_list(&mut self) {
        self.whole = None;
    }

    /// Adds a number to those before it, unless it is their sum.
    pub(super) fn add(&mut self, number: &Addend<'_>) {
        let Addend { span, value, .. } = *number;
        let is_sum = self.count > 1
            && value.is_some_and(|value| u64::from(value) == self.sum)
            && !around::is_of(number.before);
        // Of three or more, what they come to is no chance.
        let closes = || self.count > 2 && !number.reason || number.closes();
        self.total = (is_sum && closes()).then_some(span);
        let addend = value.map_or(u64::MAX, u64::from);
        self.sum = self.sum.saturating_add(addend);
        if begins_item(number.before) {
            self.whole = self.whole.filter(|_| number.is_part());
            self.parts += 1;
        } else {
            self.whole = value.map(|value| (span, value));
            (self.parts, self.before) = (0, self.sum);
        }
        let rate = || holds(number.after, "per") || holds(number.after, "each");
        self.factors = match self.count {
            1 => !rate(),
            _ => self.factors && !rate() && before_currency(number.before).ends_with(" and"),
        };
        self.product = if self.count == 0 { addend } else { self.product.saturating_mul(addend) };
        self.count += 1;
    }

    /// The sum of the others, or the product of two of them, of which there are at least two: "60 downloads, then 180, then 126, for
    /// 366 downloads", "44 came, 20 adults and 24 children".
    pub(super) fn found(&self) -> Option<Pick> {
        let has_parts = |whole: &(Span, u32)| {
            let whole = u64::from(whole.1);
            // "15 such squares fit, 5 across and 3 down."
            let factors =
                self.factors && self.count == 3 && self.parts == 2 && self.product == whole * whole;
            self.parts > 1 && self.sum - self.before == whole || factors
        };
        let span = self.total.or(self.whole.filter(has_parts).map(|(span, _)| span))?;
        Some(Pick { span, rule: Rule::NumberResult })
    }
}

/// Whether a number behind `before` begins an item of a list: "12 in all, 5 red and 7 blue", "(Alex
/// 5, Ben 7)".
fn begins_item(before: &str) -> bool {
    let item = |before: &str| {
        ends_with_any(
            before_currency(before),
            &[",", "(", ":", " and", " which", " y", " e", " et", " und"],
        )
    };
    let name = before.trim_end_matches(' ').trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let named = before[name.len()..].starts_with(|c: char| c.is_ascii_uppercase());
    item(before) || named && item(name)
}

fn before_currency(before: &str) -> &str {
    before.trim_end_matches([' ', '$', '€', '£'])
}
