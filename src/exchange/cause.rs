//! Causes of failed exchanges, and the outcomes they map to.

use std::fmt;

use crate::grade::Outcome;

/// A status code of an `http.NNN` cause: 100 to 599.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status(u16);

impl Status {
    /// Creates a status; `None` if `code` is not in 100 to 599.
    pub fn new(code: u16) -> Option<Self> {
        (100..=599).contains(&code).then_some(Self(code))
    }

    pub(super) const BAD_REQUEST: Self = Self(400);
    pub(super) const UNAUTHORIZED: Self = Self(401);
    pub(super) const FORBIDDEN: Self = Self(403);
    pub(super) const NOT_FOUND: Self = Self(404);
    pub(super) const NO_METHOD: Self = Self(405);
    pub(super) const NOT_ACCEPTABLE: Self = Self(406);
    pub(super) const PROXY_AUTH: Self = Self(407);
    pub(super) const GONE: Self = Self(410);
    pub(super) const BAD_TYPE: Self = Self(415);
    pub(super) const BAD_CONTENT: Self = Self(422);
    pub(super) const TOO_MANY: Self = Self(429);

    /// Returns the code.
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// Declares [`Cause`], its texts and its outcomes from one table.
macro_rules! causes {
    ($($(#[$doc:meta])* $name:ident = $text:literal => $outcome:ident,)*) => {
        /// The cause of a failed exchange: a closed list with stable, dotted texts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Cause {
            /// `http.NNN`: an unsuccessful HTTP status.
            Http(Status),
            /// `rpc.CODE`: a JSON-RPC error.
            Rpc(i64),
            $($(#[$doc])* $name,)*
        }

        impl Cause {
            /// Every cause except the families `http.NNN` and `rpc.CODE`.
            pub const NAMED: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the text of a cause that belongs to no family.
            const fn name(self) -> Option<&'static str> {
                match self {
                    Self::Http(_) | Self::Rpc(_) => None,
                    $(Self::$name => Some($text),)*
                }
            }

            /// Maps the cause to the question's outcome.
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
    /// The budget ended while connecting (only some hosts can tell).
    TimeoutConnect = "timeout.connect" => Timeout,
    /// The budget ended before the response headers.
    TimeoutHeaders = "timeout.headers" => Timeout,
    /// The budget ended within the response body.
    TimeoutBody = "timeout.body" => Timeout,
    /// The budget ended while a task was unfinished.
    TimeoutPoll = "timeout.poll" => Timeout,
    /// The budget ended between two requests.
    TimeoutBudget = "timeout.budget" => Timeout,

    /// The connection was refused.
    NetworkRefused = "network.refused" => Error,
    /// The connection was closed before the response was complete.
    NetworkReset = "network.reset" => Error,
    /// The host's name could not be resolved.
    NetworkDns = "network.dns" => Error,
    /// The TLS handshake failed.
    NetworkTls = "network.tls" => Error,
    /// The host could not be reached. A browser reports no more than this.
    NetworkUnreachable = "network.unreachable" => Error,
    /// A private or loopback address that came from data.
    AddressRefused = "address.refused" => Error,
    /// A redirect to another origin, or one that would drop the question.
    RedirectRefused = "redirect.refused" => Error,
    /// Too many redirects.
    RedirectTooMany = "redirect.too-many" => Error,

    /// The body exceeds the size limit.
    ReplyTooLarge = "reply.too-large" => Error,
    /// The body's content coding could not be decoded.
    ReplyEncoding = "reply.encoding" => Error,
    /// The body is not JSON.
    ReplyNotJson = "reply.not-json" => Error,
    /// The body is JSON, but not of the protocol's shape.
    ReplyNotProtocol = "reply.not-protocol" => Error,
    /// The response has the protocol's shape but no text.
    ReplyNoText = "reply.no-text" => Error,
    /// The provider reports a truncated reply.
    ReplyTruncated = "reply.truncated" => Error,
    /// The provider reports a withheld reply.
    ReplyFiltered = "reply.filtered" => UpstreamError,
    /// A successful status with an error in the body.
    ReplyError = "reply.error" => UpstreamError,
    /// The response contains a secret that was sent, so none of it is kept.
    ReplySecret = "reply.secret" => Error,

    /// The tool reports a failed call (MCP `isError`).
    ToolError = "tool.error" => UpstreamError,
    /// The task failed (A2A).
    TaskFailed = "task.failed" => UpstreamError,
    /// The task was cancelled (A2A).
    TaskCanceled = "task.canceled" => UpstreamError,
    /// The agent rejected the task (A2A).
    TaskRejected = "task.rejected" => UpstreamError,
    /// The task asks for input without a message (A2A).
    TaskInputRequired = "task.input-required" => UpstreamError,
    /// The task asks for credentials (A2A).
    TaskAuthRequired = "task.auth-required" => Error,

    /// No agent card was found where one is required (A2A).
    CardMissing = "card.missing" => Missing,
    /// The agent card is malformed, or has no interface with an http or https URL (A2A).
    CardInvalid = "card.invalid" => Error,
    /// No endpoint is known for the subject.
    EndpointUnknown = "endpoint.unknown" => Missing,
    /// The agent supports no protocol that is implemented here.
    TransportUnknown = "transport.unknown" => Skipped,
    /// Not asked: asking was switched off.
    TransportOff = "transport.off" => Skipped,
    /// Not asked: the subject's daily quota of attempts is spent.
    QuotaSpent = "quota.spent" => Skipped,
    /// Not asked: too many timeouts in a row.
    BreakerTimeout = "breaker.timeout" => Timeout,
    /// Not asked: too many questions in a row found no working endpoint.
    BreakerMissing = "breaker.missing" => Missing,
    /// A transport of the caller failed.
    TransportFailed = "transport.failed" => Error,
    /// The host aborted the exchange on request.
    Aborted = "aborted" => Error,
}

impl Cause {
    /// Returns the cause for an unsuccessful status.
    pub(super) fn http(code: u16) -> Self {
        Status::new(code).map_or(Self::ReplyNotProtocol, Self::Http)
    }

    /// Reports whether the cause is that the subject's own card or handshake offers no supported
    /// protocol.
    pub(crate) fn is_subjects_doing(text: &str) -> bool {
        Self::TransportUnknown.name() == Some(text)
    }

    /// Reports whether the agent wants another credential.
    pub(super) const fn wants_credential(self) -> bool {
        matches!(
            self,
            Self::Http(Status::UNAUTHORIZED | Status::FORBIDDEN | Status::PROXY_AUTH)
                | Self::TaskAuthRequired
        )
    }

    /// Reports whether the cause means that the question was not asked.
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

    /// Looks up a cause by its exact text.
    pub fn from_text(text: &str) -> Option<Self> {
        let named = || Self::NAMED.iter().copied().find(|cause| cause.name() == Some(text));
        let family = || match text.split_once('.')? {
            ("http", code) => Status::new(code.parse().ok()?).map(Self::Http),
            ("rpc", code) => code.parse().ok().map(Self::Rpc),
            _ => None,
        };
        // `+5` and `007` parse too, but are not canonical.
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
    fn cause_texts_are_unique_and_round_trip() {
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
    fn docs_list_every_cause_with_its_outcome() {
        let text = include_str!("../../docs/exchange.md");
        for cause in Cause::NAMED {
            let name = format!("`{cause}`");
            let rows = || text.lines().filter(|line| line.starts_with('|') && line.contains(&name));
            let outcome = format!("| `{}` |", cause.outcome().name());
            assert!(rows().any(|row| row.ends_with(&outcome)), "{cause}");
        }
    }

    #[test]
    fn http_statuses_map_to_outcomes() {
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
