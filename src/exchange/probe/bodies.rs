//! Bodies that agents commonly accept, and the fields that an error names.

use crate::exchange::value::{Value, json};

/// Members that commonly take the question, in the order in which they are tried.
const PROMPT_MEMBERS: [&str; 12] = [
    "message",
    "prompt",
    "query",
    "question",
    "input",
    "text",
    "messages",
    "content",
    "inputs",
    "data",
    "user_input",
    "user_message",
];

/// Parts of the names of members that take the id of a conversation, without `_` and in lower case.
const SESSION_PARTS: [&str; 5] = ["session", "conversation", "thread", "chatid", "userid"];

/// Words of error messages that are never the name of a field.
const NO_MEMBERS: [&str; 15] = [
    "body",
    "query",
    "string",
    "str",
    "object",
    "array",
    "list",
    "dict",
    "required",
    "missing",
    "error",
    "null",
    "undefined",
    "JSON",
    "model",
];

/// Words of error messages before and after the name of a field.
const BEFORE_NAMES: [&str; 4] = ["field", "missing", "parameter", "property"];
const AFTER_NAMES: [&str; 6] = ["cannot", "is", "missing", "must", "required", "should"];

/// The longest name of a field.
const MAX_NAME_LEN: usize = 40;

/// Returns the templates for the member `name`, the more common first.
fn templates_for_member(name: &str) -> Vec<Value> {
    let user = || json!([{ "role": "user", "content": "{{prompt}}" }]);
    match name {
        "messages" => {
            let parts =
                json!([{ "role": "user", "parts": [{ "type": "text", "text": "{{prompt}}" }] }]);
            vec![json!({ "messages": (user()) }), json!({ "messages": parts })]
        }
        "input" => vec![
            json!({ "input": "{{prompt}}" }),
            json!({ "input": { "messages": (user()) } }),
            json!({ "input": { "input": "{{prompt}}" } }),
            json!({ "input": { "question": "{{prompt}}" } }),
        ],
        "data" => vec![json!({ "data": ["{{prompt}}"] })],
        name => vec![json!({ name: "{{prompt}}" })],
    }
}

/// Returns the default template.
pub(super) fn default() -> Value {
    json!({ "message": "{{prompt}}" })
}

/// Returns every common template, the most common first.
pub(super) fn common_templates() -> Vec<Value> {
    PROMPT_MEMBERS.iter().flat_map(|name| templates_for_member(name)).collect()
}

/// Returns the templates of servers that take a model, such as Ollama.
pub(super) fn model_templates(path: &str) -> Value {
    let mut body = if path.ends_with("/generate") {
        json!({ "prompt": "{{prompt}}" })
    } else {
        json!({ "messages": [{ "role": "user", "content": "{{prompt}}" }] })
    };
    body.add("model", "{{model}}".into());
    body.add("stream", Value::Bool(false));
    body
}

/// Returns the templates that an error answer to `sent` asks for, the most likely first.
pub(super) fn templates_from_error(sent: &Value, answer: &str, prompt: &str) -> Vec<Value> {
    let names = field_paths_in_error(answer, prompt);
    let known = |name: &&Vec<String>| PROMPT_MEMBERS.contains(&name[0].as_str());
    let session = |name: &&Vec<String>| is_session_name(&name[0]);
    let sessions: Vec<&Vec<String>> = names.iter().filter(session).collect();
    let others = names.iter().filter(|name| !session(name));
    let mut templates: Vec<Value> = Vec::new();
    let (first, second): (Vec<_>, Vec<_>) = others.partition(known);
    for path in first.iter().chain(&second) {
        match path.as_slice() {
            [name] => templates.extend(templates_for_member(name)),
            path => {
                let leaf = Value::from("{{prompt}}");
                let nested = path.iter().rev().fold(leaf, |inner, name| json!({ name: inner }));
                templates.push(nested);
            }
        }
    }
    // Perhaps all of them are required.
    let mut whole = if *sent == default() { json!({}) } else { sent.clone() };
    for path in first.iter().chain(&second).filter(|path| path.len() == 1) {
        if whole.get(&path[0]).is_none() {
            whole.add(&path[0], "{{prompt}}".into());
        }
    }
    if !first.is_empty() || !second.is_empty() {
        templates.push(whole);
    }
    // Perhaps only the conversation is missing.
    if !sessions.is_empty() {
        templates.push(sent.clone());
    }
    for template in &mut templates {
        for path in &sessions {
            if template.get(&path[0]).is_none() {
                template.add(&path[0], "{{sessionId}}".into());
            }
        }
    }
    templates
}

