//! What is found last: behind the value of the equation that a reply begins with ("5 × 12 = 60. He gave 40
//! away, so he has 20."), as what remains, and not as the remainder of a quotient.

use super::Reader;
use super::state::{Pick, same};
use crate::grade::text::ends_with_any;
use crate::grade::{Rule, Span, token};
use crate::text::holds;

/// How far behind the equation the value may stand, in bytes: a longer reply works something out.
const FARTHEST: usize = 400;

/// Whether `last`, what the last sentence of `reply` says, is what is found behind the equation with the value
/// at `computed`: with a number that was not in it, as a share, or in a paragraph of its own as its only
/// number. What explains the equation has none but its numbers and their digits, or comes to its value again.
pub(super) fn goes_on(reply: &str, computed: Span, last: Pick) -> bool {
    let Some(between) = reply.get(computed.end..last.span.start) else { return false };
    let again = || holds(&reply[computed.end..], computed.of(reply));
    if between.len() > FARTHEST || same(reply, computed, last.span) || again() {
        return false;
    }
    let from = computed.start.saturating_sub(FARTHEST);
    let known = (from..computed.end).find_map(|at| reply.get(at..computed.end)).unwrap_or_default();
    let is_new = |number: &str| !holds(known, significant(number));
    let given = token::next_number(between, 0).map(|span| span.of(between));
    match given {
        Some(number) => last.rule == Rule::NumberResult && is_new(number),
        // "5 × 12 = 60⏎⏎Eggs left: 20", "So half of them, 30, are red."
        None => {
            let share = last.rule == Rule::NumberResult && holds(between, "alf of");
            share || holds(between, "\n\n") && is_new(last.span.of(reply))
        }
    }
}

/// `number` without the zeros at its end.
fn significant(number: &str) -> &str {
    let digits = number.trim_start_matches(['-', '−']).trim_end_matches('0');
    if digits.is_empty() { number } else { digits }
}

/// Whether the number behind `before` is the remainder of a quotient that was named before: "4 R 1",
/// "Quotient: 4, Remainder: 1".
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn is_remainder(before: &str) -> bool {
    match before.as_bytes() {
        [.., digit, b' ', b'R' | b'r', b' '] => digit.is_ascii_digit(),
        [.., b':' | b'*', b' '] => follows_quotient(before),
        _ => false,
    }
}

/// Whether `before` ends in "Remainder:", and names a quotient before that.
#[cold]
fn follows_quotient(before: &str) -> bool {
    const NEAR: usize = 160;
    let near = &before.as_bytes()[before.len().saturating_sub(NEAR)..];
    ends_with_any(before, &["emainder: ", "emainder:** ", "emainder**: "])
        && near.windows("uotient".len()).any(|bytes| bytes == b"uotient")
}

impl Reader<'_> {
    /// "There were 13, and when 5 had gone, 8 remained": what a number before it counts is said to be left.
    pub(super) fn remains(&mut self) {
        let counted = self.chain.as_mut().filter(|chain| chain.side == 1 && !chain.broken);
        if let Some(chain) = counted.filter(|chain| !chain.equals && chain.words_since == 0) {
            (chain.said, chain.concludes) = (true, true);
        }
    }
}
