//! Grading: two readings of a reply.
//!
//! The *literal* reading is HCS-25 to the letter. The *committed* reading is the answer that the
//! reply finally commits to. Both are pure functions of the reply, never panic, and take linear
//! time. `docs/grading.md` is the specification.

mod committed;
mod compliance;
mod decimal;
mod digit;
pub mod escape;
mod letter;
mod line;
mod literal;
mod markup;
mod outcome;
mod reading;
mod rule;
mod serialize;
mod span;
pub mod text;
mod token;

pub use compliance::{Compliance, Form};
pub use decimal::Decimal;
pub use letter::Letter;
pub use line::write_graded_row;
pub use outcome::{AnswerStatus, Outcome, SignalStatus};
pub use reading::{Answer, Reading};
pub use rule::Rule;
pub use span::Span;

/// Both readings of a reply, and its compliance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings<'a> {
    /// The literal reading of HCS-25.
    pub literal: Reading<'a>,
    /// The answer that the reply finally commits to.
    pub committed: Reading<'a>,
    /// The compliance with the requested form. It never changes a reading.
    pub compliance: Compliance,
}

/// Reads the reply to a SimpleMath question that asked for `form`.
///
/// `given` are the operands of the question; empty if unknown.
pub fn read_number<'a>(reply: &'a str, given: &[Decimal<'_>], form: Form) -> Readings<'a> {
    Readings::with_compliance(
        reply,
        form,
        literal::read_number(reply),
        committed::read_number(reply, given),
    )
}

/// Reads the reply to a SimpleScience question that asked for `form`.
///
/// `options` are 2 to 26 texts in the order asked; an unknown text is empty.
pub fn read_choice<'a>(reply: &'a str, options: &[&str], form: Form) -> Readings<'a> {
    let options = &options[..options.len().min(Letter::MOST)];
    Readings::with_compliance(
        reply,
        form,
        literal::read_choice(reply, options),
        committed::read_choice(reply, options),
    )
}

impl<'a> Readings<'a> {
    fn with_compliance(
        reply: &str,
        form: Form,
        literal: Reading<'a>,
        committed: Reading<'a>,
    ) -> Self {
        Self { literal, committed, compliance: Compliance::classify(reply, form, &committed) }
    }
}
