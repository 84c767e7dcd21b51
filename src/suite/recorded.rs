//! Answers as a live run records them: one line a reply, so that whatever stands in a file that
//! was cut off can be gone on with.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::answers::{Answers, Reply, check, reply};
use super::format::Suite;
use super::text::Text;
use crate::error::{Code, Error};
use crate::record::{Count, Instant};

const TYPE: &str = "answers";

/// The first line: whose answers they are.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First<'a> {
    #[serde(borrow)]
    digest: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    suite: Option<Text<'a>>,
    #[serde(borrow)]
    r#type: Text<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    version: Option<Text<'a>>,
}

/// Every other line: one reply, or why there is none, with when it came and how long it took.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line<'a> {
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    cause: Option<Text<'a>>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    fetched_at: Option<Text<'a>>,
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    latency_ms: Option<u64>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    text: Option<Text<'a>>,
}

/// The first line of a file of answers to `suite`, without a line feed.
///
/// # Errors
/// None.
pub fn first_line(suite: &Suite<'_>) -> Result<Vec<u8>, Error> {
    crate::json::text(&First {
        digest: Text(suite.digest().hex().into()),
        suite: suite.id().map(|id| Text(id.into())),
        r#type: Text(TYPE.into()),
        version: suite.version().map(|version| Text(version.into())),
    })
}

/// The line of one reply to the task `id`, which came at `fetched_at` after `latency_ms`, without
/// a line feed.
///
/// # Errors
/// `suite.bad-name` for an id that no task has, `suite.bad-cause` for a cause that is none.
pub fn reply_line(
    id: &str,
    reply: &Reply<'_>,
    fetched_at: Instant,
    latency_ms: Count,
) -> Result<Vec<u8>, Error> {
    check(id, reply)?;
    let (text, cause) = match reply {
        Reply::Text(text) => (Some(Text(text.as_ref().into())), None),
        Reply::Cause(cause) => (None, Some(Text(cause.as_ref().into()))),
        Reply::None => (None, None),
    };
    let (id, latency_ms) = (Text(Cow::Borrowed(id)), Some(latency_ms.get()));
    let fetched_at = Some(Text(fetched_at.to_string().into()));
    crate::json::text(&Line { cause, fetched_at, id, latency_ms, text })
}

/// Reads `file` if its first line says that it holds recorded answers; `None` if it does not.
pub(super) fn read(file: &[u8]) -> Option<Result<Answers<'_>, Error>> {
    let mut lines = file.split(|byte| *byte == b'\n');
    let first: First<'_> = serde_json::from_slice(lines.next()?).ok()?;
    if first.r#type.0 != TYPE {
        return None;
    }
    let mut answers = Answers {
        suite: first.suite.map(|text| text.0),
        version: first.version.map(|text| text.0),
        digest: Some(first.digest.0),
        replies: Vec::new(),
    };
    let count = lines.clone().count();
    for (index, line) in lines.enumerate() {
        // Behind the last line feed there is nothing.
        if line.is_empty() && index + 1 == count {
            break;
        }
        match read_line(line) {
            Ok(reply) => answers.replies.push(reply),
            Err(error) => return Some(Err(refused(index + 2, &error))),
        }
    }
    Some(Ok(answers))
}

fn read_line(line: &[u8]) -> Result<(Cow<'_, str>, Reply<'_>), serde_json::Error> {
    let Line { id: Text(id), text, cause, .. } = serde_json::from_slice(line)?;
    Ok((id, reply(text, cause)?))
}

fn refused(line: usize, error: &serde_json::Error) -> Error {
    let thing = format!("line {line} of the answers file");
    let expected = "an id, and a text or a cause";
    Error::new(Code::SuiteShape, thing, expected, super::one_line(error))
}
