//! Answers files: recorded replies to the tasks of a suite.

use std::borrow::Cow;
use std::collections::HashMap;

use super::format::Suite;
use super::label::check_cause;
use super::name::check_unique;
use super::recorded;
use super::shape::{members, name_of, set_once, shape_error, string, version};
use crate::base::tape::{Kind, Tape, View, plain};
use crate::error::{Code, Error, shown};
use crate::record::Instant;

const THING: &str = "answers file";
/// Names an id in errors.
pub(super) const TASK_ID: &str = "task id in the answers";
const EXPECTED: &str =
    "an object of replies by task id, or a list of objects with an id and a text";

/// The result of asking one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// A reply.
    Text(Cow<'a, str>),
    /// A failure with this cause: a dotted code such as `timeout.headers`.
    Cause(Cow<'a, str>),
    /// No entry in the answers file.
    None,
}

/// The replies of an answers file.
#[derive(Clone, Debug, Default)]
pub struct Answers<'a> {
    pub(super) suite: Option<Cow<'a, str>>,
    pub(super) version: Option<Cow<'a, str>>,
    pub(super) digest: Option<Cow<'a, str>>,
    pub(super) replies: Replies<'a>,
}

impl<'a> Answers<'a> {
    /// Parses an answers file in any of the JSON forms of `docs/suite.md`.
    ///
    /// # Errors
    /// `json.invalid`, `suite.shape`, `suite.bad-name` or `suite.bad-cause`.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        match recorded::read(json) {
            Some(answers) => answers,
            None => Self::read(Tape::new().read(THING, json)?),
        }
    }

    /// Returns the ids of the tasks of `suite` that have a reply or a cause.
    ///
    /// # Errors
    /// As for [`scorecard`](super::scorecard).
    pub fn answered<'s>(&self, suite: &'s Suite<'_>) -> Result<Vec<&'s str>, Error> {
        let replies = self.in_order_of(suite)?;
        let tasks = suite.tasks().iter().zip(replies);
        let answered = tasks.filter(|(_, reply)| !matches!(reply, Reply::None));
        Ok(answered.map(|(task, _)| &*task.id).collect())
    }

    /// Returns the replies in the order of the suite's tasks.
    ///
    /// # Errors
    /// `suite.other-suite` if the file names another suite, version or digest; `suite.unknown-task`
    /// for an answer to a task that the suite does not have; `suite.duplicate-task` for two answers
    /// to one task.
    pub(super) fn in_order_of(&self, suite: &Suite<'_>) -> Result<Vec<&Reply<'a>>, Error> {
        self.check_suite(suite)?;
        let mut next = self.replies.iter().peekable();
        let in_order: Vec<&Reply<'a>> = suite
            .tasks()
            .iter()
            .map(|task| match next.next_if(|(id, _)| *id == task.id) {
                Some((_, reply)) => reply,
                None => &Reply::None,
            })
            .collect();
        // Fast path for files in the order of their suite: the ids are then unique, since those of
        // the suite are.
        if next.peek().is_none() {
            return Ok(in_order);
        }
        check_unique(TASK_ID, self.replies.iter().map(|(id, _)| &**id))?;
        let mut by_id = self.by_id();
        let in_order = suite
            .tasks()
            .iter()
            .map(|task| by_id.remove(&*task.id).unwrap_or(&Reply::None))
            .collect();
        match self.replies.iter().find(|(id, _)| by_id.contains_key(&**id)) {
            None => Ok(in_order),
            Some((id, _)) => {
                Err(Error::new(Code::SuiteUnknownTask, TASK_ID, "a task of the suite", shown(id)))
            }
        }
    }

    fn check_suite(&self, suite: &Suite<'_>) -> Result<(), Error> {
        let name_of = [
            ("suite that the answers are for", &self.suite, suite.id()),
            ("suite version that the answers are for", &self.version, suite.version()),
        ];
        for (thing, found, expected) in name_of {
            if let Some(found) = found
                && Some(&**found) != expected
            {
                let expected = expected.map_or("a suite without a name".to_owned(), shown);
                return Err(Error::new(Code::SuiteOtherSuite, thing, expected, shown(found)));
            }
        }
        self.check_digest(&suite.digest().hex())
    }

    /// Checks that the answers do not name another suite than that with `digest`.
    ///
    /// # Errors
    /// `suite.other-suite` if they do.
    pub(crate) fn check_digest(&self, digest: &str) -> Result<(), Error> {
        match &self.digest {
            Some(found) if **found != *digest => {
                let thing = "digest of the suite that the answers are for";
                Err(Error::new(Code::SuiteOtherSuite, thing, digest.to_owned(), shown(found)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the replies by task id.
    pub(crate) fn by_id(&self) -> HashMap<&str, &Reply<'a>> {
        self.replies.iter().map(|(id, reply)| (&**id, reply)).collect()
    }
}

impl<'a> Answers<'a> {
    fn read(file: View<'_, 'a>) -> Result<Self, Error> {
        match file.kind() {
            Kind::List => Ok(Self { replies: parse_list(file)?, ..Self::default() }),
            Kind::Map => match file.get("answers").filter(|it| is_wrapped(*it)) {
                Some(_) => Self::read_wrapped(file),
                None => Ok(Self { replies: parse_object(file)?, ..Self::default() }),
            },
            _ => Err(shape_error(THING, EXPECTED, file.found())),
        }
    }

    /// Parses a file with its replies in `answers` and other members that name the suite.
    fn read_wrapped(file: View<'_, 'a>) -> Result<Self, Error> {
        let (mut suite, mut number, mut digest) = (None, None, None);
        let mut replies = Vec::new();
        members(THING, "answers, suite, version or digest", file, |name, value| match name {
            "answers" => {
                replies = if value.kind() == Kind::List {
                    parse_list(value)
                } else {
                    parse_object(value)
                }?;
                Ok(true)
            }
            "suite" | "suiteId" => set_once(&mut suite, "suite", value, |it| string("suite", it)),
            "version" => set_once(&mut number, "version", value, version),
            "digest" => set_once(&mut digest, "digest", value, |it| string("digest", it)),
            _ => Ok(false),
        })?;
        Ok(Self { suite, version: number, digest, replies })
    }
}

/// Reports whether the member `answers` contains the replies, as opposed to being a reply to a task
/// with that id.
fn is_wrapped(answers: View<'_, '_>) -> bool {
    matches!(answers.kind(), Kind::List | Kind::Map)
}

/// Replies by task id, in the order of the file.
pub(super) type Replies<'a> = Vec<(Cow<'a, str>, Reply<'a>)>;

/// Parses replies in the object form.
fn parse_object<'a>(map: View<'_, 'a>) -> Result<Replies<'a>, Error> {
    map.members()
        .map(|(id, value)| {
            let reply = match value.kind() {
                Kind::Null => Reply::None,
                Kind::Map => match read_reply("reply", value, false)? {
                    (None, reply) => reply,
                    // The id is the member name.
                    (Some(_), _) => return Err(shape_error("reply", "a text or a cause", "an id")),
                },
                _ => Reply::Text(string("reply", value)?),
            };
            Ok((name_of(TASK_ID, id)?, reply))
        })
        .collect()
}

/// Parses replies in the list form.
fn parse_list<'a>(list: View<'_, 'a>) -> Result<Replies<'a>, Error> {
    list.items()
        .map(|item| match read_reply("answer", item, false)? {
            (Some(id), reply) => Ok((id, reply)),
            (None, _) => Err(shape_error("answer", "an object with an id and a text", "no id")),
        })
        .collect()
}

/// Parses an object to its id, if present, and its reply. The object has a time and a latency if
/// `recorded`.
pub(super) fn read_reply<'a>(
    thing: &'static str,
    item: View<'_, 'a>,
    recorded: bool,
) -> Result<(Option<Cow<'a, str>>, Reply<'a>), Error> {
    let (mut id, mut reply, mut cause) = (None, None, None);
    let (mut at, mut took) = (None, None);
    members(thing, "an id, and a text or a cause", item, |name, value| match name {
        "id" | "taskId" | "task_id" | "task" => {
            set_once(&mut id, TASK_ID, value, |it| name_of(TASK_ID, it))
        }
        "text" | "answer" | "output" | "response" | "reply" => {
            set_once(&mut reply, "reply", value, |it| string("reply", it))
        }
        "cause" => set_once(&mut cause, "cause", value, |it| {
            let cause = string("cause", it)?;
            check_cause(&cause)?;
            Ok(cause)
        }),
        "fetchedAt" if recorded => {
            set_once(&mut at, "fetchedAt", value, |it| Instant::parse(&string("fetchedAt", it)?))
        }
        "latencyMs" if recorded => set_once(&mut took, "latencyMs", value, |it| {
            let ms = it.as_number().and_then(plain).filter(|ms| *ms >= 0);
            ms.ok_or_else(|| shape_error("latencyMs", "whole milliseconds", it.found()))
        }),
        _ => Ok(false),
    })?;
    let reply = match (reply, cause) {
        (Some(text), None) => Reply::Text(text),
        (None, Some(cause)) => Reply::Cause(cause),
        (None, None) => Reply::None,
        (Some(_), Some(_)) => return Err(shape_error(thing, "a text or a cause", "both")),
    };
    Ok((id, reply))
}
