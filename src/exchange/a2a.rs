//! The protocol `a2a`: messages and tasks of the Agent2Agent protocol.
//!
//! Shapes: A2A 1.0, section 4 and `a2a.proto`, over JSON-RPC (section 9) and HTTP+JSON (section
//! 11); A2A 0.3 over JSON-RPC. The agent's card says which.

use super::card::{Binding, Interface};
use super::cause::Cause;
use super::connection::Ask;
use super::message::Response;
use super::rpc;
use super::step::{Call, Kind, Move, Stage};
use super::url::{is_step, segment};
use super::value::{Value, json};

/// The version in the header of every request of A2A 1.x.
const VERSION: &str = "1.0";

/// The call that asks. The agent is asked to answer only when it is done.
pub(super) fn question(interface: &Interface, ask: &Ask) -> Call {
    let id = ask.ticket.id("message");
    let text = ask.prompt.as_str();
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
            "configuration": { "blocking": true },
        }),
    };
    match interface.binding {
        Binding::Rpc1 => call(interface, ask, Stage::QUESTION, "SendMessage", params),
        Binding::Rpc0 => call(interface, ask, Stage::QUESTION, "message/send", params),
        Binding::Rest1 => {
            let url = interface.url.below(&rest_path(interface, "/message:send"));
            Call::post(Stage::QUESTION, &url, params.to_string()).with("a2a-version", VERSION)
        }
    }
    .named_by(interface.foreign)
}

/// The call that asks how the task `id` is.
fn poll(interface: &Interface, ask: &Ask, id: &str) -> Call {
    let stage = Stage::Poll(id.to_owned());
    let params = json!({ "id": id });
    match interface.binding {
        Binding::Rpc1 => call(interface, ask, stage, "GetTask", params),
        Binding::Rpc0 => call(interface, ask, stage, "tasks/get", params),
        Binding::Rest1 => {
            let path = rest_path(interface, &format!("/tasks/{}", segment(id)));
            Call::get(stage, interface.url.below(&path)).with("a2a-version", VERSION)
        }
    }
}

/// What follows from the answer to the question or to a poll.
pub(super) fn answered(
    interface: &Interface,
    ask: &Ask,
    stage: &Stage,
    response: &Response,
) -> Move {
    let result = match interface.binding {
        Binding::Rest1 => response.success().and_then(Response::json),
        Binding::Rpc0 | Binding::Rpc1 => rpc::result(response, &rpc_id(ask, stage)),
    };
    match result.and_then(|result| read(&result)) {
        Ok(Read::Text(text, context)) => {
            Move::Reply(response.reply(text).with_session(context.as_deref()))
        }
        Ok(Read::AtWork(id)) => {
            let foreign = interface.foreign || response.foreign;
            Move::Poll(poll(interface, ask, &id).named_by(foreign))
        }
        Err(cause) => Move::Fail(cause),
    }
}

/// A JSON-RPC call of `method`.
fn call(interface: &Interface, ask: &Ask, stage: Stage, method: &str, mut params: Value) -> Call {
    if let Some(tenant) = &interface.tenant {
        params.add("tenant", tenant.as_str().into());
    }
    let body = rpc::request(&rpc_id(ask, &stage), method, params);
    let call = Call::post(stage, &interface.url, body).taken_as(Kind::Rpc);
    match interface.binding {
        Binding::Rpc1 => call.with("a2a-version", VERSION),
        Binding::Rest1 | Binding::Rpc0 => call,
    }
}

fn rpc_id(ask: &Ask, stage: &Stage) -> String {
    ask.ticket.id(if matches!(stage, Stage::Poll(_)) { "poll" } else { "call" })
}

/// The path of an operation, which the tenant goes before.
fn rest_path(interface: &Interface, path: &str) -> String {
    match &interface.tenant {
        Some(tenant) => format!("/{}{path}", segment(tenant)),
        None => path.to_owned(),
    }
}

/// What an answer holds.
enum Read {
    /// The reply and its context.
    Text(String, Option<String>),
    /// A task that is not done.
    AtWork(String),
}

/// Reads a message or a task: named by a member in 1.0, by `kind` in 0.3, bare after a poll.
fn read(result: &Value) -> Result<Read, Cause> {
    if let Some(message) = result.get("message").filter(|_| result.get("status").is_none()) {
        return message_text(message);
    }
    let task = result.get("task").unwrap_or(result);
    if task.get("status").is_none() {
        return message_text(task);
    }
    let context = context(task);
    let state = task.at(&["status", "state"]).and_then(Value::as_str).unwrap_or_default();
    let state = state.strip_prefix("TASK_STATE_").unwrap_or(state);
    let status = || task.at(&["status", "message"]).and_then(parts_text);
    match state.to_ascii_lowercase().replace('_', "-").as_str() {
        "submitted" | "working" | "unspecified" | "unknown" => {
            // What stands beside such a state says that the agent works, not what it found.
            let id = task.get("id").and_then(Value::as_str);
            let id = id.filter(|id| !id.is_empty() && !is_step(id));
            id.map(|id| Read::AtWork(id.to_owned())).ok_or(Cause::ReplyNotProtocol)
        }
        "completed" => {
            let text = artifacts_text(task).or_else(status).ok_or(Cause::ReplyNoText)?;
            Ok(Read::Text(text, context))
        }
        // The agent's turn has ended, and what it says is all that it says.
        "input-required" => {
            let text = status().ok_or(Cause::TaskInputRequired)?;
            Ok(Read::Text(text, context))
        }
        "failed" => Err(Cause::TaskFailed),
        "canceled" => Err(Cause::TaskCanceled),
        "rejected" => Err(Cause::TaskRejected),
        "auth-required" => Err(Cause::TaskAuthRequired),
        _ => Err(Cause::ReplyNotProtocol),
    }
}

fn message_text(message: &Value) -> Result<Read, Cause> {
    if message.get("parts").and_then(Value::as_array).is_none() {
        return Err(Cause::ReplyNotProtocol);
    }
    let text = parts_text(message).ok_or(Cause::ReplyNoText)?;
    Ok(Read::Text(text, context(message)))
}

fn context(value: &Value) -> Option<String> {
    value.get("contextId").and_then(Value::as_str).map(str::to_owned)
}

/// The texts of all artifacts, a line feed between two parts as the official clients have it.
fn artifacts_text(task: &Value) -> Option<String> {
    let artifacts = task.get("artifacts")?.as_array()?;
    join(artifacts.iter().filter_map(parts_text).collect())
}

/// The texts of the parts of a message or an artifact.
fn parts_text(value: &Value) -> Option<String> {
    let parts = value.get("parts")?.as_array()?;
    join(parts.iter().filter_map(|part| part.get("text")?.as_str()).map(str::to_owned).collect())
}

fn join(texts: Vec<String>) -> Option<String> {
    (!texts.is_empty()).then(|| texts.join("\n"))
}
