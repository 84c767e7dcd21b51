//! What came of an eval, what that makes of its signal, and the score: two closed vocabularies and
//! the one total mapping between them.

/// The outcome of one eval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The reply's answer equals the expected one.
    Correct,
    /// The reply's answer differs from the expected one.
    Wrong,
    /// A reply without an answer.
    Unparseable,
    /// A reply of nothing but white space.
    Empty,
    /// No whole reply within the time budget.
    Timeout,
    /// There is no endpoint to ask.
    Missing,
    /// Never asked: no transport for the protocol, or switched off.
    Skipped,
    /// The endpoint, or a provider behind it, said that it cannot answer now.
    UpstreamError,
    /// Anything else that kept a reply from arriving.
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

    /// The name in records.
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

    /// The outcome called `name`, exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// The score: 100, 0, or none for an eval that never asked.
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

    /// The status of a fresh signal with this outcome.
    pub const fn status(self) -> SignalStatus {
        match self {
            Self::Correct | Self::Wrong | Self::Unparseable | Self::Empty => SignalStatus::Ok,
            Self::Timeout => SignalStatus::Timeout,
            Self::Missing | Self::Skipped => SignalStatus::Missing,
            Self::UpstreamError | Self::Error => SignalStatus::Error,
        }
    }

    /// Whether there was a reply to grade.
    pub const fn is_graded(self) -> bool {
        matches!(self.status(), SignalStatus::Ok)
    }
}

/// The status of a signal.
///
/// `stale` follows from a freshness policy and a clock, never from an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignalStatus {
    /// There was a reply, and it was graded.
    Ok,
    /// There was nobody to ask, or nobody asked.
    Missing,
    /// No whole reply within the time budget.
    Timeout,
    /// The exchange failed.
    Error,
    /// Older than the freshness policy allows.
    Stale,
}

impl SignalStatus {
    /// Every status.
    pub const ALL: [Self; 5] = [Self::Ok, Self::Missing, Self::Timeout, Self::Error, Self::Stale];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Missing => "missing",
            Self::Timeout => "timeout",
            Self::Error => "error",
            Self::Stale => "stale",
        }
    }

    /// The status called `name`, exactly.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// What a reply holds when nobody says which answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answered {
    /// An answer.
    Answered,
    /// No answer.
    Unparseable,
    /// Nothing but white space.
    Empty,
}

impl Answered {
    /// The name in output rows.
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
