//! Trust scores and signals.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, chunk_result, js_error, object, text};
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::{Code, Error, shown};
use crate::proof::{self, SecretKey, Trust};
use crate::record::fields::{self, Prefix};
use crate::score::{
    self, Config, KeptRuns, Output, PublishedConfig, SignalConverter, SignedScores, Task,
};
use crate::stats::{Probability, wilson_interval};

/// Scores subjects with one configuration at one time, singly or as a stream.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Scorer(score::Scorer);

#[wasm_bindgen]
impl Scorer {
    /// Parses the configuration, and the key file to sign with. With `explained`, explanations are
    /// written.
    #[wasm_bindgen(constructor)]
    pub fn new(
        config: &[u8],
        updated_at: &str,
        explained: bool,
        key: Option<String>,
    ) -> JsResult<Scorer> {
        let scorer = || {
            let key = key.map(|text| SecretKey::from_file(text.as_bytes())).transpose()?;
            let output = match key {
                Some(key) => Output::Signed(Some(Box::new(key))),
                None if explained => Output::Explanations,
                None => Output::Scores,
            };
            Ok(score::Scorer::new(Config::parse(config)?, updated_at)?.with_output(output))
        };
        scorer().map(Self).map_err(js_error)
    }

    /// Returns the output for one subject, as JSON.
    pub fn score_one(&mut self, subject: &[u8]) -> JsResult<String> {
        let mut out = Vec::new();
        self.0.score(subject, &mut out).map(|()| text(out)).map_err(js_error)
    }

    /// Scores the next bytes: `out` has a line for every scored subject, `bad` the invalid lines.
    pub fn push(&mut self, bytes: &[u8]) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        chunk_result(&out, &bad, ("more", false.into()))
    }

    /// Ends the stream; call it again if the result has `more`.
    pub fn finish(&mut self) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let (bad, summary) = self.0.finish(&mut out);
        chunk_result(&out, &bad, ("more", summary.is_none().into()))
    }
}

/// Verifies signed scores.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ScoreVerifier(Option<SignedScores>);

#[wasm_bindgen]
impl ScoreVerifier {
    /// Parses the scores, the configuration, and a trust file or `did:key`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scores: &[u8],
        config: Option<Vec<u8>>,
        trust: Option<String>,
    ) -> JsResult<ScoreVerifier> {
        let scores = || {
            let trust = trust.as_deref().map(Trust::parse_file_or_did).transpose()?;
            SignedScores::new(scores, config.as_deref(), trust.as_ref())
        };
        scores().map(|scores| Self(Some(scores))).map_err(js_error)
    }

    /// Adds bytes of the snapshots or the record file that was scored.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Some(scores) = &mut self.0 {
            scores.push(bytes);
        }
    }

    /// Ends the input, and returns the report as JSON.
    pub fn finish(&mut self) -> String {
        self.0.take().map_or_else(String::new, |scores| text(scores.finish().compact()))
    }
}

/// Signs a payload, and returns its DSSE envelope as JSON. `key` is the text of a key file.
#[wasm_bindgen]
pub fn sign_envelope(payload_type: &str, payload: &[u8], key: &str) -> JsResult<String> {
    let key = SecretKey::from_file(key.as_bytes()).map_err(js_error)?;
    Ok(text(proof::envelope(payload_type, payload, &key).compact()))
}

/// Checks a configuration against the `versions` and `digests` published before, and returns its
/// version and digest.
#[wasm_bindgen]
pub fn check_config(config: &[u8], versions: Vec<f64>, digests: Vec<String>) -> JsResult<JsValue> {
    let config = Config::parse(config).map_err(js_error)?;
    let earlier: Result<Vec<_>, Error> = versions
        .iter()
        .zip(&digests)
        .map(|(&version, digest)| {
            let digest = Digest::from_hex("trustScoreConfigDigest", digest)?;
            Ok(PublishedConfig { version: version as u64, digest })
        })
        .collect();
    score::accept_config(&config, &earlier.map_err(js_error)?).map_err(js_error)?;
    let version = config.version() as f64;
    object([("version", version.into()), ("digest", config.digest().hex().into())])
}

