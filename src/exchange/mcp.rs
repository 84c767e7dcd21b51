//! The protocol `mcp`: one tool of a Model Context Protocol server, over Streamable HTTP.
//!
//! Shapes: MCP 2026-07-28, which knows no sessions, and 2025-11-25, which opens one by
//! `initialize`. `server/discover` tells the two apart, so finding out never sends the question.

use super::cause::Cause;
use super::connection::Ask;
use super::endpoint::Endpoint;
use super::message::{Reply, Response};
use super::rpc;
use super::step::{Call, Kind, Stage};
use super::value::{Value, json};

/// The revision without sessions.
const STATELESS: &str = "2026-07-28";
/// The revision that `initialize` offers.
const SESSIONS: &str = "2025-11-25";

/// How a server is spoken to.
#[derive(Clone)]
pub(super) enum Era {
    /// Each request says all.
    Stateless,
    /// Within a session of this version, under its id if it has one.
    Session {
        /// The version that the server chose.
        version: String,
        /// The id, which is as good as a key and goes into no record.
        id: Option<String>,
    },
}

impl Era {
    /// The protocol and its version, for people.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Stateless => format!("mcp {STATELESS}"),
            Self::Session { version, .. } => format!("mcp {version}"),
        }
    }
}

/// The call that finds out whether the server speaks without sessions.
pub(super) fn discover(endpoint: &Endpoint, ask: &Ask) -> Call {
    post(endpoint, ask, Stage::Discover, "server/discover", json!({ "_meta": (meta()) }))
        .with("mcp-protocol-version", STATELESS)
        .with("mcp-method", "server/discover")
}

/// Whether the server said that it does. Anything else, an error too, is the answer of an older
/// one.
pub(super) fn is_stateless(result: &Value) -> bool {
    let versions = result.get("supportedVersions");
    versions.and_then(Value::as_array).is_some_and(|list| list.contains(&STATELESS.into()))
}

/// The call that opens a session.
pub(super) fn initialize(endpoint: &Endpoint, ask: &Ask, lost: bool) -> Call {
    let params =
        json!({ "protocolVersion": SESSIONS, "capabilities": {}, "clientInfo": (client()) });
    post(endpoint, ask, Stage::Initialize { lost }, "initialize", params)
}

/// The session that was opened. A server that has spoken another version before, whose session is
/// `lost`, does not become one that speaks none.
pub(super) fn session(response: &Response, result: &Value, lost: bool) -> Result<Era, Cause> {
    let version = result.get("protocolVersion").and_then(Value::as_str);
    let known = ["2025-03-26", "2025-06-18", SESSIONS];
    let version = version.ok_or(Cause::ReplyNotProtocol)?.to_owned();
    if !known.contains(&version.as_str()) {
        let unknown = !lost && is_revision(&version);
        return Err(if unknown { Cause::TransportUnknown } else { Cause::ReplyNotProtocol });
    }
    let visible = |id: &&str| id.bytes().all(|b| b.is_ascii_graphic()) && !id.is_empty();
    let id = response.headers.get("mcp-session-id").filter(visible).map(str::to_owned);
    Ok(Era::Session { version, id })
}

/// Reports whether `version` is one as MCP names them: a date such as `2025-11-25`.
fn is_revision(version: &str) -> bool {
    let form = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    version.len() == 10 && version.bytes().enumerate().all(form)
}

/// The call that tells the server that the session is open.
pub(super) fn initialized(endpoint: &Endpoint, era: &Era, lost: bool) -> Call {
    let body = rpc::notification("notifications/initialized");
    let call = Call::post(Stage::Initialized { lost }, endpoint.url(), body);
    in_era(call.with("accept", ACCEPT), era, None)
}

/// The call that asks.
pub(super) fn question(endpoint: &Endpoint, ask: &Ask, era: &Era, lost: bool) -> Call {
    let (tool, argument) = endpoint.tool();
    let mut params = json!({ "name": tool, "arguments": { argument: (ask.prompt.as_str()) } });
    if matches!(era, Era::Stateless) {
        params.add("_meta", meta());
    }
    in_era(post(endpoint, ask, Stage::Question { lost }, "tools/call", params), era, Some(tool))
}

/// The reply in the result of a call.
pub(super) fn reply(response: &Response, result: &Value) -> Result<Reply, Cause> {
    match result.get("resultType").and_then(Value::as_str) {
        None | Some("complete") => {}
        Some("input_required") => return Err(Cause::TaskInputRequired),
        Some(_) => return Err(Cause::ReplyNotProtocol),
    }
    let content = result.get("content").and_then(Value::as_array);
    let content = content.ok_or(Cause::ReplyNotProtocol)?;
    if result.get("isError").and_then(Value::as_bool) == Some(true) {
        return Err(Cause::ToolError);
    }
    let texts: Vec<&str> = content
        .iter()
        .filter(|item| item.get("type").and_then(Value::as_str) == Some("text"))
        .filter_map(|item| item.get("text")?.as_str())
        .collect();
    if texts.is_empty() {
        return Err(Cause::ReplyNoText);
    }
    Ok(response.reply(texts.join("\n")))
}

/// The id of the request of `stage`: another one for each request of a session.
pub(super) fn rpc_id(ask: &Ask, stage: &Stage) -> String {
    ask.ticket.id(match stage {
        Stage::Discover => "discover",
        Stage::Initialize { .. } => "initialize",
        Stage::Question { lost: true } => "again",
        _ => "call",
    })
}

const ACCEPT: &str = "application/json, text/event-stream";

fn post(endpoint: &Endpoint, ask: &Ask, stage: Stage, method: &str, params: Value) -> Call {
    let body = rpc::request(&rpc_id(ask, &stage), method, params);
    Call::post(stage, endpoint.url(), body).taken_as(Kind::Rpc).with("accept", ACCEPT)
}

/// `call` with the headers that `era` asks for.
fn in_era(call: Call, era: &Era, tool: Option<&str>) -> Call {
    match era {
        Era::Stateless => call
            .with("mcp-protocol-version", STATELESS)
            .with("mcp-method", "tools/call")
            .with("mcp-name", tool.unwrap_or_default()),
        Era::Session { version, id } => {
            let call = call.with("mcp-protocol-version", version);
            match id {
                Some(id) => call.with("mcp-session-id", id),
                None => call,
            }
        }
    }
}

fn client() -> Value {
    json!({ "name": "proofmark", "version": (env!("CARGO_PKG_VERSION")) })
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientInfo": (client()),
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}
