//! Weighted mean of fractions, exact up to a single rounding.

use super::decimal::divide_half_up;

/// The fraction `n / d` with weight `w`. `d` and `w` are positive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) w: u64,
    pub(crate) n: u128,
    pub(crate) d: u128,
}

/// Returns Σ(w · n / d) / Σw / unit to the nearest integer, half up; 0 without terms.
///
/// The sum is exact, so the order of the terms has no effect.
pub(crate) fn weighted_mean(terms: impl Iterator<Item = Term> + Clone, unit: u64) -> u64 {
    let weight: u128 = terms.clone().map(|term| u128::from(term.w)).sum();
    if weight == 0 {
        return 0;
    }
    let scale = weight * u128::from(unit);
    mean_in_128_bits(terms.clone(), scale).unwrap_or_else(|| mean_of_any_size(terms, scale))
}

/// Computes the mean in 128 bits; `None` on overflow.
fn mean_in_128_bits(terms: impl Iterator<Item = Term>, scale: u128) -> Option<u64> {
    let (mut n, mut d) = (0u128, 1u128);
    for term in terms {
        let value = u128::from(term.w).checked_mul(term.n)?;
        if term.d == d {
            n = n.checked_add(value)?;
        } else {
            let shared = gcd(d, term.d);
            let more = value.checked_mul(d / shared)?;
            n = n.checked_mul(term.d / shared)?.checked_add(more)?;
            d = d.checked_mul(term.d / shared)?;
        }
    }
    u64::try_from(divide_half_up(n, d.checked_mul(scale)?)).ok()
}

/// Computes the mean with arbitrary precision. Finds the result by bisection, which needs no
/// division.
fn mean_of_any_size(terms: impl Iterator<Item = Term>, scale: u128) -> u64 {
    let (mut n, mut d) = (BigUint::from(0), BigUint::from(1));
    for term in terms {
        n = n.times(term.d).plus(&d.times(term.n).times(u128::from(term.w)));
        d = d.times(term.d);
    }
    // The result is the largest r with (2r − 1) · d ≤ 2n.
    let (twice, d) = (n.times(2), d.times(scale));
    let (mut low, mut high) = (0u64, 1u64 << 40);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if d.times(u128::from(middle) * 2 - 1).is_at_most(&twice) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

pub(crate) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An unsigned integer of any size: 32-bit limbs, least significant first, without trailing zero
/// limbs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BigUint(Vec<u32>);

impl From<u128> for BigUint {
    fn from(value: u128) -> Self {
        Self::from_limbs(
            (0..4)
                .map(|limb| low32(u64::try_from((value >> (32 * limb)) & 0xffff_ffff).unwrap_or(0)))
                .collect(),
        )
    }
}

/// Returns the lower 32 bits.
const fn low32(value: u64) -> u32 {
    value as u32
}

impl BigUint {
    fn from_limbs(mut limbs: Vec<u32>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self(limbs)
    }

    fn times(&self, factor: u128) -> Self {
        let factor = Self::from(factor).0;
        let mut limbs = vec![0; self.0.len() + factor.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (j, &b) in factor.iter().enumerate() {
                let sum = u64::from(a) * u64::from(b) + u64::from(limbs[i + j]) + carry;
                limbs[i + j] = low32(sum);
                carry = sum >> 32;
            }
            limbs[i + factor.len()] = low32(carry);
        }
        Self::from_limbs(limbs)
    }

    fn plus(&self, other: &Self) -> Self {
        let mut limbs = Vec::with_capacity(self.0.len().max(other.0.len()) + 1);
        let mut carry = 0;
        for i in 0..self.0.len().max(other.0.len()) {
            let limb = |n: &Self| u64::from(n.0.get(i).copied().unwrap_or(0));
            let sum = limb(self) + limb(other) + carry;
            limbs.push(low32(sum));
            carry = sum >> 32;
        }
        limbs.push(low32(carry));
        Self::from_limbs(limbs)
    }

    fn is_at_most(&self, other: &Self) -> bool {
        let order = self.0.len().cmp(&other.0.len());
        order.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_le()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn term() -> impl Strategy<Value = Term> {
        (1..10u64.pow(12), 1..10u128.pow(13), 0..=100_000_000_000u128)
            .prop_map(|(w, d, value)| Term { w, n: value * d / 3, d })
    }

    #[test]
    fn hcs25_second_vector() {
        let total = |w, n, d| Term { w, n, d };
        let terms = [total(1, 90, 1), total(2, 100, 2)];
        assert_eq!(weighted_mean(terms.iter().map(|t| Term { n: t.n * 100, ..*t }), 1), 6333);
        assert_eq!(weighted_mean(std::iter::empty(), 1), 0);
    }

    #[test]
    fn ties_round_up() {
        let of = |n| weighted_mean(std::iter::once(Term { w: 3, n, d: 2 }), 1);
        assert_eq!((of(1), of(2), of(3)), (1, 1, 2));
        let wide_of = |n| mean_of_any_size(std::iter::once(Term { w: 3, n, d: 2 }), 3);
        assert_eq!((wide_of(1), wide_of(2), wide_of(3)), (1, 1, 2));
    }

    proptest! {
        #[test]
        fn narrow_and_wide_agree(terms in prop::collection::vec(term(), 1..3)) {
            let scale = terms.iter().map(|t| u128::from(t.w)).sum::<u128>() * 10_000_000;
            let wide = mean_of_any_size(terms.iter().copied(), scale);
            prop_assert!(wide <= 10_000);
            if let Some(narrow) = mean_in_128_bits(terms.iter().copied(), scale) {
                prop_assert_eq!(narrow, wide);
            }
        }

        #[test]
        fn order_of_terms_has_no_effect(mut terms in prop::collection::vec(term(), 0..40)) {
            let one = weighted_mean(terms.iter().copied(), 10_000_000);
            terms.reverse();
            prop_assert_eq!(weighted_mean(terms.iter().copied(), 10_000_000), one);
        }
    }
}
