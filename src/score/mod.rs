//! The trust score of HCS-25: from signals, by adapters that are data, to one composite.
//!
//! [`Config::parse`] reads a configuration, [`accept`] holds it against those published before, and
//! a [`Scorer`] scores subjects one by one or as a stream of lines. `docs/hcs25.md` has the rules,
//! and what the standard requires; `docs/signals.md` is the catalogue of signals and adapters.
//!
//! All arithmetic is exact, in integers: component values are kept to a billionth, sums of them are
//! fractions, and a published number is rounded once, to two decimals, half up.

mod adapter;
mod combine;
mod config;
mod curve;
mod decimal;
mod digest;
mod evals;
mod explain;
mod ledger;
mod mean;
mod merge;
mod records;
mod shape;
mod signals;
mod snapshot;
mod status;
mod stream;
mod transform;
mod wilson;
mod write;

pub use adapter::Mode;
pub use config::Config;
pub use ledger::{Published, accept};
pub use signals::{Keep, Signals, Task};
pub use stream::{Scorer, Summary};

use crate::Result;

/// The score record of one subject, as canonical JSON: the one-shot form of [`Scorer::score`].
///
/// # Errors
/// As [`Config::parse`], [`Scorer::new`] and [`Scorer::score`].
pub fn compute(config: &[u8], subject: &[u8], updated_at: &str) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    Scorer::new(Config::parse(config)?, updated_at)?.score(subject, &mut out)?;
    Ok(out)
}

/// What moved the score of one subject, as canonical JSON: the one-shot form of
/// [`Scorer::explain`].
///
/// # Errors
/// As [`compute`].
pub fn explain(config: &[u8], subject: &[u8], updated_at: &str) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    Scorer::new(Config::parse(config)?, updated_at)?.explain(subject, &mut out)?;
    Ok(out)
}
