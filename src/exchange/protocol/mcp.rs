//! The `mcp` protocol: one tool of a Model Context Protocol server, over Streamable HTTP.
//!
//! Supports MCP 2026-07-28, which has no sessions, and 2025-11-25, which opens a session with
//! `initialize`. `server/discover` tells them apart, so detection never sends the prompt.

use super::rpc;
use crate::exchange::call::{Call, Kind, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response};
use crate::exchange::prompt::Prompt;
use crate::exchange::value::{Value, json};

/// The revision without sessions.
const STATELESS: &str = "2026-07-28";
/// The session-based revision that `initialize` offers.
const SESSIONS: &str = "2025-11-25";

/// The mode in which a server is called.
#[derive(Clone)]
pub(in crate::exchange) enum Mode {
    /// Without a session: each request carries its own metadata.
    Stateless,
    /// In a session.
    Session {
        /// The protocol version that the server chose.
        version: String,
        /// The session id. It is a secret and goes into no record.
        id: Option<String>,
    },
}

impl Mode {
    /// Returns the protocol and its version for display.
    pub(in crate::exchange) fn name(&self) -> String {
        match self {
            Self::Stateless => format!("mcp {STATELESS}"),
            Self::Session { version, .. } => format!("mcp {version}"),
        }
    }
}

/// Builds the call that detects whether the server supports the stateless revision.
pub(in crate::exchange) fn discover_call(endpoint: &Endpoint, prompt: &Prompt) -> Call {
    post_call(
        endpoint,
        prompt,
        Stage::Discover,
        "server/discover",
        json!({ "_meta": (request_meta()) }),
    )
    .with_header("mcp-protocol-version", STATELESS)
    .with_header("mcp-method", "server/discover")
}

/// Reports whether the server supports the stateless revision. Any other answer, errors included,
/// comes from an older server.
pub(in crate::exchange) fn is_stateless(result: &Value) -> bool {
    let versions = result.get("supportedVersions");
    versions.and_then(Value::as_array).is_some_and(|list| list.contains(&STATELESS.into()))
}

/// Builds the call that opens a session.
pub(in crate::exchange) fn initialize_call(
    endpoint: &Endpoint,
    prompt: &Prompt,
    session_lost: bool,
) -> Call {
    let params =
        json!({ "protocolVersion": SESSIONS, "capabilities": {}, "clientInfo": (client_info()) });
    post_call(endpoint, prompt, Stage::Initialize { session_lost }, "initialize", params)
}

/// Parses the response to `initialize`. An unsupported version is [`Cause::TransportUnknown`],
/// unless the server has had a supported session before (`session_lost`): then the response is
/// invalid.
pub(in crate::exchange) fn parse_session(
    response: &Response,
    result: &Value,
    session_lost: bool,
) -> Result<Mode, Cause> {
    let version = result.get("protocolVersion").and_then(Value::as_str);
    let known = ["2025-03-26", "2025-06-18", SESSIONS];
    let version = version.ok_or(Cause::ReplyNotProtocol)?.to_owned();
    if !known.contains(&version.as_str()) {
        let unknown = !session_lost && is_revision(&version);
        return Err(if unknown { Cause::TransportUnknown } else { Cause::ReplyNotProtocol });
    }
    let visible = |id: &&str| id.bytes().all(|b| b.is_ascii_graphic()) && !id.is_empty();
    let id = response.headers.get("mcp-session-id").filter(visible).map(str::to_owned);
    Ok(Mode::Session { version, id })
}

/// Reports whether `version` has the form of an MCP revision: a date such as `2025-11-25`.
fn is_revision(version: &str) -> bool {
    let form = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    version.len() == 10 && version.bytes().enumerate().all(form)
}

/// Builds the notification that the session is initialized.
pub(in crate::exchange) fn initialized_notification(
    endpoint: &Endpoint,
    mode: &Mode,
    session_lost: bool,
) -> Call {
    let body = rpc::serialize_notification("notifications/initialized");
    let call = Call::post(Stage::Initialized { session_lost }, endpoint.url(), body);
    with_mode_headers(call.with_header("accept", ACCEPT), mode, "", None)
}

/// Builds the call that sends the prompt, or lists the tools.
pub(in crate::exchange) fn question_call(
    endpoint: &Endpoint,
    prompt: &Prompt,
    mode: &Mode,
    session_lost: bool,
) -> Call {
    let (method, mut params, named) = if endpoint.requests_list() {
        ("tools/list", json!({}), None)
    } else {
        let tool = endpoint.tool_name().unwrap_or_default();
        let arguments = endpoint.template().fill(&prompt.text, &prompt.ticket.id("session"), "");
        ("tools/call", json!({ "name": tool, "arguments": arguments }), Some(tool))
    };
    if matches!(mode, Mode::Stateless) {
        params.add("_meta", request_meta());
    }
    let call = post_call(endpoint, prompt, Stage::Question { session_lost }, method, params);
    with_mode_headers(call, mode, method, named)
}

