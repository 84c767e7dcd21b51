//! The `json` protocol: sends a body template, reads JSON or plain text.

use super::envelope;
use crate::base::pointer::Pointer;
use crate::exchange::call::{Call, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::message::{Reply, Response};
use crate::exchange::prompt::Prompt;
use crate::exchange::protocol::content::{REPLY_MEMBERS, scalar_text};
use crate::exchange::protocol::stream;
use crate::exchange::value::Value;

/// Nesting depth to which the common members are searched: `{"message": {"content": …}}`.
const MAX_DEPTH: usize = 2;

/// Builds the call that sends the prompt.
pub(in crate::exchange) fn question_call(endpoint: &Endpoint, prompt: &Prompt) -> Call {
    let session = prompt.ticket.id("session");
    let body = endpoint.template().fill(&prompt.text, &session, endpoint.model());
    Call::post(Stage::QUESTION, endpoint.url(), body.to_string())
}

/// Extracts the reply from a response.
pub(in crate::exchange) fn parse_reply(
    endpoint: &Endpoint,
    prompt: &Prompt,
    response: &Response,
) -> Result<Reply, Cause> {
    let session = endpoint.template().has_session().then(|| prompt.ticket.id("session"));
    let text = extract_text(endpoint.reply_pointer(), response.success()?)?;
    Ok(response.to_reply(text).with_session(session.as_deref()))
}

fn extract_text(pointer: Option<&Pointer>, response: &Response) -> Result<String, Cause> {
    if let Some(text) = stream::join_parts(response) {
        return text;
    }
    if let Some(pointer) = pointer {
        let json = response.json()?;
        return json
            .get_path(pointer.tokens())
            .and_then(scalar_text)
            .ok_or_else(|| cause_of_missing_text(&json));
    }
    match response.headers.media_type().as_str() {
        // Web frameworks label plain text as HTML by default. Markup is a page, not a reply.
        "text/html" | "application/xhtml+xml" if is_markup(response) => Err(Cause::ReplyNotJson),
        "text/json" => find_common_text(&response.json()?),
        media_type if media_type.starts_with("text/") => Ok(response.text()),
        "" if response.body.is_empty() => Err(Cause::ReplyNoText),
        "" => match response.json() {
            Ok(json) => find_common_text(&json),
            Err(cause) if is_markup(response) => Err(cause),
            Err(_) => Ok(response.text()),
        },
        _ => find_common_text(&response.json()?),
    }
}

/// Extracts the text of the first common member that has one. A `message` next to an `error`
/// describes the error.
fn find_common_text(json: &Value) -> Result<String, Cause> {
    let json = &envelope::unwrap(json)?;
    let names = REPLY_MEMBERS.into_iter().filter(|name| *name != "message" || !is_error(json));
    let text = scalar_text(json).or_else(|| search_members(json, names, MAX_DEPTH));
    text.ok_or_else(|| cause_of_missing_text(json))
}

/// Returns the cause for a response without a text.
fn cause_of_missing_text(json: &Value) -> Cause {
    if is_error(json) { Cause::ReplyError } else { Cause::ReplyNoText }
}

/// Reports whether `json` has a non-empty `error`. Many servers send an empty one with every
/// response.
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

fn search_members(
    value: &Value,
    mut names: impl Iterator<Item = &'static str>,
    depth: usize,
) -> Option<String> {
    names.find_map(|name| {
        let member = value.get(name)?;
        scalar_text(member).or_else(|| {
            (depth > 1)
                .then(|| search_members(member, REPLY_MEMBERS.into_iter(), depth - 1))
                .flatten()
        })
    })
}
