//! The reader of suites: the format, and lists of tasks with a digest as others write them.

use std::borrow::Cow;

use super::extract::Extractor;
use super::format::{Suite, Task};
use super::normalise::Normalisation;
use super::oracle::{Oracle, Salt};
use super::pattern::{Pattern, Take};
use super::shape::{fill, members, named, refused, text, version};
use crate::error::{Code, Error, shown};
use crate::hash::{Digest, from_hex};
use crate::tape::{Kind, Tape, View, plain};

/// The most normalisations that a suite may name.
const MOST_STEPS: usize = 10;

const EXPECTED: &str = "a suite, or a list of tasks that have an id, a prompt and a digest";

impl<'a> Suite<'a> {
    /// Reads a suite, or a list of tasks with a digest each, out of JSON.
    ///
    /// # Errors
    /// `json.invalid` for what is not strict JSON, and else a code that begins with `suite.`.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let file = tape.read("suite", json)?;
        if file.kind() == Kind::List {
            let tasks = tasks(file, Task::read)?;
            return Self::new(None, None, Extractor::FinalToken, Vec::new(), tasks);
        }
        let head = Head::read("suite", EXPECTED, file, Task::read)?;
        Self::new(head.id, head.version, head.extractor, head.normalise, head.tasks)
    }
}

/// What a suite has, sealed or not: `T` is a task.
pub(super) struct Head<'a, T> {
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) version: Option<Cow<'a, str>>,
    pub(super) extractor: Extractor,
    pub(super) normalise: Vec<Normalisation>,
    pub(super) tasks: Vec<T>,
}

impl<'a, T> Head<'a, T> {
    pub(super) fn read<'s>(
        thing: &'static str,
        expected: &'static str,
        file: View<'s, 'a>,
        task: impl Fn(View<'s, 'a>) -> Result<T, Error>,
    ) -> Result<Self, Error> {
        let (mut id, mut number, mut extractor) = (None, None, None);
        let (mut normalise, mut all) = (None, None);
        members(thing, expected, file, |name, value| match name {
            "id" | "suite" | "suiteId" => {
                fill(&mut id, "suite id", value, |it| text("suite id", it))
            }
            "version" => fill(&mut number, "version", value, version),
            "extractor" => fill(&mut extractor, "extractor", value, read_extractor),
            "normalise" => fill(&mut normalise, "normalise", value, read_normalise),
            "tasks" => fill(&mut all, "tasks", value, |list| tasks(list, &task)),
            // They decide nothing.
            "$schema" | "name" | "title" | "description" => Ok(true),
            _ => Ok(false),
        })?;
        Ok(Self {
            id,
            version: number,
            extractor: extractor.unwrap_or_default(),
            normalise: normalise.unwrap_or_default(),
            tasks: all.ok_or_else(|| refused(thing, expected, "no tasks"))?,
        })
    }
}

fn tasks<'s, 'a, T>(
    list: View<'s, 'a>,
    read: impl Fn(View<'s, 'a>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    if list.kind() != Kind::List {
        return Err(refused("tasks", "a list", list.found()));
    }
    list.items().map(read).collect()
}

fn read_extractor(extractor: View<'_, '_>) -> Result<Extractor, Error> {
    let (mut pattern, mut take, mut group) = (None, None, None);
    let expected = "an object with a pattern, and perhaps take and group";
    members("extractor", expected, extractor, |name, value| match name {
        "pattern" => fill(&mut pattern, "pattern", value, |it| text("pattern", it)),
        "take" => fill(&mut take, "take", value, |it| {
            let known = Take::ALL.into_iter().find(|take| it.is(take.name()));
            known.ok_or_else(|| refused("take", "first or last", it.found()))
        }),
        "group" => fill(&mut group, "group", value, |it| {
            let number = it.as_number().and_then(plain).and_then(|n| u32::try_from(n).ok());
            number.ok_or_else(|| refused("group", "the number of a capture group", it.found()))
        }),
        _ => Ok(false),
    })?;
    let pattern = pattern.ok_or_else(|| refused("extractor", expected, "no pattern"))?;
    let pattern = Pattern::new(&pattern, take.unwrap_or_default(), group.unwrap_or(0))?;
    Ok(Extractor::Pattern(Box::new(pattern)))
}

fn read_normalise(list: View<'_, '_>) -> Result<Vec<Normalisation>, Error> {
    let expected = "a list of trim, lower, upper, nfc and number";
    if list.kind() != Kind::List {
        return Err(refused("normalise", expected, list.found()));
    }
    // Each is done to each answer, and a suite may come from a stranger.
    if list.items().nth(MOST_STEPS).is_some() {
        return Err(refused("normalise", format!("at most {MOST_STEPS} steps"), "more"));
    }
    list.items()
        .map(|step| {
            let known = Normalisation::ALL.into_iter().find(|known| step.is(known.name()));
            known.ok_or_else(|| refused("normalise", expected, step.found()))
        })
        .collect()
}

impl<'a> Task<'a> {
    fn read(task: View<'_, 'a>) -> Result<Self, Error> {
        let expected = "an object with an id, a prompt and a digest";
        let (mut id, mut prompt, mut stratum, mut oracle) = (None, None, None, None);
        members("task", expected, task, |name, value| match name {
            "id" => fill(&mut id, "task id", value, |it| named("task id", it)),
            "prompt" => fill(&mut prompt, "prompt", value, |it| text("prompt", it)),
            "stratum" | "category" => {
                fill(&mut stratum, "stratum", value, |it| named("stratum of a task", it))
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
            | "oracle_digest" => fill(&mut oracle, "oracle", value, Ok),
            // They decide nothing.
            "title" | "name" | "description" | "tags" | "difficulty" | "notes" => Ok(true),
            _ => Ok(false),
        })?;
        let (Some(id), Some(prompt), Some(oracle)) = (id, prompt, oracle) else {
            return Err(refused("task", expected, "one without them"));
        };
        let oracle = read_oracle(&id, oracle)?;
        Ok(Self { id, prompt, stratum, oracle })
    }
}

/// The oracle of the task `id`: a digest, a list of them, `{sha256}` or `{hmacSha256, salt}`.
fn read_oracle(id: &str, oracle: View<'_, '_>) -> Result<Oracle, Error> {
    if oracle.kind() != Kind::Map {
        return accepting(id, None, oracle);
    }
    let expected = "a digest, a list of digests, {sha256} or {hmacSha256, salt}";
    let (mut plain, mut salted, mut salt) = (None, None, None);
    members("oracle", expected, oracle, |name, value| match name {
        "sha256" | "digest" | "hash" => fill(&mut plain, "oracle", value, Ok),
        "hmacSha256" => fill(&mut salted, "oracle", value, Ok),
        "salt" => fill(&mut salt, "salt", value, |it| Salt::from_hex(&text("salt", it)?)),
        _ => Ok(false),
    })?;
    match (plain, salted, salt) {
        (Some(digests), None, None) => accepting(id, None, digests),
        (None, Some(digests), Some(salt)) => accepting(id, Some(salt), digests),
        _ => Err(refused(format!("oracle of task {}", shown(id)), expected, "another object")),
    }
}

/// The oracle that accepts one digest, or each of a list.
fn accepting(id: &str, salt: Option<Salt>, digests: View<'_, '_>) -> Result<Oracle, Error> {
    let one = |value: View<'_, '_>| {
        let digits = text("digest", value)?;
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
