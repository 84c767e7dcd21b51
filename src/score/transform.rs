//! Transforms of a measured number to a component value.
//!
//! These are the patterns of HCS-25, "Recommended Normalization Patterns", and the identity. Each
//! is monotonic, and all but the identity clamp to [0, 100] and round to billionths, half up.

use super::curve::{BITS, EXP_BITS, exp_of_negative, log2};
use super::decimal::{self, FULL, ONE, divide_half_up};
use crate::base::pointer::Pointer;

/// A transform with the configuration's parameters, in billionths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Transform {
    /// x itself.
    Identity,
    /// 100 · x / of; without `of`, x is at most 1.
    Ratio { of: Option<Operand> },
    /// 0 below `min`, then linear from `at` to 100 at `cap`; decreasing if `cap` < `min`.
    Threshold { min: i128, cap: i128, at: u64 },
    /// 100 · log(1 + x) / log(1 + cap).
    Log { cap: i128 },
    /// 100 / (1 + e^-((x − midpoint) / scale)).
    Sigmoid { midpoint: i128, scale: i128 },
    /// x is a rank (1 is best) among `of`: 100 · p, or 100 · (1 − (1 − p)²) if concave, where p is
    /// the share of the others that it is ahead of.
    Rank { of: Operand, concave: bool },
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A number of the configuration.
    Number(i128),
    /// A field beside the number.
    Field(Pointer),
    /// Another source, which the part has.
    Other,
}

/// The result of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransformResult {
    /// The result, in billionths: 0 to 100, unless the transform is the identity.
    Value(i128),
    /// The result is undefined: `of` is absent or not positive.
    Undefined,
    /// A ratio above 1 without `of`: probably a percentage.
    AboveOne,
    /// The rank is not an integer from 1 to `of`.
    InvalidRank,
    /// `of` is not a valid count of ranked subjects.
    InvalidCount,
}

impl Transform {
    /// Returns the parameter that may be a field.
    pub(crate) const fn operand(&self) -> Option<&Operand> {
        match self {
            Self::Ratio { of } => of.as_ref(),
            Self::Rank { of, .. } => Some(of),
            _ => None,
        }
    }

    /// Applies the transform to `x`; `of` is the value of [`Transform::operand`], if present.
    pub(crate) fn apply(&self, x: i128, of: Option<i128>) -> TransformResult {
        let positive = of.filter(|&of| of > 0).map(i128::unsigned_abs);
        let value = match *self {
            Self::Identity => return TransformResult::Value(x),
            Self::Ratio { of: None } if x > ONE => return TransformResult::AboveOne,
            Self::Ratio { of: None } => clamped_share(x, ONE.unsigned_abs(), FULL),
            Self::Ratio { .. } => match positive {
                Some(of) => clamped_share(x, of, FULL),
                None => return TransformResult::Undefined,
            },
            Self::Threshold { min, cap, at } => {
                let (into, span) = range_progress(x, min, cap);
                if into < 0 { 0 } else { at + clamped_share(into, span.unsigned_abs(), FULL - at) }
            }
            Self::Log { cap } if x < cap => {
                let log = |x: i128| i128::from(log2((x.max(0) + ONE).unsigned_abs()));
                clamped_share(log(x), log(cap).unsigned_abs(), FULL)
            }
            Self::Log { .. } => FULL,
            Self::Sigmoid { midpoint, scale } => sigmoid(x - midpoint, scale.unsigned_abs()),
            Self::Rank { concave, .. } => match positive {
                Some(of) if !is_count(of.cast_signed()) => return TransformResult::InvalidCount,
                Some(of) => match rank_share(x, of, concave) {
                    Some(value) => value,
                    None => return TransformResult::InvalidRank,
                },
                None => return TransformResult::Undefined,
            },
        };
        TransformResult::Value(value.into())
    }

    /// Describes the arithmetic for `x` and `of`: empty for the identity.
    pub(crate) fn formula(&self, x: Option<i128>, of: Option<i128>) -> String {
        let limit = x.map_or_else(String::new, |x| self.describe_limit(x, of));
        let x = x.map_or_else(|| "x".to_owned(), decimal::format_billionths);
        let of = of.map_or_else(|| "of".to_owned(), decimal::format_billionths);
        let text = decimal::format_billionths;
        let formula = match *self {
            Self::Identity => String::new(),
            Self::Ratio { of: None } => format!("100 · {x}"),
            Self::Ratio { .. } => format!("100 · {x} / {of}"),
            Self::Threshold { min, cap, at: 0 } => {
                let [min, cap] = [text(min), text(cap)];
                format!("100 · ({x} − {min}) / ({cap} − {min})")
            }
            Self::Threshold { min, cap, at } => {
                let (at, rest) = (text(at.into()), text((FULL - at).into()));
                let [min, cap] = [text(min), text(cap)];
                format!("{at} + {rest} · ({x} − {min}) / ({cap} − {min})")
            }
            Self::Log { cap } => format!("100 · ln(1 + {x}) / ln(1 + {})", text(cap)),
            Self::Sigmoid { midpoint, scale } => {
                format!("100 / (1 + e^(({} − {x}) / {}))", text(midpoint), text(scale))
            }
            Self::Rank { concave: false, .. } => format!("100 · ({of} − {x}) / ({of} − 1)"),
            Self::Rank { concave: true, .. } => {
                format!("100 · (1 − (({x} − 1) / ({of} − 1))²)")
            }
        };
        formula + &limit
    }

