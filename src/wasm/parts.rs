//! Verifying record files on several cores.

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::thrown;
use super::verify::{Verifier, read};
use super::{Thrown, time};
use crate::verify;

#[wasm_bindgen]
impl Verifier {
    /// The next part of the file, as an `Examiner` of the same options has written it.
    pub fn take(&mut self, part: &[u8]) -> Thrown<()> {
        self.0.take(part).map_err(thrown)
    }
}

/// The work of one core among several on one record file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Examiner {
    examiner: verify::Examiner,
    /// What did not fit where the part was.
    long: Vec<u8>,
}

#[wasm_bindgen]
impl Examiner {
    /// Begins as a `Verifier` does.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, now: f64) -> Thrown<Examiner> {
        let options = read(options, time(now)).map_err(thrown)?;
        Ok(Self { examiner: verify::Examiner::new(options), long: Vec::new() })
    }

    /// Puts what some whole lines of the file say in their place, for `Verifier::take`, and answers
    /// with its length. Where that is more than there is room for, `long` has it.
    pub fn examine(&mut self, part: &mut [u8]) -> usize {
        let facts = self.examiner.examine(part);
        match part.get_mut(..facts.len()) {
            Some(room) => room.copy_from_slice(&facts),
            None => self.long.clone_from(&facts),
        }
        facts.len()
    }

    /// What `examine` had no room for.
    pub fn long(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.long)
    }
}

/// The longest line of a record file, in bytes.
#[wasm_bindgen]
pub fn max_line() -> usize {
    crate::lines::MAX_LINE
}
