//! Prompts of the caller to an endpoint.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, js_error, to_json, to_millis};
use super::members::read_options;
use super::options::EndpointOptions;
use super::request::{SendStep, responses};
use crate::eval::{self, Answer, AskStep};

/// Prompts to one endpoint; see `eval::Ask`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Ask(eval::Ask);

#[wasm_bindgen]
impl Ask {
    /// Creates an `Ask` for one endpoint. `options` is JSON. Ids and back-off are derived from `seed`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, seed: &str) -> JsResult<Ask> {
        let names = [EndpointOptions::NAMES];
        let endpoint_options = read_options("agent", options, &names, EndpointOptions::read)?;
        let limits = endpoint_options.limits();
        let ask = || Ok(eval::Ask::new(endpoint_options.endpoint("a URL")?, limits?, seed));
        ask().map(Self).map_err(js_error)
    }

    /// Starts an exchange with a prompt.
    pub fn begin(&mut self, prompt: String) -> JsResult<()> {
        self.0.begin(prompt).map_err(js_error)
    }

    /// Returns the host's next action as JSON: an object with a `type`.
    pub fn next(&mut self, now: f64) -> JsResult<String> {
        to_json(&match &self.0.next(to_millis(now)) {
            AskStep::Send { request, deadline } => Step::Send(SendStep::new(request, *deadline)),
            AskStep::Wait { until } => Step::Wait { until: *until },
            AskStep::Answer(answer) => Step::from_answer(answer),
            AskStep::Idle => Step::Idle,
        })
    }
}

responses!(Ask);

/// The host's next action.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    Send(SendStep<'a>),
    Wait {
        until: u64,
    },
    #[serde(rename_all = "camelCase")]
    Answer {
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<&'a str>,
        latency_ms: u64,
        attempts: u64,
    },
    Idle,
}

impl<'a> Step<'a> {
    fn from_answer(answer: &'a Answer) -> Self {
        Self::Answer {
            text: answer.reply.as_deref().ok(),
            cause: answer.reply.as_ref().err().map(String::as_str),
            latency_ms: answer.latency_ms,
            attempts: answer.attempts,
        }
    }
}
