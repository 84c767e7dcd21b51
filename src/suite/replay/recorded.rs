//! Answers files of live runs: one line per reply, so that an interrupted run can be resumed.

use super::answers::Answers;
use super::reply::{Reply, TASK_ID, read_reply};
use crate::base::json::{Value, object};
use crate::base::tape::Tape;
use crate::error::{Code, Error};
use crate::record::{Count, Instant};
use crate::suite::format::Suite;
use crate::suite::name::check_name;
use crate::suite::scorecard::check_cause;
use crate::suite::shape::{for_each_member, parse_string, set_once, shape_error};

/// The `type` of the first line.
const TYPE: &str = "answers";

/// The name of a line in error messages.
const LINE: &str = "line of the answers file";

/// Returns the first line of an answers file for `suite`, without a line feed. It identifies the
/// suite.
pub fn first_line(suite: &Suite<'_>) -> Vec<u8> {
    let mut members = vec![("digest", Value::from(suite.digest().hex().as_str()))];
    members.extend(suite.id().map(|id| ("suite", id.into())));
    members.push(("type", TYPE.into()));
    members.extend(suite.version().map(|version| ("version", version.into())));
    object(members).compact()
}

/// Returns the line of a reply to task `id`, which arrived at `fetched_at` after `latency_ms`,
/// without a line feed.
///
/// # Errors
/// `suite.bad-name` for an invalid id, `suite.bad-cause` for an invalid cause.
pub fn reply_line(
    id: &str,
    reply: &Reply<'_>,
    fetched_at: Instant,
    latency_ms: Count,
) -> Result<Vec<u8>, Error> {
    check_name(TASK_ID, id)?;
    let mut members = Vec::new();
    if let Reply::Cause(cause) = reply {
        check_cause(cause)?;
        members.push(("cause", Value::from(&**cause)));
    }
    members.push(("fetchedAt", fetched_at.to_string().as_str().into()));
    members.push(("id", id.into()));
    members.push(("latencyMs", latency_ms.get().into()));
    if let Reply::Text(text) = reply {
        members.push(("text", (&**text).into()));
    }
    Ok(object(members).compact())
}

/// Parses `file` if its first line marks it as recorded answers; returns `None` otherwise.
pub(super) fn parse_recorded(file: &[u8]) -> Option<Result<Answers<'_>, Error>> {
    let end = memchr::memchr(b'\n', file).unwrap_or(file.len());
    let mut tape = Tape::new();
    let first = tape.read(LINE, &file[..end]).ok()?;
    if !first.get("type").is_some_and(|kind| kind.is_text(TYPE)) {
        return None;
    }
    let mut answers = Answers::default();
    let head =
        for_each_member(LINE, "a digest, and perhaps suite and version", first, |name, value| {
            match name {
                "type" => Ok(true),
                "digest" => {
                    set_once(&mut answers.digest, "digest", value, |it| parse_string("digest", it))
                }
                "suite" => {
                    set_once(&mut answers.suite, "suite", value, |it| parse_string("suite", it))
                }
                "version" => set_once(&mut answers.version, "version", value, |it| {
                    parse_string("version", it)
                }),
                _ => Ok(false),
            }
        });
    if let Err(error) = head {
        return Some(Err(error.at_line(1)));
    }
    if answers.digest.is_none() {
        return Some(Err(shape_error(LINE, "the digest of the suite", "none").at_line(1)));
    }
    let rest = file.get(end + 1..).unwrap_or_default();
    let whole = rest.strip_suffix(b"\n").unwrap_or(rest);
    let lines = whole.split(|byte| *byte == b'\n').filter(|_| !whole.is_empty());
    for (index, line) in lines.enumerate() {
        match read_line(&mut tape, line) {
            Ok(reply) => answers.replies.push(reply),
            Err(error) => return Some(Err(error.at_line(index + 2))),
        }
    }
    Some(Ok(answers))
}

fn read_line<'a>(
    tape: &mut Tape,
    line: &'a [u8],
) -> Result<(std::borrow::Cow<'a, str>, Reply<'a>), Error> {
    match read_reply(LINE, tape.read(LINE, line)?, true)? {
        (Some(id), reply) => Ok((id, reply)),
        (None, _) => Err(Error::new(Code::SuiteShape, LINE, "the id of a task", "none")),
    }
}
