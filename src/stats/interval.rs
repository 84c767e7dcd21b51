//! Intervals for a proportion, and for the difference of two paired proportions.

use serde::{Serialize, Serializer};

use super::Probability;

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Serialize for Interval {
    /// Serializes as `[low, high]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.low, self.high].serialize(serializer)
    }
}

/// Computes Wilson's score interval, without continuity correction, for a proportion with `passed`
/// successes in `total` trials (Wilson, JASA 22, 1927, 209–212). Without trials it is [0, 1].
pub fn wilson_interval(passed: u64, total: u64, alpha: Probability) -> Interval {
    if total == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, z) = (total as f64, alpha.critical_value());
    let p = passed as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // The ends of the range are exact: rounding must not turn 0 into 1e-17.
    Interval {
        low: if passed == 0 { 0.0 } else { (centre - spread) / scale },
        high: if passed >= total { 1.0 } else { (centre + spread) / scale },
    }
}

/// Pairs of outcomes in the first and second run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Passed in both.
    pub both: u64,
    /// Failed in the first, passed in the second.
    pub fixed: u64,
    /// Passed in the first, failed in the second.
    pub broken: u64,
    /// Failed in both.
    pub neither: u64,
}

impl Pairs {
    /// Returns the number of pairs.
    pub const fn total(&self) -> u64 {
        self.both + self.fixed + self.broken + self.neither
    }

    /// Returns the number of pairs that changed.
    pub const fn discordant(&self) -> u64 {
        self.fixed + self.broken
    }

    /// Returns the second pass rate minus the first; 0 without pairs.
    pub fn difference(&self) -> f64 {
        match self.total() {
            0 => 0.0,
            total => (self.fixed as f64 - self.broken as f64) / total as f64,
        }
    }
}

/// Computes the interval of the second pass rate minus the first: Newcombe's hybrid score interval
/// for paired proportions with the corrected correlation, method 10 of Newcombe, Statistics in
/// Medicine 17, 1998, 2635–2650. Without pairs it is [−1, 1].
pub fn paired_difference(pairs: &Pairs, alpha: Probability) -> Interval {
    let total = pairs.total();
    if total == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let n = total as f64;
    let (second, first) = (pairs.both + pairs.fixed, pairs.both + pairs.broken);
    let (p2, p1) = (second as f64 / n, first as f64 / n);
    let (w2, w1) = (wilson_interval(second, total, alpha), wilson_interval(first, total, alpha));
    let correlation = correlation(pairs);
    let distance = |one: f64, other: f64| {
        (one * one - 2.0 * correlation * one * other + other * other).max(0.0).sqrt()
    };
    let difference = pairs.difference();
    Interval {
        low: difference - distance(p2 - w2.low, w1.high - p1),
        high: difference + distance(w2.high - p2, p1 - w1.low),
    }
}

/// Computes the interval of the second pass rate minus the first, of independent samples given as
/// passed and total: Newcombe's hybrid score interval, method 10 of Newcombe, Statistics in Medicine
/// 17, 1998, 873–890. Without trials it is [−1, 1].
pub fn independent_difference(
    first: (u64, u64),
    second: (u64, u64),
    alpha: Probability,
) -> Interval {
    if first.1 == 0 || second.1 == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let rate = |(passed, total): (u64, u64)| passed as f64 / total as f64;
    let (p1, p2) = (rate(first), rate(second));
    let (w1, w2) =
        (wilson_interval(first.0, first.1, alpha), wilson_interval(second.0, second.1, alpha));
    let distance = |one: f64, other: f64| (one * one + other * other).sqrt();
    Interval {
        low: p2 - p1 - distance(p2 - w2.low, w1.high - p1),
        high: p2 - p1 + distance(w2.high - p2, p1 - w1.low),
    }
}

/// Computes the phi coefficient of the table, with a positive numerator reduced by half the number
/// of pairs, to 0 at the lowest. Returns 0 if a margin is empty.
fn correlation(pairs: &Pairs) -> f64 {
    let [a, b, c, d] =
        [pairs.both, pairs.fixed, pairs.broken, pairs.neither].map(|count| count as f64);
    let margins = (a + b) * (c + d) * (a + c) * (b + d);
    if margins == 0.0 {
        return 0.0;
    }
    let product = a * d - b * c;
    let corrected =
        if product > 0.0 { (product - (a + b + c + d) / 2.0).max(0.0) } else { product };
    corrected / margins.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first example of Newcombe 1998, table II: 56 of 70 and 48 of 80.
    #[test]
    fn agrees_with_newcombe() {
        let Interval { low, high } = independent_difference((48, 80), (56, 70), Probability::ALPHA);
        assert_eq!(format!("{low:.4} {high:.4}"), "0.0524 0.3339");
    }
}
