//! Probes of endpoints.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, js_error, to_json, to_millis};
use super::members::read_options;
use super::options::EndpointOptions;
use super::request::{SendStep, responses};
use crate::exchange::{self, Advice, Cause, Findings, Url};

/// A probe; see `exchange::Probe`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Probe(exchange::Probe);

#[wasm_bindgen]
impl Probe {
    /// Creates a probe of one endpoint. `options` is JSON. Ids are derived from `seed`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, seed: &str) -> JsResult<Probe> {
        let names = [EndpointOptions::NAMES];
        let options = read_options("probe", options, &names, EndpointOptions::read)?;
        options.probe(seed).map(Self).map_err(js_error)
    }

    /// Returns the host's next action as JSON: an object with a `type`.
    pub fn next(&mut self, now: f64) -> JsResult<String> {
        let step = self.0.next(to_millis(now));
        to_json(&match &step {
            exchange::Step::Send { request, deadline } => {
                Step::Send(SendStep::new(request, *deadline))
            }
            exchange::Step::Wait { until } => Step::Wait { until: *until },
            exchange::Step::Done => Step::Found { findings: self.0.findings() },
        })
    }
}

responses!(Probe);

/// The host's next action.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    Send(SendStep<'a>),
    Wait { until: u64 },
    Found { findings: Option<&'a Findings> },
}

/// Explains a cause, as JSON: `{ code, mistake, message }`; `null` for an unknown cause.
#[wasm_bindgen]
pub fn explain_cause(cause: &str, endpoint: Option<String>) -> JsResult<String> {
    #[derive(Serialize)]
    struct Explanation {
        code: &'static str,
        mistake: bool,
        message: String,
    }
    let url = endpoint.as_deref().and_then(|endpoint| Url::parse(endpoint).ok());
    let advice = Cause::from_text(cause).map(|cause| cause.advice(url.as_ref()));
    let explained =
        advice.map(|Advice { code, mistake, message }| Explanation { code, mistake, message });
    to_json(&explained)
}
