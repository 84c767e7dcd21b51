//! Checking of a scorecard against its suite.

use super::answers::Answers;
use super::scorecard;
use crate::error::{Code, Error, shown};
use crate::suite::format::Suite;
use crate::suite::scorecard::{Label, Scorecard, TaskResult};

/// Checks `card` against `suite`: the suite's name, one result per task in order, and that exactly
/// the tasks with an accepted digest passed. With `answers`, also checks that judging them gives
/// the same results.
///
/// # Errors
/// `suite.other-suite`, `suite.inconsistent`, and the errors of [`scorecard`].
pub fn check_scorecard(
    card: &Scorecard<'_>,
    suite: &Suite<'_>,
    answers: Option<&Answers<'_>>,
) -> Result<(), Error> {
    let other =
        |thing, expected, found| Err(Error::new(Code::SuiteOtherSuite, thing, expected, found));
    let (expected, found) = (suite.digest(), card.suite.digest);
    if expected != found {
        return other("digest of the scorecard's suite", expected.hex(), found.hex());
    }
    for (thing, expected, found) in [
        ("id of the scorecard's suite", suite.id(), card.suite.id.as_deref()),
        ("version of the scorecard's suite", suite.version(), card.suite.version.as_deref()),
    ] {
        if expected != found {
            let text = |name: Option<&str>| name.map_or("none".to_owned(), shown);
            return other(thing, text(expected), text(found));
        }
    }
    if card.results.len() != suite.tasks().len() {
        let expected = format!("{} results", suite.tasks().len());
        return Err(inconsistent_error("scorecard", expected, card.results.len().to_string()));
    }
    for (task, result) in suite.tasks().iter().zip(&card.results) {
        let accepted = match (&result.digest, &result.label) {
            (Some(digest), None) => task.oracle.accepts(digest),
            (Some(digest), Some(_)) => !task.oracle.accepts(digest),
            (None, label) => label.is_some(),
        };
        if result.id != task.id || result.stratum != task.stratum || !accepted {
            let expected = format!("what the suite makes of task {}", shown(&task.id));
            return Err(inconsistent_error("result", expected, describe_verdict(result)));
        }
    }
    let Some(answers) = answers else { return Ok(()) };
    for (expected, found) in scorecard(suite, answers)?.results.iter().zip(&card.results) {
        if expected != found {
            let thing = format!("result of task {}", shown(&found.id));
            return Err(inconsistent_error(
                thing,
                describe_verdict(expected),
                describe_verdict(found),
            ));
        }
    }
    Ok(())
}

fn describe_verdict(result: &TaskResult<'_>) -> String {
    let label = result.label.as_ref().map_or("passed", Label::name);
    let digest = result.digest.map_or("no answer".to_owned(), |digest| digest.hex());
    format!("{}: {label}, {digest}", shown(&result.id))
}

fn inconsistent_error(
    thing: impl Into<std::borrow::Cow<'static, str>>,
    expected: String,
    found: String,
) -> Error {
    Error::new(Code::SuiteInconsistent, thing, expected, found)
}
