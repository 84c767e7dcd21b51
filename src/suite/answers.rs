//! Answers files: what was replied to the tasks of a suite, to be judged again.

use std::borrow::Cow;
use std::collections::HashMap;

use super::format::Suite;
use super::label::check_cause;
use super::name::check_unique;
use super::recorded;
use super::shape::{fill, members, named, refused, text, version};
use crate::error::{Code, Error, shown};
use crate::record::Instant;
use crate::tape::{Kind, Tape, View, plain};

const THING: &str = "answers file";
/// What an id is in errors.
pub(super) const TASK_ID: &str = "task id in the answers";
const EXPECTED: &str =
    "an object of replies by task id, or a list of objects with an id and a text";

/// What came of asking one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// A reply.
    Text(Cow<'a, str>),
    /// No reply, for this cause: a dotted code such as `timeout.headers`.
    Cause(Cow<'a, str>),
    /// Nothing is known: there is no answer in the file.
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
    /// Reads an answers file out of JSON, in any of the forms of `docs/suite.md`.
    ///
    /// # Errors
    /// `json.invalid`, `suite.shape`, `suite.bad-name` or `suite.bad-cause`.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        match recorded::read(json) {
            Some(answers) => answers,
            None => Self::read(Tape::new().read(THING, json)?),
        }
    }

    /// The ids of the tasks of `suite` that have a reply, or a cause why they have none.
    ///
    /// # Errors
    /// As [`scorecard`](super::scorecard).
    pub fn answered<'s>(&self, suite: &'s Suite<'_>) -> Result<Vec<&'s str>, Error> {
        let replies = self.in_order_of(suite)?;
        let tasks = suite.tasks().iter().zip(replies);
        let answered = tasks.filter(|(_, reply)| !matches!(reply, Reply::None));
        Ok(answered.map(|(task, _)| &*task.id).collect())
    }

    /// The replies to the tasks of `suite`, in the order of its tasks.
    ///
    /// # Errors
    /// `suite.other-suite` if the file names another suite, version or digest;
    /// `suite.unknown-task` if it answers a task that the suite does not have;
    /// `suite.duplicate-task` if it answers one twice.
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
        // Most files are in the order of their suite; then this was all, and each id stands once, as
        // it does in the suite.
        if next.peek().is_none() {
            return Ok(in_order);
        }
        check_unique(TASK_ID, self.replies.iter().map(|(id, _)| &**id))?;
        let mut by_id: HashMap<&str, &Reply<'a>> =
            self.replies.iter().map(|(id, reply)| (&**id, reply)).collect();
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
        let named = [
            ("suite that the answers are for", &self.suite, suite.id()),
            ("suite version that the answers are for", &self.version, suite.version()),
        ];
        for (thing, found, expected) in named {
            if let Some(found) = found
                && Some(&**found) != expected
            {
                let expected = expected.map_or("a suite without a name".to_owned(), shown);
                return Err(Error::new(Code::SuiteOtherSuite, thing, expected, shown(found)));
            }
        }
        if let Some(found) = &self.digest {
            let expected = suite.digest().hex();
            if **found != expected {
                let thing = "digest of the suite that the answers are for";
                return Err(Error::new(Code::SuiteOtherSuite, thing, expected, shown(found)));
            }
        }
        Ok(())
    }
}

impl<'a> Answers<'a> {
    fn read(file: View<'_, 'a>) -> Result<Self, Error> {
        match file.kind() {
            Kind::List => Ok(Self { replies: listed(file)?, ..Self::default() }),
            Kind::Map => match file.get("answers").filter(|it| is_wrapped(*it)) {
                Some(_) => Self::read_named(file),
                None => Ok(Self { replies: mapped(file)?, ..Self::default() }),
            },
            _ => Err(refused(THING, EXPECTED, file.found())),
        }
    }

    /// A file whose replies stand under `answers`, beside members that name the suite.
    fn read_named(file: View<'_, 'a>) -> Result<Self, Error> {
        let (mut suite, mut number, mut digest) = (None, None, None);
        let mut replies = Vec::new();
        members(THING, "answers, suite, version or digest", file, |name, value| match name {
            "answers" => {
                replies = if value.kind() == Kind::List { listed(value) } else { mapped(value) }?;
                Ok(true)
            }
            "suite" | "suiteId" => fill(&mut suite, "suite", value, |it| text("suite", it)),
            "version" => fill(&mut number, "version", value, version),
            "digest" => fill(&mut digest, "digest", value, |it| text("digest", it)),
            _ => Ok(false),
        })?;
        Ok(Self { suite, version: number, digest, replies })
    }
}

/// Whether the member `answers` holds the replies, and is not itself the reply to a task that
/// happens to be called so.
fn is_wrapped(answers: View<'_, '_>) -> bool {
    matches!(answers.kind(), Kind::List | Kind::Map)
}

/// Replies by task id, in the order of the file.
pub(super) type Replies<'a> = Vec<(Cow<'a, str>, Reply<'a>)>;

/// The replies of the object form.
fn mapped<'a>(map: View<'_, 'a>) -> Result<Replies<'a>, Error> {
    map.members()
        .map(|(id, value)| {
            let reply = match value.kind() {
                Kind::Null => Reply::None,
                Kind::Map => match read_reply("reply", value, false)? {
                    (None, reply) => reply,
                    // Its name in the map is the id.
                    (Some(_), _) => return Err(refused("reply", "a text or a cause", "an id")),
                },
                _ => Reply::Text(text("reply", value)?),
            };
            Ok((named(TASK_ID, id)?, reply))
        })
        .collect()
}

/// The replies of the list form.
fn listed<'a>(list: View<'_, 'a>) -> Result<Replies<'a>, Error> {
    list.items()
        .map(|item| match read_reply("answer", item, false)? {
            (Some(id), reply) => Ok((id, reply)),
            (None, _) => Err(refused("answer", "an object with an id and a text", "no id")),
        })
        .collect()
}

/// The id, if there is one, and the reply of an object. What is `recorded` says when and for how
/// long.
pub(super) fn read_reply<'a>(
    thing: &'static str,
    item: View<'_, 'a>,
    recorded: bool,
) -> Result<(Option<Cow<'a, str>>, Reply<'a>), Error> {
    let (mut id, mut reply, mut cause) = (None, None, None);
    let (mut at, mut took) = (None, None);
    members(thing, "an id, and a text or a cause", item, |name, value| match name {
        "id" | "taskId" | "task_id" | "task" => {
            fill(&mut id, TASK_ID, value, |it| named(TASK_ID, it))
        }
        "text" | "answer" | "output" | "response" | "reply" => {
            fill(&mut reply, "reply", value, |it| text("reply", it))
        }
        "cause" => fill(&mut cause, "cause", value, |it| {
            let cause = text("cause", it)?;
            check_cause(&cause)?;
            Ok(cause)
        }),
        "fetchedAt" if recorded => {
            fill(&mut at, "fetchedAt", value, |it| Instant::parse(&text("fetchedAt", it)?))
        }
        "latencyMs" if recorded => fill(&mut took, "latencyMs", value, |it| {
            let ms = it.as_number().and_then(plain).filter(|ms| *ms >= 0);
            ms.ok_or_else(|| refused("latencyMs", "whole milliseconds", it.found()))
        }),
        _ => Ok(false),
    })?;
    let reply = match (reply, cause) {
        (Some(text), None) => Reply::Text(text),
        (None, Some(cause)) => Reply::Cause(cause),
        (None, None) => Reply::None,
        (Some(_), Some(_)) => return Err(refused(thing, "a text or a cause", "both")),
    };
    Ok((id, reply))
}
