//! Parser for answers files.

use super::answers::{Answers, Replies};
use super::recorded;
use super::reply::{Reply, TASK_ID, read_reply};
use crate::base::tape::{Kind, Tape, View};
use crate::error::Error;
use crate::suite::shape::{
    for_each_member, parse_name, parse_string, parse_version, set_once, shape_error,
};

const THING: &str = "answers file";
const EXPECTED: &str =
    "an object of replies by task id, or a list of objects with an id and a text";

impl<'a> Answers<'a> {
    /// Parses an answers file in any of the JSON forms of `docs/suite.md`.
    ///
    /// # Errors
    /// `json.invalid`, `suite.shape`, `suite.bad-name` or `suite.bad-cause`.
    pub fn parse(json: &'a [u8]) -> Result<Self, Error> {
        match recorded::parse_recorded(json) {
            Some(answers) => answers,
            None => Self::read(Tape::new().read(THING, json)?),
        }
    }

    fn read(file: View<'_, 'a>) -> Result<Self, Error> {
        match file.kind() {
            Kind::List => Ok(Self { replies: parse_list(file)?, ..Self::default() }),
            Kind::Map => match file.get("answers").filter(|it| is_wrapped(*it)) {
                Some(_) => Self::read_wrapped(file),
                None => Ok(Self { replies: parse_object(file)?, ..Self::default() }),
            },
            _ => Err(shape_error(THING, EXPECTED, file.describe())),
        }
    }

    /// Parses a file with its replies in `answers` and other members that name the suite.
    fn read_wrapped(file: View<'_, 'a>) -> Result<Self, Error> {
        let (mut suite, mut number, mut digest) = (None, None, None);
        let mut replies = Vec::new();
        for_each_member(
            THING,
            "answers, suite, version or digest",
            file,
            |name, value| match name {
                "answers" => {
                    replies = if value.kind() == Kind::List {
                        parse_list(value)
                    } else {
                        parse_object(value)
                    }?;
                    Ok(true)
                }
                "suite" | "suiteId" => {
                    set_once(&mut suite, "suite", value, |it| parse_string("suite", it))
                }
                "version" => set_once(&mut number, "version", value, parse_version),
                "digest" => set_once(&mut digest, "digest", value, |it| parse_string("digest", it)),
                _ => Ok(false),
            },
        )?;
        Ok(Self { suite, version: number, digest, replies })
    }
}

/// Reports whether the member `answers` contains the replies, as opposed to being a reply to a task
/// with that id.
fn is_wrapped(answers: View<'_, '_>) -> bool {
    matches!(answers.kind(), Kind::List | Kind::Map)
}

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
                _ => Reply::Text(parse_string("reply", value)?),
            };
            Ok((parse_name(TASK_ID, id)?, reply))
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
