//! Sentences for people about a failed exchange: what happened, and what to do.

use super::cause::{Cause, Status};
use crate::error::Code;
use crate::exchange::net::url::Url;

/// An explanation of a cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The error code of a first question that fails with this cause.
    pub code: &'static str,
    /// True if a first question that fails so points to a mistake of the caller rather than a fault
    /// of the agent.
    pub mistake: bool,
    /// The explanation and the remedy.
    pub message: String,
}

impl Cause {
    /// Explains the cause of a failed question to `endpoint`.
    pub fn advice(self, endpoint: Option<&Url>) -> Advice {
        let (code, happened, remedy) = self.row();
        let origin = endpoint.map_or_else(|| "the agent's host".to_owned(), Url::origin);
        let url = endpoint.map_or_else(|| "The endpoint".to_owned(), Url::shown);
        let message = format!("{happened} {remedy}");
        let message = message.replace("{origin}", &origin).replace("{url}", &url);
        Advice {
            code: code.as_str(),
            mistake: code != Code::ContactFailed,
            message: message.replace("{cause}", &self.to_string()),
        }
    }

    /// Returns the code, what happened, and what to do.
    #[rustfmt::skip]
    const fn row(self) -> (Code, &'static str, &'static str) {
        match self {
            Self::NetworkRefused => (Code::ContactRefused,
                "Nothing listens at {origin}.", "Start the agent, or correct the port."),
            Self::NetworkDns => (Code::ContactDns,
                "The host of {origin} has no address.", "Correct the host's name in the URL."),
            Self::NetworkTls => (Code::ContactTls,
                "The TLS handshake with {origin} failed.", "Check the certificate, or use http if the port has no TLS."),
            Self::NetworkUnreachable => (Code::ContactUnreachable,
                "{origin} cannot be reached.", "Check that the agent runs. In a browser, the agent must also allow this page (CORS)."),
            Self::NetworkReset => (Code::ContactFailed,
                "{origin} closed the connection without a response.", "Check the port and the scheme, and the agent's log."),
            Self::AddressRefused => (Code::ContactPrivate,
                "{url} is or leads to a private address, and the address comes from data.", "Allow private addresses if you trust it."),
            Self::RedirectRefused | Self::RedirectTooMany => (Code::ContactRedirect,
                "{url} redirects ({cause}).", "Use the URL to which it redirects."),
            Self::Http(Status::UNAUTHORIZED | Status::FORBIDDEN | Status::PROXY_AUTH) | Self::TaskAuthRequired => (Code::ContactCredential,
                "{url} wants another credential ({cause}).", "Add a header with a valid one."),
            Self::Http(Status::NOT_FOUND | Status::GONE) => (Code::ContactPath,
                "There is nothing at {url} ({cause}).", "Correct the path of the URL."),
            Self::Http(Status::NO_METHOD) => (Code::ContactPath,
                "{url} takes no POST ({cause}).", "Correct the path of the URL."),
            Self::CardMissing => (Code::ContactPath,
                "{origin} has no agent card.", "Correct the URL, or choose another protocol."),
            Self::Http(Status::BAD_REQUEST | Status::BAD_TYPE | Status::BAD_CONTENT | Status::NOT_ACCEPTABLE) | Self::Rpc(-32_602..=-32_600) | Self::ToolError => (Code::ContactRequest,
                "{url} rejects the request ({cause}).", "Choose the protocol and the body that it wants; proofmark probe finds them."),
            Self::ReplyNotJson | Self::ReplyNotProtocol | Self::ReplyNoText | Self::CardInvalid | Self::TransportUnknown => (Code::ContactReply,
                "{url} answers, but not in a form in which the reply is found ({cause}).", "Choose the protocol and the place of the reply; proofmark probe finds them."),
            Self::TransportFailed => (Code::ContactAsk,
                "The function `ask` threw an error.", "Its message and stack are in this error's `cause`."),
            Self::TimeoutConnect | Self::TimeoutHeaders | Self::TimeoutBody | Self::TimeoutPoll | Self::TimeoutBudget => (Code::ContactFailed,
                "{url} does not answer in time ({cause}).", "Allow more time, or see the agent's log."),
            Self::Http(Status::TOO_MANY) => (Code::ContactFailed,
                "{url} limits the rate of requests ({cause}).", "Ask more slowly, or later."),
            Self::Http(_) | Self::Rpc(_) | Self::ReplyError => (Code::ContactFailed,
                "{url} reports an error ({cause}).", "See the agent's log."),
            _ => {
                let [meaning, remedy] = self.explanation();
                (Code::ContactFailed, meaning, remedy)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_faults_have_codes() {
        let url = Url::parse("http://127.0.0.1:9/chat?key=secret").unwrap();
        for (cause, code, text) in [
            ("network.refused", "contact.refused", "Nothing listens at http://127.0.0.1:9. "),
            ("http.403", "contact.credential", "http://127.0.0.1:9/chat wants another "),
            ("http.404", "contact.path", "There is nothing at http://127.0.0.1:9/chat "),
            ("http.422", "contact.request", "http://127.0.0.1:9/chat rejects "),
            ("reply.no-text", "contact.reply", "http://127.0.0.1:9/chat answers, but not "),
            ("http.500", "contact.failed", "http://127.0.0.1:9/chat reports an error (http.500). "),
            (
                "timeout.headers",
                "contact.failed",
                "http://127.0.0.1:9/chat does not answer in time ",
            ),
        ] {
            let advice = Cause::from_text(cause).unwrap().advice(Some(&url));
            assert_eq!((advice.code, advice.mistake), (code, code != "contact.failed"), "{cause}");
            assert!(advice.message.starts_with(text), "{}", advice.message);
            assert!(!advice.message.contains("secret"), "{}", advice.message);
        }
    }
}