/// Returns the paths of the fields that an error answer names: its `loc` and `path` lists, then the
/// quoted words of its texts, then known names and words such as *name* in *name is required*.
fn field_paths_in_error(answer: &str, prompt: &str) -> Vec<Vec<String>> {
    let mut fields: Vec<Vec<String>> = Vec::new();
    let mut texts = Vec::new();
    match Value::read(answer) {
        Some(json) => collect_names(&json, &mut fields, &mut texts),
        None => texts.push(answer.to_owned()),
    }
    let texts: Vec<String> = texts.iter().map(|text| text.replace(prompt, " ")).collect();
    for text in &texts {
        let quoted = text.split(['\'', '"', '`']).skip(1).step_by(2);
        fields.extend(quoted.filter(|word| is_name(word)).map(|word| vec![word.to_owned()]));
    }
    for text in &texts {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let known = |word: &&str| PROMPT_MEMBERS.contains(word) || is_session_name(word);
        fields.extend(words.iter().copied().filter(known).map(|word| vec![word.to_owned()]));
        for pair in words.windows(2) {
            let name = match (pair[0], pair[1]) {
                (before, name) if BEFORE_NAMES.contains(&before) => name,
                (name, after) if AFTER_NAMES.contains(&after) => name,
                _ => continue,
            };
            if is_name(name) {
                fields.push(vec![name.to_owned()]);
            }
        }
    }
    fields
}

/// Collects the texts of `json`, and the names in its lists called `loc` or `path`.
fn collect_names(json: &Value, fields: &mut Vec<Vec<String>>, texts: &mut Vec<String>) {
    match json {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_names(item, fields, texts)),
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_array() {
                    Some(path) if name == "loc" || name == "path" => {
                        let names = path.iter().filter_map(Value::as_str);
                        let path: Vec<String> =
                            names.filter(|name| *name != "body").map(str::to_owned).collect();
                        if !path.is_empty() && path.iter().all(|name| name.len() <= MAX_NAME_LEN) {
                            fields.push(path);
                        }
                    }
                    // The request as the server repeats it.
                    _ if name == "input" || name == "ctx" || name == "url" => {}
                    _ => collect_names(member, fields, texts),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Decimal(_) => {}
    }
}

/// Reports whether a member of this name takes the id of a conversation.
fn is_session_name(name: &str) -> bool {
    let name = name.replace('_', "").to_ascii_lowercase();
    SESSION_PARTS.iter().any(|part| name.contains(part))
}

fn is_name(word: &str) -> bool {
    let letters = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    !word.is_empty()
        && word.len() <= MAX_NAME_LEN
        && word.bytes().all(letters)
        && (PROMPT_MEMBERS.contains(&word) || !NO_MEMBERS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_frameworks_name_the_field() {
        let prompt = "What is 1 + 1?";
        let sent = json!({ "message": "{{prompt}}" });
        for (answer, template) in [
            // FastAPI
            (
                r#"{"detail":[{"type":"missing","loc":["body","prompt"],"msg":"Field required","input":{"message":"What is 1 + 1?"}}]}"#,
                r#"{"prompt":"{{prompt}}"}"#,
            ),
            (
                r#"{"detail":[{"loc":["body","utterance"],"msg":"Field required"},{"loc":["body","session_id"],"msg":"Field required"}]}"#,
                r#"{"session_id":"{{sessionId}}","utterance":"{{prompt}}"}"#,
            ),
            // Fastify
            (
                r#"{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must have required property 'question'"}"#,
                r#"{"question":"{{prompt}}"}"#,
            ),
            // Zod
            (
                r#"{"error":{"issues":[{"code":"invalid_type","path":["query"],"message":"Required"}]}}"#,
                r#"{"query":"{{prompt}}"}"#,
            ),
            // By hand
            (r#"{"error":"input is required"}"#, r#"{"input":"{{prompt}}"}"#),
            ("missing field `text` in What is 1 + 1?", r#"{"text":"{{prompt}}"}"#),
            (
                r#"{"detail":[{"loc":["body","customer_text"]},{"loc":["body","conversation"]}]}"#,
                r#"{"conversation":"{{sessionId}}","customer_text":"{{prompt}}"}"#,
            ),
            (r#"{"fault":"inquiry must be a string"}"#, r#"{"inquiry":"{{prompt}}"}"#),
            ("Missing parameter utterance.", r#"{"utterance":"{{prompt}}"}"#),
            (
                r#"{"error":"No threadId given"}"#,
                r#"{"message":"{{prompt}}","threadId":"{{sessionId}}"}"#,
            ),
            (
                r#"{"detail":[{"loc":["body","input","question"],"msg":"Field required"}]}"#,
                r#"{"input":{"question":"{{prompt}}"}}"#,
            ),
        ] {
            let found = templates_from_error(&sent, answer, prompt);
            assert_eq!(found.first().map(Value::to_string).as_deref(), Some(template), "{answer}");
        }
        assert_eq!(templates_from_error(&sent, "<h1>Bad Request</h1>", prompt), []);
        let two = r#"{"detail":[{"loc":["body","name"]},{"loc":["body","words"]}]}"#;
        let all = r#"{"name":"{{prompt}}","words":"{{prompt}}"}"#;
        assert!(
            templates_from_error(&sent, two, prompt).iter().any(|body| body.to_string() == all)
        );
    }
}
