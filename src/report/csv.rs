//! Reports as CSV (RFC 4180), for spreadsheets.

use super::escape;
use super::model::Report;

/// The details with a column of their own.
const DETAILS: [&str; 7] =
    ["question", "expected", "reply", "cause", "literal answer", "committed answer", "digest"];

/// Writes `report` as CSV: a header line, then one line per row, in the order of the report.
pub fn write_csv(report: &Report) -> String {
    let mut out = String::from("result,task,stratum,label,latencyMs");
    for name in DETAILS {
        out.push_str(&format!(",{name}"));
    }
    out.push_str("\r\n");
    for row in &report.rows {
        let latency = row.latency_ms.map(|ms| ms.to_string());
        let cells = [
            Some(row.outcome.name()),
            Some(&*row.id),
            row.stratum.as_deref(),
            row.label.as_deref(),
            latency.as_deref(),
        ];
        let cells = cells.into_iter().chain(DETAILS.map(|name| row.detail(name)));
        let cells: Vec<String> =
            cells.map(|cell| escape::escape_csv(cell.unwrap_or_default())).collect();
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Kind, Outcome, Row};
    use crate::stats::Probability;

    #[test]
    fn cells_are_text_to_a_spreadsheet() {
        for (reply, cell) in [
            ("plain", "plain"),
            ("-6", "-6"),
            ("1,5", "\"1,5\""),
            ("say \"B\"", "\"say \"\"B\"\"\""),
            ("a\nb", "\"a\nb\""),
            ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
            ("-6+1", "'-6+1"),
            ("@x", "'@x"),
            ("\t=1", "'\t=1"),
            ("\u{0}\u{202e}", "\u{fffd}[U+202E]"),
        ] {
            let row = Row {
                id: "a".to_owned(),
                stratum: None,
                outcome: Outcome::Fail,
                label: None,
                details: vec![("reply".to_owned(), reply.to_owned())],
                question: None,
                marks: Vec::new(),
                latency_ms: Some(7),
            };
            let report = Report::new(Kind::Records, "", None, vec![row], Probability::ALPHA);
            let text = write_csv(&report);
            let (_, line) = text.split_once("\r\n").unwrap();
            assert_eq!(line, format!("fail,a,,,7,,,{cell},,,,\r\n"));
        }
    }
}
