//! Parser for suites, and for plain lists of tasks with digests.

use std::borrow::Cow;

use super::extract::{Extractor, MatchChoice, Normalisation, Pattern};
use super::format::{Suite, Task};
use super::oracle::{Oracle, Salt};
use super::shape::{
    for_each_member, parse_name, parse_string, parse_version, set_once, shape_error,
};
use crate::base::hash::{Digest, from_hex};
use crate::base::tape::{Kind, Tape, View, parse_plain_integer};
use crate::error::{Code, Error, shown};

/// Maximum number of normalisations in a suite.
const MAX_STEPS: usize = 10;

const EXPECTED: &str = "a suite, or a list of tasks that have an id, a prompt and a digest";

impl<'a> Suite<'a> {
    /// Parses a suite, or a list of tasks with a digest each.
    ///
    /// # Errors
    /// `json.invalid` for invalid JSON, otherwise a `suite.…` code.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let file = tape.read("suite", json)?;
        if file.kind() == Kind::List {
            let tasks = parse_tasks(file, Task::read)?;
            return Self::new(None, None, Extractor::FinalToken, Vec::new(), tasks);
        }
        let head = SuiteHeader::read("suite", EXPECTED, file, Task::read)?;
        Self::new(head.id, head.version, head.extractor, head.normalise, head.tasks)
    }
}

/// The members of a suite, sealed or not; `T` is the type of a task.
pub(super) struct SuiteHeader<'a, T> {
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) version: Option<Cow<'a, str>>,
    pub(super) extractor: Extractor,
    pub(super) normalise: Vec<Normalisation>,
    pub(super) tasks: Vec<T>,
}

impl<'a, T> SuiteHeader<'a, T> {
    pub(super) fn read<'s>(
        thing: &'static str,
        expected: &'static str,
        file: View<'s, 'a>,
        task: impl Fn(View<'s, 'a>) -> Result<T, Error>,
    ) -> Result<Self, Error> {
        let (mut id, mut number, mut extractor) = (None, None, None);
        let (mut normalise, mut all) = (None, None);
        for_each_member(thing, expected, file, |name, value| match name {
            "id" | "suite" | "suiteId" => {
                set_once(&mut id, "suite id", value, |it| parse_string("suite id", it))
            }
            "version" => set_once(&mut number, "version", value, parse_version),
            "extractor" => set_once(&mut extractor, "extractor", value, read_extractor),
            "normalise" => set_once(&mut normalise, "normalise", value, read_normalise),
            "tasks" => set_once(&mut all, "tasks", value, |list| parse_tasks(list, &task)),
            // Informational members.
            "$schema" | "name" | "title" | "description" => Ok(true),
            _ => Ok(false),
        })?;
        Ok(Self {
            id,
            version: number,
            extractor: extractor.unwrap_or_default(),
            normalise: normalise.unwrap_or_default(),
            tasks: all.ok_or_else(|| shape_error(thing, expected, "no tasks"))?,
        })
    }
}

