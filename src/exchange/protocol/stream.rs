//! Replies that arrive in parts: server-sent events, or one JSON value per line.

use super::content::{REPLY_MEMBERS, scalar_text};
use super::sse::SseParser;
use crate::exchange::cause::Cause;
use crate::exchange::net::message::Response;
use crate::exchange::value::Value;

/// Places of the text of one part, in the streams of OpenAI, Ollama, Anthropic and the AI SDK.
const PART_PLACES: [&[&str]; 4] = [
    &["choices", "0", "delta", "content"],
    &["choices", "0", "text"],
    &["message", "content"],
    &["delta", "text"],
];

/// Members that hold the text of one part, in addition to those of a whole reply.
const PART_MEMBERS: [&str; 4] = ["delta", "token", "chunk", "data"];

/// Joins the texts of a stream's parts. Returns `None` if the response is no stream.
pub(in crate::exchange) fn join_parts(response: &Response) -> Option<Result<String, Cause>> {
    let parts = match response.headers.media_type().as_str() {
        "text/event-stream" => {
            let mut events = SseParser::default();
            let mut parts = events.feed(&response.body);
            parts.extend(events.finish());
            parts
        }
        "application/x-ndjson" | "application/ndjson" | "application/jsonl" => {
            response.text().lines().map(str::to_owned).collect()
        }
        _ => return None,
    };
    let texts: Vec<String> = parts.iter().filter_map(|part| part_text(part)).collect();
    Some(if texts.is_empty() { Err(Cause::ReplyNoText) } else { Ok(texts.concat()) })
}

/// Returns the text of one part: a member of its JSON, or the part itself if it is not JSON.
fn part_text(part: &str) -> Option<String> {
    let Some(json) = Value::read(part) else {
        return (part != "[DONE]").then(|| part.to_owned());
    };
    let placed = PART_PLACES.iter().find_map(|place| json.get_path(place));
    let named = || PART_MEMBERS.iter().chain(&REPLY_MEMBERS).find_map(|name| json.get(name));
    // A bare number is part of a text that happens to parse.
    let whole = || (!json.is_object()).then_some(&json);
    scalar_text(placed.or_else(named).or_else(whole)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::net::message::Headers;

    fn read(media_type: &str, body: &str) -> Option<Result<String, Cause>> {
        let headers = Headers::new([("content-type", media_type)]);
        join_parts(&Response {
            status: 200,
            headers,
            body: body.as_bytes().to_vec(),
            events: Vec::new(),
            foreign: false,
        })
    }

    #[test]
    fn parts_are_joined() {
        let events = |data: &[&str]| -> String {
            data.iter().map(|data| format!("data: {data}\n\n")).collect()
        };
        for (media_type, body) in [
            (
                "text/event-stream",
                events(&[
                    r#"{"choices":[{"delta":{"role":"assistant"}}]}"#,
                    r#"{"choices":[{"delta":{"content":"12"}}]}"#,
                    r#"{"choices":[{"delta":{"content":"5"}}]}"#,
                    "[DONE]",
                ]),
            ),
            (
                "text/event-stream",
                events(&[
                    r#"{"type":"text-delta","delta":"12"}"#,
                    r#"{"type":"text-delta","delta":"5"}"#,
                    r#"{"type":"finish"}"#,
                ]),
            ),
            ("text/event-stream; charset=utf-8", events(&["12", "5"])),
            (
                "application/x-ndjson",
                "{\"message\":{\"content\":\"12\"},\"done\":false}\n\
                {\"message\":{\"content\":\"5\"},\"done\":true}\n"
                    .to_owned(),
            ),
        ] {
            assert_eq!(read(media_type, &body), Some(Ok("125".to_owned())), "{body}");
        }
        assert_eq!(read("text/event-stream", ""), Some(Err(Cause::ReplyNoText)));
        assert_eq!(read("application/json", "{}"), None);
    }
}
