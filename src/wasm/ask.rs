//! Prompts of somebody else's to an endpoint.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_js, thrown, to_js};
use super::{Thrown, time};
use crate::Error;
use crate::eval::{self, Answer, AskStep};
use crate::exchange::{Endpoint, Fault, Flow, Limits, Options, Protocol};

/// Prompts to one endpoint: see `eval::Ask`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Ask(eval::Ask);

#[wasm_bindgen]
impl Ask {
    /// Prompts to one endpoint.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Thrown<Ask> {
        let options: AskOptions = from_js("agent", options)?;
        options.ask().map(Self).map_err(thrown)
    }

    /// Begins with a prompt.
    pub fn begin(&mut self, prompt: String) -> Thrown<()> {
        self.0.begin(prompt).map_err(thrown)
    }

    /// What the host has to do now: an object with a `type`.
    pub fn next(&mut self, now: f64) -> Thrown<JsValue> {
        to_js(&match &self.0.next(time(now)) {
            AskStep::Send { request, deadline } => Step::Send {
                method: request.method.name(),
                url: &request.url,
                headers: &request.headers,
                body: request.body.as_deref(),
                public_only: request.public_only,
                deadline: *deadline,
            },
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
        // A host that does not know why says so with a name of its own.
        let fault = Fault::from_name(fault).unwrap_or(Fault::Unreachable);
        self.0.failed(fault, time(now));
    }
}

/// What the host has to do now.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    #[serde(rename_all = "camelCase")]
    Send {
        method: &'static str,
        url: &'a str,
        headers: &'a [(String, String)],
        body: Option<&'a str>,
        public_only: bool,
        deadline: u64,
    },
    Wait {
        until: u64,
    },
    #[serde(rename_all = "camelCase")]
    Answer {
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        session_id: Option<&'a str>,
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
            session_id: answer.session_id.as_deref(),
            latency_ms: answer.latency_ms,
            attempts: answer.attempts,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskOptions {
    endpoint: String,
    protocol: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    model: Option<String>,
    json_body: Option<String>,
    reply_pointer: Option<String>,
    tool: Option<String>,
    argument: Option<String>,
    uaid: Option<String>,
    agent_url: Option<String>,
    #[serde(default)]
    cross_origin: bool,
    from_data: Option<bool>,
    budget: Option<u64>,
    retries: Option<u32>,
    max_body: Option<usize>,
    #[serde(default)]
    allow_private: bool,
    seed: String,
}

impl AskOptions {
    fn ask(self) -> Result<eval::Ask, Error> {
        let protocol = Protocol::from_name(self.protocol.as_deref().unwrap_or("auto"))?;
        let options = Options {
            headers: self.headers.into_iter().collect(),
            model: self.model,
            body: self.json_body,
            reply_pointer: self.reply_pointer,
            tool: self.tool,
            argument: self.argument,
            uaid: self.uaid,
            agent_url: self.agent_url,
            cross_origin: self.cross_origin,
            from_data: self.from_data.unwrap_or(true),
            allow_private: self.allow_private,
        };
        let endpoint = Endpoint::new(&self.endpoint, protocol, options)?;
        let standard = Limits::default();
        let limits = Limits::new(
            self.budget.unwrap_or(standard.budget_ms()),
            self.retries.unwrap_or(standard.retries()),
            self.max_body.unwrap_or(standard.max_body()),
        )?;
        Ok(eval::Ask::new(endpoint, limits, &self.seed))
    }
}
