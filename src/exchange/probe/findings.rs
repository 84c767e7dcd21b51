//! The result of a probe, and the request and response that led to it, without secrets.

use serde::Serialize;

use crate::exchange::cause::Cause;
use crate::exchange::connection::Connection;
use crate::exchange::net::message::Request;
use crate::exchange::protocol::anthropic;

/// The size of the part of a body that is examined, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// The length of the part of a body that is shown, in characters.
const MAX_SHOWN: usize = 2_000;

/// Replaces text that contains a secret.
const HIDDEN: &str = "(hidden)";

/// Response headers that help to find a mistake.
const SHOWN_HEADERS: [&str; 6] =
    ["content-type", "www-authenticate", "allow", "location", "retry-after", "server"];

/// Words of an answer that wants a credential, and the header for it.
const CREDENTIALS: [(&str, &str); 3] = [
    ("api-key", "api-key: ${API_KEY}"),
    ("basic ", "authorization: Basic ${CREDENTIALS}"),
    ("", "authorization: Bearer ${API_KEY}"),
];

/// The result of a probe.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    /// The reply, if one was found.
    pub reply: Option<String>,
    /// True if the reply is the right answer.
    pub right: bool,
    /// The cause of the failure.
    pub cause: Option<String>,
    /// The error code of the failure.
    pub code: Option<&'static str>,
    /// A sentence: the fault and its remedy.
    pub message: String,
    /// The protocol in use, with its version.
    pub protocol: String,
    /// The options that lead to a reply.
    pub options: Option<DetectedOptions>,
    /// A header to try, if a credential is missing.
    pub header: Option<String>,
    /// Tools or models to choose from.
    pub choices: Vec<String>,
    /// The last request.
    pub request: SentRequest,
    /// Its response, if any.
    pub response: Option<ReceivedResponse>,
    /// The number of ways that were tried.
    pub tried: usize,
}

/// Options for an endpoint that was probed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DetectedOptions {
    /// The URL, if it differs from the given one. Its query may be secret.
    pub endpoint: Option<String>,
    /// The protocol.
    pub protocol: &'static str,
    /// The body template.
    pub json_body: Option<String>,
    /// The place of the reply.
    pub reply_pointer: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The tool.
    pub tool: Option<String>,
    /// The tool's argument that takes the question.
    pub argument: Option<String>,
}

/// A request, without secrets.
#[derive(Debug, Default, Serialize)]
pub struct SentRequest {
    /// The method.
    pub method: &'static str,
    /// The URL without its query.
    pub url: String,
    /// The content type and the caller's headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<String>,
}

/// A response, without secrets.
#[derive(Debug, Serialize)]
pub struct ReceivedResponse {
    /// The status.
    pub status: u16,
    /// The headers that help to find a mistake.
    pub headers: Vec<(String, String)>,
    /// The first part of the body.
    pub body: String,
}

/// The last request and response of an exchange, as they are sent and received.
#[derive(Debug, Default)]
pub(super) struct LastExchange {
    request: Option<Request>,
    pub(super) status: Option<u16>,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// True while the body is read although the exchange has ended.
    pub(super) past_end: bool,
}

impl LastExchange {
    pub(super) fn from_request(request: &Request) -> Self {
        Self { request: Some(request.clone()), ..Self::default() }
    }

    pub(super) fn receive_head(&mut self, status: u16, headers: &[(String, String)]) {
        self.status = Some(status);
        let lower = |(name, value): &(String, String)| (name.to_ascii_lowercase(), value.clone());
        self.headers = headers.iter().map(lower).collect();
    }

