//! Conversion of values between Rust and JavaScript.

#[cfg(any(feature = "evaluate", feature = "suite"))]
use serde::Serialize;
use wasm_bindgen::JsValue;

#[cfg(any(feature = "evaluate", feature = "score", feature = "suite"))]
use crate::base::json;
use crate::error::{Code, Error};
#[cfg(any(feature = "evaluate", feature = "score"))]
use crate::rows::BadLine;

pub(super) type JsResult<T> = Result<T, JsValue>;

/// Converts a host's time to whole milliseconds since 1970. `as` saturates.
pub(super) const fn to_millis(now: f64) -> u64 {
    now as u64
}

/// Fills `bytes` with the host's randomness.
pub(super) fn fill_random(bytes: &mut [u8]) -> JsResult<()> {
    getrandom::fill(bytes).map_err(|error| {
        let found = error.to_string();
        js_error(Error::new(Code::HostRandom, "randomness", "a source in this host", found))
    })
}

/// Converts an error to a JavaScript object.
pub(super) fn js_error(error: Error) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in [("code", error.code()), ("message", &error.to_string())] {
        // Cannot fail on a plain object.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value.into());
    }
    object.into()
}

/// Converts a value to JSON text.
#[cfg(any(feature = "evaluate", feature = "suite"))]
pub(super) fn to_json<T: Serialize>(value: &T) -> JsResult<String> {
    json::to_json_bytes(value).map(text).map_err(js_error)
}

/// Converts UTF-8 written by this crate to a string.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the result for a chunk of input: `out` as bytes, `bad` as JSON, and another member.
#[cfg(any(feature = "evaluate", feature = "score"))]
pub(super) fn chunk_result(
    out: &[u8],
    bad: &[BadLine],
    other: (&str, JsValue),
) -> JsResult<JsValue> {
    let entry = |bad: &BadLine| {
        let placed = bad.error.clone().at_line(bad.line).to_string();
        json::object([
            ("line", (bad.line as u64).into()),
            ("code", bad.error.code().into()),
            ("message", bad.error.to_string().as_str().into()),
            ("placed", placed.as_str().into()),
        ])
    };
    let bad: json::Value = bad.iter().map(entry).collect();
    let out = js_sys::Uint8Array::from(out).into();
    object([("out", out), ("bad", text(bad.compact()).into()), other])
}

/// Creates a JavaScript object.
#[cfg(any(feature = "evaluate", feature = "score"))]
pub(super) fn object<const N: usize>(members: [(&str, JsValue); N]) -> JsResult<JsValue> {
    let object = js_sys::Object::new();
    for (name, value) in members {
        js_sys::Reflect::set(&object, &name.into(), &value)?;
    }
    Ok(object.into())
}
