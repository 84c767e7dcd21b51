//! Sealing, judging and cracking of suites.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, fill_random, js_error, text, to_json};
use super::hasher::{HostHasher, Sha256};
use super::members::{CallOptions, ReadOption, options, read_options};
use crate::Error;
use crate::proof::SecretKey;
use crate::record::{Count, Instant};
use crate::suite::{self, Answers, CardSummary, Reply, SaltChoice, Scorecard, Suite, Survey};

/// Summarizes a suite and its judging rules, as JSON.
#[wasm_bindgen]
pub fn check_suite(suite: &[u8], hasher: Option<Sha256>) -> JsResult<String> {
    to_json(&Survey::from_suite(&parse_suite(suite, hasher).map_err(js_error)?))
}

/// Parses a suite, and computes its digest with the host's hasher, if given.
fn parse_suite(suite: &[u8], hasher: Option<Sha256>) -> Result<Suite<'_>, Error> {
    let suite = Suite::parse(suite)?;
    Ok(match hasher {
        Some(hasher) => suite.with_hasher(HostHasher::new(hasher)),
        None => suite,
    })
}

/// Returns the tasks in order, as JSON: objects with `id` and `prompt`.
#[wasm_bindgen]
pub fn suite_tasks(suite: &[u8]) -> JsResult<String> {
    #[derive(Serialize)]
    struct Task<'a> {
        id: &'a str,
        prompt: &'a str,
    }
    let suite = Suite::parse(suite).map_err(js_error)?;
    let tasks = suite.tasks().iter().map(|task| Task { id: &task.id, prompt: &task.prompt });
    to_json(&tasks.collect::<Vec<_>>())
}

/// Seals a suite with plain answers, and returns `{ suite, digest, warnings }`. Options and result
/// are JSON.
#[wasm_bindgen]
pub fn seal_suite(plain: &[u8], options: &str) -> JsResult<String> {
    #[derive(Serialize)]
    struct SealedTexts {
        suite: String,
        digest: String,
        warnings: Vec<SealWarning>,
    }
    let options = read_options("sealSuite", options, &[SealOptions::NAMES], SealOptions::read)?;
    let rate = options.rate.unwrap_or(suite::STANDARD_RATE);
    let salting = if options.salted.unwrap_or(true) {
        let mut random = [0; 32];
        fill_random(&mut random)?;
        SaltChoice::From(random)
    } else {
        SaltChoice::None
    };
    let sealed = suite::seal(plain, salting, rate).map_err(js_error)?;
    let warned = |warning: suite::Warning| SealWarning { text: warning.to_string(), warning };
    to_json(&SealedTexts {
        suite: sealed.json,
        digest: sealed.digest.hex(),
        warnings: sealed.warnings.into_iter().map(warned).collect(),
    })
}

options! {
    struct SealOptions {
        salted: Option<bool> = "salted",
        rate: Option<u64> = "rate",
    }
}

/// A warning, with its text.
#[derive(Serialize)]
struct SealWarning {
    text: String,
    #[serde(flatten)]
    warning: suite::Warning,
}

/// Attacks a suite with letters, numbers and words. Options and result are JSON.
#[wasm_bindgen]
pub fn crack_suite(suite: &[u8], options: &str) -> JsResult<String> {
    let options = read_options("crackSuite", options, &[CrackOptions::NAMES], CrackOptions::read)?;
    let words = options.words.unwrap_or_default();
    let bound = options.bound.unwrap_or(suite::STANDARD_BOUND);
    let suite = Suite::parse(suite).map_err(js_error)?;
    to_json(&suite::crack(&suite, &words, bound))
}

options! {
    struct CrackOptions {
        words: Option<String> = "words",
        bound: Option<u64> = "bound",
    }
}