    /// Keeps a part of the body. Reports whether there is room for more.
    pub(super) fn receive_chunk(&mut self, bytes: &[u8]) -> bool {
        let room = MAX_BODY - self.body.len();
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.body.len() < MAX_BODY
    }

    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| matches!(status, 200..=299))
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn request(&self, connection: &Connection) -> SentRequest {
        let Some(request) = &self.request else { return SentRequest::default() };
        let own = connection.endpoint().headers();
        let is_own = |name: &str| own.iter().any(|(other, _)| other == name);
        let shown = |(name, value): &(String, String)| match name.as_str() {
            name if is_own(name) => Some((name.to_owned(), HIDDEN.to_owned())),
            "content-type" | "a2a-version" | "mcp-protocol-version" | anthropic::VERSION_HEADER => {
                Some((name.clone(), value.clone()))
            }
            _ => None,
        };
        let (url, query) = request.url.split_once('?').unwrap_or((&request.url, ""));
        // A redirect or an error may have put a secret there.
        let url = withhold_secrets(connection, url);
        SentRequest {
            method: request.method.name(),
            url: if query.is_empty() { url } else { format!("{url}?{HIDDEN}") },
            headers: request.headers.iter().filter_map(shown).collect(),
            body: request.body.as_deref().map(|body| withhold_secrets(connection, body)),
        }
    }

    fn response(&self, connection: &Connection) -> Option<ReceivedResponse> {
        let shown = self.headers.iter().filter(|(name, _)| SHOWN_HEADERS.contains(&name.as_str()));
        Some(ReceivedResponse {
            status: self.status?,
            headers: shown
                .map(|(name, value)| (name.clone(), withhold_secrets(connection, value)))
                .collect(),
            body: withhold_secrets(connection, &self.text()).chars().take(MAX_SHOWN).collect(),
        })
    }

    /// Returns the header that the response asks for; empty if it asks for none.
    fn header_to_add(&self) -> String {
        let challenge = self.headers.iter().filter(|(name, _)| name == "www-authenticate");
        let mut text: String = challenge.map(|(_, value)| format!("{value} ")).collect();
        text.push_str(&self.text());
        let text = text.to_ascii_lowercase();
        let is_header = |word: &&str| {
            word.starts_with("x-")
                && ["key", "token", "auth"].iter().any(|part| word.contains(part))
        };
        if let Some(name) =
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').find(is_header)
        {
            return format!("{name}: ${{API_KEY}}");
        }
        let found = CREDENTIALS.iter().find(|(word, _)| text.contains(word));
        found.map_or("", |(_, header)| header).to_owned()
    }
}

/// Returns `text`, unless it contains a secret that was sent.
fn withhold_secrets(connection: &Connection, text: &str) -> String {
    match connection.endpoint().secrets().occur_in(text) {
        true => HIDDEN.to_owned(),
        false => text.to_owned(),
    }
}

impl Findings {
    pub(super) fn from_answer(
        connection: &Connection,
        tap: &LastExchange,
        reply: String,
        tried: usize,
    ) -> Self {
        Self {
            reply: Some(reply),
            right: false,
            cause: None,
            code: None,
            message: format!("The agent answers over {}.", connection.protocol_label()),
            protocol: connection.protocol_label(),
            options: None,
            header: None,
            choices: Vec::new(),
            request: tap.request(connection),
            response: tap.response(connection),
            tried,
        }
    }

    pub(super) fn from_failure(
        connection: &Connection,
        tap: &LastExchange,
        cause: Cause,
        tried: usize,
    ) -> Self {
        let advice = cause.advice(Some(connection.endpoint().url()));
        let unanswered = Self::from_answer(connection, tap, String::new(), tried);
        Self {
            reply: None,
            cause: Some(cause.to_string()),
            code: Some(advice.code),
            message: advice.message,
            header: cause
                .wants_credential()
                .then(|| withhold_secrets(connection, &tap.header_to_add())),
            ..unanswered
        }
    }

    /// Asks the caller to choose one of several models.
    pub(super) fn choose_model(&mut self, connection: &Connection, models: &[&str]) {
        self.choices = models.iter().map(|name| withhold_secrets(connection, name)).collect();
    }

    /// Asks the caller to choose one of several tools.
    pub(super) fn choose_tool(&mut self, tools: Vec<String>) {
        self.message = match tools.is_empty() {
            true => "The server has no tools.",
            false => "Choose a tool (--tool) and its argument (--argument), or all arguments (--json-body).",
        }
        .to_owned();
        self.choices = tools;
    }
}