    /// Describes the range that `transform` clamps the value of `x` to, if any.
    fn describe_limit(&self, x: i128, of: Option<i128>) -> String {
        let (part, whole) = match *self {
            Self::Ratio { of: None } => (x, ONE),
            Self::Ratio { .. } => (x, of.unwrap_or(x)),
            Self::Threshold { min, cap, .. } => {
                let (into, span) = range_progress(x, min, cap);
                if into < 0 {
                    let side = if cap > min { "below" } else { "above" };
                    return format!(", 0 {side} {}", decimal::format_billionths(min));
                }
                (into, span)
            }
            Self::Log { cap } => (x, cap),
            Self::Identity | Self::Sigmoid { .. } | Self::Rank { .. } => return String::new(),
        };
        match () {
            () if part < 0 => ", limited to 0".to_owned(),
            () if part > whole => ", limited to 100".to_owned(),
            () => String::new(),
        }
    }
}

/// Returns the distance of `x` from `min` towards `cap`, and that of `cap`.
const fn range_progress(x: i128, min: i128, cap: i128) -> (i128, i128) {
    if cap > min { (x - min, cap - min) } else { (min - x, min - cap) }
}

/// Clamps `value` billionths to [0, 100].
pub(crate) fn clamp(value: i128) -> u64 {
    u64::try_from(value.max(0)).unwrap_or(FULL).min(FULL)
}

/// Returns `most` · n / d, with n / d clamped to [0, 1], rounded half up.
pub(crate) fn clamped_share(n: i128, d: u128, most: u64) -> u64 {
    let n = n.max(0).unsigned_abs();
    if n >= d {
        return most;
    }
    if let Some(scaled) = n.checked_mul(u128::from(most)) {
        return u64::try_from(divide_half_up(scaled, d)).unwrap_or(most);
    }
    // Binary long division for products above 128 bits: n < d < 2^126, so the doubled remainder
    // cannot overflow.
    let (mut quotient, mut rest) = (0u64, 0u128);
    for bit in (0..u64::BITS - most.leading_zeros()).rev() {
        rest <<= 1;
        quotient <<= 1;
        if most >> bit & 1 == 1 {
            rest += n;
        }
        while rest >= d {
            rest -= d;
            quotient += 1;
        }
    }
    quotient + u64::from(rest >= d - rest)
}

fn sigmoid(distance: i128, scale: u128) -> u64 {
    // Beyond 64 scales, the distance to 0 or 100 is below 10^-26.
    const FAR: u128 = 64;
    let size = distance.unsigned_abs();
    let (whole, mut rest) = (size / scale, size % scale);
    if whole >= FAR {
        return if distance > 0 { FULL } else { 0 };
    }
    let mut a = whole;
    // In two steps: rest < scale ≤ 10^24 leaves room for a factor of 2^28, not 2^56.
    for _ in 0..2 {
        rest <<= BITS / 2;
        a = (a << (BITS / 2)) | (rest / scale);
        rest %= scale;
    }
    let one = 1u128 << EXP_BITS;
    let e = u128::from(exp_of_negative(u64::try_from(a).unwrap_or(u64::MAX)));
    let top = if distance >= 0 { one } else { e };
    u64::try_from(divide_half_up(top * u128::from(FULL), one + e)).unwrap_or(FULL)
}

/// Describes the values that [`is_count`] accepts.
pub(crate) const COUNT: &str = "how many are ranked, a whole number from 1 to 1000000000000000";

/// Reports whether `number` billionths are a valid count of ranked subjects: an integer from 1 to
/// 10^15.
pub(crate) fn is_count(number: i128) -> bool {
    number % ONE == 0 && (1..=10i128.pow(15)).contains(&(number / ONE))
}

fn rank_share(x: i128, of: u128, concave: bool) -> Option<u64> {
    let one = ONE.unsigned_abs();
    let rank = u128::try_from(x).ok().filter(|x| x.is_multiple_of(one))? / one;
    let of = of / one;
    if rank < 1 || rank > of {
        return None;
    }
    let (behind, others) = (rank - 1, of - 1);
    let (n, d) = if concave {
        (others * others - behind * behind, others * others)
    } else {
        (others - behind, others)
    };
    Some(if d == 0 { FULL } else { clamped_share(i128::try_from(n).ok()?, d, FULL) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn long_division_agrees_with_multiplication(n in 0u64.., d in 1u64.., most in 1..=FULL) {
            // One fraction, with small terms and with terms too large for the short way.
            let (n, d) = (u128::from(n), u128::from(d));
            let long = clamped_share((n << 60).cast_signed(), d << 60, most);
            prop_assert_eq!(long, clamped_share(n.cast_signed(), d, most));
        }

        #[test]
        fn every_transform_is_monotonic_and_in_range(
            a in -10i128.pow(33)..10i128.pow(33), b in -10i128.pow(33)..10i128.pow(33),
            shift in 0u32..100, p in -10i128.pow(24)..10i128.pow(24), q in 1..10i128.pow(24),
        ) {
            let (a, b) = (a >> shift, b >> shift);
            let (low, high) = (a.min(b), a.max(b));
            for transform in [
                Transform::Identity,
                Transform::Ratio { of: Some(Operand::Number(q)) },
                Transform::Threshold { min: p, cap: p + q, at: 20 },
                Transform::Log { cap: q.max(ONE) },
                Transform::Sigmoid { midpoint: p, scale: q },
            ] {
                let of = |x| match transform.apply(x, Some(q)) {
                    TransformResult::Value(value) => value,
                    other => panic!("{other:?}"),
                };
                prop_assert!(of(low) <= of(high), "{:?}", transform);
                prop_assert!(transform == Transform::Identity || of(high) <= FULL.into());
            }
        }
    }
}
