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

    /// Returns the code.
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// Declares [`Cause`] from one table: name, text, outcome, meaning and remedy.
macro_rules! causes {
    ($($name:ident = $text:literal => $outcome:ident, $meaning:literal, $remedy:literal;)*) => {
        /// The cause of a failed exchange: a closed list with stable, dotted texts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Cause {
            /// `http.NNN`: an unsuccessful HTTP status.
            Http(Status),
            /// `rpc.CODE`: a JSON-RPC error.
            Rpc(i64),
            $(#[doc = $meaning] $name,)*
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

            /// Returns two sentences: the meaning of the cause, and a remedy.
            pub const fn explanation(self) -> [&'static str; 2] {
                match self {
                    Self::Http(Status(code)) => http_advice(code),
                    Self::Rpc(code) => rpc_advice(code),
                    $(Self::$name => [$meaning, $remedy],)*
                }
            }
        }
    };
}

causes! {
    TimeoutConnect = "timeout.connect" => Timeout,
        "The time budget ended before a connection was established.",
        "Check host and port, or raise the budget.";
    TimeoutHeaders = "timeout.headers" => Timeout,
        "The time budget ended before the endpoint answered.",
        "Check that the agent is running, or raise the budget.";
    TimeoutBody = "timeout.body" => Timeout,
        "The time budget ended in the middle of the response.",
        "Raise the budget, or find out why the agent stops sending.";
    TimeoutPoll = "timeout.poll" => Timeout,
        "The agent accepted the question but did not finish it within the time budget.",
        "Raise the budget.";
    TimeoutBudget = "timeout.budget" => Timeout,
        "The time budget ended between two requests.",
        "Raise the budget.";
    TimeoutAgent = "timeout.agent" => Timeout,
        "The broker reports that the agent did not answer in time.",
        "Check that the agent is running.";

    NetworkRefused = "network.refused" => Error,
        "The connection was refused.",
        "Start the agent, or check host and port.";
    NetworkReset = "network.reset" => Error,
        "The connection closed before the response was complete.",
        "Look in the log of the agent or of a proxy in front of it.";
    NetworkDns = "network.dns" => Error,
        "The host name could not be resolved.",
        "Check the spelling of the host name.";
    NetworkTls = "network.tls" => Error,
        "The TLS handshake failed.",
        "Renew the certificate, or trust the authority that issued it.";
    NetworkUnreachable = "network.unreachable" => Error,
        "The host could not be reached. A browser reports no more than this.",
        "Check the URL and CORS, or ask from the command line for a precise cause.";
    AddressRefused = "address.refused" => Error,
        "A redirect, an agent card or a targets file leads to a private address.",
        "Allow private addresses (--allow-private) if the address is yours.";
    RedirectRefused = "redirect.refused" => Error,
        "A redirect leads to another origin or from https to http, or would drop the question.",
        "Use the URL that it leads to, or allow other origins (crossOrigin).";
    RedirectTooMany = "redirect.too-many" => Error,
        "The endpoint redirects more than five times.",
        "Use the final URL.";

    ReplyTooLarge = "reply.too-large" => Error,
        "The response exceeds the size limit.",
        "Raise the limit, or have the agent send less.";
    ReplyEncoding = "reply.encoding" => Error,
        "The content coding of the response could not be decoded.",
        "Fix the compression of the agent or of a proxy in front of it.";
    ReplyNotJson = "reply.not-json" => Error,
        "The response is not JSON; often it is an HTML error page.",
        "Check the path of the URL and the protocol.";
    ReplyNotProtocol = "reply.not-protocol" => Error,
        "The response does not have the shape of the protocol.",
        "Check the protocol and the path of the URL.";
    ReplyNoText = "reply.no-text" => Error,
        "The response has the shape of the protocol but contains no text.",
        "Name the reply with a pointer (--reply-pointer), or have the agent answer in text.";
    ReplyTruncated = "reply.truncated" => Error,
        "The provider reports that it cut the reply off.",
        "Raise the token limit of the agent.";
    ReplyFiltered = "reply.filtered" => UpstreamError,
        "The provider reports that a filter withheld the reply.",
        "Review the content filter of the agent.";
    ReplyError = "reply.error" => UpstreamError,
        "The body reports an error although the status is a success.",
        "Look in the log of the agent.";
    ReplySecret = "reply.secret" => Error,
        "The response repeats a header, a query value or a session id, so none of it is kept.",
        "Have the agent stop repeating secrets.";

    ToolError = "tool.error" => UpstreamError,
        "The tool reports that its call failed.",
        "Look in the log of the server, and check what the tool needs.";
    ToolArgument = "tool.argument" => Error,
        "The tool rejects its arguments: one is missing, unknown or invalid.",
        "Name the argument that takes the question (--argument), or all of them (--json-body).";
    TaskFailed = "task.failed" => UpstreamError,
        "The agent reports that the task failed.",
        "Look in the log of the agent.";
    TaskCanceled = "task.canceled" => UpstreamError,
        "The agent reports that the task was cancelled.",
        "Look in the log of the agent.";
    TaskRejected = "task.rejected" => UpstreamError,
        "The agent rejected the task.",
        "Check what the agent accepts.";
    TaskInputRequired = "task.input-required" => UpstreamError,
        "The agent asks for input without saying which.",
        "Have the agent answer without a further question.";
    TaskAuthRequired = "task.auth-required" => Error,
        "The agent asks for credentials.",
        "Send the credentials in a header (--header).";

    SessionBlocked = "session.blocked" => Missing,
        "The broker reports that the agent is blocked or that no route leads to it.",
        "Check the registration of the agent at the broker.";
    SessionEnded = "session.ended" => Error,
        "The broker ended the session or cancelled the message.",
        "Run again; if it recurs, ask the operator of the broker.";
    SessionEncrypted = "session.encrypted" => Error,
        "The agent accepts or sends encrypted messages only.",
        "Ask the agent by another protocol.";
    SessionAuthRequired = "session.auth-required" => Error,
        "The broker or the agent behind it asks for credentials.",
        "Send the key of the broker in a header (--header).";
    SessionRateLimited = "session.rate-limited" => UpstreamError,
        "The broker limits the rate of messages.",
        "Ask fewer questions per second (--rate).";
    SessionPaymentRequired = "session.payment-required" => UpstreamError,
        "The broker or the agent asks for a payment.",
        "Top up the account at the broker.";

    CardMissing = "card.missing" => Missing,
        "No agent card was found.",
        "Use the URL below which the agent serves its card, or the URL of the card.";
    CardInvalid = "card.invalid" => Error,
        "The agent card is malformed or has no interface with an http or https URL.",
        "Fix the card.";
    CardInsecure = "card.insecure" => Error,
        "The agent card was fetched over https but names an http URL.",
        "Have the card name the https URL.";
    EndpointUnknown = "endpoint.unknown" => Missing,
        "No endpoint is known for the subject.",
        "Register an endpoint for the subject.";
    ModelUnknown = "model.unknown" => Missing,
        "The endpoint does not have the model.",
        "Name a model that it has (--model).";
    TransportUnknown = "transport.unknown" => Skipped,
        "The agent offers only protocols that are not supported here.",
        "Have the agent offer a supported protocol.";
    TransportOff = "transport.off" => Skipped,
        "Not asked: asking was switched off.",
        "Switch asking on for this subject.";
    QuotaSpent = "quota.spent" => Skipped,
        "Not asked: the daily quota of the subject is spent.",
        "Wait until tomorrow, or raise the quota.";
    BreakerTimeout = "breaker.timeout" => Timeout,
        "Not asked: too many questions in a row timed out.",
        "Check that the agent is running; it is asked again later.";
    BreakerMissing = "breaker.missing" => Missing,
        "Not asked: too many questions in a row found no working endpoint.",
        "Check the URL of the agent; it is asked again later.";
    TransportFailed = "transport.failed" => Error,
        "The function that replaces the endpoint failed.",
        "Look at the error that the function throws.";
    Aborted = "aborted" => Error,
        "The run was aborted.",
        "Run again, or resume the run.";
}

