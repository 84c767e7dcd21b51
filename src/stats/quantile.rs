//! Sample quantiles.

use serde::Serialize;

/// Returns the `p`-quantile (0 ≤ `p` ≤ 1) of ascending values by linear interpolation between the
/// two nearest: type 7 of Hyndman and Fan (The American Statistician 50, 1996, 361–365), the
/// default of NumPy and R. `None` without values.
pub fn quantile(ascending: &[u64], p: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let place = last as f64 * p.clamp(0.0, 1.0);
    let index = (place.floor() as usize).min(last);
    let low = ascending[index] as f64;
    let high = ascending[(index + 1).min(last)] as f64;
    Some(low + (high - low) * (place - index as f64))
}

/// Quantiles of latencies, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quantiles {
    /// Number of values.
    pub count: u64,
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
}

impl Quantiles {
    /// Computes the quantiles of `values`, in any order; `None` without values.
    pub fn from_values(mut values: Vec<u64>) -> Option<Self> {
        values.sort_unstable();
        Some(Self {
            count: values.len() as u64,
            p50: quantile(&values, 0.50)?,
            p95: quantile(&values, 0.95)?,
            p99: quantile(&values, 0.99)?,
        })
    }
}
