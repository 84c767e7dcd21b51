//! Graded rows as NDJSON.

use std::io::Write as _;

use super::Graded;
use crate::grade::Reading;

/// Writes the line of `graded` to `out`.
///
/// Names, rules, answers and offsets hold nothing that JSON escapes; an id is JSON already.
pub(super) fn write(out: &mut Vec<u8>, graded: &Graded<'_>) {
    let [literal, committed] =
        [&graded.readings.literal, &graded.readings.committed].map(|it| reading(graded, it));
    let id = graded.id.unwrap_or("null");
    let compliance = graded.readings.compliance.name();
    // Writing to memory does not fail.
    let _ = writeln!(
        out,
        r#"{{"id":{id},"literal":{literal},"committed":{committed},"compliance":"{compliance}"}}"#
    );
}

fn reading(graded: &Graded<'_>, reading: &Reading<'_>) -> String {
    let (outcome, rule) = (graded.verdict(reading).name(), reading.rule.id());
    let (answer, span) = match reading.found {
        Some((answer, span)) => (format!("\"{answer}\""), format!("[{},{}]", span.start, span.end)),
        None => ("null".to_owned(), "null".to_owned()),
    };
    format!(r#"{{"outcome":"{outcome}","answer":{answer},"rule":"{rule}","span":{span}}}"#)
}
