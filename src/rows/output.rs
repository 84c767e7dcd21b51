//! Graded rows as NDJSON.

use std::io::Write as _;

use super::graded::GradedRow;
use crate::grade::{Answer, Reading};

/// Writes `graded` to `out` as a line of JSON.
///
/// Names, rules, answers and offsets need no escaping; the id is JSON.
pub(super) fn write_graded_row(out: &mut Vec<u8>, graded: &GradedRow<'_>) {
    let readings = &graded.readings;
    out.extend_from_slice(b"{\"id\":");
    out.extend_from_slice(graded.id.unwrap_or("null").as_bytes());
    out.extend_from_slice(b",\"literal\":");
    write_reading(out, graded, &readings.literal);
    out.extend_from_slice(b",\"committed\":");
    write_reading(out, graded, &readings.committed);
    out.extend_from_slice(b",\"compliance\":\"");
    out.extend_from_slice(readings.compliance.name().as_bytes());
    out.extend_from_slice(b"\"}\n");
}

fn write_reading(out: &mut Vec<u8>, graded: &GradedRow<'_>, reading: &Reading<'_>) {
    out.extend_from_slice(b"{\"outcome\":\"");
    out.extend_from_slice(graded.verdict(reading).name().as_bytes());
    out.extend_from_slice(b"\",\"answer\":");
    match reading.found {
        None => out.extend_from_slice(b"null"),
        Some((Answer::Letter(letter), _)) => {
            out.push(b'"');
            out.extend_from_slice(letter.as_str().as_bytes());
            out.push(b'"');
        }
        // Writing to memory does not fail.
        Some((Answer::Number(number), _)) => _ = write!(out, "\"{number}\""),
    }
    out.extend_from_slice(b",\"rule\":\"");
    out.extend_from_slice(reading.rule.id().as_bytes());
    out.extend_from_slice(b"\",\"span\":");
    match reading.found {
        None => out.extend_from_slice(b"null}"),
        Some((_, span)) => {
            out.push(b'[');
            write_count(out, span.start);
            out.push(b',');
            write_count(out, span.end);
            out.extend_from_slice(b"]}");
        }
    }
}

/// Writes a number without the cost of formatting.
fn write_count(out: &mut Vec<u8>, mut number: usize) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    digits[start..].iter().for_each(|digit| out.push(*digit));
}
