//! The `a2a` protocol: messages and tasks of Agent2Agent.
//!
//! Supports A2A 1.0 (section 4 and `a2a.proto`) over JSON-RPC (section 9) and HTTP+JSON (section
//! 11), and A2A 0.3 over both. The agent card selects one.

use super::card::{Binding, Interface};
use super::rpc;
use crate::exchange::call::{Action, Call, Kind, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::net::message::Response;
use crate::exchange::net::url::{encode_segment, is_dot_segment};
use crate::exchange::prompt::Prompt;
use crate::exchange::value::{Value, json};

/// Value of the `a2a-version` header of every A2A 1.x request.
const VERSION: &str = "1.0";

/// Builds the call that sends the prompt and asks the agent to respond only when done.
pub(in crate::exchange) fn question_call(interface: &Interface, prompt: &Prompt) -> Call {
    let id = prompt.ticket.id("message");
    let text = prompt.text.as_str();
    let params = match interface.binding {
        Binding::Rpc1 | Binding::Rest1 => json!({
            "message": { "messageId": (id.as_str()), "role": "ROLE_USER", "parts": [{ "text": text }] },
            "configuration": { "returnImmediately": false },
        }),
        Binding::Rpc0 => json!({
            "message": {
                "kind": "message",
                "messageId": (id.as_str()),
                "role": "user",
                "parts": [{ "kind": "text", "text": text }],
            },
            "configuration": { "acceptedOutputModes": [], "blocking": true },
        }),
        // The JSON form of `a2a.v1.SendMessageRequest` of A2A 0.3.
        Binding::Rest0 => json!({
            "message": { "messageId": (id.as_str()), "role": "ROLE_USER", "content": [{ "text": text }] },
            "configuration": { "acceptedOutputModes": [], "blocking": true },
        }),
    };
    match interface.binding {
        Binding::Rpc1 => rpc_call(interface, prompt, Stage::QUESTION, "SendMessage", params),
        Binding::Rpc0 => rpc_call(interface, prompt, Stage::QUESTION, "message/send", params),
        Binding::Rest1 => {
            let url = interface.url.append_path(&rest_path(interface, "/message:send"));
            Call::post(Stage::QUESTION, &url, params.to_string())
                .with_header("a2a-version", VERSION)
        }
        Binding::Rest0 => {
            let url = interface.url.append_path("/v1/message:send");
            Call::post(Stage::QUESTION, &url, params.to_string())
        }
    }
    .with_foreign_url(interface.foreign)
}

/// Builds the call that polls task `id`.
fn poll_call(interface: &Interface, prompt: &Prompt, id: &str) -> Call {
    let stage = Stage::Poll(id.to_owned());
    let params = json!({ "id": id });
    match interface.binding {
        Binding::Rpc1 => rpc_call(interface, prompt, stage, "GetTask", params),
        Binding::Rpc0 => rpc_call(interface, prompt, stage, "tasks/get", params),
        Binding::Rest1 => {
            let path = rest_path(interface, &format!("/tasks/{}", encode_segment(id)));
            Call::get(stage, interface.url.append_path(&path)).with_header("a2a-version", VERSION)
        }
        Binding::Rest0 => {
            let path = format!("/v1/tasks/{}", encode_segment(id));
            Call::get(stage, interface.url.append_path(&path))
        }
    }
}

/// Returns the interface in version 0.3 if a server knows no method of the guessed version 1.0. It
/// has not read the prompt then, so the prompt may be sent again.
pub(in crate::exchange) fn older_interface(
    interface: &Interface,
    response: &Response,
) -> Option<Interface> {
    let guessed = interface.guessed && interface.binding == Binding::Rpc1;
    let unknown = || rpc::error_code(response) == Some(-32601);
    let older = || Interface { binding: Binding::Rpc0, guessed: false, ..interface.clone() };
    (guessed && unknown()).then(older)
}

/// Handles the response to the prompt or to a poll.
pub(in crate::exchange) fn on_response(
    interface: &Interface,
    prompt: &Prompt,
    stage: &Stage,
    response: &Response,
) -> Action {
    let result = match interface.binding {
        Binding::Rest1 | Binding::Rest0 => response.success().and_then(Response::json),
        Binding::Rpc0 | Binding::Rpc1 => rpc::parse_result(response, &rpc_id(prompt, stage)),
    };
    match result.and_then(|result| parse_answer(&result)) {
        Ok(Answer::Reply(text, context)) => {
            Action::Reply(response.to_reply(text).with_session(context.as_deref()))
        }
        Ok(Answer::Pending(id)) => {
            let foreign = interface.foreign || response.foreign;
            Action::Poll(poll_call(interface, prompt, &id).with_foreign_url(foreign))
        }
        Err(cause) => Action::Fail(cause),
    }
}

/// Builds a JSON-RPC call of `method`.
fn rpc_call(
    interface: &Interface,
    prompt: &Prompt,
    stage: Stage,
    method: &str,
    mut params: Value,
) -> Call {
    if let Some(tenant) = &interface.tenant {
        params.add("tenant", tenant.as_str().into());
    }
    let body = rpc::serialize_request(&rpc_id(prompt, &stage), method, params);
    let call = Call::post(stage, &interface.url, body).with_kind(Kind::Rpc);
    match interface.binding {
        Binding::Rpc1 => call.with_header("a2a-version", VERSION),
        Binding::Rest1 | Binding::Rest0 | Binding::Rpc0 => call,
    }
}

fn rpc_id(prompt: &Prompt, stage: &Stage) -> String {
    prompt.ticket.id(if matches!(stage, Stage::Poll(_)) { "poll" } else { "call" })
}

/// Prefixes the path of an operation with the tenant.
fn rest_path(interface: &Interface, path: &str) -> String {
    match &interface.tenant {
        Some(tenant) => format!("/{}{path}", encode_segment(tenant)),
        None => path.to_owned(),
    }
}

/// The content of a response.
enum Answer {
    /// The reply and its context id.
    Reply(String, Option<String>),
    /// The id of an unfinished task.
    Pending(String),
}

/// Parses a message or a task: wrapped in a member in 1.0 and over HTTP, marked by `kind` in 0.3
/// over JSON-RPC, bare in the response to a poll.
fn parse_answer(result: &Value) -> Result<Answer, Cause> {
    let message = result.get("message").or_else(|| result.get("msg"));
    if let Some(message) = message.filter(|_| result.get("status").is_none()) {
        return message_text(message);
    }
    let task = result.get("task").unwrap_or(result);
    if task.get("status").is_none() {
        return message_text(task);
    }
    let context = context_id(task);
    let state = task.get_path(&["status", "state"]).and_then(Value::as_str).unwrap_or_default();
    let state = state.strip_prefix("TASK_STATE_").unwrap_or(state);
    let status = || task.get_path(&["status", "message"]).and_then(parts_text);
    match state.to_ascii_lowercase().replace('_', "-").as_str() {
        "submitted" | "working" | "unspecified" | "unknown" => {
            // A message in such a state reports progress, not the reply.
            let id = task.get("id").and_then(Value::as_str);
            let id = id.filter(|id| !id.is_empty() && !is_dot_segment(id));
            id.map(|id| Answer::Pending(id.to_owned())).ok_or(Cause::ReplyNotProtocol)
        }
        "completed" => {
            let text = artifacts_text(task).or_else(status).ok_or(Cause::ReplyNoText)?;
            Ok(Answer::Reply(text, context))
        }
        // The agent's turn has ended, so its status message is the whole reply.
        "input-required" => {
            let text = status().ok_or(Cause::TaskInputRequired)?;
            Ok(Answer::Reply(text, context))
        }
        "failed" => Err(Cause::TaskFailed),
        "canceled" => Err(Cause::TaskCanceled),
        "rejected" => Err(Cause::TaskRejected),
        "auth-required" => Err(Cause::TaskAuthRequired),
        _ => Err(Cause::ReplyNotProtocol),
    }
}

fn message_text(message: &Value) -> Result<Answer, Cause> {
    if message_parts(message).is_none() {
        return Err(Cause::ReplyNotProtocol);
    }
    let text = parts_text(message).ok_or(Cause::ReplyNoText)?;
    Ok(Answer::Reply(text, context_id(message)))
}

fn context_id(value: &Value) -> Option<String> {
    value.get("contextId").and_then(Value::as_str).map(str::to_owned)
}

/// Joins the texts of all artifacts with line feeds, as the official clients do.
fn artifacts_text(task: &Value) -> Option<String> {
    let artifacts = task.get("artifacts")?.as_array()?;
    join_lines(artifacts.iter().filter_map(parts_text).collect())
}

/// Joins the texts of the parts of a message or artifact, without thoughts; or the data, if no part
/// has text.
fn parts_text(value: &Value) -> Option<String> {
    let parts: Vec<&Value> =
        message_parts(value)?.iter().filter(|part| !is_thought(part)).collect();
    let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
    let text = join_lines(texts.map(str::to_owned).collect());
    text.or_else(|| {
        let data =
            parts.iter().filter(|part| !is_tool_call(part)).filter_map(|part| part.get("data"));
        join_lines(data.filter_map(Value::data_text).collect())
    })
}

/// Returns the parts. A2A 0.3 over HTTP calls those of a message `content`.
fn message_parts(value: &Value) -> Option<&[Value]> {
    value.get("parts").or_else(|| value.get("content"))?.as_array()
}

/// Reports whether the metadata of a part marks a thought. ADK sets `adk_thought`; frameworks that
/// follow it set `kagent_thought`, `jiuwen_thought`, `is_thought` or `thought`.
fn is_thought(part: &Value) -> bool {
    let marks = |name: &str| name == "thought" || name.ends_with("_thought");
    let Some(Value::Object(metadata)) = part.get("metadata") else { return false };
    metadata.iter().any(|(name, value)| marks(name) && value.as_bool() == Some(true))
}

/// Reports whether the metadata of a part marks a tool call or its result, as ADK's `adk_type` does.
fn is_tool_call(part: &Value) -> bool {
    let Some(Value::Object(metadata)) = part.get("metadata") else { return false };
    let marks =
        |value: &Value| matches!(value.as_str(), Some("function_call" | "function_response"));
    metadata.iter().any(|(name, value)| name.ends_with("_type") && marks(value))
}

fn join_lines(texts: Vec<String>) -> Option<String> {
    (!texts.is_empty()).then(|| texts.join("\n"))
}
