//! Scores and signals: `score` at the boundary.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Thrown;
use super::convert::{placed, text, thrown};
use crate::error::{Code, Error, shown};
use crate::grade::rows::BadLine;
use crate::hash::Digest;
use crate::json::{self, Value};
use crate::record::fields::{self, Prefix};
use crate::score::{self, Config, Keep, Published, Signals, Task};

/// Scores under one configuration at one time, of one subject or of a stream.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Scorer(score::Scorer);

#[wasm_bindgen]
impl Scorer {
    /// Reads the configuration. `explained`: the stream answers with explanations.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &[u8], updated_at: &str, explained: bool) -> Thrown<Scorer> {
        let config = Config::parse(config).map_err(thrown)?;
        let scorer = score::Scorer::new(config, updated_at).map_err(thrown)?;
        Ok(Self(if explained { scorer.explained() } else { scorer }))
    }

    /// The score record of one subject, or its explanation, as JSON.
    pub fn one(&mut self, subject: &[u8], explained: bool) -> Thrown<String> {
        let mut out = Vec::new();
        let scorer = &mut self.0;
        let done = if explained {
            scorer.explain(subject, &mut out)
        } else {
            scorer.score(subject, &mut out)
        };
        done.map(|()| text(out)).map_err(thrown)
    }

    /// The next bytes: `out` has a line for every subject that was scored, `bad` the lines that
    /// were not.
    pub fn push(&mut self, bytes: &[u8]) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        answer(&out, &bad, false)
    }

    /// The end of the bytes; with `more` it is to be called again.
    pub fn finish(&mut self) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let (bad, summary) = self.0.finish(&mut out);
        answer(&out, &bad, summary.is_none())
    }
}

/// Holds a configuration against the `versions` and `digests` published before: its own digest.
#[wasm_bindgen]
pub fn check_config(config: &[u8], versions: Vec<f64>, digests: Vec<String>) -> Thrown<JsValue> {
    let config = Config::parse(config).map_err(thrown)?;
    let earlier: Result<Vec<_>, Error> = versions
        .iter()
        .zip(&digests)
        .map(|(&version, digest)| {
            let digest = Digest::from_hex("trustScoreConfigDigest", digest)?;
            Ok(Published { version: version as u64, digest })
        })
        .collect();
    score::accept(&config, &earlier.map_err(thrown)?).map_err(thrown)?;
    let version = config.version() as f64;
    object([("version", version.into()), ("digest", config.digest().hex().into())])
}

/// Signals on their way between records, snapshots and stored fields.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SignalStream(Signals);

#[wasm_bindgen]
impl SignalStream {
    /// A stream under the task called `task`. `now` is milliseconds since 1970.
    #[wasm_bindgen(constructor)]
    pub fn new(task: &str, keep: f64, fields: Option<String>, now: f64) -> Thrown<SignalStream> {
        let prefix = fields.as_deref().map(prefix_of).transpose().map_err(thrown)?;
        let task = match (task, prefix) {
            ("import", _) => Task::Import,
            ("migrate", _) => Task::Migrate,
            ("export", Some(prefix)) => Task::Export(prefix),
            ("merge", prefix) => Task::Merge(Keep::new(keep as u64).map_err(thrown)?, prefix),
            _ => {
                let expected = "import, migrate, export with fields, or merge";
                return Err(thrown(Error::new(Code::HostOption, "task", expected, shown(task))));
            }
        };
        Ok(Self(Signals::new(task, now as i64)))
    }

    /// The next or last bytes of a record file, which is merged into the snapshots that follow: its
    /// bad lines.
    pub fn records(&mut self, bytes: &[u8], last: bool) -> Thrown<JsValue> {
        answer(&[], &self.0.records(bytes, last), false)
    }

    /// The next bytes: `out` has what becomes of the lines, `bad` what is refused or invalid.
    pub fn push(&mut self, bytes: &[u8]) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        answer(&out, &bad, false)
    }

    /// The end of the bytes; with `more` it is to be called again.
    pub fn finish(&mut self) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let (bad, all) = self.0.finish(&mut out);
        answer(&out, &bad, !all)
    }
}

/// Stored fields as records, and what of them is invalid, as JSON.
#[wasm_bindgen]
pub fn import_fields(additional: &[u8]) -> Thrown<String> {
    fields::import(additional).map(|found| text(found.to_value().compact())).map_err(thrown)
}

/// A record as stored fields, as JSON.
#[wasm_bindgen]
pub fn export_fields(record: &[u8], prefix: &str) -> Thrown<String> {
    let fields =
        Value::parse(record).and_then(|record| fields::export(&record, prefix_of(prefix)?));
    fields.map(|fields| text(Value::Object(fields).compact())).map_err(thrown)
}

/// Stored fields after a run: `additional` as JSON, and whether the run was `replaced`.
#[wasm_bindgen]
pub fn merge_fields(additional: &[u8], run: &[u8], prefix: &str, now: f64) -> Thrown<JsValue> {
    let merged = Value::parse(run)
        .and_then(|run| fields::merge(additional, &run, prefix_of(prefix)?, now as i64))
        .map_err(thrown)?;
    let additional = text(merged.additional);
    object([("additional", additional.into()), ("replaced", merged.replaced.into())])
}

fn prefix_of(name: &str) -> Result<Prefix, Error> {
    Prefix::ALL
        .into_iter()
        .find(|prefix| prefix.name() == name)
        .ok_or_else(|| Error::new(Code::HostOption, "fields", "\"a2a\" or \"nanda\"", shown(name)))
}

/// What some bytes came to: `out`, and `bad` as JSON.
fn answer(out: &[u8], bad: &[BadLine], more: bool) -> Thrown<JsValue> {
    let entry = |bad: &BadLine| {
        json::object([
            ("line", (bad.line as u64).into()),
            ("code", bad.error.code().into()),
            ("message", bad.error.to_string().as_str().into()),
            ("placed", placed(bad).as_str().into()),
        ])
    };
    let bad: Value = bad.iter().map(entry).collect();
    object([
        ("out", js_sys::Uint8Array::from(out).into()),
        ("bad", text(bad.compact()).into()),
        ("more", more.into()),
    ])
}

fn object<const N: usize>(members: [(&str, JsValue); N]) -> Thrown<JsValue> {
    let object = js_sys::Object::new();
    for (name, value) in members {
        js_sys::Reflect::set(&object, &name.into(), &value)?;
    }
    Ok(object.into())
}