const fn http_advice(code: u16) -> [&'static str; 2] {
    match code {
        400 | 422 => [
            "The endpoint rejects the request.",
            "Check the protocol, the model and the request body (--json-body).",
        ],
        401 | 403 | 407 => {
            ["The endpoint refuses access.", "Send a valid key in a header (--header)."]
        }
        402 => ["The endpoint asks for a payment.", "Top up the account at the provider."],
        404 | 410 => [
            "Nothing answers at this URL, or the model is unknown there.",
            "Check the path of the URL, and the model.",
        ],
        405 | 406 | 415 => [
            "The endpoint does not accept this kind of request.",
            "Check the protocol and the path of the URL.",
        ],
        429 => ["The endpoint limits the rate of requests.", "Ask fewer per second (--rate)."],
        500.. => ["The server failed or is overloaded.", "Look in the log of the server."],
        _ => ["The endpoint answered with this HTTP status.", "Look in the log of the server."],
    }
}

const fn rpc_advice(code: i64) -> [&'static str; 2] {
    match code {
        -32601 => [
            "The endpoint does not know the method.",
            "Check the protocol, and the version in the agent card.",
        ],
        -32602 => [
            "The endpoint rejects the parameters.",
            "Check the tool, its argument and the version of the protocol.",
        ],
        _ => ["The endpoint answered with this JSON-RPC error.", "Look in the log of the server."],
    }
}

impl Cause {
    /// Returns the cause for an unsuccessful status.
    pub(super) fn from_http_status(code: u16) -> Self {
        Status::new(code).map_or(Self::ReplyNotProtocol, Self::Http)
    }

    /// Reports whether the cause is that the subject's own card or handshake offers no supported
    /// protocol.
    pub(crate) fn is_caused_by_subject(text: &str) -> bool {
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
    pub const fn means_not_asked(self) -> bool {
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
        all.extend((100..600).map(Cause::from_http_status));
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
    fn docs_explain_every_cause() {
        let docs = include_str!("../../docs/exchange.md");
        let family = [400, 401, 402, 404, 405, 429, 500, 418].map(Cause::from_http_status);
        let rpc = [-32601, -32602, 0].map(Cause::Rpc);
        for cause in Cause::NAMED.iter().chain(&family).chain(&rpc) {
            let [meaning, remedy] = cause.explanation();
            let row = format!("| `{}` | {meaning} | {remedy} |", cause.outcome().name());
            assert!(docs.lines().any(|line| line.ends_with(&row)), "{cause}: {row}");
        }
        for cause in Cause::NAMED {
            assert!(docs.contains(&format!("| `{cause}` | `")), "{cause}");
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
            assert_eq!(Cause::from_http_status(code).outcome(), outcome, "{code}");
        }
        assert_eq!(Cause::from_http_status(0), Cause::ReplyNotProtocol);
    }
}
