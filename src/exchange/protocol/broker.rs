//! The `broker` protocol: the HOL Registry Broker, which reaches agents of other networks.
//!
//! Request and response shapes follow `registry-broker` of `@hashgraphonline/standards-sdk`. The
//! endpoint's URL is the broker's base URL, such as `https://hol.org/registry/api/v1`. Each question
//! has a session of its own, which is ended after it. Readiness is asked before the first session,
//! because a session may cost money.

use super::content::is_error;
use crate::exchange::call::{Action, Call, Kind, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response};
use crate::exchange::net::url::{encode_segment, is_dot_segment};
use crate::exchange::prompt::Prompt;
use crate::exchange::value::{Value, json};

/// Builds the call that asks whether the agent can be reached.
pub(in crate::exchange) fn readiness_call(endpoint: &Endpoint) -> Call {
    let call = Call::post(
        Stage::Readiness,
        &endpoint.url().append_path("/chat/readiness"),
        serialize_agent(endpoint),
    );
    call.with_kind(Kind::Probe { retried: false })
}

/// Returns the cause if the agent cannot be reached. Older brokers have no readiness, so any other
/// response means that it may be reachable.
pub(in crate::exchange) fn unreachable_cause(response: &Response) -> Option<Cause> {
    let json = response.success().ok()?.json().ok()?;
    let issue = || json.get_path(&["issue", "code"]).or_else(|| json.get("lastFailureCode"));
    match text_member(&json, "status") {
        Some("blocked") => {
            let code = issue().and_then(Value::as_str);
            Some(code.and_then(cause_from_code).unwrap_or(Cause::SessionBlocked))
        }
        Some("delivery_only") => Some(Cause::TransportUnknown),
        _ => never_replies(&json).then_some(Cause::TransportUnknown),
    }
}

/// Builds the call that opens a session with the agent.
pub(in crate::exchange) fn open_session_call(endpoint: &Endpoint) -> Call {
    Call::post(
        Stage::Session,
        &endpoint.url().append_path("/chat/session"),
        serialize_agent(endpoint),
    )
}

/// Extracts the session id from the response to [`open_session_call`].
pub(in crate::exchange) fn parse_session(response: &Response) -> Result<String, Cause> {
    let json = response.success()?.json()?;
    if let Some(cause) = failure_cause(&json) {
        return Err(cause);
    }
    match text_member(&json, "state") {
        Some("blocked") => return Err(Cause::SessionBlocked),
        Some("ended" | "expired") => return Err(Cause::SessionEnded),
        _ => {}
    }
    if json.get_path(&["payment", "status"]).and_then(Value::as_str) == Some("required") {
        return Err(Cause::SessionPaymentRequired);
    }
    if json.get_path(&["encryption", "requireCiphertext"]).and_then(Value::as_bool) == Some(true) {
        return Err(Cause::SessionEncrypted);
    }
    if json.get("route").is_some_and(never_replies) {
        return Err(Cause::TransportUnknown);
    }
    let id = text_member(&json, "sessionId").filter(|id| !id.is_empty() && !is_dot_segment(id));
    id.map(str::to_owned).ok_or(Cause::ReplyNotProtocol)
}

/// Builds the call that sends the prompt. The key lets the broker recognize a retry, so that the
/// question is neither asked nor billed twice.
pub(in crate::exchange) fn question_call(
    endpoint: &Endpoint,
    prompt: &Prompt,
    session: &str,
) -> Call {
    let key = prompt.ticket.id("message");
    let body = json!({
        "sessionId": session,
        "message": (prompt.text.as_str()),
        "streaming": false,
        "idempotencyKey": (key.as_str()),
    });
    let url = endpoint.url().append_path("/chat/message");
    Call::post(Stage::QUESTION, &url, body.to_string()).with_kind(Kind::Rpc)
}

/// Builds the call that ends the session.
pub(in crate::exchange) fn end_session_call(endpoint: &Endpoint, session: &str) -> Call {
    let url = endpoint.url().append_path(&session_path(session));
    Call::delete(Stage::EndSession, url).with_kind(Kind::Probe { retried: false })
}

/// Handles the response to the prompt.
pub(in crate::exchange) fn on_response(
    endpoint: &Endpoint,
    session: &str,
    response: &Response,
) -> Action {
    match parse_message(session, response) {
        Ok(Some(reply)) => Action::Reply(reply),
        Ok(None) => poll_history(endpoint, session),
        Err(cause @ Cause::SessionRateLimited) => Action::Retry(cause),
        Err(cause) => Action::Fail(cause),
    }
}

