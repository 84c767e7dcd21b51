//! Reports as one self-contained page, which works offline and can verify its own data.

use super::escape::{json_in_script, markup};
use super::model::Report;
use crate::base::hash::Digest;
use crate::base::text::grouped;
use crate::error::{Code, Error};

/// The data embedded in a page besides the report.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<'a> {
    /// The scorecard or record file of the report: JSON, or lines of JSON.
    ///
    /// It is in `<script type="application/json" id="proofmark-data">` with every `<` written as
    /// `\u003c`. This does not change the values, and so no id or signature.
    pub data: &'a str,
    /// The bank of the records, if it is public, in `<script type="application/json"
    /// id="proofmark-bank">`.
    pub bank: Option<&'a str>,
    /// The verifier: JavaScript that reads the data by its id, and writes its result into the
    /// element with the id `proofmark-status`.
    pub verifier: Option<&'a str>,
}

/// Writes `report` as a page.
///
/// The page's content security policy forbids network access and any script but the verifier, which
/// it names by digest. So even text that was not escaped could not run.
///
/// # Errors
/// `report.bad-script` if the verifier contains `<script`, `</script` or `<!--`, which would end
/// the element or change its parsing.
pub fn html(report: &Report, embedded: Embedded<'_>) -> Result<String, Error> {
    let verifier = embedded.verifier.unwrap_or("");
    let lower = verifier.to_ascii_lowercase();
    if lower.contains("</script") || lower.contains("<!--") || lower.contains("<script") {
        return Err(Error::because(
            Code::ReportBadScript,
            "verifier of the page",
            "contains <script, </script or <!--",
        ));
    }
    let allowed = match embedded.verifier {
        Some(script) => {
            let digest = crate::base::base64::encode(Digest::of(&[script.as_bytes()]).as_bytes());
            format!("script-src 'sha256-{digest}' 'wasm-unsafe-eval'; ")
        }
        None => String::new(),
    };
    let mut page = String::with_capacity(8192 + embedded.data.len() + 256 * report.rows.len());
    page.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str(&format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {allowed}\
         style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
    ));
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.push_str("<link rel=\"icon\" href=\"data:,\">\n");
    page.push_str(&format!("<title>{}</title>\n<style>\n", markup(&report.title)));
    page.push_str(include_str!("page.css"));
    page.push_str("</style>\n</head>\n<body>\n<main>\n");
    head(&mut page, report, embedded.verifier.is_some());
    tables(&mut page, report);
    rows(&mut page, report);
    page.push_str("</main>\n<script type=\"application/json\" id=\"proofmark-data\">");
    page.push_str(&json_in_script(embedded.data));
    page.push_str("</script>\n");
    if let Some(bank) = embedded.bank {
        page.push_str("<script type=\"application/json\" id=\"proofmark-bank\">");
        page.push_str(&json_in_script(bank));
        page.push_str("</script>\n");
    }
    if embedded.verifier.is_some() {
        page.push_str("<script type=\"module\">");
        page.push_str(verifier);
        page.push_str("</script>\n");
    }
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

fn head(page: &mut String, report: &Report, verifies: bool) {
    page.push_str(&format!("<h1>{}</h1>\n", markup(&report.title)));
    page.push_str(&format!("<p class=\"score\">{}</p>\n", markup(&report.headline)));
    for note in report.notes.iter().chain(&report.who) {
        page.push_str(&format!("<p>{}</p>\n", markup(note)));
    }
    page.push_str("<div class=\"status\" role=\"status\">\n<p id=\"proofmark-status\">");
    match &report.signer {
        Some(signer) => {
            page.push_str(&format!("Not checked yet. Stated signer: {}.", markup(signer)));
        }
        None => page.push_str("Not checked yet. Unsigned."),
    }
    page.push_str(
        "</p>\n<p>A page cannot vouch for itself. To be sure, open it in another copy of ",
    );
    page.push_str("proofmark, which checks the records that it contains.</p>\n");
    if verifies {
        page.push_str("<p><label>Check another scorecard, record file or report: ");
        page.push_str("<input type=\"file\" id=\"proofmark-file\"></label></p>\n");
        page.push_str("<p id=\"proofmark-other\"></p>\n");
    }
    page.push_str("</div>\n");
    if let Some(digest) = &report.suite_digest {
        page.push_str(&format!("<p>Suite digest: <code>{}</code></p>\n", markup(digest)));
    }
}

fn tables(page: &mut String, report: &Report) {
    if !report.labels.is_empty() {
        page.push_str(
            "<h2>Labels</h2>\n<table>\n<tr><th>label</th><th class=\"number\">tasks</th></tr>\n",
        );
        for (label, count) in &report.labels {
            let label = markup(label);
            let count = grouped(*count);
            page.push_str(&format!("<tr><td>{label}</td><td class=\"number\">{count}</td></tr>\n"));
        }
        page.push_str("</table>\n");
    }
    if !report.strata.is_empty() {
        page.push_str("<h2>By topic</h2>\n<div class=\"wide\"><table>\n<tr><th>topic</th>");
        page.push_str("<th class=\"number\">passed</th><th class=\"number\">share</th>");
        page.push_str("<th class=\"number\">interval</th></tr>\n");
        for group in &report.strata {
            let tally = &group.tally;
            page.push_str(&format!(
                "<tr><td class=\"id\">{}</td><td class=\"number\">{} of {}</td>\
                 <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
                markup(&group.name),
                grouped(tally.passed),
                grouped(tally.total),
                group.share,
                group.range,
            ));
        }
        page.push_str("</table></div>\n");
    }
    if let Some(latency) = &report.latency_ms {
        page.push_str(&format!(
            "<h2>Latency</h2>\n<p>Median {:.0} ms, 95th percentile {:.0} ms, 99th percentile {:.0} ms</p>\n",
            latency.p50, latency.p95, latency.p99
        ));
    }
}

fn rows(page: &mut String, report: &Report) {
    page.push_str("<h2>Results</h2>\n<div class=\"wide\"><table>\n<tr><th>result</th>");
    page.push_str("<th>task</th><th>topic</th><th>label</th><th>details</th></tr>\n");
    for row in &report.rows {
        let result = row.outcome.name();
        page.push_str(&format!(
            "<tr class=\"{result}\"><td>{result}</td><td class=\"id\">{}</td><td>{}</td>\
             <td>{}</td><td class=\"text\">",
            markup(&row.id),
            markup(row.stratum.as_deref().unwrap_or("")),
            markup(row.label.as_deref().unwrap_or("")),
        ));
        for (name, text) in &row.details {
            page.push_str(&format!("<div>{}: {}</div>", markup(name), markup(text)));
        }
        page.push_str("</td></tr>\n");
    }
    page.push_str("</table></div>\n");
}
