//! Status tokens of eval runners, mapped to signal statuses.

use super::decimal::FULL;
use crate::grade::{Outcome, SignalStatus};

/// Reports whether the status has a value.
pub(crate) const fn is_available(status: SignalStatus) -> bool {
    matches!(status, SignalStatus::Ok | SignalStatus::Stale)
}

/// Returns the sort rank of a status, worst first.
pub(crate) const fn severity_rank(status: SignalStatus) -> u8 {
    match status {
        SignalStatus::Error => 0,
        SignalStatus::Timeout => 1,
        SignalStatus::Missing => 2,
        SignalStatus::Stale => 3,
        SignalStatus::Ok => 4,
    }
}

/// The meaning of a simple eval's status token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatusToken {
    /// The corresponding signal status.
    pub(crate) status: SignalStatus,
    /// True if the question was asked.
    pub(crate) asked: bool,
    /// The highest score that the token allows, in billionths: 100 for a right answer, or if the
    /// token does not tell.
    pub(crate) max_score: u64,
}

/// Interprets a token. Accepts signal statuses in place of HCS-25 outcomes. An unknown token is an
/// error, never a success.
pub(crate) fn parse_token(token: &str) -> StatusToken {
    let max_score = |right: bool| if right { FULL } else { 0 };
    match (Outcome::from_name(token), SignalStatus::from_name(token)) {
        (Some(outcome), _) => StatusToken {
            status: outcome.status(),
            asked: outcome != Outcome::Skipped,
            max_score: max_score(outcome == Outcome::Correct),
        },
        (None, Some(status)) => {
            StatusToken { status, asked: true, max_score: max_score(is_available(status)) }
        }
        (None, None) => StatusToken { status: SignalStatus::Error, asked: true, max_score: 0 },
    }
}
