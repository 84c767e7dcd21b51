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
use crate::tape::{Member, Tape, members};
use crate::verify::{self, Step};

/// Verification of one record file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verifier(verify::Verifier);

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

    /// Ends the file: the report, as JSON.
    pub fn finish(self) -> String {
        text(self.0.finish().to_value().compact())
    }
}

fn read(options: &str, now_ms: u64) -> Result<verify::Options, Error> {
    let mut tape = Tape::new();
    let object = tape.read("verify options", options.as_bytes())?;
    let [banks, manifests, max_age, require, reveals, subject] = members(
        "verify options",
        object,
        ["banks", "manifests", "maxAge", "require", "reveals", "subject"],
    )
    .map_err(option)?;
    let mut all: Vec<Cow<'static, Bank>> = Vec::new();
    #[cfg(feature = "bank")]
    all.push(Cow::Borrowed(Bank::public()?));
    all.extend(each(banks, |text| Bank::parse(text.as_bytes()))?.into_iter().map(Cow::Owned));
    let require = require.optional(|it| each(it, Step::from_name))?;
    Ok(verify::Options {
        banks: all,
        manifests: each(manifests, |text| Manifest::parse(text.as_bytes()))?,
        reveals: each(reveals, |text| Reveal::parse(text.as_bytes()))?,
        require: require.unwrap_or_else(|| Step::DEFAULT_REQUIRED.to_vec()),
        subject: subject.optional(Member::text).map_err(option)?.map(Cow::into_owned),
        max_age_ms: max_age.optional(Member::count).map_err(option)?,
        now_ms,
    })
}

/// What `read` makes of every text of an array; nothing where there is none.
fn each<T>(
    member: Member<'_, '_>,
    read: impl Fn(&str) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let texts = member.optional(|it| it.items()?.map(Member::text).collect::<Result<Vec<_>, _>>());
    texts.map_err(option)?.unwrap_or_default().iter().map(|text| read(text)).collect()
}

/// An option of the wrong type is the host's mistake, not that of any file.
fn option(error: Error) -> Error {
    error.with_code(Code::HostOption)
}
