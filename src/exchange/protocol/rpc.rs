//! JSON-RPC 2.0 over HTTP, as used by A2A and MCP.

use crate::exchange::cause::Cause;
use crate::exchange::net::message::Response;
use crate::exchange::value::{Value, json};

/// Serializes a request.
pub(in crate::exchange) fn serialize_request(id: &str, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// Serializes a notification.
pub(in crate::exchange) fn serialize_notification(method: &str) -> String {
    json!({ "jsonrpc": "2.0", "method": method }).to_string()
}

/// Extracts the result of request `id` from a complete response.
pub(in crate::exchange) fn parse_result(response: &Response, id: &str) -> Result<Value, Cause> {
    // Any other status says more than a JSON-RPC error in its body: wrong key, no such endpoint.
    if !response.is_success() && !matches!(response.status, 400 | 500..) {
        return Err(Cause::from_http_status(response.status));
    }
    match response.json() {
        Ok(message) if is_response(&message) => parse_message_result(message, id),
        _ if !response.is_success() => Err(Cause::from_http_status(response.status)),
        Ok(_) => Err(Cause::ReplyNotProtocol),
        Err(cause) => Err(cause),
    }
}

/// Extracts the result of request `id` from an event of a stream; `None` if the event is not its
/// response.
pub(in crate::exchange) fn parse_event_result(
    data: &str,
    id: &str,
) -> Option<Result<Value, Cause>> {
    let message = Value::read(data)?;
    (is_response(&message) && answers_request(&message, id))
        .then(|| parse_message_result(message, id))
}

/// Returns the code of a JSON-RPC error.
pub(in crate::exchange) fn error_code(response: &Response) -> Option<i64> {
    response.json().ok()?.get_path(&["error", "code"])?.as_integer()?.parse().ok()
}

fn is_response(message: &Value) -> bool {
    message.get("result").is_some() || message.get("error").is_some_and(Value::is_object)
}

/// Reports whether `message` responds to request `id`. A server that cannot read the request
/// answers with an error without an id.
fn answers_request(message: &Value, id: &str) -> bool {
    match message.get("id") {
        Some(Value::String(other)) => other == id,
        None | Some(Value::Null) => message.get("error").is_some(),
        Some(_) => false,
    }
}

fn parse_message_result(message: Value, id: &str) -> Result<Value, Cause> {
    if !answers_request(&message, id) {
        return Err(Cause::ReplyNotProtocol);
    }
    if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
        let code = error.get("code").and_then(|code| code.as_integer()?.parse().ok());
        return Err(code.map_or(Cause::ReplyNotProtocol, Cause::Rpc));
    }
    message.take_member("result").ok_or(Cause::ReplyNotProtocol)
}
