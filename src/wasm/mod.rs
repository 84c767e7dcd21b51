//! The boundary to JavaScript: translates, decides nothing.
//!
//! Whole objects cross by `serde-wasm-bindgen`, bulk data as bytes. An error crosses as an object
//! `{ code, message }`, which the host turns into its own error type.

mod convert;
mod options;
mod score;

use std::borrow::Cow;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::bank::{self, Bank, Manifest, Reveal};
use crate::draw::{self, DrawnLine};
use crate::error::{Code, Error};
use crate::eval::{self, Step};
use crate::exchange::{Fault, Flow};
use crate::grade::{self, rows::BadLine};
use crate::id::{Family, QuestionId};
use crate::verify;
use convert::{from_js, text, thrown, to_js};
use options::{DrawOptions, RunOptions, VerifyOptions};

type Thrown<T> = Result<T, JsValue>;

/// The version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A fresh seed out of the host's randomness.
#[wasm_bindgen]
pub fn fresh_seed() -> Thrown<String> {
    let mut random = [0; 16];
    fill(&mut random)?;
    Ok(draw::seed(random))
}

/// The commitment to a seed, in hex.
#[wasm_bindgen]
pub fn commitment(seed: &str) -> String {
    draw::run_id(seed).hex()
}

/// The questions that a seed draws.
#[wasm_bindgen]
pub fn generate(options: JsValue) -> Thrown<JsValue> {
    let options: DrawOptions = from_js("generate", options)?;
    let bank = options.bank().map_err(thrown)?;
    let family = options.family().map_err(thrown)?;
    let key = options.source().key(family);
    let line = |index| {
        let drawn = match family {
            Family::Math => draw::math(&key, index),
            Family::Science => draw::science(&key, index, &bank)?,
        };
        DrawnLine::new(index, &drawn)
    };
    let end = options.start.get().saturating_add(options.count.get());
    let lines: Result<Vec<DrawnLine>, _> = (options.start.get()..end).map(line).collect();
    to_js(&lines.map_err(thrown)?)
}

/// Graded rows, as they come.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Grader(grade::rows::Stream);

#[wasm_bindgen]
impl Grader {
    /// A stream of rows, which may name questions of the public bank or of the one given.
    #[wasm_bindgen(constructor)]
    pub fn new(bank: Option<String>) -> Thrown<Grader> {
        let bank = bank_of(bank.as_deref()).map_err(thrown)?;
        Ok(Self(grade::rows::Stream::new(Some(bank))))
    }

    /// The next bytes: `out` has a line for every row that was graded, `bad` the others.
    pub fn push(&mut self, bytes: &[u8]) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        graded(out, bad)
    }

    /// The end of the bytes.
    pub fn finish(mut self) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.finish(&mut out);
        graded(out, bad)
    }
}

/// Grades one row: the line that `Grader` would write.
#[wasm_bindgen]
pub fn grade_row(row: &[u8], bank: Option<String>) -> Thrown<Vec<u8>> {
    let bank = bank_of(bank.as_deref()).map_err(thrown)?;
    let mut out = Vec::new();
    match grade::rows::ndjson(row, Some(&bank), &mut out).pop() {
        None => Ok(out),
        Some(bad) => Err(thrown(bad.error)),
    }
}

/// Grades whole lines and packs each into integers: see `grade::rows::Packed`.
#[wasm_bindgen]
pub fn grade_packed(rows: &[u8]) -> Thrown<Vec<u32>> {
    let bank = bank_of(None).map_err(thrown)?;
    Ok(grade::rows::packed(rows, Some(&bank)).rows)
}

/// Refuses the size of a bank file that is too large.
#[wasm_bindgen]
pub fn check_bank_size(bytes: f64) -> Thrown<()> {
    bank::check_size(bytes as u64).map_err(thrown)
}

/// What a bank holds: counts, and whether its longest options give it away.
#[wasm_bindgen]
pub fn check_bank(file: &str) -> Thrown<JsValue> {
    let bank = Bank::parse(file.as_bytes()).map_err(thrown)?;
    to_js(&convert::Survey::of(&bank))
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
    to_js(&convert::Sealed { bank, manifest: manifest.map_err(thrown)? })
}

/// The reveal of one item of a sealed bank, as text.
#[wasm_bindgen]
pub fn reveal_item(file: &str, id: &str) -> Thrown<String> {
    let bank = Bank::parse(file.as_bytes()).map_err(thrown)?;
    let id = QuestionId::new(id).map_err(thrown)?;
    Reveal::of(&bank, &id).and_then(|reveal| reveal.to_json()).map_err(thrown)
}

