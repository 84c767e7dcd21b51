//! Grading of rows.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::bank::parse_bank;
use super::convert::{JsResult, chunk_result, js_error};
use crate::rows::{self, BadLine};

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
        let bank = parse_bank(bank.as_deref()).map_err(js_error)?;
        Ok(Self(rows::Stream::new(Some(bank))))
    }

    /// Grades the next bytes: `out` has a line for each of the graded `rows`, `bad` the invalid
    /// lines.
    pub fn push(&mut self, bytes: &[u8]) -> JsResult<JsValue> {
        // A graded row is usually less than twice as long as its input.
        let mut out = Vec::with_capacity(2 * bytes.len());
        let bad = self.0.push(bytes, &mut out);
        grading_result(&out, &bad)
    }

    /// Ends the stream.
    pub fn finish(mut self) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.finish(&mut out);
        grading_result(&out, &bad)
    }
}

/// Grades one row, and returns the line that `Grader` would write.
#[wasm_bindgen]
pub fn grade_row(row: &[u8], bank: Option<String>) -> JsResult<Vec<u8>> {
    let bank = parse_bank(bank.as_deref()).map_err(js_error)?;
    let mut out = Vec::new();
    match rows::grade_ndjson(row, Some(bank), &mut out).pop() {
        None => Ok(out),
        Some(bad) => Err(js_error(bad.error)),
    }
}

/// Returns the result for a chunk of input, with the number of `rows` in `out`.
fn grading_result(out: &[u8], bad: &[BadLine]) -> JsResult<JsValue> {
    let rows = memchr::memchr_iter(b'\n', out).count();
    chunk_result(out, bad, ("rows", rows.into()))
}
