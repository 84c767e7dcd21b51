//! What is sent and what comes back.

use std::fmt;

use super::cause::Cause;
use super::served::Served;
use super::value::Value;
use crate::hash::Digest;

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `GET`, without a body.
    Get,
    /// `POST`, with a body.
    Post,
}

impl Method {
    /// The method's name, in capitals.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// A request for the host to send, exactly so, without following redirects.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The absolute URL. Its query may hold a key.
    pub url: String,
    /// Names in lower case, and values. They may hold keys.
    pub headers: Vec<(String, String)>,
    /// The body of a `POST`.
    pub body: Option<String>,
    /// Whether the host must refuse to connect to an address that is not public, see
    /// [`is_public_address`](super::is_public_address).
    pub public_only: bool,
}

impl fmt::Debug for Request {
    /// Shows neither the query nor the values of the headers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("url", &self.url.split('?').next().unwrap_or_default())
            .field("headers", &names)
            .field("body", &self.body)
            .finish()
    }
}

/// The headers of an answer that anything here looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers(Vec<(&'static str, String)>);

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

    /// Keeps those of `headers` that matter, and of each the first.
    pub(super) fn new<N: AsRef<str>, V: AsRef<str>>(
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

    /// The value of `name`.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_str())
    }

    /// The media type in lower case, without parameters; empty if none is given.
    pub(super) fn media_type(&self) -> String {
        let value = self.get("content-type").unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The declared charset in lower case, if it is another one than UTF-8.
    fn charset(&self) -> Option<String> {
        let value = self.get("content-type")?.to_ascii_lowercase();
        let (_, after) = value.split_once("charset=")?;
        let name = after.split(';').next()?.trim_matches(['"', ' ', '\'']);
        let known = matches!(name, "utf-8" | "utf8" | "us-ascii" | "");
        let fits = name.len() <= 40 && name.bytes().all(|b| b.is_ascii_graphic());
        (!known && fits).then(|| name.to_owned())
    }
}

/// An answer whose body is whole.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Headers,
    pub(super) body: Vec<u8>,
    /// True if another origin than the endpoint's chose any part of it, see [`Call`](super::step::Call).
    pub(super) foreign: bool,
}

impl Response {
    /// Whether the status is a success.
    pub(super) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// The answer itself, if its status is a success.
    pub(super) fn success(&self) -> Result<&Self, Cause> {
        if self.is_success() { Ok(self) } else { Err(Cause::http(self.status)) }
    }

    /// The body as UTF-8, each malformed sequence as U+FFFD, without a byte order mark. A declared
    /// charset other than UTF-8 changes nothing; the reply notes it.
    pub(super) fn text(&self) -> String {
        let bytes = self.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.body);
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// The body as JSON.
    pub(super) fn json(&self) -> Result<Value, Cause> {
        Value::read(&self.text()).ok_or(Cause::ReplyNotJson)
    }

    /// A reply of `text` in this answer.
    pub(super) fn reply(&self, text: impl Into<String>) -> Reply {
        let charset = self.headers.charset();
        Reply {
            text: text.into(),
            session_id: None,
            served: Served::default(),
            usage: None,
            charset,
        }
    }
}

/// What the subject answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The text, which may be empty.
    pub text: String,
    /// The session that it belongs to, where the protocol has such a thing. Whoever knows it may be
    /// able to go on with the session, so only [its digest](Self::session_digest) leaves the module.
    pub(super) session_id: Option<String>,
    /// Names of whatever answered.
    pub served: Served,
    /// What the reply cost, where the protocol reports it.
    pub usage: Option<Usage>,
    /// The charset that the answer declared, if it was another one than UTF-8 (which it was read
    /// as all the same).
    pub charset: Option<String>,
}

impl Reply {
    /// Returns the digest of the session's id: SHA-256 of its characters.
    pub fn session_digest(&self) -> Option<Digest> {
        self.session_id.as_ref().map(|id| Digest::of(&[id.as_bytes()]))
    }

    /// The same reply, with the session `id` if it is visible ASCII of at most 256 characters.
    pub(super) fn with_session(mut self, id: Option<&str>) -> Self {
        let fits =
            |id: &&str| (1..=256).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic());
        self.session_id = id.filter(fits).map(str::to_owned);
        self
    }

    /// Returns the reply with the names in `served`.
    pub(super) fn served_by(mut self, served: Served) -> Self {
        self.served = served;
        self
    }

    /// The same reply, with its usage.
    pub(super) fn with_usage(mut self, usage: Option<Usage>) -> Self {
        self.usage = usage;
        self
    }
}

/// Tokens that a provider says it counted: safe integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the prompt.
    pub input_tokens: u64,
    /// Tokens of the reply.
    pub output_tokens: u64,
}

impl Usage {
    /// The usage in the members `input` and `output` of `value`, if both are safe integers.
    pub(super) fn read(value: Option<&Value>, input: &str, output: &str) -> Option<Self> {
        let most = crate::json::MAX_INTEGER.unsigned_abs();
        let count = |name| {
            let count = value?.get(name)?.as_integer()?.parse().ok();
            count.filter(|&count| count <= most)
        };
        Some(Self { input_tokens: count(input)?, output_tokens: count(output)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_shows_no_secret() {
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
    fn text_is_utf8_without_its_mark() {
        let headers = Headers::new([("Content-Type", "text/plain; charset=\"Latin1\"")]);
        let body = b"\xef\xbb\xbf4\xff2".to_vec();
        let response = Response { status: 200, headers, body, foreign: false };
        assert_eq!(response.text(), "4\u{fffd}2");
        assert_eq!(response.reply("x").charset.as_deref(), Some("latin1"));
    }
}
