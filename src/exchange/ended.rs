//! How an exchange ended.

use super::cause::Cause;
use super::message::Reply;
use super::served::Served;

/// How an exchange ended: in a reply or a cause, never both, never neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The subject answered.
    Reply(Reply),
    /// It did not.
    Failed(Cause),
}

/// One try at getting the reply. A try includes the handshakes, redirects and polls that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// When it began, in milliseconds since the exchange began.
    pub start_ms: u64,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Why it failed; none for the one that brought the reply.
    pub cause: Option<Cause>,
}

/// The end of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The reply, or why there is none.
    pub conclusion: Conclusion,
    /// The attempts, in order; none if nothing was sent.
    pub attempts: Vec<Attempt>,
    /// Milliseconds from the first request to the end, waits included.
    pub latency_ms: u64,
}

impl Ended {
    /// The end of an exchange over a transport of somebody else's, which took `latency_ms` and
    /// answered `text`.
    pub fn of_text(text: impl Into<String>, latency_ms: u64) -> Self {
        let reply = Reply {
            text: text.into(),
            session_id: None,
            served: Served::default(),
            usage: None,
            charset: None,
        };
        let attempt = Attempt { start_ms: 0, duration_ms: latency_ms, cause: None };
        Self { conclusion: Conclusion::Reply(reply), attempts: vec![attempt], latency_ms }
    }

    /// The end of an exchange over a transport of somebody else's, which failed after
    /// `latency_ms`.
    pub fn of_cause(cause: Cause, latency_ms: u64) -> Self {
        let attempt = Attempt { start_ms: 0, duration_ms: latency_ms, cause: Some(cause) };
        Self { conclusion: Conclusion::Failed(cause), attempts: vec![attempt], latency_ms }
    }

    /// The end of an exchange that never began: the endpoint is unknown, or was not to be asked.
    pub fn unasked(cause: Cause) -> Self {
        Self { conclusion: Conclusion::Failed(cause), attempts: Vec::new(), latency_ms: 0 }
    }
}
