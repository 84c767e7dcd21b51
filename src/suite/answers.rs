//! Answers files: what was replied to the tasks of a suite, to be judged again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};

use super::format::Suite;
use super::label::check_cause;
use super::name::{check_name, check_unique};
use super::text::{Text, Version};
use super::{from_json, recorded};
use crate::error::{Code, Error, shown};

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
    /// `json.invalid`, `suite.shape`, `suite.duplicate-task` or `suite.bad-cause`.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        let expected =
            "an object of replies by task id, or a list of objects with an id and a text";
        let answers = match recorded::read(json) {
            Some(answers) => answers?,
            None => from_json::<File<'a>>("answers file", expected, json)?.0,
        };
        check_unique("task id in the answers", answers.replies.iter().map(|(id, _)| &**id))?;
        for (id, reply) in &answers.replies {
            check(id, reply)?;
        }
        Ok(answers)
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
    /// `suite.unknown-task` if it answers a task that the suite does not have.
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
        // Most files are in the order of their suite; then this was all.
        if next.peek().is_none() {
            return Ok(in_order);
        }
        let mut by_id: HashMap<&str, &Reply<'a>> =
            self.replies.iter().map(|(id, reply)| (&**id, reply)).collect();
        let in_order = suite
            .tasks()
            .iter()
            .map(|task| by_id.remove(&*task.id).unwrap_or(&Reply::None))
            .collect();
        match self.replies.iter().find(|(id, _)| by_id.contains_key(&**id)) {
            None => Ok(in_order),
            Some((id, _)) => Err(Error::new(
                Code::SuiteUnknownTask,
                "task id in the answers",
                "a task of the suite",
                shown(id),
            )),
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

/// What one answer must be by itself.
pub(super) fn check(id: &str, reply: &Reply<'_>) -> Result<(), Error> {
    check_name("task id in the answers", id)?;
    match reply {
        Reply::Cause(cause) => check_cause(cause),
        Reply::Text(_) | Reply::None => Ok(()),
    }
}

/// A file as it stands.
struct File<'a>(Answers<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for File<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FileVisitor;
        impl<'de> Visitor<'de> for FileVisitor {
            type Value = File<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of replies, or a list of them")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<File<'de>, A::Error> {
                Ok(File(Answers { replies: listed(seq)?, ..Answers::default() }))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File<'de>, A::Error> {
                let (mut wrapped, mut flat, mut version) = (None, Vec::new(), None);
                while let Some(Text(name)) = map.next_key()? {
                    match &*name {
                        "answers" => match map.next_value()? {
                            Body::Replies(_) if wrapped.is_some() => {
                                return Err(de::Error::duplicate_field("answers"));
                            }
                            Body::Replies(replies) => wrapped = Some(replies),
                            Body::Reply(reply) => flat.push((name, reply)),
                        },
                        "version" if version.is_some() => {
                            return Err(de::Error::duplicate_field("version"));
                        }
                        "version" => version = Some(map.next_value::<Version<'de>>()?.0),
                        _ => flat.push((name, map.next_value::<RawReply<'de>>()?.0)),
                    }
                }
                match wrapped {
                    Some(replies) => named(replies, version, flat),
                    None => {
                        flat.extend(version.map(|text| ("version".into(), Reply::Text(text))));
                        Ok(File(Answers { replies: flat, ..Answers::default() }))
                    }
                }
            }
        }
        deserializer.deserialize_any(FileVisitor)
    }
}

/// Replies by task id, in the order of the file.
pub(super) type Replies<'a> = Vec<(Cow<'a, str>, Reply<'a>)>;

/// A file whose replies stand under `answers`, beside members that name the suite.
fn named<'a, E: de::Error>(
    replies: Replies<'a>,
    version: Option<Cow<'a, str>>,
    members: Replies<'a>,
) -> Result<File<'a>, E> {
    let mut answers = Answers { version, replies, ..Answers::default() };
    for (name, value) in members {
        let (place, field) = match &*name {
            "suite" | "suiteId" => (&mut answers.suite, "suite"),
            "digest" => (&mut answers.digest, "digest"),
            other => {
                return Err(E::unknown_field(other, &["answers", "suite", "version", "digest"]));
            }
        };
        match value {
            Reply::Text(text) if place.is_none() => *place = Some(text),
            Reply::Text(_) => return Err(E::duplicate_field(field)),
            _ => return Err(E::custom(format_args!("`{field}` is not text"))),
        }
    }
    Ok(File(answers))
}

