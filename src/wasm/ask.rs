//! Prompts of somebody else's to an endpoint.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_js, thrown, to_js};
use super::options::EndpointOptions;
use super::request::{self, Send};
use super::{Thrown, time};
use crate::eval::{self, Answer, AskStep};
use crate::exchange::Flow;

/// Prompts to one endpoint: see `eval::Ask`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Ask(eval::Ask);

#[wasm_bindgen]
impl Ask {
    /// Prompts to one endpoint; identifiers and back-off come out of `seed`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue, seed: &str) -> Thrown<Ask> {
        let over: EndpointOptions = from_js("agent", options)?;
        let limits = over.limits();
        let ask = || Ok(eval::Ask::new(over.endpoint("a URL")?, limits?, seed));
        ask().map(Self).map_err(thrown)
    }

    /// Begins with a prompt.
    pub fn begin(&mut self, prompt: String) -> Thrown<()> {
        self.0.begin(prompt).map_err(thrown)
    }

    /// What the host has to do now: an object with a `type`.
    pub fn next(&mut self, now: f64) -> Thrown<JsValue> {
        to_js(&match &self.0.next(time(now)) {
            AskStep::Send { request, deadline } => Step::Send(Send::new(request, *deadline)),
            AskStep::Wait { until } => Step::Wait { until: *until },
            AskStep::Answer(answer) => Step::answer(answer),
            AskStep::Idle => Step::Idle,
        })
    }

    /// The head of an answer came; says whether to go on reading.
    pub fn head(&mut self, status: u16, headers: JsValue, now: f64) -> Thrown<bool> {
        let headers: Vec<(String, String)> = serde_wasm_bindgen::from_value(headers)?;
        Ok(self.0.head(status, headers, time(now)) == Flow::Continue)
    }

    /// A part of the body came; says whether to go on reading.
    pub fn chunk(&mut self, bytes: &[u8], now: f64) -> bool {
        self.0.chunk(bytes, time(now)) == Flow::Continue
    }

    /// The body is whole.
    pub fn end(&mut self, now: f64) {
        self.0.end(time(now));
    }

    /// The request came to nothing; `fault` is one of the names in `exchange::Fault`.
    pub fn failed(&mut self, fault: &str, now: f64) {
        self.0.failed(request::fault(fault), time(now));
    }
}

/// What the host has to do now.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    Send(Send<'a>),
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
    fn answer(answer: &'a Answer) -> Self {
        Self::Answer {
            text: answer.reply.as_deref().ok(),
            cause: answer.reply.as_ref().err().map(String::as_str),
            latency_ms: answer.latency_ms,
            attempts: answer.attempts,
        }
    }
}
