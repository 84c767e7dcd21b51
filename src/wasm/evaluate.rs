//! Drawing questions, and runs against an endpoint.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{both_from_js, from_js, text, thrown, to_js};
use super::options::{DrawOptions, RunOptions, SubjectOptions};
use super::request::{self, Send};
use super::{Thrown, fill, time};
use crate::draw::{self, DrawnLine};
use crate::eval;
use crate::exchange::{self, Flow};
use crate::id::Family;
use crate::record::{Scores, SignalRecord};

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
    draw::commitment(seed).hex()
}

/// Whether an IP address is public: what a host asks about each address before it connects.
#[wasm_bindgen]
pub fn is_public_address(address: &str) -> bool {
    exchange::is_public_address(address)
}

/// Whether the value of a request header is to be taken for a secret.
#[wasm_bindgen]
pub fn is_secret_header(name: &str) -> bool {
    exchange::is_secret_header(name)
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

/// What bots that know nothing get out of a family.
#[wasm_bindgen]
pub fn selftest(options: JsValue) -> Thrown<JsValue> {
    let options: DrawOptions = from_js("selftest", options)?;
    let bank = options.bank().map_err(thrown)?;
    let (family, draws) = (options.family().map_err(thrown)?, options.count.get());
    to_js(&crate::selftest::selftest(family, &options.source(), &bank, draws).map_err(thrown)?)
}

/// The subject that an evaluation with these options is about, as its first record names it.
#[wasm_bindgen]
pub fn subject_of(options: JsValue) -> Thrown<JsValue> {
    let (options, over): (SubjectOptions, _) = both_from_js("subjectOf", options)?;
    to_js(&options.subject(over).map_err(thrown)?.0)
}

/// What one record adds to the scores.
#[wasm_bindgen]
pub fn scores_of(record: &[u8]) -> Thrown<JsValue> {
    let mut scores = Scores::default();
    scores.count(&SignalRecord::parse(record).map_err(thrown)?);
    to_js(&scores)
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
        let (options, over): (RunOptions, _) = both_from_js("evaluate", options)?;
        options.run(over).map(Self).map_err(thrown)
    }

    /// The run's first line.
    pub fn run_line(&self) -> Thrown<String> {
        self.0.plan().run_line().map(text).map_err(thrown)
    }

    /// The id of the plan.
    pub fn plan_id(&self) -> String {
        self.0.plan().plan_id().hex()
    }

    /// The id of the run.
    pub fn run_id(&self) -> String {
        self.0.plan().run_id().hex()
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
        let record = SignalRecord::parse(line).map_err(thrown)?;
        self.0.resume(&record).map_err(thrown)
    }

    /// What the host has to do now: an object with a `type`.
    pub fn next(&mut self, now: f64) -> Thrown<JsValue> {
        let step = self.0.next(time(now)).map_err(thrown)?;
        to_js(&match &step {
            eval::Step::Question(question) => Step::Question { question },
            eval::Step::Send { request, deadline } => Step::Send(Send::new(request, *deadline)),
            eval::Step::Ask { prompt, deadline } => Step::Ask { prompt, deadline: *deadline },
            eval::Step::Wait { until } => Step::Wait { until: *until },
            eval::Step::Record(record) => {
                Step::Record { line: text(record.to_line().map_err(thrown)?) }
            }
            eval::Step::Done => Step::Done,
        })
    }

    /// The question that was announced is not asked, for this cause.
    pub fn decline(&mut self, cause: &str) -> Thrown<()> {
        self.0.decline(cause).map_err(thrown)
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

    /// The caller's own transport came back with a text.
    pub fn replied(&mut self, text: String, now: f64) {
        self.0.replied(text, time(now));
    }

    /// The caller's own transport failed; `reason` is a cause or a fault, or anything else.
    pub fn gave_up(&mut self, reason: &str, now: f64) {
        self.0.gave_up(reason, time(now));
    }

    /// The request came to nothing; `fault` is one of the names in `exchange::Fault`.
    pub fn failed(&mut self, fault: &str, now: f64) {
        self.0.failed(request::fault(fault), time(now));
    }
}

/// What the host has to do now, as an object with a `type`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Step<'a> {
    Question { question: &'a DrawnLine },
    Send(Send<'a>),
    Ask { prompt: &'a str, deadline: u64 },
    Wait { until: u64 },
    Record { line: String },
    Done,
}
