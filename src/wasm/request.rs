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
            pub fn receive_head(&mut self, status: u16, headers: Vec<String>, now: f64) -> bool {
                let headers = super::request::headers(headers);
                self.0.receive_head(status, headers, to_millis(now))
                    == crate::exchange::ResponseFlow::Continue
            }

            /// Reports a part of the body. Returns whether to continue reading.
            pub fn receive_chunk(&mut self, bytes: &[u8], now: f64) -> bool {
                self.0.receive_chunk(bytes, to_millis(now))
                    == crate::exchange::ResponseFlow::Continue
            }

            /// Reports that the body is complete.
            pub fn receive_end(&mut self, now: f64) {
                self.0.receive_end(to_millis(now));
            }

            /// Reports that the request failed; `fault` is one of the names in `exchange::Fault`.
            pub fn report_fault(&mut self, fault: &str, now: f64) {
                self.0.report_fault(super::request::fault(fault), to_millis(now));
            }
        }
    };
}
pub(super) use responses;

/// A request for the host to send.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendStep<'a> {
    method: &'static str,
    url: &'a str,
    headers: &'a [(String, String)],
    body: Option<&'a str>,
    public_only: bool,
    deadline: u64,
}

impl<'a> SendStep<'a> {
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
