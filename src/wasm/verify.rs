//! Verification of record files.
//!
//! Options, report and errors cross as JSON text: a verify-only build needs no other conversions.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{text, to_millis};
use crate::Error;
use crate::bank::{Bank, Manifest, Reveal};
use crate::base::json::object;
use crate::base::tape::{Fields, FirstError, Tape};
use crate::error::Code;
use crate::proof::Trust;
use crate::verify::{self, Commitments, Step};

/// Verifies one record file. After a call that may fail, [`error`](Self::error) returns its error.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verifier {
    pub(super) verifier: verify::Verifier,
    error: Option<Error>,
}

#[wasm_bindgen]
impl Verifier {
    /// Starts a file; fails for invalid options. `options` is JSON; `now` is milliseconds since 1970.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, now: f64) -> Verifier {
        let (options, error) = match parse_options(options, to_millis(now)) {
            Ok(options) => (options, None),
            Err(error) => (verify::Options::default(), Some(error)),
        };
        Self { verifier: verify::Verifier::new(options), error }
    }

    /// Returns the error of the last call that may fail, as JSON: `{ code, message }`.
    pub fn error(&self) -> Option<String> {
        self.error.as_ref().map(|error| {
            let message = error.to_string();
            text(object([("code", error.code().into()), ("message", (&*message).into())]).compact())
        })
    }

    /// Reads the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.verifier.push(bytes);
    }

    /// Ends the input. Nothing may be pushed afterwards.
    pub fn end(&mut self) {
        self.verifier.end();
    }

    /// Reports whether the verification waits for the public bank.
    pub fn wants_bank(&self) -> bool {
        self.verifier.wants_bank()
    }

    /// Supplies the public bank, as the text of a bank file, and continues; fails for another bank.
    pub fn supply_bank(&mut self, text: &[u8]) {
        self.error = self.verifier.supply_bank(text).err();
    }

    /// Returns the number of records so far.
    pub fn records(&self) -> f64 {
        self.verifier.records() as f64
    }

    /// Returns the report as JSON.
    pub fn finish(self) -> String {
        text(self.verifier.finish().to_value().compact())
    }
}

/// Parses the options of a verification.
pub(super) fn parse_options(options: &str, now_ms: u64) -> Result<verify::Options, Error> {
    const THING: &str = "verify options";
    const NAMES: [&str; 11] = [
        "banks",
        "committed",
        "index",
        "manifests",
        "maxAge",
        "openings",
        "require",
        "reveals",
        "skip",
        "subject",
        "trust",
    ];
    let mut tape = Tape::new();
    let object = tape.read(THING, options.as_bytes())?;
    let wrong = FirstError::default();
    let at = &mut Fields::new_reader(THING, object, &NAMES, &wrong);
    let banks = next_texts(at);
    let committed = at.next_optional_text();
    let index = at.advance().then(|| at.current_count());
    let manifests = next_texts(at);
    let max_age_ms = at.advance().then(|| at.current_count());
    let openings = next_texts(at);
    let require = next_texts(at);
    let reveals = next_texts(at);
    let skip = next_texts(at);
    let subject = at.next_optional_text();
    let trust = at.next_optional_text();
    // An option of the wrong type is an error of the host, not of the file.
    wrong.value_or_error(()).map_err(|error| error.with_code(Code::HostOption))?;

    let mut all = verify::Options {
        // A build without the public bank loads it separately.
        awaits_public: cfg!(not(feature = "bank")),
        index,
        max_age_ms,
        now_ms: Some(now_ms),
        subject: subject.map(Cow::into_owned),
        ..verify::Options::default()
    };
    #[cfg(feature = "bank")]
    all.banks.push(Cow::Borrowed(Bank::public()?));
    for bank in banks.iter().flatten() {
        all.banks.push(Cow::Owned(Bank::parse(bank.as_bytes())?));
    }
    for manifest in manifests.iter().flatten() {
        all.manifests.push(Manifest::parse(manifest.as_bytes())?);
    }
    for reveal in reveals.iter().flatten() {
        all.reveals.push(Reveal::parse(reveal.as_bytes())?);
    }
    for file in openings.iter().flatten() {
        all.openings.add(file.as_bytes())?;
    }
    if let Some(require) = require {
        all.require.clear();
        for step in &require {
            all.require.push(Step::from_name(step)?);
        }
    }
    for step in skip.iter().flatten() {
        all.skip.push(parse_skippable(step)?);
    }
    if let Some(trust) = trust {
        all.trust = Some(Trust::parse_file_or_did(&trust)?);
    }
    if let Some(committed) = committed {
        all.committed = Some(Commitments::parse(&committed)?);
    }
    Ok(all)
}

/// Parses the name of a step that may be skipped.
fn parse_skippable(name: &str) -> Result<Step, Error> {
    let step = Step::from_name(name)?;
    let expected = "draw, bank or grade";
    let refused = || Error::new(Code::HostOption, "skip", expected, step.name());
    Step::SKIPPABLE.contains(&step).then_some(step).ok_or_else(refused)
}

/// Reads the next option, an array of strings, if present.
fn next_texts<'t>(at: &mut Fields<'_, 't, '_>) -> Option<Vec<Cow<'t, str>>> {
    at.advance().then(|| {
        let mut texts = Vec::new();
        for item in at.current_items() {
            texts.extend(at.value_or_record(item.text()));
        }
        texts
    })
}
