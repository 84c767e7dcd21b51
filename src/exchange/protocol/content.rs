//! The text of a reply: in the `content` of model APIs, and in members of plain JSON.

use crate::exchange::value::Value;

/// Members that commonly hold the reply, in order of preference. `message` is last because it is
/// often a remark on the request: `{"message": "ok", "reply": …}`.
pub(in crate::exchange) const REPLY_MEMBERS: [&str; 10] = [
    "reply",
    "response",
    "answer",
    "text",
    "content",
    "output",
    "result",
    "completion",
    "generated_text",
    "message",
];

/// Returns a string, or an integer as text. Other numbers have more than one spelling.
pub(in crate::exchange) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        _ => value.as_integer(),
    }
}

/// Reports whether `json` has an `error`.
pub(in crate::exchange) fn is_error(json: &Value) -> bool {
    json.get("error").is_some_and(|error| !error.is_null())
}

/// Returns the text of a `content`: a string, or the parts of type `text` that some compatible
/// servers send.
pub(in crate::exchange) fn content_text(content: &Value) -> Option<String> {
    if let Some(text) = content.as_str() {
        return Some(text.to_owned());
    }
    join_texts(content.as_array()?, "text")
}

/// Concatenates the texts of the parts of type `kind`, without thoughts; `None` if there is no such
/// part. Gemini marks a thought with `thought: true`, in a part of the same type.
pub(in crate::exchange) fn join_texts(parts: &[Value], kind: &str) -> Option<String> {
    let texts: Vec<&str> = parts
        .iter()
        .filter(|part| part.get("type").and_then(Value::as_str) == Some(kind))
        .filter(|part| part.get("thought").and_then(Value::as_bool) != Some(true))
        .filter_map(|part| part.get("text").and_then(Value::as_str))
        .collect();
    (!texts.is_empty()).then(|| texts.concat())
}
