//! Requests for the host, and the faults that it reports.

use serde::Serialize;

use crate::exchange::{Fault, Request};

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
