//! Reports as Markdown, for a pull request or a job summary.

use super::escape;
use super::model::Report;
use super::row::Outcome;
use crate::base::text::group_thousands;

/// Maximum number of rows listed; comments and summaries are limited in size.
const MAX_ROWS: usize = 200;

/// Maximum number of failed rows with details, and of the characters of each.
const MAX_FAILURES: usize = 20;
const MAX_DETAIL: usize = 1000;

/// Writes `report` as Markdown with GitHub's tables.
pub fn write_markdown(report: &Report) -> String {
    let mut out = format!("# {}\n\n{}\n", escape::escape_code(&report.title), report.headline);
    for note in &report.notes {
        out.push_str(&format!("\n{note}\n"));
    }
    for who in &report.who {
        out.push_str(&format!("\n{}\n", escape::escape_markdown(who)));
    }
    if let Some(digest) = &report.suite_digest {
        out.push_str(&format!("\nSuite digest: `{}`\n", digest.replace('`', "")));
    }
    if let Some(signer) = &report.signer {
        let signer = escape::escape_markdown(signer);
        out.push_str(&format!("\nNamed as signer: {signer} (not verified by this report)\n"));
    }
    if !report.labels.is_empty() {
        out.push_str("\n| label | tasks |\n|---|---:|\n");
        for (label, count) in &report.labels {
            let (label, count) = (escape::escape_code(label), group_thousands(*count));
            out.push_str(&format!("| {label} | {count} |\n"));
        }
    }
    if !report.strata.is_empty() {
        out.push_str("\n| stratum | passed | of | share | interval |\n|---|---:|---:|---:|---|\n");
        for group in &report.strata {
            let tally = &group.tally;
            out.push_str(&format!(
                "| {} | {} | {} | {} | {} |\n",
                escape::escape_code(&group.name),
                group_thousands(tally.passed),
                group_thousands(tally.total),
                group.share,
                group.range,
            ));
        }
    }
    if let Some(latency) = &report.latency_ms {
        out.push_str(&format!(
            "\nLatency: p50 {:.0} ms, p95 {:.0} ms, p99 {:.0} ms\n",
            latency.p50, latency.p95, latency.p99
        ));
    }
    out.push_str("\n| result | task | stratum | label |\n|---|---|---|---|\n");
    for row in report.rows.iter().take(MAX_ROWS) {
        out.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            if row.outcome == Outcome::Fail { "**fail**" } else { row.outcome.name() },
            escape::escape_code(&row.id),
            escape::escape_code(row.stratum.as_deref().unwrap_or("")),
            escape::escape_code(row.label.as_deref().unwrap_or("")),
        ));
    }
    if report.rows.len() > MAX_ROWS {
        let more = group_thousands((report.rows.len() - MAX_ROWS) as u64);
        out.push_str(&format!("\n{more} more rows are left out.\n"));
    }
    write_failures(&mut out, report);
    out
}

/// Writes the details of failed rows: what was asked, and what was answered.
fn write_failures(out: &mut String, report: &Report) {
    let failed = || report.rows.iter().filter(|row| row.outcome == Outcome::Fail);
    let mut detailed = failed().filter(|row| !row.details.is_empty()).peekable();
    if detailed.peek().is_none() {
        return;
    }
    out.push_str("\n## Failures\n");
    for row in detailed.take(MAX_FAILURES) {
        let label = escape::escape_markdown(row.label.as_deref().unwrap_or("failed"));
        out.push_str(&format!("\n{}: {label}\n\n", escape::escape_code(&row.id)));
        for (name, text) in &row.details {
            let (name, text) =
                (escape::escape_markdown(name), escape::escape_markdown(&shorten(text)));
            out.push_str(&format!("- {name}: {text}\n"));
        }
    }
    let count = failed().count();
    if count > MAX_FAILURES {
        let more = group_thousands((count - MAX_FAILURES) as u64);
        out.push_str(&format!("\n{more} more failures are left out.\n"));
    }
}

fn shorten(text: &str) -> String {
    let mut letters = text.chars();
    let mut start: String = letters.by_ref().take(MAX_DETAIL).collect();
    if letters.next().is_some() {
        start.push('…');
    }
    start
}
