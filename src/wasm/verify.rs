//! Verification of record files.
//!
//! Options, report and errors cross as JSON text: a verify-only build needs no other conversions.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{text, to_millis};
use crate::Error;
use crate::bank::{Bank, Manifest, Reveal};
use crate::base::json::object;
use crate::base::tape::{Member, Tape, members};
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
    let mut tape = Tape::new();
    let object = tape.read("verify options", options.as_bytes())?;
    let [
        banks,
        committed,
        index,
        manifests,
        max_age,
        openings,
        require,
        reveals,
        skip,
        subject,
        trust,
    ] = members(
        "verify options",
        object,
        [
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
        ],
    )
    .map_err(as_option_error)?;
    let mut all = verify::Options {
        // A build without the public bank loads it separately.
        awaits_public: cfg!(not(feature = "bank")),
        now_ms: Some(now_ms),
        ..verify::Options::default()
    };
    #[cfg(feature = "bank")]
    all.banks.push(Cow::Borrowed(Bank::public()?));
    for_each_text(banks, &mut |text| {
        all.banks.push(Cow::Owned(Bank::parse(text.as_bytes())?));
        Ok(())
    })?;
    for_each_text(manifests, &mut |text| {
        all.manifests.push(Manifest::parse(text.as_bytes())?);
        Ok(())
    })?;
    for_each_text(reveals, &mut |text| {
        all.reveals.push(Reveal::parse(text.as_bytes())?);
        Ok(())
    })?;
    for_each_text(openings, &mut |text| all.openings.add(text.as_bytes()))?;
    if require.view().is_some() {
        all.require = parse_steps(require, &Step::from_name)?;
    }
    all.skip = parse_steps(skip, &parse_skippable)?;
    if let Some(trust) = trust.optional(Member::text).map_err(as_option_error)? {
        all.trust = Some(Trust::parse_file_or_did(&trust)?);
    }
    if let Some(committed) = committed.optional(Member::text).map_err(as_option_error)? {
        all.committed = Some(Commitments::parse(&committed)?);
    }
    all.subject = subject.optional(Member::text).map_err(as_option_error)?.map(Cow::into_owned);
    all.max_age_ms = max_age.optional(Member::count).map_err(as_option_error)?;
    all.index = index.optional(Member::count).map_err(as_option_error)?;
    Ok(all)
}

/// Parses the name of a step that may be skipped.
fn parse_skippable(name: &str) -> Result<Step, Error> {
    let step = Step::from_name(name)?;
    let expected = "draw, bank or grade";
    let refused = || Error::new(Code::HostOption, "skip", expected, step.name());
    Step::SKIPPABLE.contains(&step).then_some(step).ok_or_else(refused)
}

/// Parses the steps in an array; empty if absent.
fn parse_steps(
    member: Member<'_, '_>,
    read: &dyn Fn(&str) -> Result<Step, Error>,
) -> Result<Vec<Step>, Error> {
    let mut all = Vec::new();
    for_each_text(member, &mut |name| {
        all.push(read(name)?);
        Ok(())
    })?;
    Ok(all)
}

/// Calls `take` for every string of an array, if present.
fn for_each_text(
    member: Member<'_, '_>,
    take: &mut dyn FnMut(&str) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut texts = Vec::new();
    if member.view().is_some() {
        for item in member.items().map_err(as_option_error)? {
            texts.push(item.text().map_err(as_option_error)?);
        }
    }
    texts.iter().try_for_each(|text| take(text))
}

/// An option of the wrong type is an error of the host, not of the file.
fn as_option_error(error: Error) -> Error {
    error.with_code(Code::HostOption)
}
