//! Statistics of pass and fail: intervals, paired tests, quantiles, and sample sizes.
//!
//! Floating point is acceptable here because no verdict on an answer depends on it. Results are
//! identical on every host: IEEE 754 basic arithmetic and square roots are rounded identically, and
//! the logarithm is that of the `libm` crate. `docs/stats.md` lists the methods and their sources.

mod compare;
mod gate;
mod interval;
mod mcnemar;
mod normal;
mod power;
mod quantile;
mod summary;

pub use compare::{
    Change, ChangedQuestion, Comparison, Latencies, Observation, Options, PairsNeeded, Rates,
    Verdict, compare,
};
pub use gate::{FailOn, Gate, gate};
pub use interval::{Interval, Pairs, independent_difference, paired_difference, wilson_interval};
pub use mcnemar::{McNemar, mcnemar};
pub use power::pairs_needed;
pub use quantile::{Quantiles, quantile};
pub use summary::{Fact, Summary, Tally, summarize};

use crate::error::{Code, Error};

/// A probability strictly between 0 and 1: an error rate, or the power of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability(f64);

impl Probability {
    /// The default error rate.
    pub const ALPHA: Self = Self(0.05);
    /// The default power for [`pairs_needed`].
    pub const POWER: Self = Self(0.8);

    /// Validates `value`; `thing` names it in the error.
    ///
    /// # Errors
    /// `stats.bad-probability` unless 0 < `value` < 1.
    pub fn new(thing: &'static str, value: f64) -> Result<Self, Error> {
        if value > 0.0 && value < 1.0 {
            return Ok(Self(value));
        }
        let expected = "a number between 0 and 1, neither of them";
        Err(Error::new(Code::StatsBadProbability, thing, expected, value.to_string()))
    }

    /// Returns the number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Returns the two-sided critical value: the standard normal quantile of 1 − α/2.
    fn critical_value(self) -> f64 {
        -normal::quantile(self.0 / 2.0)
    }
}
