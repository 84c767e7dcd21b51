//! Probes of endpoints.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_js, js_error, to_js};
use super::options::EndpointOptions;
use super::request::{self, Send};
use super::{JsResult, millis};
use crate::exchange::{self, Advice, Cause, Findings, Flow, Url};

/// A probe; see `exchange::Probe`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Probe(exchange::Probe);

#[wasm_bindgen]
impl Probe {
    /// Creates a probe of one endpoint. Ids are derived from `seed`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue, seed: &str) -> JsResult<Probe> {
        let options: EndpointOptions = from_js("probe", options)?;
        options.probe(seed).map(Self).map_err(js_error)
    }

    /// Returns the host's next action: an object with a `type`.
    pub fn next(&mut self, now: f64) -> JsResult<JsValue> {
        let step = self.0.next(millis(now));
        to_js(&match &step {
            exchange::Step::Send { request, deadline } => Step::Send(Send::new(request, *deadline)),
            exchange::Step::Wait { until } => Step::Wait { until: *until },
            exchange::Step::Done => Step::Found { findings: self.0.findings() },
        })
    }

    /// Reports the response headers. Returns whether to continue reading.
    pub fn head(&mut self, status: u16, headers: JsValue, now: f64) -> JsResult<bool> {
        let headers: Vec<(String, String)> = serde_wasm_bindgen::from_value(headers)?;
        Ok(self.0.head(status, headers, millis(now)) == Flow::Continue)
    }

    /// Reports a part of the body. Returns whether to continue reading.
    pub fn chunk(&mut self, bytes: &[u8], now: f64) -> bool {
        self.0.chunk(bytes, millis(now)) == Flow::Continue
    }

    /// Reports that the body is complete.
    pub fn end(&mut self, now: f64) {
        self.0.end(millis(now));
    }

    /// Reports that the request failed; `fault` is one of the names in `exchange::Fault`.
    pub fn failed(&mut self, fault: &str, now: f64) {
        self.0.failed(request::fault(fault), millis(now));
    }
}

/// The host's next action.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    Send(Send<'a>),
    Wait { until: u64 },
    Found { findings: Option<&'a Findings> },
}

/// Explains a cause: `{ code, mistake, message }`; undefined for an unknown cause.
#[wasm_bindgen]
pub fn explain_cause(cause: &str, endpoint: Option<String>) -> JsResult<JsValue> {
    #[derive(Serialize)]
    struct Explained {
        code: &'static str,
        mistake: bool,
        message: String,
    }
    let url = endpoint.as_deref().and_then(|endpoint| Url::parse(endpoint).ok());
    let advice = Cause::from_text(cause).map(|cause| cause.advice(url.as_ref()));
    let Some(Advice { code, mistake, message }) = advice else { return Ok(JsValue::UNDEFINED) };
    to_js(&Explained { code, mistake, message })
}
