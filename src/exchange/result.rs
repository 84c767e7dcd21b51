//! The result of an exchange.

use super::cause::Cause;
use super::served_by::ServedBy;
use crate::exchange::net::message::Reply;

/// The result of an exchange: a reply or the cause of its failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The subject answered.
    Reply(Reply),
    /// The exchange failed.
    Failed(Cause),
}

/// One attempt to get the reply, including its handshakes, redirects and polls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Start, in milliseconds since the exchange began.
    pub start_ms: u64,
    /// Duration in milliseconds.
    pub duration_ms: u64,
    /// Cause of the failure; `None` if the attempt got the reply.
    pub cause: Option<Cause>,
}

/// A finished exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeResult {
    /// The reply, or the cause of the failure.
    pub conclusion: Conclusion,
    /// The attempts, in order; empty if nothing was sent.
    pub attempts: Vec<Attempt>,
    /// Milliseconds from the first request to the end, including waits.
    pub latency_ms: u64,
}

impl ExchangeResult {
    /// Returns the result of a caller's own transport that replied `text` after `latency_ms`.
    pub fn from_text(text: impl Into<String>, latency_ms: u64) -> Self {
        let reply = Reply {
            text: text.into(),
            session_id: None,
            served: ServedBy::default(),
            usage: None,
            charset: None,
        };
        let attempt = Attempt { start_ms: 0, duration_ms: latency_ms, cause: None };
        Self { conclusion: Conclusion::Reply(reply), attempts: vec![attempt], latency_ms }
    }

    /// Returns the result of a caller's own transport that failed after `latency_ms`.
    pub fn from_cause(cause: Cause, latency_ms: u64) -> Self {
        let attempt = Attempt { start_ms: 0, duration_ms: latency_ms, cause: Some(cause) };
        Self { conclusion: Conclusion::Failed(cause), attempts: vec![attempt], latency_ms }
    }

    /// Returns the result of an exchange that sent nothing.
    pub fn not_asked(cause: Cause) -> Self {
        Self { conclusion: Conclusion::Failed(cause), attempts: Vec::new(), latency_ms: 0 }
    }
}
