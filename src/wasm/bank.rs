//! Checking, sealing and revealing of banks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, fill_random, js_error, to_json};
use crate::bank::{self, Bank, Manifest, Reveal, Science};
use crate::error::Error;
use crate::id::QuestionId;

/// Rejects a bank file whose size exceeds the limit.
#[wasm_bindgen]
pub fn check_bank_size(bytes: f64) -> JsResult<()> {
    bank::check_size(bytes as u64).map_err(js_error)
}

/// Counts a bank's items, and checks whether the longest options give the answers away.
/// Returns JSON.
#[wasm_bindgen]
pub fn check_bank(file: &str) -> JsResult<String> {
    let bank = Bank::parse(file.as_bytes()).map_err(js_error)?;
    to_json(&Survey::from_bank(&bank))
}

/// Seals a bank with fresh salts, and returns it and its manifest, as texts.
#[wasm_bindgen]
pub fn seal_bank(file: &str) -> JsResult<Vec<String>> {
    let bank = Bank::parse(file.as_bytes()).map_err(js_error)?;
    let mut salts = vec![0; bank.survey().items() * 16];
    fill_random(&mut salts)?;
    let sealed = bank.seal(&salts).map_err(js_error)?;
    let manifest = Manifest::from_bank(&sealed).and_then(|manifest| manifest.to_json());
    let bank = sealed.to_json().map_err(js_error)?;
    Ok(vec![bank, manifest.map_err(js_error)?])
}

/// Reveals items of a sealed bank, as texts.
#[wasm_bindgen]
pub fn reveal_items(file: &str, ids: Vec<String>) -> JsResult<Vec<String>> {
    let bank = Bank::parse(file.as_bytes()).map_err(js_error)?;
    let reveal = |id: &String| Reveal::from_bank(&bank, &QuestionId::new(id)?)?.to_json();
    ids.iter().map(reveal).collect::<Result<_, Error>>().map_err(js_error)
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
    fn from_bank(bank: &Bank) -> Self {
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
            longest_gives_away: survey.longest_beats_guessing(),
            sealed: bank.is_sealed(),
        }
    }
}

/// Returns the public bank, or parses the given file.
pub(super) fn parse_bank(file: Option<&str>) -> Result<Cow<'static, Bank>, Error> {
    match file {
        None => Bank::public().map(Cow::Borrowed),
        Some(file) => Bank::parse(file.as_bytes()).map(Cow::Owned),
    }
}
