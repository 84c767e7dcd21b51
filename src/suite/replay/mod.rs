//! Judging of answers to a suite, read from a file or as they arrive.

mod answers;
mod judge;
mod parse;
mod recheck;
mod recorded;
mod reply;

use std::borrow::Cow;

use self::judge::judge_text;
use super::format::Suite;
use super::scorecard::{Scorecard, SuiteName, TaskResult};
use crate::error::Error;

pub use answers::Answers;
pub use judge::judge;
pub use recheck::check_scorecard;
pub use recorded::{first_line, reply_line};
pub use reply::Reply;

/// Judges `answers`. A task without an answer gets the label `missing_final_answer`.
///
/// # Errors
/// `suite.other-suite` or `suite.unknown-task` if the answers belong to another suite.
pub fn scorecard<'a>(
    suite: &'a Suite<'_>,
    answers: &'a Answers<'_>,
) -> Result<Scorecard<'a>, Error> {
    let replies = answers.replies_in_order(suite)?;
    let tasks = suite.tasks().iter().zip(replies);
    Ok(build_scorecard(suite, tasks.map(|(task, reply)| judge(suite, task, reply)).collect()))
}

/// Returns the scorecard of an agent that repeats each prompt.
pub fn echo_scorecard<'a>(suite: &'a Suite<'_>) -> Scorecard<'a> {
    let results = suite.tasks().iter().map(|task| judge_text(suite, task, &task.prompt));
    build_scorecard(suite, results.collect())
}

fn build_scorecard<'a>(suite: &'a Suite<'_>, results: Vec<TaskResult<'a>>) -> Scorecard<'a> {
    let suite = SuiteName {
        id: suite.id().map(Cow::Borrowed),
        version: suite.version().map(Cow::Borrowed),
        digest: suite.digest(),
    };
    Scorecard { context: None, evaluator: None, proof: None, suite, results }
}
