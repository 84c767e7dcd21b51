//! Drawing of questions, and runs against an endpoint.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, fill_random, js_error, text, to_json, to_millis};
use super::members::read_options;
use super::options::{DrawOptions, EndpointOptions, RunOptions, SubjectOptions};
use super::request::{SendStep, responses};
use crate::draw::{self, DrawnLine};
use crate::eval;
use crate::exchange::{self};
use crate::id::Family;
use crate::record::{Scores, SignalRecord};

/// Creates a seed from the host's randomness.
#[wasm_bindgen]
pub fn fresh_seed() -> JsResult<String> {
    let mut random = [0; 16];
    fill_random(&mut random)?;
    Ok(draw::format_seed(random))
}

/// Returns the commitment to a seed, in hex.
#[wasm_bindgen]
pub fn commitment(seed: &str) -> String {
    draw::seed_commitment(seed).hex()
}

/// Reports whether an IP address is public. Hosts check each address before they connect.
#[wasm_bindgen]
pub fn is_public_address(address: &str) -> bool {
    exchange::is_public_address(address)
}

/// Reports whether the value of a request header is to be treated as secret.
#[wasm_bindgen]
pub fn is_secret_header(name: &str) -> bool {
    exchange::is_secret_header(name)
}

/// Draws questions from a seed. Options and questions are JSON.
#[wasm_bindgen]
pub fn generate(options: &str) -> JsResult<String> {
    let options = read_options("generate", options, &[DrawOptions::NAMES], DrawOptions::read)?;
    let bank = options.bank().map_err(js_error)?;
    let family = options.family().map_err(js_error)?;
    let key = options.source().map_err(js_error)?.key(family);
    let line = |index| {
        let drawn = match family {
            Family::Math => draw::draw_math(&key, index),
            Family::Science => draw::draw_science(&key, index, &bank)?,
        };
        DrawnLine::new(index, &drawn)
    };
    let (start, count) = options.range();
    let lines: Result<Vec<DrawnLine>, _> = (start..start + count).map(line).collect();
    to_json(&lines.map_err(js_error)?)
}

/// Computes the scores of bots that know nothing. Options and scores are JSON.
#[wasm_bindgen]
pub fn selftest(options: &str) -> JsResult<String> {
    let options = read_options("selftest", options, &[DrawOptions::NAMES], DrawOptions::read)?;
    let bank = options.bank().map_err(js_error)?;
    let (family, draws) = (options.family().map_err(js_error)?, options.range().1);
    let source = options.source().map_err(js_error)?;
    to_json(&crate::selftest::selftest(family, &source, &bank, draws).map_err(js_error)?)
}

/// Returns the subject of an evaluation with these options, as its first record names it. Both are
/// JSON.
#[wasm_bindgen]
pub fn describe_subject(options: &str) -> JsResult<String> {
    let names = [SubjectOptions::NAMES, EndpointOptions::NAMES];
    let (subject, endpoint) = read_options("subjectOf", options, &names, |given| {
        Ok((SubjectOptions::read(given)?, EndpointOptions::read(given)?))
    })?;
    to_json(&subject.subject(endpoint).map_err(js_error)?.0)
}

/// Returns what one record adds to the scores, as JSON.
#[wasm_bindgen]
pub fn record_scores(record: &[u8]) -> JsResult<String> {
    let mut scores = Scores::default();
    scores.add_record(&SignalRecord::parse(record).map_err(js_error)?);
    to_json(&scores)
}

/// A run; see `eval::Run`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Run(eval::Run);

#[wasm_bindgen]
impl Run {
    /// Creates a run against one subject. `options` is JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> JsResult<Run> {
        let names = [SubjectOptions::NAMES, RunOptions::NAMES, EndpointOptions::NAMES];
        read_options("evaluate", options, &names, |given| {
            let (subject, run) = (SubjectOptions::read(given)?, RunOptions::read(given)?);
            run.run(subject, EndpointOptions::read(given)?)
        })
        .map(Self)
    }

    /// Returns the run's first line.
    pub fn run_line(&self) -> JsResult<String> {
        self.0.plan().run_line().map(text).map_err(js_error)
    }

    /// Returns the id of the plan.
    pub fn plan_id(&self) -> String {
        self.0.plan().plan_id().hex()
    }

    /// Returns the id of the run.
    pub fn run_id(&self) -> String {
        self.0.plan().run_id().hex()
    }

    /// Returns the id of the run's subject.
    pub fn subject(&self) -> String {
        self.0.plan().subject().id.to_string()
    }

    /// Returns the scores so far, as JSON.
    pub fn scores(&self) -> JsResult<String> {
        to_json(&self.0.scores())
    }

    /// Returns the line that closes the run.
    pub fn close_line(&self) -> JsResult<String> {
        self.0.close_line().map(text).map_err(js_error)
    }

    /// Skips the next question, which an earlier part of this run has recorded.
    pub fn resume(&mut self, line: &[u8]) -> JsResult<()> {
        let record = SignalRecord::parse(line).map_err(js_error)?;
        self.0.resume(&record).map_err(js_error)
    }

    /// Returns the host's next action as JSON: an object with a `type`.
    pub fn next(&mut self, now: f64) -> JsResult<String> {
        let step = self.0.next(to_millis(now)).map_err(js_error)?;
        to_json(&match &step {
            eval::Step::Question(question) => Step::Question { question },
            eval::Step::Send { request, deadline } => Step::Send(SendStep::new(request, *deadline)),
            eval::Step::Ask { prompt, deadline } => Step::Ask { prompt, deadline: *deadline },
            eval::Step::Wait { until } => Step::Wait { until: *until },
            eval::Step::Record(record) => {
                Step::Record { line: text(record.to_line().map_err(js_error)?) }
            }
            eval::Step::Done => Step::Done,
        })
    }

    /// Declines the announced question, with this cause.
    pub fn decline(&mut self, cause: &str) -> JsResult<()> {
        self.0.decline(cause).map_err(js_error)
    }

    /// Reports the reply of the caller's own transport.
    pub fn receive_reply(&mut self, text: String, now: f64) {
        self.0.receive_reply(text, to_millis(now));
    }

    /// Reports that the caller's own transport failed; `reason` is a cause, a fault, or any other
    /// text.
    pub fn report_transport_failure(&mut self, reason: &str, now: f64) {
        self.0.report_transport_failure(reason, to_millis(now));
    }
}

responses!(Run);

/// The host's next action, as an object with a `type`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    Question { question: &'a DrawnLine },
    Send(SendStep<'a>),
    Ask { prompt: &'a str, deadline: u64 },
    Wait { until: u64 },
    Record { line: String },
    Done,
}
