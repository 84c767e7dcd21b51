//! Graded rows as NDJSON, and packed into integers.

use std::fmt::Write as _;

use super::{BadLine, Graded, Verdict, for_each};
use crate::bank::Bank;
use crate::grade::{Answered, Outcome, Reading};

/// How many integers a packed row is: outcome, rule, start and end of the literal reading, the same
/// of the committed reading, and the compliance.
pub const PACKED: usize = 9;

/// The integer for what is not there: a span without an answer, and all nine of a bad line.
pub const NOTHING: u32 = u32::MAX;

/// The integer of the verdict `answered`; every other verdict is the outcome of its name.
const ANSWERED: u32 = Outcome::ALL.len() as u32;

/// Graded rows, packed.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// [`PACKED`] integers for each line that is not blank, in order. An outcome is its place in
    /// [`Outcome::ALL`] (9 is `answered`), a rule its place in [`Rule::ALL`](crate::grade::Rule::ALL), a compliance its
    /// place in [`Compliance::ALL`](crate::grade::Compliance::ALL); spans are byte offsets into the response.
    pub rows: Vec<u32>,
    /// The lines that could not be graded.
    pub bad: Vec<BadLine>,
}

/// Grades every line of `input` and packs the results.
pub fn packed(input: &[u8], bank: Option<&Bank>) -> Packed {
    let mut out = Packed::default();
    for_each(input, bank, |line, result| match result {
        Ok(graded) => out.rows.extend(graded.packed()),
        Err(error) => {
            out.rows.extend([NOTHING; PACKED]);
            out.bad.push(BadLine { line, error });
        }
    });
    out
}

pub(super) fn packed_reading(graded: &Graded<'_>, reading: &Reading<'_>) -> [u32; 4] {
    let outcome = match graded.verdict(reading) {
        Verdict::Judged(outcome) => outcome as u32,
        Verdict::Unjudged(Answered::Answered) => ANSWERED,
        Verdict::Unjudged(Answered::Unparseable) => Outcome::Unparseable as u32,
        Verdict::Unjudged(Answered::Empty) => Outcome::Empty as u32,
    };
    let offset = |at: usize| u32::try_from(at).unwrap_or(NOTHING);
    let (start, end) = reading
        .found
        .map_or((NOTHING, NOTHING), |(_, span)| (offset(span.start), offset(span.end)));
    [outcome, reading.rule as u32, start, end]
}

/// Grades every line of `input` and writes a line for each good one to `out`, in order.
pub fn ndjson(input: &[u8], bank: Option<&Bank>, out: &mut Vec<u8>) -> Vec<BadLine> {
    let mut bad = Vec::new();
    let mut line_out = String::new();
    for_each(input, bank, |line, result| match result {
        Ok(graded) => {
            line_out.clear();
            write_row(&mut line_out, &graded);
            out.extend_from_slice(line_out.as_bytes());
        }
        Err(error) => bad.push(BadLine { line, error }),
    });
    bad
}

/// Names, rules, answers and offsets hold nothing that JSON escapes; an id is JSON already.
fn write_row(out: &mut String, graded: &Graded<'_>) {
    out.push_str("{\"id\":");
    out.push_str(graded.id.unwrap_or("null"));
    out.push_str(",\"literal\":");
    write_reading(out, graded, &graded.readings.literal);
    out.push_str(",\"committed\":");
    write_reading(out, graded, &graded.readings.committed);
    out.push_str(",\"compliance\":\"");
    out.push_str(graded.readings.compliance.name());
    out.push_str("\"}\n");
}

fn write_reading(out: &mut String, graded: &Graded<'_>, reading: &Reading<'_>) {
    let (outcome, rule) = (graded.verdict(reading).name(), reading.rule.id());
    // Writing to a string does not fail.
    let _ = match reading.found {
        Some((answer, span)) => write!(
            out,
            r#"{{"outcome":"{outcome}","answer":"{answer}","rule":"{rule}","span":[{},{}]}}"#,
            span.start, span.end
        ),
        None => {
            write!(out, r#"{{"outcome":"{outcome}","answer":null,"rule":"{rule}","span":null}}"#)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::{Compliance, Rule};

    #[test]
    fn the_integers_are_the_places_in_the_lists() {
        assert!(Outcome::ALL.iter().enumerate().all(|(place, outcome)| *outcome as usize == place));
        assert!(Rule::ALL.iter().enumerate().all(|(place, rule)| *rule as usize == place));
        assert!(Compliance::ALL.iter().enumerate().all(|(place, form)| *form as usize == place));
    }
}
