//! Sealing: replaces the answers of a suite by their digests; and the attack that guesses them.

mod crack;
mod guess;

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use self::guess::search_space;
use super::extract::{Extraction, Extractor, normalise};
use super::format::{Suite, Task};
use super::oracle::{self, Oracle, Salt, hmac};
use super::read::SuiteHeader;
use super::shape::{for_each_member, parse_name, parse_string, set_once, shape_error};
use crate::base::hash::Digest;
use crate::base::json::{self, Value};
use crate::base::tape;
use crate::base::tape::{Tape, View};
use crate::base::text::group_thousands;
use crate::error::{Code, Error, shown};

pub use crack::{CrackResult, CrackedTask, crack};
pub use guess::Kind;

const THING: &str = "plain suite";

/// Answers that can be found with at most this many guesses cause a warning.
const GUESSABLE: u64 = 1 << 40;

/// Hashing of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaltChoice {
    /// Plain SHA-256, compatible with other tools.
    None,
    /// A salt of 16 bytes per task: the first half of HMAC-SHA-256 of the task's id, keyed with
    /// these fresh random bytes.
    From([u8; 32]),
}

/// A sealed suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedSuite {
    /// The suite, as indented JSON.
    pub json: String,
    /// The digest by which scorecards identify the suite.
    pub digest: Digest,
    /// The answers that can be guessed, in the order of the tasks.
    pub warnings: Vec<Warning>,
}

/// An answer that can be guessed. A salt does not prevent it; it only makes an attacker try each
/// task separately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// The task's id.
    pub task: String,
    /// The kind of the answer.
    pub kind: Kind,
    /// Estimated number of guesses to find it.
    pub guesses: u64,
    /// Assumed guesses per second.
    pub rate: u64,
    /// Time for the guesses in milliseconds, rounded down.
    pub milliseconds: u64,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Number => "a number",
            Kind::Letter => "a letter",
            Kind::Word => "perhaps a dictionary word",
            Kind::Text => "short text",
        };
        let (guesses, rate) = (group_thousands(self.guesses), group_thousands(self.rate));
        write!(f, "task {}: the answer is {kind}, ", shown(&self.task))?;
        write!(
            f,
            "found in {guesses} guesses, {} at {rate} a second",
            format_duration(self.milliseconds)
        )
    }
}

/// Formats `milliseconds` in the largest unit that is not above it.
fn format_duration(milliseconds: u64) -> String {
    let units = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s"), (1, "ms")];
    match units.into_iter().find(|(unit, _)| milliseconds >= *unit) {
        Some((unit, name)) => format!("{} {name}", milliseconds / unit),
        None => "less than 1 ms".to_owned(),
    }
}

/// A task with its answers in plain text.
struct PlainTask<'a> {
    id: Cow<'a, str>,
    prompt: Cow<'a, str>,
    stratum: Option<Cow<'a, str>>,
    answers: Vec<Cow<'a, str>>,
}

impl<'a> PlainTask<'a> {
    fn read(task: View<'_, 'a>) -> Result<Self, Error> {
        let expected = "an object with an id, a prompt and answers";
        let (mut id, mut prompt, mut stratum) = (None, None, None);
        let (mut answer, mut others) = (None, None);
        for_each_member("task", expected, task, |name, value| match name {
            "id" => set_once(&mut id, "task id", value, |it| parse_name("task id", it)),
            "prompt" => set_once(&mut prompt, "prompt", value, |it| parse_string("prompt", it)),
            "stratum" => {
                set_once(&mut stratum, "stratum", value, |it| parse_name("stratum of a task", it))
            }
            "answer" => set_once(&mut answer, "answer", value, |it| parse_string("answer", it)),
            "answers" => set_once(&mut others, "answers", value, |list| {
                if list.kind() != tape::Kind::List {
                    return Err(shape_error("answers", "a list of texts", list.describe()));
                }
                list.items().map(|it| parse_string("answer", it)).collect::<Result<Vec<_>, _>>()
            }),
            _ => Ok(false),
        })?;
        let (Some(id), Some(prompt)) = (id, prompt) else {
            return Err(shape_error("task", expected, "one without them"));
        };
        let answers = answer.into_iter().chain(others.unwrap_or_default()).collect();
        Ok(Self { id, prompt, stratum, answers })
    }
}

