//! The `broker` protocol: the HOL Registry Broker, which reaches agents of other networks.
//!
//! Request and response shapes follow `registry-broker` of `@hashgraphonline/standards-sdk`. The
//! endpoint's URL is the broker's base URL, such as `https://hol.org/registry/api/v1`.

use super::openai::is_error;
use crate::exchange::call::{Call, Kind, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response};
use crate::exchange::prompt::Prompt;
use crate::exchange::value::{Value, json};

/// Builds the call that opens a session with the agent.
pub(in crate::exchange) fn open_session(endpoint: &Endpoint, session_lost: bool) -> Call {
    let (name, value) = endpoint.broker_agent();
    let body = json!({ name: value }).to_string();
    Call::post(Stage::Session { session_lost }, &endpoint.url().below("/chat/session"), body)
}

/// Extracts the session id from the response to [`open_session`].
pub(in crate::exchange) fn parse_session(response: &Response) -> Result<String, Cause> {
    let json = response.success()?.json()?;
    let id = json.get("sessionId").and_then(Value::as_str).filter(|id| !id.is_empty());
    match id {
        Some(id) => Ok(id.to_owned()),
        None if is_failure(&json) => Err(Cause::ReplyError),
        None => Err(Cause::ReplyNotProtocol),
    }
}

/// Builds the call that sends the prompt.
pub(in crate::exchange) fn question_call(
    endpoint: &Endpoint,
    prompt: &Prompt,
    session: &str,
    session_lost: bool,
) -> Call {
    let body = json!({ "sessionId": session, "message": (prompt.text.as_str()) }).to_string();
    let url = endpoint.url().below("/chat/message");
    Call::post(Stage::Question { session_lost }, &url, body).with_kind(Kind::Rpc)
}

/// Extracts the reply from a response.
pub(in crate::exchange) fn parse_reply(response: &Response, session: &str) -> Result<Reply, Cause> {
    let json = response.success()?.json()?;
    if is_failure(&json) {
        return Err(Cause::ReplyError);
    }
    let text = |name| json.get(name).and_then(Value::as_str);
    let text = text("content").or_else(|| text("message")).ok_or(Cause::ReplyNoText)?;
    Ok(response.reply(text).with_session(Some(session)))
}

/// Reports whether the broker failed to reach the agent or to get its answer. An unknown
/// `deliveryState` counts as a failure.
fn is_failure(json: &Value) -> bool {
    let code = json.get("errorCode").is_some_and(|code| !code.is_null());
    let state = json.get("deliveryState").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let arrived = matches!(
        state.as_deref(),
        None | Some("delivered" | "completed" | "responded" | "success" | "ok")
    );
    code || is_error(json) || !arrived
}
