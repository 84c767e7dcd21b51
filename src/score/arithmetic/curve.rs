//! Integer logarithm and exponential, identical on every host.
//!
//! Both are accurate to about 2^-56, far finer than the billionth to which component values are
//! kept.

use super::decimal::ONE;

/// Fraction bits of [`log2`] and of the argument of [`exp_of_negative`].
pub(crate) const BITS: u32 = 56;

/// Fraction bits of the result of [`exp_of_negative`].
pub(crate) const EXP_BITS: u32 = 62;

/// log2(e) and ln(2) with 62 fraction bits.
const LOG2_E: u128 = 6_653_256_548_922_161_246;
const LN_2: u128 = 3_196_577_161_300_663_915;

/// Returns the base-2 logarithm of `nano` billionths (at least one) with [`BITS`] fraction bits.
pub(crate) fn log2(nano: u128) -> u64 {
    log2_bits(nano).saturating_sub(log2_bits(ONE.unsigned_abs()))
}

/// Returns the base-2 logarithm of `n` ≥ 1 by repeated squaring: each squaring doubles the
/// logarithm, so its integer carry is the next fraction bit.
fn log2_bits(n: u128) -> u64 {
    let whole = n.ilog2();
    // The leading 64 bits: a number in [1, 2) with 63 fraction bits.
    let mut mantissa = if whole > 63 { n >> (whole - 63) } else { n << (63 - whole) };
    let mut log = u64::from(whole);
    for _ in 0..BITS {
        mantissa = (mantissa * mantissa) >> 63;
        let carry = mantissa >> 64;
        mantissa >>= carry;
        log = log << 1 | u64::from(carry == 1);
    }
    log
}

/// Returns e^-a with [`EXP_BITS`] fraction bits, for `a` in [0, 64) with [`BITS`] fraction bits.
pub(crate) fn exp_of_negative(a: u64) -> u64 {
    const MASK: u128 = (1 << EXP_BITS) - 1;
    // a·log2(e) = whole + fraction, and e^-a = 2^-whole · e^(-fraction·ln 2).
    let exponent = (u128::from(a) * LOG2_E) >> BITS;
    let (whole, fraction) = (exponent >> EXP_BITS, exponent & MASK);
    let x = (fraction * LN_2) >> EXP_BITS;
    let (mut plus, mut minus) = (0u128, 0u128);
    let mut term = 1u128 << EXP_BITS;
    let mut k = 0u128;
    while term != 0 {
        if k.is_multiple_of(2) {
            plus += term
        } else {
            minus += term
        }
        k += 1;
        term = ((term * x) >> EXP_BITS) / k;
    }
    u64::try_from((plus - minus) >> whole.min(127)).unwrap_or(1 << EXP_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log2_of_powers_of_two_is_exact() {
        for power in 0..60u32 {
            let nano = (ONE << power).unsigned_abs();
            let exact = u64::from(power) << BITS;
            assert!(log2(nano).abs_diff(exact) <= 1, "{power}");
        }
    }

    #[test]
    fn log2_and_exp_agree_with_floats() {
        for step in 1..4000u64 {
            let nano = u128::from(step) * u128::from(step) * 1_234_567 + ONE.unsigned_abs();
            let float = (nano as f64 / 1e9).log2();
            let ours = log2(nano) as f64 / (1u64 << BITS) as f64;
            assert!((float - ours).abs() < 1e-13, "log2 {nano}: {float} {ours}");

            let a = step * ((63 << BITS) / 4000);
            let float = (-(a as f64) / (1u64 << BITS) as f64).exp();
            let ours = exp_of_negative(a) as f64 / (1u64 << EXP_BITS) as f64;
            assert!((float - ours).abs() < 1e-15, "exp {a}: {float} {ours}");
        }
        assert_eq!(exp_of_negative(0), 1 << EXP_BITS);
    }
}
