//! Finds the reply in an answer of unknown shape.

use crate::exchange::protocol::content::{REPLY_MEMBERS, scalar_text};
use crate::exchange::value::Value;

/// The depth to which an answer is searched.
const MAX_DEPTH: usize = 8;

/// Reports whether `text` contains the number `expected`, not as part of a longer one.
pub(super) fn has_number(text: &str, expected: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_digit()).any(|number| number == expected)
}

/// Returns the JSON Pointer of the first text that `fits`: common reply members first, then the
/// others in order.
pub(super) fn find_pointer(json: &Value, fits: &dyn Fn(&str) -> bool) -> Option<String> {
    search_text(json, fits, MAX_DEPTH)
}

/// Returns the JSON Pointer of the text that is probably the reply, although it is not right: that
/// of a common member, or the only text.
pub(super) fn find_likely_pointer(json: &Value) -> Option<String> {
    let named = |pointer: &String| {
        let name = pointer.rsplit('/').next().unwrap_or_default();
        REPLY_MEMBERS.contains(&name)
    };
    let first = find_pointer(json, &|_| true)?;
    let single = count_texts(json) == 1;
    (single || named(&first)).then_some(first)
}

fn search_text(value: &Value, fits: &dyn Fn(&str) -> bool, depth: usize) -> Option<String> {
    if depth == 0 {
        return None;
    }
    match value {
        Value::String(text) => fits(text).then(String::new),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            search_text(item, fits, depth - 1).map(|rest| format!("/{index}{rest}"))
        }),
        Value::Object(members) => {
            let found = |(name, member): &(String, Value)| {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                // A number counts only under a reply's name: others are ids and counts.
                let number =
                    || REPLY_MEMBERS.contains(&name.as_str()) && member.as_integer().is_some();
                let whole = || scalar_text(member).filter(|text| number() && fits(text));
                let rest =
                    search_text(member, fits, depth - 1).or_else(|| whole().map(|_| String::new()));
                rest.map(|rest| format!("/{escaped}{rest}"))
            };
            let common = REPLY_MEMBERS
                .iter()
                .filter_map(|name| members.iter().find(|(other, _)| other == name));
            let others = members.iter().filter(|(name, _)| !REPLY_MEMBERS.contains(&name.as_str()));
            common.chain(others).find_map(found)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Decimal(_) => None,
    }
}

fn count_texts(value: &Value) -> usize {
    match value {
        Value::String(_) => 1,
        Value::Array(items) => items.iter().map(count_texts).sum(),
        Value::Object(members) => members.iter().map(|(_, member)| count_texts(member)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Decimal(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_answer_is_found_anywhere() {
        for (answer, pointer) in [
            (r#"{"id":"125-a","reply":"It is 125."}"#, "/reply"),
            (r#"[{"generated_text":"125"}]"#, "/0/generated_text"),
            (
                r#"{"data":{"choices":[{"message":{"role":"assistant","content":"125"}}]}}"#,
                "/data/choices/0/message/content",
            ),
            (
                r#"{"messages":[{"type":"human","content":"x"},{"type":"ai","content":"125"}]}"#,
                "/messages/1/content",
            ),
            (r#"{"a/b":{"c~d":"125"}}"#, "/a~1b/c~0d"),
            (r#"{"tokens":125,"result":125}"#, "/result"),
            (r#"["125"]"#, "/0"),
        ] {
            let json = Value::read(answer).unwrap();
            let found = find_pointer(&json, &|text| has_number(text, "125"));
            assert_eq!(found.as_deref(), Some(pointer), "{answer}");
        }
        let json = Value::read(r#"{"reply":"1250","n":125}"#).unwrap();
        assert_eq!(find_pointer(&json, &|text| has_number(text, "125")), None);
    }

    #[test]
    fn a_wrong_reply_is_found_by_its_name() {
        for (answer, pointer) in [
            (r#"{"said":"no idea"}"#, Some("/said")),
            (r#"{"id":"x","completion":"no idea"}"#, Some("/completion")),
            (r#"{"id":"x","said":"no idea"}"#, None),
        ] {
            assert_eq!(find_likely_pointer(&Value::read(answer).unwrap()).as_deref(), pointer);
        }
    }
}
