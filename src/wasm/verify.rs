//! Verifying record files.
//!
//! Options and report cross as JSON text: a build that only verifies has no use for more.

use std::borrow::Cow;

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{text, thrown};
use super::{Thrown, time};
use crate::Error;
use crate::bank::{Bank, Manifest, Reveal};
use crate::error::Code;
use crate::proof::Trust;
use crate::tape::{Member, Tape, members};
use crate::verify::{self, Committed, Openings, Step};

/// Verification of one record file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verifier(pub(super) verify::Verifier);

#[wasm_bindgen]
impl Verifier {
    /// Begins a file. `options` is JSON; `now` is milliseconds since 1970.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str, now: f64) -> Thrown<Verifier> {
        read(options, time(now)).map(|options| Self(verify::Verifier::new(options))).map_err(thrown)
    }

    /// The next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// The last line has come. Nothing may be pushed behind it.
    pub fn end(&mut self) {
        self.0.end();
    }

    /// Whether the verification waits for the public bank.
    pub fn wants_bank(&self) -> bool {
        self.0.wants_bank()
    }

    /// Takes the public bank, as the text of a bank file, and goes on.
    pub fn supply_bank(&mut self, text: &[u8]) -> Thrown<()> {
        self.0.supply_bank(text).map_err(thrown)
    }

    /// How many records have come so far.
    pub fn records(&self) -> f64 {
        self.0.records() as f64
    }

    /// Ends the file: the report, as JSON.
    pub fn finish(self) -> String {
        text(self.0.finish().to_value().compact())
    }
}

/// Reads the options of a verification.
pub(super) fn read(options: &str, now_ms: u64) -> Result<verify::Options, Error> {
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
    .map_err(option)?;
    let mut all: Vec<Cow<'static, Bank>> = Vec::new();
    #[cfg(feature = "bank")]
    all.push(Cow::Borrowed(Bank::public()?));
    each(banks, &mut |text| {
        all.push(Cow::Owned(Bank::parse(text.as_bytes())?));
        Ok(())
    })?;
    let mut required = Step::DEFAULT_REQUIRED.to_vec();
    if require.view().is_some() {
        required = steps(require, &Step::from_name)?;
    }
    let mut apart = Openings::default();
    each(openings, &mut |text| apart.add(text.as_bytes()))?;
    let committed = committed.optional(Member::text).map_err(option)?;
    let trust = trust.optional(Member::text).map_err(option)?;
    let (mut all_manifests, mut all_reveals) = (Vec::new(), Vec::new());
    each(manifests, &mut |text| {
        all_manifests.push(Manifest::parse(text.as_bytes())?);
        Ok(())
    })?;
    each(reveals, &mut |text| {
        all_reveals.push(Reveal::parse(text.as_bytes())?);
        Ok(())
    })?;
    Ok(verify::Options {
        banks: all,
        // A build without the public bank has it loaded beside it.
        awaits_public: cfg!(not(feature = "bank")),
        manifests: all_manifests,
        reveals: all_reveals,
        openings: apart,
        trust: trust.as_deref().map(Trust::read).transpose()?,
        require: required,
        skip: steps(skip, &skippable)?,
        subject: subject.optional(Member::text).map_err(option)?.map(Cow::into_owned),
        committed: committed.as_deref().map(Committed::read).transpose()?,
        max_age_ms: max_age.optional(Member::count).map_err(option)?,
        now_ms: Some(now_ms),
        index: index.optional(Member::count).map_err(option)?,
    })
}

/// The step called `name`, if it can be left out.
fn skippable(name: &str) -> Result<Step, Error> {
    let step = Step::from_name(name)?;
    let expected = "draw, bank or grade";
    let refused = || Error::new(Code::HostOption, "skip", expected, step.name());
    Step::SKIPPABLE.contains(&step).then_some(step).ok_or_else(refused)
}

/// The steps that `read` knows by the texts of an array; none where there is no array.
fn steps(
    member: Member<'_, '_>,
    read: &dyn Fn(&str) -> Result<Step, Error>,
) -> Result<Vec<Step>, Error> {
    let mut all = Vec::new();
    each(member, &mut |name| {
        all.push(read(name)?);
        Ok(())
    })?;
    Ok(all)
}

/// Hands every text of an array to `take`; none where there is no array.
fn each(
    member: Member<'_, '_>,
    take: &mut dyn FnMut(&str) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut texts = Vec::new();
    if member.view().is_some() {
        for item in member.items().map_err(option)? {
            texts.push(item.text().map_err(option)?);
        }
    }
    texts.iter().try_for_each(|text| take(text))
}

/// An option of the wrong type is the host's mistake, not that of any file.
fn option(error: Error) -> Error {
    error.with_code(Code::HostOption)
}
