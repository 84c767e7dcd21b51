//! Reports, summaries and comparisons of scorecards and record files.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, js_error, to_json};
use super::members::{CallOptions, ReadOption, options, read_options};
use crate::Error;
use crate::report::{self, Embedded, Figures, Format, Reader, TornLine};
use crate::stats::{self, Comparison, FailOn, Gate, Probability, Summary};
use crate::suite::Answers;

/// Incremental parser for a scorecard or record file.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Source(Reader);

/// A parsed scorecard or record file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Results(report::Source);

#[wasm_bindgen]
impl Source {
    /// Creates a parser. If `looks`, truncated lines are collected instead of being an error.
    #[wasm_bindgen(constructor)]
    pub fn new(looks: bool) -> Self {
        Self(if looks { Reader::collecting_torn_lines() } else { Reader::default() })
    }

    /// Parses the next bytes.
    pub fn push(&mut self, bytes: &[u8]) -> JsResult<()> {
        self.0.push(bytes).map_err(js_error)
    }

    /// Ends the file.
    pub fn finish(self) -> JsResult<Results> {
        self.0.finish().map(Results).map_err(js_error)
    }
}

#[wasm_bindgen]
impl Results {
    /// Writes the report in the format of the options, which are JSON. A page embeds `file`, the parsed file, and
    /// `verifier`.
    pub fn report(
        self,
        options: &str,
        file: Option<String>,
        verifier: Option<String>,
    ) -> JsResult<String> {
        let names = [ReportOptions::NAMES];
        let options = read_options("report", options, &names, ReportOptions::read)?;
        let ReportOptions { format, alpha, answers } = options;
        let write = || {
            let format = Format::from_name(&format)?;
            let bank = self.0.public_bank()?;
            let mut report = self.0.report(parse_probability("alpha", alpha)?)?;
            if let Some(answers) = &answers {
                report = report.with_answers(&Answers::parse(answers.as_bytes())?)?;
            }
            let embedded = Embedded {
                data: file.as_deref().unwrap_or_default(),
                bank: bank.as_deref(),
                verifier: verifier.as_deref(),
            };
            format.write(&report, embedded)
        };
        write().map_err(js_error)
    }

    /// Returns the truncated lines as JSON.
    pub fn torn(&self) -> JsResult<String> {
        to_json(&self.0.torn_lines())
    }

    /// Summarizes the records, or only those on `lines`. Options and summary are JSON.
    pub fn summary(&self, options: &str, lines: Option<Vec<u32>>) -> JsResult<String> {
        let names = [AlphaOption::NAMES];
        let AlphaOption { alpha } = read_options("summarize", options, &names, AlphaOption::read)?;
        #[derive(Serialize)]
        struct SummaryWithLevel {
            level: String,
            #[serde(flatten)]
            summary: Summary,
        }
        let summary = parse_probability("alpha", alpha)
            .and_then(|alpha| self.0.summary(alpha, lines.as_deref()));
        let summary = summary.map_err(js_error)?;
        to_json(&SummaryWithLevel { level: report::format_level(summary.alpha), summary })
    }

    /// Lists the records as JSON, one row each.
    pub fn listing(&self) -> JsResult<String> {
        to_json(&self.0.listing().map_err(js_error)?)
    }

    /// Compares this file, the first, with the second. Options and comparison are JSON.
    pub fn compare(&self, second: &Results, options: &str) -> JsResult<String> {
        #[derive(Serialize)]
        struct ComparisonResult<'a> {
            text: String,
            markdown: String,
            figures: Figures,
            notes: Vec<String>,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            who: Vec<String>,
            torn: Pair<&'a [TornLine]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            gate: Option<Gate>,
            #[serde(flatten)]
            comparison: &'a Comparison,
        }
        let names = [CompareOptions::NAMES];
        let options = read_options("compare", options, &names, CompareOptions::read)?;
        let fail_on = options.fail_on.as_deref().map(FailOn::from_name).transpose();
        let fail_on = fail_on.map_err(js_error)?;
        let compared =
            options.to_stats_options().and_then(|o| report::compare(&self.0, &second.0, &o));
        let comparison = &compared.map_err(js_error)?;
        let gate = fail_on.map(|fail_on| stats::gate(comparison, fail_on)).transpose();
        let gate = gate.map_err(js_error)?;
        let notes = report::torn_notes(&self.0, &second.0);
        let who = self.0.identity_changes(&second.0);
        let text = report::comparison_sentence(comparison);
        let markdown = report::comparison_table(comparison, &notes, &who);
        let figures = report::format_figures(comparison);
        let torn = Pair { first: self.0.torn_lines(), second: second.0.torn_lines() };
        to_json(&ComparisonResult { text, markdown, figures, notes, who, torn, gate, comparison })
    }
}

/// A value for each of two files.
#[derive(Serialize)]
struct Pair<T> {
    first: T,
    second: T,
}

options! {
    struct ReportOptions {
        format: String = "format",
        alpha: Option<f64> = "alpha",
        answers: Option<String> = "answers",
    }
}

options! {
    struct AlphaOption {
        alpha: Option<f64> = "alpha",
    }
}

options! {
    struct CompareOptions {
        alpha: Option<f64> = "alpha",
        power: Option<f64> = "power",
        margin: Option<f64> = "margin",
        fail_on: Option<String> = "failOn",
    }
}

impl CompareOptions {
    fn to_stats_options(&self) -> Result<stats::Options, Error> {
        let standard = stats::Options::default();
        let or = |thing, value: Option<f64>, standard| {
            value.map_or(Ok(standard), |value| Probability::new(thing, value))
        };
        Ok(stats::Options {
            alpha: or("alpha", self.alpha, standard.alpha)?,
            power: or("power", self.power, standard.power)?,
            margin: or("margin", self.margin, standard.margin)?,
        })
    }
}

fn parse_probability(thing: &'static str, value: Option<f64>) -> Result<Probability, Error> {
    value.map_or(Ok(Probability::ALPHA), |value| Probability::new(thing, value))
}
