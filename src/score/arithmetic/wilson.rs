//! The Wilson score interval in integers. Score records must be identical bytes on every host,
//! which the floats of [`crate::stats::wilson_interval`] do not guarantee.

/// The 97.5 % quantile of the normal distribution, in millionths, for a 95 % interval.
const Z: u128 = 1_959_964;
const MILLION: u128 = 1_000_000;

/// Returns the 95 % Wilson score interval of `hits` among `runs`, in hundredths of a percent, each
/// end rounded half up. Without runs: (0, 10000).
///
/// With z = 1.959964: (2h + z² ± z·√(z² + 4h(n − h)/n)) / (2(n + z²)). `hits` ≤ `runs` ≤ 10^6.
pub(crate) fn interval(hits: u32, runs: u32) -> (u32, u32) {
    if runs == 0 {
        return (0, 10_000);
    }
    let (h, n) = (u128::from(hits), u128::from(runs));
    let (micro, pico) = (MILLION, MILLION * MILLION);
    // Units of 10^-18 below; the radicand has units of 10^-24, so the root has 10^-12.
    let centre = (2 * h * pico + Z * Z) * micro;
    let spread = Z * (Z * Z * pico + 4 * h * (n - h) * pico * pico / n).isqrt();
    let width = 2 * (n * pico + Z * Z) * micro;
    let end = |value: u128| {
        u32::try_from(super::decimal::divide_half_up(value * 10_000, width))
            .map_or(10_000, |v| v.min(10_000))
    };
    (end(centre.saturating_sub(spread)), end(centre + spread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_intervals() {
        // From the closed form with z = 1.959964, computed with 50 digits.
        for (hits, runs, low, high) in [
            (0, 0, 0, 10_000),
            (0, 1, 0, 7935),
            (1, 1, 2065, 10_000),
            (5, 10, 2366, 7634),
            (9, 10, 5958, 9821),
            (20, 20, 8389, 10_000),
            (0, 1_000_000, 0, 0),
            (333_333, 1_000_000, 3324, 3343),
        ] {
            assert_eq!(interval(hits, runs), (low, high), "{hits}/{runs}");
        }
    }

    #[test]
    fn interval_contains_the_share_and_is_symmetric() {
        for runs in 1..200 {
            for hits in 0..=runs {
                let (low, high) = interval(hits, runs);
                assert!(low * runs <= hits * 10_000 + runs && hits * 10_000 <= high * runs + runs);
                let (other_low, other_high) = interval(runs - hits, runs);
                assert!((low + other_high).abs_diff(10_000) <= 1);
                assert!((high + other_low).abs_diff(10_000) <= 1);
            }
        }
    }

    #[test]
    fn interval_agrees_with_stats_wilson() {
        let alpha = crate::stats::Probability::new("alpha", 0.05).unwrap();
        for (hits, runs) in (1..60).flat_map(|runs| (0..=runs).map(move |hits| (hits, runs))) {
            let other = crate::stats::wilson_interval(hits.into(), runs.into(), alpha);
            let (low, high) = interval(hits, runs);
            let hundredths = |share: f64| (share * 10_000.0).round() as u32;
            assert!(low.abs_diff(hundredths(other.low)) <= 1, "{hits}/{runs}");
            assert!(high.abs_diff(hundredths(other.high)) <= 1, "{hits}/{runs}");
        }
    }
}
