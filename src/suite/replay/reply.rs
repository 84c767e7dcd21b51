//! Replies to the tasks of a suite.

use std::borrow::Cow;

use crate::base::tape::{View, parse_plain_integer};
use crate::error::Error;
use crate::record::Instant;
use crate::suite::scorecard::check_cause;
use crate::suite::shape::{for_each_member, parse_name, parse_string, set_once, shape_error};

/// The name of an id in error messages.
pub(super) const TASK_ID: &str = "task id in the answers";

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

/// Parses an object to its id, if present, and its reply. The object has a time and a latency if
/// `recorded`.
pub(super) fn read_reply<'a>(
    thing: &'static str,
    item: View<'_, 'a>,
    recorded: bool,
) -> Result<(Option<Cow<'a, str>>, Reply<'a>), Error> {
    let (mut id, mut reply, mut cause) = (None, None, None);
    let (mut at, mut took) = (None, None);
    for_each_member(thing, "an id, and a text or a cause", item, |name, value| match name {
        "id" | "taskId" | "task_id" | "task" => {
            set_once(&mut id, TASK_ID, value, |it| parse_name(TASK_ID, it))
        }
        "text" | "answer" | "output" | "response" | "reply" => {
            set_once(&mut reply, "reply", value, |it| parse_string("reply", it))
        }
        "cause" => set_once(&mut cause, "cause", value, |it| {
            let cause = parse_string("cause", it)?;
            check_cause(&cause)?;
            Ok(cause)
        }),
        "fetchedAt" if recorded => set_once(&mut at, "fetchedAt", value, |it| {
            Instant::parse(&parse_string("fetchedAt", it)?)
        }),
        "latencyMs" if recorded => set_once(&mut took, "latencyMs", value, |it| {
            let ms = it.as_number().and_then(parse_plain_integer).filter(|ms| *ms >= 0);
            ms.ok_or_else(|| shape_error("latencyMs", "whole milliseconds", it.describe()))
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
