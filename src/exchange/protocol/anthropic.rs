//! The `anthropic` protocol: the Messages API.
//!
//! Request and response shapes follow the Anthropic API reference, "Messages", and `Message` of the
//! official client. The headers of an endpoint can set another `anthropic-version` or allow browser
//! access.

use super::content::join_texts;
use super::finish;
use super::model_stream::{merge_message, parse_json_or_merge};
use crate::exchange::call::{Call, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response, Usage};
use crate::exchange::prompt::Prompt;
use crate::exchange::served_by::ServedBy;
use crate::exchange::value::{Value, json};

/// The header that names the version of the API.
pub(in crate::exchange) const VERSION_HEADER: &str = "anthropic-version";

/// Default `anthropic-version`, the one these shapes belong to.
const VERSION: &str = "2023-06-01";

/// Token limit of a reply: room for one number or letter with an explanation.
const MAX_TOKENS: u64 = 1024;

/// Builds the call that sends the prompt.
pub(in crate::exchange) fn question_call(endpoint: &Endpoint, prompt: &Prompt) -> Call {
    let messages = json!([{ "role": "user", "content": (prompt.text.as_str()) }]);
    let body = json!({
        "model": (endpoint.model()),
        "max_tokens": MAX_TOKENS,
        "messages": messages,
        "stream": false,
    });
    Call::post(Stage::QUESTION, endpoint.url(), body.to_string())
        .with_header(VERSION_HEADER, VERSION)
}

/// Extracts the reply from a response.
pub(in crate::exchange) fn parse_reply(response: &Response) -> Result<Reply, Cause> {
    let json = parse_json_or_merge(response, merge_message)?;
    let Some(content) = json.get("content").and_then(Value::as_array) else {
        let error = json.get("type").and_then(Value::as_str) == Some("error");
        return Err(if error { Cause::ReplyError } else { Cause::ReplyNotProtocol });
    };
    let text = join_texts(content, "text");
    let reason = json.get("stop_reason").and_then(Value::as_str);
    if let Some(cause) = reason.and_then(finish::incomplete_cause) {
        return Err(cause);
    }
    // A refusal in words is the reply.
    if reason == Some("refusal") && text.is_none() {
        return Err(Cause::ReplyFiltered);
    }
    let usage = Usage::read(json.get("usage"), "input_tokens", "output_tokens");
    let reply = response.to_reply(text.ok_or(Cause::ReplyNoText)?);
    Ok(reply.with_served_by(ServedBy::from_model_response(&json)).with_usage(usage))
}
