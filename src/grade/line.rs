//! Graded rows as NDJSON.

use std::io::Write as _;

use crate::{Answer, Reading, Readings, Span};

/// Writes a graded row to `out` as a line of JSON; `id` is the row's, as JSON.
///
/// Names, rules, answers and offsets need no escaping; the id is JSON. The line is written in few
/// pieces, since each costs a call.
pub fn write_graded_row(
    out: &mut Vec<u8>,
    id: Option<&str>,
    readings: &Readings<'_>,
    expected: Option<Answer<'_>>,
) {
    out.extend_from_slice(b"{\"id\":");
    out.extend_from_slice(id.unwrap_or("null").as_bytes());
    out.extend_from_slice(b",\"literal\":{\"outcome\":\"");
    let start = out.len();
    write_answer(out, expected, &readings.literal);
    let end = out.len();
    write_rule(out, &readings.literal);
    out.extend_from_slice(b",\"committed\":{\"outcome\":\"");
    // Most readings agree, and a copy is faster than formatting the number again.
    if readings.committed.answer().is_some_and(|it| readings.literal.answer() == Some(it)) {
        out.extend_from_within(start..end);
    } else {
        write_answer(out, expected, &readings.committed);
    }
    write_rule(out, &readings.committed);
    out.extend_from_slice(b",\"compliance\":\"");
    out.extend_from_slice(readings.compliance.name().as_bytes());
    out.extend_from_slice(b"\"}\n");
}

fn write_answer(out: &mut Vec<u8>, expected: Option<Answer<'_>>, reading: &Reading<'_>) {
    let verdict = match expected {
        Some(expected) => reading.outcome(expected).name(),
        None => reading.answer_status().name(),
    };
    out.extend_from_slice(verdict.as_bytes());
    match &reading.found {
        None => out.extend_from_slice(b"\",\"answer\":null,\"rule\":\""),
        Some((Answer::Letter(letter), _)) => {
            let mut text = *b"\",\"answer\":\"A\",\"rule\":\"";
            text[12] += letter.index() as u8;
            out.extend_from_slice(&text);
        }
        // Writing to memory does not fail.
        Some((Answer::Number(number), _)) => {
            _ = write!(out, "\",\"answer\":\"{number}\",\"rule\":\"");
        }
    }
}

fn write_rule(out: &mut Vec<u8>, reading: &Reading<'_>) {
    out.extend_from_slice(reading.rule.id().as_bytes());
    match &reading.found {
        None => out.extend_from_slice(b"\",\"span\":null}"),
        Some((_, span)) => write_span(out, *span),
    }
}

/// Writes a span and what surrounds it, without the cost of formatting.
fn write_span(out: &mut Vec<u8>, span: Span) {
    const BEFORE: &[u8; 10] = b"\",\"span\":[";
    // A line has at most 16 MiB, so an offset has at most eight digits.
    let mut text = [b','; 32];
    let mut at = text.len() - 2;
    text[at..].copy_from_slice(b"]}");
    for number in &[span.end, span.start] {
        let mut number = *number;
        loop {
            at -= 1;
            text[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        // Steps over the comma.
        at -= 1;
    }
    let start = at + 1 - BEFORE.len();
    text[start..=at].copy_from_slice(BEFORE);
    out.extend_from_slice(&text[start..]);
}
