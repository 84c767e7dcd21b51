//! Cases of `tests/vectors/`, with the values that a file shares put in. `tests/hosts/suite.js`
//! checks which members a case may have.

use proofmark::json;
use proofmark::score::{Config, Output, Scorer};
use serde_json::{Map, Value};

/// Returns the cases of a file: an array, or the member `cases`. `{"$": NAME}` is a shared value,
/// with a `merge` patch (RFC 7386) if there is one, and `{"$text": NAME}` is its JSON text.
pub(crate) fn cases(text: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(text).unwrap();
    let none = Map::new();
    let shared = file.get("shared").map_or(&none, |shared| shared.as_object().unwrap());
    let cases = file.get("cases").unwrap_or(&file).as_array().unwrap();
    cases.iter().map(|case| resolve(case, shared)).collect()
}

fn resolve(value: &Value, shared: &Map<String, Value>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| resolve(item, shared)).collect(),
        Value::Object(members) => {
            let Some(name) = members.get("$").or(members.get("$text")) else {
                let member = |(name, value): (&String, _)| (name.clone(), resolve(value, shared));
                return members.iter().map(member).collect();
            };
            let mut found = shared[name.as_str().unwrap()].clone();
            if let Some(patch) = members.get("merge") {
                merge(&mut found, patch);
            }
            if members.contains_key("$text") { found.to_string().into() } else { found }
        }
        other => other.clone(),
    }
}

fn merge(value: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    for (name, change) in changes {
        if change.is_null() {
            value.as_object_mut().unwrap().remove(name);
        } else {
            merge(&mut value[name], change);
        }
    }
}

/// Scores one subject, as canonical JSON.
pub(crate) fn compute(
    output: Output,
    config: &str,
    subject: &str,
    at: &str,
) -> proofmark::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut scorer = Scorer::new(Config::parse(config.as_bytes())?, at)?.with_output(output);
    scorer.score(subject.as_bytes(), &mut out)?;
    Ok(out)
}

/// Returns `value` with every number as a double, so that `90` equals `90.0`.
pub(crate) fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
        }
        other => other.clone(),
    }
}

/// Returns the same value with the members of every object the other way round.
pub(crate) fn reversed(value: &json::Value) -> json::Value {
    match value {
        json::Value::Object(members) => json::Value::Object(
            members.iter().rev().map(|(name, value)| (name.clone(), reversed(value))).collect(),
        ),
        json::Value::Array(items) => json::Value::Array(items.iter().map(reversed).collect()),
        other => other.clone(),
    }
}
