//! McNemar's exact test on paired outcomes.

use serde::Serialize;

/// The p-values of one test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct McNemar {
    /// Exact and two-sided: the one that verdicts use.
    pub p: f64,
    /// Mid-p: half the weight on the table seen; less conservative, and noted beside the other.
    pub mid_p: f64,
}

/// McNemar's exact two-sided test: whether pairs that changed, changed both ways alike. Given the
/// discordant pairs, the number fixed is binomial with probability ½ (McNemar, Psychometrika 12,
/// 1947, 153–157). Both are 1 where nothing changed. Mid-p after Fagerland, Lydersen and Laake (BMC Med. Res. Methodol. 13, 2013, 91).
pub fn mcnemar(fixed: u64, broken: u64) -> McNemar {
    if fixed + broken == 0 {
        return McNemar { p: 1.0, mid_p: 1.0 };
    }
    let (few, discordant) = (fixed.min(broken), fixed + broken);
    if discordant <= MOST_EXACT {
        return exact(few, discordant);
    }
    let seen = binomial_half(discordant, few);
    // Downwards from the largest term, each is the one before it times its place over the rest.
    let (mut ratio, mut sum, mut place) = (1.0_f64, 1.0_f64, few);
    while place > 0 && ratio > sum * f64::EPSILON / 4.0 {
        ratio *= place as f64 / (discordant - place + 1) as f64;
        sum += ratio;
        place -= 1;
    }
    let p = if fixed == broken { 1.0 } else { (2.0 * seen * sum).min(1.0) };
    // Where both counts are equal the table seen is the centre, counted once in 1 and half here.
    let mid_p = if fixed == broken { 1.0 - seen / 2.0 } else { p - seen };
    McNemar { p, mid_p }
}

/// So many pairs are counted out: no product on the way to a binomial coefficient passes 128 bits.
const MOST_EXACT: u64 = 120;

/// The p-values as the nearest double to each, so that "at most α" holds where a p is α.
fn exact(few: u64, discordant: u64) -> McNemar {
    let mut seen = 1_u128;
    let mut tail = 1_u128;
    for place in 0..few {
        seen = seen * u128::from(discordant - place) / u128::from(place + 1);
        tail += seen;
    }
    // A double is halved exactly.
    let halved = |ways: u128| (0..discordant).fold(ways as f64, |share, _| share * 0.5);
    if 2 * few == discordant {
        return McNemar { p: 1.0, mid_p: 1.0 - halved(seen) / 2.0 };
    }
    McNemar { p: halved(2 * tail), mid_p: halved(2 * tail - seen) }
}

/// The probability of `k` heads of `n` tosses: C(n, k) / 2^n, for `k` ≤ n / 2.
///
/// The factors (n − k + i) / i are multiplied one by one, and halvings, which are exact, are spent
/// whenever the product passes 1, so it neither overflows nor loses digits.
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
