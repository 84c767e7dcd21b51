//! Judging of one reply: a pure function of suite, task and reply.

use std::borrow::Cow;

use super::reply::Reply;
use crate::base::hash::Digest;
use crate::suite::extract::{Extraction, normalise};
use crate::suite::format::{Suite, Task};
use crate::suite::scorecard::{Label, TaskResult};

/// Judges `reply` to `task`, which must be a task of `suite`.
pub fn judge<'a>(suite: &Suite<'_>, task: &'a Task<'_>, reply: &'a Reply<'_>) -> TaskResult<'a> {
    match reply {
        Reply::Text(text) => judge_text(suite, task, text),
        Reply::Cause(cause) => {
            create_result(task, None, Some(Label::Cause(Cow::Borrowed(&**cause))))
        }
        Reply::None => create_result(task, None, Some(Label::MissingFinalAnswer)),
    }
}

/// Judges the reply `text` to `task`.
pub(super) fn judge_text<'a>(suite: &Suite<'_>, task: &'a Task<'_>, text: &str) -> TaskResult<'a> {
    let (digest, label) = compute_label(suite, task, text);
    create_result(task, digest, label)
}

fn create_result<'a>(
    task: &'a Task<'_>,
    digest: Option<Digest>,
    label: Option<Label<'a>>,
) -> TaskResult<'a> {
    let stratum = task.stratum.as_deref().map(Cow::Borrowed);
    TaskResult { id: Cow::Borrowed(&*task.id), stratum, digest, label }
}

fn compute_label(
    suite: &Suite<'_>,
    task: &Task<'_>,
    text: &str,
) -> (Option<Digest>, Option<Label<'static>>) {
    let token = match suite.extractor().extract(text) {
        Extraction::Token(token) => normalise(suite.normalise(), Cow::Borrowed(token)),
        Extraction::NoMatch => Cow::Borrowed(""),
        Extraction::TooLarge => {
            return (None, Some(Label::Cause(Cow::Borrowed("reply.too-large"))));
        }
    };
    if token.is_empty() {
        return (None, Some(Label::MissingFinalAnswer));
    }
    let digest = task.oracle.digest(&token);
    let label = (!task.oracle.accepts(&digest)).then_some(Label::AnswerHashMismatch);
    (Some(digest), label)
}
