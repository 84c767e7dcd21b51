//! Checking, sealing and revealing banks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{thrown, to_js};
use super::{Thrown, fill};
use crate::bank::{self, Bank, Manifest, Reveal, Science};
use crate::error::Error;
use crate::id::QuestionId;

/// Refuses the size of a bank file that is too large.
#[wasm_bindgen]
pub fn check_bank_size(bytes: f64) -> Thrown<()> {
    bank::check_size(bytes as u64).map_err(thrown)
}

/// What a bank holds: counts, and whether its longest options give it away.
#[wasm_bindgen]
pub fn check_bank(file: &str) -> Thrown<JsValue> {
    let bank = Bank::parse(file.as_bytes()).map_err(thrown)?;
    to_js(&Survey::of(&bank))
}

/// A bank sealed with fresh salts, and its manifest, as texts.
#[wasm_bindgen]
pub fn seal_bank(file: &str) -> Thrown<JsValue> {
    let bank = Bank::parse(file.as_bytes()).map_err(thrown)?;
    let mut salts = vec![0; bank.survey().items() * 16];
    fill(&mut salts)?;
    let sealed = bank.seal(&salts).map_err(thrown)?;
    let manifest = Manifest::of(&sealed).and_then(|manifest| manifest.to_json());
    let bank = sealed.to_json().map_err(thrown)?;
    to_js(&Sealed { bank, manifest: manifest.map_err(thrown)? })
}

/// The reveals of items of a sealed bank, as texts.
#[wasm_bindgen]
pub fn reveal_items(file: &str, ids: Vec<String>) -> Thrown<Vec<String>> {
    let bank = Bank::parse(file.as_bytes()).map_err(thrown)?;
    let reveal = |id: &String| Reveal::of(&bank, &QuestionId::new(id)?)?.to_json();
    ids.iter().map(reveal).collect::<Result<_, Error>>().map_err(thrown)
}

/// A sealed bank and its manifest.
#[derive(Serialize)]
struct Sealed {
    bank: String,
    manifest: String,
}

/// The counts of a bank.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Survey {
    id: String,
    root: String,
    items: usize,
    sciences: BTreeMap<&'static str, usize>,
    difficulties: [usize; 3],
    longest: usize,
    shortest: usize,
    longest_gives_away: bool,
    sealed: bool,
}

impl Survey {
    fn of(bank: &Bank) -> Self {
        let survey = bank.survey();
        let names = Science::ALL.map(Science::name);
        Self {
            id: bank.id().to_owned(),
            root: bank.root().hex(),
            items: survey.items(),
            sciences: names.into_iter().zip(survey.sciences).collect(),
            difficulties: survey.difficulties,
            longest: survey.longest,
            shortest: survey.shortest,
            longest_gives_away: survey.longest_gives_away(),
            sealed: bank.is_sealed(),
        }
    }
}

/// The public bank, or the one whose file is given.
pub(super) fn bank_of(file: Option<&str>) -> Result<Cow<'static, Bank>, Error> {
    match file {
        None => Bank::public().map(Cow::Borrowed),
        Some(file) => Bank::parse(file.as_bytes()).map(Cow::Owned),
    }
}
