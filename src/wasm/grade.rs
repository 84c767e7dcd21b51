//! Grading rows.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Thrown;
use super::bank::bank_of;
use super::convert::{placed, thrown, to_js};
use crate::grade::rows::{self, BadLine};

/// Graded rows, as they come.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Grader(rows::Stream);

#[wasm_bindgen]
impl Grader {
    /// A stream of rows, which may name questions of the public bank or of the one given.
    #[wasm_bindgen(constructor)]
    pub fn new(bank: Option<String>) -> Thrown<Grader> {
        let bank = bank_of(bank.as_deref()).map_err(thrown)?;
        Ok(Self(rows::Stream::new(Some(bank))))
    }

    /// The next bytes: `out` has a line for every row that was graded, `bad` the others.
    pub fn push(&mut self, bytes: &[u8]) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        graded(out, bad)
    }

    /// The end of the bytes.
    pub fn finish(mut self) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.finish(&mut out);
        graded(out, bad)
    }
}

/// Grades one row: the line that `Grader` would write.
#[wasm_bindgen]
pub fn grade_row(row: &[u8], bank: Option<String>) -> Thrown<Vec<u8>> {
    let bank = bank_of(bank.as_deref()).map_err(thrown)?;
    let mut out = Vec::new();
    match rows::ndjson(row, Some(bank), &mut out).pop() {
        None => Ok(out),
        Some(bad) => Err(thrown(bad.error)),
    }
}

/// What one piece of rows came to.
fn graded(out: Vec<u8>, bad: Vec<BadLine>) -> Thrown<JsValue> {
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
        Self { line, code, message: bad.error.to_string(), placed: placed(bad) }
    }
}
