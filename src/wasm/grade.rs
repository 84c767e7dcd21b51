//! Grading of rows.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::JsResult;
use super::bank::bank_of;
use super::convert::{js_error, message_with_line, to_js};
use crate::grade::rows::{self, BadLine};

/// Streaming grader of rows.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Grader(rows::Stream);

#[wasm_bindgen]
impl Grader {
    /// Creates a grader for rows, which may refer to questions of the public bank or of the given
    /// one.
    #[wasm_bindgen(constructor)]
    pub fn new(bank: Option<String>) -> JsResult<Grader> {
        let bank = bank_of(bank.as_deref()).map_err(js_error)?;
        Ok(Self(rows::Stream::new(Some(bank))))
    }

    /// Grades the next bytes: `out` has a line for every graded row, `bad` the invalid lines.
    pub fn push(&mut self, bytes: &[u8]) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        chunk_result(out, bad)
    }

    /// Ends the stream.
    pub fn finish(mut self) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.finish(&mut out);
        chunk_result(out, bad)
    }
}

/// Grades one row, and returns the line that `Grader` would write.
#[wasm_bindgen]
pub fn grade_row(row: &[u8], bank: Option<String>) -> JsResult<Vec<u8>> {
    let bank = bank_of(bank.as_deref()).map_err(js_error)?;
    let mut out = Vec::new();
    match rows::ndjson(row, Some(bank), &mut out).pop() {
        None => Ok(out),
        Some(bad) => Err(js_error(bad.error)),
    }
}

/// Converts the result of a chunk.
fn chunk_result(out: Vec<u8>, bad: Vec<BadLine>) -> JsResult<JsValue> {
    let bad: Vec<_> = bad.iter().map(Bad::of).collect();
    let result = js_sys::Object::new();
    js_sys::Reflect::set(&result, &"out".into(), &js_sys::Uint8Array::from(&out[..]))?;
    js_sys::Reflect::set(&result, &"bad".into(), &to_js(&bad)?)?;
    Ok(result.into())
}

/// A line that could not be graded.
#[derive(Serialize)]
struct Bad {
    line: usize,
    code: &'static str,
    message: String,
    placed: String,
}

impl Bad {
    fn of(bad: &BadLine) -> Self {
        let (line, code) = (bad.line, bad.error.code());
        Self { line, code, message: bad.error.to_string(), placed: message_with_line(bad) }
    }
}
