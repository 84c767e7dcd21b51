//! Suites: sealing, judging, cracking.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_js, text, thrown, to_js};
use super::hasher::{HostHasher, Sha256};
use super::{Thrown, fill};
use crate::Error;
use crate::proof::SecretKey;
use crate::record::{Count, Instant};
use crate::suite::{self, Answers, CardSummary, Reply, Salting, Scorecard, Suite, Survey};

/// The counts of a suite, and the rules that it is judged by.
#[wasm_bindgen]
pub fn check_suite(suite: &[u8], hasher: Option<Sha256>) -> Thrown<JsValue> {
    to_js(&Survey::of(&hashed(suite, hasher).map_err(thrown)?))
}

/// Reads a suite; its digest is computed by the host's hasher, if there is one.
fn hashed(suite: &[u8], hasher: Option<Sha256>) -> Result<Suite<'_>, Error> {
    let suite = Suite::parse(suite)?;
    Ok(match hasher {
        Some(hasher) => suite.hashed_by(HostHasher::new(hasher)),
        None => suite,
    })
}

/// What a suite asks, in order: objects with `id` and `prompt`.
#[wasm_bindgen]
pub fn suite_tasks(suite: &[u8]) -> Thrown<JsValue> {
    #[derive(Serialize)]
    struct Task<'a> {
        id: &'a str,
        prompt: &'a str,
    }
    let suite = Suite::parse(suite).map_err(thrown)?;
    let tasks = suite.tasks().iter().map(|task| Task { id: &task.id, prompt: &task.prompt });
    to_js(&tasks.collect::<Vec<_>>())
}

/// A suite with its answers, sealed: `{ suite, digest, warnings }`.
#[wasm_bindgen]
pub fn seal_suite(plain: &[u8], options: JsValue) -> Thrown<JsValue> {
    #[derive(Serialize)]
    struct Sealed {
        suite: String,
        digest: String,
        warnings: Vec<Warned>,
    }
    let SealOptions { salted, rate } = from_js("sealSuite", options)?;
    let salting = if salted {
        let mut random = [0; 32];
        fill(&mut random)?;
        Salting::From(random)
    } else {
        Salting::None
    };
    let sealed = suite::seal(plain, salting, rate.get()).map_err(thrown)?;
    let warned = |warning: suite::Warning| Warned { text: warning.to_string(), warning };
    to_js(&Sealed {
        suite: text(sealed.json),
        digest: sealed.digest.hex(),
        warnings: sealed.warnings.into_iter().map(warned).collect(),
    })
}

#[derive(Deserialize)]
struct SealOptions {
    #[serde(default = "yes")]
    salted: bool,
    #[serde(default = "standard_rate")]
    rate: Count,
}

/// A warning, with its sentence.
#[derive(Serialize)]
struct Warned {
    text: String,
    #[serde(flatten)]
    warning: suite::Warning,
}

/// What trying letters, numbers and words comes to.
#[wasm_bindgen]
pub fn crack_suite(suite: &[u8], options: JsValue) -> Thrown<JsValue> {
    let CrackOptions { words, bound } = from_js("crackSuite", options)?;
    let suite = Suite::parse(suite).map_err(thrown)?;
    to_js(&suite::crack(&suite, &words, bound.get()))
}

#[derive(Deserialize)]
struct CrackOptions {
    #[serde(default)]
    words: String,
    #[serde(default = "standard_bound")]
    bound: Count,
}

