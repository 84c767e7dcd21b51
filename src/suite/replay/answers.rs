//! Answers files: recorded replies to the tasks of a suite.

use std::borrow::Cow;
use std::collections::HashMap;

use super::reply::{Reply, TASK_ID};
use crate::error::{Code, Error, shown};
use crate::suite::format::Suite;
use crate::suite::name::check_unique;

/// Replies by task id, in the order of the file.
pub(super) type Replies<'a> = Vec<(Cow<'a, str>, Reply<'a>)>;

/// The replies of an answers file.
#[derive(Clone, Debug, Default)]
pub struct Answers<'a> {
    pub(super) suite: Option<Cow<'a, str>>,
    pub(super) version: Option<Cow<'a, str>>,
    pub(super) digest: Option<Cow<'a, str>>,
    pub(super) replies: Replies<'a>,
}

impl<'a> Answers<'a> {
    /// Returns the ids of the tasks of `suite` that have a reply or a cause.
    ///
    /// # Errors
    /// As for [`scorecard`](super::scorecard).
    pub fn answered_ids<'s>(&self, suite: &'s Suite<'_>) -> Result<Vec<&'s str>, Error> {
        let replies = self.replies_in_order(suite)?;
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
    pub(super) fn replies_in_order(&self, suite: &Suite<'_>) -> Result<Vec<&Reply<'a>>, Error> {
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
        let mut by_id = self.replies_by_id();
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
    pub(crate) fn replies_by_id(&self) -> HashMap<&str, &Reply<'a>> {
        self.replies.iter().map(|(id, reply)| (&**id, reply)).collect()
    }
}
