//! What protocols and the machine say to each other.

use std::fmt;

use super::cause::Cause;
use super::message::{Method, Reply};
use super::url::Url;

/// Where in its protocol an exchange is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// An agent card is looked for; the number of the place, and why the places before had none.
    Card(usize, Option<Cause>),
    /// MCP: whether the server speaks without sessions.
    Discover,
    /// MCP: a session is opened; whether an old one was lost before.
    Initialize {
        /// Whether the question was refused for its session.
        lost: bool,
    },
    /// MCP: the server is told that the session is open.
    Initialized {
        /// Whether the question was refused for its session.
        lost: bool,
    },
    /// Broker: a session is opened.
    Session {
        /// Whether the question was refused for its session.
        lost: bool,
    },
    /// The question was sent.
    Question {
        /// Whether it was sent before and refused for its session.
        lost: bool,
    },
    /// A2A: a task that is at work is asked for.
    Poll(String),
}

impl Stage {
    /// The question, sent for the first time.
    pub(super) const QUESTION: Self = Self::Question { lost: false };
}

/// How the machine takes what comes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An answer without success ends the exchange unread.
    Ask,
    /// An answer without success is read, for an error of the protocol. The answer may be a
    /// stream of events.
    Rpc,
    /// Whatever fails, except for time, is an answer too, and tried again only if asked to.
    Probe {
        /// Whether what is transient is tried again.
        retried: bool,
    },
}

/// A request as a protocol makes it: the machine adds the endpoint's own headers.
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
    /// A `POST` of the JSON text `body`.
    pub(super) fn post(stage: Stage, url: &Url, body: String) -> Self {
        let headers = vec![
            ("accept", "application/json, text/plain;q=0.9, */*;q=0.1".to_owned()),
            ("content-type", "application/json".to_owned()),
        ];
        let (method, body) = (Method::Post, Some(body));
        Self { stage, kind: Kind::Ask, method, url: url.clone(), headers, body, foreign: false }
    }

    /// A `GET`.
    pub(super) fn get(stage: Stage, url: Url) -> Self {
        let headers = vec![("accept", "application/json".to_owned())];
        let (kind, method) = (Kind::Ask, Method::Get);
        Self { stage, kind, method, url, headers, body: None, foreign: false }
    }

    /// Whether the call only finds out what is spoken: whatever comes of it, the question is asked.
    pub(super) fn is_guess(&self) -> bool {
        self.kind == Kind::Probe { retried: false } || self.stage == Stage::Discover
    }

    /// The same call, taken as `kind`.
    pub(super) fn taken_as(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The same call, its URL named by another origin if `foreign`.
    pub(super) fn named_by(mut self, foreign: bool) -> Self {
        self.foreign = foreign;
        self
    }

    /// The same call with header `name` set to `value`.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.into()));
        self
    }
}

impl fmt::Debug for Call {
    /// Shows neither headers nor the body, which may hold a session.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("stage", &self.stage).field("url", &self.url).finish()
    }
}

/// What to do after an answer.
pub(super) enum Move {
    /// Send this at once.
    Send(Call),
    /// Send this after a while: the subject is at work.
    Poll(Call),
    /// The subject answered.
    Reply(Reply),
    /// It did not, and asking again would not help.
    Fail(Cause),
}

impl From<Result<Reply, Cause>> for Move {
    fn from(result: Result<Reply, Cause>) -> Self {
        result.map_or_else(Self::Fail, Self::Reply)
    }
}

impl From<Result<Call, Cause>> for Move {
    fn from(result: Result<Call, Cause>) -> Self {
        result.map_or_else(Self::Fail, Self::Send)
    }
}
