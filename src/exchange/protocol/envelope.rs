//! Envelopes around a JSON response that gateways and frameworks add.

use crate::base::base64;
use crate::exchange::cause::Cause;
use crate::exchange::value::Value;

/// Removes the envelopes of a response, at most one of each kind:
/// - JSON in a JSON string, which servers send that encode twice;
/// - `{"statusCode": 200, "body": "…", "isBase64Encoded": false}`, the response of an AWS Lambda
///   function that no API Gateway has unwrapped;
/// - `{"data": {"ask": …}}`, a GraphQL response with one field.
pub(in crate::exchange) fn unwrap(json: &Value) -> Result<Value, Cause> {
    unwrap_graphql(unwrap_lambda(unwrap_text(json.clone()))?)
}

/// Parses a JSON string that contains an object or an array.
fn unwrap_text(json: Value) -> Value {
    let inner = json.as_str().filter(|text| text.trim_start().starts_with(['{', '[']));
    inner.and_then(Value::read).unwrap_or(json)
}

fn unwrap_lambda(json: Value) -> Result<Value, Cause> {
    let status = json.get("statusCode").and_then(Value::as_integer);
    let (Some(status), Some(body)) = (status, json.get("body")) else { return Ok(json) };
    if !status.starts_with('2') {
        return Err(Cause::ReplyError);
    }
    let text = match (body.as_str(), json.get("isBase64Encoded").and_then(Value::as_bool)) {
        (Some(text), Some(true)) => {
            base64::decode(text).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        }
        (text, _) => text.map(str::to_owned),
    };
    Ok(text.map_or_else(|| body.clone(), |text| unwrap_text(text.as_str().into())))
}

fn unwrap_graphql(json: Value) -> Result<Value, Cause> {
    let field = match json.get("data") {
        Some(Value::Object(fields)) if fields.len() == 1 => Some(&fields[0].1),
        _ => None,
    };
    let errors = json.get("errors").and_then(Value::as_array).unwrap_or_default();
    match field.filter(|field| !field.is_null()) {
        Some(field) => Ok(field.clone()),
        None if errors.is_empty() => Ok(json),
        None => Err(Cause::ReplyError),
    }
}
