//! Outcomes of an eval, and the signal status and score that follow from them.

/// The outcome of an eval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The answer equals the expected one.
    Correct,
    /// The answer differs from the expected one.
    Wrong,
    /// The reply has no answer.
    Unparseable,
    /// The reply is empty or white space.
    Empty,
    /// No complete reply arrived within the time budget.
    Timeout,
    /// The subject has no endpoint.
    Missing,
    /// Nothing was asked: the protocol is unsupported or disabled.
    Skipped,
    /// The endpoint, or a provider behind it, stated that it cannot answer now.
    UpstreamError,
    /// Any other failure of the exchange.
    Error,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 9] = [
        Self::Correct,
        Self::Wrong,
        Self::Unparseable,
        Self::Empty,
        Self::Timeout,
        Self::Missing,
        Self::Skipped,
        Self::UpstreamError,
        Self::Error,
    ];

    /// Returns the name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Wrong => "wrong",
            Self::Unparseable => "unparseable",
            Self::Empty => "empty",
            Self::Timeout => "timeout",
            Self::Missing => "missing",
            Self::Skipped => "skipped",
            Self::UpstreamError => "upstream-error",
            Self::Error => "error",
        }
    }

    /// Looks up an outcome by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// Returns the score, 100 or 0; `None` if nothing was asked.
    pub const fn score(self) -> Option<u8> {
        match self {
            Self::Correct => Some(100),
            Self::Skipped => None,
            Self::Wrong
            | Self::Unparseable
            | Self::Empty
            | Self::Timeout
            | Self::Missing
            | Self::UpstreamError
            | Self::Error => Some(0),
        }
    }

    /// Returns the status of a fresh signal with this outcome.
    pub const fn status(self) -> SignalStatus {
        match self {
            Self::Correct | Self::Wrong | Self::Unparseable | Self::Empty => SignalStatus::Ok,
            Self::Timeout => SignalStatus::Timeout,
            Self::Missing | Self::Skipped => SignalStatus::Missing,
            Self::UpstreamError | Self::Error => SignalStatus::Error,
        }
    }

    /// Reports whether there was a reply to grade.
    pub const fn is_graded(self) -> bool {
        matches!(self.status(), SignalStatus::Ok)
    }
}

/// The status of a signal (HCS-25, "Signal Status Codes").
///
/// `stale` results from a freshness policy and a clock, never from an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignalStatus {
    /// A reply was graded.
    Ok,
    /// Nothing was asked.
    Missing,
    /// No complete reply arrived within the time budget.
    Timeout,
    /// The exchange failed.
    Error,
    /// Older than the freshness policy allows.
    Stale,
}

impl SignalStatus {
    /// Every status.
    pub const ALL: [Self; 5] = [Self::Ok, Self::Missing, Self::Timeout, Self::Error, Self::Stale];

    /// Returns the name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Missing => "missing",
            Self::Timeout => "timeout",
            Self::Error => "error",
            Self::Stale => "stale",
        }
    }

    /// Looks up a status by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// The outcome of a reply whose right answer is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerStatus {
    /// The reply has an answer.
    Answered,
    /// The reply has no answer.
    Unparseable,
    /// The reply is empty or white space.
    Empty,
}

impl AnswerStatus {
    /// Returns the name used in output rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Unparseable => "unparseable",
            Self::Empty => "empty",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::from_name(outcome.name()), Some(outcome));
        }
        for status in SignalStatus::ALL {
            assert_eq!(SignalStatus::from_name(status.name()), Some(status));
        }
        assert_eq!(Outcome::from_name("Correct"), None);
    }

    #[test]
    fn only_a_correct_reply_scores_and_only_a_skipped_eval_has_no_score() {
        for outcome in Outcome::ALL {
            let expected = match outcome {
                Outcome::Correct => Some(100),
                Outcome::Skipped => None,
                _ => Some(0),
            };
            assert_eq!(outcome.score(), expected, "{outcome:?}");
            assert_ne!(outcome.status(), SignalStatus::Stale);
        }
    }
}