/// What bots that know nothing get out of a family.
#[wasm_bindgen]
pub fn selftest(options: JsValue) -> Thrown<JsValue> {
    let options: DrawOptions = from_js("selftest", options)?;
    let bank = options.bank().map_err(thrown)?;
    let (family, draws) = (options.family().map_err(thrown)?, options.count.get());
    to_js(&crate::selftest::selftest(family, &options.source(), &bank, draws).map_err(thrown)?)
}

/// A run: see `eval::Run`. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Run(eval::Run);

#[wasm_bindgen]
impl Run {
    /// A run of the evals against one subject.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Thrown<Run> {
        let options: RunOptions = from_js("evaluate", options)?;
        options.run().map(Self).map_err(thrown)
    }

    /// The run's first line.
    pub fn run_line(&self) -> Thrown<String> {
        self.0.plan().run_line().map(text).map_err(thrown)
    }

    /// The id of the run, which is the commitment to its seed.
    pub fn run_id(&self) -> String {
        self.0.plan().source().run_id().hex()
    }

    /// The id of the run's subject.
    pub fn subject(&self) -> String {
        self.0.plan().subject().id.to_string()
    }

    /// The scores so far.
    pub fn scores(&self) -> Thrown<JsValue> {
        to_js(&self.0.scores())
    }

    /// The line that closes the run.
    pub fn close_line(&self) -> Thrown<String> {
        self.0.close_line().map(text).map_err(thrown)
    }

    /// Passes over the next question, which an earlier part of this run has recorded.
    pub fn resume(&mut self, line: &[u8]) -> Thrown<()> {
        let record = crate::record::SignalRecord::parse(line).map_err(thrown)?;
        self.0.resume(&record).map_err(thrown)
    }

    /// What the host has to do now: an object with a `type`.
    pub fn next(&mut self, now: f64) -> Thrown<JsValue> {
        let step = self.0.next(time(now)).map_err(thrown)?;
        to_js(&match &step {
            Step::Question(question) => convert::Step::Question { question },
            Step::Send { request, deadline } => convert::Step::send(request, *deadline),
            Step::Wait { until } => convert::Step::Wait { until: *until },
            Step::Record(record) => {
                convert::Step::Record { line: text(record.to_line().map_err(thrown)?) }
            }
            Step::Done => convert::Step::Done,
        })
    }

    /// The head of an answer came; says whether to go on reading.
    pub fn head(&mut self, status: u16, headers: JsValue, now: f64) -> Thrown<bool> {
        let headers: Vec<(String, String)> = serde_wasm_bindgen::from_value(headers)?;
        Ok(self.0.head(status, headers, time(now)) == Flow::Continue)
    }

    /// A part of the body came; says whether to go on reading.
    pub fn chunk(&mut self, bytes: &[u8], now: f64) -> bool {
        self.0.chunk(bytes, time(now)) == Flow::Continue
    }

    /// The body is whole.
    pub fn end(&mut self, now: f64) {
        self.0.end(time(now));
    }

    /// The request came to nothing; `fault` is one of the names in `exchange::Fault`.
    pub fn failed(&mut self, fault: &str, now: f64) {
        // A host that does not know why says so with a name of its own.
        let fault = Fault::from_name(fault).unwrap_or(Fault::Unreachable);
        self.0.failed(fault, time(now));
    }
}

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

/// A host's clock as the core counts: whole milliseconds since 1970. `as` saturates.
const fn time(now: f64) -> u64 {
    now as u64
}

/// Fills `bytes` out of the host's randomness.
fn fill(bytes: &mut [u8]) -> Thrown<()> {
    getrandom::fill(bytes).map_err(|error| {
        let found = error.to_string();
        thrown(Error::new(Code::HostRandom, "randomness", "a source in this host", found))
    })
}

/// What one piece of rows came to.
fn graded(out: Vec<u8>, bad: Vec<BadLine>) -> Thrown<JsValue> {
    let bad: Vec<_> = bad.iter().map(convert::Bad::of).collect();
    let result = js_sys::Object::new();
    js_sys::Reflect::set(&result, &"out".into(), &js_sys::Uint8Array::from(&out[..]))?;
    js_sys::Reflect::set(&result, &"bad".into(), &to_js(&bad)?)?;
    Ok(result.into())
}

/// The public bank, or the one whose file is given.
fn bank_of(file: Option<&str>) -> Result<Cow<'static, Bank>, Error> {
    match file {
        None => Bank::public().map(Cow::Borrowed),
        Some(file) => Bank::parse(file.as_bytes()).map(Cow::Owned),
    }
}
