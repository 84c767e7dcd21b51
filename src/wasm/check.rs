//! What verification makes of a whole file, in one sentence, for pages that carry one.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{text, thrown};
use super::{Thrown, time};
use crate::bank::Bank;
use crate::report;
use crate::verify::Options;

/// Verifies a scorecard or a record file: `{ intact, signers, text, verdict }`, as JSON.
/// `bank` is the one that its records are of, if it is not built in; `now` is milliseconds since 1970.
#[wasm_bindgen]
pub fn check_file(file: &[u8], bank: Option<String>, now: f64) -> Thrown<String> {
    let mut banks: Vec<Cow<'static, Bank>> = Vec::new();
    #[cfg(feature = "bank")]
    banks.push(Cow::Borrowed(Bank::public().map_err(thrown)?));
    if let Some(bank) = bank {
        banks.push(Cow::Owned(Bank::parse(bank.as_bytes()).map_err(thrown)?));
    }
    let options = Options { banks, now_ms: Some(time(now)), ..Options::default() };
    Ok(text(report::status(file, options).to_value().compact()))
}