/// Seals a suite that has `answer` or `answers` in place of each task's oracle. `rate` is the
/// number of guesses per second assumed in warnings.
///
/// # Errors
/// As for [`Suite::parse`]; `suite.no-answer` for a task without an answer or with an empty one;
/// `suite.unreachable-answer` for an answer that the suite's extractor cannot return.
pub fn seal(plain: &[u8], salting: SaltChoice, rate: u64) -> Result<SealedSuite, Error> {
    let expected = "a suite with an id, a version, and tasks that have an id, a prompt and answers";
    let mut tape = Tape::new();
    let file = tape.read(THING, plain)?;
    let plain = SuiteHeader::read(THING, expected, file, PlainTask::read)?;
    let (Some(id), Some(version)) = (plain.id, plain.version) else {
        return Err(shape_error(THING, expected, "one without them"));
    };
    let extractor = plain.extractor;
    let (mut tasks, mut warnings) = (Vec::new(), Vec::new());
    for PlainTask { id, prompt, stratum, answers } in plain.tasks {
        let salt = match salting {
            SaltChoice::None => None,
            SaltChoice::From(random) => {
                let [bytes, _] = split_digest(hmac(&random, id.as_bytes()));
                Some(Salt::from_bytes(bytes))
            }
        };
        let mut accepted: Vec<Cow<'_, str>> = Vec::new();
        for answer in answers {
            check_reachable(&id, &extractor, &answer)?;
            let answer = normalise(&plain.normalise, answer);
            if answer.is_empty() {
                let thing = format!("answer of task {}", shown(&id));
                let problem = "empty after normalisation";
                return Err(Error::because(Code::SuiteNoAnswer, thing, problem));
            }
            if !accepted.contains(&answer) {
                accepted.push(answer);
            }
        }
        let easiest = accepted
            .iter()
            .map(|answer| search_space(answer))
            .min_by_key(|search_space| search_space.1);
        if let Some((kind, guesses)) = easiest.filter(|search_space| search_space.1 <= GUESSABLE) {
            let milliseconds = guesses.saturating_mul(1000) / rate.max(1);
            let task = id.clone().into_owned();
            warnings.push(Warning { task, kind, guesses, rate, milliseconds });
        }
        let digests = accepted.iter().map(|answer| oracle::digest(salt.as_ref(), answer));
        let oracle = Oracle::new(salt, digests)?;
        tasks.push(Task { id, prompt, stratum, oracle });
    }
    let suite = Suite::new(Some(id), Some(version), extractor, plain.normalise, tasks)?;
    let json = json::to_indented_text(&Value::parse(&suite.canonical())?)?;
    Ok(SealedSuite { json, digest: suite.digest(), warnings })
}

/// Rejects an answer that the extractor cannot return. With a capture group this cannot be decided,
/// since the pattern may need text around the answer.
fn check_reachable(id: &str, extractor: &Extractor, answer: &str) -> Result<(), Error> {
    if let Extractor::Pattern(pattern) = extractor
        && pattern.group() != 0
    {
        return Ok(());
    }
    if extractor.extract(answer) == Extraction::Token(answer) {
        return Ok(());
    }
    let thing = format!("answer of task {}", shown(id));
    let problem = format!("the suite's extractor can never return {}", shown(answer));
    Err(Error::because(Code::SuiteUnreachableAnswer, thing, problem))
}

fn split_digest(digest: Digest) -> [[u8; 16]; 2] {
    let mut halves = [[0; 16]; 2];
    for (index, byte) in digest.as_bytes().iter().enumerate() {
        halves[index / 16][index % 16] = *byte;
    }
    halves
}
