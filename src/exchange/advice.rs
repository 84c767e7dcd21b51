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
    /// Explains the cause, and names the endpoint that was asked, if any.
    pub fn advice(self, endpoint: Option<&Url>) -> Advice {
        let code = self.contact_code();
        let [meaning, remedy] = self.explanation();
        let mut message = format!("{meaning} {remedy}");
        if let Some(url) = endpoint {
            message = format!("No reply from {} ({self}). {message}", url.without_query());
        }
        Advice { code: code.as_str(), mistake: code != Code::ContactFailed, message }
    }

    /// Returns the error code of a first question that fails with this cause.
    const fn contact_code(self) -> Code {
        match self {
            Self::NetworkRefused => Code::ContactRefused,
            Self::NetworkDns => Code::ContactDns,
            Self::NetworkTls => Code::ContactTls,
            Self::NetworkUnreachable => Code::ContactUnreachable,
            Self::AddressRefused => Code::ContactPrivate,
            Self::RedirectRefused | Self::RedirectTooMany => Code::ContactRedirect,
            Self::Http(Status::UNAUTHORIZED | Status::FORBIDDEN | Status::PROXY_AUTH)
            | Self::TaskAuthRequired
            | Self::SessionAuthRequired => Code::ContactCredential,
            Self::Http(Status::NOT_FOUND | Status::NO_METHOD | Status::GONE)
            | Self::CardMissing => Code::ContactPath,
            Self::Http(
                Status::BAD_REQUEST
                | Status::BAD_TYPE
                | Status::BAD_CONTENT
                | Status::NOT_ACCEPTABLE,
            )
            | Self::Rpc(-32_602..=-32_600)
            | Self::ModelUnknown
            | Self::ToolError
            | Self::ToolArgument => Code::ContactRequest,
            Self::ReplyNotJson
            | Self::ReplyNotProtocol
            | Self::ReplyNoText
            | Self::CardInvalid
            | Self::CardInsecure
            | Self::TransportUnknown => Code::ContactReply,
            Self::TransportFailed => Code::ContactAsk,
            _ => Code::ContactFailed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_the_endpoint_without_its_query() {
        let url = Url::parse("http://127.0.0.1:9/chat?key=secret").unwrap();
        for (cause, code) in [
            ("network.refused", "contact.refused"),
            ("http.403", "contact.credential"),
            ("http.404", "contact.path"),
            ("http.422", "contact.request"),
            ("reply.no-text", "contact.reply"),
            ("http.500", "contact.failed"),
            ("timeout.headers", "contact.failed"),
        ] {
            let explained = Cause::from_text(cause).unwrap();
            let advice = explained.advice(Some(&url));
            assert_eq!((advice.code, advice.mistake), (code, code != "contact.failed"), "{cause}");
            let sentences = explained.explanation().join(" ");
            let named = format!("No reply from http://127.0.0.1:9/chat ({cause}). {sentences}");
            assert_eq!(advice.message, named);
            assert_eq!(explained.advice(None).message, sentences);
        }
    }
}
