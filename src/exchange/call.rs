//! Calls that a protocol makes, and its decisions on their responses.

use std::fmt;

use super::cause::Cause;
use super::endpoint::{Endpoint, USER_AGENT};
use crate::exchange::net::message::{Method, Reply, Request};
use crate::exchange::net::url::Url;

/// The stage of an exchange within its protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Fetching an agent card: the number of the URL, and the cause with which earlier URLs failed.
    Card(usize, Option<Cause>),
    /// MCP: detecting whether the server is stateless.
    Discover,
    /// MCP: opening a session.
    Initialize {
        /// True if the server has dropped the previous session.
        session_lost: bool,
    },
    /// MCP: notifying the server that the session is initialized.
    Initialized {
        /// True if the server has dropped the previous session.
        session_lost: bool,
    },
    /// Broker: asking whether the agent can be reached.
    Readiness,
    /// Broker: opening a session.
    Session,
    /// Broker: ending the session after the reply or the failure.
    EndSession,
    /// Sending the prompt.
    Question {
        /// True if an earlier request was rejected because its session was gone.
        session_lost: bool,
    },
    /// A2A: polling an unfinished task, by its id. Broker: polling the history of a session.
    Poll(String),
}

impl Stage {
    /// Sending the prompt for the first time.
    pub(super) const QUESTION: Self = Self::Question { session_lost: false };
}

/// Handling of a call's response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An unsuccessful status ends the exchange without reading the body.
    Ask,
    /// The body of an unsuccessful response is read for a protocol error. The response may be an
    /// event stream.
    Rpc,
    /// Any failure but a timeout is passed to the protocol.
    Probe {
        /// True if transient failures are retried first.
        retried: bool,
    },
}

/// A request as a protocol builds it. The state machine adds the endpoint's headers.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) stage: Stage,
    pub(super) kind: Kind,
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Option<String>,
    /// True if another origin than the endpoint's chose any part of the URL.
    pub(super) foreign: bool,
}

impl Call {
    /// Builds a `POST` of a JSON body.
    pub(super) fn post(stage: Stage, url: &Url, body: String) -> Self {
        let headers = vec![
            ("accept", "application/json, text/plain;q=0.9, */*;q=0.1".to_owned()),
            ("content-type", "application/json".to_owned()),
        ];
        let (method, body) = (Method::Post, Some(body));
        Self { stage, kind: Kind::Ask, method, url: url.clone(), headers, body, foreign: false }
    }

    /// Builds a `GET`.
    pub(super) fn get(stage: Stage, url: Url) -> Self {
        Self::new_without_body(Method::Get, stage, url)
    }

    /// Builds a `DELETE`.
    pub(super) fn delete(stage: Stage, url: Url) -> Self {
        Self::new_without_body(Method::Delete, stage, url)
    }

    fn new_without_body(method: Method, stage: Stage, url: Url) -> Self {
        let headers = vec![("accept", "application/json".to_owned())];
        Self { stage, kind: Kind::Ask, method, url, headers, body: None, foreign: false }
    }

    /// Reports whether the call only detects the protocol, so that the prompt is sent even if it
    /// fails.
    pub(super) fn is_detection(&self) -> bool {
        self.kind == Kind::Probe { retried: false } || self.stage == Stage::Discover
    }

    /// Sets the handling of the response.
    pub(super) fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// Sets whether another origin chose any part of the URL.
    pub(super) fn with_foreign_url(mut self, foreign: bool) -> Self {
        self.foreign = foreign;
        self
    }

    /// Builds the HTTP request. The endpoint's headers override the protocol's. They are omitted
    /// once another origin has chosen part of the URL, even if it leads back to the endpoint.
    pub(super) fn request(&self, endpoint: &Endpoint) -> Request {
        let own = if self.foreign { &[] } else { endpoint.headers() };
        let returned = self.foreign && endpoint.url().is_same_origin(&self.url);
        let ours = [("user-agent", USER_AGENT.to_owned())];
        let ours = ours.into_iter().chain(self.headers.iter().cloned());
        let ours = ours.filter(|(name, _)| own.iter().all(|(other, _)| other != name));
        let ours = ours.filter(|(name, _)| !(returned && *name == "mcp-session-id"));
        let ours = ours.map(|(name, value)| (name.to_owned(), value));
        Request {
            method: self.method,
            url: self.url.href(),
            headers: ours.chain(own.iter().cloned()).collect(),
            body: self.body.clone(),
            public_only: endpoint.must_be_public(&self.url),
        }
    }

    /// Sets header `name`, replacing an earlier value.
    pub(super) fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.into()));
        self
    }
}

impl fmt::Debug for Call {
    /// Omits the path, the headers and the body, which may hold a session id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("stage", &self.stage)
            .field("origin", &self.url.origin())
            .finish()
    }
}

/// A protocol's decision after a response.
pub(super) enum Action {
    /// Send this call now.
    Send(Call),
    /// Send this call after a delay: the task is unfinished.
    Poll(Call),
    /// Send the same call again after a delay, if a retry is left; otherwise fail.
    Retry(Cause),
    /// End with a reply.
    Reply(Reply),
    /// End with a failure that a retry would not change.
    Fail(Cause),
}

impl From<Result<Reply, Cause>> for Action {
    fn from(result: Result<Reply, Cause>) -> Self {
        result.map_or_else(Self::Fail, Self::Reply)
    }
}

impl From<Result<Call, Cause>> for Action {
    fn from(result: Result<Call, Cause>) -> Self {
        result.map_or_else(Self::Fail, Self::Send)
    }
}
