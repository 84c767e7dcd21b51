//! McNemar's exact test for paired outcomes.

use serde::Serialize;

/// The p-values of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct McNemar {
    /// Exact and two-sided; verdicts use this one.
    pub p: f64,
    /// Mid-p: gives the observed table half its weight, and is less conservative.
    pub mid_p: f64,
}

/// McNemar's exact two-sided test of whether changes are equally likely in both directions. Given
/// the discordant pairs, the number fixed is binomial with probability ½ (McNemar, Psychometrika
/// 12, 1947, 153–157). Both p-values are 1 without changes. Mid-p after Fagerland, Lydersen and
/// Laake (BMC Med. Res. Methodol. 13, 2013, 91).
pub fn mcnemar(fixed: u64, broken: u64) -> McNemar {
    if fixed + broken == 0 {
        return McNemar { p: 1.0, mid_p: 1.0 };
    }
    let (smaller, discordant) = (fixed.min(broken), fixed + broken);
    if discordant <= MAX_EXACT {
        return exact(smaller, discordant);
    }
    let observed = binomial_half(discordant, smaller);
    // Sums terms downwards from the largest: each is the previous one times place / (n − place +
    // 1).
    let (mut ratio, mut sum, mut place) = (1.0_f64, 1.0_f64, smaller);
    while place > 0 && ratio > sum * f64::EPSILON / 4.0 {
        ratio *= place as f64 / (discordant - place + 1) as f64;
        sum += ratio;
        place -= 1;
    }
    let p = if fixed == broken { 1.0 } else { (2.0 * observed * sum).min(1.0) };
    // For equal counts, the observed table is the centre, which p counts whole and mid-p counts
    // half.
    let mid_p = if fixed == broken { 1.0 - observed / 2.0 } else { p - observed };
    McNemar { p, mid_p }
}

/// Maximum number of pairs for exact counting: no intermediate binomial coefficient exceeds 128
/// bits.
const MAX_EXACT: u64 = 120;

/// Computes the p-values as the nearest doubles, so that a p equal to α is "at most α".
fn exact(smaller: u64, discordant: u64) -> McNemar {
    let mut observed = 1_u128;
    let mut tail = 1_u128;
    for place in 0..smaller {
        observed = observed * u128::from(discordant - place) / u128::from(place + 1);
        tail += observed;
    }
    // Halving a double is exact.
    let halved = |ways: u128| (0..discordant).fold(ways as f64, |share, _| share * 0.5);
    if 2 * smaller == discordant {
        return McNemar { p: 1.0, mid_p: 1.0 - halved(observed) / 2.0 };
    }
    McNemar { p: halved(2 * tail), mid_p: halved(2 * tail - observed) }
}

/// Returns the probability of `k` heads in `n` tosses: C(n, k) / 2^n, for `k` ≤ n / 2.
///
/// Multiplies the factors (n − k + i) / i one by one, and halves, which is exact, whenever the
/// product exceeds 1. So it neither overflows nor loses digits.
fn binomial_half(n: u64, k: u64) -> f64 {
    let (mut product, mut halvings) = (1.0_f64, n);
    for i in 1..=k {
        product *= (n - k + i) as f64 / i as f64;
        while product > 1.0 && halvings > 0 {
            product *= 0.5;
            halvings -= 1;
        }
    }
    while halvings > 0 && product > 0.0 {
        product *= 0.5;
        halvings -= 1;
    }
    product
}
