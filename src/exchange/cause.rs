//! Why an exchange ended without a reply, and what that makes of the question.

use std::fmt;

use crate::grade::Outcome;

/// A status code that a `http.NNN` cause can name: 100 to 599.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status(u16);

impl Status {
    /// The status `code`, or none if it has not three digits from `100` to `599`.
    pub fn new(code: u16) -> Option<Self> {
        (100..=599).contains(&code).then_some(Self(code))
    }

    /// The code.
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// Declares [`Cause`], its texts and its mapping from one table.
macro_rules! causes {
    ($($(#[$doc:meta])* $name:ident = $text:literal => $outcome:ident,)*) => {
        /// Why an exchange ended without a reply: a closed list with stable, dotted texts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Cause {
            /// `http.NNN`: the endpoint answered with a status that is not a success.
            Http(Status),
            /// `rpc.CODE`: the endpoint answered with a JSON-RPC error.
            Rpc(i64),
            $($(#[$doc])* $name,)*
        }

        impl Cause {
            /// Every cause but the two families `http.NNN` and `rpc.CODE`.
            pub const NAMED: &'static [Self] = &[$(Self::$name,)*];

            /// The text of a named cause.
            const fn name(self) -> Option<&'static str> {
                match self {
                    Self::Http(_) | Self::Rpc(_) => None,
                    $(Self::$name => Some($text),)*
                }
            }

            /// What the cause makes of the question: a total mapping.
            pub const fn outcome(self) -> Outcome {
                match self {
                    Self::Http(Status(404 | 410)) => Outcome::Missing,
                    Self::Http(Status(402 | 429 | 500..)) | Self::Rpc(_) => Outcome::UpstreamError,
                    Self::Http(_) => Outcome::Error,
                    $(Self::$name => Outcome::$outcome,)*
                }
            }
        }
    };
}

causes! {
    /// The budget ended while the connection was being made (only some hosts can tell).
    TimeoutConnect = "timeout.connect" => Timeout,
    /// The budget ended before the head of an answer came.
    TimeoutHeaders = "timeout.headers" => Timeout,
    /// The budget ended within the body of an answer.
    TimeoutBody = "timeout.body" => Timeout,
    /// The budget ended while a task was still at work.
    TimeoutPoll = "timeout.poll" => Timeout,
    /// The budget ended between two requests.
    TimeoutBudget = "timeout.budget" => Timeout,

    /// The connection was refused.
    NetworkRefused = "network.refused" => Error,
    /// The connection was closed before the answer was whole.
    NetworkReset = "network.reset" => Error,
    /// The name of the host could not be resolved.
    NetworkDns = "network.dns" => Error,
    /// No secure connection could be made.
    NetworkTls = "network.tls" => Error,
    /// The host could not be reached; a browser says no more than this.
    NetworkUnreachable = "network.unreachable" => Error,
    /// The address is private or loopback, and came from data.
    AddressRefused = "address.refused" => Error,
    /// A redirect to another origin, or one that would drop the question.
    RedirectRefused = "redirect.refused" => Error,
    /// More redirects than are followed.
    RedirectTooMany = "redirect.too-many" => Error,

    /// The body is longer than the limit.
    ReplyTooLarge = "reply.too-large" => Error,
    /// The body's content coding could not be undone.
    ReplyEncoding = "reply.encoding" => Error,
    /// The body is not JSON.
    ReplyNotJson = "reply.not-json" => Error,
    /// The body is JSON, but not of the protocol's shape.
    ReplyNotProtocol = "reply.not-protocol" => Error,
    /// The answer is of the protocol's shape and has no text.
    ReplyNoText = "reply.no-text" => Error,
    /// The provider says that it cut the reply short.
    ReplyTruncated = "reply.truncated" => Error,
    /// The provider says that it withheld the reply.
    ReplyFiltered = "reply.filtered" => UpstreamError,
    /// The answer is a success by its status and an error by its body.
    ReplyError = "reply.error" => UpstreamError,
    /// The answer contains a secret that was sent, so nothing of it is kept.
    ReplySecret = "reply.secret" => Error,

    /// The tool says that its call failed (MCP `isError`).
    ToolError = "tool.error" => UpstreamError,
    /// The task failed (A2A).
    TaskFailed = "task.failed" => UpstreamError,
    /// The task was cancelled (A2A).
    TaskCanceled = "task.canceled" => UpstreamError,
    /// The agent rejected the task (A2A).
    TaskRejected = "task.rejected" => UpstreamError,
    /// The task waits for more input and says nothing (A2A).
    TaskInputRequired = "task.input-required" => UpstreamError,
    /// The task waits for credentials (A2A).
    TaskAuthRequired = "task.auth-required" => Error,

    /// The agent has no agent card where one must be (A2A).
    CardMissing = "card.missing" => Missing,
    /// The agent card is malformed, or no interface in it has an http or https URL (A2A).
    CardInvalid = "card.invalid" => Error,
    /// No endpoint is known for the subject.
    EndpointUnknown = "endpoint.unknown" => Missing,
    /// The agent speaks nothing that is spoken here.
    TransportUnknown = "transport.unknown" => Skipped,
    /// The question was not asked because asking was switched off.
    TransportOff = "transport.off" => Skipped,
    /// Not asked, because the subject's attempts for the day are used up.
    QuotaSpent = "quota.spent" => Skipped,
    /// Not asked, because too many questions in a row ran out of time.
    BreakerTimeout = "breaker.timeout" => Timeout,
    /// Not asked, because too many questions in a row found no endpoint that answers.
    BreakerMissing = "breaker.missing" => Missing,
    /// A transport of the caller's own failed.
    TransportFailed = "transport.failed" => Error,
    /// The host ended the exchange on request.
    Aborted = "aborted" => Error,
}

impl Cause {
    /// The cause for an answer with a status that is no success.
    pub(super) fn http(code: u16) -> Self {
        Status::new(code).map_or(Self::ReplyNotProtocol, Self::Http)
    }

    /// Reports whether a cause says that the subject itself, by its card or handshake, left no way
    /// to ask it.
    pub(crate) fn is_subjects_doing(text: &str) -> bool {
        Self::TransportUnknown.name() == Some(text)
    }

    /// Whether it says that a question was not asked, and why.
    pub const fn is_unasked(self) -> bool {
        matches!(
            self,
            Self::EndpointUnknown
                | Self::TransportOff
                | Self::QuotaSpent
                | Self::BreakerTimeout
                | Self::BreakerMissing
        )
    }

    /// The cause whose text is `text`, exactly.
    pub fn from_text(text: &str) -> Option<Self> {
        let named = || Self::NAMED.iter().copied().find(|cause| cause.name() == Some(text));
        let family = || match text.split_once('.')? {
            ("http", code) => Status::new(code.parse().ok()?).map(Self::Http),
            ("rpc", code) => code.parse().ok().map(Self::Rpc),
            _ => None,
        };
        // `+5` and `007` parse too, and are not how a cause is written.
        named().or_else(|| family().filter(|cause| cause.to_string() == text))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Http(status) => write!(f, "http.{}", status.code()),
            Self::Rpc(code) => write!(f, "rpc.{code}"),
            named => f.write_str(named.name().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_unique_and_read_back() {
        let mut all = Cause::NAMED.to_vec();
        all.extend((100..600).map(Cause::http));
        all.extend([i64::MIN, -32603, 0, i64::MAX].map(Cause::Rpc));
        let texts: std::collections::HashSet<_> = all.iter().map(Cause::to_string).collect();
        assert_eq!(texts.len(), all.len());
        for cause in all {
            assert_eq!(Cause::from_text(&cause.to_string()), Some(cause));
        }
        for text in ["", "http.", "http.99", "http.0404", "http.+404", "rpc.", "rpc.-0", "timeout"]
        {
            assert_eq!(Cause::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn the_documentation_lists_every_cause_with_its_outcome() {
        let text = include_str!("../../docs/exchange.md");
        for cause in Cause::NAMED {
            let name = format!("`{cause}`");
            let rows = || text.lines().filter(|line| line.starts_with('|') && line.contains(&name));
            let outcome = format!("| `{}` |", cause.outcome().name());
            assert!(rows().any(|row| row.ends_with(&outcome)), "{cause}");
        }
    }

    #[test]
    fn statuses_map_as_the_table_says() {
        for (code, outcome) in [
            (404, Outcome::Missing),
            (410, Outcome::Missing),
            (402, Outcome::UpstreamError),
            (429, Outcome::UpstreamError),
            (500, Outcome::UpstreamError),
            (599, Outcome::UpstreamError),
            (400, Outcome::Error),
            (401, Outcome::Error),
            (304, Outcome::Error),
        ] {
            assert_eq!(Cause::http(code).outcome(), outcome, "{code}");
        }
        assert_eq!(Cause::http(0), Cause::ReplyNotProtocol);
    }
}
