//! The time of scoring, and the status and age of signals.

use crate::base::instant;
use crate::base::tape::Node;
use crate::error::{Code, Error};
use crate::grade::SignalStatus;

/// A component before the rules on missing and stale data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NormalizedValue {
    pub(crate) status: SignalStatus,
    pub(crate) value: u64,
}

impl NormalizedValue {
    pub(crate) const MISSING: Self = Self { status: SignalStatus::Missing, value: 0 };
}

/// The time of scoring and the maximum age of a signal, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) now: i64,
    pub(crate) max_age: Option<i64>,
}

impl Clock {
    /// Parses the time in `node`; `None` if it is not RFC 3339 or is in the future.
    pub(crate) fn parse_time(&self, node: Option<Node<'_>>) -> Option<i64> {
        instant::parse_past(&node?.as_str()?, self.now)
    }

    /// Returns `stale` for an `ok` signal that is older than the maximum age or has no time.
    pub(crate) fn status_by_age(
        &self,
        status: SignalStatus,
        time: impl FnOnce() -> Option<i64>,
    ) -> SignalStatus {
        match self.max_age {
            Some(most) if status == SignalStatus::Ok => match time() {
                Some(time) if self.now.saturating_sub(time) <= most => SignalStatus::Ok,
                _ => SignalStatus::Stale,
            },
            _ => status,
        }
    }
}

/// Parses the status of a record.
pub(crate) fn status<'a>(
    record: Node<'_>,
    name: impl Fn() -> &'a str,
) -> Result<SignalStatus, Error> {
    match record.get("status") {
        Some(node) => parse_status(node, || format!("{}: status", name())),
        None => Err(Error::new(
            Code::ScoreStatus,
            format!("{}: status", name()),
            "ok, missing, timeout, error or stale",
            "none",
        )),
    }
}

/// Parses a status; `at` names it in the error.
pub(super) fn parse_status(
    node: Node<'_>,
    at: impl FnOnce() -> String,
) -> Result<SignalStatus, Error> {
    node.as_str().and_then(|name| SignalStatus::from_name(&name)).ok_or_else(|| {
        Error::new(Code::ScoreStatus, at(), "ok, missing, timeout, error or stale", node.describe())
    })
}