/// The scorecard of a suite and its answers; of the prompts as replies where there are none. It
/// is signed if `key`, the text of a key file, is given. The answer has it as `scorecard`, and what
/// it says in all as `summary`.
#[wasm_bindgen]
pub fn judge_suite(
    suite: &[u8],
    answers: Option<Vec<u8>>,
    key: Option<String>,
    hasher: Option<Sha256>,
) -> Thrown<JsValue> {
    let judge = || {
        let key = key.as_deref().map(|text| SecretKey::from_file(text.as_bytes())).transpose()?;
        let suite = hashed(suite, hasher)?;
        match &answers {
            None => signed(suite::echo(&suite), key.as_ref()),
            Some(answers) => {
                let answers = Answers::parse(answers)?;
                signed(suite::scorecard(&suite, &answers)?, key.as_ref())
            }
        }
    };
    let (card, summary) = judge().map_err(thrown)?;
    let result = js_sys::Object::new();
    js_sys::Reflect::set(&result, &"scorecard".into(), &text(card).into())?;
    js_sys::Reflect::set(&result, &"summary".into(), &to_js(&summary)?)?;
    Ok(result.into())
}

fn signed(
    mut card: Scorecard<'_>,
    key: Option<&SecretKey>,
) -> Result<(Vec<u8>, CardSummary), Error> {
    if let Some(key) = key {
        suite::sign(&mut card, key)?;
    }
    Ok((card.to_bytes(), card.summary()))
}

/// Refuses a key file that is none, before anybody is asked.
#[wasm_bindgen]
pub fn check_key(key: &str) -> Thrown<()> {
    SecretKey::from_file(key.as_bytes()).map(|_| ()).map_err(thrown)
}

/// What a scorecard says, once it is read: suite, score, labels and who is named as signer.
#[wasm_bindgen]
pub fn read_scorecard(card: &[u8]) -> Thrown<JsValue> {
    to_js(&Scorecard::parse(card).map_err(thrown)?.summary())
}

/// Holds a scorecard to its suite, and to answers if there are any: `{ intact, signers, text,
/// verdict }`, as JSON.
#[wasm_bindgen]
pub fn check_scorecard(
    card: &[u8],
    suite: &[u8],
    answers: Option<Vec<u8>>,
    hasher: Option<Sha256>,
) -> Thrown<String> {
    let suite = hashed(suite, hasher).map_err(thrown)?;
    let answers = answers.as_deref().map(Answers::parse).transpose().map_err(thrown)?;
    let status = crate::report::status_in_suite(card, &suite, answers.as_ref());
    Ok(text(status.to_value().compact()))
}

/// The ids of the tasks that answers have a reply to, or a cause why there is none.
#[wasm_bindgen]
pub fn answered_tasks(suite: &[u8], answers: &[u8], hasher: Option<Sha256>) -> Thrown<JsValue> {
    let suite = hashed(suite, hasher).map_err(thrown)?;
    let answers = Answers::parse(answers).map_err(thrown)?;
    to_js(&answers.answered(&suite).map_err(thrown)?)
}

/// The first line of a file of answers.
#[wasm_bindgen]
pub fn answers_line(suite: &[u8], hasher: Option<Sha256>) -> Thrown<String> {
    let suite = hashed(suite, hasher).map_err(thrown)?;
    Ok(text(suite::first_line(&suite)))
}

/// The line of one reply.
#[wasm_bindgen]
pub fn reply_line(id: &str, reply: JsValue) -> Thrown<String> {
    let Replied { text: reply, cause, fetched_at, latency_ms } = from_js("reply", reply)?;
    let reply = match (reply, cause) {
        (_, Some(cause)) => Reply::Cause(cause.into()),
        (Some(text), None) => Reply::Text(text.into()),
        (None, None) => Reply::None,
    };
    let fetched_at = Instant::from_ms(fetched_at.get());
    suite::reply_line(id, &reply, fetched_at, latency_ms).map(text).map_err(thrown)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Replied {
    text: Option<String>,
    cause: Option<String>,
    fetched_at: Count,
    latency_ms: Count,
}

const fn yes() -> bool {
    true
}

/// What one graphics card tries in a second, to the order of magnitude.
const fn standard_rate() -> Count {
    Count::new(suite::STANDARD_RATE)
}

const fn standard_bound() -> Count {
    Count::new(suite::STANDARD_BOUND)
}
