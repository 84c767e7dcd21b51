//! Reports as JUnit XML, as continuous integration reads it.

use super::escape::markup;
use super::model::{Outcome, Report};
use super::torn::Torn;

/// `report` as JUnit XML: one test suite, one test case a row, in the order of the report. A row
/// that did not pass is a `failure` whose type is its label, one that was not asked is `skipped`;
/// no time is given that is not known. A line that is left out is a case of its own with an `error`
/// whose type is its code: it may be what did not pass.
pub fn junit(report: &Report) -> String {
    let failures = report.score.total - report.score.passed;
    let errors = report.torn.len();
    let counts = format!(
        "name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{}\"",
        markup(&report.title),
        report.rows.len() + errors,
        report.skipped,
    );
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n<testsuite {counts}>\n"
    );
    for Torn { line, error } in &report.torn {
        out.push_str(&format!(
            "<testcase classname=\"{}\" name=\"line {line}\"><error type=\"{}\" message=\"{}\"/></testcase>\n",
            markup(&report.title),
            error.code(),
            markup(&error.to_string()),
        ));
    }
    for row in &report.rows {
        let class = row.stratum.as_deref().unwrap_or(&report.title);
        out.push_str(&format!(
            "<testcase classname=\"{}\" name=\"{}\"",
            markup(class),
            markup(&row.id)
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
        let label = markup(row.label.as_deref().unwrap_or("failed"));
        out.push_str(&format!("><failure type=\"{label}\" message=\"{label}\">"));
        for (name, text) in &row.details {
            out.push_str(&format!("{}: {}\n", markup(name), markup(text)));
        }
        out.push_str("</failure></testcase>\n");
    }
    out.push_str("</testsuite>\n</testsuites>\n");
    out
}
