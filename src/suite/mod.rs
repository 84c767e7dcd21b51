//! Suites: fixed tasks whose accepted answers are stored as digests only.
//!
//! A [`Suite`] is parsed from JSON, [`judge`] judges a reply, and a [`Scorecard`] holds the results
//! of a whole replay, with the same bytes on every host. [`seal`] makes a suite from plain answers,
//! and [`crack`] shows which of them can be guessed. `docs/suite.md` specifies the formats and
//! rules.
//!
//! Scorecards can be read and verified without the feature `suite`, which enables everything else.

#[cfg(feature = "suite")]
mod answers;
#[cfg(feature = "suite")]
mod answers_json;
mod card;
#[cfg(feature = "suite")]
mod crack;
#[cfg(feature = "suite")]
mod extract;
#[cfg(feature = "suite")]
mod format;
#[cfg(feature = "suite")]
mod guess;
#[cfg(feature = "suite")]
mod judge;
mod label;
mod name;
#[cfg(feature = "suite")]
mod normalise;
#[cfg(feature = "suite")]
mod oracle;
#[cfg(feature = "suite")]
mod pattern;
#[cfg(feature = "suite")]
mod read;
#[cfg(feature = "suite")]
mod recheck;
#[cfg(feature = "suite")]
mod recorded;
#[cfg(feature = "suite")]
mod replay;
#[cfg(feature = "suite")]
mod reply;
mod scorecard;
#[cfg(feature = "suite")]
mod seal;
#[cfg(feature = "suite")]
mod shape;
mod signed;
#[cfg(feature = "suite")]
mod survey;
mod write;

#[cfg(feature = "suite")]
pub use answers::Answers;
#[cfg(feature = "suite")]
pub use crack::{Cracked, Fallen, crack};
#[cfg(feature = "suite")]
pub use extract::Extractor;
#[cfg(feature = "suite")]
pub use format::{Suite, Task};
#[cfg(feature = "suite")]
pub use guess::Kind;
#[cfg(feature = "suite")]
pub use judge::judge;
pub use label::{Label, TaskResult};
#[cfg(feature = "suite")]
pub use normalise::Normalisation;
#[cfg(feature = "suite")]
pub use oracle::{Oracle, Salt};
#[cfg(feature = "suite")]
pub use pattern::{Pattern, Take};
#[cfg(feature = "suite")]
pub use recheck::check_scorecard;
#[cfg(feature = "suite")]
pub use recorded::{first_line, reply_line};
#[cfg(feature = "suite")]
pub use replay::{echo, replay, scorecard};
#[cfg(feature = "suite")]
pub use reply::Reply;
pub(crate) use scorecard::percent_down;
pub use scorecard::{CardSummary, Scorecard, SuiteName};
#[cfg(feature = "suite")]
pub use seal::{Salting, Sealed, Warning, seal};
pub use signed::{check_signature, sign};
#[cfg(feature = "suite")]
pub use survey::Survey;

/// Default rate of guesses per second in warnings: plain SHA-256 on one graphics card of 2022, to
/// the order of magnitude.
pub const STANDARD_RATE: u64 = 10_000_000_000;

/// Default limit of hashes that cracking computes: a few seconds of work.
pub const STANDARD_BOUND: u64 = 10_000_000;
