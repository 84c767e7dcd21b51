//! Exact decimal numbers in billionths.
//!
//! The sum of floats depends on the order of its terms, and the text of a float on the formatter.
//! Numbers are therefore parsed from their text into integers.

/// One, in billionths.
pub(crate) const ONE: i128 = 1_000_000_000;

/// 100 in billionths: the highest component value.
pub(crate) const FULL: u64 = 100_000_000_000;

/// Exclusive bound of numbers in a snapshot: 10^24, in billionths.
const BOUND: i128 = 10i128.pow(33);

/// Inclusive bound of numbers in a configuration: 10^15, in billionths.
const CONFIG_BOUND: i128 = 10i128.pow(24);

/// The reason for rejecting a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberError {
    /// Too large for a double: most programs read it as infinity.
    Infinite,
    /// Absolute value beyond the bound.
    TooLarge,
    /// A configuration's number with more than 15 significant digits or too many decimals.
    TooFine,
}

/// Parses a JSON number to the nearest billionth (half away from zero).
///
/// # Errors
/// For 10^24 and above.
pub(crate) fn parse_nearest(text: &str) -> Result<i128, NumberError> {
    let parts = DecimalParts::parse(text);
    let nano = parts.scaled_by_power(9)?;
    if nano >= BOUND { Err(NumberError::TooLarge) } else { Ok(parts.apply_sign(nano)) }
}

/// Parses a JSON number exactly, if it has at most `places` decimals and 15 significant digits. A
/// double represents such a number without loss, so the digest of a configuration, which is over
/// doubles (RFC 8785), is unambiguous.
///
/// # Errors
/// For finer numbers, and beyond ±10^15.
pub(crate) fn parse_exact(text: &str, places: u32) -> Result<i128, NumberError> {
    let parts = DecimalParts::parse(text);
    let nano = parts.scaled_by_power(9)?;
    if nano > CONFIG_BOUND {
        return Err(NumberError::TooLarge);
    }
    let fine = -parts.exponent > i64::from(places) && parts.digits != 0;
    if fine || parts.digits >= 10u128.pow(15) || parts.truncated {
        return Err(NumberError::TooFine);
    }
    Ok(parts.apply_sign(nano))
}

/// A number as ±digits × 10^exponent, without trailing zero digits. `truncated` is true if nonzero
/// digits after the 34th were dropped.
struct DecimalParts {
    negative: bool,
    digits: u128,
    exponent: i64,
    truncated: bool,
}

impl DecimalParts {
    fn parse(text: &str) -> Self {
        const MOST: u128 = 10u128.pow(33);
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, written) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let mut parts = Self { negative, digits: 0, exponent: 0, truncated: false };
        let mut after_point = false;
        for byte in mantissa.bytes() {
            if byte == b'.' {
                after_point = true;
            } else if parts.digits < MOST {
                parts.digits = parts.digits * 10 + u128::from(byte - b'0');
                parts.exponent -= i64::from(after_point);
            } else {
                parts.truncated |= byte != b'0';
                parts.exponent += i64::from(!after_point);
            }
        }
        if let Some(written) = written {
            let (sign, digits) = match written.as_bytes() {
                [b'-', ..] => (-1, &written[1..]),
                [b'+', ..] => (1, &written[1..]),
                _ => (1, written),
            };
            // Saturates far above any relevant exponent; the text is shorter than 2^32.
            let size =
                digits.bytes().fold(0, |n: i64, b| (n * 10 + i64::from(b - b'0')).min(1 << 40));
            parts.exponent += sign * size;
        }
        while parts.digits != 0 && parts.digits.is_multiple_of(10) {
            parts.digits /= 10;
            parts.exponent += 1;
        }
        parts
    }

    /// Returns the absolute value × 10^places, to the nearest integer, half away from zero.
    fn scaled_by_power(&self, places: i64) -> Result<i128, NumberError> {
        let size = self.digits.checked_ilog10().map_or(i64::MIN / 2, i64::from) + self.exponent;
        if self.digits == 0 {
            return Ok(0);
        }
        if size > 308 || (size == 308 && self.is_beyond_doubles()) {
            return Err(NumberError::Infinite);
        }
        if size >= 24 {
            return Err(NumberError::TooLarge);
        }
        let power = self.exponent + places;
        let value = match u32::try_from(power.unsigned_abs()) {
            Ok(power @ 0..=38) if self.exponent + places >= 0 => {
                self.digits.checked_mul(10u128.pow(power)).ok_or(NumberError::TooLarge)?
            }
            Ok(power @ 0..=38) => divide_half_up(self.digits, 10u128.pow(power)),
            _ => 0,
        };
        i128::try_from(value).map_err(|_| NumberError::TooLarge)
    }

    /// Reports whether a number with 309 integer digits exceeds the largest double,
    /// 1.7976931348623157 × 10^308, and rounds to infinity.
    fn is_beyond_doubles(&self) -> bool {
        let digits = self.digits.ilog10();
        let leading = if digits > 17 {
            self.digits / 10u128.pow(digits - 17)
        } else {
            self.digits * 10u128.pow(17 - digits)
        };
        leading >= 179_769_313_486_231_580
    }

    const fn apply_sign(&self, size: i128) -> i128 {
        if self.negative { -size } else { size }
    }
}

