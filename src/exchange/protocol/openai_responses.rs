//! The `openai-responses` protocol: the OpenAI Responses API.
//!
//! Request and response shapes follow the OpenAI API reference, "Create a model response", and
//! `Response` of the official client.

use super::content::is_error;
use super::finish;
use super::model_stream::{merge_response, parse_json_or_merge};
use crate::exchange::call::{Call, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response, Usage};
use crate::exchange::prompt::Prompt;
use crate::exchange::served_by::ServedBy;
use crate::exchange::value::{Value, json};

/// Builds the call that sends the prompt, with storage turned off.
pub(in crate::exchange) fn question_call(endpoint: &Endpoint, prompt: &Prompt) -> Call {
    let (model, input) = (endpoint.model(), prompt.text.as_str());
    let body = json!({ "model": model, "input": input, "store": false, "stream": false });
    Call::post(Stage::QUESTION, endpoint.url(), body.to_string())
}

/// Extracts the reply from a response.
pub(in crate::exchange) fn parse_reply(response: &Response) -> Result<Reply, Cause> {
    let json = parse_json_or_merge(response, merge_response)?;
    match json.get("status").and_then(Value::as_str) {
        Some("incomplete") => {
            let reason = json.get_path(&["incomplete_details", "reason"]).and_then(Value::as_str);
            return Err(reason.and_then(finish::incomplete_cause).unwrap_or(Cause::ReplyTruncated));
        }
        // Some compatible servers omit the status.
        Some("completed") | None if !is_error(&json) => {}
        _ if is_error(&json) => return Err(Cause::ReplyError),
        Some("failed" | "cancelled") => return Err(Cause::ReplyError),
        _ => return Err(Cause::ReplyNotProtocol),
    }
    let output = json.get("output").and_then(Value::as_array).ok_or(Cause::ReplyNotProtocol)?;
    let text = final_text(output).ok_or(Cause::ReplyNoText)?;
    let usage = Usage::read(json.get("usage"), "input_tokens", "output_tokens");
    Ok(response
        .to_reply(text)
        .with_served_by(ServedBy::from_model_response(&json))
        .with_usage(usage))
}

/// Returns the text of the final answer, or else of every message without a phase; or the refusal
/// if there is no text.
fn final_text(output: &[Value]) -> Option<String> {
    let phase = |item: &&Value| item.get("phase").and_then(Value::as_str).map(str::to_owned);
    let is_final = |item: &&Value| phase(item).as_deref() == Some("final_answer");
    let any_final = output.iter().any(|item| is_final(&item));
    let parts = || {
        output
            .iter()
            .filter(|item| item.get("type").and_then(Value::as_str) == Some("message"))
            .filter(|item| is_final(item) || !any_final && phase(item).is_none())
            .filter_map(|item| item.get("content")?.as_array())
            .flatten()
    };
    let texts = |kind: &str, member: &str| {
        let texts: Vec<&str> = parts()
            .filter(|part| part.get("type").and_then(Value::as_str) == Some(kind))
            .filter_map(|part| part.get(member)?.as_str())
            .collect();
        (!texts.is_empty()).then(|| texts.concat())
    };
    texts("output_text", "text").or_else(|| texts("refusal", "refusal"))
}
