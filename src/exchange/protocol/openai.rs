//! The `openai` protocol: Chat Completions.
//!
//! Request and response shapes follow the OpenAI API reference, "Create chat completion", and
//! `ChatCompletion` of the official client.

use super::content::{content_text, is_error};
use super::finish;
use super::model_stream::{merge_completion, parse_json_or_merge};
use crate::exchange::call::{Call, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response, Usage};
use crate::exchange::prompt::Prompt;
use crate::exchange::served_by::ServedBy;
use crate::exchange::value::{Value, json};

/// Builds the call that sends the prompt. Without `stream`, some servers stream.
pub(in crate::exchange) fn question_call(endpoint: &Endpoint, prompt: &Prompt) -> Call {
    let messages = json!([{ "role": "user", "content": (prompt.text.as_str()) }]);
    let body = json!({ "model": (endpoint.model()), "messages": messages, "stream": false });
    Call::post(Stage::QUESTION, endpoint.url(), body.to_string())
}

/// Extracts the reply from a response.
pub(in crate::exchange) fn parse_reply(response: &Response) -> Result<Reply, Cause> {
    let json = parse_json_or_merge(response, merge_completion)?;
    let Some(choice) = json.get_path(&["choices", "0"]) else {
        return Err(if is_error(&json) { Cause::ReplyError } else { Cause::ReplyNotProtocol });
    };
    let reason = choice.get("finish_reason").and_then(Value::as_str);
    if let Some(cause) = reason.and_then(finish::incomplete_cause) {
        return Err(cause);
    }
    if is_error(choice) {
        return Err(Cause::ReplyError);
    }
    // Servers of completions send `text` in place of a message, and some proxies a `delta`.
    let message = ["message", "delta"].iter().find_map(|name| choice.get(name));
    let message = message.filter(|message| message.is_object()).unwrap_or(choice);
    let members = ["content", "text", "refusal"].map(|name| message.get(name));
    if members == [None; 3] {
        let found = message.get("role").is_some() || message.get("tool_calls").is_some();
        return Err(if found { Cause::ReplyNoText } else { Cause::ReplyNotProtocol });
    }
    // A refusal is in `refusal`, and `content` is null.
    let text = members.into_iter().flatten().find_map(content_text);
    let reply = response.to_reply(text.ok_or(Cause::ReplyNoText)?);
    let reply = reply.with_served_by(ServedBy::from_model_response(&json));
    Ok(reply.with_usage(Usage::read(json.get("usage"), "prompt_tokens", "completion_tokens")))
}
