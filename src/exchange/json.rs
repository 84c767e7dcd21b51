//! The protocol `json`: a body template out, JSON or plain text back.

use super::cause::Cause;
use super::connection::Ask;
use super::endpoint::Endpoint;
use super::message::{Reply, Response};
use super::step::{Call, Stage};
use super::value::Value;
use crate::pointer::Pointer;

/// The members in which small agents put their answer; the first one that has text counts.
const COMMON: [&str; 6] = ["response", "text", "message", "content", "answer", "output"];

/// How deep objects in the common members are looked into: `{"message": {"content": …}}`.
const DEPTH: usize = 2;

/// The call that asks.
pub(super) fn question(endpoint: &Endpoint, ask: &Ask) -> Call {
    let body = endpoint.template().fill(&ask.prompt, &ask.ticket.id("session"));
    Call::post(Stage::QUESTION, endpoint.url(), body)
}

/// The reply in an answer.
pub(super) fn reply(endpoint: &Endpoint, ask: &Ask, response: &Response) -> Result<Reply, Cause> {
    let session = endpoint.template().has_session().then(|| ask.ticket.id("session"));
    let text = text(endpoint.reply_pointer(), response.success()?)?;
    Ok(response.reply(text).with_session(session.as_deref()))
}

fn text(pointer: Option<&Pointer>, response: &Response) -> Result<String, Cause> {
    if let Some(pointer) = pointer {
        let json = response.json()?;
        return json.at(pointer.tokens()).and_then(plain).ok_or_else(|| without_text(&json));
    }
    match response.headers.media_type().as_str() {
        // Web frameworks send bare text as HTML by default; markup is a page, not a reply.
        "text/html" | "application/xhtml+xml" if is_markup(response) => Err(Cause::ReplyNotJson),
        "text/event-stream" => Err(Cause::ReplyNotJson),
        "text/json" => of_json(&response.json()?),
        media_type if media_type.starts_with("text/") => Ok(response.text()),
        "" if response.body.is_empty() => Err(Cause::ReplyNoText),
        "" => match response.json() {
            Ok(json) => of_json(&json),
            Err(cause) if is_markup(response) => Err(cause),
            Err(_) => Ok(response.text()),
        },
        _ => of_json(&response.json()?),
    }
}

/// The text of the first common member that has one. What stands in `message` beside an error tells
/// of the error.
fn of_json(json: &Value) -> Result<String, Cause> {
    let names = COMMON.into_iter().filter(|name| *name != "message" || !is_error(json));
    let text = plain(json).or_else(|| common(json, names, DEPTH));
    text.ok_or_else(|| without_text(json))
}

/// What an answer is in which no text was found.
fn without_text(json: &Value) -> Cause {
    if is_error(json) { Cause::ReplyError } else { Cause::ReplyNoText }
}

/// Whether `json` names an error. Many send the member with every answer, and nothing in it.
fn is_error(json: &Value) -> bool {
    match json.get("error") {
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Object(members)) => !members.is_empty(),
        Some(other) => other.as_bool() == Some(true),
        None => false,
    }
}

fn is_markup(response: &Response) -> bool {
    response.text().trim_start().starts_with('<')
}

/// The text of a string, or of an integer. Other numbers have no one text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) => value.as_integer().map(str::to_owned),
        _ => None,
    }
}

fn common(
    value: &Value,
    mut names: impl Iterator<Item = &'static str>,
    depth: usize,
) -> Option<String> {
    names.find_map(|name| {
        let member = value.get(name)?;
        plain(member).or_else(|| {
            (depth > 1).then(|| common(member, COMMON.into_iter(), depth - 1)).flatten()
        })
    })
}