/// Extracts the list of tools as JSON text.
pub(in crate::exchange) fn parse_tools(
    response: &Response,
    result: &Value,
) -> Result<Reply, Cause> {
    let tools = result.get("tools").ok_or(Cause::ReplyNotProtocol)?;
    Ok(response.to_reply(tools.to_string()))
}

/// Builds the call that resumes a stream which ended before its response, after the event `last`
/// (MCP 2025-11-25, "Resumability and Redelivery").
pub(in crate::exchange) fn resume_call(
    endpoint: &Endpoint,
    mode: &Mode,
    stage: &Stage,
    last: &str,
) -> Call {
    let call = Call::get(stage.clone(), endpoint.url().clone()).with_kind(Kind::Rpc);
    with_mode_headers(call.with_header("accept", "text/event-stream"), mode, "tools/call", None)
        .with_header("last-event-id", last)
}

/// Extracts the reply from the result of a tool call.
pub(in crate::exchange) fn parse_reply(
    response: &Response,
    result: &Value,
) -> Result<Reply, Cause> {
    match result.get("resultType").and_then(Value::as_str) {
        None | Some("complete") => {}
        Some("input_required") => return Err(Cause::TaskInputRequired),
        Some(_) => return Err(Cause::ReplyNotProtocol),
    }
    let structured = result.get("structuredContent").filter(|value| !value.is_null());
    let content = result.get("content").and_then(Value::as_array);
    if content.is_none() && structured.is_none() {
        return Err(Cause::ReplyNotProtocol);
    }
    let content = content.unwrap_or_default();
    let texts = |kind: &str, path: &[&str]| -> Option<String> {
        let of_kind = |item: &&Value| item.get("type").and_then(Value::as_str) == Some(kind);
        let items = content.iter().filter(of_kind);
        let texts: Vec<&str> = items.filter_map(|item| item.get_path(path)?.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let text = texts("text", &["text"]);
    if result.get("isError").and_then(Value::as_bool) == Some(true) {
        let rejected = text.is_some_and(|text| rejects_arguments(&text));
        return Err(if rejected { Cause::ToolArgument } else { Cause::ToolError });
    }
    // The specification asks for a text beside structured content, but does not require it.
    let text = text.or_else(|| texts("resource", &["resource", "text"]));
    let text = text.or_else(|| structured.and_then(Value::data_text));
    Ok(response.to_reply(text.ok_or(Cause::ReplyNoText)?))
}

/// Reports whether the text of a tool error says that the arguments are invalid, as the official
/// servers and FastMCP word it.
fn rejects_arguments(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        "invalid arguments",
        "input validation error",
        "validation error for",
        "field required",
        "missing required",
        "missing_argument",
        "required property",
        "unexpected keyword argument",
    ];
    let text = text.to_ascii_lowercase();
    WORDS.iter().any(|words| text.contains(words))
}

/// Returns the JSON-RPC id for the request of `stage`, unique within a session.
pub(in crate::exchange) fn rpc_id(prompt: &Prompt, stage: &Stage) -> String {
    prompt.ticket.id(match stage {
        Stage::Discover => "discover",
        Stage::Initialize { .. } => "initialize",
        Stage::Question { session_lost: true } => "again",
        _ => "call",
    })
}

const ACCEPT: &str = "application/json, text/event-stream";

fn post_call(
    endpoint: &Endpoint,
    prompt: &Prompt,
    stage: Stage,
    method: &str,
    params: Value,
) -> Call {
    let body = rpc::serialize_request(&rpc_id(prompt, &stage), method, params);
    Call::post(stage, endpoint.url(), body).with_kind(Kind::Rpc).with_header("accept", ACCEPT)
}

/// Adds the headers that `mode` requires.
fn with_mode_headers(call: Call, mode: &Mode, method: &str, tool: Option<&str>) -> Call {
    match mode {
        Mode::Stateless => {
            let call = call
                .with_header("mcp-protocol-version", STATELESS)
                .with_header("mcp-method", method);
            match tool {
                Some(tool) => call.with_header("mcp-name", tool),
                None => call,
            }
        }
        Mode::Session { version, id } => {
            let call = call.with_header("mcp-protocol-version", version);
            match id {
                Some(id) => call.with_header("mcp-session-id", id),
                None => call,
            }
        }
    }
}

fn client_info() -> Value {
    json!({ "name": "proofmark", "version": (env!("CARGO_PKG_VERSION")) })
}

fn request_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientInfo": (client_info()),
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}