/// Converts signals between records, snapshots and stored fields.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SignalStream(SignalConverter);

#[wasm_bindgen]
impl SignalStream {
    /// Creates a stream with the task called `task`. `now` is milliseconds since 1970.
    #[wasm_bindgen(constructor)]
    pub fn new(task: &str, keep: f64, fields: Option<String>, now: f64) -> JsResult<SignalStream> {
        let prefix = fields.as_deref().map(parse_prefix).transpose().map_err(js_error)?;
        let task = match (task, prefix) {
            ("import", _) => Task::Import,
            ("export", Some(prefix)) => Task::Export(prefix),
            ("merge", prefix) => Task::Merge(KeptRuns::new(keep as u64).map_err(js_error)?, prefix),
            _ => {
                let expected = "import, export with fields, or merge";
                return Err(js_error(Error::new(Code::HostOption, "task", expected, shown(task))));
            }
        };
        Ok(Self(SignalConverter::new(task, now as i64)))
    }

    /// Adds bytes of a record file, to be merged into the snapshots that follow; `last` ends it.
    /// Returns its invalid lines.
    pub fn records(&mut self, bytes: &[u8], last: bool) -> JsResult<JsValue> {
        chunk_result(&[], &self.0.records(bytes, last), ("more", false.into()))
    }

    /// Converts the next bytes: `out` has the results, `bad` the invalid lines and fields.
    pub fn push(&mut self, bytes: &[u8]) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        chunk_result(&out, &bad, ("more", false.into()))
    }

    /// Ends the stream; call it again if the result has `more`.
    pub fn finish(&mut self) -> JsResult<JsValue> {
        let mut out = Vec::new();
        let (bad, all) = self.0.finish(&mut out);
        chunk_result(&out, &bad, ("more", (!all).into()))
    }
}

/// Converts stored fields to records, and reports invalid ones, as JSON.
#[wasm_bindgen]
pub fn import_fields(additional: &[u8]) -> JsResult<String> {
    fields::import(additional).map(|found| text(found.to_value().compact())).map_err(js_error)
}

/// Converts a record to stored fields, as JSON.
#[wasm_bindgen]
pub fn export_fields(record: &[u8], prefix: &str) -> JsResult<String> {
    let fields =
        Value::parse(record).and_then(|record| fields::export(&record, parse_prefix(prefix)?));
    fields.map(|fields| text(Value::Object(fields).compact())).map_err(js_error)
}

/// Merges a run into stored fields: returns `additional` as JSON, and whether the run was
/// `replaced`.
#[wasm_bindgen]
pub fn merge_fields(additional: &[u8], run: &[u8], prefix: &str, now: f64) -> JsResult<JsValue> {
    let merged = Value::parse(run)
        .and_then(|run| fields::merge(additional, &run, parse_prefix(prefix)?, now as i64))
        .map_err(js_error)?;
    let additional = text(merged.additional);
    object([("additional", additional.into()), ("replaced", merged.replaced.into())])
}

/// Returns the ends of the 95 % Wilson interval of the share `passed` of `total`, from 0 to 1.
#[wasm_bindgen]
pub fn share_interval(passed: f64, total: f64) -> Vec<f64> {
    let interval = wilson_interval(passed as u64, total as u64, Probability::ALPHA);
    vec![interval.low, interval.high]
}

fn parse_prefix(name: &str) -> Result<Prefix, Error> {
    Prefix::ALL
        .into_iter()
        .find(|prefix| prefix.name() == name)
        .ok_or_else(|| Error::new(Code::HostOption, "fields", "\"a2a\" or \"nanda\"", shown(name)))
}