/// Returns `n / d` to the nearest integer, half up.
pub(crate) const fn divide_half_up(n: u128, d: u128) -> u128 {
    let (quotient, rest) = (n / d, n % d);
    quotient + (rest >= d - rest) as u128
}

/// Formats billionths without trailing zeros, and without a point if there are no decimals.
pub(crate) fn format_billionths(nano: i128) -> String {
    let (size, sign) = (nano.unsigned_abs(), if nano < 0 { "-" } else { "" });
    let (integer, rest) = (size / ONE.unsigned_abs(), size % ONE.unsigned_abs());
    if rest == 0 {
        return format!("{sign}{integer}");
    }
    format!("{sign}{integer}.{}", format!("{rest:09}").trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nearest_rounds_to_billionths() {
        for (text, nano) in [
            ("0", 0),
            ("-0", 0),
            ("0e999999999999999999", 0),
            ("57.5", 57_500_000_000),
            ("-1.5e1", -15_000_000_000),
            ("1E+2", 100_000_000_000),
            ("0.30000000000000004", 300_000_000),
            ("0.0000000005", 1),
            ("-0.0000000005", -1),
            ("0.00000000049999999999999999999999999999999999999999", 0),
            ("1e-999999999999999999", 0),
            ("0.1e1", 1_000_000_000),
            ("999999999999999999999999", 999_999_999_999_999_999_999_999 * ONE),
            ("100000000000000000000000000000000000000000e-40", 10_000_000_000),
        ] {
            assert_eq!(parse_nearest(text), Ok(nano), "{text}");
        }
        for (text, why) in [
            ("1e400", NumberError::Infinite),
            ("-1e309", NumberError::Infinite),
            ("1.7976931348623159e308", NumberError::Infinite),
            ("1.7976931348623157e308", NumberError::TooLarge),
            ("1e24", NumberError::TooLarge),
            ("999999999999999999999999.9999999999", NumberError::TooLarge),
        ] {
            assert_eq!(parse_nearest(text), Err(why), "{text}");
        }
    }

    #[test]
    fn exact_accepts_only_lossless_doubles() {
        assert_eq!(parse_exact("0.5", 6), Ok(500_000_000));
        assert_eq!(parse_exact("0.50000000000000000000000", 6), Ok(500_000_000));
        assert_eq!(parse_exact("1e15", 6), Ok(10i128.pow(24)));
        assert_eq!(parse_exact("1e16", 6), Err(NumberError::TooLarge));
        assert_eq!(parse_exact("0.0000001", 6), Err(NumberError::TooFine));
        assert_eq!(parse_exact("9007199254.740993", 9), Err(NumberError::TooFine));
        assert_eq!(
            parse_exact("0.500000000000000000000000000000000000000000000001", 6),
            Err(NumberError::TooFine)
        );
        assert_eq!(parse_exact("1e-400", 6), Err(NumberError::TooFine));
    }

    proptest! {
        #[test]
        fn text_round_trips(nano in -10i128.pow(32)..10i128.pow(32)) {
            prop_assert_eq!(parse_nearest(&format_billionths(nano)), Ok(nano));
        }
    }
}