/// The value of `answers`: the replies, or, in a file that is a plain map, the reply to a task
/// that happens to be called so.
enum Body<'a> {
    Replies(Replies<'a>),
    Reply(Reply<'a>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Body<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BodyVisitor;
        impl<'de> Visitor<'de> for BodyVisitor {
            type Value = Body<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of replies, or a list of them")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Body<'de>, E> {
                Ok(Body::Reply(Reply::Text(Cow::Borrowed(text))))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Body<'de>, E> {
                Ok(Body::Reply(Reply::Text(Cow::Owned(text.to_owned()))))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Body<'de>, E> {
                Ok(Body::Reply(Reply::None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Body<'de>, A::Error> {
                Ok(Body::Replies(listed(seq)?))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Body<'de>, A::Error> {
                let mut replies = Vec::new();
                while let Some((Text(id), RawReply(reply))) = map.next_entry()? {
                    replies.push((id, reply));
                }
                Ok(Body::Replies(replies))
            }
        }
        deserializer.deserialize_any(BodyVisitor)
    }
}

/// The replies of the list form.
fn listed<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Replies<'de>, A::Error> {
    let mut replies = Vec::new();
    while let Some(item) = seq.next_element::<Item<'de>>()? {
        let Item { id: Text(id), text, cause } = item;
        replies.push((id, reply(text, cause)?));
    }
    Ok(replies)
}

/// A reply from its text or its cause.
pub(super) fn reply<'a, E: de::Error>(
    text: Option<Text<'a>>,
    cause: Option<Text<'a>>,
) -> Result<Reply<'a>, E> {
    match (text, cause) {
        (Some(Text(text)), None) => Ok(Reply::Text(text)),
        (None, Some(Text(cause))) => Ok(Reply::Cause(cause)),
        (None, None) => Ok(Reply::None),
        (Some(_), Some(_)) => Err(E::custom("a reply with a text and a cause")),
    }
}

/// One item of the list form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item<'a> {
    #[serde(borrow, alias = "taskId", alias = "task_id", alias = "task")]
    id: Text<'a>,
    #[serde(
        borrow,
        default,
        alias = "answer",
        alias = "output",
        alias = "response",
        alias = "reply"
    )]
    text: Option<Text<'a>>,
    #[serde(borrow, default)]
    cause: Option<Text<'a>>,
}

/// A reply of the object form: text, `null`, `{text}` or `{cause}`.
struct RawReply<'a>(Reply<'a>);

/// The members of a reply that is an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyMembers<'a> {
    #[serde(
        borrow,
        default,
        alias = "answer",
        alias = "output",
        alias = "response",
        alias = "reply"
    )]
    text: Option<Text<'a>>,
    #[serde(borrow, default)]
    cause: Option<Text<'a>>,
}

impl<'de: 'a, 'a> Deserialize<'de> for RawReply<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ReplyVisitor;
        impl<'de> Visitor<'de> for ReplyVisitor {
            type Value = Reply<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text, null, {text} or {cause}")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Reply<'de>, E> {
                Ok(Reply::Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Reply<'de>, E> {
                Ok(Reply::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Reply<'de>, E> {
                Ok(Reply::None)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Reply<'de>, A::Error> {
                let map = de::value::MapAccessDeserializer::new(map);
                let ReplyMembers { text, cause } = ReplyMembers::deserialize(map)?;
                reply(text, cause)
            }
        }
        deserializer.deserialize_any(ReplyVisitor).map(Self)
    }
}
