//! Verification of an embedded file, with the result as one sentence.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, js_error, text, to_millis};
use crate::bank::Bank;
use crate::report;
use crate::verify::Options;

/// Verifies a scorecard or a record file, and returns `{ intact, signers, text, verdict }` as JSON.
/// `bank` is the bank of its records; `now` is milliseconds since 1970.
#[wasm_bindgen]
pub fn check_file(file: &[u8], bank: Option<String>, now: f64) -> JsResult<String> {
    let mut banks: Vec<Cow<'static, Bank>> = Vec::new();
    if let Some(bank) = bank {
        banks.push(Cow::Owned(Bank::parse(bank.as_bytes()).map_err(js_error)?));
    }
    let options = Options { banks, now_ms: Some(to_millis(now)), ..Options::default() };
    Ok(text(report::file_status(file, options).to_value().compact()))
}
