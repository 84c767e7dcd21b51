//! Reports as one self-contained page, which works offline and can verify its own data.

use super::escape::{escape_json_in_script, escape_markup};
use super::model::{Group, Report};
use super::row::Mark;
use crate::base::hash::Digest;
use crate::base::text::group_thousands;
use crate::error::{Code, Error};
use crate::stats::Tally;

/// Maximum number of rows shown; the page contains the whole file.
const MAX_ROWS: usize = 500;

/// Maximum size of the embedded file in bytes. A larger page would take too long to open.
const MAX_DATA: usize = 16 << 20;

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
/// the element or change its parsing; `file.too-large` for a file of more than 16 MiB.
pub fn write_html(report: &Report, embedded: Embedded<'_>) -> Result<String, Error> {
    if embedded.data.len() > MAX_DATA {
        let problem = "larger than 16 MiB; open the file itself with `proofmark view`";
        return Err(Error::because(Code::FileTooLarge, "embedded file", problem));
    }
    let verifier = embedded.verifier.unwrap_or("");
    let lower = verifier.to_ascii_lowercase();
    if lower.contains("</script") || lower.contains("<!--") || lower.contains("<script") {
        return Err(Error::because(
            Code::ReportBadScript,
            "embedded verifier",
            "contains <script, </script or <!--",
        ));
    }
    let allowed = match embedded.verifier {
        Some(script) => {
            let digest =
                crate::base::base64::encode(Digest::sha256(&[script.as_bytes()]).as_bytes());
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
    page.push_str(&format!("<title>{}</title>\n<style>\n", escape_markup(&report.title)));
    page.push_str(include_str!("page.css"));
    page.push_str("</style>\n</head>\n<body>\n<main>\n");
    write_head(&mut page, report, embedded.verifier.is_some());
    write_tables(&mut page, report);
    write_rows(&mut page, report);
    write_foot(&mut page);
    page.push_str("</main>\n<script type=\"application/json\" id=\"proofmark-data\">");
    page.push_str(&escape_json_in_script(embedded.data));
    page.push_str("</script>\n");
    if let Some(bank) = embedded.bank {
        page.push_str("<script type=\"application/json\" id=\"proofmark-bank\">");
        page.push_str(&escape_json_in_script(bank));
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

fn write_head(page: &mut String, report: &Report, verifies: bool) {
    page.push_str(&format!("<header>\n<h1>{}</h1>\n", escape_markup(&report.title)));
    if let Some((first, last)) = &report.dates {
        let day = |time: &str| escape_markup(time.get(..10).unwrap_or(time));
        let (first, last) = (day(first), day(last));
        let range = if first == last { first } else { format!("{first} to {last}") };
        page.push_str(&format!("<p class=\"soft\">Records of {range}</p>\n"));
    }
    page.push_str(&format!("<p class=\"score\">{}</p>\n", escape_markup(&report.headline)));
    for note in report.notes.iter().chain(&report.who) {
        page.push_str(&format!("<p>{}</p>\n", escape_markup(note)));
    }
    page.push_str("</header>\n<div class=\"status\" role=\"status\">\n<p id=\"proofmark-status\">");
    match &report.signer {
        Some(signer) => {
            page.push_str(&format!("Not checked yet. Stated signer: {}.", escape_markup(signer)));
        }
        None => page.push_str("Not checked yet. Unsigned."),
    }
    page.push_str("</p>\n");
    if verifies {
        page.push_str(
            "<p><label>Check another scorecard, record file or report: \
             <input type=\"file\" id=\"proofmark-file\"></label></p>\n\
             <p id=\"proofmark-other\"></p>\n",
        );
    }
    page.push_str("</div>\n");
    if let Some(digest) = &report.suite_digest {
        page.push_str(&format!("<p>Suite digest: <code>{}</code></p>\n", escape_markup(digest)));
    }
}

fn write_tables(page: &mut String, report: &Report) {
    if report.agents.len() > 1 {
        write_groups(page, "Agents", &report.agents);
    }
    if !report.labels.is_empty() {
        page.push_str("<section>\n<h2>Outcomes</h2>\n<table>\n");
        for (label, count) in &report.labels {
            let label = escape_markup(outcome_words(label));
            let count = group_thousands(*count);
            page.push_str(&format!(
                "<tr><th scope=\"row\">{label}</th><td class=\"number\">{count}</td></tr>\n"
            ));
        }
        page.push_str("</table>\n</section>\n");
    }
    write_groups(page, "By topic", &report.strata);
    if let Some(latency) = &report.latency_ms {
        page.push_str(&format!(
            "<section>\n<h2>Latency</h2>\n<p>Median {:.0} ms, 95th percentile {:.0} ms, 99th percentile {:.0} ms</p>\n</section>\n",
            latency.p50, latency.p95, latency.p99
        ));
    }
}

/// Writes a table of scores, unless it is empty.
fn write_groups(page: &mut String, title: &str, groups: &[Group]) {
    if groups.is_empty() {
        return;
    }
    page.push_str(&format!("<section>\n<h2>{title}</h2>\n<table>\n"));
    for group in groups.iter().take(MAX_ROWS) {
        let Tally { passed, total, rate, .. } = group.tally;
        page.push_str(&format!(
            "<tr><th scope=\"row\">{}</th>\
             <td class=\"bar\"><meter min=\"0\" max=\"1\" value=\"{rate:.4}\"></meter></td>\
             <td class=\"number\">{}</td><td class=\"number soft range\">{}</td>\
             <td class=\"number soft\">{} of {}</td></tr>\n",
            escape_markup(&group.name),
            group.share,
            group.range,
            group_thousands(passed),
            group_thousands(total),
        ));
    }
    page.push_str("</table>\n");
    write_left_out_note(page, groups.len());
    page.push_str("</section>\n");
}

/// Says how many rows of `all` are left out.
fn write_left_out_note(page: &mut String, all: usize) {
    if all > MAX_ROWS {
        let more = group_thousands((all - MAX_ROWS) as u64);
        page.push_str(&format!(
            "<p class=\"soft\">{more} more are left out here. The page contains the whole file: \
             open it in the dashboard (<code>proofmark view</code>) to see all.</p>\n"
        ));
    }
}

fn write_rows(page: &mut String, report: &Report) {
    let title = if report.agents.is_empty() { "Tasks" } else { "Records" };
    page.push_str(&format!("<section>\n<h2>{title}</h2>\n"));
    if report.rows.iter().any(|row| !row.marks.is_empty()) {
        page.push_str(
            "<p class=\"soft\">In a reply: <u>first answer</u> (literal), \
             <mark>final answer</mark> (committed).</p>\n",
        );
    }
    page.push_str("<ol class=\"rows\">\n");
    for row in report.rows.iter().take(MAX_ROWS) {
        let result = row.outcome.name();
        let word = row.label.as_deref().map_or(result, outcome_words);
        page.push_str(&format!(
            "<li class=\"{result}\"><p><b class=\"result\">{}</b> ",
            escape_markup(word)
        ));
        match &row.question {
            Some((subject, question)) if report.agents.len() > 1 => page.push_str(&format!(
                "<span class=\"id\">{}</span> <span class=\"id soft\">{}</span>",
                escape_markup(subject),
                escape_markup(question),
            )),
            Some((_, question)) => {
                page.push_str(&format!(
                    "<span class=\"id soft\">{}</span>",
                    escape_markup(question)
                ));
            }
            None => page.push_str(&format!(
                "<span class=\"id\">{}</span> <span class=\"soft\">{}</span>",
                escape_markup(&row.id),
                escape_markup(row.stratum.as_deref().unwrap_or("")),
            )),
        }
        page.push_str("</p>\n");
        if !row.details.is_empty() {
            page.push_str("<dl>");
            for (name, text) in &row.details {
                let content = if name == "reply" {
                    mark_reply(text, &row.marks)
                } else {
                    escape_markup(text)
                };
                page.push_str(&format!(
                    "<div><dt>{}</dt><dd>{content}</dd></div>",
                    escape_markup(detail_words(name))
                ));
            }
            page.push_str("</dl>\n");
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ol>\n");
    write_left_out_note(page, report.rows.len());
    page.push_str("</section>\n");
}

/// Writes a reply with the parts that the readings matched: underlined and highlighted.
fn mark_reply(reply: &str, marks: &[Mark]) -> String {
    let fits = |mark: &&Mark| reply.get(mark.start..mark.end).is_some_and(|part| !part.is_empty());
    let marks: Vec<&Mark> = marks.iter().filter(fits).collect();
    let mut edges: Vec<usize> = marks.iter().flat_map(|mark| [mark.start, mark.end]).collect();
    edges.extend([0, reply.len()]);
    edges.sort_unstable();
    let mut out = String::new();
    for pair in edges.windows(2) {
        let [start, end] = *pair else { continue };
        let covers = |literal| {
            marks.iter().any(|it| it.literal == literal && it.start <= start && end <= it.end)
        };
        let mut part = escape_markup(reply.get(start..end).unwrap_or(""));
        if part.is_empty() {
            continue;
        }
        if covers(true) {
            part = format!("<u>{part}</u>");
        }
        if covers(false) {
            part = format!("<mark>{part}</mark>");
        }
        out.push_str(&part);
    }
    out
}

/// Writes what the page does not prove, once, and the version.
fn write_foot(page: &mut String) {
    page.push_str(concat!(
        "<footer>\n<h2>Not proven</h2>\n<ul>\n",
        "<li>That the endpoint really sent these replies, or when.</li>\n",
        "<li>Who owns the endpoint.</li>\n",
        "<li>Whether other runs were made and not published.</li>\n",
        "<li>Anything that this page says of itself: A page cannot vouch for itself. To be sure, ",
        "open it in another copy of proofmark, which checks the records that it contains.</li>\n",
        "</ul>\n<p class=\"soft\">Made with proofmark ",
        env!("CARGO_PKG_VERSION"),
        ".</p>\n</footer>\n"
    ));
}

/// Returns the words for the outcome of an eval; a label of a suite stays.
fn outcome_words(name: &str) -> &str {
    match name {
        "correct" => "Correct",
        "wrong" => "Wrong",
        "unparseable" => "No answer found",
        "empty" => "Empty",
        "timeout" => "Timed out",
        "missing" => "Missing",
        "skipped" | "skip" => "Not asked",
        "upstream-error" => "Server error (5xx)",
        "error" => "Request failed",
        "pass" => "Passed",
        "fail" => "Failed",
        label => label,
    }
}

/// Returns the words for the name of a detail.
fn detail_words(name: &str) -> &str {
    match name {
        "question" => "Question",
        "expected" => "Right answer",
        "reply" => "Reply",
        "cause" => "No reply",
        "meaning" => "Meaning",
        "literal answer" => "First answer",
        "committed answer" => "Final answer",
        "digest" => "Digest",
        other => other,
    }
}
