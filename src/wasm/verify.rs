//! Verifying record files.

use std::borrow::Cow;

use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_js, thrown, to_js};
use super::{Thrown, time};
use crate::Error;
use crate::bank::{Bank, Manifest, Reveal};
use crate::verify::{self, Step};

/// Verification of one record file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verifier(verify::Verifier);

#[wasm_bindgen]
impl Verifier {
    /// Begins a file. `now` is milliseconds since 1970.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue, now: f64) -> Thrown<Verifier> {
        let options: VerifyOptions = from_js("verify", options)?;
        options.verifier(time(now)).map(Self).map_err(thrown)
    }

    /// The next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// Ends the file: the report.
    pub fn finish(self) -> Thrown<JsValue> {
        to_js(&self.0.finish())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VerifyOptions {
    require: Option<Vec<String>>,
    subject: Option<String>,
    max_age: Option<u64>,
    #[serde(default)]
    banks: Vec<String>,
    #[serde(default)]
    manifests: Vec<String>,
    #[serde(default)]
    reveals: Vec<String>,
}

impl VerifyOptions {
    fn verifier(self, now_ms: u64) -> Result<verify::Verifier, Error> {
        let require = match self.require {
            None => Step::DEFAULT_REQUIRED.to_vec(),
            Some(names) => {
                names.iter().map(|name| Step::from_name(name)).collect::<Result<_, _>>()?
            }
        };
        let mut banks: Vec<Cow<'static, Bank>> = Vec::new();
        #[cfg(feature = "bank")]
        banks.push(Cow::Borrowed(Bank::public()?));
        banks.extend(parsed(&self.banks, Bank::parse)?.into_iter().map(Cow::Owned));
        Ok(verify::Verifier::new(verify::Options {
            banks,
            manifests: parsed(&self.manifests, Manifest::parse)?,
            reveals: parsed(&self.reveals, Reveal::parse)?,
            require,
            subject: self.subject,
            max_age_ms: self.max_age,
            now_ms,
        }))
    }
}

/// Every text, read.
fn parsed<T>(texts: &[String], parse: fn(&[u8]) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    texts.iter().map(|text| parse(text.as_bytes())).collect()
}
