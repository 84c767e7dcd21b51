//! Graded rows as NDJSON.

use std::io::Write as _;

use super::graded::Graded;
use crate::grade::Reading;

/// Writes `graded` to `out` as a line of JSON.
///
/// Names, rules, answers and offsets need no escaping; the id is JSON.
pub(super) fn write(out: &mut Vec<u8>, graded: &Graded<'_>) {
    let readings = &graded.readings;
    push(out, &["{\"id\":", graded.id.unwrap_or("null"), ",\"literal\":"]);
    reading(out, graded, &readings.literal);
    push(out, &[",\"committed\":"]);
    reading(out, graded, &readings.committed);
    push(out, &[",\"compliance\":\"", readings.compliance.name(), "\"}\n"]);
}

fn reading(out: &mut Vec<u8>, graded: &Graded<'_>, reading: &Reading<'_>) {
    let (outcome, rule) = (graded.verdict(reading).name(), reading.rule.id());
    push(out, &["{\"outcome\":\"", outcome, "\",\"answer\":"]);
    // Writing to memory does not fail.
    let _ = match reading.found {
        Some((answer, _)) => write!(out, "\"{answer}\""),
        None => out.write_all(b"null"),
    };
    push(out, &[",\"rule\":\"", rule, "\",\"span\":"]);
    let _ = match reading.found {
        Some((_, span)) => write!(out, "[{},{}]}}", span.start, span.end),
        None => out.write_all(b"null}"),
    };
}

fn push(out: &mut Vec<u8>, parts: &[&str]) {
    parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
}
