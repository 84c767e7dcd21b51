//! The protocol `anthropic`: the Messages API.
//!
//! Shapes: the Anthropic API reference, "Messages", and `Message` of the official client. Another
//! `anthropic-version`, and what a browser needs, come as headers of the endpoint.

use super::cause::Cause;
use super::connection::Ask;
use super::endpoint::Endpoint;
use super::message::{Reply, Response, Usage};
use super::openai::texts;
use super::served::Served;
use super::step::{Call, Stage};
use super::value::{Value, json};

/// The version of the API that the shapes here belong to.
const VERSION: &str = "2023-06-01";

/// The most tokens that a reply may take: plenty for one number or one letter with its reasons.
const MAX_TOKENS: u32 = 1024;

/// The call that asks.
pub(super) fn question(endpoint: &Endpoint, ask: &Ask) -> Call {
    let messages = json!([{ "role": "user", "content": (ask.prompt.as_str()) }]);
    let body =
        json!({ "model": (endpoint.model()), "max_tokens": MAX_TOKENS, "messages": messages });
    Call::post(Stage::QUESTION, endpoint.url(), body.to_string()).with("anthropic-version", VERSION)
}

/// The reply in an answer.
pub(super) fn reply(response: &Response) -> Result<Reply, Cause> {
    let json = response.success()?.json()?;
    let Some(content) = json.get("content").and_then(Value::as_array) else {
        let error = json.get("type").and_then(Value::as_str) == Some("error");
        return Err(if error { Cause::ReplyError } else { Cause::ReplyNotProtocol });
    };
    let text = texts(content, "text");
    match json.get("stop_reason").and_then(Value::as_str) {
        Some("max_tokens" | "model_context_window_exceeded") => return Err(Cause::ReplyTruncated),
        Some("refusal") if text.is_none() => return Err(Cause::ReplyFiltered),
        _ => {}
    }
    let usage = Usage::read(json.get("usage"), "input_tokens", "output_tokens");
    let reply = response.reply(text.ok_or(Cause::ReplyNoText)?);
    Ok(reply.served_by(Served::by_model(&json)).with_usage(usage))
}
