//! Requests for the host, and the faults that it reports.

use serde::Serialize;

use crate::exchange::{Fault, Request};

/// Gives a class the calls with which the host reports what came of its last request.
macro_rules! responses {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// Reports the response headers, names and values in turn. Returns whether to continue
            /// reading.
            pub fn head(&mut self, status: u16, headers: Vec<String>, now: f64) -> bool {
                let headers = super::request::headers(headers);
                self.0.head(status, headers, millis(now)) == crate::exchange::Flow::Continue
            }

            /// Reports a part of the body. Returns whether to continue reading.
            pub fn chunk(&mut self, bytes: &[u8], now: f64) -> bool {
                self.0.chunk(bytes, millis(now)) == crate::exchange::Flow::Continue
            }

            /// Reports that the body is complete.
            pub fn end(&mut self, now: f64) {
                self.0.end(millis(now));
            }

            /// Reports that the request failed; `fault` is one of the names in `exchange::Fault`.
            pub fn failed(&mut self, fault: &str, now: f64) {
                self.0.failed(super::request::fault(fault), millis(now));
            }
        }
    };
}
pub(super) use responses;

/// A request for the host to send.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Send<'a> {
    method: &'static str,
    url: &'a str,
    headers: &'a [(String, String)],
    body: Option<&'a str>,
    public_only: bool,
    deadline: u64,
}

impl<'a> Send<'a> {
    pub(super) fn new(request: &'a Request, deadline: u64) -> Self {
        Self {
            method: request.method.name(),
            url: &request.url,
            headers: &request.headers,
            body: request.body.as_deref(),
            public_only: request.public_only,
            deadline,
        }
    }
}

/// Pairs the names and values of headers.
pub(super) fn headers(texts: Vec<String>) -> Vec<(String, String)> {
    let mut texts = texts.into_iter();
    std::iter::from_fn(|| texts.next().zip(texts.next())).collect()
}

/// Looks up a fault by name. Hosts use unknown names for unknown faults.
pub(super) fn fault(name: &str) -> Fault {
    Fault::from_name(name).unwrap_or(Fault::Unreachable)
}