/// Judges answers to a suite, or the prompts themselves without answers. Signs the scorecard if
/// `key`, the text of a key file, is given. Returns the scorecard, and its totals as JSON.
#[wasm_bindgen]
pub fn judge_suite(
    suite: &[u8],
    answers: Option<Vec<u8>>,
    key: Option<String>,
    hasher: Option<Sha256>,
) -> JsResult<Vec<String>> {
    let judge = || {
        let key = key.as_deref().map(|text| SecretKey::from_file(text.as_bytes())).transpose()?;
        let suite = parse_suite(suite, hasher)?;
        match &answers {
            None => sign_card(suite::echo_scorecard(&suite), key.as_ref()),
            Some(answers) => {
                let answers = Answers::parse(answers)?;
                sign_card(suite::scorecard(&suite, &answers)?, key.as_ref())
            }
        }
    };
    let (card, summary) = judge().map_err(js_error)?;
    Ok(vec![text(card), to_json(&summary)?])
}

fn sign_card(
    mut card: Scorecard<'_>,
    key: Option<&SecretKey>,
) -> Result<(Vec<u8>, CardSummary), Error> {
    if let Some(key) = key {
        suite::sign(&mut card, key)?;
    }
    Ok((card.to_bytes(), card.summary()))
}

/// Validates a key file before any task is asked.
#[wasm_bindgen]
pub fn check_key(key: &str) -> JsResult<()> {
    SecretKey::from_file(key.as_bytes()).map(|_| ()).map_err(js_error)
}

/// Parses a scorecard, and returns its totals and claimed signer, as JSON.
#[wasm_bindgen]
pub fn read_scorecard(card: &[u8]) -> JsResult<String> {
    to_json(&Scorecard::parse(card).map_err(js_error)?.summary())
}

/// Checks a scorecard, and if given, against its suite and answers. Returns `{ intact, signers, text,
/// verdict }` as JSON.
#[wasm_bindgen]
pub fn check_scorecard(
    card: &[u8],
    suite: Option<Vec<u8>>,
    answers: Option<Vec<u8>>,
    hasher: Option<Sha256>,
) -> JsResult<String> {
    let Some(suite) = suite else {
        return Ok(text(crate::report::scorecard_status(card).to_value().compact()));
    };
    let suite = parse_suite(&suite, hasher).map_err(js_error)?;
    let answers = answers.as_deref().map(Answers::parse).transpose().map_err(js_error)?;
    let status = crate::report::status_in_suite(card, &suite, answers.as_ref());
    Ok(text(status.to_value().compact()))
}

/// Returns the ids of the tasks that have a reply or a cause in the answers, as JSON.
#[wasm_bindgen]
pub fn answered_tasks(suite: &[u8], answers: &[u8], hasher: Option<Sha256>) -> JsResult<String> {
    let suite = parse_suite(suite, hasher).map_err(js_error)?;
    let answers = Answers::parse(answers).map_err(js_error)?;
    to_json(&answers.answered_ids(&suite).map_err(js_error)?)
}

/// Returns the first line of an answers file.
#[wasm_bindgen]
pub fn answers_line(suite: &[u8], hasher: Option<Sha256>) -> JsResult<String> {
    let suite = parse_suite(suite, hasher).map_err(js_error)?;
    Ok(text(suite::first_line(&suite)))
}

/// Returns the line of one reply. `reply` is JSON.
#[wasm_bindgen]
pub fn reply_line(id: &str, reply: &str) -> JsResult<String> {
    let ReplyMembers { text: reply, cause, fetched_at, latency_ms } =
        read_options("reply", reply, &[ReplyMembers::NAMES], ReplyMembers::read)?;
    let reply = match (reply, cause) {
        (_, Some(cause)) => Reply::Cause(cause.into()),
        (Some(text), None) => Reply::Text(text.into()),
        (None, None) => Reply::None,
    };
    let fetched_at = Instant::from_ms(fetched_at);
    suite::reply_line(id, &reply, fetched_at, Count::new(latency_ms)).map(text).map_err(js_error)
}

options! {
    struct ReplyMembers {
        text: Option<String> = "text",
        cause: Option<String> = "cause",
        fetched_at: u64 = "fetchedAt",
        latency_ms: u64 = "latencyMs",
    }
}
