//! Verification of record files on several cores.

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, js_error, to_millis};
use super::verify::{Verifier, parse_options};
use crate::verify;

#[wasm_bindgen]
impl Verifier {
    /// Adds the next part of the file, in the form written by an `Examiner` with the same options.
    pub fn add_part(&mut self, part: &[u8]) -> JsResult<()> {
        self.verifier.add_part(part).map_err(js_error)
    }
}

/// Examines parts of a record file in parallel to others.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Examiner {
    examiner: verify::Examiner,
    /// Output that did not fit into the part's buffer.
    long: Vec<u8>,
}

#[wasm_bindgen]
impl Examiner {
    /// Creates an examiner, with the same arguments as a `Verifier`.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, now: f64) -> JsResult<Examiner> {
        let options = parse_options(options, to_millis(now)).map_err(js_error)?;
        Ok(Self { examiner: verify::Examiner::new(options), long: Vec::new() })
    }

    /// Examines whole lines of the file, and overwrites them with the result for `Verifier::add_part`.
    /// Returns the length of the result; if it does not fit, `take_long_result` returns it.
    pub fn examine(&mut self, part: &mut [u8]) -> usize {
        let facts = self.examiner.examine(part);
        match part.get_mut(..facts.len()) {
            Some(room) => room.copy_from_slice(&facts),
            None => self.long.clone_from(&facts),
        }
        facts.len()
    }

    /// Returns the result for which `examine` had no room.
    pub fn take_long_result(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.long)
    }
}

/// Returns the maximum length of a line in a record file, in bytes.
#[wasm_bindgen]
pub fn max_line() -> usize {
    crate::base::lines::MAX_LINE
}
