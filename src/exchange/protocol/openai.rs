//! The `openai` protocol: Chat Completions.
//!
//! Request and response shapes follow the OpenAI API reference, "Create chat completion", and
//! `ChatCompletion` of the official client.

use crate::exchange::call::{Call, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response, Usage};
use crate::exchange::prompt::Prompt;
use crate::exchange::protocol::stream;
use crate::exchange::served::Served;
use crate::exchange::value::{Value, json};

/// Builds the call that sends the prompt.
pub(in crate::exchange) fn question_call(endpoint: &Endpoint, prompt: &Prompt) -> Call {
    let messages = json!([{ "role": "user", "content": (prompt.text.as_str()) }]);
    let body = json!({ "model": (endpoint.model()), "messages": messages });
    Call::post(Stage::QUESTION, endpoint.url(), body.to_string())
}

/// Extracts the reply from a response.
pub(in crate::exchange) fn parse_reply(response: &Response) -> Result<Reply, Cause> {
    // Some servers stream although no stream was requested.
    if let Some(text) = stream::text(response.success()?) {
        return text.map(|text| response.reply(text));
    }
    let json = response.json()?;
    let choice = json.at(&["choices", "0"]);
    let Some(message) = choice.and_then(|choice| choice.get("message")) else {
        return Err(if is_error(&json) { Cause::ReplyError } else { Cause::ReplyNotProtocol });
    };
    match choice.and_then(|choice| choice.get("finish_reason")).and_then(Value::as_str) {
        Some("length") => return Err(Cause::ReplyTruncated),
        Some("content_filter") => return Err(Cause::ReplyFiltered),
        // Gateways send this if a model fails after its first tokens.
        Some("error") => return Err(Cause::ReplyError),
        _ if choice.is_some_and(is_error) => return Err(Cause::ReplyError),
        _ => {}
    }
    // A refusal is in `refusal`, and `content` is null.
    let text = message.get("content").and_then(text);
    let refusal = || message.get("refusal").and_then(Value::as_str).map(str::to_owned);
    let reply = response.reply(text.or_else(refusal).ok_or(Cause::ReplyNoText)?);
    let reply = reply.served_by(Served::by_model(&json));
    Ok(reply.with_usage(Usage::read(json.get("usage"), "prompt_tokens", "completion_tokens")))
}

/// Reports whether `json` has an `error`.
pub(in crate::exchange) fn is_error(json: &Value) -> bool {
    json.get("error").is_some_and(|error| !error.is_null())
}

/// Returns the text of a `content`: a string, or the parts of type `text` that some compatible
/// servers send.
fn text(content: &Value) -> Option<String> {
    if let Some(text) = content.as_str() {
        return Some(text.to_owned());
    }
    texts(content.as_array()?, "text")
}

/// Concatenates the texts of the parts of type `kind`; `None` if there is no such part.
pub(in crate::exchange) fn texts(parts: &[Value], kind: &str) -> Option<String> {
    let texts: Vec<&str> = parts
        .iter()
        .filter(|part| part.get("type").and_then(Value::as_str) == Some(kind))
        .filter_map(|part| part.get("text").and_then(Value::as_str))
        .collect();
    (!texts.is_empty()).then(|| texts.concat())
}
