//! Suites: fixed tasks whose accepted answers are stored as digests only.
//!
//! A [`Suite`] is parsed from JSON, [`judge`] judges a reply, and a [`Scorecard`] holds the results
//! of a whole replay, with the same bytes on every host. [`seal`] makes a suite from plain answers,
//! and [`crack`] shows which of them can be guessed. `docs/suite.md` specifies the formats and
//! rules.
//!
//! Scorecards can be read and verified without the feature `suite`, which enables everything else.

#[cfg(feature = "suite")]
mod extract;
#[cfg(feature = "suite")]
mod format;
mod name;
#[cfg(feature = "suite")]
mod oracle;
#[cfg(feature = "suite")]
mod read;
#[cfg(feature = "suite")]
mod replay;
mod scorecard;
#[cfg(feature = "suite")]
mod seal;
#[cfg(feature = "suite")]
mod shape;
#[cfg(feature = "suite")]
mod statistics;
mod write;

#[cfg(feature = "suite")]
pub use extract::{Extractor, MatchChoice, Normalisation, Pattern};
#[cfg(feature = "suite")]
pub use format::{Suite, Task};
#[cfg(feature = "suite")]
pub use oracle::{Oracle, Salt};
#[cfg(feature = "suite")]
pub use replay::{
    Answers, Reply, check_scorecard, echo_scorecard, first_line, judge, reply_line, scorecard,
};
pub(crate) use scorecard::floor_percent;
pub use scorecard::{CardSummary, Label, Scorecard, SuiteName, TaskResult, check_signature, sign};
#[cfg(feature = "suite")]
pub use seal::{CrackResult, CrackedTask, Kind, SaltChoice, SealedSuite, Warning, crack, seal};
#[cfg(feature = "suite")]
pub use statistics::Survey;

/// Default rate of guesses per second in warnings: plain SHA-256 on one graphics card of 2022, to
/// the order of magnitude.
pub const STANDARD_RATE: u64 = 10_000_000_000;

/// Default limit of hashes that cracking computes: a few seconds of work.
pub const STANDARD_BOUND: u64 = 10_000_000;