fn parse_tasks<'s, 'a, T>(
    list: View<'s, 'a>,
    read: impl Fn(View<'s, 'a>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    if list.kind() != Kind::List {
        return Err(shape_error("tasks", "a list", list.describe()));
    }
    list.items().map(read).collect()
}

fn read_extractor(extractor: View<'_, '_>) -> Result<Extractor, Error> {
    let (mut pattern, mut take, mut group) = (None, None, None);
    let expected = "an object with a pattern, and perhaps take and group";
    for_each_member("extractor", expected, extractor, |name, value| match name {
        "pattern" => set_once(&mut pattern, "pattern", value, |it| parse_string("pattern", it)),
        "take" => set_once(&mut take, "take", value, |it| {
            let known = MatchChoice::ALL.into_iter().find(|take| it.is_text(take.name()));
            known.ok_or_else(|| shape_error("take", "first or last", it.describe()))
        }),
        "group" => set_once(&mut group, "group", value, |it| {
            let number =
                it.as_number().and_then(parse_plain_integer).and_then(|n| u32::try_from(n).ok());
            number
                .ok_or_else(|| shape_error("group", "the number of a capture group", it.describe()))
        }),
        _ => Ok(false),
    })?;
    let pattern = pattern.ok_or_else(|| shape_error("extractor", expected, "no pattern"))?;
    let pattern = Pattern::new(&pattern, take.unwrap_or_default(), group.unwrap_or(0))?;
    Ok(Extractor::Pattern(Box::new(pattern)))
}

fn read_normalise(list: View<'_, '_>) -> Result<Vec<Normalisation>, Error> {
    let expected = "a list of trim, lower, upper, nfc and number";
    if list.kind() != Kind::List {
        return Err(shape_error("normalise", expected, list.describe()));
    }
    // Each step is applied to every answer, and a suite is untrusted input.
    if list.items().nth(MAX_STEPS).is_some() {
        return Err(shape_error("normalise", format!("at most {MAX_STEPS} steps"), "more"));
    }
    list.items()
        .map(|step| {
            let known = Normalisation::ALL.into_iter().find(|known| step.is_text(known.name()));
            known.ok_or_else(|| shape_error("normalise", expected, step.describe()))
        })
        .collect()
}

impl<'a> Task<'a> {
    fn read(task: View<'_, 'a>) -> Result<Self, Error> {
        let expected = "an object with an id, a prompt and a digest";
        let (mut id, mut prompt, mut stratum, mut oracle) = (None, None, None, None);
        for_each_member("task", expected, task, |name, value| match name {
            "id" => set_once(&mut id, "task id", value, |it| parse_name("task id", it)),
            "prompt" => set_once(&mut prompt, "prompt", value, |it| parse_string("prompt", it)),
            "stratum" | "category" => {
                set_once(&mut stratum, "stratum", value, |it| parse_name("stratum of a task", it))
            }
            "oracle"
            | "sha256"
            | "digest"
            | "hash"
            | "answerSha256"
            | "answer_sha256"
            | "answerHash"
            | "answer_hash"
            | "answerDigest"
            | "answer_digest"
            | "expectedSha256"
            | "expected_sha256"
            | "expectedHash"
            | "expected_hash"
            | "expectedDigest"
            | "expected_digest"
            | "expectedAnswerSha256"
            | "expected_answer_sha256"
            | "finalAnswerSha256"
            | "final_answer_sha256"
            | "oracleSha256"
            | "oracle_sha256"
            | "oracleHash"
            | "oracle_hash"
            | "oracleDigest"
            | "oracle_digest" => set_once(&mut oracle, "oracle", value, Ok),
            // Informational members.
            "title" | "name" | "description" | "tags" | "difficulty" | "notes" => Ok(true),
            _ => Ok(false),
        })?;
        let (Some(id), Some(prompt), Some(oracle)) = (id, prompt, oracle) else {
            return Err(shape_error("task", expected, "one without them"));
        };
        let oracle = read_oracle(&id, oracle)?;
        Ok(Self { id, prompt, stratum, oracle })
    }
}

/// Parses the oracle of task `id`: a digest, a list of digests, `{sha256}` or `{hmacSha256, salt}`.
fn read_oracle(id: &str, oracle: View<'_, '_>) -> Result<Oracle, Error> {
    if oracle.kind() != Kind::Map {
        return build_oracle(id, None, oracle);
    }
    let expected = "a digest, a list of digests, {sha256} or {hmacSha256, salt}";
    let (mut plain, mut salted, mut salt) = (None, None, None);
    for_each_member("oracle", expected, oracle, |name, value| match name {
        "sha256" | "digest" | "hash" => set_once(&mut plain, "oracle", value, Ok),
        "hmacSha256" => set_once(&mut salted, "oracle", value, Ok),
        "salt" => {
            set_once(&mut salt, "salt", value, |it| Salt::from_hex(&parse_string("salt", it)?))
        }
        _ => Ok(false),
    })?;
    match (plain, salted, salt) {
        (Some(digests), None, None) => build_oracle(id, None, digests),
        (None, Some(digests), Some(salt)) => build_oracle(id, Some(salt), digests),
        _ => Err(shape_error(format!("oracle of task {}", shown(id)), expected, "another object")),
    }
}

/// Creates an oracle from one digest or a list.
fn build_oracle(id: &str, salt: Option<Salt>, digests: View<'_, '_>) -> Result<Oracle, Error> {
    let one = |value: View<'_, '_>| {
        let digits = parse_string("digest", value)?;
        let mut bytes = [0; 32];
        if from_hex(&digits, &mut bytes) {
            return Ok(Digest::from_bytes(bytes));
        }
        let thing = format!("digest of task {}", shown(id));
        Err(Error::new(Code::SuiteBadDigest, thing, "64 lower-case hex digits", shown(&digits)))
    };
    match digests.kind() {
        Kind::List => Oracle::new(salt, digests.items().map(one).collect::<Result<Vec<_>, _>>()?),
        _ => Oracle::new(salt, [one(digests)?]),
    }
}
