//! Requests, responses and replies.

use std::fmt;

use crate::base::hash::Digest;
use crate::exchange::cause::Cause;
use crate::exchange::served_by::ServedBy;
use crate::exchange::value::Value;

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `GET`, without a body.
    Get,
    /// `POST`, with a body.
    Post,
    /// `DELETE`, without a body.
    Delete,
}

impl Method {
    /// Returns the method's name in upper case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// A request for the host to send unchanged and without following redirects.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The absolute URL. Its query may be secret.
    pub url: String,
    /// Lower-case names, and values. Values may be secret.
    pub headers: Vec<(String, String)>,
    /// The body of a `POST`.
    pub body: Option<String>,
    /// True if the host must refuse to connect to a non-public address; see
    /// [`is_public_address`](crate::exchange::is_public_address).
    pub public_only: bool,
}

impl fmt::Debug for Request {
    /// Omits the path, the query and the values of the headers, which may hold a session id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = self.url.split('/').take(3).collect::<Vec<_>>().join("/");
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("origin", &origin)
            .field("headers", &names)
            .field("body", &self.body)
            .finish()
    }
}

/// The response headers that this module reads.
#[derive(Clone, Debug, Default)]
pub(in crate::exchange) struct Headers(Vec<(&'static str, String)>);

impl Headers {
    const KEPT: [&'static str; 7] = [
        "content-type",
        "content-length",
        "content-encoding",
        "retry-after",
        "date",
        "location",
        "mcp-session-id",
    ];

    /// Keeps the known headers, the first of each name.
    pub(in crate::exchange) fn new<N: AsRef<str>, V: AsRef<str>>(
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let mut kept = Self::default();
        for (name, value) in headers {
            let same = |kept: &&&str| kept.eq_ignore_ascii_case(name.as_ref());
            if let Some(name) = Self::KEPT.iter().find(same)
                && kept.get(name).is_none()
            {
                kept.0.push((name, value.as_ref().to_owned()));
            }
        }
        kept
    }

    /// Returns the value of header `name`.
    pub(in crate::exchange) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_str())
    }

    /// Returns the media type in lower case, without parameters; empty if absent.
    pub(in crate::exchange) fn media_type(&self) -> String {
        let value = self.get("content-type").unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// Reports whether `content-length` exceeds `most` bytes. With a content coding, that header
    /// does not give the decoded size and is ignored.
    pub(in crate::exchange) fn declares_more_than(&self, most: u64) -> bool {
        let length = self.get("content-length").filter(|_| self.get("content-encoding").is_none());
        length.is_some_and(|value| {
            let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
            digits && value.parse::<u64>().map_or(true, |length| length > most)
        })
    }

    /// Returns the declared charset in lower case, unless it is UTF-8 or ASCII.
    fn charset(&self) -> Option<String> {
        let value = self.get("content-type")?.to_ascii_lowercase();
        let (_, after) = value.split_once("charset=")?;
        let name = after.split(';').next()?.trim_matches(['"', ' ', '\'']);
        let known = matches!(name, "utf-8" | "utf8" | "us-ascii" | "");
        let fits = name.len() <= 40 && name.bytes().all(|b| b.is_ascii_graphic());
        (!known && fits).then(|| name.to_owned())
    }
}

/// A complete response.
#[derive(Clone, Debug)]
pub(in crate::exchange) struct Response {
    pub(in crate::exchange) status: u16,
    pub(in crate::exchange) headers: Headers,
    pub(in crate::exchange) body: Vec<u8>,
    /// The data of the events, if the body is an event stream.
    pub(in crate::exchange) events: Vec<String>,
    /// True if another origin than the endpoint's chose any part of the URL; see
    /// [`Call`](crate::exchange::call::Call).
    pub(in crate::exchange) foreign: bool,
}

impl Response {
    /// Reports whether the status is 2xx.
    pub(in crate::exchange) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// Returns the response if its status is 2xx, and the cause otherwise.
    pub(in crate::exchange) fn success(&self) -> Result<&Self, Cause> {
        if self.is_success() { Ok(self) } else { Err(Cause::from_http_status(self.status)) }
    }

    /// Decodes the body as UTF-8, with U+FFFD for malformed sequences, and strips a byte order
    /// mark. Another declared charset is ignored here and noted in the reply.
    pub(in crate::exchange) fn text(&self) -> String {
        let bytes = self.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.body);
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Parses the body as JSON.
    pub(in crate::exchange) fn json(&self) -> Result<Value, Cause> {
        Value::read(&self.text()).ok_or(Cause::ReplyNotJson)
    }

    /// Creates a reply of `text` from this response.
    pub(in crate::exchange) fn to_reply(&self, text: impl Into<String>) -> Reply {
        let charset = self.headers.charset();
        Reply {
            text: text.into(),
            session_id: None,
            served: ServedBy::default(),
            usage: None,
            charset,
        }
    }
}

/// The subject's reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The text, which may be empty.
    pub text: String,
    /// The session id, if the protocol has one. Anyone who knows it may be able to resume the
    /// session, so only [its digest](Self::session_digest) leaves this module.
    pub(in crate::exchange) session_id: Option<String>,
    /// Identity of the model, agent or server that answered.
    pub served: ServedBy,
    /// Token counts, if the protocol reports them.
    pub usage: Option<Usage>,
    /// The declared charset, if not UTF-8. The text was decoded as UTF-8 regardless.
    pub charset: Option<String>,
}

