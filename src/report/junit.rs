//! Reports as JUnit XML, for continuous integration.

use super::escape::escape_markup;
use super::model::Report;
use super::row::Outcome;
use super::torn_line::TornLine;

/// Writes `report` as JUnit XML: one test suite with one test case per row, in the order of the
/// report. A row that did not pass is a `failure` with its label as type, or an `error` if there was
/// no reply; one that was not asked is `skipped`. Unknown times are omitted. A truncated line is a test case with an `error` and its
/// code as type, since it may hide a failure.
pub fn write_junit(report: &Report) -> String {
    let unanswered = report.rows.iter().filter(|row| row.is_error()).count();
    let failures = report.score.total - report.score.passed - unanswered as u64;
    let errors = report.torn.len() + unanswered;
    let counts = format!(
        "name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{}\"",
        escape_markup(&report.title),
        report.rows.len() + report.torn.len(),
        report.skipped,
    );
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n<testsuite {counts}>\n"
    );
    for TornLine { line, error } in &report.torn {
        out.push_str(&format!(
            "<testcase classname=\"{}\" name=\"line {line}\"><error type=\"{}\" message=\"{}\"/></testcase>\n",
            escape_markup(&report.title),
            error.code(),
            escape_markup(&error.to_string()),
        ));
    }
    for row in &report.rows {
        let class = row.stratum.as_deref().unwrap_or(&report.title);
        out.push_str(&format!(
            "<testcase classname=\"{}\" name=\"{}\"",
            escape_markup(class),
            escape_markup(&row.id)
        ));
        if let Some(ms) = row.latency_ms {
            out.push_str(&format!(" time=\"{}.{:03}\"", ms / 1000, ms % 1000));
        }
        match row.outcome {
            Outcome::Pass => {
                out.push_str("/>\n");
                continue;
            }
            Outcome::Skip => {
                out.push_str("><skipped/></testcase>\n");
                continue;
            }
            Outcome::Fail => {}
        }
        let label = escape_markup(row.label.as_deref().unwrap_or("failed"));
        let element = if row.is_error() { "error" } else { "failure" };
        out.push_str(&format!("><{element} type=\"{label}\" message=\"{label}\">"));
        for (name, text) in &row.details {
            out.push_str(&format!("{}: {}\n", escape_markup(name), escape_markup(text)));
        }
        out.push_str(&format!("</{element}></testcase>\n"));
    }
    out.push_str("</testsuite>\n</testsuites>\n");
    out
}
