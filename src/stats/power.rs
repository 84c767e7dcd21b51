//! Sample size of a paired comparison.

use super::{Probability, normal};

/// Returns the number of pairs that McNemar's test at `alpha` needs to detect a `difference`
/// between two pass rates with probability `power`, if a share `discordant` of all pairs changes.
///
/// n = (z₁₋α⁄₂·√ψ + z_power·√(ψ − δ²))² / δ², with ψ the discordant share and δ the difference
/// (Connor, Biometrics 43, 1987, 207–211); at least k/ψ with 2·2⁻ᵏ ≤ α, since the exact test cannot
/// reach `alpha` with fewer than k changes. Rounded up. `None` if the difference is 0 or greater
/// than the discordant share, or the share is above 1: no such tables exist.
pub fn pairs_needed(
    difference: f64,
    discordant: f64,
    alpha: Probability,
    power: Probability,
) -> Option<u64> {
    let (delta, psi) = (difference.abs(), discordant);
    if !(delta > 0.0 && psi >= delta && psi <= 1.0) {
        return None;
    }
    let (z_alpha, z_power) = (alpha.critical_value(), normal::quantile(power.get()));
    let root = z_alpha * psi.sqrt() + z_power * (psi - delta * delta).sqrt();
    let pairs = (root * root / (delta * delta)).max(min_discordant(alpha) as f64 / psi);
    // Beyond 2^53, counts are no longer exact, and the difference is negligible.
    (pairs < 9e15).then_some(pairs.ceil() as u64)
}

/// Returns the smallest number of discordant pairs with which the exact test can reach `alpha`.
pub(super) fn min_discordant(alpha: Probability) -> u32 {
    let (mut p, mut changes) = (1.0, 1);
    while p > alpha.get() {
        p *= 0.5;
        changes += 1;
    }
    changes
}
