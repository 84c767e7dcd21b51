//! Responses of model APIs that arrive as event streams although none was requested.
//!
//! Each function merges the events into the response that the API sends without streaming.

use super::content::{self, is_error};
use super::sse::SseParser;
use crate::exchange::cause::Cause;
use crate::exchange::net::message::Response;
use crate::exchange::value::{Value, json};

/// The last event of a Chat Completions stream.
const DONE: &str = "[DONE]";

/// Types of events that end a Responses or Messages stream.
const LAST_TYPES: [&str; 5] =
    ["response.completed", "response.incomplete", "response.failed", "message_stop", "error"];

/// Reports whether `data` is the last event of a stream. Servers may leave the connection open
/// after it.
pub(in crate::exchange) fn is_last_event(data: &str) -> bool {
    let last = || LAST_TYPES.contains(&event_type(&Value::read(data)?)?).then_some(());
    data.trim() == DONE || last().is_some()
}

/// Parses a response as JSON, or merges its events with `merge`.
pub(in crate::exchange) fn parse_json_or_merge(
    response: &Response,
    merge: fn(&[Value]) -> Result<Value, Cause>,
) -> Result<Value, Cause> {
    let events = events(response.success()?);
    if events.is_empty() {
        return response.json();
    }
    let parsed: Option<Vec<Value>> = events.iter().map(|data| parse_event(data)).collect();
    let parsed = parsed.ok_or(Cause::ReplyNotJson)?;
    if parsed.iter().any(|event| is_error(event) || event_type(event) == Some("error")) {
        return Err(Cause::ReplyError);
    }
    merge(&parsed)
}

/// Returns the events of a response. Some servers label a stream as JSON or text.
fn events(response: &Response) -> Vec<String> {
    let unlabelled = [&b"data:"[..], b"event:"];
    let body = response.body.trim_ascii_start();
    if !response.events.is_empty() || !unlabelled.iter().any(|start| body.starts_with(start)) {
        return response.events.clone();
    }
    let mut parser = SseParser::default();
    let mut events = parser.feed(body);
    events.extend(parser.finish());
    events
}

/// Parses the data of an event; [`DONE`] is a string.
fn parse_event(data: &str) -> Option<Value> {
    if data.trim() == DONE { Some(DONE.into()) } else { Value::read(data) }
}

fn event_type(event: &Value) -> Option<&str> {
    event.get("type").and_then(Value::as_str)
}

/// Merges the chunks of a Chat Completions stream.
pub(in crate::exchange) fn merge_completion(events: &[Value]) -> Result<Value, Cause> {
    let (mut texts, mut refusals) = (Vec::new(), Vec::new());
    let mut finish = None;
    for event in events {
        let first = |choice: &&Value| {
            choice.get("index").is_none_or(|index| index.as_integer().as_deref() == Some("0"))
        };
        let choices = event.get("choices").and_then(Value::as_array).unwrap_or_default();
        let Some(choice) = choices.iter().find(first) else { continue };
        let delta = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(choice);
        let content = delta.get("content").or_else(|| delta.get("text"));
        texts.extend(content.and_then(content::content_text));
        refusals.extend(delta.get("refusal").and_then(Value::as_str));
        finish = choice.get("finish_reason").filter(|it| !it.is_null()).or(finish);
    }
    if finish.is_none() && !events.contains(&DONE.into()) {
        return Err(Cause::ReplyTruncated);
    }
    let text =
        |texts: bool, text: String| if texts { Value::from(text.as_str()) } else { Value::Null };
    let content = text(!texts.is_empty(), texts.concat());
    let refusal = text(!refusals.is_empty(), refusals.concat());
    let finish = finish.cloned().unwrap_or(Value::Null);
    let message = json!({ "content": content, "refusal": refusal });
    let choice = json!({ "message": message, "finish_reason": finish });
    let mut whole = json!({ "choices": [choice] });
    for name in ["model", "system_fingerprint", "usage"] {
        let last = events.iter().rev().find_map(|event| event.get(name).filter(|it| !it.is_null()));
        whole.add(name, last.cloned().unwrap_or(Value::Null));
    }
    Ok(whole)
}

/// Returns the response in the last event of a Responses stream.
pub(in crate::exchange) fn merge_response(events: &[Value]) -> Result<Value, Cause> {
    let last = events
        .iter()
        .rev()
        .find(|event| event_type(event).is_some_and(|it| LAST_TYPES.contains(&it)));
    last.and_then(|event| event.get("response")).cloned().ok_or(Cause::ReplyTruncated)
}

/// Merges the events of a Messages stream.
pub(in crate::exchange) fn merge_message(events: &[Value]) -> Result<Value, Cause> {
    let of =
        |name: &'static str| events.iter().filter(move |event| event_type(event) == Some(name));
    let delta = |event: &Value, name| event.get_path(&["delta", name]).cloned();
    let texts: Vec<String> = of("content_block_start")
        .filter_map(|event| event.get_path(&["content_block", "text"]))
        .chain(of("content_block_delta").filter_map(|event| event.get_path(&["delta", "text"])))
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect();
    let stop = of("message_delta").filter_map(|event| delta(event, "stop_reason")).next_back();
    let stop = stop.ok_or(Cause::ReplyTruncated)?;
    let start = of("message_start").find_map(|event| event.get("message"));
    let model = start.and_then(|start| start.get("model")).cloned().unwrap_or(Value::Null);
    let input = start.and_then(|start| start.get_path(&["usage", "input_tokens"])).cloned();
    let output =
        of("message_delta").filter_map(|it| it.get_path(&["usage", "output_tokens"])).next_back();
    let usage = json!({
        "input_tokens": (input.unwrap_or(Value::Null)),
        "output_tokens": (output.cloned().unwrap_or(Value::Null)),
    });
    let text = json!({ "type": "text", "text": (texts.concat().as_str()) });
    let content =
        if texts.is_empty() { Value::Array(Vec::new()) } else { Value::Array(vec![text]) };
    Ok(json!({ "content": content, "model": model, "stop_reason": stop, "usage": usage }))
}
