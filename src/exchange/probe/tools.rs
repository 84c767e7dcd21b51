//! The choice of an MCP tool that takes a question.

use crate::exchange::value::Value;

/// Words in the names of tools that take a question.
const WORDS: [&str; 9] =
    ["ask", "chat", "question", "query", "prompt", "message", "agent", "answer", "complete"];

/// Returns the tools with their arguments, for people: `ask (question, topic?)`.
pub(super) fn describe_tools(tools: &Value) -> Vec<String> {
    let tools = tools.as_array().unwrap_or_default();
    let shown = |tool: &Value| {
        let name = tool.get("name")?.as_str()?;
        let arguments: Vec<String> = arguments_of(tool)
            .map(|(argument, _)| match is_required(tool, argument) {
                true => argument.to_owned(),
                false => format!("{argument}?"),
            })
            .collect();
        Some(format!("{name} ({})", arguments.join(", ")))
    };
    tools.iter().filter_map(shown).collect()
}

/// Returns the only tool that takes one text, and its argument. Of several, the only one whose name
/// says that it takes a question.
pub(super) fn choose_text_tool(tools: &Value) -> Option<(String, String)> {
    let tools = tools.as_array().unwrap_or_default();
    let fits = |tool| Some((Value::get(tool, "name")?.as_str()?, text_argument(tool)?));
    let fitting: Vec<(&str, &str)> = tools.iter().filter_map(fits).collect();
    let apt = |(name, _): &(&str, &str)| {
        let name = name.to_ascii_lowercase();
        WORDS.iter().any(|word| name.contains(word))
    };
    let apt: Vec<(&str, &str)> = fitting.iter().copied().filter(apt).collect();
    let (name, argument) = match (fitting.as_slice(), apt.as_slice()) {
        ([only], _) | (_, [only]) => *only,
        _ => return None,
    };
    Some((name.to_owned(), argument.to_owned()))
}

/// Returns the argument that takes a text: the only required one, or the only one.
fn text_argument(tool: &Value) -> Option<&str> {
    let is_text = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("string");
    let required: Vec<_> = arguments_of(tool).filter(|(name, _)| is_required(tool, name)).collect();
    let all: Vec<_> = arguments_of(tool).collect();
    let single = match (required.as_slice(), all.as_slice()) {
        ([only], _) | ([], [only]) => *only,
        _ => return None,
    };
    is_text(single.1).then_some(single.0)
}

fn arguments_of(tool: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = match tool.get_path(&["inputSchema", "properties"]) {
        Some(Value::Object(members)) => members.as_slice(),
        _ => &[],
    };
    members.iter().map(|(name, schema)| (name.as_str(), schema))
}

fn is_required(tool: &Value, argument: &str) -> bool {
    let required = tool.get_path(&["inputSchema", "required"]).and_then(Value::as_array);
    required.unwrap_or_default().iter().any(|name| name.as_str() == Some(argument))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, arguments: &str, required: &str) -> String {
        format!(
            r#"{{"name":"{name}","inputSchema":{{"properties":{arguments},"required":{required}}}}}"#
        )
    }

    #[test]
    fn the_tool_that_takes_a_question_is_chosen() {
        let text = r#"{"q":{"type":"string"}}"#;
        let add = tool("add", r#"{"a":{"type":"number"},"b":{"type":"number"}}"#, r#"["a","b"]"#);
        let ask = tool("ask_agent", text, r#"["q"]"#);
        let read = tool("read_file", text, "[]");
        for (list, chosen) in [
            (vec![&ask], Some(("ask_agent", "q"))),
            (vec![&add, &read], Some(("read_file", "q"))),
            (vec![&add, &read, &ask], Some(("ask_agent", "q"))),
            (vec![&add], None),
            (vec![&read, &read], None),
            (vec![], None),
        ] {
            let list: Vec<&str> = list.into_iter().map(String::as_str).collect();
            let list = Value::read(&format!("[{}]", list.join(","))).unwrap();
            let found = choose_text_tool(&list);
            let found = found.as_ref().map(|(tool, argument)| (tool.as_str(), argument.as_str()));
            assert_eq!(found, chosen, "{list}");
        }
        let list = Value::read(&format!("[{add},{read}]")).unwrap();
        assert_eq!(describe_tools(&list), ["add (a, b)", "read_file (q?)"]);
    }
}
