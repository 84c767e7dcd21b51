//! Template of a JSON body, or of the arguments of an MCP tool.

use super::value::{Value, json};
use crate::error::{Code, Error, shown};

/// Texts of common bodies that say nothing about the subject: the role and the kind of a message.
const COMMON_TEXTS: [&str; 3] = ["user", "human", "text"];

/// A JSON body with the placeholder `{{prompt}}`, and optionally `{{sessionId}}` and `{{model}}`,
/// within its strings.
///
/// Placeholders are found in the parsed JSON and filled once, so a prompt can neither escape its
/// string nor contain a placeholder itself. Member names are never filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    body: Value,
    has_session: bool,
    has_model: bool,
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// `exchange.template` if it is not JSON, has no `{{prompt}}`, or has an unknown placeholder.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let refused =
            |problem: String| Error::because(Code::ExchangeTemplate, "JSON body template", problem);
        let body =
            Value::read(text).ok_or_else(|| refused(format!("not JSON: {}", shown(text))))?;
        let mut placeholders = Vec::new();
        collect_placeholders(&body, &mut placeholders);
        let unknown =
            placeholders.iter().find(|name| !matches!(**name, "prompt" | "sessionId" | "model"));
        if let Some(name) = unknown {
            return Err(refused(format!(
                "unknown placeholder {}; known are {{{{prompt}}}}, {{{{sessionId}}}} and {{{{model}}}}",
                shown(name)
            )));
        }
        if !placeholders.contains(&"prompt") {
            return Err(refused(format!("no {{{{prompt}}}} in {}", shown(text))));
        }
        let has_session = placeholders.contains(&"sessionId");
        let has_model = placeholders.contains(&"model");
        Ok(Self { body, has_session, has_model })
    }

    /// Reports whether the template contains `{{sessionId}}`.
    pub(super) const fn has_session(&self) -> bool {
        self.has_session
    }

    /// Reports whether the template contains `{{model}}`.
    pub(super) const fn has_model(&self) -> bool {
        self.has_model
    }

    /// Reports whether the body has text or a number besides its placeholders, which may identify
    /// the subject.
    pub(super) fn has_other_text(&self) -> bool {
        has_other_text(&self.body)
    }

    /// Returns an object whose only member, `name`, is the prompt.
    pub(super) fn from_member(name: &str) -> Self {
        Self { body: json!({ name: "{{prompt}}" }), has_session: false, has_model: false }
    }

    /// Returns the body with its placeholders filled.
    pub(super) fn fill(&self, prompt: &str, session: &str, model: &str) -> Value {
        fill(&self.body, &PlaceholderValues { prompt, session, model })
    }
}

impl Default for Template {
    /// Returns `{"message": "{{prompt}}"}`.
    fn default() -> Self {
        Self::from_member("message")
    }
}

/// Splits a string at its placeholders: pairs of a literal and the name of the placeholder after
/// it.
fn split_placeholders(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let mut from = 0;
        while let Some(at) = text[from..].find("{{").map(|at| from + at) {
            let inner = &text[at + 2..];
            let length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
            if length > 0 && inner[length..].starts_with("}}") {
                rest = Some(&inner[length + 2..]);
                return Some((&text[..at], Some(&inner[..length])));
            }
            from = at + 1;
        }
        Some((text, None))
    })
}

fn collect_placeholders<'a>(value: &'a Value, placeholders: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => {
            placeholders.extend(split_placeholders(text).filter_map(|(_, placeholder)| placeholder))
        }
        Value::Array(items) => {
            items.iter().for_each(|item| collect_placeholders(item, placeholders))
        }
        Value::Object(members) => {
            members.iter().for_each(|(_, member)| collect_placeholders(member, placeholders))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Decimal(_) => {}
    }
}

fn has_other_text(value: &Value) -> bool {
    match value {
        Value::String(text) if COMMON_TEXTS.contains(&text.as_str()) => false,
        Value::String(text) => split_placeholders(text).any(|(before, _)| !before.is_empty()),
        Value::Number(_) | Value::Decimal(_) => true,
        Value::Array(items) => items.iter().any(has_other_text),
        Value::Object(members) => members.iter().any(|(_, member)| has_other_text(member)),
        Value::Null | Value::Bool(_) => false,
    }
}

/// The values of the placeholders.
struct PlaceholderValues<'a> {
    prompt: &'a str,
    session: &'a str,
    model: &'a str,
}

fn fill(value: &Value, values: &PlaceholderValues<'_>) -> Value {
    let again = |value| fill(value, values);
    match value {
        Value::String(text) => {
            let mut filled = String::new();
            for (before, placeholder) in split_placeholders(text) {
                filled.push_str(before);
                filled.push_str(match placeholder {
                    Some("prompt") => values.prompt,
                    Some("model") => values.model,
                    Some(_) => values.session,
                    None => "",
                });
            }
            Value::String(filled)
        }
        Value::Array(items) => Value::Array(items.iter().map(again).collect()),
        Value::Object(members) => {
            let filled = members.iter().map(|(name, member)| (name.clone(), again(member)));
            Value::Object(filled.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Decimal(_) => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_once_and_only_in_strings() {
        let template =
            Template::parse(r#"{"q":["<{{prompt}}|{{sessionId}}>",1.5,null],"{{prompt}}":"{{ x"}"#);
        let filled = template.unwrap().fill("\"}{{sessionId}}\n", "s", "m");
        assert_eq!(
            filled.to_string(),
            r#"{"q":["<\"}{{sessionId}}\n|s>",1.5,null],"{{prompt}}":"{{ x"}"#
        );
    }

    #[test]
    fn rejects_templates_without_prompt_or_with_unknown_placeholders() {
        for text in ["", "{", "{}", r#"{"{{prompt}}":1}"#, r#"["{{prompt}}","{{propmt}}"]"#] {
            assert_eq!(Template::parse(text).unwrap_err().code(), "exchange.template", "{text}");
        }
    }
}
