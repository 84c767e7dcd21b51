//! JSON-RPC 2.0 over HTTP, as A2A and MCP use it.

use super::cause::Cause;
use super::message::Response;
use super::value::{Value, json};

/// The text of a request.
pub(super) fn request(id: &str, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// The text of a notification.
pub(super) fn notification(method: &str) -> String {
    json!({ "jsonrpc": "2.0", "method": method }).to_string()
}

/// The result in a whole answer to request `id`.
pub(super) fn result(response: &Response, id: &str) -> Result<Value, Cause> {
    // Other statuses say more than the code beside them: a wrong key, no such endpoint.
    if !response.is_success() && !matches!(response.status, 400 | 500..) {
        return Err(Cause::http(response.status));
    }
    match response.json() {
        Ok(message) if is_response(&message) => of_message(message, id),
        _ if !response.is_success() => Err(Cause::http(response.status)),
        Ok(_) => Err(Cause::ReplyNotProtocol),
        Err(cause) => Err(cause),
    }
}

/// The result in `data`, an event of a stream, if it is the answer to request `id`.
pub(super) fn of_event(data: &str, id: &str) -> Option<Result<Value, Cause>> {
    let message = Value::read(data)?;
    (is_response(&message) && is_for(&message, id)).then(|| of_message(message, id))
}

fn is_response(message: &Value) -> bool {
    message.get("result").is_some() || message.get("error").is_some_and(Value::is_object)
}

/// Whether `message` answers request `id`. An error may come before the id could be read.
fn is_for(message: &Value, id: &str) -> bool {
    match message.get("id") {
        Some(Value::String(other)) => other == id,
        None | Some(Value::Null) => message.get("error").is_some(),
        Some(_) => false,
    }
}

fn of_message(message: Value, id: &str) -> Result<Value, Cause> {
    if !is_for(&message, id) {
        return Err(Cause::ReplyNotProtocol);
    }
    if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
        let code = error.get("code").and_then(|code| code.as_integer()?.parse().ok());
        return Err(code.map_or(Cause::ReplyNotProtocol, Cause::Rpc));
    }
    message.take("result").ok_or(Cause::ReplyNotProtocol)
}