/// Handles the response to a poll: the agent's entry after the question, if there is one.
pub(in crate::exchange) fn on_history(
    endpoint: &Endpoint,
    session: &str,
    response: &Response,
) -> Action {
    let json = match response.success().and_then(Response::json) {
        Ok(json) => json,
        Err(cause) => return Action::Fail(cause),
    };
    let Some(history) = json.get("history").and_then(Value::as_array) else {
        return Action::Fail(failure_cause(&json).unwrap_or(Cause::ReplyNotProtocol));
    };
    let role = |entry: &Value| text_member(entry, "role").unwrap_or_default().to_owned();
    let asked = history.iter().rposition(|entry| role(entry) == "user");
    let after = asked.map_or(history, |at| &history[at + 1..]);
    for entry in after.iter().rev() {
        match role(entry).as_str() {
            "agent" if entry.get("cipherEnvelope").is_some() => {
                return Action::Fail(Cause::SessionEncrypted);
            }
            "agent" => {
                let reply = text_member(entry, "content").ok_or(Cause::ReplyNoText);
                let reply = reply.map(|text| response.to_reply(text).with_session(Some(session)));
                return reply.into();
            }
            "payment" => return Action::Fail(Cause::SessionPaymentRequired),
            "error" => return Action::Fail(Cause::ReplyError),
            // Notices of delivery, of the system and of tools.
            _ => {}
        }
    }
    poll_history(endpoint, session)
}

/// Asks for the history of the session after a delay.
fn poll_history(endpoint: &Endpoint, session: &str) -> Action {
    let url = endpoint.url().append_path(&format!("{}/history", session_path(session)));
    Action::Poll(Call::get(Stage::Poll(String::new()), url))
}

/// Extracts the reply from the response to the prompt; `None` if the agent has not replied yet.
fn parse_message(session: &str, response: &Response) -> Result<Option<Reply>, Cause> {
    let json = response.success()?.json()?;
    if let Some(cause) = failure_cause(&json) {
        return Err(cause);
    }
    let ops = json.get("ops").and_then(Value::as_array).unwrap_or_default();
    if ops.iter().any(|op| text_member(op, "op") == Some("payment_request")) {
        return Err(Cause::SessionPaymentRequired);
    }
    if json.get("encrypted").and_then(Value::as_bool) == Some(true) {
        return Err(Cause::SessionEncrypted);
    }
    let notice = json.get("deliveryConfirmation").and_then(Value::as_bool) == Some(true);
    let polls = text_member(&json, "replyMode") == Some("poll");
    let pending = match text_member(&json, "deliveryState") {
        Some("responded") => false,
        None => notice || polls || never_replies(&json),
        Some("draft" | "queued" | "persisted" | "delivered" | "streaming") => true,
        Some("timeout") => return Err(Cause::TimeoutAgent),
        Some("cancelled") => return Err(Cause::SessionEnded),
        Some(_) => return Err(Cause::ReplyError),
    };
    if pending {
        let unreachable = never_replies(&json);
        return if unreachable { Err(Cause::TransportUnknown) } else { Ok(None) };
    }
    let text = |name| text_member(&json, name);
    let content = text("content").filter(|content| !content.trim().is_empty());
    let reply = content.or_else(|| text("message")).or_else(|| text("content"));
    let reply = response.to_reply(reply.ok_or(Cause::ReplyNoText)?);
    Ok(Some(reply.with_session(Some(session))))
}

/// Returns the cause if `json` has an error code or an error.
fn failure_cause(json: &Value) -> Option<Cause> {
    let code = json.get("errorCode").filter(|code| !code.is_null());
    let code =
        code.map(|code| code.as_str().and_then(cause_from_code).unwrap_or(Cause::ReplyError));
    code.or_else(|| is_error(json).then_some(Cause::ReplyError))
}

/// Maps an error code (`chatErrorCodeSchema`) to a cause; `None` for a code without a meaning of
/// its own.
fn cause_from_code(code: &str) -> Option<Cause> {
    Some(match code {
        "NETWORK_TIMEOUT" | "AGENT_UNRESPONSIVE" | "STREAM_STALLED" => Cause::TimeoutAgent,
        "RATE_LIMITED" => Cause::SessionRateLimited,
        "CREDITS_REQUIRED" | "PAYMENT_REQUIRED" => Cause::SessionPaymentRequired,
        "PROTOCOL_UNSUPPORTED" | "BROKER_NOT_EXECUTABLE" => Cause::TransportUnknown,
        "ROUTE_UNAVAILABLE" => Cause::SessionBlocked,
        "AUTH_REQUIRED" => Cause::SessionAuthRequired,
        "ENCRYPTION_REQUIRED" => Cause::SessionEncrypted,
        _ => return None,
    })
}

/// Reports whether the route carries messages to the agent but no replies back.
fn never_replies(json: &Value) -> bool {
    matches!(text_member(json, "replyMode"), Some("delivery_only" | "none"))
}

/// Serializes the agent to talk to.
fn serialize_agent(endpoint: &Endpoint) -> String {
    let (name, value) = endpoint.broker_agent();
    json!({ name: value }).to_string()
}

fn session_path(session: &str) -> String {
    format!("/chat/session/{}", encode_segment(session))
}

fn text_member<'a>(json: &'a Value, name: &str) -> Option<&'a str> {
    json.get(name).and_then(Value::as_str)
}