impl Reply {
    /// Returns the SHA-256 digest of the session id.
    pub fn session_digest(&self) -> Option<Digest> {
        self.session_id.as_ref().map(|id| Digest::sha256(&[id.as_bytes()]))
    }

    /// Sets the session id, if `id` is visible ASCII of at most 256 characters.
    pub(in crate::exchange) fn with_session(mut self, id: Option<&str>) -> Self {
        let fits =
            |id: &&str| (1..=256).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic());
        self.session_id = id.filter(fits).map(str::to_owned);
        self
    }

    /// Sets the identity of the model, agent or server.
    pub(in crate::exchange) fn with_served_by(mut self, served: ServedBy) -> Self {
        self.served = served;
        self
    }

    /// Sets the token counts.
    pub(in crate::exchange) fn with_usage(mut self, usage: Option<Usage>) -> Self {
        self.usage = usage;
        self
    }
}

/// Token counts as the provider reports them: safe integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the prompt.
    pub input_tokens: u64,
    /// Tokens of the reply.
    pub output_tokens: u64,
}

impl Usage {
    /// Reads the token counts from the members `input` and `output` of `value`; `None` unless both
    /// are safe integers.
    pub(in crate::exchange) fn read(
        value: Option<&Value>,
        input: &str,
        output: &str,
    ) -> Option<Self> {
        let count = |name| match value?.get(name)? {
            Value::Number(count) => u64::try_from(*count).ok(),
            _ => None,
        };
        Some(Self { input_tokens: count(input)?, output_tokens: count(output)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_debug_output_omits_secrets() {
        let request = Request {
            method: Method::Post,
            url: "https://a.example/x?key=secret".into(),
            headers: vec![("authorization".into(), "Bearer secret".into())],
            body: None,
            public_only: true,
        };
        let shown = format!("{request:?}");
        assert!(shown.contains("authorization") && !shown.contains("secret"), "{shown}");
    }

    #[test]
    fn body_is_decoded_as_utf8_without_bom() {
        let headers = Headers::new([("Content-Type", "text/plain; charset=\"Latin1\"")]);
        let body = b"\xef\xbb\xbf4\xff2".to_vec();
        let response = Response { status: 200, headers, body, events: Vec::new(), foreign: false };
        assert_eq!(response.text(), "4\u{fffd}2");
        assert_eq!(response.to_reply("x").charset.as_deref(), Some("latin1"));
    }
}
